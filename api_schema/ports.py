"""What the outside skins ask of the service: one use-case layer under GraphQL and REST.

Every method may raise ApiError. Structs are named and cased as they go out (camelCase over JSON). Ids of matches are
opaque, `mt_...`; times are RFC 3339 UTC texts with milliseconds; perspectives are `seat:<n>`, `spectator` or `full`.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator, Mapping, Sequence
from typing import Annotated, Any, Literal, Protocol

import msgspec

from domain.kernel.game import CardInfo, CardSetInfo, DeckInfo, Game, Table
from domain.kernel.prompts import Template

UPLOAD_LIMIT = 16 << 20
"""Bytes of a replay file that may be sent."""


class Out(msgspec.Struct, frozen=True, rename="camel"):
    """The base of what goes out."""


class Caller(msgspec.Struct, frozen=True):
    """Who asks. `ref` names it inside this process; `seat` is set for the token of one seat of one match.

    `alias_key` is the account's own key: all that names the account in a match is made with it. It is never shown.
    """

    ref: str
    scopes: frozenset[str] = frozenset()
    account: str | None = None
    seat: tuple[str, int] | None = None
    alias_key: bytes = b""

    def __repr__(self) -> str:
        return f"Caller({self.ref!r})"

    def __rich_repr__(self) -> list[tuple[str, Any]]:
        return [("ref", self.ref)]


ANONYMOUS = Caller("anonymous")


class RuleInfo(Out, frozen=True):
    """A rule or ruling of a game's catalogue."""

    id: str
    text: str
    section: str


class OwnCardSet(Out, frozen=True):
    """A card set that a player has written: the hash that names it, its text, and how many cards it has."""

    hash: str
    game: str
    name: str
    cards: int
    text: str


class LoadoutReport(Out, frozen=True):
    """Whether a loadout is legal, and every violation."""

    legal: bool
    violations: tuple[ViolationOut, ...]


class ViolationOut(Out, frozen=True):
    """One violation with its rule."""

    rule_id: str
    message: str
    path: tuple[str, ...]


class SeatOut(Out, frozen=True):
    """A seat as the lobby shows it; private matches show no players to strangers.

    `player` is the reference that stands in the events, of this match alone. `name` is what the account behind it
    is called now; null for guests, for accounts without a name and for erased ones.
    """

    number: int
    taken: bool
    ready: bool
    bot: bool
    player: str | None
    conceded: bool
    name: str | None = None


class PinsOut(Out, frozen=True):
    """What the match is decided by."""

    rules_version: str
    rules_hash: str
    engine_version: str
    card_set_hash: str
    rng_algorithm: str
    seed_commitment: str


class ResultOut(Out, frozen=True):
    """How it ended; `placings` are groups of equal seats, best first.

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
    """Where a fork comes from: the match, the version, and the hex hash of its chain there."""

    match_id: str
    version: int
    head_hash: str


class MatchOut(Out, frozen=True):
    """A match as anybody who may see it sees it. `head_hash` is hex.

    `ends_at`: when its time is up, if its options limit it; null before the start, and in a fork.
    `practice`: it counts for nothing. So do all forks; `origin` says what a fork was forked from.
    """

    id: str
    game: str
    status: Literal["OPEN", "RUNNING", "FINISHED", "ABORTED"]
    version: int
    visibility: Literal["OPEN", "INVITE"]
    reveal: Literal["ALL", "PARTICIPANTS"]
    seats: tuple[SeatOut, ...]
    clock: ClockOut
    ends_at: str | None
    options: Mapping[str, Any]
    pins: PinsOut
    result: ResultOut | None
    practice: bool
    origin: OriginOut | None
    head_hash: str
    created_at: str
    updated_at: str


class PromptOut(Out, frozen=True):
    """An open question as far as the viewer may see it."""

    id: str
    revision: int
    seat: int
    kind: str
    mode: Literal["BLOCKING", "SIMULTANEOUS", "STANDING"]
    rule_id: str
    opened_at_version: int
    deadline: str | None


class StateOut(Out, frozen=True):
    """A state as one perspective sees it. `view` is the game's typed view, `hash` the hex of its canonical JSON."""

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


