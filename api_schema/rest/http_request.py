"""An HTTP request as ASGI gives it."""

from __future__ import annotations

from collections.abc import AsyncGenerator

from starlette.datastructures import URL, Headers
from starlette.requests import ClientDisconnect
from starlette.types import Receive, Scope

from api_schema.limiting.meter import BudgetState


class HttpRequest:
    """A request. `budget` is what is left of the budget that it counts in, where that has a limit."""

    def __init__(self, scope: Scope, receive: Receive) -> None:
        self.scope, self._receive = scope, receive
        self.method: str = scope["method"]
        self.budget: BudgetState | None = None
        # of several fields of a name the first one stays
        self._fields: dict[bytes, bytes] = dict(reversed(scope["headers"]))

    def header(self, name: bytes) -> str | None:
        """The first field of a name, which is in lower case."""
        found = self._fields.get(name)
        return None if found is None else found.decode("latin-1")

    def lines(self, name: bytes) -> list[str]:
        """All fields of a name."""
        return [value.decode("latin-1") for known, value in self.scope["headers"] if known == name]

    def media_type(self, usual: str) -> str:
        """The type of the body, which is the usual one unless the request says it."""
        return self._fields.get(b"content-type", usual.encode()).decode("latin-1").partition(";")[0].strip().lower()

    @property
    def headers(self) -> Headers:
        """All fields, by names in any case."""
        return Headers(raw=self.scope["headers"])

    @property
    def has_token(self) -> bool:
        """Whether somebody says who asks."""
        return b"authorization" in self._fields

    async def stream(self) -> AsyncGenerator[bytes, None]:
        """The body as it comes. Raises ClientDisconnect."""
        more = True
        while more:
            message = await self._receive()
            if message["type"] == "http.disconnect":
                raise ClientDisconnect
            more = message.get("more_body", False)
            yield message.get("body", b"")


def path_asked(scope: Scope) -> str:
    """The path of a request, as its address tells it."""
    return URL(scope=scope).path
