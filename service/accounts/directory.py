"""The accounts: their names, the keys of their pseudonyms, their seats; and the erasure of all that."""

from __future__ import annotations

import secrets
import time
from collections.abc import Awaitable, Callable, Hashable, Iterable, Mapping

import sqlalchemy as sa
from cachetools import LRUCache
from sqlalchemy import Connection

from api_schema.ports.accounts import AccountOut
from api_schema.ports.base import Caller
from eventstore import EventStore, StoreError
from service.application.living import locked, no_account, refuse_erased, require_living
from service.application.pseudonyms import is_guest, named_account, strength_of
from service.projections.inbox.table import inbox, inbox_seats
from service.tables import (
    account_seats,
    accounts,
    card_sets,
    decks,
    house_bots,
    outside_identities,
    tokens,
    webhook_withheld,
    webhooks,
)
from service.times import Clock, rfc3339

KEY_SIZE = 32
FRESH = 10.0
"""Seconds for which a replica believes the names that it has read, at most: as long a name may be shown after its
erasure.
"""
REMEMBERED = 10_000
_ADD = sa.text(
    "INSERT INTO accounts (account, alias_key, created_at) VALUES (:account, :key, :now) ON CONFLICT DO NOTHING"
)
_NOTE = sa.text("INSERT INTO account_seats (player, account) VALUES (:player, :account) ON CONFLICT DO NOTHING")
NamesOf = Callable[[Iterable[str]], Awaitable[Mapping[str, str]]]
"""The present names of players, by their references; without players who have no name: `Directory.names`."""


