"""Card sets by their hash: those that players have written, and those that came with a game when a match was made."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any

import sqlalchemy as sa
import structlog
from cachetools import LRUCache
from sqlalchemy import Connection

from api_schema.errors import ApiError, ErrorCode, Fault
from api_schema.ports.base import Caller
from api_schema.ports.catalogue import OwnCardSet
from domain.kernel.cardfile import CardFault, Flaw
from domain.kernel.cardsets import (
    FILE,
    PREFIX,
    SETS,
    Core,
    Library,
    OwnSet,
    hash_of,
    is_hash,
    packed,
    sets_of,
    unpacked,
)
from domain.kernel.game import CardGame, reader_of, takes_sets
from domain.kernel.upcasters import UnreadableEvent
from eventstore import EventStore
from eventstore.bulk import insert_missing
from service.application.living import require_living
from service.application.permissions import require_scope
from service.application.refusals import store_errors
from service.catalogue.catalogue import CatalogueEntry, GameCatalogue
from service.tables import card_sets, core_sets
from service.times import Clock

log = structlog.get_logger(__name__)

KEPT = 32
"""Sets that are remembered though nobody uses them."""
MOST = 1_000
"""Sets that an account may upload."""
_ADD = sa.text(
    "INSERT INTO card_sets (hash, prefix, game, name, text, uploader, created_at)"
    " VALUES (:hash, :prefix, :game, :name, :text, :uploader, :created_at) ON CONFLICT DO NOTHING"
)


class CardSetBook:
    """The sets of one store. Nothing of a set is ever changed: by its hash one sees that it is the right one."""

    def __init__(
        self, store: EventStore, catalogue: GameCatalogue, clock: Clock, kept: int = KEPT, most: int = MOST
    ) -> None:
        self._store = store
        self._catalogue = catalogue
        self._clock = clock
        self._most = most
        self._sets: LRUCache[str, OwnSet[Any]] = LRUCache(kept)
        self._cores: LRUCache[str, Core] = LRUCache(kept)

    async def upload(self, caller: Caller, slug: str, text: str) -> OwnCardSet:
        """Store a set, once however often it is sent. CARD_SET_INVALID with every fault."""
        require_scope(caller, "deck:write")
        if caller.account is None:
            raise ApiError(ErrorCode.UNAUTHENTICATED, "a card set is uploaded by an account: send a personal token")
        game = self._catalogue.game(slug)
        with told():
            made = await asyncio.to_thread(reader_of(game).read_own, game.core(), text)
            with store_errors():
                await self._keep(game, made, caller.account)
        return _out(game, made)

    async def get(self, digest: str) -> OwnCardSet:
        """A set by its hash. NOT_FOUND."""
        with store_errors(), told():
            row = await self._row(digest)
            game = None if row is None else self._catalogue.game(row.game)
            made = None if game is None else await self._held(game, digest)
        if game is None or made is None:
            raise no_set(digest)
        return _out(game, made)

    async def held(self, game: CardGame, named: Sequence[str]) -> tuple[OwnSet[Any], ...]:
        """Those of these sets of players that there are. Raises CardFault for one that these rules can't read."""
        found = [await self._held(game, digest) for digest in named[:SETS] if is_hash(digest)]
        return tuple(made for made in found if made is not None)

    async def chosen(self, game: CardGame, options: Any) -> Library:
        """The sets for a new match with these options; what is wrong with a name is for the kernel to say.

        CARD_SET_INVALID for one that can't be read.
        """
        with store_errors(), told():
            await self._publish(game)
            return Library(game.core(), own=await self.held(game, sets_of(options)))

    async def of_match(self, game: CardGame, pinned: Collection[str], named: Sequence[str]) -> Library:
        """The sets of a match that has been created: all that its pins have ever been, and those that it names.

        Raises UnreadableEvent where one of the latter is missing, or any can't be read.
        """
        try:
            own = await self.held(game, named)
            cores = [await self._core(self._catalogue.entry(game.slug), digest) for digest in pinned]
        except CardFault as fault:
            raise UnreadableEvent(f"a card set can't be read: {fault}", "a card set of it") from fault
        missing = {*named} - {one.hash for one in own}
        if missing:
            raise UnreadableEvent(f"there is no card set {min(missing)}", "a card set of it")
        return Library(game.core(), tuple(core for core in cores if core is not None), own)

    async def keep(self, game: CardGame, made: OwnSet[Any]) -> None:
        """Store a set that came with a match. Raises CardFault where another one has its place."""
        await self._keep(game, made, None)

    async def _keep(self, game: CardGame, made: OwnSet[Any], account: str | None) -> None:
        row = {
            "hash": made.hash,
            "prefix": made.hash[:PREFIX],
            "game": game.slug,
            "name": made.name,
            "text": made.text,
            "uploader": account,
            "created_at": self._clock(),
        }
        await self._store.sql.write(partial(_insert, row=row, most=self._most))

    async def _held(self, game: CardGame, digest: str) -> OwnSet[Any] | None:
        if not takes_sets(game):
            return None
        kept = self._sets.get(digest) or await self._loaded(game, digest)
        if kept is not None:
            self._sets[digest] = kept
        return kept

    async def _loaded(self, game: CardGame, digest: str) -> OwnSet[Any] | None:
        row = await self._row(digest)
        if row is None or row.game != game.slug:
            return None
        if hash_of(row.text) != digest:
            log.error("the text of a card set is not the one that was stored", card_set=digest)
            return None
        return await asyncio.to_thread(partial(reader_of(game).read_own, kept=True), game.core(), row.text)

    async def _core(self, entry: CatalogueEntry, pinned: str) -> Core | None:
        """The core sets of this hash, from this release, an earlier one, or the store; None if nobody has them."""
        core = self._cores.get(pinned)
        if core is None:
            core = entry.published(pinned) or await self._kept(entry.game, pinned)
        if core is not None:
            self._cores[pinned] = core
        return core

    async def _kept(self, game: CardGame, pinned: str) -> Core | None:
        query = sa.select(core_sets.c.files).where(core_sets.c.hash == pinned, core_sets.c.game == game.slug)
        data = await self._store.sql.read(lambda connection: connection.execute(query).scalar())
        if data is None or game.reader is None:
            return None
        core = await asyncio.to_thread(game.reader.read_core, unpacked(data))
        if core.hash != pinned:
            log.error("the card sets of a game are not those that were stored", game=game.slug, card_sets=pinned)
            return None
        return core

    async def _publish(self, game: CardGame) -> None:
        """Keep this release's sets, before a match is pinned to them: it goes on with them under every later one."""
        digest = game.card_set_hash()
        query = sa.select(sa.exists().where(core_sets.c.hash == digest))
        known = await self._store.sql.read(lambda connection: bool(connection.execute(query).scalar()))
        if known or game.reader is None:
            return
        files = packed(game.core().files)
        row = {"hash": digest, "game": game.slug, "files": files, "created_at": self._clock()}
        await self._store.sql.write(lambda connection: insert_missing(connection, core_sets, row))

    async def _row(self, digest: str) -> Any:
        query = sa.select(card_sets.c.game, card_sets.c.text).where(card_sets.c.hash == digest)
        return await self._store.sql.read(lambda connection: connection.execute(query).first())


