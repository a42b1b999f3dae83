"""Files that somebody made to break whoever reads them on the command line."""

from __future__ import annotations

import gzip
import json
import os
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path

from tests.history.damage import summed
from tests.history.matches import lines, played
from tests.kit.bombs import bomb

TITLE = "\x1b]0;taken over\x07"
"""Renames the window of a terminal."""
NAME = f"{TITLE}\x1b[2J\x9b31m\u202e[/red]"
"""That, clears the screen, colours it, turns the text around, and is markup to a library."""
FORMATS = ("playledger-replay", "playledger-round", "playledger-tournament", "playledger-ratings")
DEEP = 200_000


def _said(format_: str, **more: object) -> bytes:
    return json.dumps({"format": format_, "version": 1, **more}).encode() + b"\n"


def _deep(format_: str) -> bytes:
    return b'{"format":"%s","version":1,"proof":%s%s}\n' % (format_.encode(), b"[" * DEEP, b"]" * DEEP)


BYTES: dict[str, Callable[[], bytes]] = {
    "deep-lists": lambda: b"[" * DEEP + b"]" * DEEP + b"\n",
    "deep-objects": lambda: b'{"a":' * DEEP + b"1" + b"}" * DEEP + b"\n",
    "endless-line": lambda: b" " * (5 << 20),
    "huge-number": lambda: b'{"format":' + b"9" * 1_000_000 + b"}\n",
    "huge-exponent": lambda: b'{"format":1e999999999}\n',
    "nul": lambda: b"\0" * 4096 + b"\n",
    "utf-16": lambda: json.dumps({"format": FORMATS[0]}).encode("utf-16"),
    "latin-1": lambda: b'{"format":"\xe9"}\n',
    "lone-surrogate": lambda: b'{"format":"\\ud800"}\n',
    "terminal": lambda: _said(FORMATS[0], **{NAME: NAME}),
    "bomb-of-one-line": partial(bomb, 32, b" "),
    "many-members": lambda: gzip.compress(b"") * 100_000,
    "many-names": lambda: json.dumps({str(number): 0 for number in range(200_000)}).encode() + b"\n",
    "gzip-name-without-an-end": lambda: b"\x1f\x8b\x08\x08" + bytes(6) + b"a" * 1_000_000,
    "cut-gzip": lambda: gzip.compress(_said(FORMATS[0]) * 1_000)[:-9],
    **{f"bomb-of-{name}": partial(bomb, 32, b"\n", _said(name)) for name in FORMATS},
    **{f"deep-{name}": partial(_deep, name) for name in FORMATS},
    **{f"cut-{name}": partial(_said, name) for name in FORMATS},
}
"""None of them can be read."""


TERMINAL = f"{TITLE}[red]"
"""The name of a file."""
LINKS = {"link-to-nothing": "nowhere", "link-to-itself": "link-to-itself", "device": "/dev/zero"}
NAMES = (*BYTES, TERMINAL, *LINKS, "pipe", "folder")


def unreadable(folder: Path, name: str) -> Path:
    """One of them as a file, or what is no file."""
    path = folder / name
    if name in LINKS:
        path.symlink_to(LINKS[name])
    elif name == "pipe":
        os.mkfifo(path)
    elif name == "folder":
        path.mkdir()
    else:
        path.write_bytes(_content(name))
    return path


@cache
def _content(name: str) -> bytes:
    return b"Dear diary\n" if name == TERMINAL else BYTES[name]()


def renamed(**members: str) -> bytes:
    """A sound file but for members of its header, whose sum is made anew."""
    rows = [json.loads(line) for line in lines(played("c4", 1, 14), "full")]
    return summed([rows[0] | members, *rows[1:]])