class Directory:
    """The accounts of one store."""

    def __init__(self, store: EventStore, clock: Clock, timer: Callable[[], float] = time.monotonic) -> None:
        self._store = store
        self._clock = clock
        self._timer = timer
        self._names: LRUCache[str, tuple[float, str | None]] = LRUCache(REMEMBERED)
        self._changes = 0

    async def caller(self, account: str, scopes: Iterable[str]) -> Caller:
        """The account as it asks; it is made if it isn't there. NOT_FOUND if it was erased."""
        return Caller(named_account(account), frozenset(scopes), account, alias_key=await self.key_of(account))

    async def key_of(self, account: str) -> bytes:
        """The key of the account's pseudonyms. The account is made if it isn't there; NOT_FOUND if it was erased."""
        now = self._clock()
        return await self._store.sql.write(lambda connection: ensured(connection, account, now))

    async def remember(self, account: str, player: str) -> None:
        """Note that this pseudonym is the account's. NOT_FOUND if the account was erased meanwhile."""

        def work(connection: Connection) -> None:
            require_living(connection, account)
            connection.execute(_NOTE, {"player": player, "account": account})

        await self._store.sql.write(work)

    async def remember_all(self, owned: Mapping[str, str]) -> None:
        """Note of many pseudonyms whose account each is; those of accounts that were erased meanwhile are left out."""

        def work(connection: Connection) -> None:
            living = _living(connection, set(owned.values()))
            rows = [{"player": player, "account": account} for player, account in owned.items() if account in living]
            if rows:
                connection.execute(_NOTE, rows)

        await self._store.sql.write(work)

    async def owners(self, players: Iterable[str]) -> Mapping[str, Caller]:
        """The accounts behind references, by reference, without any scope; those of erased ones are left out."""
        wanted = list(players)
        query = (
            sa.select(account_seats.c.player, accounts.c.account, accounts.c.alias_key)
            .join(accounts, accounts.c.account == account_seats.c.account)
            .where(account_seats.c.player.in_(wanted), accounts.c.alias_key.is_not(None))
        )
        rows = await self._store.sql.read(lambda connection: connection.execute(query).all())
        return {
            row.player: Caller(named_account(row.account), account=row.account, alias_key=bytes(row.alias_key))
            for row in rows
        }

    async def names(self, players: Iterable[str]) -> Mapping[str, str]:
        """The present names of the players behind these references, without players who have none, as guests and bots
        of the house.

        While the store is away nobody has a name: it is no reason to fail.
        """
        wanted = {player for player in players if not (is_guest(player) or strength_of(player))}
        now = self._timer()
        missing = [player for player in wanted if self._names.get(player, (0.0, None))[0] <= now]
        if missing:
            try:
                found = await self._store.sql.read(lambda connection: _names(connection, missing))
            except StoreError:
                return {}
            self._keep({player: found.get(player) for player in missing}, (now // FRESH + 1) * FRESH)
        known = {player: self._names.get(player, (0.0, None))[1] for player in wanted}
        return {player: name for player, name in known.items() if name is not None}

    def edition(self) -> Hashable:
        """Changes with names: what was made of names is good as long as this stays the same."""
        return self._changes, self._timer() // FRESH

    async def profile(self, account: str) -> AccountOut:
        """The account. NOT_FOUND."""
        query = sa.select(accounts).where(accounts.c.account == account, accounts.c.erased_at.is_(None))
        row = await self._store.sql.read(lambda connection: connection.execute(query).first())
        if row is None:
            raise no_account(account)
        return AccountOut(row.account, row.name, rfc3339(row.created_at))

    async def rename(self, account: str, name: str | None) -> AccountOut:
        """Give the account a name that has been checked, or none. NOT_FOUND."""
        query = accounts.update().where(accounts.c.account == account, accounts.c.erased_at.is_(None))
        await self._store.sql.write(lambda connection: connection.execute(query.values(name=name)))
        self._forget()
        return await self.profile(account)

    async def erase(self, account: str) -> None:
        """Forget who the account is, and all that is its own; its matches stay as they are. NOT_FOUND."""
        now = self._clock()
        await self._store.sql.write(lambda connection: _erase(connection, account, now))
        self._forget()

    def _forget(self) -> None:
        self._names.clear()
        self._changes += 1

    def _keep(self, found: Mapping[str, str | None], until: float) -> None:
        for player, name in found.items():
            self._names[player] = (until, name)


def ensured(connection: Connection, account: str, now: int) -> bytes:
    """The key of an account that is made if it isn't there. It can't be erased before the transaction is over."""
    row = locked(connection, account)
    if row is None:
        connection.execute(_ADD, {"account": account, "key": secrets.token_bytes(KEY_SIZE), "now": now})
        row = locked(connection, account)
    assert row is not None
    refuse_erased(account, row)
    return bytes(row.alias_key)


def _living(connection: Connection, wanted: Iterable[str]) -> set[str]:
    """Those of the accounts that were not erased, and can't be before the transaction is over."""
    query = sa.select(accounts.c.account).where(accounts.c.account.in_(list(wanted)), accounts.c.erased_at.is_(None))
    return set(connection.execute(query.order_by(accounts.c.account).with_for_update(read=True)).scalars())


def _erase(connection: Connection, account: str, now: int) -> None:
    """The account first: that waits for a caller who is just noting a seat or making a token, and stops later ones."""
    living = accounts.update().where(accounts.c.account == account, accounts.c.erased_at.is_(None))
    if not connection.execute(living.values(name=None, alias_key=None, erased_at=now)).rowcount:
        raise no_account(account)
    connection.execute(tokens.delete().where(tokens.c.account == account))
    own_hooks = sa.select(webhooks.c.id).where(webhooks.c.account == account)
    connection.execute(webhook_withheld.delete().where(webhook_withheld.c.webhook.in_(own_hooks)))
    for table in (account_seats, house_bots, inbox, inbox_seats, webhooks, decks):
        connection.execute(table.delete().where(table.c.account == account))
    connection.execute(card_sets.update().where(card_sets.c.uploader == account).values(uploader=None))
    entered = outside_identities.update().where(outside_identities.c.account == account)
    connection.execute(entered.values(account=None, erased_at=now))


def _names(connection: Connection, players: Iterable[str]) -> dict[str, str]:
    by_seat = (
        sa.select(account_seats.c.player, accounts.c.name)
        .join(accounts, accounts.c.account == account_seats.c.account)
        .where(account_seats.c.player.in_(list(players)), accounts.c.name.is_not(None))
    )
    return {row.player: row.name for row in connection.execute(by_seat)}