class LegalAction(Out, frozen=True):
    """One answer; `action` is the action as JSON data with its type, `token` stands for it and its guard."""

    token: str
    type: str
    label: str
    action: Mapping[str, Any]
    rule_ids: tuple[str, ...]


class PromptOptions(Out, frozen=True):
    """What may be answered to one prompt: enumerated answers, and templates for what is too much to list."""

    prompt: PromptOut
    actions: tuple[LegalAction, ...]
    templates: tuple[Template, ...]
    default: Mapping[str, Any] | None


class LegalActionSet(Out, frozen=True):
    """Everything that a seat may do now, besides conceding."""

    version: int
    seat: int
    may_concede: bool
    prompts: tuple[PromptOptions, ...]


class EventOut(Out, frozen=True):
    """An event as the perspective sees it; a sealed one has the type `sealed` and no content."""

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


class JoinOut(Out, frozen=True):
    """A seat taken. `seat_token` is shown again on a retry with the same key."""

    match: MatchOut
    seat: int
    seat_token: str
    replayed: bool


class MatchPage(Out, frozen=True):
    """Matches, newest first; `end_cursor` continues."""

    matches: tuple[MatchOut, ...]
    end_cursor: str | None
    has_next: bool


class SigningKey(Out, frozen=True, kw_only=True):
    """An Ed25519 public key as a JWK (RFC 8037). `kid` is its thumbprint (RFC 7638); `first_used_at` null: not yet."""

    kty: Literal["OKP"] = "OKP"
    crv: Literal["Ed25519"] = "Ed25519"
    x: str
    kid: str
    use: Literal["sig"] = "sig"
    alg: Literal["EdDSA"] = "EdDSA"
    first_used_at: str | None


class KeySet(Out, frozen=True):
    """A JWK Set (RFC 7517): all keys that this service has ever signed with or may sign with, newest first."""

    keys: tuple[SigningKey, ...]


class MatchCounts(Out, frozen=True):
    """How many matches of a game there are, private ones included."""

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


class AccountOut(Out, frozen=True):
    """An account as it sees itself. `name` is what the others see; it need not be unique."""

    id: str
    name: str | None
    created_at: str


class AuditLevel(Out, frozen=True):
    """One level: `store`, or L0 to L4. `line` counts from 1. DIVERGED: other rules than those in force decided it."""

    level: str
    status: Literal["OK", "FAILED", "DIVERGED", "SKIPPED"]
    message: str
    line: int | None
    version: int | None


class AuditReport(Out, frozen=True):
    """Whether a record holds: `ok` if no level failed or diverged. `head` is hex, `signed_by` the id of a key.

    `version`, `head`, `status` and `signed_by` are null unless the chain (L0) holds. `pinned`: it is signed by one of
    the service's own keys.
    """

    ok: bool
    match: str
    game: str
    perspective: str
    version: int | None
    head: str | None
    status: str | None
    signed_by: str | None
    pinned: bool
    levels: tuple[AuditLevel, ...]


class ReplayFile(msgspec.Struct, frozen=True):
    """A replay file on its way out. `complete`: the match is over, so its events never change.

    `lines` are made as they are read; each ends with a line feed. `views` is the hash of the types of its views,
    `signed_by` the id of the key that the footer is signed by: a match that is over is signed a moment later.
    """

    match_id: str
    perspective: str
    version: int
    head_hash: str
    complete: bool
    views: str
    signed_by: str | None
    lines: AsyncGenerator[bytes, None]


