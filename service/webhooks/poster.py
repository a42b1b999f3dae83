"""One delivery over HTTP: a bounded time, a bounded answer, no redirects, no proxies, to checked addresses alone."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property

import httpcore

from service.version import engine_version
from service.webhooks.addresses import AddressGuard, NotAllowed, PinnedNetwork

CONNECT, TOTAL = 5.0, 15.0
"""Seconds for a connection, and for all of a delivery."""
ANSWER = 16 << 10
"""Bytes of an answer that are looked at: only its status counts."""
CONNECTIONS = 64
GONE = 410


@dataclass(frozen=True)
class DeliveryFailure:
    """Why a delivery did not arrive: for its owner, so nothing of what was answered. `final`: don't come again."""

    reason: str
    final: bool = False


class Poster:
    """Sends deliveries. Connections are kept for a while."""

    def __init__(self, guard: AddressGuard, tls: ssl.SSLContext | None = None, total: float = TOTAL) -> None:
        self._guard = guard
        self._tls = tls
        self._total = total
        self._opened = False

    async def close(self) -> None:
        """Give the connections back."""
        if self._opened:
            await self._pool.aclose()

    @cached_property
    def _pool(self) -> httpcore.AsyncConnectionPool:
        """Made with the first delivery: reading what to trust takes a while."""
        self._opened = True
        return httpcore.AsyncConnectionPool(
            ssl_context=self._tls or _trusting(),
            max_connections=CONNECTIONS,
            max_keepalive_connections=CONNECTIONS // 4,
            keepalive_expiry=30,
            network_backend=PinnedNetwork(self._guard),
        )

    async def post(self, url: str, headers: Mapping[str, str], body: bytes) -> DeliveryFailure | None:
        """Send it; None when it has arrived, which any status from 200 to 299 says."""
        try:
            async with asyncio.timeout(self._total):
                status = await self._status(url, headers, body)
        except (TimeoutError, httpcore.TimeoutException):
            return DeliveryFailure("no answer in time")
        except NotAllowed as error:
            return DeliveryFailure(str(error))
        except ssl.SSLError:
            return DeliveryFailure("no trusted TLS connection")
        except (httpcore.NetworkError, OSError) as error:
            return DeliveryFailure("no trusted TLS connection" if "CERTIFICATE" in str(error) else "no connection")
        except (httpcore.ProtocolError, httpcore.UnsupportedProtocol, httpcore.ProxyError):
            return DeliveryFailure("no answer that is HTTP")
        return None if 200 <= status < 300 else DeliveryFailure(f"answered {status}", final=status == GONE)

    async def _status(self, url: str, headers: Mapping[str, str], body: bytes) -> int:
        sent: list[tuple[bytes | str, bytes | str]] = [
            ("content-type", "application/json"),
            ("user-agent", f"Playledger/{engine_version().partition('+')[0]}"),
            *headers.items(),
        ]
        timeouts = {"connect": CONNECT, "read": self._total, "write": self._total, "pool": self._total}
        async with self._pool.stream(
            "POST", url, headers=sent, content=body, extensions={"timeout": timeouts}
        ) as response:
            size = 0
            async for chunk in response.aiter_stream():
                size += len(chunk)
                if size > ANSWER:
                    break  # leaving the context closes the connection
            return response.status


@cache
def _trusting() -> ssl.SSLContext:
    """The certificates that certifi and this machine trust, and those that SSL_CERT_FILE adds, read once."""
    return httpcore.default_ssl_context()
