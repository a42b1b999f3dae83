"""Names as the contract writes them: camelCase fields, PascalCase types, upper-case enum values."""

from __future__ import annotations

import re


def words(name: str) -> list[str]:
    """The words of a slug, a snake_case or a camelCase name."""
    spaced = re.sub(r"([a-z0-9])([A-Z])", r"\1 \2", name)
    return [word for word in re.split(r"[^A-Za-z0-9]+", spaced) if word]


def pascal(name: str) -> str:
    """`pass_turn` -> `PassTurn`."""
    return "".join(word[0].upper() + word[1:] for word in words(name))


def camel(name: str) -> str:
    """`pass_turn` -> `passTurn`."""
    whole = pascal(name)
    return whole[:1].lower() + whole[1:]


def enum_value(name: object) -> str:
    """`pass turn` -> `PASS_TURN`; a leading digit gets an underscore, as GraphQL asks."""
    text = re.sub(r"[^A-Z0-9]+", "_", str(name).upper()).strip("_") or "NONE"
    return f"_{text}" if text[0].isdigit() else text
