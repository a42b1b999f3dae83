"""The cards that a seat of SCP-CCG can't see, dealt anew."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from domain.games.scp import loadouts
from domain.games.scp.board import Board, Player
from domain.games.scp.match import State
from domain.kernel.unseen import Shuffle, deal, likely, mix, rest

BUILT = frozenset({"personnel", "gear", "finance", "resource"})
"""SCP-222 The cards that a Build Queue may hold."""


def dealt(state: State, seat: int, shuffled: Shuffle) -> State:
    """A copy: the own deck in another order; hands, Build Queues and decks of the others from the ready-made deck that
    fits best; the SCP deck from the own SCPs and those of any ready-made decks.
    """
    copy = state.copy()
    board = copy.board
    ready = loadouts.decks().values()
    decks = shuffled([tuple(one.of(len(board.players)).elements()) for one in ready])
    for number, player in enumerate(board.players):
        if number == seat:
            mix(player.deck, shuffled)
        else:
            _deal(board, number, player, decks, shuffled)
    own = copy.seats[seat].loadout
    brought = [cid for one in ready for cid in one.scps] + list(() if own is None else own.scps)
    seen = [scp.cid for scp in board.scps] + [scp.cid for scp in board.scp_discard]
    board.scp_deck.cards = rest(brought, seen, board.scp_deck.size, shuffled)
    return copy


def _deal(board: Board, seat: int, player: Player, decks: Sequence[Sequence[str]], shuffled: Shuffle) -> None:
    seen = list(_seen(board, seat))
    deck = likely(decks, seen)
    cards = rest(deck, seen, player.hand.size + player.deck.size + len(player.queue), shuffled)
    queued = [cid for cid in cards if BUILT & set(board.cards[cid].types)][: len(player.queue)]
    for cid in queued:
        cards.remove(cid)
    queue = zip(player.queue, queued + list(deck), strict=False)
    player.queue = [replace(card, cid=cid) for card, cid in queue]
    deal(cards, seat, player.hand, player.deck)
    player.looking, player.looks, player.shown, player.shown_to = (), 0, (), ()


def _seen(board: Board, seat: int) -> Iterator[str]:
    """The cards of a player that lie open."""
    player = board.players[seat]
    yield from (card.cid for card in (*player.discard, *player.removed))
    yield from (card.cid for card in player.play)
    yield from () if player.mission is None else (player.mission.cid,)
