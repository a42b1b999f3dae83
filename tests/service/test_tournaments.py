"""Tournaments at the use cases: run to the end, refused with codes, retried, raced, and looked after."""

from __future__ import annotations

import asyncio
import csv
import io
import tarfile
from collections.abc import AsyncIterator, Awaitable
from typing import Any

import msgspec
import pytest

from api_schema.errors import ApiError, ErrorCode
from api_schema.ports.base import ANONYMOUS, Caller
from api_schema.ports.tournaments import (
    CreateTournament,
    CutPolicy,
    DeckOrder,
    ExportFile,
    PodsPolicy,
    RegisterEntrant,
    ReportResult,
    RulePairing,
    StartRound,
    TableResultIn,
    TournamentFilter,
    TournamentPolicy,
)
from domain.tournament.proof import verify
from service.tournaments.round_file import faults, read
from tests.kit.chance import key
from tests.kit.refusals import refused
from tests.kit.served import EVE, Served, serve
from tests.kit.tournament_desk import ALL, Hosted, hosted, replaced, somebody
from tests.toy_game import GAME

pytestmark = pytest.mark.anyio


@pytest.fixture
async def store(url: str) -> AsyncIterator[Served]:
    """A service on an empty store of each kind; nothing runs in the background."""
    served = await serve(url)
    yield served
    await served.app.stop()


async def unchanged(held: Hosted, work: Awaitable[object]) -> ApiError:
    """A refusal that leaves no trace."""
    before = await held.shown()
    lag = await held.served.app.store.lag()
    error = await refused(work)
    assert await held.shown() == before
    assert (await held.served.app.store.lag()).events == lag.events
    return error


async def whole(held: Hosted) -> None:
    """Round after round until none is left."""
    number = 1
    while (last := await started(held, number)) is None:
        await held.play_round()
        number += 1
    assert last.faults[0].code == "NO_ROUND_LEFT"


async def started(held: Hosted, number: int) -> ApiError | None:
    """Start a round; the refusal, if there is one."""
    try:
        await held.start(number)
    except ApiError as error:
        return error
    return None


async def read_all(file: ExportFile) -> bytes:
    return b"".join([part async for part in file.chunks])


@pytest.mark.parametrize("format_", ["SWISS", "ROUND_ROBIN", "SINGLE_ELIMINATION", "DOUBLE_ELIMINATION"])
async def test_a_tournament_is_played_to_its_end(store: Served, format_: str) -> None:
    held = await hosted(store, 5, format_)
    await whole(held)
    done = (await held.use.finish(held.organiser, held.id, key())).tournament
    assert done.status == "FINISHED"
    rows = (await held.use.standings(ANONYMOUS, held.id, first=50)).standings
    assert {row.entrant for row in rows} == set(held.players)
    for number in range(1, done.round + 1):
        file = await held.use.round_file(ANONYMOUS, held.id, number)
        assert faults(read(file)) == ()
        assert verify(read(file).proof) == ()
    table = list(
        csv.reader((await read_all(await held.use.export(EVE, held.id, "standings.csv"))).decode().splitlines())
    )
    assert {len(row) for row in table} == {10 + 6}
    await store.app.projector.catch_up()
    page = await held.use.find(ANONYMOUS, first=5, wanted=TournamentFilter(game=GAME.slug, status=("FINISHED",)))
    assert [one.id for one in page.tournaments] == [held.id]


async def test_matches_hold_their_place_in_the_tournament_and_their_players_act(store: Served) -> None:
    held = await hosted(store, 2)
    await held.start()
    (table,) = await held.tables()
    match = await store.app.use_cases.matches.get(EVE, table.games[0].match_id)
    assert match.status == "RUNNING"
    assert match.tournament is not None
    assert (match.tournament.tournament_id, match.tournament.round, match.tournament.table) == (held.id, 1, 1)
    for seat in table.seats:
        legal = await store.app.use_cases.matches.legal_actions(held.players[seat.entrant], match.id)
        assert legal.version == match.version


