"""Fights: their units, bickering, dice, the outcome (TRF-420 to TRF-439, TRF-630 to TRF-634)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from domain.games.trf import events as e
from domain.games.trf.board import Board, Character, Fight, Side
from domain.games.trf.frames import Env, FightStep
from domain.games.trf.match import Batch
from domain.games.trf.rules import continuous, leaving, piles, windows
from domain.games.trf.rules.units import Unit
from domain.kernel.frames import Frame


def mark(batch: Batch, cards: Iterable[str]) -> None:
    """TRF-416 TRF-435 TRF-R28 TRF-R91 Cards are battle-marked with this turn, those that are not yet."""
    board = batch.board
    fresh = tuple(iid for iid in cards if (card := board.character(iid)) is not None and card.battle_turn != board.turn)
    if fresh:
        batch.emit(e.BattleMarked(cards=fresh, turn=board.turn))


def in_order(board: Board) -> list[FightStep]:
    """TRF-219 TRF-420 TRF-428 TRF-R26 All fights: the stuck ones first, oldest first, then the new ones as named."""
    return [FightStep(fight.id) for fight in board.fights]


def step_fight(batch: Batch, frame: FightStep) -> None:
    """TRF-420 TRF-421 TRF-R25 A fight with an empty side is decided without a die; else by its steps."""
    fight = batch.board.fight(frame.fight)
    if fight is None:
        return
    if not fight.attackers or not fight.defenders:
        _undisputed(batch, fight)
    else:
        STAGES[frame.stage](batch, fight)


def _undisputed(batch: Batch, fight: Fight) -> None:
    """TRF-421 TRF-435 TRF-630 TRF-648 The side that is left wins; a fight without cards is removed."""
    if not fight.cards():
        batch.emit(e.FightRemoved(fight=fight.id))
        return
    winner = fight.attacker if fight.attackers else fight.defender
    mark(batch, fight.cards())
    batch.emit(e.FightWonUnopposed(fight=fight.id, winner=winner))


def _bicker(batch: Batch, fight: Fight) -> None:
    """TRF-422 TRF-425 TRF-435 The bickering die, by the attacker side's player; then the bicker window."""
    mark(batch, fight.cards())
    piles.roll(batch, fight.attacker, "bicker", fight.id)
    batch.push(windows.of_fight(batch.board, "bicker", fight), FightStep(fight.id, "dice"))


def _dice(batch: Batch, fight: Fight) -> None:
    """TRF-423 TRF-426 TRF-431 Not above the threshold: stuck. Else both sides roll; then the dice window."""
    if fight.bicker is not None and fight.bicker <= continuous.threshold(batch.board, fight):
        batch.emit(e.FightStuck(fight=fight.id, reason="bicker", die=fight.bicker))
        return
    _roll(batch, fight, "attacker")
    _roll(batch, fight, "defender")
    batch.push(windows.of_fight(batch.board, "dice", fight), FightStep(fight.id, "resolve"))


def _roll(batch: Batch, fight: Fight, side: Side) -> None:
    """TRF-114 TRF-431 TRF-R62 The die of one side, the attacker side's first."""
    piles.roll(batch, fight.attacker if side == "attacker" else fight.defender, "combat", fight.id, side)


def _resolve(batch: Batch, fight: Fight) -> None:
    """TRF-432 TRF-433 TRF-434 TRF-R27 TRF-R58 The higher total wins; equal ones are stuck."""
    board = batch.board
    totals = continuous.total(board, fight, "attacker"), continuous.total(board, fight, "defender")
    if totals[0] == totals[1]:
        batch.emit(e.FightStuck(fight=fight.id, reason="tie", die=fight.bicker or 0))
        return
    won: Side = "attacker" if totals[0] > totals[1] else "defender"
    winners, losers = (fight.attackers, fight.defenders)[:: 1 if won == "attacker" else -1]
    saved = tuple(iid for iid in losers if _is_saved(board, iid))
    defeated = tuple(iid for iid in losers if iid not in saved)
    triggers = _triggers(board, fight, won, winners, defeated)
    event = e.FightResolved(
        fight=fight.id,
        totals=totals,
        winner=fight.attacker if won == "attacker" else fight.defender,
        side=won,
        defeated=defeated,
        saved=saved,
    )
    batch.emit(event)
    batch.push(*triggers)


def _is_saved(board: Board, iid: str) -> bool:
    """TRF-631."""
    card = board.character(iid)
    return card is not None and any(continuous.modifiers(card, "save"))


def _triggers(
    board: Board, fight: Fight, won: Side, winners: tuple[str, ...], defeated: tuple[str, ...]
) -> list[Frame]:
    """TRF-524 TRF-630 TRF-639 TRF-647 TRF-R61 Texts of winners and defeated: the AP's first, then by age in play."""
    loser = fight.defender if won == "attacker" else fight.attacker
    found: list[Frame] = []
    for seat in board.around(board.active):
        cards = [card for iid in (*winners, *defeated) if (card := board.character(iid)) is not None]
        for card in sorted((card for card in cards if card.owner == seat), key=lambda card: card.entered):
            found += _said(board, card, loser, lost=card.iid in defeated)
    return found


def _said(board: Board, card: Character, loser: int, *, lost: bool) -> list[Frame]:
    env = Env(card.owner, card.cid, card.iid, loser=None if lost else loser)
    return leaving.texts_of(board, env, "defeated" if lost else "wins_fight")


STAGES: Mapping[str, Callable[[Batch, Fight], None]] = {"bicker": _bicker, "dice": _dice, "resolve": _resolve}


# Effects on fights


def reroll(batch: Batch, name: str | None, seat: int, what: str) -> None:
    """TRF-425 TRF-640 A die of a fight, or both, is rolled again."""
    fight = batch.board.fight(name)
    if fight is None:
        return
    mine = fight.side_of(seat)
    if what == "bicker":
        piles.roll(batch, fight.attacker, "bicker", fight.id)
    elif what == "both":
        _roll(batch, fight, "attacker")
        _roll(batch, fight, "defender")
    elif mine is not None:
        _roll(batch, fight, mine)


def join(batch: Batch, unit: Unit, name: str) -> None:
    """TRF-416 TRF-429 TRF-633 TRF-R61 A unit that is free joins its player's side."""
    fight = batch.board.fight(name)
    side = None if fight is None or not unit else fight.side_of(unit[0].owner)
    if side is not None and continuous.free_to_join(batch.board, unit):
        cards = tuple(card.iid for card in unit)
        batch.emit(e.UnitJoinedFight(seat=unit[0].owner, cards=cards, fight=name, side=side))
        mark(batch, cards)


def leave(batch: Batch, unit: Unit) -> None:
    """TRF-413 TRF-632 TRF-R61 A unit is out of its fight; an attacker stays blocked."""
    if unit and unit[0].fight is not None:
        cards = tuple(card.iid for card in unit)
        batch.emit(e.UnitLeftFight(seat=unit[0].owner, cards=cards, fight=unit[0].fight))


def cancel_attack(batch: Batch, cause: str) -> None:
    """TRF-634 TRF-909 TRF-R61 TRF-R81 The attack of this turn ends without result."""
    attack = batch.board.attack
    if attack is not None and not attack.cancelled:
        batch.emit(e.AttackCancelled(seat=batch.board.active, cause=cause))
