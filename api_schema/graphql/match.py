"""A match, its states and its events, whatever the game. Games add typed implementations of the two interfaces."""

from __future__ import annotations

from typing import Any

import strawberry

from api_schema.errors import ApiError, ErrorCode
from api_schema.graphql import shapes
from api_schema.graphql.attributes import attribute, reads
from api_schema.graphql.catalogue import Game, Node
from api_schema.graphql.context import Info, page_size
from api_schema.graphql.history import AuditReport, ReplayLink
from api_schema.graphql.paging import PageInfo, connection, edge_type, end_of_page, events_end, list_of, version_of
from api_schema.graphql.perspectives import As, Perspective, perspective_text
from api_schema.graphql.query_rows import query_field
from api_schema.graphql.scalars import Json
from api_schema.limiting.payer import Reader
from api_schema.operations.play import GET_PRESENCE, GET_UNPLAYABLE
from api_schema.ports.matches import EXPANDED, EventOut, EventPage, MatchOut, MatchPage, StateOut


@strawberry.interface(description="A match as one perspective sees it at one version.")
@reads(StateOut, alone=False)
class MatchState:
    """The interface of every game's typed state."""

    out: strawberry.Private[StateOut]

    version = attribute("The number of the last event that it knows.")
    resolving = attribute("Between two facts of one action: nothing is legal.")

    @strawberry.field(description="Whose eyes it is seen with.")
    def perspective(self) -> Perspective:
        return Perspective.of(self.out.perspective)

    @strawberry.field(graphql_type=shapes.MatchStatus, description="That of the match at this version.")
    def status(self) -> Any:
        return self.out.status.upper()

    phase = attribute("The game's own name of the phase.")
    prompts = attribute("What the match asks now, as far as it may be seen.")
    hash = attribute("Of the view's canonical JSON (RFC 8785) under its stored names, SHA-256 in hex.")
    head_hash = attribute("The hash chain's head at this version, hex.")

    @strawberry.field(description="The whole view, cheaper than typed fields for bulk; null before the start.")
    def json(self) -> Json | None:
        return None if self.out.view is None else Json(self.out.view)

    table = attribute("The state as a client can show it that knows no game.", kind=shapes.Table | None)
    result = attribute("Null until the match is over.")


@strawberry.interface(description="Something that happened, as the perspective sees it; each has an id of its own.")
@reads(EventOut, alone=False)
class MatchEvent(Node):
    """The interface of every event."""

    out: strawberry.Private[EventOut]

    id = attribute("Differs by perspective: `ev_..._7`, `ev_..._7_seat0`, `ev_..._7_full`.")
    version = attribute("Its number in the match, from 1 without gaps.")
    type = attribute("Its name; `sealed` where only that it happened may be seen.")
    at = attribute("When it happened.")
    actor = attribute("`seat:<n>`, `clock`, `referee` or `system`.")
    caused_by = attribute("The accepted action that caused it.")
    redacted = attribute("Whether this perspective misses something of it.")
    hash = attribute("The hash chain's head after it, hex.")
    batch_end = attribute("The last of what one action caused; after it, something may be legal.")
    text = attribute("A sentence for people.")
    text_key = attribute("The same sentence for whoever tells it in another language: with `textArguments`.")
    text_arguments = attribute("The names, words and numbers that stand in the sentence, by the fields of the event.")
    rule_ids = attribute("The rules that it follows.")
    weight = attribute("How much it matters to a reader.")
    mark = attribute("Its mark on a timeline, by a name of the game's look.")
    subjects = attribute("The seats and cards that it names.")
    json = attribute("Its content as far as it may be seen.", of="data")


@strawberry.type(description="A sealed event, or one without typed fields.")
class PlainEvent(MatchEvent):
    """An event with nothing but the interface."""


EventEdge = edge_type("Event", MatchEvent)


@strawberry.type(description="Events in version order.")
@reads(EventPage, "page")
class EventConnection:
    """A page of events."""

    page: strawberry.Private[EventPage]
    game: strawberry.Private[str]

    @strawberry.field
    def nodes(self, info: Info) -> list[MatchEvent]:
        typed = info.context.typed(self.game)
        return [typed.event(event) for event in self.page.events]

    @strawberry.field(graphql_type=list_of(EventEdge))
    def edges(self, info: Info) -> Any:
        typed = info.context.typed(self.game)
        return [EventEdge(cursor=str(event.version), node=typed.event(event)) for event in self.page.events]

    complete = attribute("Nothing after them exists now.")

    @strawberry.field(description="The cursor is a version: pass it as `afterVersion`, or as `after`.")
    def page_info(self) -> PageInfo:
        events = self.page.events
        return events_end(events, events[-1].version if events else None, more=not self.page.complete)


