"""Webhooks of the caller's account, and what is sent to them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_args

from api_schema import changes, reads
from api_schema.ports.webhooks import (
    CreateWebhook,
    MatchKind,
    ReplayWebhook,
    TournamentMessage,
    WebhookKind,
    WebhookList,
    WebhookMessage,
)
from api_schema.rest.caching import PRIVATE
from api_schema.rest.change_rows import GONE, change_row, created
from api_schema.rest.read_rows import read_row

SETTINGS, DELIVERIES = "webhook-settings", "webhook-deliveries"
"""The tags of what one asks for and of what is sent. `webhooks` alone is a section of the document: generators would
write both into one file.
"""


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


_BY_ID: Any = {"parameters": {"id": "$response.body#/webhook/id"}}
_LINKS = {
    "get": {"operationId": "getWebhook", **_BY_ID},
    "replay": {"operationId": "replayWebhook", **_BY_ID},
    "delete": {"operationId": "deleteWebhook", **_BY_ID},
}

OPERATIONS = (
    change_row(
        changes.CREATE_WEBHOOK,
        "POST",
        "/v1/webhooks",
        "Be told of matches and tournaments",
        SETTINGS,
        created("/v1/webhooks/{0.webhook.id}"),
        body=CreateWebhook,
        links=_LINKS,
        description=(
            "From now on the service sends events to the URL: at least once, in order, signed as Standard Webhooks"
            " says, by a secret that it shows this once. For matches of the account's own the token needs the scope"
            " `match:read` beside `webhook:manage`."
        ),
    ),
    read_row(reads.LIST_WEBHOOKS, "/v1/webhooks", "Your webhooks, newest first", SETTINGS, PRIVATE, reply=WebhookList),
    read_row(reads.GET_WEBHOOK, "/v1/webhooks/{id}", "One of your webhooks", SETTINGS, PRIVATE),
    change_row(changes.DELETE_WEBHOOK, "DELETE", "/v1/webhooks/{id}", "End a webhook", SETTINGS, GONE),
    change_row(
        changes.REPLAY_WEBHOOK,
        "POST",
        "/v1/webhooks/{id}/replay",
        "Deliver again from a delivery or a time on",
        SETTINGS,
        body=ReplayWebhook,
        description="A webhook that was disabled is active again.",
    ),
)
