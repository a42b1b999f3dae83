"""The caller's own account: its name, its end, its personal tokens."""

from __future__ import annotations

from typing import Any

from api_schema.changes import CREATE_TOKEN, ERASE_ACCOUNT, RENAME_ACCOUNT, REVOKE_TOKEN, ChangeRequest
from api_schema.graphql import shapes
from api_schema.graphql.context import Info
from api_schema.graphql.mutation_rows import Mutation, payload, payload_of_id, payload_with
from api_schema.graphql.outputs import Shape
from api_schema.graphql.request_inputs import PLAIN
from api_schema.ports.accounts import NameInput, NewToken, TokenInput

_NEW_NAME = "The new name of your account: 1 to 40 visible characters, or null for no name."


async def _erase(info: Info, request: Any) -> str | None:
    caller = await info.context.caller()
    await ERASE_ACCOUNT.do(info.context.use_cases, caller, ChangeRequest("", "", request))
    return caller.account


MUTATIONS = (
    Mutation(
        RENAME_ACCOUNT,
        payload_with("RenameAccountPayload", "account", Shape(shapes.Account)),
        PLAIN.input("RenameAccountInput", NameInput, _NEW_NAME, first={}),
        "The name is shown beside your seats, in past matches too. It is in no event.",
    ),
    Mutation(
        ERASE_ACCOUNT,
        payload_of_id(
            "EraseAccountPayload", "The account that is nobody's any more. Its token is of no use from now on."
        ),
        PLAIN.input(
            "EraseAccountInput",
            description="The order to erase your account. Nobody can undo it.",
            first={"confirm": str},
            texts={"confirm": "The word `ERASE`."},
        ),
        "Name, tokens, and whose seats were yours are forgotten. Matches stay.",
        ask=_erase,
    ),
    Mutation(
        CREATE_TOKEN,
        payload("CreateTokenPayload", NewToken, only=("id", "token", "expires_at")),
        PLAIN.input(
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
    Mutation(REVOKE_TOKEN, payload_of_id("RevokeTokenPayload"), None),
)
