"""Prices of actions now: the ladder of additional actions, and a card's or ability's own cost (3xx)."""

from __future__ import annotations

from msgspec.structs import replace

from domain.games.c4.board import Board
from domain.games.c4.definitions import Cost
from domain.games.c4.frames import Env
from domain.games.c4.rules.continuous import EvalContext, Unanswerable, total


def additional_price(board: Board, seat: int, without: tuple[str, ...] = ()) -> int:
    """C4-303 C4-306 C4-R15 The ladder price of the next additional action with its modifiers, never below 0."""
    return max(0, board.paid_actions + 1 + total(board, "price", seat, without))


def action_price(board: Board, seat: int) -> int:
    """C4-302 C4-304 C4-R14 EX-03 EX-04 Free actions are used first; without any it is the additional price."""
    return 0 if board.free_actions > 0 else additional_price(board, seat)


def own_cost(board: Board, cost: Cost | None, env: Env) -> int:
    """C4-311 C4-R83 The own cost of the card or ability, for the X of its declaration; 0 if that can't be answered."""
    try:
        return 0 if cost is None else max(0, int(cost.n(EvalContext(board, env))))
    except Unanswerable:
        return 0


def affordable_xs(board: Board, cost: Cost | None, xs: tuple[int, ...], env: Env, budget: int) -> tuple[int, ...]:
    """C4-314 Every X of the stated range whose cost can be paid."""
    return tuple(x for x in xs if own_cost(board, cost, replace(env, x=x)) <= budget)


def least_cost(board: Board, cost: Cost | None, xs: tuple[int, ...], env: Env, x: int | None) -> int:
    """C4-311 C4-314 C4-R15 The own cost for the X that is declared, or for the cheapest while none is."""
    if cost is None:
        return 0
    return min(own_cost(board, cost, replace(env, x=value)) for value in (xs or (0,) if x is None else (x,)))
