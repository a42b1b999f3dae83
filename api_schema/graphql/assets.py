"""GraphiQL from the npm packages that the set-up puts beside this module; none of them is part of the repository.

Where they are missing GET /graphql shows the explorer instead. A wheel has those that are there when it is built.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from api_schema.assets import SAFETY, Asset, addressed, installed, serve, sockets

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

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src data:; font-src data:; "
    "connect-src 'self'{sockets}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""GraphiQL's editor sets styles from its script; fonts and pictures are in its style sheet."""


class GraphiQL:
    """The page and the files that it loads."""

    def __init__(self, assets: Mapping[str, Asset], html: str) -> None:
        self._assets = assets
        self._html = html

    @classmethod
    def installed(cls, folder: Path = FOLDER) -> GraphiQL | None:
        """GraphiQL from the packages in the folder; None unless every file is there."""
        assets = installed(folder, FILES)
        if assets is None:
            return None
        html = addressed((folder / "index.html").read_text(encoding="utf-8"), assets, "graphql/assets")
        return cls(assets, html)

    def page(self, examples: str, authority: str) -> Response:
        """The page with its examples (JSON), at the host and port of the address that the browser asked for."""
        headers = {"Content-Security-Policy": POLICY.format(sockets=sockets(authority)), "Cache-Control": "no-store"}
        return HTMLResponse(self._html.replace("__EXAMPLES__", examples), headers=headers | SAFETY)

    async def asset(self, request: Request) -> Response:
        """One file; 404 for any name that is not on the list."""
        return serve(self._assets, request)
