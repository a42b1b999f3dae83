"""Read models kept up to date from the logs: each page and its checkpoints in one transaction, so exactly once.

A read model is defined as SQLAlchemy tables (tables.py says how to migrate them). Its reader sees it a little late,
never ahead, and while it is rebuilt sees it grow anew from nothing.

Read models in step move on together. One that is new, is rebuilt or can't take an event has checkpoints of its own
until it has caught up with the others.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Collection, Sequence
from contextlib import aclosing, suppress
from functools import partial
from typing import Protocol

from sqlalchemy import Connection, Table

from eventstore.envelope import Logged, LogPage, Types, is_gone
from eventstore.read_models import checkpoints
from eventstore.read_models.checkpoints import LogPlaces, Moved
from eventstore.read_models.past import Past
from eventstore.shards import ALL, BEGINNING, Places, events_in, least_stamp
from eventstore.store import Archived, EventStore

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
        happened. `past` is what lies before these events.

        The result must not depend on how the events of different streams lie between one another.
        """
        ...


async def places(store: EventStore) -> LogPlaces:
    """Where the logs end and how far the read models are."""
    return await store.sql.read(checkpoints.read_places)


async def contained(store: EventStore, projection: Projection) -> int:
    """The number of events that the read model contains."""
    return (await places(store)).number(projection.name)


Failures = dict[str, Exception]
"""Errors of read models, by their names."""


async def begun(store: EventStore, models: Sequence[Projection], known: LogPlaces) -> LogPlaces:
    """The places once those of these read models that have none are at the beginning, with empty tables."""
    new = [each for each in models if each.name not in known.known]
    if not new:
        return known
    await store.sql.write(partial(_begin, models=new))
    return await places(store)


def _begin(connection: Connection, models: Sequence[Projection]) -> None:
    for each in models:
        if checkpoints.begin(connection, each.name):
            _empty(connection, each)


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
        _check_page(connection, before, page)
        going, past = _in_step(connection, models, before), Past.of(connection, page.events)
        for each in going:
            _apply(connection, each, page, past)
        return going

    return await store.sql.write(work)


async def advance_each(store: EventStore, models: Sequence[Projection], before: Places, page: LogPage) -> Failures:
    """The same, where one of them fails: it is set apart and stays where it is, and the others go on.

    Raises Moved, and what the read models raise if all of them fail.
    """

    def work(connection: Connection) -> Failures:
        checkpoints.move_in_step(connection, before, page.places)
        _check_page(connection, before, page)
        going, failed = _in_step(connection, models, before), Failures()
        past = Past.of(connection, page.events)
        for each in going:
            try:
                with connection.begin_nested():
                    _apply(connection, each, page, past)
            except Moved:
                raise
            except Exception as error:
                failed[each.name] = error
        if going and len(failed) == len(going):
            raise failed[going[0].name]
        checkpoints.set_apart(connection, failed, before)
        return failed

    return await store.sql.write(work)


def _apply(connection: Connection, model: Projection, page: LogPage, past: Past) -> None:
    """Raises Moved if a stream has left the database since the page was read: it comes from the archive now."""
    try:
        if page.events:
            model.apply(connection, page.events, past)
    except Archived as error:
        raise Moved from error


def _check_page(connection: Connection, before: Places, page: LogPage) -> None:
    """Raises Moved if the database does not hold what the page was read of.

    A standby lacks the end of what was committed: if it has the last event and counts as many, it has them all.
    """
    checkpoints.check_ends(connection, before, page.places, page.until)
    if last := next((one.event for one in reversed(page.events) if not is_gone(one.event)), None):
        with suppress(Archived):  # which is there
            there = Past(connection).at([(last.stream_id, last.version)])
            if [event.hash for event in there] != [last.hash]:
                raise Moved


def _in_step(connection: Connection, models: Sequence[Projection], before: Places) -> Sequence[Projection]:
    going = checkpoints.in_step(connection, [each.name for each in models], before)
    return [each for each in models if each.name in going]


async def advance_alone(store: EventStore, models: Sequence[Projection], before: Places, page: LogPage) -> None:
    """Apply a page to read models that are apart, all at one place. Raises Moved if another runner was quicker."""

    def work(connection: Connection) -> None:
        checkpoints.move_apart(connection, [each.name for each in models], before, page.places)
        _check_page(connection, before, page)
        past = Past.of(connection, page.events)
        for each in models:
            _apply(connection, each, page, past)

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
    known = await begun(store, [model], await places(store))
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
        _empty(connection, each)


def _empty(connection: Connection, model: Projection) -> None:
    for table in reversed(model.tables):
        connection.execute(table.delete())
