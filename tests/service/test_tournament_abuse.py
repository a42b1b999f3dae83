"""Tournaments under abuse: what somebody could try, or could happen by bad luck, and must not come through."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import aclosing
from pathlib import Path
from typing import Any

import msgspec
import pytest

from api_schema.errors import ErrorCode
from api_schema.ports.base import Caller
from api_schema.ports.matches import ActInput
from api_schema.ports.tournaments import (
    CreateTournament,
    DeckOrder,
    LateEntryPolicy,
    RegisterEntrant,
    ReportResult,
    RulePairing,
    StartRound,
    TournamentPolicy,
)
from domain.games import discover
from domain.kernel.refusal import Violation
from domain.tournament.codec import fold
from domain.tournament.events import EntrantRegistered
from domain.tournament.tournament import TournamentState, stage_at
from eventstore.store import WrongExpectedVersion
from service.application.pseudonyms import staff_of
from service.matches.aggregate import row
from service.projections.match_list import queries
from service.tournaments import process
from service.tournaments.repository import TournamentRepository
from tests.kit.chance import key
from tests.kit.refusals import refused
from tests.kit.served import EVE, Served, serve, sqlite_url
from tests.kit.tournament_desk import ALL, hosted, replaced, somebody
from tests.kit.waiting import PATIENCE
from tests.toy_game import GAME

pytestmark = pytest.mark.anyio
ENTERED = (EntrantRegistered.type,)


@pytest.fixture
async def store(url: str) -> AsyncIterator[Served]:
    """A service on an empty store of each kind; nothing runs in the background."""
    served = await serve(url)
    yield served
    await served.app.stop()


async def test_a_dispute_keeps_the_matches_of_its_round_closed(store: Served) -> None:
    held = await hosted(store, 4, decks="AFTER_ROUND")
    await held.start()
    first, second = await held.tables()
    loser = first.seats[0].entrant
    await held.concede(loser)
    report = ReportResult(1, first.table, "DISPUTE", "my opponent had left")
    await held.use.report(held.players[loser], held.id, key(), report)
    await held.concede(second.seats[0].entrant)
    await held.look()
    match = first.games[0].match_id
    error = await refused(store.app.use_cases.matches.state(EVE, match, perspective="full"))
    assert error.code == ErrorCode.FORBIDDEN
    again = ReportResult(1, first.table, "CONFIRM")
    await held.use.report(held.players[loser], held.id, key(), again)
    await held.look()
    await held.look()
    assert (await store.app.use_cases.matches.state(EVE, match, perspective="full")).perspective == "full"


@pytest.mark.parametrize(
    "at", ["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00", "9999-12-31T23:59:59.9999Z", "soon"]
)
async def test_a_start_that_could_never_be_shown_is_refused(store: Served, at: str) -> None:
    order = CreateTournament(game=GAME.slug, name="Cup", policy=TournamentPolicy("SWISS"), starts_at=at)
    error = await refused(store.app.use_cases.tournaments.create(await somebody(store), key(), order))
    assert (error.code, error.path) == (ErrorCode.INVALID_INPUT, ("startsAt",))


async def test_options_that_no_match_may_have_are_refused_by_name(tmp_path: Path) -> None:
    served = await serve(sqlite_url(tmp_path), {"c4": discover()["c4"]})
    organiser = await somebody(served)
    (some_set, *_) = (one.id for one in discover()["c4"].card_sets())
    for options, said in (
        ({"allowedSets": [some_set, some_set]}, "allowedSets names each set once"),
        ({"allowedSets": [some_set] * 40_000}, "at most 8192 bytes"),
        ({"swearWords": ["gosh"] * 8}, "exactly 7 different entries"),
        ({"cardSets": ["0" * 64] * 2}, "each once"),
    ):
        order = CreateTournament(game="c4", name="Cup", policy=TournamentPolicy("SWISS"), options=options)
        error = await refused(served.app.use_cases.tournaments.create(organiser, key(), order))
        assert error.code == ErrorCode.INVALID_INPUT
        assert said in error.message
        assert error.path[:1] == ("options",)
    await served.app.stop()


async def test_text_that_is_no_unicode_is_refused(store: Served) -> None:
    held, half, newcomer = await hosted(store, 2), "\ud800", await somebody(store)
    for work in (
        held.use.pause(held.organiser, held.id, key(), half),
        held.use.drop(held.organiser, held.id, key(), half),
        held.use.start_round(held.organiser, held.id, key(), StartRound(1, (half,))),
        held.use.register(newcomer, held.id, key(), RegisterEntrant(DeckOrder(loadout={"x": half}))),
    ):
        assert (await refused(work)).code == ErrorCode.INVALID_INPUT
    assert (await refused(held.use.join_staff(newcomer, held.id, key(), half))).code in (
        ErrorCode.FORBIDDEN,
        ErrorCode.INVALID_INPUT,
    )


@pytest.mark.answers("getTournamentCodes")
async def test_a_code_dies_with_the_role_that_it_gave(store: Served) -> None:
    held, referee = await hosted(store), await somebody(store)
    old = await held.use.codes(held.organiser, held.id)
    again = key()
    await held.use.join_staff(referee, held.id, again, old.referee)
    staff = next(one.id for one in (await held.shown()).staff if one.role == "REFEREE")
    await held.use.dismiss(held.organiser, held.id, key(), staff)
    for code in (old.referee, old.organiser):
        error = await refused(held.use.join_staff(referee, held.id, key(), code))
        assert error.code == ErrorCode.FORBIDDEN
    assert (await held.use.join_staff(referee, held.id, again, old.referee)).replayed
    new = await held.use.codes(held.organiser, held.id)
    assert new.entry == old.entry
    await held.use.join_staff(await somebody(store), held.id, key(), new.referee)


async def test_nobody_rules_at_the_own_table(store: Served) -> None:
    held = await hosted(store, 3)
    mine = await somebody(store)
    codes = await held.use.codes(held.organiser, held.id)
    await held.use.join_staff(mine, held.id, key(), codes.referee)
    done = await held.use.register(mine, held.id, key(), RegisterEntrant(DeckOrder("fox")))
    own = done.tournament.you
    assert own is not None
    held.players[own] = mine
    await held.start()
    tables = await held.tables()
    table = await held.table_of(own)
    (other,) = (seat.entrant for seat in table.seats if seat.entrant != own)
    (elsewhere,) = (one for one in tables if one.table != table.table)
    for call in (
        RulePairing("AWARD", "mine", 1, table.table, own),
        RulePairing("NO_SHOW", "away", 1, table.table, other),
        RulePairing("DISQUALIFICATION", "rude", entrant=other),
        RulePairing("WARNING", "well", entrant=own),
    ):
        error = await refused(held.use.rule(mine, held.id, key(), call))
        assert (error.code, error.faults[0].code) == (ErrorCode.RULING_REFUSED, "OWN_TABLE")
    fair = RulePairing("AWARD", "left", 1, elsewhere.table, elsewhere.seats[0].entrant)
    await held.use.rule(mine, held.id, key(), fair)
    await held.use.rule(held.organiser, held.id, key(), RulePairing("AWARD", "left", 1, table.table, other))


async def test_staff_sees_hidden_decks_only_once_nobody_brings_another(store: Served) -> None:
    held = await hosted(
        store, 2, decks="CLOSED", policy=TournamentPolicy("SWISS", late_entry=LateEntryPolicy(2), rounds=2)
    )
    referee, newcomer = await somebody(store), await somebody(store)
    await held.use.join_staff(referee, held.id, key(), (await held.use.codes(held.organiser, held.id)).referee)

    async def seen(caller: Caller) -> bool:
        events = (await held.use.events(caller, held.id)).events
        shown = (await held.use.entrants(caller, held.id, first=9)).entrants
        decks = {one.deck is not None for one in shown} | {not one.redacted for one in events if one.type in ENTERED}
        assert len(decks) == 1
        return decks.pop()

    assert [await seen(one) for one in (held.organiser, referee, EVE)] == [False, False, False]
    await held.start()
    assert [await seen(one) for one in (held.organiser, referee, EVE)] == [True, True, False]
    await held.use.dismiss(referee, held.id, key(), staff_of(referee, held.id))
    assert await seen(referee) is False
    order = RegisterEntrant(DeckOrder("fox"))
    for caller in (held.organiser, referee):
        error = await refused(held.use.register(caller, held.id, key(), order))
        assert (error.code, error.faults[0].code) == (ErrorCode.ENTRY_REFUSED, "DECKS_SEEN")
    await held.use.register(newcomer, held.id, key(), order)


async def test_who_is_dismissed_sees_no_more_in_a_stream_that_goes_on(store: Served) -> None:
    policy = TournamentPolicy("SWISS", late_entry=LateEntryPolicy(2), rounds=2)
    held, referee = await hosted(store, 2, decks="CLOSED", policy=policy), await somebody(store)
    await held.use.join_staff(referee, held.id, key(), (await held.use.codes(held.organiser, held.id)).referee)
    await held.start()
    version = (await held.shown()).version
    await store.app.tournaments.hub.start()
    async with asyncio.timeout(PATIENCE), aclosing(held.use.updates(referee, held.id, after=version)) as stream:
        await held.enter()
        (entered,) = msgspec.json.decode((await anext(stream)).payload)["events"]
        assert (entered["type"], entered["redacted"]) == ("entrant_registered", False)
        await held.use.dismiss(held.organiser, held.id, key(), staff_of(referee, held.id))
        await held.enter()
        events: list[Any] = []
        while len(events) < 2:
            events += msgspec.json.decode((await anext(stream)).payload).get("events", [])
        assert [(one["version"], one["redacted"]) for one in events] == [(version + 2, False), (version + 3, True)]


async def test_an_event_without_organisers_is_opened_by_an_admin(store: Served) -> None:
    held, admin = await hosted(store, 2), await somebody(store)
    admin = replaced(admin, ALL | {"admin"})
    assert (await refused(held.use.codes(admin, held.id))).code == ErrorCode.FORBIDDEN
    assert held.organiser.account is not None
    await store.app.directory.erase(held.organiser.account)
    weak = replaced(admin, ALL)
    assert (await refused(held.use.codes(weak, held.id))).code == ErrorCode.FORBIDDEN
    code = (await held.use.codes(admin, held.id)).organiser
    heir = await somebody(store)
    await held.use.join_staff(heir, held.id, key(), code)
    await held.use.start_round(heir, held.id, key(), StartRound(1))
    assert (await refused(held.use.codes(admin, held.id))).code == ErrorCode.FORBIDDEN


async def test_a_deck_that_the_rules_refuse_by_now_is_named_by_its_entrant_alone(
    store: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = await hosted(store, 2, decks="CLOSED")
    told = (Violation("TOY-1", "the fox is out", ("cards", "0")),)
    monkeypatch.setitem(GAME.__dict__, "check_loadout", lambda *_: told)
    error = await refused(held.start())
    assert error.code == ErrorCode.DECK_ILLEGAL
    assert any(entrant in error.message for entrant in held.players)
    assert (error.faults, "fox" in repr(error.__dict__), error.__cause__) == ((), False, None)


async def test_a_command_that_another_replica_stores_meanwhile_is_answered(
    url: str, store: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    held, again, order = await hosted(store, 2), key(), StartRound(1)
    other = await serve(url)
    append = store.app.store.append_all

    async def overtaken(appends: Any) -> Any:
        monkeypatch.setattr(store.app.store, "append_all", append)
        use = other.app.use_cases.tournaments
        await use.start_round(held.organiser, held.id, again, order)
        raise WrongExpectedVersion(appends[0].expected_version, 5)

    monkeypatch.setattr(store.app.store, "append_all", overtaken)
    done = await held.use.start_round(held.organiser, held.id, again, order)
    assert (done.replayed, done.tournament.round) == (True, 1)
    await other.app.stop()


@pytest.mark.each_store
async def test_what_can_not_be_looked_after_holds_nothing_up(store: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queries, "LIMIT", 1)
    monkeypatch.setattr(process, "POLL", process.LONGEST)
    stuck, sound = await hosted(store, 2), await hosted(store, 2)
    append = TournamentRepository.transact
    asked: list[str] = []

    async def broken(self: Any, tournament: str, *others: Any) -> Any:
        asked.append(tournament)
        if tournament == stuck.id:
            raise RuntimeError("out of order")
        return await append(self, tournament, *others)

    for held in (stuck, sound):
        await held.start()
    monkeypatch.setattr(TournamentRepository, "transact", broken)
    for held in (stuck, sound):
        table = (await held.tables())[0]
        loser = table.seats[0].entrant
        action = ActInput(idempotency_key=key(), action={"type": "concede"})
        await store.app.use_cases.matches.act(held.players[loser], table.games[-1].match_id, action)
    assert await sound.look() == 1
    assert (await sound.shown()).round_over
    for _ in range(5):
        assert await sound.look() == 0
    assert asked.count(stuck.id) == 2  # at once again, then later and later


async def test_slices_of_a_stream_say_where_the_tournament_stood(store: Served) -> None:
    held = await hosted(store, 2, "SINGLE_ELIMINATION")
    await held.start()
    await held.play_round()
    await held.use.finish(held.organiser, held.id, key())
    known = await store.app.tournaments.repository.current(held.id)
    events = await store.app.store.read(known.stream)
    state = TournamentState()
    for event in events:
        fold(state, [row(event)])
        assert stage_at(known.state, event.version)[1:3] == (len(state.rounds), state.status)
