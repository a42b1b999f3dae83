"""The table as a page: `python -m tests.api.callers.page > docs/access-matrix.md`."""

from __future__ import annotations

import sys
from collections.abc import Iterable

from tests.api.callers.kinds import KINDS, SIGNS
from tests.api.callers.rows import GRAPHQL, REST, Row

_HEAD = """# Who is answered what

Every operation of both skins against every kind of caller. Each cell is tried on a running service by
`tests/api/callers/`; this page is written by `python -m tests.api.callers.page > docs/access-matrix.md`.
[access](access.md) says what the scopes are for.

| kind | who comes |
|---|---|
"""
_SIGNS = """
`+` answered, `·` nothing (null), `A` UNAUTHENTICATED, `F` FORBIDDEN, `S` NOT_YOUR_SEAT; a code where the caller was let
in and the rest of the request is wrong on purpose. *Private*: a match by invitation.
"""


def page() -> str:
    """The page."""
    kinds = "".join(f"| {name} | {text} |\n" for name, text in KINDS.items())
    return f"{_HEAD}{kinds}{_SIGNS}\n## REST\n\n{_table(REST)}\n## GraphQL\n\n{_table(GRAPHQL)}"


def _table(rows: Iterable[Row]) -> str:
    head = f"| operation | scope | {' | '.join(KINDS)} |\n|---|---|{'---|' * len(KINDS)}\n"
    return head + "".join(_line(row) for row in rows)


def _line(row: Row) -> str:
    cells = (SIGNS.get(row.policy[kind], row.policy[kind]) for kind in KINDS)
    return f"| {row.shown} | {scope_of(row) or ''} | {' | '.join(cells)} |\n"


def scope_of(row: Row) -> str | None:
    """The scope that the operation, or its like over REST, says it needs from the token of an account."""
    operation = row.operation or next((found.operation for found in REST if _alike(found.name, row)), None)
    return None if operation is None else operation.scope or operation.sight


def _alike(operation: str, row: Row) -> bool:
    """Whether the operation of REST is the one that the field of GraphQL stands beside."""
    field = row.name.rpartition(".")[2]
    return operation in (field, f"get{field[0].upper()}{field[1:]}", LIKE.get(row.name))


LIKE = {
    "Query.node": "getMatch",
    "Query.matches": "findMatches",
    "Subscription.matchUpdates": "streamMatch",
    "Viewer.tokens": "listTokens",
    "Viewer.decks": "findDecks",
    "Query.webhooks": "listWebhooks",
    "Subscription.inbox": "streamInbox",
    "Query.tournaments": "findTournaments",
    "Query.tournamentCodes": "getTournamentCodes",
    "Tournament.events": "getTournamentEvents",
    "Subscription.tournamentUpdates": "streamTournament",
    "Subscription.pairingsUpdates": "streamPairings",
    "Subscription.standingsUpdates": "streamStandings",
}

if __name__ == "__main__":
    sys.stdout.write(page())
