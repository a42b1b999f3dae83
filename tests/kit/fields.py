"""Every field of an event, and another value that its type allows, as plain data."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from msgspec import inspect

Changed = tuple[str, Any]
"""The path of what was changed, and the whole with that change."""


def others(kind: inspect.Type, value: Any, path: str) -> Iterator[Changed]:
    """For each plain value that is in this one, or could be, the whole with another one there."""
    if isinstance(kind, inspect.UnionType):
        yield from _of_union(kind, value, path)
    elif isinstance(kind, inspect.StructType):
        yield from _of_struct(kind, value, path)
    elif isinstance(kind, inspect.VarTupleType | inspect.ListType):
        first, *rest = value or [sample(kind.item_type)]
        if value:
            for inner, other in others(kind.item_type, first, path):
                yield inner, [other, *rest]
        else:
            yield path, [first]
    elif isinstance(kind, inspect.TupleType):
        for place, item in enumerate(kind.item_types):
            for inner, other in others(item, value[place], path):
                yield inner, [*value[:place], other, *value[place + 1 :]]
    else:
        yield path, _other(kind, value)


def _of_union(kind: inspect.UnionType, value: Any, path: str) -> Iterator[Changed]:
    options = [option for option in kind.types if not isinstance(option, inspect.NoneType)]
    if value is None:
        yield path, sample(options[0])
    else:
        taken = next(option for option in options if _fits(option, value))
        found = list(others(taken, value, path))
        yield from found or [(path, sample(option)) for option in options if option != taken][:1]


def _of_struct(kind: inspect.StructType, value: Any, path: str) -> Iterator[Changed]:
    for place, field in enumerate(kind.fields):
        within = f"{path}.{field.encode_name}"
        if kind.array_like:
            for inner, other in others(field.type, value[place], within):
                yield inner, [*value[:place], other, *value[place + 1 :]]
        else:
            for inner, other in others(field.type, value.get(field.encode_name, default(field)), within):
                yield inner, {**value, field.encode_name: other}


def default(field: inspect.Field) -> Any:
    """The value of a field where it is left out, as plain data; None if it never is."""
    if field.required:
        return None
    made = field.default if field.default_factory is msgspec.NODEFAULT else field.default_factory()
    return msgspec.to_builtins(made)


def _fits(kind: inspect.Type, value: Any) -> bool:
    if isinstance(kind, inspect.StructType) and isinstance(value, dict):
        return value.get(kind.tag_field, kind.tag) == kind.tag
    kinds: Sequence[tuple[type, type]] = [
        (inspect.StrType, str), (inspect.BoolType, bool), (inspect.IntType, int), (inspect.VarTupleType, list),
        (inspect.LiteralType, str), (inspect.StructType, list),
    ]  # fmt: skip
    return any(isinstance(kind, one) and isinstance(value, plain) for one, plain in kinds)


def _other(kind: inspect.Type, value: Any) -> Any:
    if isinstance(kind, inspect.LiteralType):
        return next(one for one in kind.values if one != value)
    if isinstance(kind, inspect.BoolType):
        return not value
    if isinstance(kind, inspect.IntType):
        return value - 1 if value else 1
    if isinstance(kind, inspect.StrType):
        return value[:-1] + ("0" if value[-1:] != "0" else "1")
    if isinstance(kind, inspect.DictType):
        return dict.fromkeys(value, 0) or {"x": 1}
    raise TypeError(f"say what else can stand where {kind} does")


def sample(kind: inspect.Type) -> Any:
    """Some value of a type, as plain data."""
    if isinstance(kind, inspect.UnionType):
        return sample(next(option for option in kind.types if not isinstance(option, inspect.NoneType)))
    if isinstance(kind, inspect.StructType):
        made = {field.encode_name: sample(field.type) for field in kind.fields if field.required}
        return list(made.values()) if kind.array_like else made | ({kind.tag_field: kind.tag} if kind.tag_field else {})
    if isinstance(kind, inspect.VarTupleType | inspect.ListType):
        return [sample(kind.item_type)]
    if isinstance(kind, inspect.LiteralType):
        return kind.values[0]
    return 1 if isinstance(kind, inspect.IntType) else "x"
