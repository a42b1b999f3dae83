"""The names that accounts and tokens may have."""

from __future__ import annotations

import unicodedata

from api_schema.errors import ApiError, ErrorCode
from domain.kernel.visible import wrong_with_name

LONGEST = 40
"""Characters of an account's name, after normalisation."""
LONGEST_OF_TOKEN = 80
"""Characters of a token's name."""


def checked(name: str, longest: int = LONGEST) -> str:
    """The name in NFC without spaces around it. INVALID_INPUT."""
    text = unicodedata.normalize("NFC", name).strip(" ")
    if not 1 <= len(text) <= longest:
        raise _refused(f"a name has 1 to {longest} characters, not {len(text)}")
    if (wrong := wrong_with_name(text)) is not None:
        raise _refused(wrong)
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


def _refused(message: str) -> ApiError:
    return ApiError(ErrorCode.INVALID_INPUT, message, path=("name",))
