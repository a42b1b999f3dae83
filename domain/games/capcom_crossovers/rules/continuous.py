"""Continuous effects: stats, priorities and changes of damage, folded on demand and never stored (CAP-508).

In strata: which abilities work (CAP-504), then their conditions, then the numbers. A stratum reads only lower ones.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

import msgspec

from domain.games.capcom_crossovers.board import Attack, Board, Character, Stat
from domain.games.capcom_crossovers.definitions import Part
from domain.games.capcom_crossovers.rules.moves import Move, profile
from domain.kernel.effects.compiler import Call

STATS: tuple[Stat, ...] = get_args(Stat)
"""CAP-508 The numbers that modifiers can change."""


class Used(msgspec.Struct, frozen=True):
    """A move as a filter looks at it; `answers`: it is used to counter or to negate."""

    move: Move
    answers: bool = False


class EvalContext(msgspec.Struct):
    """The context of words: the board, whose ability or move it is, the attack that a filter is asked about."""

    board: Board
    source: Character
    used: Used | None = None

    def in_turn_order(self, seats: set[int]) -> tuple[int, ...]:
        """CAP-R105 These players, the turn player first."""
        return tuple(seat for seat in self.board.in_turn_order() if seat in seats)

    def about(self, seat: int) -> EvalContext:
        """CAP-R105 A question about a player is asked about the character whose text it is."""
        return self


def used(board: Board, attack: Attack) -> Used:
    """An attack of this combat as filters look at it."""
    return Used(profile(board, attack.character, attack.move, attack.cards, attack.partner), attack.role == "counter")


def works(character: Character) -> bool:
    """CAP-504 CAP-R40 Only the ability of an active, living character works."""
    return character.status == "active" and character.hp > 0


def holds(board: Board, character: Character, part: Part) -> bool:
    """Whether the condition of a part of an ability is met now."""
    return part.condition is None or bool(part.condition(EvalContext(board, character)))


def passives(board: Board, word: str) -> Iterator[tuple[Character, Call]]:
    """CAP-504 CAP-506 Every word of this name that holds now, by itself."""
    for character in board.characters:
        found = board.definition(character.cid).ability.passives.get(word)
        if found is not None and works(character):
            yield from ((character, call) for part, call in found if holds(board, character, part))


def stat(board: Board, character: Character, name: Stat) -> int:
    """CAP-508 A stat with all that changes it."""
    printed = getattr(board.definition(character.cid).stats, name)
    return _bounded(name, printed + _changed(board, character).get(name, 0))


def stats(board: Board, character: Character) -> dict[str, int]:
    """CAP-508 All stats with all that changes them."""
    printed, changed = board.definition(character.cid).stats, _changed(board, character)
    return {name: _bounded(name, getattr(printed, name) + changed.get(name, 0)) for name in STATS}


def _bounded(name: str, number: int) -> int:
    """CAP-508 CAP-R77 No stat goes below 0, Speed not below 1."""
    return max(1 if name == "speed" else 0, number)


def _changed(board: Board, character: Character) -> dict[str, int]:
    """CAP-508 By how much each stat of a character is changed now, those that are."""
    return board.cached(_sum_of_changes, character.id)


def _sum_of_changes(board: Board, character: str) -> dict[str, int]:
    """CAP-508 The same, worked out."""
    found: dict[str, int] = {}
    for source, call in passives(board, "modify_stat"):
        context = EvalContext(board, source)
        if character in call.arguments["target"](context):
            name = call.arguments["stat"](context)
            found[name] = found.get(name, 0) + call.arguments["n"](context)
    for one in board.modifiers:
        if one.character == character and one.stat:
            found[one.stat] = found.get(one.stat, 0) + one.amount
    return found


def _changes(board: Board, word: str, character: Character, about: Used | None) -> Iterator[tuple[Call, int]]:
    """CAP-506 CAP-R41 CAP-R81 The changes of a number of a character's attacks, or of damage to it, where the filter
    fits; of a lasting effect the number as it was then.
    """
    for source, call in passives(board, word):
        context = EvalContext(board, source, about)
        if source.id == character.id and _fits(call, context):
            yield call, call.arguments["n"](context) if "n" in call.arguments else 0
    for one in board.modifiers:
        if one.what == word and one.character == character.id:
            call = board.definition(one.cid).calls[one.call]
            if _fits(call, EvalContext(board, character, about)):
                yield call, one.amount


def _fits(call: Call, context: EvalContext) -> bool:
    only = call.arguments.get("only")
    return only is None or bool(only(context))


def priority(board: Board, character: Character, move: Move, *, answers: bool = False) -> int:
    """CAP-450 CAP-508 The priority of a move now. That of basic attacks is a stat."""
    printed = stat(board, character, "bap") if move.kind == "basic" else move.priority or 0
    if move.kind == "tag_super":
        return printed
    about = Used(move, answers)
    return max(0, printed + sum(n for _, n in _changes(board, "modify_priority", character, about)))


def priority_of(board: Board, attack: Attack) -> int:
    """CAP-R77 The priority of an attack that is pending, as it is now."""
    move = used(board, attack)
    return priority(board, board.character(attack.character), move.move, answers=move.answers)


def added_damage(board: Board, character: Character, about: Used) -> int:
    """CAP-480 The sum of the attacker's modifiers."""
    return sum(n for _, n in _changes(board, "modify_damage", character, about))


def is_halved(board: Board, target: Character, about: Used | None) -> bool:
    """CAP-480 CAP-R99 Whether the target's effects halve this damage, which they do once."""
    return any(True for _ in _changes(board, "prevent_damage", target, about))


def reduction(board: Board, target: Character, about: Used | None) -> int:
    """CAP-480 By how much the target's effects lower this damage."""
    return sum(n for _, n in _changes(board, "reduce_damage_taken", target, about))


def points_left(board: Board, character: Character) -> int:
    """CAP-302 CAP-414 Combo points that a character may still use."""
    return stat(board, character, "combo") - character.cp_used