@pytest.mark.each_store
async def test_a_round_starts_once_whoever_asks_and_however_often(store: Served) -> None:
    held = await hosted(store, 4)
    order, again = StartRound(1), key()
    outcomes = await asyncio.gather(
        *(held.use.start_round(held.organiser, held.id, again, order) for _ in range(3)),
        *(held.use.start_round(held.organiser, held.id, key(), order) for _ in range(3)),
        return_exceptions=True,
    )
    made = [one for one in outcomes if not isinstance(one, BaseException)]
    late = [one for one in outcomes if isinstance(one, ApiError)]
    assert len(made) + len(late) == 6
    assert sum(not one.replayed for one in made) == 1
    assert {one.code for one in late} == {ErrorCode.ROUND_STARTED}
    assert (await held.shown()).round == 1
    await store.app.projector.catch_up()
    assert len((await store.app.use_cases.matches.find(EVE, first=50)).matches) == 2


async def test_best_of_three_goes_on_until_it_is_decided(store: Served) -> None:
    held = await hosted(store, 2, policy=TournamentPolicy("SWISS", best_of=3, rounds=1))
    await held.start()
    first, second = [seat.entrant for seat in (await held.tables())[0].seats]
    await held.concede(first)
    await held.concede(second)
    table = (await held.tables())[0]
    assert [game.status for game in table.games] == ["OVER", "OVER", "RUNNING"]
    assert [game.seats for game in table.games] == [(0, 1), (1, 0), (0, 1)]
    await held.concede(first)
    table = (await held.tables())[0]
    assert table.result is not None
    assert (table.result.places, table.result.games) == (((1,), (0,)), (1, 2))
    assert (await held.shown()).round_over


async def test_refusals_have_codes_and_leave_no_trace(store: Served) -> None:
    held, other = await hosted(store, 3), await hosted(store)
    error = await unchanged(held, held.use.register(EVE, held.id, key(), RegisterEntrant(DeckOrder("fox"))))
    assert error.code == ErrorCode.FORBIDDEN
    newcomer = await somebody(store)
    for deck, code in (
        (DeckOrder("newt"), ErrorCode.INVALID_INPUT),
        (DeckOrder(loadout={"cards": []}), ErrorCode.INVALID_INPUT),
        (DeckOrder(loadout={"charm": "bear"}), ErrorCode.DECK_ILLEGAL),
    ):
        error = await unchanged(held, held.use.register(newcomer, held.id, key(), RegisterEntrant(deck)))
        assert error.code == code
    entrant = next(iter(held.players))
    twice = held.use.register(held.players[entrant], held.id, key(), RegisterEntrant(DeckOrder("fox")))
    assert (await unchanged(held, twice)).code == ErrorCode.ENTRY_REFUSED
    for caller in (other.organiser, held.players[entrant], newcomer):
        work = held.use.start_round(caller, held.id, key(), StartRound(1))
        assert (await unchanged(held, work)).code == ErrorCode.FORBIDDEN
    await held.start()
    assert (await unchanged(held, held.use.start_round(held.organiser, held.id, key(), StartRound(1)))).code == (
        ErrorCode.ROUND_STARTED
    )
    assert (await unchanged(held, held.use.start_round(held.organiser, held.id, key(), StartRound(2)))).code == (
        ErrorCode.ROUND_OPEN
    )
    call = RulePairing("WARNING", "", entrant=entrant)
    assert (await unchanged(held, held.use.rule(held.organiser, held.id, key(), call))).code == (
        ErrorCode.REASON_REQUIRED
    )
    said = RulePairing("WARNING", "slow play", entrant=entrant)
    assert (await unchanged(held, held.use.rule(other.organiser, held.id, key(), said))).code == ErrorCode.FORBIDDEN
    weak = replaced(held.organiser, ALL - {"tournament:manage"})
    assert (await unchanged(held, held.use.pause(weak, held.id, key(), ""))).code == ErrorCode.FORBIDDEN
    assert (await refused(held.use.get(EVE, "tn_nothing"))).code == ErrorCode.NOT_FOUND
    assert (await refused(held.use.pairings(EVE, held.id, round_number=2, first=5))).code == ErrorCode.NOT_FOUND


