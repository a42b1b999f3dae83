"""Words for players, for cards on the table and for targets."""

from __future__ import annotations

from domain.games.scp.effects import Doing
from domain.games.scp.query import Scope
from domain.games.scp.words.vocabulary import word
from domain.kernel.effects.vocabulary import Cards, Players


@word("players")
def you(scope: Scope) -> tuple[int, ...]:
    """SCP-505 Who controls the card; of an Unsecured SCP the active player."""
    return (scope.env.you,)


@word("players")
def opp(scope: Scope) -> tuple[int, ...]:
    """One other player, chosen when it happens."""
    chosen = scope.env.opponent
    return () if chosen is None or scope.board.players[chosen].left else (chosen,)


@word("players")
def each(scope: Scope) -> tuple[int, ...]:
    """SCP-901 Everybody still in the match, the active player first."""
    return scope.board.around(scope.board.active)


@word("players")
def each_other(scope: Scope) -> tuple[int, ...]:
    """SCP-901 Every other player still in the match."""
    return scope.board.others(scope.env.you)


@word("players", "active")
def active_player(scope: Scope) -> tuple[int, ...]:
    """The player whose turn it is."""
    return (scope.board.active,)


@word("players")
def controller(scope: Scope) -> tuple[int, ...]:
    """SCP-501 Who controls this card; nobody an Unsecured SCP."""
    card = scope.board.card(scope.env.iid)
    return () if card is None or card.controller is None else (card.controller,)


@word("players")
def tgt_controller(scope: Scope) -> tuple[int, ...]:
    """Who controls the target."""
    target = scope.env.target
    owner = None if target is None else scope.about(target).owner
    return () if owner is None else (owner,)


@word("players")
def tgt_player(scope: Scope) -> tuple[int, ...]:
    """The player who is the target."""
    player = scope.env.player
    return () if player is None or scope.board.players[player].left else (player,)


def _of(scope: Scope, seats: tuple[int, ...]) -> tuple[str, ...]:
    """What these players control, in order of entering play."""
    cards = [card for seat in seats for card in scope.board.of(seat)]
    return tuple(card.iid for card in sorted(cards, key=lambda card: card.entered))


@word("cards")
def mine(scope: Scope) -> tuple[str, ...]:
    """What you control in play: Personnel, Gear, Finance, Resources, SCPs."""
    return _of(scope, (scope.env.you,))


@word("cards")
def theirs(scope: Scope) -> tuple[str, ...]:
    """What the other players control in play."""
    return _of(scope, scope.board.others(scope.env.you))


@word("cards", "any")
def any_card(scope: Scope) -> tuple[str, ...]:
    """Everything in play, Unsecured SCPs too."""
    return tuple(card.iid for card in sorted(scope.board.in_play(), key=lambda card: card.entered))


@word("cards")
def members(scope: Scope) -> tuple[str, ...]:
    """SCP-402 The Personnel in the attempt."""
    return tuple(card.iid for card in scope.board.members())


@word("cards")
def defenders(scope: Scope) -> tuple[str, ...]:
    """SCP-447 The defenders of the raid."""
    return tuple(card.iid for card in scope.board.defenders())


@word("cards")
def involved(scope: Scope) -> tuple[str, ...]:
    """SCP-447 The Personnel in the attempt, and in a raid those that defend."""
    return (*members(scope), *defenders(scope))


@word("cards", "scp")
def scp_of_attempt(scope: Scope) -> tuple[str, ...]:
    """The SCP that the attempt is about."""
    attempt = scope.board.attempt
    return () if attempt is None or scope.board.scp(attempt.scp) is None else (attempt.scp,)


def _this(scope: Scope) -> tuple[str, ...]:
    iid = scope.env.iid
    return (iid,) if iid is not None and scope.board.card(iid) is not None else ()


@word("cards", "self")
def this_card(scope: Scope) -> tuple[str, ...]:
    """This card, while it is in play."""
    return _this(scope)


def _host(scope: Scope) -> tuple[str, ...]:
    card = scope.board.asset(scope.env.iid)
    host = scope.env.host if card is None else card.host
    return (host,) if host is not None and scope.board.asset(host) is not None else ()


@word("cards", "host")
def bearer(scope: Scope) -> tuple[str, ...]:
    """SCP-308 SCP-321 The Personnel that bears this Gear, or bore it when it was used."""
    return _host(scope)


def _target(scope: Scope) -> tuple[str, ...]:
    return () if scope.env.target is None else (scope.env.target,)


@word("cards", "tgt")
def target_card(scope: Scope) -> tuple[str, ...]:
    """SCP-316 The card that was named; it stays the same whatever becomes of it."""
    return _target(scope)


@word("cards")
def queue(scope: Scope, who: Players) -> tuple[str, ...]:
    """SCP-222 The face-down cards of their Build Queues."""
    return tuple(card.iid for seat in who for card in scope.board.players[seat].queue)


@word("cards")
def my_discard(scope: Scope) -> tuple[str, ...]:
    """Your discard pile."""
    return tuple(card.iid for card in scope.board.players[scope.env.you].discard)


@word("target", "all")
def every(scope: Scope, cards: Cards) -> tuple[str, ...]:
    """All of them at that moment."""
    found: tuple[str, ...] = cards
    return found


@word("target")
def one(scope: Doing, cards: Cards) -> tuple[str, ...]:
    """SCP-316 One of them, which you choose when it happens."""
    return scope.chosen()


@word("target")
def own_choice(scope: Doing, cards: Cards) -> tuple[str, ...]:
    """SCP-316 One of each player who controls some of them, chosen by that player."""
    return scope.chosen()


@word("target", "self")
def itself(scope: Scope) -> tuple[str, ...]:
    """This card; nothing if it has left play."""
    return _this(scope)


@word("target", "host")
def its_bearer(scope: Scope) -> tuple[str, ...]:
    """SCP-308 SCP-321 The Personnel that bears this Gear, or bore it when it was used."""
    return _host(scope)


@word("target", "tgt")
def named(scope: Scope) -> tuple[str, ...]:
    """SCP-316 The card that was named."""
    return _target(scope)
