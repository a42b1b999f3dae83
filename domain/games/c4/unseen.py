"""The cards that a seat of C4 can't see, dealt anew."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile

from msgspec.structs import replace

from domain.games.c4 import loadouts
from domain.games.c4.board import Board
from domain.games.c4.frames import Window
from domain.games.c4.match import State
from domain.kernel.frames import Frame
from domain.kernel.unseen import Shuffle, deal, likely, mix, rest
from domain.kernel.zones import Card


def dealt(state: State, seat: int, shuffled: Shuffle) -> State:
    """A copy: the own deck in another order; hands and decks of the others from the ready-made deck that fits best;
    none of their ballots, and not who of them was asked for a Reaction.
    """
    copy = state.copy()
    board = copy.board
    ready = shuffled([one.deck for one in loadouts.decks().values()])
    for number, player in enumerate(board.players):
        if number == seat:
            mix(player.deck, shuffled)
        else:
            seen = list(_seen(board, number))
            many = player.hand.size + player.deck.size
            deal(rest(likely(ready, seen), seen, many, shuffled), number, player.hand, player.deck)
    board.ballots = {number: ballot if number == seat else None for number, ballot in board.ballots.items()}
    copy.frames = tuple(_asked(board, frame, seat) for frame in copy.frames)
    return copy


def _asked(board: Board, frame: Frame, seat: int) -> Frame:
    """C4-454 C4-455 In a window in which a seat is asked all before it have passed, asked or not."""
    if not isinstance(frame, Window) or frame.asked != seat:
        return frame
    return replace(frame, passed=tuple(takewhile(lambda other: other != seat, board.turn_order())))


def _seen(board: Board, seat: int) -> Iterator[str]:
    """The cards of a player that lie open."""
    lying: list[Card] = [card for player in board.players for card in player.discard]
    lying += [player.flipped.card for player in board.players if player.flipped is not None]
    lying += [played.card for played in board.being_played]
    yield from (card.cid for card in lying if card.owner == seat)
    yield from (card.cid for card in board.in_play if card.owner == seat)
