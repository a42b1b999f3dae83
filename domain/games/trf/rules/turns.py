"""The parts of a turn: start, deployment, roleplay with combat, end (TRF-201 to TRF-221)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise

from msgspec.structs import replace

from domain.games.trf import actions as a
from domain.games.trf import events as e
from domain.games.trf.board import Board, Persistent
from domain.games.trf.frames import Turn
from domain.games.trf.match import Batch, State
from domain.games.trf.rules import (
    abilities,
    assault,
    attacks,
    combining,
    deploying,
    ending,
    fights,
    leaving,
    piles,
    playing,
    resources,
    windows,
)
from domain.kernel.prompts import Template


def step(batch: Batch, frame: Turn) -> None:
    """TRF-202 TRF-218 One part of a turn, and then the next."""
    STAGES[frame.stage](batch, frame)


def _go_on(batch: Batch, frame: Turn) -> None:
    """The turn goes on with its next part, once all that is pushed above it is resolved."""
    batch.frames.append(replace(frame, stage=NEXT[frame.stage]))


def done(batch: Batch) -> None:
    """The part of the turn that asked is over."""
    frame = batch.answered(Turn)
    _go_on(batch, frame)


def _asks(kind: str) -> Callable[[Batch, Turn], None]:
    """TRF-209 TRF-213 TRF-220 A part in which the AP acts, until done with it; it asks whatever the hand holds."""
    return lambda batch, frame: batch.ask_for(frame, batch.board.active, kind)


def start_turn(batch: Batch, seat: int) -> None:
    """TRF-201 The next turn, numbered over the whole match."""
    batch.emit(e.TurnStarted(seat=seat, turn=batch.board.turn + 1))


# Start


def _refill(batch: Batch, frame: Turn) -> None:
    """TRF-203 TRF-206 The pools are filled; start-of-turn texts are collected then, before the draw."""
    _go_on(batch, frame)
    resources.refill(batch, batch.board.active)


def _start(batch: Batch, frame: Turn) -> None:
    """TRF-206 TRF-639 The steps of the start of a turn, one by one."""
    _go_on(batch, frame)
    batch.push(*leaving.start_of_turn(batch.board, batch.board.active))


def _draw(batch: Batch, frame: Turn) -> None:
    """TRF-207 TRF-208 TRF-R09 The AP may draw a card; not with an empty deck."""
    if batch.board.players[batch.board.active].deck.size:
        batch.ask_for(frame, batch.board.active, "prompt_draw")
    else:
        _go_on(batch, frame)


def draw_templates(state: State, seat: int) -> list[Template]:
    """TRF-207 TRF-709 Draw, or decline."""
    return [
        Template("draw_card", {}, (), "Draw a card", ("TRF-207",)),
        Template("skip_draw", {}, (), "Draw no card", ("TRF-207",)),
    ]


def draw_card(batch: Batch, seat: int, action: a.DrawCard) -> None:
    """TRF-207 The top card of the own deck."""
    done(batch)
    piles.draw(batch, seat, 1, "draw_step")


def skip_draw(batch: Batch, seat: int, action: a.SkipDraw) -> None:
    """TRF-207 No card."""
    done(batch)
    batch.emit(e.DrawDeclined(seat=seat))


def play_planet(batch: Batch, seat: int, action: a.PlayPlanet) -> None:
    """TRF-209 One, and the step is over."""
    done(batch)
    deploying.play_planet(batch, seat, action)


# Deployment


def deployment_templates(board: Board, seat: int) -> Iterator[Template]:
    """TRF-213 TRF-709 The legal actions in Deployment."""
    yield from deploying.character_templates(board, seat)
    yield from abilities.planet_templates(board, seat)
    yield Template("end_deployment", {}, (), "Buy nothing more", ("TRF-214",))


# Roleplay


def _pre_combat(batch: Batch, frame: Turn) -> None:
    """TRF-215 TRF-216 The pre-combat step, until an attack is named and confirmed, or declined.

    With nothing left to name, the attack is confirmed (Prompts: a single answer that is no pass).
    """
    board = batch.board
    if board.attack is not None and not attacks.attackers(board, board.active):
        _go_on(batch, frame)
        attacks.confirm_attack(batch)
    else:
        batch.ask_for(frame, batch.board.active, "prompt_roleplay")


def roleplay_templates(state: State, seat: int) -> Iterator[Template]:
    """TRF-215 TRF-216 TRF-217 TRF-709 The legal actions before combat; once an attacker is named, only attacks."""
    board = state.board
    if board.attack is None:
        yield from playing.templates(state, playing.moment(seat, Turn("pre_combat")))
        yield from abilities.account_templates(board, seat)
        yield from abilities.planet_templates(board, seat)
        yield from abilities.character_templates(board, seat)
        yield from combining.templates(board, seat)
    yield from attacks.templates(state, seat)


def confirm_attack(batch: Batch, seat: int, action: a.ConfirmAttack) -> None:
    """TRF-403 TRF-406 The attack is on."""
    done(batch)
    attacks.confirm_attack(batch)


def decline_attack(batch: Batch, seat: int, action: a.DeclineAttack) -> None:
    """TRF-216 TRF-219 There is no attack this turn."""
    done(batch)
    batch.emit(e.AttackDeclined(seat=seat))


def _attack_window(batch: Batch, frame: Turn) -> None:
    """TRF-218 TRF-406 The attack window."""
    _go_on(batch, frame)
    if _is_on(batch.board):
        batch.push(windows.of_attack(batch.board, "attack"))


def _is_on(board: Board) -> bool:
    """TRF-634 Whether an attack was declared this turn and goes on."""
    return board.attack is not None and not board.attack.cancelled


def _blocks(batch: Batch, frame: Turn) -> None:
    """TRF-407 TRF-410 Ask the DP for blocks while one is possible; else close them."""
    board = batch.board
    if not _is_on(board) or (board.attack is not None and board.attack.blocked):
        _go_on(batch, frame)
        return
    defender = board.defender()
    if defender is not None and attacks.blockers(board, defender) and attacks.blockable(board):
        batch.ask_for(frame, defender, "prompt_blocks")
    else:
        _go_on(batch, frame)
        attacks.confirm_blocks(batch, board.attack.defender if board.attack is not None else -1)


def confirm_blocks(batch: Batch, seat: int, action: a.ConfirmBlocks) -> None:
    """TRF-409 TRF-410 Nobody else blocks."""
    done(batch)
    attacks.confirm_blocks(batch, seat)


def _block_window(batch: Batch, frame: Turn) -> None:
    """TRF-218 TRF-219 TRF-415 The block window, if there is any fight, new or stuck."""
    _go_on(batch, frame)
    if batch.board.fights:
        batch.push(windows.of_blocks(batch.board))


def _fights(batch: Batch, frame: Turn) -> None:
    """TRF-219 TRF-420 TRF-R19 All fights, one after another."""
    _go_on(batch, frame)
    batch.push(*fights.in_order(batch.board))


def _assault(batch: Batch, frame: Turn) -> None:
    """TRF-450 TRF-R24 After the fights the AP sends unblocked units to planets, while any can be sent."""
    board = batch.board
    if not _is_on(board) or board.defender() is None:
        _go_on(batch, frame)
    elif assault.assignable(board) and assault.targets(board):
        batch.ask_for(frame, batch.board.active, "prompt_assault")
    else:
        _go_on(batch, frame)
        if board.assault:
            assault.confirm(batch)


def confirm_assault(batch: Batch, seat: int, action: a.ConfirmAssault) -> None:
    """TRF-455 Nobody else is sent."""
    done(batch)
    assault.confirm(batch)


def _assault_window(batch: Batch, frame: Turn) -> None:
    """TRF-218 TRF-455 The assault window, if anything was sent."""
    _go_on(batch, frame)
    if batch.board.assault:
        batch.push(windows.of_attack(batch.board, "assault"))


def _capture(batch: Batch, frame: Turn) -> None:
    """TRF-459 TRF-463 The planets are compared; combat is over."""
    _go_on(batch, frame)
    if _is_on(batch.board):
        assault.compare(batch)


def post_templates(state: State, seat: int) -> Iterator[Template]:
    """TRF-220 TRF-709 The legal actions after combat."""
    board = state.board
    yield from playing.templates(state, playing.moment(seat, Turn("post_combat")))
    yield from abilities.account_templates(board, seat)
    yield from abilities.planet_templates(board, seat)
    yield Template("end_turn", {}, (), "End the turn", ("TRF-220",))


# End


def _end(batch: Batch, frame: Turn) -> None:
    """TRF-221 End-of-turn texts."""
    _go_on(batch, frame)
    batch.push(*leaving.texts(batch.board, batch.board.active, "end_of_turn"))


def _close(batch: Batch, frame: Turn) -> None:
    """TRF-221 TRF-525 TRF-R44 End effects of this turn, check caps, start the next turn."""
    board = batch.board
    leaving.end_stuck_turns(batch)
    if _lasts(board):
        batch.emit(e.ModifiersEnded(seat=board.active))
    idle = 0 if board.busy else board.idle_turns + 1
    batch.emit(e.TurnEnded(seat=board.active, turn=board.turn, idle_turns=idle))
    ending.check_caps(batch)
    batch.frames.append(Turn())
    start_turn(batch, next(iter(board.others(board.active))))


def _lasts(board: Board) -> bool:
    """TRF-525 Whether anything lasts for this turn."""
    if any(fight.mods for fight in board.fights):
        return True
    return any(card.modifiers for card in board.in_play() if not isinstance(card, Persistent))


STAGES: Mapping[str, Callable[[Batch, Turn], None]] = {
    "refill": _refill,
    "start": _start,
    "draw": _draw,
    "planet": _asks("prompt_planet"),
    "deployment": _asks("prompt_deployment"),
    "pre_combat": _pre_combat,
    "attack_window": _attack_window,
    "blocks": _blocks,
    "block_window": _block_window,
    "fights": _fights,
    "assault": _assault,
    "assault_window": _assault_window,
    "capture": _capture,
    "post_combat": _asks("prompt_post"),
    "end": _end,
    "close": _close,
}
NEXT = dict(pairwise(STAGES))
"""TRF-214 TRF-910 TRF-R11 TRF-R19 The part of a turn that follows each."""
