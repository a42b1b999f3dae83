"""What places of the page load, by the manifest of the build: bytes of scripts and styles as they are sent, by gzip."""

from __future__ import annotations

import json
import re
from typing import Any

from tests.web.browsing import BUILD

MANIFEST = BUILD.parent / ".svelte-kit/output/client/.vite/manifest.json"
WORKERS = BUILD / "_app/immutable/workers"
NODE = re.compile(r"/client-optimized/nodes/(\d+)\.js$")
LOBBY = "routes/+page.svelte"
TABLE = "routes/m/[id]/+page.svelte"
RESULTS = "routes/results/+page.svelte"
LADDER = "routes/ladder/[slug]/+page.svelte"
LIMITS = {"lobby": 90 << 10, "table": 60 << 10, "results": 45 << 10, "proof": 20 << 10}
"""Bytes at most: of the lobby; of the others what they load more than it."""


def sizes() -> dict[str, int]:
    """Bytes by the names of LIMITS."""
    manifest = json.loads(MANIFEST.read_text())
    lobby = _loaded(manifest, *_shell(manifest), _node(manifest, LOBBY))

    def more(*routes: str) -> int:
        return _packed(_loaded(manifest, *(_node(manifest, route) for route in routes)) - lobby)

    return {
        "lobby": _packed(lobby),
        "table": more(TABLE),
        "results": max(more(RESULTS), more(LADDER)),
        "proof": sum(file.stat().st_size for file in WORKERS.glob("*.js.gz")),
    }


def _shell(manifest: dict[str, Any]) -> list[str]:
    """The entries that every place loads."""
    found = [
        name
        for name, entry in manifest.items()
        if name.endswith(("/client-optimized/app.js", "/client-optimized/nodes/0.js"))
        or (entry.get("isEntry") and "start" in entry["file"])
    ]
    assert len(found) == 3, found
    return found


def _node(manifest: dict[str, Any], route: str) -> str:
    """The entry of a route, by the file that shows it."""
    nodes = [name for name in manifest if NODE.search(name)]
    (found,) = (name for name in nodes if f"/{route}" in (BUILD.parent / name).read_text())
    return found


def _loaded(manifest: dict[str, Any], *entries: str) -> set[str]:
    """All files that these entries load at once, what is loaded later left out."""
    found: set[str] = set()
    waiting = list(entries)
    while waiting:
        entry = manifest[waiting.pop()]
        if entry["file"] in found:
            continue
        found |= {entry["file"], *entry.get("css", ())}
        waiting += entry.get("imports", ())
    return found


def _packed(files: set[str]) -> int:
    """Bytes of scripts and styles among the files."""
    return sum((BUILD / f"{file}.gz").stat().st_size for file in files if file.endswith((".js", ".css")))
