"""The set-up, turns, and what ends with them."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from domain.games.cape_and_cowl.board import Board, Character, Duration, Modifier, PlayerEffect
from domain.kernel.facts import Notice, OfSeat


class PlayerSetUp(OfSeat[Board], frozen=True):
    """The deck in the order of the loadout, the Porter apart."""

    type = "player_set_up"
    deck_size: int
    deck: tuple[str, ...] | None = None

    def fold(self, board: Board) -> None:
        player = board.players[self.seat]
        player.deck_list = self.deck
        player.deck.renew(self.deck or ("",) * self.deck_size, None if self.deck is None else range(self.deck_size))


class FirstPlayerChosen(OfSeat[Board], frozen=True):
    type = "first_player_chosen"
    by: Literal["option", "coin"]

    def fold(self, board: Board) -> None:
        board.first = board.active = self.seat


class TurnStarted(OfSeat[Board], frozen=True):
    type = "turn_started"
    round: int
    turn: int

    def fold(self, board: Board) -> None:
        """CNC-204 Counts and marks of the turn before are cleared."""
        board.round, board.turn, board.active = self.round, self.turn, self.seat
        for player in board.players:
            player.events_played = player.cities_played = 0
            player.withdrawn = ()
            player.characters = [
                replace(card, played_now=False, acts_used=0, extra_acts=0, attacked=False) for card in player.characters
            ]


class TurnEnded(OfSeat[Board], Notice[Board], frozen=True):
    type = "turn_ended"
    round: int
    turn: int


class DurationEnded(OfSeat[Board], frozen=True):
    """Every effect of this duration that this player made is over."""

    type = "duration_ended"
    duration: Duration

    def fold(self, board: Board) -> None:
        """CNC-504 CNC-513 CNC-516 CNC-517 All that this player made for this long is over."""
        for player in board.players:
            player.effects = [one for one in player.effects if not self._ends(one)]
            for place, card in enumerate(player.characters):
                player.characters[place] = self._without_ended(card)
            if self.duration == "round":
                player.flooded = None if player.flooded == self.seat else player.flooded
                player.cities = [
                    replace(card, disabled=None) if card.disabled == self.seat else card for card in player.cities
                ]

    def _ends(self, one: Modifier | PlayerEffect) -> bool:
        return one.duration == self.duration and one.made_by == self.seat

    def _without_ended(self, card: Character) -> Character:
        statuses = card.statuses
        if self.duration == "round":
            gone = [name for name in ("frozen", "silenced") if statuses.get(name) == self.seat]
            statuses = {name: seat for name, seat in statuses.items() if name not in gone}
        modifiers = tuple(one for one in card.modifiers if not self._ends(one))
        return replace(card, statuses=statuses, modifiers=modifiers)
