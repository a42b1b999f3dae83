"""Following a tournament: each change of it, from any version on, without gap or double."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing
from functools import cached_property
from typing import Annotated, Any

import msgspec
import strawberry

from api_schema.graphql import shapes
from api_schema.graphql.attributes import attribute, reads
from api_schema.graphql.context import Info
from api_schema.graphql.render import rendering
from api_schema.graphql.scalars import DateTime
from api_schema.graphql.streams import Heartbeat, PendingUpdate, ResyncRequired, check_of, renewed
from api_schema.ports.updates import (
    PairingsChangedOut,
    StandingsChangedOut,
    TournamentChangedOut,
    TournamentClosedOut,
)

_CHANGED = msgspec.json.Decoder(TournamentChangedOut)
_PAIRINGS = msgspec.json.Decoder(PairingsChangedOut)
_STANDINGS = msgspec.json.Decoder(StandingsChangedOut)
_CLOSED = msgspec.json.Decoder(TournamentClosedOut)


class PendingChange(PendingUpdate):
    """A change on its way."""

    @cached_property
    def payload(self) -> TournamentChangedOut:
        """Its content."""
        return _CHANGED.decode(self.update.payload)


@strawberry.type(description="Something happened. A message holds whole events in version order.")
@reads(TournamentChangedOut, "pending.payload")
class TournamentChanged:
    """New events, and what stands after them."""

    pending: strawberry.Private[PendingChange]

    from_version = attribute()
    to_version = attribute("Resume after this version.")
    events = attribute()
    head_hash = attribute("The hash chain's head at `toVersion`.")
    round = attribute("The round that began last; 0 before the first.")

    @strawberry.field(description="When the time of that round is over; null in a pause, and without a length.")
    def round_ends_at(self) -> DateTime | None:
        ends_at = self.pending.payload.round_ends_at
        return None if ends_at is None else DateTime(ends_at)

    round_left_ms = attribute("How many ms of it are left, while a pause stops its clock.")
    status = attribute()


class PendingPairings(PendingUpdate):
    """Tables on their way."""

    @cached_property
    def payload(self) -> PairingsChangedOut:
        """Its content."""
        return _PAIRINGS.decode(self.update.payload)


@strawberry.type(description="Tables of a round as they stand now: first all of them, then those that have changed.")
@reads(PairingsChangedOut, "pending.payload")
class PairingsChanged:
    """Tables that have changed."""

    pending: strawberry.Private[PendingPairings]

    round = attribute("The round; 0 as long as none has begun.")

    @strawberry.field(description="When its time is over; null in a pause, and where rounds have no length.")
    def ends_at(self) -> DateTime | None:
        ends_at = self.pending.payload.ends_at
        return None if ends_at is None else DateTime(ends_at)

    left_ms = attribute("How many ms are left, while a pause stops its clock.")
    pairings = attribute("At most 256; none where only the clock has changed.")
    byes = attribute("Entrants who have a bye; told where all tables begin, empty with those that have changed.")
    half = attribute("Entrants who were let off it, likewise.")
    version = attribute("Resume after this version; with `hasNext` the one before this change.")
    has_next = attribute("More tables of the same change follow.")


class PendingStandings(PendingUpdate):
    """Standings on their way."""

    @cached_property
    def payload(self) -> StandingsChangedOut:
        """Its content."""
        return _STANDINGS.decode(self.update.payload)


@strawberry.type(description="The first rows of the standings after the last round that is over, as they are now.")
@reads(StandingsChangedOut, "pending.payload")
class StandingsChanged:
    """Standings that have changed."""

    pending: strawberry.Private[PendingStandings]

    after_round = attribute("0 as long as no round is over.")
    bracket = attribute("They are those of the bracket.")
    version = attribute("Resume after this version.")
    standings = attribute()


@strawberry.type(description="The tournament is over and everything was sent; the stream ends here.")
class TournamentClosed:
    """The last message."""

    pending: strawberry.Private[PendingUpdate]

    @strawberry.field
    def version(self) -> int:
        return self.pending.update.version

    @strawberry.field(graphql_type=shapes.TournamentStatus)
    def status(self) -> Any:
        return _CLOSED.decode(self.pending.update.payload).status


_COMMON: Mapping[str, type[Heartbeat | ResyncRequired | TournamentClosed]] = {
    "Heartbeat": Heartbeat,
    "ResyncRequired": ResyncRequired,
    "TournamentClosed": TournamentClosed,
}
TournamentUpdate = Annotated[
    TournamentChanged | Heartbeat | ResyncRequired | TournamentClosed,
    strawberry.union("TournamentUpdate", description="One message; tolerate members that you don't know."),
]
KINDS: Mapping[str, type[TournamentChanged | Heartbeat | ResyncRequired | TournamentClosed]] = {
    "TournamentChanged": TournamentChanged,
    **_COMMON,
}
PairingsUpdate = Annotated[
    PairingsChanged | Heartbeat | ResyncRequired | TournamentClosed,
    strawberry.union("PairingsUpdate", description="One message; tolerate members that you don't know."),
]
PAIRINGS: Mapping[str, type[PairingsChanged | Heartbeat | ResyncRequired | TournamentClosed]] = {
    "PairingsChanged": PairingsChanged,
    **_COMMON,
}
StandingsUpdate = Annotated[
    StandingsChanged | Heartbeat | ResyncRequired | TournamentClosed,
    strawberry.union("StandingsUpdate", description="One message; tolerate members that you don't know."),
]
STANDINGS: Mapping[str, type[StandingsChanged | Heartbeat | ResyncRequired | TournamentClosed]] = {
    "StandingsChanged": StandingsChanged,
    **_COMMON,
}
Number = Annotated[int | None, strawberry.argument(name="round")]


@strawberry.type
class TournamentSubscriptions:
    """The subscriptions of tournaments."""

    @strawberry.subscription(description="First what was missed since `afterVersion`, then live, until it ends.")
    async def tournament_updates(
        self, info: Info, tournament_id: strawberry.ID, after_version: int
    ) -> AsyncGenerator[TournamentUpdate, None]:
        context = info.context
        caller = await context.caller()
        shared, check = rendering(info), check_of(context, caller)
        source = context.use_cases.tournaments.updates(caller, tournament_id, after=after_version)
        async with aclosing(renewed(source, check, context.token)) as updates:
            async for update in updates:
                if update.kind in KINDS:
                    yield KINDS[update.kind](pending=PendingChange(update, shared))

    @strawberry.subscription(
        description="First the tables of a round (null: of the one that began last, and of the next when it begins), "
        "or with a version what changed since; then the tables that change, until the tournament ends."
    )
    async def pairings_updates(
        self, info: Info, tournament_id: strawberry.ID, number: Number = None, after_version: int = 0
    ) -> AsyncGenerator[PairingsUpdate, None]:
        context = info.context
        caller = await context.caller()
        shared, check = rendering(info), check_of(context, caller)
        source = context.use_cases.tournaments.pairings_updates(
            caller, tournament_id, round_number=number, after=after_version
        )
        async with aclosing(renewed(source, check, context.token)) as updates:
            async for update in updates:
                if update.kind in PAIRINGS:
                    yield PAIRINGS[update.kind](pending=PendingPairings(update, shared))

    @strawberry.subscription(
        description="First the standings after the last round that is over, then again whenever the first rows change, "
        "until the tournament ends. With a version they come first only if they may have changed since."
    )
    async def standings_updates(
        self, info: Info, tournament_id: strawberry.ID, first: int = 256, after_version: int = 0
    ) -> AsyncGenerator[StandingsUpdate, None]:
        context = info.context
        caller = await context.caller()
        shared, check = rendering(info), check_of(context, caller)
        source = context.use_cases.tournaments.standings_updates(
            caller, tournament_id, first=first, after=after_version
        )
        async with aclosing(renewed(source, check, context.token)) as updates:
            async for update in updates:
                if update.kind in STANDINGS:
                    yield STANDINGS[update.kind](pending=PendingStandings(update, shared))
