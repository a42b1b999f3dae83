"""Personal tokens: created and shown once, revoked by ID."""

from __future__ import annotations

from starlette.responses import Response

from api_schema.errors import ErrorCode
from api_schema.rest.models import TokenInput, TokenOut
from api_schema.rest.operation import Call, Operation
from api_schema.rest.parameters import TokenPath
from api_schema.rest.replying import Reply


async def create_token(call: Call) -> Reply:
    """A new personal token of the caller."""
    order: TokenInput = call.body
    token_id, token = await call.uses.accounts.create_token(call.caller, order.name, order.scopes)
    return Reply(TokenOut(token_id, token), 201, headers={"Location": f"/v1/tokens/{token_id}"})


async def revoke_token(call: Call) -> Response:
    """A token ends."""
    await call.uses.accounts.revoke_token(call.caller, call.path.id)
    return Response(status_code=204)


OPERATIONS = (
    Operation(
        "createToken",
        "POST",
        "/v1/tokens",
        create_token,
        "Create a personal token",
        "accounts",
        TokenOut,
        201,
        body=TokenInput,
        auth="required",
        codes=(ErrorCode.FORBIDDEN,),
        links={"revoke": {"operationId": "revokeToken", "parameters": {"id": "$response.body#/id"}}},
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
        codes=(ErrorCode.NOT_FOUND, ErrorCode.FORBIDDEN),
    ),
)
