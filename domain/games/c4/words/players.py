"""Words for players: seats in turn order, none if there is no such player or who it was has left."""

from __future__ import annotations

from domain.games.c4.abilities import Scope
from domain.games.c4.words.vocabulary import word


def _only(scope: Scope, seat: int | None) -> tuple[int, ...]:
    """The seat, if there is one and it is still in the match (C4-444)."""
    return (seat,) if seat is not None and scope.board.players[seat].in_match else ()


@word("players")
def you(scope: Scope) -> tuple[int, ...]:
    """C4-511 The player of the card; of a card in play its controller at that moment."""
    return _only(scope, scope.env.you)


@word("players")
def opp(scope: Scope) -> tuple[int, ...]:
    """C4-402 C4-444 The other player declared with the card."""
    return _only(scope, scope.env.opp)


@word("players", "any")
def any_player(scope: Scope) -> tuple[int, ...]:
    """The player declared with the card, oneself included."""
    return _only(scope, scope.env.opp)


@word("players", "all")
def everybody(scope: Scope) -> tuple[int, ...]:
    """C4-213 Each remaining player, in turn order."""
    return scope.board.turn_order()


@word("players")
def others(scope: Scope) -> tuple[int, ...]:
    """Each other remaining player, in turn order."""
    return tuple(seat for seat in scope.board.turn_order() if seat != scope.env.you)


@word("players")
def attacker(scope: Scope) -> tuple[int, ...]:
    """The attacker of the attack spoken of."""
    return _only(scope, scope.env.attacker)


@word("players")
def defender(scope: Scope) -> tuple[int, ...]:
    """The defender of the attack spoken of."""
    return _only(scope, scope.env.defender)


@word("players")
def rival(scope: Scope) -> tuple[int, ...]:
    """C4-406 The other player of the attack."""
    env = scope.env
    return _only(scope, env.defender if env.attacker == env.you else env.attacker)


@word("players")
def active(scope: Scope) -> tuple[int, ...]:
    """The active player."""
    return _only(scope, scope.board.active)


@word("players")
def left(scope: Scope) -> tuple[int, ...]:
    """C4-904 The next remaining higher seat, whatever the direction."""
    return _only(scope, scope.board.left_of(scope.env.you))


@word("players")
def trig(scope: Scope) -> tuple[int, ...]:
    """The player of the triggering event."""
    return _only(scope, scope.env.trig)


@word("players")
def they(scope: Scope) -> tuple[int, ...]:
    """The player of this round of `each`."""
    return _only(scope, scope.env.they)


@word("players")
def top(scope: Scope) -> tuple[int, ...]:
    """C4-561 The player a vote was decided on."""
    return _only(scope, scope.env.top)
