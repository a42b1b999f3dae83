"""Whether numbering and folding cost as much in a large store as in a small one, with many matches going on.

`make bench ARGS=growth` begins 20,000 matches of all games in an empty database, and as many in one with ten times as
many events, of matches that were filled in. Then both take turns: half an hour, most of it for the filling.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from itertools import count

import sqlalchemy as sa

from bench.figures import Figure
from bench.filling import fill
from bench.read_models import Measured, Played, fold_all, replica, vacuumed
from eventstore.tables import shard_heads
from service.bootstrap import Playledger

MATCHES = 20_000
"""Matches that go on at once, in each of the two."""
TIMES = 10
"""How many times the events of these the large store holds beside them."""
FILLED = 1_000
"""Matches that are filled in between two looks whether it is large."""
ACTIONS = 10_000
"""Actions of a round."""
ROUNDS = 5
LEVEL = 0.8
"""Of what it did in the small store."""


async def measure(small: str, large: str, matches: int = MATCHES) -> Mapping[int, Measured]:
    """What each store came to, by the events that it held when the rounds began."""
    async with await replica(small) as few, await replica(large) as many:
        begun = [await _begun(few, matches)]
        await _filled(many, TIMES * await _events(few))
        begun.append(await _begun(many, matches))
        stores = list(zip((small, large), (few, many), begun, strict=True))
        for url in (small, large):
            await vacuumed(url)
        found = {await _events(app): Measured() for app in (few, many)}
        for number in range(ROUNDS):
            for (url, app, played), measured in zip(stores, found.values(), strict=True):
                measured.actions += await played.on(ACTIONS)
                measured.add(await fold_all(app, url))
            _tell(f"{number + 1} of {ROUNDS} rounds")
    return found


async def _begun(app: Playledger, matches: int) -> Played:
    await app.projector.stop()
    played = Played(app, matches)
    await played.begin()
    await app.projector.catch_up()
    _tell(f"{matches:,} matches begun, {await _events(app):,} events")
    return played


async def _filled(app: Playledger, wanted: int) -> None:
    """Fill in matches until there are so many events."""
    for first in count(0, FILLED):
        if await _events(app) >= wanted:
            return
        await fill(app, range(first, first + FILLED))
        await app.projector.catch_up()


async def _events(app: Playledger) -> int:
    """The events that are numbered."""
    query = sa.select(sa.func.sum(shard_heads.c.number))
    return await app.store.sql.read(lambda connection: int(connection.execute(query).scalar_one()))


def _tell(line: str) -> None:
    print(f"growth: {line}", file=sys.stderr, flush=True)


def figures(measured: Mapping[int, Measured]) -> list[Figure]:
    """The rows: what a core does in the large store, beside the small one."""
    (few, small), (many, large) = measured.items()
    return [
        Figure(
            f"growth: events {what} by a core, {MATCHES:,} matches going on, {many:,} events stored",
            large.events / now,
            "events/s",
            f"with {few:,} events stored",
            small.events / before,
            LEVEL,
        )
        for what, now, before in (
            ("numbered", large.sequencer, small.sequencer),
            ("folded, of the process", large.process, small.process),
            ("folded, of Postgres", large.store, small.store),
        )
    ]
