"""The board of a match: directors, SCPs, the attempt that is on. Plain data; folds from whole or redacted facts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, get_args

import msgspec
from msgspec.structs import replace

from domain.games.scp.definitions import Definition, Kind, Status
from domain.kernel import board
from domain.kernel.zones import Card, DrawPile, Hand

Job = Literal["secure", "contain", "destroy", "defend", "research"]
"""SCP-218 The jobs of Personnel."""
JOBS: tuple[Job, ...] = get_args(Job)
Until = Literal["this_attempt", "this_turn", "until_next_turn"]
"""SCP-515 How long an effect lasts."""
Outcome = Literal["success", "failure", "equal", "void", "called_off"]
Phase = Literal[
    "start",
    "optional_start",
    "draw",
    "resupply",
    "mission",
    "assignment",
    "retrieval",
    "research",
    "maintenance",
    "escalation",
    "outcome",
    "end",
    "optional_end",
]
"""SCP-201 The thirteen phases, in their order."""
PHASES: tuple[Phase, ...] = get_args(Phase)


class Assignment(msgspec.Struct, frozen=True, omit_defaults=True):
    """SCP-217 SCP-218 The job of a Personnel, and the SCP that it is about."""

    job: Job
    scp: str | None = None


class Asset(msgspec.Struct, frozen=True, omit_defaults=True):
    """A Personnel, Gear, Finance or Resource in play. `used` are the abilities that were used this turn, by number."""

    iid: str
    cid: str
    owner: int
    entered: int
    tapped: bool = False
    wounds: int = 0
    tokens: int = 0
    host: str | None = None
    assignment: Assignment | None = None
    used: tuple[int, ...] = ()

    @property
    def controller(self) -> int:
        """The controller: nothing takes a card from its owner's side."""
        return self.owner


class Scp(msgspec.Struct, frozen=True, omit_defaults=True):
    """SCP-501 An SCP in play. `entered` is when it entered play, `centred` when it last came into the centre."""

    iid: str
    cid: str
    entered: int
    centred: int
    status: Status = "unsecured"
    controller: int | None = None
    counters: int = 0
    used: tuple[int, ...] = ()


InPlay = Asset | Scp


class FaceDown(msgspec.Struct, frozen=True, omit_defaults=True):
    """SCP-222 A card of a Build Queue with the Resources on it; its owner alone knows what it is."""

    iid: str
    cid: str | None = None
    resources: int = 0


class Mission(msgspec.Struct, frozen=True, omit_defaults=True):
    """SCP-216 The Mission of this turn, with its target: a card or a player."""

    iid: str
    cid: str
    target: str | None = None
    player: int | None = None


class Destroyed(msgspec.Struct, frozen=True):
    """A destroyed SCP, and who destroyed it."""

    iid: str
    cid: str
    by: int | None


class Played(msgspec.Struct, frozen=True, omit_defaults=True):
    """An Event or a Complication that is being resolved."""

    iid: str
    cid: str
    seat: int


class Lasting(msgspec.Struct, frozen=True, omit_defaults=True):
    """SCP-515 SCP-516 An effect that lasts: part `at` of a block of a card's effects, as it is read whenever it counts.

    `cards` are those that it blanks; `stock` is how much Attrition it can still prevent.
    """

    number: int
    you: int
    cid: str
    block: int
    at: int
    until: Until
    iid: str | None = None
    target: str | None = None
    player: int | None = None
    host: str | None = None
    cards: tuple[str, ...] = ()
    stock: int = 0
    opponent: int | None = None
    paid: int = 0


class Attempt(msgspec.Struct, frozen=True, omit_defaults=True):
    """SCP-401 SCP-402 The attempt that is on. `icons` are those of its members when it was compared.

    `sizes` are the numbers of members and defenders then, `resolved` whether a Complication took effect in it.
    """

    kind: Kind
    scp: str
    card: str
    active: int
    defender: int | None = None
    members: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    resolved: bool = False
    icons: tuple[str, ...] = ()
    sizes: tuple[int, int] = (0, 0)
    outcome: Outcome | None = None


class SecuredNow(msgspec.Struct, frozen=True):
    """SCP-448 An SCP that was Secured this turn by an attempt, with the facts that later texts need."""

    scp: str
    icons: tuple[str, ...]
    resolved: bool


