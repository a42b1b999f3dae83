"""JSON Schemas for the OpenAPI document: the models of the contract, and the types of each game under its name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import msgspec

from api_schema.ports import LegalAction, StateOut
from api_schema.rest.models import ByToken, Guard, Problem
from api_schema.rest.play import RESERVED
from api_schema.rest.table import OPERATIONS
from domain.kernel.game import Game

Schema = dict[str, Any]
_REFERENCE = "#/components/schemas/"
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
        return reference(_public(kind.__name__))
    return msgspec.json.schema(kind)


def components(games: Sequence[Game]) -> dict[str, Schema]:
    """All component schemas by name."""
    kinds = [kind for operation in OPERATIONS for kind in (operation.reply, operation.body) if kind is not None]
    found = _named([*kinds, Problem, ByToken, Guard], _public)
    found["Concede"] = _with_guard(_CONCEDE, found["Guard"])
    for game in games:
        found |= _of_game(game, found["Guard"])
    found[_public(StateOut.__name__)]["properties"]["view"] = _any_of([pascal(game.slug) + "View" for game in games])
    found[LegalAction.__name__]["properties"]["action"] = _any_of([pascal(game.slug) + "Action" for game in games])
    found["ActionBody"] = _any_of(["ByToken", "Concede", *(pascal(game.slug) + "ActionBody" for game in games)])
    return {name: _exact(found[name]) for name in sorted(found)}


def pascal(slug: str) -> str:
    """The slug of a game as the first part of a type's name: `cape_and_cowl` -> `CapeAndCowl`."""
    return "".join(part.capitalize() for part in slug.replace("-", "_").split("_"))


def _of_game(game: Game, guard: Schema) -> dict[str, Schema]:
    """The game's view and actions; each action twice: as data, and as the body that has the guard beside it."""
    prefix = pascal(game.slug)

    def named(name: str) -> str:
        return prefix + name.removeprefix(prefix)

    found = _named([game.view_type, *game.actions], named)
    tags = {str(msgspec.inspect.type_info(kind).tag): named(kind.__name__) for kind in game.actions}  # type: ignore[attr-defined]
    for name in tags.values():
        _refuse_reserved(game, name, found[name])
        found[name + "Body"] = _with_guard(found[name], guard)
    bodies = {tag: name + "Body" for tag, name in tags.items()}
    return {
        **found,
        prefix + "View": _view(found, named(game.view_type.__name__)),
        prefix + "Action": _one_of(tags),
        prefix + "ActionBody": _one_of(bodies),
    }
