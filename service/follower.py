"""Work in the background that follows appends."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection

from service.background import BackgroundLoop
from service.streams.broker import ALL, LOG, Broker, is_inbox

WORK = "work"
"""The word of the process that keeps the read models, if it doesn't do all that follows from them: something has
happened.
"""


class Follower(BackgroundLoop):
    """Works after hints, and without any every `poll` seconds.

    After a hint it waits for `settle` seconds, for read models follow the events after a moment. A process hears of all
    that happens if it keeps the read models, otherwise of its own and what it follows. `words`: that make it work too.
    """

    def __init__(
        self,
        broker: Broker,
        work: Callable[[], Awaitable[object]],
        *,
        poll: float,
        settle: float = 0.0,
        words: Collection[str] = (),
    ) -> None:
        super().__init__(work, poll=poll, settle=settle)
        self._broker = broker
        self._words = words

    def hinted(self, match_id: str, version: int) -> None:
        """Something was appended somewhere."""
        if not is_inbox(match_id):
            self.wake()

    def missed(self, keys: Collection[str] | None = None) -> None:
        """Hints may have been lost; those of single streams are nothing to wake for."""
        if keys is None or ALL in keys or LOG in keys:
            self.wake()

    def heard(self, word: str) -> None:
        """Another process says that something was appended."""
        if word in self._words:
            self.wake()

    async def start(self) -> None:
        """Work in the background. The broker must have been started before."""
        self._unsubscribe = self._broker.subscribe(self), self._broker.hear(self.heard)
        await super().start()

    async def stop(self) -> None:
        """Stop, and listen to no hints any more."""
        if self._task is not None:
            for unsubscribe in self._unsubscribe:
                unsubscribe()
        await super().stop()
