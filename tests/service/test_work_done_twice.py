"""Two replicas that both take themselves for the only one, or lose their shards in the middle of the work: what is done
twice does no harm.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from itertools import count
from math import inf
from random import Random

import pytest
from sqlalchemy import text

from api_schema.ports.matches import ActInput
from eventstore.shards import SHARDS
from service.leases import ALL, NONE, UNDIVIDED, Lease
from tests.kit.chance import key
from tests.kit.served import ALICE, BOB, PAYER, Served, serve
from tests.kit.tournament_desk import Hosted, hosted
from tests.kit.waiting import until
from tests.service.test_house_bots import answers, begun, played_out
from tests.service.test_parts import is_settled
from tests.service.test_rebuild import contents

pytestmark = pytest.mark.anyio
NUMBERED = """
    SELECT (SELECT count(*) FROM events),
           (SELECT count(*) FROM events JOIN shard_log USING (stream_id)
            WHERE version BETWEEN first_version AND last_version),
           (SELECT sum(last_version - first_version + 1) FROM shard_log),
           (SELECT sum(number) FROM shard_heads)
"""


async def hold_all(replicas: Sequence[Served]) -> None:
    """Each holds every lease, as if the other one had long lost its own and did not know yet."""


async def move_to_and_fro(replicas: Sequence[Served]) -> None:
    """Each shard goes to the other one and back, in the middle of whatever is done for it."""
    random = Random(47)
    for fence in count(1):
        for one, other in zip(*map(leases_of, replicas), strict=True):
            whole = ALL if random.random() < 0.5 else NONE
            own = whole if one.name in UNDIVIDED else frozenset(random.sample(sorted(ALL), SHARDS // 2))
            one.renew(dict.fromkeys(own, fence), inf)
            other.renew(dict.fromkeys(ALL - own, fence), inf)
        await asyncio.sleep(0.05)


def leases_of(served: Served) -> list[Lease]:
    app = served.app
    works = (app.projector, app.clocks, app.house_bots, app.tournaments.process, app.rater)
    return [app.projector._numbering, *(work._lease for work in works)]


@pytest.fixture(params=[hold_all, move_to_and_fro])
async def replicas(
    request: pytest.FixtureRequest, service_database_url: str, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[list[Served]]:
    """Two on one store, whose leases are as the parameter says."""
    monkeypatch.setattr("service.bootstrap.asking", None)
    both = [await serve(service_database_url, clocks=True, house_bots=True) for _ in range(2)]
    async with both[0].app, both[1].app:
        leasing = asyncio.create_task(request.param(both))
        yield both
        leasing.cancel()
        await asyncio.gather(leasing, return_exceptions=True)
        assert leasing.cancelled() or leasing.exception() is None


async def test_what_two_do_at_once_shows_once(replicas: list[Served]) -> None:
    """Both number the log, keep the read models, raise time-outs, move bots, and look after a tournament."""
    one, other = replicas
    matches = [await served.started() for served in (one, other, one, other)]
    timed = [await served.started(decision_ms=2_000, turn_ms=2_000) for served in replicas]
    against_bots = [await begun(served, seats=3) for served in replicas]
    cup = await hosted(one, 6)
    await cup.start(1)
    playing = (replicas[number % 2].play_out(match, ALICE, BOB, seed=number) for number, match in enumerate(matches))
    await asyncio.gather(*playing, all_but_the_first_give_up(cup))
    for match in against_bots:
        await played_out(one, match)
        assert set((await answers(one, match)).values()) == {1}
    await until(lambda: are_over(one, timed))
    for match in timed:
        assert set((await answers(one, match)).values()) == {1}
    for served in replicas:
        for part in (served.app.clocks, served.app.house_bots, served.app.tournaments.process, served.app.rater):
            await part.stop()
    await until(lambda: is_settled(replicas))
    for match in (*matches, *timed, *against_bots):
        audit = await one.app.use_cases.history.audit(ALICE, match, PAYER)
        assert [level.status for level in audit.levels] == ["OK"] * 6
    counts = await one.app.store.sql.read(lambda connection: connection.execute(text(NUMBERED)).one())
    assert len(set(counts)) == 1, counts
    for served in replicas:
        await served.app.projector.stop()
    before = await contents(one)
    for projection in one.app.projector.projections:
        await one.app.projector.rebuild(projection)
    assert await contents(one) == before


async def all_but_the_first_give_up(cup: Hosted) -> None:
    """Until each table of the round has its result, of which the tournament hears by itself."""

    async def is_over() -> bool:
        return all(table.status != "OPEN" for table in await cup.tables())

    for table in await cup.tables():
        for seat in table.seats[1:]:
            gives_up = ActInput(idempotency_key=key(), action={"type": "concede"})
            await cup.served.app.use_cases.matches.act(cup.players[seat.entrant], table.games[-1].match_id, gives_up)
    await until(is_over)


async def are_over(served: Served, matches: Sequence[str]) -> bool:
    """Whether the clocks have decided for those who did not, until they counted as having left."""
    found = [await served.app.matches.repository.current(match) for match in matches]
    return all(known.state.result is not None for known in found)
