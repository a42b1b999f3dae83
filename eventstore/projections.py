"""Read models kept up to date from the logs: each page and its checkpoints in one transaction, so exactly once.

A read model is defined as SQLAlchemy tables (tables.py says how to migrate them). Its reader sees it a little late,
never ahead, and while it is rebuilt sees it grow anew from nothing.

Read models in step move on together. One that is new, is rebuilt or can't take an event has checkpoints of its own
until it has caught up with the others.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Collection, Iterable, Mapping, Sequence
from contextlib import aclosing, suppress
from dataclasses import replace
from functools import partial
from itertools import groupby
from typing import Protocol

from sqlalchemy import Connection, Table

from eventstore import checkpoints
from eventstore.checkpoints import LogPlaces, Moved
from eventstore.envelope import Logged, LogPage, Types, is_gone
from eventstore.past import Past, past_of
from eventstore.shards import ALL, BEGINNING, Places, events_in, least_stamp, shard_of, within
from eventstore.store import Archived, Database, EventStore, StoreUnavailable
from eventstore.straddling import take_up_inside

BATCH = 4_000
"""Events a transaction: short ones, since a transaction holds its rows."""

OnProgress = Callable[[int, int], None]
"""Called with the number of events that are applied and the number aimed at."""


class Projection(Protocol):
    """A read model and how events change it."""

    @property
    def name(self) -> str:
        """The key of its checkpoint; unique and never changed."""
        ...

    @property
    def follows(self) -> Types:
        """The types of the events that it needs; None: all. Those that end a batch come too, and others may."""
        ...

    @property
    def tables(self) -> Sequence[Table]:
        """Its tables, those that others refer to first; a rebuild empties them."""
        ...

    def apply(self, connection: Connection, events: Sequence[Logged], past: Past) -> None:
        """Change the tables by events, those of each stream in their order. Must not commit; may raise, then nothing
        happened. `past` is what lies before these events, perhaps in another database than the tables.

        The result must not depend on how the events of different streams lie between one another.
        """
        ...


async def places(store: EventStore) -> LogPlaces:
    """Where the logs end and how far the read models are. Raises StoreUnavailable if any database is away."""
    return await _places(store, passed=False)


async def places_now(store: EventStore) -> LogPlaces:
    """The same, whatever databases are away but for that of the read models."""
    return await _places(store, passed=True)


async def _places(store: EventStore, *, passed: bool) -> LogPlaces:
    # the read models first, so that no log ends before where they are
    known = await store.sql.read(checkpoints.read_places)
    for shards, sql in store.databases[1:]:
        try:
            ends, unnumbered = await sql.read(partial(checkpoints.read_heads, shards=shards))
            known = replace(known, ends={**known.ends, **ends}, unnumbered=known.unnumbered or unnumbered)
        except StoreUnavailable:
            if not passed:
                raise
            ends = within(known.in_step, shards)
            known = replace(known, ends={**known.ends, **ends}, lost=known.lost.union(shards))
    return known


async def contained(store: EventStore, projection: Projection) -> int:
    """The number of events that the read model contains."""
    return (await places(store)).number(projection.name)


Failures = dict[str, Exception]
"""Errors of read models, by their names."""


async def take_up(store: EventStore, models: Sequence[Projection], known: LogPlaces) -> LogPlaces:
    """Give checkpoints to the read models that have none: new ones, and those that an earlier release has folded.

    Raises what one of them raises that can't take the rest of an append.
    """
    found, failures = await take_up_each(store, models, known)
    for error in failures.values():
        raise error
    return found


async def take_up_each(store: EventStore, models: Sequence[Projection], known: LogPlaces) -> tuple[LogPlaces, Failures]:
    """The same, where one can't: it stays where the earlier release has left it, apart from the others."""
    new = [each for each in models if each.name not in known.known]
    folded = [each for each in new if known.old.get(each.name)]
    failures = Failures()
    for each in folded:
        error = await take_up_inside(store, each.name, known.old[each.name], each.apply)
        if error is not None:
            failures[each.name] = error
    if len(new) > len(folded):
        at_nothing = {each.name: known.old.get(each.name) for each in new if each not in folded}
        await store.sql.write(partial(_begin, models=at_nothing))
    return await places(store) if new else known, failures


def _begin(connection: Connection, models: Mapping[str, int | None]) -> None:
    """Give checkpoints to read models that contain nothing; where an earlier release says so, that is the value."""
    for name, old in models.items():
        if checkpoints.take_up(connection, name, old, 0):
            checkpoints.join(connection, name, ALL)


async def advance(
    store: EventStore, models: Sequence[Projection], before: Places, page: LogPage
) -> Sequence[Projection]:
    """Apply a page of the shards in `before` to read models that are in step there, all in one transaction; those.

    Any others are left behind, apart. Runners of different shards don't wait for each other. Raises Moved if another
    one of these shards was quicker, or if a failover has lost what the page was read of: that was outside of the
    transaction, and perhaps of another server.
    """

    def work(connection: Connection) -> Sequence[Projection]:
        checkpoints.move_in_step(connection, before, page.places)
        _check_page(store, connection, before, page)
        going = _in_step(connection, models, before)
        if page.events:
            for each in going:
                _apply(store, each, connection, page)
        return going

    return await store.sql.write(work)


async def advance_each(store: EventStore, models: Sequence[Projection], before: Places, page: LogPage) -> Failures:
    """The same, where one of them fails: it is set apart and stays where it is, and the others go on.

    Raises Moved, and what the read models raise if all of them fail.
    """

    def work(connection: Connection) -> Failures:
        checkpoints.move_in_step(connection, before, page.places)
        _check_page(store, connection, before, page)
        going, failed = _in_step(connection, models, before), Failures()
        for each in going:
            try:
                with connection.begin_nested():
                    _apply(store, each, connection, page)
            except StoreUnavailable:
                raise
            except Exception as error:
                failed[each.name] = error
        if going and len(failed) == len(going):
            raise failed[going[0].name]
        checkpoints.set_apart(connection, failed, before)
        return failed

    return await store.sql.write(work)


