"""Uploading a card set of the caller's own."""

from __future__ import annotations

from typing import Annotated, Any

import strawberry

from api_schema.graphql import shapes
from api_schema.graphql.context import Info
from api_schema.graphql.errors import UserError
from api_schema.graphql.payloads import answer


@strawberry.input(description="The text of a card file for that game.")
class CardSetInput:
    """A request for a set."""

    game: str
    text: str


@strawberry.type(description="The set under its hash; or every fault of the text, in `faults` of the error.")
class CardSetPayload:
    """The result of the upload."""

    card_set: shapes.OwnCardSet | None = None
    user_errors: list[UserError] = strawberry.field(default_factory=list)


CardSetRequest = Annotated[CardSetInput, strawberry.argument(name="input")]


@strawberry.type
class CardSetMutations:
    """The mutations of card sets."""

    @strawberry.mutation(
        description="Checked, stored once under the hash of its text, never changed. A match names it in `cardSets`."
    )
    async def upload_card_set(self, info: Info, request: CardSetRequest) -> CardSetPayload:
        return await answer(CardSetPayload, _upload(info, request))


async def _upload(info: Info, request: CardSetInput) -> dict[str, Any]:
    caller = await info.context.caller()
    return {"card_set": await info.context.use.catalogue.upload_card_set(caller, request.game, request.text)}
