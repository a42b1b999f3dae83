"""Words for what goes on for a while without its card (CNC-513, CNC-514)."""

from __future__ import annotations

from functools import partial
from typing import Literal

from domain.games.cape_and_cowl import events as e
from domain.games.cape_and_cowl.board import Duration
from domain.games.cape_and_cowl.rules.effects import EffectContext
from domain.games.cape_and_cowl.words.vocabulary import (
    Amount,
    Change,
    Characters,
    Damaged,
    Limit,
    LimitChange,
    Reduction,
    Types,
    word,
)
from domain.kernel.effects.vocabulary import Players

ForPlayer = Literal["turn", "round", "match"]


@word("effect")
def attack_mod(
    context: EffectContext,
    target: Characters,
    n: Change,
    duration: Duration,
    types: Types | None = None,
    vs: Damaged | None = None,
) -> None:
    """CNC-409 Their Attacks are n stronger for a while; of these types only, or against damaged Characters only."""
    added = partial(
        e.ModifierAdded,
        kind="attack_mod",
        duration=duration,
        made_by=context.env.you,
        cause=context.env.cid,
        value=n,
        types=types or (),
        damaged=vs is not None,
    )
    for character in context.characters(target):
        context.batch.emit(added(**e.of(character)))


def _for_player(
    context: EffectContext,
    who: tuple[int, ...],
    kind: Literal["cp_damage_mod", "limit_mod", "no_attrition", "storm"],
    duration: Duration,
    value: int = 0,
    limit: str = "",
) -> None:
    for seat in who:
        context.batch.emit(
            e.ModifierAdded(
                seat=seat,
                kind=kind,
                duration=duration,
                made_by=context.env.you,
                cause=context.env.cid,
                value=value,
                limit=limit,
            )
        )


@word("effect")
def cp_damage_mod(context: EffectContext, who: Players, n: Reduction, duration: ForPlayer) -> None:
    """CNC-415 Attacks do that much less damage to their City for a while."""
    _for_player(context, who, "cp_damage_mod", duration, n)


@word("effect")
def limit_mod(context: EffectContext, who: Players, limit: Limit, n: LimitChange, duration: ForPlayer) -> None:
    """CNC-213 CNC-214 CNC-309 CNC-705 A limit of theirs is n higher for a while."""
    _for_player(context, who, "limit_mod", duration, n, limit)


@word("effect")
def no_attrition(context: EffectContext, who: Players, duration: ForPlayer) -> None:
    """CNC-706 They can't lose by Attrition for a while."""
    _for_player(context, who, "no_attrition", duration)


@word("effect")
def storm(context: EffectContext, who: Players, n: Amount, duration: Literal["turn"]) -> None:
    """CNC-441 CNC-R26 Ice, Air, Water and Electric Attacks of all their Characters, later ones too, are n stronger."""
    _for_player(context, who, "storm", duration, n)
