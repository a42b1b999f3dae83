"""The board of a match: the players' cards, units, fights, the attack. Plain data; it folds from redacted facts too."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import msgspec

from domain.games.trf.definitions import Definition, Faction, Window
from domain.kernel import board
from domain.kernel.zones import DrawPile, Hand

ModifierKind = Literal["combat", "capture", "defense", "keyword", "cannot", "save", "capture_to_hand"]
Until = Literal["planet_captured", "unique_defeated", "stuck_turn"]
Side = Literal["attacker", "defender"]


class Modifier(msgspec.Struct, frozen=True, omit_defaults=True):
    """TRF-525 What an effect does to a card for this turn; `name` is the keyword or what is forbidden."""

    what: ModifierKind
    source: str
    n: int = 0
    name: str = ""


class Character(msgspec.Struct, frozen=True, omit_defaults=True):
    """A character in play. `partner` is the other card of a combined unit, `fight` the fight it is committed to.

    `refreshed`: its last battle-mark does not make it spent (TRF-642).
    """

    iid: str
    cid: str
    owner: int
    entered: int
    bought_turn: int
    meters_paid: int
    partner: str | None = None
    moved_turn: int = 0
    ability_turn: int = 0
    battle_turn: int = 0
    refreshed: bool = False
    fight: str | None = None
    damage: int = 0
    modifiers: tuple[Modifier, ...] = ()


class Planet(msgspec.Struct, frozen=True, omit_defaults=True):
    """A planet in play: what it gave at the last refill; `skipped`: it gives nothing at the next (TRF-636)."""

    iid: str
    cid: str
    owner: int
    entered: int
    home: bool = False
    exhausted: bool = False
    gave_m: int = 0
    gave_w: int = 0
    skipped: bool = False
    modifiers: tuple[Modifier, ...] = ()


class Persistent(msgspec.Struct, frozen=True, omit_defaults=True):
    """A persistent OOC card. `counted` is the player at whose turns a token goes; `due`: its end condition is met.

    `fallen` are the cards of its owner that the last fight has defeated, if it waits for a Unique one.
    """

    iid: str
    cid: str
    owner: int
    entered: int
    host: str | None = None
    tokens: int | None = None
    counted: int | None = None
    rank: int | None = None
    chosen: Faction | None = None
    until: Until | None = None
    due: bool = False
    fallen: tuple[str, ...] = ()


InPlay = Character | Planet | Persistent


class Account(msgspec.Struct, frozen=True, omit_defaults=True):
    """The account in play, and the turn on which its ability was used last."""

    cid: str
    used_turn: int = 0


class Discarded(msgspec.Struct, frozen=True, omit_defaults=True):
    """A card of a discard pile; `meters_paid` (TRF-337) if it was a character in play."""

    iid: str
    cid: str
    owner: int
    meters_paid: int | None = None


class Pending(msgspec.Struct, frozen=True, omit_defaults=True):
    """An OOC card on the stack; `rank` is the staff rank of its player when it was announced (TRF-623)."""

    iid: str
    cid: str
    seat: int
    window: Window
    targets: tuple[str, ...] = ()
    rank: int | None = None
    chosen: Faction | None = None


class Attacker(msgspec.Struct, frozen=True, omit_defaults=True):
    """A unit named in the attack of this turn, by those of its cards that are still in play."""

    cards: tuple[str, ...]
    blocked: bool = False


class Attack(msgspec.Struct, frozen=True, omit_defaults=True):
    """The attack of this turn. `blocked`, `assaulted`: blocks, assault are confirmed; `size` is TRF-641."""

    defender: int
    attackers: tuple[Attacker, ...] = ()
    confirmed: bool = False
    blocked: bool = False
    assaulted: bool = False
    cancelled: bool = False
    size: int = 0


class SideMod(msgspec.Struct, frozen=True):
    """What is added to the total of one side of a fight this turn."""

    side: Side
    n: int


class Fight(msgspec.Struct, frozen=True, omit_defaults=True):
    """A fight. Dice are (attacker side, defender side), what cards add to them apart (TRF-640)."""

    id: str
    started_turn: int
    attacker: int
    defender: int
    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    stuck: bool = False
    bicker: int | None = None
    dice: tuple[int, int] | None = None
    added: tuple[int, int] = (0, 0)
    mods: tuple[SideMod, ...] = ()

    def cards(self) -> tuple[str, ...]:
        """The cards of both sides."""
        return (*self.attackers, *self.defenders)

    def side_of(self, seat: int) -> Side | None:
        """TRF-430 The side that a player has in it, in any turn."""
        return "attacker" if seat == self.attacker else "defender" if seat == self.defender else None


class Player(msgspec.Struct):
    """One player. They alone know `reserve`, `deck_list`, `standing` and the cards they look at (`looking`).

    `captured` and `defeated` count in a turn, `conquests` the captures of the match (TRF-R99), `acts` what TRF-R90
    limits, `passes` what TRF-R93 does.
    """

    account: Account | None = None
    reserve: str | None = None
    deck_list: tuple[str, ...] | None = None
    deck: DrawPile = msgspec.field(default_factory=DrawPile)
    hand: Hand = msgspec.field(default_factory=Hand)
    looking: tuple[str, ...] = ()
    discard: list[Discarded] = []
    planets: list[Planet] = []
    characters: list[Character] = []
    persistents: list[Persistent] = []
    pool_m: int = 0
    pool_w: int = 0
    max_m: int = 0
    max_w: int = 0
    pending: tuple[tuple[int, int], ...] = ()
    captured: int = 0
    defeated: int = 0
    conquests: int = 0
    acts: int = 0
    passes: int = 0
    standing: tuple[Window, ...] = ()
    lost: bool = False

    def copy(self) -> Player:
        """An independent copy."""
        return msgspec.structs.replace(
            self,
            deck=self.deck.copy(),
            hand=self.hand.copy(),
            discard=list(self.discard),
            planets=list(self.planets),
            characters=list(self.characters),
            persistents=list(self.persistents),
        )

    def in_play(self) -> tuple[InPlay, ...]:
        """Planets, characters, persistent cards."""
        return (*self.planets, *self.characters, *self.persistents)


class Board(board.Board[Definition]):
    """The whole table. `entered` and `fought` count what came into play; `busy` is what TRF-708 looks for.

    `out` are the players who have lost, the first first. `blocks` and `assault` are known to who names them until
    they are confirmed.
    """

    players: list[Player] = []
    turn: int = 0
    active: int = -1
    first: int = -1
    entered: int = 0
    fought: int = 0
    attack: Attack | None = None
    declined: bool = False
    blocks: tuple[tuple[str, str], ...] = ()
    assault: tuple[tuple[str, str], ...] = ()
    fights: list[Fight] = []
    stack: tuple[Pending, ...] = ()
    busy: bool = False
    stuck: bool = False
    idle_turns: int = 0
    out: tuple[int, ...] = ()

    def copy(self) -> Board:
        """An independent copy."""
        return self.with_parts(players=[player.copy() for player in self.players], fights=list(self.fights))

    def around(self, seat: int) -> tuple[int, ...]:
        """TRF-902 The players who have not lost, in turn order from this one."""
        count = len(self.players)
        order = ((seat + step) % count for step in range(count))
        return tuple(other for other in order if not self.players[other].lost)

    def others(self, seat: int) -> tuple[int, ...]:
        """The opponents who have not lost, in turn order."""
        return tuple(other for other in self.around(seat) if other != seat)

    def has_begun(self, seat: int) -> bool:
        """TRF-R97 Whether a player has begun a turn: in the first round those up to the AP have."""
        mine, now = ((one - self.first) % len(self.players) for one in (seat, self.active))
        return mine <= now or self.turn > now + 1

    def defender(self) -> int | None:
        """TRF-405 TRF-903 TRF-R83 The DP of this turn, if they are still in; with two players the other one."""
        if self.attack is not None:
            return None if self.players[self.attack.defender].lost else self.attack.defender
        others = self.others(self.active)
        return others[0] if len(self.players) == 2 and others else None

    def in_play(self) -> Iterator[InPlay]:
        """Every card in play, seat by seat."""
        for player in self.players:
            yield from player.in_play()

    def character(self, iid: str | None) -> Character | None:
        """The character in play with this instance id, or None."""
        for player in self.players:
            for card in player.characters:
                if card.iid == iid:
                    return card
        return None

    def planet(self, iid: str | None) -> Planet | None:
        """The planet in play with this instance id, or None."""
        return next((card for player in self.players for card in player.planets if card.iid == iid), None)

    def persistent(self, iid: str | None) -> Persistent | None:
        """The persistent card in play with this instance id, or None."""
        return next((card for player in self.players for card in player.persistents if card.iid == iid), None)

    def discarded(self, iid: str | None) -> Discarded | None:
        """The card of a discard pile with this instance id, or None."""
        return next((card for player in self.players for card in player.discard if card.iid == iid), None)

    def fight(self, name: str | None) -> Fight | None:
        """The fight with this id, or None."""
        return next((fight for fight in self.fights if fight.id == name), None)

    def pending(self, iid: str | None) -> Pending | None:
        """The OOC card on the stack with this instance id, or None."""
        return next((card for card in self.stack if card.iid == iid), None)

    def home(self, seat: int) -> Planet | None:
        """The homeworld of a player, while it is in play."""
        return next((planet for planet in self.players[seat].planets if planet.home), None)

    def attacker_of(self, iid: str) -> Attacker | None:
        """TRF-649 The unit of this turn's attack that a card belongs to, or None."""
        attackers = () if self.attack is None else self.attack.attackers
        return next((unit for unit in attackers if iid in unit.cards), None)


ACCOUNT = "account:"
"""Begins what names the account in play of a seat, where a target is named."""


def account_id(seat: int) -> str:
    """The name of a seat's account in play."""
    return f"{ACCOUNT}{seat}"


def account_seat(name: str | None) -> int | None:
    """The seat whose account this names, or None."""
    return int(name.removeprefix(ACCOUNT)) if name is not None and name.startswith(ACCOUNT) else None
