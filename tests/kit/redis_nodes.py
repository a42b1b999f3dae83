"""Redis servers of our own, one by one and in company: what a test kills, freezes and brings back.

`single`, `sentinels` and `cluster` are context managers. Each gives `RedisNodes`: `url` is what PLAYLEDGER_REDIS_URL
takes, `processes` holds the running programs by role, and `kill`, `freeze`, `thaw` and `revive` take a node. Redis, or
the Valkey out of the wheel where the machine has none; everything on loopback, without a disk, gone with the block.
"""

from __future__ import annotations

import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.kit.certificates import Certificates, certificates
from tests.kit.process import free_port
from tests.kit.redis_node import Node, binary, until

SERVICE = "playledger"
"""The name under which the sentinels watch the master."""
SILENCE_MS = 500
"""After so long sentinels and clusters take a node for dead: short, so that a test needs seconds."""
SLOTS = 16384


@dataclass(eq=False)
class RedisNodes:
    """Some servers and the URL by which a service finds them."""

    url: str
    nodes: list[Node] = field(default_factory=list)

    @property
    def processes(self) -> dict[str, list[subprocess.Popen[bytes]]]:
        """The programs that run (or are frozen), by the role that they began with."""
        found: dict[str, list[subprocess.Popen[bytes]]] = {}
        for node in self.nodes:
            if node.process is not None:
                found.setdefault(node.role, []).append(node.process)
        return found

    def by_role(self, role: str) -> list[Node]:
        """The nodes that began in this role."""
        return [node for node in self.nodes if node.role == role]

    def master(self) -> Node:
        """The one server that began as master."""
        [found] = self.by_role("master")
        return found

    def kill(self, node: Node) -> None:
        """As `kill -9`."""
        node.end()

    def freeze(self, node: Node) -> None:
        """It keeps its connections and says nothing more."""
        node.freeze()

    def thaw(self, node: Node) -> None:
        """It goes on where it stopped."""
        node.thaw()

    def revive(self, node: Node) -> None:
        """Start one that was killed, on the same port."""
        node.start()

    def masters(self) -> list[Node]:
        """The servers that answer and say now that they are masters."""
        return [node for node in self.nodes if node.role != "sentinel" and node.answers and node.is_master()]


@contextmanager
def single(*, tls: bool = False, port: int | None = None) -> Iterator[RedisNodes]:
    """One server. With TLS it has a certificate of its own authority for 127.0.0.1. Raises NoTLS."""
    with _company() as (folder, nodes):
        secure = certificates(folder) if tls else None
        nodes.nodes.append(_server("master", folder, port=port, tls=secure))
        nodes.master().start()
        nodes.url = nodes.master().url
        yield nodes


@contextmanager
def independent(count: int = 2) -> Iterator[RedisNodes]:
    """Several masters that know nothing of one another, in one URL."""
    with _company() as (folder, nodes):
        nodes.nodes += [_server("master", folder) for _ in range(count)]
        for node in nodes.nodes:
            node.start()
        nodes.url = f"redis://{','.join(node.address for node in nodes.nodes)}/0"
        yield nodes


@contextmanager
def sentinels() -> Iterator[RedisNodes]:
    """A master, its replica, and three sentinels, of which two promote the replica after half a second of silence."""
    with _company() as (folder, nodes):
        master = _server("master", folder)
        replica = _server("replica", folder, "--replicaof", "127.0.0.1", str(master.port))
        watchers = [_sentinel(folder, master.port) for _ in range(3)]
        nodes.nodes += [master, replica, *watchers]
        for node in nodes.nodes:
            node.start()
        nodes.url = f"redis+sentinel://{','.join(node.address for node in watchers)}/{SERVICE}/0"
        until(lambda: replica.ask("ROLE")[3] == "connected")
        until(lambda: all(_knows_all(node) for node in watchers))
        yield nodes


