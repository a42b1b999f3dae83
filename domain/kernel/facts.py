"""Events and facts: what happened, and who may see which part of it. The maker of a fact decides that, once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import ModuleType
from typing import ClassVar, Generic

import msgspec

from domain.kernel.audience import sees
from domain.kernel.board import BoardT


class Draw(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """One recorded draw: the `n`-th of its purpose, an integer below `size`, or a permutation of `size` places."""

    purpose: str
    n: int
    size: int
    value: int | tuple[int, ...]


class Event(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """The base of every event. A field that can be hidden has a default, which is what the others see."""

    type: ClassVar[str]
    schema: ClassVar[int] = 1
    fold: ClassVar[Callable[..., None]]
    """Changes the board of its game in place; the kernel's own events have none, they change the state."""

    draws: tuple[Draw, ...] = ()


class GameEvent(Event, Generic[BoardT], frozen=True):
    """The base of a game's events: what happened, together with how the board changes by it."""

    def fold(self, board: BoardT) -> None:
        """Change the board, in place. Never refuses and draws nothing; what is hidden is unknown here."""
        raise NotImplementedError


class Notice(GameEvent[BoardT], frozen=True):
    """An event that tells something and changes nothing on the board."""

    def fold(self, board: BoardT) -> None:
        """Nothing has changed."""


class OfSeat(GameEvent[BoardT], frozen=True):
    """An event about one seat."""

    seat: int


class OfCard(OfSeat[BoardT], frozen=True):
    """An event about one card of a seat."""

    iid: str
    card: str


def events_in(*modules: ModuleType) -> tuple[type[GameEvent], ...]:
    """The events of a game that these modules define, in written order; what has no type is a base of some."""
    return tuple(
        kind
        for module in modules
        for kind in vars(module).values()
        if getattr(kind, "__module__", "") == module.__name__ and "type" in vars(kind)
    )


class Fact(msgspec.Struct, frozen=True):
    """An event with its visibility.

    `secret` maps an audience to the fields that only it sees; `sealed` names the one audience that sees that this
    happened at all: to everybody else the fact has a constant type, actor and command and no content.
    """

    event: Event
    secret: Mapping[str, tuple[str, ...]] = {}
    sealed: str | None = None


def as_seen(fact: Fact, viewer: str) -> Event | None:
    """The event as `viewer` sees it: whole, with its hidden fields at their defaults, or None if sealed away."""
    if fact.sealed is not None and not sees(viewer, fact.sealed):
        return None
    if not fact.secret:
        return fact.event
    shown = {name for audience, names in fact.secret.items() if sees(viewer, audience) for name in names}
    hidden = {name for names in fact.secret.values() for name in names} - shown
    return without(fact.event, hidden) if hidden else fact.event


def without(event: Event, hidden: set[str]) -> Event:
    """The event with the named fields at their defaults."""
    kept = {name: getattr(event, name) for name in event.__struct_fields__ if name not in hidden}
    return type(event)(**kept)
