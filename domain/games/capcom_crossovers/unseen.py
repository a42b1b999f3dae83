"""The cards that a seat of Capcom Crossovers can't see, dealt anew."""

from __future__ import annotations

from msgspec.structs import replace

from domain.games.capcom_crossovers.board import Player
from domain.games.capcom_crossovers.faces import rank
from domain.games.capcom_crossovers.match import State
from domain.kernel.unseen import Shuffle


def dealt(state: State, seat: int, shuffled: Shuffle) -> State:
    """CAP-112 A copy: the own draw pile in another order; hand, block and draw pile of the others from all of their
    cards that lie nowhere in the open.
    """
    copy = state.copy()
    for number, player in enumerate(copy.board.players):
        if number == seat:
            player.deck.cards = shuffled(player.pile_contents())
        else:
            _deal(player, shuffled)
    return copy


def _deal(player: Player, shuffled: Shuffle) -> None:
    """CAP-420 A block is a number card."""
    player.hand.known = {}
    unseen = player.block is not None and not player.block.seen
    if player.block is not None and unseen:
        player.block = replace(player.block, card=None)
    hidden = shuffled(player.pile_contents())
    if player.block is not None and unseen:
        card = next(face for face in hidden if rank(face).isdecimal())
        hidden.remove(card)
        player.block = replace(player.block, card=card)
    player.hand.known = {face: face for face in hidden[: player.hand.size]}
    player.deck.cards = hidden[player.hand.size :]
