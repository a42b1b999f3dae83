"""Names of tournaments, entrants and staff as they go out, and the streams behind tournaments and their matches.

As in matches, what an account is called is made with the account's own key: see docs/decisions/0004.
"""

from __future__ import annotations

import hmac
from base64 import b32encode
from uuid import UUID, uuid5

from api_schema.errors import ApiError, ErrorCode
from api_schema.ports import Caller
from service.ids import id_of, stream_in
from service.matches.identity import NAMESPACE, event_in, match_id
from service.matches.identity import event_of as event_of_match

KIND = "tournament"
"""The kind of a tournament's stream."""
PREFIX = "tn_"
LADDER_PLAYER = "ld_"
"""What references of leaderboards begin with."""


def new_stream(caller: Caller, key: str) -> UUID:
    """The stream of the tournament that this account makes with this key: always the same one, and nobody else's."""
    return uuid5(NAMESPACE, f"tournament|{alias_key(caller).hex()}|{key}")


def tournament_id(stream: UUID) -> str:
    """The opaque id of the tournament in this stream."""
    return id_of(PREFIX, stream)


def stream_of(tournament: str) -> UUID:
    """The stream of a tournament. NOT_FOUND if this can't be the id of one."""
    stream = stream_in(PREFIX, tournament)
    if stream is None:
        raise no_tournament(tournament)
    return stream


def no_tournament(tournament: str) -> ApiError:
    """There is no such tournament."""
    message = f"there is no tournament {tournament[:64]!r}"
    return ApiError(ErrorCode.NOT_FOUND, message, path=("tournamentId",))


def match_stream(tournament: str, number: int, table: int, game: int) -> UUID:
    """The stream of the match of a game: the same for whoever makes it, so that it is made once."""
    return uuid5(stream_of(tournament), f"match|{number}|{table}|{game}")


def match_of(tournament: str, number: int, table: int, game: int) -> str:
    """The id of the match of a game."""
    return match_id(match_stream(tournament, number, table, game))


def event_id(tournament: str, version: int) -> str:
    """The id of an event."""
    return f"ev_{tournament}_{version}"


def event_of(event: str) -> tuple[UUID, int]:
    """The stream and the version of an event of a tournament or of a match. INVALID_INPUT if this can't be one's id."""
    return event_in(event, stream_of) if event.startswith(f"ev_{PREFIX}") else event_of_match(event)


def entrant_of(caller: Caller, tournament: str) -> str:
    """How an account is called as an entrant of one tournament."""
    return "en_" + _alias(caller, f"entrant|{tournament}")


def staff_of(caller: Caller, tournament: str) -> str:
    """How an account is called as one who runs a tournament or rules in it."""
    return "sf_" + _alias(caller, f"staff|{tournament}")


def ladder_player(caller: Caller, game: str) -> str:
    """How an account is called on the leaderboards of a game."""
    return LADDER_PLAYER + _alias(caller, f"ladder|{game}")


def alias_key(caller: Caller) -> bytes:
    """The account's own key. UNAUTHENTICATED for who has no account."""
    if caller.account is None or not caller.alias_key:
        raise ApiError(ErrorCode.UNAUTHENTICATED, "tournaments are for accounts: send a personal token")
    return caller.alias_key


def _alias(caller: Caller, what: str) -> str:
    digest = hmac.digest(alias_key(caller), what.encode(), "sha256")
    return b32encode(digest[:15]).decode().lower()