@pytest.mark.answers("getPairings")
async def test_the_tables_of_a_round_are_listed_in_pages(store: Served) -> None:
    held = await hosted(store, 5)
    assert (await held.use.pairings(EVE, held.id, round_number=None, first=5)).round == 0
    await held.start()
    page = await held.use.pairings(EVE, held.id, round_number=None, first=1)
    rest = await held.use.pairings(EVE, held.id, round_number=1, first=5, after=page.end_cursor)
    tables = [*page.pairings, *rest.pairings]
    assert [(one.round, one.table, one.status, len(one.games)) for one in tables] == [(1, n, "OPEN", 1) for n in (1, 2)]
    assert (page.has_next, rest.has_next, page.total_count) == (True, False, 2)
    seated = [seat.entrant for one in tables for seat in one.seats]
    assert sorted([*seated, *(seat.entrant for seat in page.byes)]) == sorted(held.players)


async def test_a_policy_that_cannot_be_is_refused_with_all_its_faults(store: Served) -> None:
    policy = TournamentPolicy("SWISS", best_of=2, tie_breaks=("OMW", "XX"))
    order = CreateTournament(game=GAME.slug, name="Cup", policy=policy)
    error = await refused(store.app.use_cases.tournaments.create(await somebody(store), key(), order))
    assert error.code == ErrorCode.POLICY_INVALID
    assert [fault.code for fault in error.faults] == ["BEST_OF", "TIE_BREAK_UNKNOWN"]


async def test_a_key_with_other_content_is_refused_and_a_retry_answered(store: Served) -> None:
    held, again = await hosted(store, 2), key()
    first = await held.use.pause(held.organiser, held.id, again, "lunch")
    second = await held.use.pause(held.organiser, held.id, again, "lunch")
    assert (first.replayed, second.replayed, first.version) == (False, True, second.version)
    assert (await refused(held.use.pause(held.organiser, held.id, again, "dinner"))).code == ErrorCode.KEY_REUSED
    assert (await refused(held.start())).code == ErrorCode.TOURNAMENT_STATUS
    await held.use.resume(held.organiser, held.id, key())
    await held.start()


@pytest.mark.each_store
async def test_a_referee_rules_and_what_is_needless_is_ended(store: Served) -> None:
    held = await hosted(store, 4)
    referee = await somebody(store)
    codes = await held.use.codes(held.organiser, held.id)
    await held.use.join_staff(referee, held.id, key(), codes.referee)
    assert (await held.shown(referee)).your_role == "REFEREE"
    await held.start()
    one, two = await held.tables()
    winner = one.seats[1].entrant
    await held.use.rule(referee, held.id, key(), RulePairing("AWARD", "left the hall", 1, one.table, winner))
    assert await held.look() == 1
    ended = await store.app.use_cases.matches.get(EVE, one.games[0].match_id)
    assert ended.status == "ABORTED"
    await held.look()
    assert await held.look() == 0
    told = (await held.tables())[0]
    assert told.result is not None
    assert (told.status, told.result.source, told.result.places) == ("DECIDED", "RULING", ((1,), (0,)))
    await held.concede(two.seats[0].entrant)
    loser = two.seats[0].entrant
    report = ReportResult(1, two.table, "DISPUTE", "my opponent had left")
    await held.use.report(held.players[loser], held.id, key(), report)
    assert (await held.tables())[1].status == "DISPUTED"
    assert (await refused(held.start(2))).code == ErrorCode.ROUND_OPEN
    result = TableResultIn(places=((0,), (1,)))
    call = RulePairing("OVERRIDE", "so it was", 1, two.table, result=result)
    await held.use.rule(referee, held.id, key(), call)
    await held.start(2)
    await store.app.projector.catch_up()
    rows = (await held.use.standings(EVE, held.id, after_round=1, first=9)).standings
    assert {row.entrant for row in rows if row.points.exact == "3"} == {winner, loser}


