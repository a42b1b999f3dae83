"""Card files to cards: the core set's, and those that players write."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from typing import Any

import msgspec

from domain.games.cape_and_cowl.definitions import (
    PHYSICAL,
    Ability,
    AbilityTable,
    AttackText,
    AttackType,
    CardSet,
    CardTable,
    Definition,
    Kind,
    TypeTable,
)
from domain.games.cape_and_cowl.validation import (
    check_kind,
    check_passives,
    check_porter,
    check_top_tier,
    check_words,
    is_top_tier,
)
from domain.games.cape_and_cowl.words import VOCABULARY
from domain.kernel.cardfile import CardEntry, CardFault, CardFile, FaultCollector, Flaw, read_card_file
from domain.kernel.cardsets import PREFIX, CardReader, Core, Files, Reading
from domain.kernel.catalogue import CardInfo
from domain.kernel.effects.compiler import Compiler
from domain.kernel.effects.grammar import EffectFault
from domain.kernel.effects.vocabulary import suggest


class _File(msgspec.Struct):
    cards: CardFile[CardTable]
    types: CardFile[TypeTable] | None


Known = Definition | AttackType


def read_core(files: Files) -> Sequence[CardSet]:
    """The set that comes with the game."""
    return [read_set(files)]


def read_own(file: str, text: str, digest: str, core: Core[CardSet, Known]) -> Reading[Known]:
    """CNC-R64 A set that a player has written."""
    card_set = read_set([(file, text)], digest[:PREFIX], core.sets)
    own = {kind.id: kind for kind in card_set.types}
    return Reading(card_set.name, [(card, shown(card, own)) for card in card_set.cards], card_set.named_types())


def shown(card: Definition, own: Mapping[str, AttackType] | None = None) -> CardInfo:
    """CNC-602 A card as a catalogue shows it; `own` are attack types that come with its set, by id."""
    return CardInfo(card.cid, card.name, card.set, card.number, card.text, card.attributes(own or {}))


READER: CardReader[CardSet, Known] = CardReader(
    rule="CNC-R64", core=read_core, own=read_own, looked_up=CardSet.looked_up, shown=shown
)


@cache
def core() -> Core[CardSet, Known]:
    """The set of this release."""
    return READER.released(__package__)


def read_set(files: Files, prefix: str | None = None, beside: Sequence[CardSet] = ()) -> CardSet:
    """CNC-601 CNC-602 CNC-R64 Read the (name, text) files of one set. Raises CardFault with every fault.

    `prefix` is that of an own set's ids: its names are free text of who made it and stand in no event. `beside` are the
    sets that its cards may speak of and whose names it may not take.
    """
    cards = {card.cid: card.cid for known in beside for card in known.cards}
    types = {kind.id: kind.id for known in beside for kind in known.types}
    read, faults = [], []
    for name, text in files:
        try:
            read.append(_read(name, text, own=prefix is not None))
        except CardFault as fault:
            faults += fault.faults
    if faults:
        raise CardFault(faults)
    names = _names(read, prefix, cards, types)
    compiler = partial(Compiler, VOCABULARY, {**names, "immunity": {**names["type"], **_STATUSES}})
    kinds = [entry for file in read if file.types for entry in file.types.entries]
    types_read = [_type(entry, names["type"], compiler(), faults) for entry in kinds]
    entries = [entry for file in read for entry in file.cards.entries]
    faults += _doubles(entries, cards, "id")
    faults += _doubles(kinds, types, "name")
    head = read[0].cards.head
    compiled = [
        _compile(entry, place, str(head["set"]), names, compiler(), faults) for place, entry in enumerate(entries, 1)
    ]
    if faults:
        raise CardFault(faults)
    return CardSet(
        prefix or str(head["set"]),
        str(head["name"]).partition(":")[0],
        tuple(card for card in compiled if card),
        tuple(kind for kind in types_read if kind),
    )


def _read(name: str, text: str, *, own: bool) -> _File:
    if name == "types.toml" and not own:
        none: CardFile[CardTable] = CardFile(name, {"set": "core", "name": "Core Set"}, [])
        return _File(none, read_card_file(name, text, TypeTable, "type"))
    cards = read_card_file(name, text, CardTable)
    return _File(cards, read_card_file(name, text, TypeTable, "type") if "type" in cards.head else None)


def _names(
    files: Sequence[_File], prefix: str | None, cards: Mapping[str, str], types: Mapping[str, str]
) -> dict[str, dict[str, str]]:
    """The names that cards may use: card ids and attack types, as written, and their names in play."""
    entries = [entry.card.id for file in files for entry in file.cards.entries]
    kinds = [entry.card.name for file in files if file.types for entry in file.types.entries]
    return {
        "card": {**cards, **{cid: _id(prefix, place, cid) for place, cid in enumerate(entries, 1)}},
        "type": {**types, **{name: _id(prefix, f"t{place}", name) for place, name in enumerate(kinds, 1)}},
    }


def _id(prefix: str | None, place: int | str, name: str) -> str:
    return name if prefix is None else f"{prefix}-{place}"


def _doubles(entries: Sequence[CardEntry[Any]], taken: Iterable[str], key: str) -> Iterator[Flaw]:
    """Names that would mean two things."""
    seen = set(taken)
    for entry in entries:
        name = getattr(entry.card, key)
        if name in seen:
            yield entry.fault(key, f"{name!r} is taken; a set may not use a name twice, nor one of the core set")
        seen.add(name)


_STATUSES = {name: name for name in ("frozen", "confused", "poisoned", "silenced")}


def _type(
    entry: CardEntry[TypeTable], ids: Mapping[str, str], compiler: Compiler, faults: list[Flaw]
) -> AttackType | None:
    """CNC-450 CNC-R55 A type is a name and one effect."""
    found = FaultCollector(entry)
    if entry.card.effect is not None:
        found.part("effect", partial(compiler.effects, entry.card.effect))
        found.part("effect", lambda: check_words(compiler, "type", "character"))
    elif entry.card.name != PHYSICAL:
        found.found.append(entry.fault("effect", "a type has one effect (CNC-450); only Physical has none (CNC-433)"))
    faults += found.found
    if found.found:
        return None
    given = entry.card
    return AttackType(
        id=ids[given.name],
        name=given.name,
        effect_name=given.effect_name,
        text=given.text,
        rule=given.rule if ids[given.name] == given.name else "CNC-450",
        blocks=tuple(compiler.blocks),
        source=entry.source,
    )


def _compile(
    entry: CardEntry[CardTable],
    place: int,
    set_id: str,
    names: Mapping[str, Mapping[str, str]],
    compiler: Compiler,
    faults: list[Flaw],
) -> Definition | None:
    """One card; what is wrong with it goes to `faults`."""
    card, found = entry.card, FaultCollector(entry)
    abilities = [
        found.part(f"abilities[{number}]", partial(_ability, compiler, card.kind, ability, number))
        for number, ability in enumerate(card.abilities, 1)
    ]
    attacks = tuple(_attack(entry, attack, names["type"], found.found) for attack in card.attacks)
    found.found += check_kind(entry)
    found.found += check_porter(entry, abilities)
    found.found += check_passives(entry, abilities)
    found.found += check_top_tier(entry)
    faults += found.found
    if found.found:
        return None
    passives = tuple(call for ability in abilities for call in ability.calls)
    return Definition(
        cid=names["card"][card.id],
        name=card.name,
        set=set_id,
        number=place,
        kind=card.kind,
        cost=card.cost,
        rarity=card.rarity,
        class_=card.class_,
        hp=card.hp or 0,
        cp=card.cp or 0,
        text=_printed(card),
        attacks=attacks,
        abilities=tuple(abilities),
        blocks=tuple(compiler.blocks),
        passives=passives,
        words=frozenset(call.word for call in passives),
        guard=any(ability.when == "guard" for ability in abilities),
        top_tier=is_top_tier(card),
        source=entry.source,
    )


def _printed(card: CardTable) -> str:
    """The printed text: that of the card, or its Abilities one after another."""
    return card.text or " ".join(f"{ability.name}: {ability.text}" for ability in card.abilities)


def _attack(entry: CardEntry[CardTable], attack: AttackText, types: Mapping[str, str], found: list[Flaw]) -> AttackText:
    if attack.type not in types:
        found.append(entry.fault("attacks", f"{attack.type!r} is no type{suggest(attack.type, list(types))} (CNC-605)"))
        return attack
    return msgspec.structs.replace(attack, type=types[attack.type])


def _ability(compiler: Compiler, kind: Kind, given: AbilityTable, number: int) -> Ability:
    """CNC-325 CNC-328 CNC-501 CNC-502 One part of a text. Only what counts as an Act has a cost."""
    compiler.begin()
    if (given.when == "act") != (given.cost is not None):
        raise EffectFault("an act has a cost, nothing else has (CNC-325, CNC-328)")
    if given.when in ("passive", "guard"):
        calls, block = compiler.calls("modifier", given.do), -1
    else:
        calls, block = (), compiler.effects(given.do)
    check_words(compiler, given.when, kind)
    picks_class = any(c.word == "set_class" and c.arguments["to"](None) == "choose" for c in compiler.used)
    return Ability(number, given.when, given.name, given.text, given.cost or 0, calls, block, picks_class)
