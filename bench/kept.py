"""A large Swiss that a store keeps, through the use cases of the service, against a smaller one in the same store.

Everybody enters, rounds are started with all their matches, and every match is said to have ended, as the process
manager says it, with a result by chance: no match is played. What is kept of the tournament is the same as if it had
been; the matches themselves stay at their beginning, so files of matches are shorter than those of played ones.
"""

from __future__ import annotations

import asyncio
import time
import tracemalloc
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import aclosing, asynccontextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from random import Random
from statistics import median, quantiles
from typing import Any

from pydantic import SecretStr

from api_schema.ports.base import Caller
from api_schema.ports.tournaments import CreateTournament, DeckOrder, RegisterEntrant, StartRound, TournamentPolicy
from bench.figures import Figure
from bench.servers import SECRET
from bench.tournament import PLACES, WEIGHTS
from domain.kernel.seating import decks_for, in_mode
from service.bootstrap import Playledger, bootstrap
from service.settings import Settings
from service.tournaments.process import Played

GAME = "c4"
SMALL, LARGE, ROUNDS = 256, 1024, 10
ASKED = 200
"""The number of requests for standings."""
PAGE = 50
SOME = 2 << 20
"""Bytes of the archive of replays that are read: it has a file for each match, and takes the longest."""
FILES = ("export.json", "standings.csv", "results.csv", "record.ndjson", "report.fide-trf", "matches.ndjson", "replays")
SCOPES = ("tournament:enter", "tournament:manage", "tournament:referee", "tournament:read")


@dataclass
class Measured:
    """Seconds of each start of a round, of each report of a result, of each page of standings; the longest that nothing
    else could happen while a round was started; of the first look at the tournament by a process that doesn't know it.
    Of each file the seconds and the most memory that was in use at once for it, in bytes.
    """

    entrants: int
    starts: list[float] = field(default_factory=list)
    blocked: float = 0.0
    reports: list[float] = field(default_factory=list)
    pages: list[float] = field(default_factory=list)
    cold: float = 0.0
    seconds: dict[str, float] = field(default_factory=dict)
    memory: dict[str, int] = field(default_factory=dict)


def figures(url: str, small: int = SMALL, large: int = LARGE, rounds: int = ROUNDS, asked: int = ASKED) -> list[Figure]:
    """The rows; `url` is a migrated Postgres database of one's own."""
    less, more = (asyncio.run(_measure(url, entrants, rounds, asked)) for entrants in (small, large))
    name, smaller = f"kept Swiss of {large:,}, {rounds} rounds", f"the same of {small:,}"
    starts, pages = f"{name}: slowest start of a round, with its matches", f"{name}: page of standings, 95 of 100"
    return [
        Figure(starts, max(more.starts), "s", "promise", None, 10.0, "at most"),
        Figure(f"{name}: start of a round, median", median(more.starts), "s", smaller, median(less.starts), None),
        Figure(f"{name}: longest that nothing else could happen meanwhile", more.blocked, "s", "none", None, None),
        Figure(pages, _p95(more.pages) * 1000, "ms", "promise", None, 50.0, "at most"),
        Figure(
            f"{name}: a result, median", median(more.reports) * 1000, "ms", smaller, median(less.reports) * 1000, None
        ),
        Figure(f"{name}: first look of a process", more.cold, "s", smaller, less.cold, None),
        *(row for file in FILES for row in _of_file(name, smaller, file, more, less)),
    ]


def _of_file(name: str, smaller: str, file: str, more: Measured, less: Measured) -> list[Figure]:
    """A file takes longer with more entrants. Its memory grows with its largest part, a round of the record, and with
    what finds an entrant, and not with the tournament.
    """
    seconds, memory = f"{name}: {file}", f"{name}: memory for {file}"
    return [
        Figure(seconds, more.seconds[file], "s", smaller, less.seconds[file], None),
        Figure(memory, more.memory[file] / 1024, "KiB", smaller, less.memory[file] / 1024, 3.0, "at most"),
    ]


def _p95(seconds: list[float]) -> float:
    return quantiles(seconds, n=20)[-1]


