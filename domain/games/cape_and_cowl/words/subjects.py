"""Words for players, for cards in play and for targets."""

from __future__ import annotations

from domain.games.cape_and_cowl.board import CITY, opponent
from domain.games.cape_and_cowl.printed import PORTER
from domain.games.cape_and_cowl.query import Scope
from domain.games.cape_and_cowl.words.vocabulary import word
from domain.kernel.effects.vocabulary import Cards


@word("players")
def me(scope: Scope) -> tuple[int, ...]:
    """The player of the card."""
    return (scope.env.you,)


@word("players")
def opp(scope: Scope) -> tuple[int, ...]:
    """CNC-101 The opponent."""
    return (opponent(scope.env.you),)


@word("players")
def both(scope: Scope) -> tuple[int, ...]:
    """Both players, at the same time (CNC-529)."""
    return scope.board.order()


def _characters(scope: Scope, seat: int) -> tuple[str, ...]:
    return tuple(character.iid for character in scope.board.players[seat].characters)


@word("cards")
def my_char(scope: Scope) -> tuple[str, ...]:
    """CNC-R50 Friendly Characters: those that the player has in play."""
    return _characters(scope, scope.env.you)


@word("cards")
def my_other_char(scope: Scope) -> tuple[str, ...]:
    """The player's Characters in play but this card."""
    return tuple(iid for iid in my_char(scope) if iid != scope.env.iid)


@word("cards")
def opp_char(scope: Scope) -> tuple[str, ...]:
    """The opposing Characters in play."""
    return _characters(scope, opponent(scope.env.you))


@word("cards")
def any_char(scope: Scope) -> tuple[str, ...]:
    """CNC-R54 Every Character in play, whoever has it."""
    return (*my_char(scope), *opp_char(scope))


def _cities(scope: Scope, seat: int) -> tuple[str, ...]:
    return tuple(card.iid for card in scope.board.players[seat].cities if card.cid != PORTER)


@word("cards")
def my_city(scope: Scope) -> tuple[str, ...]:
    """CNC-617 CNC-R44 The player's City cards, never the Porter."""
    return _cities(scope, scope.env.you)


@word("cards")
def opp_city(scope: Scope) -> tuple[str, ...]:
    """CNC-617 CNC-R44 The opposing City cards, never the Porter."""
    return _cities(scope, opponent(scope.env.you))


@word("cards")
def opp_char_or_city(scope: Scope) -> tuple[str, ...]:
    """CNC-443 The opposing Characters; the opposing City if there is none at that moment."""
    return opp_char(scope) or (CITY,)


@word("cards", "self")
def this_card(scope: Scope) -> tuple[str, ...]:
    """This card, while it is in play."""
    return _this(scope)


def _this(scope: Scope) -> tuple[str, ...]:
    return (scope.env.iid,) if scope.env.iid is not None and scope.board.card(scope.env.iid) is not None else ()


@word("cards")
def host(scope: Scope) -> tuple[str, ...]:
    """CNC-519 The City card that this one is attached to."""
    card = scope.board.city(scope.env.iid)
    return () if card is None or card.host is None else (card.host,)


@word("target")
def pick(scope: Scope, cards: Cards) -> tuple[str, ...]:
    """CNC-314 CNC-532 One of them, named with the action or chosen when it happens."""
    return scope.chosen


@word("target")
def random(scope: Scope, cards: Cards) -> tuple[str, ...]:
    """One of them by a recorded draw."""
    return scope.chosen


@word("target", "all")
def everyone(scope: Scope, cards: Cards) -> tuple[str, ...]:
    """CNC-514 CNC-529 All of them that are in play at that moment, at the same time."""
    found: tuple[str, ...] = cards
    return found


@word("target", "self")
def itself(scope: Scope) -> tuple[str, ...]:
    """CNC-R33 This card; nothing if it has left the field."""
    return _this(scope)


@word("target")
def attacker(scope: Scope) -> tuple[str, ...]:
    """CNC-418 The Character whose attack did the damage, while it is in play."""
    character = scope.board.character(scope.env.attacker)
    return () if character is None else (character.iid,)
