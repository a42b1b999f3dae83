"""ports.Decks: loadouts that an account saves under names, each with what the rules of now say of it."""

from __future__ import annotations

import asyncio
import hmac
import re
from base64 import b32encode
from collections.abc import Mapping
from functools import partial
from hashlib import sha256
from typing import Any

import msgspec

from api_schema.errors import ApiError, ErrorCode
from api_schema.idempotency import require_key
from api_schema.input.member_names import inward, outward, renamed
from api_schema.ports.base import Caller
from api_schema.ports.catalogue import Catalogue, LoadoutReport, ViolationOut
from api_schema.ports.decks import SavedDeckOut, SavedDeckPage, SaveDeck
from domain.kernel.seating import fewest_seats
from eventstore import EventStore
from eventstore.chain import canonical
from service.application import names
from service.application.inputs import as_json, bounded, require_word
from service.application.permissions import require_scope
from service.application.refusals import store_errors
from service.catalogue.conversion import received
from service.cursors import cursor, list_name, place_of, placed
from service.decks import rows
from service.times import Clock, rfc3339

MOST = 500
"""Decks that an account may save."""
LARGEST = 64 << 10
"""Bytes of a deck's loadout and options together, as JSON."""
PAGE = 50
"""Decks of a page: each is checked by the rules."""
SCOPE = "deck:write"
_ID = re.compile(r"dk_[a-z2-7]{24}")
_UNREADABLE = (ErrorCode.INVALID_INPUT, ErrorCode.CARD_SET_INVALID, ErrorCode.NOT_FOUND)


