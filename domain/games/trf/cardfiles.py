"""Card files to cards: the core set's, and those that players write."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, partial

from domain.games.trf import definitions as d
from domain.games.trf import validation
from domain.games.trf.words import VOCABULARY
from domain.kernel.cardreader import CardReader
from domain.kernel.cardsets import Core
from domain.kernel.drafts import Draft, Label, Tables
from domain.kernel.effects.compiler import Call
from domain.kernel.effects.subjects import Kinds, TextPart

SELF: Mapping[d.Kind, Kinds] = {
    "account": frozenset({"account"}),
    "planet": frozenset({"planet"}),
    "character": frozenset({"character", "unit"}),
    "ooc": frozenset({"persistent"}),
}
"""The kinds that a card has for its own text, while it is in play."""


def compiled(draft: Draft[d.CardTable]) -> d.Definition | None:
    """TRF-601 One card."""
    card, entry, blocks = draft.card, draft.entry, draft.compiler.blocks
    abilities = [_read_ability(draft, ability, number) for number, ability in enumerate(card.abilities, 1)]
    if not draft.sound(
        validation.check_kind(entry),
        validation.check_windows(entry),
        validation.check_staying(entry, abilities, blocks),
        validation.check_passives(entry, abilities),
    ):
        return None
    read = [ability for ability in abilities if ability is not None]
    passives = tuple(_passives(card.name, read))
    return d.Definition(
        **draft.printed(d.Definition, "alignment", "abilities"),
        alignment=card.alignment or d.FACTIONS[card.faction or "universal"],
        staff_ruling=card.subtype is not None,
        persistent=any(call.word == "stay" for block in blocks for call in block),
        abilities=tuple(read),
        passives=passives,
        uses=frozenset(passive.call.word for passive in passives),
    )


def _passives(name: str, abilities: Sequence[d.Ability]) -> Iterator[d.Passive]:
    """TRF-518 The card's continuous texts, each with what tells it apart from the texts of cards of other names."""
    for ability in abilities:
        for place, call in enumerate(ability.calls, 1):
            home, persist = ability.when == "home_passive", ability.when == "persist"
            yield d.Passive(ability.number, home, persist, call, (name, ability.number, place))


def _read_ability(draft: Draft[d.CardTable], given: d.AbilityTable, number: int) -> d.Ability | None:
    """A part of the card's text, or None with its faults kept."""
    key = f"abilities[{number}]"
    wrong = draft.faults(key, validation.check_ability(draft.card, given))
    return None if wrong else draft.part(key, partial(_ability, draft, given, number))


def _ability(draft: Draft[d.CardTable], given: d.AbilityTable, number: int) -> d.Ability:
    """TRF-328 TRF-605 One part of a text."""
    compiler = draft.compiler
    moments = tuple(frozenset({moment}) for moment in given.windows or (given.when or "",))
    part = TextPart(card=draft.card, moments=moments, this=SELF[draft.card.kind])
    compiler.begin()
    only_if = None if given.only_if is None else compiler.condition(given.only_if, part)
    calls: tuple[Call, ...] = ()
    block = -1
    if given.when in d.HOLDING:
        calls = compiler.calls("modifier", given.do, part)
    else:
        block = compiler.effects(given.do, part)
        validation.check_play(compiler, block)
    opponent = any(call.word == "opp" for call in compiler.used)
    return d.Ability(
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


def labels(card: d.CardTable, cid: str) -> Iterator[Label]:
    """TRF-608 TRF-613 Texts may ask for the ties and titles that any card has."""
    yield from (("tie", tie, tie) for tie in card.ties or ())
    yield from (("title", title, title) for title in card.titles or ())


READER: CardReader[d.Definition] = CardReader(
    rule="TRF-R67",
    vocabulary=VOCABULARY,
    cards=Tables(table=d.CardTable, compile=compiled, labels=labels),
    names={"title": {title: title for title in d.TITLES}},
)
"""TRF-R67 How the card files of the game are read, and those of its players."""


@cache
def core() -> Core[d.Definition]:
    """The cards that come with the game."""
    return READER.released(__package__)
