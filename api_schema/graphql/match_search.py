"""Finding matches: filter, order, page."""

from __future__ import annotations

from typing import Annotated, Any

import strawberry
from msgspec.structs import replace

from api_schema.graphql import shapes
from api_schema.graphql.attributes import attribute, reads
from api_schema.graphql.context import Info, page_size
from api_schema.graphql.paging import end_of_page
from api_schema.graphql.request_inputs import PLAIN
from api_schema.ports.matches import ALL_MATCHES, MatchFilter, MatchPage

KNOWN = "Somebody brought it to a match that is over and whose decks everybody may know."
MatchOrder = Annotated[
    shapes.MatchOrder,
    strawberry.argument(description="RECENTLY_UPDATED: a match comes to the front whenever something happens in it."),
]


FILTER = PLAIN.input(
    "MatchFilter",
    MatchFilter,
    "Which matches: all conditions must hold. Times are exclusive.",
    first={},
    without=("order",),
    texts={
        "status": "One of these.",
        "visibility": "As far as the caller may see.",
        "mine": "Only matches that your account sits in.",
        "joinable": "Open, with a free seat.",
        "practice": "Forks, which count for nothing.",
        "player": "A player's reference: it is of one match alone.",
        "entrant": "An entrant (`en_...`), or a player of leaderboards (`ld_...`) in all rated tournaments.",
        "ended_by": "The ID of the rule that ended it.",
        "tournament": "Games of this tournament.",
        "round": "Games of this round; needs `tournament`.",
        "deck": f"The label of a deck. {KNOWN}",
        "card": f"The ID of a card. {KNOWN}",
    },
)
MatchFilterInput: Any = FILTER.type
WhichMatches = Annotated[MatchFilterInput | None, strawberry.argument(name="filter")]


@strawberry.type(description="Matches in the order that was asked for. A cursor is good for its filter and order.")
@reads(MatchPage)
class MatchConnection:
    """A page of matches."""

    out: strawberry.Private[MatchPage]

    nodes = attribute(of="matches")
    page_info = end_of_page()


async def found_matches(info: Info, first: int, after: str | None, where: Any, order: Any) -> MatchConnection:
    """The page that was asked for."""
    wanted = replace(ALL_MATCHES if where is None else FILTER.read(where), order=getattr(order, "value", order))
    found = await info.context.use.matches.find(
        await info.context.caller(), first=page_size(first), after=after, wanted=wanted
    )
    return MatchConnection(out=found)
