"""Card files to cards: the core set's, and those that players write."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from typing import Any

from domain.games.scp.definitions import HOLDING, Ability, AbilityTable, CardSet, CardTable, Definition
from domain.games.scp.semantics import Meaning, Slot
from domain.games.scp.validation import (
    check_ability,
    check_looks,
    check_passives,
    check_plays,
    check_printed,
    check_types,
)
from domain.games.scp.words import VOCABULARY
from domain.kernel.cardfile import CardEntry, CardFault, CardFile, FaultCollector, Flaw, read_card_file
from domain.kernel.cardsets import PREFIX, CardReader, Core, Files, Reading
from domain.kernel.effects.compiler import Call, Compiler, Expression

PRINTED = set(CardTable.__struct_fields__) & set(Definition.__struct_fields__) - {"keywords", "abilities"}
"""What a card says as its file does."""


def read_core(files: Files) -> Sequence[CardSet]:
    """The set that comes with the game."""
    return [read_set(files)]


def read_own(file: str, text: str, digest: str, core: Core[CardSet, Definition]) -> Reading[Definition]:
    """SCP-R69 A set that a player has written."""
    card_set = read_set([(file, text)], digest[:PREFIX], core.cards)
    return Reading(card_set.name, [(card, card.shown()) for card in card_set.cards])


def read_set(files: Files, prefix: str | None = None, core: Mapping[str, Definition] = {}) -> CardSet:
    """SCP-601 SCP-R69 Read the (name, text) files of one set. Raises CardFault with every fault.

    `prefix` is that of an own set's ids: its names are free text of who made it and stand in no event. `core` are the
    cards of the core set, which its cards may speak of and whose ids it may not take.
    """
    read, faults = [], []
    for name, text in files:
        try:
            read.append(read_card_file(name, text, CardTable))
        except CardFault as fault:
            faults += fault.faults
    if faults:
        raise CardFault(faults)
    names = _names(read, prefix, core)
    entries = [entry for file in read for entry in file.entries]
    faults += _doubles(entries, core)
    head = read[0].head
    compiled = [
        _compile(entry, place, str(head["set"]), names["card"], Compiler(VOCABULARY, names), faults)
        for place, entry in enumerate(entries, 1)
    ]
    if faults:
        raise CardFault(faults)
    name = str(head["name"]).partition(":")[0]
    return CardSet(prefix or str(head["set"]), name, tuple(card for card in compiled if card))


def _names(
    files: Sequence[CardFile[CardTable]], prefix: str | None, core: Mapping[str, Definition]
) -> dict[str, dict[str, str]]:
    """The names that texts may use: cards, as written and by their id in play; subtypes that any card has."""
    cards: list[CardTable] = [entry.card for file in files for entry in file.entries]
    own = {card.id: card.id if prefix is None else f"{prefix}-{place}" for place, card in enumerate(cards, 1)}
    subtypes = [*(card.subtypes for card in core.values()), *(card.subtypes for card in cards)]
    return {
        "card": {cid: cid for cid in core} | own,
        "subtype": {written(label): label for labels in subtypes for label in labels},
    }


def written(label: str) -> str:
    """A subtype as a text names it: Cover_up for Cover-up."""
    return label.replace("-", "_").replace(" ", "_")


def _doubles(entries: Sequence[CardEntry[CardTable]], taken: Iterable[str]) -> Iterator[Flaw]:
    """Ids that would mean two cards."""
    seen = set(taken)
    for entry in entries:
        if entry.card.id in seen:
            message = f"{entry.card.id!r} is taken; a set may not use an id twice, nor one of the core set"
            yield entry.fault("id", message)
        seen.add(entry.card.id)


def _compile(
    entry: CardEntry[CardTable],
    place: int,
    set_id: str,
    ids: Mapping[str, str],
    compiler: Compiler,
    faults: list[Flaw],
) -> Definition | None:
    """One card; what is wrong with it goes to `faults`."""
    card, found = entry.card, FaultCollector(entry)
    abilities = [_read_ability(compiler, found, ability, number) for number, ability in enumerate(card.abilities, 1)]
    found.found += check_types(entry)
    found.found += check_printed(entry)
    found.found += check_plays(entry)
    found.found += check_passives(entry, abilities)
    found.found += check_looks(entry)
    faults += found.found
    if found.found:
        return None
    printed = {name: value for name in PRINTED if (value := getattr(card, name)) is not None}
    return Definition(
        **printed,
        cid=ids[card.id],
        set=set_id,
        number=place,
        keywords=frozenset(card.keywords or ()),
        attached=card.mode == "attached",
        abilities=tuple(abilities),
        blocks=tuple(compiler.blocks),
        uses=frozenset(call.word for ability in abilities if ability.when == "static" for call in ability.calls),
        source=entry.source,
    )


def _read_ability(compiler: Compiler, found: FaultCollector[CardTable], given: AbilityTable, number: int) -> Any:
    """A part of the card's text, or None with its faults kept."""
    key, card = f"abilities[{number}]", found.entry.card
    wrong = [found.entry.fault(key, message) for message in check_ability(card, given)]
    found.found += wrong
    return None if wrong else found.part(key, partial(_ability, compiler, card, given, number))


def _ability(compiler: Compiler, card: CardTable, given: AbilityTable, number: int) -> Ability:
    """SCP-301 SCP-316 One part of a text: first what it needs and costs, then what it does."""
    compiler.begin()
    meaning = Meaning(compiler.vocabulary, card, given)
    only_if = _condition(compiler, meaning, "only_if")
    which, requires = _condition(compiler, meaning, "which"), _condition(compiler, meaning, "requires")
    target = target_player = None
    cost: tuple[Call, ...] = ()
    if given.target is not None:
        target = compiler.cards(given.target)
        meaning.check_target(given.target)
    if given.target_player is not None:
        target_player = compiler.players(given.target_player)
        meaning.check_target_player(given.target_player)
    if given.cost is not None:
        cost = compiler.calls("cost", given.cost)
        meaning.check_cost(given.cost)
    calls, block = _done(compiler, meaning, given)
    opponent = any(call.word == "opp" for call in compiler.used)
    return Ability(
        number,
        given.when,
        given.may,
        given.status,
        given.window,
        calls,
        block,
        only_if,
        which,
        requires,
        cost,
        target,
        target_player,
        opponent,
    )


def _condition(compiler: Compiler, meaning: Meaning, key: Slot) -> Expression | None:
    """The condition in one of its keys, None without one."""
    text: str | None = getattr(meaning.given, key)
    if text is None:
        return None
    asked = compiler.condition(text)
    meaning.check_condition(text, key)
    return asked


def _done(compiler: Compiler, meaning: Meaning, given: AbilityTable) -> tuple[tuple[Call, ...], int]:
    """SCP-515 The calls that hold, and the block of effects."""
    if given.do is None:
        return (), -1
    if given.when in HOLDING:
        calls = compiler.calls("modifier", given.do)
        meaning.check_modifiers(given.do)
        return calls, -1
    block = compiler.effects(given.do)
    meaning.check_effects(given.do)
    return (), block


READER: CardReader[CardSet, Definition] = CardReader(
    rule="SCP-R69",
    core=read_core,
    own=read_own,
    looked_up=lambda card_set: {card.cid: card for card in card_set.cards},
    shown=Definition.shown,
)


@cache
def core() -> Core[CardSet, Definition]:
    """The core set of this release."""
    return READER.released(__package__)
