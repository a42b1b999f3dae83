"""A card between its file and its game: the table as written, its id, the compiler of its texts, what is wrong."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Generic, TypeVar, cast

import msgspec

from domain.kernel.board import D
from domain.kernel.cardfile import CardEntry, Flaw, T
from domain.kernel.cardsets import card_id
from domain.kernel.dispatch import always
from domain.kernel.effects.compiler import Compiler
from domain.kernel.effects.grammar import EffectFault
from domain.kernel.upcasters import Data

R = TypeVar("R")

nothing = always(())
"""The addition of a game that adds nothing."""
Label = tuple[str, str, str]
"""A name that texts may use: of which kind, as it is written, what it means."""


@dataclass(eq=False)
class Draft(Generic[T]):
    """A card as its game gets it to read: its table, its id, its set and its place there, the compiler of its texts.

    `found` are its faults; a card that has some is not used. `digest` is the hash of a player's own set, None in the
    sets that come with the game.
    """

    entry: CardEntry[T]
    id: str
    set: str
    place: int
    digest: str | None
    compiler: Compiler
    found: list[Flaw]

    @property
    def card(self) -> T:
        """The table as written."""
        return self.entry.card

    def printed(self, made: type[msgspec.Struct], *but: str) -> Data:
        """The members that a game plays with as they are written, its place and its texts; but these."""
        found = {"cid": self.id, "set": self.set, "number": self.place, "source": self.entry.source}
        found |= as_written(self.card, made, *but, *found) | {"blocks": tuple(self.compiler.blocks)}
        return {name: value for name, value in found.items() if name not in but}

    def faults(self, key: str, messages: Iterable[str]) -> bool:
        """Whether something is wrong with this key; it is collected."""
        before = len(self.found)
        self.found.extend(self.entry.fault(key, message) for message in messages)
        return len(self.found) > before

    def sound(self, *flaws: Iterable[Flaw]) -> bool:
        """Whether nothing is wrong with the card, after these checks too."""
        self.found.extend(chain(*flaws))
        return not self.found

    def part(self, key: str, compile_part: Callable[[], R]) -> R:
        """The compiled part. With a fault, which is collected, there is None: ask for what is found before using it."""
        try:
            return compile_part()
        except EffectFault as fault:
            self.found.append(self.entry.fault(key, fault.message, fault.column))
            return cast("R", None)


def as_written(table: msgspec.Struct, made: type[msgspec.Struct], *but: str) -> Data:
    """The members that a table has, if it has any, and that are the same in what a game makes of it; but these."""
    same = set(made.__struct_fields__) & set(table.__struct_fields__) - set(but)
    return {name: value for name in same if (value := getattr(table, name)) is not None}


@dataclass(frozen=True, kw_only=True)
class Tables(Generic[D, T]):
    """A kind of tables in card files, as `[[card]]`. `compile` makes of a draft what the game plays with, or collects
    what is wrong with it.
    """

    table: type[T]
    compile: Callable[[Draft[T]], D | None]
    called: str = "card"
    key: str = "id"
    """Where a table says what it is called in its set."""
    numbered: Callable[[str, int], str] | None = None
    """The id, from set and number, of tables that are called by numbers; each set has its own."""
    mark: str = ""
    """The mark before the place of a table in the ids of players' own sets."""
    looked_up: str = ""
    """The mark before its id where cards are looked up."""
    inside: Callable[[T], Iterable[tuple[str, str]]] = nothing
    """(key, id) of the parts of a table that have ids too."""
    labels: Callable[[T, str], Iterable[Label]] = nothing
    """The names that a table with this id brings for texts, beside its own."""
    taken: str = "{!r} is taken; a set may not use an id twice, nor one of the core set"
    """The message for an id that would mean two things."""

    def id(self, table: T, set_id: str, place: int, digest: str | None) -> str:
        """The id of a table. In a player's own set its maker chooses no character of it but its number."""
        name = getattr(table, self.key)
        if digest is not None:
            return card_id(digest, name if self.numbered else f"{self.mark}{place}")
        return self.numbered(set_id, name) if self.numbered else str(name)

    def ids(self, table: T) -> Iterator[tuple[str, Hashable]]:
        """(key, id) of a table and of its parts, as its maker wrote them."""
        yield self.key, getattr(table, self.key)
        yield from self.inside(table)

    def doubles(self, drafts: Iterable[Draft[T]], taken: Iterable[str]) -> Iterator[Flaw]:
        """Ids that would mean two things: numbers in their set, other ids in all sets of the game."""
        seen: set[Hashable] = set() if self.numbered else set(taken)
        for draft in drafts:
            for key, name in self.ids(draft.card):
                one: Hashable = (draft.set, name) if self.numbered else name
                if one in seen:
                    yield draft.entry.fault(key, self.taken.format(name))
                seen.add(one)

    def names(self, table: T, cid: str) -> Iterator[Label]:
        """All names that a table with this id brings for texts."""
        yield self.called, str(getattr(table, self.key)), cid
        yield from self.labels(table, cid)
