"""The names that accounts and tokens may have."""

from __future__ import annotations

import unicodedata

from api_schema.errors import ApiError, ErrorCode
from api_schema.input.patterns import LONGEST_NAME
from domain.kernel.visible import wrong_with_name

_ACCENTS = 200
"""From this combining class on a mark stands above, below or beside letters (Unicode, 4.3); others are of a script."""


def checked(name: str, longest: int = LONGEST_NAME) -> str:
    """The name in NFC without spaces around it. INVALID_INPUT."""
    text = unicodedata.normalize("NFC", name).strip(" ")
    if not 1 <= len(text) <= longest:
        raise _refused(f"a name has 1 to {longest} characters, not {len(text)}")
    if (wrong := wrong_with_name(text)) is not None:
        raise _refused(wrong)
    return text


def folded(name: str) -> str:
    """The name without upper case, accents and other forms of the same characters, to be looked for.

    Marks that make another letter or syllable stay, as vowels of Devanagari and the voicing of kana.
    """
    parts = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", name).casefold())
    return unicodedata.normalize("NFKC", "".join(part for part in parts if unicodedata.combining(part) < _ACCENTS))


def sought(part: str | None) -> str | None:
    """A part of a name to look for, folded. INVALID_INPUT for controls, halves of characters, and if it is too long."""
    if part is None:
        return None
    if not 1 <= len(part) <= LONGEST_NAME or any(unicodedata.category(character) in ("Cc", "Cs") for character in part):
        raise _refused(f"a part of a name has 1 to {LONGEST_NAME} characters, and no controls")
    if not (text := folded(part)):
        raise _refused("a part of a name has a letter, a digit or a sign, not accents alone")
    return text


def _refused(message: str) -> ApiError:
    return ApiError(ErrorCode.INVALID_INPUT, message, path=("name",))