class DeckUseCases:
    """The decks of all accounts; a caller only ever reaches the own ones. Rows keep the names of the domain."""

    def __init__(self, store: EventStore, catalogue: Catalogue, clock: Clock, most: int = MOST) -> None:
        self._store = store
        self._catalogue = catalogue
        self._clock = clock
        self._most = most

    async def save(self, caller: Caller, key: str, request: SaveDeck) -> SavedDeckOut:
        account = _writer(caller)
        require_key(caller, key)
        values, report = await self._checked(request)
        now = self._clock()
        row = {
            **values,
            "id": _new_id(caller, key),
            "account": account,
            "revision": 1,
            "fingerprint": sha256(canonical(msgspec.to_builtins(request))).digest(),
            "created_at": now,
            "updated_at": now,
        }
        with store_errors():
            saved = await self._store.sql.write(partial(rows.add, row=row, most=self._most))
        # what the same key had saved may have been changed since
        return self._out(saved, report) if saved.revision == 1 else await self._shown(saved)

    async def change(self, caller: Caller, deck_id: str, request: SaveDeck, expected: int) -> SavedDeckOut:
        account = _writer(caller)
        _require_id(deck_id)
        values, report = await self._checked(request)
        values["updated_at"] = self._clock()
        work = partial(rows.change, account=account, deck=deck_id, values=values, expected=expected)
        with store_errors():
            return self._out(await self._store.sql.write(work), report)

    async def delete(self, caller: Caller, deck_id: str, expected: int | None = None) -> None:
        work = partial(rows.delete, account=_writer(caller), deck=deck_id, expected=expected)
        _require_id(deck_id)
        with store_errors():
            await self._store.sql.write(work)

    async def get(self, caller: Caller, deck_id: str) -> SavedDeckOut:
        return await self._shown(await self._row(caller, deck_id))

    async def find(
        self, caller: Caller, *, first: int, after: str | None = None, game: str | None = None
    ) -> SavedDeckPage:
        bounded(first, 1, PAGE, "first")
        require_word(game, "game")
        name = list_name("decks", game)
        place = None if after is None else place_of(after, name, tuple[int, str])
        work = partial(rows.page, account=_account(caller), game=game, after=place, limit=first + 1)
        with store_errors():
            found, total = await self._store.sql.lookup(work)
        shown = []
        for row in found[:first]:
            shown.append(await self._shown(row))
            await asyncio.sleep(0)  # the rules look at each: others are served between two
        end = cursor(name, found[len(shown) - 1].created_at, shown[-1].id) if shown else None
        page = SavedDeckPage(tuple(shown), end, len(found) > first, total)
        return placed(page, name, [(row.created_at, one.id) for row, one in zip(found, shown, strict=False)], after)

    async def loadout(self, caller: Caller, deck_id: str, game: str) -> Mapping[str, Any]:
        """The loadout for a match of this game, as the API writes it: the deck as it is now. NOT_FOUND, INVALID_INPUT
        for another game.
        """
        row = await self._row(caller, deck_id, "deckId")
        if row.game != game:
            message = f"the deck {deck_id!r} is for {row.game}, the match is one of {game}"
            raise ApiError(ErrorCode.INVALID_INPUT, message, path=("deckId",))
        return self._brought(row)[1]

    async def _row(self, caller: Caller, deck_id: str, *path: str) -> Any:
        work = partial(rows.one, account=_account(caller), deck=deck_id)
        with store_errors():
            row = await self._store.sql.read(work) if is_id(deck_id) else None
        if row is None:
            error = rows.no_deck(deck_id)
            raise ApiError(error.code, error.message, path=path or error.path)
        return row

    async def _checked(self, request: SaveDeck) -> tuple[dict[str, Any], LoadoutReport]:
        """The columns of a deck, and what the rules say of it. INVALID_INPUT for what can't be read at all."""
        options, loadout = as_json(request.options, "options"), as_json(request.loadout, "loadout")
        if len(options) + len(loadout) > LARGEST:
            message = f"loadout and options of a deck have at most {LARGEST} bytes"
            raise ApiError(ErrorCode.INVALID_INPUT, message, path=("loadout",))
        game = self._catalogue.game(request.game)
        chosen = received(request.options, game.options_type, "options")
        seats = fewest_seats(game, chosen) if request.seats is None else request.seats
        values = {
            "game": request.game,
            "name": names.checked(request.name),
            "seats": seats,
            "options": as_json(renamed(request.options, inward(game.options_type)), "options").decode(),
            "loadout": as_json(renamed(request.loadout, inward(game.loadout_type)), "loadout").decode(),
        }
        return values, await self._catalogue.validate_loadout(request.game, request.options, seats, request.loadout)

    async def _shown(self, row: Any) -> SavedDeckOut:
        """The deck with a fresh report: rules and cards may have changed since it was saved."""
        options, loadout = self._brought(row)
        try:
            report = await self._catalogue.validate_loadout(row.game, options, row.seats, loadout)
        except ApiError as error:
            if error.code not in _UNREADABLE:
                raise
            report = LoadoutReport(False, (ViolationOut(error.code.value, error.message, error.path),))
        return self._out(row, report)

    def _brought(self, row: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        """(options, loadout) as the API writes them; as they are stored, where the game is not here any more."""
        options, loadout = msgspec.json.decode(row.options), msgspec.json.decode(row.loadout)
        try:
            game = self._catalogue.game(row.game)
        except ApiError:
            return options, loadout
        return renamed(options, outward(game.options_type)), renamed(loadout, outward(game.loadout_type))

    def _out(self, row: Any, report: LoadoutReport) -> SavedDeckOut:
        options, loadout = self._brought(row)
        return SavedDeckOut(
            id=row.id,
            game=row.game,
            name=row.name,
            seats=row.seats,
            options=options,
            loadout=loadout,
            revision=row.revision,
            report=report,
            created_at=rfc3339(row.created_at),
            updated_at=rfc3339(row.updated_at),
        )


def _new_id(caller: Caller, key: str) -> str:
    """The id of the deck that this account saves with this key: always the same one, and nobody else's."""
    digest = hmac.digest(caller.alias_key, b"deck|" + key.encode(), "sha256")
    return "dk_" + b32encode(digest[:15]).decode().lower()


def is_id(deck: str) -> bool:
    """Whether a deck could have this name: not every database takes any text."""
    return _ID.fullmatch(deck) is not None


def _require_id(deck: str) -> None:
    if not is_id(deck):
        raise rows.no_deck(deck)


def _account(caller: Caller) -> str:
    if caller.account is None:
        raise ApiError(ErrorCode.UNAUTHENTICATED, "decks belong to an account: send a personal token")
    return caller.account


def _writer(caller: Caller) -> str:
    account = _account(caller)
    require_scope(caller, SCOPE)
    return account
