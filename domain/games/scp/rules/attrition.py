"""Attrition: cards in play are destroyed one by one until their Costs add up (SCP-434 to SCP-441)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from domain.games.scp import actions as a
from domain.games.scp import events as e
from domain.games.scp.board import Asset, Board
from domain.games.scp.frames import Attrition
from domain.games.scp.match import Batch, State
from domain.games.scp.rules import leaving
from domain.games.scp.rules.continuous import attrition_value, eligible, prevented, stocks
from domain.kernel.frames import top
from domain.kernel.prompts import Parameter, Template
from domain.kernel.refusal import Refusal, illegal


def step_attrition(batch: Batch, frame: Attrition) -> None:
    """SCP-434 SCP-436 SCP-437 SCP-R40 SCP-R41 Ask for the next card, until N is reached or nothing is left."""
    board = batch.board
    if not frame.n:
        return
    if not frame.begun:
        _begin(batch, frame)
        return
    cards = eligible(board, frame.seat)
    if frame.paid >= frame.n or not cards:
        lost = max(0, frame.n - frame.paid)
        batch.emit(e.AttritionDone(seat=frame.seat, total=frame.paid, lost=lost))
    elif sum(attrition_value(board, card) for card in cards) <= frame.n - frame.paid:
        # every choice has the same result; Gear goes before its bearer, with which it would go uncounted
        _take(batch, frame, next((card for card in cards if card.host is not None), cards[0]))
    else:
        batch.ask_for(frame, frame.seat, "attrition")


def _begin(batch: Batch, frame: Attrition) -> None:
    """SCP-440 SCP-441 SCP-R42 Prevention is subtracted before any choice."""
    board = batch.board
    kept = min(frame.n, prevented(board, frame.seat))
    for effect in stocks(board, frame.seat):
        used = min(effect.stock, frame.n - kept)
        if used:
            batch.emit(e.PreventionUsed(seat=frame.seat, number=effect.number, n=used))
        kept += used
    batch.emit(e.AttritionDue(seat=frame.seat, n=frame.n, prevented=kept, cause=frame.cause))
    batch.push(replace(frame, n=frame.n - kept, begun=True))


def _take(batch: Batch, frame: Attrition, card: Asset) -> None:
    """SCP-434 SCP-438 A card is destroyed; the Gear on it goes with it and adds nothing."""
    value = attrition_value(batch.board, card)
    batch.emit(e.AttritionPaid(seat=frame.seat, iid=card.iid, card=card.cid, value=value))
    batch.push(replace(frame, paid=frame.paid + value))
    leaving.destroy(batch, card, "attrition")


def templates(state: State, seat: int) -> Iterator[Template]:
    """SCP-435 The possible choices."""
    frame = top(state.frames, Attrition)
    cards = tuple(card.iid for card in eligible(state.board, seat))
    label = f"Pay Attrition, {frame.n - frame.paid} more"
    yield Template("choose_card", {}, (Parameter("card", "card", cards),), label, ("SCP-434",))


def refuse(board: Board, seat: int, action: a.ChooseCard) -> Refusal:
    """SCP-435 SCP-511 SCP-512 Why this card can't be chosen."""
    card = board.asset(action.card)
    if card is None or card.owner != seat:
        return illegal("SCP-435", "choose one of your own cards in play", "card")
    printed = board.cards[card.cid]
    if printed.indestructible:
        return illegal("SCP-511", f"{board.cards[card.cid].name} cannot be destroyed", "card")
    if printed.attrition_immune:
        return illegal("SCP-512", f"{board.cards[card.cid].name} is Attrition Immune", "card")
    return illegal("SCP-435", f"{board.cards[card.cid].name} has Cost 0 or is no Personnel, Gear or Finance", "card")


def default(state: State, seat: int) -> a.ChooseCard:
    """SCP-808 The lowest value, then the oldest."""
    cards = eligible(state.board, seat)
    return a.ChooseCard(min(cards, key=lambda card: (attrition_value(state.board, card), card.entered)).iid)


def choose(batch: Batch, seat: int, action: a.ChooseCard) -> None:
    """SCP-434 The player has chosen."""
    frame = batch.answered(Attrition)
    card = batch.board.asset(action.card)
    assert card is not None
    _take(batch, frame, card)
