"""Saved decks: an account's own, reported by the rules of now, brought to matches as they are at that moment."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable
from typing import Any

import pytest
import sqlalchemy as sa

from api_schema.errors import ApiError, ErrorCode
from api_schema.ports.base import ANONYMOUS, Caller
from api_schema.ports.decks import SaveDeck
from api_schema.ports.matches import JoinMatch
from domain.kernel.match import LoadoutSealed
from service.application.ids import MATCH_IDS
from service.decks.usecases import LARGEST, DeckUseCases
from service.tables import card_sets, decks
from tests.kit.own_cards import WRITE, loadout, uploaded
from tests.kit.refusals import refused
from tests.kit.served import ALICE, BOB, Served, serve
from tests.toy_game import GAME

pytestmark = pytest.mark.anyio
OTHER = Caller("account:ac_bob", frozenset({"deck:write", "match:play"}), "ac_bob", alias_key=b"the key of Bob")
PLAYER = Caller(WRITE.ref, WRITE.scopes | ALICE.scopes, WRITE.account, alias_key=WRITE.alias_key)
LEGAL = {"charm": "fox"}
TOO_LARGE = f"loadout and options of a deck have at most {LARGEST} bytes"


@pytest.fixture
async def store(url: str) -> AsyncIterator[Served]:
    """A service on an empty store of each kind."""
    served = await serve(url)
    async with served.app:
        yield served


def order(name: str = "Six beasts", **changed: Any) -> SaveDeck:
    return SaveDeck(**{"game": GAME.slug, "name": name, "loadout": LEGAL, **changed})


@pytest.mark.answers("getSavedDeck")
async def test_a_deck_is_saved_shown_changed_and_forgotten(store: Served) -> None:
    use = store.app.use_cases.decks
    made = await use.save(WRITE, "key", order("  Six beasts "))
    assert (made.name, made.revision, made.seats) == ("Six beasts", 1, GAME.min_seats)
    assert (made.report.legal, made.loadout) == (True, LEGAL)
    assert await use.get(WRITE, made.id) == made
    changed = await use.change(WRITE, made.id, order("Other", seats=3), 1)
    assert (changed.id, changed.name, changed.revision, changed.seats) == (made.id, "Other", 2, 3)
    assert changed.created_at == made.created_at < changed.updated_at
    await use.delete(WRITE, made.id, 2)
    assert (await refused(use.get(WRITE, made.id))).code == ErrorCode.NOT_FOUND
    assert (await refused(use.delete(WRITE, made.id))).code == ErrorCode.NOT_FOUND


async def test_a_retry_saves_no_second_deck(store: Served) -> None:
    use = store.app.use_cases.decks
    made = await use.save(WRITE, "key", order())
    assert await use.save(WRITE, "key", order()) == made
    assert (await refused(use.save(WRITE, "key", order("Other")))).code == ErrorCode.KEY_REUSED
    assert (await use.save(OTHER, "key", order("Bob's"))).id != made.id
    assert (await use.find(WRITE, first=9)).total_count == 1
    # the retry of a deck that was changed meanwhile finds it as it is now
    changed = await use.change(WRITE, made.id, order("Changed"), 1)
    assert await use.save(WRITE, "key", order()) == changed


@pytest.mark.each_store
async def test_no_change_gets_lost(store: Served) -> None:
    use = store.app.use_cases.decks
    made = await use.save(WRITE, "key", order())
    names = ("One", "Two", "Three")
    done = await asyncio.gather(*(use.change(WRITE, made.id, order(name), 1) for name in names), return_exceptions=True)
    lost = [one for one in done if isinstance(one, ApiError)]
    assert [(error.code, error.details) for error in lost] == [
        (ErrorCode.VERSION_CONFLICT, {"expected": 1, "actual": 2})
    ] * 2
    assert (await use.get(WRITE, made.id)).revision == 2
    assert (await refused(use.delete(WRITE, made.id, 1))).code == ErrorCode.VERSION_CONFLICT


async def test_an_illegal_deck_is_saved_with_every_violation_and_not_played(served: Served) -> None:
    use = served.app.use_cases.decks
    wrong = {"charm": "cat"}
    made = await use.save(PLAYER, "key", order(loadout=wrong))
    assert not made.report.legal
    told = await served.app.use_cases.catalogue.validate_loadout(GAME.slug, {}, GAME.min_seats, wrong)
    assert made.report == told
    assert [violation.rule_id for violation in made.report.violations] == ["TOY-103"]
    match = await served.open()
    error = await refused(served.sit(PLAYER, match, deck=None, deck_id=made.id))
    assert error.code == ErrorCode.DECK_ILLEGAL


@pytest.mark.parametrize(
    ("changed", "path"),
    [
        ({"name": "two\u202ewords"}, ("name",)),
        ({"name": " "}, ("name",)),
        ({"name": "x" * 41}, ("name",)),
        ({"loadout": {"nonsense": 1}}, ("loadout", "nonsense")),
        ({"options": {"nonsense": 1}}, ("options", "nonsense")),
        ({"options": {"rounds": "\ud800"}}, ("options",)),
        ({"loadout": {"charm": "x" * 70_000}}, ("loadout",)),
    ],
)
async def test_what_is_no_deck_is_refused_with_its_place(
    served: Served, changed: dict[str, Any], path: tuple[str, ...]
) -> None:
    error = await refused(served.app.use_cases.decks.save(WRITE, "key", order(**changed)))
    assert (error.code, error.path) == (ErrorCode.INVALID_INPUT, path)
    assert (await served.app.use_cases.decks.find(WRITE, first=9)).total_count == 0


@pytest.mark.parametrize("name", ["dk_" + "a" * 24, "dk_\x00", "dk_\ud800", "mt_1", ""])
async def test_ids_of_no_deck(store: Served, name: str) -> None:
    use = store.app.use_cases.decks
    for work in (use.get(WRITE, name), use.delete(WRITE, name), use.change(WRITE, name, order(), 1)):
        assert (await refused(work)).code == ErrorCode.NOT_FOUND


@pytest.mark.answers("findDecks")
async def test_what_no_request_may_say_is_refused(served: Served) -> None:
    use = served.app.use_cases.decks
    assert (await refused(use.save(WRITE, "", order()))).code == ErrorCode.INVALID_INPUT
    assert (await refused(use.find(WRITE, first=9, game="c4\x00"))).path == ("game",)
    room = LARGEST - len(json.dumps({"charm": ""}, separators=(",", ":"))) - len("{}")
    full, above = ({"charm": "x" * size} for size in (room, room + 1))
    assert (await refused(use.save(WRITE, "full", order(loadout=full)))).message != TOO_LARGE
    assert (await refused(use.save(WRITE, "above", order(loadout=above)))).message == TOO_LARGE


async def test_decks_are_private_to_their_account(served: Served) -> None:
    use = served.app.use_cases.decks
    made = await use.save(WRITE, "key", order())
    match = await served.open()
    work: Awaitable[Any]
    works: tuple[Awaitable[Any], ...] = (
        use.get(OTHER, made.id),
        use.change(OTHER, made.id, order(), 1),
        use.delete(OTHER, made.id),
        served.sit(OTHER, match, deck=None, deck_id=made.id),
    )
    for work in works:
        error = await refused(work)
        assert (error.code, error.message) == (ErrorCode.NOT_FOUND, f"you have no deck {made.id!r}")
    assert (await use.find(OTHER, first=9)).decks == ()
    guest = Caller("seat:x", seat=("mt_1", 0))
    for caller in (ANONYMOUS, guest):
        for work in (use.get(caller, made.id), use.find(caller, first=9), use.save(caller, "k" * 16, order())):
            assert (await refused(work)).code == ErrorCode.UNAUTHENTICATED
    for work in (use.save(ALICE, "key", order()), use.change(ALICE, made.id, order(), 1), use.delete(ALICE, made.id)):
        assert (await refused(work)).code == ErrorCode.FORBIDDEN
    assert await use.get(ALICE, made.id) == made


@pytest.mark.each_store
async def test_pages_are_newest_first_and_keep_to_their_game(store: Served) -> None:
    use = store.app.use_cases.decks
    saved = [(await use.save(WRITE, f"key{number}", order(f"Deck {number}"))).id for number in range(5)]
    page = await use.find(WRITE, first=2)
    assert [deck.id for deck in page.decks] == [saved[4], saved[3]]
    assert (page.has_next, page.total_count) == (True, 5)
    await use.save(WRITE, "later", order("Later"))
    rest = await use.find(WRITE, first=9, after=page.end_cursor)
    assert [deck.id for deck in rest.decks] == [saved[2], saved[1], saved[0]]
    assert not rest.has_next
    assert (await use.find(WRITE, first=9, game="c4")).decks == ()
    error = await refused(use.find(WRITE, first=9, after=page.end_cursor, game=GAME.slug))
    assert (error.code, error.path) == (ErrorCode.INVALID_INPUT, ("after",))


async def test_an_account_saves_so_many_and_no_more(store: Served) -> None:
    box = DeckUseCases(store.app.store, store.app.use_cases.catalogue, store.clock, most=1)
    await box.save(WRITE, "key", order())
    await box.save(WRITE, "key", order())
    error = await refused(box.save(WRITE, "other", order()))
    assert (error.code, error.message) == (ErrorCode.FORBIDDEN, "an account may save at most 1 decks")
    await box.save(OTHER, "other", order())


async def test_what_is_joined_is_the_loadout_itself(served: Served) -> None:
    use, matches = served.app.use_cases.decks, served.app.use_cases.matches
    made = await use.save(PLAYER, "key", order())
    match = await served.open()
    wanted = JoinMatch(deck_id=made.id)
    joined = await matches.join(PLAYER, match, "join", wanted)
    before = await served.app.store.read(MATCH_IDS.stream_of(match))
    await use.change(PLAYER, made.id, order("Other", loadout={"charm": "owl"}), 1)
    await use.delete(PLAYER, made.id)
    again = await matches.join(PLAYER, match, "join", wanted)
    assert (again.seat, again.replayed, again.seat_token) == (joined.seat, True, joined.seat_token)
    assert await served.app.store.read(MATCH_IDS.stream_of(match)) == before
    sealed = next(event for event in before if event.type == LoadoutSealed.type)
    assert sealed.private is not None
    assert made.id.encode() not in sealed.body + sealed.private
    assert (await refused(matches.join(OTHER, match, "join", wanted))).path == ("deckId",)


@pytest.mark.parametrize("brought", [{}, {"deck": "fox", "deck_id": "x"}, {"deck": "fox", "loadout": LEGAL}])
async def test_exactly_one_of_three_is_brought(served: Served, brought: dict[str, Any]) -> None:
    match = await served.open()
    error = await refused(served.sit(BOB, match, **({"deck": None} | brought)))
    assert (error.code, error.path) == (ErrorCode.INVALID_INPUT, ("deck",))


async def test_a_deck_for_another_game_is_not_taken(served: Served) -> None:
    made = await served.app.use_cases.decks.save(PLAYER, "key", order())
    match = await served.open(game="c4")
    error = await refused(served.sit(PLAYER, match, deck=None, deck_id=made.id))
    assert (error.code, error.path) == (ErrorCode.INVALID_INPUT, ("deckId",))


async def test_a_deck_of_own_cards_is_reported_for_its_sets(served: Served) -> None:
    digest = await uploaded(served)
    use = served.app.use_cases.decks
    kitchen = order(game="c4", loadout=loadout(digest), options={"cardSets": [digest]})
    made = await use.save(PLAYER, "key", kitchen)
    assert made.report.legal
    assert (made.loadout, made.options) == (kitchen.loadout, kitchen.options)
    kept = await served.app.store.sql.read(lambda c: c.execute(sa.select(decks.c.loadout, decks.c.options)).one())
    assert [name for text in kept for name in json.loads(text)] == ["deck", "token_kind", "card_sets"]
    match = await served.open(game="c4", options={"cardSets": [digest]})
    await served.sit(PLAYER, match, deck=None, deck_id=made.id)
    assert not (await use.save(PLAYER, "other", order(game="c4", loadout=loadout(digest)))).report.legal


async def test_a_deck_that_can_no_longer_be_read_is_shown_and_says_why(store: Served) -> None:
    use = store.app.use_cases.decks
    made = await use.save(WRITE, "key", order())
    changes = decks.update().values(loadout='{"of an older release": 1}')
    await store.app.store.sql.write(lambda connection: connection.execute(changes))
    shown = await use.get(WRITE, made.id)
    assert [violation.rule_id for violation in shown.report.violations] == ["INVALID_INPUT"]
    gone = decks.update().values(game="gone")
    await store.app.store.sql.write(lambda connection: connection.execute(gone))
    [listed] = (await use.find(WRITE, first=9)).decks
    assert (listed.report.legal, listed.report.violations[0].rule_id) == (False, "NOT_FOUND")


async def test_an_erased_account_leaves_no_deck(store: Served) -> None:
    account, _ = await store.account("Ada")
    writer = Caller(account.ref, account.scopes | {"deck:write"}, account.account, alias_key=account.alias_key)
    await store.app.use_cases.decks.save(writer, "key", order())
    kept = await store.app.use_cases.decks.save(OTHER, "key", order())
    await store.app.use_cases.accounts.erase(account, "ERASE")
    rows = await store.app.store.sql.read(lambda c: c.execute(sa.select(decks.c.id)).scalars().all())
    assert rows == [kept.id]
    assert (await refused(store.app.use_cases.decks.save(writer, "key", order()))).code == ErrorCode.NOT_FOUND
    assert not await store.app.store.sql.read(lambda c: c.execute(sa.select(card_sets)).all())
