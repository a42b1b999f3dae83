"""Turns: their steps, the next player, leaving (2xx, C4-714 to C4-716)."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from domain.games.c4 import events as e
from domain.games.c4.actions import EndTurn
from domain.games.c4.board import Lasting
from domain.games.c4.frames import Ending, Moment, Turn
from domain.games.c4.match import Batch
from domain.games.c4.rules import ending, piles
from domain.games.c4.rules.playing import left_play
from domain.games.c4.rules.triggers import moment_frames
from domain.kernel.frames import top

PAIR = 2
"""C4-713 Of so many players one is left when one leaves, and the match is over."""


def step(batch: Batch, turn: Turn) -> None:
    """C4-201 C4-512 The steps of a turn in order; before each, conceded players leave and a new chain begins."""
    if _let_leave(batch, turn.seat):
        return
    turn = replace(turn, reactions=0)
    match turn.stage:
        case "start":
            _start(batch, turn)
        case "draw":
            batch.frames.append(replace(turn, stage="main"))
            piles.draw(batch, turn.seat, 1, "turn")
        case "main":
            _main(batch, turn)
        case "ending":
            _ending(batch, turn)
        case "done":
            _done(batch, turn)


def _start(batch: Batch, turn: Turn) -> None:
    """C4-202 C4-513 C4-R07 C4-R58 Step 0: effects end, counters begin anew, triggers, window."""
    end_effects(batch, lambda effect: effect.duration == "until_your_next_turn" and effect.controller == turn.seat)
    batch.emit(e.TurnStarted(turn=batch.board.turn + 1, seat=turn.seat))
    batch.frames.append(replace(turn, stage="draw"))
    batch.push(*moment_frames(batch, Moment("turn_started", turn.seat)))


def _main(batch: Batch, turn: Turn) -> None:
    """C4-203 C4-204 C4-205 C4-214 C4-R67 Step 2: idle, unless a card has ended the turn."""
    if turn.ending:
        batch.frames.append(replace(turn, stage="ending"))
        return
    batch.frames.append(replace(turn, asked=True))
    batch.ask(turn.seat, "main", new_turn=not turn.asked)


def end_turn(batch: Batch, seat: int, action: EndTurn) -> None:
    """C4-205 The active player is done."""
    batch.frames[-1] = replace(top(batch.frames, Turn), stage="ending")


def _ending(batch: Batch, turn: Turn) -> None:
    """C4-206 Step 3 (a) and (b): triggers and window `turn_ending`."""
    batch.frames.append(replace(turn, stage="done"))
    batch.push(*moment_frames(batch, Moment("turn_ending", turn.seat)))


def _done(batch: Batch, turn: Turn) -> None:
    """C4-206 C4-514 C4-701 C4-711 C4-R08 Step 3 (c) to (e): effects end, the check, the next turn."""
    end_effects(batch, lambda effect: effect.duration == "this_turn")
    batch.emit(e.TurnEnded(seat=turn.seat, turn=batch.board.turn))
    if not ending.check(batch):
        next_turn(batch)


def next_turn(batch: Batch) -> None:
    """C4-207 C4-208 C4-210 C4-211 C4-212 C4-R10 Overrides first, latest first; skip a player who has turns to skip."""
    board = batch.board
    while True:
        if board.overrides:
            seat = board.overrides[-1]
            batch.emit(e.TurnOverrideUsed(seat=seat))
        else:
            seat = board.next_seat(board.active)
        to_skip = board.players[seat].skip_turns
        if not to_skip:
            break
        batch.emit(e.TurnSkipped(seat=seat, left_to_skip=to_skip - 1))
    batch.frames.append(Turn(seat=seat))


def end_effects(batch: Batch, ends: Callable[[Lasting], bool]) -> None:
    """C4-512 C4-513 C4-514 End the lasting effects that this moment ends, oldest first."""
    for effect in list(batch.board.effects):
        if ends(effect):
            batch.emit(e.EffectEnded(effect=effect.id, duration=effect.duration, source=effect.cid))


def concede(batch: Batch, seat: int) -> None:
    """C4-714 C4-R51 Announced at once; the player leaves as soon as nothing is resolving."""
    batch.emit(e.LeaveAnnounced(seat=seat))
    turn = batch.frames[0] if len(batch.frames) == 1 else None
    if isinstance(turn, Ending):
        ending.reconsider(batch, turn)
    if isinstance(turn, Turn) and turn.stage == "main":
        batch.close([prompt for prompt in batch.state.prompts.values() if seat in (turn.seat, prompt.seat)])
        batch.frames.pop()
        if not _let_leave(batch, turn.seat):
            batch.frames.append(turn)


def _let_leave(batch: Batch, active: int) -> bool:
    """C4-713 C4-715 C4-R68 Let everybody leave who has conceded; True if that ended the turn.

    With one player left that player wins at once.
    """
    for seat in batch.board.leaving:
        _leave(batch, seat)
        if len(batch.board.remaining()) == 1:
            ending.last_player(batch)
    if batch.board.players[active].in_match:
        return False
    end_effects(batch, lambda effect: effect.duration == "this_turn")
    batch.emit(e.TurnStopped(seat=active))
    next_turn(batch)
    return True


def _leave(batch: Batch, seat: int) -> None:
    """C4-513 C4-714 C4-716 C4-R93 C4-R94 Cards they control or own leave play, effects end; their supply goes along,
    and the turns that they still had.
    """
    board = batch.board
    for card in [card for card in board.in_play if seat in (card.controller, card.owner)]:
        left_play(batch, card, "concede")
    end_effects(batch, lambda effect: effect.duration == "until_your_next_turn" and effect.controller == seat)
    supply, seats = board.players[seat].supply, len(board.remaining())
    if batch.state.goes_by("4.23") and seats > PAIR:
        lost = max(0, board.turn_cap - board.turn) // seats
        batch.emit(e.PlayerConceded(seat=seat, tokens={}, along=supply, turn_cap=board.turn_cap - lost))
    else:
        batch.emit(e.PlayerConceded(seat=seat, tokens=supply))
