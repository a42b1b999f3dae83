"""Names of matches, events, prompts and players as they go out, and the streams behind them.

What an account is called in a match is made with the account's own key (`Caller.alias_key`). Once the key is gone,
nobody can tell any more whose it was, nor which matches had the same player: see docs/decisions/0004.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable
from uuid import UUID, uuid5

from api_schema.errors import ApiError, ErrorCode
from api_schema.ports import Caller
from service.ids import id_of, stream_in

NAMESPACE = UUID("6f2f5b1e-5c1d-5b9e-9a53-9d8a4c5a7e10")
KIND = "match"
"""The kind of a match's stream."""
PREFIX = "mt_"
_GUEST = "guest:"


def new_stream(caller: Caller, key: str) -> UUID:
    """The stream that this caller creates with this key: always the same one, so a retry finds it.

    Nobody else can compute it: an account's key is secret, and so is the idempotency key of a guest.
    """
    creator = caller.ref if caller.account is None else _alias_key(caller).hex()
    return uuid5(NAMESPACE, f"{len(creator)}|{creator}|{key}")


def match_id(stream: UUID) -> str:
    """The opaque id of the match in this stream."""
    return id_of(PREFIX, stream)


def stream_of(match: str) -> UUID:
    """The stream of a match. NOT_FOUND if this can't be the id of one."""
    stream = stream_in(PREFIX, match)
    if stream is None:
        raise no_match(match)
    return stream


def no_match(match: str) -> ApiError:
    """There is no such match, or none that the caller may know of."""
    return ApiError(ErrorCode.NOT_FOUND, f"there is no match {match[:64]!r}", path=("matchId",))


def event_id(match: str, version: int) -> str:
    """The id of an event."""
    return f"ev_{match.removeprefix(PREFIX)}_{version}"


def event_of(event: str) -> tuple[UUID, int]:
    """The stream and the version of an event by its id. INVALID_INPUT if this can't be the id of one."""
    return event_in(event, lambda match: stream_of(PREFIX + match))


def event_in(event: str, stream: Callable[[str], UUID]) -> tuple[UUID, int]:
    """The same for ids whose middle part is read by `stream`, which raises ApiError."""
    middle, _, version = event.removeprefix("ev_").rpartition("_")
    try:
        if not event.startswith("ev_") or not version.isascii() or not version.isdecimal() or len(version) > 9:
            raise no_match(event)
        return stream(middle), int(version)
    except ApiError:
        message = f"{event[:80]!r} is not the id of an event"
        raise ApiError(ErrorCode.INVALID_INPUT, message, path=("after",)) from None


def prompt_id(number: int) -> str:
    """The id of a prompt, from the version that opened it."""
    return f"pr_{number}"


def prompt_number(prompt: str) -> int:
    """The version that opened the prompt of this id."""
    prefix, _, number = prompt.partition("_")
    if prefix != "pr" or not number.isdecimal() or len(number) > 9:
        raise ApiError(ErrorCode.INVALID_INPUT, f"{prompt[:64]!r} is not the id of a prompt", path=("promptId",))
    return int(number)


def player_of(caller: Caller, match: str) -> str:
    """How an account is referred to in one match; in every other match it is called something else."""
    return "pl:" + hmac.digest(_alias_key(caller), b"player|" + match.encode(), "sha256").hex()[:32]


def named_account(account: str) -> str:
    """How matches referred to an account before it had pseudonyms: the same in all of them."""
    return f"account:{account}"


def own_references(caller: Caller, match: str) -> tuple[str, ...]:
    """Every reference of a match that stands for this account; none for guests."""
    if caller.account is None:
        return ()
    return player_of(caller, match), named_account(caller.account)


def sender(caller: Caller, match: str) -> str:
    """Whose idempotency keys these are, as the store keeps it with each command of a match."""
    return caller.ref if caller.account is None else player_of(caller, match)


def guest_player(digest: str) -> str:
    """How a player without an account is referred to."""
    return f"{_GUEST}{digest[:12]}"


def is_guest(player: str) -> bool:
    """Whether the reference is that of a player without an account."""
    return player.startswith(_GUEST)


def _alias_key(caller: Caller) -> bytes:
    if not caller.alias_key:
        raise ValueError("an account without its key: all such accounts would be one player")
    return caller.alias_key
