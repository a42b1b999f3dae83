"""Tournaments: made, entered, run, ruled in, watched, and taken along."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from typing import Annotated, Any, Literal, Protocol

import msgspec
from msgspec import Meta

from api_schema.input.patterns import BEST_OF_GAMES, NAME, REFERENCE, SAYS_SOMETHING, SLUG, TIE_BREAK, WRITTEN_MOMENT
from api_schema.ports.base import Caller, Out, Page
from api_schema.ports.matches import ClockOut, Update
from domain.tournament.batch import LONGEST_REASON
from domain.tournament.policy import MOST_AT_A_TABLE, MOST_ENTRANTS, MOST_POINTS, MOST_REPLAYS, MOST_ROUNDS, ROUND_MS

TournamentFormat = Literal["SWISS", "ROUND_ROBIN", "SINGLE_ELIMINATION", "DOUBLE_ELIMINATION", "PODS"]
Regulations = Literal["FIDE_2023", "FIDE_2026"]
Elimination = Literal["SINGLE_ELIMINATION", "DOUBLE_ELIMINATION"]
TournamentStatus = Literal["REGISTRATION", "RUNNING", "FINISHED", "CANCELLED"]
DeckRule = Literal["OPEN", "CLOSED", "AFTER_ROUND"]
Entering = Literal["OPEN", "INVITE"]
StaffRole = Literal["ORGANISER", "REFEREE"]
EntrantStatus = Literal["REGISTERED", "WITHDRAWN", "DROPPED", "DISQUALIFIED"]
EntrantSort = Literal["ENTERED", "NAME"]
RulingName = Literal[
    "OVERRIDE",
    "AWARD",
    "NO_SHOW",
    "GAME_LOSS",
    "MATCH_LOSS",
    "DISQUALIFICATION",
    "WARNING",
    "REPLAY",
    "UPHOLD",
]
"""The decisions of a referee: docs/organisers.md says what each does."""
ExportName = Literal[
    "export.json",
    "record.ndjson",
    "ranks.csv",
    "standings.csv",
    "pairings.csv",
    "results.csv",
    "report.fide-trf",
]
Small = Annotated[int, Meta(ge=0, le=MOST_POINTS)]
RoundNumber = Annotated[int, Meta(ge=1, le=10_000)]
TableNumber = Annotated[int, Meta(ge=1, le=MOST_ENTRANTS)]
Seat = Annotated[int, Meta(ge=0, le=MOST_AT_A_TABLE - 1)]
Reference = Annotated[str, Meta(min_length=1, max_length=64, extra_json_schema=REFERENCE)]


class In(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="camel"):
    """The base of what comes in."""


class PointsPolicy(In, frozen=True):
    """Match points in units; `units` of them are one shown point."""

    win: Small = 3
    draw: Small = 1
    loss: Small = 0
    bye: Small = 3
    units: Annotated[int, Meta(ge=1, le=MOST_POINTS)] = 1


class PodsPolicy(In, frozen=True):
    """Tables of three and more: how many sit at one, and the points by place, best first."""

    size: Annotated[int, Meta(ge=2, le=MOST_AT_A_TABLE)] = 4
    least: Annotated[int, Meta(ge=2, le=MOST_AT_A_TABLE)] = 3
    most: Annotated[int, Meta(ge=2, le=MOST_AT_A_TABLE)] = 4
    by_place: Annotated[tuple[Small, ...], Meta(min_length=2, max_length=MOST_AT_A_TABLE)] = (5, 3, 2, 1)
    bye: Small = 3


class CutPolicy(In, frozen=True):
    """The best `size` play on for elimination."""

    size: Annotated[int, Meta(ge=2, le=MOST_ENTRANTS)]
    format: Elimination = "SINGLE_ELIMINATION"
    best_of: Annotated[int, Meta(ge=1, le=5, extra_json_schema=BEST_OF_GAMES)] = 1


class LateEntryPolicy(In, frozen=True):
    """Until which round somebody may enter; what a missed round counts as."""

    until: Annotated[int, Meta(ge=1, le=MOST_ROUNDS)] = 1
    missed: Literal["LOSS", "DRAW"] = "LOSS"


class FloorPolicy(In, frozen=True):
    """The least percentage that counts for an opponent, as a fraction."""

    numerator: Small = 1
    denominator: Annotated[int, Meta(ge=1, le=MOST_POINTS)] = 3


class TournamentPolicy(In, frozen=True):
    """All that pairings and standings depend on beside entrants, results and seeds, and the length of a round;
    docs/tournament-policy.md explains it.
    """

    format: TournamentFormat
    rounds: Annotated[int, Meta(ge=1, le=MOST_ROUNDS)] | None = None
    best_of: Annotated[int, Meta(ge=1, le=5, extra_json_schema=BEST_OF_GAMES)] = 1
    points: PointsPolicy = PointsPolicy()
    pods: PodsPolicy | None = None
    tie_breaks: Annotated[
        tuple[Annotated[str, Meta(max_length=16, extra_json_schema=TIE_BREAK)], ...],
        Meta(max_length=12, extra_json_schema={"uniqueItems": True}),
    ] = ("OMW", "GW", "OGW")
    floor: FloorPolicy = FloorPolicy()
    own_bye: Literal["EXCLUDED", "WIN"] = "EXCLUDED"
    late_entry: LateEntryPolicy = LateEntryPolicy()
    drops: Literal["KEPT", "ANNULLED"] = "KEPT"
    cut: CutPolicy | None = None
    cycles: Annotated[int, Meta(ge=1, le=2)] = 1
    seeding: Literal["DRAWN", "GIVEN"] = "DRAWN"
    third_place: bool = False
    bracket_reset: bool = True
    replays: Annotated[int, Meta(ge=0, le=MOST_REPLAYS)] = 2
    round_ms: Annotated[int, Meta(ge=ROUND_MS[0], le=ROUND_MS[-1])] | None = None
    regulations: Regulations | None = None


class CreateTournament(In, frozen=True):
    """A tournament to make. `options` are those of its matches, at most 8 KiB as JSON; they also choose a mode.

    `decks`: OPEN from the start, CLOSED to the end, or known after the round in which they were played. Clock in ms,
    as for a match. `season` names the leaderboard that it counts for; null: the year. `rated`: it counts for one.
    """

    game: Annotated[str, Meta(min_length=1, max_length=64, extra_json_schema=SLUG)]
    name: Annotated[str, Meta(min_length=1, max_length=400, extra_json_schema=NAME)]
    policy: TournamentPolicy
    options: Mapping[str, Any] = {}
    decks: DeckRule = "OPEN"
    entry: Entering = "OPEN"
    check_in: bool = False
    most_entrants: Annotated[int, Meta(ge=2, le=MOST_ENTRANTS)] | None = None
    decision_ms: int | None = None
    turn_ms: int | None = None
    bank_ms: int = 0
    spectator_delay_ms: int = 0
    rated: bool = True
    season: Annotated[str, Meta(pattern="^[ -~]{1,40}$")] | None = None
    starts_at: Annotated[str, Meta(max_length=40, extra_json_schema=WRITTEN_MOMENT)] | None = None


class DeckOrder(In, frozen=True):
    """The deck of an entrant, one of the three: a preconstructed deck, the id of a saved one, or a loadout."""

    deck: Annotated[str, Meta(max_length=64)] | None = None
    deck_id: Annotated[str, Meta(max_length=64)] | None = None
    loadout: Mapping[str, Any] | None = None


class RegisterEntrant(In, frozen=True):
    """An entry. `invite`: the code of a tournament that takes entrants by invitation."""

    deck: DeckOrder = DeckOrder()
    invite: Annotated[str, Meta(max_length=200)] | None = None


class TableResultIn(In, frozen=True):
    """A result by the seats of a table, from 0: groups of equal places, best first; empty if all have lost.

    `games`: games won by seat, of a duel; `drawn`: drawn ones; `absent`: seats that did not come.
    """

    places: tuple[tuple[Seat, ...], ...] = ()
    games: tuple[Annotated[int, Meta(ge=0, le=5)], ...] = ()
    drawn: Annotated[int, Meta(ge=0, le=5)] = 0
    absent: tuple[Seat, ...] = ()


class RulePairing(In, frozen=True):
    """A referee's call. `round` and `table` where it is about one, `entrant` where it is about somebody."""

    kind: RulingName
    reason: Annotated[str, Meta(max_length=LONGEST_REASON, extra_json_schema=SAYS_SOMETHING)]
    round: RoundNumber | None = None
    table: TableNumber | None = None
    entrant: Reference | None = None
    result: TableResultIn | None = None


