"""What clients ask over GraphQL, and its answers as REST gives them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from api_schema.errors import STATUS, ErrorCode

PATH = "/graphql"
FOLLOW = """subscription($id: ID!, $after: Int!, $hash: String) {
  matchUpdates(matchId: $id, afterVersion: $after, afterHash: $hash) { __typename
    ... on EventsAppended { toVersion events { version hash id type text redacted data: json } }
    ... on ResyncRequired { currentVersion reason }
} }"""
ACT = "mutation($input: ActInput!) { act(input: $input) { version headHash replayed userErrors { code } } }"
READS = (
    "query($id: ID!) { match(id: $id) { version headHash } }",
    "query($id: ID!) { match(id: $id) { state { version headHash } } }",
)
EVENTS = {
    "EventsAppended": "events_appended",
    "ResyncRequired": "resync_required",
    "Heartbeat": "heartbeat",
    "MatchClosed": "match_closed",
}
"""The updates of a match by their types, and what an event stream calls them."""


def asked(document: str, **variables: Any) -> dict[str, Any]:
    """The body of a request."""
    return {"query": document, "variables": variables}


def answered(found: Mapping[str, Any]) -> tuple[int, Any]:
    """Status and data."""
    data: Any = found.get("data")
    refusals = [error["extensions"] for error in found.get("errors", ())]
    while isinstance(data, dict) and len(data) == 1 and "__typename" not in data:
        (data,) = data.values()
    refusals += [{"code": ErrorCode.NOT_FOUND}] if data is None else data.get("userErrors", ())
    if refusals:
        return STATUS[ErrorCode(refusals[0]["code"])], refusals[0]
    return 200, data


def text(data: Any) -> str:
    """Data as JSON."""
    return msgspec.json.encode(data).decode()
