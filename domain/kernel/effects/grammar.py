"""The grammar of effects: a small part of Python's expression syntax, read by Python's own parser and never executed.

    gain(you, 2), draw(all[in_costume], 1)
    when(count(all[visible_tattoo]) > 0, gain(all[visible_tattoo], 2), gain(you, 1))

Names, whole numbers, calls, filters in brackets, lists of effects, comparisons, `and`, `or`, `not`, `+` and `-`.
No assignment, no loop, no text, no attribute: an effect can say what happens, never compute at leisure.
"""

from __future__ import annotations

import ast

LONGEST = 2_000
DEEPEST = 40
FILTERS = 2
"""Filters inside one another: each asks about everybody for everybody that the one around it asks about."""
LARGEST = 9_999

_ALLOWED = (
    ast.Call,
    ast.keyword,
    ast.Name,
    ast.Load,
    ast.Constant,
    ast.Subscript,
    ast.List,
    ast.Tuple,
    ast.Compare,
    ast.BoolOp,
    ast.UnaryOp,
    ast.BinOp,
    ast.And,
    ast.Or,
    ast.Not,
    ast.USub,
    ast.UAdd,
    ast.Add,
    ast.Sub,
    ast.Eq,
    ast.NotEq,
    ast.Lt,
    ast.LtE,
    ast.Gt,
    ast.GtE,
)


class EffectFault(Exception):
    """A fault of an effect, and its column (from 1)."""

    def __init__(self, message: str, column: int = 1) -> None:
        super().__init__(message)
        self.message = message
        self.column = column


def parse(text: str) -> ast.expr:
    """The expression of an effect. Raises EffectFault."""
    _check_size(text)
    try:
        tree = ast.parse(text.strip(), mode="eval").body
    except SyntaxError as error:
        raise EffectFault(f"this can't be read: {error.msg}", error.offset or 1) from None
    for node in ast.walk(tree):
        _check_node(node)
    _check_filters(tree, 0)
    return tree


def parts(tree: ast.expr) -> list[ast.expr]:
    """The effects of a sequence, in written order."""
    return list(tree.elts) if isinstance(tree, ast.Tuple | ast.List) else [tree]


def column(node: ast.AST) -> int:
    """The column, from 1, where a part of an effect begins."""
    return getattr(node, "col_offset", 0) + 1


def _check_size(text: str) -> None:
    if not text.strip():
        raise EffectFault("an effect can't be empty")
    if len(text) > LONGEST:
        raise EffectFault(f"an effect has at most {LONGEST} characters, this one {len(text)}")
    depth = 0
    for place, character in enumerate(text, 1):
        depth += (character in "([{") - (character in ")]}")
        if depth > DEEPEST:
            raise EffectFault(f"brackets go at most {DEEPEST} deep", place)
    if text.count("not") + text.count("-") + text.count("+") > DEEPEST:
        raise EffectFault(f"at most {DEEPEST} of not, + and -")


def _check_node(node: ast.AST) -> None:
    if not isinstance(node, _ALLOWED):
        raise EffectFault(f"{type(node).__name__.lower()} has no meaning in an effect", column(node))
    if isinstance(node, ast.Constant) and type(node.value) is not int:
        raise EffectFault(f"only whole numbers and words are known here, not {node.value!r}", column(node))
    if isinstance(node, ast.Constant) and isinstance(node.value, int) and node.value > LARGEST:
        raise EffectFault(f"a number is at most {LARGEST}", column(node))
    if isinstance(node, ast.Call) and not isinstance(node.func, ast.Name):
        raise EffectFault("only a word can be called", column(node))
    if isinstance(node, ast.Compare) and len(node.ops) != 1:
        raise EffectFault("compare two numbers at a time", column(node))


def _check_filters(node: ast.AST, depth: int) -> None:
    depth += isinstance(node, ast.Subscript)
    if depth > FILTERS:
        raise EffectFault(f"filters go at most {FILTERS} deep", column(node))
    for part in ast.iter_child_nodes(node):
        _check_filters(part, depth)
