"""Piles: whoever may not know of a card can't tell two tables apart that differ in it, nor in how it was drawn."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

from domain.kernel import piles
from domain.kernel.audience import FULL, SPECTATOR, seat
from domain.kernel.batch import Batch
from domain.kernel.draws import Draws
from domain.kernel.facts import Event, Told, as_seen
from domain.kernel.match import ClockPolicy
from tests.kernel.test_decide import started
from tests.toy_game.board import ToyBoard
from tests.toy_game.game import GAME

IDS = piles.Ids("x")
ME, OTHER = 0, 1


class Mixed(Told[ToyBoard], frozen=True):
    """A pile was shuffled."""

    type = "mixed"
    seat: int
    order: tuple[int, ...] | None = None


class Came(Told[ToyBoard], frozen=True):
    """A card came into a hand."""

    type = "came"
    seat: int
    left: int
    card: str | None = None
    iid: str | None = None


class Seen(Told[ToyBoard], frozen=True):
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
    piles.looked_at(batch, ME, Seen(seat=ME, count=len(cards), cards=tuple(cards)))


MOVES = {"a shuffle": mixes, "a card into the hand": comes, "a look": looks}
SHOWN_TO = {"a shuffle": set(), "a card into the hand": {seat(ME)}, "a look": {seat(ME)}}


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
    for move in MOVES.values():
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
    iids, draws = IDS.several(batch, "table", 50)
    assert len({*iids}) == len({draw.value for draw in draws}) == 50
    assert [draw.n for draw in draws] == list(range(50))
    assert IDS.several(table(b"one"), "table", 50) == (iids, draws)
    assert IDS.several(batch, "table", 0) == ((), ())


def test_a_card_at_random_is_each_one_in_turn() -> None:
    batch = table(b"one")
    picked = [piles.at_random(batch, ME, "abc") for _ in range(300)]
    assert {card for card, _ in picked} == {*"abc"}
    assert all(card == "abc"[int(str(draw.value))] and draw.purpose == "discard:0" for card, draw in picked)
    assert min(sum(card == one for card, _ in picked) for one in "abc") > 60
