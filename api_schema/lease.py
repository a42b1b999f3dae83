"""How long a stream may trust the token that it was opened with: streams outlive tokens."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable

from api_schema.errors import ApiError, ErrorCode
from api_schema.ports import Caller

SECONDS = 15.0


class Lease:
    """Asks the accounts again once `seconds` have passed, and when the token has ended, however busy the stream is."""

    def __init__(self, caller: Caller, authenticate: Callable[[], Awaitable[Caller]], seconds: float = SECONDS) -> None:
        self._authenticate = authenticate
        self._seconds = seconds
        self._until = _now() + seconds
        self._end = caller.expires_at

    async def renew(self, *, now: bool = False) -> None:
        """Raises UNAUTHENTICATED for a token that was revoked or has ended. `now`: ask before the time has come.

        While the accounts are away nothing is renewed; but the end of a token is known, so it holds in any case.
        """
        ended = self._end is not None and self._end <= time.time() * 1000
        if _now() < self._until and not ended and not now:
            return
        try:
            self._end = (await self._authenticate()).expires_at
        except ApiError as error:
            if error.code is not ErrorCode.UNAVAILABLE:
                raise
            if ended:
                raise ApiError(ErrorCode.UNAUTHENTICATED, "this token has expired") from error
            return
        self._until = _now() + self._seconds


def _now() -> float:
    return asyncio.get_running_loop().time()
