"""What a seat of TRF can't see, dealt anew."""

from __future__ import annotations

from domain.games.trf import loadouts
from domain.games.trf.board import Board, Player
from domain.games.trf.match import State
from domain.games.trf.rules.windows import SILENT
from domain.kernel.unseen import Shuffle, deal, likely, mix, rest


def dealt(state: State, seat: int, shuffled: Shuffle) -> State:
    """A copy: the own deck in another order; hands, decks and reserve accounts of the others from the ready-made deck
    that fits best; nothing that they look at. In the windows of this turn they pass: there are many, and few are used.
    """
    copy = state.copy()
    for number, player in enumerate(copy.board.players):
        if number == seat:
            mix(player.deck, shuffled)
        else:
            _deal(copy.board, number, player, shuffled)
    return copy


def _deal(board: Board, seat: int, player: Player, shuffled: Shuffle) -> None:
    ready = {one.deck: one for one in loadouts.decks().values()}
    seen = [card.cid for card in player.discard] + [card.cid for card in player.characters]
    seen += [card.cid for card in player.persistents]
    seen += [card.cid for other in board.players for card in other.planets if card.owner == seat and not card.home]
    deck = likely(shuffled(list(ready)), seen)
    deal(rest(deck, seen, player.hand.size + player.deck.size, shuffled), player.hand, player.deck)
    player.reserve = None if player.reserve is None else ready[tuple(deck)].reserve_account
    player.looking, player.standing = (), SILENT
