"""Words for players, for cards on the table and for targets."""

from __future__ import annotations

from domain.games.scp.definitions import ABOUT_ATTEMPT, IN_PLAY, ON_TABLE
from domain.games.scp.rules.continuous import EvalContext
from domain.games.scp.rules.effects import EffectContext
from domain.games.scp.words.vocabulary import AnyCards, Place, word
from domain.kernel.effects.subjects import Kinds, this
from domain.kernel.effects.vocabulary import Players


@word("players")
def you(context: EvalContext) -> tuple[int, ...]:
    """SCP-505 The player who controls the card; of an Unsecured SCP the active player."""
    return (context.env.you,)


def chosen_when_it_happens(place: Place) -> None:
    """SCP-901 Without a choice there is no chosen opponent."""
    if place.group != "effect":
        raise place.fault("'opp' is chosen when something happens; here it is each_other")


@word("players", check=chosen_when_it_happens)
def opp(context: EvalContext) -> tuple[int, ...]:
    """One other player, chosen when it happens."""
    chosen = context.env.opponent
    return () if chosen is None or context.board.players[chosen].left else (chosen,)


@word("players")
def each(context: EvalContext) -> tuple[int, ...]:
    """SCP-901 Everybody still in the match, the active player first."""
    return context.board.around(context.board.active)


@word("players")
def each_other(context: EvalContext) -> tuple[int, ...]:
    """SCP-901 Every other player still in the match."""
    return context.board.others(context.env.you)


@word("players", "active")
def active_player(context: EvalContext) -> tuple[int, ...]:
    """The player whose turn it is."""
    return (context.board.active,)


def of_an_scp(place: Place) -> None:
    """SCP-505 Other cards are controlled by who uses them."""
    if "scp" not in place.part.card.types:
        raise place.fault("'controller' is of an SCP; of other cards it is 'you'")


@word("players", check=of_an_scp)
def controller(context: EvalContext) -> tuple[int, ...]:
    """SCP-501 The player who controls this card; nobody controls an Unsecured SCP."""
    card = context.board.card(context.env.iid)
    return () if card is None or card.controller is None else (card.controller,)


def of_the_target(place: Place) -> Kinds:
    """SCP-216 SCP-316 The kinds of cards that the target of this part of the text can be."""
    if place.part.targeted.target is None or not place.part.chosen:
        raise place.fault("there is no target here; a part of the text has it as its key 'target'")
    return place.part.target


def of_a_card_in_play(place: Place) -> None:
    """SCP-316 The player who controls the target."""
    if "discard" in of_the_target(place):
        raise place.fault("a target in the discard pile has no controller")


@word("players", check=of_a_card_in_play)
def tgt_controller(context: EvalContext) -> tuple[int, ...]:
    """The player who controls the target."""
    target = context.env.target
    owner = None if target is None else context.about(target).owner
    return () if owner is None else (owner,)


def of_a_named_player(place: Place) -> None:
    """SCP-316 The target of some texts is a player."""
    if place.part.targeted.target_player is None or not place.part.chosen:
        raise place.fault("there is no player as target here; that is the key 'target_player'")


@word("players", check=of_a_named_player)
def tgt_player(context: EvalContext) -> tuple[int, ...]:
    """The player who is the target."""
    player = context.env.player
    return () if player is None or context.board.players[player].left else (player,)


def _of(context: EvalContext, seats: tuple[int, ...]) -> tuple[str, ...]:
    """The cards that these players control, in order of entering play."""
    cards = [card for seat in seats for card in context.board.of(seat)]
    return tuple(card.iid for card in sorted(cards, key=lambda card: card.entered))


@word("cards", names=IN_PLAY, many=True)
def mine(context: EvalContext) -> tuple[str, ...]:
    """Your cards in play: Personnel, Gear, Finance, Resources, SCPs."""
    return _of(context, (context.env.you,))


@word("cards", names=IN_PLAY, many=True)
def theirs(context: EvalContext) -> tuple[str, ...]:
    """The cards that the other players control in play."""
    return _of(context, context.board.others(context.env.you))


@word("cards", "any", names=IN_PLAY, many=True)
def any_card(context: EvalContext) -> tuple[str, ...]:
    """Everything in play, Unsecured SCPs too."""
    return tuple(card.iid for card in sorted(context.board.in_play(), key=lambda card: card.entered))