class TurnFacts(msgspec.Struct, frozen=True, omit_defaults=True):
    """The past of this turn, as far as rules and cards need it. `step` is that of the phase, from 0.

    `acts` and `jobs` count the limited actions of the active player (SCP-R97).
    """

    secured: tuple[SecuredNow, ...] = ()
    contained: tuple[str, ...] = ()
    destroyed: tuple[str, ...] = ()
    mission_played: bool = False
    reveals: int = 0
    extra_reveals: int = 0
    researched: bool = False
    raided: bool = False
    calmed: tuple[str, ...] = ()
    produced: tuple[str, ...] = ()
    step: int = 0
    acts: int = 0
    jobs: int = 0


class Player(msgspec.Struct):
    """A director. `looking` are the SCPs that the player sees on top of the SCP deck, as many as `looks`.

    `shown` is the hand as it was when it was last revealed, to those in `shown_to`.
    """

    pool: int = 0
    left: bool = False
    deck: DrawPile = msgspec.field(default_factory=DrawPile)
    hand: Hand = msgspec.field(default_factory=Hand)
    discard: list[Card] = []
    removed: list[Card] = []
    play: list[Asset] = []
    queue: list[FaceDown] = []
    mission: Mission | None = None
    looking: tuple[str, ...] = ()
    looks: int = 0
    shown: tuple[str, ...] = ()
    shown_to: tuple[int, ...] = ()
    deck_list: tuple[str, ...] | None = None

    def copy(self) -> Player:
        """An independent copy."""
        return replace(
            self,
            deck=self.deck.copy(),
            hand=self.hand.copy(),
            discard=list(self.discard),
            removed=list(self.removed),
            play=list(self.play),
            queue=list(self.queue),
        )

    def add_resources(self, iid: str, n: int) -> None:
        """Resources come onto a face-down card, or go from it."""
        for place, card in enumerate(self.queue):
            if card.iid == iid:
                self.queue[place] = replace(card, resources=card.resources + n)

    def leave_queue(self, iid: str) -> None:
        """A card is face down no longer."""
        self.queue = [card for card in self.queue if card.iid != iid]


