"""The measures of matches of C4 between bots: attacks, counts, the score, the worth of a table."""

from __future__ import annotations

from domain.games.c4 import actions as a
from domain.games.c4 import events as e
from domain.games.c4.board import Board
from domain.games.c4.definitions import Needs
from domain.kernel.actions import Action
from domain.kernel.bots import bounded
from domain.kernel.dispatch import ByType, by_type, on

HELD = 4
"""So many cards in the hand are worth having."""


def attacking(board: Board, seat: int, action: Action) -> bool:
    """C4-401 Cards and abilities that attack, and those that name another player."""
    match action:
        case a.PlayCard() | a.PlayReaction():
            cid = board.players[seat].hand.known.get(action.card)
            return action.player not in (None, seat) or (cid is not None and _attacks(board.cards[cid].needs))
        case a.UseAbility():
            card = board.card_in_play(action.card)
            acts = () if card is None else board.cards[card.cid].acts
            attacks = any(_attacks(act.needs) for act in acts[action.ability - 1 : action.ability])
            return action.player not in (None, seat) or attacks
    return False


def _attacks(needs: Needs) -> bool:
    return needs.attack or needs.attack_each


def score(board: Board, seat: int) -> int:
    """C4-705 The tokens in a supply."""
    return board.players[seat].token_count


def evaluate(board: Board, seat: int) -> float:
    """The own wealth against that of the richest of the others."""
    others = [_wealth(board, other) for other in board.remaining() if other != seat]
    return bounded(_wealth(board, seat) - max(others, default=0), 8)


def _wealth(board: Board, seat: int) -> float:
    """Tokens, and what brings some: a few cards in the hand, more of them hardly; cards in play for who played them,
    as some lie in front of the one they harm.
    """
    player = board.players[seat]
    in_play = sum(card.owner == seat for card in board.in_play)
    hand = min(player.hand.size, HELD) / 3 + player.hand.size / 20
    return player.token_count + hand + in_play / 2 - 2 * player.skip_turns


COUNTED: ByType[tuple[int, str] | None] = by_type(
    on(e.AttackDeclared, lambda event: (event.attacker, "attacks")),
    on(e.AttackDecided, lambda event: (event.attacker, "attacks won") if event.won else None),
)
