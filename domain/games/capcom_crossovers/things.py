"""The things on tables beside characters, as entries of the catalogue: moves, abilities, playing cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

from domain.games.capcom_crossovers.definitions import Definition, Printed
from domain.games.capcom_crossovers.faces import DECK_52, JOKERS, SUIT_NAMES, face_name, is_joker, rank, value
from domain.kernel.catalogue import CardInfo, entry, face

Cards = Mapping[str, Printed]
JOKER, PLAYING_CARDS, PLAYING_CARD = "joker", "playing_cards", "playing card"
"""The entry of both Jokers in the catalogue, the set of the playing cards there, and their kind."""


def printed_face(face: str) -> str:
    """The entry of a playing card in the catalogue: both Jokers are one."""
    return JOKER if is_joker(face) else face


def things(cards: Cards) -> Sequence[CardInfo]:
    """The things on tables beside these characters: their moves and abilities, and the playing cards."""
    characters = [one for one in cards.values() if isinstance(one, Definition)]
    return [*chain.from_iterable(map(_listed, characters)), *map(_playing_card, (*DECK_52, JOKER))]


def _listed(character: Definition) -> Iterator[CardInfo]:
    owner, ability = character.name, character.ability
    for number, move in enumerate(character.moves, 1):
        shown = face(
            numbers={"cp": move.cp, "damage": move.damage, "priority": move.priority},
            lines={"kind": "move", "move": move.kind, "type": move.type, "cards": move.cards, "character": owner},
        )
        yield entry(move.id, move.name, character.set, number, move.line, shown)
    shown = face(lines={"kind": "ability", "character": owner})
    yield entry(ability.id, ability.name, character.set, 0, ability.text, shown)


def _playing_card(card: str) -> CardInfo:
    if card == JOKER:
        return entry(card, face_name(JOKERS[0]), PLAYING_CARDS, 0, "", face(lines={"kind": PLAYING_CARD}))
    shown = face(
        numbers={"value": value(card)},
        lines={"kind": PLAYING_CARD, "suit": SUIT_NAMES[card[-1]], "rank": rank(card)},
    )
    return entry(card, face_name(card), PLAYING_CARDS, DECK_52.index(card) + 1, "", shown)
