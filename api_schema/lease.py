"""How long a stream may trust the token that it was opened with: streams outlive tokens."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from api_schema.errors import ApiError, ErrorCode

SECONDS = 15.0


class Lease:
    """Asks the accounts again once `seconds` have passed, however busy the stream is."""

    def __init__(self, authenticate: Callable[[], Awaitable[object]], seconds: float = SECONDS) -> None:
        self._authenticate = authenticate
        self._seconds = seconds
        self._until = _now() + seconds

    async def renew(self) -> None:
        """Raises UNAUTHENTICATED if the token has been revoked. While the accounts are away nothing is renewed."""
        if _now() < self._until:
            return
        try:
            await self._authenticate()
        except ApiError as error:
            if error.code is not ErrorCode.UNAVAILABLE:
                raise
            return
        self._until = _now() + self._seconds


def _now() -> float:
    return asyncio.get_running_loop().time()
