"""A tournament: its terms, its people, its rounds, its standings, its events."""

from __future__ import annotations

from typing import Any

import strawberry

from api_schema import tournament_files
from api_schema.graphql.attributes import attribute, reads
from api_schema.graphql.catalogue import Game, Node
from api_schema.graphql.context import Info
from api_schema.graphql.outputs import summary
from api_schema.graphql.paging import PageInfo, connection, edge_type, end_of_page, events_end, list_of
from api_schema.graphql.query_rows import query_field
from api_schema.graphql.shapes import TYPES
from api_schema.graphql.tournaments.rounds import Round, rounds_of
from api_schema.operations.tournament_entrants import GET_ENTRANT_RECORD, GET_ENTRANTS
from api_schema.operations.tournament_rounds import GET_BRACKET, GET_RANKS, GET_STANDINGS
from api_schema.operations.tournament_streams import GET_TOURNAMENT_EVENTS
from api_schema.ports.tournaments import (
    EntrantOut,
    EntrantPage,
    EntrantRecordOut,
    RankPage,
    StandingPage,
    TournamentEventOut,
    TournamentEventPage,
    TournamentOut,
    TournamentPage,
)

TOURNAMENT_ID = "tn_"


connection(
    "EntrantConnection",
    EntrantPage,
    "Entrants in the order that was asked for, at one version of the tournament.",
    nodes=attribute(of="entrants"),
    version=attribute(),
    page_info=end_of_page(),
    total_count=attribute(),
)
connection(
    "StandingConnection",
    StandingPage,
    "The ranks after a round, computed from one version of the tournament.",
    nodes=attribute(of="standings"),
    after_round=attribute(),
    round_over=attribute("The round has all its results. Without that the ranks are those of now, and not final."),
    bracket=attribute("They are those of the bracket, whose players stand before everybody else."),
    version=attribute(),
    page_info=end_of_page(),
    total_count=attribute(),
)
connection(
    "FinalRankConnection",
    RankPage,
    "The final ranks of everybody, over the rounds and the bracket.",
    nodes=attribute(of="ranks"),
    final=attribute("The tournament is over. Before that these are the ranks if it ended now."),
    version=attribute(),
    page_info=end_of_page(),
    total_count=attribute(),
)


@strawberry.type(description="What an entrant did in each round that has begun, at one version of the tournament.")
@reads(EntrantRecordOut)
class EntrantRecord:
    """The rounds of one entrant."""

    out: strawberry.Private[EntrantRecordOut]

    entrant = attribute(kind=TYPES.of(EntrantOut))
    rounds = attribute("None of one that withdrew.")
    version = attribute()


@strawberry.type(description=summary(TournamentEventOut))
@reads(TournamentEventOut)
class TournamentEvent(Node):
    """An event of the tournament's stream."""

    out: strawberry.Private[TournamentEventOut]

    id = attribute()
    version = attribute()
    type = attribute()
    at = attribute()
    data = attribute()
    redacted = attribute()
    hash = attribute()


TournamentEventEdge = edge_type("TournamentEvent", TournamentEvent)


@strawberry.type(description="Events in version order.")
@reads(TournamentEventPage)
class TournamentEventConnection:
    """A page of events."""

    out: strawberry.Private[TournamentEventPage]

    nodes = attribute(of="events")

    @strawberry.field(graphql_type=list_of(TournamentEventEdge))
    def edges(self) -> Any:
        return [
            TournamentEventEdge(cursor=str(event.version), node=TournamentEvent(out=event)) for event in self.out.events
        ]

    @strawberry.field(description="The cursor is a version: pass it as `afterVersion`, or as `after`.")
    def page_info(self) -> PageInfo:
        return events_end(self.out.events, self.out.end_version, more=self.out.has_next)


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

    id = attribute("Of this tournament alone: `tn_...`.")

    @strawberry.field(description="The game that all its matches are of.")
    def game(self, info: Info) -> Game:
        return Game(game=info.context.use_cases.catalogue.game(self.out.game))

    name = attribute("As its organiser calls it.")
    status = attribute("Where it stands between registration and its end.")
    paused = attribute("No round begins and nobody enters until it is resumed.")
    version = attribute("The number of its last event.")
    policy = attribute("How it pairs, scores and ranks.")
    options = attribute("The options of its matches.")
    decks = attribute("The visibility of decks, and its time.")
    entry = attribute("Who may enter.")
    check_in = attribute("The first round pairs only entrants that have checked in.")
    most_entrants = attribute("How many may enter; null: any number.")
    clock = attribute("That of its matches.")
    spectator_delay_ms = attribute("A caller who does not sit in a match learns so much later what happens there.")
    rated = attribute("It counts for a leaderboard.")
    season = attribute("The leaderboard that it counts for.")
    starts_at = attribute("When it is meant to begin, if that is said.")
    staff = attribute()
    entrant_count = attribute("The number of participants.", of="entrants")
    round = attribute("The round that began last; 0 before the first.")
    rounds_due = attribute("The number of rounds before any bracket; null as long as that isn't known.")
    round_over = attribute("Every table of the round has a result that nobody disputes.")
    round_ends_at = attribute("When the time of the round is over; null in a pause, and without a length.")
    round_left_ms = attribute("How many ms of the round are left, while a pause stops its clock.")
    seed_commitment = attribute("To the seed behind all its draws, in hex.")
    head_hash = attribute("The hash chain's head, hex.")
    created_at = attribute("When it was made.")
    updated_at = attribute("When its last event happened.")
    you = attribute("The caller's own entrant.")
    your_role = attribute("The caller's own role.")

    entrants = query_field(GET_ENTRANTS)

    @strawberry.field(description="Those that have begun.")
    async def rounds(self, info: Info) -> list[Round]:
        return await rounds_of(info, self.out.id)

    entrant_record = query_field(GET_ENTRANT_RECORD)
    bracket = query_field(GET_BRACKET)
    standings = query_field(GET_STANDINGS)
    ranks = query_field(GET_RANKS)

    events = query_field(GET_TOURNAMENT_EVENTS)

    @strawberry.field(description="All of it as files; those of a format that its policy has none of are left out.")
    def exports(self) -> list[ExportLink]:
        files = tournament_files.exports(self.out.id, self.out.policy)
        return [ExportLink(name=name, url=url) for name, url in files]


connection(
    "TournamentConnection",
    TournamentPage,
    "Tournaments, newest first. A cursor is good for its filter.",
    nodes=attribute(of="tournaments"),
    page_info=end_of_page(),
)
