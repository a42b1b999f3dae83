"""Matches: found, made, joined, played and watched."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal, Protocol

import msgspec

from api_schema.input.patterns import DAY, HOUR, SEED, SLUG, up_to
from api_schema.ports.base import Caller, KeptOut, Out, Page
from domain.kernel.game import Strength
from domain.kernel.prompts import Template
from domain.kernel.table import Table


class SeatOut(Out, frozen=True):
    """A seat as the lobby shows it; private matches show no players to strangers.

    `player` is the reference that stands in the events, of this match alone. `name` is what the account behind it
    is called now; null for guests, for accounts without a name and for erased ones. `house_bot`: the service's own bot
    plays it, so well.
    """

    number: int
    taken: bool
    ready: bool
    bot: bool
    player: str | None
    conceded: bool
    name: str | None = None
    house_bot: Strength | None = None


class PinsOut(Out, frozen=True):
    """The versions and hashes that decide the match."""

    rules_version: str
    rules_hash: str
    engine_version: str
    card_set_hash: str
    rng_algorithm: str
    seed_commitment: str


class ResultOut(Out, frozen=True):
    """The end of a match; `placings` are groups of equal seats, best first.

    Seats of one side, such as a team, are in the same group: with kind WIN all seats of the first group win together.
    """

    kind: str
    placings: tuple[tuple[int, ...], ...]
    rule_id: str
    decided_by: str | None
    reason: str


class ClockOut(Out, frozen=True):
    """The clock policy, ms; null: no limit."""

    decision: int | None
    turn: int | None
    bank: int


class OriginOut(Out, frozen=True):
    """The origin of a fork: the match, the version, and the hex hash of its chain there."""

    match_id: str
    version: int
    head_hash: str


class TournamentGameOut(Out, frozen=True):
    """The place of a match in its tournament; numbers from 1 on, `game` that of a best-of."""

    tournament_id: str
    round: int
    table: int
    game: int


class MatchOut(Out, frozen=True):
    """A match, the same for everybody who may see it. `head_hash` is hex.

    `spectator_delay_ms`: once the match runs, a caller without a seat learns what happens so much later. `ends_at`:
    when its time is up, if its options limit it; null before the start, and in a fork. `practice`: it counts for
    nothing. So do all forks; `origin` says what a fork was forked from. `reveal`: the audience of all secrets when it
    is over; LATER: nobody, until its tournament opens them to all. `closed`: nothing follows any more: the match is
    over, and no secrets are left to open.
    """

    id: str
    game: str
    status: Literal["OPEN", "RUNNING", "FINISHED", "ABORTED"]
    version: int
    visibility: Literal["OPEN", "INVITE"]
    reveal: Literal["ALL", "PARTICIPANTS", "LATER"]
    closed: bool
    spectator_delay_ms: int
    seats: tuple[SeatOut, ...]
    clock: ClockOut
    ends_at: str | None
    options: Mapping[str, Any]
    pins: PinsOut
    result: ResultOut | None
    practice: bool
    origin: OriginOut | None
    tournament: TournamentGameOut | None
    head_hash: str
    created_at: str
    updated_at: str


class PromptOut(Out, frozen=True):
    """An open question as far as the viewer may see it. `text` is what is asked, as a sentence without a full stop;
    `about`: what it is about, by its id on the table.
    """

    id: str
    revision: int
    seat: int
    kind: str
    mode: Literal["BLOCKING", "SIMULTANEOUS", "STANDING"]
    rule_id: str
    text: str
    about: str | None
    opened_at_version: int
    deadline: str | None


class StateOut(KeptOut, frozen=True):
    """A state as one perspective sees it. `view` is the game's typed view, `hash` the hex SHA-256 of its canonical JSON
    under the stored names (docs/replay/format.md).
    """

    match_id: str
    version: int
    resolving: bool
    perspective: str
    status: str
    phase: str
    prompts: tuple[PromptOut, ...]
    hash: str
    head_hash: str
    view: Any
    table: Table | None
    result: ResultOut | None


class FrameState(Out, frozen=True):
    """The part of a state that a client draws: the same as in the state itself."""

    status: str
    phase: str
    prompts: tuple[PromptOut, ...]
    table: Table | None
    result: ResultOut | None


class FrameOut(Out, frozen=True, omit_defaults=True):
    """A match after a batch as one perspective sees it: whole in `state`, or as a JSON Patch (RFC 6902) to the frame
    before it. The hashes are those of the state at this version; a brief frame after the first one has none.
    """

    version: int
    at: str
    state_hash: str = ""
    head_hash: str = ""
    state: Mapping[str, Any] | None = None
    patch: tuple[Mapping[str, Any], ...] | None = None


class LegalAction(Out, frozen=True):
    """One answer; `action` is the action as JSON data with its type, `token` stands for it and its guard."""

    token: str
    type: str
    label: str
    action: Mapping[str, Any]
    rule_ids: tuple[str, ...]


class FieldReference(Out, frozen=True):
    """What the values of a field of an action name on the table: CARD and GROUP, the id of one, or what its `value`
    says; PLACE, a card's `value` that is its place in its zone, from 1; SEAT, the number of one; WORD and NUMBER,
    nothing but what they say.
    """

    action: str
    field: str
    names: tuple[Literal["CARD", "SEAT", "GROUP", "PLACE", "WORD", "NUMBER"], ...]


class PromptOptions(Out, frozen=True):
    """The legal answers to one prompt: enumerated, and by templates where there are too many to list.

    `references`: what the values in both name, by the actions that are legal and their fields.
    """

    prompt: PromptOut
    actions: tuple[LegalAction, ...]
    templates: tuple[Template, ...]
    references: tuple[FieldReference, ...]
    default: Mapping[str, Any] | None


class LegalActionSet(Out, frozen=True):
    """Everything that a seat may do now, besides conceding."""

    version: int
    seat: int
    may_concede: bool
    prompts: tuple[PromptOptions, ...]


class UnplayableCard(Out, frozen=True):
    """A card in a hand, by what actions say for it, that can't be played now: the rule that stops it, and why."""

    card: str
    rule_id: str | None
    message: str


