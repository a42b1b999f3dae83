"""The second referee counts the matches of TRF as the engine does."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from domain.games.trf import GAME
from domain.games.trf.board import Board, Fight
from domain.games.trf.events.attacks import PlanetCaptured
from domain.games.trf.events.cards import CardDrawn
from domain.games.trf.events.fights import BattleMarked
from domain.games.trf.events.turns import MetersPaid
from domain.games.trf.rules import assault, continuous, ending, fights, piles, turns
from domain.kernel.result import Result
from tests.games.trf.referee.ending import TrfReferee
from tests.games.trf.referee.texts import printed
from tests.kit.lanes import by_lane
from tests.kit.planted import instead, more
from tests.kit.referee import Fault, Files, Match, judge, unheard
from tests.kit.refereed import AtTable, stored_matches, tables

RANDOM, GREEDY = tables(GAME, "random"), tables(GAME, "greedy", turn_cap=30)


def referee(files: Files) -> TrfReferee:
    return TrfReferee(printed(files))


def test_it_knows_every_event() -> None:
    assert unheard(TrfReferee, GAME) == set()


@pytest.mark.parametrize("match", stored_matches(GAME), ids=lambda match: match.name)
def test_a_stored_match_is_counted_alike(match: Match) -> None:
    counted = judge(referee, GAME, match)
    assert counted.compared > counted.facts


@pytest.mark.parametrize("table", [*RANDOM, *GREEDY], ids=lambda table: table.name)
def test_matches_by_chance_are_counted_alike(table: AtTable) -> None:
    for seed in range(by_lane(commit=1, nightly=70 if table in RANDOM else 10)):
        counted = judge(referee, GAME, table.match(seed))
        assert counted.compared > counted.facts


def keeps_the_card(right: object) -> Callable[[CardDrawn, Board], None]:
    """The drawn card comes to the hand and stays on the deck."""
    return lambda event, board: board.players[event.seat].hand.add(event.iid, event.card)


def keeps_the_planet(right: object) -> Callable[[PlanetCaptured, Board], None]:
    """A captured planet stays where it is."""
    return lambda event, board: None


def draws_more(right: Callable[..., None]) -> Callable[..., None]:
    """A card's text draws one card more."""
    return lambda batch, seat, n, cause: right(batch, seat, n + (cause in GAME.core().cards), cause)


def poorer(right: Callable[..., tuple[int, int]]) -> Callable[..., tuple[int, int]]:
    """Income is 50 meters less."""
    return lambda board, seat: (right(board, seat)[0] - 50, right(board, seat)[1])


def other_side(right: Callable[..., int]) -> Callable[[Board, Fight, str], int]:
    """Each side has the total of the other one."""
    return lambda board, fight, side: right(board, fight, "defender" if side == "attacker" else "attacker")


def no_shields(right: object) -> Callable[[Board], tuple[str, ...]]:
    """The homeworld can be attacked at any time."""

    def wrong(board: Board) -> tuple[str, ...]:
        defender = board.defender()
        return () if defender is None else tuple(one.iid for one in board.players[defender].planets if one.home)

    return wrong


def again(right: Callable[..., None]) -> Callable[..., None]:
    """A player has another turn."""
    return lambda batch, seat: right(batch, seat if batch.board.turn == 0 else batch.board.active)


def backwards(right: Callable[[Board], list[object]]) -> Callable[[Board], list[object]]:
    """The newest fight first."""
    return lambda board: right(board)[::-1]


def upside_down(right: Callable[..., Result]) -> Callable[..., Result]:
    """Who has lost first is the first."""
    return lambda kind, placings, *others, **named: right(kind, placings[::-1], *others, **named)


FAULTS = [
    Fault("a card costs 10 more", continuous, "price", more(10), ("TRF-308",)),
    Fault("what is paid stays in the pool", MetersPaid, "fold", instead(None), ("view", "TRF-203")),
    Fault("income is less", continuous, "income", poorer, ("TRF-203",)),
    Fault("a drawn card stays on the deck", CardDrawn, "fold", keeps_the_card, ("view", "TRF-207")),
    Fault("a text draws a card more", piles, "draw", draws_more, ("TRF-325", "TRF-207")),
    Fault("a total is 1 more", continuous, "total", more(1), ("view", "TRF-432")),
    Fault("the lower total wins", continuous, "total", other_side, ("view", "TRF-432")),
    Fault("fights get stuck less often", continuous, "threshold", more(-1), ("view", "TRF-423")),
    Fault("a battle leaves no mark", BattleMarked, "fold", instead(None), ("view",)),
    Fault("nobody is spent", continuous, "spent", instead(False), ("view", "TRF-402")),
    Fault("a unit captures 1 more", continuous, "capture", more(1), ("view", "TRF-456")),
    Fault("a planet is worth 1 less", continuous, "defense", more(-1), ("view", "TRF-456")),
    Fault("nothing shields a homeworld", assault, "targets", no_shields, ("TRF-452",)),
    Fault("a captured planet stays", PlanetCaptured, "fold", keeps_the_planet, ("view",)),
    Fault("a player has turn after turn", turns, "start_turn", again, ("TRF-201",)),
    Fault(
        "fights are handled from the last one",
        fights,
        "in_order",
        backwards,
        ("TRF-420",),
    ),
    Fault("the first to lose wins", ending, "Result", upside_down, ("TRF-702", "TRF-R99")),
]


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_a_planted_fault_is_noticed(fault: Fault, monkeypatch: pytest.MonkeyPatch) -> None:
    matches = (table.match(seed) for seed in range(4) for table in GREEDY)
    told = fault.noticed_by(referee, GAME, matches, monkeypatch)
    assert any(f": {rule}" in told for rule in fault.rules), told
