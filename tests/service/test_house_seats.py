"""Seats that are given to bots of the house: by whom, how many, with what, and what others see of them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import select

from api_schema.errors import ApiError, ErrorCode
from api_schema.ports.base import ANONYMOUS, Caller
from api_schema.ports.matches import CreateMatch, JoinMatch, JoinOut
from domain.games.capcom_crossovers import GAME as CAPCOM
from domain.kernel.game import CardGame
from eventstore.envelope import StoredEvent
from service.application.ids import MATCH_IDS
from service.limits import Limits
from service.matches.aggregate import Aggregate
from service.matches.house_seats import HouseSeats
from service.tables import house_bots
from tests.kit.served import ALICE, BOB, EVE, Served, serve
from tests.toy_game import GAME

pytestmark = [pytest.mark.anyio, pytest.mark.each_store]
LOOKED_THROUGH: CardGame = replace(GAME, dealt=lambda state, seat, shuffled: state.copy())
"""The toy game with every bot: it deals nothing anew."""


@pytest.fixture
async def served(url: str) -> AsyncIterator[Served]:
    """A service on each store whose bots rest."""
    service = await serve(url, {GAME.slug: LOOKED_THROUGH, CAPCOM.slug: CAPCOM}, limits=Limits(house_bots=2))
    async with service.app:
        yield service


async def give(served: Served, caller: Caller, match: str, bot: Any = "random", **order: Any) -> JoinOut:
    return await served.app.use_cases.matches.join(caller, match, served.key(), JoinMatch(bot=bot, **order))


async def refused(served: Served, caller: Caller, match: str, bot: Any = "random", **order: Any) -> ApiError:
    with pytest.raises(ApiError) as refusal:
        await give(served, caller, match, bot, **order)
    return refusal.value


async def notes(served: Served) -> list[str | None]:
    """For whom seats are noted."""
    rows = await served.app.store.sql.read(lambda connection: connection.execute(select(house_bots)).all())
    return [row.account for row in rows]


async def stored(served: Served, match: str) -> list[StoredEvent]:
    return await served.app.store.read(MATCH_IDS.stream_of(match))


async def test_a_seat_is_given_and_is_marked_wherever_it_is_shown(served: Served) -> None:
    match = await served.open()
    joined = await give(served, ALICE, match, "greedy", seat=1)
    assert (joined.seat, joined.seat_token, joined.replayed) == (1, "", False)
    taken = (await served.app.use_cases.matches.events(EVE, match)).events[1]
    assert (taken.type, taken.data) == ("seat_taken", {"seat": 1, "player": "house:greedy", "bot": True})
    await served.app.projector.catch_up()
    listed = (await served.app.use_cases.matches.find(EVE, first=1)).matches[0]
    for shown in (joined.match, listed, await served.app.use_cases.matches.get(EVE, match)):
        seat = shown.seats[1]
        assert (seat.bot, seat.house_bot, seat.player, seat.name) == (True, "greedy", "house:greedy", None)
        assert shown.seats[0].house_bot is None
    assert (await served.sit(BOB, match)).match.status == "RUNNING"


async def test_only_who_made_a_match_gives_its_seats(served: Served) -> None:
    match = await served.open()
    await served.sit(BOB, match)
    for caller in (BOB, EVE):
        error = await refused(served, caller, match)
        assert (error.code, error.path) == (ErrorCode.FORBIDDEN, ("bot",))
    assert (await refused(served, ANONYMOUS, match)).code == ErrorCode.UNAUTHENTICATED
    assert await notes(served) == []
    # without the code, which is for others
    private = await served.open(visibility="INVITE")
    assert (await give(served, ALICE, private)).seat == 0


async def test_a_guest_gives_seats_of_a_match_that_a_guest_has_made_and_it_sat_down_in_first(served: Served) -> None:
    matches = served.app.use_cases.matches
    made, _, _ = await matches.create(ANONYMOUS, served.key(), CreateMatch(GAME.slug, 3))
    guests = []
    for seat in (2, 0):
        token = (await served.sit(ANONYMOUS, made.id, seat=seat)).seat_token
        guests.append(await served.app.use_cases.accounts.authenticate(token))
    first, second = guests
    for caller in (second, ALICE):
        assert (await refused(served, caller, made.id)).code == ErrorCode.FORBIDDEN
    assert (await give(served, first, made.id)).match.status == "RUNNING"
    assert await notes(served) == [None]


REFUSED = [
    ({"bot": "searching", "deck_id": "dk_aaaaaaaaaaaaaaaaaaaaaaaa"}, ErrorCode.INVALID_INPUT, "deckId"),
    ({"loadout": {"charm": "owl"}}, ErrorCode.INVALID_INPUT, "loadout"),
    ({"seed": "0123"}, ErrorCode.INVALID_INPUT, "seed"),
    ({"deck": "bear"}, ErrorCode.INVALID_INPUT, "deck"),
    ({"seat": 7}, ErrorCode.NOT_FOUND, "seat"),
    ({"seat": 1}, ErrorCode.SEAT_TAKEN, "seat"),
]


@pytest.mark.parametrize(("order", "code", "path"), REFUSED)
async def test_what_is_wrong_is_named_and_nothing_is_noted(
    served: Served, order: dict[str, Any], code: ErrorCode, path: str
) -> None:
    match = await served.open(seats=3)
    await give(served, ALICE, match, seat=1)
    error = await refused(served, ALICE, match, **order)
    assert (error.code, error.path) == (code, (path,))
    assert await notes(served) == [ALICE.account]


async def test_bots_do_not_play_alone(served: Served) -> None:
    match = await served.open()
    await give(served, ALICE, match, seat=1)
    error = await refused(served, ALICE, match)
    assert (error.code, error.path) == (ErrorCode.INVALID_INPUT, ("bot",))


async def test_bots_do_not_join_what_has_begun(served: Served) -> None:
    assert (await refused(served, ALICE, await served.started())).code == ErrorCode.MATCH_STARTED
    with pytest.raises(ApiError) as refusal:
        await give(served, ALICE, "mt_aaaaaaaaaaaaaaaaaaaaaaaaaa")
    assert refusal.value.code == ErrorCode.NOT_FOUND


async def test_a_game_that_deals_nothing_anew_has_the_one_bot_that_knows_nothing(url: str) -> None:
    plain = await serve(url)
    async with plain.app:
        match = await plain.open()
        error = await refused(plain, ALICE, match, "greedy")
        assert (error.code, error.path) == (ErrorCode.INVALID_INPUT, ("bot",))
        assert error.message == "envoys has no bot 'greedy'; it has random"


async def test_a_bot_brings_the_named_deck_else_one_that_is_for_its_seat(served: Served) -> None:
    for deck in ("owl", "fox", None):
        match = await served.open()
        await give(served, ALICE, match, seat=0, deck=deck)
        await served.sit(ALICE, match)
        state = (await served.app.matches.repository.current(match)).state
        loadout = state.seats[0].loadout
        assert loadout is not None
        assert deck in (loadout.charm, None)
        await served.act(ALICE, match, action={"type": "concede"})
        await served.app.projector.catch_up()
    boss = await served.open(game=CAPCOM.slug, seats=3, options={"mode": "boss"})
    for seat in (0, 1):
        assert (await give(served, ALICE, boss, seat=seat)).seat == seat


async def test_a_retry_finds_the_seat_that_was_given(served: Served) -> None:
    matches, match, key = served.app.use_cases.matches, await served.open(), served.key()
    first = await matches.join(ALICE, match, key, JoinMatch(bot="random"))
    await served.sit(ALICE, match)
    again = await matches.join(ALICE, match, key, JoinMatch(bot="random"))
    assert (first.seat, again.seat, again.seat_token, again.replayed) == (0, 0, "", True)
    assert await notes(served) == [ALICE.account]
    with pytest.raises(ApiError) as refusal:
        await matches.join(ALICE, match, key, JoinMatch(bot="greedy"))
    assert refusal.value.code == ErrorCode.KEY_REUSED


async def test_the_same_request_at_several_replicas_at_once_gives_one_seat(served: Served) -> None:
    """A guest's, since those of an account wait for one another."""
    house = HouseSeats(served.app.store, 2, 2)
    match = await served.open()
    assert sorted(await asyncio.gather(*(house.note(ANONYMOUS, match, "once") for _ in range(8)))) == [False] * 7 + [
        True
    ]


