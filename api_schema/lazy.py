"""Values that take a second to be made, and are made when somebody first asks for them."""

from __future__ import annotations

from asyncio import Lock, to_thread
from collections.abc import Callable
from typing import Generic, TypeVar

from starlette.types import ASGIApp, Receive, Scope, Send

T = TypeVar("T")


class Lazy(Generic[T]):
    """A value that is made once, beside the loop."""

    def __init__(self, make: Callable[[], T]) -> None:
        self._make = make
        self._lock = Lock()
        self._made: list[T] = []

    async def get(self) -> T:
        """The value. Raises what making it raises, each time that it is asked for."""
        if not self._made:
            async with self._lock:
                if not self._made:
                    self._made.append(await to_thread(self._make))
        return self._made[0]


class LazyApp(Lazy[ASGIApp]):
    """An application that its first request makes."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request, or serve one socket."""
        app = await self.get()
        await app(scope, receive, send)
