"""Subscriptions: a match, from any version on, without gap or double."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing
from functools import cached_property
from typing import Annotated, Any

import msgspec
import strawberry

from api_schema.errors import ApiError, ErrorCode
from api_schema.graphql import shapes
from api_schema.graphql.attributes import attribute, reads
from api_schema.graphql.context import Info
from api_schema.graphql.inbox import InboxItem
from api_schema.graphql.match import MatchEvent
from api_schema.graphql.perspectives import As, perspective_text, seat_of
from api_schema.graphql.render import Rendering, rendering
from api_schema.graphql.scalars import Json
from api_schema.graphql.socket_sink import OPERATION, SocketSink
from api_schema.graphql.streams import Heartbeat, PendingUpdate, ResyncRequired, check_of, renewed
from api_schema.graphql.tournaments.updates import TournamentSubscriptions
from api_schema.ports.base import Out
from api_schema.ports.inbox import InboxHeartbeatOut
from api_schema.ports.matches import EventOut, MatchOut, ResultOut, RunningClock, Update
from api_schema.token_check import TokenCheck


class _Payload(Out, frozen=True):
    """The fields of every kind of update, as the ports render them."""

    from_version: int = 0
    to_version: int = 0
    events: tuple[EventOut, ...] = ()
    state_hash: str = ""
    head_hash: str = ""
    patch: list[Any] | None = None
    result: ResultOut | None = None
    seats: tuple[int, ...] = ()
    spectators: int = 0
    at: str = ""
    clocks: tuple[RunningClock, ...] = ()


_DECODER = msgspec.json.Decoder(_Payload)


NO_MOVE = (ErrorCode.NOT_YOUR_SEAT, ErrorCode.FORBIDDEN, ErrorCode.MATCH_OVER, ErrorCode.INVALID_INPUT)
"""Why somebody has no move: no seat, or several and none of them named."""


class PendingMatchUpdate(PendingUpdate):
    """One update of one match."""

    def __init__(
        self,
        update: Update,
        match: MatchOut,
        seat: int | None,
        shared: Rendering | None,
        sink: SocketSink | None = None,
    ) -> None:
        super().__init__(update, shared, sink)
        self.match = match
        self.seat = seat

    @cached_property
    def payload(self) -> _Payload:
        """The content of the update."""
        return _DECODER.decode(self.update.payload)


@strawberry.type(description="Something happened. A message holds whole events in version order.")
@reads(_Payload, "pending.payload")
class EventsAppended:
    """New events."""

    pending: strawberry.Private[PendingMatchUpdate]

    from_version = attribute()
    to_version = attribute("Resume after this version.")

    @strawberry.field
    def events(self, info: Info) -> list[MatchEvent]:
        typed = info.context.typed(self.pending.match.game)
        return [typed.event(event) for event in self.pending.payload.events]

    state_hash = attribute("Of the state at `toVersion` as this perspective sees it.")
    head_hash = attribute("The hash chain's head at `toVersion`.")

    @strawberry.field(
        description="For a subscription with `frames`: the JSON Patch (RFC 6902) from the frame before `fromVersion` to"
        " the one at `toVersion`; of a match from its beginning, to nothing."
    )
    def patch(self) -> Json | None:
        patch = self.pending.payload.patch
        return None if patch is None else Json(patch)

    @strawberry.field(
        graphql_type=shapes.LegalActionSet | None,
        description="What the perspective's seat, or the caller's only one, may do; null if more has happened since.",
    )
    async def your_move(self, info: Info) -> Any:
        pending, caller = self.pending, await info.context.caller()
        if info.context.token is None:
            return None
        try:
            legal = await info.context.use_cases.matches.legal_actions(caller, pending.match.id, pending.seat)
        except ApiError as error:
            if error.code in NO_MOVE:
                return None
            raise
        return legal if legal.version == self.pending.payload.to_version else None


@strawberry.type(description="The watchers have changed; sent at most once a second, and once to each new watcher.")
@reads(_Payload, "pending.payload")
class PresenceChanged:
    """The present watchers."""

    pending: strawberry.Private[PendingMatchUpdate]

    seats = attribute("The seats that have a stream of their own view open.")
    spectators = attribute("The number of other open streams of the match.")


@strawberry.type(description="Clocks that run in public: when they begin, change or stop, and every few seconds.")
@reads(_Payload, "pending.payload")
class ClockTick:
    """The running clocks."""

    pending: strawberry.Private[PendingMatchUpdate]

    at = attribute("The server's time, of which the remaining times are.")
    clocks = attribute("Empty: all have stopped.")


@strawberry.type(description="The match is over and everything was sent; the stream ends here.")
@reads(_Payload, "pending.payload")
class MatchClosed:
    """The last message."""

    pending: strawberry.Private[PendingMatchUpdate]

    @strawberry.field
    def version(self) -> int:
        return self.pending.update.version

    result = attribute()


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


AfterHash = Annotated[
    str | None,
    strawberry.argument(
        description="The hash of the event at `afterVersion`, as you know it: if the service has lost that event, in a "
        "failover or by a restore, you get `ResyncRequired`."
    ),
]


WithFrames = Annotated[bool, strawberry.argument(description="Give `EventsAppended` its `patch`.")]


@strawberry.type
class Subscription(TournamentSubscriptions):
    """The root of following."""

    @strawberry.subscription(description="First what was missed since `afterVersion`, then live, until the match ends.")
    async def match_updates(
        self,
        info: Info,
        match_id: strawberry.ID,
        after_version: int,
        view: As = None,
        after_hash: AfterHash = None,
        frames: WithFrames = False,
    ) -> AsyncGenerator[MatchUpdate, None]:
        context = info.context
        caller = await context.caller()
        match = await context.use_cases.matches.get(caller, match_id)
        seat, shared, send = seat_of(view), rendering(info), OPERATION.get()
        check = check_of(context, caller)

        def root(update: Update) -> MatchUpdate:
            return KINDS[update.kind](pending=PendingMatchUpdate(update, match, seat, shared, sink))

        sink = SocketSink(shared, send, check, root) if shared is not None and send is not None else None
        source = context.use_cases.matches.updates(
            caller,
            match.id,
            perspective=perspective_text(view),
            after=after_version,
            after_hash=after_hash,
            frames=frames,
            sink=sink,
        )
        async with aclosing(renewed(source, check, context.token)) as updates:
            async for update in updates:
                if update.kind in KINDS:
                    yield root(update)

    @strawberry.subscription(
        graphql_type=InboxItem, description="First what you missed after a cursor, then live: your turn and the like."
    )
    async def inbox(self, info: Info, after_cursor: str | None = None) -> AsyncGenerator[Any, None]:
        context = info.context
        caller = await context.caller()
        check = TokenCheck(caller, context.check_again)
        async with aclosing(context.use_cases.inbox.follow(caller, after=after_cursor)) as messages:
            async for message in messages:
                await check.renew(now=isinstance(message, InboxHeartbeatOut))
                yield message
