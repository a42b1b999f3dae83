"""Decks, hands and discard piles."""

from __future__ import annotations

from typing import Literal

from domain.games.cape_and_cowl.board import Board, HandCard
from domain.kernel.facts import GameEvent, Told
from domain.kernel.zones import Card


class DeckShuffled(GameEvent[Board], frozen=True):
    """`order` lists places of the deck as it stood."""

    type = "deck_shuffled"
    seat: int
    cause: str
    order: tuple[int, ...] | None = None

    def fold(self, board: Board) -> None:
        deck = board.players[self.seat].deck
        if self.order is not None and deck.cards:
            deck.renew(deck.cards, self.order)
        else:
            deck.cards = []


class CardDrawn(GameEvent[Board], frozen=True):
    type = "card_drawn"
    seat: int
    cause: str
    hand_count: int
    deck_count: int
    card: str | None = None
    iid: str | None = None

    def fold(self, board: Board) -> None:
        player = board.players[self.seat]
        player.deck.take()
        player.hand.append(HandCard(self.iid, self.card))


class DrawStopped(Told[Board], frozen=True):
    type = "draw_stopped"
    seat: int
    undrawn: int
    reason: Literal["hand_full", "deck_empty"]


class CardsMilled(GameEvent[Board], frozen=True):
    """(instance id, card id) from the top."""

    type = "cards_milled"
    seat: int
    cause: str
    cards: tuple[tuple[str, str], ...]

    def fold(self, board: Board) -> None:
        player = board.players[self.seat]
        for iid, cid in self.cards:
            player.deck.take()
            player.discard.append(Card(iid, cid, self.seat))


class HandCardRevealed(GameEvent[Board], frozen=True):
    type = "hand_card_revealed"
    seat: int
    position: int
    iid: str
    card: str

    def fold(self, board: Board) -> None:
        board.players[self.seat].hand[self.position - 1] = HandCard(self.iid, self.card, True)


class DeckSearched(GameEvent[Board], frozen=True):
    """One card, unseen by the opponent, or none, is taken out of the deck; then the deck is shuffled."""

    type = "deck_searched"
    seat: int
    found: bool
    cause: str
    card: str | None = None
    iid: str | None = None

    def fold(self, board: Board) -> None:
        """CNC-533 One card leaves the deck; which, and from where, only its owner and nobody know."""
        player = board.players[self.seat]
        if not self.found:
            return
        if self.card in player.deck.cards:
            player.deck.cards.remove(self.card)
        else:
            player.deck.cards = []
        player.deck.size -= 1
        player.hand.append(HandCard(self.iid, self.card))


class CardsRecovered(GameEvent[Board], frozen=True):
    """(old instance, card id) of the discard pile, to the hand as new instances or in this order under the deck."""

    type = "cards_recovered"
    seat: int
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
