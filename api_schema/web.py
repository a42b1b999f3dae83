"""The page for people: the tree that `make web` builds, read once, and the addresses under which a browser gets it.

A program that asks at the same address gets what it got before there was a page.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Awaitable, Callable, Container, Iterable, Mapping
from hashlib import sha256
from pathlib import Path

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Match, Route
from starlette.types import Scope

from api_schema.assets import FOR_EVER, TYPES, Asset, missing, read, sockets
from api_schema.negotiation import negotiate
from api_schema.operations.http import JSON
from api_schema.operations.table import by_path
from api_schema.rest.replies import matches_tag

HTML = "text/html"
ROOT = ""
PLACES = (ROOT, "callback", "g", "inbox", "ladder", "m", "me", "new", "replay", "results", "t")
"""The first part of each address of the page."""
FOLDERS = (Path(__file__).with_name("web_build"), Path(__file__).parents[1] / "web" / "build")
"""Where a build can be: in what is installed, and in a checkout."""
_OF_A_BODY = {"content-encoding", "content-length", "content-type"}
COMPLETE = ".done"
"""The last file that a build writes."""
_CODINGS = {"br": ".br", "gzip": ".gz"}
_NAMED = re.compile(r"""(["'])/(?=_app/|icon\.svg)""")
"""The names that the page gives its own files."""
_BASE = 'base: ""'
"""Where it tells its script what stands before all addresses."""
_SCRIPT = re.compile(r"<script>(.*?)</script>", re.DOTALL)
_POLICY = (
    "default-src 'none'; script-src 'self'{scripts}; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; "
    "connect-src 'self'{sockets}{issuer}; worker-src 'self'; manifest-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; "
    "trusted-types svelte-trusted-html playledger-worker"
)
_OF_FILES = (
    "default-src 'none'; script-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)
"""A worker lives under the policy that comes with its script."""


class Browsing(Route):
    """The addresses under `places`, the first parts of them, for browsers alone, which ask for HTML before all else."""

    def __init__(self, endpoint: Callable[[Request], Awaitable[Response]], places: Container[str]) -> None:
        super().__init__("/{page:path}", endpoint)
        self._places = places

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        if scope["type"] != "http" or scope["path"].removeprefix("/").partition("/")[0] not in self._places:
            return Match.NONE, {}
        if scope["method"] not in {"GET", "HEAD"} or negotiate(Headers(scope=scope), JSON, HTML) != HTML:
            return Match.NONE, {}
        return super().matches(scope)


class Beside(Container[str]):
    """Every first part of an address but these."""

    def __init__(self, taken: Iterable[str]) -> None:
        self._taken = frozenset(taken)

    def __contains__(self, part: object) -> bool:
        return part not in self._taken


class Web:
    """The built page. `issuer` is the origin of the identity provider that people sign in at, `root` what a proxy puts
    before all addresses.
    """

    def __init__(self, files: Mapping[str, Asset], issuer: str | None = None, root: str = "") -> None:
        self._files = files
        self._page = _below(files["index.html"], root)
        self._issuer = f" {issuer}" if issuer else ""
        scripts = _SCRIPT.findall(self._page.content.decode())
        self._scripts = "".join(f" 'sha256-{_digest(script)}'" for script in scripts)

    @classmethod
    def built(cls, issuer: str | None = None, folders: tuple[Path, ...] = FOLDERS, root: str = "") -> Web | None:
        """The page from the first of the folders that holds a complete build; None without one."""
        folder = build_of(folders)
        return None if folder is None else cls(_tree(folder), issuer, root)

    def routes(self) -> list[BaseRoute]:
        """The addresses of the page, those of its files, and what nothing has: there the page says so."""
        others = [name for name in self._files if "/" not in name and name != "index.html"]
        return [
            Browsing(self._shown, PLACES),
            Route("/_app/{rest:path}", self._file),
            *(Route(f"/{name}", self._file) for name in others),
            Browsing(self._lost, Beside({"graphql", *(path.split("/")[1] for path in by_path())})),
        ]

    async def _shown(self, request: Request) -> Response:
        """The page itself, which finds out by its address what to show."""
        policy = _POLICY.format(scripts=self._scripts, sockets=sockets(request.url.netloc), issuer=self._issuer)
        response = self._asked_again(self._page, request, policy)
        response.headers["Vary"] = "Accept, Accept-Encoding"
        return response

    async def _lost(self, request: Request) -> Response:
        """The page for a browser at an address that nothing has."""
        shown = await self._shown(request)
        if shown.status_code == 200:
            shown.status_code = 404
        return shown

    async def _file(self, request: Request) -> Response:
        """One file; 404 for any name that the build has not."""
        name = request.scope["path"].removeprefix("/")
        asset = self._files.get(name)
        if asset is None:
            return missing()
        if name.startswith("_app/immutable/"):
            return asset.answer(request, {"Cache-Control": FOR_EVER, "Content-Security-Policy": _OF_FILES})
        return self._asked_again(asset, request, _OF_FILES)

    @staticmethod
    def _asked_again(asset: Asset, request: Request, policy: str) -> Response:
        """A file whose address stays when its content changes; 304 if the browser has it."""
        response = asset.answer(request, {"Cache-Control": "no-cache", "Content-Security-Policy": policy})
        if not matches_tag(request.headers.get("if-none-match"), response.headers["etag"]):
            return response
        kept = {name: value for name, value in response.headers.items() if name not in _OF_A_BODY}
        return Response(status_code=304, headers=kept)


def _below(page: Asset, root: str) -> Asset:
    """The page whose files and addresses are below a root."""
    if not root:
        return page
    named = _NAMED.sub(rf"\g<1>{root}/", page.content.decode())
    content = named.replace(_BASE, f'base: "{root}"').encode()
    return Asset(content, page.media, sha256(content).hexdigest()[:16])


def build_of(folders: tuple[Path, ...] = FOLDERS) -> Path | None:
    """The first of the folders that holds a complete build."""
    return next((found for found in folders if (found / COMPLETE).is_file()), None)


def _digest(script: str) -> str:
    return b64encode(sha256(script.encode()).digest()).decode()


def _tree(folder: Path) -> dict[str, Asset]:
    """Every file of a known type by its path in the folder, with its packed forms."""
    return {
        path.relative_to(folder).as_posix(): read(path, _packings(path))
        for path in sorted(folder.rglob("*"))
        if path.suffix in TYPES and path.is_file()
    }


def _packings(path: Path) -> dict[str, bytes]:
    """The packed forms that the build has written beside a file."""
    beside = {coding: path.with_name(path.name + end) for coding, end in _CODINGS.items()}
    return {coding: packed.read_bytes() for coding, packed in beside.items() if packed.is_file()}
