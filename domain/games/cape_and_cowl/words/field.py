"""Words for what happens to cards in play."""

from __future__ import annotations

from functools import partial
from typing import Literal

from domain.games.cape_and_cowl import events as e
from domain.games.cape_and_cowl.definitions import TYPE, Class
from domain.games.cape_and_cowl.frames import Strike
from domain.games.cape_and_cowl.rules import attacks, changes, leaving
from domain.games.cape_and_cowl.rules.effects import EffectContext
from domain.games.cape_and_cowl.words.vocabulary import Amount, AnyTarget, Characters, Cities, Count, One, word
from domain.kernel.effects.subjects import Place
from domain.kernel.effects.vocabulary import Players

Round = Literal["round"]


@word("effect")
def damage(context: EffectContext, target: Characters, n: Amount) -> None:
    """CNC-524 CNC-529 Effect damage."""
    for character in context.characters(target):
        changes.effect_damage(context.batch, character, n, context.env.cid)


@word("effect")
def heal(context: EffectContext, target: Characters, n: Amount) -> None:
    """CNC-510 HP rise by n up to the maximum; Confusion and Poison end."""
    for character in context.characters(target):
        changes.heal(context.batch, character, n, context.env.cid)


@word("effect")
def cure(context: EffectContext, target: Characters) -> None:
    """CNC-511 Frozen, Confused, Poisoned and Silenced end."""
    for character in context.characters(target):
        changes.cure(context.batch, character, context.env.cid)


@word("effect")
def destroy(context: EffectContext, target: AnyTarget) -> None:
    """CNC-442 CNC-520 CNC-522 CNC-523 The cards are destroyed, but for guards and replacements."""
    leaving.destroy(context.batch, [*context.characters(target), *context.cities(target)], context.env.cid)


@word("effect")
def return_hand(context: EffectContext, target: Characters) -> None:
    """CNC-331 CNC-439 The Characters go to their owners' hands."""
    for character in context.characters(target):
        leaving.return_to_hand(context.batch, character, context.env.cid)
    leaving.discard_down(context.batch)


@word("effect")
def withdraw(context: EffectContext, target: Characters) -> None:
    """CNC-329 The Characters go to their owners' hands, as when withdrawn: what bars that bars this."""
    for character in context.characters(target):
        if leaving.withdraw_barred(character, context.hand(character.owner)) is None:
            leaving.withdraw(context.batch, character, context.env.cid)


def as_long_as_it_lasts(place: Place) -> None:
    """CNC-504 CNC-507 Frozen and silenced last for a round, the other statuses until something ends them."""
    name, lasts = place.name("name"), place.has("duration")
    if lasts != (name in ("frozen", "silenced")):
        raise place.fault(f"{name} {'lasts until something ends it' if lasts else 'needs a duration: round'}")


@word("effect", check=as_long_as_it_lasts)
def status(
    context: EffectContext,
    target: Characters,
    name: Literal["frozen", "confused", "poisoned", "silenced", "shielded"],
    duration: Round | None = None,
) -> None:
    """CNC-435 CNC-437 CNC-440 CNC-504 CNC-505 CNC-506 CNC-507 CNC-508 A status; frozen and silenced last a round."""
    changes.give_status(context.batch, context.characters(target), name, context.env.you, context.env.cid)


def chosen_with_an_action(place: Place) -> None:
    """CNC-525 A Class of the player's choice is named with an action."""
    if place.name("to") == "choose" and not place.part.works(("act", "play")):
        raise place.fault("a Class is chosen with an action; name one of the Classes here (CNC-525)")


@word("effect", check=chosen_with_an_action)
def set_class(
    context: EffectContext,
    target: Characters,
    to: Literal["choose", "hero", "anti_hero", "civilian", "government", "anti_villain", "villain"],
    duration: Literal["stay"],
) -> None:
    """CNC-525 They become another Class while they stay in play; `choose`: it is named with the action."""
    after = context.env.class_ if to == "choose" else CLASS_WORDS[to]
    for character in context.characters(target):
        if after is not None and after != character.class_:
            context.batch.emit(e.ClassChanged(**e.of(character), before=character.class_, after=after))


CLASS_WORDS: dict[str, Class] = {
    "hero": "Hero",
    "anti_hero": "Anti-Hero",
    "civilian": "Civilian",
    "government": "Government",
    "anti_villain": "Anti-Villain",
    "villain": "Villain",
}


@word("effect")
def extra_act(context: EffectContext, target: Characters, n: Count) -> None:
    """CNC-326 They may Act n times more this turn."""
    for character in context.characters(target) if n else ():
        context.batch.emit(e.ExtraActGained(**e.of(character), n=n, cause=context.env.cid))


@word("effect")
def combo(context: EffectContext, target: Characters, n: One) -> None:
    """CNC-421 A Combo of level 1 goes to level 2; that never unleashes."""
    for one in context.characters(target):
        if one.combo is not None and one.combo.level == 1:
            seat, attack = one.owner, one.combo.attack
            context.batch.emit(e.ComboChanged(seat=seat, character=one.iid, card=one.cid, attack=attack, level=2))


@word("effect")
def disable(context: EffectContext, target: Cities, duration: Round) -> None:
    """CNC-516 The City cards have no effect for a round, as guards neither."""
    gained = partial(e.StatusGained, status="disabled", made_by=context.env.you, cause=context.env.cid)
    for city in context.cities(target):
        context.batch.emit(gained(**e.of(city)))


@word("effect")
def disable_cities(context: EffectContext, who: Players, duration: Round) -> None:
    """CNC-447 CNC-517 The players are Flooded for a round."""
    for seat in who:
        context.batch.emit(e.StatusGained(seat=seat, status="flooded", made_by=context.env.you, cause=context.env.cid))


@word("effect", only=("type",))
def extra_attack_damage(context: EffectContext, target: Characters, n: Amount) -> None:
    """CNC-443 CNC-446 CNC-R27 Attack damage of the type; no Attack modifier changes it, immunity and reductions do."""
    kind = context.env.cid.removeprefix(TYPE)
    strikes = [Strike(context.env.you, str(context.env.iid), iid, kind, n, context.env.cid) for iid in target]
    context.batch.push(*attacks.deal(context.batch, *strikes))
