"""Finds mutable state of the process in source files: what outlives a call and can be changed by one.

Four kinds: a name of a module whose value is changed in a function, a class attribute that is changed likewise, an
object of our own made with a module that changes itself when it is used, and a cache by arguments. What is filled
while modules are imported is a constant, and so is what a function without parameters caches.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

CHANGES = frozenset(
    {"add", "append", "appendleft", "clear", "discard", "extend", "extendleft", "insert", "move_to_end", "pop"}
    | {"popitem", "popleft", "remove", "reverse", "rotate", "setdefault", "sort", "subtract", "update"}
)
"""Methods that change what they are called on."""
HOLDERS = frozenset(
    {"ContextVar", "WeakKeyDictionary", "WeakSet", "WeakValueDictionary", "count", "cycle", "local", "Lock", "RLock"}
)
"""What is made with a module only to be changed."""
CACHES = frozenset({"cache", "lru_cache"})
Function = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
Nodes = tuple[ast.AST, ...]
"""Everything in a function."""


@dataclass
class Module:
    """What a module binds: its names, what of other modules it calls by which name, its classes."""

    name: str
    tree: ast.Module
    names: set[str] = field(default_factory=set)
    imported: dict[str, str] = field(default_factory=dict)
    classes: dict[str, ast.ClassDef] = field(default_factory=dict)

    def meant(self, name: str) -> str | None:
        """The full name of what a name of this module stands for; None if it stands for nothing of a module."""
        return self.imported.get(name) or (f"{self.name}.{name}" if name in self.names else None)


def state_of(sources: Mapping[str, str]) -> set[str]:
    """The full names of all state in these modules, given as source by name."""
    modules = {name: _module(name, source) for name, source in sources.items()}
    found = {name for module in modules.values() for name in _changed(module, modules)}
    found |= {name for module in modules.values() for name in _caches(module)}
    filled = _named_at_import(modules) - _called_in_functions(modules)
    return found | {name for module in modules.values() for name in _objects(module, modules, filled)}


def _module(name: str, source: str) -> Module:
    module = Module(name, ast.parse(source))
    for node in module.tree.body:
        if isinstance(node, ast.ClassDef):
            module.classes[node.name] = node
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            module.names.add(node.name)
    module.names |= {name for names, _ in _bindings(module.tree) for name in names}
    for inner in ast.walk(module.tree):
        if isinstance(inner, ast.ImportFrom):
            module.imported |= {alias.asname or alias.name: f"{inner.module}.{alias.name}" for alias in inner.names}
    return module


def _functions(tree: ast.AST) -> Iterator[Function]:
    """The outermost functions: what is inside them runs when they are called."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            yield node
        else:
            yield from _functions(node)


def _global(nodes: Nodes) -> set[str]:
    """The names that a function says are the module's."""
    return {name for node in nodes if isinstance(node, ast.Global) for name in node.names}


def _own(nodes: Nodes) -> set[str]:
    """The names that are a function's own: parameters, and what it binds without saying `global`."""
    bound = {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    return bound | {node.arg for node in nodes if isinstance(node, ast.arg)} - _global(nodes)


def _targets(nodes: Nodes) -> Iterator[ast.expr]:
    """Everything that a function changes: what it assigns into or deletes from, what it calls a changing method on."""
    for node in nodes:
        if isinstance(node, ast.Subscript | ast.Attribute) and isinstance(node.ctx, ast.Store | ast.Del):
            yield node.value
        elif isinstance(node, ast.AugAssign):
            yield node.target
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in CHANGES:
            yield node.func.value


def _changed(module: Module, modules: Mapping[str, Module]) -> Iterator[str]:
    """Names of modules and attributes of classes that functions change, and what is made to be changed."""
    for function in _functions(module.tree):
        nodes = tuple(ast.walk(function))
        yield from (f"{module.name}.{name}" for name in _global(nodes))
        targets = list(_targets(nodes))
        own = _own(nodes) if targets else set()
        for target in targets:
            named = _named(target, module, own)
            if named is not None and _is_bound(named, modules):
                yield named
    for name, made in module.classes.items():
        # a struct's attributes are no state: every object gets a copy
        if not _is_struct(made, module, modules):
            yield from (f"{module.name}.{name}.{attribute}" for attribute in _class_attributes(made))
    for names, value in _bindings(module.tree):
        if isinstance(value, ast.Call) and _last(value.func) in HOLDERS:
            yield from (f"{module.name}.{name}" for name in names)


def _bindings(body: ast.Module | ast.ClassDef) -> Iterator[tuple[list[str], ast.expr | None]]:
    """The names that a module or a class binds, with what it binds them to."""
    for node in body.body:
        if isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            yield [target.id for target in targets if isinstance(target, ast.Name)], node.value


def _named(target: ast.expr, module: Module, own: set[str]) -> str | None:
    """The full name of what is changed; also of a constant that a function gives, when that is changed."""
    if isinstance(target, ast.Call):
        return _named(target.func, module, own)
    if isinstance(target, ast.Subscript):
        return _named(target.value, module, own)
    if isinstance(target, ast.Name):
        return None if target.id in own else module.meant(target.id)
    if isinstance(target, ast.Attribute):
        base = _named(target.value, module, own)
        return None if base is None else f"{base}.{target.attr}"
    return None


def _is_bound(name: str, modules: Mapping[str, Module]) -> bool:
    """Whether a module of ours binds this name."""
    owner, _, last = name.rpartition(".")
    return (owner in modules and last in modules[owner].names) or (bool(owner) and _is_bound(owner, modules))


def _is_struct(made: ast.ClassDef, module: Module, modules: Mapping[str, Module]) -> bool:
    """Whether a class is a struct, by itself or by those of ours that it is made from."""
    for base in made.bases:
        known = base.value if isinstance(base, ast.Subscript) else base
        if _last(known) == "Struct":
            return True
        owner, _, last = (_named(known, module, set()) or "").rpartition(".")
        found = modules[owner].classes.get(last) if owner in modules else None
        if found is not None and _is_struct(found, modules[owner], modules):
            return True
    return False


def _class_attributes(made: ast.ClassDef) -> Iterator[str]:
    """Attributes bound in the body of a class to something mutable that its functions change in place."""
    mutable = ast.Dict | ast.List | ast.Set | ast.Call
    bound = {name for names, value in _bindings(made) if isinstance(value, mutable) for name in names}
    functions = [tuple(ast.walk(function)) for function in _functions(made)] if bound else []
    bound -= {name for nodes in functions for name in _assigned_to_self(nodes)}
    for nodes in functions:
        yield from (
            target.attr for target in _targets(nodes) if isinstance(target, ast.Attribute) and target.attr in bound
        )


def _assigned_to_self(nodes: Nodes) -> Iterator[str]:
    for node in nodes:
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store) and _last(node.value) == "self":
            yield node.attr


