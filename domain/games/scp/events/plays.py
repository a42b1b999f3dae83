"""Events of what is played and used: Missions, Events, Complications, abilities."""

from __future__ import annotations

from domain.games.scp.board import Asset, Board, Mission
from domain.kernel.facts import GameEvent, Told
from domain.kernel.zones import Card


class MissionPlayed(GameEvent[Board], frozen=True):
    """SCP-216 The target is a card, or a player."""

    type = "mission_played"
    seat: int
    iid: str
    card: str
    target: str | None = None
    player: int | None = None

    def fold(self, board: Board) -> None:
        player = board.players[self.seat]
        player.hand.remove(self.iid)
        player.mission = Mission(self.iid, self.card, self.target, self.player)
        board.note(mission_played=True)
        board.resolved = {}


class MissionResolved(Told[Board], frozen=True):
    """SCP-235 Whether its requirements were met, and whether its Success text was accepted."""

    type = "mission_resolved"
    seat: int
    iid: str
    card: str
    success: bool
    accepted: bool


class MissionDiscarded(GameEvent[Board], frozen=True):
    type = "mission_discarded"
    seat: int
    iid: str
    card: str

    def fold(self, board: Board) -> None:
        player = board.players[self.seat]
        player.mission = None
        player.discard.append(Card(self.iid, self.card, self.seat))


class ComplicationPlayed(GameEvent[Board], frozen=True):
    type = "complication_played"
    seat: int
    iid: str
    card: str
    target: str

    def fold(self, board: Board) -> None:
        board.play(self.iid, self.card, self.seat)


class ComplicationNegated(Told[Board], frozen=True):
    type = "complication_negated"
    seat: int
    iid: str
    card: str
    cause: str


class ComplicationOvercome(Told[Board], frozen=True):
    type = "complication_overcome"
    seat: int
    iid: str
    card: str


class ComplicationResolved(GameEvent[Board], frozen=True):
    """SCP-432 It takes effect; `counters` is how many the SCP gains by it."""

    type = "complication_resolved"
    seat: int
    iid: str
    card: str
    counters: int

    def fold(self, board: Board) -> None:
        board.change_attempt(resolved=True)


class EventPlayed(GameEvent[Board], frozen=True):
    type = "event_played"
    seat: int
    iid: str
    card: str
    target: str | None = None
    player: int | None = None

    def fold(self, board: Board) -> None:
        board.play(self.iid, self.card, self.seat)


class AbilityUsed(GameEvent[Board], frozen=True):
    type = "ability_used"
    seat: int
    iid: str
    card: str
    ability: int
    target: str | None = None
    player: int | None = None

    def fold(self, board: Board) -> None:
        card = board.card(self.iid)
        if isinstance(card, Asset):
            board.change(card.iid, used=(*card.used, self.ability))
        elif card is not None:
            board.change_scp(card.iid, used=(*card.used, self.ability))
        board.resolved = {}
        board.act(self.seat)


class TextResolved(GameEvent[Board], frozen=True):
    """A triggered text is carried out (SCP-207, SCP-520); SCP-522 counts them."""

    type = "text_resolved"
    seat: int
    iid: str
    card: str
    ability: int

    def fold(self, board: Board) -> None:
        board.resolved[self.iid] = board.resolved.get(self.iid, 0) + 1
