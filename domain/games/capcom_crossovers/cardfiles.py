"""Card files to characters: the core set's, and those that players write."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache, partial
from typing import cast

import msgspec
from msgspec.structs import asdict

from domain.games.capcom_crossovers import definitions as d
from domain.games.capcom_crossovers import validation
from domain.games.capcom_crossovers.words import VOCABULARY
from domain.kernel.cardreader import CardReader
from domain.kernel.cardsets import Core
from domain.kernel.drafts import Draft, Tables, as_written
from domain.kernel.effects.compiler import Call, Compiler
from domain.kernel.effects.grammar import EffectFault
from domain.kernel.effects.subjects import TextPart
from domain.kernel.markup import escaped

_CARDS = re.compile(r"([1-4])?([JQKA])(?: \+ 0-([1-4]) ([JQKA]))?")


class Shown(msgspec.Struct, frozen=True):
    """CAP-305 to CAP-308 The cards that a move is declared with."""

    kind: d.MoveKind
    rank: d.Rank | None
    n: int
    extra_rank: d.Rank | None = None
    extra_max: int = 0


def compiled(draft: Draft[d.CharacterTable]) -> d.Definition | None:
    """CAP-102 CAP-610 One character."""
    card, entry = draft.card, draft.entry
    # the ability first: a move more must not change the numbers of its calls
    parts = [_part(draft, part, number) for number, part in enumerate(card.ability.parts, 1)]
    moves = [_move(draft, move, number) for number, move in enumerate(card.moves, 1)]
    checks = [
        check(entry)
        for check in (
            validation.check_strength,
            validation.check_throws,
            validation.check_marks,
            validation.check_boss,
            validation.check_ability,
        )
    ]
    if not draft.sound(*checks, validation.check_passives(entry, parts)):
        return None
    blocks = draft.compiler.blocks
    calls = [call for part in parts for call in part.calls] + [call for block in blocks for call in block]
    name, text = card.ability.name, card.ability.text
    ability_id = f"{draft.id}a" if draft.digest else card.ability.id
    return d.Definition(
        **draft.printed(d.Definition, "ability", "moves"),
        text="\n".join([f"{escaped(name)}: {text}", *(move.line for move in moves)]),
        stats=d.Stats(**{stat: getattr(card, stat) for stat in d.Stats.__struct_fields__}),
        ability=d.Ability(ability_id, name, text, tuple(parts), _passives(parts)),
        moves=tuple(moves),
        calls={call.number: call for call in calls},
    )


def _passives(parts: Sequence[d.Part]) -> dict[str, tuple[tuple[d.Part, Call], ...]]:
    """CAP-508 The modifiers by their word, ready for every look."""
    found: dict[str, tuple[tuple[d.Part, Call], ...]] = {}
    for part in parts:
        for call in part.calls:
            found[call.word] = (*found.get(call.word, ()), (part, call))
    return found


def shown_cards(text: str) -> Shown:
    """CAP-305 to CAP-308 What `cards` of a move says. Raises EffectFault."""
    if text == "pair":
        return Shown("throw", None, 2)
    found = _CARDS.fullmatch(text)
    if found is None:
        known = "'J', 'Q', 'K', 'A', '2A', 'K + 0-1 K', 'pair'"
        raise EffectFault(f"{text[:40]!r} are no cards; they are written as {known} (CAP-305 to CAP-308)")
    n, rank, extra_max, extra_rank = int(found[1] or 1), found[2], int(found[3] or 0), found[4]
    if n + extra_max * (rank == extra_rank) > d.COPIES:
        raise EffectFault(f"a deck has {d.COPIES} cards of a rank (CAP-801)")
    return Shown(
        "super" if rank == "A" else "special", cast(d.Rank, rank), n, cast("d.Rank | None", extra_rank), extra_max
    )


def _move(draft: Draft[d.CharacterTable], given: d.MoveTable, number: int) -> d.Move:
    """CAP-610 A move."""
    key = f"moves[{number}]"
    shown: Shown = draft.part(f"{key}.cards", partial(shown_cards, given.cards)) or Shown("special", None, 1)
    draft.sound(
        validation.check_move(draft.entry, key, given, shown.kind),
        validation.check_effects(draft.entry, key, given, shown.extra_max),
    )
    blocks: dict[str, int] = {}
    extra_damage = 0
    for place, effect in enumerate(given.effects, 1):
        at = f"{key}.effects[{place}].do"
        if effect.when == "per_extra" and given.damage is not None:
            extra_damage = draft.part(at, partial(_extra_damage, draft.compiler, effect)) or 0
        else:
            blocks[effect.when] = draft.part(at, partial(_effect, draft, effect.do, effect.when))
    return d.Move(
        **as_written(given, d.Move, "id"),
        **asdict(shown),
        hit=blocks.get("hit"),
        used=blocks.get("used"),
        per_extra=blocks.get("per_extra"),
        id=f"{draft.id}m{number}" if draft.digest else given.id,
        cid=draft.id,
        extra_damage=extra_damage,
    )


def _extra_damage(compiler: Compiler, given: d.EffectTable) -> int:
    """CAP-308 CAP-480 CAP-R83 The damage of each additional card: the sum of its words."""
    calls = compiler.calls("effect", given.do)
    for call in calls:
        if call.word != "add_damage":
            message = f"an additional card of a move with damage only adds damage: add_damage(n), not {call.word!r}"
            raise EffectFault(f"{message} (CAP-480)", call.column)
    return sum(call.arguments["n"](None) for call in calls)


def _when(draft: Draft[d.CharacterTable], when: str) -> TextPart[d.CharacterTable]:
    """CAP-503 A text that works at this time."""
    return TextPart(card=draft.card, moments=(frozenset({when}),))


def _effect(draft: Draft[d.CharacterTable], text: str, when: str) -> int:
    """The block of an effect that happens at a time."""
    block = draft.compiler.effects(text, _when(draft, when))
    if when == "would_be_damaged":
        validation.check_absorbing(draft.compiler.blocks[block])
    return block


def _part(draft: Draft[d.CharacterTable], given: d.PartTable, number: int) -> d.Part:
    """CAP-502 to CAP-507 A part of the ability. Its `if` looks at the table, its `attack` at an attack."""
    key, compiler, part = f"ability.parts[{number}]", draft.compiler, _when(draft, given.when)
    calls: tuple[Call, ...] = ()
    block = -1
    if given.when == "passive":
        calls = draft.part(f"{key}.do", partial(compiler.calls, "modifier", given.do, part)) or ()
    else:
        block = draft.part(f"{key}.do", partial(_effect, draft, given.do, given.when))
    cost = condition = attack = None
    if given.cost is not None:
        cost = draft.part(f"{key}.cost", partial(_cost, compiler, given.cost, given.when))
    if given.if_ is not None:
        condition = draft.part(f"{key}.if", partial(compiler.condition, given.if_, part))
    if given.attack is not None:
        of_attack = replace(part, about=frozenset({"attack"}))
        attack = draft.part(f"{key}.attack", partial(compiler.condition, given.attack, of_attack))
    return d.Part(number, given.when, given.limit, cost, condition, attack, given.may, calls, block)


def _cost(compiler: Compiler, text: str, when: d.When) -> d.Cost:
    """CAP-505 The cards that a part costs."""
    call = compiler.call("cost", text)
    cost = d.Cost(*call.function(None, **{name: value(None) for name, value in call.arguments.items()}))
    validation.check_cost(cost, when)
    return cost


def inside(card: d.CharacterTable) -> Iterator[tuple[str, str]]:
    """CAP-R88 Moves and abilities have ids too."""
    yield from ((f"moves[{number}]", move.id) for number, move in enumerate(card.moves, 1))
    yield "ability", card.ability.id


READER: CardReader[d.Printed] = CardReader(
    rule="CAP-R88",
    vocabulary=VOCABULARY,
    cards=Tables(
        table=d.CharacterTable,
        compile=compiled,
        inside=inside,
        taken="id {!r} is taken; a set may not use an id twice, nor one of the core set",
    ),
    parts=d.Definition.others,
    last=("bosses.toml",),
)
"""CAP-R88 How the card files of the game are read, and those of its players."""


@cache
def core() -> Core[d.Printed]:
    """The set that comes with the game."""
    return READER.released(__package__)
