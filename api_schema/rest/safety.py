"""The safety headers of every answer, whichever skin gives it."""

from __future__ import annotations

from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from api_schema.rest.replies import SAFETY

_FIELDS = [(name.lower().encode(), value.encode()) for name, value in SAFETY.items()]
_HTTPS = (b"strict-transport-security", b"max-age=31536000")
"""Once seen over HTTPS, browsers never come without it."""


class Safety:
    """Adds what an answer does not say by itself."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def told(message: Message) -> None:
            if message["type"] == "http.response.start":
                add_safety(message, scope)
            await send(message)

        await self.app(scope, receive, told)


def add_safety(start: Message, scope: Scope) -> None:
    """Add the fields to the beginning of an answer."""
    headers = start["headers"] = list(start.get("headers", ()))
    said = {name for name, _ in headers}
    headers += [field for field in _FIELDS if field[0] not in said]
    if scope["scheme"] == "https" and _HTTPS[0] not in said:
        headers.append(_HTTPS)


def safe(response: Response) -> Response:
    """An answer that no middleware sees, with what it does not say by itself."""
    said = {name for name, _ in response.raw_headers}
    response.raw_headers += [field for field in _FIELDS if field[0] not in said]
    return response
