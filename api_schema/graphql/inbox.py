"""The inbox of an account: items to page through and to follow, and the seats that are waited for."""

from __future__ import annotations

from typing import Annotated

import strawberry

from api_schema.graphql import shapes
from api_schema.graphql.paging import PageInfo
from api_schema.ports.inbox import InboxPage

InboxEntry = Annotated[
    shapes.YourTurn
    | shapes.MatchStarted
    | shapes.MatchOver
    | shapes.SeatVacated
    | shapes.PairingPosted
    | shapes.ByeReceived
    | shapes.ResultRuled
    | shapes.ResultDisputedNews
    | shapes.RulingNeeded
    | shapes.TournamentOver,
    strawberry.union("InboxEntry", description="Something that you were told; tolerate members that you don't know."),
]
InboxItem = Annotated[
    shapes.YourTurn
    | shapes.MatchStarted
    | shapes.MatchOver
    | shapes.SeatVacated
    | shapes.PairingPosted
    | shapes.ByeReceived
    | shapes.ResultRuled
    | shapes.ResultDisputedNews
    | shapes.RulingNeeded
    | shapes.TournamentOver
    | shapes.InboxHeartbeat
    | shapes.InboxTruncated,
    strawberry.union("InboxItem", description="One message; tolerate members that you don't know."),
]


@strawberry.type(description="Your items, oldest first.")
class InboxConnection:
    """A page of an inbox."""

    page: strawberry.Private[InboxPage]

    @strawberry.field(graphql_type=list[InboxEntry])
    def nodes(self) -> object:
        return self.page.items

    @strawberry.field(description="Items between your cursor and these may be gone: look at `seatsToAct`.")
    def truncated(self) -> bool:
        return self.page.truncated

    @strawberry.field(description="Pass `endCursor` as `after`, or as `afterCursor` to follow from here on.")
    def page_info(self) -> PageInfo:
        return PageInfo(has_next_page=self.page.has_next, end_cursor=self.page.end_cursor)
