"""Texts that the grammar allows and the rules can't mean; what a character and its moves may have."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from domain.games.capcom_crossovers.definitions import (
    MOST_PASSIVES,
    TRIGGERS,
    CharacterTable,
    Cost,
    Mark,
    MoveKind,
    MoveTable,
    Part,
    PartTable,
)
from domain.kernel.cardfile import CardEntry, Flaw
from domain.kernel.effects.compiler import Block
from domain.kernel.effects.grammar import EffectFault

Character = CardEntry[CharacterTable]
LOWEST, HIGHEST = 2, 9
"""CAP-802 CAP-R72 The Strength of a character: with 10 it could neither throw nor fill a meter."""
MARKS: Mapping[Mark, tuple[MoveKind, str, str]] = {
    "VC": ("special", "a special with damage and priority", "CAP-910"),
    "TS": ("super", "a super with damage", "CAP-920"),
}
"""The marks, with the moves that may have them."""


def check_absorbing(block: Block) -> None:
    """CAP-509 The one thing that can be done about damage before it is dealt."""
    for call in block:
        if call.word != "prevent_damage" or call.arguments["amount"](None) != "value":
            raise EffectFault("would_be_damaged does prevent_damage(value) and nothing else (CAP-509)", call.column)
    if len(block) > 1:
        raise EffectFault("damage is prevented once: prevent_damage(value) (CAP-509)", block[1].column)


def check_cost(cost: Cost, when: str) -> None:
    """CAP-505 CAP-509 CAP-R82 CAP-R91 The cards that a part may cost."""
    if when == "any_time" and cost.filter != "any":
        raise EffectFault("whether it can be used must not tell what a hand holds; say discard(n, any) (CAP-R82)")
    if when == "would_be_damaged" and (cost.n, cost.filter) != (1, "number_card"):
        raise EffectFault("damage is absorbed with one number card; say discard(1, number_card) (CAP-509)")


def check_ability(entry: Character) -> Iterator[Flaw]:
    """CAP-502 CAP-505 CAP-507 CAP-509 CAP-R91 The members of a part by the time at which it works."""
    parts = entry.card.ability.parts
    for number, part in enumerate(parts, 1):
        for message in _wrong(part):
            yield entry.fault(f"ability.parts[{number}]", message)
    for when, named in (("any_time", "use_ability"), ("would_be_damaged", "absorb")):
        if sum(part.when == when for part in parts) > 1:
            message = f"an ability has one part of {when!r}: {named!r} names the ability alone (CAP-501)"
            yield entry.fault("ability", message)


def _wrong(part: PartTable) -> Iterator[str]:
    """CAP-R92 The members that a part has and should not have, or the other way round."""
    when = part.when
    if part.may and when not in TRIGGERS:
        yield f"'may' is for what happens by itself: {', '.join(TRIGGERS)} (CAP-507)"
    if when == "passive" and part.limit is not None:
        yield "what is passive always holds; it has no limit (CAP-506)"
    if part.cost is not None and when not in ("any_time", "would_be_damaged"):
        yield "a cost is paid for 'any_time' and 'would_be_damaged' only (CAP-502, CAP-509)"
    if part.attack is not None and when != "damage_dealt":
        yield "'attack' tells which attack dealt damage; it can stand in damage_dealt"
    if when == "any_time" and part.limit is None and part.cost is None:
        yield "without a limit and a cost it could be used for ever; give it one of them (CAP-505)"
    if when == "would_be_damaged" and (part.cost is None or part.limit is None or not part.may):
        yield "who would be damaged is asked for a card: it has may = true, a limit and a cost (CAP-509)"


def check_passives(entry: Character, parts: Sequence[Part]) -> Iterator[Flaw]:
    """CAP-508 CAP-R93 A character that always changes too much would make every look at the table slow."""
    found = sum(len(part.calls) for part in parts)
    if found > MOST_PASSIVES:
        yield entry.fault("ability", f"a character has at most {MOST_PASSIVES} passive words, not {found}")


def check_strength(entry: Character) -> Iterator[Flaw]:
    """CAP-802 CAP-R72 CAP-R88 Strength 2 to 9."""
    strength = entry.card.strength
    if not LOWEST <= strength <= HIGHEST:
        message = f"every character has Strength {LOWEST} to {HIGHEST}, not {strength} (CAP-802)"
        yield entry.fault("strength", message)


def check_throws(entry: Character) -> Iterator[Flaw]:
    """CAP-307 A pair of number cards is one throw."""
    throws = sum(move.cards == "pair" for move in entry.card.moves)
    if throws != 1:
        yield entry.fault("moves", f'a character has one throw, cards = "pair", not {throws} (CAP-307)')


def check_marks(entry: Character) -> Iterator[Flaw]:
    """CAP-910 CAP-920 A variable counter and a tag super are one move each."""
    for mark, (_, _, rule) in MARKS.items():
        marked = sum(move.mark == mark for move in entry.card.moves)
        if marked > 1:
            yield entry.fault("moves", f"at most one move has mark {mark!r}, not {marked} ({rule})")


def check_boss(entry: Character) -> Iterator[Flaw]:
    """CAP-971 A boss has no partner."""
    if entry.card.boss and any(move.mark for move in entry.card.moves):
        yield entry.fault("moves", "a boss has no partner, so its moves have no mark (CAP-971)")


def check_move(entry: Character, key: str, move: MoveTable, kind: MoveKind) -> Iterator[Flaw]:
    """CAP-456 CAP-610 An attack has damage and priority; an avoid move names what it avoids, and is type E."""
    if move.avoid:
        yield from (entry.fault(key, message) for message in _wrong_avoid(move, kind))
    elif move.damage is None or move.priority is None:
        message = "an attack has damage and priority, an avoid move 'avoid' (CAP-456, CAP-610)"
        yield entry.fault(key, message)
    if move.mark is not None:
        wanted, named, rule = MARKS[move.mark]
        if kind != wanted or move.avoid:
            yield entry.fault(key, f"mark {move.mark!r} stands at {named} ({rule})")


def _wrong_avoid(move: MoveTable, kind: MoveKind) -> Iterator[str]:
    """CAP-456 It deals no damage and asks for no priority, so it is no attack."""
    if move.damage is not None or move.priority is not None:
        yield "an avoid move has neither damage nor priority (CAP-456)"
    if move.type != "E":
        yield f"an avoid move is usable only as an answer: type E, not {move.type} (CAP-456)"
    if move.attrs:
        yield "an avoid move is no attack and has no attributes (CAP-456)"
    if kind == "throw":
        yield "a throw is an attack; it avoids nothing (CAP-307)"


def check_effects(entry: Character, key: str, move: MoveTable, extra: int) -> Iterator[Flaw]:
    """CAP-308 CAP-456 CAP-482 When a move of its kind can do something."""
    times = [effect.when for effect in move.effects]
    for place, when in enumerate(times, 1):
        at = f"{key}.effects[{place}]"
        if when in times[: place - 1]:
            yield entry.fault(at, f"a move says once what it does with {when!r}; write it into one 'do'")
        if when == "hit" and move.avoid:
            yield entry.fault(at, "an avoid move hits nobody; say 'used' (CAP-456)")
        if when == "used" and not move.avoid:
            yield entry.fault(at, "an attack does something when it hits; say 'hit' (CAP-482)")
        if when == "per_extra" and not extra:
            yield entry.fault(at, 'the move has no additional cards, as in cards = "K + 0-1 K" (CAP-308)')