async def _measure(url: str, entrants: int, rounds: int, asked: int) -> Measured:
    measured = Measured(entrants)
    app = await _replica(url)
    tournament = await _played(app, measured, rounds)
    await app.stop()
    app = await _replica(url)
    use, caller = app.use_cases.tournaments, await _organiser(app, entrants)
    for _ in range(asked):
        measured.pages.append(await _timed(use.standings(caller, tournament, first=PAGE)))
    measured.cold = await _timed(use.get(caller, tournament))
    for file in FILES:
        measured.seconds[file] = await _timed(_read(app, caller, tournament, file))
        measured.memory[file] = await _most(partial(_read, app, caller, tournament, file))
    await app.stop()
    return measured


async def _replica(url: str) -> Playledger:
    given: dict[str, Any] = {"clocks": False, "webhooks": False, "secret_key": SecretStr(SECRET)}
    return await bootstrap(Settings(database_url=url, **given))


async def _organiser(app: Playledger, entrants: int) -> Caller:
    return await app.directory.caller(f"ac_organiser_{entrants}", SCOPES)


async def _played(app: Playledger, measured: Measured, rounds: int) -> str:
    """A tournament whose rounds are over; its id."""
    use, organiser = app.use_cases.tournaments, await _organiser(app, measured.entrants)
    policy = TournamentPolicy("SWISS", rounds=rounds)
    order = CreateTournament(game=GAME, name="Cup", policy=policy, decision_ms=0, turn_ms=0, rated=False)
    tournament = (await use.create(organiser, f"made-{measured.entrants}", order)).tournament.id
    await _enter(app, tournament, measured.entrants)
    for number in range(1, rounds + 1):
        async with _watched(measured):
            started = use.start_round(organiser, tournament, f"round-{number}", StartRound(number))
            measured.starts.append(await _timed(started))
        for game in await _results(app, organiser, tournament):
            measured.reports.append(await _timed(app.tournaments.process.report(tournament, game)))
        await app.projector.catch_up()
    return tournament


async def _enter(app: Playledger, tournament: str, entrants: int) -> None:
    game = app.catalogue.game(GAME)
    deck = RegisterEntrant(DeckOrder(decks_for(game, in_mode(game), (0,), 2)[0]))
    for number in range(entrants):
        caller = await app.directory.caller(f"ac_entrant_{number}", SCOPES)
        await app.use_cases.tournaments.register(caller, tournament, "entered", deck)


async def _results(app: Playledger, caller: Caller, tournament: str) -> list[Played]:
    """Let all matches of the round that is on end, one in ten drawn."""
    random, found = Random(tournament), list[Played]()
    after, more = None, True
    while more:
        page = await app.use_cases.tournaments.pairings(caller, tournament, round_number=None, first=256, after=after)
        for table in page.pairings:
            (placings,) = random.choices(PLACES, WEIGHTS)
            game = table.games[-1]
            found.append(Played(game.match_id, (table.round, table.table), game.number, placings, "bench", "0" * 64))
        after, more = page.end_cursor, page.has_next
    return found


async def _read(app: Playledger, caller: Caller, tournament: str, name: str) -> None:
    """A file, in the chunks in which it goes out; of the archive no more than its beginning."""
    use: Any = app.use_cases.tournaments
    whole: dict[str, Callable[..., Awaitable[Any]]] = {"matches.ndjson": use.matches_file, "replays": use.replays_file}
    file = await (whole[name](caller, tournament) if name in whole else use.export(caller, tournament, name))
    read = 0
    async with aclosing(file.chunks) as chunks:
        async for chunk in chunks:
            read += len(chunk)
            if name == "replays" and read > SOME:
                break


async def _most(work: Callable[[], Awaitable[object]]) -> int:
    """The most memory that was in use at once for some work, beside what is in use for what a process remembers."""
    tracemalloc.start()
    try:
        await work()
        tracemalloc.reset_peak()
        before, _ = tracemalloc.get_traced_memory()
        await work()
        return tracemalloc.get_traced_memory()[1] - before
    finally:
        tracemalloc.stop()


async def _timed(work: Awaitable[object]) -> float:
    begin = time.perf_counter()
    await work
    return time.perf_counter() - begin


@asynccontextmanager
async def _watched(measured: Measured) -> AsyncIterator[None]:
    """Notes for how long nothing else could happen inside, at the worst."""

    async def look() -> None:
        while True:
            begin = time.perf_counter()
            await asyncio.sleep(0.001)
            measured.blocked = max(measured.blocked, time.perf_counter() - begin)

    task = asyncio.create_task(look())
    try:
        yield
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
