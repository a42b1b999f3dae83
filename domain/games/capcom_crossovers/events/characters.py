"""HP, combo points and abilities of characters, and who of them is in play."""

from __future__ import annotations

from typing import Literal

from domain.games.capcom_crossovers.board import Board, Duration, Modifier, Stat
from domain.kernel.facts import GameEvent, OfSeat

SwitchReason = Literal["tag", "vc", "tag_super", "ko"]


class CpReset(GameEvent[Board], frozen=True):
    type = "cp_reset"
    character: str
    cid: str

    def fold(self, board: Board) -> None:
        board.change(self.character, cp_used=0)


class DamageDealt(GameEvent[Board], frozen=True):
    """The steps of CAP-480. `attack` is the attack that dealt it; without one `cause` says what did."""

    type = "damage_dealt"
    target: str
    cid: str
    n: int
    hp_after: int
    base: int
    cause: str
    attack: int | None = None
    added: int = 0
    halved: int = 0
    blocked: int = 0
    reduced: int = 0
    absorbed: int = 0

    def fold(self, board: Board) -> None:
        board.change(self.target, hp=self.hp_after)
        if self.attack is not None and board.combat is not None:
            board.change_attack(self.attack, damage=self.n)
            if board.combat.attacks[self.attack].seat == board.combat.owner:
                board.change_combat(total=board.combat.total + self.n)


class HpRecovered(GameEvent[Board], frozen=True):
    type = "hp_recovered"
    character: str
    cid: str
    n: int
    hp_after: int
    cause: str

    def fold(self, board: Board) -> None:
        board.change(self.character, hp=self.hp_after)


class AbilityUsed(OfSeat[Board], frozen=True):
    """A part of an ability with a cost or a limit, or one that somebody chose to use; its cost went before."""

    type = "ability_used"
    character: str
    cid: str
    ability: str
    part: int
    limit: Literal["turn", "game"] | None = None

    def fold(self, board: Board) -> None:
        character = board.character(self.character)
        if self.limit == "turn":
            board.change(self.character, used_turn=(*character.used_turn, self.part))
        elif self.limit == "game":
            board.change(self.character, used_game=(*character.used_game, self.part))


class ModifierAdded(GameEvent[Board], frozen=True):
    """`call` is the word of the card that says what it is about; `amount` 0 with `prevent_damage` is a half."""

    type = "modifier_added"
    character: str
    cid: str
    source: str
    source_cid: str
    call: int
    what: str
    amount: int
    duration: Duration
    stat: Stat | None = None

    def fold(self, board: Board) -> None:
        word = (self.source, self.source_cid, self.call, self.what)
        board.modifiers.append(Modifier(self.character, *word, self.amount, self.duration, self.stat or ""))


class ModifiersExpired(GameEvent[Board], frozen=True):
    """Everything of this duration is over."""

    type = "modifiers_expired"
    duration: Duration

    def fold(self, board: Board) -> None:
        board.modifiers = [one for one in board.modifiers if one.duration != self.duration]


class CharacterSwitched(GameEvent[Board], frozen=True):
    type = "character_switched"
    side: int
    comes: str
    comes_cid: str
    goes: str
    goes_cid: str
    reason: SwitchReason

    def fold(self, board: Board) -> None:
        """CAP-915 CAP-922 A fallen character stays fallen."""
        board.change(self.comes, status="active")
        if board.character(self.goes).status == "active":
            board.change(self.goes, status="inactive")
        if self.reason == "tag_super":
            board.change_combat(switched=True)


class CharacterKoed(OfSeat[Board], frozen=True):
    """`out`: its player has no more turns."""

    type = "character_koed"
    character: str
    cid: str
    out: bool

    def fold(self, board: Board) -> None:
        board.change(self.character, status="koed", hp=0)
        board.players[self.seat].out = self.out
