"""Units, abilities, tokens, modifiers."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from domain.games.trf.board import Account, Board, Modifier, ModifierKind, account_seat
from domain.games.trf.events.common import bury, change, leave_play
from domain.kernel.facts import OfCard, OfSeat


class IndividualJoined(OfSeat[Board], frozen=True):
    type = "individual_joined"
    individual: str
    fleeter: str

    def fold(self, board: Board) -> None:
        change(board, self.individual, partner=self.fleeter, moved_turn=board.turn)
        change(board, self.fleeter, partner=self.individual)


class IndividualLeft(OfSeat[Board], frozen=True):
    type = "individual_left"
    individual: str
    fleeter: str

    def fold(self, board: Board) -> None:
        change(board, self.individual, partner=None, moved_turn=board.turn)
        change(board, self.fleeter, partner=None)


class AbilityUsed(OfCard[Board], frozen=True):
    """`iid` is a planet, a character, or an account by its name as a target."""

    type = "ability_used"
    ability: int
    targets: tuple[str, ...] = ()
    opponent: int | None = None

    def fold(self, board: Board) -> None:
        """TRF-508 A character's ability uses the turn of its whole unit; a planet is exhausted by a fact of its own."""
        board.players[self.seat].acts += 1
        seat = account_seat(self.iid)
        if seat is not None:
            board.players[seat].account = Account(self.card, board.turn)
            return
        card = board.character(self.iid)
        if card is not None:
            change(board, card.iid, ability_turn=board.turn)
            change(board, card.partner, ability_turn=board.turn)


class TokensPlaced(OfCard[Board], frozen=True):
    """Damage tokens on a character."""

    type = "tokens_placed"
    n: int
    cause: str

    def fold(self, board: Board) -> None:
        card = board.character(self.iid)
        if card is not None:
            change(board, self.iid, damage=card.damage + self.n)


class TokensRemoved(OfCard[Board], frozen=True):
    """Damage tokens of a character, or a token of a persistent card."""

    type = "tokens_removed"
    kind: Literal["damage", "counter"]
    n: int
    cause: str

    def fold(self, board: Board) -> None:
        card, persistent = board.character(self.iid), board.persistent(self.iid)
        if card is not None:
            change(board, self.iid, damage=card.damage - self.n)
        elif persistent is not None:
            change(board, self.iid, tokens=(persistent.tokens or 0) - self.n)


class ModifierAdded(OfCard[Board], frozen=True):
    """For this turn, on a card in play."""

    type = "modifier_added"
    what: ModifierKind
    cause: str
    n: int = 0
    name: str = ""

    def fold(self, board: Board) -> None:
        one = Modifier(self.what, self.cause, self.n, self.name)
        card, planet = board.character(self.iid), board.planet(self.iid)
        if card is not None:
            change(board, self.iid, modifiers=(*card.modifiers, one))
        elif planet is not None:
            change(board, self.iid, modifiers=(*planet.modifiers, one))


class ModifiersEnded(OfSeat[Board], frozen=True):
    """All that lasted for this turn is over."""

    type = "modifiers_ended"

    def fold(self, board: Board) -> None:
        for player in board.players:
            player.characters = [replace(card, modifiers=()) if card.modifiers else card for card in player.characters]
            player.planets = [replace(card, modifiers=()) if card.modifiers else card for card in player.planets]
        board.fights = [replace(fight, mods=()) for fight in board.fights]


class UnitRefreshed(OfSeat[Board], frozen=True):
    """Its last battle-mark does not make it spent."""

    type = "unit_refreshed"
    cards: tuple[str, ...]
    cause: str

    def fold(self, board: Board) -> None:
        for iid in self.cards:
            change(board, iid, refreshed=True)


class CharacterDestroyed(OfCard[Board], frozen=True):
    type = "character_destroyed"
    cause: str

    def fold(self, board: Board) -> None:
        bury(board, leave_play(board, (self.iid,)))
