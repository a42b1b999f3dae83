"""Events of Characters in play, and lasting effects."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from domain.games.cape_and_cowl.board import Board, Duration, Modifier, PlayerEffect, Status
from domain.games.cape_and_cowl.definitions import Class
from domain.kernel.facts import OfCard, OfSeat


class StatusGained(OfSeat[Board], frozen=True):
    """A status of a Character; `disabled` of a City card; `flooded` of the player."""

    type = "status_gained"
    status: Status | Literal["disabled", "flooded"]
    made_by: int
    cause: str
    iid: str | None = None
    card: str | None = None

    def fold(self, board: Board) -> None:
        if self.status == "flooded":
            board.players[self.seat].flooded = self.made_by
        elif self.status == "disabled":
            cities = board.players[self.seat].cities
            cities[:] = [replace(card, disabled=self.made_by) if card.iid == self.iid else card for card in cities]
        elif (character := board.character(self.iid)) is not None:
            board.change(self.iid, statuses={**character.statuses, self.status: self.made_by})


class StatusEnded(OfSeat[Board], frozen=True):
    type = "status_ended"
    status: Status
    cause: str
    iid: str
    card: str

    def fold(self, board: Board) -> None:
        character = board.character(self.iid)
        if character is not None:
            statuses = {name: seat for name, seat in character.statuses.items() if name != self.status}
            board.change(self.iid, statuses=statuses)


class Healed(OfCard[Board], frozen=True):
    type = "healed"
    n: int
    hp_after: int
    cause: str

    def fold(self, board: Board) -> None:
        board.change(self.iid, hp=self.hp_after)


class MaxHpChanged(OfCard[Board], frozen=True):
    """The cards in play give a Character another maximum; its HP follow."""

    type = "max_hp_changed"
    max_hp: int
    hp_after: int

    def fold(self, board: Board) -> None:
        board.change(self.iid, max_hp=self.max_hp, hp=self.hp_after)


class ModifierAdded(OfSeat[Board], frozen=True):
    """For a Character (`iid`) an Attack modifier, else something that lasts for the player `seat`."""

    type = "modifier_added"
    kind: Literal["attack_mod", "cp_damage_mod", "limit_mod", "no_attrition", "storm"]
    duration: Duration
    made_by: int
    cause: str
    value: int = 0
    iid: str | None = None
    card: str | None = None
    types: tuple[str, ...] = ()
    damaged: bool = False
    limit: str = ""

    def fold(self, board: Board) -> None:
        character = board.character(self.iid)
        if character is not None:
            one = Modifier(self.value, self.duration, self.made_by, self.types, self.damaged)
            board.change(self.iid, modifiers=(*character.modifiers, one))
        elif self.kind != "attack_mod":
            effect = PlayerEffect(self.kind, self.duration, self.made_by, self.value, self.limit)
            board.players[self.seat].effects.append(effect)


class ExtraActGained(OfCard[Board], frozen=True):
    type = "extra_act_gained"
    n: int
    cause: str

    def fold(self, board: Board) -> None:
        character = board.character(self.iid)
        if character is not None:
            board.change(self.iid, extra_acts=character.extra_acts + self.n)


class ClassChanged(OfCard[Board], frozen=True):
    type = "class_changed"
    before: Class
    after: Class

    def fold(self, board: Board) -> None:
        board.change(self.iid, class_=self.after)
