"""JSON Schemas of what the streams send: every payload, every type of event with its typed data."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from api_schema.input.names import pascal
from api_schema.ports.matches import EventOut
from api_schema.ports.tournaments import TournamentEventOut
from api_schema.ports.updates import EventsAppendedOut, TournamentChangedOut
from api_schema.rest.schemas import any_of, exact, named, public, reference
from api_schema.rest.sides import Schema
from domain.kernel.codec import SEALED
from domain.kernel.facts import Event
from domain.kernel.fold import FOLDERS
from domain.kernel.game import CardGame
from domain.kernel.match import ActionTaken, LoadoutSealed, MatchCreated
from domain.tournament.events import EVENTS
from domain.tournament.proof import Proof

KERNEL, TOURNAMENT = "Match", "Tournament"
"""The prefix of names that every match, or every tournament, has; other names have the prefix of their game."""
_EVENT, _TOURNAMENT_EVENT = public(EventOut.__name__), public(TournamentEventOut.__name__)
_SEALED: Schema = {
    "description": "Something that is hidden: no type, no actor, no content of its own.",
    "allOf": [
        {"$ref": f"#/components/schemas/{_EVENT}"},
        {
            "title": "SealedOwn",
            "properties": {"type": {"const": SEALED}, "redacted": {"const": True}, "data": {"maxProperties": 0}},
        },
    ],
}
_OF_GAMES: tuple[tuple[type[Event], str, str], ...] = (
    (MatchCreated, "options", "Options"),
    (LoadoutSealed, "loadout", "Loadout"),
    (ActionTaken, "action", "Action"),
)
"""Fields of the kernel's events whose type is the game's: event, field, and what the game's schema is called."""


def components(payloads: Iterable[type], games: Sequence[CardGame]) -> dict[str, Schema]:
    """The schemas of these payloads, and of the events of the kernel, of tournaments and of these games, by name."""
    prefixes = [pascal(game.slug) for game in games]
    found = named([*payloads, EventOut], public) | _events(KERNEL, FOLDERS) | _of_tournaments()
    for game, prefix in zip(games, prefixes, strict=True):
        found |= _of_game(prefix, game)
    for kind, field, name in _OF_GAMES:
        choice: Schema = {"anyOf": [{"type": "null"}, *any_of([f"{prefix}{name}" for prefix in prefixes])["anyOf"]]}
        found[data_name(KERNEL, kind.type)]["properties"][field] = choice
    found[event_name(KERNEL, SEALED)] = _SEALED
    found["AnyEvent"] = {
        "description": "An event, as its type is. One of a type that you don't know is still an Event: tolerate it.",
        **any_of([event_name(KERNEL, SEALED), *(f"{prefix}Events" for prefix in [KERNEL, *prefixes])]),
    }
    found[public(EventsAppendedOut.__name__)]["properties"]["events"]["items"] = reference("AnyEvent")
    found[public(TournamentChangedOut.__name__)]["properties"]["events"]["items"] = reference(f"{TOURNAMENT}Events")
    return {name: {"title": name, **exact(tolerant(found[name]))} for name in sorted(found)}


def event_name(prefix: str, kind: str) -> str:
    """The name of the schema of an event of a type: `C4CardPlayedEvent`."""
    return f"{prefix}{pascal(kind)}Event"


def data_name(prefix: str, kind: str) -> str:
    """The name of the schema of its data: `C4CardPlayedData`."""
    return f"{prefix}{pascal(kind)}Data"


def tolerant(schema: Any) -> Any:
    """The schema in the JSON Schema draft 07 of AsyncAPI, without bans on members that it doesn't name.

    A later release may send more. Of the newer drafts, msgspec writes members beside `$ref`, which that draft would
    pass over.
    """
    if isinstance(schema, list):
        return [tolerant(item) for item in schema]
    if not isinstance(schema, Mapping):
        return schema
    kept = {name: item for name, item in schema.items() if (name, item) != ("additionalProperties", False)}
    if len(kept) > 1 and "$ref" in kept:
        kept = {"allOf": [{"$ref": kept["$ref"]}], **{name: item for name, item in kept.items() if name != "$ref"}}
    return {name: tolerant(item) for name, item in kept.items()}


def _of_game(prefix: str, game: CardGame) -> dict[str, Schema]:
    """The options of a game's matches, its actions and its events."""
    own = {game.options_type.__name__: f"{prefix}Options", game.loadout_type.__name__: f"{prefix}Loadout"}
    made = named([game.options_type, game.loadout_type], lambda name: own.get(name, _prefixed(prefix, name)))
    actions = named(game.actions, lambda name: _prefixed(prefix, name) + "Action")
    tagged = [name for name, schema in actions.items() if "type" in schema.get("properties", {})]
    return {**made, **actions, f"{prefix}Action": any_of(tagged), **_events(prefix, game.events)}


def _of_tournaments() -> dict[str, Schema]:
    """The events of tournaments. The input of a proof is not sent: the file of the round has it."""
    found = _events(TOURNAMENT, EVENTS, _TOURNAMENT_EVENT)
    proof = found[_prefixed(TOURNAMENT, Proof.__name__)]
    del proof["properties"]["input"]
    proof["required"].remove("input")
    return found


def _events(prefix: str, kinds: Iterable[type[Event]], event: str = _EVENT) -> dict[str, Schema]:
    """For each type of event its data and the event with it; and all of them together."""
    types = {kind.__name__: kind.type for kind in kinds}
    found = named(
        list(kinds), lambda name: data_name(prefix, types[name]) if name in types else _prefixed(prefix, name)
    )
    for kind in types.values():
        narrowed = {"type": {"const": kind}, "data": reference(data_name(prefix, kind))}
        found[event_name(prefix, kind)] = {
            "allOf": [reference(event), {"title": f"{event_name(prefix, kind)}Own", "properties": narrowed}]
        }
    found[f"{prefix}Events"] = any_of([event_name(prefix, kind) for kind in types.values()])
    return found


def _prefixed(prefix: str, name: str) -> str:
    return prefix + name.removeprefix(prefix)
