"""Tournaments under abuse: what somebody could try, or could happen by bad luck, and must not come through."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable

import pytest

from api_schema.errors import ApiError, ErrorCode
from api_schema.ports import (
    ANONYMOUS,
    CreateTournament,
    DeckOrder,
    RegisterEntrant,
    ReportResult,
    RulePairing,
    StartRound,
    TournamentPolicy,
)
from tests.kit.chance import key
from tests.kit.served import EVE, Served, serve
from tests.kit.tournament_desk import Hosted, hosted, somebody
from tests.toy_game import GAME

pytestmark = pytest.mark.anyio


@pytest.fixture
async def store(url: str) -> AsyncIterator[Served]:
    """A service on an empty store of each kind; nothing runs in the background."""
    served = await serve(url)
    yield served
    await served.app.stop()


async def refused(work: Awaitable[object]) -> ApiError:
    with pytest.raises(ApiError) as caught:
        await work
    return caught.value


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
        assert (error.code, error.faults[0].rule_id) == (ErrorCode.RULING_REFUSED, "OWN_TABLE")
    fair = RulePairing("AWARD", "left", 1, elsewhere.table, elsewhere.seats[0].entrant)
    await held.use.rule(mine, held.id, key(), fair)
    await held.use.rule(held.organiser, held.id, key(), RulePairing("AWARD", "left", 1, table.table, other))