class CreateMatch(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="camel"):
    """A new match. `options` are the game's own; times in ms, 0: no limit, null: as the game's options say."""

    game: str
    seats: int
    options: Mapping[str, Any] = {}
    decision_ms: int | None = None
    turn_ms: int | None = None
    bank_ms: int = 0
    visibility: Literal["OPEN", "INVITE"] = "OPEN"
    reveal: Literal["ALL", "PARTICIPANTS"] = "ALL"


class JoinMatch(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="camel"):
    """Take a seat (the lowest free one if none is named) with a preconstructed `deck` or an own `loadout`."""

    seat: int | None = None
    deck: str | None = None
    loadout: Mapping[str, Any] | None = None
    seed: str | None = None
    bot: bool = False
    invite: str | None = None


class ActInput(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="camel"):
    """An action: by `token`, or as `action` data with its type under a guard (prompt and revision, or version)."""

    idempotency_key: str
    seat: int | None = None
    prompt_id: str | None = None
    revision: int | None = None
    expected_version: int | None = None
    token: str | None = None
    action: Mapping[str, Any] | None = None


class ForkMatch(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="camel"):
    """From which version of a match to go on, for practice."""

    at_version: Annotated[int, msgspec.Meta(ge=1, le=1_000_000_000)]


class Update(Out, frozen=True):
    """One message of a stream. `payload` is the rendered JSON of its kind, encoded once for all who see the same.

    kind: EventsAppended | Heartbeat | ResyncRequired | MatchClosed. `version` is where the reader stands after it.
    """

    kind: str
    version: int
    payload: bytes


class Accounts(Protocol):
    """Tokens to callers."""

    async def authenticate(self, token: str | None) -> Caller:
        """The caller behind a bearer token (personal `pl_...` or seat `st_...`); UNAUTHENTICATED if it is no good."""
        ...

    async def create_token(self, caller: Caller, name: str, scopes: Sequence[str]) -> tuple[str, str]:
        """(token id, token): shown once, stored hashed."""
        ...

    async def revoke_token(self, caller: Caller, token_id: str) -> None: ...

    async def profile(self, caller: Caller) -> AccountOut:
        """The caller's own account; UNAUTHENTICATED for guests."""
        ...

    async def rename(self, caller: Caller, name: str | None) -> AccountOut:
        """Give the caller's account a name, or none."""
        ...

    async def erase(self, caller: Caller, confirm: str) -> None:
        """Forget who the caller's account is: its name, its tokens, which matches are its own. `confirm`: ERASE."""
        ...


class Catalogue(Protocol):
    """The games, their rules, cards and decks. Immutable per content hash."""

    def games(self) -> Sequence[Game]: ...

    def game(self, slug: str) -> Game:
        """NOT_FOUND for an unknown slug."""
        ...

    def rules(self, slug: str) -> Sequence[RuleInfo]: ...

    def rules_hash(self, slug: str) -> str: ...

    async def cards(self, slug: str, card_set: str | None = None) -> Sequence[CardInfo]:
        """Of all core sets, or of one set: a core one by its id, or one that a player has written by its hash."""
        ...

    def card_sets(self, slug: str) -> Sequence[CardSetInfo]: ...

    def decks(self, slug: str) -> Sequence[DeckInfo]: ...

    def option_schema(self, slug: str) -> Mapping[str, Any]:
        """JSON Schema of the game's match options."""
        ...

    def loadout_schema(self, slug: str) -> Mapping[str, Any]:
        """JSON Schema of the game's loadout."""
        ...

    async def validate_loadout(
        self, slug: str, options: Mapping[str, Any], seats: int, loadout: Mapping[str, Any]
    ) -> LoadoutReport: ...

    async def upload_card_set(self, caller: Caller, slug: str, text: str) -> OwnCardSet:
        """Store a set of the caller's own, once however often it is sent. CARD_SET_INVALID with every fault."""
        ...

    async def card_set(self, digest: str) -> OwnCardSet:
        """A set that a player has written, by its hash. NOT_FOUND."""
        ...


