"""Every character that can be in a match, its moves and its ability, found by id."""

from __future__ import annotations

from functools import cache

from domain.games.capcom_crossovers.definitions import Ability, CardSet, Definition, Move
from domain.kernel.cardsets import CardSets
from domain.kernel.catalogue import CardInfo

Printed = Definition | Move | Ability


@cache
def definitions() -> dict[str, Definition]:
    """The characters of the core set by id."""
    return {card.cid: card for card_set in CARDS.core_sets for card in card_set.cards}


@cache
def moves() -> dict[str, Move]:
    """The moves of the core set by id."""
    return {one.id: one for card in definitions().values() for one in card.moves}


@cache
def abilities() -> dict[str, Ability]:
    """The abilities of the core set by id."""
    return {card.ability.id: card.ability for card in definitions().values()}


CARDS: CardSets[CardSet, Printed] = CardSets(definitions)
"""Every character that can be in a match, and the moves and abilities of those of players' own sets."""


def shown(card: Definition) -> CardInfo:
    """CAP-610 A character as a catalogue shows it."""
    return CardInfo(card.cid, card.name, card.set, card.number, card.text, card.attributes())


def definition(cid: str) -> Definition:
    """The character with this id. LookupError."""
    found = definitions().get(cid) or CARDS[cid]
    if isinstance(found, Definition):
        return found
    raise LookupError(cid)


def move(move_id: str) -> Move:
    """CAP-610 The move with this id. LookupError."""
    found = moves().get(move_id) or CARDS[move_id]
    if isinstance(found, Move):
        return found
    raise LookupError(move_id)


def ability(ability_id: str) -> Ability:
    """CAP-501 The ability with this id. LookupError."""
    found = abilities().get(ability_id) or CARDS[ability_id]
    if isinstance(found, Ability):
        return found
    raise LookupError(ability_id)


def name_of(printed_id: str) -> str:
    """A name for people: of a character, a move or an ability. LookupError."""
    found = moves().get(printed_id) or abilities().get(printed_id) or CARDS[printed_id]
    return found.name
