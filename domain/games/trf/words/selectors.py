"""Words for players, for cards on the table and for targets."""

from __future__ import annotations

from domain.games.trf.board import account_id, account_seat
from domain.games.trf.definitions import IN_PLAY, STAYING
from domain.games.trf.rules import units
from domain.games.trf.rules.continuous import EvalContext, in_play
from domain.games.trf.rules.effects import EffectContext, same_target
from domain.games.trf.words.vocabulary import AnyCards, Place, word
from domain.kernel.effects.subjects import Kinds, this


@word("players")
def me(context: EvalContext) -> tuple[int, ...]:
    """The player of the card."""
    return (context.env.you,)


def named_when_it_happens(place: Place) -> None:
    """TRF-906 An effect that holds all the time has no opponent whom anybody has named."""
    if place.group == "modifier":
        raise place.fault("what holds all the time asks for no opponent; say each_opp (TRF-906)")


@word("players", check=named_when_it_happens)
def opp(context: EvalContext) -> tuple[int, ...]:
    """TRF-906 One opponent: named with the announcement, chosen when a trigger resolves; of two players the other."""
    others = context.board.others(context.env.you)
    if context.env.opponent is not None:
        return tuple(seat for seat in others if seat == context.env.opponent)
    return others if len(others) == 1 else ()


@word("players")
def each_opp(context: EvalContext) -> tuple[int, ...]:
    """TRF-906 Every opponent."""
    return context.board.others(context.env.you)


@word("players")
def all_players(context: EvalContext) -> tuple[int, ...]:
    """Everybody, the player of the card first."""
    return context.board.around(context.env.you)


@word("players", only=STAYING)
def host_owner(context: EvalContext) -> tuple[int, ...]:
    """TRF-620 The player of what the persistent card is attached to."""
    card = context.board.persistent(context.env.iid)
    if card is None or card.host is None:
        return ()
    seat, found = account_seat(card.host), in_play(context.board, card.host)
    return (seat,) if seat is not None else () if found is None else (found.owner,)


@word("players", only=("wins_fight",))
def loser(context: EvalContext) -> tuple[int, ...]:
    """TRF-630 The player of the side that lost the fight, while in the match."""
    seat = context.env.loser
    return () if seat is None or context.board.players[seat].lost else (seat,)


def _theirs(context: EvalContext) -> tuple[int, ...]:
    return context.board.others(context.env.you)


def _chars(context: EvalContext, seats: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(card.iid for seat in seats for card in context.board.players[seat].characters)


@word("cards", names=("character",))
def my_char(context: EvalContext) -> tuple[str, ...]:
    """TRF-627 The player's characters in play."""
    return _chars(context, (context.env.you,))


@word("cards", names=("character",))
def their_char(context: EvalContext) -> tuple[str, ...]:
    """The opponents' characters in play."""
    return _chars(context, _theirs(context))


@word("cards", names=("character",))
def any_char(context: EvalContext) -> tuple[str, ...]:
    """Every character in play."""
    return _chars(context, context.board.around(context.env.you))


def _units(context: EvalContext, seats: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(unit[0].iid for seat in seats for unit in units.units(context.board, seat))


@word("cards", names=("character", "unit"))
def my_unit(context: EvalContext) -> tuple[str, ...]:
    """TRF-512 The player's units, by the cards that stand for them."""
    return _units(context, (context.env.you,))


@word("cards", names=("character", "unit"))
def their_unit(context: EvalContext) -> tuple[str, ...]:
    """TRF-512 The opponents' units."""
    return _units(context, _theirs(context))


@word("cards", names=("character", "unit"))
def any_unit(context: EvalContext) -> tuple[str, ...]:
    """TRF-512 Every unit."""
    return _units(context, context.board.around(context.env.you))


def _planets(context: EvalContext, seats: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(card.iid for seat in seats for card in context.board.players[seat].planets)


@word("cards", names=("planet",))
def my_planet(context: EvalContext) -> tuple[str, ...]:
    """The player's planets in play, the homeworld too."""
    return _planets(context, (context.env.you,))


@word("cards", names=("planet",))
def their_planet(context: EvalContext) -> tuple[str, ...]:
    """The opponents' planets in play, their homeworlds too."""
    return _planets(context, _theirs(context))


@word("cards", names=("planet",))
def any_planet(context: EvalContext) -> tuple[str, ...]:
    """Every planet in play."""
    return _planets(context, context.board.around(context.env.you))


@word("cards", names=("account",))
def my_account(context: EvalContext) -> tuple[str, ...]:
    """The player's account."""
    return (account_id(context.env.you),)


@word("cards", names=("account",))
def their_account(context: EvalContext) -> tuple[str, ...]:
    """The opponents' accounts."""
    return tuple(account_id(seat) for seat in _theirs(context))


@word("cards", names=("persistent",))
def persistents(context: EvalContext) -> tuple[str, ...]:
    """Every persistent OOC card in play."""
    seats = context.board.around(context.env.you)
    return tuple(card.iid for seat in seats for card in context.board.players[seat].persistents)


@word("cards", names=("discard",))
def my_discard(context: EvalContext) -> tuple[str, ...]:
    """The player's discard pile."""
    return tuple(card.iid for card in context.board.players[context.env.you].discard)


@word("cards", names=("fight",))
def fights(context: EvalContext) -> tuple[str, ...]:
    """Every fight, new or stuck."""
    return tuple(fight.id for fight in context.board.fights)


@word("cards", names=("answered",), only=("response",))
def answered(context: EvalContext) -> tuple[str, ...]:
    """TRF-345 TRF-R63 The OOC card that the response answers, while it is on the stack."""
    card = context.board.pending(context.env.answers)
    return () if card is None else (card.iid,)


@word("cards", "self", names=this, only=IN_PLAY)
def this_card(context: EvalContext) -> tuple[str, ...]:
    """This card, while it is in play."""
    return _this(context)


def _this(context: EvalContext) -> tuple[str, ...]:
    iid = context.env.iid
    return (iid,) if iid is not None and in_play(context.board, iid) is not None else ()


@word("cards", names=("character",), only=("captured",))
def assigned_here(context: EvalContext) -> tuple[str, ...]:
    """The characters that were sent to the planet when it was captured."""
    return context.env.cards


@word("cards", "host", names=("character", "planet", "account"), only=STAYING)
def host_card(context: EvalContext) -> tuple[str, ...]:
    """TRF-620 The card that the persistent card is attached to."""
    card = context.board.persistent(context.env.iid)
    return () if card is None or card.host is None else (card.host,)


@word("target")
def pick(context: EffectContext, cards: AnyCards) -> tuple[str, ...]:
    """TRF-325 TRF-328 One of them, named with the announcement; of a triggered text, chosen when it happens."""
    return context.next_target()


@word("target")
def each(context: EvalContext, cards: AnyCards) -> tuple[str, ...]:
    """TRF-519 All of them at that moment, not those that come later."""
    found: tuple[str, ...] = cards
    return found


@word("target", "self", names=this, only=IN_PLAY)
def itself(context: EvalContext) -> tuple[str, ...]:
    """This card; nothing if it has left play."""
    return _this(context)


def of_the_pick_before(place: Place) -> Kinds:
    """TRF-343 It names what the pick names."""
    if "pick" not in place.targets:
        raise place.fault("'same' is the target of the pick before, and there is none")
    return place.targets["pick"]


@word("target", names=of_the_pick_before)
def same(context: EffectContext) -> tuple[str, ...]:
    """TRF-343 The target of the `pick` before, while it is legal there."""
    return same_target(context)
