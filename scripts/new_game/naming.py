"""The names of a game that begins: its slug, its title, the prefix of its rule IDs; and what is wrong with them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from keyword import iskeyword
from pathlib import Path
from typing import NamedTuple

from api_schema.input.names import pascal
from domain.games import discover

SLUG = re.compile(r"[a-z][a-z0-9]*(?:_[a-z0-9]+)*")
TITLE = re.compile(r"\w[\w &'.:!-]{1,39}")
PREFIX = re.compile(r"[A-Z][A-Z0-9]{1,7}")
LONGEST = 30
RESERVED = ("EX", "KERNEL")
"""Prefixes of worked examples and of the kernel's own rules."""


class Naming(NamedTuple):
    """How a game is called."""

    slug: str
    title: str
    prefix: str


def naming(slug: str, title: str = "", prefix: str = "") -> Naming:
    """The names as given; without a title the words of the slug, without a prefix their initials, or three letters."""
    words = slug.split("_")
    initials = "".join(word[:1] for word in words) if len(words) > 1 else slug[:3]
    return Naming(slug, title or slug.replace("_", " ").title(), prefix or initials.upper())


def faults(root: Path, names: Naming) -> Iterator[str]:
    """Why there can't be such a game, a sentence for each fault; the folders are those of this checkout."""
    yield from _of_slug(root, names.slug)
    if not TITLE.fullmatch(names.title):
        yield f"{names.title!r} is no title: take 2 to 40 letters, digits, spaces and signs of & ' . : ! -"
    if not PREFIX.fullmatch(names.prefix):
        yield f"{names.prefix!r} is no prefix of rule IDs: take 2 to 8 capitals and digits, a capital first (PREFIX=)"
    if names.prefix in RESERVED:
        yield f"the prefix {names.prefix!r} is not for games: name another one (PREFIX=)"
    for game in discover().values():
        if names.prefix == game.prefix:
            yield f"the prefix {names.prefix!r} is that of {game.title}: name another one (PREFIX=)"
        if names.title.casefold() == game.title.casefold():
            yield f"the title {names.title!r} is that of {game.slug}: name another one (TITLE=)"


def _of_slug(root: Path, slug: str) -> Iterator[str]:
    if not SLUG.fullmatch(slug) or len(slug) > LONGEST or iskeyword(slug):
        yield f"{slug!r} is no slug: take small letters, digits and _, a letter first, at most {LONGEST} (SLUG=)"
        return
    for folder in ("domain/games", "tests/games", "tests/fixtures/events"):
        if any(file.suffix != ".pyc" for file in (root / folder / slug).rglob("*.*")):
            yield f"the slug {slug!r} is taken: {folder}/{slug} is there"
    schema = (root / "api_schema/schema.graphql").read_text(encoding="utf-8")
    if taken := re.search(rf"^\w+ ({pascal(slug)}State)\b", schema, re.MULTILINE):
        yield f"the slug {slug!r} is taken: the API has a type {taken[1]}"
