"""Attacks: what may be attacked, the eight steps, Combos and Type Effects (CNC-401 to CNC-450)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from domain.games.cape_and_cowl import actions as a
from domain.games.cape_and_cowl import events as e
from domain.games.cape_and_cowl.board import CITY, Board, Character
from domain.games.cape_and_cowl.definitions import PHYSICAL, TYPE
from domain.games.cape_and_cowl.frames import Attack, Do, Env, Strike
from domain.games.cape_and_cowl.match import Batch
from domain.games.cape_and_cowl.naming import called
from domain.games.cape_and_cowl.rules import changes, leaving
from domain.games.cape_and_cowl.rules.continuous import attackable, can_act, having, is_first_turn, strength
from domain.kernel.prompts import Parameter, Template
from domain.kernel.refusal import Refusal, illegal

UNLEASHED = 3
"""CNC-422 The Combo level that unleashes."""


def templates(board: Board, seat: int) -> Iterator[Template]:
    """CNC-401 Each Attack that can be paid, on each legal target."""
    player = board.players[seat]
    for character in player.characters:
        if not can_act(board, character):
            continue
        targets, card = attackable(board, seat, character), board.cards[character.cid]
        for number, attack in enumerate(card.attacks, 1):
            if targets and affordable(player.ap, attack.cost):
                fixed = {"attacker": character.iid, "attack": number}
                target = Parameter("target", "option", targets)
                label = f"{called(board, seat, character.iid)} attacks with {attack.name}"
                yield Template("attack", fixed, (target,), label, ("CNC-401",))


def affordable(ap: int, cost: int) -> bool:
    """CNC-301 CNC-302 A cost above 0 needs as much AP; what is free can be done in debt."""
    return not cost or ap >= cost


def refuse_cost(ap: int, cost: int, rule: str) -> Refusal | None:
    """CNC-301 Why a cost can't be paid, or None."""
    if affordable(ap, cost):
        return None
    return illegal("CNC-301", f"it costs {cost} AP ({rule}), you have {ap}")


def refuse_act(board: Board, seat: int, iid: str, path: str, rule: str) -> Refusal | None:
    """CNC-326 CNC-401 CNC-502 CNC-504 Why a Character can't Act, or None. `rule`: that it has to be an own one."""
    character = board.character(iid)
    if character is None or character.owner != seat:
        return illegal(rule, "you have no such Character in play", path)
    if "frozen" in character.statuses:
        return illegal("CNC-504", "it is Frozen and can't Act", path)
    if not can_act(board, character):
        return illegal("CNC-326", "it has Acted this turn as often as it may", path)
    return None


def refuse(board: Board, seat: int, action: a.Attack) -> Refusal:
    """CNC-401 Why this attack is not legal."""
    refused = refuse_act(board, seat, action.attacker, "attacker", "CNC-401")
    if refused is not None:
        return refused
    attacker = board.character(action.attacker)
    assert attacker is not None
    attacks = board.cards[attacker.cid].attacks
    if not 1 <= action.attack <= len(attacks):
        return illegal("CNC-401", f"it has {len(attacks)} Attacks, numbered from 1", "attack")
    return refuse_cost(board.players[seat].ap, attacks[action.attack - 1].cost, "CNC-325") or _refuse_target(
        board, seat, action.target
    )


def _refuse_target(board: Board, seat: int, target: str) -> Refusal:
    """CNC-216 CNC-402 CNC-403 CNC-404 CNC-407 Why this can't be attacked."""
    if target == CITY:
        return _refuse_city(board)
    if board.city(target) is not None:
        return illegal("CNC-407", "City cards can't be attacked", "target")
    character = board.character(target)
    if character is None or character.owner == seat:
        return illegal("CNC-402", "attack an opposing Character in play, or the City", "target")
    if having(board, "protector").intersection(other.iid for other in board.players[character.owner].characters):
        return illegal("CNC-403", "only a Protector may be attacked while there is one", "target")
    return illegal("CNC-404", "it is Hidden while another Character stands before it", "target")


def _refuse_city(board: Board) -> Refusal:
    if is_first_turn(board):
        return illegal("CNC-216", "in the very first turn no Attack may target the City", "target")
    return illegal("CNC-402", "the City is screened by the Characters in play", "target")


def perform(batch: Batch, seat: int, action: a.Attack) -> None:
    """CNC-301 CNC-408 Step 1: the cost is paid, the Act is used."""
    attacker = batch.board.character(action.attacker)
    assert attacker is not None
    attack = batch.board.cards[attacker.cid].attacks[action.attack - 1]
    changes.spend_ap(batch, seat, attack.cost, attacker.cid)
    target = batch.board.character(action.target)
    event = e.AttackDeclared(
        seat=seat,
        attacker=attacker.iid,
        card=attacker.cid,
        attack=action.attack,
        target=action.target,
        cost=attack.cost,
        target_card=None if target is None else target.cid,
    )
    batch.emit(event)
    level = next_level(attacker, action.attack, attack.type)
    batch.push(Attack(seat, attacker.iid, attacker.cid, action.attack, action.target, attack.cost, level))


