"""The record of an entrant: what standings, pairings and entrants say, put together, for whoever may see it."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator

import pytest

from api_schema.errors import ErrorCode
from api_schema.ports.base import ANONYMOUS, Caller
from api_schema.ports.tournaments import (
    CutPolicy,
    EntrantRecordOut,
    LateEntryPolicy,
    RulePairing,
    TableResultIn,
    TieBreakValue,
    TournamentPolicy,
)
from tests.kit.chance import key
from tests.kit.refusals import refused
from tests.kit.served import Served, serve
from tests.kit.tournament_desk import Hosted, hosted, somebody

pytestmark = pytest.mark.anyio
POLICY = TournamentPolicy("SWISS", rounds=3, cut=CutPolicy(2), late_entry=LateEntryPolicy(2, "DRAW"))


@pytest.fixture
async def store(url: str) -> AsyncIterator[Served]:
    """A service on an empty store of each kind; nothing runs in the background."""
    served = await serve(url)
    yield served
    await served.app.stop()


async def record(held: Hosted, entrant: str | None, caller: Caller = ANONYMOUS) -> EntrantRecordOut:
    found: EntrantRecordOut = await held.use.entrant_record(caller, held.id, entrant=entrant)
    return found


async def agree(held: Hosted) -> list[Counter[str]]:
    """Compare each record with the pages that tell the same; the parts of each round."""
    await held.served.app.projector.catch_up()
    parts = [Counter[str]() for _ in range((await held.shown()).round)]
    for caller in (ANONYMOUS, held.organiser, next(iter(held.players.values()))):
        entrants = (await held.use.entrants(caller, held.id, first=50)).entrants
        for row in entrants:
            found = await record(held, row.id, caller)
            assert (found.entrant, found.version) == (row, (await held.shown()).version)
            for number, one in enumerate(found.rounds, 1):
                assert one.number == number
                asked = {"after_round": number, "bracket": one.bracket, "first": 50}
                rows = (await held.use.standings(ANONYMOUS, held.id, **asked)).standings
                points = {row.entrant: row.points for row in rows}
                assert one.total == points.get(row.id, TieBreakValue("POINTS", "0", "0"))
                own = [table for table in await held.tables(number) if row.id in {seat.entrant for seat in table.seats}]
                assert own == ([] if one.pairing is None else [one.pairing])
                parts[number - 1][one.part] += caller is ANONYMOUS
    return parts


@pytest.mark.answers("getEntrantRecord")
async def test_a_whole_tournament_as_each_entrant_has_it(store: Served) -> None:
    held = await hosted(store, 6, policy=POLICY, decks="CLOSED")
    withdrawn, *entrants = held.players
    await held.use.drop(held.players[withdrawn], held.id, key(), None)
    assert await agree(held) == []

    await held.start(1)
    drawn = (await held.tables())[0]
    call = RulePairing("OVERRIDE", "agreed", 1, 1, result=TableResultIn(places=((0, 1),)))
    await held.use.rule(held.organiser, held.id, key(), call)
    assert await agree(held) == [{"TABLE": 4, "BYE": 1}]
    assert (await record(held, drawn.seats[0].entrant)).rounds[0].points.exact == "1"
    await held.play_round()
    assert await agree(held) == [{"TABLE": 4, "BYE": 1}]

    (late,) = await held.enter()
    excused = drawn.seats[0].entrant
    await held.start(2, excused=(excused,))
    cheat = (await held.tables())[0].seats[0].entrant
    await held.use.rule(held.organiser, held.id, key(), RulePairing("DISQUALIFICATION", "cheated", entrant=cheat))
    await held.play_round()
    assert (await agree(held))[1] == {"TABLE": 4, "BYE": 1, "HALF": 1}
    missed = (await record(held, late)).rounds[0]
    assert (missed.part, missed.points.exact, missed.total.exact) == ("LATE", "1", "1")

    leaver = next(who for who in entrants if who not in (cheat, excused))
    await held.use.drop(held.players[leaver], held.id, key(), None)
    await held.start(3)
    await held.play_round()
    assert (await agree(held))[2] == {"TABLE": 4, "DISQUALIFIED": 1, "DROPPED": 1}

    await held.start(4)
    await held.play_round()
    assert (await agree(held))[3] == {"TABLE": 2, "UNPAIRED": 2, "DISQUALIFIED": 1, "DROPPED": 1}
    await held.use.finish(held.organiser, held.id, key())
    await agree(held)
    champion = (await held.use.ranks(ANONYMOUS, held.id, first=1)).ranks[0].entrant
    final = (await record(held, champion)).rounds[-1]
    assert (final.bracket, final.points.exact, final.total.exact) == (True, "1", "1")
    assert (await record(held, withdrawn)).rounds == ()


async def test_names_are_those_that_accounts_have_now(store: Served) -> None:
    held = await hosted(store, 2)
    one, other = held.players
    account = held.players[one].account or ""
    await held.start()
    for change, name in (
        (store.app.directory.rename(account, "Ada"), "Ada"),
        (store.app.directory.erase(account), None),
    ):
        await change
        (round_,) = (await record(held, other)).rounds
        assert round_.pairing is not None
        assert {seat.entrant: seat.name for seat in round_.pairing.seats}[one] == name
        assert (await record(held, one)).entrant.name == name
        await agree(held)


async def test_only_who_may_see_a_deck_sees_it_there(store: Served) -> None:
    held = await hosted(store, 2, decks="CLOSED")
    owner, other = held.players
    await held.start()
    for caller, seen in ((held.players[owner], True), (held.players[other], False), (held.organiser, True)):
        shown = (await record(held, owner, caller)).entrant
        assert (shown.deck is not None, bool(shown.deck_commitment)) == (seen, True)
    assert (await record(held, owner)).entrant.deck is None


async def test_who_names_nobody_asks_for_the_own_one(store: Served) -> None:
    held = await hosted(store, 2)
    await held.start()
    for entrant, player in held.players.items():
        assert await record(held, None, player) == await record(held, entrant, player)


async def test_nobody_has_the_record_of_who_is_no_entrant(store: Served) -> None:
    held = await hosted(store, 2)
    for caller in (ANONYMOUS, held.organiser, await somebody(store)):
        for entrant in ("en_none", "", None):
            error = await refused(record(held, entrant, caller))
            assert (error.code, error.message, error.path) == (ErrorCode.NOT_FOUND, "is no entrant", ("entrant",))
    error = await refused(held.use.entrant_record(ANONYMOUS, "tn_none", entrant="en_none"))
    assert error.code == ErrorCode.NOT_FOUND
