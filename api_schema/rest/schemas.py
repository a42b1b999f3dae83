"""JSON Schemas for the OpenAPI document: the models of the contract, and the types of each game under its name."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from api_schema.forms import NO_NUL
from api_schema.names import camel, pascal
from api_schema.ports.matches import LegalAction, StateOut
from api_schema.ports.webhooks import TournamentMessage, WebhookMessage
from api_schema.rest.models import ActionGuard, ByToken, Problem
from api_schema.rest.operation import Operation
from api_schema.rest.parameters import LARGEST
from api_schema.rest.play import GUARD, RESERVED
from api_schema.rest.streams import STREAMS
from api_schema.spelling import spelled
from domain.kernel.game import CardGame

Schema = dict[str, Any]
_QUOTED = re.compile("`([a-z_0-9]+)`")
_REFERENCE = "#/components/schemas/"
_FORMS = frozenset({"pattern", "enum", "const", "format"})
_INTEGER: Schema = {"format": "int64", "minimum": -LARGEST, "maximum": LARGEST}
_CONCEDE: Schema = {
    "title": "Concede",
    "description": "Give the match up. Always open to a seated player, and needs no guard.",
    "type": "object",
    "properties": {"type": {"const": "concede"}},
    "required": ["type"],
    "additionalProperties": False,
}


def reference(name: str) -> Schema:
    """A reference to a component."""
    return {"$ref": _REFERENCE + name}


def model(kind: Any) -> Schema:
    """The schema of a model of the contract: a reference for structs."""
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return reference(public(kind.__name__))
    return msgspec.json.schema(kind)


def components(operations: Sequence[Operation], games: Sequence[CardGame]) -> dict[str, Schema]:
    """All component schemas by name."""
    kinds = [kind for operation in operations for kind in (operation.reply, operation.body) if kind is not None]
    told = [message.payload for stream in STREAMS for message in stream.messages]
    found = named([*kinds, *told, Problem, ByToken, ActionGuard, WebhookMessage, TournamentMessage], public)
    guard = found.pop(ActionGuard.__name__)
    found["Concede"] = _with_guard(_CONCEDE, guard)
    for game in games:
        found |= _of_game(game, guard)
    prefixes = [pascal(game.slug) for game in games]
    found[public(StateOut.__name__)]["properties"]["view"] = _view([f"{prefix}View" for prefix in prefixes])
    found[LegalAction.__name__]["properties"]["action"] = any_of([f"{prefix}Action" for prefix in prefixes])
    found["ActionBody"] = any_of(["ByToken", "Concede", *(f"{prefix}ActionBody" for prefix in prefixes)])
    bodies = ["ActionBody", *(public(operation.body.__name__) for operation in operations if operation.body)]
    found |= {name: _kept(found[name]) for name in _reached(found, bodies)}
    return {name: exact(found[name]) for name in sorted(found)}


def _reached(found: Mapping[str, Schema], names: Iterable[str]) -> set[str]:
    """The components that these are made of, themselves among them."""
    reached, following = set[str](), [*names]
    while following:
        name = following.pop()
        if name not in reached:
            reached.add(name)
            following += _referred(found[name])
    return reached


def _referred(schema: Any) -> Iterator[str]:
    if isinstance(schema, str) and schema.startswith(_REFERENCE):
        yield schema.removeprefix(_REFERENCE)
    elif isinstance(schema, list | dict):
        for item in schema.values() if isinstance(schema, dict) else schema:
            yield from _referred(item)


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
    """The schema with every integer marked as one, which is how it goes out (3, never 3.0), and bounded."""
    if isinstance(schema, list):
        return [exact(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    found = {name: exact(item) for name, item in schema.items()}
    return {**_INTEGER, **found} if found.get("type") == "integer" else found


def _of_game(game: CardGame, guard: Schema) -> dict[str, Schema]:
    """The game's view and actions; each action twice: as data, and as the body that has the guard beside it."""
    prefix = pascal(game.slug)
    views = named([game.view_type], lambda name: prefix + name.removeprefix(prefix))
    view = prefix + game.view_type.__name__.removeprefix(prefix)
    if view != f"{prefix}View":
        views[f"{prefix}View"] = reference(view)
    actions = named(game.actions, lambda name: prefix + name.removeprefix(prefix) + "Action")
    tags = {_tag(found): name for name, found in actions.items() if "type" in found.get("properties", {})}
    bodies = {f"{name}Body": _with_guard(_checked(name, actions[name]), guard) for name in tags.values()}
    return {
        **views,
        **actions,
        **bodies,
        f"{prefix}Action": _one_of(tags),
        f"{prefix}ActionBody": _one_of({tag: f"{name}Body" for tag, name in tags.items()}),
    }


def named(kinds: Iterable[Any], rename: Callable[[str], str]) -> dict[str, Schema]:
    """The components of these types as the API writes them, and all that they refer to, under their new names.

    Raises ValueError if two types would have one name.
    """
    types = list(map(spelled, kinds))
    _, found = msgspec.json.schema_components(types, schema_hook=_anything, ref_template=_REFERENCE + "{name}")
    schemas = {rename(name): _described(_referring(schema, rename)) for name, schema in found.items()}
    if len(schemas) != len(found):
        twice = Counter(map(rename, found)).most_common(1)[0][0]
        raise ValueError(f"two types would be called {twice} in the contract")
    return schemas


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


def _referring(schema: Any, rename: Callable[[str], str]) -> Any:
    if isinstance(schema, list):
        return [_referring(item, rename) for item in schema]
    if isinstance(schema, str) and schema.startswith(_REFERENCE):
        return _REFERENCE + rename(schema.removeprefix(_REFERENCE))
    if not isinstance(schema, dict):
        return schema
    return {name: _referring(item, rename) for name, item in schema.items()}


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


def _view(names: Sequence[str]) -> Schema:
    return {"description": "Null before the start.", "anyOf": [{"type": "null"}, *(reference(name) for name in names)]}


def any_of(names: Sequence[str]) -> Schema:
    """One of these components; anything if there are none."""
    return {"anyOf": [reference(name) for name in names]} if names else {}


def _one_of(tags: Mapping[str, str]) -> Schema:
    return {
        "oneOf": [reference(name) for name in tags.values()],
        "discriminator": {
            "propertyName": "type",
            "mapping": {tag: _REFERENCE + name for tag, name in tags.items()},
        },
    }