async def test_a_retry_gets_its_first_answer_at_the_limit_too(served: Served) -> None:
    """Its own note is gone with the seat, and other seats have the room."""
    matches, match, key = served.app.use_cases.matches, await served.open(seats=3), served.key()
    first = await matches.join(ALICE, match, key, JoinMatch(bot="random"))
    await matches.leave(ALICE, match, first.seat, served.key())
    for _ in range(2):
        await give(served, ALICE, await served.open())
    assert (await refused(served, ALICE, match)).path == ("bot",)
    again = await matches.join(ALICE, match, key, JoinMatch(bot="random"))
    assert (again.seat, again.replayed) == (first.seat, True)
    assert await notes(served) == [ALICE.account] * 2


async def test_an_account_has_so_many_at_once(served: Served) -> None:
    match = await served.open(seats=3)
    await give(served, ALICE, match)
    await give(served, ALICE, match)
    other = await served.open()
    error = await refused(served, ALICE, other)
    assert (error.code, error.path) == (ErrorCode.FORBIDDEN, ("bot",))
    assert "at most 2 seats at once for one account" in error.message
    await served.sit(ALICE, match)
    await served.act(ALICE, match, action={"type": "concede"})
    left = await served.app.matches.play.abort(match, "abandoned", 2**52)
    assert left.aggregate.state.status == "aborted"
    await served.app.projector.catch_up()
    await give(served, ALICE, other)
    assert await notes(served) == [ALICE.account]


