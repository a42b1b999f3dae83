"""An event loop whose time is simulated, and whose threads are moments by chance.

What is ready runs first in, first out, as asyncio promises. Where nothing is ready, time jumps to the next timer. Work
for a thread runs in the loop, whole, at a moment by chance; so does everything that comes from outside of a replica.
"""

from __future__ import annotations

import asyncio
import heapq
from asyncio import Handle
from collections import deque
from collections.abc import Callable
from concurrent.futures import Executor
from contextvars import copy_context
from functools import partial
from hashlib import blake2b
from itertools import count
from typing import Any, TypeVar

from tests.simulation.chance import MACHINE, World

T = TypeVar("T")
STEP = 2e-5
"""Seconds that each step takes."""
SHOWN = 200
"""Lines of the trace that are kept for whoever looks at a failure."""
LANES = "event-store"
"""The threads of a store have names that begin so."""
BOTS = "house-bots"
"""Those of bots of the house, who take their time."""


class Stuck(Exception):
    """Everybody waits, and nothing will come."""


class _Numbered:
    """Sets of these have the same order in each process."""

    _numbers = count()
    _number: int

    def __new__(cls, *args: Any, **more: Any) -> Any:
        made = super().__new__(cls)
        made._number = next(cls._numbers)
        return made

    def __hash__(self) -> int:
        return self._number


class NumberedTask(_Numbered, asyncio.Task[Any]):
    """See above."""


class NumberedFuture(_Numbered, asyncio.Future[Any]):
    """See above."""


class SimulatedLoop(asyncio.BaseEventLoop):
    """See above. `note` adds to the trace, whose `digest` is the same for the same seed."""

    def __init__(self, world: World) -> None:
        super().__init__()
        self.world = world
        self.steps = 0
        self.lines: deque[str] = deque(maxlen=SHOWN)
        self.outside = copy_context()
        self._chance = world.chance("schedule")
        self._digest = blake2b(digest_size=16)
        self._graves: list[Handle] = []
        """What a killed replica would have done. It is kept, or else its `finally` blocks would run."""
        self.failures: list[dict[str, Any]] = []
        self.set_exception_handler(lambda loop, context: self.failures.append(context))

    def time(self) -> float:
        return self.world.now

    def create_future(self) -> asyncio.Future[Any]:
        return NumberedFuture(loop=self)

    @property
    def digest(self) -> str:
        return self._digest.hexdigest()

    def note(self, *what: object) -> None:
        """Something happens that has to happen again under the same seed."""
        machine = MACHINE.get()
        line = f"{self.world.now:.5f} {self.steps} {machine.name if machine else '-'} {' '.join(map(str, what))}"
        self._digest.update(line.encode())
        self.lines.append(line)

    def later(self, seconds: float, call: Callable[..., object], *args: Any) -> None:
        """Call something that belongs to no replica."""
        self.call_later(seconds, call, *args, context=self.outside)

    def run_in_executor(self, executor: Executor | None, func: Callable[..., T], *args: Any) -> asyncio.Future[T]:  # type: ignore[override]
        """The work of a thread; that of a store's goes through the machine that asks for it."""
        future: asyncio.Future[T] = self.create_future()
        machine, context = MACHINE.get(), copy_context()

        answer = partial(resolve, future)

        def work() -> None:
            if machine is not None and machine.dead:
                return
            answer(*outcome(lambda: context.run(func, *args)))

        threads = getattr(executor, "_thread_name_prefix", "")
        if machine is not None and threads == LANES:
            machine.work(lambda: func(*args), answer)
        else:
            self.later(self._chance.random() ** 3 if threads == BOTS else self._chance.expovariate(2_000), work)
        return future

    def _write_to_self(self) -> None:
        """Nobody sleeps who would have to be woken."""

    def _process_events(self, event_list: Any) -> None:
        """There are no sockets."""

    def _run_once(self) -> None:
        ready: deque[Handle] = self._ready  # type: ignore[attr-defined]
        timers: list[Any] = self._scheduled  # type: ignore[attr-defined]
        while timers and timers[0]._cancelled:
            heapq.heappop(timers)._scheduled = False
        if not ready:
            if not timers:
                raise Stuck
            self.world.now = max(self.world.now, timers[0]._when)
        while timers and timers[0]._when <= self.world.now:
            timer = heapq.heappop(timers)
            timer._scheduled = False
            if not timer._cancelled:
                ready.append(timer)
        handle = ready.popleft() if ready else None
        if handle is None or handle._cancelled:
            return
        machine = handle._context.get(MACHINE)  # type: ignore[attr-defined]
        if machine is not None and machine.dead:
            self._graves.append(handle)
            return
        if machine is not None and machine.paused_until > self.world.now:
            self.call_at(machine.paused_until, ready.append, handle, context=self.outside)
            return
        self.steps += 1
        self.world.now += STEP
        handle._run()


def resolve(future: asyncio.Future[Any], result: Any, error: BaseException | None) -> None:
    """Answer whoever waits for it still."""
    if not future.done():
        future.set_exception(error) if error is not None else future.set_result(result)


def outcome(work: Callable[[], Any]) -> tuple[Any, BaseException | None]:
    """What a work returns, or what it raises."""
    try:
        return work(), None
    except BaseException as error:
        return None, error
