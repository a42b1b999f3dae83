"""Decks, hands and discard piles."""

from __future__ import annotations

from typing import Literal

from domain.games.cape_and_cowl.board import Board, HandCard
from domain.kernel.facts import Notice, OfSeat
from domain.kernel.zones import Card


class DeckShuffled(OfSeat[Board], frozen=True):
    """`order` lists places of the deck as it stood."""

    type = "deck_shuffled"
    cause: str
    order: tuple[int, ...] | None = None

    def fold(self, board: Board) -> None:
        board.players[self.seat].deck.shuffle(self.order)


class CardDrawn(OfSeat[Board], frozen=True):
    type = "card_drawn"
    cause: str
    hand_count: int
    deck_count: int
    card: str | None = None
    iid: str | None = None

    def fold(self, board: Board) -> None:
        player = board.players[self.seat]
        player.deck.take()
        player.hand.append(HandCard(self.iid, self.card))


class DrawStopped(OfSeat[Board], Notice[Board], frozen=True):
    type = "draw_stopped"
    undrawn: int
    reason: Literal["hand_full", "deck_empty"]


class CardsMilled(OfSeat[Board], frozen=True):
    """(instance id, card id) from the top."""

    type = "cards_milled"
    cause: str
    cards: tuple[tuple[str, str], ...]

    def fold(self, board: Board) -> None:
        player = board.players[self.seat]
        for iid, cid in self.cards:
            player.deck.take()
            player.discard.append(Card(iid, cid, self.seat))


class HandCardRevealed(OfSeat[Board], frozen=True):
    type = "hand_card_revealed"
    position: int
    iid: str
    card: str

    def fold(self, board: Board) -> None:
        board.players[self.seat].hand[self.position - 1] = HandCard(self.iid, self.card, True)


class DeckSearched(OfSeat[Board], frozen=True):
    """One card, unseen by the opponent, or none, is taken out of the deck; then the deck is shuffled."""

    type = "deck_searched"
    found: bool
    cause: str
    card: str | None = None
    iid: str | None = None

    def fold(self, board: Board) -> None:
        """CNC-533 One card leaves the deck; which, and from where, only its owner and nobody know. A bot in thought has
        blanks there, of which one goes.
        """
        player = board.players[self.seat]
        if not self.found:
            return
        if self.card in player.deck.cards:
            player.deck.cards.remove(self.card)
        else:
            player.deck.cards = player.deck.cards[1:]
        player.deck.size -= 1
        player.hand.append(HandCard(self.iid, self.card))


class CardsRecovered(OfSeat[Board], frozen=True):
    """(old instance, card id) of the discard pile, to the hand as new instances or in this order under the deck."""

    type = "cards_recovered"
    cards: tuple[tuple[str, str], ...]
    to: Literal["hand", "bottom"]
    cause: str
    iids: tuple[str, ...] = ()

    def fold(self, board: Board) -> None:
        """CNC-317 CNC-534 CNC-R60 A withdrawn card keeps its mark, unless it goes into the deck."""
        player = board.players[self.seat]
        gone = {iid for iid, _ in self.cards}
        player.discard = [card for card in player.discard if card.iid not in gone]
        for place, (old, cid) in enumerate(self.cards):
            if self.to == "bottom":
                player.deck.put_under(cid)
                continue
            new = self.iids[place] if self.iids else None
            player.hand.append(HandCard(new, None if new is None else cid))
            if new is not None and old in player.withdrawn:
                player.withdrawn = (*player.withdrawn, new)
