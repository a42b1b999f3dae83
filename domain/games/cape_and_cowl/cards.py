"""Every card and attack type that can be in a match, found by id."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from domain.games.cape_and_cowl.definitions import AttackType, CardSet, Definition
from domain.kernel.cardsets import CardSets
from domain.kernel.catalogue import CardInfo
from domain.kernel.effects.compiler import Block


@cache
def definitions() -> dict[str, Definition]:
    """The cards of the core set by id."""
    return {card.cid: card for card_set in CARDS.core_sets for card in card_set.cards}


@cache
def types() -> dict[str, AttackType]:
    """The attack types of the core set by id."""
    return {kind.id: kind for card_set in CARDS.core_sets for kind in card_set.types}


CARDS: CardSets[CardSet, Definition | AttackType] = CardSets(definitions)
"""Every card that can be in a match, and the attack types of players' own sets."""


def shown(card: Definition, own: Mapping[str, AttackType] | None = None) -> CardInfo:
    """CNC-602 A card as a catalogue shows it; `own` are attack types that come with its set."""
    attributes = card.attributes({**types(), **(own or {})})
    return CardInfo(card.cid, card.name, card.set, card.number, card.text, attributes)


def definition(cid: str) -> Definition:
    """The card with this id."""
    core = definitions().get(cid)
    if core is not None:
        return core
    found = CARDS[cid]
    assert isinstance(found, Definition)
    return found


def type_of(name: str) -> AttackType:
    """CNC-433 to CNC-450 The attack type with this id."""
    found = types().get(name) or CARDS[name]
    assert isinstance(found, AttackType)
    return found


TYPE = "type:"
"""Begins what names an attack type where a card could stand."""


def blocks_of(cid: str) -> tuple[Block, ...]:
    """The effects of a card, or of a type as `type:<id>`."""
    return type_of(cid.removeprefix(TYPE)).blocks if cid.startswith(TYPE) else definition(cid).blocks


def name_of(cid: str | None) -> str:
    """A name for people: of a card, of a type's effect; what can't be seen is a card."""
    if cid is None:
        return "a card"
    if cid.startswith(TYPE):
        kind = type_of(cid.removeprefix(TYPE))
        return kind.effect_name or kind.name
    return definition(cid).name
