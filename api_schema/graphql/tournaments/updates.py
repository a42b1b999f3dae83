"""Following a tournament: each change of it, from any version on, without gap or double."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing
from functools import cached_property
from typing import Annotated, Any

import msgspec
import strawberry

from api_schema.graphql.context import Info
from api_schema.graphql.render import rendering
from api_schema.graphql.streams import Frame, Heartbeat, ResyncRequired, lease_of, renewed
from api_schema.graphql.tournaments import shapes
from api_schema.ports.updates import TournamentChangedOut, TournamentClosedOut

_CHANGED = msgspec.json.Decoder(TournamentChangedOut)
_CLOSED = msgspec.json.Decoder(TournamentClosedOut)


class ChangeFrame(Frame):
    """A change on its way."""

    @cached_property
    def payload(self) -> TournamentChangedOut:
        """What it says."""
        return _CHANGED.decode(self.update.payload)


@strawberry.type(description="Something happened. A message holds whole events in version order.")
class TournamentChanged:
    """New events, and what stands after them."""

    frame: strawberry.Private[ChangeFrame]

    @strawberry.field
    def from_version(self) -> int:
        return self.frame.payload.from_version

    @strawberry.field(description="Resume after this version.")
    def to_version(self) -> int:
        return self.frame.payload.to_version

    @strawberry.field(graphql_type=list[shapes.TournamentEvent])
    def events(self) -> Any:
        return self.frame.payload.events

    @strawberry.field(description="The hash chain's head at `toVersion`.")
    def head_hash(self) -> str:
        return self.frame.payload.head_hash

    @strawberry.field(description="The round that began last; 0 before the first.")
    def round(self) -> int:
        return self.frame.payload.round

    @strawberry.field(graphql_type=shapes.TournamentStatus)
    def status(self) -> Any:
        return self.frame.payload.status


@strawberry.type(description="The tournament is over and everything was sent; the stream ends here.")
class TournamentClosed:
    """The last message."""

    frame: strawberry.Private[Frame]

    @strawberry.field
    def version(self) -> int:
        return self.frame.update.version

    @strawberry.field(graphql_type=shapes.TournamentStatus)
    def status(self) -> Any:
        return _CLOSED.decode(self.frame.update.payload).status


TournamentUpdate = Annotated[
    TournamentChanged | Heartbeat | ResyncRequired | TournamentClosed,
    strawberry.union("TournamentUpdate", description="One message; tolerate members that you don't know."),
]
KINDS: dict[str, type[TournamentChanged | Heartbeat | ResyncRequired | TournamentClosed]] = {
    "TournamentChanged": TournamentChanged,
    "Heartbeat": Heartbeat,
    "ResyncRequired": ResyncRequired,
    "TournamentClosed": TournamentClosed,
}


@strawberry.type
class TournamentSubscriptions:
    """What can be followed of tournaments."""

    @strawberry.subscription(description="First what was missed since `afterVersion`, then live, until it ends.")
    async def tournament_updates(
        self, info: Info, tournament_id: strawberry.ID, after_version: int
    ) -> AsyncGenerator[TournamentUpdate, None]:
        context = info.context
        caller = await context.caller()
        shared, lease = rendering(info), lease_of(context, caller)
        source = context.use.tournaments.updates(caller, tournament_id, after=after_version)
        async with aclosing(renewed(source, lease, context.token)) as updates:
            async for update in updates:
                if update.kind in KINDS:
                    yield KINDS[update.kind](frame=ChangeFrame(update, shared))
