"""The cards that a seat of TRF can't see, dealt anew."""

from __future__ import annotations

from domain.games.trf import loadouts
from domain.games.trf.board import Board, Player
from domain.games.trf.match import State
from domain.games.trf.rules.windows import SILENT
from domain.kernel.unseen import Shuffle, deal, likely, mix, rest


def dealt(state: State, seat: int, shuffled: Shuffle) -> State:
    """A copy: the own deck in another order; hands, decks and reserve accounts of the others from the ready-made deck
    that fits best; nothing that they look at or have not confirmed. In the windows of this turn they pass: there are
    many, and few are used.
    """
    copy = state.copy()
    _unconfirmed(copy.board, seat)
    for number, player in enumerate(copy.board.players):
        if number == seat:
            mix(player.deck, shuffled)
        else:
            _deal(copy.board, number, player, shuffled)
    return copy


def _unconfirmed(board: Board, seat: int) -> None:
    """Nothing of what another player names and has not confirmed."""
    attack = board.attack
    if attack is None or not (attack.blocked or attack.defender == seat):
        board.blocks = ()
    if attack is None or not (attack.assaulted or board.active == seat):
        board.assault = ()


def _deal(board: Board, seat: int, player: Player, shuffled: Shuffle) -> None:
    ready = {one.deck: one for one in loadouts.decks().values()}
    seen = [card.cid for card in player.discard] + [card.cid for card in player.characters]
    seen += [card.cid for card in player.persistents]
    seen += [card.cid for other in board.players for card in other.planets if card.owner == seat and not card.home]
    deck = likely(shuffled(list(ready)), seen)
    deal(rest(deck, seen, player.hand.size + player.deck.size, shuffled), seat, player.hand, player.deck)
    reserve, account = ready[tuple(deck)].reserve_account, player.account
    player.reserve = None if account is not None and account.cid == reserve else reserve
    player.deck_list, player.looking, player.standing = None, (), SILENT
