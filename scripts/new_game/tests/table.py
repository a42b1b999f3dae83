"""Scenarios with named zones: players are P1, P2 ..., cards go by their ids in the core set.

P1 is the active player, asked what to play. Hands, stones and the pile are empty, decks hold fillers.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from domain.kernel.match import ClockPolicy, Seat, State
from domain.kernel.zones import Card, DrawPile
from scripts.new_game.game import GAME
from scripts.new_game.game import actions as a
from scripts.new_game.game.board import Board, Player
from scripts.new_game.game.frames import Turn
from scripts.new_game.game.loadouts import Options
from tests.kit.scenario import Scenario

P1, P2, P3, P4 = range(4)
FILLER = "dry_twig"
"""What lies in a deck that a scenario does not care about."""


class Table(Scenario):
    """Given, when, then. Until `start` the given is built; then only actions change the table."""

    def __init__(self, players: int = 2, **options: Any) -> None:
        board = Board(players=[Player(deck=DrawPile([FILLER] * 9, 9)) for _ in range(players)], active=P1, turn=1)
        state = State(
            match="mt_scenario",
            game=GAME.slug,
            version=100,
            status="running",
            options=Options(**options),
            clock=ClockPolicy(decision=60_000),
            seats=[Seat(player=f"player-{seat}", sealed=True) for seat in range(players)],
            board_or_none=board,
        )
        super().__init__(GAME, state)
        self._iids = 0

    # Given

    def player(
        self,
        seat: int,
        *,
        points: int = 0,
        hand: Sequence[str] = (),
        deck: Sequence[str] | None = None,
        in_play: Sequence[str] = (),
    ) -> Table:
        """What one player has; `deck` from the top."""
        player: Player = self.board.players[seat]
        player.points = points
        for cid in hand:
            player.hand.add(self._iid(), cid)
        if deck is not None:
            player.deck = DrawPile(list(deck), len(deck))
        player.in_play = [Card(self._iid(), cid, seat) for cid in in_play]
        return self

    def pile(self, *cids: str) -> Table:
        """The pile, its top last; all of it was P1's."""
        self.board.pile = [Card(self._iid(), cid, P1) for cid in cids]
        return self

    def start(self) -> Table:
        """The given is complete."""
        self.state.frames = (Turn("main"),)
        self.begin()
        self._given = self._all_cards()
        return self

    # When

    def play(self, seat: int, cid: str) -> None:
        """Play a card of the hand."""
        self.do(seat, a.PlayCard(self.held(seat, cid)))

    def let_pass(self, seat: int) -> None:
        self.do(seat, a.Pass())

    def discard(self, seat: int, cid: str) -> None:
        """Answer `choose_discard`."""
        self.do(seat, a.DiscardCard(self.held(seat, cid)))

    # Then

    def points(self) -> list[int]:
        """The points of every seat: what a card did, and that it did nothing to the bystanders."""
        return [player.points for player in self.board.players]

    def hand(self, seat: int) -> list[str]:
        """Card ids in order of arrival."""
        return list(self.board.players[seat].hand.known.values())

    def hands(self) -> list[int]:
        """How many cards each seat holds."""
        return [player.hand.size for player in self.board.players]

    def in_play(self, seat: int) -> list[str]:
        return [card.cid for card in self.board.players[seat].in_play]

    def burnt(self) -> list[str]:
        """Card ids of the pile, its top last."""
        return [card.cid for card in self.board.pile]

    def held(self, seat: int, cid: str) -> str:
        """The instance id of the first card of that id in a hand."""
        held: dict[str, str] = self.board.players[seat].hand.known
        return next(iid for iid, card in held.items() if card == cid)

    def check(self) -> None:
        """What must hold at the end of every scenario: nobody is asked but for the turn, no card came or went."""
        assert self.state.result is not None or self.asked() == [(self.board.active, "main")], self.asked()
        assert self.board.left or self._all_cards() == self._given, "cards came or went"

    def _all_cards(self) -> list[str]:
        there = list(self.burnt())
        for seat, player in enumerate(self.board.players):
            there += [*player.deck.cards, *self.hand(seat), *self.in_play(seat)]
        return sorted(there)

    def _iid(self) -> str:
        self._iids += 1
        return f"given{self._iids}"
