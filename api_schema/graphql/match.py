"""A match, its states and its events, whatever the game. Games add typed implementations of the two interfaces."""

from __future__ import annotations

from typing import Any

import strawberry

from api_schema.errors import ApiError, ErrorCode
from api_schema.graphql import shapes
from api_schema.graphql.catalogue import Game, Node
from api_schema.graphql.context import Info, page_size
from api_schema.graphql.history import AuditReport, ReplayLink
from api_schema.graphql.outputs import NameValue
from api_schema.graphql.paging import PageInfo
from api_schema.graphql.perspectives import As, Perspective, perspective_text
from api_schema.graphql.scalars import DateTime, Json
from api_schema.limiting.payer import Reader
from api_schema.ports.matches import EXPANDED, EventOut, EventPage, MatchOut, StateOut


@strawberry.interface(description="A match as one perspective sees it at one version.")
class MatchState:
    """The interface of every game's typed state."""

    out: strawberry.Private[StateOut]

    @strawberry.field
    def version(self) -> int:
        return self.out.version

    @strawberry.field(description="Between two facts of one action: nothing is legal.")
    def resolving(self) -> bool:
        return self.out.resolving

    @strawberry.field
    def perspective(self) -> Perspective:
        return Perspective.of(self.out.perspective)

    @strawberry.field(graphql_type=shapes.MatchStatus)
    def status(self) -> Any:
        return self.out.status.upper()

    @strawberry.field(description="The game's own name of the phase.")
    def phase(self) -> str:
        return self.out.phase

    @strawberry.field(graphql_type=list[shapes.Prompt])
    def prompts(self) -> Any:
        return self.out.prompts

    @strawberry.field(description="Of the view's canonical JSON (RFC 8785) under its stored names, SHA-256 in hex.")
    def hash(self) -> str:
        return self.out.hash

    @strawberry.field(description="The hash chain's head at this version, hex.")
    def head_hash(self) -> str:
        return self.out.head_hash

    @strawberry.field(description="The whole view, cheaper than typed fields for bulk; null before the start.")
    def json(self) -> Json | None:
        return None if self.out.view is None else Json(self.out.view)

    @strawberry.field(
        graphql_type=shapes.Table | None, description="The state as a client can show it that knows no game."
    )
    def table(self) -> Any:
        return self.out.table

    @strawberry.field(graphql_type=shapes.MatchResult | None)
    def result(self) -> Any:
        return self.out.result


@strawberry.interface(description="Something that happened, as the perspective sees it.")
class MatchEvent:
    """The interface of every event."""

    out: strawberry.Private[EventOut]

    @strawberry.field
    def id(self) -> strawberry.ID:
        return strawberry.ID(self.out.id)

    @strawberry.field
    def version(self) -> int:
        return self.out.version

    @strawberry.field(description="Its name; `sealed` where only that it happened may be seen.")
    def type(self) -> str:
        return self.out.type

    @strawberry.field
    def at(self) -> DateTime:
        return DateTime(self.out.at)

    @strawberry.field(description="`seat:<n>`, `clock`, `referee` or `system`.")
    def actor(self) -> str:
        return self.out.actor

    @strawberry.field(description="The accepted action that caused it.")
    def caused_by(self) -> strawberry.ID | None:
        return None if self.out.caused_by is None else strawberry.ID(self.out.caused_by)

    @strawberry.field(description="Whether this perspective misses something of it.")
    def redacted(self) -> bool:
        return self.out.redacted

    @strawberry.field(description="The hash chain's head after it, hex.")
    def hash(self) -> str:
        return self.out.hash

    @strawberry.field(description="The last of what one action caused; after it, something may be legal.")
    def batch_end(self) -> bool:
        return self.out.batch_end

    @strawberry.field(description="A sentence for people.")
    def text(self) -> str:
        return self.out.text

    @strawberry.field(description="The same sentence for whoever tells it in another language: with `textArguments`.")
    def text_key(self) -> str:
        return self.out.text_key

    @strawberry.field(
        graphql_type=list[NameValue],
        description="The names, words and numbers that stand in the sentence, by the fields of the event.",
    )
    def text_arguments(self) -> Any:
        return [NameValue(name=name, value=value) for name, value in self.out.text_arguments.items()]

    @strawberry.field(description="The rules that it follows.")
    def rule_ids(self) -> list[str]:
        return list(self.out.rule_ids)

    @strawberry.field(graphql_type=shapes.EventWeight, description="How much it matters to a reader.")
    def weight(self) -> Any:
        return self.out.weight

    @strawberry.field(description="Its mark on a timeline, by a name of the game's look.")
    def mark(self) -> str | None:
        return self.out.mark

    @strawberry.field(graphql_type=shapes.EventSubjects, description="The seats and cards that it names.")
    def subjects(self) -> Any:
        return self.out.subjects

    @strawberry.field(description="Its content as far as it may be seen.")
    def json(self) -> Json:
        return Json(self.out.data)


@strawberry.type(description="A sealed event, or one without typed fields.")
class PlainEvent(MatchEvent):
    """An event with nothing but the interface."""


