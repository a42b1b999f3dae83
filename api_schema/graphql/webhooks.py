"""Webhooks of the caller's account."""

from __future__ import annotations

import strawberry

from api_schema.graphql.attributes import attribute, reads
from api_schema.graphql.catalogue import Node
from api_schema.ports.webhooks import WebhookOut


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
