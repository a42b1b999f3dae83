"""Finding matches: filter, order, page."""

from __future__ import annotations

from typing import Annotated, Any

import strawberry

from api_schema.graphql import shapes
from api_schema.graphql.attributes import attribute, reads
from api_schema.graphql.context import Info, page_size
from api_schema.graphql.paging import end_of_page
from api_schema.graphql.scalars import DateTime
from api_schema.ports.matches import MatchFilter, MatchPage

KNOWN = "Somebody brought it to a match that is over and whose decks everybody may know."
MatchOrder = Annotated[
    shapes.MatchOrder,
    strawberry.argument(description="RECENTLY_UPDATED: a match comes to the front whenever something happens in it."),
]


@strawberry.input(name="MatchFilter", description="Which matches: all conditions must hold. Times are exclusive.")
class MatchFilterInput:
    """Conditions on matches."""

    game: str | None = None
    status: list[shapes.MatchStatus] | None = strawberry.field(default=None, description="One of these.")
    visibility: shapes.MatchVisibility | None = strawberry.field(
        default=None, description="As far as the caller may see."
    )
    mine: bool = strawberry.field(default=False, description="Only matches that your account sits in.")
    joinable: bool | None = strawberry.field(default=None, description="Open, with a free seat.")
    practice: bool | None = strawberry.field(default=None, description="Forks, which count for nothing.")
    player: str | None = strawberry.field(default=None, description="A player's reference: it is of one match alone.")
    entrant: str | None = strawberry.field(
        default=None,
        description="An entrant (`en_...`), or a player of leaderboards (`ld_...`) in all rated tournaments.",
    )
    ended_by: str | None = strawberry.field(default=None, description="The ID of the rule that ended it.")
    tournament: strawberry.ID | None = strawberry.field(default=None, description="Games of this tournament.")
    round: int | None = strawberry.field(default=None, description="Games of this round; needs `tournament`.")
    deck: str | None = strawberry.field(default=None, description=f"The label of a deck. {KNOWN}")
    card: strawberry.ID | None = strawberry.field(default=None, description=f"The ID of a card. {KNOWN}")
    created_after: DateTime | None = None
    created_before: DateTime | None = None
    finished_after: DateTime | None = None
    finished_before: DateTime | None = None

    def wanted(self, order: str) -> MatchFilter:
        """As the use cases take it."""
        given = {name: _plain(getattr(self, name)) for name in MatchFilter.__struct_fields__ if name != "order"}
        given["status"] = tuple(_plain(status) for status in self.status or ())
        return MatchFilter(order=_plain(order), **given)


WhichMatches = Annotated[MatchFilterInput | None, strawberry.argument(name="filter")]


@strawberry.type(description="Matches in the order that was asked for. A cursor is good for its filter and order.")
@reads(MatchPage)
class MatchConnection:
    """A page of matches."""

    out: strawberry.Private[MatchPage]

    nodes = attribute(of="matches")
    page_info = end_of_page()


async def found_matches(
    info: Info, first: int, after: str | None, where: MatchFilterInput | None, order: Any
) -> MatchConnection:
    """The page that was asked for."""
    found = await info.context.use.matches.find(
        await info.context.caller(),
        first=page_size(first),
        after=after,
        wanted=(where or MatchFilterInput()).wanted(order),
    )
    return MatchConnection(out=found)


def _plain(value: Any) -> Any:
    """The value of an enum's member."""
    return getattr(value, "value", value)
