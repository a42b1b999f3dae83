"""Every card that can be in a match, found by id."""

from __future__ import annotations

from functools import cache

from domain.games.c4.definitions import KIND_NAMES, CardSet, Definition
from domain.kernel.cardsets import CardSets
from domain.kernel.catalogue import CardInfo


@cache
def definitions() -> dict[str, Definition]:
    """All cards of the core sets by card id."""
    return {card.cid: card for card_set in CARDS.core_sets for card in card_set.cards}


CARDS: CardSets[CardSet, Definition] = CardSets(definitions)
"""Every card that can be in a match."""


def shown(card: Definition) -> CardInfo:
    """C4-601 A card as the catalogue shows it."""
    attributes = {"kind": KIND_NAMES[card.kind], "symbol": card.symbol}
    return CardInfo(card.cid, card.name, card.set, card.number, card.text, attributes)


def definition(cid: str) -> Definition:
    """The card with this id."""
    return CARDS[cid]
