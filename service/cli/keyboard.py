"""Keys of a terminal, one by one as they are pressed."""

from __future__ import annotations

import asyncio
import os
import re
import sys
from collections.abc import AsyncGenerator
from contextlib import suppress

_NAMES = {
    "\x1b[C": "right",
    "\x1bOC": "right",
    "\x1b[D": "left",
    "\x1bOD": "left",
    **dict.fromkeys(("\x1b[H", "\x1bOH", "\x1b[1~", "\x1b[7~"), "home"),
    **dict.fromkeys(("\x1b[F", "\x1bOF", "\x1b[4~", "\x1b[8~"), "end"),
    **dict.fromkeys(("\r", "\n"), "enter"),
    **dict.fromkeys(("\x7f", "\b"), "backspace"),
    "\x1b": "escape",
    " ": "space",
    "\x04": "q",
}
_KEY = re.compile(r"\x1b\[[0-9;]*[A-Za-z~]|\x1bO[A-Z]|.", re.DOTALL)


def is_terminal() -> bool:
    """Whether keys can be read and a screen be drawn here."""
    return sys.platform != "win32" and sys.stdin.isatty() and sys.stdout.isatty()


def keys_in(text: str) -> list[str]:
    """The names of the keys in what a terminal sent: a character for itself, `right`, `enter` and so on."""
    return [_NAMES.get(key, key) for key in _KEY.findall(text)]


async def pressed() -> AsyncGenerator[str, None]:
    """The keys pressed on standard input, until it ends. Ctrl-C still stops the process; the terminal is put back."""
    import termios  # not there on Windows
    import tty

    terminal = sys.stdin.fileno()
    before = termios.tcgetattr(terminal)
    # what was typed before the first look at it is kept: no flush
    tty.setcbreak(terminal, termios.TCSANOW)
    try:
        while text := await _read(terminal):
            for key in keys_in(text):
                yield key
    finally:
        termios.tcsetattr(terminal, termios.TCSADRAIN, before)


async def _read(terminal: int) -> str:
    """The next input of the terminal, without blocking the event loop; nothing at its end."""
    loop = asyncio.get_running_loop()
    ready = asyncio.Event()
    loop.add_reader(terminal, ready.set)
    try:
        await ready.wait()
    finally:
        loop.remove_reader(terminal)
    with suppress(OSError):  # the other side of a terminal that was closed
        return os.read(terminal, 1024).decode(errors="replace")
    return ""
