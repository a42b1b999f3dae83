"""The events of a tournament. Times in ms; people are references (`en_...`, `sf_...`), never names."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from domain.kernel.facts import Event
from domain.kernel.match import ClockPolicy
from domain.tournament.entrants import TableResult
from domain.tournament.policy import Policy
from domain.tournament.proof import Proof

DeckRule = Literal["open", "closed", "after_round"]
Role = Literal["organiser", "referee"]
ResultSource = Literal["played", "ruling", "forfeit"]
RulingKind = Literal[
    "override", "award", "no_show", "game_loss", "match_loss", "disqualification", "warning", "replay", "uphold"
]


class Deck(msgspec.Struct, frozen=True, omit_defaults=True):
    """The deck of an entrant: the id of a preconstructed one, or a loadout as plain data of the game."""

    precon: str | None = None
    loadout: Any = None


class Terms(msgspec.Struct, frozen=True, omit_defaults=True):
    """The organiser's choices beside the policy; none changes a pairing or a rank.

    `decks`: open from the start, closed to the end, or known once the round in which they were played is over.
    `check_in`: the first round pairs only entrants that have checked in. `most`: the limit of entrants.
    """

    decks: DeckRule = "open"
    entry: Literal["open", "invite"] = "open"
    check_in: bool = False
    most: int | None = None
    clock: ClockPolicy = ClockPolicy()
    spectator_delay: int = 0
    rated: bool = True
    season: str = ""
    starts_at: int | None = None


class TournamentCreated(Event, frozen=True):
    """The first event of every tournament. `commitment` is to the seed that all others are made from."""

    type = "tournament_created"
    tournament: str
    name: str
    game: str
    options: Any
    policy: Policy
    terms: Terms
    organiser: str
    commitment: str


class StaffAppointed(Event, frozen=True):
    """Somebody may run the tournament, or rule in it."""

    type = "staff_appointed"
    staff: str
    role: Role


class StaffDismissed(Event, frozen=True):
    """Somebody may not any more."""

    type = "staff_dismissed"
    staff: str


class EntrantRegistered(Event, frozen=True):
    """Somebody enters, or enters late: after the start. The deck is the entrant's own where decks are not open.

    `player`: how the entrant is called on the leaderboard that the tournament counts for, if it counts for one.
    """

    type = "entrant_registered"
    entrant: str
    player: str | None = None
    deck: Deck | None = None


class DeckChanged(Event, frozen=True):
    """An entrant brings another deck. Before the start."""

    type = "deck_changed"
    entrant: str
    deck: Deck | None = None


class EntrantCheckedIn(Event, frozen=True):
    """An entrant is there."""

    type = "entrant_checked_in"
    entrant: str


class EntrantWithdrawn(Event, frozen=True):
    """An entrant takes the registration back, or didn't check in. Before the first round that it could have played."""

    type = "entrant_withdrawn"
    entrant: str


class EntrantDropped(Event, frozen=True):
    """An entrant leaves after the round that has begun last. `disqualified`: a referee has decided so."""

    type = "entrant_dropped"
    entrant: str
    disqualified: bool = False


class TournamentStarted(Event, frozen=True):
    """Registration is over: who takes part, in the order of entering. `commitment` is to the seed of round 1."""

    type = "tournament_started"
    entrants: tuple[str, ...]
    commitment: str


class RoundStarted(Event, frozen=True):
    """A round with its proof; the commitment to its seed stands in an earlier event. `results` are forfeits of entrants
    that have left.

    `seeded`: the players of the bracket that begins with this round. `commitment` is to the seed of the next round.
    """

    type = "round_started"
    number: int
    proof: Proof
    commitment: str
    byes: tuple[str, ...] = ()
    half: tuple[str, ...] = ()
    results: tuple[TableResult, ...] = ()
    seeded: tuple[str, ...] = ()


class GameStarted(Event, frozen=True):
    """A match was made for a game of a table. `seats`: which seat of the table each seat of the match belongs to, and
    `entrants` whose they are.
    """

    type = "game_started"
    round: int
    table: int
    game: int
    match: str
    seats: tuple[int, ...]
    entrants: tuple[str, ...]


class GameFinished(Event, frozen=True):
    """A match of a table is over. `places`: seats of the table, groups of equal ones, best first; nobody: all lost.

    `aborted`: it has no result, and says nothing. `head`: the hash (hex) of the match's last event when the tournament
    heard of its end; None where a referee has ended the game, and in what 0.1.0 has written.
    """

    type = "game_finished"
    round: int
    table: int
    game: int
    rule: str
    places: tuple[tuple[int, ...], ...] = ()
    aborted: bool = False
    head: str | None = None


class ResultRecorded(Event, frozen=True):
    """The result of a table, in place of an earlier one, if there was any."""

    type = "result_recorded"
    round: int
    result: TableResult
    source: ResultSource = "played"


class ResultReopened(Event, frozen=True):
    """The recorded result of a table counts no longer, nor does its last game: the table plays that again."""

    type = "result_reopened"
    round: int
    table: int


class ResultConfirmed(Event, frozen=True):
    """An entrant agrees with the result of the own table."""

    type = "result_confirmed"
    round: int
    table: int
    entrant: str


class ResultDisputed(Event, frozen=True):
    """An entrant doesn't: no round begins before a referee has ruled, or the entrant agrees after all."""

    type = "result_disputed"
    round: int
    table: int
    entrant: str
    reason: str


class RoundFinished(Event, frozen=True):
    """Every table of a round has a result that nobody disputes. It comes again if a table was played again."""

    type = "round_finished"
    number: int


class RulingMade(Event, frozen=True):
    """A referee's call; what it changes follows in the same batch. `entrant`: whom it is about, if one."""

    type = "ruling_made"
    kind: RulingKind
    staff: str
    reason: str
    round: int = 0
    table: int = 0
    entrant: str | None = None


class TournamentPaused(Event, frozen=True):
    """No round begins and nobody enters until it is resumed, and the clock of the round stands still. Matches that run
    go on.
    """

    type = "tournament_paused"
    reason: str = ""


class TournamentResumed(Event, frozen=True):
    """It goes on; the round ends as much later as the pause was long."""

    type = "tournament_resumed"


class DecksRevealed(Event, frozen=True):
    """Decks that were closed, with the salts (hex) of the commitments at the events that brought them."""

    type = "decks_revealed"
    decks: dict[str, Deck]
    salts: dict[str, str]


class TournamentCancelled(Event, frozen=True):
    """It ends without a result. Only the revealed seed follows, and games that still run come to their end."""

    type = "tournament_cancelled"
    reason: str


class TournamentFinished(Event, frozen=True):
    """It is over: (rank, entrant), best first, those of a bracket before the others. Then as after a cancellation."""

    type = "tournament_finished"
    ranks: tuple[tuple[int, str], ...]


class SeedRevealed(Event, frozen=True):
    """The seed, hex, that all seeds of rounds were made from; salts of decks were not."""

    type = "seed_revealed"
    seed: str


EVENTS: tuple[type[Event], ...] = (
    TournamentCreated,
    StaffAppointed,
    StaffDismissed,
    EntrantRegistered,
    DeckChanged,
    EntrantCheckedIn,
    EntrantWithdrawn,
    EntrantDropped,
    TournamentStarted,
    RoundStarted,
    GameStarted,
    GameFinished,
    ResultRecorded,
    ResultReopened,
    ResultConfirmed,
    ResultDisputed,
    RoundFinished,
    RulingMade,
    TournamentPaused,
    TournamentResumed,
    DecksRevealed,
    TournamentCancelled,
    TournamentFinished,
    SeedRevealed,
)