async def test_exports_stream_what_everybody_may_see(store: Served) -> None:
    held = await hosted(store, 4)
    await whole(held)
    await held.use.finish(held.organiser, held.id, key())
    for name in ("standings.csv", "pairings.csv", "results.csv", "report.fide-trf"):
        text = await read_all(await held.use.export(ANONYMOUS, held.id, name))
        assert all(entrant.encode()[:20] in text for entrant in held.players)
    data: Any = msgspec.json.decode(await read_all(await held.use.export(ANONYMOUS, held.id, "export.json")))
    assert [one["round"]["number"] for one in data["rounds"]] == [1, 2]
    lines = (await read_all(await held.use.matches_file(ANONYMOUS, held.id))).splitlines()
    assert [msgspec.json.decode(line)["tournament"]["round"] for line in lines] == [1, 1, 2, 2]
    assert await perspectives(held) == ["full"] * 4


async def test_a_pod_of_two_is_a_table_of_a_duel(store: Served) -> None:
    policy = TournamentPolicy("PODS", rounds=2, pods=PodsPolicy(size=3, least=2, most=3))
    held = await hosted(store, 5, policy=policy)
    for number in (1, 2):
        await held.start(number)
        tables = await held.tables()
        assert sorted(len(one.seats) for one in tables) == [2, 3]
        for one in tables:
            match = await store.app.use_cases.matches.get(ANONYMOUS, one.games[0].match_id)
            assert len(match.seats) == len(one.seats)
        await held.play_round()
    await store.app.projector.catch_up()
    rows = (await held.use.standings(EVE, held.id, after_round=1, first=9)).standings
    earned = {row.entrant: row.points.exact for row in rows}
    points = [[earned[seat.entrant] for seat in one.seats] for one in await held.tables(1)]
    assert sorted(points, key=len) == [["5", "3"], ["5", "5/2", "5/2"]]
    await held.use.finish(held.organiser, held.id, key())


@pytest.mark.parametrize(("least", "most"), [(2, 4), (4, 4)])
async def test_pods_of_a_size_that_the_game_has_not_are_refused(store: Served, least: int, most: int) -> None:
    policy = TournamentPolicy("PODS", rounds=2, pods=PodsPolicy(size=most, least=least, most=most))
    error = await refused(hosted(store, policy=policy))
    assert (error.code, error.path) == (ErrorCode.INVALID_INPUT, ("policy", "pods"))
    assert error.message == "this game seats 2, 3 at a table, not 4"


DAY = 86_400_000


@pytest.mark.parametrize("cut", [None, CutPolicy(2)])
async def test_the_fide_report_says_when_everything_was(store: Served, cut: CutPolicy | None) -> None:
    """The first round begins on 2023-11-15, each further one two days later. It has the rounds before a cut."""
    policy = TournamentPolicy("SWISS", rounds=2, cut=cut)
    held = await hosted(store, 4, policy=policy, decision_ms=60_000, turn_ms=90_500, bank_ms=300_000)
    store.clock.now += DAY
    seen = []
    for number in range(1, 3 + (cut is not None)):
        await held.start(number)
        await held.play_round()
        seen.append(await heads(held))
        store.clock.now += 2 * DAY
    await held.use.finish(held.organiser, held.id, key())
    seen.append(await heads(held))
    first = {"042": "2023/11/15", "052": "", "122": "decision 60 s, turn 90.5 s, reserve 300 s"}
    before = " " * (92 - 5)
    assert seen[0] == first | {"132": f"{before}23/11/15"}
    assert [one["132"] for one in seen[1:]] == [f"{before}23/11/15  23/11/17"] * (len(seen) - 1)
    assert [one["052"] for one in seen] == [""] * (len(seen) - 1) + ["2023/11/19" if cut is None else "2023/11/21"]
    assert {(one["042"], one["122"]) for one in seen} == {(first["042"], first["122"])}


