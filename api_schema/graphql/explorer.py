"""The page that browsers get at GET /graphql: no asset from anywhere else, so that it works without a network."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import Any

import msgspec

FRESH_KEY = "__KEY__"
"""The page puts a new idempotency key wherever an example's variables say this."""


class Example(msgspec.Struct, frozen=True):
    """An operation that works as it stands; `token` is filled in as the bearer."""

    title: str
    query: str
    variables: Mapping[str, Any] = {}
    token: str = ""


GAMES = Example("What can be played", "{ games { slug title minSeats maxSeats rulesVersion decks { id name } } }")

MATCH = """query Match($id: ID!) {
  match(id: $id) {
    version status seats { number taken ready player }
    state {
      perspective { kind seat } phase
      prompts { seat kind ruleId }
      table { active stats { name count } players { seat stats { name count } zones { name count } } }
    }
    events(first: 5) { nodes { version type text } pageInfo { hasNextPage endCursor } }
  }
}"""

MOVES = """query Moves($id: ID!) {
  match(id: $id) {
    legalActions { version seat prompts { prompt { id kind revision } actions { token label ruleIds } } }
  }
}"""

FOLLOW = """subscription Follow($id: ID!) {
  matchUpdates(matchId: $id, afterVersion: 0) {
    __typename
    ... on EventsAppended { fromVersion toVersion stateHash events { version type text } }
    ... on Heartbeat { version }
    ... on ResyncRequired { currentVersion reason }
    ... on MatchClosed { version result { kind placings } }
  }
}"""

CREATE = """mutation Create($input: CreateMatchInput!) {
  createMatch(input: $input) { match { id status seats { number taken } } userErrors { code message ruleId } }
}"""


def demo_examples(match_id: str, game: str, seats: int, token: str = "") -> list[Example]:
    """Examples against one match of the demo data; `token` is that of a seat or account that may see it."""
    order = {"idempotencyKey": FRESH_KEY, "game": game, "seats": seats}
    return [
        Example("A match", MATCH, {"id": match_id}, token),
        Example("What I may do", MOVES, {"id": match_id}, token),
        Example("Follow a match", FOLLOW, {"id": match_id}, token),
        GAMES,
        Example("A new match", CREATE, {"input": order}, token),
    ]


def page(examples: Sequence[Example]) -> str:
    """The HTML of the explorer with its examples."""
    html = files(__package__).joinpath("explorer.html").read_text(encoding="utf-8")
    # A closing tag inside the data would end the script element that holds it.
    data = msgspec.json.encode(list(examples) or [GAMES]).decode().replace("<", "\\u003c")
    return html.replace("__EXAMPLES__", data)
