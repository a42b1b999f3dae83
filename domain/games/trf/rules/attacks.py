"""The attack of a turn: naming attackers, blocks, who fights whom (TRF-401 to TRF-416, TRF-903)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from domain.games.trf import actions as a
from domain.games.trf import events as e
from domain.games.trf.board import Attacker, Board
from domain.games.trf.match import Batch, State
from domain.games.trf.rules import continuous, fights
from domain.games.trf.rules.units import Unit, fleeter_of, named, unit_of, units
from domain.kernel.audience import seat as seat_audience
from domain.kernel.prompts import Parameter, Template
from domain.kernel.refusal import Refusal, illegal

# Attackers


def attackers(board: Board, seat: int) -> tuple[str, ...]:
    """TRF-402 TRF-404 The units, by their anchors, that can still be named."""
    return tuple(
        unit[0].iid
        for unit in units(board, seat)
        if continuous.can_attack(board, unit) and not continuous.attacking(board, unit[0])
    )


def attackable(state: State, seat: int) -> tuple[int, ...]:
    """TRF-405 TRF-903 TRF-R97 The players who may be attacked: the one who is, or opponents who have begun a turn."""
    board = state.board
    if board.attack is not None:
        return (board.attack.defender,)
    others = board.others(seat)
    return tuple(filter(board.has_begun, others)) if state.goes_by("1.2") else others


def templates(state: State, seat: int) -> Iterator[Template]:
    """TRF-216 TRF-217 TRF-403 TRF-709 TRF-903 TRF-R97 Naming an attacker; then confirming, before that declining."""
    board, whom = state.board, attackable(state, seat)
    could = attackers(board, seat) if whom else ()
    if could:
        unit = Parameter("unit", "card", could)
        if len(whom) == 1:
            yield Template("add_attacker", {}, (unit,), "Name an attacker", ("TRF-403",))
        else:
            defender = Parameter("defender", "seat", whom)
            yield Template("add_attacker", {}, (unit, defender), "Name an attacker, and who is attacked", ("TRF-903",))
    if board.attack is None:
        yield Template("decline_attack", {}, (), "Attack nobody", ("TRF-216",))
    else:
        yield Template("confirm_attack", {}, (), "Attack with these units", ("TRF-403",))


def refuse_attacker(state: State, seat: int, action: a.AddAttacker) -> Refusal | None:
    """TRF-401 TRF-402 TRF-404 TRF-405 TRF-903 TRF-R60 Why this unit can't be named, or None."""
    board = state.board
    unit = named(board, action.unit)
    if not unit or unit[0].owner != seat:
        return illegal("TRF-401", "name a unit of yours in play by its Fleeter, or by its only card", "unit")
    if continuous.attacking(board, unit[0]):
        return illegal("TRF-404", "it attacks already", "unit")
    return _refuse_unit(board, unit) or _refuse_defender(state, seat, action.defender)


def _refuse_unit(board: Board, unit: Unit) -> Refusal | None:
    """TRF-402 TRF-427 TRF-436 TRF-437 TRF-508 The obstacle to an attack."""
    if any(card.fight is not None for card in unit):
        return illegal("TRF-427", "it is committed to a stuck fight", "unit")
    if any(continuous.marked(board, card) for card in unit):
        return illegal("TRF-436", "it was in a battle this turn", "unit")
    if any(continuous.spent(board, card) for card in unit):
        return illegal("TRF-437", "it is spent: it was in a battle on the turn before", "unit")
    if any(card.ability_turn == board.turn for card in unit):
        return illegal("TRF-508", "an ability of it was used this turn", "unit")
    if not continuous.can_attack(board, unit):
        return illegal("TRF-402", "it was bought this turn, or an effect forbids it", "unit")
    return None


def _refuse_defender(state: State, seat: int, defender: int | None) -> Refusal | None:
    """TRF-405 TRF-903 TRF-R97 With several opponents one is named with the first attacker, and then never again."""
    board, whom = state.board, attackable(state, seat)
    if board.attack is not None:
        message = f"all attackers of a turn attack P{board.attack.defender + 1}"
        return None if defender in (None, *whom) else illegal("TRF-405", message, "defender")
    if defender is not None and defender not in board.others(seat):
        return illegal("TRF-903", "attack an opponent who is still in the match", "defender")
    if defender is None and len(whom) > 1:
        return illegal("TRF-903", "say who is attacked", "defender")
    if not whom or defender not in (None, *whom):
        return illegal("TRF-R97", "nobody attacks a player who has not begun a turn yet", "defender")
    return None


def meant(state: State, seat: int, action: a.AddAttacker) -> a.AddAttacker:
    """TRF-405 TRF-903 The attacked player may be named also where only one can be."""
    return replace(action, defender=None) if attackable(state, seat) == (action.defender,) else action


def name_attacker(batch: Batch, seat: int, action: a.AddAttacker) -> None:
    """TRF-403 TRF-405 TRF-R52 One more unit; it can't be taken back."""
    board = batch.board
    defender = attackable(batch.state, seat)[0] if action.defender is None else action.defender
    cards = tuple(card.iid for card in unit_of(board, action.unit))
    batch.emit(e.AttackerNamed(seat=seat, defender=defender, cards=cards))


def confirm_attack(batch: Batch) -> None:
    """TRF-403 TRF-416 TRF-641 The set is closed; all its cards are battle-marked."""
    board = batch.board
    attack = board.attack
    assert attack is not None
    cards = tuple(unit.cards for unit in attack.attackers)
    batch.emit(e.AttackConfirmed(seat=board.active, defender=attack.defender, attackers=cards))
    fights.mark(batch, [iid for unit in cards for iid in unit])


