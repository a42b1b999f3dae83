"""What a watcher costs: many of them watch one match of ours, and one of boardgame.io."""

from __future__ import annotations

from dataclasses import dataclass

from bench import fanout
from bench.fanout import Fanout
from bench.peers import boardgame
from bench.peers.boardgame import Boardgame
from bench.peers.rows import Absent, Pair, Part, Row, Timed
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


def theirs(peer: Boardgame, scale: Scale) -> Timed:
    """boardgame.io; what the first round comes to is thrown away."""
    found = Timed()
    peer.watch(scale.watchers)
    peer.publish(Timed(), scale.actions)
    for _ in range(scale.rounds):
        peer.publish(found, scale.actions)
    return found


def part(found: Fanout, peer: Timed | str, scale: Scale) -> Part:
    """The rows; in place of what was measured of boardgame.io the reason why nothing was."""
    work = f"delivery to one of {scale.watchers} watchers"
    told = {"ours": "ours over a socket", "frames": "bare WebSocket handler"}
    mine, bare = (Row(work, who, found.rate(name), None, None, found.cost(name)) for name, who in told.items())
    who = f"{boardgame.NAME} in memory"
    other: Row | Absent = Absent(work, who, peer) if isinstance(peer, str) else peer.row(work, who)
    return Part([mine, bare, other], [Pair(mine, other)])
