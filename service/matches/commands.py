"""How the commands of callers are named: in the store by who sent them, in the chain so that nothing can be guessed."""

from __future__ import annotations

from api_schema.ports import Caller
from eventstore.envelope import Command
from service.keys import Keys
from service.matches.identity import sender


class Commands:
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
