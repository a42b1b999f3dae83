"""Files of npm packages that pages for people load: read once, served by name, none of them part of the repository."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from api_schema.packing import packed, prefers_gzip

TYPES = {".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8"}
SAFETY = {"X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer"}


class Asset(msgspec.Struct, frozen=True):
    """A file as it is sent; `tag` changes with its content."""

    content: bytes
    media: str
    tag: str


def installed(folder: Path, files: Mapping[str, str]) -> dict[str, Asset] | None:
    """The files by the names in their addresses, from their paths in the folder; None unless every one is there."""
    if not all((folder / path).is_file() for path in files.values()):
        return None
    return {name: _asset(folder / path) for name, path in files.items()}


def addressed(html: str, assets: Mapping[str, Asset], folder: str) -> str:
    """The page with `__NAME__` replaced by the address of each file, which changes with its content."""
    for name, asset in assets.items():
        html = html.replace(f"__{name}__", f"{folder}/{name}?{asset.tag}")
    return html


def serve(assets: Mapping[str, Asset], request: Request) -> Response:
    """The file that the path of a request names, packed if it likes that; 404 for any name that is not among them."""
    name = request.path_params["name"]
    asset = assets.get(name)
    if asset is None:
        return Response("no such file", 404, {"Cache-Control": "no-store"} | SAFETY, "text/plain; charset=utf-8")
    # The page asks with the tag of the content, so a new content has a new address.
    headers = {"Cache-Control": "public, max-age=31536000, immutable", "Vary": "Accept-Encoding"} | SAFETY
    if prefers_gzip(request):
        headers |= {"ETag": f'"{asset.tag}-gzip"', "Content-Encoding": "gzip"}
        return Response(packed(asset.content), headers=headers, media_type=asset.media)
    return Response(asset.content, headers=headers | {"ETag": f'"{asset.tag}"'}, media_type=asset.media)


def _asset(path: Path) -> Asset:
    content = path.read_bytes()
    return Asset(content, TYPES[path.suffix], sha256(content).hexdigest()[:16])
