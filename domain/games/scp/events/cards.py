"""Events of cards in play: jobs, Wounds, Attrition."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from domain.games.scp.board import Assignment, Board
from domain.kernel.facts import Notice, OfCard, OfSeat

Ended = Literal["turn", "left_play", "tapped", "dying", "scp_lost", "unassigned", "phase"]
"""Why an assignment has ended (SCP-220, SCP-221)."""


class CardsUntapped(OfSeat[Board], frozen=True):
    type = "cards_untapped"
    cards: tuple[str, ...]
    cause: str

    def fold(self, board: Board) -> None:
        for iid in self.cards:
            board.change(iid, tapped=False)


class CardTapped(OfCard[Board], frozen=True):
    type = "card_tapped"
    cause: str

    def fold(self, board: Board) -> None:
        board.change(self.iid, tapped=True)


class PersonnelAssigned(OfCard[Board], frozen=True):
    type = "personnel_assigned"
    assignment: Assignment

    def fold(self, board: Board) -> None:
        board.change(self.iid, assignment=self.assignment)
        if self.seat == board.active:
            board.note(jobs=board.facts.jobs + 1)


class AssignmentEnded(OfCard[Board], frozen=True):
    type = "assignment_ended"
    reason: Ended

    def fold(self, board: Board) -> None:
        board.change(self.iid, assignment=None)


class Researched(OfSeat[Board], frozen=True):
    """SCP-229 These Personnel become tapped."""

    type = "researched"
    cards: tuple[str, ...]

    def fold(self, board: Board) -> None:
        for iid in self.cards:
            board.change(iid, tapped=True, assignment=None)
        board.note(researched=True)


class WoundChanged(OfCard[Board], frozen=True):
    type = "wound_changed"
    delta: int
    cause: str

    def fold(self, board: Board) -> None:
        card = board.asset(self.iid)
        if card is not None:
            board.change(self.iid, wounds=card.wounds + self.delta)


class AttritionDue(OfSeat[Board], Notice[Board], frozen=True):
    type = "attrition_due"
    n: int
    prevented: int
    cause: str


class PreventionUsed(OfSeat[Board], frozen=True):
    type = "prevention_used"
    number: int
    n: int

    def fold(self, board: Board) -> None:
        board.lasting = [
            replace(effect, stock=effect.stock - self.n) if effect.number == self.number else effect
            for effect in board.lasting
        ]


class AttritionPaid(OfCard[Board], Notice[Board], frozen=True):
    type = "attrition_paid"
    value: int


class AttritionDone(OfSeat[Board], Notice[Board], frozen=True):
    """SCP-437 `lost` is what could not be paid."""

    type = "attrition_done"
    total: int
    lost: int


class CardDestroyed(OfCard[Board], frozen=True):
    type = "card_destroyed"
    cause: str

    def fold(self, board: Board) -> None:
        board.discard_from_play(self.iid, self.card, self.seat)


class CardReturned(OfSeat[Board], frozen=True):
    """A card in play goes to its owner's hand, under another id."""

    type = "card_returned"
    old: str
    card: str
    cause: str
    iid: str | None = None

    def fold(self, board: Board) -> None:
        board.leave_play(self.old)
        board.players[self.seat].hand.add(self.iid, self.card)
