"""A card's data changed in one place: a number, a word, or a part of an effect that is left out.

Printed values without an effect (names, texts, classes) stay. The game says whether a changed card is legal.
"""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator, Mapping, Sequence
from inspect import signature
from typing import Any, TypeVar

import msgspec

from domain.kernel.effects.grammar import EffectFault, parse
from domain.kernel.effects.vocabulary import Vocabulary, WordParameter

PRINTED = frozenset({"id", "number", "name", "text", "kind", "class", "rarity", "symbol"})
"""Keys of a card that its scenarios are not asked about."""
FEW = 4
"""Up to so many choices all are tried, of more the next two."""

Table = Mapping[str, Any]
Path = tuple[str, ...]
Node = TypeVar("Node", bound=ast.AST)


class Change(msgspec.Struct, frozen=True):
    """One change: where (`on.2.do`), what stood there and what stands there now (nothing: it was dropped)."""

    key: str
    before: str
    after: str
    table: Table


class Words(msgspec.Struct, frozen=True):
    """The possible exchanges: words of the vocabulary, given by hand, and names that a card chooses from.

    `printed` are keys that scenarios are not asked about, beside those of every game.
    """

    vocabulary: Vocabulary
    swaps: Mapping[str, Sequence[str]]
    names: Mapping[str, Sequence[str]]
    printed: frozenset[str] = frozenset()

    def others(self, name: str, parameter: WordParameter | None) -> Sequence[str]:
        """The names to try instead of a name in an effect."""
        choices: Sequence[str] = ()
        if parameter is not None:
            choices = self.names.get(parameter.names, ()) if parameter.names else parameter.choices
        return [*self.swaps.get(name, ()), *_others(name, choices)]

    def parameters(self, word: str) -> Sequence[tuple[WordParameter, object]]:
        """The parameters of a word, whatever group it is of, each with its default."""
        found = [known for (_, name), known in self.vocabulary.words.items() if name == word]
        if not found:
            return ()
        known = max(found, key=lambda one: len(one.parameters))
        usual = signature(known.function).parameters
        return [(parameter, usual[parameter.name].default) for parameter in known.parameters]


def changes(table: Table, words: Words) -> Iterator[Change]:
    """Every change of a card, in the order of its file; none twice, and none that changes nothing."""
    seen = {_normal(table)}
    for path, before, after, changed in _of_table((), table, words):
        normal = _normal(changed)
        if normal not in seen:
            seen.add(normal)
            yield Change(".".join(path), before, after, changed)


def toml(table: Table) -> str:
    """A table as lines of a card file."""
    return "".join(f"{key} = {toml_value(value)}\n" for key, value in table.items())


def toml_value(value: Any) -> str:
    """A value as a card file writes it."""
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{key} = {toml_value(inner)}" for key, inner in value.items()) + " }"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(toml_value(inner) for inner in value) + "]"
    return json.dumps(value, ensure_ascii=False)


def _others(name: str, choices: Sequence[str]) -> Sequence[str]:
    if name not in choices:
        return ()
    place = choices.index(name)
    others = [*choices[place + 1 :], *choices[:place]]
    return others if len(others) < FEW else others[:2]


def _normal(value: Any) -> str:
    """The same for tables that mean the same: spaces in effects and empty lists don't count."""
    if isinstance(value, Mapping):
        return str({key: _normal(inner) for key, inner in sorted(value.items()) if inner != []})
    if isinstance(value, list):
        return str([_normal(inner) for inner in value])
    try:
        return ast.unparse(parse(value)) if isinstance(value, str) else str(value)
    except EffectFault:
        return str(value)


_Found = Iterator[tuple[Path, str, str, Any]]
"""The place, the former part, the new part, and the whole value with the change in it."""


def _of_value(path: Path, value: Any, words: Words) -> _Found:
    if isinstance(value, Mapping):
        yield from _of_table(path, value, words)
    elif isinstance(value, list):
        yield from _of_list(path, value, words)
    elif isinstance(value, bool):
        yield path, str(value), str(not value), not value
    elif isinstance(value, int):
        yield from ((path, str(value), str(other), other) for other in (value + 1, value - 1))
    elif path[-1] in words.names:
        yield from ((path, value, other, other) for other in _others(value, words.names[path[-1]])[:1])
    else:
        yield from ((path, value, other, other) for other in effects(value, words))


def _of_table(path: Path, table: Table, words: Words) -> _Found:
    for key, value in table.items():
        if key in PRINTED | words.printed:
            continue
        for where, before, after, changed in _of_value((*path, key), value, words):
            yield where, before, after, {**table, key: changed}
        if isinstance(value, str):
            yield (*path, key), value, "", {other: table[other] for other in table if other != key}


