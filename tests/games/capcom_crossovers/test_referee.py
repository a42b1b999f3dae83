"""The second referee counts the matches of Capcom Crossovers as the engine does, and notices when it miscounts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NoReturn

import pytest

from domain.games.capcom_crossovers import GAME
from domain.games.capcom_crossovers import events as e
from domain.games.capcom_crossovers.board import Board
from domain.games.capcom_crossovers.rules import continuous, damage, defending, ending, turns
from tests.games.capcom_crossovers.referee import CapcomReferee
from tests.kit.lanes import by_lane
from tests.kit.planted import instead, more
from tests.kit.referee import Fault, Match, judge, unheard
from tests.kit.refereed import AtTable, stored_matches, tables

CALM = 0.0005
"""How often a seat concedes in matches that mostly go to their end."""
RANDOM, GREEDY = tables(GAME, "random"), tables(GAME, "greedy", CALM)
LONG = tables(GAME, "random", CALM)
"""Random play comes to Time Over, if nobody concedes before."""
Stages = Mapping[str, Callable[..., None]]


def test_it_knows_every_event() -> None:
    assert unheard(CapcomReferee, GAME) == set()


@pytest.mark.parametrize("match", stored_matches(GAME), ids=lambda match: match.name)
def test_a_stored_match_is_counted_alike(match: Match) -> None:
    counted = judge(CapcomReferee, GAME, match)
    assert counted.compared > counted.facts


@pytest.mark.parametrize("table", [*RANDOM, *GREEDY], ids=lambda table: table.name)
def test_matches_by_chance_are_counted_alike(table: AtTable) -> None:
    nightly = 50 if table.bot == "random" else 15
    for seed in range(by_lane(commit=2, nightly=nightly)):
        counted = judge(CapcomReferee, GAME, table.match(seed))
        assert counted.compared > counted.facts


def keeps_the_cards(right: object) -> Callable[[e.CardsDrawn, Board], None]:
    """Drawn cards come to the hand and stay in the draw pile."""

    def wrong(event: e.CardsDrawn, board: Board) -> None:
        for face in event.cards or ():
            board.players[event.seat].hand.add(face, face)

    return wrong


def always_dodged(right: Callable[[Board, int], tuple[str, bool]]) -> Callable[[Board, int], tuple[str, bool]]:
    """Every turned card is low enough."""
    return lambda board, seat: (right(board, seat)[0], True)


def unchecked(right: Stages) -> Stages:
    """The turn ends without a look at the hand."""
    return {**right, "endurance": right["end"]}


def twice(right: Callable[[Board], tuple[int, ...]]) -> Callable[[Board], tuple[int, ...]]:
    """The turn player is the next one, too."""
    return lambda board: (*right(board)[:1], *right(board))


def to_the_other(right: Callable[..., NoReturn]) -> Callable[..., NoReturn]:
    """The losing side wins."""
    return lambda batch, side, *given: right(batch, 1 - side, *given)


FAULTS = [
    Fault("an attack deals 1 too much", damage, "base_of", more(1), ("CAP-480",)),
    Fault("a target takes 1 too little", continuous, "reduction", more(1), ("CAP-480",)),
    Fault("priorities are 1 too high", continuous, "priority", more(1), ("CAP-303",)),
    Fault("damage leaves the HP as they are", e.DamageDealt, "fold", instead(None), ("CAP-481",)),
    Fault("a super is blocked like a special", defending, "BLOCK_FACTOR", lambda right: {}, ("CAP-422",)),
    Fault("every dodge succeeds", defending, "flip", always_dodged, ("CAP-441",)),
    Fault("drawn cards stay in the draw pile", e.CardsDrawn, "fold", keeps_the_cards, ("CAP-112",)),
    Fault("a placed card stays in the hand", e.CardPlacedInMeter, "fold", instead(None), ("CAP-112",)),
    Fault("a character that is tagged stays away", e.CharacterSwitched, "fold", instead(None), ("CAP-481",)),
    Fault("Endurance is not checked", turns, "STAGES", unchecked, ("CAP-211",)),
    Fault("a player has two turns in a row", Board, "in_turn_order", twice, ("CAP-215",)),
    Fault("an empty draw pile ends nothing", ending, "check_time_over", instead(None), ("CAP-710",)),
    Fault("the losing side wins", ending, "_win", to_the_other, ("CAP-702",)),
]


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_a_planted_fault_is_noticed(fault: Fault, monkeypatch: pytest.MonkeyPatch) -> None:
    matches = (table.match(seed) for seed in range(3) for table in [*GREEDY, *LONG])
    told = fault.noticed_by(CapcomReferee, GAME, matches, monkeypatch)
    assert any(f": {rule}" in told for rule in fault.rules), told