def next_level(attacker: Character, attack: int, kind: str) -> int:
    """CNC-420 CNC-421 CNC-423 CNC-424 CNC-426 CNC-R22 The Combo after one more use, whatever the target was."""
    if kind == PHYSICAL:
        return 0
    same = attacker.combo is not None and attacker.combo.attack == attack
    return attacker.combo.level + 1 if attacker.combo is not None and same else 1


def step_attack(batch: Batch, frame: Attack) -> None:
    """CNC-408 CNC-R18 Steps 2 to 8."""
    {"confusion": _confusion, "strike": _strike, "combo": _combo, "after": _after}[frame.stage](batch, frame)


def _confusion(batch: Batch, frame: Attack) -> None:
    """CNC-408 CNC-427 CNC-505 CNC-R23 Step 2: a failed Act is no attack."""
    attacker = batch.board.character(frame.attacker)
    if attacker is not None and not changes.fails_by_confusion(batch, attacker):
        batch.push(replace(frame, stage="strike"))


def _strike(batch: Batch, frame: Attack) -> None:
    """CNC-408 CNC-409 Step 3: strength; steps 4 to 6 are a Strike."""
    attacker = batch.board.character(frame.attacker)
    assert attacker is not None
    kind = _type(batch.board, frame)
    power = strength(batch.board, frame.seat, attacker, frame.attack, frame.target)
    batch.push(Strike(frame.seat, frame.attacker, frame.target, kind, power, frame.cid), replace(frame, stage="combo"))


def _type(board: Board, frame: Attack) -> str:
    return board.cards[frame.cid].attacks[frame.attack - 1].type


def step_strike(batch: Batch, frame: Strike) -> None:
    """CNC-408 Step 4, damage; step 5 follows at once where HP are 0; step 6, what the damage triggers."""
    if frame.damage is None:
        batch.push(*deal(batch, frame))
    else:
        batch.push(*_when_damaged(batch.board, frame))


def deal(batch: Batch, *strikes: Strike) -> list[Strike]:
    """CNC-529 Attack damage to all that is struck at the same time; the strikes with what they did to Characters."""
    return [done for strike in strikes if (done := _deal(batch, strike)) is not None]


def _deal(batch: Batch, frame: Strike) -> Strike | None:
    """CNC-411 CNC-415 CNC-417 Attack damage to a Character in play or to the City."""
    character = batch.board.character(frame.target)
    if character is None and frame.target != CITY:
        return None
    amount = changes.attack_damage(batch, frame)
    if character is None or not amount:
        return None
    silenced = "silenced" in character.statuses
    return replace(frame, damage=amount, hit=character.cid, hit_seat=character.owner, silenced=silenced)


def _when_damaged(board: Board, frame: Strike) -> Iterator[Do]:
    """CNC-418 CNC-536 CNC-R21 CNC-R57 For attack damage of at least 1, also if it destroyed; not if Silenced then."""
    character = board.character(frame.target)
    silenced = frame.silenced if character is None else "silenced" in character.statuses
    for ability in board.cards[str(frame.hit)].having("when_damaged"):
        if not silenced:
            env = Env(frame.hit_seat, str(frame.hit), frame.target, attacker=frame.attacker)
            yield Do(env, ability.block)


def _combo(batch: Batch, frame: Attack) -> None:
    """CNC-408 CNC-422 CNC-428 CNC-432 Step 7: the Combo, if the attacker is still there; level 3 unleashes anyway."""
    batch.push(replace(frame, stage="after"))
    attacker = batch.board.character(frame.attacker)
    if attacker is not None:
        _build(batch, attacker, frame)
    if frame.level == UNLEASHED:
        _unleash(batch, frame)


def _build(batch: Batch, attacker: Character, frame: Attack) -> None:
    """CNC-421 CNC-424 The Combo goes up; a Physical Attack leaves none."""
    if frame.level:
        event = e.ComboChanged(
            seat=frame.seat, character=attacker.iid, card=frame.cid, attack=frame.attack, level=frame.level
        )
        batch.emit(event)
    elif attacker.combo is not None:
        batch.emit(e.ComboBroken(seat=frame.seat, character=attacker.iid, card=frame.cid, reason="other_attack"))


def _unleash(batch: Batch, frame: Attack) -> None:
    """CNC-422 CNC-430 CNC-433 The Type Effect happens; the Combo is used up."""
    kind = _type(batch.board, frame)
    batch.emit(e.TypeEffectUnleashed(seat=frame.seat, character=frame.attacker, card=frame.cid, attack_type=kind))
    cid = f"{TYPE}{kind}"
    if batch.board.cards[cid].blocks:
        batch.push(Do(Env(frame.seat, cid, frame.attacker, paid=frame.cost, unleashed=True), 0))


def _after(batch: Batch, frame: Attack) -> None:
    """CNC-408 CNC-R53 Step 8: `after_attack` of the attacker, if it is in play and not Silenced."""
    attacker = batch.board.character(frame.attacker)
    if attacker is not None:
        batch.push(*leaving.texts(batch.board, attacker, "after_attack", live=True))


def break_combos(batch: Batch, seat: int) -> None:
    """CNC-218 CNC-425 In the end step a Character that made no Attack this turn loses its Combo."""
    for character in list(batch.board.players[seat].characters):
        if character.combo is not None and not character.attacked:
            batch.emit(e.ComboBroken(seat=seat, character=character.iid, card=character.cid, reason="no_attack"))
