"""Active and inactive characters: who changes places, variable counters, what ends with it (CAP-905 to CAP-927)."""

from __future__ import annotations

from domain.games.capcom_crossovers import events as e
from domain.games.capcom_crossovers.board import TAG_SUPER, Duration
from domain.games.capcom_crossovers.match import Batch
from domain.games.capcom_crossovers.rules import piles


def switch(batch: Batch, side: int, reason: e.SwitchReason) -> None:
    """CAP-906 CAP-907 CAP-908 CAP-R54 The inactive character becomes active; the side's block returns to the hand."""
    board = batch.board
    comes = board.inactive(side)
    if comes is None:
        return
    goes = next(one for one in board.of_side(side) if one.id != comes.id)
    event = e.CharacterSwitched(
        side=side, comes=comes.id, comes_cid=comes.cid, goes=goes.id, goes_cid=goes.cid, reason=reason
    )
    batch.emit(event)
    for seat in board.sides[side]:
        piles.return_block(batch, seat, seen=False)


def switch_after_tag_super(batch: Batch) -> None:
    """CAP-922 CAP-923 The users of a tag super change places, once."""
    board = batch.board
    if not board.fight.switched:
        user = next(attack for attack in board.fight.attacks if attack.move == TAG_SUPER)
        switch(batch, board.character(user.character).side, "tag_super")


def expire(batch: Batch, duration: Duration) -> None:
    """CAP-214 CAP-506 CAP-R86 End effects that last until now."""
    if any(one.duration == duration for one in batch.board.modifiers):
        batch.emit(e.ModifiersExpired(duration=duration))
