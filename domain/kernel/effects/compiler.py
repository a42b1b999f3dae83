"""Effects to closures: parsed once, checked against the vocabulary, then only called."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable
from typing import Any

import msgspec

from domain.kernel.effects.grammar import EffectFault, column, parse, parts
from domain.kernel.effects.vocabulary import Function, Group, Vocabulary, Word, WordParameter, suggest

Expression = Callable[[Any], Any]
"""Evaluates in a scope: to seats, a number, a truth, a name or a block's number."""

_COMPARE: dict[type[ast.cmpop], Callable[[Any, Any], bool]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}


class Call(msgspec.Struct, frozen=True):
    """A word with its arguments: parameter name to expression; `text` is how it is written."""

    word: str
    function: Function
    arguments: dict[str, Expression]
    text: str


Block = tuple[Call, ...]


class Compiler:
    """Compiles the effects of one card. Blocks are numbered; frames name a block instead of holding code."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        self.blocks: list[Block] = []
        self.patterns: list[Call] = []
        self.begin()

    def begin(self) -> None:
        """A new ability of the card begins: nothing is used or declared in it yet."""
        self.used: list[Call] = []
        self.declared: list[tuple[str, Expression | None]] = []

    def effects(self, text: str) -> int:
        """Compile a sequence of effects; its block number. Raises EffectFault."""
        return self._block(parse(text), text)

    def call(self, group: Group, text: str) -> Call:
        """Compile one call of a word of a group (a trigger, a modifier, a cost)."""
        return self._call(group, parse(text), text)

    def condition(self, text: str) -> Expression:
        """Compile a condition."""
        return self._condition(parse(text))

    def _block(self, tree: ast.expr, text: str) -> int:
        number = len(self.blocks)
        self.blocks.append(())
        self.blocks[number] = tuple(self._call("effect", part, text) for part in parts(tree))
        return number

    def _call(self, group: Group, tree: ast.expr, text: str) -> Call:
        word, positional, named = self._word(group, tree)
        arguments = self._arguments(word, positional, named, tree, text)
        call = Call(word.name, word.function, arguments, ast.unparse(tree))
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

    def _arguments(
        self, word: Word, positional: list[ast.expr], named: dict[str, ast.expr], tree: ast.expr, text: str
    ) -> dict[str, Expression]:
        if len(positional) > len(word.parameters):
            raise EffectFault(
                f"{word.name} takes at most {len(word.parameters)} of {_shape(word)}", column(positional[-1])
            )
        given = dict(zip((parameter.name for parameter in word.parameters), positional, strict=False))
        for name, node in named.items():
            if name in given or name not in {parameter.name for parameter in word.parameters}:
                raise EffectFault(f"{word.name} has no such parameter: {name!r}; it takes {_shape(word)}", column(node))
            given[name] = node
        for parameter in word.parameters:
            if parameter.required and parameter.name not in given:
                raise EffectFault(f"{word.name} needs {parameter.name!r}: {_shape(word)}", column(tree))
        by_name = {parameter.name: parameter for parameter in word.parameters}
        return {name: self._argument(by_name[name], node, text) for name, node in given.items()}

    def _argument(self, parameter: WordParameter, node: ast.expr, text: str) -> Expression:
        match parameter.kind:
            case "players":
                return self._players(node)
            case "number":
                return self._number(node)
            case "condition":
                return self._condition(node)
            case "effects":
                block = self._block(node, text)
                return lambda scope: block
            case "pattern":
                self.patterns.append(self._call("trigger", node, text))
                pattern = len(self.patterns) - 1
                return lambda scope: pattern
            case "choice":
                if isinstance(node, ast.Name) and node.id in self.vocabulary.roles:
                    self.declared.append((node.id, None))
                return _choice(parameter, node)

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


def _choice(parameter: WordParameter, node: ast.expr) -> Expression:
    if not isinstance(node, ast.Name):
        raise EffectFault(f"{parameter.name} is one of {', '.join(parameter.choices)}", column(node))
    name = node.id
    if name not in parameter.choices:
        raise EffectFault(f"{name!r} is no {parameter.name}{suggest(name, list(parameter.choices))}", column(node))
    return lambda scope: name


def _shape(word: Word) -> str:
    return ", ".join(p.name if p.required else f"[{p.name}]" for p in word.parameters) or "nothing"
