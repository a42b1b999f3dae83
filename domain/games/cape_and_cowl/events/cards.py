"""Cards that enter play and leave it."""

from __future__ import annotations

from typing import Literal, TypedDict

from domain.games.cape_and_cowl.board import Board, Character, CityCard, HandCard, InPlay, Playing
from domain.kernel.facts import OfCard, OfSeat
from domain.kernel.zones import Card

Zone = Literal["hand", "field", "deck", "play"]


class About(TypedDict):
    """A card in play, as an event names it."""

    seat: int
    iid: str
    card: str


def of(card: InPlay) -> About:
    """The fields of an event about a card in play."""
    return {"seat": card.owner, "iid": card.iid, "card": card.cid}


class PorterEntered(OfCard[Board], frozen=True):
    type = "porter_entered"

    def fold(self, board: Board) -> None:
        board.players[self.seat].cities.append(CityCard(self.iid, self.card, self.seat, board.entered))
        board.entered += 1


class FromHand(OfCard[Board], frozen=True):
    """A card of the hand is played."""

    position: int
    cost: int

    def fold(self, board: Board) -> None:
        del board.players[self.seat].hand[self.position - 1]


class CharacterPlayed(FromHand, frozen=True):
    type = "character_played"

    def fold(self, board: Board) -> None:
        """CNC-310 As printed; its maximum follows what is in play."""
        player, card = board.players[self.seat], board.cards[self.card]
        assert card.class_ is not None
        super().fold(board)
        player.characters.append(
            Character(self.iid, self.card, self.seat, board.entered, card.class_, card.hp, card.hp)
        )
        board.entered += 1


class CityPlayed(FromHand, frozen=True):
    type = "city_played"
    host: str | None = None

    def fold(self, board: Board) -> None:
        player = board.players[self.seat]
        super().fold(board)
        player.cities.append(CityCard(self.iid, self.card, self.seat, board.entered, self.host))
        player.cities_played += 1
        board.entered += 1


class EventPlayed(FromHand, frozen=True):
    type = "event_played"
    targets: tuple[str, ...] = ()
    target_cards: tuple[str, ...] = ()

    def fold(self, board: Board) -> None:
        player = board.players[self.seat]
        super().fold(board)
        player.events_played += 1
        board.playing = Playing(self.iid, self.card, self.seat)


class IntoHand(OfSeat[Board], frozen=True):
    """A card goes from the field to its owner's hand, where others don't see which it is."""

    old: str
    card: str
    cause: str
    iid: str | None = None

    def fold(self, board: Board) -> None:
        player = board.players[self.seat]
        player.leave_field(self.old)
        player.hand.append(HandCard(self.iid, None if self.iid is None else self.card))


class CharacterWithdrawn(IntoHand, frozen=True):
    """`old` is the Character in play; in the hand it is the new instance `iid`."""

    type = "character_withdrawn"

    def fold(self, board: Board) -> None:
        """CNC-317 The mark travels with the card, for its owner to see."""
        super().fold(board)
        player = board.players[self.seat]
        if self.iid is not None:
            player.withdrawn = (*player.withdrawn, self.iid)


class CardReturned(IntoHand, frozen=True):
    """As `character_withdrawn`, but by an effect that withdrawing rules don't bind."""

    type = "card_returned"


class CardDiscarded(OfCard[Board], frozen=True):
    """`position` is the place in the hand that the card leaves."""

    type = "card_discarded"
    from_zone: Zone
    cause: str
    discard_count: int
    position: int | None = None

    def fold(self, board: Board) -> None:
        player = board.players[self.seat]
        if self.position is not None:
            del player.hand[self.position - 1]
        elif self.from_zone == "play":
            board.playing = None
        else:
            player.leave_field(self.iid)
        player.discard.append(Card(self.iid, self.card, self.seat))


class CardDestroyed(OfCard[Board], frozen=True):
    type = "card_destroyed"
    cause: str
    discard_count: int

    def fold(self, board: Board) -> None:
        player = board.players[self.seat]
        player.leave_field(self.iid)
        player.discard.append(Card(self.iid, self.card, self.seat))


class DestroyReplaced(OfCard[Board], frozen=True):
    """The card stays: by its guard, or with `hp_after` by its own text."""

    type = "destroy_replaced"
    by: Literal["guard", "replacement"]
    hp_after: int = 0

    def fold(self, board: Board) -> None:
        if self.by == "replacement":
            board.change(self.iid, hp=self.hp_after, replaced=True)


class CardSunk(OfCard[Board], frozen=True):
    """An Event goes to the bottom of its player's deck."""

    type = "card_sunk"

    def fold(self, board: Board) -> None:
        board.playing = None
        board.players[self.seat].deck.put_under(self.card)
