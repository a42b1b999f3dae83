"""A game for people who have never seen it: `introduction.toml` in its folder, in several languages."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from importlib.resources import files
from typing import Annotated, Any

import msgspec

FILE = "introduction.toml"
ENGLISH = "en"
Sentence = Annotated[str, msgspec.Meta(min_length=1, max_length=240)]


class Term(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A word of the game that one meets first, and its meaning."""

    term: str
    meaning: Sentence


class DeckStyle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A ready-made deck by its id: a sentence about what it does, and for whom."""

    id: str
    style: Sentence


class Introduction(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game in one language (BCP 47): what it is, what one wants, how one wins and loses, a turn step by step."""

    language: str
    what: Sentence
    goal: Sentence
    win: tuple[Sentence, ...]
    lose: tuple[Sentence, ...]
    turn: tuple[Sentence, ...]
    terms: tuple[Term, ...]
    decks: tuple[DeckStyle, ...]


def read_introductions(package: str) -> Mapping[str, Introduction]:
    """The introductions of a game by their language, from its folder; none where it has no such file. ValueError for a
    file that is none, or has no English one.
    """
    file = files(package).joinpath(FILE)
    if not file.is_file():
        return {}
    try:
        found = {language: _read(language, one) for language, one in tomllib.loads(file.read_text("utf-8")).items()}
    except msgspec.ValidationError as error:
        raise ValueError(f"{package}/{FILE}: {error}") from None
    if ENGLISH not in found:
        raise ValueError(f"{package}/{FILE}: there is no [{ENGLISH}], which is shown where a language is missing")
    return found


def _read(language: str, told: dict[str, Any]) -> Introduction:
    terms = [{"term": term, "meaning": meaning} for term, meaning in told.pop("words", {}).items()]
    decks = [{"id": deck, "style": style} for deck, style in told.pop("decks", {}).items()]
    return msgspec.convert({**told, "language": language, "terms": terms, "decks": decks}, Introduction)