@strawberry.type(description="One match. Every change of it is one event with a gap-free version.")
@reads(MatchOut)
class Match(Node):
    """A match as its viewers see it."""

    out: strawberry.Private[MatchOut]

    id = attribute("Of this match alone: `mt_...`.")

    @strawberry.field(description="The game that is played.")
    def game(self, info: Info) -> Game:
        return Game(game=info.context.use_cases.catalogue.game(self.out.game))

    version = attribute("The number of its last event.")
    status = attribute("OPEN: seats are free. RUNNING, FINISHED or ABORTED.")
    visibility = attribute("Who finds it and may watch.", kind=shapes.MatchVisibility)
    reveal = attribute(
        "The audience of secrets after the match. LATER: nobody, until its tournament opens them to all."
    )
    closed = attribute("Nothing follows any more: it is over, and nothing is still to be opened.")
    spectator_delay_ms = attribute("Once the match runs, a caller without a seat learns what happens so much later.")
    seats = attribute("In their order; their numbers begin with 0.")
    clock = attribute("The time that players have.")
    options = attribute("The game's own options.")
    pins = attribute("The versions and hashes that it is played by.")
    result = attribute("Null until it is over.")
    ends_at = attribute("When its time is up, if its options limit it; null before the start and in a fork.")
    practice = attribute("It counts for nothing, as every fork.")
    origin = attribute("The origin of a fork.")
    tournament = attribute("Its place in a tournament.")
    head_hash = attribute("The hash chain's head, hex.")
    created_at = attribute("When it was made.")
    updated_at = attribute("When its last event happened.")

    @strawberry.field(description="The state now, or folded at any past version.")
    async def state(self, info: Info, view: As = None, at_version: int | None = None) -> MatchState:
        context = info.context
        out = await context.use_cases.matches.state(
            await context.caller(), self.out.id, perspective=perspective_text(view), at_version=at_version
        )
        typed: MatchState = context.typed(self.out.game).state(out)
        return typed

    @strawberry.field(
        graphql_type=shapes.LegalActionSet | None,
        description="The legal actions of a seat (the caller's, if none is named), now or at a past version; null "
        "for a caller without a seat. The full record opens those of other seats. Of each prompt at most `expand` "
        "answers are listed; with 0 each comes as its template.",
    )
    async def legal_actions(
        self, info: Info, seat: int | None = None, at_version: int | None = None, expand: int = EXPANDED
    ) -> Any:
        caller = await info.context.caller()
        try:
            return await info.context.use_cases.matches.legal_actions(caller, self.out.id, seat, at_version, expand)
        except ApiError as error:
            nobody = error.code == ErrorCode.UNAUTHENTICATED and info.context.token is None
            if seat is None and (nobody or error.code == ErrorCode.NOT_YOUR_SEAT):
                return None
            raise

    @strawberry.field(description="Events after a version, or after a cursor.")
    async def events(
        self, info: Info, view: As = None, after_version: int = 0, first: int = 200, after: str | None = None
    ) -> EventConnection:
        page = await info.context.use_cases.matches.events(
            await info.context.caller(),
            self.out.id,
            perspective=perspective_text(view),
            after=after_version if after is None else version_of(after),
            first=page_size(first, 256),
        )
        return EventConnection(page=page, game=self.out.game)

    unplayable = query_field(GET_UNPLAYABLE)
    presence = query_field(GET_PRESENCE)

    @strawberry.field(description="The address of its replay file, as this perspective may keep it.")
    async def replay(self, info: Info, view: As = None) -> ReplayLink:
        caller = await info.context.caller()
        file = await info.context.use_cases.history.replay(caller, self.out.id, perspective=perspective_text(view))
        return ReplayLink(file=file)

    @strawberry.field(description="Whether the stored record holds: heavy, once for each version.")
    async def audit(self, info: Info) -> AuditReport:
        context = info.context
        payer = Reader(context.meter, await context.client())
        return AuditReport(out=await context.use_cases.history.audit(await context.caller(), self.out.id, payer))


connection(
    "MatchConnection",
    MatchPage,
    "Matches in the order that was asked for. A cursor is good for its filter and order.",
    nodes=attribute(of="matches"),
    page_info=end_of_page(),
)
