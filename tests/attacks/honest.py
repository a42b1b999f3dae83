"""An honest client beside an attack: how much the service works before it answers each of its requests.

Seconds of the service's processors pass for nothing else, so a busy machine changes little of them. The client is a
process of its own, `python -m tests.attacks.honest PORT PID ENOUGH`: in one with the attackers it would wait for these
before it reads an answer, and the service would work on meanwhile.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.client import HTTPConnection
from select import select

from bench.cpu import seconds
from tests.kit.process import ROOT
from tests.kit.waiting import PATIENCE

PAUSE = 0.002
"""Seconds between two requests."""


@contextmanager
def honest(port: int, pid: int, enough: int = 10) -> Iterator[list[float]]:
    """Seconds of work of a process before each answer to /health beside the block, of which there are enough; they are
    there when the block has ended.
    """
    found: list[float] = []
    command = (sys.executable, "-m", __name__, str(port), str(pid), str(enough))
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as client:
        assert client.stdout is not None
        assert client.stdout.readline() == "ready\n"
        try:
            yield found
        finally:
            told, _ = client.communicate(timeout=2 * PATIENCE)
            found += json.loads(told or "[]")
    assert client.returncode == 0


def main(port: str, pid: str, enough: str) -> None:
    """Ask until the input ends and there are enough answers; print the seconds of each."""
    found: list[float] = []
    with closing(HTTPConnection("127.0.0.1", int(port), timeout=PATIENCE)) as connection:
        connection.connect()
        sys.stdout.write("ready\n")
        sys.stdout.flush()
        end = None
        while end is None or (len(found) < int(enough) and time.monotonic() < end):
            begun = seconds([int(pid)])
            connection.request("GET", "/health")
            assert connection.getresponse().read()
            found.append(seconds([int(pid)]) - begun)
            if select([sys.stdin], [], [], PAUSE)[0]:
                end = end or time.monotonic() + PATIENCE
                time.sleep(PAUSE)
    json.dump(found, sys.stdout)


if __name__ == "__main__":
    main(*sys.argv[1:])
