"""A command in a pseudo-terminal: keys go in, and what stands on its screen is read as a person would see it."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from contextlib import contextmanager

from tests.kit.process import ROOT
from tests.kit.waiting import PATIENCE

_CONTROL = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
_HOME = "\x1b[H"
_LOGIN = """
import os, signal, sys
os.login_tty(os.dup(0))
signal.signal(signal.SIGINT, signal.SIG_DFL)
os.execv(sys.executable, [sys.executable, *sys.argv[1:]])
"""
"""Makes the terminal the one that controls the process, so that Ctrl-C reaches it as from a keyboard; and lets it in,
which tests that run in the background of a shell would not.
"""


class Terminal:
    """The outside of a pseudo-terminal. A program draws whole screens, each from the upper left corner."""

    def __init__(self, master: int, process: subprocess.Popen[bytes], rows: int) -> None:
        self._master = master
        self._process = process
        self._rows = rows
        self.said = ""

    def press(self, keys: str) -> None:
        """Send keys as the terminal encodes them."""
        os.write(self._master, keys.encode())

    def screen(self) -> list[str]:
        """The lines of the last whole screen, without colours; none while there was none."""
        for frame in reversed(self.said.split(_HOME)[1:]):
            lines = [line.rstrip() for line in _CONTROL.sub("", frame).replace("\r", "").split("\n")]
            if len(lines) >= self._rows:
                return lines
        return []

    def shows(self, text: str) -> list[str]:
        """The screen once `text` stands on it."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            lines = self.screen()
            if text in "\n".join(lines):
                return lines
            if not self._more():
                break
        raise AssertionError(f"never saw {text!r}; the last screen:\n" + "\n".join(self.screen() or [self.said]))

    def ended(self) -> int:
        """The exit code, after reading the rest."""
        while self._more():
            pass
        return self._process.wait(PATIENCE)

    def _more(self) -> bool:
        """Read what comes next; whether there was something."""
        if not select.select([self._master], [], [], PATIENCE)[0]:
            return False
        try:
            read = os.read(self._master, 65_536)
        except OSError:  # Linux says so when the program has closed its side
            return False
        self.said += read.decode(errors="replace")
        return bool(read)


@contextmanager
def terminal(*arguments: str, rows: int = 40, columns: int = 120) -> Iterator[Terminal]:
    """`playledger` with these arguments in a terminal of that size. It is ended if it is still there at the end."""
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
    environment = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES", "NO_COLOR")}
    process = subprocess.Popen(
        [sys.executable, "-c", _LOGIN, "-m", "service", *arguments],
        cwd=ROOT,
        env=environment | {"TERM": "xterm-256color"},
        stdin=slave,
        stdout=slave,
        stderr=slave,
    )
    os.close(slave)
    try:
        yield Terminal(master, process, rows)
    finally:
        process.kill()
        process.wait()
        os.close(master)
