"""Tournaments that many change at the same time: whoever is overtaken gets through, and whoever asks shares a load."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial
from itertools import cycle
from typing import Any

import pytest

from api_schema.errors import ApiError, ErrorCode
from api_schema.ports.base import ANONYMOUS
from api_schema.ports.tournaments import DeckOrder, RegisterEntrant, StartRound
from domain.tournament import course as steps
from domain.tournament import decide
from service.tournaments import repository
from tests.kit.chance import key
from tests.kit.served import Served, serve
from tests.kit.tournament_desk import Hosted, hosted, somebody

pytestmark = [pytest.mark.anyio, pytest.mark.each_store]
Overtake = Callable[[], Awaitable[object]]


@pytest.fixture
async def store(url: str) -> AsyncIterator[Served]:
    """A service on an empty store of each kind; nothing runs in the background."""
    served = await serve(url)
    yield served
    await served.app.stop()


@pytest.fixture
async def other(url: str, store: Served) -> AsyncIterator[Served]:
    """Another replica on the same store."""
    served = await serve(url)
    yield served
    await served.app.stop()


@pytest.fixture
def paired(monkeypatch: pytest.MonkeyPatch) -> list[steps.Course]:
    """What was paired."""
    real, courses = steps.pair, []

    def counted(course: steps.Course, *given: Any) -> steps.CourseOrFaults:
        courses.append(course)
        return real(course, *given)

    monkeypatch.setattr(steps, "pair", counted)
    return courses


async def refused(work: Awaitable[object]) -> ApiError:
    with pytest.raises(ApiError) as caught:
        await work
    return caught.value


def overtaken(monkeypatch: pytest.MonkeyPatch, served: Served, *by: Overtake) -> list[int]:
    """Let something happen just before each of the next appends of a round; the versions that these expect."""
    append, left, expected = served.app.store.append_all, list(by), list[int]()

    async def append_all(appends: Any) -> Any:
        expected.append(appends[0].expected_version)
        if left:
            await left.pop(0)()
        return await append(appends)

    monkeypatch.setattr(served.app.store, "append_all", append_all)
    return expected


def changing(held: Hosted, other: Served) -> Overtake:
    """An entrant that brings yet another deck through another replica."""
    (player, *_), decks = held.players.values(), cycle(["owl", "fox"])
    use = other.app.use_cases.tournaments
    return lambda: use.change_deck(player, held.id, key(), DeckOrder(next(decks)))


@pytest.mark.answers("getEntrants")
async def test_who_brings_other_decks_does_not_keep_a_round_from_starting(
    store: Served, other: Served, paired: list[steps.Course], monkeypatch: pytest.MonkeyPatch
) -> None:
    held = await hosted(store, 4)
    change = changing(held, other)
    expected = overtaken(monkeypatch, store, change, change, change)
    await held.start()
    assert [version - expected[0] for version in expected] == [0, 1, 2, 3]
    assert len(paired) == 1
    (first, *_) = held.players
    deck = next(one.deck for one in (await held.use.entrants(ANONYMOUS, held.id, first=9)).entrants if one.id == first)
    assert deck.deck == "owl"


async def test_a_round_is_paired_again_when_somebody_has_come(
    store: Served, other: Served, paired: list[steps.Course], monkeypatch: pytest.MonkeyPatch
) -> None:
    held, newcomer = await hosted(store, 3), await somebody(store)
    use, order = other.app.use_cases.tournaments, RegisterEntrant(DeckOrder("fox"))
    overtaken(monkeypatch, store, lambda: use.register(newcomer, held.id, key(), order))
    await held.start()
    assert [len(course.entrants) for course in paired] == [3, 4]
    assert sum(len(one.seats) for one in await held.tables()) == 4


async def test_who_is_overtaken_again_and_again_is_told_so(
    store: Served, other: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(repository, "TRIES", 3)
    held, again = await hosted(store, 2), key()
    change = changing(held, other)
    expected = overtaken(monkeypatch, store, change, change, change)
    order = StartRound(1)
    error = await refused(held.use.start_round(held.organiser, held.id, again, order))
    assert (error.code, "3 times in a row" in error.message, len(expected)) == (ErrorCode.UNAVAILABLE, True, 3)
    assert (await held.use.start_round(held.organiser, held.id, again, order)).tournament.round == 1


async def test_a_deck_that_is_the_same_is_no_event_and_what_is_used_up_is_told(
    store: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(decide, "MOST_CHANGES", 1)
    monkeypatch.setattr(decide, "MOST_RETURNS", 1)
    held = await hosted(store, 1)
    (player,) = held.players.values()
    change = partial(held.use.change_deck, player, held.id)
    before = (await held.shown()).version
    same = await change(key(), DeckOrder("fox"))
    assert (same.version, same.replayed, same.tournament.version) == (before, False, before)
    assert (await change(key(), DeckOrder("owl"))).version == before + 1
    error = await refused(change(key(), DeckOrder("fox")))
    assert (error.code, error.faults[0].code) == (ErrorCode.ENTRY_REFUSED, "CHANGES_USED")
    await held.use.drop(player, held.id, key(), None)
    await held.register(player)
    await held.use.drop(player, held.id, key(), None)
    error = await refused(held.register(player))
    assert (error.code, error.faults[0].code) == (ErrorCode.ENTRY_REFUSED, "RETURNS_USED")


async def test_many_who_ask_for_a_tournament_that_is_not_in_memory_have_it_read_once(
    store: Served, other: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = await hosted(store, 2)
    read, whole = other.app.store.read, 0

    async def counted(stream: Any, after: int = 0, limit: int | None = None, *, head: bytes | None = None) -> Any:
        nonlocal whole
        whole += after == 0
        return await read(stream, after, limit, head=head)

    monkeypatch.setattr(other.app.store, "read", counted)
    get = other.app.use_cases.tournaments.get
    found = await asyncio.gather(*(get(ANONYMOUS, held.id) for _ in range(20)))
    assert {one.id for one in found} == {held.id}
    assert whole == 1
