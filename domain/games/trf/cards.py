"""Every card that can be in a match, found by id."""

from __future__ import annotations

from functools import cache

from domain.games.trf.definitions import CardSet, Definition
from domain.kernel.cardsets import CardSets
from domain.kernel.catalogue import CardInfo
from domain.kernel.effects.compiler import Block


@cache
def definitions() -> dict[str, Definition]:
    """The cards of the core set by id."""
    return {card.cid: card for card_set in CARDS.core_sets for card in card_set.cards}


CARDS: CardSets[CardSet, Definition] = CardSets(definitions)
"""Every card that can be in a match."""


def shown(card: Definition) -> CardInfo:
    """TRF-602 TRF-609 TRF-616 A card as a catalogue shows it."""
    return CardInfo(card.cid, card.name, card.set, card.number, card.text, card.attributes())


def definition(cid: str) -> Definition:
    """The card with this id."""
    return definitions().get(cid) or CARDS[cid]


def blocks_of(cid: str) -> tuple[Block, ...]:
    """The effects of a card."""
    return definition(cid).blocks


def name_of(cid: str | None) -> str:
    """A name for people; what can't be seen is a card."""
    return "a card" if cid is None else definition(cid).name
