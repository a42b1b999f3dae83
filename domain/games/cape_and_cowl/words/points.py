"""Words for City Points and Action Points."""

from __future__ import annotations

from domain.games.cape_and_cowl import events as e
from domain.games.cape_and_cowl.rules import changes
from domain.games.cape_and_cowl.rules.effects import EffectContext
from domain.games.cape_and_cowl.words.vocabulary import Amount, word
from domain.kernel.effects.vocabulary import Players


@word("effect")
def damage_cp(context: EffectContext, who: Players, n: Amount) -> None:
    """CNC-436 CNC-702 CP fall by n."""
    for seat in who:
        changes.change_cp(context.batch, seat, -n, context.env.cid)


@word("effect")
def gain_cp(context: EffectContext, who: Players, n: Amount) -> None:
    """CNC-448 CNC-703 CP rise by n."""
    for seat in who:
        changes.change_cp(context.batch, seat, n, context.env.cid)


@word("effect")
def gain_ap(context: EffectContext, who: Players, n: Amount) -> None:
    """CNC-305 AP rise by n."""
    for seat in who:
        changes.gain_ap(context.batch, seat, n, context.env.cid)


@word("effect")
def lose_ap(context: EffectContext, who: Players, n: Amount) -> None:
    """CNC-304 AP fall by n, below 0 too."""
    for seat in who:
        changes.lose_ap(context.batch, seat, n, context.env.cid)


@word("effect")
def less_income(context: EffectContext, who: Players, n: Amount) -> None:
    """CNC-205 CNC-438 The next income is n lower."""
    for seat in who:
        context.batch.emit(e.ShortageAdded(seat=seat, n=n, cause=context.env.cid))


@word("effect", only=("type",))
def refund_ap(context: EffectContext) -> None:
    """CNC-444 The AP paid for the attack are given back."""
    if context.env.paid:
        after = context.board.players[context.env.you].ap + context.env.paid
        context.batch.emit(
            e.ApRefunded(seat=context.env.you, n=context.env.paid, cause=context.env.cid, ap_after=after)
        )
