"""Words for what holds while a card is in play and enabled; `continuous` reads them, so they do nothing."""

from __future__ import annotations

from domain.games.cape_and_cowl.rules.continuous import EvalContext
from domain.games.cape_and_cowl.words.vocabulary import (
    Amount,
    Change,
    CharacterCards,
    CityCards,
    CostedAction,
    Damaged,
    Immunities,
    Limit,
    LimitChange,
    Reduction,
    Times,
    Types,
    word,
)
from domain.kernel.effects.grammar import EffectFault
from domain.kernel.effects.subjects import Place
from domain.kernel.effects.vocabulary import Condition, Players


@word("modifier")
def attack_mod(
    context: EvalContext, cards: CharacterCards, n: Change, types: Types | None = None, vs: Damaged | None = None
) -> None:
    """CNC-409 CNC-R50 Their Attacks are n stronger; of these types only, or against damaged Characters only."""


def asks_for_no_hp(place: Place) -> None:
    """CNC-512 CNC-R67 A maximum that follows HP would change HP, and so itself, for ever."""
    for asked in place.asks("hp"):
        raise EffectFault("maximum HP can't depend on HP, which follow them (CNC-512)", asked.column)


@word("modifier", check=asks_for_no_hp)
def hp_mod(context: EvalContext, cards: CharacterCards, n: Change) -> None:
    """CNC-512 Their maximum HP is n higher."""


@word("modifier")
def damage_taken(context: EvalContext, cards: CharacterCards, n: Reduction, types: Types | None = None) -> None:
    """CNC-411 Attacks, or attacks of these types, do that much less damage to them."""


def to_something(place: Place) -> None:
    """CNC-411 CNC-524 Immunity is to something."""
    if not place.has("what", "but"):
        raise place.fault("name types or statuses, or with 'but' the types that still hurt")


@word("modifier", check=to_something)
def immune(
    context: EvalContext, cards: CharacterCards, what: Immunities | None = None, but: Types | None = None
) -> None:
    """CNC-411 CNC-524 Attacks of these types do nothing to them; with `but` all others; a status can't be got."""


@word("modifier")
def cp_damage_mod(context: EvalContext, who: Players, n: Reduction) -> None:
    """CNC-415 Attacks do that much less damage to their City."""


@word("modifier")
def cost_mod(
    context: EvalContext, who: Players, action: CostedAction, n: Change, only: Condition | None = None
) -> None:
    """CNC-327 An action costs them n more; only with cards that pass the test."""


@word("modifier")
def limit_mod(context: EvalContext, who: Players, limit: Limit, n: LimitChange) -> None:
    """CNC-213 CNC-214 CNC-309 CNC-705 A limit of theirs is n higher."""


@word("modifier")
def no_attrition(context: EvalContext, who: Players) -> None:
    """CNC-706 They can't lose by Attrition."""


@word("modifier")
def acts(context: EvalContext, cards: CharacterCards, n: Times) -> None:
    """CNC-326 They may Act n times each turn."""


@word("modifier")
def income(context: EvalContext, n: Amount) -> None:
    """CNC-205 CNC-312 CNC-535 It generates n AP each turn for its player."""


@word("modifier")
def protector(context: EvalContext, cards: CharacterCards) -> None:
    """CNC-403 Of their side only Protectors may be attacked."""


@word("modifier")
def hidden(context: EvalContext, cards: CharacterCards) -> None:
    """CNC-404 They may not be attacked while their player has a Character without this."""


@word("modifier")
def through(context: EvalContext, cards: CharacterCards) -> None:
    """CNC-406 They may attack the opposing City though it is screened."""


@word("modifier")
def replace_destroy(context: EvalContext, cards: CharacterCards, n: Times) -> None:
    """CNC-522 The first time they would be destroyed, their HP become n instead."""


def of_its_host(place: Place) -> None:
    """CNC-520 A guard stands in for its host."""
    if "host" not in place.words():
        raise place.fault("a guard says guard(host) (CNC-520)")


@word("modifier", only=("guard",), check=of_its_host)
def guard(context: EvalContext, cards: CityCards) -> None:
    """CNC-519 CNC-520 If that card would be destroyed, this one is destroyed instead."""


@word("modifier")
def porter(context: EvalContext, who: Players) -> None:
    """CNC-206 CNC-207 CNC-617 It generates the player's AP and can't be touched."""
