"""The list of matches by tournament, round, deck and card; no filter tells what is not to be known yet."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest

from api_schema.errors import ApiError, ErrorCode
from api_schema.ports.base import ANONYMOUS, Caller
from api_schema.ports.matches import CreateMatch, MatchFilter
from domain.kernel.match import TournamentGame
from tests.kit.results import JUSTICE, MYSTERY, ON_CONCEDE, PEACE, SLUG, begun, finished, made_with
from tests.kit.served import ALICE, BOB, EVE, Served, serve

pytestmark = [pytest.mark.anyio, pytest.mark.each_store]
DELAY = 3_600_000


@pytest.fixture
async def store(url: str) -> AsyncIterator[Served]:
    """A service on an empty store of each kind."""
    served = await serve(url)
    async with served.app:
        yield served


async def ids(served: Served, caller: Caller = EVE, **wanted: Any) -> list[str]:
    await served.app.projector.catch_up()
    page = await served.app.use_cases.matches.find(caller, first=100, wanted=MatchFilter(**wanted))
    return [match.id for match in page.matches]


def card_of(served: Served, deck: str, *others: str) -> str:
    """A card of a deck that the others don't have."""
    decks = {one.id: one.cards for one in served.app.catalogue.decks(SLUG)}
    return min(set(decks[deck]).difference(*(decks[other] for other in others)))


async def test_by_deck_and_card_and_both(store: Served) -> None:
    first = await finished(store)
    second = await finished(store, JUSTICE, MYSTERY)
    await begun(store)
    mystery, peace = card_of(store, MYSTERY, JUSTICE, PEACE), card_of(store, PEACE, JUSTICE, MYSTERY)
    assert await ids(store, deck=JUSTICE) == [second, first]
    assert await ids(store, deck=MYSTERY) == [second]
    assert await ids(store, card=mystery) == [second]
    assert await ids(store, card=peace, deck=JUSTICE) == [first]
    assert await ids(store, card=peace, deck=MYSTERY) == []
    assert await ids(store, deck=JUSTICE, game="c4") == []
    assert await ids(store, deck="own:000000000000") == []


async def test_by_tournament_and_round(store: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    made = {}
    for tournament, number in (("tn_a", 1), ("tn_a", 2), ("tn_b", 1)):
        made_with(monkeypatch, tournament=TournamentGame(tournament, number, 1))
        made[tournament, number] = await begun(store)
    made_with(monkeypatch, tournament=None)
    await begun(store)
    await store.act(ALICE, made["tn_a", 2], action=ON_CONCEDE)
    assert await ids(store, tournament="tn_a") == [made["tn_a", 2], made["tn_a", 1]]
    assert await ids(store, tournament="tn_a", round=1) == [made["tn_a", 1]]
    assert await ids(store, tournament="tn_a", round=3) == []
    assert await ids(store, tournament="tn_b", status=("RUNNING",)) == [made["tn_b", 1]]
    assert await ids(store, tournament="tn_a", deck=JUSTICE) == [made["tn_a", 2]]


@pytest.mark.parametrize(
    ("wanted", "path"),
    [
        ({"round": 1}, ("round",)),
        ({"round": 0, "tournament": "tn_a"}, ("round",)),
        ({"round": 2**60, "tournament": "tn_a"}, ("round",)),
        ({"tournament": "\x00"}, ("tournament",)),
        ({"deck": "\ud800"}, ("deck",)),
        ({"card": "x" * 81}, ("card",)),
    ],
)
async def test_filters_that_make_no_sense(store: Served, wanted: dict[str, Any], path: tuple[str, ...]) -> None:
    with pytest.raises(ApiError) as caught:
        await ids(store, **wanted)
    assert (caught.value.code, caught.value.path) == (ErrorCode.INVALID_INPUT, path)


async def test_no_filter_finds_a_match_whose_decks_are_not_everybodys_to_know(store: Served) -> None:
    """Not for those who sat in it either: what is asked with the filter is the same for all."""
    use = store.app.use_cases.matches
    private, _, invite = await use.create(ALICE, "private", CreateMatch(SLUG, 2, visibility="INVITE"))
    for caller in (ALICE, BOB):
        await store.sit(caller, private.id, deck=JUSTICE, invite=invite)
    await store.act(ALICE, private.id, action=ON_CONCEDE)
    await finished(store, reveal="PARTICIPANTS")
    await begun(store)
    for caller in (ALICE, BOB, EVE, ANONYMOUS):
        for deck in (JUSTICE, PEACE, MYSTERY):
            assert await ids(store, caller, deck=deck) == []
            assert await ids(store, caller, card=card_of(store, deck)) == []


async def test_the_decks_of_a_match_with_a_delay_are_found_when_its_end_is(store: Served) -> None:
    match = await finished(store, spectator_delay_ms=DELAY)
    ended = store.clock.now
    for when in (ended, ended + DELAY - 60_000):
        store.clock.now = when
        assert await ids(store, deck=JUSTICE) == await ids(store, card=card_of(store, PEACE)) == []
        assert await ids(store, game=SLUG) == [match]
    store.clock.now = ended + DELAY
    assert await ids(store, deck=JUSTICE) == await ids(store, card=card_of(store, PEACE)) == [match]
