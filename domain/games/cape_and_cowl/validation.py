"""Texts that the grammar allows and the rules can't mean; what a card may have by its kind."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import get_args

from domain.games.cape_and_cowl.definitions import (
    FITS,
    MOST_PASSIVES,
    MOST_TARGETS,
    PORTER,
    TOP,
    Ability,
    CardTable,
    Kind,
    When,
)
from domain.kernel.cardfile import CardEntry, Flaw
from domain.kernel.effects.compiler import Call, Compiler
from domain.kernel.effects.grammar import EffectFault

ONLY: Mapping[str, tuple[str, ...]] = {
    "attacker": ("when_damaged",),
    "refund_ap": ("type",),
    "extra_attack_damage": ("type",),
    "this_to_bottom": ("play",),
    "opp_char_or_city": ("type",),
    "guard": ("guard",),
    "host": ("guard",),
    "self": (*(when for when in get_args(When) if when != "play"), "type"),
}
"""Words that have a meaning in some parts of a text only."""


def check_words(compiler: Compiler, when: str, kind: Kind) -> None:
    """CNC-R65 Faults of texts that the grammar allows and the rules can't mean."""
    for call in compiler.used:
        if when not in ONLY.get(call.word, (when,)):
            where = ", ".join(ONLY[call.word])
            raise EffectFault(f"{call.word!r} has no meaning here; it can stand in {where}", call.column)
        if sum(part.word in ("pick", "random") for part in call.parts()) > 1:
            raise EffectFault(f"{call.word!r} has one target", call.column)
        _check_cards(call, kind)
        CHECKS.get(call.word, _nothing)(call, when)
    _check_most(compiler, "recover", 1, "a text has one 'recover'; its cards are named with the action")
    _check_most(compiler, "pick", MOST_TARGETS, f"a text has at most {MOST_TARGETS} targets")
    if when == "guard" and not any(call.word == "guard" for call in compiler.used):
        raise EffectFault("a guard says guard(host) (CNC-520)")


def _check_most(compiler: Compiler, word: str, most: int, message: str) -> None:
    """A word stands so often in a text at most."""
    found = [call for call in compiler.used if call.word == word]
    if len(found) > most:
        raise EffectFault(message, found[most].column)


def _check_cards(call: Call, kind: Kind) -> None:
    """An effect on Characters names Characters, an effect on City cards names City cards."""
    wanted = ON.get(call.word)
    for part in call.parts():
        named = kind if part.word == "self" else NAMES.get(part.word)
        if wanted is not None and named is not None and named != wanted and not _counted(call, part):
            raise EffectFault(
                f"{call.word!r} is about {CALLED[wanted]}, {part.word!r} names {CALLED[named]}", part.column
            )


CALLED: Mapping[Kind, str] = {"character": "Characters", "city": "City cards", "event": "Events"}


def _counted(call: Call, part: Call) -> bool:
    """Whether a word stands inside a `count`."""
    return any(part in one.inner for one in call.parts() if one.word == "count")


ON: Mapping[str, Kind] = {
    **dict.fromkeys(
        (
            "damage",
            "heal",
            "cure",
            "return_hand",
            "withdraw",
            "status",
            "set_class",
            "extra_act",
            "combo",
            "attack_mod",
            "hp_mod",
            "damage_taken",
            "immune",
            "acts",
            "protector",
            "hidden",
            "through",
            "replace_destroy",
            "extra_attack_damage",
        ),
        "character",
    ),
    "disable": "city",
    "guard": "city",
}
"""The cards that a word is about."""
NAMES: Mapping[str, Kind] = {
    **dict.fromkeys(("my_char", "my_other_char", "opp_char", "any_char", "attacker", "opp_char_or_city"), "character"),
    **dict.fromkeys(("my_city", "opp_city", "host"), "city"),
}
"""The cards that a word names."""


def _nothing(call: Call, when: str) -> None:
    """Nothing more to check in this word."""


def _check_class(call: Call, when: str) -> None:
    """CNC-525 A Class of the player's choice is named with an action."""
    if call.arguments["to"](None) == "choose" and when not in ("act", "play"):
        raise EffectFault("a Class is chosen with an action; name one of the Classes here (CNC-525)", call.column)


def _check_guard(call: Call, when: str) -> None:
    """CNC-520 A guard stands in for its host."""
    if not any(part.word == "host" for part in call.parts()):
        raise EffectFault("a guard says guard(host) (CNC-520)", call.column)


def _check_hp_mod(call: Call, when: str) -> None:
    """CNC-512 CNC-R67 A maximum that follows HP would change HP, and so itself, for ever."""
    for part in call.parts():
        if part.word == "hp":
            raise EffectFault("maximum HP can't depend on HP, which follow them (CNC-512)", part.column)


def _check_immune(call: Call, when: str) -> None:
    """CNC-411 CNC-524 Immunity is to something."""
    if not {"what", "but"} & call.arguments.keys():
        raise EffectFault("name types or statuses, or with 'but' the types that still hurt", call.column)


def _check_roll(call: Call, when: str) -> None:
    """CNC-528 Each face of the die has one outcome at most."""
    seen: set[int] = set()
    for outcome in call.arguments.values():
        low, high, _ = outcome(None)
        faces = set(range(low, high + 1))
        if not faces or faces & seen:
            message = f"on({low}, {high}, ...) names no face of the die, or one that was named before"
            raise EffectFault(message, call.column)
        seen |= faces


def _check_status(call: Call, when: str) -> None:
    """CNC-504 CNC-507 Frozen and silenced last for a round, the other statuses until something ends them."""
    name, lasts = call.arguments["name"](None), "duration" in call.arguments
    if lasts != (name in ("frozen", "silenced")):
        message = f"{name} {'lasts until something ends it' if lasts else 'needs a duration: round'}"
        raise EffectFault(message, call.column)


CHECKS: Mapping[str, Callable[[Call, str], None]] = {
    "guard": _check_guard,
    "hp_mod": _check_hp_mod,
    "immune": _check_immune,
    "roll": _check_roll,
    "set_class": _check_class,
    "status": _check_status,
}
"""The other faults of a word, in a part of a text."""


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
