"""JSON Schemas for the OpenAPI document: the models of the contract, and the types of each game under its name."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from api_schema.input.member_names import camel_type, structs_of
from api_schema.input.names import camel, pascal
from api_schema.input.patterns import NO_NUL
from api_schema.operations.models import ActionGuard, ByToken, Problem
from api_schema.operations.operation import Operation
from api_schema.operations.parameters import LARGEST
from api_schema.ports.matches import LegalAction, StateOut
from api_schema.ports.webhooks import TournamentMessage, WebhookMessage
from api_schema.rest.play import GUARD, RESERVED
from api_schema.rest.sides import REFERENCE, Schema, reached, renamed, sided
from api_schema.rest.streams import STREAMS
from domain.kernel.game import CardGame

_QUOTED = re.compile("`([a-z_0-9]+)`")
_FORMS = frozenset({"pattern", "enum", "const", "format"})
_INTEGER: Schema = {"format": "int64", "minimum": -LARGEST, "maximum": LARGEST}
_CONCEDE: Schema = {
    "description": "Give the match up. Always open to a seated player, and needs no guard.",
    "type": "object",
    "properties": {"type": {"const": "concede"}},
    "required": ["type"],
    "additionalProperties": False,
}
_CONCEDES = "ConcedeAction"
"""Conceding, as an action. As the one choice beside the games' that knows no discriminator it keeps generators from
taking theirs, which each game has of its own, for that of all.
"""
_OTHER = "OtherAction"
_OTHER_ACTION: Schema = {
    "description": "An action of a game that this document doesn't describe: its type, and its parameters beside it.",
    "type": "object",
    "properties": {"type": {"type": "string"}},
    "required": ["type"],
    "additionalProperties": True,
}
_TOLD = (Problem, WebhookMessage, TournamentMessage)
"""The types that go out beside the answers of operations."""
_MEMBERS = frozenset({"properties", "additionalProperties"})
Rename = Callable[[str], str]


def reference(name: str) -> Schema:
    """A reference to a component."""
    return {"$ref": REFERENCE + name}


def model(kind: Any) -> Schema:
    """The schema of a model of the contract: a reference for structs."""
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return reference(public(kind.__name__))
    return msgspec.json.schema(kind)


def components(operations: Sequence[Operation], games: Sequence[CardGame], *, more: bool = False) -> dict[str, Schema]:
    """All component schemas by name, as those outside read them. `more`: there are other games, which stay open."""
    found = models(operations, games, more=more)
    left = frozenset[str]().union(*(leaving_out(kinds, rename) for kinds, rename in _sources(operations, games)))
    answers = {public(kind.__name__) for kind in _answers(operations)} & found.keys()
    sides = sided(found, _bodies(operations), answers, left)
    return {name: exact(sides[name]) for name in sorted(sides)}


def models(operations: Sequence[Operation], games: Sequence[CardGame], *, more: bool = False) -> dict[str, Schema]:
    """All component schemas by name, members with their defaults."""
    found: dict[str, Schema] = {}
    for kinds, rename in _sources(operations, games):
        found |= named(kinds, rename)
    guard = found.pop(ActionGuard.__name__)
    found |= {_CONCEDES: _CONCEDE, "Concede": _with_guard(_CONCEDE, guard)}
    for game in games:
        found |= _of_game(game, found, guard)
    if more:
        found |= {_OTHER: _OTHER_ACTION, f"{_OTHER}Body": _with_guard(_OTHER_ACTION, guard)}
    prefixes = [pascal(game.slug) for game in games]
    others = [_OTHER] if more else []
    actions = [_CONCEDES, *(f"{prefix}Action" for prefix in prefixes), *others]
    found[public(StateOut.__name__)]["properties"]["view"] = _view([f"{prefix}View" for prefix in prefixes], more)
    found[LegalAction.__name__]["properties"]["action"] = any_of(actions)
    found["ActionBody"] = any_of(["ByToken", "Concede", *(f"{name}Body" for name in actions[1:])])
    found |= {name: _kept(found[name]) for name in reached(found, _bodies(operations))}
    return {name: exact(found[name]) for name in sorted(found)}


def _sources(operations: Sequence[Operation], games: Sequence[CardGame]) -> Iterator[tuple[list[Any], Rename]]:
    """The types that the components are made of, and what makes the name of a component of the name of a type."""
    bodies = [operation.body for operation in operations if operation.body is not None]
    yield [*_answers(operations), *bodies, ByToken, ActionGuard], public
    for game in games:
        yield [game.view_type], _prefixed(game)
        yield list(game.actions), _prefixed(game, "Action")


def _answers(operations: Sequence[Operation]) -> list[type]:
    """The types of what goes out."""
    replies = [kind for operation in operations for kind in (operation.reply, operation.lines) if kind is not None]
    return [*replies, *(message.payload for stream in STREAMS for message in stream.messages), *_TOLD]


def _bodies(operations: Sequence[Operation]) -> list[str]:
    """The components that come in."""
    return ["ActionBody", *(public(operation.body.__name__) for operation in operations if operation.body)]


def _kept(schema: Any) -> Any:
    """The schema of what comes in: a text without a form of its own has no NUL character, for no store keeps one."""
    if isinstance(schema, list):
        return [_kept(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    found = {name: _kept(item) for name, item in schema.items()}
    free = found.get("type") == "string" and not _FORMS & found.keys()
    return {**found, "pattern": NO_NUL} if free else found


def exact(schema: Any) -> Any:
    """The schema with every integer marked as one, which is how it goes out (3, never 3.0), and bounded; with the type
    of its words, and with open objects that say so.
    """
    if isinstance(schema, list):
        return [exact(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    found = {name: exact(item) for name, item in schema.items()}
    values = found.get("enum", [found.get("const")])
    if found.get("type") == "integer":
        return {**_INTEGER, **found}
    if isinstance(values, list) and all(isinstance(value, str) for value in values):
        return {"type": "string", **found}
    if found.get("type") == "object" and not _MEMBERS & found.keys():
        return {**found, "additionalProperties": True}
    return found


def _of_game(game: CardGame, found: Mapping[str, Schema], guard: Schema) -> dict[str, Schema]:
    """The game's view and actions; each action twice: as data, and as the body that has the guard beside it."""
    prefix = pascal(game.slug)
    view = _prefixed(game)(game.view_type.__name__)
    views = {} if view == f"{prefix}View" else {f"{prefix}View": reference(view)}
    actions = [_prefixed(game, "Action")(action.__name__) for action in game.actions]
    tags = {_tag(found[name]): name for name in actions if "type" in found[name].get("properties", {})}
    bodies = {f"{name}Body": _with_guard(_checked(name, found[name]), guard) for name in tags.values()}
    return {
        **views,
        **bodies,
        f"{prefix}Action": _one_of(tags),
        f"{prefix}ActionBody": _one_of({tag: f"{name}Body" for tag, name in tags.items()}),
    }


