"""Card sets that players upload: checked, stored once, used in matches, and nobody's after an erasure."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
import sqlalchemy as sa

from api_schema.errors import ErrorCode
from api_schema.ports.base import ANONYMOUS, Caller
from api_schema.ports.matches import ForkMatch
from domain.kernel.cardsets import OwnSet, hash_of
from service.application.ids import MATCH_IDS
from service.catalogue.card_sets import CardSetBook
from service.tables import card_sets
from tests.games.c4.own_sets import HEAD, KITCHEN, card
from tests.kit.own_cards import WRITE, loadout, opened, play_out, uploaded
from tests.kit.refusals import refused
from tests.kit.served import ALICE, BOB, EVE, PAYER, Served, serve

pytestmark = pytest.mark.anyio
OTHER = KITCHEN.replace("Eat.", "Drink.")


@pytest.fixture
async def store(url: str) -> AsyncIterator[Served]:
    """A service on an empty store of each kind."""
    async with running(url) as served:
        yield served


@asynccontextmanager
async def running(url: str) -> AsyncIterator[Served]:
    served = await serve(url)
    async with served.app:
        yield served


async def rows(served: Served) -> list[Any]:
    return list(await served.app.store.sql.read(lambda c: c.execute(sa.select(card_sets)).all()))


async def test_a_set_is_stored_once_under_the_hash_of_its_text(store: Served) -> None:
    use = store.app.use_cases.catalogue
    made = await use.upload_card_set(WRITE, "c4", KITCHEN.replace("\n", "\r\n"))
    assert (made.hash, made.game, made.name, made.cards) == (hash_of(KITCHEN), "c4", "Kitchen Table", 5)
    assert await use.upload_card_set(WRITE, "c4", KITCHEN) == made
    assert await use.card_set(made.hash) == made
    assert [row.text for row in await rows(store)] == [KITCHEN]
    shown = await use.cards("c4", made.hash)
    assert (shown[0].id, shown[0].name) == (f"{made.hash[:12]}-1", "Crème Brûlée")


async def test_two_who_send_it_at_once(store: Served) -> None:
    other = Caller("account:ac_bob", frozenset({"admin"}), "ac_bob", alias_key=b"the key of Bob")
    use = store.app.use_cases.catalogue
    made = await asyncio.gather(*(use.upload_card_set(who, "c4", KITCHEN) for who in (WRITE, other) * 3))
    assert len(set(made)) == 1
    assert len(await rows(store)) == 1


async def test_every_fault_is_told_with_its_place(store: Served) -> None:
    text = HEAD + card(1, 'play = "gian(you, 1)"') + card(1, 'play = "gain(you, )) 1"') + card(3, 'colour = "red"')
    error = await refused(store.app.use_cases.catalogue.upload_card_set(WRITE, "c4", text))
    assert (error.code, error.path) == (ErrorCode.CARD_SET_INVALID, ("text",))
    assert [(fault.line, fault.card, fault.key) for fault in error.faults] == [(20, "Dish 3", "colour")]
    text = HEAD + card(1, 'play = "gian(you, 1)"') + card(1, 'play = "draw(you, gian)"')
    error = await refused(store.app.use_cases.catalogue.upload_card_set(WRITE, "c4", text))
    found = [(fault.line, fault.card, fault.key, fault.column) for fault in error.faults]
    assert found == [(12, "Dish 1", "number", None), (4, "Dish 1", "play", 1), (12, "Dish 1", "play", 11)]
    assert "did you mean 'gain'" in error.faults[1].message
    assert error.message.startswith("3 faults, the first: ")
    assert await rows(store) == []


async def test_a_set_that_was_stored_before_its_markup_was_looked_at_stays(served: Served) -> None:
    text, catalogue = KITCHEN.replace("Eat.", "Eat 2 * 3."), served.app.use_cases.catalogue
    error = await refused(catalogue.upload_card_set(WRITE, "c4", text))
    assert {(fault.key, fault.column) for fault in error.faults} == {("text", 7)}
    row = {"hash": hash_of(text), "prefix": hash_of(text)[:12], "game": "c4", "name": "Kitchen", "text": text}
    at = {"created_at": served.clock()}
    await served.app.store.sql.write(lambda connection: connection.execute(sa.insert(card_sets), row | at))
    assert "Eat 2 * 3." in {one.text for one in await catalogue.cards("c4", hash_of(text))}


@pytest.mark.parametrize(
    ("caller", "code"),
    [
        (ANONYMOUS, ErrorCode.UNAUTHENTICATED),
        (Caller("seat:x", seat=("mt_1", 0)), ErrorCode.UNAUTHENTICATED),
        (ALICE, ErrorCode.FORBIDDEN),
    ],
)
async def test_only_accounts_with_the_scope_upload(served: Served, caller: Caller, code: ErrorCode) -> None:
    error = await refused(served.app.use_cases.catalogue.upload_card_set(caller, "c4", KITCHEN))
    assert error.code == code


async def test_games_that_take_no_cards_of_ones_own(served: Served) -> None:
    use = served.app.use_cases.catalogue
    error = await refused(use.upload_card_set(WRITE, "envoys", KITCHEN))
    assert (error.code, error.message) == (
        ErrorCode.CARD_SET_INVALID,
        "card-set.toml: Envoys has no cards that players could write",
    )
    assert (await refused(use.upload_card_set(WRITE, "chess", KITCHEN))).code == ErrorCode.NOT_FOUND
    digest = await uploaded(served)
    assert (await refused(use.cards("envoys", digest))).code == ErrorCode.NOT_FOUND


async def test_an_account_uploads_so_many_and_no_more(store: Served) -> None:
    book = CardSetBook(store.app.store, store.app.catalogue, store.clock, most=1)
    await book.upload(WRITE, "c4", KITCHEN)
    await book.upload(WRITE, "c4", KITCHEN)
    error = await refused(book.upload(WRITE, "c4", OTHER))
    assert (error.code, error.message) == (ErrorCode.FORBIDDEN, "an account may upload at most 1 card sets")


async def test_an_unknown_set_is_refused_before_anything_is_written(store: Served) -> None:
    with_set = {"game": "c4", "options": {"cardSets": ["0" * 64]}}
    error = await refused(store.open(**with_set))
    assert (error.code, error.faults[0].rule_id) == (ErrorCode.INVALID_INPUT, "C4-R78")
    await store.app.projector.catch_up()
    assert (await store.app.use_cases.matches.find(EVE, first=5)).matches == ()


async def test_a_loadout_is_checked_against_the_sets_that_the_options_name(store: Served) -> None:
    digest, use = await uploaded(store), store.app.use_cases.catalogue
    assert (await use.validate_loadout("c4", {"cardSets": [digest]}, 2, loadout(digest))).legal
    report = await use.validate_loadout("c4", {}, 2, loadout(digest))
    assert {fault.rule_id for fault in report.violations} == {"C4-804"}
    report = await use.validate_loadout("c4", {"cardSets": [digest[::-1]]}, 2, loadout(digest))
    assert [fault.rule_id for fault in report.violations] == ["C4-R78"]


async def test_a_match_outlives_every_memory_of_its_cards(url: str) -> None:
    async with running(url) as served:
        digest = await uploaded(served)
        match = await opened(served, digest)
    cid = f"{digest[:12]}-1"
    async with running(url) as served:
        before = await served.app.use_cases.matches.state(ALICE, match)
        assert "Kitchen" not in str(before)
        await play_out(served, match)
        await served.app.projector.catch_up()
    async with running(url) as served:
        use = served.app.use_cases.matches
        assert (await use.get(EVE, match)).status == "FINISHED"
        version, past = await stop_that_shows(cid, served, match)
        assert "Crème Brûlée" in past
        audit = await served.app.use_cases.history.audit(EVE, match, PAYER)
        assert [level.status for level in audit.levels] == ["OK"] * 6, audit
        fork, _ = await use.fork(EVE, match, "once", ForkMatch(version))
        assert list(fork.options["cardSets"]) == [digest]
        assert (await use.legal_actions(EVE, fork.id, 0)).version > version
        stored = await served.app.store.read(MATCH_IDS.stream_of(match))
    for event in stored:
        for word in ("Kitchen", "Brûlée", "Plate", "Dish"):
            assert word.encode() not in event.body + (event.private or b"")


async def stop_that_shows(cid: str, served: Served, match: str) -> tuple[int, str]:
    """The first version at which the match waited for an answer while this card lay open; the view of it."""
    events = await served.app.store.read(MATCH_IDS.stream_of(match))
    over = next(event.version for event in events if event.type == "match_ended")
    for version in (event.version for event in events if event.batch_end and event.version < over):
        past = await served.app.use_cases.matches.state(EVE, match, perspective="full", at_version=version)
        if cid in str(past.view):
            return version, str(past.view)
    raise AssertionError(f"{cid} was never seen")


async def test_sets_that_nobody_uses_leave_the_memory(served: Served) -> None:
    book = CardSetBook(served.app.store, served.app.catalogue, served.clock, kept=1)
    game = served.app.catalogue.game("c4")
    one, other = await uploaded(served), await uploaded(served, OTHER)
    assert len(await book.held(game, [one, other, "x" * 64])) == 2
    gc.collect()
    known = {made.hash for made in gc.get_objects() if isinstance(made, OwnSet)}
    assert (one in known, other in known) == (False, True)


Spoil = Callable[[], Any]


@pytest.mark.parametrize(
    "spoil",
    [
        card_sets.delete,
        lambda: card_sets.update().values(text=OTHER),
        lambda: card_sets.update().values(game="envoys"),
    ],
)
async def test_a_set_that_is_lost_or_changed_is_not_played_with(url: str, spoil: Spoil) -> None:
    async with running(url) as served:
        digest = await uploaded(served)
        match = await opened(served, digest)
        await served.app.store.sql.write(lambda connection: connection.execute(spoil()))
    async with running(url) as served:
        error = await refused(served.app.use_cases.matches.get(EVE, match))
        assert error.code == ErrorCode.RELEASE_MISMATCH
        audit = await served.app.history.auditor.audit(match)
        assert [level.level for level in audit.bad] == ["L0"]
        assert "card sets" in audit.bad[0].message
        assert (await refused(served.app.use_cases.catalogue.card_set(digest))).code == ErrorCode.NOT_FOUND


@pytest.mark.each_store
async def test_another_set_with_the_same_ids_is_refused(store: Served) -> None:
    digest = await uploaded(store)
    change = card_sets.update().values(hash="f" * 64)
    await store.app.store.sql.write(lambda connection: connection.execute(change))
    error = await refused(store.app.use_cases.catalogue.upload_card_set(WRITE, "c4", KITCHEN))
    assert "another set has the same first 12 characters" in error.message
    assert digest != "f" * 64


@pytest.mark.each_store
@pytest.mark.answers("getCardSet")
async def test_an_erased_account_leaves_its_sets_without_a_name(url: str) -> None:
    async with running(url) as served:
        token = (await served.app.accounts.create_for("ac_ada", "test", ["deck:write", "account:write"]))[1]
        ada = await served.app.use_cases.accounts.authenticate(token)
        made = await served.app.use_cases.catalogue.upload_card_set(ada, "c4", KITCHEN)
        assert [row.uploader for row in await rows(served)] == ["ac_ada"]
        await served.app.use_cases.accounts.erase(ada, "ERASE")
        assert [row.uploader for row in await rows(served)] == [None]
        assert await served.app.use_cases.catalogue.card_set(made.hash) == made
        error = await refused(served.app.use_cases.catalogue.upload_card_set(ada, "c4", OTHER))
        assert error.code == ErrorCode.NOT_FOUND
        assert len(await rows(served)) == 1
        await opened(served, made.hash)


async def test_a_player_without_a_set_of_the_match_brings_core_cards(served: Served) -> None:
    digest = await uploaded(served)
    match = await served.open(game="c4", options={"cardSets": [digest]})
    await served.sit(ALICE, match, deck="front_desk")
    error = await refused(served.sit(BOB, match, deck=None, loadout=loadout("0" * 64)))
    assert error.code == ErrorCode.DECK_ILLEGAL
    await served.sit(BOB, match, deck=None, loadout=loadout(digest))
    assert (await served.app.use_cases.matches.get(EVE, match)).status == "RUNNING"