class ReportResult(In, frozen=True):
    """An entrant's word on the result of the own table. A dispute says why."""

    round: RoundNumber
    table: TableNumber
    kind: Literal["CONFIRM", "DISPUTE"]
    reason: Annotated[str, Meta(max_length=LONGEST_REASON)] = ""


class StartRound(In, frozen=True):
    """The round to start: the number says which, so that it can't be started twice. Round 1 ends the registration.

    `excused`: entrants who are let off it for the points of a draw.
    """

    round: RoundNumber
    excused: Annotated[tuple[Reference, ...], Meta(max_length=MOST_ENTRANTS)] = ()


class CodeInput(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The code of a role in a tournament."""

    code: Annotated[str, Meta(min_length=1, max_length=200)]


class CancelInput(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Why. It is public, and stays for ever."""

    reason: Annotated[str, Meta(max_length=500, extra_json_schema={"minLength": 1})]


class ReasonInput(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Why. It is public."""

    reason: Annotated[str, Meta(max_length=500)] = ""


class StaffOut(Out, frozen=True):
    """Somebody who runs the tournament or rules in it, by a reference of this tournament alone."""

    id: str
    name: str | None
    role: StaffRole


class TournamentOut(Out, frozen=True):
    """A tournament as everybody sees it. `head_hash` is hex, `seed_commitment` is to the seed behind all its draws.

    `round` is the one that began last, 0 before the first; `rounds_due` how many come before any bracket, null as long
    as that isn't known. `round_over`: every table of it has a result that nobody disputes. `entrants` counts those who
    take part. `you`: the caller's own entrant, `your_role` the caller's role; null for everybody else. `round_ends_at`
    and `round_left_ms`: the clock of the last round, as the round itself tells it.
    """

    id: str
    game: str
    name: str
    status: TournamentStatus
    paused: bool
    version: int
    policy: TournamentPolicy
    options: Mapping[str, Any]
    decks: DeckRule
    entry: Entering
    check_in: bool
    most_entrants: int | None
    clock: ClockOut
    spectator_delay_ms: int
    rated: bool
    season: str
    starts_at: str | None
    staff: tuple[StaffOut, ...]
    entrants: int
    round: int
    rounds_due: int | None
    round_over: bool
    seed_commitment: str
    head_hash: str
    created_at: str
    updated_at: str
    you: str | None
    your_role: StaffRole | None
    round_ends_at: str | None = None
    round_left_ms: int | None = None


class TournamentMade(Out, frozen=True):
    """The tournament after a change, at the version that the change brought it to. `replayed`: it was made before."""

    tournament: TournamentOut
    version: int
    replayed: bool


class TournamentCodes(Out, frozen=True):
    """Codes that an organiser hands out. `entry` is null where entry is open to everybody."""

    entry: str | None
    referee: str
    organiser: str


class TournamentPage(Page, frozen=True):
    """Tournaments, newest first; `end_cursor` continues."""

    tournaments: tuple[TournamentOut, ...]
    end_cursor: str | None
    has_next: bool


class TournamentFilter(msgspec.Struct, frozen=True):
    """A choice of tournaments; null: all. `mine`: those that the caller has entered or has a role in.

    `name` is a part of the name, whatever its case and accents.
    """

    game: str | None = None
    status: tuple[TournamentStatus, ...] = ()
    mine: bool = False
    name: str | None = None


class EntrantFilter(msgspec.Struct, frozen=True):
    """A choice of entrants and their order. `name` is a part of the name that they have now, whatever its case
    and accents.

    In the order of names those without one come last.
    """

    name: str | None = None
    sort: EntrantSort = "ENTERED"


ALL_ENTRANTS = EntrantFilter()


class DeckOut(Out, frozen=True):
    """A deck: the id of a preconstructed one, or its loadout."""

    deck: str | None
    loadout: Mapping[str, Any] | None


class EntrantOut(Out, frozen=True):
    """A participant. `deck` is null while it is hidden from the caller, `deck_commitment` (hex) stands for it then.

    `entered` is the first round that the entrant could be paired for, `dropped` the last one it took part in.
    """

    id: str
    name: str | None
    status: EntrantStatus
    checked_in: bool
    entered: int
    dropped: int | None
    deck: DeckOut | None
    deck_commitment: str | None


class EntrantPage(Page, frozen=True):
    """Entrants at one version of the tournament. `total_count` counts those who were asked for."""

    entrants: tuple[EntrantOut, ...]
    version: int
    end_cursor: str | None
    has_next: bool
    total_count: int


class ProofOut(Out, frozen=True):
    """The proof of a round's pairing. An earlier event holds the commitment to `seed` (hex); `playledger verify` takes
    the round's file.

    `input_hash` is the SHA-256, in hex, of the input's canonical JSON.
    """

    algorithm: str
    input_hash: str
    seed: str
    commitment: str


class RoundOut(Out, frozen=True):
    """A round that has begun. `byes` and `half` (let off for half a win) are entrants.

    `ends_at`: when its time is over, by the `round_ms` of the policy and the pauses so far. In a pause it is null, and
    `left_ms` says how much time is left; both are null where rounds have no length. Nothing ends by itself.
    """

    number: int
    status: Literal["RUNNING", "OVER"]
    started_at: str
    ends_at: str | None
    left_ms: int | None
    tables: int
    open_tables: int
    byes: tuple[str, ...]
    half: tuple[str, ...]
    bracket: bool
    proof: ProofOut


class TableGameOut(Out, frozen=True):
    """A game of a table and its match. `seats`: which seat of the table each seat of the match belongs to."""

    number: int
    match_id: str
    seats: tuple[int, ...]
    status: Literal["RUNNING", "OVER", "ABORTED"]
    places: tuple[tuple[int, ...], ...]
    rule_id: str | None


class TableSeatOut(Out, frozen=True):
    """Somebody at a table, or without one."""

    entrant: str
    name: str | None


class TableResultOut(Out, frozen=True):
    """The result of a table, by its seats from 0. `source` says whether it was played, ruled, or a forfeit."""

    places: tuple[tuple[int, ...], ...]
    games: tuple[int, ...]
    drawn: int
    absent: tuple[int, ...]
    source: Literal["PLAYED", "RULING", "FORFEIT"]


class DisputeOut(Out, frozen=True):
    """A dispute of a result, and its reason."""

    entrant: str
    reason: str


class PairingOut(Out, frozen=True):
    """A table of a round, with its games and its result. NEEDS_RULING: its last game was aborted.

    `node` is the match of the bracket that is played there, null outside of a bracket.
    """

    round: int
    table: int
    node: str | None
    status: Literal["OPEN", "NEEDS_RULING", "DECIDED", "DISPUTED"]
    seats: tuple[TableSeatOut, ...]
    games: tuple[TableGameOut, ...]
    result: TableResultOut | None
    confirmed: tuple[str, ...]
    disputes: tuple[DisputeOut, ...]


class PairingPage(Page, frozen=True):
    """The tables of a round in their order, at one version of the tournament. `round` 0: none has begun.

    `byes` and `half` (let off for half a win) are those who have no table in the round; every page tells all of them.
    """

    round: int
    pairings: tuple[PairingOut, ...]
    byes: tuple[TableSeatOut, ...]
    half: tuple[TableSeatOut, ...]
    version: int
    end_cursor: str | None
    has_next: bool
    total_count: int


class BracketSourceOut(Out, frozen=True):
    """The origin of a player: the seed of a number, or the winner or loser of another node, by its id."""

    kind: Literal["SEED", "WINNER", "LOSER"]
    seed: int | None
    node: str | None


class BracketPlayerOut(Out, frozen=True):
    """One of the two players of a node. `entrant` is null as long as it isn't known, and where nobody comes (`bye`)."""

    source: BracketSourceOut
    entrant: str | None
    name: str | None
    bye: bool


class BracketTableOut(Out, frozen=True):
    """A table of a round."""

    round: int
    table: int


class BracketNodeOut(Out, frozen=True):
    """A match of a bracket. `round` and `number` count from 1, `round` inside of its side.

    `pairing` is the table where it is played, the last one if it is played again; null before that, and for a bye. The
    second final of a double elimination is a bye of the champion if it isn't needed.
    """

    id: str
    side: Literal["WINNERS", "LOSERS", "THIRD", "FINALS"]
    round: int
    number: int
    players: tuple[BracketPlayerOut, BracketPlayerOut]
    pairing: BracketTableOut | None
    winner: str | None


class BracketOut(Out, frozen=True):
    """A whole bracket at one version of the tournament: each node stands behind those that its players come from.

    It has no nodes before its first round has begun. `seeds` are the entrants in the order of their seeds.
    """

    nodes: tuple[BracketNodeOut, ...]
    seeds: tuple[str, ...]
    version: int


class TieBreakValue(Out, frozen=True):
    """A value as it is computed with, "7/12", and as people read it, "58.3%"."""

    code: str
    exact: str
    display: str


class StandingOut(Out, frozen=True):
    """One row. Those who share a rank are tied in everything. `record`: rounds won, drawn, lost.

    `decided_by` is what put it below the row above it: POINTS, BRACKET, or the code of a tie-break.
    """

    rank: int
    entrant: str
    name: str | None
    points: TieBreakValue
    record: tuple[int, int, int]
    tie_breaks: tuple[TieBreakValue, ...]
    decided_by: str | None


class EntrantRoundOut(Out, frozen=True):
    """A round that has begun, as one entrant has it. `points` are what the round brought, 0 while its table is open;
    `total` are those of the standings after it. In a `bracket` both count the matches won there.

    `part`: TABLE, which is `pairing`, null otherwise; BYE; HALF: let off for half a win; LATE: it entered later;
    DROPPED or DISQUALIFIED: it had left; UNPAIRED: in a bracket it waits for its next match, is out, or never was in.
    """

    number: int
    bracket: bool
    part: Literal["TABLE", "BYE", "HALF", "LATE", "DROPPED", "DISQUALIFIED", "UNPAIRED"]
    pairing: PairingOut | None
    points: TieBreakValue
    total: TieBreakValue


class EntrantRecordOut(Out, frozen=True):
    """What an entrant did in each round that has begun, and what that brought, at one version of the tournament.

    Who withdrew has no rounds.
    """

    entrant: EntrantOut
    rounds: tuple[EntrantRoundOut, ...]
    version: int


class RankOut(Out, frozen=True):
    """The rank of an entrant over the whole event. Those who share one are tied in everything.

    `stage` says what it comes from: the bracket, the rounds before it, or a disqualification, which puts last.
    """

    rank: int
    entrant: str
    name: str | None
    stage: Literal["BRACKET", "ROUNDS", "DISQUALIFIED"]


class RankPage(Page, frozen=True):
    """Everybody, best first. `final`: the tournament is over; before that these are the ranks if it ended now.

    There are none before the start, nor after a cancellation. `version` is that of the tournament.
    """

    ranks: tuple[RankOut, ...]
    final: bool
    version: int
    end_cursor: str | None
    has_next: bool
    total_count: int


class StandingPage(Page, frozen=True):
    """Standings after a round. `version` is that of the tournament they were computed from.

    `round_over`: the round has all its results; without that they are as they are now, and not final.
    `bracket`: they are those of the bracket, whose players stand before everybody else.
    """

    standings: tuple[StandingOut, ...]
    after_round: int
    round_over: bool
    bracket: bool
    version: int
    end_cursor: str | None
    has_next: bool
    total_count: int


class TournamentEventOut(Out, frozen=True):
    """An event of the tournament's stream as the caller may see it. `hash` is hex; `data` by its type."""

    id: str
    version: int
    type: str
    at: str
    data: Mapping[str, Any]
    redacted: bool
    hash: str


class TournamentEventPage(Out, frozen=True):
    """Events in the order of versions; `end_version` continues."""

    events: tuple[TournamentEventOut, ...]
    end_version: int
    has_next: bool


class ExportFile(Out, frozen=True):
    """A file that is written while it is read. `as_of_version`: the version of the tournament that it shows.

    `round_over` and `final` are those of a page of standings and of ranks; null where the file has nothing of them.
    """

    name: str
    media_type: str
    as_of_version: int
    chunks: AsyncIterator[bytes]
    round_over: bool | None = None
    final: bool | None = None


class Tournaments(Protocol):
    """The use cases of a tournament. NOT_FOUND where there is none.

    Every change takes an idempotency key: a retry gets the first answer, `replayed`. Refusals change nothing.
    """

    async def create(self, caller: Caller, key: str, request: CreateTournament) -> TournamentMade:
        """A new tournament; the caller is its organiser. Scope tournament:manage. POLICY_INVALID with all faults."""
        ...

    async def codes(self, caller: Caller, tournament_id: str) -> TournamentCodes:
        """The codes of the tournament; new ones after each dismissal. FORBIDDEN for all but its organisers.

        Once the accounts of all organisers are erased, the scope admin opens them.
        """
        ...

    async def join_staff(self, caller: Caller, tournament_id: str, key: str, code: str) -> TournamentMade:
        """Take the role that a code stands for. FORBIDDEN for a wrong one."""
        ...

    async def dismiss(self, caller: Caller, tournament_id: str, key: str, staff: str) -> TournamentMade:
        """Take a role back. Organisers only; a referee may step down."""
        ...

    async def register(self, caller: Caller, tournament_id: str, key: str, request: RegisterEntrant) -> TournamentMade:
        """Enter, late too where the policy allows it. Scope tournament:enter. ENTRY_REFUSED, DECK_ILLEGAL."""
        ...

    async def change_deck(self, caller: Caller, tournament_id: str, key: str, request: DeckOrder) -> TournamentMade:
        """Bring another deck, before the start. DECK_ILLEGAL."""
        ...

    async def check_in(self, caller: Caller, tournament_id: str, key: str, entrant: str | None) -> TournamentMade:
        """Be there; organisers may check in anybody."""
        ...

    async def drop(self, caller: Caller, tournament_id: str, key: str, entrant: str | None) -> TournamentMade:
        """Leave; organisers may take out anybody."""
        ...

    async def start_round(self, caller: Caller, tournament_id: str, key: str, request: StartRound) -> TournamentMade:
        """Pair a round and make all its matches, or do nothing. Organisers. ROUND_OPEN, ROUND_STARTED."""
        ...

    async def report(self, caller: Caller, tournament_id: str, key: str, request: ReportResult) -> TournamentMade:
        """Confirm or dispute the result of the own table."""
        ...

    async def rule(self, caller: Caller, tournament_id: str, key: str, request: RulePairing) -> TournamentMade:
        """Make a call, not on the own table. Referees and organisers, scope tournament:referee.

        REASON_REQUIRED, RULING_REFUSED.
        """
        ...

    async def pause(self, caller: Caller, tournament_id: str, key: str, reason: str) -> TournamentMade: ...

    async def resume(self, caller: Caller, tournament_id: str, key: str) -> TournamentMade: ...

    async def cancel(self, caller: Caller, tournament_id: str, key: str, reason: str) -> TournamentMade: ...

    async def finish(self, caller: Caller, tournament_id: str, key: str) -> TournamentMade: ...

    async def get(self, caller: Caller, tournament_id: str) -> TournamentOut: ...

    async def find(
        self, caller: Caller, *, first: int, after: str | None = None, wanted: TournamentFilter
    ) -> TournamentPage: ...

    async def entrants(
        self,
        caller: Caller,
        tournament_id: str,
        *,
        first: int,
        after: str | None = None,
        wanted: EntrantFilter = ALL_ENTRANTS,
    ) -> EntrantPage: ...

    async def rounds(self, caller: Caller, tournament_id: str) -> tuple[RoundOut, ...]: ...

    async def pairings(
        self, caller: Caller, tournament_id: str, *, round_number: int | None, first: int, after: str | None = None
    ) -> PairingPage:
        """The tables of a round; null: of the one that began last. NOT_FOUND for a round that has not begun."""
        ...

    async def entrant_record(
        self, caller: Caller, tournament_id: str, *, entrant: str | None = None
    ) -> EntrantRecordOut:
        """The rounds of an entrant; null: of the caller's own. NOT_FOUND for who is none."""
        ...

    async def bracket(self, caller: Caller, tournament_id: str) -> BracketOut:
        """The bracket of an elimination, or after a cut."""
        ...

    async def standings(
        self,
        caller: Caller,
        tournament_id: str,
        *,
        first: int,
        after: str | None = None,
        after_round: int | None = None,
        bracket: bool = False,
    ) -> StandingPage:
        """The standings after a round; null: after the last that is over, 0 before that, which every page stays with.

        Those of a round that is over follow the tournament after a moment. Of the round that is on they are those of
        its results so far. NOT_FOUND for a round that has not begun.
        """
        ...

    async def ranks(self, caller: Caller, tournament_id: str, *, first: int, after: str | None = None) -> RankPage:
        """The final ranks of everybody, over the rounds and the bracket; before the end as they would be now."""
        ...

    async def events(
        self, caller: Caller, tournament_id: str, *, after: int = 0, first: int = 256
    ) -> TournamentEventPage: ...

    async def round_file(self, caller: Caller, tournament_id: str, round_number: int) -> bytes:
        """The proof of a round as `playledger verify` takes it."""
        ...

    async def export(self, caller: Caller, tournament_id: str, name: ExportName) -> ExportFile:
        """Everything as JSON; its events as a record for `playledger verify`; ranks, standings, pairings, results as
        CSV; the FIDE tournament report, for duels alone.
        """
        ...

    async def matches_file(self, caller: Caller, tournament_id: str) -> ExportFile:
        """All matches as NDJSON, one MatchOut a line, in the order of round, table, game."""
        ...

    async def replays_file(self, caller: Caller, tournament_id: str) -> ExportFile:
        """A tar archive of the replay file of each match, as the caller may see it."""
        ...

    def updates(self, caller: Caller, tournament_id: str, *, after: int = 0) -> AsyncGenerator[Update]:
        """First what was missed since `after`, then live, without gap or double; ends with TournamentClosed.

        TournamentChanged payload: {fromVersion, toVersion, events: [TournamentEventOut], headHash, round, roundEndsAt,
        roundLeftMs, status}.
        Heartbeat payload: {version}. ResyncRequired: {currentVersion, reason}. TournamentClosed: {version, status}.
        """
        ...

    def pairings_updates(
        self, caller: Caller, tournament_id: str, *, round_number: int | None = None, after: int = 0
    ) -> AsyncGenerator[Update]:
        """The tables of a round, then those that change; ends with TournamentClosed. Null: the round that began last,
        and the next one when it begins. NOT_FOUND for a round that has not begun.

        PairingsChanged payload: {round, endsAt, leftMs, pairings: [PairingOut], byes, half, version, hasNext}, at most
        256 tables; none where only the clock of the round has changed. With `after` 0 all tables come first, else those
        that have changed since. An update with hasNext has the version before the change: a client that resumes there
        gets all of it again. The others as in `updates`.
        """
        ...

    def standings_updates(
        self, caller: Caller, tournament_id: str, *, first: int = 256, after: int = 0
    ) -> AsyncGenerator[Update]:
        """The first rows of the standings after the last round that is over, then again whenever these change; ends
        with TournamentClosed.

        StandingsChanged payload: {afterRound, bracket, version, standings: [StandingOut]}. With a version `after` they
        come first only if they may have changed since. The others as in `updates`.
        """
        ...
