"""Attacks, Abilities, damage and Combos."""

from __future__ import annotations

from typing import Literal

from domain.games.cape_and_cowl.board import CITY, Board, Combo
from domain.kernel.facts import Notice, OfSeat


def _use_act(board: Board, iid: str) -> None:
    character = board.character(iid)
    if character is not None:
        board.change(iid, acts_used=character.acts_used + 1)


class AttackDeclared(OfSeat[Board], frozen=True):
    type = "attack_declared"
    attacker: str
    card: str
    attack: int
    target: str
    cost: int
    target_card: str | None = None

    def fold(self, board: Board) -> None:
        _use_act(board, self.attacker)


class OfCharacter(OfSeat[Board], frozen=True):
    """An event about a Character in play."""

    character: str
    card: str


class AbilityUsed(OfCharacter, frozen=True):
    type = "ability_used"
    ability: int
    cost: int
    targets: tuple[str, ...] = ()
    target_cards: tuple[str, ...] = ()

    def fold(self, board: Board) -> None:
        _use_act(board, self.character)


class ActFailed(OfSeat[Board], Notice[Board], frozen=True):
    type = "act_failed"
    character: str
    card: str
    reason: Literal["confused"] = "confused"


class DamageDealt(OfSeat[Board], frozen=True):
    """To a Character (`hp_after`) or to the City of `seat` (the change of its CP follows). `source` is what did it."""

    type = "damage_dealt"
    target: str
    kind: Literal["attack", "effect"]
    amount: int
    hp_after: int
    cause: str
    source: str | None = None
    target_card: str | None = None
    attack_type: str = ""
    strength: int = 0

    def fold(self, board: Board) -> None:
        """The City's CP follow in a fact of their own. A Character that dealt attack damage has attacked this turn."""
        if self.target != CITY:
            board.change(self.target, hp=self.hp_after)
        if self.kind == "attack":
            board.change(self.source, attacked=True)


class DamagePrevented(OfSeat[Board], Notice[Board], frozen=True):
    type = "damage_prevented"
    target: str
    by: Literal["immune", "reduction", "shield"]
    amount: int
    target_card: str | None = None


class ComboChanged(OfCharacter, frozen=True):
    type = "combo_changed"
    attack: int
    level: int

    def fold(self, board: Board) -> None:
        board.change(self.character, combo=Combo(self.attack, self.level))


class ComboGone(OfCharacter, frozen=True):
    """A Character has no Combo any more."""

    def fold(self, board: Board) -> None:
        board.change(self.character, combo=None)


class ComboBroken(ComboGone, frozen=True):
    type = "combo_broken"
    reason: Literal["no_attack", "other_attack"]


class TypeEffectUnleashed(ComboGone, frozen=True):
    """The Combo of the Character, if it is still there, is used up."""

    type = "type_effect_unleashed"
    attack_type: str