def _prefixed(game: CardGame, suffix: str = "") -> Rename:
    """The function that makes the name of a component of that of a game's type."""
    prefix = pascal(game.slug)
    return lambda name: prefix + name.removeprefix(prefix) + suffix


def named(kinds: Iterable[Any], rename: Rename) -> dict[str, Schema]:
    """The components of these types as the API writes them, and all that they refer to, under their new names, which
    are the only ones: generators take a `title` for one.

    Raises ValueError if two types would have one name.
    """
    types = list(map(camel_type, kinds))
    _, found = msgspec.json.schema_components(types, schema_hook=_anything, ref_template=REFERENCE + "{name}")
    schemas = {rename(name): _described(_plain(renamed(schema, rename))) for name, schema in found.items()}
    if len(schemas) != len(found):
        twice = Counter(map(rename, found)).most_common(1)[0][0]
        raise ValueError(f"two types would be called {twice} in the contract")
    for schema in schemas.values():
        schema.pop("title", None)
    return schemas


def _plain(schema: Any) -> Any:
    """The schema with arrays of a fixed length written as plain arrays, which more programs read than `prefixItems`."""
    if isinstance(schema, list):
        return [_plain(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    found = {name: _plain(item) for name, item in schema.items()}
    several = found.pop("prefixItems", None)
    if several:
        kinds = [kind for number, kind in enumerate(several) if kind not in several[:number]]
        found["items"] = kinds[0] if len(kinds) == 1 else {"anyOf": kinds}
    return found


def leaving_out(kinds: Iterable[Any], rename: Rename) -> set[str]:
    """Those of the components of these types whose members are missing at their default."""
    structs = frozenset[type[msgspec.Struct]]().union(*map(structs_of, kinds))
    return {rename(kind.__name__) for kind in structs if kind.__struct_config__.omit_defaults}


def _described(schema: Schema) -> Schema:
    """The schema with its own members called in its description as they are called in it."""
    if "description" not in schema:
        return schema
    own = schema.get("properties", {})
    text = _QUOTED.sub(
        lambda found: f"`{camel(found[1])}`" if camel(found[1]) in own else found[0], schema["description"]
    )
    return {**schema, "description": text}


def _anything(kind: type) -> Schema:
    """The schema of `object`, which is any JSON value."""
    if kind is object:
        return {"description": "Any JSON value."}
    raise NotImplementedError(f"no JSON Schema for {kind}")


def public(name: str) -> str:
    """The ports' `MatchOut` is `Match` to those outside."""
    return name.removesuffix("Out")


def _tag(schema: Schema) -> str:
    return str(schema["properties"]["type"]["enum"][0])


def _checked(name: str, schema: Schema) -> Schema:
    """The schema of an action; its parameters may not be named as the members that stand beside them."""
    clash = RESERVED & schema["properties"].keys()
    if clash:
        raise ValueError(f"{name}: {sorted(clash)} are reserved in the body of an action")
    return schema


def _with_guard(action: Schema, guard: Schema) -> Schema:
    beside = {name: schema for name, schema in guard["properties"].items() if name in GUARD}
    return {**action, "properties": {**action["properties"], **beside}}


def _view(names: Sequence[str], more: bool) -> Schema:
    others = [{"type": "object", "description": "The view of another game."}] if more else []
    kinds = [{"type": "null"}, *map(reference, names), *others]
    return {"description": "Null before the start.", "anyOf": kinds}


def any_of(names: Sequence[str]) -> Schema:
    """One of these components; anything if there are none."""
    return {"anyOf": [reference(name) for name in names]} if names else {}


def _one_of(tags: Mapping[str, str]) -> Schema:
    return {
        "oneOf": [reference(name) for name in tags.values()],
        "discriminator": {
            "propertyName": "type",
            "mapping": {tag: REFERENCE + name for tag, name in tags.items()},
        },
    }
