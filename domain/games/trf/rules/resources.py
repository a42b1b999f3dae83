"""Meters and words: refills, payments, what a lost planet cuts (TRF-203 to TRF-205, TRF-301 to TRF-305)."""

from __future__ import annotations

from domain.games.trf import events as e
from domain.games.trf.board import Board, Planet
from domain.games.trf.match import Batch
from domain.games.trf.rules import continuous
from domain.kernel.refusal import Refusal, illegal


def refill(batch: Batch, seat: int) -> None:
    """TRF-203 TRF-204 TRF-205 TRF-531 TRF-602 TRF-636 TRF-R07 Both pools are set anew; what was left is lost."""
    board = batch.board
    planets = board.players[seat].planets
    gave = tuple(
        (planet.iid, board.cards[planet.cid].meters, board.cards[planet.cid].words)
        for planet in planets
        if not planet.skipped
    )
    meters, words = continuous.income(board, seat)
    event = e.PoolsRefilled(
        seat=seat,
        pool_m=max(0, sum(m for _, m, _ in gave) + meters),
        pool_w=max(0, sum(w for _, _, w in gave) + words),
        gave=gave,
        exhausted=tuple(planet.iid for planet in planets if planet.skipped),
    )
    batch.emit(event)


def refuse_more(board: Board, seat: int) -> Refusal | None:
    """TRF-R90 Why a player can play, revive and use nothing more this turn, or None."""
    if not continuous.done_for_turn(board, seat):
        return None
    return illegal("TRF-R90", f"{continuous.MOST_ACTS} of your cards were played, revived, used or came back this turn")


def refuse_meters(board: Board, seat: int, amount: int, rule: str, path: str) -> Refusal | None:
    """TRF-301 TRF-302 TRF-303 TRF-304 TRF-R06 Why a price in meters can't be paid, or None."""
    pool = board.players[seat].pool_m
    if amount <= pool:
        return None
    return illegal("TRF-302", f"it costs {amount} meters ({rule}), you have {pool}", path)


def refuse_words(board: Board, seat: int, amount: int, rule: str, path: str) -> Refusal | None:
    """TRF-301 TRF-302 Why a price in words can't be paid, or None."""
    pool = board.players[seat].pool_w
    if amount <= pool:
        return None
    return illegal("TRF-302", f"it costs {amount} words ({rule}), you have {pool}", path)


def pay_meters(batch: Batch, seat: int, amount: int, cause: str) -> None:
    """TRF-302 The price is taken when the action is announced; nothing is recorded for what is free."""
    if amount:
        batch.emit(e.MetersPaid(seat=seat, amount=amount, cause=cause))


def pay_words(batch: Batch, seat: int, amount: int, cause: str) -> None:
    """TRF-302 TRF-342 The price is taken when the action is announced, and never given back."""
    if amount:
        batch.emit(e.WordsPaid(seat=seat, amount=amount, cause=cause))


def cut(batch: Batch, planet: Planet) -> None:
    """TRF-305 TRF-461 TRF-636 TRF-R06 A planet leaves: caps go down by what it gave, pools to the new caps."""
    player = batch.board.players[planet.owner]
    if not planet.gave_m and not planet.gave_w:
        return
    max_m, max_w = max(0, player.max_m - planet.gave_m), max(0, player.max_w - planet.gave_w)
    event = e.PoolCut(
        seat=planet.owner, pool_m=min(player.pool_m, max_m), pool_w=min(player.pool_w, max_w), max_m=max_m, max_w=max_w
    )
    batch.emit(event)


def refuse_contribution(board: Board, planet: Planet) -> Refusal | None:
    """TRF-329 Why the whole contribution of a planet is no longer in the pools, or None."""
    player = board.players[planet.owner]
    if planet.exhausted:
        return illegal("TRF-329", "it is exhausted until your next refill", "planet")
    if player.pool_m < planet.gave_m or player.pool_w < planet.gave_w:
        message = f"the {planet.gave_m} meters and {planet.gave_w} words that it gave must still be in your pools"
        return illegal("TRF-329", message, "planet")
    return None