async def test_a_seat_that_was_given_is_freed_by_who_gave_it(served: Served) -> None:
    matches, match = served.app.use_cases.matches, await served.open(seats=3)
    await give(served, ALICE, match, seat=1)
    await give(served, ALICE, match, seat=2)
    for caller in (BOB, EVE):
        with pytest.raises(ApiError) as refusal:
            await matches.leave(caller, match, 1, served.key())
        assert refusal.value.code == ErrorCode.NOT_YOUR_SEAT
    key = served.key()
    for _ in range(2):
        assert not (await matches.leave(ALICE, match, 1, key)).seats[1].taken
    assert await notes(served) == [ALICE.account]
    assert (await give(served, ALICE, match, seat=1)).seat == 1


async def test_who_took_a_seat_that_a_bot_had_is_not_put_out_of_it(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    matches, match = served.app.use_cases.matches, await served.open(seats=3)
    await give(served, ALICE, match, seat=1)
    known = served.app.matches.repository.current

    async def earlier(name: str) -> Aggregate:
        """What the caller's request reads before somebody else is quicker."""
        before = await known(name)
        monkeypatch.setattr(served.app.matches.repository, "current", known)
        await matches.leave(ALICE, match, 1, served.key())
        await served.sit(BOB, match, seat=1)
        return before

    monkeypatch.setattr(served.app.matches.repository, "current", earlier)
    with pytest.raises(ApiError) as refusal:
        await matches.leave(ALICE, match, 1, served.key())
    assert refusal.value.code == ErrorCode.NOT_YOUR_SEAT
    assert (await matches.get(BOB, match)).seats[1].taken


async def test_nobody_looks_or_acts_for_a_bot(served: Served) -> None:
    match = await served.open()
    await give(served, ALICE, match, seat=1)
    await served.sit(ALICE, match)
    for ask in (
        served.app.use_cases.matches.state(ALICE, match, perspective="seat:1"),
        served.app.use_cases.matches.legal_actions(ALICE, match, 1),
        served.act(ALICE, match, seat=1, action={"type": "concede"}),
    ):
        with pytest.raises(ApiError) as refusal:
            await ask
        assert refusal.value.code == ErrorCode.NOT_YOUR_SEAT


async def test_an_erasure_forgets_for_whom_a_bot_plays_and_nothing_else(served: Served) -> None:
    ada, _ = await served.account("Ada")
    matches = served.app.use_cases.matches
    made, _, _ = await matches.create(ada, served.key(), CreateMatch(GAME.slug, 2))
    await give(served, ada, made.id, seat=1)
    await served.sit(BOB, made.id)
    before = await stored(served, made.id)
    assert await notes(served) == [ada.account]
    await served.app.use_cases.accounts.erase(ada, "ERASE")
    assert await notes(served) == []
    assert await stored(served, made.id) == before
    with pytest.raises(ApiError) as refusal:
        await give(served, ada, made.id)
    assert refusal.value.code == ErrorCode.NOT_FOUND


@pytest.mark.answers("getDeckStatistics")
async def test_a_match_with_a_bot_counts_for_no_statistics(served: Served) -> None:
    for bot in (False, "random"):
        match = await served.open()
        await served.app.use_cases.matches.join(
            ALICE, match, served.key(), JoinMatch(seat=1, bot=bot, deck=None if bot else "owl")
        )
        await served.sit(ALICE, match)
        await served.act(ALICE, match, seat=0, action={"type": "concede"})
        assert (await served.app.use_cases.matches.get(EVE, match)).status == "FINISHED"
    await served.app.projector.catch_up()
    found = await served.app.use_cases.results.deck_statistics(GAME.slug, first=10)
    assert sum(deck.played for deck in found.decks) == 2
