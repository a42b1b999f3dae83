"""A tournament's matches lie in its shard, also those of a tournament whose first ones do not."""

from __future__ import annotations

from collections.abc import AsyncIterator
from uuid import UUID

import pytest
import sqlalchemy as sa

from api_schema.ports.tournaments import TournamentPolicy
from eventstore.shards import shard_of
from eventstore.tables import streams
from tests.kit.served import Served, serve
from tests.kit.tournament_desk import Hosted, hosted

pytestmark = [pytest.mark.anyio, pytest.mark.each_store]
BEST_OF_3 = TournamentPolicy("SWISS", rounds=2, best_of=3)


@pytest.fixture
async def store(url: str) -> AsyncIterator[Served]:
    served = await serve(url)
    yield served
    await served.app.stop()


async def kept(held: Hosted, kind: str) -> list[UUID]:
    """The streams of a kind in the store."""
    ids = sa.select(streams.c.stream_id).where(streams.c.kind == kind)
    return await held.served.app.store.sql.read(lambda connection: list(connection.scalars(ids)))


async def test_a_round_is_a_transaction_of_one_shard(store: Served) -> None:
    held = await hosted(store, 6, policy=BEST_OF_3)
    await held.start()
    [tournament], matches = await kept(held, "tournament"), await kept(held, "match")
    assert len(matches) == 3
    assert {shard_of(match) for match in matches} == {shard_of(tournament)}
    await held.play_round()
    await held.start(2)
    later = await kept(held, "match")
    assert len(later) > len(matches)
    assert {shard_of(match) for match in later} == {shard_of(tournament)}