def _caches(module: Module) -> Iterator[str]:
    """Functions with a cache by their arguments."""
    for node in ast.walk(module.tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and _parameters(node):
            decorators = [one.func if isinstance(one, ast.Call) else one for one in node.decorator_list]
            if any(_last(one) in CACHES for one in decorators):
                yield f"{module.name}.{node.name}"
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call) and _last(node.value.func) in CACHES:
            yield from (f"{module.name}.{target.id}" for target in node.targets if isinstance(target, ast.Name))


def _parameters(function: ast.FunctionDef | ast.AsyncFunctionDef) -> list[ast.arg]:
    given = function.args
    return [*given.posonlyargs, *given.args, *given.kwonlyargs, *filter(None, (given.vararg, given.kwarg))]


def _objects(module: Module, modules: Mapping[str, Module], filled: set[str]) -> Iterator[str]:
    """Classes of ours that a module makes an object of that changes; `filled`: the methods that imports alone call."""
    for _, value in _bindings(module.tree):
        if isinstance(value, ast.Call) and isinstance(value.func, ast.Name):
            name = module.meant(value.func.id)
            if name is not None and set(_changing(name, modules)) - filled:
                yield name


def _changing(name: str, modules: Mapping[str, Module]) -> Iterator[str]:
    """The methods of a class of ours, and of those it is made from, that change the object; `__init__` makes it."""
    owner, _, last = name.rpartition(".")
    made = modules[owner].classes.get(last) if owner in modules else None
    if made is None:
        return
    for function in made.body:
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef) and function.name != "__init__":
            cached = any(_last(one) == "cached_property" for one in function.decorator_list)
            if cached or any(map(_is_of_self, _targets(tuple(ast.walk(function))))):
                yield function.name
    for base in made.bases:
        known = base.value if isinstance(base, ast.Subscript) else base
        if isinstance(known, ast.Name) and (meant := modules[owner].meant(known.id)):
            yield from _changing(meant, modules)


def _is_of_self(target: ast.expr) -> bool:
    while isinstance(target, ast.Attribute | ast.Subscript):
        target = target.value
    return _last(target) == "self"


def _called_in_functions(modules: Mapping[str, Module]) -> set[str]:
    """The methods that functions call; their decorators ran before."""
    functions = [function for module in modules.values() for function in _functions(module.tree)]
    bodies = [[each.body] if isinstance(each, ast.Lambda) else each.body for each in functions]
    calls = (node for body in bodies for part in body for node in ast.walk(part) if isinstance(node, ast.Call))
    return {call.func.attr for call in calls if isinstance(call.func, ast.Attribute)}


def _named_at_import(modules: Mapping[str, Module]) -> set[str]:
    """The attributes that modules name while they are imported, in decorators too."""
    found: set[str] = set()
    for node in (node for module in modules.values() for node in module.tree.body):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            found |= {name for decorator in node.decorator_list for name in _attributes(decorator)}
        else:
            found |= set(_attributes(node))
    return found


def _attributes(tree: ast.AST) -> Iterator[str]:
    return (node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute))


def _last(node: ast.expr) -> str:
    """The last part of a name."""
    if isinstance(node, ast.Subscript):
        return _last(node.value)
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""
