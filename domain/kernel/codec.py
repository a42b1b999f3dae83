"""Facts to the parts that are stored and hashed, and back to the events that a viewer may see.

A stored event has a public part and private parts by audience. A sealed fact has the constant public type `sealed`;
its one private part holds its own type, schema, actor, command and data.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import GenericAlias
from typing import Generic, TypeVar

import msgspec

from domain.kernel import match as kernel
from domain.kernel.audience import FULL, SPECTATOR, sees
from domain.kernel.dispatch import by_type, on
from domain.kernel.facts import Event, Fact
from domain.kernel.fold import FOLDERS, evolve
from domain.kernel.game import CardGame
from domain.kernel.match import State
from domain.kernel.typing import Typing, frames_data
from domain.kernel.upcasters import UPCASTERS, Data, UnreadableEvent, Upcaster, upcast

E = TypeVar("E", bound=Event)

SEALED = "sealed"
"""The public type of every sealed fact; also the key of its commitment, which may not name its audience."""

Row = tuple[str, int, bytes, bytes | None, int]
"""(type, schema, body, private, at) of a stored event."""


class Parts(msgspec.Struct, frozen=True):
    """A fact as it is stored: public data and, by audience, private data."""

    type: str
    schema: int
    pub: Data
    private: dict[str, Data]


class SealedPart(msgspec.Struct, frozen=True):
    """The private part of a sealed fact."""

    type: str
    schema: int
    actor: str
    command: str
    data: msgspec.Raw


class _Body(msgspec.Struct, frozen=True):
    pub: msgspec.Raw


class _PublicBody(msgspec.Struct, Generic[E], frozen=True):
    pub: E


_body = msgspec.json.Decoder(_Body)
_private = msgspec.json.Decoder(dict[str, msgspec.Raw])
_sealed = msgspec.json.Decoder(SealedPart)
_encode = msgspec.json.Encoder(order="sorted").encode


def encode(fact: Fact, actor: str, command: str) -> Parts:
    """The parts of a fact. Actor and command go into a sealed fact's private part; the caller sets the public ones."""
    event = fact.event
    data = _data(event)
    if fact.sealed is None:
        if not fact.secret:
            return Parts(event.type, event.schema, data, {})
        hidden = {name for names in fact.secret.values() for name in names}
        private = {
            audience: {name: data[name] for name in names if name in data} for audience, names in fact.secret.items()
        }
        return Parts(event.type, event.schema, {k: v for k, v in data.items() if k not in hidden}, private)
    if fact.secret:
        raise ValueError(f"{event.type}: a sealed fact has one audience for all of it")
    part = {"type": event.type, "schema": event.schema, "actor": actor, "command": command, "data": data}
    return Parts(SEALED, 1, {}, {fact.sealed: part})


def _data(event: Event) -> Data:
    data: Data = msgspec.to_builtins(event)
    fields, defaults = event.__struct_fields__, event.__struct_defaults__
    required = len(fields) - len(defaults)
    for name, value in tuple(data.items()):
        # of a text or a number msgspec only leaves out the very object that is the default
        if isinstance(value, str | int) and (place := fields.index(name) - required) >= 0 and value == defaults[place]:
            del data[name]
    if isinstance(event, kernel.Resolution) and event.frames:
        data["frames"] = frames_data(event.frames)
    return data


