"""The bracket of a tournament as a graph: whole at every round, as the tables and the ranks have it."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from api_schema.errors import ApiError, ErrorCode
from api_schema.ports.base import ANONYMOUS
from api_schema.ports.tournaments import BracketNodeOut, BracketOut, CutPolicy, TournamentPolicy
from tests.kit.chance import key
from tests.kit.refusals import refused
from tests.kit.served import Served, serve
from tests.kit.tournament_desk import Hosted, hosted

pytestmark = pytest.mark.anyio
KINDS = {
    "single": (TournamentPolicy("SINGLE_ELIMINATION"), 5),
    "single with a third place": (TournamentPolicy("SINGLE_ELIMINATION", third_place=True), 4),
    "double": (TournamentPolicy("DOUBLE_ELIMINATION"), 6),
    "double without a reset": (TournamentPolicy("DOUBLE_ELIMINATION", bracket_reset=False), 3),
    "cut": (TournamentPolicy("SWISS", rounds=1, cut=CutPolicy(4)), 5),
    "cut to a double": (TournamentPolicy("ROUND_ROBIN", cut=CutPolicy(3, "DOUBLE_ELIMINATION")), 3),
}


@pytest.fixture
async def store(url: str) -> AsyncIterator[Served]:
    """A service on an empty store of each kind; nothing runs in the background."""
    served = await serve(url)
    yield served
    await served.app.stop()


async def seen(held: Hosted) -> BracketOut:
    found: BracketOut = await held.use.bracket(ANONYMOUS, held.id)
    return found


def sound(bracket: BracketOut) -> dict[str, BracketNodeOut]:
    """The nodes by their ids: each comes behind its sources, and its players are who came from there."""
    known: dict[str, BracketNodeOut] = {}
    for node in bracket.nodes:
        for player in node.players:
            source = player.source
            if source.kind == "SEED":
                assert source.seed is not None
                present = source.seed <= len(bracket.seeds)
                assert player.entrant == (bracket.seeds[source.seed - 1] if present else None)
                assert player.bye is not present
            elif node.id != "F2.1":
                assert source.node is not None
                before = known[source.node]
                loser = next((one.entrant for one in before.players if one.entrant != before.winner), None)
                came = before.winner if source.kind == "WINNER" else loser if before.winner else None
                assert player.entrant == came
        assert node.winner is None or node.winner in [player.entrant for player in node.players]
        assert node.id == f"{node.side[0]}{node.round}.{node.number}"
        known[node.id] = node
    return known


@pytest.mark.each_store
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.answers("getBracket")
async def test_the_bracket_at_every_round(store: Served, kind: str) -> None:
    policy, entrants = KINDS[kind]
    held = await hosted(store, entrants, policy=policy)
    assert (await seen(held)).nodes == ()
    number = 0
    while not await over(held):
        number += 1
        await held.start(number)
        nodes = sound(await seen(held))
        tables = await held.tables()
        assert bool(nodes) == all(table.node is not None for table in tables)
        for table in tables if nodes else ():
            assert table.node is not None
            node = nodes[table.node]
            assert node.pairing is not None
            assert (node.pairing.round, node.pairing.table) == (table.round, table.table)
            assert {player.entrant for player in node.players} == {seat.entrant for seat in table.seats}
            assert node.winner is None
        if policy.bracket_reset and tables[0].node == "F1.1":
            await held.concede(tables[0].seats[0].entrant)
        await held.play_round()
        assert (await seen(held)).version == (await held.shown()).version
    nodes = sound(await seen(held))
    assert all(node.winner for node in nodes.values())
    final = list(nodes.values())[-1]
    if final.side == "THIRD":
        final = nodes[f"W{final.round + 1}.1"]
    first = (await held.use.standings(ANONYMOUS, held.id, bracket=True, first=1)).standings[0]
    assert first.entrant == final.winner


async def over(held: Hosted) -> bool:
    """End it, unless rounds are left."""
    try:
        await held.use.finish(held.organiser, held.id, key())
    except ApiError:
        return False
    return True


async def test_nobody_has_the_bracket_of_what_is_no_tournament(store: Served) -> None:
    error = await refused(store.app.use_cases.tournaments.bracket(ANONYMOUS, "tn_none"))
    assert error.code == ErrorCode.NOT_FOUND
