"""The parts of a turn: start, draw phase, combat phase, clean-up phase, its end (CAP-201 to CAP-215)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from domain.games.capcom_crossovers import actions as a
from domain.games.capcom_crossovers import events as e
from domain.games.capcom_crossovers.board import Board, Phase
from domain.games.capcom_crossovers.faces import value
from domain.games.capcom_crossovers.frames import Initial, Kos, Stage, Turn
from domain.games.capcom_crossovers.match import Batch
from domain.games.capcom_crossovers.rules import abilities, attacks, combos, continuous, ending, piles, tagging
from domain.kernel.audience import seat as seat_audience
from domain.kernel.frames import top
from domain.kernel.prompts import Parameter, Template
from domain.kernel.refusal import Refusal, illegal


def step(batch: Batch, frame: Turn) -> None:
    """CAP-201 CAP-R01 One part of a turn, and then the next."""
    STAGES[frame.stage](batch, frame)


def start_turn(batch: Batch, seat: int) -> None:
    """CAP-202 CAP-R12 Combo points and limits per turn are as at first for all; a block comes back to the hand."""
    batch.emit(e.TurnStarted(seat=seat, turn=batch.board.turn + 1))
    piles.return_block(batch, seat, seen=False)
    batch.frames.append(Turn())


def _start(batch: Batch, frame: Turn) -> None:
    """CAP-202 CAP-504 The start of the turn of the player whose character is active."""
    board = batch.board
    batch.frames.append(replace(frame, stage="draw"))
    if board.plays(board.turn_player):
        batch.push(*abilities.triggered(board, board.own(board.turn_player), "turn_start"), Kos())


def _enter(batch: Batch, phase: Phase) -> None:
    """A phase begins, once."""
    if batch.board.phase != phase:
        batch.emit(e.PhaseChanged(seat=batch.board.turn_player, phase=phase))


def _draw(batch: Batch, frame: Turn) -> None:
    """CAP-111 CAP-203 CAP-205 CAP-R02 CAP-R03 No draw phase in the first turn of the match, nor without a pile."""
    board = batch.board
    if board.turn == 1 or not board.players[board.turn_player].deck.size:
        batch.frames.append(replace(frame, stage="combat"))
        return
    _enter(batch, "draw")
    batch.ask_for(frame, board.turn_player, "draw")


def draw_templates(board: Board, seat: int) -> list[Template]:
    """CAP-203 CAP-204 CAP-205 From one card up to Speed, as many as there are."""
    most = min(continuous.stat(board, board.own(seat), "speed"), board.players[seat].deck.size)
    n = Parameter("n", "number", tuple(range(1, most + 1)))
    return [Template("draw_cards", {}, (n,), "Draw", ("CAP-203",))]


def refuse_draw(board: Board, seat: int, action: a.DrawCards) -> Refusal:
    """CAP-203 CAP-204 CAP-205 Why not so many cards."""
    if action.n < 1:
        return illegal("CAP-204", "at least one card is drawn", "n")
    speed = continuous.stat(board, board.own(seat), "speed")
    if action.n > speed:
        return illegal("CAP-203", f"at most {speed} cards, your Speed", "n")
    return illegal("CAP-205", f"your draw pile has {board.players[seat].deck.size} cards", "n")


def draw(batch: Batch, seat: int, action: a.DrawCards) -> None:
    """CAP-203 The cards come into the hand."""
    _leave(batch, "combat")
    piles.draw(batch, seat, action.n, "draw_phase")


def _leave(batch: Batch, stage: Stage) -> None:
    """The turn goes on with this part, once all that is pushed above it is resolved."""
    batch.frames[-1] = replace(top(batch.frames, Turn), stage=stage)


def _combat(batch: Batch, frame: Turn) -> None:
    """CAP-206 CAP-954 CAP-R04 CAP-R67 One of attack, block, pass; not for a player whose character is inactive."""
    board = batch.board
    if not board.plays(board.turn_player):
        batch.frames.append(replace(frame, stage="cleanup"))
        return
    _enter(batch, "combat")
    batch.ask_for(frame, board.turn_player, "combat")


def combat_templates(board: Board, seat: int) -> list[Template]:
    """CAP-206 CAP-401 CAP-420 Every initial attack, every block, and to pass."""
    found = list(attacks.templates(board, seat, "declare_attack", attacks.refuse_opener, "CAP-401"))
    held = sorted(board.players[seat].held)
    cards = tuple(face for face in held if refuse_block(board, seat, a.SetBlock(face)) is None)
    if cards:
        found.append(Template("set_block", {}, (Parameter("card", "card", cards),), "Set a block", ("CAP-420",)))
    return [*found, Template("pass_combat", {}, (), "Pass", ("CAP-206",))]


def refuse_block(board: Board, seat: int, action: a.SetBlock) -> Refusal | None:
    """CAP-420 CAP-433 CAP-R26 Why this card can't block, or None."""
    if action.card not in board.players[seat].held:
        return illegal("CAP-420", "there is no such card in your hand", "card")
    number = value(action.card)
    if number is None:
        return illegal("CAP-433", "only a number card blocks", "card")
    strength = continuous.stat(board, board.own(seat), "strength")
    if number > strength:
        return illegal("CAP-433", f"{number} is above the Strength of {strength}", "card")
    return None


