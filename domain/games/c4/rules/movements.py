"""Token movements: gains, losses, takes, gives, payments, tokens on cards (C4-340 to C4-391)."""

from __future__ import annotations

from msgspec.structs import replace

from domain.games.c4 import events as e
from domain.games.c4.board import Board, Tokens, plus
from domain.games.c4.frames import Item, Moment, Movement, Pay, Put, TokenChoice
from domain.games.c4.match import Batch
from domain.games.c4.rules.continuous import applying, total
from domain.games.c4.rules.effects import report
from domain.games.c4.rules.tokens import count, pick, usable
from domain.games.c4.rules.triggers import moment_frames

PAST = {"gain": "gained", "lose": "lost", "take": "taken", "give": "gained"}
WOULD = {"gain": "would_gain", "lose": "would_lose", "take": "would_take", "give": "would_gain"}


def step_movement(batch: Batch, move: Movement) -> None:
    """C4-365 C4-370 C4-371 C4-R23 Three passes, each in turn order: amounts, tokens, triggers and windows; one event
    per player.
    """
    if move.at >= len(move.items):
        _next_stage(batch, move)
    elif move.stage == "amount":
        _work_out(batch, move)
    elif move.stage == "after":
        _tell(batch, move)
    elif not move.items[move.at].amount:
        batch.frames.append(replace(move, at=move.at + 1))
    elif move.stage == "rounds":
        _pick_one(batch, move)
    elif move.kind == "give":
        _give(batch, move)
    else:
        _move(batch, move)


def _next_stage(batch: Batch, move: Movement) -> None:
    if move.stage == "amount":
        stage = "rounds" if _scarce(batch.board, move) else "move"
        batch.frames.append(replace(move, stage=stage, at=0))
    elif move.stage == "rounds":
        _end_round(batch, move)
    elif move.stage == "move":
        batch.frames.append(replace(move, stage="after", at=0))


def _work_out(batch: Batch, move: Movement) -> None:
    """C4-375 to C4-379 C4-R25 Amount, cap, prevention, then replacements and the `would_` window, for one player."""
    item = move.items[move.at]
    if move.worked_out:
        batch.frames.append(replace(move, at=move.at + 1, worked_out=False))
        return
    item, extra = _amount(batch.board, move, item)
    if item.amount:
        item = _unless_prevented(batch, move, item)
    move = replace(move, items=_with(move, item), extra=extra)
    if not item.amount:
        batch.frames.append(replace(move, at=move.at + 1))
        return
    batch.frames.append(replace(move, worked_out=True))
    moment = Moment(WOULD[move.kind], item.player, move.other, item.amount, flag=move.kind == "take")
    batch.push(*moment_frames(batch, moment, move.causes, guarded=True))


def _amount(board: Board, move: Movement, item: Item) -> tuple[Item, int]:
    """C4-349 C4-355 C4-372 C4-376 C4-377 C4-R21 C4-R25 C4-R65 The uncapped amount, and what a give adds from
    the pot.

    Takes are never changed; nothing that can't move at all counts as 0.
    """
    amount, extra = item.amount, 0
    if move.kind in ("gain", "lose"):
        amount = max(0, amount + total(board, f"mod_{move.kind}", item.player))
    elif move.kind == "give":
        change = total(board, "mod_gain", item.player)
        amount, extra = max(0, amount + min(0, change)), max(0, change)
    if not count(_allowed(board, move, item)):
        amount = 0
    return replace(item, amount=amount), extra


def _unless_prevented(batch: Batch, move: Movement, item: Item) -> Item:
    """C4-348 C4-354 C4-378 C4-383 EX-10 A card that forbids the gain or the loss forbids the whole movement."""
    loser = {"lose": item.player, "take": move.other}.get(move.kind)
    by = None if move.kind == "lose" else applying(batch.board, "prevent_gain", item.player, move.kind)
    if by is None and loser is not None:
        by = applying(batch.board, "prevent_lose", loser, move.kind)
    if by is None:
        return item
    batch.emit(e.EventPrevented(seat=item.player, kind=move.kind, amount=item.amount, by=by))
    return replace(item, amount=0)


def _source(move: Movement, item: Item) -> str:
    if move.kind == "gain":
        return "pot"
    return f"seat:{item.player if move.kind == 'lose' else move.other}"


