"""The second referee counts the matches of C&C as the engine does, and notices where the engine is made to err."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from domain.games.cape_and_cowl import GAME
from domain.games.cape_and_cowl.board import Board
from domain.games.cape_and_cowl.events import CardDrawn
from domain.games.cape_and_cowl.match import Batch
from domain.games.cape_and_cowl.rules import continuous, ending
from tests.games.cape_and_cowl.referee import CapeAndCowl
from tests.kit.lanes import by_lane
from tests.kit.modes import InMode
from tests.kit.referee import Match, judge, noticed, unheard
from tests.kit.refereed import AtTable, stored_matches

AGREED: tuple[dict[str, Any], ...] = (
    {},
    {"first_player": "p2"},
    {"round_limit": 8, "tiebreak": "fewest_discards"},
    {"time_limit_s": 60},
)
"""CNC-808 What players may agree; one after the other is played with."""
RULES = "domain.games.cape_and_cowl.rules"
EVENTS = "domain.games.cape_and_cowl.events"


@dataclass(frozen=True)
class Agreed(InMode):
    """The game with agreed options."""

    agreed: int = 0

    @property
    def options(self) -> Any:
        return GAME.options_type(**AGREED[self.agreed])


def table(bot: str, seed: int = 0) -> AtTable:
    return AtTable(Agreed(GAME, agreed=seed % len(AGREED)), 2, bot, 0 if seed % 5 else 0.01)


def test_it_knows_every_event() -> None:
    assert unheard(CapeAndCowl, GAME) == set()


@pytest.mark.parametrize("match", stored_matches(GAME), ids=lambda match: match.name)
def test_a_stored_match_is_counted_alike(match: Match) -> None:
    counted = judge(CapeAndCowl, GAME, match)
    assert counted.compared > 5 * counted.facts


@pytest.mark.parametrize(("bot", "nights"), [("random", 200), ("greedy", 60)])
def test_matches_by_chance_are_counted_alike(bot: str, nights: int) -> None:
    for seed in range(by_lane(commit=3, nightly=nights)):
        counted = judge(CapeAndCowl, GAME, table(bot, seed).match(seed))
        assert counted.compared > 5 * counted.facts


def more(rule: Callable[..., int], by: int) -> Callable[..., int]:
    """The rule, wrong by so much."""
    return lambda *about: rule(*about) + by


def lost(batch: Batch, seat: int, *why: Any, win: Callable[..., None] = ending.win) -> None:
    """The other player wins."""
    win(batch, 1 - seat, *why)


def kept(self: CardDrawn, board: Board, fold: Callable[..., None] = CardDrawn.fold) -> None:
    """A copy of the drawn card goes under the deck."""
    fold(self, board)
    board.players[self.seat].deck.put_under(str(self.card))


def nothing(*about: object) -> None:
    """It does not happen."""


FAULTS: dict[str, tuple[str, object]] = {
    "a card costs one more": (f"{RULES}.playing.cost", more(continuous.cost, 1)),
    "an attack is stronger by one": (f"{RULES}.attacks.strength", more(continuous.strength, 1)),
    "the Porter gives one more": (f"{RULES}.continuous.porter_income", more(continuous.porter_income, 1)),
    "income is told and not received": (f"{EVENTS}.ApReceived.fold", nothing),
    "the opponent is skipped": (f"{RULES}.turns.opponent", lambda seat: seat),
    "the loser wins": (f"{RULES}.ending.win", lost),
    "a drawn card stays in the deck": (f"{EVENTS}.CardDrawn.fold", kept),
    "a Type Effect comes too early": (f"{RULES}.attacks.UNLEASHED", 2),
    "nothing is triggered by destruction": (f"{RULES}.leaving._triggers", lambda board, gone: iter(())),
    "Attrition comes nine cards too early": (f"{RULES}.ending.limit", more(continuous.limit, -9)),
    "Combos never break": (f"{RULES}.attacks.break_combos", nothing),
    "Overdrive stays as it is": (f"{RULES}.changes.switch_overdrive", nothing),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_noticed(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(*FAULTS[fault])
    difference = noticed(CapeAndCowl, GAME, [table("greedy").match(seed) for seed in range(1, 5)])
    assert difference is not None
    assert "CNC-" in str(difference)
