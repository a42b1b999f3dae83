"""KOs, the end of the match, Time Over, concessions (CAP-701 to CAP-713, CAP-930, CAP-959)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NoReturn

from msgspec.structs import replace

from domain.games.capcom_crossovers import events as e
from domain.games.capcom_crossovers.board import Board, Character
from domain.games.capcom_crossovers.frames import Kos, Turn
from domain.games.capcom_crossovers.match import Batch
from domain.games.capcom_crossovers.rules import combos, tagging
from domain.kernel.frames import top
from domain.kernel.result import Result

KEPT = ("variable_counter", "cut_deck")
"""CAP-R80 The prompts that a conceding player of a team still answers, by default."""


def step_kos(batch: Batch, frame: Kos) -> None:
    """CAP-482 CAP-701 Characters at 0 HP are KOed, all that one resolution brought there together."""
    if fallen := _at_zero(batch.board):
        ko(batch, fallen)


def _at_zero(board: Board) -> list[Character]:
    return [one for one in board.characters if one.status != "koed" and one.hp == 0]


def ko(batch: Batch, fallen: Sequence[Character], reason: combos.EndReason = "ko") -> None:
    """CAP-208 CAP-701 CAP-702 CAP-703 CAP-930 CAP-959 CAP-R60 CAP-R69 CAP-R100 They are out; a partner comes in;
    combat or turn end.
    """
    board = batch.board
    active = any(one.status == "active" for one in fallen)
    for one in fallen:
        out = all(other.status == "koed" or other in fallen for other in board.characters if other.seat == one.seat)
        batch.emit(e.CharacterKoed(seat=one.seat, character=one.id, cid=one.cid, out=out))
    _check_sides(batch)
    for side in range(len(board.sides)):
        if not any(one.status == "active" for one in board.of_side(side)):
            tagging.switch(batch, side, "ko")
    if board.phase == "combat" and (active or board.players[board.turn_player].out):
        combos.end_combat(batch, reason)
    if board.turn and board.players[board.turn_player].out:
        batch.frames[:] = [replace(top(batch.frames[:1], Turn), stage="end")]


def _check_sides(batch: Batch) -> None:
    """CAP-702 CAP-703 CAP-931 CAP-974 CAP-R48 The side whose opponents are all KOed wins; both: a draw."""
    board = batch.board
    lost = [side for side in range(len(board.sides)) if all(one.status == "koed" for one in board.of_side(side))]
    if len(lost) == len(board.sides):
        _draw(batch, "CAP-703", "double_ko")
    if lost:
        _win(batch, 1 - lost[0], "CAP-702" if board.mode == "one_on_one" else "CAP-703", "ko")


def _win(batch: Batch, side: int, rule: str, reason: str, decided_by: str | None = None) -> NoReturn:
    board = batch.board
    batch.end(Result("win", (board.sides[side], board.sides[1 - side]), rule, decided_by, reason))


def _draw(batch: Batch, rule: str, reason: str, decided_by: str | None = None) -> NoReturn:
    batch.end(Result("draw", (tuple(range(len(batch.board.players))),), rule, decided_by, reason))


def check_time_over(batch: Batch) -> None:
    """CAP-710 CAP-711 CAP-712 CAP-R46 CAP-R47 CAP-R49 An empty draw pile or the last turn: the larger share wins."""
    board = batch.board
    empty = tuple(seat for seat, player in enumerate(board.players) if not player.out and not player.deck.size)
    capped = board.turn >= batch.state.options.turn_cap
    if not empty and not capped:
        return
    fractions = tuple(hp_left(board, side) for side in range(len(board.sides)))
    batch.emit(e.TimeOver(empty=empty, fractions=fractions))
    (hp, of), (other_hp, other_of) = fractions
    rule, reason = ("CAP-710", "time_over") if empty else ("CAP-712", "turn_cap")
    if hp * other_of == other_hp * of:
        _draw(batch, rule, reason, "CAP-711")
    _win(batch, 0 if hp * other_of > other_hp * of else 1, rule, reason, "CAP-711")


def hp_left(board: Board, side: int) -> tuple[int, int]:
    """CAP-711 HP and HP at the start, of all characters of a side."""
    return sum(one.hp for one in board.of_side(side)), sum(one.start_hp for one in board.of_side(side))


def concede(batch: Batch, seat: int) -> None:
    """CAP-713 CAP-R50 CAP-R80 CAP-R107 A player alone loses; in a team the own character is KOed and the partner fights
    on.
    """
    board = batch.board
    batch.emit(e.PlayerConceded(seat=seat))
    side = board.side_of(seat)
    if len(board.sides[side]) == 1:
        _win(batch, 1 - side, "CAP-713", "concede")
    own = board.own(seat)
    if own.status == "koed":
        return
    batch.overtake(but=lambda prompt: prompt.seat == seat and prompt.kind in KEPT)
    ko(batch, [own, *(one for one in _at_zero(board) if one is not own)], "conceded")
