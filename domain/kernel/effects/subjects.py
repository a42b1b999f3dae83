"""Words mean something where they stand: a word about characters names characters, a question about a fight is asked of
a fight, and a word of one moment stands in no other.

Every word says for itself what it may be about (`vocabulary.py`). Here each text is read by that, whatever game it is
of. The kinds of subjects are the game's own.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Generic

from typing_extensions import TypeVar

from domain.kernel.effects.compiler import Call, Said
from domain.kernel.effects.grammar import EffectFault, column, parts
from domain.kernel.effects.vocabulary import Group, Subjects, Vocabulary, WordParameter

Kinds = frozenset[str]
NOTHING: Kinds = frozenset()
T = TypeVar("T", default=Any)


@dataclass(frozen=True, kw_only=True)
class TextPart(Generic[T]):
    """A part of a card's text: the card as written, the moments at which the part works, the kinds of what `self` is,
    and the kinds of what a condition that stands alone is asked about.

    Each of the moments has one name or more; a word that has a meaning at some moments only must have it at each.
    """

    card: T
    moments: tuple[Kinds, ...]
    this: Kinds = NOTHING
    about: Kinds = NOTHING

    def check(self, vocabulary: Vocabulary, group: Group, tree: ast.expr, said: Mapping[ast.expr, Said]) -> Kinds:
        """The kinds of the cards that a text names, if it is about cards. Raises EffectFault."""
        return _Reading(self, vocabulary.subjects, group, said).read(tree)

    def works(self, only: Iterable[str]) -> bool:
        """Whether it works at these moments only."""
        return all(moment & frozenset(only) for moment in self.moments)


P = TypeVar("P", bound=TextPart, default=TextPart)


@dataclass(frozen=True)
class Place(Generic[P]):
    """A word where it stands: in which call, in which part of a text, and of which group the words of the text are.

    `targets` are the kinds that words for targets have named before, by word.
    """

    said: Said
    part: P
    group: Group
    targets: Mapping[str, Kinds]

    @property
    def call(self) -> Call:
        return self.said.call

    def has(self, *parameters: str) -> bool:
        """Whether it is given one of these."""
        return any(name in self.said.given for name in parameters)

    def name(self, parameter: str) -> Any:
        """The name or names that it is given."""
        return self.call.arguments[parameter](None)

    def words(self) -> list[str]:
        """The words in what it is given, at any depth."""
        return [call.word for call in self.call.parts()]

    def fault(self, message: str, parameter: str | None = None) -> EffectFault:
        """A fault at the word, or at what it is given."""
        return EffectFault(message, column(self.said.given[parameter]) if parameter else self.call.column)

    def asks(self, *words: str) -> Iterator[Call]:
        """These of the words in what it is given."""
        return (call for call in self.call.parts() if call.word in words)


def this(place: Place) -> Kinds:
    """The subject of a word that stands for the card itself."""
    return place.part.this


def each_face_once(place: Place) -> None:
    """Each face of the die has one outcome at most."""
    seen: set[int] = set()
    for outcome in place.said.given:
        low, high, _ = place.name(outcome)
        faces = set(range(low, high + 1))
        if not faces or faces & seen:
            raise place.fault(f"on({low}, {high}, ...) names no face of the die, or one that was named before")
        seen |= faces


class _Reading:
    """One reading of a text."""

    def __init__(self, part: TextPart, subjects: Subjects, group: Group, said: Mapping[ast.expr, Said]) -> None:
        self._part, self._subjects, self._group, self._said = part, subjects, group, said
        self._targets: dict[str, Kinds] = {}

    def read(self, tree: ast.expr) -> Kinds:
        """The kinds of the cards that a text names, if it is about cards."""
        match self._group:
            case "cards":
                return self._cards(tree)
            case "condition":
                return self._narrow(tree, self._part.about)
            case "players":
                self._players(tree)
            case _:
                self._statements(tree)
        return NOTHING

    def _statements(self, tree: ast.expr) -> None:
        for one in parts(tree):
            self._word(one)

    def _word(self, node: ast.expr, about: Kinds = NOTHING) -> Kinds:
        """The kinds of the cards that a word names, or else that it is given. Its arguments are read first."""
        said = self._said[node]
        word, meaning = said.word, said.word.meaning
        by_name = {parameter.name: parameter for parameter in word.parameters}
        found = [(by_name[name], self._given(by_name[name], given, about)) for name, given in said.given.items()]
        if meaning.only and not self._part.works(meaning.only):
            message = f"{word.name!r} has no meaning here; it can stand in {', '.join(meaning.only)}"
            raise EffectFault(message, column(node))
        for parameter, kinds in found:
            self._check_kinds(said, kinds, parameter)
        place = Place(said, self._part, self._group, self._targets)
        if meaning.check is not None:
            meaning.check(place)
        named = meaning.names(place) if callable(meaning.names) else frozenset(meaning.names)
        named = named or NOTHING.union(*(kinds for _, kinds in found))
        if word.group == "target":
            self._targets[word.name] = named
        return named

    def _given(self, parameter: WordParameter, node: ast.expr, about: Kinds) -> Kinds:
        """The kinds of the cards that a word is given."""
        asked = frozenset(parameter.about or ())
        match parameter.kind:
            case "cards":
                return self._cards(node)
            case "target":
                return self._word(node)
            case "players":
                self._players(node)
            case "number":
                self._number(node, asked or about)
            case "condition":
                self._narrow(node, asked)
            case "effects" | "outcome" | "pattern":
                self._statements(node)
        return NOTHING

    def _check_kinds(self, said: Said, found: Kinds, parameter: WordParameter) -> None:
        """A word about characters names characters, a word about planets planets, and so on."""
        wanted, node = frozenset(parameter.about or ()), said.given[parameter.name]
        if not wanted:
            return
        begins = f"{said.word.name!r} is about {self._listed(wanted)}"
        if self._subjects.sure and found - wanted:
            raise EffectFault(f"{begins}; this can be {self._listed(found - wanted)}", column(node))
        if found and not found & wanted:
            base = self._base(node)
            name = self._said[base].word.name
            raise EffectFault(f"{begins}, {name!r} names {self._listed(found)}", column(base))

    def _base(self, node: ast.expr) -> ast.expr:
        """The word for cards that filters and words for targets stand around."""
        if isinstance(node, ast.Subscript):
            return self._base(node.value)
        said = self._said[node]
        inner = [said.given[one.name] for one in said.word.parameters if one.kind == "cards" and one.name in said.given]
        return self._base(inner[0]) if inner else node

    def _cards(self, node: ast.expr) -> Kinds:
        """The kinds of cards that these can be."""
        if isinstance(node, ast.Subscript):
            return self._narrow(node.slice, self._cards(node.value))
        return self._word(node)

    def _players(self, node: ast.expr) -> None:
        if isinstance(node, ast.BinOp):
            self._players(node.left)
            self._players(node.right)
        elif not isinstance(node, ast.Subscript):
            self._word(node)
        elif not self._subjects.players:
            raise EffectFault("players have no filter", column(node))
        else:
            self._players(node.value)
            self._narrow(node.slice, NOTHING)

    def _number(self, node: ast.expr, about: Kinds) -> None:
        if isinstance(node, ast.UnaryOp):
            self._number(node.operand, about)
        elif isinstance(node, ast.BinOp):
            self._number(node.left, about)
            self._number(node.right, about)
        elif not isinstance(node, ast.Constant):
            self._ask(node, about)
            self._word(node, about)

    def _narrow(self, node: ast.expr, about: Kinds) -> Kinds:
        """The kinds of subjects among these that a condition can be true of."""
        match node:
            case ast.BoolOp(op=ast.Or()):
                return NOTHING.union(*(self._narrow(one, about) for one in node.values))
            case ast.BoolOp():
                for one in node.values:
                    about = self._narrow(one, about)
                return about
            case ast.UnaryOp():
                self._narrow(node.operand, about)
                return about - self._told(node.operand) if self._subjects.sure else about
            case ast.Compare():
                self._number(node.left, about)
                self._number(node.comparators[0], about)
                return about
        narrowed = self._ask(node, about)
        self._word(node, about)
        return narrowed

    def _told(self, node: ast.expr) -> Kinds:
        """The kinds that a condition is true of whatever happens."""
        if isinstance(node, ast.BoolOp):
            told = [self._told(one) for one in node.values]
            return NOTHING.union(*told) if isinstance(node.op, ast.Or) else told[0].intersection(*told)
        said = self._said.get(node)
        return frozenset({said.word.meaning.tells} - {""}) if said is not None else NOTHING

    def _ask(self, node: ast.expr, about: Kinds) -> Kinds:
        """Those kinds of subjects that it can be asked about."""
        word = self._said[node].word
        can = frozenset(word.meaning.asks)
        if can and not can & about:
            found = f"here it is asked about {self._listed(about)}" if about else "here the match is asked about"
            raise EffectFault(f"{word.name!r} is about {self._listed(can)}; {found}", column(node))
        return can & about if can and self._subjects.sure else about

    def _listed(self, kinds: Kinds) -> str:
        """Kinds as messages call them; of a subject of several kinds at once the first says enough."""
        called = [called for kind, called in self._subjects.called.items() if kind in kinds]
        return " or ".join(called if self._subjects.sure else called[:1])
