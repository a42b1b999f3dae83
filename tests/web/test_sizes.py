"""What a first visit loads, by the manifest of the build: bytes of scripts and styles as they are sent, with gzip."""

from __future__ import annotations

import json
import re
from typing import Any

from tests.web.browsing import BUILD

MANIFEST = BUILD.parent / ".svelte-kit/output/client/.vite/manifest.json"
LOBBY = 90 << 10
"""Of the first screen that a newcomer sees."""
NODE = re.compile(r"/client-optimized/nodes/(\d+)\.js$")


def loaded(manifest: dict[str, Any], *entries: str) -> set[str]:
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


def packed(files: set[str]) -> int:
    """Bytes of scripts and styles among the files."""
    return sum((BUILD / f"{file}.gz").stat().st_size for file in files if file.endswith((".js", ".css")))


def test_the_lobby_is_light() -> None:
    manifest = json.loads(MANIFEST.read_text())
    nodes = {int(number[1]): name for name in manifest if (number := NODE.search(name))}
    frame = [name for name in manifest if name.endswith("/client-optimized/app.js")]
    start = [name for name, entry in manifest.items() if entry.get("isEntry") and "start" in entry["file"]]
    lobby = next(number for number in nodes if "routes/+page.svelte" in (BUILD.parent / nodes[number]).read_text())
    files = loaded(manifest, *frame, *start, nodes[0], nodes[lobby])
    assert len(files) > 5
    assert packed(files) <= LOBBY, {file: (BUILD / f"{file}.gz").stat().st_size for file in sorted(files)}
