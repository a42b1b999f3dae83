"""boardgame.io in its own Node process, with matches in memory, and players and watchers in another."""

from __future__ import annotations

import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

from bench import cpu
from bench.client import HOST
from bench.peers import installed
from bench.peers.rows import NotHere, Timed
from bench.peers.talk import Talk, talking
from scripts import node
from tests.e2e.servers import program, wait_for
from tests.kit.process import free_port

NAME = f"boardgame.io {installed.npm_version('boardgame.io')}"
SERVER, PLAYERS = (str(installed.FOLDER / f"{name}.mjs") for name in ("server", "players"))


class Boardgame:
    """A server that runs, and its clients."""

    def __init__(self, pid: int, clients: Talk) -> None:
        self._pid = pid
        self._clients = clients

    def open(self, matches: int) -> None:
        """So many matches, one player's socket in each."""
        self._clients.ask(order="open", matches=matches)

    def play(self, into: Timed, bursts: int, at_once: int) -> None:
        """Bursts of one move in each match; each answer is awaited."""
        before = cpu.seconds([self._pid])
        said = self._clients.ask(order="play", bursts=bursts, together=at_once)
        spent = cpu.seconds([self._pid]) - before
        into.add(len(said["latencies"]), said["seconds"], spent, latencies=said["latencies"])

    def watch(self, watchers: int) -> None:
        """So many spectators of one match."""
        self._clients.ask(order="watch", watchers=watchers)

    def publish(self, into: Timed, moves: int) -> None:
        """Moves that all spectators are told."""
        before = cpu.seconds([self._pid])
        said = self._clients.ask(order="publish", moves=moves)
        into.add(said["deliveries"], said["seconds"], cpu.seconds([self._pid]) - before)


@contextmanager
def started() -> Iterator[Boardgame]:
    """A server and its clients, ended with the block. Raises NotHere."""
    installed.npm_packages()
    port, (command,) = free_port(), node.command("node")
    with program(command, SERVER, str(port), out=subprocess.DEVNULL, environment={"NODE_ENV": "production"}) as server:
        wait_for(lambda: _accepts(port) or server.poll() is not None)
        if server.poll() is not None:
            raise NotHere("its server does not start on this machine")
        with talking(command, PLAYERS, f"http://{HOST}:{port}", first={"order": "open", "matches": 0}) as clients:
            yield Boardgame(server.pid, clients)


def _accepts(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex((HOST, port)) == 0
