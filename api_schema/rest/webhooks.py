"""The deliveries to webhooks, as OpenAPI describes them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_args

from api_schema.operations.webhooks import DELIVERIES
from api_schema.ports.webhooks import (
    MatchKind,
    TournamentMessage,
    WebhookKind,
    WebhookMessage,
)


def deliveries() -> dict[str, Any]:
    """The deliveries, as OpenAPI describes webhooks."""
    return {kind: {"post": _delivery(kind)} for kind in get_args(WebhookKind)}


_SAID: Mapping[WebhookKind, str] = {
    "match.started": "A match has started",
    "match.finished": "A match has finished",
    "match.aborted": "A match was aborted",
    "tournament.started": "A tournament has started",
    "round.started": "A round of a tournament has started",
    "result.recorded": "A table has its result, or a referee has changed it",
    "round.finished": "Every table of a round has a result; again if one was played again",
    "result.reopened": "The result of a table counts no longer: it is played again",
    "tournament.finished": "A tournament has finished",
    "tournament.cancelled": "A tournament was cancelled",
}


def _delivery(kind: WebhookKind) -> dict[str, Any]:
    text = {"type": "string"}
    message = WebhookMessage if kind in get_args(MatchKind) else TournamentMessage
    headers = {
        "webhook-id": "The ID of the event: the same one if a delivery comes twice.",
        "webhook-timestamp": "Seconds since the epoch, of this attempt.",
        "webhook-signature": "`v1,` and the HMAC-SHA256 of `id.timestamp.body` in base 64 (Standard Webhooks).",
    }
    return {
        "operationId": "on" + "".join(part.capitalize() for part in kind.split(".")),
        "tags": [DELIVERIES],
        "security": [],
        "summary": _SAID[kind],
        "parameters": [
            {"name": name, "in": "header", "required": True, "description": said, "schema": text}
            for name, said in headers.items()
        ],
        "requestBody": {
            "required": True,
            "content": {"application/json": {"schema": {"$ref": f"#/components/schemas/{message.__name__}"}}},
        },
        "responses": {
            "2XX": {"description": "It has arrived."},
            "410": {"description": "Nothing more is wanted: the webhook is disabled at once."},
            "default": {"description": "It is tried again, later and later."},
        },
    }
