"""Whether numbering and folding cost as much in a large store as in a small one, with many matches going on.

`make bench ARGS=growth` plays 20,000 matches of all games at once, to two million events: a quarter of an hour.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping

from bench.figures import Figure
from bench.read_models import Measured, Played, fold_all, replica

MATCHES = 20_000
"""Matches that go on at once."""
SIZES = (200_000, 2_000_000)
"""Events that are stored when it is measured."""
ACTIONS = 10_000
"""Actions of a round."""
ROUNDS = 5
LEVEL = 0.8
"""Of what it did in the small store."""


async def measure(url: str, sizes: tuple[int, ...] = SIZES, matches: int = MATCHES) -> Mapping[int, Measured]:
    """Play up to each of the sizes and measure there; what was measured, by size."""
    found, events = dict[int, Measured](), 0
    async with await replica(url) as app:
        await app.projector.stop()
        played = Played(app, matches)
        for size in sizes:
            while events < size:
                await played.on(ACTIONS)
                events += (await fold_all(app, url)).events
                print(f"growth: {events:,} of {max(sizes):,} events", file=sys.stderr, flush=True)
            total = found[size] = Measured()
            for _ in range(ROUNDS):
                total.actions += await played.on(ACTIONS)
                total.add(await fold_all(app, url))
            events += total.events
    return found


def figures(measured: Mapping[int, Measured]) -> list[Figure]:
    """The rows: what a core does in the large store, beside the small one."""
    (few, small), (many, large) = measured.items()
    done = {
        "numbered": (large.sequencer, small.sequencer),
        "folded, of the process": (large.process, small.process),
        "folded, of Postgres": (large.store, small.store),
    }
    return [
        Figure(
            f"growth: events {what} by a core, {MATCHES:,} matches going on, {many:,} events stored",
            large.events / now,
            "events/s",
            f"with {few:,} events stored",
            small.events / before,
            LEVEL,
        )
        for what, (now, before) in done.items()
    ]
