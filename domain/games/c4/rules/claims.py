"""Claims about the room (C4-550 to C4-557)."""

from __future__ import annotations

from msgspec.structs import replace

from domain.games.c4 import events as e
from domain.games.c4.actions import AnswerClaim, MakeClaim
from domain.games.c4.board import Board
from domain.games.c4.frames import Claim, Moment, Turn
from domain.games.c4.match import Batch, State
from domain.games.c4.rules.triggers import triggered
from domain.games.c4.rules.votes import ask_all, ballots
from domain.kernel.prompts import Parameter, Template
from domain.kernel.refusal import Refusal, illegal


def kinds(board: Board) -> tuple[str, ...]:
    """C4-550 C4-613 The kinds of claim for which a card is in play, sorted."""
    cards = board.cards
    return tuple(sorted({kind for card in board.in_play for kind in cards[card.cid].claims}))


def may_claim(board: Board, seat: int) -> bool:
    """C4-550 C4-551 C4-552 C4-R45 A card asks for it, there is somebody else, and no claim was made this turn."""
    return (
        bool(kinds(board)) and seat not in board.claimed and board.players[seat].in_match and len(board.remaining()) > 1
    )


def templates(board: Board, seat: int) -> list[Template]:
    """C4-551 Every claim that a player may make now."""
    if not may_claim(board, seat):
        return []
    accused = tuple(other for other in board.turn_order() if other != seat)
    parameters = (Parameter("kind", "option", kinds(board)), Parameter("accused", "seat", accused))
    return [Template("make_claim", {}, parameters, "Make a claim", ("C4-551",))]


def refuse(board: Board, seat: int, action: MakeClaim) -> Refusal | None:
    """C4-550 C4-552 No card asks for it, or one was made already."""
    if action.kind not in kinds(board):
        there = ", ".join(kinds(board)) or "none"
        return illegal("C4-550", f"no card in play asks for {action.kind!r} claims; now: {there}", "kind")
    if seat in board.claimed:
        return illegal("C4-552", "you have made a claim this turn already", "kind")
    return None


def standing(state: State) -> list[tuple[int, str]]:
    """C4-551 C4-R67 While the match is idle, every other player who may make a claim has a prompt for it."""
    board = state.board
    if not is_idle(state):
        return []
    return [(seat, "claim") for seat in board.turn_order() if seat != board.active and may_claim(board, seat)]


def is_idle(state: State) -> bool:
    """C4-204 The active player's step 2 with nothing resolving."""
    frames = state.frames
    return len(frames) == 1 and isinstance(frames[0], Turn) and frames[0].stage == "main"


def make(batch: Batch, seat: int, action: MakeClaim) -> None:
    """C4-551 The match is no longer idle: prompts of step 2 close, and the accused gets one."""
    batch.close(list(batch.state.prompts.values()))
    batch.emit(e.ClaimMade(kind=action.kind, claimant=seat, accused=action.accused))
    batch.push(Claim(action.kind, seat, action.accused))


def step(batch: Batch, claim: Claim) -> None:
    """C4-553 C4-554 Ask the accused first; if they deny, the uninvolved vote; then the result follows."""
    if claim.stage == "answer":
        batch.ask_for(claim, claim.accused, "answer_claim")
    elif claim.stage == "vote":
        voters = [seat for seat in batch.board.turn_order() if seat not in (claim.claimant, claim.accused)]
        batch.frames.append(replace(claim, stage="closed"))
        ask_all(batch, "claim", voters)
    else:
        _close(batch, claim)


def answer(batch: Batch, seat: int, action: AnswerClaim) -> None:
    """C4-553 To admit is to lose the claim; to deny calls the vote."""
    claim = batch.answered(Claim)
    batch.emit(e.ClaimAnswered(accused=claim.accused, admitted=action.admit))
    if action.admit:
        _uphold(batch, claim)
    else:
        batch.frames.append(replace(claim, stage="vote"))


def _close(batch: Batch, claim: Claim) -> None:
    """C4-554 C4-555 C4-557 Upheld if confirms outnumber rejects; a tie or no ballots reject it."""
    cast = ballots(batch.board)
    confirms = sum(choice for _, choice in cast)
    upheld = confirms > len(cast) - confirms
    batch.emit(e.VoteClosed(vote="claim", ballots=cast, top=int(upheld)))
    if upheld:
        _uphold(batch, claim)
    else:
        batch.emit(e.ClaimRejected(kind=claim.kind, claimant=claim.claimant, accused=claim.accused))


def _uphold(batch: Batch, claim: Claim) -> None:
    """C4-452 C4-556 C4-R71 Every ability in play for that kind triggers, in trigger order; no window opens."""
    batch.emit(e.ClaimUpheld(kind=claim.kind, claimant=claim.claimant, accused=claim.accused))
    moment = Moment("claim_upheld", claim.accused, claim.claimant, kind=claim.kind)
    batch.push(*triggered(batch.board, moment, ()))
