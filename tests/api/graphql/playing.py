"""Operations that several tests send, and a table of two that is ready to play."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

Ask = Callable[..., Awaitable[Any]]

ERRORS = "userErrors { __typename code message path ruleId faults { ruleId message path } }"
CREATE = f"""mutation($input: CreateMatchInput!) {{ createMatch(input: $input) {{
  replayed invite match {{ id status }} {ERRORS} }} }}"""
JOIN = f"""mutation($input: JoinMatchInput!) {{ joinMatch(input: $input) {{
  seat seatToken match {{ id status }} {ERRORS} }} }}"""
LEAVE = f"mutation($input: LeaveMatchInput!) {{ leaveMatch(input: $input) {{ match {{ id status }} {ERRORS} }} }}"
LEGAL = """query($id: ID!) { match(id: $id) { status version legalActions {
  version seat mayConcede
  prompts {
    prompt { id revision kind mode } actions { token type action } templates { type parameters { name kind options } }
  }
} } }"""
ACT = """mutation($input: ActInput!) { act(input: $input) {
  version replayed headHash match { id status version }
  events { __typename version type redacted json }
  userErrors { __typename code message path ruleId
    ... on IllegalAction { legal { prompts { prompt { kind } } } }
    ... on PromptClosed { openPrompts { id kind } legal { version } }
    ... on VersionConflict { expected actual }
    ... on KeyReused { firstUsedAt } }
} }"""


async def table(ask: Ask, seats: int = 2, deck: str = "fox", key: str = "create") -> tuple[str, list[str]]:
    """A running match and the token of each seat."""
    order = {"idempotencyKey": key, "game": "envoys", "seats": seats, "options": {"rounds": 2}}
    match = (await ask(CREATE, "user:host", input=order))["createMatch"]["match"]["id"]
    tokens = []
    for number in range(seats):
        seat = {"idempotencyKey": f"join-{number}", "matchId": match, "deck": deck}
        tokens.append((await ask(JOIN, f"user:{number}", input=seat))["joinMatch"]["seatToken"])
    return match, tokens


async def legal(ask: Ask, match: str, token: str) -> Any:
    """What a seat may do."""
    return (await ask(LEGAL, token, id=match))["match"]["legalActions"]


async def act(ask: Ask, match: str, token: str, key: str, what: Any, **guard: Any) -> Any:
    """The payload of an action."""
    order = {"idempotencyKey": key, "matchId": match, "what": what, **guard}
    return (await ask(ACT, token, input=order))["act"]


def options(found: Any, kind: str) -> Any:
    """The options of the seat's prompt of a kind."""
    return next(options for options in found["prompts"] if options["prompt"]["kind"] == kind)
