"""How two players did against each other in all rated tournaments, by their references on leaderboards."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest
import sqlalchemy as sa
from msgspec import json

from api_schema.errors import ApiError, ErrorCode
from api_schema.ports.base import ANONYMOUS
from api_schema.ports.matches import MatchFilter
from api_schema.ports.results import HeadToHead
from api_schema.ports.tournaments import DeckOrder, RegisterEntrant
from service.application.pseudonyms import ladder_player
from service.projections.tournament_list.fold import TournamentList
from service.projections.tournament_list.table import tournament_players
from service.tournaments.rendering import public_json
from tests.kit.chance import key
from tests.kit.served import Served, serve
from tests.kit.tournament_desk import ALL, Hosted, hosted, replaced
from tests.toy_game import GAME

pytestmark = [pytest.mark.anyio, pytest.mark.each_store]
DELAY = 3_600_000


@pytest.fixture
async def store(url: str) -> AsyncIterator[Served]:
    """A service in which nothing happens by itself, on an empty store of each kind."""
    served = await serve(url)
    yield served
    await served.app.stop()


async def again(first: Hosted, **order: Any) -> Hosted:
    """Another tournament, which the entrants of the first enter in the other order."""
    held = await hosted(first.served, **order)
    for caller in reversed(first.players.values()):
        await held.use.register(caller, held.id, key(), RegisterEntrant(DeckOrder("fox")))
        entrant = (await held.shown(caller)).you
        assert entrant is not None
        held.players[entrant] = caller
    return held


async def met(served: Served, one: str, other: str, **more: Any) -> HeadToHead:
    await served.app.projector.catch_up()
    return await served.app.use_cases.results.head_to_head(one, other, first=9, **more)


async def lost(held: Hosted, caller: Any) -> None:
    """The first round, in which this one gives up."""
    await held.start()
    await held.concede(next(entrant for entrant, known in held.players.items() if known is caller))


@pytest.mark.answers("getHeadToHead")
async def test_two_players_over_all_rated_tournaments(store: Served) -> None:
    first = await hosted(store, 2)
    ada, ben = first.players.values()
    one, other = (ladder_player(caller, GAME.slug) for caller in (ada, ben))
    assert (await met(store, one, other)).matches == 0
    second, friendly = await again(first), await again(first, rated=False)
    await lost(first, ben)
    await lost(second, ada)
    await lost(friendly, ada)
    found = await met(store, one, other)
    assert (found.one, found.other, found.matches, found.wins, found.losses) == (one, other, 2, 1, 1)
    assert [(one.tournament, one.outcome) for one in found.met] == [(second.id, "LOSS"), (first.id, "WIN")]
    turned = await met(store, other, one, game=GAME.slug)
    assert [one.outcome for one in turned.met] == ["WIN", "LOSS"]
    assert (await met(store, one, other, game="c4")).matches == 0
    page = await store.app.use_cases.results.head_to_head(one, other, first=1)
    rest = await store.app.use_cases.results.head_to_head(one, other, first=1, after=page.end_cursor)
    assert (page.met + rest.met, rest.has_next) == (found.met, False)


async def test_a_reference_that_nobody_has_is_named(store: Served) -> None:
    assert (await met(store, "en_ada", "ld_bo")).unknown == ("en_ada", "ld_bo")
    held = await hosted(store, 2)
    (mine, theirs), (_, ben) = held.players, held.players.values()
    player = ladder_player(ben, GAME.slug)
    assert (await met(store, mine, theirs)).unknown == (await met(store, mine, player)).unknown == ()
    assert (await met(store, mine, "en_bo")).unknown == ("en_bo",)
    await lost(held, ben)
    found = await met(store, mine, player)
    assert (found.matches, found.unknown) == (1, ())


async def test_an_entrant_and_a_player_meet_where_the_entrant_is(store: Served) -> None:
    first = await hosted(store, 2)
    (mine, theirs), (ada, ben) = first.players, first.players.values()
    second = await again(first)
    await lost(first, ben)
    await lost(second, ben)
    found = await met(store, mine, ladder_player(ben, GAME.slug))
    assert [(one.tournament, one.outcome) for one in found.met] == [(first.id, "WIN")]
    assert (await met(store, ladder_player(ada, GAME.slug), theirs)).met == found.met
    assert (await met(store, mine, ladder_player(ada, GAME.slug))).matches == 0, "nobody meets themselves"


async def test_an_end_that_strangers_may_not_know_yet_does_not_count(store: Served) -> None:
    held = await hosted(store, 2, spectator_delay_ms=DELAY)
    ada, ben = held.players.values()
    one, other = (ladder_player(caller, GAME.slug) for caller in (ada, ben))
    await lost(held, ada)
    assert (await met(store, one, other)).matches == 0
    store.clock.now += DELAY
    assert (await met(store, one, other)).losses == 1


async def found(served: Served, entrant: str, **wanted: Any) -> list[str]:
    """The matches that strangers find by a reference, the newest first."""
    await served.app.projector.catch_up()
    page = await served.app.use_cases.matches.find(ANONYMOUS, first=9, wanted=MatchFilter(entrant=entrant, **wanted))
    return [one.id for one in page.matches]


async def match_of(held: Hosted) -> str:
    (table,) = await held.tables()
    return table.games[-1].match_id


async def test_matches_are_found_by_entrant_and_by_player_of_a_leaderboard(store: Served) -> None:
    first = await hosted(store, 2)
    (mine, _), (ada, ben) = first.players, first.players.values()
    player = ladder_player(ada, GAME.slug)
    second, friendly = await again(first), await again(first, rated=False)
    for held in (first, second, friendly):
        await lost(held, ben)
    alone = await hosted(store, 2)
    await alone.start()
    elsewhere = await store.open()
    await store.sit(ada, elsewhere)
    await store.sit(ben, elsewhere)
    matches = [await match_of(held) for held in (first, second, friendly, alone)]
    assert await found(store, mine) == [matches[0]]
    assert await found(store, player) == [matches[1], matches[0]]
    (known,) = [one for one, caller in friendly.players.items() if caller is ada]
    assert await found(store, known) == [matches[2]]
    assert await found(store, player, tournament=second.id, round=1) == [matches[1]]
    assert await found(store, mine, tournament=second.id) == []
    assert [await found(store, one) for one in alone.players] == [[matches[3]]] * 2
    assert await found(store, next(iter(alone.players)), status=("FINISHED",)) == []
    assert await found(store, "en_nobody") == await found(store, "ld_nobody") == []
    (sits, *_) = [seat.player for seat in (await store.app.use_cases.matches.get(ada, elsewhere)).seats]
    for strange in ("en_", "en_%", "ld_A", "sf_a", "ac_ada", ada.ref, sits or ""):
        with pytest.raises(ApiError) as caught:
            await found(store, strange)
        assert (caught.value.code, caught.value.path) == (ErrorCode.INVALID_INPUT, ("entrant",))


async def test_an_end_that_strangers_may_not_know_yet_is_not_found_by_an_entrant(store: Served) -> None:
    held = await hosted(store, 2, spectator_delay_ms=DELAY)
    ada, _ = held.players.values()
    both = (next(iter(held.players)), ladder_player(ada, GAME.slug))
    await lost(held, ada)
    for who in both:
        assert await found(store, who, status=("FINISHED",)) == []
        assert await found(store, who, status=("RUNNING",)) == [await match_of(held)]
    store.clock.now += DELAY
    for who in both:
        assert await found(store, who, status=("FINISHED",)) == [await match_of(held)]


async def test_an_erasure_changes_nothing_that_is_found_by_an_entrant_but_the_name(store: Served) -> None:
    held = await hosted(store, 1)
    ada, _ = await store.account("Ada")
    mine = await held.register(replaced(ada, ALL))
    elsewhere = await store.open()
    await store.sit(ada, elsewhere)
    await lost(held, held.players[mine])
    await store.app.projector.catch_up()

    async def shown() -> list[bytes]:
        use, both = store.app.use_cases.matches, (mine, ladder_player(ada, GAME.slug))
        pages = [await use.find(ANONYMOUS, first=9, wanted=MatchFilter(entrant=who)) for who in both]
        return [json.encode(page.matches) for page in pages]

    before = await shown()
    await store.app.use_cases.accounts.erase(ada, "ERASE")
    after = await shown()
    assert [b"Ada" in page for page in before] == [True, True]
    assert after == [page.replace(b'"Ada"', b"null") for page in before]


async def test_two_different_ones_are_named(store: Served) -> None:
    with pytest.raises(ApiError) as caught:
        await met(store, "ld_a", "ld_a")
    assert (caught.value.code, caught.value.path) == (ErrorCode.INVALID_INPUT, ("other",))
    assert (await met(store, "ld_a", "ld_b")).matches == 0


async def test_who_comes_back_is_the_same_and_a_rebuild_finds_all(store: Served) -> None:
    held = await hosted(store, 2)
    ada, ben = held.players.values()
    (mine, _) = held.players
    await held.use.drop(ada, held.id, key(), None)
    await held.use.register(ada, held.id, key(), RegisterEntrant(DeckOrder("fox")))
    await lost(held, ben)
    pair = ladder_player(ada, GAME.slug), ladder_player(ben, GAME.slug)
    before, kept = await met(store, *pair), await players(store)
    assert (before.wins, len(kept)) == (1, 2)
    assert (mine, pair[0]) in kept
    await store.app.projector.rebuild(TournamentList(public_json))
    assert (await met(store, *pair), await players(store)) == (before, kept)


async def players(served: Served) -> set[tuple[str, str]]:
    """(entrant, player), of all tournaments."""
    query = sa.select(tournament_players.c.entrant, tournament_players.c.player)
    return set(await served.app.store.sql.read(lambda connection: [tuple(row) for row in connection.execute(query)]))