class UnplayableCards(Out, frozen=True):
    """The cards in the hand of a seat that none of its prompts offers; none once it plays no more."""

    version: int
    seat: int
    cards: tuple[UnplayableCard, ...]


class EventSubjects(Out, frozen=True):
    """What an event names: seats, cards of the catalogue, and cards on the table, each by their ids."""

    seats: tuple[int, ...]
    cards: tuple[str, ...]
    things: tuple[str, ...]


class EventOut(Out, frozen=True):
    """An event as the perspective sees it; a sealed one has the type `sealed` and no content.

    `text` is a sentence for people, `text_key` and `text_arguments` (by the fields of `data`) the same for whoever
    tells it in another language; `rule_ids` are the rules that it follows. `weight`: KEY, the turns of a match; PLAY,
    what somebody does or what comes of it; DETAIL, what explains it; TRACE, how it is carried out. `mark`: its mark on
    a timeline, by a name of the game's look.
    """

    id: str
    version: int
    type: str
    at: str
    actor: str
    caused_by: str | None
    redacted: bool
    hash: str
    batch_end: bool
    text: str
    text_key: str
    text_arguments: Mapping[str, str]
    rule_ids: tuple[str, ...]
    weight: Literal["KEY", "PLAY", "DETAIL", "TRACE"]
    mark: str | None
    subjects: EventSubjects
    data: Mapping[str, Any]


class EventPage(Out, frozen=True):
    """Events in version order. `complete`: nothing after them exists now."""

    events: tuple[EventOut, ...]
    complete: bool
    version: int


class ActOut(Out, frozen=True):
    """The answer to an accepted action: the new version, its events as the caller sees them, the head hash."""

    match: MatchOut
    version: int
    head_hash: str
    replayed: bool
    events: tuple[EventOut, ...]