class Board(board.Board[Definition]):
    """The state of a match. `turn` is 0 until the first turn, `phase` counts from 0.

    `bids` are the last bids by player; `entered` counts what came into play, `effects_made` what lasts; `resolved` how
    often texts of a card were resolved since the last action or phase (SCP-522).
    """

    players: list[Player] = []
    scps: list[Scp] = []
    scp_deck: DrawPile = msgspec.field(default_factory=DrawPile)
    scp_discard: list[Destroyed] = []
    scps_brought: int = 0
    bids: dict[int, int] = {}
    bids_passed: tuple[int, ...] = ()
    player1: int = 0
    round: int = 0
    turn: int = 0
    active: int = 0
    phase: int = 0
    attempt: Attempt | None = None
    resolving: list[Played] = []
    lasting: list[Lasting] = []
    facts: TurnFacts = TurnFacts()
    entered: int = 0
    effects_made: int = 0
    resolved: dict[str, int] = {}

    def copy(self) -> Board:
        """An independent copy; immutable values are shared."""
        return self.with_parts(
            players=[player.copy() for player in self.players],
            scps=list(self.scps),
            scp_deck=self.scp_deck.copy(),
            scp_discard=list(self.scp_discard),
            resolving=list(self.resolving),
            lasting=list(self.lasting),
            resolved=dict(self.resolved),
            bids=dict(self.bids),
        )

    @property
    def highest_bid(self) -> int:
        """SCP-109 The highest bid so far, 0 before the first."""
        return max(self.bids.values(), default=0)

    @property
    def bidder(self) -> int | None:
        """SCP-108 The seat of that bid."""
        return max(self.bids, key=lambda seat: self.bids[seat], default=None)

    @property
    def phase_name(self) -> Phase:
        """SCP-201 The phase by its name."""
        return PHASES[self.phase]

    def around(self, seat: int) -> tuple[int, ...]:
        """SCP-102 Everybody who is still in the match, clockwise from this seat."""
        n = len(self.players)
        return tuple(s for k in range(n) if not self.players[s := (seat + k) % n].left)

    def others(self, seat: int) -> tuple[int, ...]:
        """SCP-901 The other players who are still in the match, clockwise."""
        return tuple(other for other in self.around(seat) if other != seat)

    def asset(self, iid: str | None) -> Asset | None:
        """The card in play with this instance id, or None."""
        for player in self.players:
            for card in player.play:
                if card.iid == iid:
                    return card
        return None

    def scp(self, iid: str | None) -> Scp | None:
        """The SCP in play with this instance id, or None."""
        for card in self.scps:
            if card.iid == iid:
                return card
        return None

    def card(self, iid: str | None) -> InPlay | None:
        """The card in play under this instance id, or None."""
        return self.asset(iid) or self.scp(iid)

    def face_down(self, iid: str | None) -> tuple[int, FaceDown] | None:
        """The owner of this card in a Build Queue, and the card; None if it is in none."""
        found = ((seat, card) for seat, player in enumerate(self.players) for card in player.queue if card.iid == iid)
        return next(found, None)

    def discarded(self, iid: str | None) -> tuple[int, Card] | None:
        """The owner of the discard pile that holds this card, and the card; None if none does."""
        found = ((seat, card) for seat, player in enumerate(self.players) for card in player.discard if card.iid == iid)
        return next(found, None)

    def unsecured(self) -> list[Scp]:
        """SCP-501 The SCPs in the centre, in the order in which they came there."""
        return sorted((card for card in self.scps if card.status == "unsecured"), key=lambda card: card.centred)

    def controlled(self, seat: int) -> list[Scp]:
        """The SCPs that a player controls, Secured or Contained, in order of entering play."""
        found = (card for card in self.scps if card.controller == seat and card.status != "unsecured")
        return sorted(found, key=lambda card: card.entered)

    def of(self, seat: int) -> list[InPlay]:
        """The cards that a player controls in play."""
        return [*self.players[seat].play, *self.controlled(seat)]

    def in_play(self) -> Iterator[InPlay]:
        """Everything in play."""
        for player in self.players:
            yield from player.play
        yield from self.scps

    def members(self) -> list[Asset]:
        """SCP-402 The Personnel in the attempt that is on."""
        if self.attempt is None:
            return []
        found = (self.asset(iid) for iid in self.attempt.members)
        return [card for card in found if card is not None]

    def defenders(self) -> list[Asset]:
        """SCP-447 SCP-R12 SCP-R67 The Personnel that defend in the raid that is on."""
        attempt = self.attempt
        if attempt is None or attempt.kind != "raid" or attempt.defender is None:
            return []
        return self.defending(attempt.defender, attempt.scp)

    def defending(self, seat: int, scp: str) -> list[Asset]:
        """SCP-415 The untapped Personnel of a player that defend an SCP."""
        job = Assignment("defend", scp)
        return [card for card in self.players[seat].play if card.assignment == job and not card.tapped]

    # Folds

    def change(self, iid: str, **facts: object) -> None:
        """The facts of a Personnel, Gear, Finance or Resource in play change, if it is there."""
        for player in self.players:
            for place, card in enumerate(player.play):
                if card.iid == iid:
                    player.play[place] = replace(card, **facts)
                    return

    def change_scp(self, iid: str, **facts: object) -> None:
        """The facts of an SCP in play change, if it is there."""
        self.scps = [replace(card, **facts) if card.iid == iid else card for card in self.scps]

    def add_counters(self, iid: str, n: int) -> None:
        """Counters come onto an SCP, or go from it."""
        card = self.scp(iid)
        if card is not None:
            self.change_scp(iid, counters=card.counters + n)

    def add_tokens(self, iid: str, n: int) -> None:
        """Finance Tokens come onto a Finance, or go from it."""
        card = self.asset(iid)
        if card is not None:
            self.change(iid, tokens=card.tokens + n)

    def change_attempt(self, **facts: object) -> None:
        """The facts of the attempt that is on change, if there is one."""
        if self.attempt is not None:
            self.attempt = replace(self.attempt, **facts)

    def note(self, **facts: object) -> None:
        """The past of this turn is longer now."""
        self.facts = replace(self.facts, **facts)

    def act(self, seat: int) -> None:
        """SCP-R97 A player has played or used something."""
        if seat == self.active:
            self.note(acts=self.facts.acts + 1)

    def enter(self) -> int:
        """The number of what enters play next."""
        self.entered += 1
        return self.entered

    def leave_play(self, iid: str) -> None:
        """SCP-508 The card goes with its counters, Wounds and tokens."""
        for player in self.players:
            player.play = [card for card in player.play if card.iid != iid]

    def discard_from_play(self, iid: str, cid: str, owner: int) -> None:
        """A card in play goes to its owner's discard pile."""
        self.leave_play(iid)
        self.players[owner].discard.append(Card(iid, cid, owner))

    def play(self, iid: str, cid: str, seat: int) -> None:
        """A card of the hand is played and waits to be resolved."""
        self.players[seat].hand.remove(iid)
        self.resolving = [*self.resolving, Played(iid, cid, seat)]
        self.resolved = {}
        self.act(seat)
