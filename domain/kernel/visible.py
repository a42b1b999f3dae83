"""Which characters of a text are seen where they stand.

A text may hold characters that nobody sees: controls, marks of direction, and what Unicode calls ignorable by default
(Default_Ignorable_Code_Point). Words need some of these: a joiner chooses the form of the letters around it, a
variation selector the form of the character before it, tags say whose flag it is. They are let through where they do.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from unicodedata import bidirectional, category, combining, name, normalize

MARKS = 3
"""Marks that one letter may have above and below it. Hebrew, Tibetan and Myanmar need three."""
NON_JOINER, JOINER, VOWEL_SEPARATOR = "\u200c", "\u200d", "\u180e"
_VIRAMA = 9
"""The combining class of the mark that takes the vowel from a letter."""
_AROUND = 64
"""Characters before and behind a joiner that are looked at."""
_SELECTORS = re.compile("[\u180b-\u180d\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef]")
_IGNORABLE = re.compile(f"[\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0]|{_SELECTORS.pattern}")
"""Characters that are ignorable by default and no control: category L or M."""
_NO_INK = "\u2800\U0001d159"
"""The empty pattern of Braille and the empty note head: symbols, of which no property says that they have no ink."""
_FLAG = re.compile("\U0001f3f4[\U000e0030-\U000e0039\U000e0061-\U000e007a]{3,6}\U000e007f")
"""The flag of a part of a country (UTS 51, ED-14a), as long as any that there is."""
_SYMBOLS = ("So", "Sm", "Po", "Pd", "Nd")
"""The categories of emoji, with keys and punctuation; the letter ℹ is the exception."""
_DRESSING = "\ufe0f\U0001f3fb\U0001f3fc\U0001f3fd\U0001f3fe\U0001f3ff"
"""Characters that follow an emoji and belong to it: the selector of its picture, the colours of skin."""


def wrong_with_name(text: str) -> str | None:
    """Why people can't see all of a name, or tell it from another one; None if they can."""
    hidden = _first(text, _is_unseen)
    if hidden is not None:
        return f"a name has visible characters and single spaces only, not U+{ord(hidden):04X} where it stands"
    if "  " in text:
        return "a name has single spaces only"
    if _piled(text):
        return f"a mark stands on a letter of its own, and a letter of a name has at most {MARKS} marks"
    return None


def unprintable(text: str) -> str | None:
    """The first control, mark of direction, private or unassigned character that has no place where it stands; a line
    feed parts lines.
    """
    if text.isprintable():
        return None  # as nearly all texts are; it is false for each of these characters, and for more
    return _first(text, lambda character: character != "\n" and category(character).startswith("C"))


def _piled(text: str) -> bool:
    """Whether a letter has more than `MARKS` marks that take no room of their own, or a mark stands on no letter."""
    marks, before = 0, " "
    for character in normalize("NFD", text):
        kind = category(character)
        if kind.startswith("M") and before == " ":
            return True
        if kind in ("Mn", "Me"):
            marks += _SELECTORS.match(character) is None
        elif kind != "Mc" and character not in (NON_JOINER, JOINER):
            marks = 0
        if marks > MARKS:
            return True
        before = character
    return False


def _first(text: str, odd: Callable[[str], bool]) -> str | None:
    return next((one for at, one in enumerate(text) if odd(one) and not _is_needed(text, at)), None)


def _is_unseen(character: str) -> bool:
    if _IGNORABLE.match(character) or character in _NO_INK:
        return True
    return character != " " and category(character).startswith(("C", "Z"))


def _is_needed(text: str, at: int) -> bool:
    """Whether the character chooses the form of its neighbours, or is a tag of a flag."""
    before, one, after = text[max(at - _AROUND, 0) : at], text[at], text[at + 1 : at + 1 + _AROUND]
    if not before:
        return False
    if one == NON_JOINER:
        return after[:1].isalpha() and _parts(before, after)
    if one == JOINER:
        return _joins(before, after)
    if _SELECTORS.match(one) or one == VOWEL_SEPARATOR:
        return _selects(before[-1], one, after)
    return any(flag.start() <= at < flag.end() for flag in _FLAG.finditer(text))


def _parts(before: str, after: str) -> bool:
    """UAX 31, ContextJ A1 and A2. Between Arabic letters it may also stand where the first joins nothing: it shows
    nothing there, but people and keyboards write it.
    """
    from idna import valid_contextj  # here, as few names need it and it takes long to import

    letter = before.rstrip("".join(one for one in before if category(one) == "Mn"))[-1:]
    arabic = letter.isalpha() and bidirectional(letter) == bidirectional(after[0]) == "AL"
    return arabic or valid_contextj(before + NON_JOINER + after, len(before))


def _joins(before: str, after: str) -> bool:
    """UAX 31, ContextJ B, or an emoji of several (UTS 51, ED-16). Bengali has it before the virama as well."""
    following = after[:1]
    if before[-1].isalpha() and following and combining(following) == _VIRAMA:
        return True
    picture = before.rstrip(_DRESSING)[-1:]
    if picture and following and category(picture) in _SYMBOLS and category(following) in _SYMBOLS:
        return True
    return not (following and category(following).startswith("M")) and combining(before[-1]) == _VIRAMA


def _selects(before: str, selector: str, after: str) -> bool:
    """Whether there are forms to select from: of emoji, of Mongolian letters, of ideographs and Myanmar letters."""
    if selector in "\ufe0e\ufe0f":
        return category(before) in _SYMBOLS or before == "ℹ"
    if selector == VOWEL_SEPARATOR:
        return all(name(one, "").startswith("MONGOLIAN LETTER") for one in (before, after[:1] or " "))
    if selector < VOWEL_SEPARATOR or selector == "\u180f":
        return name(before, "").startswith("MONGOLIAN")
    return name(before, "").startswith(("CJK UNIFIED", "MYANMAR"))
