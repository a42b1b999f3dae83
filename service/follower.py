"""Work in the background that follows appends."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from service.background import BackgroundLoop
from service.streams.broker import Broker


class Follower(BackgroundLoop):
    """Works after hints, and without any every `poll` seconds.

    After a hint it waits for `settle` seconds, for read models follow the events after a moment.
    """

    def __init__(
        self, broker: Broker, work: Callable[[], Awaitable[object]], *, poll: float, settle: float = 0.0
    ) -> None:
        super().__init__(work, poll=poll, settle=settle)
        self._broker = broker

    def hinted(self, match_id: str, version: int) -> None:
        """Something was appended somewhere."""
        self.wake()

    def missed(self) -> None:
        """Hints may have been lost."""
        self.wake()

    async def start(self) -> None:
        """Work in the background. The broker must have been started before."""
        self._unsubscribe = self._broker.subscribe(self)
        await super().start()

    async def stop(self) -> None:
        """Stop, and listen to no hints any more."""
        if self._task is not None:
            self._unsubscribe()
        await super().stop()
