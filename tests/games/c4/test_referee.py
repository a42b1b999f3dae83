"""The second referee counts the matches of C4 as the engine does."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from domain.games.c4 import GAME
from domain.games.c4.board import Board
from domain.games.c4.events.attacks import CardFlipped
from domain.games.c4.events.cards import CardDrawn, CardLeftPlay, TokensPaid
from domain.games.c4.frames import Item, Movement
from domain.games.c4.rules import attacks, ending, movements, piles, playing, prices, setup, turns, votes
from tests.games.c4.referee.ending import C4Referee
from tests.games.c4.referee.texts import printed
from tests.kit.lanes import by_lane
from tests.kit.planted import instead, more
from tests.kit.referee import Fault, Files, Match, judge, unheard
from tests.kit.refereed import AtTable, stored_matches, tables

RANDOM, GREEDY = tables(GAME, "random"), tables(GAME, "greedy")


def referee(files: Files) -> C4Referee:
    return C4Referee(printed(files))


def test_it_knows_every_event() -> None:
    assert unheard(C4Referee, GAME) == set()


@pytest.mark.parametrize("match", stored_matches(GAME), ids=lambda match: match.name)
def test_a_stored_match_is_counted_alike(match: Match) -> None:
    counted = judge(referee, GAME, match)
    assert counted.compared > counted.facts


@pytest.mark.parametrize("table", [*RANDOM, *GREEDY], ids=lambda table: table.name)
def test_matches_by_chance_are_counted_alike(table: AtTable) -> None:
    for seed in range(by_lane(commit=1, nightly=30 if table in RANDOM else 10)):
        counted = judge(referee, GAME, table.match(seed))
        assert counted.compared > counted.facts


def too_much(right: Callable[..., tuple[object, int]]) -> Callable[..., tuple[object, int]]:
    """One token more, of gains and losses."""

    def wrong(board: Board, move: Movement, item: Item) -> tuple[object, int]:
        return right(board, move, replace(item, amount=item.amount + 1))

    return wrong


def keeps_the_card(right: object) -> Callable[[CardDrawn, Board], None]:
    """The drawn card comes to the hand and stays on the deck."""
    return lambda event, board: board.players[event.seat].hand.add(event.iid, event.card)


def to_the_controller(right: Callable[..., None]) -> Callable[[CardLeftPlay, Board], None]:
    """A card that leaves play goes to whoever controlled it."""
    return lambda event, board: right(replace(event, owner=event.controller), board)


def draws_fewer(right: Callable[..., None]) -> Callable[..., None]:
    """An effect draws one card fewer."""
    return lambda batch, owner, n, cause: right(batch, owner, n - (cause == "effect"), cause)


def ties_win(right: object) -> Callable[..., bool]:
    """Whoever has a symbol wins."""
    return lambda board, attack, mine, theirs: mine is not None


def next_but_one(right: Callable[[Board, int], int]) -> Callable[[Board, int], int]:
    """The next player is passed over."""
    return lambda board, seat: right(board, right(board, seat))


def backwards(right: Callable[[str], str]) -> Callable[[str], str]:
    """Names are read from their end."""
    return lambda name: right(name)[::-1]


def fewest(right: Callable[..., tuple[int, ...]]) -> Callable[..., tuple[int, ...]]:
    """Who has the fewest, where the most is asked for."""
    return lambda seats, number: right(seats, lambda seat: -number(seat))


def first_named(right: object) -> Callable[[tuple[tuple[int, int], ...]], tuple[int, ...]]:
    """The lowest seat that any ballot names."""
    return lambda ballots: tuple(sorted(choice for _, choice in ballots))[:1]


FAULTS = [
    Fault("an additional action costs 1 more", prices, "additional_price", more(1), ("C4-304",)),
    Fault("a card costs 1 less", playing, "own_cost", more(-1), ("C4-311",)),
    Fault("what is paid stays in the supply", TokensPaid, "fold", instead(None), ("view",)),
    Fault("a movement of tokens is 1 more", movements, "_amount", too_much, ("C4-346", "C4-355", "C4-376")),
    Fault("nothing prevents a gain or a loss", movements, "applying", instead(None), ("C4-378",)),
    Fault("a drawn card stays on the deck", CardDrawn, "fold", keeps_the_card, ("view", "C4-216")),
    Fault("an effect draws a card fewer", piles, "draw", draws_fewer, ("C4-443",)),
    Fault("a card leaves play to its controller", CardLeftPlay, "fold", to_the_controller, ("view",)),
    Fault("equal symbols win", attacks, "_wins", ties_win, ("C4-408",)),
    Fault("a flipped card stays on the deck", CardFlipped, "fold", instead(None), ("view", "C4-408", "C4-412")),
    Fault("the next player is passed over", Board, "next_seat", next_but_one, ("C4-207",)),
    Fault("effects of this turn go on", turns, "end_effects", instead(None), ("C4-513", "C4-514")),
    Fault("the first player is another one", setup, "sort_name", backwards, ("C4-111", "C4-113")),
    Fault("an empty supply ends nothing", ending, "check", instead(False), ("C4-701",)),
    Fault("the fewest tokens win", ending, "_most", fewest, ("C4-705", "C4-707", "C4-717")),
    Fault("the fewest ballots decide", votes, "leaders", first_named, ("C4-561",)),
]


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_a_planted_fault_is_noticed(fault: Fault, monkeypatch: pytest.MonkeyPatch) -> None:
    matches = (table.match(seed) for seed in range(1, 11) for table in GREEDY)
    told = fault.noticed_by(referee, GAME, matches, monkeypatch)
    assert any(f": {rule}" in told for rule in fault.rules), told
