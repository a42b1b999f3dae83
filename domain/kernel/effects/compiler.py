"""Effects to closures: parsed once, checked against the vocabulary, then only called."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Protocol, TypeVar

import msgspec

from domain.kernel.effects.grammar import EffectFault, column, parse, parts
from domain.kernel.effects.vocabulary import Function, Group, Vocabulary, Word, WordParameter, suggest

R = TypeVar("R")

MOST_EFFECTS = 250
"""Effects of all texts of a card. Cards of the games have nine at most."""
Expression = Callable[[Any], Any]
"""Evaluates in a scope: to seats, a number, a truth, a name or a block's number."""

_COMPARE: dict[type[ast.cmpop], Callable[[int, int], bool]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}


CardNames = Mapping[str, Mapping[str, str]]
"""The names that a card set may use, by kind: written form to meaning."""


class Call(msgspec.Struct, frozen=True):
    """A word with its arguments: parameter name to expression; `text` is its written form.

    `number` tells the calls of one card apart; `inner` are the words in its arguments that stand for values; `column`
    is its beginning in its effect.
    """

    word: str
    function: Function
    arguments: dict[str, Expression]
    text: str
    number: int = 0
    inner: tuple[Call, ...] = ()
    column: int = 1

    def parts(self) -> Iterator[Call]:
        """The words in its arguments, at any depth, in written order."""
        for call in self.inner:
            yield from call.parts()
            yield call


Block = tuple[Call, ...]


class Said(msgspec.Struct, frozen=True):
    """A word as it is written in a text: with its call, and the expressions that it is given by parameter."""

    word: Word
    call: Call
    given: Mapping[str, ast.expr]


class Meant(Protocol):
    """Where in a card's text words stand, so that it can be checked what they can mean there (`subjects.py`)."""

    def check(
        self, vocabulary: Vocabulary, group: Group, tree: ast.expr, said: Mapping[ast.expr, Said]
    ) -> frozenset[str]:
        """The kinds of the cards that it names, if it is about cards. Raises EffectFault."""
        ...


