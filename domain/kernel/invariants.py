"""Invariants: what a game asks to find out what is wrong with its table; it says so in its own sentences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Protocol

from domain.kernel.zones import DrawPile, Hand


class PlacedInstance(Protocol):
    """An instance that lies somewhere; its card may be none that anybody brought."""

    @property
    def iid(self) -> str: ...
    @property
    def cid(self) -> str | None: ...


Zone = Hand | Iterable[PlacedInstance]


def counted(deck: DrawPile, *zones: Zone) -> Counter[str]:
    """How many of each card lie in a deck and in these zones."""
    lying = [card.cid for zone in zones if not isinstance(zone, Hand) for card in zone if card.cid is not None]
    held = [cid for zone in zones if isinstance(zone, Hand) for cid in zone.known.values()]
    return Counter(deck.cards + held + lying)


def twice(*zones: Zone) -> list[str]:
    """The instances that lie in more places of these zones than one."""
    there = [iid for zone in zones for iid in (zone.known if isinstance(zone, Hand) else [one.iid for one in zone])]
    return [iid for iid, many in Counter(there).items() if many > 1]


def miscounted(*zones: DrawPile | Hand) -> bool:
    """Whether one of these zones, of which all is known, is not as large as it says."""
    return any(len(zone.known if isinstance(zone, Hand) else zone.cards) != zone.size for zone in zones)
