"""Simultaneous votes with hidden ballots (C4-554, C4-560, C4-561, C4-707)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Literal

from msgspec.structs import replace

from domain.games.c4 import events as e
from domain.games.c4.actions import VoteCard, VoteClaim, VoteWinner
from domain.games.c4.board import Board
from domain.games.c4.frames import Do, Vote
from domain.games.c4.match import Batch
from domain.kernel.audience import seat as seat_audience

Kind = Literal["claim", "card", "winner"]
Ballot = VoteClaim | VoteCard | VoteWinner
VOTES: Mapping[type[Ballot], Kind] = {VoteClaim: "claim", VoteCard: "card", VoteWinner: "winner"}


def ask_all(batch: Batch, vote: Kind, voters: Sequence[int]) -> None:
    """Ask everybody at the same time; their answers stay hidden until all are in."""
    batch.emit(e.VoteOpened(vote=vote, voters=tuple(voters)))
    for seat in voters:
        batch.ask(seat, f"vote_{vote}")


def cast(batch: Batch, seat: int, action: Ballot) -> None:
    """One hidden ballot: a seat, or 1 for confirm and 0 for reject."""
    choice = int(action.confirm) if isinstance(action, VoteClaim) else action.player
    batch.emit(e.BallotCast(vote=VOTES[type(action)], voter=seat, choice=choice), {seat_audience(seat): ("choice",)})


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
        ask_all(batch, "card", vote.voters if len(batch.board.remaining()) > 1 else ())
        return
    votes = ballots(batch.board)
    first = leaders(votes)
    top = first[0] if len(first) == 1 else None
    batch.emit(e.VoteClosed(vote="card", ballots=votes, top=top))
    if top is not None:
        batch.push(Do(vote.env.cid, vote.block, replace(vote.env, top=top)))
