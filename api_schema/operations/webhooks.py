"""Webhooks of the caller's account."""

from __future__ import annotations

from typing import Any, get_args

from api_schema.errors import ErrorCode
from api_schema.operations.fields import ID, Field, Input, Mutation, Payload
from api_schema.operations.operation import Change, Keeps, Read
from api_schema.ports.webhooks import (
    CreateWebhook,
    MatchKind,
    ReplayWebhook,
    WebhookKind,
    WebhookList,
    Webhooks,
    WebhookScope,
)

SETTINGS, DELIVERIES = "webhook-settings", "webhook-deliveries"
"""The tags of what one asks for and of what is sent. `webhooks` alone is a section of the document: generators would
write both into one file.
"""
_MANAGE = "webhook:manage"
_CODES = (ErrorCode.NOT_FOUND, ErrorCode.FORBIDDEN)
_BY_ID: Any = {"parameters": {"id": "$response.body#/webhook/id"}}


def _wanted(request: Any) -> CreateWebhook:
    """The request of an input."""
    kinds = get_args(MatchKind) if request.kinds is None else tuple(kind.value for kind in request.kinds)
    return CreateWebhook(request.url, kinds, request.game, request.tournament_id, request.matches.value)


CREATE_WEBHOOK = Change(
    "createWebhook",
    "/v1/webhooks",
    "Be told of matches and tournaments",
    SETTINGS,
    Webhooks.create,
    scope=_MANAGE,
    body=CreateWebhook,
    created="/v1/webhooks/{0.webhook.id}",
    codes=_CODES,
    beyond="a URL whose host or port may not be called, a game or a tournament that is not here",
    links={
        "get": {"operationId": "getWebhook", **_BY_ID},
        "replay": {"operationId": "replayWebhook", **_BY_ID},
        "delete": {"operationId": "deleteWebhook", **_BY_ID},
    },
    description="From now on the service sends events to the URL: at least once, in order, signed as Standard Webhooks"
    " says, by a secret that it shows this once. For matches of the account's own the token needs the scope"
    " `match:read` beside `webhook:manage`.",
    graphql=Mutation(
        Payload("CreateWebhookPayload"),
        Input(
            "CreateWebhookInput",
            description="Where to, and of what: kinds of events, of one game or tournament or of all.",
            first={
                "url": str,
                "kinds": list[WebhookKind] | None,
                "game": str | None,
                "tournament_id": ID | None,
                "matches": (WebhookScope, "OWN"),
            },
            texts={
                "url": "https, with a public address.",
                "kinds": "Null: those of matches.",
                "tournament_id": "Only this tournament and its matches.",
                "matches": "OWN: matches that your account sits in, tournaments that it has entered or has had a role"
                " in; PUBLIC: all that everybody may see.",
            },
            reads=_wanted,
        ),
        "Be told of matches and tournaments by signed requests to a URL, at least once each, in order.",
    ),
)
LIST_WEBHOOKS = Read(
    "listWebhooks",
    "/v1/webhooks",
    "Your webhooks, newest first",
    SETTINGS,
    Webhooks.all,
    keeps=Keeps.PRIVATE,
    scope=_MANAGE,
    reply=WebhookList,
    codes=(ErrorCode.FORBIDDEN,),
    graphql=Field("webhooks", "The webhooks of your account, newest first.", points=0),
)
GET_WEBHOOK = Read(
    "getWebhook",
    "/v1/webhooks/{id}",
    "One of your webhooks",
    SETTINGS,
    Webhooks.get,
    keeps=Keeps.PRIVATE,
    scope=_MANAGE,
    codes=_CODES,
)
DELETE_WEBHOOK = Change(
    "deleteWebhook",
    "/v1/webhooks/{id}",
    "End a webhook",
    SETTINGS,
    Webhooks.delete,
    method="DELETE",
    scope=_MANAGE,
    codes=_CODES,
    graphql=Mutation(Payload("DeleteWebhookPayload")),
)
REPLAY_WEBHOOK = Change(
    "replayWebhook",
    "/v1/webhooks/{id}/replay",
    "Deliver again from a delivery or a time on",
    SETTINGS,
    Webhooks.replay,
    scope=_MANAGE,
    body=ReplayWebhook,
    codes=_CODES,
    beyond="both or none of `after` and `since`, a delivery that this webhook never had",
    description="A webhook that was disabled is active again.",
    graphql=Mutation(
        Payload("ReplayWebhookPayload", "webhook"),
        Input(
            "ReplayWebhookInput",
            ReplayWebhook,
            "From where to deliver again: one of both.",
            first={"id": ID},
            texts={"after": "The `webhook-id` of a delivery."},
        ),
        "Deliver again from there on. A disabled webhook is active again.",
        "id",
    ),
)

ROWS = (CREATE_WEBHOOK, LIST_WEBHOOKS, GET_WEBHOOK, DELETE_WEBHOOK, REPLAY_WEBHOOK)
