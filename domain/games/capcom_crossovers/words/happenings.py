"""Words for what happens when a move hits or is used, and when an ability works."""

from __future__ import annotations

from domain.games.capcom_crossovers import damage, defending, piles
from domain.games.capcom_crossovers import events as e
from domain.games.capcom_crossovers.board import Duration, Stat
from domain.games.capcom_crossovers.effects import Doing
from domain.games.capcom_crossovers.frames import Damage, Discards
from domain.games.capcom_crossovers.words.vocabulary import (
    Amount,
    Cards,
    Change,
    Chooser,
    Fewer,
    One,
    Prevented,
    word,
)
from domain.kernel.effects.vocabulary import Condition, Players, Target


@word("effect")
def deal_damage(do: Doing, target: Target, n: Amount) -> None:
    """CAP-480 That much damage, lowered by what the target's effects take from it."""
    do.batch.push(*(Damage(character.id, n, do.frame.cause) for character in do.characters(target)))


@word("effect")
def heal(do: Doing, target: Target, n: Amount) -> None:
    """CAP-483 HP rise by n, not above those at the start."""
    for character in do.characters(target):
        damage.heal(do.batch, character, n, do.frame.cause)


@word("effect")
def draw(do: Doing, who: Players, n: Cards) -> None:
    """CAP-511 They draw n cards, as many as there are."""
    for seat in who:
        piles.draw(do.batch, seat, n, do.frame.cause)


@word("effect")
def discard(do: Doing, who: Players, n: Cards, chooser: Chooser) -> None:
    """CAP-511 CAP-R87 They discard n cards, of their own choice or at random."""
    for seat in who:
        if chooser == "random":
            piles.discard_at_random(do.batch, seat, n, do.frame.cause)
        else:
            do.batch.push(Discards(seat, n, do.frame.cause))


@word("effect")
def reset_cp(do: Doing, target: Target) -> None:
    """CAP-415 All used combo points come back, unless the attack used the last of them."""
    for character in do.characters(target):
        if not do.frame.lost and character.cp_used:
            do.batch.emit(e.CpReset(character=character.id, cid=character.cid))


@word("effect")
def modify_stat(do: Doing, target: Target, stat: Stat, n: Change, duration: Duration) -> None:
    """CAP-506 CAP-508 A stat is n higher for a while."""
    for character in do.characters(target):
        do.last(character, n, duration, stat)


@word("effect")
def modify_priority(do: Doing, only: Condition, n: Change, duration: Duration) -> None:
    """CAP-506 CAP-508 CAP-R81 The priority of the character's own attacks of this kind is n higher for a while."""
    do.last(do.source, n, duration)


@word("effect")
def modify_damage(do: Doing, only: Condition, n: Change, duration: Duration) -> None:
    """CAP-480 CAP-506 CAP-R81 The character's own attacks of this kind do n more damage for a while."""
    do.last(do.source, n, duration)


@word("effect")
def reduce_damage_taken(do: Doing, only: Condition, n: Fewer, duration: Duration) -> None:
    """CAP-480 CAP-506 CAP-R81 Attacks of this kind do n less damage to the character for a while."""
    do.last(do.source, n, duration)


@word("effect")
def prevent_damage(
    do: Doing, amount: Prevented, only: Condition | None = None, duration: Duration | None = None
) -> None:
    """CAP-480 CAP-509 Half the damage of such attacks for a while; or the value of the card paid, of this damage."""
    if duration is not None:
        do.last(do.source, 0, duration)


@word("effect")
def extra_flip(do: Doing, n: One) -> None:
    """CAP-440 CAP-512 One more card is turned up for a dodge that has failed."""
    seat = do.source.seat
    if do.board.players[seat].deck.size and not do.board.fight.dodged:
        face, success = defending.flip(do.board, seat)
        do.batch.emit(e.ExtraFlipUsed(seat=seat, card=face, success=success))


@word("effect")
def add_damage(do: Doing, n: Amount) -> None:
    """CAP-308 CAP-480 CAP-R83 The attack does n more damage; that is reckoned with the attack, not here."""
