"""Events of pools, Finance and Build Queues."""

from __future__ import annotations

from domain.games.scp.board import Asset, Board, FaceDown
from domain.kernel.facts import Notice, OfCard, OfSeat
from domain.kernel.zones import Card


class ResourcesChanged(OfSeat[Board], frozen=True):
    type = "resources_changed"
    delta: int
    pool: int
    cause: str

    def fold(self, board: Board) -> None:
        board.players[self.seat].pool = self.pool


class PoolRefilled(OfSeat[Board], frozen=True):
    """SCP-212."""

    type = "pool_refilled"
    to: int

    def fold(self, board: Board) -> None:
        board.players[self.seat].pool = self.to


class FinanceTokenChanged(OfCard[Board], frozen=True):
    type = "finance_token_changed"
    delta: int
    cause: str

    def fold(self, board: Board) -> None:
        board.add_tokens(self.iid, self.delta)


class Produced(OfCard[Board], frozen=True):
    """SCP-231 Finance Tokens for the Production Value; once for each Finance."""

    type = "produced"
    n: int

    def fold(self, board: Board) -> None:
        board.add_tokens(self.iid, self.n)
        board.note(produced=(*board.facts.produced, self.iid))


class CardPlacedFaceDown(OfSeat[Board], frozen=True):
    """SCP-222 A card of the hand goes into the Build Queue; `iid` names it there, `old` named it in the hand."""

    type = "card_placed_face_down"
    iid: str
    hand_count: int
    card: str | None = None
    old: str | None = None

    def fold(self, board: Board) -> None:
        player = board.players[self.seat]
        player.hand.remove(self.old)
        player.queue.append(FaceDown(self.iid, self.card))


class BuildFunded(OfSeat[Board], frozen=True):
    """SCP-223 Resources of the pool go onto a face-down card."""

    type = "build_funded"
    iid: str
    n: int

    def fold(self, board: Board) -> None:
        player = board.players[self.seat]
        player.pool -= self.n
        player.add_resources(self.iid, self.n)


class BuildChanged(OfSeat[Board], frozen=True):
    """Resources from the supply onto a face-down card, or from it to the supply."""

    type = "build_changed"
    iid: str
    delta: int
    cause: str

    def fold(self, board: Board) -> None:
        board.players[self.seat].add_resources(self.iid, self.delta)


class BuildRevealed(OfCard[Board], frozen=True):
    type = "build_revealed"

    def fold(self, board: Board) -> None:
        board.note(reveals=board.facts.reveals + 1)
        board.resolved = {}


class CardDeployed(OfCard[Board], frozen=True):
    """SCP-303 SCP-304 The revealed card enters play; `cost` is what it had to hold, `host` its bearer."""

    type = "card_deployed"
    cost: int
    host: str | None = None

    def fold(self, board: Board) -> None:
        player = board.players[self.seat]
        player.leave_queue(self.iid)
        player.play.append(Asset(self.iid, self.card, self.seat, board.enter(), host=self.host))


class BuildDiscarded(OfCard[Board], frozen=True):
    """SCP-305 The revealed card may not enter play; `rule` says why."""

    type = "build_discarded"
    rule: str

    def fold(self, board: Board) -> None:
        player = board.players[self.seat]
        player.leave_queue(self.iid)
        player.discard.append(Card(self.iid, self.card, self.seat))


class ReplacedByNewer(OfCard[Board], frozen=True):
    """SCP-513 The older Unique Personnel of the same title is discarded."""

    type = "card_replaced"

    def fold(self, board: Board) -> None:
        board.discard_from_play(self.iid, self.card, self.seat)


class BuildPeeked(OfSeat[Board], Notice[Board], frozen=True):
    """SCP-523 The player sees a face-down card of another."""

    type = "build_peeked"
    owner: int
    iid: str
    cause: str
    card: str | None = None


class RevealsAllowed(OfSeat[Board], frozen=True):
    """SCP-232 So many more cards may be revealed this turn."""

    type = "reveals_allowed"
    n: int
    cause: str

    def fold(self, board: Board) -> None:
        board.note(extra_reveals=board.facts.extra_reveals + self.n)
