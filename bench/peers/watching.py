"""What a watcher costs: many of them watch one match of ours, and one of each peer in Node."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bench import fanout
from bench.fanout import Fanout
from bench.peers import in_node
from bench.peers.in_node import InNode
from bench.peers.rows import Pair, Part, Row, Timed
from bench.servers import Running


@dataclass(frozen=True)
class Scale:
    """How much is measured."""

    watchers: int = 200
    rounds: int = 5
    actions: int = 16


async def ours(running: Running, scale: Scale) -> Fanout:
    """Ours, and the frames of a bare handler."""
    return await fanout.measure(running, watchers=scale.watchers, rounds=scale.rounds, burst=scale.actions, seconds=0.2)


def theirs(peer: InNode, scale: Scale) -> Timed:
    """A peer; what the first round comes to is thrown away."""
    found = Timed()
    peer.watch(scale.watchers)
    peer.publish(Timed(), scale.actions)
    for _ in range(scale.rounds):
        peer.publish(found, scale.actions)
    return found


def part(found: Fanout, peers: Mapping[str, Timed | str], scale: Scale) -> Part:
    """The rows; in place of what was measured of a peer the reason why nothing was."""
    work = f"delivery to one of {scale.watchers} watchers"
    told = {"ours": "ours over a socket", "frames": "bare WebSocket handler"}
    mine, bare = (Row(work, who, found.rate(name), None, None, found.cost(name)) for name, who in told.items())
    others = in_node.rows(work, peers)
    return Part([mine, bare, *others], [Pair(mine, other) for other in others])
