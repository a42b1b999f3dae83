"""What can be followed: a match, from any version on, without gap or double."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing
from functools import cached_property
from typing import Annotated, Any

import msgspec
import strawberry

from api_schema.errors import ApiError, ErrorCode
from api_schema.graphql import shapes
from api_schema.graphql.context import Info
from api_schema.graphql.inbox import InboxItem
from api_schema.graphql.match import MatchEvent
from api_schema.graphql.outlets import OPERATION, SocketOutlet
from api_schema.graphql.perspectives import As, perspective_text, seat_of
from api_schema.graphql.render import Rendering, rendering
from api_schema.graphql.scalars import DateTime
from api_schema.graphql.streams import Frame, Heartbeat, ResyncRequired, lease_of, renewed
from api_schema.graphql.tournaments.updates import TournamentSubscriptions
from api_schema.lease import Lease
from api_schema.ports import EventOut, InboxHeartbeatOut, MatchOut, Out, ResultOut, RunningClock, Update


class _Payload(Out, frozen=True):
    """The fields of every kind of update, as the ports render them."""

    from_version: int = 0
    to_version: int = 0
    events: tuple[EventOut, ...] = ()
    state_hash: str = ""
    head_hash: str = ""
    result: ResultOut | None = None
    seats: tuple[int, ...] = ()
    spectators: int = 0
    at: str = ""
    clocks: tuple[RunningClock, ...] = ()


_DECODER = msgspec.json.Decoder(_Payload)


NO_MOVE = (ErrorCode.NOT_YOUR_SEAT, ErrorCode.FORBIDDEN, ErrorCode.MATCH_OVER, ErrorCode.INVALID_INPUT)
"""Why somebody has no move: no seat, or several and none of them named."""


class MatchFrame(Frame):
    """One update of one match."""

    def __init__(
        self,
        update: Update,
        match: MatchOut,
        seat: int | None,
        shared: Rendering | None,
        outlet: SocketOutlet | None = None,
    ) -> None:
        super().__init__(update, shared, outlet)
        self.match = match
        self.seat = seat

    @cached_property
    def payload(self) -> _Payload:
        """What the update says."""
        return _DECODER.decode(self.update.payload)


@strawberry.type(description="Something happened. A message holds whole events in version order.")
class EventsAppended:
    """New events."""

    frame: strawberry.Private[MatchFrame]

    @strawberry.field
    def from_version(self) -> int:
        return self.frame.payload.from_version

    @strawberry.field(description="Resume after this version.")
    def to_version(self) -> int:
        return self.frame.payload.to_version

    @strawberry.field
    def events(self, info: Info) -> list[MatchEvent]:
        typed = info.context.typed(self.frame.match.game)
        return [typed.event(event) for event in self.frame.payload.events]

    @strawberry.field(description="Of the state at `toVersion` as this perspective sees it.")
    def state_hash(self) -> str:
        return self.frame.payload.state_hash

    @strawberry.field(description="The hash chain's head at `toVersion`.")
    def head_hash(self) -> str:
        return self.frame.payload.head_hash

    @strawberry.field(
        graphql_type=shapes.LegalActionSet | None,
        description="What the perspective's seat, or the caller's only one, may do; null if more has happened since.",
    )
    async def your_move(self, info: Info) -> Any:
        frame, caller = self.frame, await info.context.caller()
        if info.context.token is None:
            return None
        try:
            legal = await info.context.use.matches.legal_actions(caller, frame.match.id, frame.seat)
        except ApiError as error:
            if error.code in NO_MOVE:
                return None
            raise
        return legal if legal.version == self.frame.payload.to_version else None


@strawberry.type(description="Others watch than before; told at most once a second, and once to whoever comes.")
class PresenceChanged:
    """Who watches."""

    frame: strawberry.Private[MatchFrame]

    @strawberry.field(description="The seats that have a stream of their own view open.")
    def seats(self) -> list[int]:
        return list(self.frame.payload.seats)

    @strawberry.field(description="How many other streams of the match are open.")
    def spectators(self) -> int:
        return self.frame.payload.spectators


@strawberry.type(description="Clocks that run in public: when they begin, change or stop, and every few seconds.")
class ClockTick:
    """Whose time runs."""

    frame: strawberry.Private[MatchFrame]

    @strawberry.field(description="The server's time, of which the remaining times are.")
    def at(self) -> DateTime:
        return DateTime(self.frame.payload.at)

    @strawberry.field(graphql_type=list[shapes.RunningClock], description="Empty: all have stopped.")
    def clocks(self) -> Any:
        return self.frame.payload.clocks


@strawberry.type(description="The match is over and everything was sent; the stream ends here.")
class MatchClosed:
    """The last message."""

    frame: strawberry.Private[MatchFrame]

    @strawberry.field
    def version(self) -> int:
        return self.frame.update.version

    @strawberry.field(graphql_type=shapes.MatchResult | None)
    def result(self) -> Any:
        return self.frame.payload.result


MatchUpdate = Annotated[
    EventsAppended | PresenceChanged | ClockTick | Heartbeat | ResyncRequired | MatchClosed,
    strawberry.union("MatchUpdate", description="One message; tolerate members that you don't know."),
]
KINDS: dict[str, type[EventsAppended | PresenceChanged | ClockTick | Heartbeat | ResyncRequired | MatchClosed]] = {
    "EventsAppended": EventsAppended,
    "PresenceChanged": PresenceChanged,
    "ClockTick": ClockTick,
    "Heartbeat": Heartbeat,
    "ResyncRequired": ResyncRequired,
    "MatchClosed": MatchClosed,
}


@strawberry.type
class Subscription(TournamentSubscriptions):
    """The root of following."""

    @strawberry.subscription(description="First what was missed since `afterVersion`, then live, until the match ends.")
    async def match_updates(
        self, info: Info, match_id: strawberry.ID, after_version: int, view: As = None
    ) -> AsyncGenerator[MatchUpdate, None]:
        context = info.context
        caller = await context.caller()
        match = await context.use.matches.get(caller, match_id)
        seat, shared, send = seat_of(view), rendering(info), OPERATION.get()
        lease = lease_of(context, caller)

        def root(update: Update) -> MatchUpdate:
            return KINDS[update.kind](frame=MatchFrame(update, match, seat, shared, outlet))

        outlet = SocketOutlet(shared, send, lease, root) if shared is not None and send is not None else None
        source = context.use.matches.updates(
            caller, match.id, perspective=perspective_text(view), after=after_version, outlet=outlet
        )
        async with aclosing(renewed(source, lease, context.token)) as updates:
            async for update in updates:
                if update.kind in KINDS:
                    yield root(update)

    @strawberry.subscription(
        graphql_type=InboxItem, description="First what you missed after a cursor, then live: your turn and the like."
    )
    async def inbox(self, info: Info, after_cursor: str | None = None) -> AsyncGenerator[Any, None]:
        context = info.context
        caller = await context.caller()
        lease = Lease(caller, context.check_again)
        async with aclosing(context.use.inbox.follow(caller, after=after_cursor)) as messages:
            async for message in messages:
                await lease.renew(now=isinstance(message, InboxHeartbeatOut))
                yield message
