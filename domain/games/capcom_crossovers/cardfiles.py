"""Card files to characters: the core set's, and those that players write."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Sequence
from functools import cache, partial
from typing import cast

import msgspec

from domain.games.capcom_crossovers.definitions import (
    COPIES,
    Ability,
    CardSet,
    CharacterTable,
    Cost,
    Definition,
    EffectTable,
    Move,
    MoveKind,
    MoveTable,
    Part,
    PartTable,
    Printed,
    Rank,
    Stats,
    When,
)
from domain.games.capcom_crossovers.validation import (
    check_ability,
    check_absorbing,
    check_boss,
    check_cost,
    check_effects,
    check_if,
    check_marks,
    check_move,
    check_passives,
    check_strength,
    check_throws,
    check_words,
)
from domain.games.capcom_crossovers.words import VOCABULARY
from domain.kernel.cardfile import CardEntry, CardFault, CardFile, FaultCollector, Flaw, read_card_file
from domain.kernel.cardsets import PREFIX, CardReader, Core, Files, Reading
from domain.kernel.catalogue import CardInfo
from domain.kernel.effects.compiler import Call, Compiler, Expression
from domain.kernel.effects.grammar import EffectFault

_CARDS = re.compile(r"([1-4])?([JQKA])(?: \+ 0-([1-4]) ([JQKA]))?")


class Shown(msgspec.Struct, frozen=True):
    """CAP-305 to CAP-308 The cards that a move is declared with."""

    kind: MoveKind
    rank: Rank | None
    n: int
    extra_rank: Rank | None = None
    extra_max: int = 0


@cache
def core() -> Core[CardSet, Printed]:
    """The set that comes with the game."""
    return READER.released(__package__)


def read_core(files: Files) -> Sequence[CardSet]:
    """The set that comes with the game, in the order of the catalogue."""
    return [read_set(sorted(files, key=lambda file: file[0] == "bosses.toml"))]


def read_own(file: str, text: str, digest: str, core: Core[CardSet, Printed]) -> Reading[Printed]:
    """CAP-R88 A set that a player has written, beside the core set; the prefix of its ids is that of its hash."""
    card_set = read_set([(file, text)], digest[:PREFIX], core.cards)
    others = {name: one for card in card_set.cards for name, one in card.others().items()}
    return Reading(card_set.name, [(card, shown(card)) for card in card_set.cards], others)


def looked_up(card_set: CardSet) -> dict[str, Printed]:
    """Its characters, their abilities and their moves by id."""
    return {name: one for card in card_set.cards for name, one in ((card.cid, card), *card.others().items())}


def shown(card: Definition) -> CardInfo:
    """CAP-610 A character as a catalogue shows it."""
    return CardInfo(card.cid, card.name, card.set, card.number, card.text, card.attributes())


READER: CardReader[CardSet, Printed] = CardReader(
    rule="CAP-R88", core=read_core, own=read_own, looked_up=looked_up, shown=shown
)


def read_set(files: Files, prefix: str | None = None, taken: Container[str] = ()) -> CardSet:
    """CAP-R88 Read the (name, text) files of one set. Raises CardFault with every fault.

    `prefix` is that of an own set's ids: its names are free text of who made it and stand in no event. `taken` are the
    ids of the core set, which it may not use.
    """
    read: list[CardFile[CharacterTable]] = []
    faults: list[Flaw] = []
    for name, text in files:
        try:
            read.append(read_card_file(name, text, CharacterTable))
        except CardFault as fault:
            faults += fault.faults
    if faults:
        raise CardFault(faults)
    entries: list[CardEntry[CharacterTable]] = [entry for file in read for entry in file.entries]
    faults += _doubles(entries, taken)
    head = read[0].head
    compiled = [
        _compile(entry, place, str(head["set"]), prefix, Compiler(VOCABULARY), faults)
        for place, entry in enumerate(entries, 1)
    ]
    if faults:
        raise CardFault(faults)
    return CardSet(
        prefix or str(head["set"]),
        str(head["name"]).partition(":")[0],
        tuple(card for card in compiled if card),
    )


def _doubles(entries: Sequence[CardEntry[CharacterTable]], taken: Container[str]) -> Iterator[Flaw]:
    """Ids that would mean two things: of characters, moves or abilities."""
    seen: set[str] = set()
    for entry in entries:
        card = entry.card
        written = [("id", card.id), *((f"moves[{at}]", move.id) for at, move in enumerate(card.moves, 1))]
        for key, name in [*written, ("ability", card.ability.id)]:
            if name in seen or name in taken:
                yield entry.fault(key, f"id {name!r} is taken; a set may not use an id twice, nor one of the core set")
            seen.add(name)


def _compile(
    entry: CardEntry[CharacterTable],
    place: int,
    set_id: str,
    prefix: str | None,
    compiler: Compiler,
    faults: list[Flaw],
) -> Definition | None:
    """One character; what is wrong with it goes to `faults`."""
    card, found = entry.card, FaultCollector(entry)
    cid = card.id if prefix is None else f"{prefix}-{place}"
    # the ability first: a move more must not change the numbers of its calls
    parts = [_part(compiler, part, number, found) for number, part in enumerate(card.ability.parts, 1)]
    moves = [
        _move(compiler, move, cid, move.id if prefix is None else f"{cid}m{number}", number, found)
        for number, move in enumerate(card.moves, 1)
    ]
    for check in (check_strength, check_throws, check_marks, check_boss, check_ability):
        found.found += check(entry)
    found.found += check_passives(entry, parts)
    faults += found.found
    if found.found:
        return None
    calls = [call for part in parts for call in part.calls] + [call for block in compiler.blocks for call in block]
    ability = Ability(
        card.ability.id if prefix is None else f"{cid}a",
        card.ability.name,
        card.ability.text,
        tuple(parts),
        _passives(parts),
    )
    return Definition(
        cid=cid,
        name=card.name,
        set=set_id,
        number=place,
        text=_printed(ability, moves),
        stats=Stats(**{name: getattr(card, name) for name in Stats.__struct_fields__}),
        boss=card.boss,
        ability=ability,
        moves=tuple(moves),
        blocks=tuple(compiler.blocks),
        calls={call.number: call for call in calls},
        source=entry.source,
    )


def _passives(parts: Sequence[Part]) -> dict[str, tuple[tuple[Part, Call], ...]]:
    """CAP-508 The modifiers by their word, ready for every look."""
    found: dict[str, tuple[tuple[Part, Call], ...]] = {}
    for part in parts:
        for call in part.calls:
            found[call.word] = (*found.get(call.word, ()), (part, call))
    return found


def _printed(ability: Ability, moves: Sequence[Move]) -> str:
    """The printed text: the ability, then a line for each move."""
    return "\n".join([f"{ability.name}: {ability.text}", *(move.line for move in moves)])


def shown_cards(text: str) -> Shown:
    """CAP-305 to CAP-308 What `cards` of a move says. Raises EffectFault."""
    if text == "pair":
        return Shown("throw", None, 2)
    found = _CARDS.fullmatch(text)
    if found is None:
        known = "'J', 'Q', 'K', 'A', '2A', 'K + 0-1 K', 'pair'"
        raise EffectFault(f"{text[:40]!r} are no cards; they are written as {known} (CAP-305 to CAP-308)")
    n, rank, extra_max, extra_rank = int(found[1] or 1), found[2], int(found[3] or 0), found[4]
    if n + extra_max * (rank == extra_rank) > COPIES:
        raise EffectFault(f"a deck has {COPIES} cards of a rank (CAP-801)")
    return Shown("super" if rank == "A" else "special", cast(Rank, rank), n, cast("Rank | None", extra_rank), extra_max)


def _move(
    compiler: Compiler, given: MoveTable, cid: str, move_id: str, number: int, found: FaultCollector[CharacterTable]
) -> Move:
    """CAP-610 A move; `found` gets its faults."""
    key = f"moves[{number}]"
    shown: Shown = found.part(f"{key}.cards", partial(shown_cards, given.cards)) or Shown("special", None, 1)
    found.found += check_move(found.entry, key, given, shown.kind)
    found.found += check_effects(found.entry, key, given, shown.extra_max)
    blocks: dict[str, int] = {}
    extra_damage = 0
    for place, effect in enumerate(given.effects, 1):
        at = f"{key}.effects[{place}].do"
        if effect.when == "per_extra" and given.damage is not None:
            extra_damage = found.part(at, partial(_extra_damage, compiler, effect)) or 0
        else:
            blocks[effect.when] = found.part(at, partial(_effect, compiler, effect.do, effect.when))
    return Move(
        id=move_id,
        cid=cid,
        name=given.name,
        cards=given.cards,
        kind=shown.kind,
        rank=shown.rank,
        n=shown.n,
        extra_rank=shown.extra_rank,
        extra_max=shown.extra_max,
        type=given.type,
        attrs=given.attrs,
        damage=given.damage,
        avoid=given.avoid,
        priority=given.priority,
        cp=given.cp,
        mark=given.mark,
        text=given.text,
        hit=blocks.get("hit"),
        used=blocks.get("used"),
        per_extra=blocks.get("per_extra"),
        extra_damage=extra_damage,
    )


def _extra_damage(compiler: Compiler, given: EffectTable) -> int:
    """CAP-308 CAP-480 CAP-R83 The damage of each additional card: the sum of its words."""
    compiler.begin()
    calls = compiler.calls("effect", given.do)
    for call in calls:
        if call.word != "add_damage":
            message = f"an additional card of a move with damage only adds damage: add_damage(n), not {call.word!r}"
            raise EffectFault(f"{message} (CAP-480)", call.column)
    return sum(call.arguments["n"](None) for call in calls)


def _effect(compiler: Compiler, text: str, when: str) -> int:
    """The block of an effect that happens at a time."""
    compiler.begin()
    block = compiler.effects(text)
    check_words(compiler, when)
    if when == "would_be_damaged":
        check_absorbing(compiler.blocks[block])
    return block


def _part(compiler: Compiler, given: PartTable, number: int, found: FaultCollector[CharacterTable]) -> Part:
    """CAP-502 to CAP-507 A part of the ability; `found` gets its faults."""
    key = f"ability.parts[{number}]"
    calls: tuple[Call, ...] = ()
    block = -1
    if given.when == "passive":
        calls = found.part(f"{key}.do", partial(_modifiers, compiler, given)) or ()
    else:
        block = found.part(f"{key}.do", partial(_effect, compiler, given.do, given.when))
    cost = condition = attack = None
    if given.cost is not None:
        cost = found.part(f"{key}.cost", partial(_cost, compiler, given.cost, given.when))
    if given.if_ is not None:
        condition = found.part(f"{key}.if", partial(_if, compiler, given.if_))
    if given.attack is not None:
        attack = found.part(f"{key}.attack", partial(compiler.condition, given.attack))
    return Part(number, given.when, given.limit, cost, condition, attack, given.may, calls, block)


def _modifiers(compiler: Compiler, given: PartTable) -> tuple[Call, ...]:
    """CAP-506 A part that holds while the character is active."""
    compiler.begin()
    calls = compiler.calls("modifier", given.do)
    check_words(compiler, "passive")
    return calls


def _cost(compiler: Compiler, text: str, when: When) -> Cost:
    """CAP-505 The cards that a part costs."""
    call = compiler.call("cost", text)
    cost = Cost(*call.function(None, **{name: value(None) for name, value in call.arguments.items()}))
    check_cost(cost, when)
    return cost


def _if(compiler: Compiler, text: str) -> Expression:
    """CAP-503 The condition of a part; there is no attack to look at."""
    compiler.begin()
    condition = compiler.condition(text)
    check_if(compiler)
    return condition
