"""Piles: whoever may not know of a card can't tell two tables apart that differ in it, nor in how it was drawn."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

from domain.kernel import piles
from domain.kernel.audience import FULL, SPECTATOR, seat
from domain.kernel.batch import Batch
from domain.kernel.draws import Draws
from domain.kernel.facts import Event, Notice, as_seen
from domain.kernel.match import ClockPolicy
from tests.kernel.test_decide import started
from tests.toy_game.board import Board
from tests.toy_game.game import GAME

IDS = piles.Ids("x")
ME, OTHER = 0, 1


class Mixed(Notice[Board], frozen=True):
    """A pile was shuffled."""

    type = "mixed"
    seat: int
    order: tuple[int, ...] | None = None


class Came(Notice[Board], frozen=True):
    """A card came into a hand."""

    type = "came"
    seat: int
    left: int
    card: str | None = None
    iid: str | None = None


class AllCame(Notice[Board], frozen=True):
    """Cards came into a hand together."""

    type = "all_came"
    seat: int
    iids: tuple[str, ...] | None = None


class Thrown(Notice[Board], frozen=True):
    """A card of a hand was discarded."""

    type = "thrown"
    seat: int
    card: str


class Milled(Notice[Board], frozen=True):
    """Cards of a deck were turned up."""

    type = "milled"
    cards: tuple[tuple[str, str], ...]


class Seen(Notice[Board], frozen=True):
    """A seat saw cards."""

    type = "seen"
    seat: int
    count: int
    cards: tuple[str, ...] | None = None


def table(seed: bytes) -> Batch:
    return Batch(GAME, started(clock=ClockPolicy()), Draws(seed, "mt_1", b"", {}), 0)


def mixes(batch: Batch, cards: str) -> None:
    piles.shuffle(batch, str(ME), len(cards), partial(Mixed, seat=ME))


def comes(batch: Batch, cards: str) -> None:
    IDS.into_hand(batch, ME, partial(Came, seat=ME, left=9, card=cards[0]), "card")


def looks(batch: Batch, cards: str) -> None:
    piles.looked_at(batch, Seen(seat=ME, count=len(cards), cards=tuple(cards)), ME)


def both_look(batch: Batch, cards: str) -> None:
    piles.looked_at(batch, Seen(seat=ME, count=len(cards), cards=tuple(cards)), ME, OTHER)


def all_come(batch: Batch, cards: str) -> None:
    IDS.all_into_hand(batch, ME, 2, partial(AllCame, seat=ME))


def is_discarded(batch: Batch, cards: str) -> None:
    """Of cards that are the same to all, so that only the draw can tell."""
    piles.at_random(batch, ME, [{"card": "a"}] * 8, partial(Thrown, seat=ME))


def is_discarded_from_places(batch: Batch, cards: str) -> None:
    piles.at_random(batch, ME, [{"card": "a"}] * 8, partial(Thrown, seat=ME), told=seat(ME))


def is_milled(batch: Batch, cards: str) -> None:
    found, draws = IDS.turned_up(batch, cards[:2])
    batch.emit(Milled(cards=found, draws=draws))


EVERYBODY = {seat(ME), seat(OTHER), SPECTATOR}
MOVES = {
    "a shuffle": mixes,
    "a card into the hand": comes,
    "cards into the hand": all_come,
    "a discard at random": is_discarded,
    "a discard at random from known places": is_discarded_from_places,
    "a mill": is_milled,
    "a look": looks,
    "a look of two": both_look,
}
SHOWN_TO: dict[str, set[str]] = {
    "a shuffle": set(),
    "a card into the hand": {seat(ME)},
    "cards into the hand": {seat(ME)},
    "a discard at random": set(),
    "a discard at random from known places": {seat(ME)},
    "a mill": EVERYBODY,
    "a look": {seat(ME)},
    "a look of two": {seat(ME), seat(OTHER)},
}


@pytest.mark.parametrize("move", MOVES)
@pytest.mark.parametrize("viewer", [seat(ME), seat(OTHER), SPECTATOR, FULL])
def test_only_who_may_know_sees_a_difference(move: str, viewer: str) -> None:
    one, twin = seen(MOVES[move], viewer, b"one", "abcdefgh"), seen(MOVES[move], viewer, b"two", "hgfedcba")
    assert (one != twin) is (viewer in SHOWN_TO[move] | {FULL})


def seen(move: Callable[[Batch, str], None], viewer: str, seed: bytes, cards: str) -> list[Event | None]:
    batch = table(seed)
    move(batch, cards)
    return [as_seen(fact, viewer) for fact in batch.facts]


def test_the_record_has_what_was_drawn() -> None:
    batch = table(b"one")
    for move in (mixes, comes, looks):
        move(batch, "abc")
    mixed, came, looked = (fact.event for fact in batch.facts)
    assert isinstance(mixed, Mixed)
    assert isinstance(came, Came)
    assert [(draw.purpose, draw.size, draw.value) for draw in mixed.draws] == [("shuffle:0", 3, mixed.order)]
    assert [(draw.purpose, draw.size) for draw in came.draws] == [("iid:0", 1 << 40)]
    assert came.iid == f"x{came.draws[0].value:010x}"
    assert looked.draws == ()


def test_ids_are_drawn_anew_and_tell_nothing_about_the_card() -> None:
    batch = table(b"one")
    found, draws = IDS.turned_up(batch, "a" * 50)
    assert len({iid for iid, _ in found}) == len({draw.value for draw in draws}) == 50
    assert [draw.n for draw in draws] == list(range(50))
    assert IDS.turned_up(table(b"one"), "a" * 50) == (found, draws)
    assert IDS.turned_up(batch, "") == ((), ())


def test_a_card_at_random_is_each_one_in_turn() -> None:
    batch = table(b"one")
    held = [{"card": card} for card in "abc"]
    picked = [piles.at_random(batch, ME, held, partial(Thrown, seat=ME)) for _ in range(300)]
    thrown = [fact.event for fact in batch.facts if isinstance(fact.event, Thrown)]
    assert [event.card for event in thrown] == ["abc"[place] for place in picked]
    assert [(draw.purpose, draw.value) for event in thrown for draw in event.draws] == [
        ("discard:0", n) for n in picked
    ]
    assert min(picked.count(place) for place in range(3)) > 60
