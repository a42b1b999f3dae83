"""Frames: what a match still has to resolve, as data. Each kind names the module that steps it."""

from __future__ import annotations

from typing import Literal

import msgspec

from domain.games.trf.definitions import Faction, Window
from domain.kernel.frames import Frame

Stage = Literal[
    "refill",
    "start",
    "draw",
    "planet",
    "deployment",
    "pre_combat",
    "attack_window",
    "blocks",
    "block_window",
    "fights",
    "assault",
    "assault_window",
    "capture",
    "post_combat",
    "end",
    "close",
]


class Env(msgspec.Struct, frozen=True, omit_defaults=True):
    """The references of one text's words.

    `iid` is this card (an account by its name as a target); `bound` the targets, by the number of their `pick`;
    `opponent` the one that was chosen; `window`, `fight` where an OOC card was played; `answers` the card it answers;
    `cards` those assigned to a captured planet; `loser` the player of the side that lost. `declared`: its targets were
    named when it was announced (TRF-325), else they are chosen when it happens.
    """

    you: int
    cid: str
    iid: str | None = None
    bound: tuple[tuple[int, str], ...] = ()
    opponent: int | None = None
    window: Window | None = None
    fight: str | None = None
    answers: str | None = None
    cards: tuple[str, ...] = ()
    loser: int | None = None
    declared: bool = False

    def target(self, pick: int) -> str | None:
        """The target chosen for the `pick` of this number, or None."""
        return next((iid for number, iid in self.bound if number == pick), None)


class Turn(Frame, frozen=True, tag="turn"):
    """turns.py: the parts of a turn; always the bottom frame."""

    stage: Stage = "refill"


class Do(Frame, frozen=True, tag="do"):
    """effects.py: a block of effects, from part `at` on."""

    env: Env
    block: int
    at: int = 0


class Announced(Frame, frozen=True, tag="announced"):
    """playing.py: an OOC card on the stack, while others may respond; `passed` are those who have on it."""

    env: Env
    block: int
    passed: tuple[int, ...] = ()


class Resolved(Frame, frozen=True, tag="resolved"):
    """playing.py: the OOC card is resolved; unless it stays, it goes to its owner's discard pile."""

    iid: str


class InWindow(Frame, frozen=True, tag="window"):
    """windows.py: a window of combat. `at` is whose turn it is among `seats`, `passed` how many passed in a row."""

    window: Window
    seats: tuple[int, ...]
    at: int = 0
    passed: int = 0
    fight: str | None = None


class FightStep(Frame, frozen=True, tag="fight"):
    """fights.py: one fight, by its steps."""

    fight: str
    stage: Literal["bicker", "dice", "resolve"] = "bicker"


class Countdown(Frame, frozen=True, tag="countdown"):
    """leaving.py: a persistent card loses a token."""

    iid: str


class DiscardChoice(Frame, frozen=True, tag="discard_choice"):
    """effect_prompts.py: a player discards cards of the own hand."""

    seat: int
    n: int
    cause: str


class LookTop(Frame, frozen=True, tag="look_top"):
    """effect_prompts.py: the player who looks at cards of the own deck takes `n` of them."""

    seat: int
    n: int
    cause: str


class FactionChoice(Frame, frozen=True, tag="faction_choice"):
    """effect_prompts.py: a faction for the card that is being resolved."""

    seat: int
    iid: str
    options: tuple[Faction, ...]


class OpponentChoice(Frame, frozen=True, tag="opponent_choice"):
    """effect_prompts.py: whom a triggered text calls an opponent."""

    then: Do


class TargetChoice(Frame, frozen=True, tag="target_choice"):
    """effect_prompts.py: the target of a `pick` in a triggered text."""

    then: Do
    pick: int
    candidates: tuple[str, ...]


class MayChoice(Frame, frozen=True, tag="may_choice"):
    """effect_prompts.py: whether the effects of a `may` happen."""

    then: Do
