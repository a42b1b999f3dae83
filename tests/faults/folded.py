"""The read models that a run has left, beside those that the log makes."""

from __future__ import annotations

from collections import Counter
from typing import Any

import sqlalchemy as sa
from pydantic import SecretStr

from eventstore.store import EventStore
from service.bootstrap import Playledger, bootstrap
from service.settings import Settings
from service.tables import counts, shard_counts
from tests.e2e.servers import KEY
from tests.kit.kept import held


async def folded_anew(database: str) -> None:
    """The read models are what the log makes of them: nothing is missing, and nothing there twice."""
    app = await bootstrap(Settings(database_url=database, clocks=False, webhooks=False, secret_key=SecretStr(KEY)))
    try:
        await app.projector.catch_up()
        before = await contents(app)
        for model in app.projector.projections:
            await app.projector.rebuild(model)
        assert await contents(app) == before
    finally:
        await app.stop()


async def contents(app: Playledger) -> dict[str, Any]:
    """All rows, but of the counts the sums: what an earlier release has counted is of no shard."""
    tables = [table for model in app.projector.projections for table in model.tables]
    rows = await held(app.store, [table for table in tables if table not in (counts, shard_counts)])
    return {**rows, "counts": await _counted(app.store)}


async def _counted(store: EventStore) -> Counter[tuple[str, str]]:
    both = sa.union_all(*(sa.select(table.c.game, table.c.status, table.c.matches) for table in (counts, shard_counts)))
    found = Counter[tuple[str, str]]()
    for game, status, number in await store.sql.read(lambda connection: connection.execute(both).all()):
        found[game, status] += number
    return Counter({kind: number for kind, number in found.items() if number})
