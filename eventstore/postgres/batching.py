"""Statements that serve all who ask at the same time."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Generic, TypeVar

Asked = TypeVar("Asked")
Answer = TypeVar("Answer")
MOST = 64
"""Askers that one statement serves."""
SLOW = 0.05
"""Seconds after which nobody waits any more for a statement to end before the next one begins."""


class Batched(Generic[Asked, Answer]):
    """Answers who asks by `work`, which takes what several ask for and gives an answer for each, in their order.

    A caller that comes while `at_once` statements are under way shares the next one. No statement answers somebody who
    came after it began. A failure is told to all who shared it, and to nobody else.
    """

    def __init__(self, work: Callable[[Sequence[Asked]], Awaitable[Sequence[Answer]]], *, at_once: int) -> None:
        self._work = work
        self._at_once = at_once
        self._waiting: list[tuple[Asked, asyncio.Future[Answer]]] = []
        self._tasks: set[asyncio.Task[None]] = set()
        self._quick: set[asyncio.Task[None]] = set()
        self._alone: float | None = None
        self._shared = False

    @property
    def idle(self) -> bool:
        """Nobody waits, nothing is under way, and the last statement served one caller."""
        return not (self._waiting or self._quick or self._shared) and self._alone is None

    async def alone(self, what: Asked) -> Answer:
        """The answer of a statement that begins at once and in the task of the caller, who has found this idle."""
        self._alone = asyncio.get_running_loop().time()
        try:
            (answer,) = await self._work((what,))
            return answer
        finally:
            self._alone = None
            if self._waiting:
                self._begin()

    async def ask(self, what: Asked) -> Answer:
        """The answer, or what `work` raises. A caller that gives up before the statement begins is not asked for."""
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[Answer] = loop.create_future()
        if not self._waiting:
            # those who ask in the same turn of the event loop share the statement
            loop.call_soon(self._begin)
        self._waiting.append((what, answer))
        return await answer

    def _begin(self) -> None:
        self._waiting = [one for one in self._waiting if not one[1].done()]
        now = asyncio.get_running_loop().time()
        alone = self._alone is not None and now - self._alone < SLOW
        while self._waiting and len(self._quick) + alone < self._at_once:
            batch, self._waiting = self._waiting[:MOST], self._waiting[MOST:]
            self._shared = len(batch) > 1
            task = asyncio.create_task(self._answer(*zip(*batch, strict=True)))
            late = asyncio.get_running_loop().call_later(SLOW, self._go_on, task)
            self._tasks.add(task)
            self._quick.add(task)
            task.add_done_callback(partial(self._ended, late))

    def _ended(self, late: asyncio.TimerHandle, task: asyncio.Task[None]) -> None:
        late.cancel()
        self._tasks.discard(task)
        self._go_on(task)

    def _go_on(self, task: asyncio.Task[None]) -> None:
        self._quick.discard(task)
        self._begin()

    async def _answer(self, asked: Sequence[Asked], answers: Sequence[asyncio.Future[Answer]]) -> None:
        try:
            found = await self._work(asked)
        except Exception as error:
            for answer in answers:
                if not answer.done():
                    answer.set_exception(error)
        except BaseException:
            for answer in answers:
                answer.cancel()
            raise
        else:
            for answer, one in zip(answers, found, strict=True):
                if not answer.done():
                    answer.set_result(one)
