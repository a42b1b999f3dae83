"""The safety headers of every answer, whichever skin gives it, and the packing that its client takes."""

from __future__ import annotations

from starlette.types import Message, Scope, Send

from api_schema.packing import Packed, prefers_gzip, say_packable
from api_schema.rest.replies import SAFETY, raw

_FIELDS = raw(SAFETY)
_HTTPS = (b"strict-transport-security", b"max-age=31536000")
"""Once seen over HTTPS, browsers never come without it."""


def finishing(scope: Scope, send: Send) -> Send:
    """Sends the answer to one request with what it does not say by itself, packed where the client takes that."""
    packed = Packed(scope, send).sent if prefers_gzip(scope["headers"]) else None
    fields = [*_FIELDS, _HTTPS] if scope["scheme"] == "https" else _FIELDS

    async def finished(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = message.get("headers", ())
            said = {name for name, _ in headers}
            message["headers"] = [*headers, *(field for field in fields if field[0] not in said)]
            if packed is None:
                say_packable(message)
        await (packed or send)(message)

    return finished
