"""The board of a C4 match: seats, tokens, zones, lasting effects. Plain data; it folds from whole or redacted facts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import msgspec

from domain.games.c4.definitions import Definition
from domain.kernel import board
from domain.kernel.naming import NamedThing, distinct_names
from domain.kernel.zones import Card, DrawPile, Hand

Tokens = dict[str, int]
"""Tokens by kind; kinds with none are left out."""

Duration = Literal["this_turn", "until_your_next_turn", "this_attack"]


def add(pile: Tokens, tokens: Tokens) -> None:
    """Tokens come in."""
    for kind, n in tokens.items():
        pile[kind] = pile.get(kind, 0) + n


def take(pile: Tokens, tokens: Tokens) -> None:
    """Tokens go out; a kind with none left is left out."""
    for kind, n in tokens.items():
        left = pile.get(kind, 0) - n
        if left:
            pile[kind] = left
        else:
            pile.pop(kind, None)


def plus(tokens: Tokens, more: Tokens) -> Tokens:
    """The sum of two piles, as a new one."""
    total = dict(tokens)
    add(total, more)
    return total


def minus(tokens: Tokens, fewer: Tokens) -> Tokens:
    """The difference of two piles, as a new one."""
    rest = dict(tokens)
    take(rest, fewer)
    return rest


class InPlay(msgspec.Struct, frozen=True, omit_defaults=True):
    """A Stay In Play card in front of its controller. `entered` orders cards by when they came under that control."""

    iid: str
    cid: str
    owner: int
    controller: int
    entered: int
    tokens: Tokens = {}
    used: tuple[int, ...] = ()


class Lasting(msgspec.Struct, frozen=True, omit_defaults=True):
    """A lasting effect that is not tied to a card in play (C4-512).

    `kind` is a modifier word or `delayed`; `seats` whom it concerns; `block` what a delayed trigger does, `trigger`
    which one of the card `cid` it is, `opp` the seat declared with the card.
    """

    id: int
    cid: str
    controller: int
    kind: str
    duration: Duration
    seats: tuple[int, ...] = ()
    value: int = 0
    what: str = ""
    trigger: int = 0
    block: int = 0
    opp: int | None = None


class Played(msgspec.Struct, frozen=True, omit_defaults=True):
    """A card being played: declared, not yet finished."""

    card: Card
    seat: int


class Flip(msgspec.Struct, frozen=True, omit_defaults=True):
    """A card flipped for an attack, with its symbol now (C4-418)."""

    card: Card
    symbol: str


class Player(msgspec.Struct):
    """One seat: what it declared, its tokens and its zones."""

    token_kind: str = ""
    attributes: tuple[str, ...] = ()
    faction: str = "none"
    in_match: bool = True
    supply: Tokens = {}
    deck: DrawPile = msgspec.field(default_factory=DrawPile)
    hand: Hand = msgspec.field(default_factory=Hand)
    discard: list[Card] = []
    flipped: Flip | None = None
    skip_turns: int = 0
    deck_list: tuple[str, ...] | None = None

    def copy(self) -> Player:
        """An independent copy."""
        return msgspec.structs.replace(
            self, supply=dict(self.supply), deck=self.deck.copy(), hand=self.hand.copy(), discard=list(self.discard)
        )

    @property
    def token_count(self) -> int:
        """How many tokens lie in this supply."""
        return sum(self.supply.values())


class Board(board.Board[Definition]):
    """Everything on the table. `direction` is +1 (left) or -1 (right); the last of `overrides` is next. `along`: the
    tokens that players who left have with them.
    """

    players: list[Player] = []
    turn_cap: int = 0
    reaction_cap: int = 30
    pot: Tokens = {}
    along: Tokens = {}
    direction: int = 1
    active: int = -1
    turn: int = 0
    free_actions: int = 0
    actions_taken: int = 0
    paid_actions: int = 0
    overrides: tuple[int, ...] = ()
    being_played: list[Played] = []
    in_play: list[InPlay] = []
    entered: int = 0
    effects: list[Lasting] = []
    next_effect: int = 0
    claimed: tuple[int, ...] = ()
    ballots: dict[int, int | None] = {}
    voting: bool = False
    leaving: tuple[int, ...] = ()
    left: tuple[int, ...] = ()

    def copy(self) -> Board:
        """An independent copy."""
        return self.with_parts(
            players=[player.copy() for player in self.players],
            pot=dict(self.pot),
            along=dict(self.along),
            being_played=list(self.being_played),
            in_play=list(self.in_play),
            effects=list(self.effects),
            ballots=dict(self.ballots),
        )

    def remaining(self) -> tuple[int, ...]:
        """Seats still in the match, clockwise."""
        return tuple(seat for seat, player in enumerate(self.players) if player.in_match)

    def turn_order(self) -> tuple[int, ...]:
        """C4-213 C4-R09 The active player first, then the others in the current direction."""
        return self.order_from(self.active)

    def order_from(self, start: int, direction: int = 0) -> tuple[int, ...]:
        """Remaining seats from `start` on, in this direction or else in the current one."""
        players, step = self.players, direction or self.direction
        seats = [(start + step * steps) % len(players) for steps in range(len(players))]
        return tuple([seat for seat in seats if players[seat].in_match])

    def next_seat(self, seat: int) -> int:
        """C4-207 The next remaining player in the current direction."""
        return next(iter(self.order_from(seat + self.direction)), seat)

    def left_of(self, seat: int) -> int:
        """C4-902 C4-904 C4-R09 The next remaining higher seat, whatever the direction; of two players the rival."""
        return next(iter(self.order_from(seat + 1, direction=1)), seat)

    def card_in_play(self, iid: str | None) -> InPlay | None:
        """The card in play with this instance id, or None."""
        return next((card for card in self.in_play if card.iid == iid), None)

    def called(self, iid: str) -> str:
        """The name of a card in play; those that several have are numbered, as on the table."""
        there = sorted(self.in_play, key=lambda card: card.controller)
        return distinct_names(NamedThing(None, card.iid, self.cards[card.cid].name) for card in there)[iid]

    def card_being_played(self, iid: str | None) -> Played | None:
        """The card being played with this instance id, or None."""
        return next((played for played in self.being_played if played.card.iid == iid), None)

    def change(self, iid: str, change: Callable[[InPlay], InPlay]) -> None:
        """The card in play becomes what this makes of it."""
        self.in_play = [change(card) if card.iid == iid else card for card in self.in_play]

    def stop_playing(self, iid: str) -> None:
        """The card is not being played any more."""
        self.being_played = [played for played in self.being_played if played.card.iid != iid]