@strawberry.type(description="Events in version order.")
class EventConnection:
    """A page of events."""

    page: strawberry.Private[EventPage]
    game: strawberry.Private[str]

    @strawberry.field
    def nodes(self, info: Info) -> list[MatchEvent]:
        typed = info.context.typed(self.game)
        return [typed.event(event) for event in self.page.events]

    @strawberry.field(description="Nothing after them exists now.")
    def complete(self) -> bool:
        return self.page.complete

    @strawberry.field(description="The cursor is a version: pass it as `afterVersion`.")
    def page_info(self) -> PageInfo:
        last = self.page.events[-1].version if self.page.events else None
        return PageInfo(has_next_page=not self.page.complete, end_cursor=None if last is None else str(last))


@strawberry.type(description="One match. Every change of it is one event with a gap-free version.")
class Match(Node):
    """A match as its viewers see it."""

    out: strawberry.Private[MatchOut]

    @strawberry.field
    def id(self) -> strawberry.ID:
        return strawberry.ID(self.out.id)

    @strawberry.field
    def game(self, info: Info) -> Game:
        return Game(game=info.context.use.catalogue.game(self.out.game))

    @strawberry.field
    def version(self) -> int:
        return self.out.version

    @strawberry.field(graphql_type=shapes.MatchStatus)
    def status(self) -> Any:
        return self.out.status

    @strawberry.field(graphql_type=shapes.MatchVisibility)
    def visibility(self) -> Any:
        return self.out.visibility

    @strawberry.field(
        graphql_type=shapes.MatchReveal,
        description="The audience of secrets after the match. LATER: nobody, until its tournament opens them to all.",
    )
    def reveal(self) -> Any:
        return self.out.reveal

    @strawberry.field(description="Nothing follows any more: it is over, and nothing is still to be opened.")
    def closed(self) -> bool:
        return self.out.closed

    @strawberry.field(description="Once the match runs, a caller without a seat learns what happens so much later.")
    def spectator_delay_ms(self) -> int:
        return self.out.spectator_delay_ms

    @strawberry.field(graphql_type=list[shapes.Seat])
    def seats(self) -> Any:
        return self.out.seats

    @strawberry.field(graphql_type=shapes.Clock)
    def clock(self) -> Any:
        return self.out.clock

    @strawberry.field(description="The game's own options.")
    def options(self) -> Json:
        return Json(self.out.options)

    @strawberry.field(graphql_type=shapes.Pins)
    def pins(self) -> Any:
        return self.out.pins

    @strawberry.field(graphql_type=shapes.MatchResult | None)
    def result(self) -> Any:
        return self.out.result

    @strawberry.field(description="When its time is up, if its options limit it; null before the start and in a fork.")
    def ends_at(self) -> DateTime | None:
        return None if self.out.ends_at is None else DateTime(self.out.ends_at)

    @strawberry.field(description="It counts for nothing, as every fork.")
    def practice(self) -> bool:
        return self.out.practice

    @strawberry.field(graphql_type=shapes.ForkOrigin | None, description="The origin of a fork.")
    def origin(self) -> Any:
        return self.out.origin

    @strawberry.field(graphql_type=shapes.TournamentGame | None, description="Its place in a tournament.")
    def tournament(self) -> Any:
        return self.out.tournament

    @strawberry.field(description="The hash chain's head, hex.")
    def head_hash(self) -> str:
        return self.out.head_hash

    @strawberry.field
    def created_at(self) -> DateTime:
        return DateTime(self.out.created_at)

    @strawberry.field
    def updated_at(self) -> DateTime:
        return DateTime(self.out.updated_at)

    @strawberry.field(description="The state now, or folded at any past version.")
    async def state(self, info: Info, view: As = None, at_version: int | None = None) -> MatchState:
        context = info.context
        out = await context.use.matches.state(
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
            return await info.context.use.matches.legal_actions(caller, self.out.id, seat, at_version, expand)
        except ApiError as error:
            nobody = error.code == ErrorCode.UNAUTHENTICATED and info.context.token is None
            if seat is None and (nobody or error.code == ErrorCode.NOT_YOUR_SEAT):
                return None
            raise

    @strawberry.field(description="Events after a version.")
    async def events(self, info: Info, view: As = None, after_version: int = 0, first: int = 200) -> EventConnection:
        page = await info.context.use.matches.events(
            await info.context.caller(),
            self.out.id,
            perspective=perspective_text(view),
            after=after_version,
            first=page_size(first, 256),
        )
        return EventConnection(page=page, game=self.out.game)

    @strawberry.field(graphql_type=shapes.Presence, description="The present watchers, at all replicas.")
    async def presence(self, info: Info) -> Any:
        return await info.context.use.matches.presence(await info.context.caller(), self.out.id)

    @strawberry.field(description="The address of its replay file, as this perspective may keep it.")
    async def replay(self, info: Info, view: As = None) -> ReplayLink:
        caller = await info.context.caller()
        file = await info.context.use.history.replay(caller, self.out.id, perspective=perspective_text(view))
        return ReplayLink(file=file)

    @strawberry.field(description="Whether the stored record holds: heavy, once for each version.")
    async def audit(self, info: Info) -> AuditReport:
        context = info.context
        payer = Reader(context.meter, await context.client())
        return AuditReport(out=await context.use.history.audit(await context.caller(), self.out.id, payer))