@contextmanager
def told() -> Iterator[None]:
    """Inside, the faults of a card file become errors for the caller."""
    try:
        yield
    except CardFault as fault:
        raise invalid(fault) from None


def invalid(fault: CardFault) -> ApiError:
    """The refusal of a card file; the first fault speaks for all, every one is listed."""
    faults = tuple(
        Fault(str(flaw), path=("text",), line=flaw.line, card=flaw.card, key=flaw.key, column=flaw.column)
        for flaw in fault.faults
    )
    message = f"{len(faults)} faults, the first: {faults[0].message}" if len(faults) > 1 else faults[0].message
    return ApiError(ErrorCode.CARD_SET_INVALID, message, path=("text",), faults=faults)


def no_set(digest: str) -> ApiError:
    """There is no such set here."""
    return ApiError(ErrorCode.NOT_FOUND, f"there is no card set {digest[:80]!r}", path=("hash",))


def _out(game: CardGame, made: OwnSet[Any]) -> OwnCardSet:
    return OwnCardSet(made.hash, game.slug, made.name, len(made.listed), made.text)


def _insert(connection: Connection, row: dict[str, Any], most: int) -> None:
    if row["uploader"] is not None:
        require_living(connection, row["uploader"])
    there = _there(connection, row)
    if there is None:
        _require_room(connection, row["uploader"], most)
        connection.execute(_ADD, row)
        there = _there(connection, row)
    assert there is not None
    if there.hash != row["hash"]:
        raise CardFault([Flaw(FILE, f"another set has the same first {PREFIX} characters of its hash")])
    if there.game != row["game"]:
        raise CardFault([Flaw(FILE, f"this is a set of {there.game} already")])


def _there(connection: Connection, row: dict[str, Any]) -> Any:
    query = sa.select(card_sets.c.hash, card_sets.c.game).where(card_sets.c.prefix == row["prefix"])
    return connection.execute(query).first()


def _require_room(connection: Connection, account: str | None, most: int) -> None:
    query = sa.select(sa.func.count()).where(card_sets.c.uploader == account)
    if account is not None and connection.execute(query).scalar_one() >= most:
        raise ApiError(ErrorCode.FORBIDDEN, f"an account may upload at most {most} card sets")
