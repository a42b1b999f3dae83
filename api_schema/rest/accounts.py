"""The caller's own account: its name, its end; personal tokens, created and shown once, listed, revoked by ID."""

from __future__ import annotations

from api_schema import changes, reads
from api_schema.ports.accounts import NameInput, TokenInput
from api_schema.rest.caching import UNSTORED
from api_schema.rest.change_rows import GONE, change_row, created
from api_schema.rest.models import TokenList
from api_schema.rest.parameters import ErasureQuery
from api_schema.rest.read_rows import read_row

OPERATIONS = (
    read_row(
        reads.GET_ACCOUNT,
        "/v1/account",
        "Your own account",
        "accounts",
        UNSTORED,
        auth="required",
        description="Its id, the name that others see, and since when there is such an account.",
    ),
    change_row(
        changes.RENAME_ACCOUNT,
        "PATCH",
        "/v1/account",
        "Give your account a name, or none",
        "accounts",
        body=NameInput,
        description="It is shown beside your seats, in past matches too. No event holds it; others may have the same.",
    ),
    change_row(
        changes.ERASE_ACCOUNT,
        "DELETE",
        "/v1/account",
        "Erase your account",
        "accounts",
        GONE,
        asks=lambda call: call.query,
        query_type=ErasureQuery,
        description=(
            "Name, tokens, and whose seats were yours are forgotten for good. Matches stay as they are, and nobody can"
            " tell any more who played in them. In a match that still runs your seat is left to the clock."
        ),
    ),
    change_row(
        changes.CREATE_TOKEN,
        "POST",
        "/v1/tokens",
        "Create a personal token",
        "accounts",
        created("/v1/tokens/{0.id}"),
        body=TokenInput,
        description="It can do no more than the token that asks, and ends no later. The secret is shown this once.",
        links={"revoke": {"operationId": "revokeToken", "parameters": {"id": "$response.body#/id"}}},
    ),
    read_row(
        reads.LIST_TOKENS,
        "/v1/tokens",
        "Your own personal tokens",
        "accounts",
        UNSTORED,
        reply=TokenList,
        shows=lambda call, found: TokenList(tuple(found)),
        description="Those that were not revoked, newest first, without secrets. `lastUsedAt` is within an hour.",
    ),
    change_row(changes.REVOKE_TOKEN, "DELETE", "/v1/tokens/{id}", "Revoke a personal token", "accounts", GONE),
)
