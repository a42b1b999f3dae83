"""Words for what happens when a move hits or is used, and when an ability works."""

from __future__ import annotations

from domain.games.capcom_crossovers import events as e
from domain.games.capcom_crossovers.board import Duration, Stat
from domain.games.capcom_crossovers.frames import Damage, Discards
from domain.games.capcom_crossovers.rules import damage, defending, piles
from domain.games.capcom_crossovers.rules.effects import EffectContext
from domain.games.capcom_crossovers.words.vocabulary import (
    Amount,
    Cards,
    Change,
    Characters,
    Chooser,
    Fewer,
    OfAttack,
    One,
    Prevented,
    word,
)
from domain.kernel.effects.subjects import Place
from domain.kernel.effects.vocabulary import Players


@word("effect")
def deal_damage(context: EffectContext, target: Characters, n: Amount) -> None:
    """CAP-480 That much damage, lowered by what the target's effects take from it."""
    context.batch.push(*(Damage(character.id, n, context.frame.cause) for character in context.characters(target)))


@word("effect")
def heal(context: EffectContext, target: Characters, n: Amount) -> None:
    """CAP-483 HP rise by n, not above those at the start."""
    for character in context.characters(target):
        damage.heal(context.batch, character, n, context.frame.cause)


@word("effect")
def draw(context: EffectContext, who: Players, n: Cards) -> None:
    """CAP-511 They draw n cards, as many as there are."""
    for seat in who:
        piles.draw(context.batch, seat, n, context.frame.cause)


@word("effect")
def discard(context: EffectContext, who: Players, n: Cards, chooser: Chooser) -> None:
    """CAP-511 CAP-R87 They discard n cards, of their own choice or at random."""
    for seat in who:
        if chooser == "random":
            piles.discard_at_random(context.batch, seat, n, context.frame.cause)
        else:
            context.batch.push(Discards(seat, n, context.frame.cause))


@word("effect")
def reset_cp(context: EffectContext, target: Characters) -> None:
    """CAP-415 All used combo points come back, unless the attack used the last of them."""
    for character in context.characters(target):
        if not context.frame.lost and character.cp_used:
            context.batch.emit(e.CpReset(character=character.id, cid=character.cid))


@word("effect")
def modify_stat(context: EffectContext, target: Characters, stat: Stat, n: Change, duration: Duration) -> None:
    """CAP-506 CAP-508 A stat is n higher for a while."""
    for character in context.characters(target):
        context.last(character, n, duration, stat)


@word("effect")
def modify_priority(context: EffectContext, only: OfAttack, n: Change, duration: Duration) -> None:
    """CAP-506 CAP-508 CAP-R81 The priority of the character's own attacks of this kind is n higher for a while."""
    context.last(context.source, n, duration)


@word("effect")
def modify_damage(context: EffectContext, only: OfAttack, n: Change, duration: Duration) -> None:
    """CAP-480 CAP-506 CAP-R81 The character's own attacks of this kind do n more damage for a while."""
    context.last(context.source, n, duration)


@word("effect")
def reduce_damage_taken(context: EffectContext, only: OfAttack, n: Fewer, duration: Duration) -> None:
    """CAP-480 CAP-506 CAP-R81 Attacks of this kind do n less damage to the character for a while."""
    context.last(context.source, n, duration)


def of_a_card_or_half(place: Place) -> None:
    """CAP-480 CAP-509 The value is that of a card that is paid when damage would be dealt; half needs a filter."""
    if place.name("amount") == "value":
        if not place.part.works(("would_be_damaged",)):
            message = "'value' is that of the card paid when damage would be dealt; it can stand in would_be_damaged"
            raise place.fault(f"{message} (CAP-509)")
        if place.has("only", "duration"):
            raise place.fault("prevent_damage(value) has no filter and no duration (CAP-509)")
    elif place.group == "effect" and not (place.has("only") and place.has("duration")):
        raise place.fault("say of which damage and for how long: prevent_damage(half, only, duration)")


@word("effect", check=of_a_card_or_half)
def prevent_damage(
    context: EffectContext, amount: Prevented, only: OfAttack | None = None, duration: Duration | None = None
) -> None:
    """CAP-480 CAP-509 Half the damage of such attacks for a while; or the value of the card paid, of this damage."""
    if duration is not None:
        context.last(context.source, 0, duration)


@word("effect", only=("dodge_failed",))
def extra_flip(context: EffectContext, n: One) -> None:
    """CAP-440 CAP-512 One more card is turned up for a dodge that has failed."""
    seat = context.source.seat
    if context.board.players[seat].deck.size and not context.board.fight.dodged:
        face, success = defending.flip(context.board, seat)
        context.batch.emit(e.ExtraFlipUsed(seat=seat, card=face, success=success))


def no_avoid_move(place: Place) -> None:
    """CAP-480 An avoid move has no damage to add to."""
    raise place.fault("an avoid move has no damage to add to; say deal_damage(attacker, n) (CAP-456)")


@word("effect", only=("per_extra",), check=no_avoid_move)
def add_damage(context: EffectContext, n: Amount) -> None:
    """CAP-308 CAP-480 CAP-R83 The attack does n more damage; that is reckoned with the attack, not here."""
