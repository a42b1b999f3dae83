"""The generic table: what every game can be shown as, by a client that knows none of them."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec


class TableCard(msgspec.Struct, frozen=True, omit_defaults=True):
    """A card of the generic table view; without id and name it is face down."""

    id: str | None = None
    card: str | None = None
    name: str | None = None
    counters: Mapping[str, int] = {}


class TableZone(msgspec.Struct, frozen=True, omit_defaults=True):
    """A zone of the table view: the cards that the viewer sees, and how many there are."""

    name: str
    count: int
    cards: tuple[TableCard, ...] = ()


class TablePlayer(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat of the table view: its numbers, its marks, its zones."""

    seat: int
    in_match: bool
    stats: Mapping[str, int] = {}
    marks: tuple[str, ...] = ()
    zones: tuple[TableZone, ...] = ()


class Table(msgspec.Struct, frozen=True, omit_defaults=True):
    """The form in which a client that knows no game can show every game."""

    phase: str
    active: int | None
    stats: Mapping[str, int]
    players: tuple[TablePlayer, ...]
    zones: tuple[TableZone, ...] = ()
    pending: tuple[str, ...] = ()
