"""Python code changed in one place: a comparison, a sum, a number, a condition, a call that is left out."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from random import Random
from types import CodeType
from typing import Any

Function = ast.FunctionDef | ast.AsyncFunctionDef
Place = tuple[str, int]
"""A function of a module: its qualified name, its first line."""

COMPARED: Mapping[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
COUNTED: Mapping[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult,
}


class Module:
    """A file and what it compiles to."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.tree = ast.parse(file.read_text())

    def compiled(self) -> CodeType:
        return compile(ast.fix_missing_locations(self.tree), str(self.file), "exec", dont_inherit=True)

    @cached_property
    def functions(self) -> dict[Place, CodeType]:
        """Those of the file as it is."""
        return _functions(self.compiled())


@dataclass(frozen=True)
class Change:
    """A field of a node that gets another value, in a statement of a block of a function."""

    module: Module
    function: Function
    block: list[ast.stmt]
    statement: ast.stmt
    shown: ast.AST
    node: Any
    name: str
    value: Any

    @contextmanager
    def made(self) -> Iterator[None]:
        """The tree of the module has the change until the block ends."""
        before = getattr(self.node, self.name)
        setattr(self.node, self.name, self.value)
        yield
        setattr(self.node, self.name, before)


@dataclass(frozen=True)
class Mutant:
    """A change, the code of the whole module with it, and of each function that differs."""

    change: Change
    before: str
    after: str
    code: CodeType
    functions: dict[Place, CodeType]

    @property
    def file(self) -> Path:
        return self.change.module.file

    @property
    def line(self) -> int:
        return getattr(self.change.shown, "lineno", self.change.statement.lineno)

    def __str__(self) -> str:
        file = self.file.relative_to(Path.cwd()) if self.file.is_relative_to(Path.cwd()) else self.file
        return f"{file}:{self.line} {self.change.function.name}: {self.before} -> {self.after}"


def sample(modules: Iterable[Module], size: int, seed: int, lines: Mapping[Path, set[int]]) -> tuple[list[Mutant], int]:
    """So many mutants, or fewer if there are no more, and of how many changes. `lines` are the only ones of a file."""
    every = [
        change
        for module in modules
        for change in changes(module)
        if module.file not in lines or getattr(change.shown, "lineno", change.statement.lineno) in lines[module.file]
    ]
    chosen: list[Mutant] = []
    for change in Random(seed).sample(every, len(every)):
        if len(chosen) == size:
            break
        mutant = _mutant(change)
        if mutant is not None:
            chosen.append(mutant)
    return sorted(chosen, key=lambda mutant: (mutant.file, mutant.line, str(mutant))), len(every)


def _mutant(change: Change) -> Mutant | None:
    """None: it compiles to the same, or a function can't take its place, since it needs other variables from around."""
    before = ast.unparse(change.shown)
    with change.made():
        code = change.module.compiled()
        after = ast.unparse(change.shown)
    usual = change.module.functions
    other = {place: its for place, its in _functions(code).items() if its != usual.get(place)}
    if not other or any(usual[place].co_freevars != its.co_freevars for place, its in other.items() if place in usual):
        return None
    return Mutant(change, before, f"not ({before})" if after == before else after, code, other)


def _functions(code: CodeType) -> dict[Place, CodeType]:
    found: dict[Place, list[CodeType]] = {}
    for one in _within(code):
        found.setdefault((one.co_qualname, one.co_firstlineno), []).append(one)
    return {place: codes[0] for place, codes in found.items() if len(codes) == 1}


def _within(code: CodeType) -> Iterator[CodeType]:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from _within(constant)


def changes(module: Module) -> Iterator[Change]:
    """Every change of the functions of a module."""
    for function in _outermost(module.tree.body):
        for block, statement, node in _nodes(function.body):
            for shown, changed, name, value in _changes_of(node):
                yield Change(module, function, block, statement, shown, changed, name, value)


def _outermost(body: Sequence[ast.stmt]) -> Iterator[Function]:
    for statement in body:
        if isinstance(statement, Function):
            yield statement
        elif isinstance(statement, ast.ClassDef):
            yield from _outermost(statement.body)


def _nodes(block: list[ast.stmt]) -> Iterator[tuple[list[ast.stmt], ast.stmt, ast.AST]]:
    """Every node with its statement, and the block in which that stands."""
    for statement in block:
        yield from _nodes_of(block, statement, statement)


def _nodes_of(
    block: list[ast.stmt], statement: ast.stmt, node: ast.AST
) -> Iterator[tuple[list[ast.stmt], ast.stmt, ast.AST]]:
    yield block, statement, node
    for _, value in ast.iter_fields(node):
        parts = value if isinstance(value, list) else [value]
        if parts and isinstance(parts[0], ast.stmt):
            yield from _nodes(parts)
        else:
            for part in parts:
                if isinstance(part, ast.AST):
                    yield from _nodes_of(block, statement, part)


def _changes_of(node: Any) -> Iterator[tuple[ast.AST, ast.AST, str, Any]]:
    """(what is shown, the node, its field, the other value)."""
    match node:
        case ast.Compare(ops=[op]) if type(op) in COMPARED:
            yield node, node, "ops", [COMPARED[type(op)]()]
        case ast.BinOp(op=op) | ast.AugAssign(op=op) if type(op) in COUNTED:
            yield node, node, "op", COUNTED[type(op)]()
        case ast.BoolOp(op=op):
            yield node, node, "op", ast.Or() if isinstance(op, ast.And) else ast.And()
        case ast.Constant(value=bool(value)):
            yield node, node, "value", not value
        case ast.Constant(value=int(value)):
            yield node, node, "value", value + 1
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield node, node, "operand", ast.UnaryOp(ast.Not(), operand)
        case ast.If(test=test) | ast.IfExp(test=test) if not isinstance(test, ast.Compare | ast.UnaryOp):
            yield test, node, "test", ast.UnaryOp(ast.Not(), test)
        case ast.comprehension(ifs=[first, *others]):
            yield first, node, "ifs", [ast.UnaryOp(ast.Not(), first), *others]
        case ast.Expr(value=ast.Call() | ast.Await()):
            yield node, node, "value", ast.Constant(None)
