"""The set-up, and what is drawn."""

from __future__ import annotations

from typing import Literal

from domain.games.trf.board import Account, Board, Planet, Side
from domain.games.trf.events.common import change_fight, enter
from domain.kernel.facts import GameEvent, Notice, OfCard, OfSeat

Purpose = Literal["first_player", "bicker", "combat", "effect"]


class PlayerRegistered(OfSeat[Board], frozen=True):
    """The deck in the order of the list that was brought, and the reserve account if there is one."""

    type = "player_registered"
    deck_size: int
    deck: tuple[str, ...] | None = None
    reserve: str | None = None

    def fold(self, board: Board) -> None:
        player = board.players[self.seat]
        player.deck_list, player.reserve = self.deck, self.reserve
        player.deck.renew(self.deck or ("",) * self.deck_size, None if self.deck is None else range(self.deck_size))


class CardsRevealed(GameEvent[Board], frozen=True):
    """The accounts and homeworlds of all players, by seat; a homeworld as (instance id, card id)."""

    type = "cards_revealed"
    accounts: tuple[str, ...]
    homeworlds: tuple[tuple[str, str], ...]

    def fold(self, board: Board) -> None:
        for seat, (account, (iid, cid)) in enumerate(zip(self.accounts, self.homeworlds, strict=True)):
            player = board.players[seat]
            player.account = Account(account)
            player.planets.append(Planet(iid, cid, seat, enter(board), home=True))


class DeckShuffled(OfSeat[Board], frozen=True):
    """`order` lists places of the deck as it stood."""

    type = "deck_shuffled"
    order: tuple[int, ...] | None = None

    def fold(self, board: Board) -> None:
        board.players[self.seat].deck.shuffle(self.order)


class DieRolled(OfSeat[Board], frozen=True):
    """A die; of a fight: which one is in `purpose` and `side`."""

    type = "die_rolled"
    purpose: Purpose
    value: int
    fight: str | None = None
    side: Side | None = None

    def fold(self, board: Board) -> None:
        board.busy = True
        fight = board.fight(self.fight)
        if fight is None:
            return
        if self.purpose == "bicker":
            change_fight(board, fight.id, bicker=self.value)
        else:
            mine, theirs = fight.dice or (0, 0)
            dice = (self.value, theirs) if self.side == "attacker" else (mine, self.value)
            change_fight(board, fight.id, dice=dice)


class RandomCardPicked(OfCard[Board], Notice[Board], frozen=True):
    type = "random_card_picked"
    cause: str


class FirstPlayerSet(OfSeat[Board], frozen=True):
    type = "first_player_set"

    def fold(self, board: Board) -> None:
        board.first = self.seat
