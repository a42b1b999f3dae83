"""Words for players, for cards on the table and for targets."""

from __future__ import annotations

from domain.games.trf import units
from domain.games.trf.board import account_id, account_seat
from domain.games.trf.effects import Doing, same_target
from domain.games.trf.query import Scope, in_play
from domain.games.trf.words.vocabulary import word
from domain.kernel.effects.vocabulary import Cards


@word("players")
def me(scope: Scope) -> tuple[int, ...]:
    """The player of the card."""
    return (scope.env.you,)


@word("players")
def opp(scope: Scope) -> tuple[int, ...]:
    """TRF-906 One opponent: named with the announcement, chosen when a trigger resolves; of two players the other."""
    others = scope.board.others(scope.env.you)
    if scope.env.opponent is not None:
        return tuple(seat for seat in others if seat == scope.env.opponent)
    return others if len(others) == 1 else ()


@word("players")
def each_opp(scope: Scope) -> tuple[int, ...]:
    """TRF-906 Every opponent."""
    return scope.board.others(scope.env.you)


@word("players")
def all_players(scope: Scope) -> tuple[int, ...]:
    """Everybody, the player of the card first."""
    return scope.board.around(scope.env.you)


@word("players")
def host_owner(scope: Scope) -> tuple[int, ...]:
    """TRF-620 The player of what the persistent card is attached to."""
    card = scope.board.persistent(scope.env.iid)
    if card is None or card.host is None:
        return ()
    seat, found = account_seat(card.host), in_play(scope.board, card.host)
    return (seat,) if seat is not None else () if found is None else (found.owner,)


@word("players")
def loser(scope: Scope) -> tuple[int, ...]:
    """TRF-630 The player of the side that lost the fight, while in the match."""
    seat = scope.env.loser
    return () if seat is None or scope.board.players[seat].lost else (seat,)


def _theirs(scope: Scope) -> tuple[int, ...]:
    return scope.board.others(scope.env.you)


def _chars(scope: Scope, seats: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(card.iid for seat in seats for card in scope.board.players[seat].characters)


@word("cards")
def my_char(scope: Scope) -> tuple[str, ...]:
    """TRF-627 The player's characters in play."""
    return _chars(scope, (scope.env.you,))


@word("cards")
def their_char(scope: Scope) -> tuple[str, ...]:
    """The opponents' characters in play."""
    return _chars(scope, _theirs(scope))


@word("cards")
def any_char(scope: Scope) -> tuple[str, ...]:
    """Every character in play."""
    return _chars(scope, scope.board.around(scope.env.you))


def _units(scope: Scope, seats: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(unit[0].iid for seat in seats for unit in units.units(scope.board, seat))


@word("cards")
def my_unit(scope: Scope) -> tuple[str, ...]:
    """TRF-512 The player's units, by the cards that stand for them."""
    return _units(scope, (scope.env.you,))


@word("cards")
def their_unit(scope: Scope) -> tuple[str, ...]:
    """TRF-512 The opponents' units."""
    return _units(scope, _theirs(scope))


@word("cards")
def any_unit(scope: Scope) -> tuple[str, ...]:
    """TRF-512 Every unit."""
    return _units(scope, scope.board.around(scope.env.you))


def _planets(scope: Scope, seats: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(card.iid for seat in seats for card in scope.board.players[seat].planets)


@word("cards")
def my_planet(scope: Scope) -> tuple[str, ...]:
    """The player's planets in play, the homeworld too."""
    return _planets(scope, (scope.env.you,))


@word("cards")
def their_planet(scope: Scope) -> tuple[str, ...]:
    """The opponents' planets in play, their homeworlds too."""
    return _planets(scope, _theirs(scope))


@word("cards")
def any_planet(scope: Scope) -> tuple[str, ...]:
    """Every planet in play."""
    return _planets(scope, scope.board.around(scope.env.you))


@word("cards")
def my_account(scope: Scope) -> tuple[str, ...]:
    """The player's account."""
    return (account_id(scope.env.you),)


@word("cards")
def their_account(scope: Scope) -> tuple[str, ...]:
    """The opponents' accounts."""
    return tuple(account_id(seat) for seat in _theirs(scope))


@word("cards")
def persistents(scope: Scope) -> tuple[str, ...]:
    """Every persistent OOC card in play."""
    seats = scope.board.around(scope.env.you)
    return tuple(card.iid for seat in seats for card in scope.board.players[seat].persistents)


@word("cards")
def my_discard(scope: Scope) -> tuple[str, ...]:
    """The player's discard pile."""
    return tuple(card.iid for card in scope.board.players[scope.env.you].discard)


@word("cards")
def fights(scope: Scope) -> tuple[str, ...]:
    """Every fight, new or stuck."""
    return tuple(fight.id for fight in scope.board.fights)


@word("cards")
def answered(scope: Scope) -> tuple[str, ...]:
    """TRF-345 TRF-R63 The OOC card that the response answers, while it is on the stack."""
    card = scope.board.pending(scope.env.answers)
    return () if card is None else (card.iid,)


@word("cards", "self")
def this_card(scope: Scope) -> tuple[str, ...]:
    """This card, while it is in play."""
    return _this(scope)


def _this(scope: Scope) -> tuple[str, ...]:
    iid = scope.env.iid
    return (iid,) if iid is not None and in_play(scope.board, iid) is not None else ()


@word("cards")
def assigned_here(scope: Scope) -> tuple[str, ...]:
    """The characters that were sent to the planet when it was captured."""
    return scope.env.cards


@word("cards", "host")
def host_card(scope: Scope) -> tuple[str, ...]:
    """TRF-620 What the persistent card is attached to."""
    card = scope.board.persistent(scope.env.iid)
    return () if card is None or card.host is None else (card.host,)


@word("target")
def pick(scope: Doing, cards: Cards) -> tuple[str, ...]:
    """TRF-325 TRF-328 One of them, named with the announcement; of a triggered text, chosen when it happens."""
    return scope.next_target()


@word("target")
def each(scope: Scope, cards: Cards) -> tuple[str, ...]:
    """TRF-519 All of them at that moment, not those that come later."""
    found: tuple[str, ...] = cards
    return found


@word("target", "self")
def itself(scope: Scope) -> tuple[str, ...]:
    """This card; nothing if it has left play."""
    return _this(scope)


@word("target")
def same(scope: Doing) -> tuple[str, ...]:
    """TRF-343 The target of the `pick` before, while it is legal there."""
    return same_target(scope)
