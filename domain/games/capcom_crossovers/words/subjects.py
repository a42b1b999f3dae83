"""Words for characters, players and costs; characters are bound by their role at the moment of use."""

from __future__ import annotations

from domain.games.capcom_crossovers.printed import CostFilter
from domain.games.capcom_crossovers.query import Scope
from domain.games.capcom_crossovers.words.vocabulary import Cards, word


@word("target", "self")
def self_(scope: Scope) -> tuple[str, ...]:
    """The character whose move or ability it is."""
    return (scope.source.id,)


@word("target")
def attacker(scope: Scope) -> tuple[str, ...]:
    """CAP-456 CAP-923 The active character of the side that attacked, whoever that is by now."""
    board = scope.board
    return (board.active(board.character(board.fight.initial.character).side).id,)


@word("target")
def opposing_active(scope: Scope) -> tuple[str, ...]:
    """CAP-403 The active character of the other side."""
    return (scope.board.opposing(scope.source.side).id,)


@word("players", "self")
def own_player(scope: Scope) -> tuple[int, ...]:
    """The player of the character whose move or ability it is."""
    return (scope.source.seat,)


@word("players")
def opponent(scope: Scope) -> tuple[int, ...]:
    """The player of the active character of the other side."""
    return (scope.board.opposing(scope.source.side).seat,)


@word("cost")
def discard(scope: Scope, n: Cards, cards: CostFilter) -> tuple[int, str]:
    """CAP-505 Discard n cards of the own hand: any, or number cards only."""
    return n, cards
