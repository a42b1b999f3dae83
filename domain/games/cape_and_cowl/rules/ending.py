"""Consequences of facts that happened together: maximum HP, lost guards, destruction, the end."""

from __future__ import annotations

from typing import NoReturn

from domain.games.cape_and_cowl import events as e
from domain.games.cape_and_cowl.board import Board
from domain.games.cape_and_cowl.frames import DiscardDown, Discards
from domain.games.cape_and_cowl.match import Batch
from domain.games.cape_and_cowl.rules import leaving
from domain.games.cape_and_cowl.rules.continuous import limit, no_attrition, other_max_hp
from domain.kernel.result import Result

CONSTRUCTION = 200
"""CNC-703."""


def checkpoint(batch: Batch) -> bool:
    """CNC-529 CNC-701 CNC-R45 Whether anything was to be done; then there may be more."""
    if batch.state.result is not None or _goes_on(batch):
        return False
    if _adjust_hp(batch) or _discard_orphans(batch) or _destroy_the_fallen(batch):
        return True
    check_end(batch)
    return False


def _goes_on(batch: Batch) -> bool:
    """CNC-529 CNC-R62 Whether one effect makes several discard, and not all have."""
    frame = batch.frames[-1] if batch.frames else None
    return isinstance(frame, Discards | DiscardDown) and frame.later


def _adjust_hp(batch: Batch) -> bool:
    """CNC-512 CNC-R32 With the maximum HP rise as much, or are cut to it."""
    changed = other_max_hp(batch.board)
    for character, now in changed:
        after = min(now, character.hp + max(0, now - character.max_hp))
        batch.emit(e.MaxHpChanged(**e.of(character), max_hp=now, hp_after=after))
    return bool(changed)


def _discard_orphans(batch: Batch) -> bool:
    """CNC-521 A guard whose host has left is discarded."""
    orphans = leaving.orphans(batch.board)
    for guard in orphans:
        leaving.discard(batch, guard, "host_left")
    return bool(orphans)


def _destroy_the_fallen(batch: Batch) -> bool:
    """CNC-413 CNC-529 Characters at 0 HP are destroyed together."""
    fallen = [card for player in batch.board.players for card in player.characters if card.hp == 0]
    if fallen:
        leaving.destroy(batch, fallen, "no_hp")
    return bool(fallen)


def check_end(batch: Batch) -> None:
    """CNC-707 CNC-R46 Destruction, Construction, Attrition: the first that decides ends the match."""
    board = batch.board
    if not board.turn:
        return
    _destruction(batch, board)
    _construction(batch, board)
    _attrition(batch, board)


def _destruction(batch: Batch, board: Board) -> None:
    """CNC-702 CNC-708 A player with 0 CP loses; if both have, it is a draw."""
    lost = [seat for seat, player in enumerate(board.players) if player.cp == 0]
    if len(lost) == 2:
        draw(batch, "CNC-708", "destruction")
    if lost:
        win(batch, 1 - lost[0], "CNC-702", "destruction")


def _construction(batch: Batch, board: Board) -> None:
    """CNC-703 CNC-709 A player with 200 CP or more wins; if both have, the one with more, and equal is a draw."""
    won = [seat for seat, player in enumerate(board.players) if player.cp >= CONSTRUCTION]
    if len(won) == 2:
        more = board.players[0].cp - board.players[1].cp
        _decide(batch, more, "CNC-709", "construction")
    if won:
        win(batch, won[0], "CNC-703", "construction")


def _attrition(batch: Batch, board: Board) -> None:
    """CNC-704 CNC-705 CNC-706 CNC-710 A player with as many discards as the limit loses; if both have, more discards
    decide, then lower CP.
    """
    lost = [seat for seat in (0, 1) if _worn_out(board, seat)]
    if len(lost) == 2:
        first, second = board.players
        fewer = len(second.discard) - len(first.discard)
        _decide(batch, fewer or first.cp - second.cp, "CNC-710", "attrition")
    if lost:
        win(batch, 1 - lost[0], "CNC-704", "attrition")


def _worn_out(board: Board, seat: int) -> bool:
    enough = len(board.players[seat].discard) >= limit(board, seat, "attrition")
    return enough and not no_attrition(board, seat)


def check_limits(batch: Batch) -> None:
    """CNC-218 CNC-714 CNC-715 CNC-717 CNC-R47 CNC-R48 The end of a match at an end step."""
    board = batch.board
    round_over = board.active != board.first
    agreed = batch.state.options.round_limit
    if batch.state.time_up:
        _tiebreak(batch, "CNC-715")
    if round_over and agreed is not None and board.round >= agreed:
        _tiebreak(batch, "CNC-714")
    if round_over and board.round >= LAST_ROUND:
        draw(batch, "CNC-717", "turn_cap")


LAST_ROUND = 100
"""CNC-717."""


def _tiebreak(batch: Batch, rule: str) -> None:
    """CNC-716 The agreed order of CP and discards; then a draw."""
    first, second = batch.board.players
    cp, discards = first.cp - second.cp, len(second.discard) - len(first.discard)
    by_cp = batch.state.options.tiebreak == "most_cp"
    _decide(batch, (cp or discards) if by_cp else (discards or cp), rule, "limit", decided_by="CNC-716")


def _decide(batch: Batch, better: int, rule: str, reason: str, decided_by: str | None = None) -> NoReturn:
    """P1 wins with a positive number, P2 with a negative one."""
    if not better:
        draw(batch, rule, reason, decided_by)
    win(batch, 0 if better > 0 else 1, rule, reason, decided_by)


def win(batch: Batch, seat: int, rule: str, reason: str, decided_by: str | None = None) -> NoReturn:
    """CNC-713 One winner; the reason is recorded."""
    batch.end(Result("win", ((seat,), (1 - seat,)), rule, decided_by, reason))


def draw(batch: Batch, rule: str, reason: str, decided_by: str | None = None) -> NoReturn:
    """CNC-713 A draw; the reason is recorded."""
    batch.end(Result("draw", ((0, 1),), rule, decided_by, reason))


def concede(batch: Batch, seat: int) -> None:
    """CNC-711 CNC-R08 The opponent wins, whosever turn it is."""
    win(batch, 1 - seat, "CNC-711", "concede")
