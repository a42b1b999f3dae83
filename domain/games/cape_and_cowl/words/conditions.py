"""Words for what a card is, and for numbers."""

from __future__ import annotations

from domain.games.cape_and_cowl.board import Character
from domain.games.cape_and_cowl.definitions import Class
from domain.games.cape_and_cowl.rules.continuous import EvalContext
from domain.games.cape_and_cowl.words.vocabulary import AnyCards, CardName, word


def _is(context: EvalContext, class_: Class) -> bool:
    """CNC-525 The Class that a Character has now; outside the field the printed one."""
    if isinstance(context.card, Character):
        return context.card.class_ == class_
    return context.printed is not None and context.printed.class_ == class_


@word("condition")
def hero(context: EvalContext) -> bool:
    """CNC-603 A Hero."""
    return _is(context, "Hero")


@word("condition")
def anti_hero(context: EvalContext) -> bool:
    """CNC-603 An Anti-Hero."""
    return _is(context, "Anti-Hero")


@word("condition")
def civilian(context: EvalContext) -> bool:
    """CNC-603 A Civilian."""
    return _is(context, "Civilian")


@word("condition")
def government(context: EvalContext) -> bool:
    """CNC-603 Government, also called City Hall."""
    return _is(context, "Government")


@word("condition")
def anti_villain(context: EvalContext) -> bool:
    """CNC-603 An Anti-Villain."""
    return _is(context, "Anti-Villain")


@word("condition")
def villain(context: EvalContext) -> bool:
    """CNC-603 A Villain."""
    return _is(context, "Villain")


@word("condition")
def character(context: EvalContext) -> bool:
    """CNC-601 A Character."""
    return context.printed is not None and context.printed.kind == "character"


@word("condition")
def city(context: EvalContext) -> bool:
    """CNC-601 A City card."""
    return context.printed is not None and context.printed.kind == "city"


@word("condition")
def event(context: EvalContext) -> bool:
    """CNC-601 An Event."""
    return context.printed is not None and context.printed.kind == "event"


@word("condition")
def common(context: EvalContext) -> bool:
    """CNC-602 A Common."""
    return context.printed is not None and context.printed.rarity == "C"


@word("condition")
def uncommon(context: EvalContext) -> bool:
    """CNC-602 An Uncommon."""
    return context.printed is not None and context.printed.rarity == "U"


@word("condition")
def rare(context: EvalContext) -> bool:
    """CNC-602 A Rare."""
    return context.printed is not None and context.printed.rarity == "R"


@word("condition")
def card_is(context: EvalContext, card: CardName) -> bool:
    """CNC-616 A copy of this card, not of another version of it."""
    return context.printed is not None and context.printed.cid == card


@word("condition")
def anything(context: EvalContext) -> bool:
    """True of any card."""
    return True


@word("condition")
def this(context: EvalContext) -> bool:
    """This very card, in play."""
    return context.card is not None and context.card.iid == context.env.iid


@word("number")
def hp(context: EvalContext) -> int:
    """CNC-412 The HP of the Character now."""
    return context.card.hp if isinstance(context.card, Character) else 0


@word("number")
def combo_level(context: EvalContext) -> int:
    """CNC-421 The level of the Character's Combo, 0 without one."""
    return context.card.combo.level if isinstance(context.card, Character) and context.card.combo else 0


@word("number")
def count(context: EvalContext, cards: AnyCards) -> int:
    """CNC-535 How many cards there are now."""
    return len(cards)
