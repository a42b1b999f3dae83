"""The board of a match: characters, playing cards, the combat. Plain data; it folds from whole or redacted facts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

import msgspec
from msgspec.structs import replace

from domain.games.capcom_crossovers.definitions import Definition, Move, Printed
from domain.games.capcom_crossovers.faces import DECK_54, default_order
from domain.kernel.board import Board as KernelBoard
from domain.kernel.zones import DrawPile, Hand

Mode = Literal["one_on_one", "tag", "team", "boss"]
Phase = Literal["mulligan", "start", "draw", "combat", "cleanup", "ended"]
Status = Literal["active", "inactive", "koed"]
Stat = Literal["strength", "speed", "agility", "endurance", "combo", "bap", "defense_bonus"]
Duration = Literal["until_end_of_turn", "this_attack"]
Role = Literal["initial", "follow_up", "counter", "reply", "variable_counter"]
Outcome = Literal["", "hit", "blocked", "dodged", "countered", "negated", "avoided", "teched"]
Stage = Literal["declared", "answered", "combo", "reply"]
BASIC, THROW, TAG_SUPER = "basic", "throw", "tag_super"
"""The names of moves without an entry (Actions, `move_id`)."""
IN_ORDER = tuple(default_order(DECK_54))


class Character(msgspec.Struct, frozen=True, omit_defaults=True):
    """A fighter. `seat` is whose it is; `used_turn`, `used_game` are parts of its ability whose limit is used up."""

    id: str
    cid: str
    seat: int
    side: int
    hp: int
    start_hp: int
    status: Status
    cp_used: int = 0
    used_turn: tuple[int, ...] = ()
    used_game: tuple[int, ...] = ()


class Modifier(msgspec.Struct, frozen=True, omit_defaults=True):
    """A lasting effect on a character: the word `call` of the card `cid` says which; `amount` and `stat` as it was
    then.
    """

    character: str
    source: str
    cid: str
    call: int
    what: str
    amount: int
    duration: Duration
    stat: str = ""


class Attack(msgspec.Struct, frozen=True, omit_defaults=True):
    """An attack or avoid move of this combat. `partner`: whose super is added to it (CAP-920).

    `priority` is that at its declaration, then the one it was compared with; `damage` what it did, once it is done.
    """

    number: int
    seat: int
    character: str
    move: str
    cards: tuple[str, ...]
    extra_cards: tuple[str, ...]
    cp: int
    priority: int | None
    role: Role
    partner: str | None = None
    outcome: Outcome = ""
    damage: int | None = None


class Combat(msgspec.Struct, frozen=True, omit_defaults=True):
    """The declarations of this combat phase. `dodged`: whether the last card turned up made the dodge succeed.

    `owner` is the seat whose combo runs, `total` its damage; `last_basic` and `uses` are of this combo, `uses` how
    often a move of type C was used. `switched`: the users of a tag super have changed places (CAP-922). `ended` says
    why the combo is over.
    """

    attacks: tuple[Attack, ...] = ()
    stage: Stage = "declared"
    answer: str | None = None
    dodged: bool | None = None
    owner: int | None = None
    total: int = 0
    last_basic: int | None = None
    uses: tuple[tuple[str, int], ...] = ()
    switched: bool = False
    ended: str = ""

    @property
    def initial(self) -> Attack:
        """CAP-207 The first attack of the phase."""
        return self.attacks[0]

    @property
    def last(self) -> Attack:
        """The attack that was declared last."""
        return self.attacks[-1]

    def used(self, move: str) -> int:
        """CAP-416 How often this combo has had this move of type C."""
        return dict(self.uses).get(move, 0)


class Block(msgspec.Struct, frozen=True, omit_defaults=True):
    """A block card, known to its owner alone until it is turned up (`seen`)."""

    card: str | None = None
    seen: bool = False


class Zone(msgspec.Struct, frozen=True):
    """The cards of one attack, shown until it is done with."""

    attack: int
    cards: tuple[str, ...]


class Player(msgspec.Struct):
    """The cards of one player. Cards are faces. `out`: no more turns (CAP-959)."""

    deck_list: tuple[str, ...] = ()
    deck: DrawPile = msgspec.field(default_factory=DrawPile)
    hand: Hand = msgspec.field(default_factory=Hand)
    discard: list[str] = []
    meter: list[str] = []
    block: Block | None = None
    zone: list[Zone] = []
    mulligan_used: bool = False
    ace_recovered: bool = False
    meter_placed: bool = False
    hp_recovered: bool = False
    out: bool = False

    @property
    def held(self) -> list[str]:
        """The faces of the hand as far as they are known, in order of arrival."""
        return list(self.hand.known)

    def holds(self, faces: Sequence[str]) -> bool:
        """Whether these are different cards of the hand."""
        return len(set(faces)) == len(faces) and all(face in self.hand.known for face in faces)

    def pile_contents(self) -> list[str]:
        """CAP-112 CAP-R09 The own draw pile in no order: all own cards that lie nowhere else, as the owner can tell."""
        elsewhere = {*self.hand.known, *self.discard, *self.meter}
        elsewhere |= {face for zone in self.zone for face in zone.cards}
        if self.block is not None and self.block.card is not None:
            elsewhere.add(self.block.card)
        rest = set(self.deck_list) - elsewhere
        return [face for face in IN_ORDER if face in rest]

    def draw(self, n: int, faces: Sequence[str] | None) -> None:
        """The top cards of the draw pile come into the hand; unknown ones are counted."""
        for _ in range(n):
            self.deck.take()
        for face in faces if faces is not None else (None,) * n:
            self.hand.add(face, face)

    def flip(self, face: str) -> None:
        """The top card of the draw pile is turned up and discarded."""
        self.deck.take()
        self.discard.append(face)

    def play(self, faces: Sequence[str]) -> None:
        """Cards leave the hand."""
        for face in faces:
            self.hand.remove(face)

    def spend(self, faces: Sequence[str]) -> None:
        """CAP-311 CAP-945 Meter cards are discarded."""
        self.meter = [face for face in self.meter if face not in faces]
        self.discard += faces

    def copy(self) -> Player:
        """An independent copy."""
        return replace(
            self,
            deck=self.deck.copy(),
            hand=self.hand.copy(),
            discard=list(self.discard),
            meter=list(self.meter),
            zone=list(self.zone),
        )


class Board(KernelBoard[Printed]):
    """The whole table. `order` lists the seats in turn order; `turn` counts turns from 1; -1 stands for nobody yet.

    `fought` is the combat of this turn, once it is over.
    """

    mode: Mode = "one_on_one"
    sides: tuple[tuple[int, ...], ...] = ()
    players: list[Player] = []
    characters: list[Character] = []
    order: tuple[int, ...] = ()
    phase: Phase = "mulligan"
    turn: int = 0
    turn_player: int = -1
    first_player: int = -1
    combat: Combat | None = None
    fought: Combat | None = None
    modifiers: list[Modifier] = []

    def copy(self) -> Board:
        """An independent copy."""
        return self.with_parts(
            players=[player.copy() for player in self.players],
            characters=list(self.characters),
            modifiers=list(self.modifiers),
        )

    def change(self, name: str, **changes: object) -> None:
        """A character is another one in these facts."""
        self.characters = [replace(one, **changes) if one.id == name else one for one in self.characters]

    def change_combat(self, **changes: object) -> None:
        """The combat is another one in these facts, if there is one."""
        if self.combat is not None:
            self.combat = replace(self.combat, **changes)

    def change_attack(self, number: int, **changes: object) -> None:
        """An attack of this combat is another one in these facts."""
        if self.combat is not None:
            attacks = (replace(one, **changes) if one.number == number else one for one in self.combat.attacks)
            self.combat = replace(self.combat, attacks=tuple(attacks))

    def definition(self, cid: str) -> Definition:
        """The character with this card id. LookupError."""
        found = self.cards[cid]
        if isinstance(found, Definition):
            return found
        raise LookupError(cid)

    def move(self, move_id: str) -> Move:
        """CAP-610 The move with this id. LookupError."""
        found = self.cards[move_id]
        if isinstance(found, Move):
            return found
        raise LookupError(move_id)

    @property
    def fight(self) -> Combat:
        """The combat; there is one."""
        assert self.combat is not None
        return self.combat

    def character(self, name: str) -> Character:
        """The character with this instance id."""
        return next(one for one in self.characters if one.id == name)

    def side_of(self, seat: int) -> int:
        """The side that a seat belongs to."""
        return 0 if seat in self.sides[0] else 1

    def of_side(self, side: int) -> Iterator[Character]:
        """All characters of a side, those that are KOed too."""
        return (one for one in self.characters if one.side == side)

    def active(self, side: int) -> Character:
        """The character of a side that is in play; while the match runs there is one."""
        return next(one for one in self.characters if one.side == side and one.status == "active")

    def inactive(self, side: int) -> Character | None:
        """CAP-901 The living character of a side that waits, or None."""
        return next((one for one in self.of_side(side) if one.status == "inactive"), None)

    def opposing(self, side: int) -> Character:
        """CAP-403 The active character of the other side."""
        return self.active(1 - side)

    def own(self, seat: int) -> Character:
        """CAP-901 CAP-955 The character whose stats a player goes by: in a team the own one, else the active one."""
        side = self.side_of(seat)
        own = [one for one in self.characters if one.seat == seat and one.side == side]
        return own[0] if len(own) == 1 else self.active(side)

    def plays(self, seat: int) -> bool:
        """CAP-954 Whether the active character of the side is this player's."""
        return self.active(self.side_of(seat)).seat == seat

    def tag_modes(self, seat: int) -> bool:
        """CAP-972 Terms, `tag_modes`: whether this player's side has two characters."""
        return len(list(self.of_side(self.side_of(seat)))) == 2

    def in_turn_order(self) -> tuple[int, ...]:
        """Every seat, the turn player first, then as turns go on."""
        if self.turn_player < 0:
            return tuple(range(len(self.players)))
        place = self.order.index(self.turn_player)
        return self.order[place:] + self.order[:place]