class Matches(Protocol):
    """The use cases of a match."""

    async def create(self, caller: Caller, key: str, order: CreateMatch) -> tuple[MatchOut, bool, str | None]:
        """(match, replayed, invite code or None). A retried key finds the first match."""
        ...

    async def fork(self, caller: Caller, match_id: str, key: str, order: ForkMatch) -> tuple[MatchOut, bool]:
        """(new practice match whose seats are all the caller's, replayed). Of a match that is over and hides nothing.

        A retried key finds the first match. FORK_REFUSED may have `nearest`: the nearest version that can be forked.
        """
        ...

    async def join(self, caller: Caller, match_id: str, key: str, order: JoinMatch) -> JoinOut: ...

    async def leave(self, caller: Caller, match_id: str, seat: int, key: str) -> MatchOut: ...

    async def get(self, caller: Caller, match_id: str) -> MatchOut: ...

    async def find(
        self,
        caller: Caller,
        *,
        first: int,
        after: str | None = None,
        game: str | None = None,
        status: str | None = None,
    ) -> MatchPage: ...

    async def statistics(self) -> Statistics:
        """How many matches of each game are open, running, finished, aborted."""
        ...

    async def state(
        self, caller: Caller, match_id: str, *, perspective: str | None = None, at_version: int | None = None
    ) -> StateOut: ...

    async def legal_actions(
        self, caller: Caller, match_id: str, seat: int | None = None, at_version: int | None = None
    ) -> LegalActionSet:
        """What a seat may do, or might have done at a version: nothing inside a batch.

        Own seats (the only one, if none is named) from when they were taken; any seat of a match whose full record is
        open to the caller.
        """
        ...

    async def act(self, caller: Caller, match_id: str, order: ActInput) -> ActOut:
        """Answer a prompt, or concede (action type `concede`, no guard needed)."""
        ...

    async def events(
        self, caller: Caller, match_id: str, *, perspective: str | None = None, after: int = 0, first: int = 256
    ) -> EventPage: ...

    def updates(
        self, caller: Caller, match_id: str, *, perspective: str | None = None, after: int = 0
    ) -> AsyncIterator[Update]:
        """First what was missed since `after`, then live, without gap or double; ends with MatchClosed.

        EventsAppended payload: {fromVersion, toVersion, events: [EventOut], stateHash, headHash}.
        Heartbeat payload: {version}. ResyncRequired: {currentVersion, reason}. MatchClosed: {version, result}.
        """
        ...


class Signing(Protocol):
    """The keys that finished matches are signed with."""

    async def keys(self) -> KeySet:
        """The public ones. The first signs; none is ever taken away."""
        ...


class History(Protocol):
    """Records of matches: taken along, and checked."""

    async def replay(
        self, caller: Caller, match_id: str, *, perspective: str | None = None, after: int = 0
    ) -> ReplayFile:
        """The replay file of the match as it is now. After a version: its lines without header, checks included."""
        ...

    async def audit(self, caller: Caller, match_id: str) -> AuditReport:
        """Whether the stored record of a match holds. UNAVAILABLE while too many wait.

        Nothing hidden is told to whom the whole record isn't open: levels then say no more than that they hold.
        """
        ...

    async def verify(self, body: AsyncIterator[bytes]) -> AuditReport:
        """Whether a replay file holds that somebody sends, plain or gzipped; nothing is kept.

        INVALID_INPUT for what is no replay file, with `line` where there is one, or with `limit` for too much of it.
        """
        ...


class Health(Protocol):
    """Whether this process can work."""

    async def ready(self) -> Mapping[str, str]:
        """{part: "ok" or what is wrong}; the process is ready when all are ok."""
        ...


class UseCases(msgspec.Struct, frozen=True):
    """All that the skins need, built in one place."""

    accounts: Accounts
    catalogue: Catalogue
    matches: Matches
    health: Health
    signing: Signing
    history: History
