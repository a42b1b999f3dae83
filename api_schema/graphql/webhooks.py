"""Webhooks of the caller's account."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import Annotated, Any, get_args

import strawberry

from api_schema.graphql import shapes
from api_schema.graphql.attributes import attribute, reads
from api_schema.graphql.context import Info
from api_schema.graphql.errors import UserError
from api_schema.graphql.payloads import answer
from api_schema.graphql.scalars import DateTime
from api_schema.ports.webhooks import CreateWebhook, MatchKind, ReplayWebhook, WebhookOut


@strawberry.type(description="A target of deliveries of an account, without its secret.")
@reads(WebhookOut)
class Webhook:
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


@strawberry.input(description="From where to deliver again: one of both.")
class ReplayWebhookInput:
    """A request for deliveries."""

    id: strawberry.ID
    after: strawberry.ID | None = strawberry.field(default=None, description="The `webhook-id` of a delivery.")
    since: DateTime | None = None


@strawberry.type
class CreateWebhookPayload:
    """The webhook, and its secret, which is shown this once."""

    webhook: Webhook | None = None
    secret: str | None = None
    user_errors: list[UserError] = strawberry.field(default_factory=list)


@strawberry.type
class DeleteWebhookPayload:
    """The id of the webhook that is no more."""

    id: strawberry.ID | None = None
    user_errors: list[UserError] = strawberry.field(default_factory=list)


@strawberry.type
class ReplayWebhookPayload:
    """The webhook, active again."""

    webhook: Webhook | None = None
    user_errors: list[UserError] = strawberry.field(default_factory=list)


CreateWebhookRequest = Annotated[CreateWebhookInput, strawberry.argument(name="input")]
ReplayWebhookRequest = Annotated[ReplayWebhookInput, strawberry.argument(name="input")]
Id = Annotated[strawberry.ID, strawberry.argument(name="id")]


@strawberry.type
class WebhookQueries:
    """The queries of webhooks."""

    @strawberry.field(description="The webhooks of your account, newest first.")
    async def webhooks(self, info: Info) -> list[Webhook]:
        return [Webhook(out=out) for out in await info.context.use.webhooks.all(await info.context.caller())]


@strawberry.type
class WebhookMutations:
    """The mutations of webhooks."""

    @strawberry.mutation(
        description="Be told of matches and tournaments by signed requests to a URL, at least once each, in order."
    )
    async def create_webhook(self, info: Info, request: CreateWebhookRequest) -> CreateWebhookPayload:
        return await answer(CreateWebhookPayload, _create(info, request))

    @strawberry.mutation
    async def delete_webhook(self, info: Info, webhook_id: Id) -> DeleteWebhookPayload:
        return await answer(DeleteWebhookPayload, _delete(info, webhook_id))

    @strawberry.mutation(description="Deliver again from there on. A disabled webhook is active again.")
    async def replay_webhook(self, info: Info, request: ReplayWebhookRequest) -> ReplayWebhookPayload:
        return await answer(ReplayWebhookPayload, _replay(info, request))


async def _create(info: Info, request: CreateWebhookInput) -> dict[str, Any]:
    kinds: Sequence[Any] = get_args(MatchKind) if request.kinds is None else request.kinds
    wanted = CreateWebhook(
        url=request.url,
        kinds=tuple(_plain(kind) for kind in kinds),
        game=request.game,
        tournament=request.tournament_id,
        matches=_plain(request.matches),
    )
    made = await info.context.use.webhooks.create(await info.context.caller(), wanted)
    return {"webhook": Webhook(out=made.webhook), "secret": made.secret}


async def _delete(info: Info, webhook_id: str) -> dict[str, Any]:
    await info.context.use.webhooks.delete(await info.context.caller(), webhook_id)
    return {"id": webhook_id}


async def _replay(info: Info, request: ReplayWebhookInput) -> dict[str, Any]:
    wanted = ReplayWebhook(after=request.after, since=request.since)
    again = await info.context.use.webhooks.replay(await info.context.caller(), request.id, wanted)
    return {"webhook": Webhook(out=again)}


def _time(text: str | None) -> DateTime | None:
    return None if text is None else DateTime(text)


def _plain(value: Any) -> Any:
    """The value of an enum's member."""
    return value.value if isinstance(value, Enum) else value
