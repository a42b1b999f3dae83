"""The caller's own account: its name, its end; personal tokens, created and shown once, listed, revoked by ID."""

from __future__ import annotations

from starlette.responses import Response

from api_schema.errors import ErrorCode
from api_schema.ports.accounts import AccountOut, NameInput, NewToken, TokenInput
from api_schema.rest.models import TokenList
from api_schema.rest.operation import ApiCall, Operation
from api_schema.rest.parameters import ErasureQuery, TokenPath
from api_schema.rest.replies import Reply


async def create_token(call: ApiCall) -> Reply:
    """A new personal token of the caller."""
    body: TokenInput = call.body
    made = await call.uses.accounts.create_token(call.caller, body.name, body.scopes, body.expires_at)
    return Reply(made, 201, headers={"Location": f"/v1/tokens/{made.id}"})


async def list_tokens(call: ApiCall) -> Reply:
    """The caller's tokens."""
    found = await call.uses.accounts.tokens(call.caller)
    return Reply(TokenList(tuple(found)), headers={"Cache-Control": "no-store"})


async def revoke_token(call: ApiCall) -> Response:
    """A token ends."""
    await call.uses.accounts.revoke_token(call.caller, call.path.id)
    return Response(status_code=204)


async def account(call: ApiCall) -> Reply:
    """The caller's account."""
    return Reply(await call.uses.accounts.profile(call.caller), headers={"Cache-Control": "no-store"})


async def rename(call: ApiCall) -> Reply:
    """The account with its new name."""
    body: NameInput = call.body
    return Reply(await call.uses.accounts.rename(call.caller, body.name))


async def erase(call: ApiCall) -> Response:
    """The account is nobody's any more."""
    query: ErasureQuery = call.query
    await call.uses.accounts.erase(call.caller, query.confirm)
    return Response(status_code=204)


OPERATIONS = (
    Operation(
        "getAccount",
        "GET",
        "/v1/account",
        account,
        "Your own account",
        "accounts",
        AccountOut,
        auth="required",
        codes=(ErrorCode.NOT_FOUND,),
    ),
    Operation(
        "renameAccount",
        "PATCH",
        "/v1/account",
        rename,
        "Give your account a name, or none",
        "accounts",
        AccountOut,
        body=NameInput,
        auth="required",
        scope="account:write",
        codes=(ErrorCode.FORBIDDEN, ErrorCode.NOT_FOUND),
        description="It is shown beside your seats, in past matches too. No event holds it; others may have the same.",
    ),
    Operation(
        "eraseAccount",
        "DELETE",
        "/v1/account",
        erase,
        "Erase your account",
        "accounts",
        None,
        204,
        query_type=ErasureQuery,
        auth="required",
        scope="account:write",
        codes=(ErrorCode.FORBIDDEN, ErrorCode.NOT_FOUND),
        description=(
            "Name, tokens, and whose seats were yours are forgotten for good. Matches stay as they are, and nobody can"
            " tell any more who played in them. In a match that still runs your seat is left to the clock."
        ),
    ),
    Operation(
        "createToken",
        "POST",
        "/v1/tokens",
        create_token,
        "Create a personal token",
        "accounts",
        NewToken,
        201,
        body=TokenInput,
        auth="required",
        scope="account:write",
        codes=(ErrorCode.FORBIDDEN, ErrorCode.NOT_FOUND),
        description="It can do no more than the token that asks, and ends no later. The secret is shown this once.",
        links={"revoke": {"operationId": "revokeToken", "parameters": {"id": "$response.body#/id"}}},
    ),
    Operation(
        "listTokens",
        "GET",
        "/v1/tokens",
        list_tokens,
        "Your own personal tokens",
        "accounts",
        TokenList,
        auth="required",
        scope="account:write",
        codes=(ErrorCode.FORBIDDEN,),
        description="Those that were not revoked, newest first, without secrets. `lastUsedAt` is within an hour.",
    ),
    Operation(
        "revokeToken",
        "DELETE",
        "/v1/tokens/{id}",
        revoke_token,
        "Revoke a personal token",
        "accounts",
        None,
        204,
        path_type=TokenPath,
        auth="required",
        scope="account:write",
        codes=(ErrorCode.NOT_FOUND, ErrorCode.FORBIDDEN),
    ),
)
