"""The second referee counts the matches of SCP-CCG as the engine does, and notices when the engine miscounts."""

from __future__ import annotations

from types import ModuleType

import pytest

from domain.games.scp import GAME
from domain.games.scp import events as e
from domain.games.scp.board import Board
from domain.games.scp.rules import attempts, attrition, continuous, ending, turns
from tests.games.scp.referee import ScpReferee
from tests.kit.lanes import by_lane
from tests.kit.referee import AtTable, Match, judge, noticed, stored_matches, tables, unheard

CALM = 0.0005
"""How often a seat concedes in matches that mostly go to their end."""
RANDOM, GREEDY = tables(GAME, "random"), tables(GAME, "greedy", CALM)
Fault = tuple[object, str, object]


def test_it_knows_every_event() -> None:
    assert unheard(ScpReferee, GAME) == set()


@pytest.mark.parametrize("match", stored_matches(GAME), ids=lambda match: match.name)
def test_a_stored_match_is_counted_alike(match: Match) -> None:
    counted = judge(ScpReferee(), GAME, match)
    assert counted.compared > counted.facts


@pytest.mark.parametrize("table", [*RANDOM, *GREEDY], ids=lambda table: table.name)
def test_matches_by_chance_are_counted_alike(table: AtTable) -> None:
    nightly = 34 if table.bot == "random" else 8
    for seed in range(by_lane(commit=1, nightly=nightly)):
        counted = judge(ScpReferee(), GAME, table.match(seed))
        assert counted.compared > counted.facts


def more(module: ModuleType, name: str, n: int) -> Fault:
    """A rule that gives a wrong number."""
    right = getattr(module, name)
    return module, name, lambda *args, **named: right(*args, **named) + n


def nothing(*_: object) -> None:
    """A fold, or a rule, that does nothing."""


def _kept(drawn: e.CardDrawn, board: Board) -> None:
    board.players[drawn.seat].hand.add(drawn.iid, drawn.card)


def _second_next(board: Board) -> int:
    after = board.around((board.active + 1) % len(board.players))
    return int(after[1 % len(after)])


FAULTS: dict[str, Fault] = {
    "a cost is 1 too high": more(continuous, "cost", 1),
    "a group counts 1 too much": more(continuous, "group_total", 1),
    "a requirement is 1 too low": more(continuous, "requirement", -1),
    "a Complication has 1 counter more": more(continuous, "complication_ev", 1),
    "a pool is refilled to 6": more(turns, "refill_mark", 1),
    "a Finance produces 1 too much": more(turns, "production", 1),
    "produced tokens stay in the supply": (e.Produced, "fold", nothing),
    "a drawn card stays in the deck": (e.CardDrawn, "fold", _kept),
    "cards stay tapped": (e.CardsUntapped, "fold", nothing),
    "a card counts 1 more in Attrition": more(attrition, "attrition_value", 1),
    "an attempt has no consequences": (attempts, "CONSEQUENCES", {}),
    "a player is skipped": (ending, "next_player", _second_next),
    "the lowest score wins": (ending, "_rank", lambda one: (-one.contained, -one.skill, -one.deck)),
    "nobody scores": (ending, "score_of", lambda board, seat: e.Score(seat, 0, 0, 0, 0)),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_it_notices_a_planted_fault(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    where, name, wrong = FAULTS[fault]
    monkeypatch.setattr(where, name, wrong)
    matches = (table.match(seed) for seed in range(3) for table in GREEDY)
    assert noticed(ScpReferee, GAME, matches) is not None
