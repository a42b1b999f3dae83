"""The names of callers' commands: in the store by their callers, in the chain so that nobody can guess anything."""

from __future__ import annotations

from api_schema.ports.base import Caller
from eventstore import Command
from service.application.pseudonyms import sender
from service.keys import Keys


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
