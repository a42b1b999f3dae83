"""Tables of three and more: who is called out of the match holds nobody up, and the others play on."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from typing import Any

import pytest

from api_schema.errors import ApiError
from api_schema.ports.matches import ActInput
from api_schema.ports.tournaments import PodsPolicy, RulePairing, TournamentPolicy
from service.history.tournament_audit import TournamentAuditor
from tests.kit.chance import key
from tests.kit.served import EVE, PAYER, Served, serve
from tests.kit.tournament_desk import Hosted, hosted

pytestmark = pytest.mark.anyio
POLICY = TournamentPolicy("PODS", rounds=1, pods=PodsPolicy(3, 3, 3, (3, 1, 0)), tie_breaks=("WIN",))


@pytest.fixture
async def store(url: str) -> AsyncIterator[Served]:
    """A service on an empty store of each kind; nothing runs in the background."""
    served = await serve(url)
    yield served
    await served.app.stop()


async def pod(store: Served) -> tuple[Hosted, list[str], str]:
    """Three sit at a table: the tournament, who sits there in seat order, and their match."""
    held = await hosted(store, 3, policy=POLICY)
    await held.start()
    (table,) = await held.tables()
    return held, [seat.entrant for seat in table.seats], table.games[0].match_id


async def call(held: Hosted, kind: Any, entrant: str) -> None:
    table = None if kind == "DISQUALIFICATION" else 1
    await held.use.rule(held.organiser, held.id, key(), RulePairing(kind, "so it is", table, table, entrant))


async def gave_up(store: Served, match: str) -> list[tuple[int, str]]:
    """The seats that have left the match, and by whom."""
    page = await store.app.use_cases.matches.events(EVE, match, first=200)
    return [(event.data["seat"], event.actor) for event in page.events if event.type == "conceded"]


async def result_of(held: Hosted) -> tuple[Sequence[Sequence[int]], Sequence[int]]:
    (table,) = await held.tables()
    assert table.result is not None
    return table.result.places, table.result.absent


@pytest.mark.parametrize(
    ("kind", "result"),
    [
        ("DISQUALIFICATION", (((2,), (0,)), (1,))),
        ("NO_SHOW", (((2,), (0,)), (1,))),
        ("MATCH_LOSS", (((2,), (0,), (1,)), ())),
    ],
)
async def test_the_match_goes_on_without_whoever_is_called_out(store: Served, kind: str, result: Any) -> None:
    held, (first, out, _), match = await pod(store)
    await call(held, kind, out)
    assert await held.look() == 1
    assert await held.look() == 0
    assert await gave_up(store, match) == [(1, "seat:1")]
    with pytest.raises(ApiError):
        await held.concede(out)
    assert (await held.tables())[0].result is None
    await held.concede(first)
    assert await result_of(held) == result
    assert (await held.shown()).round_over
    await held.look()
    assert await gave_up(store, match) == [(1, "seat:1"), (0, "seat:0")]
    await held.use.finish(held.organiser, held.id, key())
    levels = {one.level: one.status for one in (await store.app.use_cases.history.audit(EVE, match, PAYER)).levels}
    assert (levels["L0"], levels["L2"]) == ("OK", "OK")
    assert (await TournamentAuditor(store.app.store, store.app.vault).audit(held.id)).faults == ()


async def test_a_seat_is_given_up_once_whoever_does_it_and_whenever(url: str, store: Served) -> None:
    """Whoever made the call is gone before anything followed from it; two others look after it at once."""
    held, (_, out, _), match = await pod(store)
    await call(held, "NO_SHOW", out)
    others = [await serve(url), await serve(url)]
    await others[0].app.projector.catch_up()
    await asyncio.gather(*(other.app.tournaments.process.look() for other in others))
    assert await gave_up(store, match) == [(1, "seat:1")]
    for other in others:
        await other.app.stop()
    assert await held.look() == 0


async def test_who_has_given_up_before_the_call_is_left_alone(store: Served) -> None:
    held, (_, out, _), match = await pod(store)
    await held.concede(out)
    await call(held, "DISQUALIFICATION", out)
    assert await held.look() == 0
    assert await gave_up(store, match) == [(1, "seat:1")]


@pytest.mark.each_store
async def test_when_one_is_left_the_match_is_over(store: Served) -> None:
    held, (first, _, last), match = await pod(store)
    await call(held, "NO_SHOW", first)
    await call(held, "DISQUALIFICATION", last)
    assert await held.look() == 2
    await held.look()
    assert await gave_up(store, match) == [(0, "seat:0"), (2, "seat:2")]
    assert await result_of(held) == (((1,),), (0, 2))


async def test_who_drops_out_still_plays_the_round(store: Served) -> None:
    held, (first, *_), match = await pod(store)
    await held.use.drop(held.players[first], held.id, key(), None)
    assert await held.look() == 0
    assert await gave_up(store, match) == []
    action = ActInput(idempotency_key=key(), action={"type": "concede"})
    await store.app.use_cases.matches.act(held.players[first], match, action)


async def test_a_table_whose_result_is_known_needs_nobody_to_give_up(store: Served) -> None:
    held, (first, *_), match = await pod(store)
    nobody = RulePairing("NO_SHOW", "an empty table", 1, 1)
    await held.use.rule(held.organiser, held.id, key(), nobody)
    await call(held, "DISQUALIFICATION", first)
    assert await held.look() == 1
    assert await gave_up(store, match) == []
    assert await result_of(held) == ((), (0, 1, 2))
    assert (await store.app.use_cases.matches.get(EVE, match)).status == "ABORTED"