def _check_page(store: EventStore, connection: Connection, before: Places, page: LogPage) -> None:
    """Raises Moved if the database does not hold what the page was read of. Other databases fail over by themselves.

    A standby lacks the end of what was committed: if it has the last event and counts as many, it has them all.
    """
    own = store.databases[0].shards
    checkpoints.check_ends(connection, before, within(page.places, own), page.until)
    here = (
        one.event for one in reversed(page.events) if not is_gone(one.event) and shard_of(one.event.stream_id) in own
    )
    if last := next(here, None):
        with suppress(Archived):  # which is there
            there = Past(connection).at([(last.stream_id, last.version)])
            if [event.hash for event in there] != [last.hash]:
                raise Moved


def _apply(store: EventStore, model: Projection, connection: Connection, page: LogPage) -> None:
    """Apply a page in its order, in as many runs as it goes from one database to another."""
    for database, events in _runs(store.databases, page.events):
        model.apply(connection, events, past_of(store, database, connection, events))


def _runs(databases: Sequence[Database], events: Sequence[Logged]) -> Iterable[tuple[Database, Sequence[Logged]]]:
    if len(databases) == 1:
        return [(databases[0], events)]
    of_shard = {shard: number for number, one in enumerate(databases) for shard in one.shards}
    runs = groupby(events, key=lambda entry: of_shard[shard_of(entry.event.stream_id)])
    return [(databases[number], list(run)) for number, run in runs]


def _in_step(connection: Connection, models: Sequence[Projection], before: Places) -> Sequence[Projection]:
    going = checkpoints.in_step(connection, [each.name for each in models], before)
    return [each for each in models if each.name in going]


async def advance_alone(store: EventStore, models: Sequence[Projection], before: Places, page: LogPage) -> None:
    """Apply a page to read models that are apart, all at one place. Raises Moved if another runner was quicker."""

    def work(connection: Connection) -> None:
        for each in models:
            checkpoints.move_apart(connection, each.name, before, page.places)
        _check_page(store, connection, before, page)
        if page.events:
            for each in models:
                _apply(store, each, connection, page)

    await store.sql.write(work)


async def set_apart(store: EventStore, model: Projection, shards: Collection[int] = ALL) -> None:
    """Let a read model go on by itself in these shards, from where it is."""

    def work(connection: Connection) -> None:
        checkpoints.set_apart(connection, [model.name], checkpoints.lock_in_step(connection, shards))

    await store.sql.write(work)


async def join(store: EventStore, model: Projection, shards: Collection[int] = ALL) -> None:
    """Let a read model go on with the others, where it has come to the same place."""
    await store.sql.write(partial(checkpoints.join, name=model.name, shards=shards))


async def pages(
    store: EventStore, models: Sequence[Projection], after: Places, until: int
) -> AsyncGenerator[tuple[Places, LogPage]]:
    """The events that read models need from these places to a stamp, in pages, each with the places before it.

    The next one is read while the last one is worked on.
    """
    types = followed(models)
    reading = asyncio.create_task(store.read_log(after, until, BATCH, types))
    try:
        while True:
            page = await reading
            before, after = after, page.places
            if page.until >= until:
                yield before, page
                return
            reading = asyncio.create_task(store.read_log(after, until, BATCH, types))
            yield before, page
    finally:
        reading.cancel()
        await asyncio.wait([reading])
        if not reading.cancelled():
            reading.exception()


def followed(models: Sequence[Projection]) -> Types:
    """The types of events that one of them needs."""
    wanted = [each.follows for each in models]
    return None if None in wanted else sorted({kind for kinds in wanted for kind in kinds or ()})


async def catch_up(store: EventStore, model: Projection, progress: OnProgress | None = None) -> int:
    """Bring a read model by itself to the end of the logs as they are now; the number of events that it contains."""
    known = await take_up(store, [model], await places(store))
    aim, until = known.end, least_stamp(known.ends)
    while least_stamp(reached := known.of(model.name)) < until:
        await set_apart(store, model)
        reached = (await places(store)).of(model.name)
        try:
            async for before, page in pages(store, [model], reached, until):
                await advance_alone(store, [model], before, page)
                if progress is not None:
                    progress(events_in(page.places), aim)
        except Moved:
            # another runner has it; its transaction is short
            await asyncio.sleep(0.01)
        known = await places(store)
    await join(store, model)
    return events_in(reached)


async def rebuild(store: EventStore, models: Sequence[Projection], progress: OnProgress | None = None) -> int:
    """Empty read models and apply all events again, in pages that are read once for all of them; how many that were.

    Other runners may go on: they and this one apply each event once.
    """
    await store.sql.write(lambda connection: _reset(connection, models))
    known = await places(store)
    with suppress(Moved):
        async with aclosing(pages(store, models, BEGINNING, least_stamp(known.ends))) as found:
            async for before, page in found:
                await advance_alone(store, models, before, page)
                if progress is not None:
                    progress(events_in(page.places), known.end)
    # where another runner was quicker with a page, and what came meanwhile
    return min([await catch_up(store, each, progress) for each in models])


def _reset(connection: Connection, models: Sequence[Projection]) -> None:
    for name in sorted(each.name for each in models):
        checkpoints.begin_anew(connection, name)
    for each in models:
        for table in reversed(each.tables):
            connection.execute(table.delete())
