"""Fights, their dice and outcomes."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from domain.games.trf.board import Board, Fight, Modifier, Side, SideMod
from domain.games.trf.events.common import bury, change, change_fight, free, leave_play, out_of_fights
from domain.kernel.facts import GameEvent, OfSeat


class FightStarted(GameEvent[Board], frozen=True):
    type = "fight_started"
    fight: str
    attacker: int
    defender: int
    attackers: tuple[str, ...]
    defenders: tuple[str, ...]

    def fold(self, board: Board) -> None:
        board.fought += 1
        fight = Fight(self.fight, board.turn, self.attacker, self.defender, self.attackers, self.defenders)
        board.fights.append(fight)
        for iid in fight.cards():
            change(board, iid, fight=fight.id)


class BattleMarked(GameEvent[Board], frozen=True):
    type = "battle_marked"
    cards: tuple[str, ...]
    turn: int

    def fold(self, board: Board) -> None:
        for iid in self.cards:
            change(board, iid, battle_turn=self.turn, refreshed=False)


class SideModified(GameEvent[Board], frozen=True):
    type = "side_modified"
    fight: str
    side: Side
    n: int
    cause: str

    def fold(self, board: Board) -> None:
        fight = board.fight(self.fight)
        if fight is not None:
            change_fight(board, fight.id, mods=(*fight.mods, SideMod(self.side, self.n)))


class DieSet(GameEvent[Board], frozen=True):
    """The bickering die of a fight counts as this."""

    type = "die_set"
    fight: str
    value: int
    cause: str

    def fold(self, board: Board) -> None:
        change_fight(board, self.fight, bicker=self.value)


class DieRaised(GameEvent[Board], frozen=True):
    """The die of one side of a fight counts so much more."""

    type = "die_raised"
    fight: str
    side: Side
    n: int
    cause: str

    def fold(self, board: Board) -> None:
        fight = board.fight(self.fight)
        if fight is not None:
            attacker, defender = fight.added
            more = (attacker + self.n, defender) if self.side == "attacker" else (attacker, defender + self.n)
            change_fight(board, fight.id, added=more)


class FightStuck(GameEvent[Board], frozen=True):
    type = "fight_stuck"
    fight: str
    reason: Literal["bicker", "tie"]
    die: int

    def fold(self, board: Board) -> None:
        """TRF-426 The units stay committed; what was rolled counts no more."""
        board.stuck = True
        change_fight(board, self.fight, stuck=True, bicker=None, dice=None, added=(0, 0))


class FightResolved(GameEvent[Board], frozen=True):
    """Totals of attacker and defender side; what was defeated and what a save keeps, as instance ids."""

    type = "fight_resolved"
    fight: str
    totals: tuple[int, int]
    winner: int
    side: Side
    defeated: tuple[str, ...]
    saved: tuple[str, ...] = ()

    def fold(self, board: Board) -> None:
        """TRF-433 TRF-631 The losing side goes to the discard piles together, but for saved cards."""
        gone = leave_play(board, self.defeated)
        for card in gone:
            board.players[card.owner].defeated += 1
        for seat, player in enumerate(board.players):
            fallen = tuple(card.cid for card in gone if card.owner == seat)
            player.persistents = [
                replace(card, fallen=fallen) if card.until == "unique_defeated" else card for card in player.persistents
            ]
        bury(board, gone)
        free(board, self.fight)


class FightWonUnopposed(GameEvent[Board], frozen=True):
    type = "fight_won_unopposed"
    fight: str
    winner: int

    def fold(self, board: Board) -> None:
        free(board, self.fight)


class FightRemoved(GameEvent[Board], frozen=True):
    type = "fight_removed"
    fight: str

    def fold(self, board: Board) -> None:
        free(board, self.fight)


class UnitJoinedFight(OfSeat[Board], frozen=True):
    type = "unit_joined_fight"
    cards: tuple[str, ...]
    fight: str
    side: Side

    def fold(self, board: Board) -> None:
        fight = board.fight(self.fight)
        if fight is None:
            return
        if self.side == "attacker":
            change_fight(board, fight.id, attackers=(*fight.attackers, *self.cards))
        else:
            change_fight(board, fight.id, defenders=(*fight.defenders, *self.cards))
        for iid in self.cards:
            change(board, iid, fight=fight.id)


class UnitLeftFight(OfSeat[Board], frozen=True):
    type = "unit_left_fight"
    cards: tuple[str, ...]
    fight: str

    def fold(self, board: Board) -> None:
        """TRF-632 It can neither attack nor block any more this turn."""
        out_of_fights(board, set(self.cards))
        barred = tuple(Modifier("cannot", "TRF-632", name=what) for what in ("attack", "block"))
        for iid in self.cards:
            card = board.character(iid)
            if card is not None:
                change(board, iid, fight=None, modifiers=(*card.modifiers, *barred))
