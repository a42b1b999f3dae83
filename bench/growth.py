"""Whether numbering and folding cost as much in a large store as in a small one, with many matches going on.

`make bench ARGS=growth` begins 20,000 matches of all games, and plays them until there are ten times as many events,
six million: half an hour.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping

from bench.figures import Figure
from bench.read_models import Measured, Played, fold_all, replica, vacuumed

MATCHES = 20_000
"""Matches that go on at once."""
TIMES = (1, 3, 10)
"""How many times the events of the beginning are stored when it is measured."""
ACTIONS = 10_000
"""Actions of a round."""
ROUNDS = 5
LEVEL = 0.8
"""Of what it did in the small store."""


async def measure(url: str, matches: int = MATCHES) -> Mapping[int, Measured]:
    """Begin, play on and measure; what was measured, by the number of events that were stored then."""
    found = dict[int, Measured]()
    async with await replica(url) as app:
        await app.projector.stop()
        played = Played(app, matches)
        await played.begin()
        events = first = (await fold_all(app, url)).events
        for times in TIMES:
            while events < times * first:
                await played.on(ACTIONS)
                events += (await fold_all(app, url)).events
                print(f"growth: {events:,} of {TIMES[-1] * first:,} events", file=sys.stderr, flush=True)
            await vacuumed(url)
            total = found[events] = Measured()
            for _ in range(ROUNDS):
                total.actions += await played.on(ACTIONS)
                total.add(await fold_all(app, url))
            print(f"growth: {events:,} events stored, {total}", file=sys.stderr, flush=True)
            events += total.events
    return found


def figures(measured: Mapping[int, Measured]) -> list[Figure]:
    """The rows: what a core does in each larger store, beside the small one."""
    (few, small), *others = measured.items()
    return [
        Figure(
            f"growth: events {what} by a core, {MATCHES:,} matches going on, {many:,} events stored",
            large.events / now,
            "events/s",
            f"with {few:,} events stored",
            small.events / before,
            LEVEL,
        )
        for many, large in others
        for what, now, before in (
            ("numbered", large.sequencer, small.sequencer),
            ("folded, of the process", large.process, small.process),
            ("folded, of Postgres", large.store, small.store),
        )
    ]
