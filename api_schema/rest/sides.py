"""The two sides of the schemas: what is sent to the service, and what it answers.

No member has a `default`: generators write one as a value of their language, which not every value is, and some take
the member for required. A type that clients send says in words what stands for a member that is left out, and to
programs in `x-default`. An answer has all of its members; only of a type that leaves out what is usual a member may be
missing, and says so.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from typing import Any

Schema = dict[str, Any]
REFERENCE = "#/components/schemas/"
_EMPTY: tuple[Any, ...] = (None, [], {})


def reached(found: Mapping[str, Schema], names: Iterable[str]) -> set[str]:
    """The components that these are made of, themselves among them."""
    known, following = set[str](), [*names]
    while following:
        name = following.pop()
        if name not in known:
            known.add(name)
            following += _referred(found[name])
    return known


def sided(
    found: Mapping[str, Schema], bodies: Iterable[str], answers: Iterable[str], leaving_out: AbstractSet[str]
) -> dict[str, Schema]:
    """The components, each on its side. A type on both sides has a twin for the side of what is sent, `...Input`.

    `leaving_out`: components whose members are missing at their default.
    """
    sent, told = reached(found, bodies), reached(found, answers)
    twins = {name: f"{name}Input" for name in sent & told}
    asked = {twins.get(name, name): _sent(renamed(found[name], lambda one: twins.get(one, one))) for name in sent}
    return {**asked, **{name: answered(found[name], leaving_out=name in leaving_out) for name in found.keys() - asked}}


def answered(schema: Schema, *, leaving_out: bool = False) -> Schema:
    """The schema of an answer: its members have no default, and are all there unless it is one that leaves some out."""
    if "properties" not in schema:
        return schema
    members = {name: _left_out(member) if leaving_out else _bare(member) for name, member in _members(schema)}
    needed = schema.get("required", []) if leaving_out else [name for name in members if _always(schema, name)]
    return {**schema, "properties": members, **({"required": needed} if needed or "required" in schema else {})}


def _always(schema: Schema, name: str) -> bool:
    return name in schema.get("required", ()) or "default" in schema["properties"][name]


def _left_out(member: Schema) -> Schema:
    return _worded(member, "Left out where it is {}.") if member.get("default") is not None else _bare(member)


def _sent(schema: Schema) -> Schema:
    if "properties" not in schema:
        return schema
    return {**schema, "properties": {name: _defaulted(member) for name, member in _members(schema)}}


def _defaulted(member: Schema) -> Schema:
    """Null and what is empty are what anybody expects of a member that is left out."""
    if member.get("default") in _EMPTY:
        return _bare(member)
    return {**_worded(member, "Default: {}."), "x-default": member["default"]}


def _worded(member: Schema, words: str) -> Schema:
    told = words.format(f"`{json.dumps(member['default'])}`")
    about = member.get("description")
    return {**_bare(member), "description": f"{about} {told}" if about else told}


def _bare(member: Schema) -> Schema:
    return {name: item for name, item in member.items() if name != "default"}


def _members(schema: Schema) -> Iterator[tuple[str, Schema]]:
    yield from schema["properties"].items()


def _referred(schema: Any) -> Iterator[str]:
    if isinstance(schema, str) and schema.startswith(REFERENCE):
        yield schema.removeprefix(REFERENCE)
    elif isinstance(schema, list | dict):
        for item in schema.values() if isinstance(schema, dict) else schema:
            yield from _referred(item)


def renamed(schema: Any, rename: Callable[[str], str]) -> Any:
    """The schema with other names for the components that it refers to."""
    if isinstance(schema, list):
        return [renamed(item, rename) for item in schema]
    if isinstance(schema, str) and schema.startswith(REFERENCE):
        return REFERENCE + rename(schema.removeprefix(REFERENCE))
    if not isinstance(schema, dict):
        return schema
    return {name: renamed(item, rename) for name, item in schema.items()}
