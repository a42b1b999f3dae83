"""A tournament's matches lie in its shard, also those of a tournament whose first ones do not."""

from __future__ import annotations

from collections.abc import AsyncIterator
from uuid import UUID, uuid5

import pytest
import sqlalchemy as sa

from api_schema.ports.tournaments import TournamentPolicy
from eventstore.shards import shard_of
from eventstore.tables import streams
from service.application.ids import MATCH_IDS, TOURNAMENT_IDS
from service.tournaments import commands
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


def beside_nothing(tournament: str, number: int, table: int, game: int) -> str:
    """The ids of matches as earlier releases made them."""
    return MATCH_IDS.id_of(uuid5(TOURNAMENT_IDS.stream_of(tournament), f"match|{number}|{table}|{game}"))


async def test_a_round_of_an_earlier_release_keeps_its_matches(store: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    held = await hosted(store, 6, policy=BEST_OF_3)
    with monkeypatch.context() as earlier:
        earlier.setattr(commands, "game_match", beside_nothing)
        await held.start()
    before = {one.games[0].match_id for one in await held.tables()}
    assert before == {beside_nothing(held.id, 1, table, 1) for table in (1, 2, 3)}
    await held.play_round()
    games = [[game.match_id for game in one.games] for one in await held.tables()]
    assert {first for first, *_ in games} == before
    shards = {shard_of(MATCH_IDS.stream_of(match)) for _, *later in games for match in later}
    assert shards == {shard_of(TOURNAMENT_IDS.stream_of(held.id))}
    assert all(one.status != "OPEN" for one in await held.tables())
