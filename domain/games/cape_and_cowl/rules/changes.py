"""Small changes that everything else is made of: AP, CP, damage, healing, statuses."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Literal

from domain.games.cape_and_cowl import events as e
from domain.games.cape_and_cowl.board import CITY, Character, Status, opponent
from domain.games.cape_and_cowl.frames import Strike
from domain.games.cape_and_cowl.match import Batch
from domain.games.cape_and_cowl.rules.continuous import city_reduction, immune, reduction

OVERDRIVE = 50
"""CNC-208 CNC-209."""
CURED: tuple[Status, ...] = ("frozen", "confused", "poisoned", "silenced")
HEALED: tuple[Status, ...] = ("confused", "poisoned")
CONFUSION_DAMAGE = 5
Prevention = Literal["immune", "reduction", "shield"]


def spend_ap(batch: Batch, seat: int, n: int, cause: str) -> None:
    """CNC-301 CNC-302 The cost is taken when the action is declared; nothing is recorded for what is free."""
    if n:
        batch.emit(e.ApSpent(seat=seat, n=n, cause=cause, ap_after=batch.board.players[seat].ap - n))


def gain_ap(batch: Batch, seat: int, n: int, cause: str) -> None:
    """CNC-211 CNC-303 CNC-305 CNC-R09 A gain is added to the signed value: it fills a debt first."""
    if n:
        batch.emit(e.ApGained(seat=seat, n=n, cause=cause, ap_after=batch.board.players[seat].ap + n))


def lose_ap(batch: Batch, seat: int, n: int, cause: str) -> None:
    """CNC-303 CNC-304 CNC-R09 A loss is taken in full and may make a debt."""
    if n:
        batch.emit(e.ApLost(seat=seat, n=n, cause=cause, ap_after=batch.board.players[seat].ap - n))


def change_cp(batch: Batch, seat: int, delta: int, cause: str) -> None:
    """CNC-702 City Points never fall below 0."""
    before = batch.board.players[seat].cp
    after = max(0, before + delta)
    if after != before:
        batch.emit(e.CpChanged(seat=seat, delta=after - before, cp_after=after, cause=cause))
        switch_overdrive(batch, seat)


def switch_overdrive(batch: Batch, seat: int) -> None:
    """CNC-208 CNC-209 CNC-210 On below 50, off above 50, at 50 as it was; no AP by itself."""
    player = batch.board.players[seat]
    if player.cp < OVERDRIVE and not player.overdrive:
        batch.emit(e.OverdriveOn(seat=seat, cp=player.cp))
    elif player.cp > OVERDRIVE and player.overdrive:
        batch.emit(e.OverdriveOff(seat=seat, cp=player.cp))


def attack_damage(batch: Batch, strike: Strike) -> int:
    """CNC-411 CNC-415 CNC-416 CNC-417 CNC-508 CNC-R20 Attack damage to a Character or the opposing City; how much."""
    dealt = partial(
        e.DamageDealt,
        kind="attack",
        cause=strike.cause,
        source=strike.attacker,
        attack_type=strike.attack_type,
        strength=strike.strength,
    )
    character = batch.board.character(strike.target)
    if character is None:
        return _to_city(batch, opponent(strike.seat), strike.strength, dealt)
    amount = _shielded(batch, character, _mitigated(batch, character, strike.strength, strike.attack_type))
    _to_character(batch, character, amount, dealt)
    return amount


def effect_damage(batch: Batch, character: Character, n: int, cause: str) -> None:
    """CNC-412 CNC-508 CNC-524 CNC-R20 Damage of Events, Abilities and statuses: immunity and reductions don't count."""
    amount = _shielded(batch, character, n)
    if amount:
        _to_character(batch, character, amount, partial(e.DamageDealt, kind="effect", cause=cause))


def _mitigated(batch: Batch, character: Character, strength: int, kind: str) -> int:
    """CNC-411 Strength less what the Character is immune to or takes less of."""
    if strength and immune(batch.board, character, kind):
        _prevented(batch, character, "immune", strength)
        return 0
    less = min(strength, max(0, reduction(batch.board, character, kind)))
    _prevented(batch, character, "reduction", less)
    return strength - less


def _shielded(batch: Batch, character: Character, amount: int) -> int:
    """CNC-508 The next damage of 1 or more is prevented, and the status ends."""
    if amount and "shielded" in character.statuses:
        _prevented(batch, character, "shield", amount)
        end_statuses(batch, character, ("shielded",), "damage")
        return 0
    return amount


def _prevented(batch: Batch, on: Character, by: Prevention, amount: int) -> None:
    if amount:
        batch.emit(e.DamagePrevented(seat=on.owner, target=on.iid, target_card=on.cid, by=by, amount=amount))


def _to_character(batch: Batch, on: Character, amount: int, dealt: Callable[..., e.DamageDealt]) -> None:
    """CNC-412 CNC-414 HP fall, not below 0; what is beyond goes nowhere."""
    after = max(0, on.hp - amount)
    batch.emit(dealt(seat=on.owner, target=on.iid, target_card=on.cid, amount=amount, hp_after=after))


def _to_city(batch: Batch, seat: int, strength: int, dealt: Callable[..., e.DamageDealt]) -> int:
    """CNC-415 Damage to a City, less what cards take off it, lowers CP."""
    less = min(strength, max(0, city_reduction(batch.board, seat)))
    if less:
        batch.emit(e.DamagePrevented(seat=seat, target=CITY, by="reduction", amount=less))
    amount = strength - less
    damage = dealt(seat=seat, target=CITY, amount=amount, hp_after=max(0, batch.board.players[seat].cp - amount))
    batch.emit(damage)
    change_cp(batch, seat, -amount, damage.cause)
    return amount


def heal(batch: Batch, character: Character, n: int, cause: str) -> None:
    """CNC-510 CNC-R31 HP rise up to the maximum; Confusion and Poison end, even at full HP."""
    after = min(character.max_hp, character.hp + n)
    batch.emit(e.Healed(**e.of(character), n=n, hp_after=after, cause=cause))
    end_statuses(batch, character, HEALED, cause)


def cure(batch: Batch, character: Character, cause: str) -> None:
    """CNC-511 End what hinders it; it is not healing."""
    end_statuses(batch, character, CURED, cause)


def end_statuses(batch: Batch, character: Character, statuses: tuple[Status, ...], cause: str) -> None:
    """Those of these statuses that the Character has end."""
    for status in statuses:
        if status in character.statuses:
            batch.emit(e.StatusEnded(**e.of(character), status=status, cause=cause))


def give_status(batch: Batch, characters: Iterable[Character], status: Status, made_by: int, cause: str) -> None:
    """CNC-504 CNC-509 CNC-524 CNC-529 CNC-R30 A status for all that aren't immune to it; the newest one counts.

    It looks at immunity first: the loss of one must not lay the next one open.
    """
    for character in [one for one in characters if not immune(batch.board, one, status)]:
        batch.emit(e.StatusGained(**e.of(character), status=status, made_by=made_by, cause=cause))


def fails_by_confusion(batch: Batch, character: Character) -> bool:
    """CNC-333 CNC-408 CNC-427 CNC-505 CNC-R56 A Confused Character's Act fails, it takes 5, and Confusion is over."""
    if "confused" not in character.statuses:
        return False
    batch.emit(e.ActFailed(seat=character.owner, character=character.iid, card=character.cid))
    end_statuses(batch, character, ("confused",), "act_failed")
    still = batch.board.character(character.iid)
    assert still is not None
    effect_damage(batch, still, CONFUSION_DAMAGE, "confused")
    return True
