"""Words for what a card is, and for numbers."""

from __future__ import annotations

from domain.games.cape_and_cowl.board import Character
from domain.games.cape_and_cowl.printed import Class
from domain.games.cape_and_cowl.query import Scope
from domain.games.cape_and_cowl.words.vocabulary import CardName, word
from domain.kernel.effects.vocabulary import Cards


def _is(scope: Scope, class_: Class) -> bool:
    """CNC-525 The Class that a Character has now; outside the field the printed one."""
    if isinstance(scope.card, Character):
        return scope.card.class_ == class_
    return scope.printed is not None and scope.printed.class_ == class_


@word("condition")
def hero(scope: Scope) -> bool:
    """CNC-603 A Hero."""
    return _is(scope, "Hero")


@word("condition")
def anti_hero(scope: Scope) -> bool:
    """CNC-603 An Anti-Hero."""
    return _is(scope, "Anti-Hero")


@word("condition")
def civilian(scope: Scope) -> bool:
    """CNC-603 A Civilian."""
    return _is(scope, "Civilian")


@word("condition")
def government(scope: Scope) -> bool:
    """CNC-603 Government, also called City Hall."""
    return _is(scope, "Government")


@word("condition")
def anti_villain(scope: Scope) -> bool:
    """CNC-603 An Anti-Villain."""
    return _is(scope, "Anti-Villain")


@word("condition")
def villain(scope: Scope) -> bool:
    """CNC-603 A Villain."""
    return _is(scope, "Villain")


@word("condition")
def character(scope: Scope) -> bool:
    """CNC-601 A Character."""
    return scope.printed is not None and scope.printed.kind == "character"


@word("condition")
def city(scope: Scope) -> bool:
    """CNC-601 A City card."""
    return scope.printed is not None and scope.printed.kind == "city"


@word("condition")
def event(scope: Scope) -> bool:
    """CNC-601 An Event."""
    return scope.printed is not None and scope.printed.kind == "event"


@word("condition")
def common(scope: Scope) -> bool:
    """CNC-602 A Common."""
    return scope.printed is not None and scope.printed.rarity == "C"


@word("condition")
def uncommon(scope: Scope) -> bool:
    """CNC-602 An Uncommon."""
    return scope.printed is not None and scope.printed.rarity == "U"


@word("condition")
def rare(scope: Scope) -> bool:
    """CNC-602 A Rare."""
    return scope.printed is not None and scope.printed.rarity == "R"


@word("condition")
def card_is(scope: Scope, card: CardName) -> bool:
    """CNC-616 A copy of this card, not of another version of it."""
    return scope.printed is not None and scope.printed.cid == card


@word("condition")
def anything(scope: Scope) -> bool:
    """Whatever it is."""
    return True


@word("condition")
def this(scope: Scope) -> bool:
    """This very card, in play."""
    return scope.card is not None and scope.card.iid == scope.env.iid


@word("number")
def hp(scope: Scope) -> int:
    """CNC-412 The HP of the Character now."""
    return scope.card.hp if isinstance(scope.card, Character) else 0


@word("number")
def combo_level(scope: Scope) -> int:
    """CNC-421 The level of the Character's Combo, 0 without one."""
    return scope.card.combo.level if isinstance(scope.card, Character) and scope.card.combo else 0


@word("number")
def count(scope: Scope, cards: Cards) -> int:
    """CNC-535 How many cards there are now."""
    return len(cards)
