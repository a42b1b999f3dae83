"""Words for effects that go on although their card is in the discard."""

from __future__ import annotations

from typing import Literal

from domain.games.c4 import events as e
from domain.games.c4.board import Duration, Lasting
from domain.games.c4.frames import Attack
from domain.games.c4.loadouts import Attribute
from domain.games.c4.rules.effects import EffectContext
from domain.games.c4.words.vocabulary import word
from domain.kernel.effects.vocabulary import Effects, Number, Pattern, Players


def _lasting(
    context: EffectContext, kind: str, who: tuple[int, ...], duration: Duration, value: int = 0, what: str = ""
) -> None:
    """C4-512 An effect that goes on although its card is in the discard; whom it concerns is fixed now (C4-372)."""
    env = context.env
    _add(context, Lasting(context.board.next_effect, env.cid, env.you, kind, duration, who, value, what))


def _add(context: EffectContext, effect: Lasting) -> None:
    """C4-512 C4-R86 The effect begins, unless it is for this attack and there is none."""
    if effect.duration != "this_attack" or any(isinstance(frame, Attack) for frame in context.batch.frames):
        context.batch.emit(e.EffectAdded(effect=effect))


@word("effect", "ties_win")
def ties_win_for_now(context: EffectContext, who: Players, duration: Duration) -> None:
    """C4-410 Equal symbols count as a win of these players for a while."""
    _lasting(context, "ties_win", who, duration)


@word("effect", "mod_gain")
def mod_gain_for_now(context: EffectContext, who: Players, n: Number, duration: Duration) -> None:
    """C4-376 Their gains change by n for a while."""
    _lasting(context, "mod_gain", who, duration, n)


@word("effect", "mod_lose")
def mod_lose_for_now(context: EffectContext, who: Players, n: Number, duration: Duration) -> None:
    """C4-376 Their losses change by n for a while."""
    _lasting(context, "mod_lose", who, duration, n)


@word("effect", "price")
def price_for_now(context: EffectContext, who: Players, n: Number, duration: Duration) -> None:
    """C4-306 Their additional actions cost n more or less for a while."""
    _lasting(context, "price", who, duration, n)


@word("effect", "prevent_gain")
def prevent_gain_for_now(context: EffectContext, who: Players, duration: Duration) -> None:
    """C4-378 They can't gain for a while."""
    _lasting(context, "prevent_gain", who, duration)


@word("effect", "prevent_lose")
def prevent_lose_for_now(
    context: EffectContext, who: Players, duration: Duration, cause: Literal["take"] | None = None
) -> None:
    """C4-378 They can't lose, or with `take` only not be taken from, for a while."""
    _lasting(context, "prevent_lose", who, duration, what=cause or "")


@word("effect", "forbid")
def forbid_for_now(
    context: EffectContext,
    who: Players,
    what: Literal["attack", "attack_you", "reactions", "actions_over_2"],
    duration: Duration,
) -> None:
    """C4-502 They may not do this for a while."""
    _lasting(context, "forbid", who, duration, what=what)


@word("effect", "attr")
def attr_for_now(context: EffectContext, who: Players, what: Attribute, duration: Duration) -> None:
    """C4-543 They count as having an attribute for a while."""
    _lasting(context, "attr", who, duration, what=what)


@word("effect")
def delayed(context: EffectContext, duration: Duration, when: Pattern, effects: Effects) -> None:
    """C4-526 A lasting trigger without a card in play."""
    env = context.env
    effect = Lasting(
        context.board.next_effect, env.cid, env.you, "delayed", duration, trigger=when, block=effects, opp=env.opp
    )
    _add(context, effect)
