"""Opaque ids of matches, tournaments, ladders, events and prompts as they go out, and the streams behind them."""

from __future__ import annotations

import re
from base64 import b32decode, b32encode
from binascii import Error as NotBase32
from dataclasses import dataclass
from uuid import UUID, uuid5

from api_schema.errors import ApiError, ErrorCode
from api_schema.ports.base import Caller
from domain.kernel.audience import SPECTATOR
from eventstore import beside
from service.application.pseudonyms import account_key, own_key

_EVENT = re.compile(r"ev_((?:tn_)?[a-z2-7]+)_([0-9]+)(?:_(?:full|seat[0-9]+|en_[0-9a-z]+))?")
_GAMES = UUID("6f2f5b1e-5c1d-5b9e-9a53-9d8a4c5a7e10")
"""The namespace of the streams of matches and tournaments."""
_LADDERS = UUID("b9f6a1c2-6f0e-5a53-8d0b-2f4f4ad1c6e7")


@dataclass(frozen=True)
class StreamIds:
    """The ids of one kind of stream: the prefix, and the stream in base32. `parameter` is where an id comes in."""

    kind: str
    prefix: str
    parameter: str

    def id_of(self, stream: UUID) -> str:
        """The opaque id of what is in this stream."""
        return self.prefix + b32encode(stream.bytes).decode().rstrip("=").lower()

    def stream_of(self, name: str) -> UUID:
        """The stream of an id; each stream has one spelling only. NOT_FOUND if this can't be such an id."""
        try:
            stream = UUID(bytes=b32decode(name.removeprefix(self.prefix).upper() + "======"))
        except (NotBase32, ValueError):
            raise self.not_found(name) from None
        if self.id_of(stream) != name:
            raise self.not_found(name)
        return stream

    def not_found(self, name: str) -> ApiError:
        """There is no such thing, or none that the caller may know of."""
        return ApiError(ErrorCode.NOT_FOUND, f"there is no {self.kind} {name[:64]!r}", path=(self.parameter,))


MATCH_IDS = StreamIds("match", "mt_", "matchId")
TOURNAMENT_IDS = StreamIds("tournament", "tn_", "tournamentId")
LADDER_IDS = StreamIds("ladder", "lb_", "ladder")


def new_match(caller: Caller, key: str) -> UUID:
    """The stream of the match that this caller creates with this key: always the same one, so a retry finds it.

    Nobody else can compute it: an account's key is secret, and so is the idempotency key of a guest.
    """
    creator = caller.ref if caller.account is None else own_key(caller).hex()
    return uuid5(_GAMES, f"{len(creator)}|{creator}|{key}")


def new_tournament(caller: Caller, key: str) -> UUID:
    """The stream of the tournament that this account makes with this key: always the same one, and nobody else's."""
    return uuid5(_GAMES, f"tournament|{account_key(caller).hex()}|{key}")


def game_stream(tournament: str, number: int, table: int, game: int) -> UUID:
    """The stream of the match of a tournament's game: the same in every replica, so that only one makes it, and in the
    shard of the tournament, so that a round is one transaction of one shard.
    """
    stream = TOURNAMENT_IDS.stream_of(tournament)
    return beside(uuid5(stream, f"match|{number}|{table}|{game}"), stream)


def game_match(tournament: str, number: int, table: int, game: int) -> str:
    """The id of the match of a tournament's game."""
    return MATCH_IDS.id_of(game_stream(tournament, number, table, game))


def ladder_stream(game: str, season: str) -> UUID:
    """The stream of the ladder of a game and a season."""
    return uuid5(_LADDERS, f"{len(game)}|{game}|{season}")


def event_id(owner: str, version: int, viewer: str = SPECTATOR) -> str:
    """The id of an event of a match or of a tournament, as a viewer sees it: who keeps events by their id never takes
    the event of one perspective for that of another.
    """
    eyes = "" if viewer == SPECTATOR else f"_{viewer.removeprefix('entrant:').replace(':', '')}"
    return f"ev_{owner.removeprefix(MATCH_IDS.prefix)}_{version}{eyes}"


def event_of(event: str) -> tuple[UUID, int]:
    """The stream and the version of an event by its id, whoever sees it. INVALID_INPUT if this can't be the id of
    one.
    """
    found = _EVENT.fullmatch(event)
    owner, version = found.groups() if found else ("", "")
    try:
        if not _is_number(version):
            raise MATCH_IDS.not_found(event)
        if owner.startswith(TOURNAMENT_IDS.prefix):
            return TOURNAMENT_IDS.stream_of(owner), int(version)
        return MATCH_IDS.stream_of(MATCH_IDS.prefix + owner), int(version)
    except ApiError:
        message = f"{event[:80]!r} is not the id of an event"
        raise ApiError(ErrorCode.INVALID_INPUT, message, path=("after",)) from None


def prompt_id(number: int) -> str:
    """The id of a prompt, from the version that opened it."""
    return f"pr_{number}"


def prompt_number(prompt: str) -> int:
    """The version that opened the prompt of this id."""
    prefix, _, number = prompt.partition("_")
    if prefix != "pr" or not _is_number(number):
        raise ApiError(ErrorCode.INVALID_INPUT, f"{prompt[:64]!r} is not the id of a prompt", path=("promptId",))
    return int(number)


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) <= 9
