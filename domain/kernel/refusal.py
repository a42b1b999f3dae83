"""A refusal is a value, never a silence: it says what is wrong, by which rule, and where in the input."""

from __future__ import annotations

import msgspec


class Refusal(msgspec.Struct, frozen=True):
    """Why an intent was not accepted. Nothing was written.

    `code` is one of the contract's error codes (`ILLEGAL_ACTION`, `PROMPT_CLOSED`, ...), `rule` the ID of the rule
    that forbids it, if one does, `path` the place in the input.
    """

    code: str
    message: str
    rule: str | None = None
    path: tuple[str, ...] = ()


class Violation(msgspec.Struct, frozen=True, gc=False):
    """One fault of a loadout or of match options, with the rule that it breaks and its place in the input."""

    rule: str
    message: str
    path: tuple[str, ...] = ()


def illegal(rule: str, message: str, *path: str) -> Refusal:
    """The refusal of an action that a rule of the game forbids."""
    return Refusal("ILLEGAL_ACTION", message, rule, path)
