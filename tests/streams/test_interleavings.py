"""Whatever the order in which appends, hints, reads, polls and subscriptions meet: a contiguous slice for everybody."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from api_schema.ports.matches import Update
from service.streams.hub import Hub, HubSettings
from service.streams.memory import MemoryBroker
from tests.kit.waiting import PATIENCE
from tests.streams.fakes import CountingView, FakeSource, follow, steps, versions

SEEDS = st.integers(0, 2**64 - 1)


class Run:
    """One match that is played while watchers come, decided by a seed."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.source = FakeSource(self.random)
        self.broker = MemoryBroker()
        self.views = CountingView(lambda: self.random.randrange(3))
        page = self.random.choice([1, 3, 16])
        self.hub = Hub(self.source, self.broker, HubSettings(poll=0.001, safety_poll=0.001, queue=1000, page=page))
        self.heard: list[tuple[int, list[Update]]] = []
        self.watching: list[asyncio.Task[None]] = []
        self.watched_throughout = self.random.random() < 0.5

    async def play(self) -> None:
        """Appends with hints that are late, double, out of order or lost; the last one ends the match."""
        await self.hub.start()
        if self.watched_throughout:
            self._watch(0)
        for _ in range(self.random.randrange(1, 15)):
            version = self.source.append("mt_1", self.random.randrange(1, 6))
            if self.random.random() < 0.7:
                self.broker.publish("mt_1", self.random.randrange(1, version + 1))
            self._maybe_watch(version)
            await steps(self.random.randrange(6))
        version = self.source.append("mt_1", 2, ends=True)
        self._maybe_watch(version)
        self.broker.publish("mt_1", version)
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(*self.watching)
        await self.hub.stop()

    def _maybe_watch(self, version: int) -> None:
        for _ in range(self.random.randrange(3)):
            self._watch(self.random.randrange(version + 1))

    def _watch(self, after: int) -> None:
        heard: list[Update] = []
        self.heard.append((after, heard))
        rendering = self.views.of(self.random.choice("ab"))
        self.watching.append(asyncio.create_task(follow(self.hub, "mt_1", after, rendering, heard)))


@settings(max_examples=150, deadline=None)
@given(SEEDS)
def test_every_watcher_gets_everything_once_and_in_order(seed: int) -> None:
    run = Run(seed)
    asyncio.run(run.play())
    last = len(run.source.events["mt_1"])
    for after, heard in run.heard:
        assert versions(heard) == list(range(after + 1, last + 1))
        assert [update.kind for update in heard].count("MatchClosed") == 1
        assert heard[-1].kind == "MatchClosed"
    if run.watched_throughout:
        counts = [count for (*_, revealed), count in run.views.rendered.items() if not revealed]
        assert set(counts) <= {1}, "equal slices are rendered once while somebody watches"


@settings(max_examples=50, deadline=None)
@given(SEEDS)
def test_a_watcher_that_reconnects_anywhere_resumes_where_it_was(seed: int) -> None:
    run = Run(seed)

    heard: list[Update] = []

    async def hop() -> None:
        """Leave after every message and come back with the version reached."""
        while not heard or heard[-1].kind != "MatchClosed":
            async with aclosing(run.hub.watch("mt_1", heard[-1].version if heard else 0, run.views.of("a"))) as updates:
                heard.append(await anext(updates))

    async def both() -> None:
        run.watching.append(asyncio.create_task(hop()))
        await run.play()

    asyncio.run(both())
    assert versions(heard) == list(range(1, len(run.source.events["mt_1"]) + 1))
