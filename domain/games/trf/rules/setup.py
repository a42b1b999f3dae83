"""From sealed loadouts to the first turn (TRF-101 to TRF-114)."""

from __future__ import annotations

from domain.games.trf import events as e
from domain.games.trf.board import Board, Player
from domain.games.trf.frames import Turn
from domain.games.trf.match import Batch, State
from domain.games.trf.rules import piles, resources, turns
from domain.kernel.audience import seat as seat_audience

START_HAND = 6
"""TRF-108."""


def new_board(state: State) -> Board:
    """TRF-101 TRF-901 Nothing in play yet."""
    return Board(players=[Player() for _ in state.seats])


def set_up(batch: Batch) -> None:
    """TRF-107 TRF-109 TRF-112 TRF-113 TRF-R04 TRF-R05 The order of set-up; hands stay as they are, pools are full."""
    seats = range(len(batch.board.players))
    for seat in seats:
        _register(batch, seat)
    _reveal(batch)
    for seat in seats:
        piles.shuffle(batch, seat)
    for seat in seats:
        piles.draw(batch, seat, START_HAND, "setup")
    first = _roll_first(batch)
    for seat in seats:
        resources.refill(batch, seat)
    if batch.state.options.mode == "duel":
        _make_up(batch, *batch.board.others(first))
    turns.start_turn(batch, first)
    batch.push(Turn())


def _register(batch: Batch, seat: int) -> None:
    """TRF-102 TRF-103 TRF-104 TRF-R03 The loadout of a player; deck and reserve account are for their owner."""
    loadout = batch.state.loadouts[seat]
    event = e.PlayerRegistered(
        seat=seat, deck_size=len(loadout.deck), deck=loadout.deck, reserve=loadout.reserve_account
    )
    batch.emit(event, {seat_audience(seat): ("deck", "reserve")})


def _reveal(batch: Batch) -> None:
    """TRF-105 TRF-106 TRF-107 TRF-113 TRF-615 TRF-R56 Accounts and homeworlds are turned up together."""
    loadouts = batch.state.loadouts
    drawn = [piles.IDS.new(batch, "table") for _ in loadouts]
    event = e.CardsRevealed(
        accounts=tuple(loadout.account for loadout in loadouts),
        homeworlds=tuple((iid, loadout.homeworld) for (iid, _), loadout in zip(drawn, loadouts, strict=True)),
        draws=tuple(source for _, source in drawn),
    )
    batch.emit(event)


def _make_up(batch: Batch, second: int) -> None:
    """TRF-115 TRF-R95 The second of two players has more meters in the own first turn, if the account says so."""
    account = batch.state.loadouts[second].account
    if more := batch.board.cards[account].second_meters:
        batch.emit(e.IncomePromised(seat=second, meters=more, words=0, cause=account))


def _roll_first(batch: Batch) -> int:
    """TRF-110 TRF-902 TRF-R02 Each rolls a die, the highest goes first; the tied highest roll again."""
    tied = list(range(len(batch.board.players)))
    while len(tied) > 1:
        rolled = [(piles.roll(batch, seat, "first_player"), seat) for seat in tied]
        highest = max(value for value, _ in rolled)
        tied = [seat for value, seat in rolled if value == highest]
    batch.emit(e.FirstPlayerSet(seat=tied[0]))
    return tied[0]
