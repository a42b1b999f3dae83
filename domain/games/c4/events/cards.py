"""Cards that are drawn and played, their payments, and where they go."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from domain.games.c4.board import Board, InPlay, Played, Tokens, add, take
from domain.kernel.facts import GameEvent, Notice, OfSeat
from domain.kernel.zones import Card


class CardDrawn(OfSeat[Board], frozen=True):
    type = "card_drawn"
    cause: Literal["turn", "effect", "opening"]
    card: str | None = None
    iid: str | None = None

    def fold(self, board: Board) -> None:
        player = board.players[self.seat]
        player.deck.take()
        player.hand.add(self.iid, self.card)


class DrawFailed(OfSeat[Board], Notice[Board], frozen=True):
    type = "draw_failed"
    wanted: Literal["draw", "reveal", "look", "flip"]


class CardPlayed(OfSeat[Board], frozen=True):
    """`action` is the number of the action in this turn, 0 for a Reaction; `additional` one that had a price.

    `target` is the instance of the card that was declared as target, `target_card` which card that is.
    """

    type = "card_played"
    card: str
    iid: str
    kind: Literal["regular", "stay_in_play", "reaction"]
    action: int = 0
    additional: bool = False
    price: int = 0
    player: int | None = None
    target: str | None = None
    target_card: str | None = None
    x: int | None = None
    mode: str | None = None

    def fold(self, board: Board) -> None:
        board.players[self.seat].hand.remove(self.iid)
        board.being_played.append(Played(Card(self.iid, self.card, self.seat), self.seat))
        if self.kind == "reaction":
            return
        board.actions_taken += 1
        if self.additional:
            board.paid_actions += 1
        else:
            board.free_actions -= 1


class AbilityUsed(OfSeat[Board], frozen=True):
    type = "ability_used"
    card: str
    iid: str
    ability: int
    player: int | None = None
    x: int | None = None

    def fold(self, board: Board) -> None:
        board.change(self.iid, lambda card: replace(card, used=(*card.used, self.ability)))


class TokensPaid(OfSeat[Board], frozen=True):
    type = "tokens_paid"
    tokens: Tokens
    reason: Literal["action", "card_cost", "effect"]
    source: str

    def fold(self, board: Board) -> None:
        take(board.players[self.seat].supply, self.tokens)
        add(board.pot, self.tokens)


class OfInstance(GameEvent[Board], frozen=True):
    """An event about a card, wherever it lies."""

    card: str
    iid: str


class CardCancelled(OfInstance, Notice[Board], frozen=True):
    type = "card_cancelled"
    owner: int
    by: str


class CardEnteredPlay(OfInstance, frozen=True):
    type = "card_entered_play"
    owner: int
    controller: int

    def fold(self, board: Board) -> None:
        board.stop_playing(self.iid)
        board.in_play.append(InPlay(self.iid, self.card, self.owner, self.controller, board.entered))
        board.entered += 1


class ControlChanged(OfInstance, frozen=True):
    type = "control_changed"
    from_seat: int
    to_seat: int

    def fold(self, board: Board) -> None:
        board.change(self.iid, lambda card: replace(card, controller=self.to_seat, entered=board.entered, used=()))
        board.entered += 1


class CardLeftPlay(OfInstance, frozen=True):
    """The card goes to its owner's discard, the tokens on it to the pot; out of the match if its owner leaves."""

    type = "card_left_play"
    owner: int
    controller: int
    cause: Literal["icebox", "own_text", "concede"]
    spilled: Tokens = {}

    def fold(self, board: Board) -> None:
        board.in_play = [card for card in board.in_play if card.iid != self.iid]
        add(board.pot, self.spilled)
        board.players[self.owner].discard.append(Card(self.iid, self.card, self.owner))


class CardDiscarded(OfSeat[Board], frozen=True):
    type = "card_discarded"
    card: str
    iid: str
    from_zone: Literal["being_played", "hand", "deck", "flipped"]
    cause: str

    def fold(self, board: Board) -> None:
        player = board.players[self.seat]
        if self.from_zone == "being_played":
            board.stop_playing(self.iid)
        elif self.from_zone == "hand":
            player.hand.remove(self.iid)
        elif self.from_zone == "deck":
            player.deck.take()
        else:
            player.flipped = None
        player.discard.append(Card(self.iid, self.card, self.seat))
