"""Checks the token that opened a stream from time to time: streams outlive tokens."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from random import uniform

from api_schema.errors import ApiError, ErrorCode
from api_schema.ports.base import Caller

SECONDS = 15.0


class TokenCheck:
    """Asks the accounts again once `seconds` have passed, and when the token has ended, however busy the stream is."""

    def __init__(self, caller: Caller, authenticate: Callable[[], Awaitable[Caller]], seconds: float = SECONDS) -> None:
        self._authenticate = authenticate
        self._seconds = seconds
        # sooner for some: those who came together would all be asked about together
        self._until = time.monotonic() + seconds * uniform(0.5, 1)
        self._end = caller.expires_at

    @property
    def holds(self) -> bool:
        """Whether the stream may go on without asking."""
        return time.monotonic() < self._until and not self._ended()

    async def renew(self, *, now: bool = False) -> None:
        """Raises UNAUTHENTICATED for a token that was revoked or has ended. `now`: ask before the time has come.

        While the accounts are away nothing is renewed; but the end of a token is known, so it holds in any case.
        """
        if self.holds and not now:
            return
        ended = self._ended()
        try:
            self._end = (await self._authenticate()).expires_at
        except ApiError as error:
            if error.code is not ErrorCode.UNAVAILABLE:
                raise
            if ended:
                raise ApiError(ErrorCode.UNAUTHENTICATED, "this token has expired") from error
            return
        self._until = time.monotonic() + self._seconds

    def _ended(self) -> bool:
        return self._end is not None and self._end <= time.time() * 1000