def _allowed(board: Board, move: Movement, item: Item) -> Tokens:
    return usable(board, _source(move, item), _foreign_to(move, item))


def _foreign_to(move: Movement, item: Item) -> int | None:
    return item.player if move.restricted else None


def _scarce(board: Board, move: Movement) -> bool:
    """C4-366 C4-367 C4-368 C4-R24 Whether gainers pick one by one: the pot holds too few, or kinds are restricted."""
    amounts = [item.amount for item in move.items if item.amount]
    if move.kind != "gain" or len(amounts) < 2:
        return False
    return move.restricted or count(board.pot) < sum(amounts)


def _move(batch: Batch, move: Movement) -> None:
    """C4-340 C4-342 C4-343 C4-344 C4-346 C4-360 C4-380 C4-420 C4-612 C4-R19 C4-R62 EX-06 EX-23 Choose the tokens, as
    many as there are, and move them.

    The player who gains or takes chooses, or the one who loses; tokens on cards are in nobody's supply.
    """
    item = move.items[move.at]
    n = min(item.amount, count(_allowed(batch.board, move, item)))
    choice = TokenChoice(item.player, n, _source(move, item), _foreign_to(move, item), gaining=move.kind != "lose")
    tokens = pick(batch, move, choice)
    if tokens is not None:
        _record(batch, move, item.player, tokens)
        _moved(batch, move, item, count(tokens))


def _record(batch: Batch, move: Movement, player: int, tokens: Tokens) -> None:
    """C4-345 C4-347 C4-369 EX-05 One event for one player's movement; a take is a gain and a loss of the same size."""
    if not tokens:
        return
    if move.kind == "gain":
        batch.emit(e.TokensGained(seat=player, tokens=tokens, cause="gain", source=move.cid))
    elif move.kind == "lose":
        batch.emit(e.TokensLost(seat=player, tokens=tokens, cause="lose", source=move.cid))
    elif move.other is not None:
        batch.emit(e.TokensTaken(taker=player, victim=move.other, tokens=tokens))
        batch.emit(e.TokensGained(seat=player, tokens=tokens, cause="take", source=move.cid, other=move.other))
        batch.emit(e.TokensLost(seat=move.other, tokens=tokens, cause="take", source=move.cid))


def _moved(batch: Batch, move: Movement, item: Item, n: int) -> None:
    items = _with(move, replace(item, moved=n))
    batch.frames.append(replace(move, items=items, at=move.at + 1, picked=None))


def _give(batch: Batch, move: Movement) -> None:
    """C4-350 C4-351 C4-355 C4-R21 C4-R65 EX-12 The giver chooses what is given, the receiver what an increase adds."""
    item, giver = move.items[move.at], move.other
    if giver is None:
        return
    if not move.given:
        supply = batch.board.players[giver].supply
        choice = TokenChoice(giver, min(item.amount, count(supply)), f"seat:{giver}")
        given = pick(batch, move, choice)
        if not given:
            return
        move = replace(move, given=given, picked=None)
    choice = TokenChoice(item.player, min(move.extra, count(batch.board.pot)), "pot", gaining=True)
    added = pick(batch, move, choice) if choice.n else {}
    if added is None:
        return
    batch.emit(e.TokensGiven(giver=giver, receiver=item.player, tokens=move.given))
    received = plus(move.given, added)
    batch.emit(
        e.TokensGained(seat=item.player, tokens=received, cause="give", source=move.cid, other=giver, from_pot=added)
    )
    _moved(batch, move, item, count(received))


def _pick_one(batch: Batch, move: Movement) -> None:
    """C4-367 C4-368 C4-R24 EX-07 One pick of one token in a round; players who have enough or find none skip."""
    item = move.items[move.at]
    choice = TokenChoice(item.player, 1, "pot", _foreign_to(move, item), True, _picked(move))
    tokens = pick(batch, move, choice) if count(item.picked) < item.amount else {}
    if tokens is None:
        return
    items = _with(move, replace(item, picked=plus(item.picked, tokens)))
    batch.frames.append(replace(move, items=items, at=move.at + 1, picked=None))


def _picked(move: Movement) -> Tokens:
    """The picks of the rounds so far."""
    picked: Tokens = {}
    for item in move.items:
        picked = plus(picked, item.picked)
    return picked


