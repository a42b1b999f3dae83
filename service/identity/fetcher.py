"""Fetches the documents of the identity provider, with bounds."""

from __future__ import annotations

import asyncio
from typing import Any
from urllib.parse import urlsplit

import httpx
import msgspec

TIMEOUT = 5.0
"""Seconds that a document may take, from the first byte sent to the last one read."""
LARGEST = 256 << 10
"""Bytes of a document."""
_LOOPBACK = ("localhost", "127.0.0.1", "::1")
_object = msgspec.json.Decoder(dict[str, Any])


class ProviderAway(Exception):
    """The provider didn't answer, or not with what it should."""


def is_safe(url: str) -> bool:
    """Whether an address can be believed: over TLS, or on this machine."""
    parts = urlsplit(url)
    return bool(parts.hostname) and (
        parts.scheme == "https" or (parts.scheme == "http" and parts.hostname in _LOOPBACK)
    )


class Fetcher:
    """Reads JSON documents. No redirect is followed: an address is what the operator or the provider has said."""

    def __init__(self, timeout: float = TIMEOUT, largest: int = LARGEST) -> None:
        self._timeout = timeout
        self._largest = largest
        self._client: httpx.AsyncClient | None = None

    async def json(self, url: str) -> dict[str, Any]:
        """The object at this address. Raises ProviderAway."""
        if not is_safe(url):
            raise ProviderAway(f"{url} is not an https address")
        self._client = self._client or httpx.AsyncClient(timeout=self._timeout)
        try:
            async with asyncio.timeout(self._timeout):
                return _object.decode(await self._read(self._client, url))
        except (TimeoutError, httpx.HTTPError, httpx.InvalidURL, msgspec.MsgspecError, UnicodeDecodeError) as error:
            raise ProviderAway(f"{url}: {type(error).__name__}") from error

    async def stop(self) -> None:
        """Close the connections."""
        if self._client is not None:
            await self._client.aclose()
            self._client = None

    async def _read(self, client: httpx.AsyncClient, url: str) -> bytes:
        async with client.stream("GET", url, headers={"Accept": "application/json"}) as response:
            if response.status_code != httpx.codes.OK:
                raise ProviderAway(f"{url} answered {response.status_code}")
            content = bytearray()
            async for part in response.aiter_bytes():
                content += part
                if len(content) > self._largest:
                    raise ProviderAway(f"{url} is larger than {self._largest} bytes")
            return bytes(content)
