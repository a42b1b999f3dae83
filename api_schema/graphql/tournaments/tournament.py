"""A tournament: its terms, its people, its rounds, its standings, its events."""

from __future__ import annotations

from typing import Any

import strawberry

from api_schema import tournament_files
from api_schema.graphql import shapes as matches
from api_schema.graphql.catalogue import Game, Node
from api_schema.graphql.context import Info
from api_schema.graphql.scalars import DateTime, Json
from api_schema.graphql.tournaments import shapes
from api_schema.graphql.tournaments.connections import (
    EntrantConnection,
    FinalRankConnection,
    StandingConnection,
    TournamentEventConnection,
)
from api_schema.graphql.tournaments.rounds import Round, rounds_of
from api_schema.ports.tournaments import EntrantFilter, TournamentOut

TOURNAMENT_ID = "tn_"


@strawberry.type(description="A file of the tournament, written while it is read.")
class ExportLink:
    """The place of a file; fetch it over HTTP with the same token."""

    name: str
    url: str = strawberry.field(description="Its address on this service.")


@strawberry.type(description="A tournament. Every change of it is one event with a gap-free version.")
class Tournament(Node):
    """A tournament as its viewers see it."""

    out: strawberry.Private[TournamentOut]

    @strawberry.field
    def id(self) -> strawberry.ID:
        return strawberry.ID(self.out.id)

    @strawberry.field
    def game(self, info: Info) -> Game:
        return Game(game=info.context.use.catalogue.game(self.out.game))

    @strawberry.field
    def name(self) -> str:
        return self.out.name

    @strawberry.field(graphql_type=shapes.TournamentStatus)
    def status(self) -> Any:
        return self.out.status

    @strawberry.field(description="No round begins and nobody enters until it is resumed.")
    def paused(self) -> bool:
        return self.out.paused

    @strawberry.field
    def version(self) -> int:
        return self.out.version

    @strawberry.field(graphql_type=shapes.TournamentPolicy)
    def policy(self) -> Any:
        return self.out.policy

    @strawberry.field(description="The options of its matches.")
    def options(self) -> Json:
        return Json(self.out.options)

    @strawberry.field(graphql_type=shapes.DeckRule, description="The visibility of decks, and its time.")
    def decks(self) -> Any:
        return self.out.decks

    @strawberry.field(graphql_type=shapes.EntryRule)
    def entry(self) -> Any:
        return self.out.entry

    @strawberry.field(description="The first round pairs only entrants that have checked in.")
    def check_in(self) -> bool:
        return self.out.check_in

    @strawberry.field
    def most_entrants(self) -> int | None:
        return self.out.most_entrants

    @strawberry.field(graphql_type=matches.Clock, description="That of its matches.")
    def clock(self) -> Any:
        return self.out.clock

    @strawberry.field(description="A caller who does not sit in a match learns so much later what happens there.")
    def spectator_delay_ms(self) -> int:
        return self.out.spectator_delay_ms

    @strawberry.field(description="It counts for a leaderboard.")
    def rated(self) -> bool:
        return self.out.rated

    @strawberry.field(description="The leaderboard that it counts for.")
    def season(self) -> str:
        return self.out.season

    @strawberry.field
    def starts_at(self) -> DateTime | None:
        return None if self.out.starts_at is None else DateTime(self.out.starts_at)

    @strawberry.field(graphql_type=list[shapes.TournamentStaff])
    def staff(self) -> Any:
        return self.out.staff

    @strawberry.field(description="The number of participants.")
    def entrant_count(self) -> int:
        return self.out.entrants

    @strawberry.field(description="The round that began last; 0 before the first.")
    def round(self) -> int:
        return self.out.round

    @strawberry.field(description="The number of rounds before any bracket; null as long as that isn't known.")
    def rounds_due(self) -> int | None:
        return self.out.rounds_due

    @strawberry.field(description="Every table of the round has a result that nobody disputes.")
    def round_over(self) -> bool:
        return self.out.round_over

    @strawberry.field(description="When the time of the round is over; null in a pause, and without a length.")
    def round_ends_at(self) -> DateTime | None:
        return None if self.out.round_ends_at is None else DateTime(self.out.round_ends_at)

    @strawberry.field(description="How many ms of the round are left, while a pause stops its clock.")
    def round_left_ms(self) -> int | None:
        return self.out.round_left_ms

    @strawberry.field(description="To the seed behind all its draws, in hex.")
    def seed_commitment(self) -> str:
        return self.out.seed_commitment

    @strawberry.field(description="The hash chain's head, hex.")
    def head_hash(self) -> str:
        return self.out.head_hash

    @strawberry.field
    def created_at(self) -> DateTime:
        return DateTime(self.out.created_at)

    @strawberry.field
    def updated_at(self) -> DateTime:
        return DateTime(self.out.updated_at)

    @strawberry.field(description="The caller's own entrant.")
    def you(self) -> strawberry.ID | None:
        return None if self.out.you is None else strawberry.ID(self.out.you)

    @strawberry.field(graphql_type=shapes.StaffRole | None, description="The caller's own role.")
    def your_role(self) -> Any:
        return self.out.your_role

    @strawberry.field(description="In the order of entering, or of names; `name` is a part of the present name.")
    async def entrants(
        self,
        info: Info,
        first: int,
        after: str | None = None,
        name: str | None = None,
        sort: shapes.EntrantSort = shapes.EntrantSort.ENTERED,
    ) -> EntrantConnection:
        page = await info.context.use.tournaments.entrants(
            await info.context.caller(),
            self.out.id,
            first=first,
            after=after,
            wanted=EntrantFilter(name, sort.value),
        )
        return EntrantConnection(page=page)

    @strawberry.field(description="Those that have begun.")
    async def rounds(self, info: Info) -> list[Round]:
        return await rounds_of(info, self.out.id)

    @strawberry.field(
        graphql_type=shapes.Bracket, description="The whole bracket; no nodes before its first round has begun."
    )
    async def bracket(self, info: Info) -> Any:
        return await info.context.use.tournaments.bracket(await info.context.caller(), self.out.id)

    @strawberry.field(description="As they are now, or were after a round; `bracket`: those of the bracket.")
    async def standings(
        self,
        info: Info,
        first: int,
        after: str | None = None,
        after_round: int | None = None,
        bracket: bool = False,
    ) -> StandingConnection:
        page = await info.context.use.tournaments.standings(
            await info.context.caller(),
            self.out.id,
            after_round=after_round,
            bracket=bracket,
            first=first,
            after=after,
        )
        return StandingConnection(page=page)

    @strawberry.field(description="Who won: the final ranks of everybody; before the end as they would be now.")
    async def ranks(self, info: Info, first: int, after: str | None = None) -> FinalRankConnection:
        page = await info.context.use.tournaments.ranks(
            await info.context.caller(), self.out.id, first=first, after=after
        )
        return FinalRankConnection(page=page)

    @strawberry.field(description="Events after a version, as the caller may see them.")
    async def events(self, info: Info, after_version: int = 0, first: int = 200) -> TournamentEventConnection:
        page = await info.context.use.tournaments.events(
            await info.context.caller(), self.out.id, after=after_version, first=first
        )
        return TournamentEventConnection(page=page)

    @strawberry.field(description="All of it as files; those of a format that its policy has none of are left out.")
    def exports(self) -> list[ExportLink]:
        files = tournament_files.exports(self.out.id, self.out.policy)
        return [ExportLink(name=name, url=url) for name, url in files]
