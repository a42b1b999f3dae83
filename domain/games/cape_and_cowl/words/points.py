"""Words for City Points and Action Points."""

from __future__ import annotations

from domain.games.cape_and_cowl import changes
from domain.games.cape_and_cowl import events as e
from domain.games.cape_and_cowl.effects import Doing
from domain.games.cape_and_cowl.words.vocabulary import Amount, word
from domain.kernel.effects.vocabulary import Players


@word("effect")
def damage_cp(do: Doing, who: Players, n: Amount) -> None:
    """CNC-436 CNC-702 CP fall by n."""
    for seat in who:
        changes.change_cp(do.batch, seat, -n, do.env.cid)


@word("effect")
def gain_cp(do: Doing, who: Players, n: Amount) -> None:
    """CNC-448 CNC-703 CP rise by n."""
    for seat in who:
        changes.change_cp(do.batch, seat, n, do.env.cid)


@word("effect")
def gain_ap(do: Doing, who: Players, n: Amount) -> None:
    """CNC-305 AP rise by n."""
    for seat in who:
        changes.gain_ap(do.batch, seat, n, do.env.cid)


@word("effect")
def lose_ap(do: Doing, who: Players, n: Amount) -> None:
    """CNC-304 AP fall by n, below 0 too."""
    for seat in who:
        changes.lose_ap(do.batch, seat, n, do.env.cid)


@word("effect")
def less_income(do: Doing, who: Players, n: Amount) -> None:
    """CNC-205 CNC-438 The next income is n lower."""
    for seat in who:
        do.batch.emit(e.ShortageAdded(seat=seat, n=n, cause=do.env.cid))


@word("effect")
def refund_ap(do: Doing) -> None:
    """CNC-444 The AP paid for the attack are given back."""
    if do.env.paid:
        after = do.board.players[do.env.you].ap + do.env.paid
        do.batch.emit(e.ApRefunded(seat=do.env.you, n=do.env.paid, cause=do.env.cid, ap_after=after))
