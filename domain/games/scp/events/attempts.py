"""Events of attempts."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from domain.games.scp.board import Attempt, Board
from domain.games.scp.definitions import Kind
from domain.games.scp.events.subjects import OfScp
from domain.kernel.facts import Notice, OfCard, OfSeat

Window = Literal["complication", "response", "reply", "optional"]
Compared = Literal["success", "failure", "equal"]
"""SCP-408 SCP-423 The result of a comparison."""


class AttemptBegun(OfSeat[Board], frozen=True):
    """SCP-402 The members become tapped."""

    type = "attempt_begun"
    kind: Kind
    scp: str
    card: str
    members: tuple[str, ...]
    defender: int | None = None
    defenders: tuple[str, ...] = ()

    def fold(self, board: Board) -> None:
        board.attempt = Attempt(self.kind, self.scp, self.card, self.seat, self.defender, self.members)
        for iid in self.members:
            board.change(iid, tapped=True)
        if self.kind == "raid":
            board.note(raided=True)
        board.resolved = {}


class WindowPassed(OfSeat[Board], Notice[Board], frozen=True):
    type = "window_passed"
    window: Window


class MemberRemoved(OfCard[Board], frozen=True):
    type = "member_removed"
    cause: str

    def fold(self, board: Board) -> None:
        attempt = board.attempt
        if attempt is not None:
            members = tuple(iid for iid in attempt.members if iid != self.iid)
            board.attempt = replace(attempt, members=members, removed=(*attempt.removed, self.iid))
            board.change(self.iid, assignment=None)


class AttemptCompared(OfSeat[Board], frozen=True):
    """SCP-411 The values at step 5, and the Personnel there."""

    type = "attempt_compared"
    kind: Kind
    scp: str
    card: str
    group_total: int
    requirement: int
    skills_met: bool
    outcome: Compared
    members: tuple[str, ...]
    defenders: tuple[str, ...] = ()
    icons: tuple[str, ...] = ()

    def fold(self, board: Board) -> None:
        sizes = (len(self.members), len(self.defenders))
        board.change_attempt(outcome=self.outcome, icons=self.icons, sizes=sizes)


class AttemptCalledOff(OfScp, frozen=True):
    type = "attempt_called_off"
    cause: str

    def fold(self, board: Board) -> None:
        board.change_attempt(outcome="called_off")


class AttemptVoid(OfScp, frozen=True):
    """SCP-424 Nothing is left to compare."""

    type = "attempt_void"

    def fold(self, board: Board) -> None:
        board.change_attempt(outcome="void")


class AttemptEnded(OfSeat[Board], frozen=True):
    """SCP-407 All seven steps are done."""

    type = "attempt_ended"
    scp: str

    def fold(self, board: Board) -> None:
        """SCP-R82 Personnel that took part have no job any more."""
        attempt = board.attempt
        if attempt is not None:
            for iid in attempt.members:
                board.change(iid, assignment=None)
        board.attempt = None
