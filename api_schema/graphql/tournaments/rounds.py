"""The rounds of a tournament: pairings, their proofs, and their results."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import strawberry

from api_schema import tournament_files
from api_schema.graphql.context import Info
from api_schema.graphql.match import Match
from api_schema.graphql.paging import PageInfo
from api_schema.graphql.payloads import or_none
from api_schema.graphql.scalars import DateTime
from api_schema.graphql.tournaments import shapes
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
class PairingGame:
    """One match of a pairing."""

    out: strawberry.Private[TableGameOut]

    @strawberry.field(description="From 1.")
    def number(self) -> int:
        return self.out.number

    @strawberry.field
    def match_id(self) -> strawberry.ID:
        return strawberry.ID(self.out.match_id)

    @strawberry.field(description="The match as the caller may see it.")
    async def match(self, info: Info) -> Match | None:
        found = await or_none(info.context.use.matches.get(await info.context.caller(), self.out.match_id))
        return None if found is None else Match(out=found)

    @strawberry.field(description="For each seat of the match, which seat of the table plays it.")
    def seats(self) -> list[int]:
        return list(self.out.seats)

    @strawberry.field(graphql_type=shapes.PairingGameStatus)
    def status(self) -> Any:
        return self.out.status

    @strawberry.field(description="Seats of the table in groups of equal places, best first.")
    def places(self) -> list[list[int]]:
        return [list(group) for group in self.out.places]

    @strawberry.field(description="The rule of the game that ended it.")
    def rule_id(self) -> str | None:
        return self.out.rule_id


@strawberry.type(description="A table of a round. NEEDS_RULING: its last game was aborted.")
class Pairing:
    """The players of a table."""

    out: strawberry.Private[PairingOut]

    @strawberry.field
    def round(self) -> int:
        return self.out.round

    @strawberry.field(description="From 1.")
    def table(self) -> int:
        return self.out.table

    @strawberry.field(description="The match of the bracket that is played there; null outside of a bracket.")
    def node(self) -> str | None:
        return self.out.node

    @strawberry.field(graphql_type=shapes.PairingStatus)
    def status(self) -> Any:
        return self.out.status

    @strawberry.field(graphql_type=list[shapes.PairingSeat])
    def seats(self) -> Any:
        return self.out.seats

    @strawberry.field
    def games(self) -> list[PairingGame]:
        return [PairingGame(out=game) for game in self.out.games]

    @strawberry.field(graphql_type=shapes.PairingResult | None)
    def result(self) -> Any:
        return self.out.result

    @strawberry.field(description="The entrants who have confirmed the result.")
    def confirmed(self) -> list[strawberry.ID]:
        return _ids(self.out.confirmed)

    @strawberry.field(graphql_type=list[shapes.Dispute])
    def disputes(self) -> Any:
        return self.out.disputes


@strawberry.type(description="The tables of a round in their order, at one version of the tournament.")
class PairingConnection:
    """A page of tables."""

    page: strawberry.Private[PairingPage]

    @strawberry.field
    def nodes(self) -> list[Pairing]:
        return [Pairing(out=out) for out in self.page.pairings]

    @strawberry.field(graphql_type=list[shapes.PairingSeat], description="Entrants who have a bye in this round.")
    def byes(self) -> Any:
        return self.page.byes

    @strawberry.field(graphql_type=list[shapes.PairingSeat], description="Entrants who were let off it.")
    def half(self) -> Any:
        return self.page.half

    @strawberry.field
    def version(self) -> int:
        return self.page.version

    @strawberry.field
    def page_info(self) -> PageInfo:
        return PageInfo(has_next_page=self.page.has_next, end_cursor=self.page.end_cursor)

    @strawberry.field
    def total_count(self) -> int:
        return self.page.total_count


@strawberry.type(description="A round that has begun.")
class Round:
    """A round with its tables."""

    tournament: strawberry.Private[str]
    out: strawberry.Private[RoundOut]

    @strawberry.field(description="From 1.")
    def number(self) -> int:
        return self.out.number

    @strawberry.field(graphql_type=shapes.RoundStatus)
    def status(self) -> Any:
        return self.out.status

    @strawberry.field
    def started_at(self) -> DateTime:
        return DateTime(self.out.started_at)

    @strawberry.field(description="When its time is over; null in a pause, and where rounds have no length.")
    def ends_at(self) -> DateTime | None:
        return None if self.out.ends_at is None else DateTime(self.out.ends_at)

    @strawberry.field(description="How many ms are left, while a pause stops its clock.")
    def left_ms(self) -> int | None:
        return self.out.left_ms

    @strawberry.field(description="The number of its tables.")
    def tables(self) -> int:
        return self.out.tables

    @strawberry.field(description="The number of them without a result.")
    def open_tables(self) -> int:
        return self.out.open_tables

    @strawberry.field(description="Entrants who have a bye.")
    def byes(self) -> list[strawberry.ID]:
        return _ids(self.out.byes)

    @strawberry.field(description="Entrants who were let off it for the points of a draw.")
    def half(self) -> list[strawberry.ID]:
        return _ids(self.out.half)

    @strawberry.field(description="It belongs to the elimination after the cut.")
    def bracket(self) -> bool:
        return self.out.bracket

    @strawberry.field
    def proof(self) -> PairingProof:
        return PairingProof(tournament=self.tournament, round=self.out)

    @strawberry.field
    async def pairings(self, info: Info, first: int, after: str | None = None) -> PairingConnection:
        page = await info.context.use.tournaments.pairings(
            await info.context.caller(),
            self.tournament,
            round_number=self.out.number,
            first=first,
            after=after,
        )
        return PairingConnection(page=page)


async def rounds_of(info: Info, tournament: str) -> list[Round]:
    """All rounds that have begun, in their order."""
    found = await info.context.use.tournaments.rounds(await info.context.caller(), tournament)
    return [Round(tournament=tournament, out=out) for out in found]


def _ids(entrants: Sequence[str]) -> list[strawberry.ID]:
    return [strawberry.ID(entrant) for entrant in entrants]