# Blocks


def anchor_of(board: Board, attacker: Attacker) -> str:
    """TRF-512 The card that stands for an attacking unit."""
    fleeter = fleeter_of(board, attacker.cards)
    return attacker.cards[0] if fleeter is None else fleeter.iid


def blockers(board: Board, seat: int) -> tuple[str, ...]:
    """TRF-407 TRF-408 The units, by their anchors, that can block and don't yet."""
    busy = {blocker for blocker, _ in board.blocks}
    return tuple(
        unit[0].iid for unit in units(board, seat) if unit[0].iid not in busy and continuous.can_block(board, unit)
    )


def blockable(board: Board) -> tuple[str, ...]:
    """TRF-408 TRF-414 TRF-539 The attacking units that one more unit may block."""
    attack = board.attack
    if attack is None or attack.cancelled:
        return ()
    found = (anchor_of(board, unit) for unit in attack.attackers)
    return tuple(name for name in found if refuse_blocked(board, name) is None)


def refuse_blocked(board: Board, name: str) -> Refusal | None:
    """TRF-414 TRF-539 TRF-R23 TRF-R80 Why nothing more can block this attacking unit, or None."""
    card = board.character(name)
    if card is None or any(continuous.cannot(board, one, "be_blocked") for one in unit_of(board, name)):
        return illegal("TRF-414", "an effect forbids it to be blocked this turn", "attacker")
    if any(other == name for _, other in board.blocks) and continuous.keyword(board, card, "cloaked"):
        return illegal("TRF-539", "it is Cloaked: at most one unit can block it", "attacker")
    return None


def block_templates(board: Board, seat: int) -> Iterator[Template]:
    """TRF-407 TRF-409 TRF-410 TRF-709 The blocks that are possible; confirming always."""
    able, against = blockers(board, seat), blockable(board)
    if able and against:
        parameters = (Parameter("blocker", "card", able), Parameter("attacker", "card", against))
        yield Template("assign_block", {}, parameters, "Block an attacker", ("TRF-408",))
    yield Template("confirm_blocks", {}, (), "Block no further", ("TRF-409",))


def refuse_block(board: Board, seat: int, action: a.AssignBlock) -> Refusal | None:
    """TRF-407 TRF-408 TRF-412 TRF-427 TRF-437 Why this unit can't block that one, or None."""
    unit = named(board, action.blocker)
    if not unit or unit[0].owner != seat:
        return illegal("TRF-407", "name a unit of yours in play by its Fleeter, or by its only card", "blocker")
    if any(action.blocker == blocker for blocker, _ in board.blocks):
        return illegal("TRF-408", "it blocks already; a unit blocks one attacker", "blocker")
    refused = _refuse_blocker(board, unit)
    if refused is not None:
        return refused
    attack = board.attack
    if attack is None or action.attacker not in [anchor_of(board, one) for one in attack.attackers]:
        message = "name an attacking unit by its Fleeter, or by its only card; an Individual can't be blocked apart"
        return illegal("TRF-412", message, "attacker")
    return refuse_blocked(board, action.attacker)


def _refuse_blocker(board: Board, unit: Unit) -> Refusal | None:
    """TRF-407 TRF-427 TRF-437 The obstacle to a block."""
    if any(card.fight is not None for card in unit):
        return illegal("TRF-427", "it is committed to a stuck fight", "blocker")
    if any(continuous.spent(board, card) for card in unit):
        return illegal("TRF-437", "it is spent: it was in a battle on the turn before", "blocker")
    if not continuous.can_block(board, unit):
        return illegal("TRF-407", "it was in a battle this turn, or an effect forbids it to block", "blocker")
    return None


def assign_block(batch: Batch, seat: int, action: a.AssignBlock) -> None:
    """TRF-408 TRF-410 One more blocker, which the others see once the blocks are confirmed."""
    event = e.BlockAssigned(seat=seat, blocker=action.blocker, attacker=action.attacker)
    batch.emit(event, {seat_audience(seat): ("blocker", "attacker")})


def confirm_blocks(batch: Batch, seat: int) -> None:
    """TRF-409 TRF-410 TRF-411 TRF-412 TRF-416 TRF-908 The blocks are open; each blocked unit is one new fight.

    Those of a DP who has conceded since are void.
    """
    board = batch.board
    attack = board.attack
    assert attack is not None
    blocks = tuple(block for block in board.blocks if board.character(block[0]) is not None)
    names = [anchor_of(board, unit) for unit in attack.attackers]
    unblocked = tuple(name for name in names if all(other != name for _, other in blocks))
    batch.emit(e.BlocksConfirmed(seat=seat, blocks=blocks, unblocked=unblocked))
    for unit, name in zip(attack.attackers, names, strict=True):
        defenders = [card.iid for blocker, other in blocks if other == name for card in unit_of(board, blocker)]
        if defenders:
            _start_fight(batch, unit.cards, tuple(defenders), seat)


def _start_fight(batch: Batch, attackers: tuple[str, ...], defenders: tuple[str, ...], seat: int) -> None:
    """TRF-411 A new fight; the blocking cards are battle-marked."""
    board = batch.board
    event = e.FightStarted(
        fight=f"f{board.fought + 1}", attacker=board.active, defender=seat, attackers=attackers, defenders=defenders
    )
    batch.emit(event)
    fights.mark(batch, defenders)
