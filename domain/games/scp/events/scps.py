"""Events of SCPs and of their deck."""

from __future__ import annotations

from domain.games.scp.board import Board, Destroyed, Scp, SecuredNow
from domain.games.scp.events.subjects import OfScp
from domain.kernel.facts import GameEvent, OfSeat


class ScpRevealed(OfScp, frozen=True):
    """The top card of the SCP deck comes into the centre."""

    type = "scp_revealed"
    cause: str

    def fold(self, board: Board) -> None:
        board.scp_deck.take()
        entered = board.enter()
        board.scps.append(Scp(self.scp, self.card, entered, entered))


class ScpPeeked(OfSeat[Board], frozen=True):
    """SCP-524 The player sees the top cards of the SCP deck."""

    type = "scp_peeked"
    n: int
    cause: str
    cards: tuple[str, ...] | None = None

    def fold(self, board: Board) -> None:
        player = board.players[self.seat]
        player.looks, player.looking = self.n, self.cards or ()


class ScpPutOnBottom(OfSeat[Board], frozen=True):
    """SCP-524 So many of them go to the bottom; `places` counts from the top, from 0."""

    type = "scp_put_on_bottom"
    n: int
    places: tuple[int, ...] | None = None

    def fold(self, board: Board) -> None:
        player, deck = board.players[self.seat], board.scp_deck
        if self.places is not None and deck.cards:
            top, rest = deck.cards[: player.looks], deck.cards[player.looks :]
            kept = [cid for place, cid in enumerate(top) if place not in self.places]
            deck.cards = [*kept, *rest, *(top[place] for place in self.places)]
        player.looks, player.looking = 0, ()


class ScpSecured(OfScp, frozen=True):
    """The SCP is Secured now. `by_attempt`: the player Secured it (SCP-448)."""

    type = "scp_secured"
    cause: str
    by_attempt: bool = False

    def fold(self, board: Board) -> None:
        board.change_scp(self.scp, status="secured", controller=self.seat)
        attempt = board.attempt
        if self.by_attempt and attempt is not None:
            made = SecuredNow(self.scp, attempt.icons, attempt.resolved)
            board.note(secured=(*board.facts.secured, made))


class ScpContained(OfScp, frozen=True):
    type = "scp_contained"
    cause: str
    by_attempt: bool = False

    def fold(self, board: Board) -> None:
        board.change_scp(self.scp, status="contained", controller=self.seat)
        if self.by_attempt:
            board.note(contained=(*board.facts.contained, self.scp))


class ScpUncontained(OfScp, frozen=True):
    """A Contained SCP is Secured again, under the same controller; in a breach its counters are removed."""

    type = "scp_uncontained"
    cause: str
    breach: bool = False

    def fold(self, board: Board) -> None:
        cleared = {"counters": 0} if self.breach else {}
        board.change_scp(self.scp, status="secured", **cleared)


class ScpUnsecured(OfScp, frozen=True):
    """The SCP goes back to the centre; in a breach its counters are removed."""

    type = "scp_unsecured"
    cause: str
    breach: bool = False

    def fold(self, board: Board) -> None:
        cleared = {"counters": 0} if self.breach else {}
        board.change_scp(self.scp, status="unsecured", controller=None, centred=board.enter(), **cleared)


class ScpDestroyed(GameEvent[Board], frozen=True):
    type = "scp_destroyed"
    scp: str
    card: str
    cause: str
    seat: int | None = None

    def fold(self, board: Board) -> None:
        board.scps = [card for card in board.scps if card.iid != self.scp]
        board.scp_discard.append(Destroyed(self.scp, self.card, self.seat))
        if self.seat == board.active:
            board.note(destroyed=(*board.facts.destroyed, self.scp))


class EscalationChanged(GameEvent[Board], frozen=True):
    type = "escalation_changed"
    scp: str
    card: str
    delta: int
    cause: str

    def fold(self, board: Board) -> None:
        board.add_counters(self.scp, self.delta)


class CounterRemoved(OfScp, frozen=True):
    """SCP-230 Counters that a player removes in the Maintenance Phase, once from each SCP."""

    type = "counter_removed"
    n: int

    def fold(self, board: Board) -> None:
        board.add_counters(self.scp, -self.n)
        board.note(calmed=(*board.facts.calmed, self.scp))


class Outbreak(GameEvent[Board], frozen=True):
    """SCP-237 All its counters are removed."""

    type = "outbreak"
    scp: str
    card: str
    skill: int

    def fold(self, board: Board) -> None:
        board.change_scp(self.scp, counters=0)
