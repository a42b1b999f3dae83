"""Words for fights, dice and OOC cards that are being played."""

from __future__ import annotations

from typing import Annotated

from domain.games.trf import events as e
from domain.games.trf.definitions import WINDOWS
from domain.games.trf.frames import FactionChoice
from domain.games.trf.rules import continuous, leaving, targeting
from domain.games.trf.rules import fights as rules
from domain.games.trf.rules.effects import EffectContext
from domain.games.trf.rules.units import unit_of
from domain.games.trf.words.vocabulary import (
    Answered,
    Change,
    Counted,
    Dice,
    Face,
    Fights,
    Hosts,
    Persistents,
    Place,
    Tokens,
    Units,
    UntilName,
    word,
)
from domain.kernel.effects.vocabulary import About, Test


@word("effect")
def side(context: EffectContext, target: Fights, n: Change) -> None:
    """TRF-432 TRF-525 The player's side of the fight has n more this turn."""
    for name in target:
        fight = context.board.fight(name)
        mine = None if fight is None else fight.side_of(context.env.you)
        if mine is not None:
            context.batch.emit(e.SideModified(fight=name, side=mine, n=n, cause=context.env.cid))


def in_its_window(place: Place) -> None:
    """TRF-425 TRF-431 Each die is rolled in a window of its own."""
    die = place.name("what")
    window = "bicker" if die == "bicker" else "dice"
    if not place.part.works((window,)):
        raise place.fault(f"reroll({die}) has a meaning in the window {window} only (TRF-425, TRF-431)")


@word("effect", only=("bicker", "dice"), check=in_its_window)
def reroll(context: EffectContext, what: Dice) -> None:
    """TRF-425 TRF-640 A die of this fight is rolled again; the new value counts."""
    rules.reroll(context.batch, context.env.fight, context.env.you, what)


@word("effect", only=("bicker",))
def set_die(context: EffectContext, n: Face) -> None:
    """TRF-425 TRF-640 The bickering die of this fight counts as n; later cards can replace that."""
    if context.board.fight(context.env.fight) is not None:
        context.batch.emit(e.DieSet(fight=str(context.env.fight), value=n, cause=context.env.cid))


@word("effect", only=("dice",))
def add_die(context: EffectContext, n: Change) -> None:
    """TRF-640 The player's die of this fight counts n more, above 6 too, also after a re-roll."""
    fight = context.board.fight(context.env.fight)
    mine = None if fight is None else fight.side_of(context.env.you)
    if mine is not None:
        context.batch.emit(e.DieRaised(fight=str(context.env.fight), side=mine, n=n, cause=context.env.cid))


@word("effect")
def join_fight(context: EffectContext, target: Units, fight: Fights) -> None:
    """TRF-416 TRF-429 TRF-633 The unit joins its player's side of the fight, and is battle-marked."""
    for iid in target:
        for name in fight:
            rules.join(context.batch, unit_of(context.board, iid), name)


@word("effect")
def leave_fight(context: EffectContext, target: Units) -> None:
    """TRF-632 The unit is out of its fight; it can neither attack nor block any more this turn."""
    for iid in target:
        rules.leave(context.batch, unit_of(context.board, iid))


@word("effect", only=("attack", "block"))
def cancel_attack(context: EffectContext) -> None:
    """TRF-634 The new fights and the assault of this turn end without result."""
    rules.cancel_attack(context.batch, context.env.cid)


@word("effect")
def cancel(context: EffectContext, target: Answered) -> None:
    """TRF-342 TRF-622 The OOC card has no effect and is discarded."""
    for iid in target:
        card = context.board.pending(iid)
        if card is not None and continuous.may_overrule(context.board, context.env, iid):
            context.batch.emit(e.OocCancelled(seat=card.seat, iid=card.iid, card=card.cid, cause=context.env.cid))


@word("effect")
def discard_persistent(context: EffectContext, target: Persistents) -> None:
    """TRF-521 TRF-622 The persistent cards end."""
    for iid in target:
        card = context.board.persistent(iid)
        if card is not None and continuous.may_overrule(context.board, context.env, iid):
            leaving.discard_persistent(context.batch, card, context.env.cid)


def among_factions(place: Place) -> None:
    """TRF-644 A faction is chosen among all or among those of the account's alignment."""
    if [asked.word for asked in place.call.inner] not in (["any_faction"], ["of_my_alignment"]):
        raise place.fault("choose_faction takes any_faction or of_my_alignment (TRF-644)")


@word("effect", only=WINDOWS, check=among_factions)
def choose_faction(context: EffectContext, condition: Annotated[Test, About("faction")]) -> None:
    """TRF-644 Choose such a faction; it stands on the card."""
    options = targeting.factions(context.batch.state, context, condition)
    if options and context.env.iid is not None:
        context.batch.push(FactionChoice(context.env.you, context.env.iid, options))


def one_host(place: Place) -> None:
    """TRF-522 TRF-620 Tokens are counted down at the start of somebody's turns; one host is named."""
    if place.has("tokens") != place.has("counted"):
        raise place.fault("tokens are counted down: tokens=n, counted=me or host_owner (TRF-522)")
    if not place.has("host") and "host_owner" in place.call.text:
        raise place.fault("without a host there is no host_owner (TRF-620)")
    if place.has("host") and not any(part.word in ("pick", "same") for part in place.call.inner):
        raise place.fault("the host is one card: stay(pick(...)) (TRF-620)")


@word("effect", only=WINDOWS, check=one_host)
def stay(
    context: EffectContext,
    host: Hosts | None = None,
    tokens: Tokens | None = None,
    counted: Counted | None = None,
    until: UntilName | None = None,
) -> None:
    """TRF-521 TRF-522 TRF-620 The card stays in play: attached to a host, with tokens that go one at the start of each
    turn of the player named, until something has happened.
    """
    leaving.place(context.batch, context.env, host, tokens, counted, until)
