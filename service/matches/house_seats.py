"""Seats of bots of the house: who may give them one, for whom they sit where, and what they bring."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from random import Random
from typing import Any

import sqlalchemy as sa
from sqlalchemy import Connection

from api_schema.errors import ApiError, ErrorCode
from api_schema.ports.base import Caller
from api_schema.ports.matches import JoinMatch
from domain.kernel.game import Strength
from domain.kernel.match import State
from domain.kernel.seating import decks_for
from eventstore import EventStore
from eventstore.read_models.inspection import creator_of
from service.application.ids import MATCH_IDS
from service.application.living import require_living
from service.application.pseudonyms import is_account, sender, strength_of
from service.matches.access import held
from service.matches.aggregate import Aggregate
from service.projections.match_list.table import matches
from service.tables import accounts, house_bots

OVER = ("finished", "aborted")
_ADD = sa.text(
    "INSERT INTO house_bots (command, stream_id, account) VALUES (:command, :stream_id, :account)"
    " ON CONFLICT DO NOTHING"
).bindparams(sa.bindparam("stream_id", type_=sa.Uuid()))


class HouseSeats:
    """The notes of one store. `most` is for one account, `guests` for all guests together; 0: any number."""

    def __init__(self, store: EventStore, most: int, guests: int) -> None:
        self._store = store
        self._most = most
        self._guests = guests

    async def owns(self, caller: Caller, state: State) -> bool:
        """Whether the match is the caller's own: its account made it, or a guest did and it took the first seat."""
        maker = await self._store.sql.read(partial(creator_of, stream=MATCH_IDS.stream_of(state.match)))
        if maker is None:
            return False
        if is_account(maker):
            return caller.account is not None and maker == sender(caller, state.match)
        taken = [(place.since, number) for number, place in enumerate(state.seats) if _is_player(state, number)]
        return bool(taken) and min(taken)[1] in held(caller, state)

    async def note(self, caller: Caller, match: str, command: str) -> bool:
        """Note a seat before it is given; False: it was noted before. FORBIDDEN where that would be too many."""
        row = {"command": command, "stream_id": MATCH_IDS.stream_of(match), "account": caller.account}
        return await self._store.sql.write(lambda connection: self._note(connection, row))

    async def forget(self, command: str) -> None:
        """The seat was not given."""
        gone = house_bots.delete().where(house_bots.c.command == command)
        await self._store.sql.write(lambda connection: connection.execute(gone))

    async def freed(self, match: str) -> None:
        """One of the seats in a match is free again: all of them were given for one account, so any note will do."""
        notes = sa.select(house_bots.c.command).where(house_bots.c.stream_id == MATCH_IDS.stream_of(match)).limit(1)
        gone = house_bots.delete().where(house_bots.c.command.in_(notes.scalar_subquery()))
        await self._store.sql.write(lambda connection: connection.execute(gone))

    def _note(self, connection: Connection, row: dict[str, Any]) -> bool:
        account = row["account"]
        if account is not None:
            # one after another, so that two at once don't both find room
            connection.execute(sa.select(accounts).where(accounts.c.account == account).with_for_update())
            require_living(connection, account)
        known = sa.select(house_bots.c.command).where(house_bots.c.command == row["command"])
        if connection.execute(known).first() is not None:
            return False
        own = house_bots.c.account.is_(None) if account is None else house_bots.c.account == account
        over = sa.select(matches.c.stream_id).where(matches.c.status.in_(OVER))
        connection.execute(house_bots.delete().where(own, house_bots.c.stream_id.in_(over)))
        most = self._guests if account is None else self._most
        there = connection.execute(sa.select(sa.func.count()).select_from(house_bots).where(own)).scalar_one()
        if most and there >= most:
            raise _too_many(account, most)
        # the same request may be answered somewhere else at this moment
        return connection.execute(_ADD, row).rowcount == 1


def _too_many(account: str | None, most: int) -> ApiError:
    whose = "all guests together" if account is None else "one account"
    message = f"bots of the house play at most {most} seats at once for {whose}: end a match with one first"
    return ApiError(ErrorCode.FORBIDDEN, message, path=("bot",))


def _is_player(state: State, number: int) -> bool:
    player = state.seats[number].player
    return player is not None and strength_of(player) is None


def not_own() -> ApiError:
    """Seats of bots are given and freed by who made the match."""
    message = (
        "a bot of the house plays only in your own match: one that your account has made, or that a guest has made and"
        " you sat down in first; send the token of that account or seat"
    )
    return ApiError(ErrorCode.FORBIDDEN, message, path=("bot",))


def require_plain(request: JoinMatch) -> None:
    """Refuse what a bot of the house doesn't bring: it plays a preconstructed deck."""
    for value, name in ((request.deck_id, "deckId"), (request.loadout, "loadout"), (request.seed, "seed")):
        if value is not None:
            message = f"a bot of the house brings a preconstructed deck, named by `deck` or none, and no {name}"
            raise ApiError(ErrorCode.INVALID_INPUT, message, path=(name,))


def require_bot(match: Aggregate, strength: Strength) -> None:
    """Refuse a bot that the game doesn't have."""
    if strength not in match.game.strengths:
        there = ", ".join(match.game.strengths)
        message = f"{match.game.slug} has no bot {strength!r}; it has {there}"
        raise ApiError(ErrorCode.INVALID_INPUT, message, path=("bot",))


def require_player(state: State, number: int) -> None:
    """Refuse the last seat that a player could have."""
    if all(strength_of(place.player) for other, place in enumerate(state.seats) if other != number):
        message = "bots of the house don't play alone: one seat stays for a player"
        raise ApiError(ErrorCode.INVALID_INPUT, message, path=("bot",))


def chosen(match: Aggregate, seat: int, chance: str) -> Iterator[Any]:
    """The loadouts of all preconstructed decks that are for a seat, in an order by chance. INVALID_INPUT for none."""
    game, state = match.game, match.state
    if not 0 <= seat < len(state.seats):
        yield None  # there is no such seat, which is what will be said
        return
    decks = decks_for(game, state.options, (seat,), len(state.seats))
    if not decks:
        message = f"no preconstructed deck of {game.slug} is for seat {seat} of this match"
        raise ApiError(ErrorCode.INVALID_INPUT, message, path=("deck",))
    for deck in Random(chance).sample(decks, len(decks)):
        yield game.precon(deck, seat, state.options, len(state.seats))
