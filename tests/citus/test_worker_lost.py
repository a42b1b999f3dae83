"""A node that dies without a word in the midst of play, and comes back."""

from __future__ import annotations

import asyncio
from collections import Counter
from contextlib import suppress
from pathlib import Path
from uuid import UUID

import pytest

from eventstore import chain
from eventstore.limits import StoreLimits
from eventstore.open import open_store
from eventstore.store import EventStore, StoreUnavailable
from tests import services
from tests.eventstore.given import Stream, creation, sequence_all, whole_log
from tests.faults.conftest import Tell
from tests.faults.stand import judged, stand
from tests.kit.citus_nodes import Cluster, needs_citus
from tests.kit.waiting import until

pytestmark = [needs_citus, pytest.mark.programs, pytest.mark.anyio]

LIMITS = StoreLimits(connect=10, read=120, append=30)
STREAMS = 16
BEFORE = 200
"""Appends that are acknowledged before the fault, in the midst of it and after it, each."""


class Writers:
    """One writer for each stream, who sends a command again until it is answered."""

    def __init__(self, store: EventStore, cluster: Cluster) -> None:
        self.streams = [Stream(store) for _ in range(STREAMS)]
        self.workers = {one.id: cluster.worker_of(one.id).name for one in self.streams}
        self.answered: Counter[str] = Counter()
        self.failures: Counter[str] = Counter()
        self._ended = False

    async def write(self, one: Stream) -> None:
        """Append one event after another until all are told to end."""
        while not self._ended:
            key = f"c{one.version + 1}"
            try:
                await one.append(key=key)
            except StoreUnavailable:
                self.failures[self.workers[one.id]] += 1
                await asyncio.sleep(0.05)
            else:
                self.answered[self.workers[one.id]] += 1

    def end(self) -> None:
        self._ended = True


async def test_nothing_is_lost_or_doubled_and_the_streams_of_the_other_worker_go_on(own_cluster: Cluster) -> None:
    store = await open_store(own_cluster.url, LIMITS)
    writers = await asyncio.to_thread(Writers, store, own_cluster)
    tasks = [asyncio.create_task(writers.write(one)) for one in writers.streams]
    try:
        await until(lambda: min(writers.answered["one"], writers.answered["two"]) > BEFORE)
        await asyncio.to_thread(own_cluster.workers[1].kill)
        here, failed = writers.answered["one"], writers.failures["two"]
        await until(lambda: writers.answered["one"] > here + BEFORE and writers.failures["two"] > failed)
        assert writers.failures["one"] == 0
        assert store.losses, "it may come back with less, so whoever watches looks again"
        await asyncio.to_thread(own_cluster.workers[1].start)
        there = writers.answered["two"]
        await until(lambda: writers.answered["two"] > there + BEFORE)
    finally:
        writers.end()
        await asyncio.gather(*tasks)
    try:
        await _whole(store, writers)
    finally:
        await store.close()


async def test_streams_go_on_without_the_coordinator(own_cluster: Cluster) -> None:
    store = await open_store(own_cluster.url, LIMITS)
    writers = await asyncio.to_thread(Writers, store, own_cluster)
    tasks = [asyncio.create_task(writers.write(one)) for one in writers.streams]
    try:
        await until(lambda: min(writers.answered["one"], writers.answered["two"]) > BEFORE)
        await asyncio.to_thread(own_cluster.coordinator.kill)
        here, there = writers.answered["one"], writers.answered["two"]
        await until(lambda: writers.answered["one"] > here + BEFORE and writers.answered["two"] > there + BEFORE)
        assert writers.failures.total() == 0
        for one in writers.streams:
            _, events = await store.load(one.id, "rules", "schema")
            tail = await store.read(one.id, 1, head=events[0].hash)
            assert tail[: len(events) - 1] == events[1:]
        await asyncio.to_thread(own_cluster.coordinator.start)
        here, there = writers.answered["one"], writers.answered["two"]
        await until(lambda: writers.answered["one"] > here + BEFORE and writers.answered["two"] > there + BEFORE)
    finally:
        writers.end()
        await asyncio.gather(*tasks)
    try:
        await _whole(store, writers)
    finally:
        await store.close()


