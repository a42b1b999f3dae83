"""Words for players, for cards on the table and for targets."""

from __future__ import annotations

from domain.games.scp.rules.continuous import EvalContext
from domain.games.scp.rules.effects import EffectContext
from domain.games.scp.words.vocabulary import word
from domain.kernel.effects.vocabulary import Cards, Players


@word("players")
def you(context: EvalContext) -> tuple[int, ...]:
    """SCP-505 Who controls the card; of an Unsecured SCP the active player."""
    return (context.env.you,)


@word("players")
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


@word("players")
def controller(context: EvalContext) -> tuple[int, ...]:
    """SCP-501 Who controls this card; nobody an Unsecured SCP."""
    card = context.board.card(context.env.iid)
    return () if card is None or card.controller is None else (card.controller,)


@word("players")
def tgt_controller(context: EvalContext) -> tuple[int, ...]:
    """Who controls the target."""
    target = context.env.target
    owner = None if target is None else context.about(target).owner
    return () if owner is None else (owner,)


@word("players")
def tgt_player(context: EvalContext) -> tuple[int, ...]:
    """The player who is the target."""
    player = context.env.player
    return () if player is None or context.board.players[player].left else (player,)


def _of(context: EvalContext, seats: tuple[int, ...]) -> tuple[str, ...]:
    """What these players control, in order of entering play."""
    cards = [card for seat in seats for card in context.board.of(seat)]
    return tuple(card.iid for card in sorted(cards, key=lambda card: card.entered))


@word("cards")
def mine(context: EvalContext) -> tuple[str, ...]:
    """What you control in play: Personnel, Gear, Finance, Resources, SCPs."""
    return _of(context, (context.env.you,))


@word("cards")
def theirs(context: EvalContext) -> tuple[str, ...]:
    """What the other players control in play."""
    return _of(context, context.board.others(context.env.you))


@word("cards", "any")
def any_card(context: EvalContext) -> tuple[str, ...]:
    """Everything in play, Unsecured SCPs too."""
    return tuple(card.iid for card in sorted(context.board.in_play(), key=lambda card: card.entered))


@word("cards")
def members(context: EvalContext) -> tuple[str, ...]:
    """SCP-402 The Personnel in the attempt."""
    return tuple(card.iid for card in context.board.members())


@word("cards")
def defenders(context: EvalContext) -> tuple[str, ...]:
    """SCP-447 The defenders of the raid."""
    return tuple(card.iid for card in context.board.defenders())


@word("cards")
def involved(context: EvalContext) -> tuple[str, ...]:
    """SCP-447 The Personnel in the attempt, and in a raid those that defend."""
    return (*members(context), *defenders(context))


@word("cards", "scp")
def scp_of_attempt(context: EvalContext) -> tuple[str, ...]:
    """The SCP that the attempt is about."""
    attempt = context.board.attempt
    return () if attempt is None or context.board.scp(attempt.scp) is None else (attempt.scp,)


def _this(context: EvalContext) -> tuple[str, ...]:
    iid = context.env.iid
    return (iid,) if iid is not None and context.board.card(iid) is not None else ()


@word("cards", "self")
def this_card(context: EvalContext) -> tuple[str, ...]:
    """This card, while it is in play."""
    return _this(context)


def _host(context: EvalContext) -> tuple[str, ...]:
    card = context.board.asset(context.env.iid)
    host = context.env.host if card is None else card.host
    return (host,) if host is not None and context.board.asset(host) is not None else ()


@word("cards", "host")
def bearer(context: EvalContext) -> tuple[str, ...]:
    """SCP-308 SCP-321 The Personnel that bears this Gear, or bore it when it was used."""
    return _host(context)


def _target(context: EvalContext) -> tuple[str, ...]:
    return () if context.env.target is None else (context.env.target,)


@word("cards", "tgt")
def target_card(context: EvalContext) -> tuple[str, ...]:
    """SCP-316 The card that was named; it stays the same whatever becomes of it."""
    return _target(context)


@word("cards")
def queue(context: EvalContext, who: Players) -> tuple[str, ...]:
    """SCP-222 The face-down cards of their Build Queues."""
    return tuple(card.iid for seat in who for card in context.board.players[seat].queue)


@word("cards")
def my_discard(context: EvalContext) -> tuple[str, ...]:
    """Your discard pile."""
    return tuple(card.iid for card in context.board.players[context.env.you].discard)


@word("target", "all")
def every(context: EvalContext, cards: Cards) -> tuple[str, ...]:
    """All of them at that moment."""
    found: tuple[str, ...] = cards
    return found


@word("target")
def one(context: EffectContext, cards: Cards) -> tuple[str, ...]:
    """SCP-316 One of them, which you choose when it happens."""
    return context.chosen()


@word("target")
def own_choice(context: EffectContext, cards: Cards) -> tuple[str, ...]:
    """SCP-316 One of each player who controls some of them, chosen by that player."""
    return context.chosen()


@word("target", "self")
def itself(context: EvalContext) -> tuple[str, ...]:
    """This card; nothing if it has left play."""
    return _this(context)


@word("target", "host")
def its_bearer(context: EvalContext) -> tuple[str, ...]:
    """SCP-308 SCP-321 The Personnel that bears this Gear, or bore it when it was used."""
    return _host(context)


@word("target", "tgt")
def named(context: EvalContext) -> tuple[str, ...]:
    """SCP-316 The card that was named."""
    return _target(context)
