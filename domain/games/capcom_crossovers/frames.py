"""Frames: what a match still has to resolve, as data. Each kind names the module that steps it."""

from __future__ import annotations

from typing import Literal

from domain.kernel.frames import Frame

Stage = Literal["start", "draw", "combat", "cleanup", "endurance", "end"]


class Mulligans(Frame, frozen=True, tag="mulligans"):
    """setup.py: ask every player in seat order once."""

    seat: int = 0


class Turn(Frame, frozen=True, tag="turn"):
    """turns.py: the parts of a turn; always the bottom frame."""

    stage: Stage = "start"


class Initial(Frame, frozen=True, tag="initial"):
    """defending.py: the initial attack waits for an answer. `offered`: the partner's variable counter was declined."""

    offered: bool = False


class Tech(Frame, frozen=True, tag="tech"):
    """defending.py: a throw waits for a tech hit (CAP-427, CAP-474)."""

    attack: int


DodgeTold = Literal["", "failed", "success"]


class Dodging(Frame, frozen=True, tag="dodging"):
    """defending.py: a card was turned up; `told`: what a failure sets off has been offered."""

    told: DodgeTold = ""


class Reply(Frame, frozen=True, tag="reply"):
    """defending.py: the dodger may make a ranged reply."""

    seat: int


class Damage(Frame, frozen=True, tag="damage"):
    """damage.py: damage to a character, before it is dealt.

    `base` is the printed number, with additional cards; of an attack, `modified` says whether the attacker's
    modifiers count, `half` halves it (CAP-465), `blocked` is what a block takes. `asked`: the absorber has answered.
    """

    target: str
    base: int
    cause: str
    attack: int | None = None
    modified: bool = True
    half: bool = False
    blocked: int | None = None
    asked: bool = False
    absorbed: int = 0


class OnHit(Frame, frozen=True, tag="on_hit"):
    """combos.py: what an attack does beside its damage, once that is dealt (CAP-482)."""

    attack: int


class Dealt(Frame, frozen=True, tag="dealt"):
    """combos.py: abilities that wait for damage dealt by an attack."""

    attack: int


class Kos(Frame, frozen=True, tag="kos"):
    """ending.py: characters at 0 HP are KOed (CAP-482, CAP-701)."""


class After(Frame, frozen=True, tag="after"):
    """combos.py: a hit or avoid move is resolved; the combo goes on or ends. `spent`: no combo points are left."""

    attack: int
    spent: bool = False


class Combo(Frame, frozen=True, tag="combo"):
    """combos.py: the combo owner may add an attack."""

    attack: int


class EndCombat(Frame, frozen=True, tag="end_combat"):
    """combos.py: the combat phase is over, once what is above is resolved."""


class Do(Frame, frozen=True, tag="do"):
    """effects.py: a block of effects of a character's card, from part `at` on.

    `lost`: a reset of combo points is lost (CAP-415).
    """

    character: str
    cid: str
    block: int
    at: int = 0
    cause: str = ""
    lost: bool = False


class May(Frame, frozen=True, tag="may"):
    """abilities.py: a part of an ability that its owner may use or not."""

    character: str
    part: int


class Discards(Frame, frozen=True, tag="discards"):
    """effects.py: a player discards `n` cards of own choice, one by one."""

    seat: int
    n: int
    cause: str


class CutDeck(Frame, frozen=True, tag="cut_deck"):
    """cleanup.py: an opponent may cut the shuffled draw pile of `seat`."""

    seat: int
