"""Characters, decks and hands before the first turn."""

from __future__ import annotations

from typing import Literal

from domain.games.capcom_crossovers.board import Board, Character, Status
from domain.kernel.facts import GameEvent, Notice, OfSeat


class CharacterEntered(OfSeat[Board], frozen=True):
    """CAP-103 CAP-104 CAP-902 A character takes its place before the match."""

    type = "character_entered"
    side: int
    character: str
    cid: str
    hp: int
    active: bool

    def fold(self, board: Board) -> None:
        status: Status = "active" if self.active else "inactive"
        made = Character(self.character, self.cid, self.seat, self.side, self.hp, self.hp, status)
        board.characters.append(made)


class DeckBrought(OfSeat[Board], frozen=True):
    """CAP-102 CAP-105 The own deck of playing cards, in the order of faces."""

    type = "deck_brought"
    cards: tuple[str, ...]

    def fold(self, board: Board) -> None:
        player = board.players[self.seat]
        player.deck_list = self.cards
        player.deck.renew(self.cards, range(len(self.cards)))


class DeckShuffled(OfSeat[Board], frozen=True):
    """`order` lists places of the pile as it stood."""

    type = "deck_shuffled"
    cause: str
    order: tuple[int, ...] | None = None

    def fold(self, board: Board) -> None:
        board.players[self.seat].deck.shuffle(self.order)


class OpeningHandDealt(OfSeat[Board], frozen=True):
    type = "opening_hand_dealt"
    n: int
    cards: tuple[str, ...] | None = None

    def fold(self, board: Board) -> None:
        board.players[self.seat].draw(self.n, self.cards)


class MulliganTaken(OfSeat[Board], frozen=True):
    """The hand goes back into the draw pile."""

    type = "mulligan_taken"

    def fold(self, board: Board) -> None:
        player = board.players[self.seat]
        player.mulligan_used = True
        if player.deck.cards:
            player.deck.cards += player.held
        player.deck.size += player.hand.size
        player.hand.known, player.hand.size = {}, 0


class MulliganDeclined(OfSeat[Board], Notice[Board], frozen=True):
    type = "mulligan_declined"


class FirstSideChosen(GameEvent[Board], frozen=True):
    """`order` are the seats in turn order."""

    type = "first_side_chosen"
    side: int
    order: tuple[int, ...]
    by: Literal["option", "draw"]

    def fold(self, board: Board) -> None:
        board.order = self.order
        board.first_player = self.order[0]