async def heads(held: Hosted) -> dict[str, str]:
    """What the FIDE report says of dates and times, by the code of the line, from column 5 on."""
    text = (await read_all(await held.use.export(ANONYMOUS, held.id, "report.fide-trf"))).decode()
    return {line[:3]: line[4:] for line in text.split("\r\n") if line[:3] in {"042", "052", "122", "132"}}


async def perspectives(held: Hosted, caller: Caller = ANONYMOUS) -> list[str]:
    """As whom a caller, mostly a stranger, is given each replay file of the tournament."""
    archive = await read_all(await held.use.replays_file(caller, held.id))
    with tarfile.open(fileobj=io.BytesIO(archive)) as found:
        headers = [(found.extractfile(one) or io.BytesIO()).readline() for one in found]
    return [msgspec.json.decode(header)["perspective"] for header in headers]


@pytest.mark.parametrize(("decks", "after"), [("OPEN", "full"), ("CLOSED", "spectator")])
async def test_replays_are_full_as_soon_as_the_match_is_open(store: Served, decks: str, after: str) -> None:
    held = await hosted(store, 2, decks=decks)
    await held.start()
    assert await perspectives(held) == ["spectator"]
    await held.play_round()
    assert await perspectives(held) == [after]


async def test_replays_of_who_is_behind_are_what_they_may_know_by_now(store: Served) -> None:
    """A match that is over shows a stranger no more than its start until the delay has passed; the file is whole."""
    held = await hosted(store, 2, spectator_delay_ms=3_600_000)
    await held.start()
    await held.play_round()
    archive = await read_all(await held.use.replays_file(ANONYMOUS, held.id))
    assert b"match_started" in archive
    assert b"match_ended" not in archive
    assert await perspectives(held) == ["spectator"]
    (table,) = await held.tables()
    player = replaced(held.players[table.seats[0].entrant], ALL | {"replay:read"})
    assert await perspectives(held, player) == ["full"]
    store.clock.now += 3_600_000
    assert await perspectives(held) == ["full"]


@pytest.mark.parametrize("decks", ["CLOSED", "AFTER_ROUND"])
async def test_what_hides_decks_opens_when_it_is_time(store: Served, decks: str) -> None:
    held = await hosted(store, 2, decks=decks)
    owner, other = held.players
    await held.start()
    (table,) = await held.tables()
    match = table.games[0].match_id

    async def sees(caller: Any) -> list[bool]:
        found = (await held.use.entrants(caller, held.id, first=9)).entrants
        assert all(one.deck_commitment for one in found)
        return [one.deck is not None for one in found if one.id == owner]

    assert [await sees(who) for who in (held.players[owner], held.players[other], EVE, held.organiser)] == [
        [True],
        [False],
        [False],
        [True],
    ]
    await held.concede(other)
    if decks == "CLOSED":
        await held.look()
        error = await refused(store.app.use_cases.matches.state(EVE, match, perspective="full"))
        assert error.code == ErrorCode.FORBIDDEN
        assert await sees(EVE) == [False]
        await held.use.finish(held.organiser, held.id, key())
    await held.look()
    assert (await store.app.use_cases.matches.state(EVE, match, perspective="full")).perspective == "full"
    assert await sees(EVE) == [True]


async def test_who_was_erased_is_nobody_and_the_tournament_goes_on(store: Served) -> None:
    held = await hosted(store, 2)
    gone, stays = held.players
    account = held.players[gone].account
    assert account is not None
    await store.app.directory.erase(account)
    await held.start()
    await held.concede(stays)
    assert (await held.shown()).round_over
