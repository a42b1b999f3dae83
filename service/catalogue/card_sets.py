"""The card sets that players have written: stored by their hash, and known to their game while they are in use."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
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
from domain.kernel.cardsets import FILE, PREFIX, SETS, CardSets, OwnSet, hash_of, is_hash, sets_of
from domain.kernel.game import CardGame, own_sets
from domain.kernel.upcasters import UnreadableEvent
from eventstore.store import EventStore
from service.accounts.directory import require_living
from service.application.permissions import require_scope
from service.application.refusals import store_errors
from service.catalogue.catalogue import GameCatalogue, Sets
from service.tables import card_sets
from service.times import Clock

log = structlog.get_logger(__name__)

KEPT = 32
"""Sets that stay known though nobody uses them."""
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

    async def upload(self, caller: Caller, slug: str, text: str) -> OwnCardSet:
        """Store a set, once however often it is sent. CARD_SET_INVALID with every fault."""
        require_scope(caller, "deck:write")
        if caller.account is None:
            raise ApiError(ErrorCode.UNAUTHENTICATED, "a card set is uploaded by an account: send a personal token")
        game = self._catalogue.game(slug)
        with told():
            made = await asyncio.to_thread(own_sets(game).read, text)
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

    async def held(self, game: CardGame, named: Sequence[str]) -> Sets:
        """The known ones among these sets. Raises CardFault for one that these rules can't read any more."""
        found = [await self._held(game, digest) for digest in named[:SETS] if is_hash(digest)]
        return tuple(made for made in found if made is not None)

    async def chosen(self, game: CardGame, options: Any) -> Sets:
        """The sets that options name, to check them; what is wrong with a name is for the game to say.

        CARD_SET_INVALID for one that can't be read, INVALID_INPUT for one that is known in this process alone.
        """
        named = sets_of(options)
        with store_errors(), told():
            made = await self.held(game, named)
        missing = {*named[:SETS]} - {one.hash for one in made}
        elsewhere = [name for name in missing if game.own_sets is not None and game.own_sets.known(name) is not None]
        if elsewhere:
            message = f"there is no card set {elsewhere[0]}"
            raise ApiError(ErrorCode.INVALID_INPUT, message, path=("options", "card_sets"))
        return made

    async def of_match(self, game: CardGame, named: Sequence[str]) -> Sets:
        """The sets of a match that has been created. Raises UnreadableEvent where one is missing or can't be read."""
        try:
            made = await self.held(game, named)
        except CardFault as fault:
            raise UnreadableEvent(f"a card set can't be read: {fault}", "a card set of it") from fault
        missing = {*named} - {one.hash for one in made}
        if missing:
            raise UnreadableEvent(f"there is no card set {min(missing)}", "a card set of it")
        return made

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
        if game.own_sets is None:
            return None
        # what somebody else in this process holds need not be in this store
        kept = self._sets.get(digest) or await self._loaded(game, game.own_sets, digest)
        if kept is not None:
            self._sets[digest] = kept
        return kept

    async def _loaded(self, game: CardGame, cards: CardSets, digest: str) -> OwnSet[Any] | None:
        row = await self._row(digest)
        if row is None or row.game != game.slug:
            return None
        if hash_of(row.text) != digest:
            log.error("the text of a card set is not the one that was stored", card_set=digest)
            return None
        return cards.known(digest) or cards.hold(await asyncio.to_thread(cards.read, row.text))

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
