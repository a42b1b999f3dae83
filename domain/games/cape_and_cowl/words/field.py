"""Words for what happens to cards in play."""

from __future__ import annotations

from typing import Literal

from domain.games.cape_and_cowl import attacks, changes, leaving
from domain.games.cape_and_cowl import events as e
from domain.games.cape_and_cowl.cards import TYPE
from domain.games.cape_and_cowl.effects import Doing
from domain.games.cape_and_cowl.frames import Strike
from domain.games.cape_and_cowl.printed import Class
from domain.games.cape_and_cowl.words.vocabulary import Amount, Count, One, word
from domain.kernel.effects.vocabulary import Players, Target

Round = Literal["round"]


@word("effect")
def damage(do: Doing, target: Target, n: Amount) -> None:
    """CNC-524 CNC-529 Effect damage."""
    for character in do.characters(target):
        changes.effect_damage(do.batch, character, n, do.env.cid)


@word("effect")
def heal(do: Doing, target: Target, n: Amount) -> None:
    """CNC-510 HP rise by n up to the maximum; Confusion and Poison end."""
    for character in do.characters(target):
        changes.heal(do.batch, character, n, do.env.cid)


@word("effect")
def cure(do: Doing, target: Target) -> None:
    """CNC-511 Frozen, Confused, Poisoned and Silenced end."""
    for character in do.characters(target):
        changes.cure(do.batch, character, do.env.cid)


@word("effect")
def destroy(do: Doing, target: Target) -> None:
    """CNC-442 CNC-520 CNC-522 CNC-523 The cards are destroyed, but for guards and replacements."""
    leaving.destroy(do.batch, [*do.characters(target), *do.cities(target)], do.env.cid)


@word("effect")
def return_hand(do: Doing, target: Target) -> None:
    """CNC-331 CNC-439 The Characters go to their owners' hands."""
    for character in do.characters(target):
        leaving.return_to_hand(do.batch, character, do.env.cid)
    leaving.discard_down(do.batch)


@word("effect")
def withdraw(do: Doing, target: Target) -> None:
    """CNC-329 The Characters go to their owners' hands, as when withdrawn: what bars that bars this."""
    for character in do.characters(target):
        if leaving.withdraw_barred(character, do.hand(character.owner)) is None:
            leaving.withdraw(do.batch, character, do.env.cid)


@word("effect")
def status(
    do: Doing,
    target: Target,
    name: Literal["frozen", "confused", "poisoned", "silenced", "shielded"],
    duration: Round | None = None,
) -> None:
    """CNC-435 CNC-437 CNC-440 CNC-504 CNC-505 CNC-506 CNC-507 CNC-508 A status; frozen and silenced last a round."""
    changes.give_status(do.batch, do.characters(target), name, do.env.you, do.env.cid)


@word("effect")
def set_class(
    do: Doing,
    target: Target,
    to: Literal["choose", "hero", "anti_hero", "civilian", "government", "anti_villain", "villain"],
    duration: Literal["stay"],
) -> None:
    """CNC-525 They become another Class while they stay in play; `choose`: it is named with the action."""
    after = do.env.class_ if to == "choose" else CLASS_WORDS[to]
    for character in do.characters(target):
        if after is not None and after != character.class_:
            do.batch.emit(
                e.ClassChanged(
                    seat=character.owner,
                    iid=character.iid,
                    card=character.cid,
                    before=character.class_,
                    after=after,
                )
            )


CLASS_WORDS: dict[str, Class] = {
    "hero": "Hero",
    "anti_hero": "Anti-Hero",
    "civilian": "Civilian",
    "government": "Government",
    "anti_villain": "Anti-Villain",
    "villain": "Villain",
}


@word("effect")
def extra_act(do: Doing, target: Target, n: Count) -> None:
    """CNC-326 They may Act n times more this turn."""
    for character in do.characters(target) if n else ():
        do.batch.emit(
            e.ExtraActGained(seat=character.owner, iid=character.iid, card=character.cid, n=n, cause=do.env.cid)
        )


@word("effect")
def combo(do: Doing, target: Target, n: One) -> None:
    """CNC-421 A Combo of level 1 goes to level 2; that never unleashes."""
    for character in do.characters(target):
        if character.combo is not None and character.combo.level == 1:
            do.batch.emit(
                e.ComboChanged(
                    seat=character.owner,
                    character=character.iid,
                    card=character.cid,
                    attack=character.combo.attack,
                    level=2,
                )
            )


@word("effect")
def disable(do: Doing, target: Target, duration: Round) -> None:
    """CNC-516 The City cards have no effect for a round, as guards neither."""
    for city in do.cities(target):
        do.batch.emit(
            e.StatusGained(
                seat=city.owner,
                status="disabled",
                made_by=do.env.you,
                cause=do.env.cid,
                iid=city.iid,
                card=city.cid,
            )
        )


@word("effect")
def disable_cities(do: Doing, who: Players, duration: Round) -> None:
    """CNC-447 CNC-517 The players are Flooded for a round."""
    for seat in who:
        do.batch.emit(e.StatusGained(seat=seat, status="flooded", made_by=do.env.you, cause=do.env.cid))


@word("effect")
def extra_attack_damage(do: Doing, target: Target, n: Amount) -> None:
    """CNC-443 CNC-446 CNC-R27 Attack damage of the type; no Attack modifier changes it, immunity and reductions do."""
    kind = do.env.cid.removeprefix(TYPE)
    strikes = [Strike(do.env.you, str(do.env.iid), iid, kind, n, do.env.cid) for iid in target]
    do.push(*attacks.deal(do.batch, *strikes))