@dataclass(frozen=True)
class Taken:
    """An action that was taken: the new version, the head hash, how many events it has, and the rest of the answer,
    which is made for who wants it.
    """

    game: str
    version: int
    head_hash: str
    replayed: bool
    count: int
    match: Callable[[], Awaitable[MatchOut]]
    events: Callable[[], Awaitable[Sequence[EventOut]]]

    async def whole(self) -> ActOut:
        """All of the answer."""
        match = await self.match()
        return ActOut(match, self.version, self.head_hash, self.replayed, tuple(await self.events()))


class CreateOut(Out, frozen=True):
    """A match created. `invite` is the code for joining a match by invitation, shown to its creator."""

    match: MatchOut
    invite: str | None
    replayed: bool


class ForkOut(Out, frozen=True):
    """A practice match that goes on from a version of another one."""

    match: MatchOut
    replayed: bool


class JoinOut(Out, frozen=True):
    """A seat taken. `seat_token` is shown again on a retry with the same key; empty: a bot of the house took it."""

    match: MatchOut
    seat: int
    seat_token: str
    replayed: bool


class MatchFilter(msgspec.Struct, frozen=True, kw_only=True):
    """A choice of matches, and their order. All conditions must hold; none: all that the caller may see.

    `status`: one of several. `mine`: the caller's account sits in it. `joinable`: open, with a free seat. `player`: the
    reference of a player in that match, `pl:...` or `guest:...`. `entrant`: an entrant of its tournament, `en_...`, or
    a player of leaderboards, `ld_...`, holds a seat of it. `practice`: a fork. `ended_by`: the rule that ended it.
    Times are RFC 3339 texts, exclusive; RECENTLY_UPDATED moves a match to the front whenever something happens.
    `tournament`, `tn_...`: a game of it, in the `round`, if that is given. `deck`, the label of a deck, and `card`:
    somebody brought it, in a match that is over and whose decks everybody may know.
    """

    game: str | None = None
    status: tuple[Literal["OPEN", "RUNNING", "FINISHED", "ABORTED"], ...] = ()
    visibility: Literal["OPEN", "INVITE"] | None = None
    mine: bool = False
    joinable: bool | None = None
    practice: bool | None = None
    player: str | None = None
    entrant: str | None = None
    ended_by: str | None = None
    tournament: str | None = None
    round: int | None = None
    deck: str | None = None
    card: str | None = None
    created_after: str | None = None
    created_before: str | None = None
    finished_after: str | None = None
    finished_before: str | None = None
    order: Literal["NEWEST", "OLDEST", "RECENTLY_UPDATED"] = "NEWEST"


class MatchPage(Page, frozen=True):
    """Matches in the order that was asked for; `end_cursor` continues, for the same filter and order."""

    matches: tuple[MatchOut, ...]
    end_cursor: str | None
    has_next: bool


class MatchCounts(Out, frozen=True):
    """The numbers of a game's matches, private ones included."""

    open: int
    running: int
    finished: int
    aborted: int


class GameStatistics(Out, frozen=True):
    """The matches of one game."""

    game: str
    matches: MatchCounts


class Statistics(Out, frozen=True):
    """All games; a moment behind the matches themselves."""

    games: tuple[GameStatistics, ...]


class CreateMatch(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="camel"):
    """A new match. `options` are the game's own, at most 8 KiB as JSON; times in ms, 0: no limit, null: as they say.

    `spectator_delay_ms`, up to an hour: from the start on, strangers learn what happens so much later.
    """

    game: Annotated[str, msgspec.Meta(extra_json_schema=SLUG)]
    seats: Annotated[int, msgspec.Meta(extra_json_schema={"minimum": 1, "maximum": 64})]
    options: Mapping[str, Any] = {}
    decision_ms: Annotated[int, msgspec.Meta(extra_json_schema=up_to(DAY))] | None = None
    turn_ms: Annotated[int, msgspec.Meta(extra_json_schema=up_to(DAY))] | None = None
    bank_ms: Annotated[int, msgspec.Meta(extra_json_schema=up_to(DAY))] = 0
    visibility: Literal["OPEN", "INVITE"] = "OPEN"
    reveal: Literal["ALL", "PARTICIPANTS"] = "ALL"
    spectator_delay_ms: Annotated[int, msgspec.Meta(extra_json_schema=up_to(HOUR))] = 0


