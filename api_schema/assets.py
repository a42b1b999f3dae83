"""Files that pages for people load: read once, served by name, none of them part of the repository."""

from __future__ import annotations

import re
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from api_schema.packing import coding, packed

TYPES = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".txt": "text/plain; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
}
"""The types of files that are served at all, by the end of the name."""
SAFETY = {"X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer"}
FOR_EVER = "public, max-age=31536000, immutable"
"""Of a file whose address changes with its content."""
_AUTHORITY = re.compile(r"[\w.:\[\]-]+")


class Asset(msgspec.Struct, frozen=True):
    """A file as it is sent; `tag` changes with its content.

    `packings` are its packed forms by coding, the best first; None: it is packed when somebody asks for that.
    """

    content: bytes
    media: str
    tag: str
    packings: Mapping[str, bytes] | None = None

    def answer(self, request: Request, headers: Mapping[str, str]) -> Response:
        """The file, packed as the request likes it."""
        chosen = coding(request.headers.raw, ("gzip",) if self.packings is None else tuple(self.packings))
        told = {**SAFETY, **headers, "Vary": "Accept-Encoding"}
        if chosen is None:
            return Response(self.content, headers={**told, "ETag": f'"{self.tag}"'}, media_type=self.media)
        told |= {"ETag": f'"{self.tag}-{chosen}"', "Content-Encoding": chosen}
        body = packed(self.content) if self.packings is None else self.packings[chosen]
        return Response(body, headers=told, media_type=self.media)


def sockets(authority: str) -> str:
    """The sources of a Content-Security-Policy for the sockets of a host and port; none for what can't be one.

    Not every browser lets 'self' cover the sockets of the same host.
    """
    return f" ws://{authority} wss://{authority}" if _AUTHORITY.fullmatch(authority) else ""


def installed(folder: Path, files: Mapping[str, str]) -> dict[str, Asset] | None:
    """The files by the names in their addresses, from their paths in the folder; None unless every one is there."""
    if not all((folder / path).is_file() for path in files.values()):
        return None
    return {name: read(folder / path) for name, path in files.items()}


def addressed(html: str, assets: Mapping[str, Asset], folder: str) -> str:
    """The page with `__NAME__` replaced by the address of each file, which changes with its content."""
    for name, asset in assets.items():
        html = html.replace(f"__{name}__", f"{folder}/{name}?{asset.tag}")
    return html


def serve(assets: Mapping[str, Asset], request: Request) -> Response:
    """The file that the path of a request names, packed if it likes that; 404 for any name that is not among them."""
    asset = assets.get(request.path_params["name"])
    if asset is None:
        return missing()
    # The page asks with the tag of the content, so a new content has a new address.
    return asset.answer(request, {"Cache-Control": FOR_EVER})


def missing() -> Response:
    """The answer for a name that no file has."""
    return Response("no such file", 404, {"Cache-Control": "no-store"} | SAFETY, "text/plain; charset=utf-8")


def read(path: Path, packings: Mapping[str, bytes] | None = None) -> Asset:
    """A file of one of the TYPES."""
    content = path.read_bytes()
    return Asset(content, TYPES[path.suffix], sha256(content).hexdigest()[:16], packings)
