"""Every card that can be in a match, found by id."""

from __future__ import annotations

from functools import cache

from domain.games.scp.cardfiles import read_set
from domain.games.scp.printed import CardSet, Definition
from domain.kernel.cardfile import package_files
from domain.kernel.cardsets import PREFIX, CardSets, Reading
from domain.kernel.effects.compiler import Block
from domain.kernel.game import CardInfo


@cache
def core_sets() -> tuple[CardSet, ...]:
    """The set that comes with the game."""
    return (read_set(list(package_files(__package__ or "", "cards"))),)


@cache
def definitions() -> dict[str, Definition]:
    """The cards of the core set by id."""
    return {card.cid: card for card_set in core_sets() for card in card_set.cards}


def load(file: str, text: str, prefix: str) -> CardSet:
    """SCP-R69 Read a set beside the core set; its ids begin with `prefix`. Raises CardFault."""
    return read_set([(file, text)], prefix, tuple(definitions().values()))


def _read_own(file: str, text: str, digest: str) -> Reading[Definition]:
    """SCP-R69 A set that a player has written."""
    card_set = load(file, text, digest[:PREFIX])
    return Reading(card_set.name, [(card, shown(card)) for card in card_set.cards])


def shown(card: Definition) -> CardInfo:
    """SCP-603 SCP-605 SCP-607 SCP-608 SCP-609 SCP-610 SCP-611 SCP-613 A card as a catalogue shows it."""
    return CardInfo(card.cid, card.name, card.set, card.number, card.text, card.attributes())


CARDS: CardSets[Definition] = CardSets(definitions, _read_own)
"""Every card that can be in a match."""


def definition(cid: str) -> Definition:
    """The card with this id."""
    return definitions().get(cid) or CARDS[cid]


def blocks_of(cid: str) -> tuple[Block, ...]:
    """The effects of a card."""
    return definition(cid).blocks


def name_of(cid: str | None) -> str:
    """A name for people; what can't be seen is a card."""
    return "a card" if cid is None else definition(cid).name
