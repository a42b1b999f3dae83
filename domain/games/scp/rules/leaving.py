"""Cards that leave play, Wounds, and what is put right after every effect (SCP-442 to SCP-446, SCP-508, SCP-521)."""

from __future__ import annotations

from functools import partial

from domain.games.scp import events as e
from domain.games.scp.board import Asset, Board
from domain.games.scp.events import Ended
from domain.games.scp.match import Batch
from domain.games.scp.rules import piles, triggers
from domain.games.scp.rules.continuous import dying, indestructible, is_construct, most_wounds


def destroy(batch: Batch, card: Asset, cause: str) -> bool:
    """SCP-508 SCP-511 SCP-R46 The card goes to its owner's discard pile; whether it did."""
    if batch.board.asset(card.iid) is None or indestructible(batch.board, card):
        return False
    batch.emit(e.CardDestroyed(seat=card.owner, iid=card.iid, card=card.cid, cause=cause))
    triggers.of_destroyed(batch, card)
    return True


def return_to_hand(batch: Batch, card: Asset, cause: str) -> None:
    """SCP-508 The card goes to its owner's hand."""
    event = partial(e.CardReturned, seat=card.owner, old=card.iid, card=card.cid, cause=cause)
    piles.IDS.into_hand(batch, card.owner, event)


def recover(batch: Batch, iid: str, cause: str) -> None:
    """A card goes from the discard pile to its owner's hand."""
    found = batch.board.discarded(iid)
    if found is not None:
        seat, card = found
        piles.IDS.into_hand(batch, seat, partial(e.CardRecovered, seat=seat, old=iid, card=card.cid, cause=cause))


def wound(batch: Batch, card: Asset, n: int, cause: str) -> None:
    """SCP-442 SCP-443 SCP-R43 Wounds on a Personnel, no more than it takes to destroy it."""
    placed = min(n, most_wounds(batch.board, card) - card.wounds)
    if placed > 0:
        batch.emit(e.WoundChanged(seat=card.owner, iid=card.iid, card=card.cid, delta=placed, cause=cause))


def heal(batch: Batch, card: Asset, n: int, cause: str, *, constructs: bool) -> None:
    """SCP-444 Wounds go: healing is for the living, repair for Constructs."""
    removed = min(n, card.wounds)
    if removed and is_construct(batch.board, card) == constructs:
        batch.emit(e.WoundChanged(seat=card.owner, iid=card.iid, card=card.cid, delta=-removed, cause=cause))


def tap(batch: Batch, card: Asset, cause: str) -> None:
    """SCP-221 SCP-R13 A Personnel that becomes tapped has no job any more, but goes on with its attempt."""
    if card.tapped:
        return
    batch.emit(e.CardTapped(seat=card.owner, iid=card.iid, card=card.cid, cause=cause))
    end_assignment(batch, card, "tapped")


def untap(batch: Batch, card: Asset, cause: str) -> None:
    """A tapped card is ready again."""
    if card.tapped:
        batch.emit(e.CardsUntapped(seat=card.owner, cards=(card.iid,), cause=cause))


def end_assignment(batch: Batch, card: Asset, reason: Ended) -> None:
    """SCP-220 SCP-221 The job is over; that of a member of the attempt that is on ends with it."""
    attempt = batch.board.attempt
    in_attempt = attempt is not None and card.iid in attempt.members
    if card.assignment is not None and not in_attempt:
        batch.emit(e.AssignmentEnded(seat=card.owner, iid=card.iid, card=card.cid, reason=reason))


def remove_member(batch: Batch, iid: str, cause: str) -> None:
    """SCP-446 A Personnel that is removed stays tapped and counts for nothing more in the attempt."""
    attempt, card = batch.board.attempt, batch.board.asset(iid)
    if attempt is not None and card is not None and iid in attempt.members:
        batch.emit(e.MemberRemoved(seat=card.owner, iid=iid, card=card.cid, cause=cause))


def checkpoint(batch: Batch) -> bool:
    """SCP-521 Put right what has to be after every effect; whether there was anything."""
    board = batch.board
    if batch.state.result is not None or not board.turn:
        return False
    return _killed(batch, board) or _lonely(batch, board) or _jobless(batch, board)


def _killed(batch: Batch, board: Board) -> bool:
    """SCP-442 SCP-443 SCP-521 SCP-R90 Personnel with too many Wounds are destroyed."""
    wounded = [card for player in board.players for card in player.play if card.wounds]
    found = [card for card in wounded if card.wounds >= most_wounds(board, card)]
    gone = [card for card in found if destroy(batch, card, "wounds")]
    return bool(gone)


def _lonely(batch: Batch, board: Board) -> bool:
    """SCP-508 SCP-521 SCP-R89 Gear whose bearer has left is destroyed, whatever protects it."""
    cards = [card for player in board.players for card in player.play if card.host is not None]
    found = [card for card in cards if board.asset(card.host) is None]
    for card in found:
        batch.emit(e.CardDestroyed(seat=card.owner, iid=card.iid, card=card.cid, cause="no_bearer"))
        triggers.of_destroyed(batch, card)
    return bool(found)


def _jobless(batch: Batch, board: Board) -> bool:
    """SCP-220 SCP-442 SCP-521 Jobs whose SCP has left play, of Dying Personnel, and of defenders without an SCP."""
    cards = [card for player in board.players for card in player.play if card.assignment is not None]
    members = () if board.attempt is None else board.attempt.members
    found = [(card, why) for card in cards if card.iid not in members and (why := _why_over(board, card)) is not None]
    for card, why in found:
        end_assignment(batch, card, why)
    return bool(found)


def _why_over(board: Board, card: Asset) -> Ended | None:
    """Why a job is over now, or None."""
    job = card.assignment
    assert job is not None
    if dying(board, card):
        return "dying"
    if job.scp is None:
        return None
    scp = board.scp(job.scp)
    if scp is None:
        return "left_play"
    return "scp_lost" if job.job == "defend" and scp.controller != card.owner else None