@word("cards", names=("personnel",), only=ABOUT_ATTEMPT, many=True)
def members(context: EvalContext) -> tuple[str, ...]:
    """SCP-402 The Personnel in the attempt."""
    return tuple(card.iid for card in context.board.members())


@word("cards", names=("personnel",), only=ABOUT_ATTEMPT, many=True)
def defenders(context: EvalContext) -> tuple[str, ...]:
    """SCP-447 The defenders of the raid."""
    return tuple(card.iid for card in context.board.defenders())


@word("cards", names=("personnel",), only=ABOUT_ATTEMPT, many=True)
def involved(context: EvalContext) -> tuple[str, ...]:
    """SCP-447 The Personnel in the attempt, and in a raid those that defend."""
    return (*members(context), *defenders(context))


@word("cards", "scp", names=("scp",), only=ABOUT_ATTEMPT)
def scp_of_attempt(context: EvalContext) -> tuple[str, ...]:
    """The SCP that the attempt is about."""
    attempt = context.board.attempt
    return () if attempt is None or context.board.scp(attempt.scp) is None else (attempt.scp,)


def _this(context: EvalContext) -> tuple[str, ...]:
    iid = context.env.iid
    return (iid,) if iid is not None and context.board.card(iid) is not None else ()


@word("cards", "self", names=this, only=ON_TABLE)
def this_card(context: EvalContext) -> tuple[str, ...]:
    """This card, while it is in play."""
    return _this(context)


def _host(context: EvalContext) -> tuple[str, ...]:
    card = context.board.asset(context.env.iid)
    host = context.env.host if card is None else card.host
    return (host,) if host is not None and context.board.asset(host) is not None else ()


def of_attached_gear(place: Place) -> Kinds:
    """SCP-308 Personnel bears it."""
    if place.part.card.mode != "attached":
        raise place.fault("only attached Gear has a bearer (SCP-308)")
    return frozenset({"personnel"})


@word("cards", "host", names=of_attached_gear)
def bearer(context: EvalContext) -> tuple[str, ...]:
    """SCP-308 SCP-321 The Personnel that bears this Gear, or bore it when it was used."""
    return _host(context)


def _target(context: EvalContext) -> tuple[str, ...]:
    return () if context.env.target is None else (context.env.target,)


@word("cards", "tgt", names=of_the_target)
def target_card(context: EvalContext) -> tuple[str, ...]:
    """SCP-316 The card that was named; it stays the same whatever becomes of it."""
    return _target(context)


@word("cards", names=("face_down",), many=True)
def queue(context: EvalContext, who: Players) -> tuple[str, ...]:
    """SCP-222 The face-down cards of their Build Queues."""
    return tuple(card.iid for seat in who for card in context.board.players[seat].queue)


@word("cards", names=("discard",), many=True)
def my_discard(context: EvalContext) -> tuple[str, ...]:
    """Your discard pile."""
    return tuple(card.iid for card in context.board.players[context.env.you].discard)


@word("target", "all")
def every(context: EvalContext, cards: AnyCards) -> tuple[str, ...]:
    """All of them at that moment."""
    found: tuple[str, ...] = cards
    return found


@word("target")
def one(context: EffectContext, cards: AnyCards) -> tuple[str, ...]:
    """SCP-316 One of them, which you choose when it happens."""
    return context.chosen()


@word("target")
def own_choice(context: EffectContext, cards: AnyCards) -> tuple[str, ...]:
    """SCP-316 One of each player who controls some of them, chosen by that player."""
    return context.chosen()


@word("target", "self", names=this, only=ON_TABLE)
def itself(context: EvalContext) -> tuple[str, ...]:
    """This card; nothing if it has left play."""
    return _this(context)


@word("target", "host", names=of_attached_gear)
def its_bearer(context: EvalContext) -> tuple[str, ...]:
    """SCP-308 SCP-321 The Personnel that bears this Gear, or bore it when it was used."""
    return _host(context)


@word("target", "tgt", names=of_the_target)
def named(context: EvalContext) -> tuple[str, ...]:
    """SCP-316 The card that was named."""
    return _target(context)
