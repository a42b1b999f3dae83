"""SCPs in play: their counters and their status, outbreaks and breaches (SCP-233 to SCP-238, SCP-501 to SCP-504)."""

from __future__ import annotations

from domain.games.scp import events as e
from domain.games.scp.board import Board, Scp
from domain.games.scp.definitions import Status
from domain.games.scp.frames import Escalate, Outbreaks, Triggers
from domain.games.scp.match import Batch
from domain.games.scp.rules import piles, triggers
from domain.games.scp.rules.continuous import indestructible
from domain.kernel.facts import Event

ALL_LOSE = 30
"""SCP-236 So many counters on Unsecured SCPs are the end for everybody."""


def most_counters(board: Board, scp: Scp) -> int:
    """SCP-503 The EV of an SCP."""
    return board.cards[scp.cid].escalation


def add_counters(batch: Batch, iid: str, n: int, cause: str) -> None:
    """SCP-319 SCP-503 SCP-R19 Counters above the EV are not placed; below 0 as many go as there are."""
    scp = batch.board.scp(iid)
    if scp is None:
        return
    room = max(0, most_counters(batch.board, scp) - scp.counters)
    change = max(-scp.counters, min(n, room))
    if change:
        batch.emit(e.EscalationChanged(scp=iid, card=scp.cid, delta=change, cause=cause))


def step_escalate(batch: Batch, frame: Escalate) -> None:
    """SCP-410 SCP-417 SCP-418 Counters after what comes first; after a raid what they do is done at once."""
    add_counters(batch, frame.scp, frame.n, frame.cause)
    scp = batch.board.scp(frame.scp)
    if frame.breach and scp is not None and scp.counters == most_counters(batch.board, scp):
        breach(batch, scp, "SCP-418")


def reveal(batch: Batch, seat: int, cause: str) -> None:
    """SCP-228 The top card of the SCP deck comes into the centre, Unsecured, without counters."""
    board = batch.board
    if not board.scp_deck.size:
        return
    iid, draw = piles.IDS.new(batch, "table")
    batch.emit(e.ScpRevealed(seat=seat, scp=iid, card=board.scp_deck.cards[0], cause=cause, draws=(draw,)))
    scp = board.scp(iid)
    assert scp is not None
    triggers.of_scp(batch, scp, "revealed")
    triggers.of_player(batch, seat, "you_reveal")


def set_status(batch: Batch, scp: Scp, status: Status, seat: int, cause: str, *, by_attempt: bool = False) -> None:
    """SCP-409 SCP-416 SCP-421 SCP-448 SCP-504 SCP-R68 An SCP changes its status, or its controller; its counters stay.

    `seat` has it from now on if nobody had; by an attempt it goes to who made it.
    """
    holder = seat if by_attempt or scp.controller is None else scp.controller
    if scp.status == status and scp.controller == holder:
        return
    iid, cid = scp.iid, scp.cid
    match status:
        case "unsecured":
            event: Event = e.ScpUnsecured(seat=holder, scp=iid, card=cid, cause=cause)
        case "contained":
            event = e.ScpContained(seat=holder, scp=iid, card=cid, cause=cause, by_attempt=by_attempt)
        case "secured" if scp.status == "contained" and scp.controller == holder:
            event = e.ScpUncontained(seat=holder, scp=iid, card=cid, cause=cause)
        case "secured":
            event = e.ScpSecured(seat=holder, scp=iid, card=cid, cause=cause, by_attempt=by_attempt)
    batch.emit(event)
    _became(batch, scp.iid, status)


def _became(batch: Batch, iid: str, status: Status) -> None:
    """SCP-448 SCP-R68 "This becomes Secured" or "Contained", whatever the cause."""
    scp = batch.board.scp(iid)
    if scp is not None and status != "unsecured":
        triggers.of_scp(batch, scp, status)


def breach(batch: Batch, scp: Scp, rule: str) -> None:
    """SCP-238 SCP-418 SCP-504 SCP-R20 Contained becomes Secured, Secured Unsecured; all counters are removed."""
    if scp.controller is None:
        return
    if scp.status == "contained":
        batch.emit(e.ScpUncontained(seat=scp.controller, scp=scp.iid, card=scp.cid, cause=rule, breach=True))
        _became(batch, scp.iid, "secured")
    else:
        batch.emit(e.ScpUnsecured(seat=scp.controller, scp=scp.iid, card=scp.cid, cause=rule, breach=True))


def destroy(batch: Batch, scp: Scp, seat: int | None, cause: str) -> None:
    """SCP-423 SCP-511 SCP-R79 The SCP goes to the SCP discard, credited to this player; not if nothing destroys it."""
    if indestructible(batch.board, scp):
        return
    batch.emit(e.ScpDestroyed(scp=scp.iid, card=scp.cid, cause=cause, seat=seat))


def escalate_all(batch: Batch) -> None:
    """SCP-233 SCP-902 SCP-R17 Each Secured SCP of every player gains 1 counter, each Unsecured one 2."""
    for scp in list(batch.board.scps):
        if scp.status != "contained":
            add_counters(batch, scp.iid, 2 if scp.status == "unsecured" else 1, "SCP-233")


def unsecured_total(board: Board) -> int:
    """SCP-236 The counters on all Unsecured SCPs."""
    return sum(scp.counters for scp in board.scps if scp.status == "unsecured")


def outbreaks(batch: Batch) -> None:
    """SCP-237 The Unsecured SCPs at their EV, in the order they entered the centre."""
    ready = tuple(scp.iid for scp in batch.board.unsecured() if scp.counters == most_counters(batch.board, scp))
    if ready:
        batch.push(Outbreaks(ready))


def step_outbreaks(batch: Batch, frame: Outbreaks) -> None:
    """SCP-237 SCP-R80 Its counters go, each player loses cards of the deck, then its "Outbreak" texts happen."""
    board = batch.board
    scp = board.scp(frame.scps[0])
    if frame.scps[1:]:
        batch.push(Outbreaks(frame.scps[1:]))
    if scp is None or scp.status != "unsecured" or scp.counters < most_counters(board, scp):
        return
    skill = board.cards[scp.cid].skill
    batch.emit(e.Outbreak(scp=scp.iid, card=scp.cid, skill=skill))
    for seat in board.around(board.active):
        piles.mill(batch, seat, skill, scp.cid)
    triggers.of_scp(batch, scp, "outbreak")


def breaches(batch: Batch) -> None:
    """SCP-238 SCP-R91 All SCPs under control that are at their EV, each once."""
    board = batch.board
    ready = [scp for scp in board.scps if scp.status != "unsecured" and scp.counters == most_counters(board, scp)]
    if ready:
        batch.push(Triggers((), open=True))
    for scp in ready:
        breach(batch, scp, "SCP-238")
