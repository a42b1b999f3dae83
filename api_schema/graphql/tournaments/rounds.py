"""The rounds of a tournament: pairings, their proofs, and their results."""

from __future__ import annotations

import strawberry

from api_schema import tournament_files
from api_schema.graphql.attributes import attribute, reads
from api_schema.graphql.context import Info
from api_schema.graphql.paging import connection, end_of_page
from api_schema.graphql.query_rows import query_field
from api_schema.operations.fields import Field, Missing
from api_schema.operations.lobby import GET_MATCH
from api_schema.operations.tournament_rounds import GET_PAIRINGS
from api_schema.ports.tournaments import PairingOut, PairingPage, RoundOut, TableGameOut


@strawberry.type(description="What a round was paired from: enough for anybody to pair it again.")
class PairingProof:
    """The proof of a round."""

    tournament: strawberry.Private[str]
    round: strawberry.Private[RoundOut]

    @strawberry.field(description="The pairing algorithm, with its version.")
    def algorithm(self) -> str:
        return self.round.proof.algorithm

    @strawberry.field(description="Of the input's canonical JSON (RFC 8785), SHA-256 in hex.")
    def input_hash(self) -> str:
        return self.round.proof.input_hash

    @strawberry.field(description="In hex; it was committed to before.")
    def seed(self) -> str:
        return self.round.proof.seed

    @strawberry.field(description="To the seed, in hex.")
    def commitment(self) -> str:
        return self.round.proof.commitment

    @strawberry.field(description="The address of the proof's file, which `playledger verify` takes.")
    def file_url(self) -> str:
        return tournament_files.round_path(self.tournament, self.round.number)


@strawberry.type(description="A game of a table, and its match.")
@reads(TableGameOut)
class PairingGame:
    """One match of a pairing."""

    out: strawberry.Private[TableGameOut]

    number = attribute("From 1.")
    match_id = attribute()

    match = query_field(
        GET_MATCH,
        Field("match", "The match as the caller may see it.", of={"match_id": "out.match_id"}, missing=Missing.NULL),
    )
    seats = attribute("For each seat of the match, which seat of the table plays it.")
    status = attribute()
    places = attribute("Seats of the table in groups of equal places, best first.")
    rule_id = attribute("The rule of the game that ended it.")


@strawberry.type(description="A table of a round. NEEDS_RULING: its last game was aborted.")
@reads(PairingOut)
class Pairing:
    """The players of a table."""

    out: strawberry.Private[PairingOut]

    round = attribute()
    table = attribute("From 1.")
    node = attribute("The match of the bracket that is played there; null outside of a bracket.")
    status = attribute()
    seats = attribute()
    games = attribute()
    result = attribute()
    confirmed = attribute("The entrants who have confirmed the result.")
    disputes = attribute()


connection(
    "PairingConnection",
    PairingPage,
    "The tables of a round in their order, at one version of the tournament.",
    nodes=attribute(of="pairings"),
    byes=attribute("Entrants who have a bye in this round."),
    half=attribute("Entrants who were let off it."),
    version=attribute(),
    page_info=end_of_page(),
    total_count=attribute(),
)


@strawberry.type(description="A round that has begun.")
@reads(RoundOut, alone=False)
class Round:
    """A round with its tables."""

    tournament: strawberry.Private[str]
    out: strawberry.Private[RoundOut]

    number = attribute("From 1.")
    status = attribute()
    started_at = attribute()
    ends_at = attribute("When its time is over; null in a pause, and where rounds have no length.")
    left_ms = attribute("How many ms are left, while a pause stops its clock.")
    tables = attribute("The number of its tables.")
    open_tables = attribute("The number of them without a result.")
    byes = attribute("Entrants who have a bye.")
    half = attribute("Entrants who were let off it for the points of a draw.")
    bracket = attribute("It belongs to the elimination after the cut.")

    @strawberry.field
    def proof(self) -> PairingProof:
        return PairingProof(tournament=self.tournament, round=self.out)

    pairings = query_field(GET_PAIRINGS)


async def rounds_of(info: Info, tournament: str) -> list[Round]:
    """All rounds that have begun, in their order."""
    found = await info.context.use_cases.tournaments.rounds(await info.context.caller(), tournament)
    return [Round(tournament=tournament, out=out) for out in found]
