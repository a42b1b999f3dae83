"""Requests of one caller to a service: each is sent until somebody has answered, under one key."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any, TypeAlias, TypeVar
from uuid import uuid4

import httpx
import msgspec

from playledger_client.problems import Refused, Unreachable, refusal_of

T = TypeVar("T")
Query: TypeAlias = Mapping[str, str | int | bool | None]
logger = logging.getLogger("playledger_client")
WAITS = (1.0, 2.0, 4.0)
"""Seconds before a request is sent for the second, third and fourth time."""
LONGEST = 60.0
"""Seconds: a service that wants to be left alone for longer is not waited for."""
NDJSON = "application/x-ndjson"
AGAIN = {429, 502, 503, 504}
"""Statuses after which the same request may succeed."""


def new_key() -> str:
    """An idempotency key for one intent."""
    return uuid4().hex


class Servers:
    """The addresses of a service, replicas of one store. One that fails goes to the end of the list."""

    def __init__(self, addresses: Sequence[str], http: httpx.AsyncClient, waits: Sequence[float]) -> None:
        if not addresses:
            raise ValueError("name at least one address, such as http://127.0.0.1:8000")
        self.http = http
        self.waits = tuple(waits)
        self._addresses = [address.rstrip("/") for address in addresses]

    def url(self, path: str) -> str:
        """A path at the server that is asked now."""
        return self._addresses[0] + path

    async def failed(self, times: int, error: Exception) -> None:
        """Wait until the next try. Raises the refusal, or Unreachable, when there have been enough."""
        refusal = error if isinstance(error, Refused) else None
        wait = refusal.retry_after if refusal else 0.0
        if times >= len(self.waits) or wait > LONGEST:
            raise refusal or Unreachable(f"{self._addresses[0]}: {error!r}") from error
        wait = max(wait, self.waits[times])
        logger.info("again in %g s: %r", wait, error)
        self._addresses.append(self._addresses.pop(0))
        await asyncio.sleep(wait)


class Connection:
    """The requests of one caller, named by a token; without one, those of anybody."""

    def __init__(self, servers: Servers, token: str | None = None) -> None:
        self.servers = servers
        self.token = token

    def by(self, token: str | None) -> Connection:
        """The same servers, asked by somebody else."""
        return Connection(self.servers, token)

    async def get(self, kind: type[T], path: str, **query: str | int | bool | None) -> T:
        """The answer, typed."""
        return msgspec.json.decode((await self.send("GET", path, query=query)).content, type=kind)

    async def change(
        self,
        kind: type[T],
        path: str,
        body: object = None,
        *,
        method: str = "POST",
        key: str | None = None,
        if_version: int | None = None,
    ) -> T:
        """The answer to a change, typed. `key` names what is wanted: repeat it, and it happens once."""
        headers = {} if if_version is None else {"If-Match": f'"{if_version}"'}
        answer = await self.send(method, path, body=body, key=key or new_key(), headers=headers)
        return msgspec.json.decode(answer.content, type=kind)

    async def send(
        self,
        method: str,
        path: str,
        *,
        query: Query | None = None,
        body: object = None,
        key: str | None = None,
        headers: Mapping[str, str] | None = None,
        repeat: bool | None = None,
    ) -> httpx.Response:
        """The answer to any request. One that reads or has a key is repeated where nobody answers, others if `repeat`.

        Raises Refused where the service refuses, Unreachable where nobody has answered in the end.
        """
        sent = self._headers(headers, key)
        content = None if body is None else msgspec.json.encode(body)
        if content is not None:
            sent.setdefault("Content-Type", "application/json")
        again = repeat if repeat is not None else key is not None or method in ("GET", "HEAD")
        times = 0
        while True:
            try:
                return await self._once(method, path, params=given(query), content=content, headers=sent)
            except (httpx.TransportError, Refused) as error:
                if isinstance(error, Refused) and error.problem.status not in AGAIN:
                    raise
                await self.servers.failed(times if again else len(self.servers.waits), error)
            times += 1

    @asynccontextmanager
    async def stream(self, path: str, query: Query) -> AsyncIterator[httpx.Response]:
        """An answer while it comes, a JSON object a line. Raises Refused where there is none."""
        sent = self._headers({"Accept": NDJSON})
        url = self.servers.url(path)
        async with self.servers.http.stream("GET", url, params=given(query), headers=sent) as answer:
            if not answer.is_success:
                await answer.aread()
                raise refusal_of(answer)
            yield answer

    async def _once(self, method: str, path: str, **how: Any) -> httpx.Response:
        answer = await self.servers.http.request(method, self.servers.url(path), **how)
        if not answer.is_success:
            raise refusal_of(answer)
        return answer

    def _headers(self, headers: Mapping[str, str] | None, key: str | None = None) -> dict[str, str]:
        named = {"Authorization": f"Bearer {self.token}" if self.token else None, "Idempotency-Key": key}
        return {name: value for name, value in named.items() if value} | dict(headers or {})


def given(query: Query | None) -> dict[str, str | int | bool]:
    """The parameters that have a value."""
    return {name: value for name, value in (query or {}).items() if value is not None}
