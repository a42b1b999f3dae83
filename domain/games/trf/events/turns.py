"""Turns, pools and what fills or empties them, accounts, and the end of a player."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from domain.games.trf.board import Account, Board, Player
from domain.games.trf.events.common import change, leave_play
from domain.kernel.facts import Notice, OfCard, OfSeat


class TurnStarted(OfSeat[Board], frozen=True):
    type = "turn_started"
    turn: int

    def fold(self, board: Board) -> None:
        board.turn, board.active = self.turn, self.seat
        board.attack, board.declined, board.blocks, board.assault = None, False, (), ()
        board.busy = board.stuck = False
        for player in board.players:
            player.captured = player.defeated = player.acts = player.passes = 0


class TurnEnded(OfSeat[Board], frozen=True):
    type = "turn_ended"
    turn: int
    idle_turns: int

    def fold(self, board: Board) -> None:
        """TRF-225 TRF-909 TRF-R82 A turn that was cut short leaves no die in a fight, and no cards looked at."""
        board.idle_turns = self.idle_turns
        board.fights = [replace(fight, bicker=None, dice=None, added=(0, 0)) for fight in board.fights]
        for player in board.players:
            player.standing, player.looking = (), ()


class PoolsRefilled(OfSeat[Board], frozen=True):
    """Pools and caps are what the planets `gave` (instance, meters, words) and income modifiers make of it.

    `exhausted` gave nothing because of an effect.
    """

    type = "pools_refilled"
    pool_m: int
    pool_w: int
    gave: tuple[tuple[str, int, int], ...] = ()
    exhausted: tuple[str, ...] = ()

    def fold(self, board: Board) -> None:
        """TRF-203 TRF-204 TRF-636."""
        player = board.players[self.seat]
        gave = {iid: (meters, words) for iid, meters, words in self.gave}
        player.planets = [
            replace(
                planet,
                exhausted=planet.iid in self.exhausted,
                gave_m=gave.get(planet.iid, (0, 0))[0],
                gave_w=gave.get(planet.iid, (0, 0))[1],
                skipped=False,
            )
            for planet in player.planets
        ]
        player.pool_m = player.max_m = self.pool_m
        player.pool_w = player.max_w = self.pool_w
        player.pending = ()


class PlanetsCounted(Notice[Board], frozen=True):
    """By seat: planets in play, planets captured in the match, meters that those in play print."""

    type = "planets_counted"
    counts: tuple[tuple[int, int, int, int], ...]


class MetersPaid(OfSeat[Board], frozen=True):
    type = "meters_paid"
    amount: int
    cause: str

    def fold(self, board: Board) -> None:
        board.players[self.seat].pool_m -= self.amount


class WordsPaid(OfSeat[Board], frozen=True):
    type = "words_paid"
    amount: int
    cause: str

    def fold(self, board: Board) -> None:
        board.players[self.seat].pool_w -= self.amount


class PlanetExhausted(OfCard[Board], frozen=True):
    """Its ability is used: pools and caps go down by what it gave."""

    type = "planet_exhausted"
    meters: int
    words: int

    def fold(self, board: Board) -> None:
        """TRF-330."""
        player = board.players[self.seat]
        player.pool_m, player.max_m = player.pool_m - self.meters, max(0, player.max_m - self.meters)
        player.pool_w, player.max_w = player.pool_w - self.words, max(0, player.max_w - self.words)
        change(board, self.iid, exhausted=True, gave_m=0, gave_w=0)


class PoolCut(OfSeat[Board], frozen=True):
    type = "pool_cut"
    pool_m: int
    pool_w: int
    max_m: int
    max_w: int

    def fold(self, board: Board) -> None:
        player = board.players[self.seat]
        player.pool_m, player.pool_w = self.pool_m, self.pool_w
        player.max_m, player.max_w = self.max_m, self.max_w


class IncomePromised(OfSeat[Board], frozen=True):
    """So much more, or less, at the next refill."""

    type = "income_promised"
    meters: int
    words: int
    cause: str

    def fold(self, board: Board) -> None:
        player = board.players[self.seat]
        player.pending = (*player.pending, (self.meters, self.words))


class PlanetSkipped(OfCard[Board], frozen=True):
    """It gives nothing at its owner's next refill."""

    type = "planet_skipped"
    cause: str

    def fold(self, board: Board) -> None:
        change(board, self.iid, skipped=True)


class AccountSwapped(OfSeat[Board], frozen=True):
    type = "account_swapped"
    before: str
    after: str

    def fold(self, board: Board) -> None:
        """TRF-628."""
        player = board.players[self.seat]
        player.account, player.reserve = Account(self.after), None


class HomeworldSwapped(OfSeat[Board], frozen=True):
    """Instances of planets."""

    type = "homeworld_swapped"
    before: str
    after: str

    def fold(self, board: Board) -> None:
        change(board, self.before, home=False)
        change(board, self.after, home=True)


class PlayerLost(OfSeat[Board], frozen=True):
    type = "player_lost"
    reason: Literal["homeworld", "concede"]

    def fold(self, board: Board) -> None:
        """TRF-908 All their cards leave the match; their sides of fights are empty."""
        old = board.players[self.seat]
        leave_play(board, [card.iid for card in old.characters])
        board.stack = tuple(card for card in board.stack if card.seat != self.seat)
        board.players[self.seat] = Player(account=old.account, deck_list=old.deck_list, lost=True)
        board.out = (*board.out, self.seat)
