"""docs/access.md says what the code does. `python -m tests.api.test_access_page` writes its tables."""

from __future__ import annotations

import re
from pathlib import Path

from api_schema.rest.table import OPERATIONS
from api_schema.scopes import SCOPES

PAGE = Path(__file__).parents[2] / "docs" / "access.md"
GRAPHQL = {
    "getMatch": "`Query.match`, `Query.node`",
    "findMatches": "`Query.matches`",
    "getState": "`Match.state`",
    "getLegalActions": "`Match.legalActions`",
    "getEvents": "`Match.events`",
    "getFrames": "",
    "streamMatch": "`Subscription.matchUpdates`",
    "getReplay": "`Match.replay`",
    "getAudit": "`Match.audit`",
    "getPresence": "`Match.presence`",
    "listTokens": "`Viewer.tokens`",
    "changeDeck": "`saveDeck`",
    "listWebhooks": "`Query.webhooks`",
    "getWebhook": "",
    "getInbox": "`Viewer.inbox`",
    "streamInbox": "`Subscription.inbox`",
    "getSeatsToAct": "`Viewer.seatsToAct`",
    "getTournamentCodes": "`Query.tournamentCodes`",
    "getEntrants": "`Tournament.entrants`",
    "getEntrantRecord": "`Tournament.entrantRecord`",
    "getTournamentEvents": "`Tournament.events`",
    "streamTournament": "`Subscription.tournamentUpdates`",
    "streamPairings": "`Subscription.pairingsUpdates`",
    "streamStandings": "`Subscription.standingsUpdates`",
    "exportReplays": "",
}
"""The fields whose names are others than those of REST."""


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
        f"| `{found.id}` | {GRAPHQL.get(found.id, f'`{found.id}`')} | {_code(found.scope)} | {_code(found.sight)} |\n"
        for found in named
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
