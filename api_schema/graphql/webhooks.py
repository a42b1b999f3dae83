"""Webhooks of the caller's account."""

from __future__ import annotations

from enum import Enum
from typing import Any, get_args

import strawberry

from api_schema.changes import CREATE_WEBHOOK, DELETE_WEBHOOK, REPLAY_WEBHOOK
from api_schema.graphql import shapes
from api_schema.graphql.attributes import attribute, holding, reads
from api_schema.graphql.catalogue import Node
from api_schema.graphql.mutation_rows import Mutation, payload, payload_of_id, payload_with
from api_schema.graphql.query_rows import Query
from api_schema.graphql.request_inputs import PLAIN, Input
from api_schema.ports.webhooks import CreateWebhook, MatchKind, ReplayWebhook, WebhookMade, WebhookOut
from api_schema.reads import LIST_WEBHOOKS


@strawberry.type(description="A target of deliveries of an account, without its secret.")
@reads(WebhookOut)
class Webhook(Node):
    """A webhook as its account sees it."""

    out: strawberry.Private[WebhookOut]

    id = attribute()
    url = attribute()
    kinds = attribute()
    game = attribute("Null: all games.")
    tournament_id = attribute("Null: all tournaments, and matches outside them.", of="tournament")
    matches = attribute()
    status = attribute("FAILING: what is due is tried again. DISABLED: nothing is sent any more, until it is replayed.")
    created_at = attribute()
    last_delivered_at = attribute()
    failing_since = attribute()
    next_attempt_at = attribute()
    last_error = attribute("The fault of the last attempt; null without one.")


@strawberry.input(description="Where to, and of what: kinds of events, of one game or tournament or of all.")
class CreateWebhookInput:
    """A request for a webhook."""

    url: str = strawberry.field(description="https, with a public address.")
    kinds: list[shapes.WebhookKind] | None = strawberry.field(default=None, description="Null: those of matches.")
    game: str | None = None
    tournament_id: strawberry.ID | None = strawberry.field(
        default=None, description="Only this tournament and its matches."
    )
    matches: shapes.WebhookScope = strawberry.field(
        default="OWN",
        description=(
            "OWN: matches that your account sits in, tournaments that it has entered or has had a role in;"
            " PUBLIC: all that everybody may see."
        ),
    )


def _wanted(request: CreateWebhookInput) -> CreateWebhook:
    kinds: Any = get_args(MatchKind) if request.kinds is None else request.kinds
    return CreateWebhook(
        url=request.url,
        kinds=tuple(_plain(kind) for kind in kinds),
        game=request.game,
        tournament=request.tournament_id,
        matches=_plain(request.matches),
    )


def _plain(value: Any) -> Any:
    """The value of an enum's member."""
    return value.value if isinstance(value, Enum) else value


QUERIES = (Query(LIST_WEBHOOKS, "webhooks", "The webhooks of your account, newest first.", points=0),)
MUTATIONS = (
    Mutation(
        CREATE_WEBHOOK,
        payload("CreateWebhookPayload", WebhookMade),
        Input(CreateWebhookInput, _wanted),
        "Be told of matches and tournaments by signed requests to a URL, at least once each, in order.",
    ),
    Mutation(DELETE_WEBHOOK, payload_of_id("DeleteWebhookPayload"), None),
    Mutation(
        REPLAY_WEBHOOK,
        payload_with("ReplayWebhookPayload", "webhook", holding(Webhook)),
        PLAIN.input(
            "ReplayWebhookInput",
            ReplayWebhook,
            "From where to deliver again: one of both.",
            first={"id": strawberry.ID},
            texts={"after": "The `webhook-id` of a delivery."},
        ),
        "Deliver again from there on. A disabled webhook is active again.",
        target="id",
    ),
)