class JoinMatch(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="camel"):
    """Take a seat (the lowest free one if none is named).

    With one of three: a preconstructed `deck`, a saved deck of the caller's own by its `deck_id`, or a `loadout`.
    `bot`: true, where a program of the caller's plays. The name of one of the game's `bots` gives a seat of the
    caller's own match to the house's bot instead, which plays the `deck`, or one that fits if none is named.
    """

    seat: int | None = None
    deck: str | None = None
    deck_id: str | None = None
    loadout: Mapping[str, Any] | None = None
    seed: Annotated[str, msgspec.Meta(extra_json_schema=SEED)] | None = None
    bot: bool | Strength = False
    invite: str | None = None


class ActInput(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="camel"):
    """An action: by `token`, or as `action` data with its type under a guard (prompt and revision, or version).

    `game`: the slug of the game whose action it is, where the caller's skin says so; another match refuses it.
    """

    idempotency_key: str
    seat: int | None = None
    prompt_id: str | None = None
    revision: int | None = None
    expected_version: int | None = None
    token: str | None = None
    action: Mapping[str, Any] | None = None
    game: str | None = None


class ForkMatch(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="camel"):
    """From which version of a match to go on, for practice."""

    at_version: Annotated[int, msgspec.Meta(ge=1, le=1_000_000_000)]


@dataclass(frozen=True)
class FrameFile:
    """Frames up to `last`, whose event has the hash `head_hash` (hex), made while they are read. The match stood at
    `version` then.
    """

    version: int
    last: int
    head_hash: str
    perspective: str
    frames: AsyncGenerator[FrameOut]


class PresenceOut(Out, frozen=True):
    """The seats that have a stream of their own view open, and how many other streams there are."""

    seats: tuple[int, ...]
    spectators: int


class RunningClock(Out, frozen=True):
    """A running clock of a seat's prompt: `remaining_ms` until the deadline, the last `bank_ms` of it from the bank."""

    seat: int
    prompt_id: str
    deadline: str
    remaining_ms: int
    bank_ms: int


class ClockTickOut(Out, frozen=True):
    """The clocks that run in public, as the server's time was `at`; none: all have stopped."""

    at: str
    clocks: tuple[RunningClock, ...]


class Update(Out, frozen=True):
    """One message of a stream. `payload` is the rendered JSON of its kind, encoded once for all who see the same.

    kind: EventsAppended | PresenceChanged | ClockTick | Heartbeat | ResyncRequired | MatchClosed; there will be more.
    `version` is where the reader stands after it.
    """

    kind: str
    version: int
    payload: bytes


class DirectSink(Protocol):
    """A sink that belongs to one reader of a stream of updates. The writer of the stream may use it while that reader
    waits.

    The two are one: what was sent here doesn't come out of the stream, and what was declined here does, in its place.
    `open`: set by the service once nothing about the reader has to be asked again before it is told something.
    """

    open: bool

    @property
    def key(self) -> Hashable:
        """Sinks with equal keys send the same of an update."""
        ...

    async def prepare(self, update: Update) -> bytes | None:
        """The message of an update, made once for all with this key; None: the update comes out of the stream."""
        ...

    def send(self, prepared: bytes) -> bool:
        """Send it now, without waiting; False if that can't be, and the stream has to."""
        ...


ALL_MATCHES = MatchFilter()
EXPANDED = 200
"""The most answers to one prompt that are listed one by one."""
EVENT = 3
"""Points of an event in a page, over both skins: its sentence names cards as they lay on the table (docs/limits.md)."""
FRAME_VERSIONS = 4096
"""The most versions that one answer with frames goes over."""


