"""The page to try operations of REST: Swagger UI from the npm package that the set-up puts into this folder.

Where it is missing, as in an image for production, GET /docs is the reference all the same, without a way to try.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from api_schema.assets import SAFETY, Asset, addressed, installed, serve
from api_schema.rooted import rooted_page

PAGE = "/docs/try"
FOLDER = Path(__file__).parent
FILES = {
    "swagger-ui.js": "node_modules/swagger-ui-dist/swagger-ui-bundle.js",
    "swagger-ui.css": "node_modules/swagger-ui-dist/swagger-ui.css",
    "start.js": "start.js",
    "start.css": "start.css",
}
"""All that is ever served from the folder, by the name in the address."""
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


class Reference:
    """The page and the files that it loads."""

    def __init__(self, assets: Mapping[str, Asset], html: str) -> None:
        self._assets = assets
        self._html = html

    @classmethod
    def installed(cls, folder: Path = FOLDER) -> Reference | None:
        """The page from the package in the folder; None unless every file is there."""
        assets = installed(folder, FILES)
        if assets is None:
            return None
        return cls(assets, addressed((folder / "index.html").read_text(encoding="utf-8"), assets, f"{PAGE}/assets"))

    def routes(self) -> list[Route]:
        """The place of page and files."""
        return [Route(PAGE, self._page), Route(f"{PAGE}/assets/{{name}}", self._file)]

    async def _page(self, request: Request) -> Response:
        headers = {"Content-Security-Policy": POLICY, "Cache-Control": "no-store"}
        return HTMLResponse(rooted_page(self._html.encode()), headers=headers | SAFETY)

    async def _file(self, request: Request) -> Response:
        return serve(self._assets, request)
