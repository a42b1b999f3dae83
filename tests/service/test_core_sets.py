"""A match goes on with the card sets that it began with, whatever later releases of its game have."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import cache, partial
from pathlib import Path

import pytest
import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError

from domain.games.c4 import GAME
from domain.kernel.audience import FULL
from domain.kernel.cardsets import PUBLISHED, unpacked
from domain.kernel.game import CardGame
from service.catalogue.catalogue import GameCatalogue
from service.catalogue.scenario_index import ROOT
from service.history.verify.levels import verify
from service.history.verify.sources import BytesSource
from service.tables import core_sets
from tests.history.files import LIMIT, exported
from tests.kit.own_cards import play_out
from tests.kit.served import ALICE, BOB, EVE, PAYER, Served, serve, sqlite_url

pytestmark = pytest.mark.anyio
CARD, OLD, NEW = "COR-01", "Early Bird", "Late Bird"


@cache
def later_release() -> CardGame:
    """A release of C4 in which a card has another name, and gives more."""
    assert GAME.reader is not None
    files = GAME.core().files
    for before, after in ((OLD, NEW), ("gain(you, 2)", "gain(you, 3)")):
        files = tuple((file, text.replace(before, after)) for file, text in files)
    core = GAME.reader.read_core(files)
    return replace(GAME, core=lambda: core)


def published_release() -> CardGame:
    """C4 with the cards of a release that is out."""
    kept = sorted(ROOT.joinpath("domain/games/c4", PUBLISHED).glob("*.gz"))
    core = GameCatalogue({"c4": GAME}).entry("c4").published(kept[-1].stem)
    assert core is not None
    return replace(GAME, core=lambda: core)


@asynccontextmanager
async def release(folder: Path, game: CardGame) -> AsyncIterator[Served]:
    """A service of one release on a store that outlives it."""
    served = await serve(sqlite_url(folder), {GAME.slug: game})
    async with served.app:
        yield served


async def begun(served: Served) -> str:
    """A match of two decks of that card."""
    match = await served.open(game="c4", options={"turnCap": 6})
    for caller, kind in ((ALICE, "coin"), (BOB, "bead")):
        await served.sit(caller, match, deck=None, loadout={"deck": [CARD] * 20, "tokenKind": kind})
    return match


async def card_of(served: Served, match: str) -> str:
    """The name of the card in the match."""
    name: str = (await served.app.matches.repository.current(match)).state.cards[CARD].name
    return name


async def types(served: Served, match: str) -> set[str]:
    page = await served.app.use_cases.matches.events(EVE, match, perspective="spectator", first=256)
    return {event.type for event in page.events}


async def test_a_match_goes_on_with_the_cards_that_it_began_with(tmp_path: Path) -> None:
    async with release(tmp_path, GAME) as served:
        match = await begun(served)
        assert await card_of(served, match) == OLD
    async with release(tmp_path, later_release()) as served:
        assert await card_of(served, match) == OLD
        await play_out(served, match, actions=60)
        assert "rules_repinned" not in await types(served, match)
        audit = await served.app.use_cases.history.audit(EVE, match, PAYER)
        assert [level.status for level in audit.levels] == ["OK"] * 6, audit
        later = await begun(served)
        assert await card_of(served, later) == NEW


async def test_an_earlier_release_has_it_too_and_plays_it_with_its_own_cards(tmp_path: Path) -> None:
    """The later release kept its sets in the store, where replicas of both find them."""
    async with release(tmp_path, later_release()) as served:
        match = await begun(served)
    async with release(tmp_path, GAME) as served:
        assert await card_of(served, match) == NEW
        await play_out(served, match, actions=60)
        audit = await served.app.use_cases.history.audit(EVE, match, PAYER)
        assert [level.status for level in audit.levels] == ["OK"] * 6, audit


async def test_the_store_keeps_the_files_of_each_release_once(tmp_path: Path) -> None:
    for game in (GAME, later_release(), GAME):
        async with release(tmp_path, game) as served:
            await begun(served)
            await begun(served)
    async with release(tmp_path, GAME) as served:
        kept = await served.app.store.sql.read(lambda connection: connection.execute(sa.select(core_sets)).all())
    assert {row.hash for row in kept} == {GAME.card_set_hash(), later_release().card_set_hash()}
    assert len(kept) == 2
    files = {row.hash: unpacked(row.files) for row in kept}
    assert files == {game.card_set_hash(): game.core().files for game in (GAME, later_release())}


async def test_a_file_is_decided_again_with_published_cards_and_else_names_the_release(tmp_path: Path) -> None:
    files = {}
    for name, game in (("published", published_release()), ("unknown", later_release())):
        (tmp_path / name).mkdir()
        async with release(tmp_path / name, game) as served:
            match = await begun(served)
            await play_out(served, match, actions=60)
            await served.app.projector.catch_up()
            files[name] = (await exported(served.app, match, [FULL]))[FULL]
    later = verify(BytesSource(files["published"], LIMIT, LIMIT), GameCatalogue({"c4": later_release()}))
    assert {level.level: level.status for level in later.levels}["L2"] == "ok", later.bad
    earlier = verify(BytesSource(files["unknown"], LIMIT, LIMIT), GameCatalogue({"c4": GAME}))
    (bad,) = [level for level in earlier.bad if level.level == "L2"]
    assert bad.status == "diverged"
    assert f"the card sets {later_release().card_set_hash()[:12]} that it was played with are not here" in bad.message
    assert "decides it" in bad.message


@pytest.mark.each_store
async def test_the_database_refuses_to_change_what_was_kept(url: str) -> None:
    served = await serve(url, {GAME.slug: GAME})
    async with served.app:
        await begun(served)
        for statement in ("UPDATE core_sets SET game = game", "DELETE FROM core_sets"):
            with pytest.raises(DBAPIError, match="append-only"):
                await served.app.store.sql.write(partial(sa.Connection.exec_driver_sql, statement=statement))
        kept = await served.app.store.sql.read(lambda connection: connection.execute(sa.select(core_sets.c.hash)).all())
    assert [row.hash for row in kept] == [GAME.card_set_hash()]
