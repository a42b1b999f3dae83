"""The list of tournaments and their standings say what the tournaments themselves say, and don't fold them for it."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, cast

import msgspec
import pytest

from api_schema.errors import ApiError, ErrorCode
from api_schema.ports.base import ANONYMOUS
from api_schema.ports.tournaments import StandingOut, TournamentFilter
from domain.tournament import decide
from domain.tournament.codec import UPCASTERS
from domain.tournament.course import standings_after
from domain.tournament.entrants import TableResult
from domain.tournament.events import EVENTS
from domain.tournament.policy import Policy
from domain.tournament.standings import Standing
from eventstore.envelope import NewEvent, StoredEvent
from eventstore.read_models import projections
from service.projections.leaderboard.table import rating_queue
from service.projections.tournament_list.fold import TournamentList
from service.projections.tournament_standings.fold import TournamentStandings
from service.projections.webhook_feed.table import webhook_feed
from service.tournaments.rendering import public_json, standing_out
from tests.kit.chance import key
from tests.kit.kept import Kept, held
from tests.kit.lanes import by_lane
from tests.kit.served import ALICE, BOB, EVE, Served, serve, sqlite_url
from tests.kit.tournament_desk import hosted, replaced, somebody
from tests.kit.tournaments import Desk
from tests.toy_game import GAME

pytestmark = pytest.mark.anyio
KINDS = range(6)
"""Tournaments by chance, one of each format."""
CANCELLED = 25
"""One of them that is cancelled."""


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Served]:
    """A service that follows its log only when it is told to."""
    served = await serve(sqlite_url(tmp_path))
    yield served
    await served.app.stop()


async def played(served: Served, numbers: Iterable[int], every: int = 0) -> AsyncIterator[list[Kept]]:
    """Tournaments that go on in turn, seen whenever some more decisions were applied, and at the end."""
    tournaments = [Kept(served.app.store, number) for number in numbers]
    steps = 0
    while going := [one for one in tournaments if await one.step()]:
        steps += len(going)
        if every and steps >= every:
            steps = 0
            await served.app.projector.catch_up()
            yield tournaments
    await served.app.projector.catch_up()
    yield tournaments


def rows(found: tuple[Standing, ...]) -> tuple[StandingOut, ...]:
    return tuple(standing_out(row, {}) for row in found)


@pytest.mark.answers("findTournaments", "getTournament")
async def test_the_list_shows_each_tournament_as_it_is(store: Served) -> None:
    use, statuses = store.app.use_cases.tournaments, set()
    async for tournaments in played(store, [*range(12), CANCELLED], every=25):
        page = await use.find(ANONYMOUS, first=50, wanted=TournamentFilter())
        assert {one.id for one in page.tournaments} == {one.id for one in tournaments}
        for shown in page.tournaments:
            assert shown == await use.get(ANONYMOUS, shown.id)
            statuses.add((shown.status, shown.paused))
    assert {status for status, _ in statuses} == {"REGISTRATION", "RUNNING", "FINISHED", "CANCELLED"}
    assert ("RUNNING", True) in statuses


async def test_the_list_says_what_is_the_caller_s_own_and_what_people_are_called_now(store: Served) -> None:
    held, use = await hosted(store, 3), store.app.use_cases.tournaments
    player, referee = next(iter(held.players.values())), await somebody(store)
    code = (await use.codes(held.organiser, held.id)).referee
    await use.join_staff(referee, held.id, key(), code)
    await store.app.use_cases.accounts.rename(replaced(referee, frozenset({"account:write"})), "Ada")
    await store.app.projector.catch_up()
    own = {}
    for caller in (held.organiser, referee, player, EVE, ANONYMOUS):
        (shown,) = (await use.find(caller, first=5, wanted=TournamentFilter())).tournaments
        assert shown == await use.get(caller, held.id)
        own[caller.ref] = (shown.your_role, shown.you is not None)
    assert list(own.values()) == [("ORGANISER", False), ("REFEREE", False), (None, True), (None, False), (None, False)]
    assert "Ada" in {one.name for one in shown.staff}


@pytest.mark.answers("getStandings")
async def test_standings_of_rounds_that_are_over_are_those_of_the_tournament(store: Served) -> None:
    use, seen = store.app.use_cases.tournaments, 0
    async for tournaments in played(store, range(12), every=90):
        for one in tournaments:
            state = one.desk.state
            latest = await use.standings(ANONYMOUS, one.id, first=256)
            assert latest.after_round == state.done
            for number in range(len(state.rounds) + 1):
                for bracket in (False, True):
                    page = await use.standings(ANONYMOUS, one.id, after_round=number, bracket=bracket, first=256)
                    course = state.course
                    expected = () if course is None else standings_after(course, number, bracket=bracket)
                    assert page.standings == rows(expected)
                    assert (page.after_round, page.bracket, page.total_count) == (number, bracket, len(expected))
                    assert page.version <= state.version
                    seen += bool(expected)
    assert seen > 100


async def test_the_rows_are_the_same_whatever_the_pages_of_the_log_are(
    store: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    async for _ in played(store, KINDS, every=30):
        pass
    books = [book for book in store.app.projector.projections if book.name.startswith("tournament_")]
    tables = [table for book in books for table in book.tables]
    before = await held(store.app.store, tables)
    assert len(before["tournament_list"]) == len(KINDS)
    assert all(before.values())
    for size in (1, 7, 500)[by_lane(commit=1, nightly=0) :]:
        monkeypatch.setattr(projections, "BATCH", size)
        for fresh in (TournamentList(public_json), TournamentStandings()):
            await store.app.projector.rebuild(fresh)
        assert await held(store.app.store, tables) == before
    for book in books:
        # what these have folded so far is of no use to them
        await store.app.projector.rebuild(book)
    assert await held(store.app.store, tables) == before


async def test_standings_of_earlier_rounds_follow_what_is_annulled(store: Served) -> None:
    """Who leaves a round robin of five in the second round is annulled until the table of that round is played."""
    kept = Kept(store.app.store, 1)
    desk = kept.desk = Desk(Policy("round_robin", drops="annulled"), tournament=kept.id, matches=kept.desk.matches)
    desk.enter(*"abcde")
    desk.round()
    desk.play()
    desk.round()
    leaver = desk.state.rounds[1].pairings[0].seats[0]
    shown = [await kept_rows(store, kept)]
    desk.do(decide.leave, entrant=leaver)
    shown += [await kept_rows(store, kept)]
    desk.play()
    shown += [await kept_rows(store, kept)]
    desk.ruling("override", 1, result=TableResult(1, ((1,),), absent=(0,)), number=2)
    shown += [await kept_rows(store, kept)]
    before, gone, back, gone_again = [rows_[1] for rows_ in shown]
    assert before == back != gone == gone_again


async def kept_rows(served: Served, kept: Kept) -> dict[int, tuple[StandingOut, ...]]:
    """The standings that are kept of rounds that are over, which are those of the tournament."""
    await kept.write()
    await served.app.projector.catch_up()
    course, use = kept.desk.state.course, served.app.use_cases.tournaments
    assert course is not None
    found = {}
    for number in range(kept.desk.state.done + 1):
        page = await use.standings(ANONYMOUS, kept.id, after_round=number, first=256)
        found[number] = page.standings
        assert found[number] == rows(standings_after(course, number))
    return found


async def test_a_list_that_is_paged_stays_with_its_round(store: Served) -> None:
    use = store.app.use_cases.tournaments
    tournament = Kept(store.app.store, 0)
    await tournament.until(done=1)
    await store.app.projector.catch_up()
    page = await use.standings(ANONYMOUS, tournament.id, first=2)
    shown = list(page.standings)
    assert (page.after_round, page.has_next) == (1, True)
    await tournament.until(done=2)
    await store.app.projector.catch_up()
    assert (await use.standings(ANONYMOUS, tournament.id, first=2)).after_round == 2
    while page.has_next:
        page = await use.standings(ANONYMOUS, tournament.id, first=2, after=page.end_cursor)
        assert page.after_round == 1
        shown += page.standings
    assert len(shown) == page.total_count == len({row.entrant for row in shown})
    with pytest.raises(ApiError) as refused:
        await use.standings(ANONYMOUS, tournament.id, after_round=2, first=2, after=page.end_cursor)
    assert refused.value.code == ErrorCode.INVALID_INPUT


@pytest.mark.parametrize("number", [-1, 3, 2**40])
async def test_a_round_that_has_not_begun_has_no_standings(store: Served, number: int) -> None:
    tournament = Kept(store.app.store, 0)
    await tournament.until(done=2)
    await store.app.projector.catch_up()
    use = store.app.use_cases.tournaments
    with pytest.raises(ApiError) as refused:
        await use.standings(ANONYMOUS, tournament.id, after_round=number, first=5)
    assert refused.value.code == ErrorCode.NOT_FOUND


async def test_standings_of_a_round_that_is_on_say_so(store: Served) -> None:
    tournament = Kept(store.app.store, 0)
    await tournament.until(done=1)
    use = store.app.use_cases.tournaments
    begun = len(tournament.desk.state.rounds)
    pages = [await use.standings(ANONYMOUS, tournament.id, after_round=number, first=5) for number in range(begun + 1)]
    assert [page.round_over for page in pages] == [number <= 1 for number in range(begun + 1)]


async def test_standings_are_there_before_the_read_models_have_come_that_far(store: Served) -> None:
    tournament = Kept(store.app.store, 0)
    await tournament.until(done=1)
    page = await store.app.use_cases.tournaments.standings(ANONYMOUS, tournament.id, first=256)
    course = tournament.desk.state.course
    assert course is not None
    assert (page.after_round, page.version) == (1, tournament.desk.state.version)
    assert page.standings == rows(standings_after(course, 1))


async def test_what_a_newer_release_has_written_holds_up_no_other_tournament(store: Served) -> None:
    tournaments = [Kept(store.app.store, number) for number in (0, 6)]
    for one in tournaments:
        await one.until(done=1)
    await store.app.projector.catch_up()
    newer, other = tournaments
    before = newer.desk.state.version
    await newer.step(lambda event: msgspec.structs.replace(event, schema=99))
    await newer.until(done=2)
    await other.until(done=2)
    await store.app.projector.catch_up()
    use = store.app.use_cases.tournaments
    page = await use.find(ANONYMOUS, first=5, wanted=TournamentFilter())
    assert {one.id: one.version for one in page.tournaments} == {newer.id: before, other.id: other.desk.state.version}
    for one, number in ((newer, 1), (other, 2)):
        assert (await use.standings(ANONYMOUS, one.id, first=5)).after_round == number
    for book in (TournamentList(public_json), TournamentStandings()):
        await store.app.projector.rebuild(book)
    page = await use.find(ANONYMOUS, first=5, wanted=TournamentFilter())
    assert other.id in {one.id for one in page.tournaments}


def of_before(event: NewEvent) -> NewEvent:
    """As a release would have written it that called everything otherwise."""
    body = json.loads(event.body)
    body["pub"] = {f"old_{name}": value for name, value in body["pub"].items()}
    return msgspec.structs.replace(event, schema=0, body=json.dumps(body).encode())


def raised(data: dict[str, Any]) -> dict[str, Any]:
    return {name.removeprefix("old_"): value for name, value in data.items()}


async def rows_of(url: str, written: Callable[[NewEvent], NewEvent] | None = None) -> dict[str, Any]:
    """What all read models say of a tournament played to its end; hashes and positions by the order of events."""
    served = await serve(url)
    tournament = Kept(served.app.store, 17)
    while await tournament.step(written):
        pass
    await served.app.projector.catch_up()
    books = served.app.projector.projections
    found = await held(served.app.store, [table for book in books for table in book.tables])
    stored = await served.app.store.read(tournament.stream)
    page = await served.app.store.read_log(limit=10_000)
    places = {entry.position: place for place, entry in enumerate(page.events, 1)}
    await served.app.stop()
    return {name: [_without_hashes(row, stored, places) for row in rows] for name, rows in found.items()}


def _without_hashes(row: Iterable[Any], stored: Sequence[StoredEvent], places: Mapping[int, int]) -> list[Any]:
    """The values of a row, which say which event they mean, and not by which bytes that was written."""
    versions: dict[Any, int] = {**{event.hash: event.version for event in stored}, **places}
    return [_named(value, stored) if isinstance(value, str) else versions.get(value, value) for value in row]


def _named(text: str, stored: Sequence[StoredEvent]) -> str:
    for event in stored:
        text = text.replace(event.hash.hex(), f"event {event.version}")
    return text


async def test_read_models_raise_events_of_before(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    now, before = (sqlite_url(tmp_path_factory.mktemp(name)) for name in ("now", "before"))
    expected = await rows_of(now)
    tables = (*TournamentList.tables, *TournamentStandings.tables, webhook_feed, rating_queue)
    assert all(expected[table.name] for table in tables)
    for kind in EVENTS:
        monkeypatch.setitem(cast(dict[Any, Any], UPCASTERS), (kind.type, 0), raised)
    assert await rows_of(before, of_before) == expected


async def test_a_tournament_that_a_newer_release_has_made_is_passed_over(store: Served) -> None:
    newer, other = [Kept(store.app.store, number) for number in (0, 6)]
    await newer.step(lambda event: msgspec.structs.replace(of_before(event), schema=99))
    for one in (newer, other):
        await one.until(done=1)
    await store.app.projector.catch_up()
    page = await store.app.use_cases.tournaments.find(ANONYMOUS, first=5, wanted=TournamentFilter())
    assert {one.id: one.version for one in page.tournaments} == {other.id: other.desk.state.version}


async def test_a_game_may_call_its_events_as_tournaments_do(served: Served) -> None:
    assert "round_started" in {kind.type for kind in GAME.events}
    await served.play_out(await served.started(), ALICE, BOB)
    await served.app.projector.catch_up()
    tables = [table for book in (TournamentList, TournamentStandings) for table in book.tables]
    assert not any((await held(served.app.store, tables)).values())