@contextmanager
def cluster(*, replica: bool = False) -> Iterator[RedisNodes]:
    """Three masters, and with `replica` one of the first master. The URL names the first two of them."""
    with _company() as (folder, nodes):
        masters = [_member("master", folder) for _ in range(3)]
        nodes.nodes += masters + ([_member("replica", folder)] if replica else [])
        for node in nodes.nodes:
            node.start()
        nodes.url = f"redis://{','.join(node.address for node in masters[:2])}"
        for number, node in enumerate(masters):
            node.ask("CLUSTER", "ADDSLOTSRANGE", SLOTS * number // 3, SLOTS * (number + 1) // 3 - 1)
            node.ask("CLUSTER", "SET-CONFIG-EPOCH", number + 1)
        for node in nodes.nodes[1:]:
            node.ask("CLUSTER", "MEET", "127.0.0.1", masters[0].port, _bus_of(masters[0]))
        until(lambda: all(_whole(node, len(nodes.nodes)) for node in nodes.nodes))
        for follower in nodes.by_role("replica"):
            follower.ask("CLUSTER", "REPLICATE", masters[0].ask("CLUSTER", "MYID"))
            until(lambda: follower.ask("ROLE")[3] == "connected")  # noqa: B023
            # A replica is listed as soon as something was replicated, if only a ping.
            until(lambda: all(follower.port in _listed(node) for node in masters))  # noqa: B023
        yield nodes


@contextmanager
def _company() -> Iterator[tuple[Path, RedisNodes]]:
    with tempfile.TemporaryDirectory() as folder:
        nodes = RedisNodes("")
        try:
            yield Path(folder), nodes
        finally:
            for node in nodes.nodes:
                node.end()


def _server(role: str, folder: Path, *more: str, port: int | None = None, tls: Certificates | None = None) -> Node:
    port = port or free_port()
    own = folder / str(port)
    own.mkdir()
    listens: tuple[str, ...] = ("--port", str(port))
    if tls is not None:
        files = ("--tls-cert-file", str(tls.certificate), "--tls-key-file", str(tls.key))
        listens = (
            "--port",
            "0",
            "--tls-port",
            str(port),
            "--tls-auth-clients",
            "no",
            *files,
            "--tls-ca-cert-file",
            str(tls.ca),
        )
    plain: tuple[str, ...] = (
        "--bind",
        "127.0.0.1",
        "--save",
        "",
        "--appendonly",
        "no",
        "--repl-diskless-sync-delay",
        "0",
    )
    plain += ("--repl-ping-replica-period", "1")
    return Node(role, port, (binary(), *listens, *plain, "--dir", str(own), *more), own, tls)


def _sentinel(folder: Path, master: int) -> Node:
    port = free_port()
    own = folder / str(port)
    own.mkdir()
    lines = [
        f"port {port}",
        "bind 127.0.0.1",
        f"dir {own}",
        f"sentinel monitor {SERVICE} 127.0.0.1 {master} 2",
        f"sentinel down-after-milliseconds {SERVICE} {SILENCE_MS}",
        f"sentinel failover-timeout {SERVICE} {SILENCE_MS * 10}",
    ]
    (own / "sentinel.conf").write_text("\n".join(lines) + "\n")
    return Node("sentinel", port, (binary(), str(own / "sentinel.conf"), "--sentinel"), own)


def _member(role: str, folder: Path) -> Node:
    of_cluster = ("--cluster-enabled", "yes", "--cluster-node-timeout", str(SILENCE_MS * 2))
    failover = ("--cluster-replica-validity-factor", "0", "--cluster-port", str(free_port()))
    return _server(role, folder, *of_cluster, *failover)


def _bus_of(node: Node) -> int:
    return int(node.command[node.command.index("--cluster-port") + 1])


def _whole(node: Node, count: int) -> bool:
    """Whether a node knows so many others and takes the cluster for whole."""
    told: Any = node.ask("CLUSTER", "INFO")
    known = told if isinstance(told, dict) else dict(line.split(":") for line in told.split())
    return known["cluster_state"] == "ok" and int(known["cluster_known_nodes"]) == count


def _listed(node: Node) -> list[int]:
    """The ports of all servers that a cluster's node tells of."""
    return [server[1] for shard in node.ask("CLUSTER", "SLOTS") for server in shard[2:]]


def _knows_all(sentinel: Node) -> bool:
    """Whether a sentinel has found the replica and the two others."""
    replicas, others = (sentinel.ask("SENTINEL", what, SERVICE) for what in ("REPLICAS", "SENTINELS"))
    return len(replicas) == 1 and len(others) == 2
