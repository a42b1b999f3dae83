"""docs/access.md says what the code does. `python -m tests.api.test_access_page` writes its tables."""

from __future__ import annotations

import re
from pathlib import Path

from api_schema.operations.lobby import GET_MATCH
from api_schema.operations.operation import Change, Operation, Read
from api_schema.operations.table import OPERATIONS
from api_schema.scopes import SCOPES

PAGE = Path(__file__).parents[2] / "docs" / "access.md"
BY_HAND = {
    "getState": "`Match.state`",
    "getLegalActions": "`Match.legalActions`",
    "getEvents": "`Match.events`",
    "streamMatch": "`Subscription.matchUpdates`",
    "getReplay": "`Match.replay`",
    "getAudit": "`Match.audit`",
    "act": "`act`",
    "changeDeck": "`saveDeck`",
    "streamInbox": "`Subscription.inbox`",
    "streamTournament": "`Subscription.tournamentUpdates`",
    "streamPairings": "`Subscription.pairingsUpdates`",
    "streamStandings": "`Subscription.standingsUpdates`",
}
"""The fields of operations whose rows name none."""


def field(operation: Operation) -> str:
    """The field of GraphQL that does the same; `node` finds matches too."""
    if isinstance(operation, Change):
        return f"`{operation.id}`"
    if not isinstance(operation, Read):
        return BY_HAND.get(operation.id, "")
    said = operation.graphql
    found = "" if said is None else f"`{said.on}.{said.name}`"
    return f"{found}, `Query.node`" if operation is GET_MATCH else found


def written(text: str) -> str:
    """The page with its tables as they should be."""
    scopes = "| scope | lets the account |\n|---|---|\n" + "".join(
        f"| `{n}` | {what} |\n" for n, what in SCOPES.items()
    )
    return _put(_put(text, "scopes", scopes), "operations", _operations())


def _operations() -> str:
    head = "| REST | GraphQL | to do | to look as a seat |\n|---|---|---|---|\n"
    named = [operation for operation in OPERATIONS if operation.scope or operation.sight]
    return head + "".join(
        f"| `{found.id}` | {field(found)} | {_code(found.scope)} | {_code(found.sight)} |\n" for found in named
    )


def _code(scope: str | None) -> str:
    return f"`{scope}`" if scope else ""


def _put(text: str, name: str, table: str) -> str:
    between = re.compile(rf"(<!-- {name} -->\n).*?(<!-- /{name} -->)", re.DOTALL)
    assert between.search(text)
    return between.sub(lambda found: f"{found[1]}{table}{found[2]}", text)


def test_the_tables_are_those_of_the_code() -> None:
    text = PAGE.read_text()
    assert text == written(text), "run `python -m tests.api.test_access_page`"


if __name__ == "__main__":
    PAGE.write_text(written(PAGE.read_text()))
