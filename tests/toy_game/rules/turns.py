"""The course of a round (2xx)."""

from __future__ import annotations

from domain.kernel.audience import seat
from tests.toy_game import actions as act
from tests.toy_game import events as ev
from tests.toy_game import frames as f
from tests.toy_game.match import Batch
from tests.toy_game.rules import ending, piles


def send(batch: Batch, number: int, action: act.Send) -> None:
    """TOY-203 Face down."""
    batch.emit(ev.EnvoySent(seat=number, card=action.card), {seat(number): ("card",)})


def peek(batch: Batch, number: int, action: act.Peek) -> None:
    """TOY-202 The others aren't even told that a card was sunk."""
    if action.choice == "sink":
        batch.emit(ev.TopSunk(seat=number), sealed=seat(number))


def pay(batch: Batch, number: int, action: act.Pay) -> None:
    """TOY-206 Tokens go back to the box."""
    batch.emit(ev.TokensPaid(seat=number, tokens=action.tokens))


def ban(batch: Batch, number: int, action: act.Ban) -> None:
    """TOY-207 Whoever is choosing chooses anew what may be chosen."""
    batch.emit(ev.CardBanned(seat=number, card=action.card))
    batch.revise(number)


def start(batch: Batch, frame: f.Round) -> None:
    """TOY-201 TOY-202 The owls are asked first."""
    batch.emit(ev.RoundStarted(number=frame.number))
    batch.push(f.Ballots())
    for number in batch.board.remaining():
        if batch.state.loadouts[number].charm == "owl":
            batch.ask(number, "peek")


def ballots(batch: Batch, frame: f.Ballots) -> None:
    """TOY-203 All at once."""
    batch.push(f.Reveal())
    for number in batch.board.remaining():
        batch.ask(number, "send", new_turn=True)


def reveal(batch: Batch, frame: f.Reveal) -> None:
    """TOY-204 TOY-205 TOY-206 The highest card scores, the lowest pays."""
    sent = [place.sent for place in batch.board.places]
    batch.emit(ev.EnvoysRevealed(cards=tuple(sent)))
    cards = batch.board.cards
    shown = sorted((cards[card].value, number) for number, card in enumerate(sent) if card is not None)
    batch.emit(ev.PointScored(seat=shown[-1][1]))
    batch.push(f.Refill())
    loser = shown[0][1]
    if any(batch.board.places[loser].tokens.values()):
        batch.ask(loser, "pay")


def refill(batch: Batch, frame: f.Refill) -> None:
    """TOY-208 Or the match ends."""
    ending.check(batch)
    board = batch.board
    for number in board.remaining():
        if board.deck.size:
            piles.draw(batch, number)
    batch.push(f.Round(board.round + 1))
