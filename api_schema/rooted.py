"""The part of all addresses that a proxy puts before ours, such as `/cards` where the service is at
`https://play.example/cards/`.

Inside, an address has no such part, whether the proxy takes it off or passes it on. Outside it has: what is said to
clients goes through `rooted`.
"""

from __future__ import annotations

import re
from contextvars import ContextVar

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

_ROOT: ContextVar[str] = ContextVar("root", default="")
_ADDRESSES = re.compile(rb'((?:href|src)=")(?=/)')


def rooted(path: str) -> str:
    """An address of ours as the client of this request has to write it."""
    return _ROOT.get() + path


def rooted_page(html: bytes) -> bytes:
    """A page with such addresses in its links."""
    root = _ROOT.get().encode()
    return _ADDRESSES.sub(rb"\g<1>" + root, html) if root else html


class Rooted:
    """An application below a root such as `/cards`; one without a root is as it was."""

    def __init__(self, app: ASGIApp, root: str) -> None:
        self._app, self._root = app, root

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve with addresses that have the root or have it no more."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return

        async def sent(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                if headers.get("location", "").startswith("/"):
                    headers["location"] = self._root + headers["location"]
            await send(message)

        before = _ROOT.set(self._root)
        try:
            await self._app(self._below(scope), receive, sent)
        finally:
            _ROOT.reset(before)

    def _below(self, scope: Scope) -> Scope:
        path = str(scope["path"])
        if path != self._root and not path.startswith(f"{self._root}/"):
            return scope
        raw = scope.get("raw_path") or path.encode()
        return {**scope, "path": path[len(self._root) :] or "/", "raw_path": raw[len(self._root) :] or b"/"}
