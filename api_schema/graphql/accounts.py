"""One's own account: its name, its end, its personal tokens."""

from __future__ import annotations

from typing import Annotated, Any

import strawberry

from api_schema.graphql import shapes
from api_schema.graphql.answering import answer
from api_schema.graphql.context import Info
from api_schema.graphql.errors import UserError
from api_schema.graphql.queries import Id
from api_schema.graphql.scalars import DateTime


@strawberry.input(description="What your account is to be called: 1 to 40 visible characters, or null for no name.")
class RenameAccountInput:
    """The order of a name."""

    name: str | None


@strawberry.input(description="That your account is to be erased. It can't be undone.")
class EraseAccountInput:
    """The order of an end."""

    confirm: str = strawberry.field(description="The word `ERASE`.")


@strawberry.input(description="A personal token to make.")
class CreateTokenInput:
    """The order of a token."""

    name: str = strawberry.field(description="1 to 80 visible characters, for people.")
    scopes: list[str]
    expires_at: DateTime | None = strawberry.field(default=None, description="Null: as late as the token that asks.")


@strawberry.type
class RenameAccountPayload:
    """The account with its new name."""

    account: shapes.Account | None = None
    user_errors: list[UserError] = strawberry.field(default_factory=list)


@strawberry.type(description="The account that is nobody's any more. Its token is of no use from now on.")
class EraseAccountPayload:
    """The id of what was erased."""

    id: strawberry.ID | None = None
    user_errors: list[UserError] = strawberry.field(default_factory=list)


@strawberry.type
class CreateTokenPayload:
    """The token, shown this once."""

    id: strawberry.ID | None = None
    token: str | None = None
    expires_at: DateTime | None = None
    user_errors: list[UserError] = strawberry.field(default_factory=list)


@strawberry.type
class RevokeTokenPayload:
    """The id of the token that no longer works."""

    id: strawberry.ID | None = None
    user_errors: list[UserError] = strawberry.field(default_factory=list)


async def _rename(info: Info, order: RenameAccountInput) -> dict[str, Any]:
    return {"account": await info.context.use.accounts.rename(await info.context.caller(), order.name)}


async def _erase(info: Info, order: EraseAccountInput) -> dict[str, Any]:
    caller = await info.context.caller()
    await info.context.use.accounts.erase(caller, order.confirm)
    return {"id": caller.account}


async def _create_token(info: Info, order: CreateTokenInput) -> dict[str, Any]:
    caller = await info.context.caller()
    made = await info.context.use.accounts.create_token(caller, order.name, order.scopes, order.expires_at)
    return {"id": made.id, "token": made.token, "expires_at": made.expires_at}


async def _revoke_token(info: Info, token_id: str) -> dict[str, Any]:
    await info.context.use.accounts.revoke_token(await info.context.caller(), token_id)
    return {"id": token_id}


RenameAccountOrder = Annotated[RenameAccountInput, strawberry.argument(name="input")]
EraseAccountOrder = Annotated[EraseAccountInput, strawberry.argument(name="input")]
CreateTokenOrder = Annotated[CreateTokenInput, strawberry.argument(name="input")]


@strawberry.type
class AccountMutations:
    """What an account does with itself."""

    @strawberry.mutation(description="The name is shown beside your seats, in past matches too. It is in no event.")
    async def rename_account(self, info: Info, order: RenameAccountOrder) -> RenameAccountPayload:
        return await answer(RenameAccountPayload, _rename(info, order))

    @strawberry.mutation(description="Name, tokens, and whose seats were yours are forgotten. Matches stay.")
    async def erase_account(self, info: Info, order: EraseAccountOrder) -> EraseAccountPayload:
        return await answer(EraseAccountPayload, _erase(info, order))

    @strawberry.mutation(description="It can do no more than the token that asks, and ends no later.")
    async def create_token(self, info: Info, order: CreateTokenOrder) -> CreateTokenPayload:
        return await answer(CreateTokenPayload, _create_token(info, order))

    @strawberry.mutation
    async def revoke_token(self, info: Info, token_id: Id) -> RevokeTokenPayload:
        return await answer(RevokeTokenPayload, _revoke_token(info, token_id))