class Matches(Protocol):
    """The use cases of a match."""

    async def create(self, caller: Caller, key: str, request: CreateMatch) -> tuple[MatchOut, bool, str | None]:
        """(match, replayed, invite code or None). A retried key finds the first match."""
        ...

    async def fork(self, caller: Caller, match_id: str, key: str, request: ForkMatch) -> tuple[MatchOut, bool]:
        """(new practice match whose seats are all the caller's, replayed). Of a match that is over and hides nothing.

        A retried key finds the first match. FORK_REFUSED may have `nearest`: the nearest version that can be forked.
        """
        ...

    async def join(self, caller: Caller, match_id: str, key: str, request: JoinMatch) -> JoinOut:
        """Take a seat, or give one of an own match to a bot of the house: only who made a match may, or of a match that
        a guest made who took its first seat. FORBIDDEN.
        """
        ...

    async def leave(self, caller: Caller, match_id: str, seat: int, key: str) -> MatchOut:
        """Free an own seat, or that of a bot of the house in an own match, before the start."""
        ...

    async def get(self, caller: Caller, match_id: str) -> MatchOut: ...

    async def find(
        self,
        caller: Caller,
        *,
        first: int,
        after: str | None = None,
        wanted: MatchFilter = ALL_MATCHES,
    ) -> MatchPage:
        """A page of what the caller may see: open matches, and those that the caller's account sits in.

        INVALID_INPUT for a cursor of another filter or order.
        """
        ...

    async def statistics(self) -> Statistics:
        """The numbers of each game's open, running, finished and aborted matches."""
        ...

    async def state(
        self, caller: Caller, match_id: str, *, perspective: str | None = None, at_version: int | None = None
    ) -> StateOut: ...

    async def legal_actions(
        self,
        caller: Caller,
        match_id: str,
        seat: int | None = None,
        at_version: int | None = None,
        expand: int = EXPANDED,
    ) -> LegalActionSet:
        """The legal actions of a seat, now or at a version; none inside a batch. Of each prompt at most `expand` (0 to
        EXPANDED) answers are listed, the rest are templates.

        Own seats (the only one, if none is named) from when they were taken; any seat of a match whose full record is
        open to the caller.
        """
        ...

    async def unplayable(self, caller: Caller, match_id: str, seat: int | None = None) -> UnplayableCards:
        """The cards in the hand of an own seat (the only one, if none is named) that it can't play now, and why."""
        ...

    async def act(self, caller: Caller, match_id: str, request: ActInput) -> Taken:
        """Answer a prompt, or concede (action type `concede`, no guard needed)."""
        ...

    async def events(
        self, caller: Caller, match_id: str, *, perspective: str | None = None, after: int = 0, first: int = 256
    ) -> EventPage: ...

    async def frames(
        self,
        caller: Caller,
        match_id: str,
        *,
        perspective: str | None = None,
        first: int = 1,
        last: int | None = None,
        brief: bool = False,
    ) -> FrameFile:
        """The frames of the batches that end at versions from `first` to `last`, at most FRAME_VERSIONS versions.

        `brief`: only the first one is whole and has hashes.
        """
        ...

    def updates(
        self,
        caller: Caller,
        match_id: str,
        *,
        perspective: str | None = None,
        after: int = 0,
        after_hash: str | None = None,
        frames: bool = False,
        sink: DirectSink | None = None,
    ) -> AsyncGenerator[Update]:
        """First what was missed since `after`, then live, without gap or double; ends with MatchClosed.

        `after_hash` (hex) is the hash of the event `after`: ResyncRequired, if the store has lost that event since.

        EventsAppended payload: {fromVersion, toVersion, events: [EventOut], stateHash, headHash}, with `frames` also
        the `patch` from the frame before it.
        Heartbeat payload: {version}. ResyncRequired: {currentVersion, reason}. MatchClosed: {version, result}.
        PresenceChanged: PresenceOut. ClockTick: ClockTickOut.
        """
        ...

    async def presence(self, caller: Caller, match_id: str) -> PresenceOut:
        """The present watchers of the match, for callers who may see it."""
        ...
