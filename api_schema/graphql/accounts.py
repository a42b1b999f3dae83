"""The caller's own account: its name, its end, its personal tokens."""

from __future__ import annotations

from typing import Annotated, Any

import strawberry

from api_schema.graphql import shapes
from api_schema.graphql.context import Info
from api_schema.graphql.errors import UserError
from api_schema.graphql.payloads import answer
from api_schema.graphql.queries import Id
from api_schema.graphql.scalars import DateTime


@strawberry.input(description="The new name of your account: 1 to 40 visible characters, or null for no name.")
class RenameAccountInput:
    """A request for a name."""

    name: str | None


@strawberry.input(description="The order to erase your account. Nobody can undo it.")
class EraseAccountInput:
    """A request for an end."""

    confirm: str = strawberry.field(description="The word `ERASE`.")


@strawberry.input(description="A personal token to make.")
class CreateTokenInput:
    """A request for a token."""

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


async def _rename(info: Info, request: RenameAccountInput) -> dict[str, Any]:
    return {"account": await info.context.use.accounts.rename(await info.context.caller(), request.name)}


async def _erase(info: Info, request: EraseAccountInput) -> dict[str, Any]:
    caller = await info.context.caller()
    await info.context.use.accounts.erase(caller, request.confirm)
    return {"id": caller.account}


async def _create_token(info: Info, request: CreateTokenInput) -> dict[str, Any]:
    caller = await info.context.caller()
    made = await info.context.use.accounts.create_token(caller, request.name, request.scopes, request.expires_at)
    return {"id": made.id, "token": made.token, "expires_at": made.expires_at}


async def _revoke_token(info: Info, token_id: str) -> dict[str, Any]:
    await info.context.use.accounts.revoke_token(await info.context.caller(), token_id)
    return {"id": token_id}


RenameAccountRequest = Annotated[RenameAccountInput, strawberry.argument(name="input")]
EraseAccountRequest = Annotated[EraseAccountInput, strawberry.argument(name="input")]
CreateTokenRequest = Annotated[CreateTokenInput, strawberry.argument(name="input")]


@strawberry.type
class AccountMutations:
    """Changes of an account by itself."""

    @strawberry.mutation(description="The name is shown beside your seats, in past matches too. It is in no event.")
    async def rename_account(self, info: Info, request: RenameAccountRequest) -> RenameAccountPayload:
        return await answer(RenameAccountPayload, _rename(info, request))

    @strawberry.mutation(description="Name, tokens, and whose seats were yours are forgotten. Matches stay.")
    async def erase_account(self, info: Info, request: EraseAccountRequest) -> EraseAccountPayload:
        return await answer(EraseAccountPayload, _erase(info, request))

    @strawberry.mutation(description="It can do no more than the token that asks, and ends no later.")
    async def create_token(self, info: Info, request: CreateTokenRequest) -> CreateTokenPayload:
        return await answer(CreateTokenPayload, _create_token(info, request))

    @strawberry.mutation
    async def revoke_token(self, info: Info, token_id: Id) -> RevokeTokenPayload:
        return await answer(RevokeTokenPayload, _revoke_token(info, token_id))
