"""The second referee counts the matches of SCP-CCG as the engine does, and notices when the engine miscounts."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from domain.games.scp import GAME
from domain.games.scp import events as e
from domain.games.scp.board import Board
from domain.games.scp.rules import attempts, attrition, continuous, ending, turns
from tests.games.scp.referee import ScpReferee
from tests.kit.lanes import by_lane, sampled
from tests.kit.planted import instead, more
from tests.kit.referee import Fault, Match, judge, unheard
from tests.kit.refereed import AtTable, stored_matches, tables

CALM = 0.0005
"""How often a seat concedes in matches that mostly go to their end."""
RANDOM, GREEDY = tables(GAME, "random"), tables(GAME, "greedy", CALM)


def test_it_knows_every_event() -> None:
    assert unheard(ScpReferee, GAME) == set()


@pytest.mark.parametrize("match", stored_matches(GAME), ids=lambda match: match.name)
def test_a_stored_match_is_counted_alike(match: Match) -> None:
    counted = judge(ScpReferee, GAME, match)
    assert counted.compared > counted.facts


@pytest.mark.parametrize("table", sampled([*RANDOM, *GREEDY], 6), ids=lambda table: table.name)
def test_matches_by_chance_are_counted_alike(table: AtTable) -> None:
    nightly = 34 if table.bot == "random" else 8
    for seed in range(by_lane(commit=1, nightly=nightly)):
        counted = judge(ScpReferee, GAME, table.match(seed))
        assert counted.compared > counted.facts


def keeps_the_card(right: object) -> Callable[[e.CardDrawn, Board], None]:
    """A drawn card comes to the hand and stays in the deck."""
    return lambda event, board: board.players[event.seat].hand.add(event.iid, event.card)


def next_but_one(right: Callable[[Board], int]) -> Callable[[Board], int]:
    """The next player is passed over."""
    return lambda board: next(seat for seat in board.around((right(board) + 1) % len(board.players)))


def fewest(right: object) -> Callable[[e.Score], tuple[int, ...]]:
    """The lowest score is the best."""
    return lambda one: (-one.contained - one.bonus, -one.skill, -one.deck)


FAULTS = [
    Fault("a cost is 1 too high", continuous, "cost", more(1), ("SCP-303",)),
    Fault("a group counts 1 too much", continuous, "group_total", more(1), ("SCP-403",)),
    Fault("a requirement is 1 too low", continuous, "requirement", more(-1), ("SCP-403", "SCP-408")),
    Fault("a Complication has 1 counter more", continuous, "complication_ev", more(1), ("SCP-432",)),
    Fault("a pool is refilled to 6", turns, "refill_mark", more(1), ("SCP-212",)),
    Fault("a Finance produces 1 too much", turns, "production", more(1), ("SCP-231",)),
    Fault("produced tokens stay in the supply", e.Produced, "fold", instead(None), ("SCP-213",)),
    Fault("a drawn card stays in the deck", e.CardDrawn, "fold", keeps_the_card, ("SCP-210",)),
    Fault("cards stay tapped", e.CardsUntapped, "fold", instead(None), ("SCP-213",)),
    Fault("a card counts 1 more in Attrition", attrition, "attrition_value", more(1), ("SCP-439",)),
    Fault("an attempt has no consequences", attempts, "CONSEQUENCES", lambda right: {}, ("SCP-409", "SCP-410")),
    Fault("the next player is passed over", ending, "next_player", next_but_one, ("SCP-241",)),
    Fault("the lowest score wins", ending, "rank", fewest, ("SCP-705",)),
    Fault("bonuses do not count", continuous, "score_bonus", instead(0), ("SCP-704",)),
]


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_a_planted_fault_is_noticed(fault: Fault, monkeypatch: pytest.MonkeyPatch) -> None:
    matches = (table.match(seed) for seed in range(3) for table in GREEDY)
    told = fault.noticed_by(ScpReferee, GAME, matches, monkeypatch)
    assert any(f": {rule}" in told for rule in fault.rules), told
