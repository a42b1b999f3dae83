"""OOC cards, and the windows in which they are played."""

from __future__ import annotations

from msgspec.structs import replace

from domain.games.trf.board import Board, Discarded, Pending, Persistent, Until
from domain.games.trf.definitions import Faction, Window
from domain.games.trf.events.common import act, enter, leave_stack, to_discard
from domain.kernel.facts import Notice, OfCard, OfSeat


class OocAnnounced(OfCard[Board], frozen=True):
    """`rank` is recorded for a staff ruling."""

    type = "ooc_announced"
    window: Window
    cost: int
    targets: tuple[str, ...] = ()
    target_cards: tuple[str, ...] = ()
    opponent: int | None = None
    rank: int | None = None

    def fold(self, board: Board) -> None:
        board.players[self.seat].hand.remove(self.iid)
        card = Pending(self.iid, self.card, self.seat, self.window, self.targets, self.rank)
        board.stack = (*board.stack, card)
        act(board, self.seat)


class ResponsePassed(OfSeat[Board], Notice[Board], frozen=True):
    type = "response_passed"
    on: str


class OocCancelled(OfCard[Board], frozen=True):
    """It has no effect and goes to its owner's discard pile."""

    type = "ooc_cancelled"
    cause: str

    def fold(self, board: Board) -> None:
        leave_stack(board, self.iid)
        to_discard(board, Discarded(self.iid, self.card, self.seat))


class OocResolved(OfCard[Board], Notice[Board], frozen=True):
    type = "ooc_resolved"


class FactionChosen(OfCard[Board], frozen=True):
    type = "faction_chosen"
    faction: Faction

    def fold(self, board: Board) -> None:
        board.stack = tuple(
            replace(card, chosen=self.faction) if card.iid == self.iid else card for card in board.stack
        )


class PersistentPlaced(OfCard[Board], frozen=True):
    type = "persistent_placed"
    host: str | None = None
    tokens: int | None = None
    counted: int | None = None
    until: Until | None = None

    def fold(self, board: Board) -> None:
        card = board.pending(self.iid)
        leave_stack(board, self.iid)
        board.players[self.seat].persistents.append(
            Persistent(
                self.iid,
                self.card,
                self.seat,
                enter(board),
                host=self.host,
                tokens=self.tokens,
                counted=self.counted,
                rank=None if card is None else card.rank,
                chosen=None if card is None else card.chosen,
                until=self.until,
            )
        )


class PersistentDiscarded(OfCard[Board], frozen=True):
    type = "persistent_discarded"
    cause: str

    def fold(self, board: Board) -> None:
        player = board.players[self.seat]
        player.persistents = [card for card in player.persistents if card.iid != self.iid]
        to_discard(board, Discarded(self.iid, self.card, self.seat))


class StandingPassSet(OfSeat[Board], frozen=True):
    type = "standing_pass_set"
    windows: tuple[Window, ...] = ()

    def fold(self, board: Board) -> None:
        """TRF-225 TRF-R93."""
        player = board.players[self.seat]
        player.standing, player.passes = self.windows, player.passes + 1


class WindowPassed(OfSeat[Board], Notice[Board], frozen=True):
    type = "window_passed"
    window: Window
