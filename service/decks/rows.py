"""The rows of saved decks: each statement of theirs, on a connection inside a transaction."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from sqlalchemy import Connection

from api_schema.errors import ApiError, ErrorCode
from service.application.living import require_living
from service.tables import decks
from service.times import rfc3339

_ADD = sa.text(
    "INSERT INTO decks (id, account, game, name, seats, options, loadout, revision, fingerprint, created_at,"
    " updated_at) VALUES (:id, :account, :game, :name, :seats, :options, :loadout, :revision, :fingerprint,"
    " :created_at, :updated_at) ON CONFLICT DO NOTHING"
)


def add(connection: Connection, row: dict[str, Any], most: int) -> Any:
    """The new row, or the one that the same key made before. KEY_REUSED, FORBIDDEN beyond `most`."""
    require_living(connection, row["account"])
    there = one(connection, row["account"], row["id"])
    if there is None:
        _require_room(connection, row["account"], most)
        connection.execute(_ADD, row)
        there = one(connection, row["account"], row["id"])
    assert there is not None
    if there.fingerprint != row["fingerprint"]:
        details: dict[str, object] = {"firstUsedAt": rfc3339(there.created_at)}
        message = "this idempotency key was used before with other content"
        raise ApiError(ErrorCode.KEY_REUSED, message, path=("idempotencyKey",), details=details)
    return there


def change(connection: Connection, account: str, deck: str, values: dict[str, Any], expected: int) -> Any:
    """The row after its change at this revision. NOT_FOUND, VERSION_CONFLICT."""
    at = _own(account, deck) & (decks.c.revision == expected)
    changed = connection.execute(decks.update().where(at).values(revision=decks.c.revision + 1, **values)).rowcount
    there = one(connection, account, deck)
    if there is None:
        raise no_deck(deck)
    if not changed:
        raise _conflict(expected, there.revision)
    return there


def delete(connection: Connection, account: str, deck: str, expected: int | None) -> None:
    """Remove the row. NOT_FOUND, VERSION_CONFLICT."""
    at = _own(account, deck)
    if expected is not None:
        at &= decks.c.revision == expected
    if connection.execute(decks.delete().where(at)).rowcount:
        return
    there = one(connection, account, deck)
    if there is None or expected is None:
        raise no_deck(deck)
    raise _conflict(expected, there.revision)


def one(connection: Connection, account: str, deck: str) -> Any:
    """The row, or None if the account has no such deck."""
    return connection.execute(sa.select(decks).where(_own(account, deck))).first()


def page(
    connection: Connection, account: str, game: str | None, after: tuple[int, str] | None, limit: int
) -> tuple[list[Any], int]:
    """(rows after a place, newest first; how many there are in all)."""
    wanted = decks.c.account == account
    if game is not None:
        wanted &= decks.c.game == game
    query = sa.select(decks).where(wanted)
    if after is not None:
        place = sa.tuple_(sa.literal(after[0], sa.BigInteger()), sa.literal(after[1], sa.Text()))
        query = query.where(sa.tuple_(decks.c.created_at, decks.c.id) < place)
    rows = connection.execute(query.order_by(decks.c.created_at.desc(), decks.c.id.desc()).limit(limit)).all()
    total = connection.execute(sa.select(sa.func.count()).select_from(decks).where(wanted)).scalar_one()
    return list(rows), total


def no_deck(deck: str) -> ApiError:
    """The account has no such deck, even if another account has."""
    return ApiError(ErrorCode.NOT_FOUND, f"you have no deck {deck[:64]!r}", path=("id",))


def _own(account: str, deck: str) -> sa.ColumnElement[bool]:
    return (decks.c.id == deck) & (decks.c.account == account)


def _require_room(connection: Connection, account: str, most: int) -> None:
    query = sa.select(sa.func.count()).select_from(decks).where(decks.c.account == account)
    if connection.execute(query).scalar_one() >= most:
        raise ApiError(ErrorCode.FORBIDDEN, f"an account may save at most {most} decks")


def _conflict(expected: int, actual: int) -> ApiError:
    return ApiError(
        ErrorCode.VERSION_CONFLICT,
        f"you expected revision {expected}, the deck is at {actual}",
        path=("expectedRevision",),
        details={"expected": expected, "actual": actual},
    )
