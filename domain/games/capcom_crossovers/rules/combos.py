"""Attacks that hit, the combos that they begin, and the end of the combat phase (CAP-406 to CAP-419, CAP-482)."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from domain.games.capcom_crossovers import actions as a
from domain.games.capcom_crossovers import events as e
from domain.games.capcom_crossovers.board import TAG_SUPER, Attack, Board
from domain.games.capcom_crossovers.frames import After, Combo, Damage, Dealt, EndCombat, Kos, OnHit, Turn
from domain.games.capcom_crossovers.match import Batch
from domain.games.capcom_crossovers.rules import abilities, continuous, damage, effects, piles, tagging
from domain.kernel.frames import Frame, top

CHAIN_TYPES = ("B", "C")
"""CAP-411 The moves that may follow a hit."""
LIMIT_C = 2
"""CAP-416 The most uses of a named move of type C in a combo."""
GOES_ON = ("A", "C", "E")
"""CAP-412 CAP-413 CAP-452 CAP-454 CAP-475 Types after which a combo may go on."""
EndReason = Literal["finisher", "points", "declined", "ko", "tag_super", "teched", "conceded"]


def hit(batch: Batch, attack: Attack) -> None:
    """CAP-406 CAP-410 CAP-R18 An attack hits: its damage, its effects, what they set off; then the combo goes on."""
    owner = None if attack.role == "variable_counter" else attack.seat
    batch.emit(e.AttackHit(attack=attack.number, owner=owner))
    batch.push(damage_of(batch.board, attack), OnHit(attack.number))


def damage_of(board: Board, attack: Attack, *, half: bool = False, blocked: int | None = None) -> Damage:
    """CAP-403 CAP-480 CAP-R34 The damage of an attack to the character that is active on the other side by then."""
    target = board.opposing(board.character(attack.character).side).id
    plain = attack.role == "variable_counter"
    base = damage.base_of(board, attack)
    return Damage(target, base, attack.move, attack.number, modified=not plain, half=half, blocked=blocked)


def step_on_hit(batch: Batch, frame: OnHit) -> None:
    """CAP-414 CAP-415 CAP-482 CAP-R19 CAP-R89 Points are counted, then the effects of the move, triggers and KOs."""
    board = batch.board
    attack = board.fight.attacks[frame.attack]
    spent = continuous.points_left(board, board.character(attack.character)) <= 0
    batch.push(*effects.on_hit(board, attack, lost=spent), Dealt(attack.number), Kos(), After(attack.number, spent))


def step_dealt(batch: Batch, frame: Dealt) -> None:
    """CAP-482 CAP-507 CAP-R42 Abilities that wait for damage: of the attack's owner, then of the other side."""
    batch.push(*abilities.after_damage(batch.board, batch.board.fight.attacks[frame.attack]))


def after_blocked(attack: Attack) -> tuple[Frame, ...]:
    """CAP-426 CAP-434 CAP-465 The consequences of damage that is no hit: triggers, KOs, the end of the combat phase."""
    return Dealt(attack.number), Kos(), EndCombat()


def step_after(batch: Batch, frame: After) -> None:
    """CAP-412 CAP-413 CAP-414 CAP-446 CAP-447 CAP-452 CAP-922 Whether the combo goes on."""
    board = batch.board
    attack = board.fight.attacks[frame.attack]
    reason = _ended(board, attack, spent=frame.spent)
    if reason is None:
        batch.push(Combo(attack.number))
    else:
        end_combat(batch, reason)


def _ended(board: Board, attack: Attack, *, spent: bool) -> EndReason | None:
    """CAP-523 CAP-604 Why no attack may follow this one, or None."""
    move = continuous.used(board, attack).move
    if move.kind == "tag_super":
        return "tag_super"
    alone = attack.role == "variable_counter" or (attack.role == "reply" and "S" not in move.attrs)
    if alone or move.type not in GOES_ON:
        return "finisher"
    return "points" if spent else None


def step_combo(batch: Batch, frame: Combo) -> None:
    """CAP-410 CAP-R73 Ask for a follow-up, also when none is possible; without points there is none (CAP-414)."""
    board = batch.board
    attack = board.fight.attacks[frame.attack]
    if continuous.points_left(board, board.character(attack.character)) <= 0:
        end_combat(batch, "points")
        return
    batch.ask_for(frame, attack.seat, "combo")


def end_combo(batch: Batch, seat: int, action: a.EndCombo) -> None:
    """CAP-418 The owner adds nothing more."""
    batch.frames.pop()
    end_combat(batch, "declined")


def step_end_combat(batch: Batch, frame: EndCombat) -> None:
    """CAP-208 The combat phase is over."""
    end_combat(batch, None)


def end_combat(batch: Batch, reason: EndReason | None) -> None:
    """CAP-208 CAP-209 CAP-318 CAP-922 CAP-R95 The combat phase ends, whatever was still to come in it; its cards go."""
    board = batch.board
    combat = board.combat
    if combat is not None:
        if reason is not None and combat.owner is not None and _has_hit(board):
            batch.emit(e.ComboEnded(seat=combat.owner, total=combat.total, reason=reason))
        piles.clear_zones(batch, "combat_over")
        # a dodge that has succeeded counts, though its triggers may have ended the combat before
        if any(attack.move == TAG_SUPER and (attack.outcome or combat.dodged) for attack in combat.attacks):
            tagging.switch_after_tag_super(batch)
    tagging.expire(batch, "this_attack")
    batch.frames[:] = [replace(top(batch.frames[:1], Turn), stage="cleanup")]


def _has_hit(board: Board) -> bool:
    """Whether the owner's combo has an attack in it: an avoid move alone makes none."""
    combat = board.fight
    return any(attack.seat == combat.owner and attack.outcome == "hit" for attack in combat.attacks)
