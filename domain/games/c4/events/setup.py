"""The set-up: loadouts, decks, tokens, who goes first."""

from __future__ import annotations

from typing import Literal

from domain.games.c4.board import Board, add
from domain.kernel.facts import OfSeat


class PlayerSetUp(OfSeat[Board], frozen=True):
    type = "player_set_up"
    token_kind: str
    attributes: tuple[str, ...]
    faction: str
    deck_size: int
    deck: tuple[str, ...] | None = None

    def fold(self, board: Board) -> None:
        player = board.players[self.seat]
        player.token_kind = self.token_kind
        player.attributes = self.attributes
        player.faction = self.faction
        player.deck_list = self.deck
        player.deck.renew(self.deck or ("",) * self.deck_size, None if self.deck is None else range(self.deck_size))


class DeckShuffled(OfSeat[Board], frozen=True):
    """`order` lists places of the pile that is shuffled: of the deck as it stood, or of the discard by arrival."""

    type = "deck_shuffled"
    cause: Literal["setup", "visa", "setup_return"]
    order: tuple[int, ...] | None = None

    def fold(self, board: Board) -> None:
        player = board.players[self.seat]
        if self.cause == "visa":
            player.deck.renew([card.cid for card in player.discard], self.order)
            player.discard = []
        else:
            player.deck.shuffle(self.order)


class TokensPlaced(OfSeat[Board], frozen=True):
    type = "tokens_placed"
    supply: int
    pot: int
    kind: str

    def fold(self, board: Board) -> None:
        board.players[self.seat].supply = {self.kind: self.supply}
        add(board.pot, {self.kind: self.pot})


class SetUpCardRevealed(OfSeat[Board], frozen=True):
    """Round 0 is the reveal of all; `iid` is the card's in the hand that it goes to (C4-114)."""

    type = "set_up_card_revealed"
    card: str
    round: int
    iid: str | None = None

    def fold(self, board: Board) -> None:
        """Later rounds only show the next cards; they go back into the deck (C4-114) and the shuffle fact follows."""
        if self.round == 0:
            player = board.players[self.seat]
            player.deck.take()
            player.hand.add(self.iid, self.card)


class FirstPlayerDetermined(OfSeat[Board], frozen=True):
    type = "first_player_determined"
    by: Literal["name", "random"]

    def fold(self, board: Board) -> None:
        board.active = self.seat