def set_block(batch: Batch, seat: int, action: a.SetBlock) -> None:
    """CAP-208 CAP-420 The card lies face down, known to its owner."""
    batch.emit(e.BlockSet(seat=seat, card=action.card), {seat_audience(seat): ("card",)})
    combos.end_combat(batch, None)


def pass_combat(batch: Batch, seat: int, action: a.PassCombat) -> None:
    """CAP-206 CAP-208 Neither attack nor block."""
    batch.emit(e.CombatPassed(seat=seat))
    combos.end_combat(batch, None)


def declare_attack(batch: Batch, seat: int, action: a.DeclareAttack) -> None:
    """CAP-207 CAP-401 CAP-409 The initial attack waits for its answer."""
    _leave(batch, "cleanup")
    attacks.declare(batch, seat, action, "initial")
    batch.push(Initial())


def _cleanup(batch: Batch, frame: Turn) -> None:
    """CAP-209 CAP-210 CAP-R05 Clean-up actions in any order, until the turn is ended."""
    _enter(batch, "cleanup")
    batch.ask_for(frame, batch.board.turn_player, "cleanup")


def end_turn(batch: Batch, seat: int, action: a.EndTurn) -> None:
    """CAP-210 CAP-211 Then the hand is brought down to Endurance."""
    _leave(batch, "endurance")


def _endurance(batch: Batch, frame: Turn) -> None:
    """CAP-211 CAP-212 CAP-213 CAP-R06 CAP-R07 One card after another, no more than needed, of the hand alone."""
    board, seat = batch.board, batch.board.turn_player
    if board.players[seat].hand.size > continuous.stat(board, board.own(seat), "endurance"):
        batch.ask_for(frame, seat, "discard_to_endurance")
    else:
        batch.frames.append(replace(frame, stage="end"))


def discard(batch: Batch, seat: int, action: a.Discard) -> None:
    """CAP-211 The card goes; the rest is looked at again."""
    piles.discard(batch, seat, (action.card,), "endurance")


def _end(batch: Batch, frame: Turn) -> None:
    """CAP-214 CAP-215 CAP-953 End effects that last until now, check Time Over; the next player's turn begins."""
    board = batch.board
    tagging.expire(batch, "until_end_of_turn")
    batch.emit(e.TurnEnded(seat=board.turn_player, turn=board.turn))
    ending.check_time_over(batch)
    start_turn(batch, next(seat for seat in board.in_turn_order()[1:] if not board.players[seat].out))


STAGES: Mapping[str, Callable[[Batch, Turn], None]] = {
    "start": _start,
    "draw": _draw,
    "combat": _combat,
    "cleanup": _cleanup,
    "endurance": _endurance,
    "end": _end,
}
