"""Card instances and the zones that hold them. A zone works alike when its cards are known and when they are not."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec


class Card(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A card in a public zone: its instance id, its card id, the seat whose deck it started in."""

    iid: str
    cid: str
    owner: int


class Hand(msgspec.Struct):
    """The cards that one seat holds: instance id to card id in order of arrival, as far as known, and their number."""

    known: dict[str, str] = {}
    size: int = 0

    @property
    def named(self) -> list[dict[str, str]]:
        """Its cards in order of arrival, as events name them."""
        return [{"iid": iid, "card": cid} for iid, cid in self.known.items()]

    def add(self, iid: str | None, cid: str | None) -> None:
        """A card comes in; an unknown one is only counted."""
        self.size += 1
        if iid is not None and cid is not None:
            self.known[iid] = cid

    def remove(self, iid: str | None) -> None:
        """A card goes out."""
        self.size -= 1
        if iid is not None:
            self.known.pop(iid, None)

    def copy(self) -> Hand:
        """An independent copy."""
        return Hand(dict(self.known), self.size)


class DrawPile(msgspec.Struct):
    """A draw pile: card ids from the top, empty if unknown, and their number. Its cards have no instance ids."""

    cards: list[str] = []
    size: int = 0

    def take(self) -> None:
        """The top card goes."""
        self.size -= 1
        if self.cards:
            self.cards.pop(0)

    def sink(self) -> None:
        """The top card goes to the bottom."""
        if self.cards:
            self.cards.append(self.cards.pop(0))

    def put_under(self, cid: str) -> None:
        """A known card goes to the bottom; where the order is unknown it is only counted."""
        if self.cards or not self.size:
            self.cards.append(cid)
        self.size += 1

    def renew(self, cids: Sequence[str], order: Sequence[int] | None) -> None:
        """The pile becomes these cards in this order of places; without an order, as many unknown ones."""
        self.cards = [] if order is None else [cids[place] for place in order]
        self.size = len(cids)

    def shuffle(self, order: Sequence[int] | None) -> None:
        """Its cards in this order of places; without an order nobody here knows them any more."""
        if order is not None and self.cards:
            self.renew(self.cards, order)
        else:
            self.cards = []

    def copy(self) -> DrawPile:
        """An independent copy."""
        return DrawPile(list(self.cards), self.size)