def _end_round(batch: Batch, move: Movement) -> None:
    """C4-367 C4-369 Another round while somebody can still pick; at the end one event for each player."""
    reserved = _picked(move)
    open_items = [
        item
        for item in move.items
        if count(item.picked) < item.amount and usable(batch.board, "pot", _foreign_to(move, item), reserved)
    ]
    if open_items:
        batch.frames.append(replace(move, at=0))
        return
    for item in move.items:
        _record(batch, move, item.player, item.picked)
    items = tuple(replace(item, moved=count(item.picked)) for item in move.items)
    batch.frames.append(replace(move, items=items, stage="after", at=0))


def _tell(batch: Batch, move: Movement) -> None:
    """C4-380 C4-381 C4-453 C4-460 Triggers and window of what has moved; a prevented event has not happened."""
    item = move.items[move.at]
    batch.frames.append(replace(move, at=move.at + 1))
    if not item.moved:
        return
    report(batch, move.report)
    moment = Moment(PAST[move.kind], item.player, move.other, item.moved, flag=move.kind == "take")
    batch.push(*moment_frames(batch, moment, move.causes))


def _with(move: Movement, item: Item) -> tuple[Item, ...]:
    return (*move.items[: move.at], item, *move.items[move.at + 1 :])


def current(batch: Batch) -> tuple[int, Movement, Item] | None:
    """The movement whose `would_` moment is being answered, with its place in the stack, and whose part of it."""
    for place in range(len(batch.frames) - 1, -1, -1):
        move = batch.frames[place]
        if isinstance(move, Movement) and move.stage == "amount" and move.worked_out:
            return place, move, move.items[move.at]
    return None


def change_amount(batch: Batch, amount: int, by: str) -> None:
    """C4-379 C4-383 Prevent (0) or reduce the uncapped amount of the event that is about to happen."""
    now = current(batch)
    if now is None or not now[2].amount:
        return
    place, move, item = now
    if amount:
        batch.emit(e.EventReduced(seat=item.player, kind=move.kind, from_amount=item.amount, to_amount=amount, by=by))
    else:
        batch.emit(e.EventPrevented(seat=item.player, kind=move.kind, amount=item.amount, by=by))
    batch.frames[place] = replace(move, items=_with(move, replace(item, amount=amount)))


def step_pay(batch: Batch, pay: Pay) -> None:
    """C4-307 C4-309 C4-352 C4-353 C4-R16 C4-R19 C4-R20 EX-11 Pay to the pot, the payer choosing; an effect makes one
    pay as much as one can.
    """
    supply = batch.board.players[pay.seat].supply
    n = min(pay.n, count(supply))
    if not n:
        return
    tokens = pick(batch, pay, TokenChoice(pay.seat, n, f"seat:{pay.seat}"))
    if tokens is None:
        return
    batch.emit(e.TokensPaid(seat=pay.seat, tokens=tokens, reason=pay.reason, source=pay.cid))
    report(batch, pay.report)
    if not pay.quiet:
        batch.push(*moment_frames(batch, paid(pay.seat, n, pay.reason), pay.causes))


def paid(seat: int, n: int, reason: str) -> Moment:
    """C4-384 C4-R35 A payment has no `would_` window; after it come its triggers, then window `paid`."""
    return Moment("paid", seat, amount=n, kind=reason)


def step_put(batch: Batch, put: Put) -> None:
    """C4-356 C4-R22 Tokens onto a card by who parts with them, or from it to who gets them; no gain or loss."""
    if batch.board.card_in_play(put.iid) is None:
        return
    source = {"supply": f"seat:{put.seat}", "pot": "pot", "card": f"card:{put.iid}"}[put.source]
    n = min(put.n, count(usable(batch.board, source, None)))
    if not n:
        return
    tokens = pick(batch, put, TokenChoice(put.seat, n, source, gaining=put.source == "card"))
    if tokens is None:
        return
    if put.source == "card":
        batch.emit(e.TokensCollected(card=put.cid, iid=put.iid, seat=put.seat, tokens=tokens))
    else:
        giver = put.seat if put.source == "supply" else None
        batch.emit(e.TokensPutOnCard(card=put.cid, iid=put.iid, tokens=tokens, from_seat=giver))
    report(batch, put.report)
