"""GraphiQL from the npm packages that the set-up puts beside this module; none of them is part of the repository.

Where they are missing GET /graphql shows the explorer instead. The image has them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

import msgspec
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

FOLDER = Path(__file__).with_name("graphiql")
FILES = {
    "react.js": "node_modules/react/umd/react.production.min.js",
    "react-dom.js": "node_modules/react-dom/umd/react-dom.production.min.js",
    "graphql-ws.js": "node_modules/graphql-ws/umd/graphql-ws.min.js",
    "graphiql.js": "node_modules/graphiql/graphiql.min.js",
    "graphiql.css": "node_modules/graphiql/graphiql.min.css",
    "start.js": "start.js",
    "start.css": "start.css",
}
"""All that is ever served from the folder, by the name in the address."""

TYPES = {".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8"}
AUTHORITY = re.compile(r"[\w.:\[\]-]+")
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src data:; font-src data:; "
    "connect-src 'self'{sockets}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""GraphiQL's editor sets styles from its script; fonts and pictures are in its style sheet."""


class Asset(msgspec.Struct, frozen=True):
    """A file as it is sent; `tag` changes with its content."""

    content: bytes
    media: str
    tag: str


class GraphiQL:
    """The page and the files that it loads."""

    def __init__(self, assets: Mapping[str, Asset], html: str) -> None:
        self._assets = assets
        self._html = html

    @classmethod
    def installed(cls, folder: Path = FOLDER) -> GraphiQL | None:
        """GraphiQL from the packages in the folder; None unless every file is there."""
        if not all((folder / path).is_file() for path in FILES.values()):
            return None
        assets = {name: _asset(folder / path) for name, path in FILES.items()}
        html = (folder / "index.html").read_text(encoding="utf-8")
        for name, asset in assets.items():
            html = html.replace(f"__{name}__", f"graphql/assets/{name}?{asset.tag}")
        return cls(assets, html)

    def page(self, examples: str, authority: str) -> Response:
        """The page with its examples (JSON), at the host and port of the address that the browser asked for."""
        # Not every browser lets 'self' cover the sockets of the same host.
        sockets = f" ws://{authority} wss://{authority}" if AUTHORITY.fullmatch(authority) else ""
        headers = {"Content-Security-Policy": POLICY.format(sockets=sockets), "Cache-Control": "no-store"}
        return HTMLResponse(self._html.replace("__EXAMPLES__", examples), headers=headers | _SAFETY)

    async def asset(self, request: Request) -> Response:
        """One file; 404 for any name that is not on the list."""
        asset = self._assets.get(request.path_params["name"])
        if asset is None:
            return Response("no such file", 404, {"Cache-Control": "no-store"} | _SAFETY, "text/plain; charset=utf-8")
        # The page asks with the tag of the content, so a new content has a new address.
        headers = {"Cache-Control": "public, max-age=31536000, immutable", "ETag": f'"{asset.tag}"'}
        return Response(asset.content, headers=headers | _SAFETY, media_type=asset.media)


_SAFETY = {"X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer"}


def _asset(path: Path) -> Asset:
    content = path.read_bytes()
    return Asset(content, TYPES[path.suffix], sha256(content).hexdigest()[:16])
