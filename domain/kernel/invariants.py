"""Invariants: what a game asks to find out what is wrong with its table; it says so in its own sentences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Protocol

from domain.kernel.zones import DrawPile, Hand


class Lying(Protocol):
    """An instance that lies somewhere; its card may be none that anybody brought."""

    @property
    def iid(self) -> str: ...
    @property
    def cid(self) -> str | None: ...


Zone = Hand | Iterable[Lying]


def counted(deck: DrawPile, *zones: Zone) -> Counter[str]:
    """How many of each card lie in a deck and in these zones."""
    return Counter([*deck.cards, *(cid for zone in zones for _, cid in _lying(zone) if cid is not None)])


def twice(*zones: Zone) -> list[str]:
    """The instances that lie in more places of these zones than one."""
    return [iid for iid, many in Counter(iid for zone in zones for iid, _ in _lying(zone)).items() if many > 1]


def _lying(zone: Zone) -> Iterable[tuple[str, str | None]]:
    return zone.known.items() if isinstance(zone, Hand) else ((card.iid, card.cid) for card in zone)


def miscounted(*zones: DrawPile | Hand) -> bool:
    """Whether one of these zones, of which all is known, is not as large as it says."""
    return any(len(zone.known if isinstance(zone, Hand) else zone.cards) != zone.size for zone in zones)
