"""The names of members over the API: they are camelCase, whatever the types of the domain call them.

A struct's field is a member and gets its name from here; a mapping's key is data and stays as it is. Stored and hashed
data keeps the names of the domain.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from collections.abc import Set as AbstractSet
from functools import cache, reduce
from operator import or_
from types import UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, cast, get_args, get_origin

import msgspec
from msgspec.structs import FieldInfo

from api_schema.input.names import camel

T = TypeVar("T")
_WORDS = re.compile(r"[a-z]+(?:_[a-z0-9]+)+")
Rename = Callable[[Any], Any]
"""Data with its members renamed."""


def camel_type(kind: Any) -> Any:
    """The type as the API writes it: of each struct with a member of several words, or that holds one, a twin.

    A twin has the same attributes and says camelCase. A type without such a member is its own twin. ValueError if two
    members of a struct would have one name, TypeError for a choice between structs of which one has a twin.
    """
    return _camel_type(kind)


@cache
def _camel_type(kind: Any) -> Any:
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return _twin(kind)
    origin, arguments = get_origin(kind), get_args(kind)
    if origin is None or origin is Literal:
        return kind
    inner = (camel_type(arguments[0]), *arguments[1:]) if origin is Annotated else tuple(map(camel_type, arguments))
    if inner == arguments:
        return kind
    if origin is Annotated:
        return Annotated[inner]
    if origin not in (Union, UnionType):
        return origin[inner]
    if sum(isinstance(one, type) and issubclass(one, msgspec.Struct) for one in arguments) > 1:
        raise TypeError(f"{kind}: structs of a union have members of one word only")
    return reduce(or_, inner)


def camel_value(value: Any) -> Any:
    """A struct of the domain as the API writes it."""
    twin = camel_type(type(value))
    return value if twin is type(value) else msgspec.convert(value, twin, from_attributes=True)


def outward(kind: Any) -> Rename | None:
    """From the stored names of this type's JSON data to those of the API; None where all are the same."""
    return _renaming(kind, False)


def inward(kind: Any) -> Rename | None:
    """From the names of the API to the stored ones, of data that fits the type as the API writes it."""
    return _renaming(kind, True)


def renamed(data: T, rename: Rename | None) -> T:
    """The data after a renaming, if there is one."""
    return data if rename is None else cast(T, rename(data))


def camel_path(path: tuple[str, ...], *kinds: Any) -> tuple[str, ...]:
    """A path into data of these types as the API writes it."""
    members = _members(kinds)
    return tuple(camel(step) if step in members else step for step in path)


def camel_text(text: str, *kinds: Any) -> str:
    """A sentence about data of these types, which names their members as the API does."""
    members = _members(kinds)
    return _WORDS.sub(lambda found: camel(found[0]) if found[0] in members else found[0], text)


def outward_with(kind: type[msgspec.Struct], **inner: Rename) -> Rename:
    """From the stored names of a struct's data to those of the API, where the type leaves these members open."""
    return _renaming_members(kind, inner, False)


@cache
def member_names(kind: Any) -> AbstractSet[str]:
    """The names of the members that a type has, at any depth."""
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        inner = (member_names(field.type) for field in msgspec.structs.fields(kind))
        return frozenset(kind.__struct_encode_fields__).union(*inner)
    arguments = () if get_origin(kind) is Literal else get_args(kind)
    return frozenset[str]().union(*map(member_names, arguments))


@cache
def structs_of(kind: Any) -> frozenset[type[msgspec.Struct]]:
    """The structs that a type is made of, at any depth."""
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return frozenset({kind}).union(*(structs_of(field.type) for field in msgspec.structs.fields(kind)))
    arguments = () if get_origin(kind) is Literal else get_args(kind)
    return frozenset[type[msgspec.Struct]]().union(*map(structs_of, arguments))


def _members(kinds: tuple[Any, ...]) -> AbstractSet[str]:
    return frozenset[str]().union(*map(member_names, kinds))


def _twin(kind: type[msgspec.Struct]) -> type[msgspec.Struct]:
    fields = msgspec.structs.fields(kind)
    kinds = [camel_type(field.type) for field in fields]
    names = {field.name: camel(field.encode_name) for field in fields}
    if all(
        twin == field.type and names[field.name] == field.encode_name for field, twin in zip(fields, kinds, strict=True)
    ):
        return kind
    config = kind.__struct_config__
    return msgspec.defstruct(
        kind.__name__,
        [(field.name, twin, _default(field)) for field, twin in zip(fields, kinds, strict=True)],
        namespace={"__doc__": kind.__doc__},
        module=kind.__module__,
        rename=names,
        frozen=config.frozen,
        omit_defaults=config.omit_defaults,
        forbid_unknown_fields=config.forbid_unknown_fields,
        array_like=config.array_like,
        tag_field=config.tag_field,
        tag=config.tag,
        kw_only=True,
    )


def _default(field: FieldInfo) -> Any:
    if field.default_factory is not msgspec.NODEFAULT:
        return msgspec.field(default_factory=field.default_factory)
    return msgspec.field(default=field.default)


@cache
def _renaming(kind: Any, stored: bool) -> Rename | None:
    if camel_type(kind) == kind:
        return None
    if isinstance(kind, type):
        return _renaming_members(kind, {}, stored)
    origin, arguments = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return _renaming(arguments[0], stored)
    (rename,) = [found for one in arguments if (found := _renaming(one, stored))]
    if origin in (Union, UnionType):
        return rename
    if issubclass(origin, Mapping):
        return lambda data: {key: rename(value) for key, value in data.items()} if isinstance(data, dict) else data
    return lambda data: [rename(item) for item in data] if isinstance(data, list | tuple) else data


def _renaming_members(kind: type[msgspec.Struct], given: Mapping[str, Rename], stored: bool) -> Rename:
    """The renaming of one object; what no release knows any more gets its name by the same rule."""
    names, inner = dict[str, str](), dict(given)
    for field in msgspec.structs.fields(kind):
        spoken = camel(field.encode_name)
        before, after = (spoken, field.encode_name) if stored else (field.encode_name, spoken)
        names[before] = after
        found = _renaming(field.type, stored)
        if found is not None:
            inner[before] = found

    def flat(data: Any) -> Any:
        if not isinstance(data, dict):
            return data
        return {names[name] if name in names else camel(name): value for name, value in data.items()}

    def deep(data: Any) -> Any:
        if not isinstance(data, dict):
            return data
        return {
            names[name] if name in names else camel(name): inner[name](value) if name in inner else value
            for name, value in data.items()
        }

    return deep if inner else flat
