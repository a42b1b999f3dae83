"""A tournament: its terms, its people, its rounds, its standings, its events."""

from __future__ import annotations

from typing import Any

import strawberry

from api_schema import tournament_files
from api_schema.graphql import shapes
from api_schema.graphql.attributes import attribute, reads
from api_schema.graphql.catalogue import Game, Node
from api_schema.graphql.context import Info
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
@reads(TournamentOut)
class Tournament(Node):
    """A tournament as its viewers see it."""

    out: strawberry.Private[TournamentOut]

    id = attribute()

    @strawberry.field
    def game(self, info: Info) -> Game:
        return Game(game=info.context.use.catalogue.game(self.out.game))

    name = attribute()
    status = attribute()
    paused = attribute("No round begins and nobody enters until it is resumed.")
    version = attribute()
    policy = attribute()
    options = attribute("The options of its matches.")
    decks = attribute("The visibility of decks, and its time.")
    entry = attribute()
    check_in = attribute("The first round pairs only entrants that have checked in.")
    most_entrants = attribute()
    clock = attribute("That of its matches.")
    spectator_delay_ms = attribute("A caller who does not sit in a match learns so much later what happens there.")
    rated = attribute("It counts for a leaderboard.")
    season = attribute("The leaderboard that it counts for.")
    starts_at = attribute()
    staff = attribute()
    entrant_count = attribute("The number of participants.", of="entrants")
    round = attribute("The round that began last; 0 before the first.")
    rounds_due = attribute("The number of rounds before any bracket; null as long as that isn't known.")
    round_over = attribute("Every table of the round has a result that nobody disputes.")
    round_ends_at = attribute("When the time of the round is over; null in a pause, and without a length.")
    round_left_ms = attribute("How many ms of the round are left, while a pause stops its clock.")
    seed_commitment = attribute("To the seed behind all its draws, in hex.")
    head_hash = attribute("The hash chain's head, hex.")
    created_at = attribute()
    updated_at = attribute()
    you = attribute("The caller's own entrant.")
    your_role = attribute("The caller's own role.")

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
        return EntrantConnection(out=page)

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
        return StandingConnection(out=page)

    @strawberry.field(description="Who won: the final ranks of everybody; before the end as they would be now.")
    async def ranks(self, info: Info, first: int, after: str | None = None) -> FinalRankConnection:
        page = await info.context.use.tournaments.ranks(
            await info.context.caller(), self.out.id, first=first, after=after
        )
        return FinalRankConnection(out=page)

    @strawberry.field(description="Events after a version, as the caller may see them.")
    async def events(self, info: Info, after_version: int = 0, first: int = 200) -> TournamentEventConnection:
        page = await info.context.use.tournaments.events(
            await info.context.caller(), self.out.id, after=after_version, first=first
        )
        return TournamentEventConnection(out=page)

    @strawberry.field(description="All of it as files; those of a format that its policy has none of are left out.")
    def exports(self) -> list[ExportLink]:
        files = tournament_files.exports(self.out.id, self.out.policy)
        return [ExportLink(name=name, url=url) for name, url in files]
