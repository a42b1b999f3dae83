"""Simultaneous votes with hidden ballots (C4-554, C4-560, C4-561, C4-707)."""

from __future__ import annotations

from collections import Counter
from typing import Literal

from msgspec.structs import replace

from domain.games.c4 import events as e
from domain.games.c4.board import Board
from domain.games.c4.frames import Do, Vote
from domain.games.c4.match import Batch
from domain.kernel.audience import seat as seat_audience

Kind = Literal["claim", "card", "winner"]


def ask_all(batch: Batch, vote: Kind, voters: list[int], prompt: str, rule: str) -> None:
    """Ask everybody at the same time; their answers stay hidden until all are in."""
    batch.emit(e.VoteOpened(vote=vote, voters=tuple(voters)))
    for seat in voters:
        batch.ask(seat, prompt, rule, mode="simultaneous", secrecy="ballot")


def cast(batch: Batch, vote: Kind, seat: int, choice: int) -> None:
    """One hidden ballot."""
    batch.emit(e.BallotCast(vote=vote, voter=seat, choice=choice), {seat_audience(seat): ("choice",)})


def ballots(board: Board) -> tuple[tuple[int, int], ...]:
    """The ballots that are in, as (voter, choice) by seat."""
    return tuple((voter, choice) for voter, choice in sorted(board.ballots.items()) if choice is not None)


def candidates(board: Board, voter: int) -> tuple[int, ...]:
    """C4-560 The candidates of a voter: any remaining player but the voter."""
    return tuple(seat for seat in board.turn_order() if seat != voter)


def leaders(votes: tuple[tuple[int, int], ...]) -> tuple[int, ...]:
    """The choices with the most ballots."""
    counts = Counter(choice for _, choice in votes)
    return tuple(sorted(choice for choice, n in counts.items() if n == max(counts.values())))


def step_vote(batch: Batch, vote: Vote) -> None:
    """C4-560 C4-561 C4-R61 Ask, then the effect happens to the single player on top; a tie or silence does nothing."""
    if not vote.asked:
        batch.frames.append(replace(vote, asked=True))
        ask_all(
            batch, "card", [seat for seat in vote.voters if len(batch.board.remaining()) > 1], "vote_card", "C4-560"
        )
        return
    votes = ballots(batch.board)
    first = leaders(votes)
    top = first[0] if len(first) == 1 else None
    batch.emit(e.VoteClosed(vote="card", ballots=votes, top=top))
    if top is not None:
        batch.push(Do(vote.env.cid, vote.block, replace(vote.env, top=top)))
