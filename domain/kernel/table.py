"""The generic table: what every game can be shown as, by a client that knows none of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Protocol, TypeVar

import msgspec

from domain.kernel.dispatch import always


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


class ViewedCard(Protocol):
    """A card of a game's view, known by its `iid`, else its `id`, else, where cards have none, by what it is."""

    @property
    def card(self) -> str | None: ...

    @property
    def name(self) -> str | None: ...


C = TypeVar("C", bound=ViewedCard)
IDS = ("iid", "id", "card")
NO_COUNTERS: Callable[..., Mapping[str, int]] = always({})


def zone(
    name: str,
    cards: Iterable[C] | C | None,
    size: int | None = None,
    counters: Callable[[C], Mapping[str, int]] = NO_COUNTERS,
) -> TableZone:
    """A zone of a view: cards, or the one card or none that it holds. `size` says how many there are if not all of
    them are seen.
    """
    there = () if cards is None else tuple(cards) if isinstance(cards, Iterable) else (cards,)
    ids = (next(getattr(card, name) for name in IDS if hasattr(card, name)) for card in there)
    shown = tuple(TableCard(iid, card.card, card.name, counters(card)) for iid, card in zip(ids, there, strict=True))
    return TableZone(name, len(shown) if size is None else size, shown)
