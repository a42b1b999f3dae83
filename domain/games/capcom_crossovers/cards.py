"""Every character that can be in a match, its moves and its ability, found by id."""

from __future__ import annotations

from functools import cache

from domain.games.capcom_crossovers.cardfiles import read_set
from domain.games.capcom_crossovers.printed import Ability, CardSet, Definition, Move
from domain.kernel.cardfile import package_files
from domain.kernel.cardsets import PREFIX, CardSets, Reading
from domain.kernel.game import CardInfo

Printed = Definition | Move | Ability


@cache
def core_sets() -> tuple[CardSet, ...]:
    """The set that comes with the game, in the order of the catalogue."""
    files = sorted(package_files(__package__ or "", "cards"), key=lambda file: file[0] == "bosses.toml")
    return (read_set(files),)


@cache
def definitions() -> dict[str, Definition]:
    """The characters of the core set by id."""
    return {card.cid: card for card_set in core_sets() for card in card_set.cards}


@cache
def moves() -> dict[str, Move]:
    """The moves of the core set by id."""
    return {one.id: one for card in definitions().values() for one in card.moves}


@cache
def abilities() -> dict[str, Ability]:
    """The abilities of the core set by id."""
    return {card.ability.id: card.ability for card in definitions().values()}


def load(file: str, text: str, prefix: str) -> CardSet:
    """CAP-R88 Read a set beside the core set; its ids begin with `prefix`. Raises CardFault."""
    return read_set([(file, text)], prefix, (*definitions(), *moves(), *abilities()))


def _read_own(file: str, text: str, digest: str) -> Reading[Printed]:
    """CAP-R88 A set that a player has written."""
    card_set = load(file, text, digest[:PREFIX])
    others: dict[str, Printed] = {}
    for card in card_set.cards:
        others |= {card.ability.id: card.ability, **{one.id: one for one in card.moves}}
    return Reading(card_set.name, [(card, shown(card)) for card in card_set.cards], others)


def shown(card: Definition) -> CardInfo:
    """CAP-610 A character as a catalogue shows it."""
    return CardInfo(card.cid, card.name, card.set, card.number, card.text, card.attributes())


CARDS: CardSets[Printed] = CardSets(definitions, _read_own)
"""Every character that can be in a match, and the moves and abilities of those of players' own sets."""


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
