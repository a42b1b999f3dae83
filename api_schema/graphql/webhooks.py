"""Webhooks of the caller's account."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import Annotated, Any, get_args

import strawberry

from api_schema import ports
from api_schema.graphql import shapes
from api_schema.graphql.answering import answer
from api_schema.graphql.context import Info
from api_schema.graphql.errors import UserError
from api_schema.graphql.scalars import DateTime
from api_schema.ports import CreateWebhook, ReplayWebhook


@strawberry.input(description="Where to, and of what: kinds of events, of one game or of all.")
class CreateWebhookInput:
    """The order of a webhook."""

    url: str = strawberry.field(description="https, with a public address.")
    kinds: list[shapes.WebhookKind] | None = strawberry.field(default=None, description="Null: all.")
    game: str | None = None
    matches: shapes.WebhookScope = strawberry.field(
        default="OWN", description="OWN: those that your account sits in; PUBLIC: all that everybody may see."
    )


@strawberry.input(description="From where to deliver again: one of both.")
class ReplayWebhookInput:
    """The order of deliveries."""

    id: strawberry.ID
    after: strawberry.ID | None = strawberry.field(default=None, description="The `webhook-id` of a delivery.")
    since: DateTime | None = None


@strawberry.type
class CreateWebhookPayload:
    """The webhook, and its secret, which is shown this once."""

    webhook: shapes.Webhook | None = None
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

    webhook: shapes.Webhook | None = None
    user_errors: list[UserError] = strawberry.field(default_factory=list)


CreateWebhookOrder = Annotated[CreateWebhookInput, strawberry.argument(name="input")]
ReplayWebhookOrder = Annotated[ReplayWebhookInput, strawberry.argument(name="input")]
Id = Annotated[strawberry.ID, strawberry.argument(name="id")]


@strawberry.type
class WebhookQueries:
    """What is asked about them."""

    @strawberry.field(graphql_type=list[shapes.Webhook], description="The webhooks of your account, newest first.")
    async def webhooks(self, info: Info) -> Any:
        return await info.context.use.webhooks.all(await info.context.caller())


@strawberry.type
class WebhookMutations:
    """What an account does with them."""

    @strawberry.mutation(description="Be told of matches by signed requests to a URL, at least once each, in order.")
    async def create_webhook(self, info: Info, order: CreateWebhookOrder) -> CreateWebhookPayload:
        return await answer(CreateWebhookPayload, _create(info, order))

    @strawberry.mutation
    async def delete_webhook(self, info: Info, webhook_id: Id) -> DeleteWebhookPayload:
        return await answer(DeleteWebhookPayload, _delete(info, webhook_id))

    @strawberry.mutation(description="Deliver again from there on. A disabled webhook is active again.")
    async def replay_webhook(self, info: Info, order: ReplayWebhookOrder) -> ReplayWebhookPayload:
        return await answer(ReplayWebhookPayload, _replay(info, order))


async def _create(info: Info, order: CreateWebhookInput) -> dict[str, Any]:
    kinds: Sequence[Any] = get_args(ports.MatchKind) if order.kinds is None else order.kinds
    wanted = CreateWebhook(
        url=order.url,
        kinds=tuple(_plain(kind) for kind in kinds),
        game=order.game,
        matches=_plain(order.matches),
    )
    made = await info.context.use.webhooks.create(await info.context.caller(), wanted)
    return {"webhook": made.webhook, "secret": made.secret}


async def _delete(info: Info, webhook_id: str) -> dict[str, Any]:
    await info.context.use.webhooks.delete(await info.context.caller(), webhook_id)
    return {"id": webhook_id}


async def _replay(info: Info, order: ReplayWebhookInput) -> dict[str, Any]:
    wanted = ReplayWebhook(after=order.after, since=order.since)
    return {"webhook": await info.context.use.webhooks.replay(await info.context.caller(), order.id, wanted)}


def _plain(value: Any) -> Any:
    """The value of an enum's member."""
    return value.value if isinstance(value, Enum) else value
