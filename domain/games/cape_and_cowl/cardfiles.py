"""Card files to cards: the core set's, and those that players write."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache, partial

from msgspec.structs import asdict

from domain.games.cape_and_cowl import definitions as d
from domain.games.cape_and_cowl import validation
from domain.games.cape_and_cowl.words import VOCABULARY
from domain.kernel.cardreader import CardReader
from domain.kernel.cardsets import Core
from domain.kernel.drafts import Draft, Label, Tables
from domain.kernel.effects.grammar import EffectFault
from domain.kernel.effects.subjects import TextPart
from domain.kernel.effects.vocabulary import suggest
from domain.kernel.markup import escaped

Known = d.Definition | d.AttackType
TAKEN = "{!r} is taken; a set may not use a name twice, nor one of the core set"
STATUSES = ("frozen", "confused", "poisoned", "silenced")


def compiled_type(draft: Draft[d.TypeTable]) -> d.AttackType | None:
    """CNC-450 CNC-R55 A type is a name and one effect."""
    given, entry = draft.card, draft.entry
    if given.effect is not None:
        part = TextPart(card=given, moments=(frozenset({"type"}),), this=frozenset({"character"}))
        draft.part("effect", lambda: draft.compiler.effects(given.effect or "", part))
    elif given.name != d.PHYSICAL:
        draft.sound([entry.fault("effect", "a type has one effect (CNC-450); only Physical has none (CNC-433)")])
    if not draft.sound():
        return None
    return d.AttackType(
        id=draft.id,
        name=given.name,
        effect_name=given.effect_name,
        text=given.text,
        rule=given.rule if draft.digest is None else "CNC-450",
        words=frozenset(call.word for call in draft.compiler.used),
        blocks=tuple(draft.compiler.blocks),
        source=entry.source,
    )


def compiled(draft: Draft[d.CardTable]) -> d.Definition | None:
    """CNC-601 CNC-602 One card."""
    card, entry = draft.card, draft.entry
    abilities = [
        draft.part(f"abilities[{number}]", partial(_ability, draft, ability, number))
        for number, ability in enumerate(card.abilities, 1)
    ]
    attacks = tuple(_attack(draft, attack) for attack in card.attacks)
    if not draft.sound(
        validation.check_kind(entry),
        validation.check_porter(entry, abilities),
        validation.check_passives(entry, abilities),
        validation.check_top_tier(entry),
    ):
        return None
    passives = tuple(call for ability in abilities for call in ability.calls)
    return d.Definition(
        **draft.printed(d.Definition, "text", "attacks", "abilities"),
        text=card.text or " ".join(f"{escaped(ability.name)}: {ability.text}" for ability in card.abilities),
        attacks=attacks,
        abilities=tuple(abilities),
        passives=passives,
        guard=any(ability.when == "guard" for ability in abilities),
        top_tier=validation.is_top_tier(card),
        power=max((attack.strength / max(1, attack.cost) for attack in attacks), default=0),
    )


def _attack(draft: Draft[d.CardTable], attack: d.AttackText) -> d.Attack:
    """CNC-605 An Attack of a type that there is."""
    types = draft.compiler.names["type"]
    draft.faults("attacks", _no_type(attack.type, types))
    return d.Attack(**{**asdict(attack), "type": types.get(attack.type, "")}, called=attack.type)


def _no_type(name: str, types: Mapping[str, str]) -> Iterator[str]:
    if name not in types:
        yield f"{name!r} is no type{suggest(name, list(types))} (CNC-605)"


def _ability(draft: Draft[d.CardTable], given: d.AbilityTable, number: int) -> d.Ability:
    """CNC-325 CNC-328 CNC-501 CNC-502 One part of a text. Only what counts as an Act has a cost."""
    compiler = draft.compiler
    part = TextPart(card=draft.card, moments=(frozenset({given.when}),), this=frozenset({draft.card.kind}))
    compiler.begin()
    if (given.when == "act") != (given.cost is not None):
        raise EffectFault("an act has a cost, nothing else has (CNC-325, CNC-328)")
    if given.when in ("passive", "guard"):
        calls, block = compiler.calls("modifier", given.do, part), -1
    else:
        calls, block = (), compiler.effects(given.do, part)
    validation.check_text(compiler, given.when)
    picks_class = any(c.word == "set_class" and c.arguments["to"](None) == "choose" for c in compiler.used)
    words = frozenset(call.word for call in compiler.used)
    return d.Ability(number, given.when, given.name, given.text, given.cost or 0, calls, block, words, picks_class)


def immunities(table: d.TypeTable, cid: str) -> Iterator[Label]:
    """CNC-411 A card may be immune to a type."""
    yield "immunity", table.name, cid


READER: CardReader[Known] = CardReader(
    rule="CNC-R64",
    vocabulary=VOCABULARY,
    cards=Tables(table=d.CardTable, compile=compiled, taken=TAKEN),
    others=[
        Tables(
            table=d.TypeTable,
            compile=compiled_type,
            called="type",
            key="name",
            mark="t",
            looked_up=d.TYPE,
            labels=immunities,
            taken=TAKEN,
        )
    ],
    names={"immunity": {name: name for name in STATUSES}},
)
"""CNC-R64 How the card files of the game are read, and those of its players."""


@cache
def core() -> Core[Known]:
    """The set of this release."""
    return READER.released(__package__)
