"""What must hold at the end of a run, whatever has happened in it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from functools import partial
from itertools import pairwise
from typing import Any

import msgspec

from api_schema.errors import ApiError, ErrorCode
from domain.kernel.audience import SPECTATOR
from domain.kernel.lineage import RulesRepinned
from domain.kernel.versions import is_older
from eventstore import chain
from eventstore.read_models.inspection import streams_of
from service.application.ids import LADDER_IDS, MATCH_IDS, TOURNAMENT_IDS
from service.bootstrap import Playledger
from service.cli.store_checks import audited
from service.streams.watcher import LOSSES
from tests.faults.checker import Loss, anomalies, untimely
from tests.faults.folded import contents
from tests.faults.history import (
    Chain,
    Chains,
    Event,
    Failure,
    Operation,
    Resync,
    Troubles,
    Unanswered,
    chain_of,
    latest_answer,
    latest_news,
)
from tests.kit.served import EVE, PAYER
from tests.simulation import chance
from tests.simulation.replicas import Replica
from tests.toy_game import GAME

NEWS, ANSWER = 1.0, 1.0
"""Seconds from an acknowledgement until each watcher knows, and that an answer takes, where nothing goes wrong."""
FOLLOWED = 2
"""The keys that each replica hears of."""
SHOWN = ("id", "type", "text", "redacted", "data")
"""What an event is to who sees it."""
LATE, HEALED = 2_500, 5_000
"""Milliseconds until the default of a player whose time is up is taken: where nothing goes wrong, and at the end."""


async def faults(
    app: Playledger, history: Sequence[Operation], losses: Sequence[Loss], troubles: Troubles
) -> list[str]:
    """All that is wrong, in sentences."""
    chains, broken = await _chains(app, sorted([name async for name in _streams(app)]))
    now = round(chance.EPOCH * 1000 + asyncio.get_running_loop().time() * 1000)
    found = [*broken, *map(str, [*anomalies(history, chains, *losses), *untimely(chains, now)])]
    found += [f"nobody took a default: {end}" for *_, end in chains.values() if (end.due or now) + HEALED < now]
    if not troubles:
        found += [f"a default was taken too late: {event}" for rows in chains.values() for event in late(rows)]
    if (news := latest_news(history, troubles)) > NEWS:
        found.append(f"a watcher heard of an action {news:.1f} s after it was acknowledged")
    if (answer := latest_answer(history, troubles)) > ANSWER:
        found.append(f"an answer took {answer:.1f} s")
    found += [f"nobody answered {one}" for one in history if isinstance(one, Unanswered)]
    falsely = [one for one in history if isinstance(one, Resync) and one.reason in LOSSES]
    falsely = [one for one in falsely if all(one.ended < loss.began for loss in losses)]
    found += [f"nothing was lost before {one}" for one in falsely[:1]]
    found += [f"a fault of the service: {one}" for one in history if isinstance(one, Failure) and one.status == 500]
    found += [f"the audit of {name} failed" for name in chains if not await _audited(app, name)]
    return [*found, *[one async for one in _read_models(app)]]


def held(replica: Replica) -> Iterator[str]:
    """What a replica holds beyond its bounds when nobody watches there."""
    app, broker = replica.app, replica.broker
    assert app is not None
    assert broker is not None
    kept, followed = len(app.matches.cache), broker.followed
    if kept > app.settings.cached_matches:
        yield f"{replica.name} remembers {kept} matches"
    if watched := app.matches.hub.watched | app.matches.delayed_hub.watched:
        yield f"{replica.name} thinks that {watched} are watched"
    if followed > FOLLOWED + kept:
        yield f"{replica.name} follows {followed} keys"


def late(chain: Chain) -> Iterator[Event]:
    """The defaults that were taken too late."""
    for event in chain:
        due = None if event.defaulted is None else chain[event.defaulted - 1].due
        if due is not None and event.at > due + LATE:
            yield event


async def _streams(app: Playledger) -> AsyncIterator[str]:
    """The names of all matches, tournaments and ladders."""
    for ids in (MATCH_IDS, TOURNAMENT_IDS, LADDER_IDS):
        for stream in await app.store.sql.read(partial(streams_of, kind=ids.kind)):
            yield ids.id_of(stream)


async def _chains(app: Playledger, names: Sequence[str]) -> tuple[Chains, list[str]]:
    found, broken = {}, []
    for name in names:
        ids = next(ids for ids in (MATCH_IDS, TOURNAMENT_IDS, LADDER_IDS) if name.startswith(ids.prefix))
        events = await app.store.read(ids.stream_of(name))
        if (link := chain.first_broken(events)) is not None:
            broken.append(f"the chain of {name} is broken at {link}")
        found[name] = chain_of((event.version, event.hash, event.body, event.batch_end) for event in events)
    return found, broken


async def _audited(app: Playledger, name: str) -> bool:
    reports, _ = await audited(app, name, None)
    report = reports[name]
    return report.ok or (report.verdict == "diverged" and getattr(report, "game", "") == GAME.slug)


async def misread(newer: Playledger, older: Playledger, matches: Sequence[str]) -> list[str]:
    """Matches of which a release says something else than it may."""
    found = []
    for match in matches:
        if await newer.store.head(MATCH_IDS.stream_of(match)) is None:
            continue
        events = await newer.store.read(MATCH_IDS.stream_of(match))
        pinned = [
            json.loads(event.body)["pub"]["rules_version"] for event in events if event.type == RulesRepinned.type
        ]
        if len(set(pinned)) < len(pinned) or any(is_older(*pair) for pair in pairwise(pinned)):
            found.append(f"{match} went by rules {pinned}")
        known = await newer.use_cases.matches.get(EVE, match)
        try:
            report = await older.use_cases.history.audit(EVE, match, PAYER)
            said: str = "OK" if report.ok else report.verdict
        except ApiError as error:
            said = error.code
        newest = {ErrorCode.RELEASE_MISMATCH, *(("OK", "DIVERGED") if known.result else ())}
        if said not in ({"OK"} if known.pins.rules_version == GAME.rules_version else newest):
            found.append(f"the release before says {said} of {match}, which goes by rules {known.pins.rules_version}")
    return found


async def otherwise_shown(
    app: Playledger, shown: Mapping[tuple[str, str], Sequence[Mapping[str, Any]]], *, lost: bool
) -> AsyncIterator[str]:
    """Events of which a viewer of a match was told something else than the store has for it."""
    for (match, viewer), told in shown.items():
        if told and await app.store.head(MATCH_IDS.stream_of(match)) is not None:
            known = await app.matches.repository.current(match)
            # whose seat a failover has taken away is a spectator
            eyes = (viewer, SPECTATOR) if lost else (viewer,)
            pages = [await app.matches.reader.page(known, each, 0, known.version) for each in eyes]
            stored = [{event.hash: msgspec.to_builtins(event) for event in page.events} for page in pages]
            for event in told:
                true = [one.get(event["hash"], event) for one in stored]
                if all(any(event[name] != one[name] for name in SHOWN) for one in true):
                    yield f"{viewer} of {match} was told {event}, the store has {true[0]}"


async def _read_models(app: Playledger) -> AsyncIterator[str]:
    """Those that are not what the log makes of them."""
    await app.projector.catch_up()
    before = await contents(app)
    await app.projector.rebuild(*app.projector.projections)
    after = await contents(app)
    for table in sorted(before.keys() | after.keys()):
        if before.get(table) != after.get(table):
            yield f"{table} is {before.get(table)!r:.600}, and folded anew {after.get(table)!r:.600}"
