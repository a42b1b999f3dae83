"""What lies on a TRF table, as the second referee keeps it."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class Mods:
    """A card in play, with what lasts for this turn: (what, n, name)."""

    iid: str
    cid: str
    owner: int
    mods: list[tuple[str, int, str]] = field(default_factory=list)

    def turn(self, what: str, name: str = "") -> int:
        """The sum of what changes this for the turn."""
        return sum(n for kind, n, named in self.mods if (kind, named) == (what, name))

    def bears(self, what: str, name: str = "") -> bool:
        """Whether something of this kind is on it for the turn."""
        return any((kind, named) == (what, name) for kind, _, named in self.mods)


@dataclass
class Planet(Mods):
    """A planet in play, with what it gave since the last refill."""

    home: bool = False
    gave: tuple[int, int] = (0, 0)
    exhausted: bool = False
    skipped: bool = False


@dataclass
class Character(Mods):
    """A character in play. Turns are 0 where there was none."""

    bought: int = 0
    paid: int = 0
    partner: str | None = None
    moved: int = 0
    ability: int = 0
    battle: int = 0
    refreshed: bool = False
    fight: str | None = None
    damage: int = 0


@dataclass
class Persistent(Mods):
    """A persistent card; `host` is the card or account it is attached to."""

    host: str | None = None
    tokens: int | None = None
    counted: int | None = None
    chosen: str | None = None


@dataclass
class Fight:
    """A fight: both sides' seats and cards, dice, what is added to a total or a die."""

    name: str
    seats: tuple[int, int]
    cards: tuple[list[str], list[str]]
    started: int
    bicker: int | None = None
    dice: dict[int, int] = field(default_factory=dict)
    added: list[int] = field(default_factory=lambda: [0, 0])
    mods: list[int] = field(default_factory=lambda: [0, 0])
    stuck: bool = False
    settled: int = 0
    """The turn in which it was last rolled and found stuck."""


@dataclass
class Player:
    """A player: account, pools (meters, words), cards. A discard pile holds (instance, card, meters paid)."""

    account: str = ""
    reserve: str | None = None
    deck: list[str] = field(default_factory=list)
    hand: dict[str, str] = field(default_factory=dict)
    discard: list[tuple[str, str, int | None]] = field(default_factory=list)
    planets: dict[str, Planet] = field(default_factory=dict)
    characters: dict[str, Character] = field(default_factory=dict)
    persistents: dict[str, Persistent] = field(default_factory=dict)
    pool: tuple[int, int] = (0, 0)
    cap: tuple[int, int] = (0, 0)
    pending: list[tuple[int, int]] = field(default_factory=list)
    used: int = 0
    lost: bool = False
    captured: int = 0
    defeated: int = 0
    conquests: int = 0
