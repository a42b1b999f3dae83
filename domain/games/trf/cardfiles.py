"""Card files to cards: the core set's, and those that players write."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from typing import Any

from domain.games.trf.definitions import (
    FACTIONS,
    HOLDING,
    TITLES,
    Ability,
    AbilityTable,
    CardSet,
    CardTable,
    Definition,
    Passive,
)
from domain.games.trf.semantics import check_play, check_words
from domain.games.trf.validation import check_ability, check_kind, check_passives, check_staying, check_windows
from domain.games.trf.words import VOCABULARY
from domain.kernel.cardfile import CardEntry, CardFault, CardFile, FaultCollector, Flaw, read_card_file
from domain.kernel.cardsets import PREFIX, CardReader, Core, Files, Reading
from domain.kernel.catalogue import CardInfo
from domain.kernel.effects.compiler import Call, Compiler


def shown(card: Definition) -> CardInfo:
    """TRF-602 TRF-609 TRF-616 A card as a catalogue shows it."""
    return CardInfo(card.cid, card.name, card.set, card.number, card.text, card.attributes())


def by_id(card_set: CardSet) -> Mapping[str, Definition]:
    """The cards of a set by id."""
    return {card.cid: card for card in card_set.cards}


def read_core(files: Files) -> Sequence[CardSet]:
    """The set that comes with the game."""
    return [read_set(files)]


def read_own(file: str, text: str, digest: str, core: Core[CardSet, Definition]) -> Reading[Definition]:
    """TRF-R67 A set that a player has written, beside the core set. Raises CardFault."""
    card_set = read_set([(file, text)], digest[:PREFIX], tuple(core.cards.values()))
    return Reading(card_set.name, [(card, shown(card)) for card in card_set.cards])


def read_set(files: Files, prefix: str | None = None, core: Sequence[Definition] = ()) -> CardSet:
    """TRF-601 TRF-R67 Read the (name, text) files of one set. Raises CardFault with every fault.

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
    faults += _doubles(entries, [card.cid for card in core])
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
    files: Sequence[CardFile[CardTable]], prefix: str | None, core: Sequence[Definition]
) -> dict[str, dict[str, str]]:
    """The names that texts may use: cards, as written and by their id in play; ties and titles that any card has."""
    cards: list[CardTable] = [entry.card for file in files for entry in file.entries]
    ties = [tie for card in core for tie in card.ties] + [tie for card in cards for tie in card.ties or ()]
    titles = [*TITLES, *(title for card in core for title in card.titles)]
    titles += [title for card in cards for title in card.titles or ()]
    own = {card.id: card.id if prefix is None else f"{prefix}-{place}" for place, card in enumerate(cards, 1)}
    return {
        "card": {card.cid: card.cid for card in core} | own,
        "tie": {tie: tie for tie in ties},
        "title": {title: title for title in titles},
    }


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
    found.found += check_kind(entry)
    found.found += check_windows(entry)
    found.found += check_staying(entry, abilities, compiler.blocks)
    found.found += check_passives(entry, abilities)
    faults += found.found
    if found.found:
        return None
    faction = card.faction or "universal"
    passives = tuple(_passives(card.name, abilities))
    return Definition(
        cid=ids[card.id],
        name=card.name,
        set=set_id,
        number=place,
        kind=card.kind,
        class_=card.class_,
        faction=faction,
        alignment=card.alignment or FACTIONS[faction],
        unique=card.unique or False,
        titles=card.titles or (),
        ties=card.ties or (),
        cost=card.cost or 0,
        combat=card.combat or 0,
        capture=card.capture or 0,
        meters=card.meters or 0,
        words=card.words or 0,
        capture_value=card.capture_value or 0,
        homeworld_value=card.homeworld_value or 0,
        title=card.title,
        staff_ruling=card.subtype is not None,
        persistent=any(call.word == "stay" for block in compiler.blocks for call in block),
        text=card.text,
        abilities=tuple(abilities),
        blocks=tuple(compiler.blocks),
        passives=passives,
        uses=frozenset(passive.call.word for passive in passives),
        source=entry.source,
    )


def _passives(name: str, abilities: Sequence[Ability]) -> Iterator[Passive]:
    """TRF-518 The card's continuous texts, each with what tells it apart from the texts of cards of other names."""
    for ability in abilities:
        for place, call in enumerate(ability.calls, 1):
            home, persist = ability.when == "home_passive", ability.when == "persist"
            yield Passive(ability.number, home, persist, call, (name, ability.number, place))


def _read_ability(compiler: Compiler, found: FaultCollector[CardTable], given: AbilityTable, number: int) -> Any:
    """A part of the card's text, or None with its faults kept."""
    key, card = f"abilities[{number}]", found.entry.card
    wrong = [found.entry.fault(key, message) for message in check_ability(card, given)]
    found.found += wrong
    return None if wrong else found.part(key, partial(_ability, compiler, card, given, number))


def _ability(compiler: Compiler, card: CardTable, given: AbilityTable, number: int) -> Ability:
    """TRF-605 One part of a text."""
    compiler.begin()
    calls: tuple[Call, ...] = ()
    block, only_if = -1, None
    if given.only_if is not None:
        only_if = compiler.condition(given.only_if)
        check_words(compiler, card, given, "only_if")
    in_condition = compiler.used
    compiler.begin()
    if given.when in HOLDING:
        calls = compiler.calls("modifier", given.do)
        check_words(compiler, card, given, "modifier")
    else:
        block = compiler.effects(given.do)
        check_words(compiler, card, given, "effect")
        check_play(compiler, given, block)
    opponent = any(call.word == "opp" for call in (*in_condition, *compiler.used))
    return Ability(
        number,
        given.when,
        given.windows,
        calls,
        block,
        only_if,
        given.words,
        given.discards,
        given.weakness,
        opponent,
    )


READER: CardReader[CardSet, Definition] = CardReader(
    rule="TRF-R67", core=read_core, own=read_own, looked_up=by_id, shown=shown
)
"""TRF-R67 How the card files of the game are read, and those of its players."""


@cache
def core() -> Core[CardSet, Definition]:
    """The cards that come with the game."""
    return READER.released(__package__)
