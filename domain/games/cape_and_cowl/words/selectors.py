"""Words for players, for cards in play and for targets."""

from __future__ import annotations

from domain.games.cape_and_cowl.board import CITY, opponent
from domain.games.cape_and_cowl.definitions import PORTER
from domain.games.cape_and_cowl.rules.continuous import EvalContext
from domain.games.cape_and_cowl.words.vocabulary import NOT_PLAYED, AnyCards, word
from domain.kernel.effects.subjects import this


@word("players")
def me(context: EvalContext) -> tuple[int, ...]:
    """The player of the card."""
    return (context.env.you,)


@word("players")
def opp(context: EvalContext) -> tuple[int, ...]:
    """CNC-101 The opponent."""
    return (opponent(context.env.you),)


@word("players")
def both(context: EvalContext) -> tuple[int, ...]:
    """Both players, at the same time (CNC-529)."""
    return context.board.order()


def _characters(context: EvalContext, seat: int) -> tuple[str, ...]:
    return tuple(character.iid for character in context.board.players[seat].characters)


@word("cards", names=("character",))
def my_char(context: EvalContext) -> tuple[str, ...]:
    """CNC-R50 Friendly Characters: those that the player has in play."""
    return _characters(context, context.env.you)


@word("cards", names=("character",))
def my_other_char(context: EvalContext) -> tuple[str, ...]:
    """The player's Characters in play but this card."""
    return tuple(iid for iid in my_char(context) if iid != context.env.iid)


@word("cards", names=("character",))
def opp_char(context: EvalContext) -> tuple[str, ...]:
    """The opposing Characters in play."""
    return _characters(context, opponent(context.env.you))


@word("cards", names=("character",))
def any_char(context: EvalContext) -> tuple[str, ...]:
    """CNC-R54 Every Character in play, whoever has it."""
    return (*my_char(context), *opp_char(context))


def _cities(context: EvalContext, seat: int) -> tuple[str, ...]:
    return tuple(card.iid for card in context.board.players[seat].cities if card.cid != PORTER)


@word("cards", names=("city",))
def my_city(context: EvalContext) -> tuple[str, ...]:
    """CNC-617 CNC-R44 The player's City cards, never the Porter."""
    return _cities(context, context.env.you)


@word("cards", names=("city",))
def opp_city(context: EvalContext) -> tuple[str, ...]:
    """CNC-617 CNC-R44 The opposing City cards, never the Porter."""
    return _cities(context, opponent(context.env.you))


@word("cards", names=("character",), only=("type",))
def opp_char_or_city(context: EvalContext) -> tuple[str, ...]:
    """CNC-443 The opposing Characters; the opposing City if there is none at that moment."""
    return opp_char(context) or (CITY,)


@word("cards", "self", names=this, only=NOT_PLAYED)
def this_card(context: EvalContext) -> tuple[str, ...]:
    """This card, while it is in play."""
    return _this(context)


def _this(context: EvalContext) -> tuple[str, ...]:
    return (context.env.iid,) if context.env.iid is not None and context.board.card(context.env.iid) is not None else ()


@word("cards", names=("city",), only=("guard",))
def host(context: EvalContext) -> tuple[str, ...]:
    """CNC-519 The City card that this one is attached to."""
    card = context.board.city(context.env.iid)
    return () if card is None or card.host is None else (card.host,)


@word("target")
def pick(context: EvalContext, cards: AnyCards) -> tuple[str, ...]:
    """CNC-314 CNC-532 One of them, named with the action or chosen when it happens."""
    return context.chosen


@word("target")
def random(context: EvalContext, cards: AnyCards) -> tuple[str, ...]:
    """One of them by a recorded draw."""
    return context.chosen


@word("target", "all")
def everyone(context: EvalContext, cards: AnyCards) -> tuple[str, ...]:
    """CNC-514 CNC-529 All of them that are in play at that moment, at the same time."""
    found: tuple[str, ...] = cards
    return found


@word("target", "self", names=this, only=NOT_PLAYED)
def itself(context: EvalContext) -> tuple[str, ...]:
    """CNC-R33 This card; nothing if it has left the field."""
    return _this(context)


@word("target", names=("character",), only=("when_damaged",))
def attacker(context: EvalContext) -> tuple[str, ...]:
    """CNC-418 The Character whose attack did the damage, while it is in play."""
    character = context.board.character(context.env.attacker)
    return () if character is None else (character.iid,)
