"""From two sealed decks to the first turn (CNC-101 to CNC-110)."""

from __future__ import annotations

from domain.games.cape_and_cowl import events as e
from domain.games.cape_and_cowl.board import Board, Player
from domain.games.cape_and_cowl.definitions import PORTER
from domain.games.cape_and_cowl.frames import Turn
from domain.games.cape_and_cowl.match import Batch, State
from domain.games.cape_and_cowl.rules import piles, turns
from domain.kernel.audience import seat as seat_audience

START_HAND = 5


def new_board(state: State) -> Board:
    """CNC-103 CNC-104 CNC-R01 CP 100, AP 0, nothing in play."""
    return Board(players=[Player() for _ in state.seats])


def set_up(batch: Batch) -> None:
    """CNC-105 CNC-108 CNC-109 Porters, shuffles, hands of 5 that stay, first player, first turn; P1 before P2."""
    for seat in (0, 1):
        _bring_deck(batch, seat)
    for seat in (0, 1):
        _enter_porter(batch, seat)
    for seat in (0, 1):
        piles.shuffle(batch, seat, "setup")
    for seat in (0, 1):
        piles.draw(batch, seat, START_HAND, "setup")
    _choose_first(batch)
    turns.start_turn(batch, batch.board.first)
    batch.push(Turn())


def _bring_deck(batch: Batch, seat: int) -> None:
    """CNC-102 The deck of 50; its owner alone knows what is in it."""
    deck = tuple(cid for cid in batch.state.loadouts[seat].deck if cid != PORTER)
    batch.emit(e.PlayerSetUp(seat=seat, deck_size=len(deck), deck=deck), {seat_audience(seat): ("deck",)})


def _enter_porter(batch: Batch, seat: int) -> None:
    """CNC-106 The Porter enters play without AP; it is no City play of any turn."""
    iid, draw = piles.IDS.new(batch, "table")
    batch.emit(e.PorterEntered(seat=seat, iid=iid, card=PORTER, draws=(draw,)))


def _choose_first(batch: Batch) -> None:
    """CNC-107 CNC-R02 As the option says, or by a recorded coin."""
    option = batch.state.options.first_player
    if option == "random":
        coin = batch.draws.below("coin", 2)
        batch.emit(e.FirstPlayerChosen(seat=coin.value, by="coin", draws=(coin.draw,)))
    else:
        batch.emit(e.FirstPlayerChosen(seat=0 if option == "p1" else 1, by="option"))
