"""Peers in Node: a server with matches in memory is one process, its players and watchers are another."""

from __future__ import annotations

import socket
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager

from bench import cpu
from bench.client import HOST
from bench.peers import installed
from bench.peers.rows import Absent, NotHere, Row, Timed
from bench.peers.talk import Talk, talking
from scripts import node
from tests.e2e.servers import program, wait_for
from tests.kit.process import free_port

WHO = {
    "boardgame": f"boardgame.io {installed.npm_version('boardgame.io')} in memory",
    "colyseus": f"Colyseus {installed.npm_version('@colyseus/core')} in memory",
}
"""Each peer by the name of its files."""


class InNode:
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
def started(name: str) -> Iterator[InNode]:
    """A server and its clients, ended with the block. Raises NotHere."""
    installed.npm_packages()
    port, (command,) = free_port(), node.command("node")
    serve, play = (str(installed.FOLDER / file) for file in (f"{name}_server.mjs", "players.mjs"))
    with program(command, serve, str(port), out=subprocess.DEVNULL, environment={"NODE_ENV": "production"}) as server:
        wait_for(lambda: _accepts(port) or server.poll() is not None)
        if server.poll() is not None:
            raise NotHere("its server does not start on this machine")
        with talking(command, play, name, f"http://{HOST}:{port}", first={"order": "open", "matches": 0}) as clients:
            yield InNode(server.pid, clients)


def beside(stack: ExitStack) -> tuple[dict[str, InNode], dict[str, str]]:
    """Those that run until the stack ends, and why the others don't."""
    here, absent = dict[str, InNode](), dict[str, str]()
    for name in WHO:
        try:
            here[name] = stack.enter_context(started(name))
        except NotHere as missing:
            absent[name] = str(missing)
    return here, absent


def rows(work: str, found: Mapping[str, Timed | str]) -> list[Row | Absent]:
    """The row of each; in place of what was measured of it may stand the reason why nothing was."""
    measured = [(who, found[name]) for name, who in WHO.items()]
    return [Absent(work, who, it) if isinstance(it, str) else it.row(work, who) for who, it in measured]


def _accepts(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex((HOST, port)) == 0
