"""Work in the background that follows appends."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection

from service.background import BackgroundLoop
from service.leases import Lease
from service.streams.broker import ALL, LOG, Broker, is_inbox

WORK = "work"
"""The word of the process that keeps the read models: they have moved, so there is something to work by."""


class Follower(BackgroundLoop):
    """Works after hints, and without any every `poll` seconds.

    After a hint it waits for `settle` seconds, so that what comes in one go is looked after in one go. A process hears
    of all that happens if it keeps the read models, otherwise of its own and what it follows. `words`: those that make
    it work; what works by read models does so at `WORK` and at no hint, for before that they have not moved. It works
    as soon as it gets its lease, too.
    """

    def __init__(
        self,
        broker: Broker,
        work: Callable[[], Awaitable[object]],
        *,
        poll: float,
        settle: float = 0.0,
        words: Collection[str] = (),
        lease: Lease | None = None,
    ) -> None:
        super().__init__(work, poll=poll, settle=settle)
        self._broker = broker
        self._words = words
        self._lease = lease or Lease.of_one_alone()

    def hinted(self, match_id: str, version: int) -> None:
        """Something was appended somewhere."""
        if WORK not in self._words and not is_inbox(match_id):
            self.wake()

    def missed(self, keys: Collection[str] | None = None) -> None:
        """Hints may have been lost; those of single streams are nothing to wake for."""
        if keys is None or ALL in keys or LOG in keys:
            self.wake()

    def heard(self, word: str) -> None:
        """The process that keeps the read models says that they have moved."""
        if word in self._words:
            self.wake()

    async def start(self) -> None:
        """Work in the background. The broker must have been started before."""
        self._unsubscribe = self._broker.subscribe(self), self._broker.hear(self.heard), self._lease.hear(self.wake)
        await super().start()

    async def stop(self) -> None:
        """Stop, and listen to no hints any more."""
        if self._task is not None:
            for unsubscribe in self._unsubscribe:
                unsubscribe()
        await super().stop()
