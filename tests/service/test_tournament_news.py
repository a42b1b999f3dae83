"""What inboxes say of tournaments: to each the own tables, byes and ranks, to referees what they have to look at."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any, TypeVar

import msgspec
import pytest
import sqlalchemy as sa

from api_schema.ports.base import Caller
from api_schema.ports.inbox import (
    ByeReceivedOut,
    InboxEntry,
    MatchOverOut,
    MatchStartedOut,
    PairingPostedOut,
    ResultDisputedNewsOut,
    ResultRuledOut,
    RulingNeededOut,
    TournamentOverOut,
    YourTurnOut,
)
from api_schema.ports.tournaments import ReportResult, RulePairing, TournamentPolicy
from eventstore.envelope import Logged
from eventstore.read_models.past import Past
from service.application.ids import MATCH_IDS, TOURNAMENT_IDS
from service.application.pseudonyms import staff_of
from service.projections.inbox.fold import InboxBook
from service.projections.inbox.table import inbox
from service.projections.inbox.tournament_news import news
from tests.kit.chance import key
from tests.kit.served import EVE, Served, serve
from tests.kit.tournament_desk import Hosted, hosted, somebody

pytestmark = pytest.mark.anyio
T = TypeVar("T")


@pytest.fixture
async def store(url: str) -> AsyncIterator[Served]:
    """A service on an empty store of each kind; nothing runs in the background."""
    served = await serve(url)
    yield served
    await served.app.stop()


async def told(held: Hosted, who: Caller | str) -> list[InboxEntry]:
    """All that somebody is told, in small pages."""
    caller = held.players[who] if isinstance(who, str) else who
    await held.served.app.projector.catch_up()
    items: list[InboxEntry] = []
    after = None
    while True:
        page = await held.served.app.use_cases.inbox.page(caller, after=after, first=7)
        items += page.items
        after = page.end_cursor
        if not page.has_next:
            return items


async def of(held: Hosted, who: Caller | str, kind: type[T]) -> list[T]:
    """What somebody is told of one kind."""
    return [item for item in await told(held, who) if isinstance(item, kind)]


async def rule(held: Hosted, kind: Any, number: int | None, table: int | None, entrant: str | None = None) -> None:
    call = RulePairing(kind, "so it is", number, table, entrant)
    await held.use.rule(held.organiser, held.id, key(), call)
    while await held.look():
        pass


async def dispute(held: Hosted, entrant: str, number: int = 1) -> int:
    """The table whose result the entrant disputes."""
    table = (await held.table_of(entrant)).table
    report = ReportResult(number, table, "DISPUTE", "it was not so")
    await held.use.report(held.players[entrant], held.id, key(), report)
    return table


async def test_each_is_told_the_own_tables_byes_and_rank(store: Served) -> None:
    held = await hosted(store, 5)
    number = 0
    while number < 3:
        number += 1
        await held.start(number)
        await held.play_round()
    await held.use.finish(held.organiser, held.id, key())
    rounds = await held.use.rounds(held.organiser, held.id)
    ranks = {row.entrant: row.rank for row in (await held.use.standings(EVE, held.id, first=9)).standings}
    pairings = [one for number in (1, 2, 3) for one in await held.tables(number)]
    for entrant in held.players:
        mine = [one for one in pairings if entrant in [seat.entrant for seat in one.seats]]
        wanted = [(one.round, one.table, 1, one.games[0].match_id) for one in mine]
        posted = await of(held, entrant, PairingPostedOut)
        assert [(one.round, one.table, one.game, one.match_id) for one in posted] == wanted
        byes = [one.number for one in rounds if entrant in one.byes]
        assert [(one.round, one.excused) for one in await of(held, entrant, ByeReceivedOut)] == [
            (number, False) for number in byes
        ]
        (over,) = await of(held, entrant, TournamentOverOut)
        assert (over.tournament_id, over.rank) == (held.id, ranks[entrant])
        assert over == (await told(held, entrant))[-1]
        assert len(wanted) + len(byes) == 3
    assert await told(held, held.organiser) == []
    assert await told(held, EVE) == []


async def test_the_matches_themselves_are_told_as_all_others(store: Served) -> None:
    held = await hosted(store, 2)
    await held.start()
    match = (await held.tables())[0].games[0].match_id
    turns = []
    for entrant, player in held.players.items():
        items = await told(held, entrant)
        assert [item.match_id for item in items if isinstance(item, MatchStartedOut | PairingPostedOut)] == [match] * 2
        turns += [item for item in items if isinstance(item, YourTurnOut)]
        waits = (await store.app.use_cases.inbox.seats_to_act(player)).seats
        assert [one.prompt_id for one in waits] == [item.prompt_id for item in items if isinstance(item, YourTurnOut)]
    assert {turn.match_id for turn in turns} == {match}
    await held.concede(next(iter(held.players)))
    for entrant in held.players:
        assert [item.match_id for item in await of(held, entrant, MatchOverOut)] == [match]


async def test_later_games_of_a_table_are_told_as_they_begin(store: Served) -> None:
    held = await hosted(store, 2, policy=TournamentPolicy("SWISS", best_of=3, rounds=1))
    await held.start()
    for entrant in held.players:
        await held.concede(entrant)
    (table,) = await held.tables()
    wanted = [(number, game.match_id) for number, game in enumerate(table.games, 1)]
    assert len(wanted) == 3
    for entrant in held.players:
        posted = await of(held, entrant, PairingPostedOut)
        assert [(one.game, one.match_id) for one in posted] == wanted
        assert {(one.round, one.table) for one in posted} == {(1, 1)}


async def test_who_is_excused_or_meets_nobody_is_told_so(store: Served) -> None:
    held = await hosted(store, 3)
    (excused, *others) = held.players
    await held.start(1, excused=(excused,))
    (item,) = await told(held, excused)
    assert isinstance(item, ByeReceivedOut)
    assert (item.round, item.excused) == (1, True)
    for entrant in others:
        assert await of(held, entrant, ByeReceivedOut) == []


async def test_a_table_that_nobody_can_play_is_told_without_a_match(store: Served) -> None:
    held = await hosted(store, 4, "SINGLE_ELIMINATION")
    await held.start()
    await held.play_round()
    winners = [one.seats[0].entrant for one in await held.tables()]
    gone, stays = winners
    await held.use.drop(held.players[gone], held.id, key(), None)
    await held.start(2)
    (table,) = await held.tables(2)
    last = (await of(held, stays, PairingPostedOut))[-1]
    assert (last.round, last.table, last.game, last.match_id) == (2, table.table, None, None)
    assert {one.round for one in await of(held, gone, PairingPostedOut)} == {1}


async def test_calls_are_told_at_their_table_alone(store: Served) -> None:
    held = await hosted(store, 4)
    await held.start()
    one, two = await held.tables()
    await rule(held, "AWARD", 1, one.table, one.seats[1].entrant)
    for seat in one.seats:
        (item,) = await of(held, seat.entrant, ResultRuledOut)
        assert (item.tournament_id, item.round, item.table, item.ruling) == (held.id, 1, one.table, "AWARD")
    for seat in two.seats:
        assert await of(held, seat.entrant, ResultRuledOut) == []
    await rule(held, "REPLAY", 1, one.table)
    posted = await of(held, one.seats[0].entrant, PairingPostedOut)
    assert [item.game for item in posted] == [1, 2]
    assert (await of(held, one.seats[0].entrant, ResultRuledOut))[-1].ruling == "REPLAY"


async def test_who_is_told_to_leave_hears_it_and_so_does_who_sits_there(store: Served) -> None:
    held = await hosted(store, 4)
    await held.start()
    one, two = await held.tables()
    out, opponent = [seat.entrant for seat in one.seats]
    await rule(held, "DISQUALIFICATION", None, None, out)
    (item,) = await of(held, out, ResultRuledOut)
    assert (item.round, item.table, item.ruling) == (None, None, "DISQUALIFICATION")
    (item,) = await of(held, opponent, ResultRuledOut)
    assert (item.round, item.table, item.ruling) == (1, one.table, "DISQUALIFICATION")
    late, stays = [seat.entrant for seat in two.seats]
    await rule(held, "NO_SHOW", 1, two.table, late)
    for entrant in (late, stays):
        assert [item.ruling for item in await of(held, entrant, ResultRuledOut)] == ["NO_SHOW"]
    await rule(held, "WARNING", None, None, stays)
    assert [item.ruling for item in await of(held, stays, ResultRuledOut)] == ["NO_SHOW", "WARNING"]
    assert len(await of(held, late, ResultRuledOut)) == 1


async def test_disputes_are_told_to_who_can_rule_then(store: Served) -> None:
    held = await hosted(store, 2)
    referee, dismissed, late = [await somebody(store) for _ in range(3)]
    codes = await held.use.codes(held.organiser, held.id)
    for caller in (referee, dismissed):
        await held.use.join_staff(caller, held.id, key(), codes.referee)
    await held.use.dismiss(dismissed, held.id, key(), staff_of(dismissed, held.id))
    await held.start()
    await held.play_round()
    loser = next(iter(held.players))
    table = await dispute(held, loser)
    codes = await held.use.codes(held.organiser, held.id)
    await held.use.join_staff(late, held.id, key(), codes.referee)
    for caller in (held.organiser, referee):
        (item,) = await told(held, caller)
        assert isinstance(item, ResultDisputedNewsOut)
        assert (item.tournament_id, item.round, item.table) == (held.id, 1, table)
    for caller in (dismissed, late):
        assert await told(held, caller) == []
    assert await of(held, loser, ResultDisputedNewsOut) == []
    await rule(held, "UPHOLD", 1, table)
    for entrant in held.players:
        assert [item.ruling for item in await of(held, entrant, ResultRuledOut)] == ["UPHOLD"]


async def waiting(held: Hosted, who: Caller | str) -> list[tuple[int, int]]:
    """The tables of which somebody is told that they wait for a ruling."""
    items = await of(held, who, RulingNeededOut)
    assert {item.tournament_id for item in items} <= {held.id}
    return [(item.round, item.table) for item in items]


async def test_who_can_rule_is_told_of_a_table_whose_game_was_aborted(store: Served) -> None:
    held = await hosted(store, 4)
    referee = await somebody(store)
    codes = await held.use.codes(held.organiser, held.id)
    await held.use.join_staff(referee, held.id, key(), codes.referee)
    await held.start()
    await held.abort(2)
    assert [one.status for one in await held.tables()] == ["OPEN", "NEEDS_RULING"]
    for caller in (held.organiser, referee):
        assert await waiting(held, caller) == [(1, 2)]
    for entrant in held.players:
        assert await waiting(held, entrant) == []
    await rule(held, "REPLAY", 1, 2)
    await held.abort(2)
    assert await waiting(held, referee) == [(1, 2)] * 2
    before = await told(held, referee)
    await store.app.projector.rebuild(InboxBook(store.clock))
    assert await told(held, referee) == before


async def test_a_game_that_is_aborted_at_a_decided_table_needs_no_ruling(store: Served) -> None:
    held = await hosted(store, 4)
    await held.start()
    one, two = await held.tables()
    for table in (one, two):
        await rule(held, "AWARD", 1, table.table, table.seats[0].entrant)
    assert [game.status for table in await held.tables() for game in table.games] == ["ABORTED"] * 2
    assert await waiting(held, held.organiser) == []
    await rule(held, "REPLAY", 1, two.table)
    await held.abort(two.table)
    assert await waiting(held, held.organiser) == [(1, two.table)]


async def test_a_tournament_that_is_cancelled_is_over_without_ranks(store: Served) -> None:
    held = await hosted(store, 3)
    gone, dropped, stays = held.players
    await held.use.drop(held.players[gone], held.id, key(), None)
    await held.start()
    await held.use.drop(held.players[dropped], held.id, key(), None)
    await held.use.cancel(held.organiser, held.id, key(), "the hall burns")
    for entrant in (dropped, stays):
        (item,) = await of(held, entrant, TournamentOverOut)
        assert (item.tournament_id, item.rank) == (held.id, None)
    assert await told(held, gone) == []


@pytest.mark.each_store
async def test_a_rebuild_tells_the_same_and_who_was_erased_is_told_nothing(store: Served) -> None:
    held = await hosted(store, 3)
    await held.start()
    await held.play_round()
    gone, *others = held.players
    before = [await told(held, entrant) for entrant in others]
    await store.app.projector.rebuild(InboxBook(store.clock))
    assert [await told(held, entrant) for entrant in others] == before
    account = held.players[gone].account
    assert account is not None
    await store.app.directory.erase(account)
    await held.start(2)
    await held.use.cancel(held.organiser, held.id, key(), "enough")
    await store.app.projector.catch_up()
    await store.app.projector.rebuild(InboxBook(store.clock))
    query = sa.select(inbox.c.account)
    rows = await store.app.store.sql.read(lambda connection: set(connection.execute(query).scalars()))
    assert account not in rows
    assert {held.players[entrant].account for entrant in others} <= rows


async def test_games_may_have_events_of_the_same_names(store: Served) -> None:
    """What looks like news of a tournament is none in the stream of a match."""
    held = await hosted(store, 2)
    await held.start()
    events = await store.app.store.read(TOURNAMENT_IDS.stream_of(held.id))
    (started,) = [event for event in events if event.type == "game_started"]
    match = (await held.tables())[0].games[0].match_id
    alien = msgspec.structs.replace(started, stream_id=MATCH_IDS.stream_of(match))
    work = store.app.store.sql.read
    assert len(await work(lambda connection: news(Past(connection), [Logged(1, started)]))) == 2
    assert await work(lambda connection: news(Past(connection), [Logged(1, alien)])) == []


async def test_an_event_of_a_newer_release_holds_up_nothing(store: Served) -> None:
    held = await hosted(store, 2)
    await held.start()
    events = await store.app.store.read(TOURNAMENT_IDS.stream_of(held.id))
    (started,) = [event for event in events if event.type == "game_started"]
    newer = msgspec.structs.replace(started, schema=99)
    page = [Logged(1, newer), Logged(2, started)]
    found = await store.app.store.sql.read(lambda connection: news(Past(connection), page))
    assert [one.logged.position for one in found] == [2, 2]
