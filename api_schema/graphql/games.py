"""The typed part of the schema that each game brings: its state, its events, its actions. All of it is generated."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec
import msgspec.inspect as kinds
import strawberry

from api_schema.graphql.inputs import ActionInput, action_input
from api_schema.graphql.match import MatchEvent, MatchState, PlainEvent
from api_schema.graphql.outputs import OutputTypes, Shape, add_plain_field, summary
from api_schema.input.member_names import camel_type
from api_schema.input.names import camel, pascal
from api_schema.ports.matches import EventOut, StateOut
from domain.kernel.facts import Event
from domain.kernel.fold import FOLDERS
from domain.kernel.game import CardGame


class GameTypes:
    """The generated types of one game, prefixed with its name."""

    def __init__(self, game: CardGame, kernel_events: Mapping[str, type[MatchEvent]]) -> None:
        self.prefix = pascal(game.slug)
        view = camel_type(game.view_type)
        outputs = OutputTypes(self.prefix, names={view: "View"}, special={"id": strawberry.ID})
        self.state_type = _state_type(self.prefix, outputs.of(view), game)
        self.events = {**kernel_events, **event_types(self.prefix, outputs, game.events)}
        self.actions: ActionInput | None = action_input(self.prefix, game)
        self.member = camel(game.slug)

    def state(self, out: StateOut) -> MatchState:
        """The typed state."""
        return self.state_type(out=out)

    def event(self, out: EventOut) -> MatchEvent:
        """The typed event; a plain one if it is sealed."""
        return self.events.get(out.type, PlainEvent)(out=out)


def kernel_event_types() -> dict[str, type[MatchEvent]]:
    """The events that every match has."""
    return event_types("", OutputTypes("Match"), list(FOLDERS))


def event_types(prefix: str, outputs: OutputTypes, events: Any) -> dict[str, type[MatchEvent]]:
    """A type per event: the interface's fields and, all nullable because any may be hidden, its own."""
    known = zip(events, kinds.multi_type_info(map(camel_type, events)), strict=True)
    return {
        event.type: _event_type(f"{prefix}{pascal(event.type)}Event", outputs, event, info) for event, info in known
    }


def _state_type(prefix: str, view: Any, game: CardGame) -> type[MatchState]:
    cls = type(f"{prefix}State", (MatchState,), {"__annotations__": {}})
    add_plain_field(cls, "view", Shape(view | None), lambda state: state.out.view)
    return strawberry.type(cls, description=f"A state of {game.title}.")


def _event_type(name: str, outputs: OutputTypes, event: type[Event], info: kinds.Type) -> type[MatchEvent]:
    cls = type(name, (MatchEvent,), {"__annotations__": {}})
    assert isinstance(info, kinds.StructType)
    annotations = {field.name: field.type for field in msgspec.structs.fields(camel_type(event))}
    taken = {field.python_name for field in MatchEvent.__strawberry_definition__.fields}  # type: ignore[attr-defined]
    for field in info.fields:
        if field.name != "draws":
            found = outputs.shape(name + pascal(field.encode_name), field.type)
            attribute = f"{field.name}_value" if field.name in taken else field.name
            read = _event_field(annotations[field.name], field, found.convert)
            add_plain_field(cls, attribute, Shape(found.annotation | None), read)
    return strawberry.type(cls, description=summary(event))


def _event_field(kind: Any, field: kinds.Field, convert: Callable[[Any], Any] | None) -> Callable[[Any], Any]:
    """Reads a field from the event's data. A member that is left out has its default, unless something is hidden: then
    null.
    """

    def read(root: MatchEvent) -> Any:
        if field.encode_name in root.out.data:
            value = msgspec.convert(root.out.data[field.encode_name], kind, strict=False)
        elif root.out.redacted or field.required:
            return None
        else:
            value = _default(field)
        return value if convert is None or value is None else convert(value)

    return read


def _default(field: kinds.Field) -> Any:
    if field.default_factory is not msgspec.NODEFAULT:
        return field.default_factory()
    return field.default