class Compiler:
    """Compiles the effects of one card. Blocks are numbered; frames name a block instead of holding code.

    Told which part of the text it is, it checks what the words can mean there too.
    """

    def __init__(self, vocabulary: Vocabulary, names: CardNames | None = None) -> None:
        self.vocabulary = vocabulary
        self.names = names or {}
        self.blocks: list[Block] = []
        self.patterns: list[Call] = []
        self.kinds: frozenset[str] = frozenset()
        self._calls = self._effects = 0
        self._said: dict[ast.expr, Said] = {}
        self._inner: list[list[Call]] = [[]]
        self.begin()

    def begin(self) -> None:
        """A new ability of the card begins: nothing is used or declared in it yet."""
        self.used: list[Call] = []
        self.declared: list[tuple[str, Expression | None]] = []

    def effects(self, text: str, part: Meant | None = None) -> int:
        """Compile a sequence of effects; its block number. Raises EffectFault."""
        return self._checked("effect", text, part, lambda tree: self._block(tree, text))

    def call(self, group: Group, text: str, part: Meant | None = None) -> Call:
        """Compile one call of a word of a group (a trigger, a modifier, a cost)."""
        return self._checked(group, text, part, lambda tree: self._call(group, tree, text))

    def calls(self, group: Group, text: str, part: Meant | None = None) -> tuple[Call, ...]:
        """Compile a sequence of words of a group."""
        return self._checked(group, text, part, lambda tree: tuple(self._call(group, one, text) for one in parts(tree)))

    def condition(self, text: str, part: Meant | None = None) -> Expression:
        """Compile a condition."""
        return self._checked("condition", text, part, self._condition)

    def cards(self, text: str, part: Meant | None = None) -> Expression:
        """Compile words for cards, with their filters; their kinds are then in `kinds`."""
        return self._checked("cards", text, part, self._cards)

    def players(self, text: str, part: Meant | None = None) -> Expression:
        """Compile words for players."""
        return self._checked("players", text, part, self._players)

    def _checked(self, group: Group, text: str, part: Meant | None, compiled: Callable[[ast.expr], R]) -> R:
        """The compiled text, if its words can mean something in that part."""
        self._said.clear()
        tree = parse(text)
        made = compiled(tree)
        if part is not None:
            self.kinds = part.check(self.vocabulary, group, tree, self._said)
        return made

    def _block(self, tree: ast.expr, text: str) -> int:
        if not parts(tree):
            raise EffectFault("an effect can't be empty", column(tree))
        self._effects += len(parts(tree))
        if self._effects > MOST_EFFECTS:
            raise EffectFault(f"a card has at most {MOST_EFFECTS} effects; with these it has more", column(tree))
        number = len(self.blocks)
        self.blocks.append(())
        self._inner.append([])
        self.blocks[number] = tuple(self._call("effect", part, text) for part in parts(tree))
        self._inner.pop()
        return number

    def _call(self, group: Group, tree: ast.expr, text: str) -> Call:
        word, positional, named = self._word(group, tree)
        self._calls += 1
        number = self._calls
        self._inner.append([])
        given = word.given(positional, named, tree)
        by_name = {parameter.name: parameter for parameter in word.parameters}
        arguments = {name: self._argument(by_name[name], node, text) for name, node in given.items()}
        inner = tuple(self._inner.pop())
        call = Call(word.name, word.function, arguments, ast.unparse(tree), number, inner, column(tree))
        self._said[tree] = Said(word, call, given)
        self._inner[-1].append(call)
        self.used.append(call)
        return call

    def _word(self, group: Group, tree: ast.expr) -> tuple[Word, list[ast.expr], dict[str, ast.expr]]:
        if isinstance(tree, ast.Call) and isinstance(tree.func, ast.Name):
            name, positional = tree.func.id, tree.args
            named = {keyword.arg or "**": keyword.value for keyword in tree.keywords}
        elif isinstance(tree, ast.Name):
            name, positional, named = tree.id, [], {}
        else:
            raise EffectFault(f"a {group} is expected here", column(tree))
        word = self.vocabulary.find(group, name)
        if word is None:
            raise EffectFault(f"unknown {group} {name!r}{suggest(name, self.vocabulary.names(group))}", column(tree))
        return word, positional, named

    def _argument(self, parameter: WordParameter, node: ast.expr, text: str) -> Expression:
        match parameter.kind:
            case "effects":
                return _constant(self._block(node, text))
            case "pattern":
                self.patterns.append(self._call("trigger", node, text))
                return _constant(len(self.patterns) - 1)
            case "choice":
                if isinstance(node, ast.Name) and node.id in self.vocabulary.roles:
                    self.declared.append((node.id, None))
                return _constant(self._choice(parameter, node))
            case "choices":
                listed = node.elts if isinstance(node, ast.List) else [node]
                return _constant(tuple(self._choice(parameter, one) for one in listed))
        return self._evaluated(parameter, node)

    def _evaluated(self, parameter: WordParameter, node: ast.expr) -> Expression:
        """An argument whose value depends on the moment of the evaluation."""
        match parameter.kind:
            case "players":
                return self._players(node)
            case "cards":
                return self._cards(node)
            case "condition":
                return self._condition(node)
            case "number":
                _check_range(parameter, node)
                return _within(parameter, self._number(node))
        return self._value("outcome" if parameter.kind == "outcome" else "target", node)

    def _players(self, node: ast.expr) -> Expression:
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
            left, right = self._players(node.left), self._players(node.right)
            return lambda scope: scope.in_turn_order({*left(scope), *right(scope)})
        if isinstance(node, ast.Name) and node.id in self.vocabulary.declared:
            self.declared.append((node.id, None))
        if isinstance(node, ast.Subscript):
            test = self._condition(node.slice)
            if isinstance(node.value, ast.Name) and node.value.id in self.vocabulary.declared:
                self.declared.append((node.value.id, test))
                return self._value("players", node.value)
            base = self._players(node.value)
            return lambda scope: tuple(seat for seat in base(scope) if test(scope.about(seat)))
        return self._value("players", node)

    def _cards(self, node: ast.expr) -> Expression:
        """Cards, filtered by a condition in brackets."""
        if not isinstance(node, ast.Subscript):
            return self._value("cards", node)
        base, test = self._cards(node.value), self._condition(node.slice)
        return lambda scope: tuple(card for card in base(scope) if test(scope.about(card)))

    def _choice(self, parameter: WordParameter, node: ast.expr) -> str:
        """The meaning of one of the names that a parameter allows."""
        known = self.names.get(parameter.names, {}) if parameter.names else {name: name for name in parameter.choices}
        if not isinstance(node, ast.Name):
            raise EffectFault(f"{parameter.name} is one of {', '.join(known)}", column(node))
        if node.id not in known:
            raise EffectFault(f"{node.id!r} is no {parameter.name}{suggest(node.id, list(known))}", column(node))
        return known[node.id]

    def _number(self, node: ast.expr) -> Expression:
        if isinstance(node, ast.Constant):
            value = node.value
            return lambda scope: value
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub | ast.UAdd):
            sign, operand = (-1 if isinstance(node.op, ast.USub) else 1), self._number(node.operand)
            return lambda scope: sign * operand(scope)
        if isinstance(node, ast.BinOp):
            sign = -1 if isinstance(node.op, ast.Sub) else 1
            left, right = self._number(node.left), self._number(node.right)
            return lambda scope: left(scope) + sign * right(scope)
        return self._value("number", node)

    def _condition(self, node: ast.expr) -> Expression:
        if isinstance(node, ast.BoolOp):
            tests = [self._condition(part) for part in node.values]
            decide = all if isinstance(node.op, ast.And) else any
            return lambda scope: decide(test(scope) for test in tests)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            test = self._condition(node.operand)
            return lambda scope: not test(scope)
        if isinstance(node, ast.Compare):
            compare = _COMPARE[type(node.ops[0])]
            left, right = self._number(node.left), self._number(node.comparators[0])
            return lambda scope: compare(left(scope), right(scope))
        return self._value("condition", node)

    def _value(self, group: Group, node: ast.expr) -> Expression:
        call = self._call(group, node, "")
        function, arguments = call.function, call.arguments
        if not arguments:
            return function
        return lambda scope: function(scope, **{name: value(scope) for name, value in arguments.items()})


def _constant(value: object) -> Expression:
    return lambda scope: value


def _within(parameter: WordParameter, number: Expression) -> Expression:
    """A number that is counted is cut to the bounds of its parameter."""
    bounds = parameter.bounds
    return number if bounds is None else lambda scope: max(bounds.low, min(bounds.high, number(scope)))


def _check_range(parameter: WordParameter, node: ast.expr) -> None:
    """A number that is written out must lie within the bounds of its parameter."""
    bounds = parameter.bounds
    if bounds is None:
        return
    try:
        number = ast.literal_eval(node)
    except ValueError:
        number = None
    if number is not None and not isinstance(number, int):
        raise EffectFault("a number is expected here", column(node))
    if bounds.written if number is None else not bounds.low <= number <= bounds.high:
        given = "" if number is None else f", not {number}"
        raise EffectFault(f"{parameter.name} is a number from {bounds.low} to {bounds.high}{given}", column(node))
