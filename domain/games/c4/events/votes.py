"""Claims and votes."""

from __future__ import annotations

from typing import Literal

from domain.games.c4.board import Board
from domain.kernel.facts import GameEvent, Notice


class ClaimMade(GameEvent[Board], frozen=True):
    type = "claim_made"
    kind: str
    claimant: int
    accused: int

    def fold(self, board: Board) -> None:
        board.claimed = (*board.claimed, self.claimant)


class ClaimAnswered(Notice[Board], frozen=True):
    type = "claim_answered"
    accused: int
    admitted: bool


class ClaimUpheld(Notice[Board], frozen=True):
    type = "claim_upheld"
    kind: str
    claimant: int
    accused: int


class ClaimRejected(Notice[Board], frozen=True):
    type = "claim_rejected"
    kind: str
    claimant: int
    accused: int


class VoteOpened(GameEvent[Board], frozen=True):
    type = "vote_opened"
    vote: Literal["claim", "card", "winner"]
    voters: tuple[int, ...]

    def fold(self, board: Board) -> None:
        board.ballots = {}
        board.voting = self.vote == "winner"


class BallotCast(GameEvent[Board], frozen=True):
    """`choice` is a seat, or for a claim 1 (confirm) or 0 (reject); hidden until the vote closes.

    Schema 1 did not say what the `vote` was about.
    """

    type = "ballot_cast"
    schema = 2
    voter: int
    choice: int | None = None
    vote: Literal["claim", "card", "winner"] | None = None

    def fold(self, board: Board) -> None:
        board.ballots[self.voter] = self.choice


class VoteClosed(GameEvent[Board], frozen=True):
    """`ballots` by voter as (voter, choice); `top` the seat or answer with the most, null if there is none."""

    type = "vote_closed"
    vote: Literal["claim", "card", "winner"]
    ballots: tuple[tuple[int, int], ...]
    top: int | None

    def fold(self, board: Board) -> None:
        board.ballots = {}
