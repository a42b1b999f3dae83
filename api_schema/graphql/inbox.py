"""The inbox of an account: items to page through and to follow, and the seats that are waited for."""

from __future__ import annotations

from typing import Annotated, Any

import strawberry

from api_schema.graphql import shapes
from api_schema.graphql.attributes import attribute
from api_schema.graphql.paging import connection, end_of_page
from api_schema.ports.inbox import InboxEntry as InboxEntryOut
from api_schema.ports.inbox import InboxMessage, InboxPage

InboxEntry: Any = Annotated[
    shapes.any_of(InboxEntryOut),
    strawberry.union("InboxEntry", description="Something that you were told; tolerate members that you don't know."),
]
InboxItem: Any = Annotated[
    shapes.any_of(InboxMessage),
    strawberry.union("InboxItem", description="One message; tolerate members that you don't know."),
]


connection(
    "InboxConnection",
    InboxPage,
    "Your items, oldest first.",
    nodes=attribute(of="items", kind=list[InboxEntry]),
    truncated=attribute("Items between your cursor and these may be gone: look at `seatsToAct`."),
    page_info=end_of_page("Pass `endCursor` as `after`, or as `afterCursor` to follow from here on."),
)
