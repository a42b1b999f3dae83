"""The attack of a turn: attackers, blocks, the assault on planets."""

from __future__ import annotations

from msgspec.structs import replace

from domain.games.trf.board import Attack, Attacker, Board, Discarded
from domain.games.trf.events.common import due, free, to_discard
from domain.kernel.facts import Notice, OfCard, OfSeat


class AttackDeclined(OfSeat[Board], frozen=True):
    type = "attack_declined"

    def fold(self, board: Board) -> None:
        board.declined = True


class AttackerNamed(OfSeat[Board], frozen=True):
    """The cards of a unit."""

    type = "attacker_named"
    defender: int
    cards: tuple[str, ...]

    def fold(self, board: Board) -> None:
        attack = board.attack or Attack(self.defender)
        board.attack = replace(attack, attackers=(*attack.attackers, Attacker(self.cards)))


class AttackConfirmed(OfSeat[Board], frozen=True):
    type = "attack_confirmed"
    defender: int
    attackers: tuple[tuple[str, ...], ...]

    def fold(self, board: Board) -> None:
        assert board.attack is not None
        board.attack = replace(board.attack, confirmed=True, size=len(self.attackers))
        board.busy = True


class BlockAssigned(OfSeat[Board], frozen=True):
    type = "block_assigned"
    blocker: str | None = None
    attacker: str | None = None

    def fold(self, board: Board) -> None:
        if self.blocker is not None and self.attacker is not None:
            board.blocks = (*board.blocks, (self.blocker, self.attacker))


class BlocksConfirmed(OfSeat[Board], frozen=True):
    """(blocking unit, attacking unit) by their anchors, and the attacking units that nobody blocks."""

    type = "blocks_confirmed"
    blocks: tuple[tuple[str, str], ...]
    unblocked: tuple[str, ...]

    def fold(self, board: Board) -> None:
        """TRF-413 A blocked unit stays blocked."""
        board.blocks = self.blocks
        if board.attack is not None:
            blocked = {attacker for _, attacker in self.blocks}
            attackers = (
                replace(unit, blocked=bool(blocked.intersection(unit.cards))) for unit in board.attack.attackers
            )
            board.attack = replace(board.attack, attackers=tuple(attackers), blocked=True)


class AttackCancelled(OfSeat[Board], frozen=True):
    """The new fights and the assault of this turn end without result."""

    type = "attack_cancelled"
    cause: str

    def fold(self, board: Board) -> None:
        """TRF-634 New fights are over; those of earlier turns stay."""
        for fight in list(board.fights):
            if fight.started_turn == board.turn:
                free(board, fight.id)
        board.blocks, board.assault = (), ()
        if board.attack is not None:
            board.attack = replace(board.attack, cancelled=True)


class AssaultAssigned(OfSeat[Board], frozen=True):
    type = "assault_assigned"
    unit: str | None = None
    planet: str | None = None

    def fold(self, board: Board) -> None:
        if self.unit is not None and self.planet is not None:
            board.assault = (*board.assault, (self.unit, self.planet))


class AssaultConfirmed(OfSeat[Board], frozen=True):
    """(unit by its anchor, planet)."""

    type = "assault_confirmed"
    assignments: tuple[tuple[str, str], ...]

    def fold(self, board: Board) -> None:
        board.assault = self.assignments
        if board.attack is not None:
            board.attack = replace(board.attack, assaulted=True)


class PlanetCaptureChecked(OfCard[Board], Notice[Board], frozen=True):
    """Capture values of the units sent to it, and what would be needed."""

    type = "planet_capture_checked"
    sum: int
    needed: int
    captured: bool


class PlanetCaptured(OfCard[Board], frozen=True):
    """It goes to its owner's discard pile, or to the hand as the new instance `hand`."""

    type = "planet_captured"
    by: int
    to_hand: bool = False
    hand: str | None = None

    def fold(self, board: Board) -> None:
        """TRF-460 TRF-635."""
        owner = board.players[self.seat]
        owner.planets = [planet for planet in owner.planets if planet.iid != self.iid]
        captor = board.players[self.by]
        captor.captured, captor.conquests = captor.captured + 1, captor.conquests + 1
        if self.to_hand:
            owner.hand.add(self.hand, None if self.hand is None else self.card)
        else:
            to_discard(board, Discarded(self.iid, self.card, self.seat))
        due(board, self.seat, "planet_captured")