class Reader:
    """Reads stored events of some kinds as a viewer sees them. `owner` is whose they are, for messages."""

    def __init__(
        self, owner: str, kinds: Iterable[type[Event]], upcasters: Mapping[tuple[str, int], Upcaster] = UPCASTERS
    ) -> None:
        self._owner = owner
        self._upcasters = upcasters
        self._kinds = {kind.type: kind for kind in kinds}
        self._events = {kind.type: msgspec.json.Decoder(kind) for kind in self._kinds.values()}
        self._bodies = {kind.type: _body_decoder(kind) for kind in self._kinds.values()}

    def decode(self, type_: str, schema: int, body: bytes, private: bytes | None, viewer: str) -> Event | None:
        """The event as `viewer` sees it; None if it is sealed away. `body` is the hashed object with its `pub`.

        Raises UnreadableEvent for whatever this release doesn't know: a type, a schema, a field, an action, a frame.
        """
        try:
            return self._decode(type_, schema, body, private, viewer)
        except UnreadableEvent:
            raise
        except (LookupError, ValueError) as error:
            raise UnreadableEvent(f"{self._owner} can't read an event {type_!r} of schema {schema}") from error

    def _decode(self, type_: str, schema: int, body: bytes, private: bytes | None, viewer: str) -> Event | None:
        if type_ == SEALED:
            return self._open(private, viewer)
        shown = [] if private is None else _visible(private, viewer)
        if not shown and (decoder := self._bodies.get(type_)) and self._kinds[type_].schema == schema:
            return self._finished(decoder.decode(body).pub)
        return self._typed(type_, schema, _join([bytes(_body.decode(body).pub), *shown]))

    def _open(self, private: bytes | None, viewer: str) -> Event | None:
        for part in [] if private is None else _visible(private, viewer):
            sealed = _sealed.decode(part)
            return self._typed(sealed.type, sealed.schema, bytes(sealed.data))
        return None

    def _typed(self, type_: str, schema: int, data: bytes) -> Event:
        kind = self._kinds.get(type_)
        if kind is None:
            raise UnreadableEvent(f"{self._owner} has no event {type_!r}")
        if schema != kind.schema:
            data = _encode(upcast(self._upcasters, type_, schema, kind.schema, msgspec.json.decode(data)))
        return self._finished(self._events[type_].decode(data))

    def _finished(self, event: Event) -> Event:
        """The event with whatever was left as plain data."""
        return event


class Codec(Reader):
    """Reads the stored events of one game."""

    def __init__(self, game: CardGame, upcasters: Mapping[tuple[str, int], Upcaster] | None = None) -> None:
        self.game = game
        taken = {kind.type for kind in FOLDERS} & {kind.type for kind in game.events}
        if taken:
            raise TypeError(f"{game.slug} names events as the kernel does: {', '.join(sorted(taken))}")
        known = {**UPCASTERS, **getattr(game, "upcasters", {}), **(upcasters or {})}
        super().__init__(game.slug, [*FOLDERS, *game.events], known)
        self.typing = Typing(game, known)
        self._finish = by_type(
            on(kernel.MatchCreated, self.typing.created),
            on(kernel.LoadoutSealed, self.typing.loadout),
            on(kernel.ActionTaken, self.typing.action_taken),
            on(kernel.Resolution, self.typing.resolution),
        )

    def fold(self, state: State, rows: Iterable[Row], viewer: str = FULL) -> State:
        """Fold stored events into the state, in place. Only the last stop's frames are read.

        Raises UnreadableEvent, which says where; the state is then no longer good for anything.
        """
        rows = list(rows)
        stops = [place for place, row in enumerate(rows) if row[0] == kernel.Resolution.type]
        last = stops[-1] if stops else -1
        for place, (type_, schema, body, private, at) in enumerate(rows):
            past = type_ == kernel.Resolution.type and place != last
            try:
                event = self.decode(type_, schema, body, None if past else private, viewer)
            except UnreadableEvent as error:
                raise UnreadableEvent(str(error), f"event {state.version + 1} ({type_})") from error
            evolve(self.game, state, event, at)
        return state

    def _finished(self, event: Event) -> Event:
        finish = self._finish.get(type(event))
        if finish is not None:
            finish(event)
        return event


class PublicReader:
    """Reads what is public of some of the kernel's own events, whatever the game: what is a game's stays plain data."""

    def __init__(self, kinds: Iterable[type[Event]], upcasters: Mapping[tuple[str, int], Upcaster] = UPCASTERS) -> None:
        self._kinds = {kind.type: kind for kind in kinds}
        self._reader = Reader("the kernel", self._kinds.values(), upcasters)

    def decode(self, type_: str, schema: int, body: bytes) -> Event | None:
        """The event; None if it is of no kind that is read. Raises UnreadableEvent."""
        return self._reader.decode(type_, schema, body, None, SPECTATOR) if type_ in self._kinds else None


def _body_decoder(kind: type[E]) -> msgspec.json.Decoder[_PublicBody[E]]:
    """Reads a whole body at once, typed, where nothing private has to be added."""
    return msgspec.json.Decoder(GenericAlias(_PublicBody, (kind,)))


def _visible(private: bytes, viewer: str) -> list[bytes]:
    return [bytes(part) for audience, part in _private.decode(private).items() if sees(viewer, audience)]


def _join(objects: list[bytes]) -> bytes:
    """One JSON object with the members of all; cheaper than decoding each into a map."""
    members = [text[1:-1] for text in objects if len(text) > 2]
    return b"{" + b",".join(members) + b"}"
