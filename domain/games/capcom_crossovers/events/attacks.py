"""Attacks and the answers to them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from msgspec.structs import replace

from domain.games.capcom_crossovers.board import Attack, Board, Combat, Role, Stage, Zone
from domain.kernel.facts import GameEvent, Notice, OfSeat

VariableCounterOutcome = Literal["higher", "equal", "lower"]
_STAGES: Mapping[Role, Stage] = {"initial": "declared", "follow_up": "combo", "counter": "answered", "reply": "reply"}


class AttackDeclared(GameEvent[Board], frozen=True):
    """`sequence` is the value of a basic attack; `counted`: its uses in a combo are (CAP-416)."""

    type = "attack_declared"
    attack: int
    seat: int
    character: str
    cid: str
    move: str
    cards: tuple[str, ...]
    extra_cards: tuple[str, ...]
    cp: int
    cp_used: int
    priority: int | None
    role: Role
    partner: str | None = None
    partner_cid: str | None = None
    sequence: int | None = None
    counted: bool = False

    def fold(self, board: Board) -> None:
        """CAP-301 CAP-302 The cards lie in the action zone; a combo counts what it has used since its first attack."""
        player = board.players[self.seat]
        paid = self.cards + self.extra_cards
        player.play(paid)
        player.zone.append(Zone(self.attack, paid))
        board.change(self.character, cp_used=self.cp_used)
        attack = Attack(
            self.attack,
            self.seat,
            self.character,
            self.move,
            self.cards,
            self.extra_cards,
            self.cp,
            self.priority,
            self.role,
            self.partner,
        )
        before = board.combat or Combat()
        goes_on = self.role == "follow_up"
        uses = dict(before.uses) if goes_on else {}
        if self.counted:
            uses[self.move] = uses.get(self.move, 0) + 1
        last = before.last_basic if goes_on else None
        board.combat = replace(
            before,
            attacks=(*before.attacks, attack),
            last_basic=last if self.sequence is None else self.sequence,
            uses=tuple(sorted(uses.items())),
            stage=_STAGES[self.role],
        )


class DodgeAttempted(OfSeat[Board], frozen=True):
    type = "dodge_attempted"
    card: str
    success: bool

    def fold(self, board: Board) -> None:
        board.players[self.seat].flip(self.card)
        board.change_combat(dodged=self.success, answer="dodge", stage="answered")


class ExtraFlipUsed(OfSeat[Board], frozen=True):
    type = "extra_flip_used"
    card: str
    success: bool

    def fold(self, board: Board) -> None:
        board.players[self.seat].flip(self.card)
        board.change_combat(dodged=self.success)


class AttackDodged(GameEvent[Board], frozen=True):
    type = "attack_dodged"
    attack: int

    def fold(self, board: Board) -> None:
        board.change_attack(self.attack, outcome="dodged")
        board.change_combat(stage="reply")


class AttackHit(GameEvent[Board], frozen=True):
    """`owner` is the seat whose combo it begins or goes on with; None: there is no combo."""

    type = "attack_hit"
    attack: int
    owner: int | None = None

    def fold(self, board: Board) -> None:
        board.change_attack(self.attack, outcome="hit")
        if board.combat is not None:
            total = board.combat.total if board.combat.owner == self.owner else 0
            answer = board.combat.answer or "take_hit"
            board.change_combat(owner=self.owner, total=total, stage="combo", answer=answer)


class AttackCountered(GameEvent[Board], frozen=True):
    """`by` is an attack; priorities as they are now."""

    type = "attack_countered"
    attack: int
    by: int
    priority: int
    by_priority: int

    def fold(self, board: Board) -> None:
        board.change_attack(self.attack, outcome="countered", priority=self.priority)
        board.change_attack(self.by, priority=self.by_priority)
        board.change_combat(answer="counter", stage="answered")


class AttackNegated(GameEvent[Board], frozen=True):
    type = "attack_negated"
    attack: int
    by: int
    priority: int
    by_priority: int

    def fold(self, board: Board) -> None:
        board.change_attack(self.attack, outcome="negated", priority=self.priority)
        board.change_attack(self.by, outcome="negated", priority=self.by_priority)
        board.change_combat(answer="negation", stage="answered")


class AttackAvoided(GameEvent[Board], frozen=True):
    type = "attack_avoided"
    attack: int
    by: int

    def fold(self, board: Board) -> None:
        """CAP-456 The combo that may follow is that of who avoided."""
        board.change_attack(self.attack, outcome="avoided")
        if board.combat is not None:
            owner = board.combat.attacks[self.by].seat
            board.change_combat(answer="avoid", stage="combo", owner=owner, total=0)


class ThrowTeched(GameEvent[Board], frozen=True):
    type = "throw_teched"
    attack: int
    seat: int
    cards: tuple[str, ...]

    def fold(self, board: Board) -> None:
        player = board.players[self.seat]
        player.play(self.cards)
        player.discard += self.cards
        board.change_attack(self.attack, outcome="teched")


class RangedReplyDeclined(OfSeat[Board], Notice[Board], frozen=True):
    type = "ranged_reply_declined"


class ComboEnded(OfSeat[Board], frozen=True):
    type = "combo_ended"
    total: int
    reason: Literal["finisher", "points", "declined", "ko", "tag_super", "teched", "conceded"]

    def fold(self, board: Board) -> None:
        board.change_combat(ended=self.reason)


class VariableCounterUsed(GameEvent[Board], frozen=True):
    type = "variable_counter_used"
    attack: int
    seat: int
    character: str
    cid: str
    move: str
    joker: str
    priority: int
    against: int
    outcome: VariableCounterOutcome

    def fold(self, board: Board) -> None:
        user = (self.seat, self.character, self.move)
        attack = Attack(self.attack, *user, (self.joker,), (), 0, self.priority, "variable_counter")
        if board.combat is not None:
            board.change_combat(attacks=(*board.combat.attacks, attack), answer="variable_counter", stage="answered")


class TagSuperUsed(Notice[Board], frozen=True):
    type = "tag_super_used"
    attack: int
    seat: int
    jokers: tuple[str, ...]
    damage: int
    priority: int
