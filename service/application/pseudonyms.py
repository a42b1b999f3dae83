"""The pseudonyms of an account in a match, in a tournament and on the leaderboards: a different one everywhere.

Pseudonyms are made with the account's own key (`Caller.alias_key`). Once the key is gone, nobody can tell any more
whose they were, nor which matches had the same player: see docs/decisions/0004.
"""

from __future__ import annotations

import hmac
from base64 import b32encode
from collections.abc import Mapping
from typing import TYPE_CHECKING, get_args

from api_schema.errors import ApiError, ErrorCode
from api_schema.ports.base import Caller
from domain.kernel.game import Strength
from eventstore import Command

if TYPE_CHECKING:
    from service.keys import Keys  # ciphers take long to import

LADDER_PLAYER = "ld_"
"""The prefix of references of leaderboards."""
_PLAYER = "pl:"
_GUEST = "guest:"
_HOUSE = "house:"
"""Begins the reference of a bot of the house, which is the same in every match; its strength follows."""
_STRENGTHS: Mapping[str | None, Strength] = {f"{_HOUSE}{strength}": strength for strength in get_args(Strength)}


def player_of(caller: Caller, match: str) -> str:
    """The pseudonym of an account in one match; it has another one in every other match."""
    return _PLAYER + hmac.digest(own_key(caller), b"player|" + match.encode(), "sha256").hex()[:32]


def named_account(account: str) -> str:
    """The reference to an account that asks."""
    return f"account:{account}"


def own_player(caller: Caller, match: str) -> str | None:
    """The pseudonym of the caller in a match; None for guests."""
    return None if caller.account is None else player_of(caller, match)


def sender(caller: Caller, match: str) -> str:
    """The owner of idempotency keys, as the store keeps it with each command of a match."""
    return caller.ref if caller.account is None else player_of(caller, match)


def guest_player(digest: str) -> str:
    """The reference of a player without an account."""
    return f"{_GUEST}{digest[:12]}"


def is_account(reference: str) -> bool:
    """Whether a player, or the sender of a command of a match, has an account."""
    return reference.startswith(_PLAYER)


def is_guest(player: str) -> bool:
    """Whether the reference is that of a player without an account."""
    return player.startswith(_GUEST)


def house_player(strength: Strength) -> str:
    """The reference of the house's bot of this strength."""
    return _HOUSE + strength


def strength_of(player: str | None) -> Strength | None:
    """How the bot of the house behind a reference plays; None: somebody else sits there, or nobody."""
    return _STRENGTHS.get(player)


def entrant_of(caller: Caller, tournament: str) -> str:
    """The reference of an account as an entrant of one tournament."""
    return "en_" + _alias(caller, f"entrant|{tournament}")


def staff_of(caller: Caller, tournament: str) -> str:
    """The reference of an account on the staff of one tournament."""
    return "sf_" + _alias(caller, f"staff|{tournament}")


def ladder_player(caller: Caller, game: str) -> str:
    """The reference of an account on the leaderboards of a game."""
    return LADDER_PLAYER + _alias(caller, f"ladder|{game}")


def account_key(caller: Caller) -> bytes:
    """The account's own key. UNAUTHENTICATED for a caller without an account."""
    if caller.account is None or not caller.alias_key:
        raise ApiError(ErrorCode.UNAUTHENTICATED, "tournaments are for accounts: send a personal token")
    return caller.alias_key


def own_key(caller: Caller) -> bytes:
    """The own key of a caller that has an account."""
    if not caller.alias_key:
        raise ValueError("an account without its key: all such accounts would be one player")
    return caller.alias_key


def _alias(caller: Caller, what: str) -> str:
    digest = hmac.digest(account_key(caller), what.encode(), "sha256")
    return b32encode(digest[:15]).decode().lower()


class CommandNames:
    """Names of commands."""

    def __init__(self, keys: Keys) -> None:
        self._keys = keys

    def stored(self, caller: Caller, match: str, key: str, fingerprint: bytes) -> Command:
        """A command as the store knows it: the same for every retry."""
        return Command(sender(caller, match), key, fingerprint)

    def digest(self, caller: Caller, match: str, key: str) -> str:
        """The command's name in the chain, 32 hex digits.

        It is made with a key of the service: an idempotency key is free text and perhaps a short one, and a plain
        hash of it could be tried against guesses.
        """
        own = sender(caller, match)
        return self._keys.mac("command", "|".join((match, str(len(own)), own, key)).encode()).hex()
