"""Card files to cards: the core set's, and those that players write."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache, partial

from domain.games.scp import definitions as d
from domain.games.scp import validation
from domain.games.scp.words import VOCABULARY
from domain.games.scp.words.vocabulary import Part
from domain.kernel.cardreader import CardReader
from domain.kernel.cardsets import Core
from domain.kernel.drafts import Draft, Label, Tables
from domain.kernel.effects.compiler import Call, Compiler, Expression
from domain.kernel.effects.grammar import EffectFault
from domain.kernel.effects.subjects import NOTHING


def compiled(draft: Draft[d.CardTable]) -> d.Definition | None:
    """SCP-601 One card."""
    card, entry = draft.card, draft.entry
    abilities = [_read_ability(draft, ability, number) for number, ability in enumerate(card.abilities, 1)]
    if not draft.sound(
        validation.check_types(entry),
        validation.check_printed(entry),
        validation.check_plays(entry),
        validation.check_passives(entry, abilities),
        validation.check_looks(entry, VOCABULARY),
    ):
        return None
    read = tuple(ability for ability in abilities if ability is not None)
    return d.Definition(
        **draft.printed(d.Definition, "keywords", "abilities"),
        keywords=frozenset(card.keywords or ()),
        attached=card.mode == "attached",
        abilities=read,
        uses=frozenset(call.word for ability in read if ability.when == "static" for call in ability.calls),
        times=frozenset(ability.when for ability in read),
    )


def _read_ability(draft: Draft[d.CardTable], given: d.AbilityTable, number: int) -> d.Ability | None:
    """A part of the card's text, or None with its faults kept."""
    key = f"abilities[{number}]"
    wrong = draft.faults(key, validation.check_ability(draft.card, given))
    return None if wrong else draft.part(key, partial(_ability, draft, given, number))


def _ability(draft: Draft[d.CardTable], given: d.AbilityTable, number: int) -> d.Ability:
    """SCP-301 SCP-316 One part of a text: first what it needs and costs, then what it does."""
    compiler, part = draft.compiler, _part(draft, given)
    compiler.begin()
    only_if = _condition(compiler, given.only_if, part)
    asked = tuple(call.word for call in compiler.used)
    which = _condition(compiler, given.which, replace(part, about=frozenset({"destroyed"})))
    requires = _condition(compiler, given.requires, replace(part, chosen=True))
    about_target = any(call.word == "tgt" for call in compiler.used)
    target = None if given.target is None else compiler.cards(given.target, part)
    if target is not None:
        validation.check_target(given, compiler.kinds)
    target_player = None if given.target_player is None else compiler.players(given.target_player, part)
    cost = () if given.cost is None else compiler.calls("cost", given.cost, part)
    validation.check_cost(cost)
    calls, block = _done(compiler, given, replace(part, asked=asked))
    opponent = any(call.word == "opp" for call in compiler.used)
    head = (number, given.when, given.may, given.status, given.window)
    return d.Ability(*head, calls, block, only_if, which, requires, cost, target, target_player, opponent, about_target)


def _part(draft: Draft[d.CardTable], given: d.AbilityTable) -> Part:
    """The subjects of its words. The parts of a Mission are about the target of the one that is played (SCP-216)."""
    card, targeted = draft.card, given
    if given.when in d.OF_MISSIONS:
        targeted = next((part for part in card.abilities if part.when == "mission"), given)
    moments = (frozenset({given.when, given.window or ""}),)
    this = frozenset(kind for kind in d.IN_PLAY if kind in card.types)
    part = Part(card=card, given=given, targeted=targeted, moments=moments, this=this, target=NOTHING)
    if targeted.target is None:
        return part
    scratch = Compiler(VOCABULARY, draft.compiler.names)
    try:
        scratch.cards(targeted.target, replace(part, moments=(frozenset({targeted.when}),)))
    except EffectFault:
        return part  # what is wrong in the target is said there
    return replace(part, target=scratch.kinds)


def _condition(compiler: Compiler, text: str | None, part: Part) -> Expression | None:
    """SCP-235 SCP-310 SCP-520 A condition that one of its keys holds, None without one."""
    return None if text is None else compiler.condition(text, part)


def _done(compiler: Compiler, given: d.AbilityTable, part: Part) -> tuple[tuple[Call, ...], int]:
    """SCP-216 SCP-515 The calls that hold, and the block of effects."""
    if given.do is None:
        return (), -1
    if given.when not in d.HOLDING:
        return (), compiler.effects(given.do, replace(part, chosen=True))
    calls = compiler.calls("modifier", given.do, replace(part, chosen=given.when == "restrict"))
    validation.check_restrictions(given, calls)
    return calls, -1


def written(label: str) -> str:
    """A subtype as a text names it: Cover_up for Cover-up."""
    return label.replace("-", "_").replace(" ", "_")


def labels(card: d.CardTable, cid: str) -> Iterator[Label]:
    """Texts may ask for the subtypes that any card has, and for the sites that are printed on one (SCP-612)."""
    yield from (("subtype", written(label), label) for label in card.subtypes)
    yield from (("icon", icon, icon) for _, icon in validation.borne(card))


READER: CardReader[d.Definition] = CardReader(
    rule="SCP-R69",
    vocabulary=VOCABULARY,
    names={"icon": {icon: icon for icon in d.ICONS}},
    cards=Tables(table=d.CardTable, compile=compiled, labels=labels),
)
"""SCP-R69 How the card files of the game are read, and those of its players."""


@cache
def core() -> Core[d.Definition]:
    """The core set of this release."""
    return READER.released(__package__)
