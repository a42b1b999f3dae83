"""Texts that the grammar allows and the rules can't mean; what a card may have by its kind."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from domain.games.cape_and_cowl.definitions import (
    FITS,
    MOST_PASSIVES,
    MOST_TARGETS,
    PORTER,
    TOP,
    Ability,
    CardTable,
    When,
)
from domain.kernel.cardfile import CardEntry, Flaw
from domain.kernel.effects.compiler import Compiler
from domain.kernel.effects.grammar import EffectFault


def check_text(compiler: Compiler, when: When) -> None:
    """CNC-520 CNC-R65 How often a text may say some words."""
    _check_most(compiler, "recover", 1, "a text has one 'recover'; its cards are named with the action")
    _check_most(compiler, "pick", MOST_TARGETS, f"a text has at most {MOST_TARGETS} targets")
    if when == "guard" and not any(call.word == "guard" for call in compiler.used):
        raise EffectFault("a guard says guard(host) (CNC-520)")


def _check_most(compiler: Compiler, word: str, most: int, message: str) -> None:
    """A word stands so often in a text at most."""
    found = [call for call in compiler.used if call.word == word]
    if len(found) > most:
        raise EffectFault(message, found[most].column)


def check_kind(entry: CardEntry[CardTable]) -> Iterator[Flaw]:
    """CNC-601 CNC-602 CNC-604 The parts of a card follow from its kind."""
    card = entry.card
    is_character = card.kind == "character"
    if (card.rarity is None) != (card.id == PORTER):
        yield entry.fault("rarity", "every card but the Porter has a commonality: C, U or R (CNC-602)")
    for key, value in (("class", card.class_), ("hp", card.hp)):
        if (value is None) == is_character:
            yield entry.fault(key, f"a Character has {key!r}, no other card has (CNC-602)")
    if (card.cp is None) == (card.kind == "city"):
        yield entry.fault("cp", "a City card has a CP value, 0 or more, no other card has (CNC-602)")
    if is_character and not card.attacks and not card.abilities:
        yield entry.fault("attacks", "a Character has an Attack or an Ability (CNC-604)")
    if card.attacks and not is_character:
        yield entry.fault("attacks", "only a Character has Attacks (CNC-602)")
    for ability in card.abilities:
        if ability.when not in FITS[card.kind]:
            fits = ", ".join(FITS[card.kind])
            yield entry.fault("abilities", f"'when' of a {card.kind} is one of {fits}, not {ability.when!r} (CNC-602)")
    if card.kind == "event" and len(card.abilities) != 1:
        yield entry.fault("abilities", "an Event says once what happens when it is played (CNC-313)")


def check_porter(entry: CardEntry[CardTable], abilities: Sequence[Ability | None]) -> Iterator[Flaw]:
    """CNC-617 CNC-R64 Nobody writes another Porter."""
    words = _passive_words(abilities)
    if entry.card.id != PORTER and "porter" in words:
        yield entry.fault("abilities", "'porter' is the word of the Porter alone (CNC-617)")


def check_passives(entry: CardEntry[CardTable], abilities: Sequence[Ability | None]) -> Iterator[Flaw]:
    """CNC-503 CNC-R67 A card that always holds too much would make every look at the table slow."""
    found = len(_passive_words(abilities))
    if found > MOST_PASSIVES:
        yield entry.fault("abilities", f"a card has at most {MOST_PASSIVES} passive words, not {found}")


def _passive_words(abilities: Sequence[Ability | None]) -> list[str]:
    return [call.word for ability in abilities if ability is not None for call in ability.calls]


def is_top_tier(card: CardTable) -> bool:
    """CNC-410 Printed HP 50 or any printed Attack of 50."""
    return card.hp == TOP or any(attack.strength == TOP for attack in card.attacks)


def check_top_tier(entry: CardEntry[CardTable]) -> Iterator[Flaw]:
    """CNC-618 A top-tier Character costs at least 2, and so does each of its Attacks."""
    if not is_top_tier(entry.card):
        return
    if entry.card.cost < 2:
        yield entry.fault("cost", "a top-tier Character costs at least 2 (CNC-618)")
    if any(attack.cost < 2 for attack in entry.card.attacks):
        yield entry.fault("attacks", "each Attack of a top-tier Character costs at least 2 (CNC-618)")
