"""The board of a match: two Cities, their cards, what lasts. Plain data; it folds from whole or redacted facts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, cast, get_args

import msgspec

from domain.games.cape_and_cowl.definitions import TYPE, AttackType, Class, Definition
from domain.kernel import board
from domain.kernel.zones import Card, DrawPile

Duration = Literal["turn", "round", "stay", "match"]
Status = Literal["frozen", "confused", "poisoned", "silenced", "shielded"]
STATUSES: tuple[str, ...] = get_args(Status)
CITY = "city"
"""The name of the opposing City as a target."""


class Combo(msgspec.Struct, frozen=True):
    """Uninterrupted uses of one Attack, which is named by its number on the card."""

    attack: int
    level: int


class Modifier(msgspec.Struct, frozen=True, omit_defaults=True):
    """An Attack modifier with a duration; `types` and `damaged` say when it counts, nothing means always."""

    value: int
    duration: Duration
    made_by: int
    types: tuple[str, ...] = ()
    damaged: bool = False


class PlayerEffect(msgspec.Struct, frozen=True, omit_defaults=True):
    """What lasts for a player: less damage to the City, a changed limit, no Attrition, a Perfect Storm."""

    kind: Literal["cp_damage_mod", "limit_mod", "no_attrition", "storm"]
    duration: Duration
    made_by: int
    value: int = 0
    limit: str = ""


class Character(msgspec.Struct, frozen=True, omit_defaults=True):
    """A Character in play. `statuses` map to the player who made them; `max_hp` is what `hp` was last reckoned with."""

    iid: str
    cid: str
    owner: int
    entered: int
    class_: Class = msgspec.field(name="class")
    hp: int
    max_hp: int
    played_now: bool = True
    acts_used: int = 0
    extra_acts: int = 0
    attacked: bool = False
    replaced: bool = False
    combo: Combo | None = None
    statuses: dict[Status, int] = {}
    modifiers: tuple[Modifier, ...] = ()


class CityCard(msgspec.Struct, frozen=True, omit_defaults=True):
    """A City card in play; a guard names its host. `disabled` is the player who disabled it."""

    iid: str
    cid: str
    owner: int
    entered: int
    host: str | None = None
    disabled: int | None = None


InPlay = Character | CityCard


class HandCard(msgspec.Struct, frozen=True, omit_defaults=True):
    """A card of a hand at its position; the others know what it is only while it is revealed."""

    iid: str | None = None
    cid: str | None = None
    revealed: bool = False


class Playing(msgspec.Struct, frozen=True, omit_defaults=True):
    """An Event that is happening."""

    iid: str
    cid: str
    seat: int


class Player(msgspec.Struct):
    """One City. `withdrawn` are cards that may not be played this turn (CNC-317), known to their owner."""

    cp: int = 100
    ap: int = 0
    overdrive: bool = False
    shortage: int = 0
    deck: DrawPile = msgspec.field(default_factory=DrawPile)
    hand: list[HandCard] = []
    discard: list[Card] = []
    characters: list[Character] = []
    cities: list[CityCard] = []
    events_played: int = 0
    cities_played: int = 0
    flooded: int | None = None
    effects: list[PlayerEffect] = []
    withdrawn: tuple[str, ...] = ()
    deck_list: tuple[str, ...] | None = None

    def copy(self) -> Player:
        """An independent copy."""
        return msgspec.structs.replace(
            self,
            deck=self.deck.copy(),
            hand=list(self.hand),
            discard=list(self.discard),
            characters=list(self.characters),
            cities=list(self.cities),
            effects=list(self.effects),
        )

    def in_play(self) -> tuple[InPlay, ...]:
        """The field: Characters, then City cards."""
        return (*self.characters, *self.cities)

    def leave_field(self, iid: str) -> None:
        """CNC-319 CNC-428 CNC-R23 The card goes with all that was on it."""
        self.characters = [card for card in self.characters if card.iid != iid]
        self.cities = [card for card in self.cities if card.iid != iid]

    def held(self, iid: str) -> HandCard | None:
        """The card of the hand with this instance id, if the viewer knows it."""
        return next((card for card in self.hand if card.iid == iid), None)

    def unrevealed(self) -> tuple[int, ...]:
        """CNC-R25 Positions, from 1, of the cards that the opponent has not seen."""
        return tuple(place for place, card in enumerate(self.hand, 1) if not card.revealed)


class Board(board.Board[Definition]):
    """The whole table. `entered` counts cards that entered play; `turn` counts turns, `round` pairs of them.

    Among its cards are attack types, as effects name them: what a text does is found for both in the same way.
    """

    players: list[Player] = []
    first: int = -1
    active: int = -1
    round: int = 0
    turn: int = 0
    entered: int = 0
    playing: Playing | None = None

    def copy(self) -> Board:
        """An independent copy."""
        return self.with_parts(players=[player.copy() for player in self.players])

    def type_of(self, name: str) -> AttackType:
        """CNC-433 to CNC-450 The attack type with this id."""
        return cast("AttackType", self.cards[TYPE + name])

    def order(self) -> tuple[int, int]:
        """CNC-530 The active player first."""
        return (1, 0) if self.active == 1 else (0, 1)

    def in_play(self) -> Iterator[InPlay]:
        """Every card in play: the active player's first, each side in order of entering."""
        for seat in self.order():
            yield from sorted(self.players[seat].in_play(), key=lambda card: card.entered)

    def character(self, iid: str | None) -> Character | None:
        """The Character in play with this instance id, or None."""
        for player in self.players:
            for card in player.characters:
                if card.iid == iid:
                    return card
        return None

    def city(self, iid: str | None) -> CityCard | None:
        """The City card in play with this instance id, or None."""
        return next((card for player in self.players for card in player.cities if card.iid == iid), None)

    def card(self, iid: str | None) -> InPlay | None:
        """The card in play with this instance id, or None."""
        return self.character(iid) or self.city(iid)

    def change(self, iid: str | None, **changes: object) -> None:
        """A Character in play with some facts changed, if it is there."""
        for player in self.players:
            for place, character in enumerate(player.characters):
                if character.iid == iid:
                    player.characters[place] = msgspec.structs.replace(character, **changes)
                    return

    def guard_of(self, host: str) -> CityCard | None:
        """CNC-519 The guard attached to a City card, or None."""
        return next((card for player in self.players for card in player.cities if card.host == host), None)


def opponent(seat: int) -> int:
    """CNC-101 The other player."""
    return 1 - seat
