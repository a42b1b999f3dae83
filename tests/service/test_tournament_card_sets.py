"""Tournaments with cards that players wrote: in any process, whoever has used them there before."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable

import pytest

from api_schema.errors import ApiError, ErrorCode
from api_schema.ports.matches import ActInput
from api_schema.ports.tournaments import DeckOrder, RulePairing
from tests.kit.chance import key
from tests.kit.own_cards import loadout, uploaded
from tests.kit.served import Served, serve
from tests.kit.tournament_desk import Hosted, hosted

pytestmark = pytest.mark.anyio
Fresh = Callable[[Hosted], Awaitable[Hosted]]


@pytest.fixture
async def store(url: str) -> AsyncIterator[Served]:
    """A service on an empty store of each kind; nothing runs in the background."""
    served = await serve(url)
    yield served
    await served.app.stop()


@pytest.fixture
async def fresh(url: str) -> AsyncIterator[Fresh]:
    """The same tournament as a process has it that was just started, and has read no card of it yet."""
    begun: list[Served] = []

    async def elsewhere(held: Hosted) -> Hosted:
        begun.append(await serve(url))
        return Hosted(begun[-1], held.organiser, held.id, held.players)

    yield elsewhere
    for served in begun:
        await served.app.stop()


@pytest.mark.each_store
async def test_a_tournament_is_held_with_cards_that_were_just_uploaded(store: Served) -> None:
    digest = await uploaded(store)
    held = await hosted(store, game="c4", options={"cardSets": [digest]})
    await held.enter(loadout(digest), 2)
    await held.start()
    await held.play_round()
    assert (await held.shown()).round_over


async def test_any_process_goes_on_with_it(store: Served, fresh: Fresh) -> None:
    digest = await uploaded(store)
    held = await hosted(store, game="c4", options={"cardSets": [digest]})
    held = await fresh(held)
    await held.enter(loadout(digest), 4)
    (player, *_) = held.players.values()
    held = await fresh(held)
    await held.use.change_deck(player, held.id, key(), DeckOrder(loadout=loadout(digest, "bead")))
    held = await fresh(held)
    await held.start()
    held = await fresh(held)
    first, second = await held.tables()
    winner = first.seats[0].entrant
    await held.use.rule(held.organiser, held.id, key(), RulePairing("AWARD", "alone", 1, first.table, winner))
    await held.concede(second.seats[0].entrant)
    assert [one.status for one in await held.tables()] == ["DECIDED", "DECIDED"]


async def test_a_match_that_ended_is_told_by_a_process_that_has_not_read_its_cards(store: Served, fresh: Fresh) -> None:
    digest = await uploaded(store)
    held = await hosted(store, game="c4", options={"cardSets": [digest]})
    await held.enter(loadout(digest), 2)
    await held.start()
    (table,) = await held.tables()
    loser, match = table.seats[0].entrant, table.games[0].match_id
    give_up = ActInput(idempotency_key=key(), action={"type": "concede"})
    await store.app.use_cases.matches.act(held.players[loser], match, give_up)
    held = await fresh(held)
    assert await held.look() == 1
    assert (await held.shown()).round_over


async def test_cards_that_are_nowhere_are_no_tournament(store: Served) -> None:
    with pytest.raises(ApiError) as caught:
        await hosted(store, game="c4", options={"cardSets": ["0" * 64]})
    assert caught.value.code == ErrorCode.INVALID_INPUT
