"""Words for fights, dice and OOC cards that are being played."""

from __future__ import annotations

from domain.games.trf import events as e
from domain.games.trf import fights as rules
from domain.games.trf import leaving, query
from domain.games.trf.effects import Doing
from domain.games.trf.frames import FactionChoice
from domain.games.trf.printed import FACTIONS
from domain.games.trf.units import unit_of
from domain.games.trf.words.vocabulary import Change, Counted, Dice, Face, Tokens, UntilName, holds, word
from domain.kernel.effects.vocabulary import Condition, Target


@word("effect")
def side(do: Doing, target: Target, n: Change) -> None:
    """TRF-432 TRF-525 The player's side of the fight has n more this turn."""
    for name in target:
        fight = do.board.fight(name)
        mine = None if fight is None else fight.side_of(do.env.you)
        if mine is not None:
            do.batch.emit(e.SideModified(fight=name, side=mine, n=n, cause=do.env.cid))


@word("effect")
def reroll(do: Doing, what: Dice) -> None:
    """TRF-425 TRF-640 A die of this fight is rolled again; the new value counts."""
    rules.reroll(do.batch, do.env.fight, do.env.you, what)


@word("effect")
def set_die(do: Doing, n: Face) -> None:
    """TRF-425 TRF-640 The bickering die of this fight counts as n; later cards can replace that."""
    if do.board.fight(do.env.fight) is not None:
        do.batch.emit(e.DieSet(fight=str(do.env.fight), value=n, cause=do.env.cid))


@word("effect")
def add_die(do: Doing, n: Change) -> None:
    """TRF-640 The player's die of this fight counts n more, above 6 too, also after a re-roll."""
    fight = do.board.fight(do.env.fight)
    mine = None if fight is None else fight.side_of(do.env.you)
    if mine is not None:
        do.batch.emit(e.DieRaised(fight=str(do.env.fight), side=mine, n=n, cause=do.env.cid))


@word("effect")
def join_fight(do: Doing, target: Target, fight: Target) -> None:
    """TRF-416 TRF-429 TRF-633 The unit joins its player's side of the fight, and is battle-marked."""
    for iid in target:
        for name in fight:
            rules.join(do.batch, unit_of(do.board, iid), name)


@word("effect")
def leave_fight(do: Doing, target: Target) -> None:
    """TRF-632 The unit is out of its fight; it can neither attack nor block any more this turn."""
    for iid in target:
        rules.leave(do.batch, unit_of(do.board, iid))


@word("effect")
def cancel_attack(do: Doing) -> None:
    """TRF-634 The new fights and the assault of this turn end without result."""
    rules.cancel_attack(do.batch, do.env.cid)


@word("effect")
def cancel(do: Doing, target: Target) -> None:
    """TRF-342 TRF-622 The OOC card has no effect and is discarded."""
    for iid in target:
        card = do.board.pending(iid)
        if card is not None and query.may_overrule(do.board, do.env, iid):
            do.batch.emit(e.OocCancelled(seat=card.seat, iid=card.iid, card=card.cid, cause=do.env.cid))


@word("effect")
def discard_persistent(do: Doing, target: Target) -> None:
    """TRF-521 TRF-622 The persistent cards end."""
    for iid in target:
        card = do.board.persistent(iid)
        if card is not None and query.may_overrule(do.board, do.env, iid):
            leaving.discard_persistent(do.batch, card, do.env.cid)


@word("effect")
def choose_faction(do: Doing, condition: Condition) -> None:
    """TRF-644 Choose such a faction; it stands on the card."""
    options = tuple(name for name in FACTIONS if holds(condition, do.about(name)))
    if options and do.env.iid is not None:
        do.push(FactionChoice(do.env.you, do.env.iid, options))


@word("effect")
def stay(
    do: Doing,
    host: Target | None = None,
    tokens: Tokens | None = None,
    counted: Counted | None = None,
    until: UntilName | None = None,
) -> None:
    """TRF-521 TRF-522 TRF-620 The card stays in play: attached to a host, with tokens that go one at the start of each
    turn of the player named, until something has happened.
    """
    leaving.place(do.batch, do.env, host, tokens, counted, until)
