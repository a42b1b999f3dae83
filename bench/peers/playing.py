"""Random play of our rules and of OpenSpiel's, without any store, one core."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager

from bench import games
from bench.peers import installed
from bench.peers.rows import Absent, NotHere, Pair, Part, Row, Timed
from bench.peers.talk import Talk, talking
from domain.games import discover
from domain.kernel.game import CardGame

PEER = "open-spiel"
WORK = "action of random play, domain alone"
OURS = "c4"
THEIRS = ("leduc_poker", "gin_rummy")
PROGRAM = str(installed.FOLDER / "playouts.py")


def measure(seconds: float = 2.0, rounds: int = 3) -> tuple[Mapping[str, Timed], str | None]:
    """Rounds of all in turn, and why OpenSpiel has no part in them; what the first comes to is thrown away."""
    found = {name: Timed() for name in (OURS, *THEIRS)}
    game, absent = discover()[OURS], None
    with ExitStack() as stack:
        peer: Talk | None = None
        try:
            peer = stack.enter_context(started())
        except NotHere as missing:
            absent = str(missing)
        for number in range(rounds + 1):
            _ours(game, seconds, found[OURS] if number else Timed())
            if peer is not None:
                for name in THEIRS:
                    _theirs(peer, name, seconds, found[name] if number else Timed())
    return found, absent


@contextmanager
def started() -> Iterator[Talk]:
    """The program of the peer. Raises NotHere."""
    installed.python_packages(PEER)
    with talking(str(installed.PYTHON), "-I", PROGRAM, first={"name": THEIRS[0], "seconds": 0.0}) as peer:
        yield peer


def _ours(game: CardGame, seconds: float, into: Timed) -> None:
    seats, actions = games.usual_seats(game), 0
    begin, worked = time.perf_counter(), time.process_time()
    while not actions or time.perf_counter() - begin < seconds:
        actions += games.play(game, seats)
    into.add(actions, time.perf_counter() - begin, time.process_time() - worked)


def _theirs(peer: Talk, name: str, seconds: float, into: Timed) -> None:
    said = peer.ask(name=name, seconds=seconds)
    into.add(said["actions"], said["seconds"], said["cpu"])


def part(found: Mapping[str, Timed], absent: str | None) -> Part:
    """The rows."""
    ours = found[OURS].row(WORK, f"ours, {OURS}")
    names = {name: f"OpenSpiel {installed.version(PEER)}, {name}" for name in THEIRS}
    theirs: list[Row | Absent] = [
        found[name].row(WORK, who) if absent is None else Absent(WORK, who, absent) for name, who in names.items()
    ]
    return Part([ours, *theirs], [Pair(ours, row) for row in theirs])
