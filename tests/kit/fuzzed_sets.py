"""Card sets by chance: tables of every key that a card file may have, with texts of every word (`fuzzed_texts.py`).

The `tests/games/<slug>/fuzz.py` of a game says what its cards are made of; its own reader has the last word.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from copy import copy
from dataclasses import replace
from functools import cache, wraps
from importlib import import_module
from random import Random
from typing import Any

import msgspec
from msgspec import inspect

from domain.kernel.cardfile import CardFault
from domain.kernel.cardsets import OwnSet
from domain.kernel.effects.compiler import Call
from domain.kernel.effects.vocabulary import Function, Group, Vocabulary, Word
from domain.kernel.game import CardGame, reader_of
from tests.kit.fuzzed_texts import Texts
from tests.kit.mutations import Table, toml

Tables = Mapping[str, Sequence[Table]]
"""The tables of a card file by their kind: `card` and others."""
HEAD = 'set = "{}"\nname = "{}"\n'
CALLED = ("Crème Brûlée", "{0}", "%s %d", "<b>&amp;</b>", "'quoted'", '"', r"\\", "None", "日本", "a" * 80)
"""What makers call things: a sentence has to bear it."""


class Values:
    """Draws values of the types that a table has."""

    def __init__(self, random: Random) -> None:
        self.random = random

    def of(self, table: type[msgspec.Struct], *keys: str) -> dict[str, Any]:
        """A value for each of these keys of a table."""
        return {key: self.drawn(_types(table)[key]) for key in keys}

    def some(self, keys: Sequence[str]) -> list[str]:
        """Some of these keys."""
        return [key for key in keys if self.random.random() < 0.4]

    def name(self) -> str:
        """A printed name."""
        return self.random.choice(CALLED)

    def drawn(self, kind: inspect.Type) -> Any:
        """A value of a type that is no optional one's None; numbers are mostly small or a bound."""
        match kind:
            case inspect.LiteralType(values=values):
                return self.random.choice(values)
            case inspect.BoolType():
                return self.random.random() < 0.5
            case inspect.IntType(ge=low, le=high):
                least, most = low or 0, 9 if high is None else high
                small = self.random.randint(least, max(least, min(most, 9)))
                return small if self.random.random() < 0.9 else self.random.choice((least, most))
            case inspect.UnionType(types=types):
                return self.drawn(self.random.choice([one for one in types if not isinstance(one, inspect.NoneType)]))
            case (
                inspect.VarTupleType(item_type=item, min_length=least)
                | inspect.FrozenSetType(item_type=item, min_length=least)
            ):
                drawn = [self.drawn(item) for _ in range(self.random.randint(least or 0, 3))]
                return sorted(set(drawn)) or [self.drawn(item)]
            case inspect.StrType():
                return self.name()
        raise TypeError(kind)


@cache
def _types(table: type[msgspec.Struct]) -> Mapping[str, inspect.Type]:
    """The types of the keys of a table."""
    return {field.encode_name: inspect.type_info(field.type) for field in msgspec.structs.fields(table)}


class Ran(Counter[tuple[Group, str]]):
    """How often each word of a vocabulary was asked or carried out."""

    def counting(self, vocabulary: Vocabulary) -> Vocabulary:
        """The same words, which are counted."""
        counted = copy(vocabulary)
        counted.words = {key: self._counted(key, word) for key, word in vocabulary.words.items()}
        self._keys = {word.function: key for key, word in counted.words.items()}
        return counted

    def _counted(self, key: tuple[Group, str], word: Word) -> Word:
        function: Function = word.function

        @wraps(function)
        def counting(*context: Any, **given: Any) -> Any:
            self[key] += 1
            return function(*context, **given)

        return msgspec.structs.replace(word, function=counting)

    def asked(self, made: Any) -> Any:
        """What a reader has made, in which what modifiers are given is counted: the rules read it, and call no word."""
        if isinstance(made, Call):
            arguments = _Asked(self, self._keys[made.function], made.arguments)
            return msgspec.structs.replace(made, arguments=arguments)
        if isinstance(made, msgspec.Struct):
            fields = {name: getattr(made, name) for name in made.__struct_fields__ if name != "source"}
            return msgspec.structs.replace(made, **{name: self.asked(value) for name, value in fields.items()})
        if isinstance(made, tuple):
            return tuple(map(self.asked, made))
        if isinstance(made, dict):
            return {key: self.asked(value) for key, value in made.items()}
        return made


class _Asked(dict[str, Any]):
    """The arguments of a call, which count when one of them is read."""

    def __init__(self, ran: Ran, key: tuple[Group, str], arguments: Mapping[str, Any]) -> None:
        super().__init__(arguments)
        self._ran, self._key = ran, key

    def __getitem__(self, name: str) -> Any:
        self._ran[self._key] += 1
        return super().__getitem__(name)

    def get(self, name: str, default: Any = None) -> Any:
        self._ran[self._key] += 1
        return super().get(name, default)

    def items(self) -> Any:
        self._ran[self._key] += 1
        return super().items()


class Sets:
    """Sets of a game by chance. `tried`, `legal` and `texts` count, `ran` says which of their words have run."""

    def __init__(self, game: CardGame) -> None:
        self.game = game
        self.ran = Ran()
        reader = reader_of(game)
        self.vocabulary = reader.vocabulary
        self._reader = replace(reader, vocabulary=self.ran.counting(reader.vocabulary))
        given = import_module(f"tests.games.{game.slug}.fuzz")
        self._tables: Callable[[Texts, Values], Tables] = given.tables
        self._head: tuple[str, str] = given.HEAD
        self.tried = self.legal = self.texts = self.legal_texts = 0
        self.used: Counter[tuple[Group, str]] = Counter()
        self.refused: Counter[str] = Counter()

    def text(self, random: Random) -> str:
        """A set, legal or not."""
        names = {kind: dict(known) for kind, known in self.game.core().names.items()}
        texts = Texts(self._reader.vocabulary, names, random)
        tables = self._tables(texts, Values(random))
        self.texts, self.legal_texts = self.texts + texts.tried, self.legal_texts + texts.legal
        self.used.update(texts.used)
        parts = [f"\n[[{kind}]]\n{toml(table)}" for kind, written in tables.items() for table in written]
        return HEAD.format(*self._head) + "".join(parts)

    def read(self, text: str) -> OwnSet:
        """The set of a text, its words counted. Raises CardFault."""
        own = self._reader.read_own(self.game.core(), text)
        return msgspec.structs.replace(own, cards=self.ran.asked(own.cards), others=self.ran.asked(own.others))

    def drawn(self, random: Random) -> OwnSet:
        """A legal set: those that the reader refuses count, and make room for the next."""
        while True:
            self.tried += 1
            try:
                own = self.read(self.text(random))
            except CardFault as fault:
                self.refused.update(flaw.message for flaw in fault.faults)
                continue
            self.legal += 1
            return own
