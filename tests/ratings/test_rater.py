"""Tournaments that have finished are rated: once, in order, whoever does it and whatever stops it half-way."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from domain.tournament.entrants import TableResult
from domain.tournament.policy import Pods, Policy
from domain.tournament.rulings import Ruling
from eventstore.store import StoreUnavailable
from service.application.ids import ladder_stream
from service.projections.leaderboard.fold import Leaderboards
from service.ratings.rated_tournament import played
from service.ratings.rater import Rater
from service.streams.memory import MemoryBroker
from tests.kit.rated import Tournament, override
from tests.kit.served import Served, serve
from tests.kit.waiting import until
from tests.ratings.given import board, dump, events, file_of, games, rate
from tests.toy_game import GAME

pytestmark = pytest.mark.anyio
POD = Pods()
SIX = ("ana", "ben", "cem", "dea", "eli", "fay")


def places_of(tournament: Tournament) -> list[Any]:
    """All games that were played to an end, as the ladder should have them."""
    found = []
    for (number, table), seated in sorted(tournament.state.tables.items()):
        pairing = next(one for one in tournament.state.rounds[number - 1].pairings if one.table == table)
        for game in seated.games:
            groups = [[pairing.seats[seat].replace("en_", "ld_") for seat in group] for group in game.places or ()]
            found.append((number, table, game.number, game.match, groups))
    return found


async def test_every_game_is_rated_in_the_order_of_round_table_and_number(served: Served) -> None:
    played = await Tournament(served.app.store, "first").held(*SIX)
    await rate(served)
    rated = games(await file_of(served.app))
    said = [(one["round"], one["table"], one["game"], one["match"], one["places"]) for one in rated]
    assert said == places_of(played)
    assert len(said) > 9
    page = await board(served.app)
    assert page.ladder is not None
    assert (page.ladder.games, page.ladder.tournaments, page.ladder.players) == (len(said), 1, 6)
    assert {row.player for row in page.rows} == {f"ld_{name}" for name in SIX}
    assert sum(row.games for row in page.rows) == 2 * len(said)
    assert sum(row.wins for row in page.rows) == sum(len(one[4]) == 2 for one in said)


async def test_one_append_a_round_and_the_end_says_what_was_rated(served: Served) -> None:
    played = await Tournament(served.app.store, "first").held(*SIX)
    await rate(served)
    found = events(await file_of(served.app))
    commands = [event["command"] for event in found]
    assert list(dict.fromkeys(commands)) == [f"rated:{played.id}:{number}" for number in (1, 2, 3)]
    assert [event["type"] for event in found][:2] == ["ladder_opened", "game_rated"]
    assert found[-1]["type"] == "tournament_rated"
    assert found[-1]["pub"]["games"] == len(places_of(played))


async def test_what_has_not_finished_or_does_not_count_is_not_rated(served: Served) -> None:
    store = served.app.store
    await Tournament(store, "casual", rated=False).held(*SIX)
    cancelled = Tournament(store, "rain")
    await cancelled.open(SIX)
    await cancelled.play_round()
    await cancelled.cancel()
    running = Tournament(store, "running")
    await running.open(SIX)
    await running.play_round()
    await rate(served)
    assert (await board(served.app)).ladder is None
    await running.play_round()
    await running.play_round()
    await running.finish()
    await rate(served)
    assert {one["tournament"] for one in games(await file_of(served.app))} == {running.id}


async def test_two_replicas_at_once_rate_once(served: Served) -> None:
    played = await Tournament(served.app.store, "first").held(*SIX)
    second = await Tournament(served.app.store, "second").held(*SIX)
    await served.app.projector.catch_up()
    others = [Rater(served.app.store, MemoryBroker(), served.clock) for _ in range(3)]
    await asyncio.gather(*(one.tick() for one in (served.app.rater, *others)))
    await served.app.projector.catch_up()
    rated = games(await file_of(served.app))
    assert [one["match"] for one in rated] == [one[3] for one in (*places_of(played), *places_of(second))]


async def test_two_replicas_on_postgres_rate_once(service_database_url: str) -> None:
    first, second = await serve(service_database_url), await serve(service_database_url)
    try:
        played = await Tournament(first.app.store, "first").held(*SIX)
        await first.app.projector.catch_up()
        raters = [Rater(served.app.store, MemoryBroker(), served.clock) for served in (first, second)]
        await asyncio.gather(*(rater.tick() for rater in raters))
        await first.app.projector.catch_up()
        rated = games(await file_of(second.app))
        assert [one["match"] for one in rated] == [one[3] for one in places_of(played)]
        before = await dump(first.app)
        await first.app.projector.rebuild(Leaderboards())
        assert await dump(first.app) == before
    finally:
        await first.app.stop()
        await second.app.stop()


async def test_a_crash_between_two_rounds_goes_on_with_the_next(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = await Tournament(served.app.store, "first").held(*SIX)
    await served.app.projector.catch_up()
    append, calls = served.app.store.append, 0

    async def dying(*args: Any, **kwargs: Any) -> Any:
        nonlocal calls
        calls += 1
        if calls == 2:
            raise StoreUnavailable("gone")
        return await append(*args, **kwargs)

    monkeypatch.setattr(served.app.store, "append", dying)
    with pytest.raises(StoreUnavailable):
        await served.app.rater.tick()
    head = await served.app.store.head(ladder_stream(GAME.slug, "2026"))
    assert head is not None
    fresh = Rater(served.app.store, MemoryBroker(), served.clock)
    await fresh.tick()
    assert calls == 4
    await served.app.projector.catch_up()
    assert [one["match"] for one in games(await file_of(served.app))] == [one[3] for one in places_of(played)]


async def test_an_answer_that_was_lost_is_found_again(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """The round was written, but nobody was told: the same command finds it done."""
    played = await Tournament(served.app.store, "first").held(*SIX)
    await served.app.projector.catch_up()
    append = served.app.store.append

    async def deaf(*args: Any, **kwargs: Any) -> Any:
        await append(*args, **kwargs)
        raise StoreUnavailable("who knows")

    with monkeypatch.context() as patched:
        patched.setattr(served.app.store, "append", deaf)
        with pytest.raises(StoreUnavailable):
            await served.app.rater.tick()
    await rate(served)
    assert len(games(await file_of(served.app))) == len(places_of(played))


async def test_tournaments_of_one_ladder_are_rated_as_they_have_finished(served: Served) -> None:
    late, early = Tournament(served.app.store, "a_late"), Tournament(served.app.store, "z_early")
    await late.open(SIX)
    await early.held(*SIX)
    for _ in range(3):
        await late.play_round()
    await late.finish()
    await rate(served)
    rated = [one["tournament"] for one in games(await file_of(served.app))]
    assert list(dict.fromkeys(rated)) == [early.id, late.id]


@pytest.mark.answers("listSeasons")
async def test_seasons_are_ladders_of_their_own(served: Served) -> None:
    await Tournament(served.app.store, "old", season="spring").held(*SIX)
    await Tournament(served.app.store, "new", season="summer 1/2").held(*SIX[:4])
    await rate(served)
    found = await served.app.use_cases.ratings.seasons(GAME.slug)
    assert [(one.season, one.players) for one in found.seasons] == [("summer 1/2", 4), ("spring", 6)]
    newest, other = await board(served.app), await board(served.app, "spring")
    assert newest.ladder is not None
    assert newest.ladder.season == "summer 1/2"
    assert len(other.rows) == 6


async def test_games_count_as_they_were_played_whatever_was_ruled(served: Served) -> None:
    """A result turned round, a game called lost, an aborted one, one that all have lost, a forfeit."""
    held = Tournament(served.app.store, "ruled", policy=Policy("swiss", rounds=1, best_of=3))
    await held.open(("a", "b", "c", "d", "e", "f", "g", "h"))
    await held.start()
    await held.end((1, 1), [[0], [1]])
    await held.end((1, 1), [[1], [0]])
    pairing = held.state.rounds[0].pairings[0]
    await held.rule(override((1, 1), TableResult(1, ((1,), (0,)), (0, 2))))
    await held.rule(Ruling("game_loss", "st_1", "late", (1, 2), held.state.rounds[0].pairings[1].seats[0]))
    await held.end((1, 2), None)
    await held.rule(override((1, 2), TableResult(2, ((0,), (1,)))))
    await held.end((1, 3), [])
    await held.rule(override((1, 3), TableResult(3, ((0, 1),))))
    await held.rule(Ruling("no_show", "st_1", "asleep", (1, 4), held.state.rounds[0].pairings[3].seats[0]))
    await held.finish()
    await rate(served)
    first, second = (seat.replace("en_", "ld_") for seat in pairing.seats)
    assert [(one["table"], one["places"]) for one in games(await file_of(served.app))] == [
        (1, [[first], [second]]),
        (1, [[first], [second]]),
    ]


async def test_a_replayed_game_counts_once(served: Served) -> None:
    held = Tournament(served.app.store, "again", policy=Policy("swiss", rounds=1))
    await held.open(("a", "b"))
    await held.start()
    await held.end((1, 1), [[0], [1]])
    await held.rule(Ruling("replay", "st_1", "a lamp fell", (1, 1)))
    await held.end((1, 1), [[0], [1]])
    await held.finish()
    await rate(served)
    assert [(one["game"], one["match"]) for one in games(await file_of(served.app))] == [(2, held.matches.id(1, 1, 2))]


async def test_games_with_somebody_who_is_on_no_leaderboard_do_not_count(served: Served) -> None:
    held = Tournament(served.app.store, "guests", policy=Policy("swiss", rounds=1))
    await held.open(("a", "b", "c", "d"), unlisted=["d"])
    await held.play_round()
    await held.finish()
    await rate(served)
    [only] = games(await file_of(served.app))
    assert "ld_d" not in str(only)


async def test_tables_of_many_are_one_game_of_many_places(served: Served) -> None:
    policy = Policy("pods", rounds=1, pods=POD)
    held = await Tournament(served.app.store, "pods", policy=policy).held(*"abcdefgh")
    await rate(served)
    found = games(await file_of(served.app))
    assert [len(one["places"]) for one in found] == [4, 4]
    assert [one["places"] for one in found] == [one[4] for one in places_of(held)]


async def test_who_was_absent_from_a_table_of_many_is_not_rated_there(served: Served) -> None:
    """Whoever was called to have lost the match played it, and gave up."""
    held = Tournament(served.app.store, "absent", policy=Policy("pods", rounds=1, pods=POD))
    await held.open("abcdefgh")
    await held.start()
    first, second = held.state.rounds[0].pairings
    await held.rule(Ruling("no_show", "st_1", "asleep", (1, 1), first.seats[2]))
    await held.rule(Ruling("match_loss", "st_1", "cards hidden", (1, 1), first.seats[1]))
    for seat in (0, 1, 3):
        await held.rule(Ruling("no_show", "st_1", "asleep", (1, 2), second.seats[seat]))
    for table in (1, 2):
        await held.end((1, table), [[0], [3], [1], [2]])
    await held.finish()
    await rate(served)
    placed = [[first.seats[seat].replace("en_", "ld_")] for seat in (0, 3, 1)]
    assert [(one["table"], one["places"]) for one in games(await file_of(served.app))] == [(1, placed)]


async def test_what_happens_after_the_end_changes_no_rating(served: Served) -> None:
    """A referee awards a table whose game still runs; the tournament finishes before that game does."""
    held = Tournament(served.app.store, "late", policy=Policy("swiss", rounds=1))
    await held.open(("a", "b", "c", "d"))
    await held.start()
    await held.rule(Ruling("award", "st_1", "had to leave", (1, 1), held.state.rounds[0].pairings[0].seats[0]))
    await held.end((1, 2), [[0], [1]])
    await held.finish()
    await held.end((1, 1), [[1], [0]])
    await rate(served)
    assert [one["table"] for one in games(await file_of(served.app))] == [2]


async def test_a_tournament_that_this_release_cannot_read_holds_up_no_other_ladder(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    strange = await Tournament(served.app.store, "strange", season="one").held(*SIX)
    behind = await Tournament(served.app.store, "behind", season="one").held(*SIX)
    await Tournament(served.app.store, "plain", season="two").held(*SIX)
    await served.app.projector.catch_up()
    monkeypatch.setattr("service.ratings.rater.played", lambda found: _unless(played(found), strange.id))
    await served.app.rater.tick()
    await served.app.projector.catch_up()
    assert [one.season for one in (await served.app.use_cases.ratings.seasons(GAME.slug)).seasons] == ["two"]
    monkeypatch.undo()
    await rate(served)
    rated = [one["tournament"] for one in games(await file_of(served.app, "one"))]
    assert list(dict.fromkeys(rated)) == [strange.id, behind.id]


def _unless(found: Any, strange: str) -> Any:
    if found.tournament == strange:
        raise ValueError("of a newer release")
    return found


async def test_it_works_in_the_background(served: Served) -> None:
    await served.app.start()
    played = await Tournament(served.app.store, "first").held(*SIX)
    served.app.broker.publish(played.id, played.state.version)

    async def rated() -> bool:
        return bool((await board(served.app)).rows)

    await until(rated, "nothing was rated")
