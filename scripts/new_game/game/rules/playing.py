"""Playing cards (3xx)."""

from __future__ import annotations

from domain.kernel.prompts import Parameter, Template
from domain.kernel.refusal import Refusal, illegal
from scripts.new_game.game import actions as a
from scripts.new_game.game import events as e
from scripts.new_game.game.board import Board
from scripts.new_game.game.frames import Do, Turn
from scripts.new_game.game.match import Batch
from scripts.new_game.game.rules import continuous, points


def templates(board: Board, seat: int) -> list[Template]:
    """BON-203 BON-302 BON-R01 Every card that may be played, and always a pass."""
    held, burning = board.players[seat].hand.known, board.burning()
    fitting = tuple(iid for iid, cid in held.items() if board.cards[cid].wood != burning)
    playing = [Template("play_card", {}, (Parameter("card", "card", fitting),), "Play", ("BON-301",))]
    return [*(playing if fitting else ()), Template("pass", {}, (), "Pass", ("BON-203",))]


def refuse(board: Board, seat: int, action: a.PlayCard) -> Refusal | None:
    """BON-301 BON-302 Why a card can't be played."""
    cid = board.players[seat].hand.known.get(action.card)
    if cid is None:
        return illegal("BON-301", "there is no such card in your hand", "card")
    card = board.cards[cid]
    if card.wood == board.burning():
        return illegal("BON-302", f"{card.wood} lies on top of the pile: play another wood, or pass", "card")
    return None


def play(batch: Batch, seat: int, action: a.PlayCard) -> None:
    """BON-303 BON-304 The card goes on the pile or stays in play; it scores, then its text happens."""
    board = batch.board
    cid = board.players[seat].hand.known[action.card]
    card = board.cards[cid]
    _end_turn(batch)
    batch.emit(e.CardPlayed(seat=seat, card=cid, iid=action.card, stays=card.kind == "stone"))
    points.change(batch, seat, continuous.worth(board, seat, card), cid)
    if card.play is not None:
        batch.push(Do(seat, cid, card.play))


def let_pass(batch: Batch, seat: int, action: a.Pass) -> None:
    """BON-203 The turn ends without a card."""
    _end_turn(batch)
    batch.emit(e.TurnPassed(seat=seat))


def _end_turn(batch: Batch) -> None:
    """BON-203 After the answer, and what comes of it, the turn ends."""
    batch.answered(Turn)
    batch.push(Turn("end"))
