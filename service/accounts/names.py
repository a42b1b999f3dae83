"""The names that accounts and tokens may have."""

from __future__ import annotations

import unicodedata

from api_schema.errors import ApiError, ErrorCode

LONGEST = 40
"""Characters of an account's name, after normalisation."""
LONGEST_OF_TOKEN = 80
"""Characters of a token's name."""
_UNSEEN = ("C", "Z")
"""Unicode categories of what is not seen: controls, marks of direction, joiners, private and unassigned characters,
separators. The plain space between two words is let through.
"""


def checked(name: str, longest: int = LONGEST) -> str:
    """The name in NFC without spaces around it. INVALID_INPUT."""
    text = unicodedata.normalize("NFC", name).strip(" ")
    if not 1 <= len(text) <= longest:
        raise _refused(f"a name has 1 to {longest} characters, not {len(text)}")
    hidden = next((character for character in text if _is_unseen(character)), None)
    if hidden is not None:
        raise _refused(f"a name has visible characters and single spaces only, not U+{ord(hidden):04X}")
    if "  " in text or unicodedata.category(text[0]).startswith("M"):
        raise _refused("a name begins with a character of its own and has single spaces only")
    return text


def folded(name: str) -> str:
    """The name without upper case and without other forms of the same characters, to be looked for."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def sought(part: str | None) -> str | None:
    """A part of a name to look for, folded. INVALID_INPUT for controls, halves of characters, and if it is too long."""
    if part is None:
        return None
    if not 1 <= len(part) <= LONGEST or any(unicodedata.category(character) in ("Cc", "Cs") for character in part):
        raise _refused(f"a part of a name has 1 to {LONGEST} characters, and no controls")
    return folded(part)


def _is_unseen(character: str) -> bool:
    return character != " " and unicodedata.category(character).startswith(_UNSEEN)


def _refused(message: str) -> ApiError:
    return ApiError(ErrorCode.INVALID_INPUT, message, path=("name",))
