"""Damage in the order of CAP-480, what prevents it, and healing."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from domain.games.capcom_crossovers import actions as a
from domain.games.capcom_crossovers import events as e
from domain.games.capcom_crossovers.board import Attack, Board, Character
from domain.games.capcom_crossovers.faces import value
from domain.games.capcom_crossovers.frames import Damage
from domain.games.capcom_crossovers.match import Batch
from domain.games.capcom_crossovers.rules import abilities, continuous
from domain.kernel.frames import top


class Reckoning(msgspec.Struct, frozen=True):
    """Damage by its steps: what is added to it, and what each of the others takes away."""

    base: int
    added: int
    halved: int
    blocked: int
    reduced: int
    absorbed: int

    @property
    def left(self) -> int:
        """The damage that is dealt."""
        return self.base + self.added - self.halved - self.blocked - self.reduced - self.absorbed


def base_of(board: Board, attack: Attack) -> int:
    """CAP-303 CAP-480 CAP-920 The printed damage of an attack, with its additional cards."""
    move = continuous.used(board, attack).move
    if move.kind == "basic":
        return move.number
    extra = move.entry.extra_damage if move.entry is not None else 0
    return (move.damage or 0) + extra * len(attack.extra_cards)


def full(board: Board, attack: Attack, *, modified: bool = True) -> int:
    """CAP-480 CAP-916 CAP-921 CAP-R55 The damage of an attack before anything is taken from it, modified or not."""
    about = continuous.used(board, attack)
    plain = about.move.kind == "tag_super" or not modified
    added = 0 if plain else continuous.added_damage(board, board.character(attack.character), about)
    return max(0, base_of(board, attack) + added)


def reckon(board: Board, frame: Damage) -> Reckoning:
    """CAP-480 CAP-R43 All steps as they are now."""
    target = board.character(frame.target)
    attack = None if frame.attack is None else board.fight.attacks[frame.attack]
    about = None if attack is None else continuous.used(board, attack)
    whole = frame.base if attack is None else full(board, attack, modified=frame.modified)
    halved = whole - whole // 2 if frame.half else 0
    left = whole - halved
    blocked = 0 if frame.blocked is None else min(left, frame.blocked)
    left -= blocked
    if continuous.is_halved(board, target, about):
        halved += left - left // 2
        left //= 2
    reduced = min(left, continuous.reduction(board, target, about))
    left -= reduced
    absorbed = min(left, frame.absorbed)
    return Reckoning(frame.base, whole - frame.base, halved, blocked, reduced, absorbed)


def step(batch: Batch, frame: Damage) -> None:
    """CAP-406 CAP-480 CAP-509 CAP-511 CAP-R45 Ask a character that can absorb it, else deal it; not to one that is KOed
    by now.
    """
    target = batch.board.character(frame.target)
    if target.status == "koed":
        return
    sums = reckon(batch.board, frame)
    absorber = abilities.absorber(batch.board, target)
    if not frame.asked and absorber is not None and sums.left >= 1 and batch.board.players[target.seat].hand.size:
        batch.ask_for(frame, target.seat, "damage_response")
    else:
        deal(batch, frame, target, sums)


def deal(batch: Batch, frame: Damage, target: Character, sums: Reckoning) -> None:
    """CAP-481 HP are lowered, never below 0."""
    event = e.DamageDealt(
        target=target.id,
        cid=target.cid,
        n=sums.left,
        hp_after=max(0, target.hp - sums.left),
        cause=frame.cause,
        attack=frame.attack,
        **msgspec.structs.asdict(sums),
    )
    batch.emit(event)


def absorb(batch: Batch, seat: int, action: a.Absorb) -> None:
    """CAP-505 CAP-509 The card is discarded and prevents damage up to its value."""
    frame = top(batch.frames, Damage)
    target = batch.board.character(frame.target)
    part = abilities.absorber(batch.board, target)
    assert part is not None
    abilities.pay(batch, target, part, (action.card,))
    batch.frames[-1] = replace(frame, asked=True, absorbed=value(action.card) or 0)


def decline(batch: Batch, seat: int, action: a.Decline) -> None:
    """CAP-509 The damage is dealt as it is."""
    batch.frames[-1] = replace(top(batch.frames, Damage), asked=True)


def heal(batch: Batch, character: Character, n: int, cause: str) -> None:
    """CAP-483 CAP-R104 HP rise, never above those at the start, and not from 0."""
    gained = min(n, character.start_hp - character.hp)
    if gained > 0 and character.hp > 0:
        event = e.HpRecovered(
            character=character.id, cid=character.cid, n=gained, hp_after=character.hp + gained, cause=cause
        )
        batch.emit(event)
