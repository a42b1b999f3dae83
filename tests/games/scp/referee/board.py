"""Where every card and token lies: the second referee's own board of SCP-CCG, from RULES.md alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

CARDS: dict[str, Mapping[str, Any]] = {}
"""The printed cards of the match that is counted, as plain TOML: one match is counted at a time."""
Job = tuple[str, str | None]


@dataclass
class Asset:
    """A Personnel, Gear, Finance or Resource in play."""

    iid: str
    cid: str
    owner: int
    host: str | None = None
    tapped: bool = False
    wounds: int = 0
    tokens: int = 0
    job: Job | None = None

    @property
    def most_wounds(self) -> int:
        """SCP-442 SCP-443 The Wounds that destroy it."""
        return 2 if self.is_("Construct") else 3

    @property
    def marks(self) -> set[str]:
        """What filters of texts ask of how it lies there."""
        defending = self.job is not None and self.job[0] == "defend"
        marks = {"tapped": self.tapped, "untapped": not self.tapped, "defending": defending, "wounded": self.wounds > 0}
        return {mark for mark, is_so in marks.items() if is_so}

    def is_(self, kind: str) -> bool:
        """Whether it is of this type, or has this keyword or subtype."""
        printed = CARDS[self.cid]
        return any(kind in printed.get(name, ()) for name in ("types", "keywords", "subtypes"))


@dataclass
class Scp:
    """SCP-501 An SCP in play. `centred` counts when it last came into the centre."""

    iid: str
    cid: str
    centred: int
    status: str = "unsecured"
    controller: int | None = None
    counters: int = 0

    @property
    def marks(self) -> set[str]:
        """What filters of texts ask of how it lies there."""
        return {self.status}

    @property
    def most(self) -> int:
        """SCP-503 Its Escalation Value."""
        value: int = CARDS[self.cid]["escalation"]
        return value

    def is_(self, kind: str) -> bool:
        """Whether it is of this type, keyword or subtype."""
        printed = CARDS[self.cid]
        return kind == "scp" or any(kind in printed.get(name, ()) for name in ("keywords", "subtypes"))


@dataclass
class Director:
    """A player's piles: instance to card, the deck from its top, face-down cards with their Resources."""

    pool: int = 0
    deck: list[str] = field(default_factory=list)
    hand: dict[str, str] = field(default_factory=dict)
    discard: dict[str, str] = field(default_factory=dict)
    removed: dict[str, str] = field(default_factory=dict)
    play: dict[str, Asset] = field(default_factory=dict)
    queue: dict[str, tuple[str, int]] = field(default_factory=dict)
    mission: Mapping[str, Any] | None = None
    left: bool = False

    def cards(self) -> list[str]:
        """Every card of the player that is not being resolved."""
        mission = [] if self.mission is None else [self.mission["card"]]
        there = [*self.hand.values(), *self.discard.values(), *self.removed.values(), *mission]
        return [
            *self.deck,
            *there,
            *(card.cid for card in self.play.values()),
            *(cid for cid, _ in self.queue.values()),
        ]


@dataclass
class Attempt:
    """SCP-401 The attempt that is on."""

    kind: str
    scp: str
    seat: int
    defender: int | None
    members: list[str]
    resolved: bool = False
    icons: frozenset[str] = frozenset()


@dataclass
class Board:
    """A match: directors by seat, SCPs in order of entering play, what lasts by its number."""

    players: list[Director]
    scps: dict[str, Scp] = field(default_factory=dict)
    scp_deck: list[str] = field(default_factory=list)
    scp_discard: dict[str, tuple[str, int | None]] = field(default_factory=dict)
    resolving: dict[str, tuple[str, int]] = field(default_factory=dict)
    lasting: dict[int, dict[str, Any]] = field(default_factory=dict)
    attempt: Attempt | None = None
    active: int = 0
    phase: str = ""
    centred: int = 0
    secured: dict[str, tuple[frozenset[str], bool]] = field(default_factory=dict)
    """SCP-448 Secured this turn by attempts: the members' Icons, and whether a Complication took effect."""
    contained: set[str] = field(default_factory=set)
    destroyed: set[str] = field(default_factory=set)

    def assets(self) -> Iterator[Asset]:
        """Everything in play but SCPs, by seat, in order of entering."""
        for player in self.players:
            yield from player.play.values()

    def asset(self, iid: str | None) -> Asset | None:
        """The card in play, or None."""
        return next((player.play[iid] for player in self.players if iid in player.play), None) if iid else None

    def around(self, seat: int) -> list[int]:
        """SCP-102 Who is still in the match, clockwise from a seat."""
        n = len(self.players)
        return [s for k in range(n) if not self.players[s := (seat + k) % n].left]

    def unsecured(self) -> list[Scp]:
        """SCP-237 The SCPs in the centre, in the order in which they came there."""
        there = [scp for scp in self.scps.values() if scp.status == "unsecured"]
        return sorted(there, key=lambda scp: scp.centred)

    def of(self, seat: int) -> list[Scp]:
        """The SCPs that a player controls."""
        return [scp for scp in self.scps.values() if scp.controller == seat]

    def members(self) -> list[Asset]:
        """SCP-402 The Personnel still in the attempt."""
        found = () if self.attempt is None else map(self.asset, self.attempt.members)
        return [card for card in found if card is not None]

    def defenders(self) -> list[Asset]:
        """SCP-415 The untapped Personnel that defend in the raid."""
        raid = self.attempt
        if raid is None or raid.defender is None:
            return []
        job = ("defend", raid.scp)
        return [card for card in self.players[raid.defender].play.values() if card.job == job and not card.tapped]

    def gear_of(self, iid: str) -> list[Asset]:
        """SCP-308 The Gear attached to a Personnel."""
        return [card for card in self.assets() if card.host == iid]