def _of_list(path: Path, values: list[Any], words: Words) -> _Found:
    for place, value in enumerate(values):
        here = (*path, str(place + 1))
        rest = values[:place], values[place + 1 :]
        for where, before, after, changed in _of_value(here, value, words):
            yield where, before, after, [*rest[0], changed, *rest[1]]
        if not isinstance(value, int):
            yield here, toml_value(value), "", [*rest[0], *rest[1]]


def effects(text: str, words: Words) -> Iterator[str]:
    """An effect, trigger, condition or cost with one change; nothing for what isn't one."""
    try:
        tree = parse(text)
    except EffectFault:
        return
    for changed in _of_node(tree, words, None):
        written = ast.unparse(changed)
        yield written[1:-1].rstrip(",") if isinstance(changed, ast.Tuple) else written


def _of_node(node: ast.expr, words: Words, parameter: WordParameter | None) -> Iterator[ast.expr]:
    match node:
        case ast.Constant(value=int(number)):
            yield from (ast.Constant(other) for other in (number + 1, number - 1))
        case ast.Name(id=name):
            yield from (ast.Name(other) for other in words.others(name, parameter))
        case ast.Call(func=ast.Name(id=name)):
            yield from _of_call(node, name, words)
        case ast.Tuple(elts=parts) | ast.List(elts=parts):
            yield from (_with(node, elts=some) for some in _of_parts(parts, words, parameter))
        case ast.BoolOp(values=parts):
            yield from (_with(node, values=some) for some in _of_parts(parts, words, parameter))
        case _:
            yield from _of_operation(node, words, parameter)


def _of_operation(node: ast.expr, words: Words, parameter: WordParameter | None) -> Iterator[ast.expr]:
    """Filters, signs, sums and comparisons: without their half, then with a change in it."""
    match node:
        case ast.Subscript(value=base, slice=test):
            yield base
            yield from (_with(node, value=changed) for changed in _of_node(base, words, parameter))
            yield from (_with(node, slice=changed) for changed in _of_node(test, words, None))
        case ast.UnaryOp(op=operator, operand=operand):
            yield from [operand] if isinstance(operator, ast.Not) else []
            yield from (_with(node, operand=changed) for changed in _of_node(operand, words, parameter))
        case ast.BinOp(left=left, right=right):
            yield from (left, right)
            yield from (_with(node, left=changed) for changed in _of_node(left, words, parameter))
            yield from (_with(node, right=changed) for changed in _of_node(right, words, parameter))
        case ast.Compare(left=left, comparators=[right]):
            yield from (_with(node, left=changed) for changed in _of_node(left, words, None))
            yield from (_with(node, comparators=[changed]) for changed in _of_node(right, words, None))


def _of_parts(parts: list[ast.expr], words: Words, parameter: WordParameter | None) -> Iterator[list[ast.expr]]:
    """Several parts, one of them changed or, where others are left, dropped."""
    for place, part in enumerate(parts):
        before, after = parts[:place], parts[place + 1 :]
        for changed in _of_node(part, words, parameter):
            yield [*before, changed, *after]
        if before or after:
            yield [*before, *after]


def _of_call(node: ast.Call, name: str, words: Words) -> Iterator[ast.expr]:
    """Another word, then a change in an argument, then without an argument: the last, or one that is named."""
    yield from (_with(node, func=ast.Name(other)) for other in words.swaps.get(name, ()))
    parameters = words.parameters(name)
    for place, part in enumerate(node.args):
        parameter, usual = parameters[place] if place < len(parameters) else (None, None)
        for changed in _of_node(part, words, parameter):
            yield _with(node, args=[*node.args[:place], changed, *node.args[place + 1 :]])
        if place == len(node.args) - 1 and not _is(part, usual):
            yield _with(node, args=node.args[:-1])
    named = {parameter.name: (parameter, usual) for parameter, usual in parameters}
    for place, keyword in enumerate(node.keywords):
        before, after = node.keywords[:place], node.keywords[place + 1 :]
        parameter, usual = named.get(keyword.arg or "", (None, None))
        for changed in _of_node(keyword.value, words, parameter):
            yield _with(node, keywords=[*before, _with(keyword, value=changed), *after])
        if not _is(keyword.value, usual):
            yield _with(node, keywords=[*before, *after])


def _is(argument: ast.expr, usual: object) -> bool:
    """Whether an argument only repeats the default."""
    return isinstance(argument, ast.Name) and argument.id == usual


def _with(node: Node, **fields: Any) -> Node:
    """The node with other fields."""
    return type(node)(**{**dict(ast.iter_fields(node)), **fields})
