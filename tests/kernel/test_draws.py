"""Draws as docs/fairness.md writes them down, recomputed here with nothing but hashlib and hmac."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.kernel.draws import Draws, combine, commitment, salt

SEED = bytes(range(32))
MATCH = "mt_vectors"
NOBODY_SENT = combine(
    (
        None,
        None,
    )
)
VECTORS: dict[str, Any] = {
    "die": 5,
    "deck": (0, 5, 1, 2, 3, 7, 4, 6),
    "commitment": "8a4805b596df3c406d158ec87bfac896840a7799b6cac7c0f321cbe29622ccb1",
    "combine": "317e99c9a532546a7915c5ad273ebea622db0feba261e80ff861ce2bc8ce4ce3",
    "salt": "46d23680b3a685a5bbf2b34fa66d1565",
}


def words(purpose: str, n: int, seats: bytes) -> list[int]:
    """The first eight 64-bit words of a draw, from the text of the scheme."""
    found: list[int] = []
    for block in range(2):
        message = f"{MATCH}|{seats.hex()}|{purpose}|{n}|{block}".encode()
        digest = hmac.new(SEED, message, hashlib.sha256).digest()
        found += [int.from_bytes(digest[at : at + 8], "big") for at in range(0, 32, 8)]
    return found


def draws(seats: bytes = NOBODY_SENT, **counts: int) -> Draws:
    return Draws(SEED, MATCH, seats, counts)


def test_an_integer_is_the_first_word_below_the_largest_multiple() -> None:
    for size in (1, 2, 6, 52, 1_000_003):
        drawn = draws().below("die", size).draw
        assert drawn.value == words("die", 0, NOBODY_SENT)[0] % size
        assert (drawn.purpose, drawn.n, drawn.size) == ("die", 0, size)


def test_a_word_beyond_the_largest_multiple_is_thrown_away() -> None:
    size = (1 << 63) + 1
    stream = words("die", 0, NOBODY_SENT)
    expected = next(word for word in stream if word < size)
    assert draws().below("die", size).value == expected


def test_a_shuffle_is_fisher_yates_from_the_last_place_down() -> None:
    stream = iter(words("deck", 3, NOBODY_SENT))
    places = list(range(8))
    for last in range(7, 0, -1):
        other = next(stream) % (last + 1)
        places[last], places[other] = places[other], places[last]
    assert draws(deck=3).shuffle("deck", 8).order == tuple(places)


def test_vectors_that_must_never_change() -> None:
    assert draws().below("die", 6).value == VECTORS["die"]
    assert draws().shuffle("deck", 8).order == VECTORS["deck"]
    assert commitment(MATCH, SEED) == VECTORS["commitment"]
    assert (
        combine(
            (
                "a",
                None,
                "",
            )
        ).hex()
        == VECTORS["combine"]
    )
    assert salt(SEED, MATCH, 7, "seat:1").hex() == VECTORS["salt"]


def test_draws_are_counted_by_purpose_so_that_their_order_never_matters() -> None:
    one, other = draws(), draws()
    first = [one.below("a", 1_000), one.below("b", 1_000), one.below("a", 1_000)]
    second = [other.below("b", 1_000), other.below("a", 1_000), other.below("a", 1_000)]
    assert [first[1], first[0], first[2]] == second
    assert [roll.draw.n for roll in first] == [0, 0, 1]


@given(st.lists(st.none() | st.text(max_size=4), min_size=1, max_size=4))
def test_another_list_of_seat_seeds_is_another_game(seeds: list[str | None]) -> None:
    for place in range(len(seeds)):
        changed = [*seeds[:place], (seeds[place] or "") + "x", *seeds[place + 1 :]]
        assert combine(tuple(changed)) != combine(tuple(seeds))


def test_no_seed_is_not_an_empty_seed() -> None:
    assert combine((None,)) != combine(("",))
    assert combine(
        (
            "ab",
            "c",
        )
    ) != combine(
        (
            "a",
            "bc",
        )
    )


def test_every_place_is_as_likely() -> None:
    counted = Counter(draws(die=n).below("die", 6).value for n in range(6_000))
    assert set(counted) == set(range(6))
    assert sum((count - 1_000) ** 2 / 1_000 for count in counted.values()) < 20.5, "chi squared, 5 degrees, p = 0.001"


@pytest.mark.parametrize("size", [0, 1, 2, 13, 60])
def test_a_shuffle_is_a_permutation(size: int) -> None:
    value = draws().shuffle("deck", size).order
    assert sorted(value) == list(range(size))
