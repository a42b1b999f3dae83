"""From sealed decks to the first turn: piles, the auction for it, hands (SCP-101 to SCP-115, SCP-920)."""

from __future__ import annotations

from collections.abc import Iterator

from domain.games.scp import actions as a
from domain.games.scp import events as e
from domain.games.scp.board import Board, Player
from domain.games.scp.frames import Bidding
from domain.games.scp.match import Batch, State
from domain.games.scp.rules import piles, turns
from domain.kernel.audience import NOBODY
from domain.kernel.audience import seat as seat_audience
from domain.kernel.prompts import Parameter, Template
from domain.kernel.refusal import Refusal, illegal

START_POOL, START_HAND, NOT_FOR_BIDS = 5, 6, 7
"""SCP-106, SCP-112, SCP-109."""


def new_board(state: State) -> Board:
    """SCP-114 SCP-R05 Nothing in play."""
    return Board(players=[Player() for _ in state.seats])


def set_up(batch: Batch) -> None:
    """SCP-103 SCP-104 SCP-105 SCP-106 SCP-107 The piles; then the auction, which solitaire has not."""
    seats = range(len(batch.board.players))
    for seat in seats:
        _bring(batch, seat)
    _make_scp_deck(batch)
    piles.shuffle(batch, None)
    for seat in seats:
        piles.shuffle(batch, seat)
    if len(seats) == 1:
        begin(batch, 0)
        return
    source = batch.draws.below("first_bidder", len(seats))
    batch.emit(e.FirstBidderDrawn(seat=source.value, draws=(source.draw,)))
    batch.push(Bidding(source.value))


def _bring(batch: Batch, seat: int) -> None:
    """SCP-103 SCP-106 The deck; its owner alone knows what is in it."""
    brought = batch.state.loadouts[seat]
    event = e.PlayerSetUp(
        seat=seat, deck_size=len(brought.deck), scps=len(brought.scps), pool=START_POOL, deck=brought.deck
    )
    batch.emit(event, {seat_audience(seat): ("deck",)})


def _make_scp_deck(batch: Batch) -> None:
    """SCP-104."""
    cards = tuple(cid for brought in batch.state.loadouts for cid in brought.scps)
    batch.emit(e.ScpDeckMade(size=len(cards), cards=cards), {NOBODY: ("cards",)})


# The auction


def step_bidding(batch: Batch, frame: Bidding) -> None:
    """SCP-108 Ask the next player who has not passed; the last one left has won."""
    board = batch.board
    left = [seat for seat in board.around(frame.seat) if seat not in board.bids_passed]
    if len(left) == 1:
        _won(batch, left[0])
    else:
        batch.ask_for(Bidding(left[0]), left[0], "bid")


def highest_possible(board: Board, seat: int) -> int:
    """SCP-109 SCP-R03."""
    return board.players[seat].deck.size - NOT_FOR_BIDS


def templates(board: Board, seat: int) -> Iterator[Template]:
    """SCP-108 SCP-109."""
    possible = tuple(range(board.highest_bid + 1, highest_possible(board, seat) + 1))
    if possible:
        yield Template("bid", {}, (Parameter("n", "number", possible),), "Bid cards of the deck", ("SCP-109",))
    yield Template("pass", {}, (), "Pass", ("SCP-108",))


def refuse_bid(board: Board, seat: int, action: a.Bid) -> Refusal:
    """SCP-109 The bids that were possible."""
    return illegal("SCP-109", f"bid {board.highest_bid + 1} to {highest_possible(board, seat)}, or pass", "n")


def bid(batch: Batch, seat: int, action: a.Bid) -> None:
    """SCP-108 SCP-109."""
    batch.emit(e.BidMade(seat=seat, n=action.n))
    _next(batch, seat)


def pass_bid(batch: Batch, seat: int, action: a.Pass) -> None:
    """SCP-108 A pass is final."""
    batch.emit(e.BidPassed(seat=seat))
    _next(batch, seat)


def _next(batch: Batch, seat: int) -> None:
    batch.frames.pop()
    batch.push(Bidding((seat + 1) % len(batch.board.players)))


def _won(batch: Batch, seat: int) -> None:
    """SCP-108 SCP-110 SCP-111 SCP-R02 The winner alone loses cards, as many as their last bid."""
    n = batch.board.bids.get(seat, 0)
    batch.emit(e.BidWon(seat=seat, n=n))
    piles.remove_by_bid(batch, seat, n)
    begin(batch, seat)


def begin(batch: Batch, seat: int) -> None:
    """SCP-110 SCP-112 SCP-113 SCP-115 SCP-920 SCP-R04 Player 1 is known: hands, which stay so, and the first turn."""
    batch.emit(e.PlayerOneSet(seat=seat))
    for player in batch.board.around(seat):
        piles.draw(batch, player, START_HAND, "setup")
    turns.start_turn(batch, seat)
