"""Scenarios with named zones: players are P1, P2 ..., cards go by their ids in the core set.

The first round has begun and all are asked for a card. The deck is empty, and all have brought the fox.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from domain.kernel.match import ClockPolicy, Seat, State
from domain.kernel.zones import DrawPile
from tests.kit.scenario import Scenario
from tests.toy_game import GAME
from tests.toy_game import actions as act
from tests.toy_game.board import Board, Place
from tests.toy_game.frames import Ballots
from tests.toy_game.loadouts import Loadout, Options

P1, P2, P3 = range(3)


class Table(Scenario):
    """Given, when, then. Until `start` the given is built; then only actions change the table."""

    def __init__(self, players: int = 2, **options: Any) -> None:
        state = State(
            match="mt_scenario",
            game=GAME.slug,
            version=100,
            status="running",
            options=Options(**{"rounds": 3, **options}),
            clock=ClockPolicy(decision=60_000),
            seats=[Seat(f"player-{seat}", sealed=True, loadout=Loadout("fox")) for seat in range(players)],
            board_or_none=Board(places=[Place(tokens={"blue": 2, "red": 2}) for _ in range(players)], round=1),
        )
        super().__init__(GAME, state)

    # Given

    def player(self, seat: int, hand: Sequence[str], *, points: int = 0, tokens: int = 2, charm: str = "fox") -> Table:
        """What one player has; `tokens` of each colour."""
        place: Place = self.board.places[seat]
        place.hand, place.held, place.points = list(hand), len(hand), points
        place.tokens = {"blue": tokens, "red": tokens}
        self.state.seats[seat].loadout = Loadout(charm)
        return self

    def deck(self, *cids: str) -> Table:
        """The deck from the top."""
        self.board.deck = DrawPile(list(cids), len(cids))
        return self

    def start(self) -> Table:
        """The given is complete."""
        self.state.frames = (Ballots(),)
        self.begin()
        return self

    # When

    def send(self, *cids: str) -> None:
        """Each player sends a card, P1 first."""
        for seat, cid in enumerate(cids):
            self.do(seat, act.Send(cid))

    def pay(self, seat: int, **tokens: int) -> None:
        self.do(seat, act.Pay(tokens))

    def ban(self, seat: int, cid: str) -> None:
        self.do(seat, act.Ban(cid))

    # Then

    def points(self) -> list[int]:
        """The points of every seat."""
        return [place.points for place in self.board.places]

    def hand(self, seat: int) -> list[str]:
        """Card ids in order of arrival."""
        return list(self.board.places[seat].hand)

    def tokens(self, seat: int) -> dict[str, int]:
        return dict(self.board.places[seat].tokens)

    def questions(self) -> list[tuple[int, str]]:
        """The open prompts but the standing ones."""
        return [(seat, kind) for seat, kind in self.asked() if kind != "ban"]

    def check(self) -> None:
        """What holds when a test ends."""
        assert GAME.invariants(self.state) == []
