"""Events of turns, of what lasts, and of the end."""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec.structs import replace

from domain.games.scp.board import PHASES, Board, Destroyed, Lasting, Phase, TurnFacts
from domain.kernel.facts import GameEvent, Notice, OfSeat
from domain.kernel.zones import Card, DrawPile, Hand


class TurnStarted(OfSeat[Board], frozen=True):
    type = "turn_started"
    round: int
    turn: int

    def fold(self, board: Board) -> None:
        board.active, board.round, board.turn = self.seat, self.round, self.turn
        board.phase, board.facts = 0, TurnFacts()
        for player in board.players:
            player.play = [replace(card, used=()) if card.used else card for card in player.play]
        board.scps = [replace(card, used=()) if card.used else card for card in board.scps]


class PhaseStarted(OfSeat[Board], frozen=True):
    type = "phase_started"
    phase: Phase

    def fold(self, board: Board) -> None:
        board.phase = PHASES.index(self.phase)
        board.note(step=0)
        board.resolved = {}


class StepStarted(OfSeat[Board], frozen=True):
    """SCP-227 SCP-230 A later step of the phase: the earlier ones are closed."""

    type = "step_started"
    step: int

    def fold(self, board: Board) -> None:
        board.note(step=self.step)
        board.resolved = {}


class TurnEnded(OfSeat[Board], Notice[Board], frozen=True):
    type = "turn_ended"
    turn: int


class EffectStarted(OfSeat[Board], frozen=True):
    type = "effect_started"
    effect: Lasting

    def fold(self, board: Board) -> None:
        board.effects_made += 1
        board.lasting.append(self.effect)


class EffectsEnded(GameEvent[Board], frozen=True):
    type = "effects_ended"
    numbers: tuple[int, ...]
    reason: Literal["attempt", "turn", "next_turn", "left"]

    def fold(self, board: Board) -> None:
        board.lasting = [effect for effect in board.lasting if effect.number not in self.numbers]


class LoopBroken(GameEvent[Board], frozen=True):
    """SCP-522 These cards are removed from the game."""

    type = "loop_broken"
    cards: tuple[str, ...]

    def fold(self, board: Board) -> None:
        """SCP-522 Cards go out of the game; SCPs too, which are nobody's."""
        for player in board.players:
            gone = [card for card in player.play if card.iid in self.cards]
            player.removed += [Card(card.iid, card.cid, card.owner) for card in gone]
            player.play = [card for card in player.play if card.iid not in self.cards]
        board.scp_discard += [Destroyed(card.iid, card.cid, None) for card in board.scps if card.iid in self.cards]
        board.scps = [card for card in board.scps if card.iid not in self.cards]
        board.resolved = {}


class PlayerLeft(OfSeat[Board], frozen=True):
    """SCP-708 SCPs go back to the centre, all other cards are removed."""

    type = "player_left"

    def fold(self, board: Board) -> None:
        """SCP-708."""
        seat = self.seat
        for card in board.controlled(seat):
            board.change_scp(card.iid, status="unsecured", controller=None, centred=board.enter())
        own = [Card(card.iid, card.cid, card.seat) for card in board.resolving if card.seat == seat]
        player = board.players[seat]
        cards = [Card(card.iid, card.cid, card.owner) for card in player.play]
        player.removed = [*player.removed, *player.discard, *cards, *own]
        player.left, player.pool, player.mission = True, 0, None
        player.deck, player.hand, player.discard, player.play, player.queue = DrawPile(), Hand(), [], [], []
        player.looks, player.looking, player.deck_list = 0, (), None
        player.shown, player.shown_to = (), ()
        board.resolving = [card for card in board.resolving if card.seat != seat]


class Score(msgspec.Struct, frozen=True):
    """SCP-704 SCP-705 The values that rank a player."""

    seat: int
    contained: int
    bonus: int
    skill: int
    deck: int


class MatchScored(Notice[Board], frozen=True):
    type = "match_scored"
    scores: tuple[Score, ...]
