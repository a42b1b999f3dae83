"""Webhooks: what happens to matches and in tournaments, told to a URL of the account's choice."""

from __future__ import annotations

from typing import Annotated, Literal, Protocol

import msgspec
from msgspec import Meta

from api_schema.input.patterns import EVENT, REFERENCE, SLUG, WEB_ADDRESS, WRITTEN_MOMENT
from api_schema.ports.base import Caller, Out
from api_schema.ports.matches import ResultOut
from api_schema.ports.tournaments import TableResultOut

MatchKind = Literal["match.started", "match.finished", "match.aborted"]
TournamentKind = Literal[
    "tournament.started",
    "round.started",
    "result.recorded",
    "round.finished",
    "result.reopened",
    "tournament.finished",
    "tournament.cancelled",
]
WebhookScope = Literal["OWN", "PUBLIC"]
WebhookKind = Literal[MatchKind, TournamentKind]
"""The kinds of events for webhooks. Receivers must tolerate kinds that they don't know."""


class WebhookOut(Out, frozen=True):
    """A webhook as its account sees it, without its secret.

    ACTIVE: the last delivery arrived, or none was due. FAILING: what is due is tried again at `next_attempt_at`.
    DISABLED: nothing is sent any more, until it is replayed. `last_error` says what was wrong with the last attempt.
    """

    id: str
    url: str
    kinds: tuple[WebhookKind, ...]
    game: str | None
    tournament: str | None
    matches: WebhookScope
    status: Literal["ACTIVE", "FAILING", "DISABLED"]
    created_at: str
    last_delivered_at: str | None
    failing_since: str | None
    next_attempt_at: str | None
    last_error: str | None


class WebhookMade(Out, frozen=True):
    """A new webhook and its secret, `whsec_...`, which is shown this once."""

    webhook: WebhookOut
    secret: str


class WebhookList(Out, frozen=True):
    """All webhooks of an account, newest first."""

    webhooks: tuple[WebhookOut, ...]


class CreateWebhook(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where to, and of what: kinds of events, of one game or of all, of one tournament and its matches or of all.

    `matches`: OWN are those that the account sits in, private ones too, and the tournaments that it has entered or has
    had a role in; PUBLIC are all that everybody may see.
    """

    url: Annotated[str, Meta(min_length=1, max_length=2000, extra_json_schema=WEB_ADDRESS)]
    kinds: Annotated[tuple[WebhookKind, ...], Meta(min_length=1, max_length=20)] = (
        "match.started",
        "match.finished",
        "match.aborted",
    )
    game: Annotated[str, Meta(min_length=1, max_length=64, extra_json_schema=SLUG)] | None = None
    tournament: Annotated[str, Meta(min_length=1, max_length=64, extra_json_schema=REFERENCE)] | None = None
    matches: WebhookScope = "OWN"


class ReplayWebhook(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """From where to deliver again. One of both: what followed the delivery `after` (its `webhook-id`), or what has
    happened `since` a time (RFC 3339).
    """

    after: Annotated[str, Meta(min_length=1, max_length=80, extra_json_schema=EVENT)] | None = None
    since: Annotated[str, Meta(min_length=1, max_length=40, extra_json_schema=WRITTEN_MOMENT)] | None = None


class SeatNews(Out, frozen=True):
    """A seat. `player` is the reference that stands in the events, of this match alone; null: nobody sat there."""

    number: int
    player: str | None
    bot: bool


class MatchNews(Out, frozen=True):
    """The public facts of a match, for everybody who may see it. `version` and `head_hash` (hex) are those of the
    event.

    `result` is null for a match that has just started.
    """

    match_id: str
    game: str
    version: int
    head_hash: str
    visibility: Literal["OPEN", "INVITE"]
    practice: bool
    result: ResultOut | None
    seats: tuple[SeatNews, ...]


class WebhookMessage(Out, frozen=True):
    """The body of a delivery about a match, as Standard Webhooks has it. `timestamp` is when it happened."""

    type: MatchKind
    timestamp: str
    data: MatchNews


class PlaceNews(Out, frozen=True):
    """The final place of an entrant; equal ones have one rank."""

    rank: int
    entrant: str


class TournamentNews(Out, frozen=True):
    """The public facts of a tournament, and nothing of decks. `version` and `head_hash` (hex) are the event's.

    `round` is that of kinds about rounds and results. `table`, its `entrants` in the order of their seats and the whole
    `result` belong to `result.recorded`, which comes again when a referee changes it; `result.reopened` has all but the
    `result`, which counts no longer. `places`: the end, best first.
    """

    tournament_id: str
    game: str
    version: int
    head_hash: str
    round: int | None
    table: int | None
    entrants: tuple[str, ...]
    result: TableResultOut | None
    places: tuple[PlaceNews, ...]


class TournamentMessage(Out, frozen=True):
    """The body of a delivery about a tournament. `timestamp` is when it happened."""

    type: TournamentKind
    timestamp: str
    data: TournamentNews


class Webhooks(Protocol):
    """An account's webhooks: UNAUTHENTICATED for guests, and all needs the scope `webhook:manage`."""

    async def create(self, caller: Caller, request: CreateWebhook) -> WebhookMade:
        """A new webhook, for events from now on. INVALID_INPUT for a URL that the service can't take."""
        ...

    async def all(self, caller: Caller) -> tuple[WebhookOut, ...]:
        """Newest first."""
        ...

    async def get(self, caller: Caller, webhook_id: str) -> WebhookOut:
        """NOT_FOUND, also for one of somebody else."""
        ...

    async def delete(self, caller: Caller, webhook_id: str) -> None:
        """Nothing is sent any more, but what is on its way. NOT_FOUND."""
        ...

    async def replay(self, caller: Caller, webhook_id: str, request: ReplayWebhook) -> WebhookOut:
        """Deliver again from there on; a disabled one is active again. NOT_FOUND, INVALID_INPUT."""
        ...
