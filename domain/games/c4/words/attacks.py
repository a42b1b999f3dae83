"""Words for attacks and what happens in one."""

from __future__ import annotations

from typing import Literal

from domain.games.c4.frames import AttackEach
from domain.games.c4.rules import attacks
from domain.games.c4.rules.effects import EffectContext
from domain.games.c4.words.vocabulary import word
from domain.kernel.effects.vocabulary import Effects, Players


@word("effect")
def attack(context: EffectContext, who: Players, effects: Effects) -> None:
    """C4-401 C4-R80 If you win an attack against that player, the effects happen."""
    for seat in who:
        attacks.declare(context.batch, context.env, seat, effects)


@word("effect")
def attack_each(context: EffectContext, who: Players, effects: Effects) -> None:
    """C4-417 C4-R80 One complete attack against each of these players."""
    context.push(AttackEach(who, context.env, effects))


@word("effect")
def cancel_attack(context: EffectContext) -> None:
    """C4-415 The attack neither wins nor fails; flipped cards still go to the hands."""
    attacks.cancel(context.batch, context.env.cid)


@word("effect")
def redirect_attack(context: EffectContext, who: Players) -> None:
    """C4-416 That player becomes the defender and is attacked anew."""
    for seat in who:
        attacks.redirect(context.batch, seat, context.env.cid)


@word("effect")
def set_symbol(
    context: EffectContext, who: Players, symbol: Literal["rock", "paper", "scissors", "named", "beats_rival"]
) -> None:
    """C4-418 C4-422 Change the symbol of a flipped card for this attack; `named` is declared with the card."""
    for seat in who:
        attacks.set_symbol(context.batch, seat, str(context.env.mode) if symbol == "named" else symbol)


@word("effect")
def reflip(context: EffectContext, who: Players) -> None:
    """C4-419 C4-422 C4-423 C4-R91 Discard a flipped card and flip a new one, whose When Flipped happens at once.

    Nobody flips anew because of a new flip.
    """
    for seat in () if attacks.flips_anew(context.batch) else who:
        attacks.reflip(context.batch, seat)
