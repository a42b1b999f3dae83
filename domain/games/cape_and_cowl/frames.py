"""Frames: what a match still has to resolve, as data. Each kind names the module that steps it."""

from __future__ import annotations

from typing import Literal

import msgspec

from domain.games.cape_and_cowl.definitions import Class
from domain.kernel.frames import Frame


class Env(msgspec.Struct, frozen=True, omit_defaults=True):
    """The references of one text's words.

    `iid` is this card; `bound` the targets chosen, by the number of their `pick`; `cards`, `class_` what was named with
    the action; `attacker` who damaged it; `paid` the AP of the attack that unleashed a Type Effect.
    """

    you: int
    cid: str
    iid: str | None = None
    bound: tuple[tuple[int, str], ...] = ()
    cards: tuple[str, ...] | None = None
    class_: Class | None = msgspec.field(default=None, name="class")
    attacker: str | None = None
    paid: int = 0
    unleashed: bool = False

    def target(self, pick: int) -> str | None:
        """The target chosen for the `pick` of this number, or None."""
        return next((iid for number, iid in self.bound if number == pick), None)


class Turn(Frame, frozen=True, tag="turn"):
    """turns.py: the parts of a turn; always the bottom frame."""

    stage: Literal[
        "durations", "poison", "income", "each_turn", "start", "main", "combos", "turn_effects", "limits", "next"
    ] = "durations"


class Do(Frame, frozen=True, tag="do"):
    """effects.py: a block of effects, from part `at` on, or that part `alone`.

    `live`: only if its card is in play and enabled then.
    """

    env: Env
    block: int
    at: int = 0
    live: bool = False
    alone: bool = False


class Use(Frame, frozen=True, tag="use"):
    """acting.py: an active Ability that was declared, before Confusion is looked at."""

    env: Env
    block: int


class Attack(Frame, frozen=True, tag="attack"):
    """attacks.py: an attack by its steps. `level` is what the Combo comes to by its declaration."""

    seat: int
    attacker: str
    cid: str
    attack: int
    target: str
    cost: int
    level: int
    stage: Literal["confusion", "strike", "combo", "after"] = "confusion"


class Strike(Frame, frozen=True, tag="strike"):
    """attacks.py: attack damage and what it triggers. `damage` is what it did, once it is done."""

    seat: int
    attacker: str
    target: str
    attack_type: str
    strength: int
    cause: str
    hit: str | None = None
    hit_seat: int = 0
    silenced: bool = False
    damage: int | None = None


class FirstIncome(Frame, frozen=True, tag="first_income"):
    """playing.py: what a City card that was just played generates at once."""

    seat: int
    iid: str


class Finish(Frame, frozen=True, tag="finish"):
    """playing.py: the Event that was played goes to the discard pile."""


class TargetChoice(Frame, frozen=True, tag="target_choice"):
    """effect_prompts.py: the target of a `pick`; the answer goes to the effect it belongs to."""

    then: Do
    pick: int
    candidates: tuple[str, ...]


class RecoverChoice(Frame, frozen=True, tag="recover_choice"):
    """effect_prompts.py: cards of the own discard pile, up to `n`, or none."""

    env: Env
    candidates: tuple[str, ...]
    n: int
    to: Literal["hand", "bottom"]


class Discards(Frame, frozen=True, tag="discards"):
    """effect_prompts.py: a player discards cards of the own hand. `later`: one effect has made another do so before."""

    seat: int
    n: int
    cause: str
    later: bool = False


class DiscardDown(Frame, frozen=True, tag="discard_down"):
    """effect_prompts.py: an 11th card came into the hand (CNC-331). `later`: so many did that this is not the first."""

    seat: int
    later: bool = False


class Positions(Frame, frozen=True, tag="positions"):
    """effect_prompts.py: `seat` chooses cards of a player's hand that are revealed; `optional`: or none."""

    seat: int
    hand: int
    n: int
    optional: bool


class Search(Frame, frozen=True, tag="search"):
    """effect_prompts.py: `seat` takes cards out of the own deck: `left` more that pass the test of a `search`."""

    env: Env
    left: int
    block: int
    at: int
    taken: bool = False
