"""The caller's own account: its name, its end; personal tokens, created and shown once, listed, revoked by ID."""

from __future__ import annotations

from api_schema.errors import ErrorCode
from api_schema.operations import beyond
from api_schema.operations.fields import Field, Input, Mutation, Payload
from api_schema.operations.models import TokenList
from api_schema.operations.operation import Change, Keeps, Read
from api_schema.operations.parameters import ErasureQuery
from api_schema.ports.accounts import Accounts, NameInput, TokenInput

_WRITE = "account:write"
_CODES = (ErrorCode.FORBIDDEN, ErrorCode.NOT_FOUND)

GET_ACCOUNT = Read(
    "getAccount",
    "/v1/account",
    "Your own account",
    "accounts",
    Accounts.profile,
    keeps=Keeps.UNSTORED,
    auth="required",
    codes=(ErrorCode.NOT_FOUND,),
    description="Its id, the name that others see, and since when there is such an account.",
)
RENAME_ACCOUNT = Change(
    "renameAccount",
    "/v1/account",
    "Give your account a name, or none",
    "accounts",
    Accounts.rename,
    method="PATCH",
    scope=_WRITE,
    body=NameInput,
    codes=_CODES,
    beyond=beyond.NAME,
    description="It is shown beside your seats, in past matches too. No event holds it; others may have the same.",
    graphql=Mutation(
        Payload("RenameAccountPayload", "account"),
        Input(
            "RenameAccountInput",
            NameInput,
            "The new name of your account: 1 to 40 visible characters, or null for no name.",
            first={},
        ),
        "The name is shown beside your seats, in past matches too. It is in no event.",
    ),
)
ERASE_ACCOUNT = Change(
    "eraseAccount",
    "/v1/account",
    "Erase your account",
    "accounts",
    Accounts.erase,
    method="DELETE",
    scope=_WRITE,
    asks="query",
    query_type=ErasureQuery,
    codes=_CODES,
    description="Name, tokens, and whose seats were yours are forgotten for good. Matches stay as they are, and nobody"
    " can tell any more who played in them. In a match that still runs your seat is left to the clock.",
    graphql=Mutation(
        Payload(
            "EraseAccountPayload",
            description="The account that is nobody's any more. Its token is of no use from now on.",
        ),
        Input(
            "EraseAccountInput",
            description="The order to erase your account. Nobody can undo it.",
            first={"confirm": str},
            texts={"confirm": "The word `ERASE`."},
        ),
        "Name, tokens, and whose seats were yours are forgotten. Matches stay.",
    ),
)
CREATE_TOKEN = Change(
    "createToken",
    "/v1/tokens",
    "Create a personal token",
    "accounts",
    Accounts.create_token,
    scope=_WRITE,
    body=TokenInput,
    created="/v1/tokens/{0.id}",
    codes=_CODES,
    beyond=f"{beyond.NAME}, scopes that your token does not have, an end that is past",
    links={"revoke": {"operationId": "revokeToken", "parameters": {"id": "$response.body#/id"}}},
    description="It can do no more than the token that asks, and ends no later. The secret is shown this once.",
    graphql=Mutation(
        Payload("CreateTokenPayload", only=("id", "token", "expires_at")),
        Input(
            "CreateTokenInput",
            TokenInput,
            "A personal token to make.",
            first={},
            texts={
                "name": "1 to 80 visible characters, for people.",
                "expires_at": "Null: as late as the token that asks.",
            },
        ),
        "It can do no more than the token that asks, and ends no later.",
    ),
)
LIST_TOKENS = Read(
    "listTokens",
    "/v1/tokens",
    "Your own personal tokens",
    "accounts",
    Accounts.tokens,
    keeps=Keeps.UNSTORED,
    scope=_WRITE,
    reply=TokenList,
    codes=(ErrorCode.FORBIDDEN,),
    description="Those that were not revoked, newest first, without secrets. `lastUsedAt` is within an hour.",
    graphql=Field(
        "tokens",
        "The account's tokens that were not revoked, newest first; needs the scope `account:write`.",
        "Viewer",
        points=0,
    ),
)
REVOKE_TOKEN = Change(
    "revokeToken",
    "/v1/tokens/{id}",
    "Revoke a personal token",
    "accounts",
    Accounts.revoke_token,
    method="DELETE",
    scope=_WRITE,
    codes=(ErrorCode.NOT_FOUND, ErrorCode.FORBIDDEN),
    graphql=Mutation(Payload("RevokeTokenPayload")),
)

ROWS = (GET_ACCOUNT, RENAME_ACCOUNT, ERASE_ACCOUNT, CREATE_TOKEN, LIST_TOKENS, REVOKE_TOKEN)