async def test_a_shard_moves_in_the_midst_of_appends(own_cluster: Cluster) -> None:
    store = await open_store(own_cluster.url, LIMITS)
    writers = await asyncio.to_thread(Writers, store, own_cluster)
    tasks = [asyncio.create_task(writers.write(one)) for one in writers.streams]
    one, two = own_cluster.workers
    moved = [each.id for each in writers.streams if writers.workers[each.id] == two.name][:4]
    try:
        await until(lambda: min(writers.answered["one"], writers.answered["two"]) > BEFORE)
        for stream in moved:
            await services.execute(own_cluster.url, MOVE.format(stream=stream, source=two.port, target=one.port))
        there = writers.answered["two"]
        await until(lambda: writers.answered["two"] > there + BEFORE)
    finally:
        writers.end()
        await asyncio.gather(*tasks)
    try:
        homes = [await asyncio.to_thread(own_cluster.worker_of, stream) for stream in moved]
        assert {worker.name for worker in homes} == {"one"}
        await _whole(store, writers)
    finally:
        await store.close()


MOVE = """
    SELECT citus_move_shard_placement(
        get_shard_id_for_distribution_column('streams', '{stream}'::uuid), '127.0.0.1', {source}, '127.0.0.1', {target},
        'block_writes'
    ) WHERE EXISTS (
        SELECT FROM pg_dist_shard_placement WHERE nodeport = {source}
            AND shardid = get_shard_id_for_distribution_column('streams', '{stream}'::uuid)
    )
"""
"""Moves the shard of a stream, unless it has moved with another one's."""


async def _whole(store: EventStore, writers: Writers) -> None:
    """Each answered append is there once, and so it is in the log."""
    for one in writers.streams:
        events = await store.read(one.id)
        assert [event.version for event in events] == list(range(1, one.version + 1))
        assert chain.first_broken(events) is None
        assert events[-1].hash == one.head_hash
    await sequence_all(store)
    logged = await whole_log(store)
    assert len({(each.event.stream_id, each.event.version) for each in logged}) == len(logged)
    assert len(logged) == sum(one.version for one in writers.streams)
    last = {each.event.stream_id: each.event.version for each in logged}
    assert last == {one.id: one.version for one in writers.streams}


async def test_a_round_over_both_workers_is_there_whole_or_not_at_all(own_cluster: Cluster) -> None:
    """Whatever has been prepared on one of them is committed or taken back when it is there again."""
    store = await open_store(own_cluster.url, LIMITS)
    rounds = [[creation() for _ in range(8)] for _ in range(40)]

    async def play() -> None:
        for appends in rounds:
            with suppress(StoreUnavailable):
                await store.append_all(appends)

    playing = asyncio.create_task(play())
    try:
        await until(lambda: _begun(store, rounds[4][0].stream_id))
        await asyncio.to_thread(own_cluster.workers[1].kill)
        await asyncio.sleep(0)
        await asyncio.to_thread(own_cluster.workers[1].start)
        await playing
        again = await asyncio.gather(*(store.append_all(appends) for appends in rounds))
        assert {len(answers) for answers in again} == {8}
        assert any(answers[0].replayed for answers in again)
        await sequence_all(store)
        assert len(await whole_log(store)) == 8 * len(rounds)
    finally:
        await store.close()


async def _begun(store: EventStore, stream_id: UUID) -> bool:
    return await store.head(stream_id) is not None


def test_a_worker_is_killed_while_matches_are_played(
    own_cluster: Cluster, redis_url: str, tmp_path: Path, tell: Tell
) -> None:
    with stand(own_cluster.url, tmp_path, redis_url) as tried:
        tried.play()
        tried.until(0.4)
        own_cluster.workers[1].kill()
        tried.refused(status=503)
        own_cluster.workers[1].start()
        tried.heal()
        tried.until(1)
        tell(judged(tried))
