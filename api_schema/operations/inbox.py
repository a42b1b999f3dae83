"""The inbox of an account: a page of it, its live stream, and the seats that are waited for."""

from __future__ import annotations

from api_schema.errors import ErrorCode
from api_schema.operations.fields import Field
from api_schema.operations.http import NDJSON, SSE
from api_schema.operations.operation import Keeps, Operation, Read
from api_schema.operations.parameters import InboxQuery, InboxStreamQuery
from api_schema.ports.inbox import Inbox

_READ = "match:read"
_KINDS = (
    "`your_turn`, `match_started`, `match_over`, `seat_vacated`, `pairing_posted`, `bye_received`, `result_ruled`,"
    " `result_disputed_news`, `ruling_needed`, `tournament_over`, `inbox_truncated`"
)

GET_INBOX = Read(
    "getInbox",
    "/v1/inbox",
    "The news of your matches and tournaments, oldest first",
    "accounts",
    Inbox.page,
    keeps=Keeps.PRIVATE,
    scope=_READ,
    query_type=InboxQuery,
    description="Your turn, a match that began or is over, a seat that was left; your table, bye, rulings and rank in a"
    " tournament, and disputes where you rule. For 30 days, at most 500. Tolerate kinds that you don't know."
    " `truncated`: items after your cursor may be gone.",
    graphql=Field(
        "inbox", "Your items, oldest first, for 30 days; for accounts, so not for guests.", "Viewer", most=100, points=0
    ),
)
STREAM_INBOX = Operation(
    "streamInbox",
    "/v1/inbox/stream",
    "The items after a cursor, then everything live",
    "accounts",
    query_type=InboxStreamQuery,
    auth="required",
    scope=_READ,
    headers=("Last-Event-ID: cursor",),
    media={
        SSE: f"Events {_KINDS}, `problem`; id: cursor.",
        NDJSON: 'Lines {"type", "data"} with the same types; blank lines while nothing happens.',
    },
)
GET_SEATS_TO_ACT = Read(
    "getSeatsToAct",
    "/v1/inbox/seats",
    "Seats that a match waits for now",
    "accounts",
    Inbox.seats_to_act,
    keeps=Keeps.PRIVATE,
    scope=_READ,
    codes=(ErrorCode.NOT_FOUND, ErrorCode.NOT_YOUR_SEAT),
    description="All seats of an account, a moment behind the matches; with a seat's token that seat.",
    graphql=Field(
        "seatsToAct",
        "Seats that matches wait for: all seats of an account, the most urgent first; or the token's seat.",
        "Viewer",
        member="seats",
        points=0,
    ),
)

ROWS = (GET_INBOX, STREAM_INBOX, GET_SEATS_TO_ACT)
