"""The windows of combat, where players in turn play an OOC card or pass (TRF-223 to TRF-225, TRF-904)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from domain.games.trf import actions as a
from domain.games.trf import events as e
from domain.games.trf.board import Board, Fight
from domain.games.trf.definitions import WINDOWS, Window
from domain.games.trf.frames import Announced, InWindow
from domain.games.trf.match import Batch, State
from domain.kernel.audience import seat as seat_audience
from domain.kernel.prompts import Parameter, Template
from domain.kernel.refusal import Refusal, illegal

SILENT: tuple[Window, ...] = ("attack", "block", "bicker", "dice", "assault", "response")
"""TRF-225 Windows in which somebody may pass beforehand."""
STANDING = (
    Template(
        "set_standing_pass",
        {},
        (Parameter("windows", "words", SILENT, 0, len(SILENT)),),
        "Pass in these windows for this turn",
        ("TRF-225",),
    ),
)
"""The answers to a standing prompt."""
MOST_PASSES = 20
"""TRF-R93 Standing passes that a player sets in a turn."""


def of_attack(board: Board, window: Window) -> InWindow:
    """TRF-223 TRF-904 The AP and the DP, in this order."""
    defender = board.defender()
    return InWindow(window, (board.active,) if defender is None else (board.active, defender))


def of_blocks(board: Board) -> InWindow:
    """TRF-415 TRF-904 The AP, the DP if any, then the others with units in a stuck fight, in turn order."""
    first = of_attack(board, "block").seats
    held = (board.character(iid) for fight in board.fights if fight.stuck for iid in fight.cards())
    stuck = {card.owner for card in held if card is not None}
    return InWindow("block", (*first, *(seat for seat in board.others(board.active) if seat in stuck - set(first))))


def of_fight(board: Board, window: Window, fight: Fight) -> InWindow:
    """TRF-904 The players of the two sides: the AP first if among them, else the attacker side's player."""
    seats = (fight.defender, fight.attacker) if board.active == fight.defender else (fight.attacker, fight.defender)
    return InWindow(window, seats, fight=fight.id)


def step_window(batch: Batch, frame: InWindow) -> None:
    """TRF-223 TRF-224 TRF-R22 Ask players with cards in turn, until all have passed one after the other."""
    if frame.passed >= len(frame.seats) or _is_empty(batch.board, frame):
        return
    seat = frame.seats[frame.at]
    batch.frames.append(frame)
    if silent(batch.board, seat, frame.window):
        pass_window(batch, seat)
    else:
        batch.ask(seat, "prompt_window")


def _is_empty(board: Board, frame: InWindow) -> bool:
    """TRF-218 TRF-R94 Nothing is left that the window is about."""
    cancelled = board.attack is None or board.attack.cancelled
    match frame.window:
        case "attack":
            return cancelled
        case "assault":
            return cancelled or all(board.planet(planet) is None for _, planet in board.assault)
        case "block":
            return not board.fights
        case _:
            return board.fight(frame.fight) is None


def silent(board: Board, seat: int, window: Window) -> bool:
    """TRF-224 TRF-225 Whether a player counts as passing: lost, without a card in hand, or passing beforehand."""
    player = board.players[seat]
    return player.lost or not player.hand.size or window in player.standing


def pass_window(batch: Batch, seat: int, action: a.Pass | None = None) -> None:
    """TRF-223 Ask the next player."""
    frame = batch.answered(InWindow)
    if batch.board.players[seat].hand.size:
        batch.emit(e.WindowPassed(seat=seat, window=frame.window))
    batch.frames.append(replace(frame, at=(frame.at + 1) % len(frame.seats), passed=frame.passed + 1))


def played(batch: Batch) -> None:
    """TRF-223 After a card has resolved, ask the AP, or the first after them, again."""
    frame = batch.answered(InWindow)
    batch.frames.append(replace(frame, at=0, passed=0))


def standing_templates(state: State, seat: int) -> Sequence[Template]:
    """TRF-225 Any of the windows."""
    return STANDING


def refuse_more(state: State, seat: int) -> Refusal | None:
    """TRF-R93 Why a player can set no standing pass any more this turn, or None."""
    if state.board.players[seat].passes < MOST_PASSES:
        return None
    return illegal("TRF-R93", f"you have set a standing pass {MOST_PASSES} times this turn")


def may_set(board: Board) -> list[int]:
    """TRF-225 TRF-R93 The players who may pass beforehand."""
    return [seat for seat, player in enumerate(board.players) if not player.lost and player.passes < MOST_PASSES]


def set_standing(batch: Batch, seat: int, action: a.SetStandingPass) -> None:
    """TRF-225 Known to the player alone; a window that they are being asked about is passed at once."""
    ordered = tuple(window for window in WINDOWS if window in action.windows)
    batch.emit(e.StandingPassSet(seat=seat, windows=ordered), {seat_audience(seat): ("windows",)})
    asking = batch.frames[-1] if batch.frames else None
    window = asking.window if isinstance(asking, InWindow) else "response" if isinstance(asking, Announced) else None
    if window in ordered and any(one.seat == seat and one.mode != "standing" for one in batch.state.prompts.values()):
        batch.overtake()
