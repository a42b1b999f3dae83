"""The second referee counts the matches of Capcom Crossovers as the engine does, and notices when it miscounts."""

from __future__ import annotations

from types import ModuleType

import pytest

from domain.games.capcom_crossovers import GAME
from domain.games.capcom_crossovers import events as e
from domain.games.capcom_crossovers.board import Board
from domain.games.capcom_crossovers.rules import continuous, damage, defending, ending, turns
from tests.games.capcom_crossovers.referee import CapcomReferee
from tests.kit.lanes import by_lane
from tests.kit.referee import AtTable, Match, judge, noticed, stored_matches, tables, unheard

CALM = 0.0005
"""How often a seat concedes in matches that mostly go to their end."""
RANDOM, GREEDY = tables(GAME, "random"), tables(GAME, "greedy", CALM)
Fault = tuple[object, str, object]


def test_it_knows_every_event() -> None:
    assert unheard(CapcomReferee, GAME) == set()


@pytest.mark.parametrize("match", stored_matches(GAME), ids=lambda match: match.name)
def test_a_stored_match_is_counted_alike(match: Match) -> None:
    counted = judge(CapcomReferee(), GAME, match)
    assert counted.compared > counted.facts


@pytest.mark.parametrize("table", [*RANDOM, *GREEDY], ids=lambda table: table.name)
def test_matches_by_chance_are_counted_alike(table: AtTable) -> None:
    nightly = 50 if table.bot == "random" else 15
    for seed in range(by_lane(commit=2, nightly=nightly)):
        counted = judge(CapcomReferee(), GAME, table.match(seed))
        assert counted.compared > counted.facts


def more(module: ModuleType, name: str, n: int) -> Fault:
    """A rule that gives a wrong number."""
    right = getattr(module, name)
    return module, name, lambda *args, **named: right(*args, **named) + n


def nothing(*_: object) -> None:
    """A fold, or a rule, that does nothing."""


def _kept(drawn: e.CardsDrawn, board: Board) -> None:
    for face in drawn.cards or ():
        board.players[drawn.seat].hand.add(face, face)


def _turned(board: Board, seat: int) -> tuple[str, bool]:
    face = board.players[seat].deck.cards[0]
    return face, True


WIN, ORDER = ending._win, Board.in_turn_order
FAULTS: dict[str, Fault] = {
    "an attack deals 1 too much": more(damage, "base_of", 1),
    "a target takes 1 too little": more(continuous, "reduction", 1),
    "priorities are 1 too high": more(continuous, "priority", 1),
    "damage leaves the HP as they are": (e.DamageDealt, "fold", nothing),
    "a super is blocked like a special": (defending, "BLOCK_FACTOR", {}),
    "every dodge succeeds": (defending, "flip", _turned),
    "drawn cards stay in the draw pile": (e.CardsDrawn, "fold", _kept),
    "a placed card stays in the hand": (e.CardPlacedInMeter, "fold", nothing),
    "a tagged character stays away": (e.CharacterSwitched, "fold", nothing),
    "Endurance is not checked": (turns, "STAGES", {**turns.STAGES, "endurance": turns.STAGES["end"]}),
    "a player has two turns in a row": (Board, "in_turn_order", lambda board: ORDER(board)[:1] * 2 + ORDER(board)[1:]),
    "a draw pile that is empty ends nothing": (ending, "check_time_over", nothing),
    "the other side wins": (ending, "_win", lambda batch, side, *args, **named: WIN(batch, 1 - side, *args, **named)),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_it_notices_a_planted_fault(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    where, name, wrong = FAULTS[fault]
    monkeypatch.setattr(where, name, wrong)
    matches = (table.match(seed) for seed in range(3) for table in GREEDY)
    assert noticed(CapcomReferee, GAME, matches) is not None
