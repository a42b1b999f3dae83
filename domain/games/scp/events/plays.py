"""Events of what is played and used: Missions, Events, Complications, abilities."""

from __future__ import annotations

from domain.games.scp.board import Asset, Board, Mission
from domain.kernel.facts import Notice, OfCard
from domain.kernel.zones import Card


class MissionPlayed(OfCard[Board], frozen=True):
    """SCP-216 The target is a card, or a player."""

    type = "mission_played"
    target: str | None = None
    player: int | None = None

    def fold(self, board: Board) -> None:
        player = board.players[self.seat]
        player.hand.remove(self.iid)
        player.mission = Mission(self.iid, self.card, self.target, self.player)
        board.note(mission_played=True)
        board.resolved = {}


class MissionResolved(OfCard[Board], Notice[Board], frozen=True):
    """SCP-235 Whether its requirements were met, and whether its Success text was accepted."""

    type = "mission_resolved"
    success: bool
    accepted: bool


class MissionDiscarded(OfCard[Board], frozen=True):
    type = "mission_discarded"

    def fold(self, board: Board) -> None:
        player = board.players[self.seat]
        player.mission = None
        player.discard.append(Card(self.iid, self.card, self.seat))


class ComplicationPlayed(OfCard[Board], frozen=True):
    type = "complication_played"
    target: str

    def fold(self, board: Board) -> None:
        board.play(self.iid, self.card, self.seat)


class ComplicationNegated(OfCard[Board], Notice[Board], frozen=True):
    type = "complication_negated"
    cause: str


class ComplicationOvercome(OfCard[Board], Notice[Board], frozen=True):
    type = "complication_overcome"


class ComplicationResolved(OfCard[Board], frozen=True):
    """SCP-432 It takes effect; `counters` is how many the SCP gains by it."""

    type = "complication_resolved"
    counters: int

    def fold(self, board: Board) -> None:
        board.change_attempt(resolved=True)


class EventPlayed(OfCard[Board], frozen=True):
    type = "event_played"
    target: str | None = None
    player: int | None = None

    def fold(self, board: Board) -> None:
        board.play(self.iid, self.card, self.seat)


class AbilityUsed(OfCard[Board], frozen=True):
    type = "ability_used"
    ability: int
    target: str | None = None
    player: int | None = None

    def fold(self, board: Board) -> None:
        card = board.card(self.iid)
        if card is not None:
            change = board.change if isinstance(card, Asset) else board.change_scp
            change(card.iid, used=(*card.used, self.ability))
        board.resolved = {}
        board.act(self.seat)


class TextResolved(OfCard[Board], frozen=True):
    """A triggered text is carried out (SCP-207, SCP-520); SCP-522 counts them."""

    type = "text_resolved"
    ability: int

    def fold(self, board: Board) -> None:
        board.resolved[self.iid] = board.resolved.get(self.iid, 0) + 1
