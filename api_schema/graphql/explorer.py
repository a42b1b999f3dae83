"""The example operations, and the page that browsers get at GET /graphql where GraphiQL is not installed.

Neither page has an asset from anywhere else, so both work without a network.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import cache
from hashlib import sha256
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


Examples = Callable[[str | None], Awaitable[Sequence[Example]]]
"""The examples about a game (None: any) as they work now: the matches that they name go on while the page is open."""


class ExampleMatches(msgspec.Struct, frozen=True):
    """The subjects of the examples: a match to play with a seat and its legal action, one to watch, and a version of a
    finished one.
    """

    token: str
    to_play: str
    seat: int
    action: str | None
    watched: str
    finished: str
    version: int
    game: str
    seats: int


GAMES = Example(
    "What can be played", "query Games { games { slug title minSeats maxSeats rulesVersion decks { id name } } }"
)

STEP = """query Step($id: ID!, $version: Int!) {
  match(id: $id) {
    version
    result { kind placings ruleId reason }
    # the table at any version you put below, and what happened next
    state(atVersion: $version) {
      hash phase
      prompts { seat kind ruleId }
      table {
        active
        players { seat stats { name count } zones { name count } }
      }
    }
    events(afterVersion: $version, first: 5) { nodes { version type text } }
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

MOVES = """query Moves($id: ID!, $seat: Int) {
  match(id: $id) {
    version
    legalActions(seat: $seat) {
      seat
      prompts {
        prompt { id kind revision ruleId }
        actions { token label ruleIds }
      }
    }
  }
}"""

ACT = """# Run it twice: the second time it is the same answer, replayed.
mutation Act($input: ActInput!) {
  act(input: $input) {
    version replayed
    events { version type text }
    userErrors { code message ruleId }
  }
}"""

NEWEST = """query Newest {
  matches(first: 10) {
    nodes { id status version game { slug } seats { number player bot } }
    pageInfo { hasNextPage endCursor }
  }
}"""

CREATE = """mutation Create($input: CreateMatchInput!) {
  createMatch(input: $input) {
    match { id status seats { number taken } }
    userErrors { code message ruleId }
  }
}"""


def demo_examples(matches: ExampleMatches) -> list[Example]:
    """Examples against the demo data."""
    create = {"idempotencyKey": FRESH_KEY, "game": matches.game, "seats": matches.seats}
    to_play = {"id": matches.to_play, "seat": matches.seat}
    what = {"token": matches.action}
    move = {"idempotencyKey": FRESH_KEY, "matchId": matches.to_play, "seat": matches.seat, "what": what}
    return [
        Example("Step through a match", STEP, {"id": matches.finished, "version": matches.version}, matches.token),
        Example("Watch two bots", FOLLOW, {"id": matches.watched}, matches.token),
        Example("What I may do", MOVES, to_play, matches.token),
        *([Example("Do the first of it", ACT, {"input": move}, matches.token)] if matches.action else []),
        Example("The newest matches", NEWEST, {}, matches.token),
        GAMES,
        Example("A new match", CREATE, {"input": create}, matches.token),
    ]


def embedded(examples: Sequence[Example]) -> str:
    """The examples as JSON for a script element."""
    # A closing tag inside the data would end the script element that holds it.
    return msgspec.json.encode(list(examples) or [GAMES]).decode().replace("<", "\\u003c")


@cache
def policy() -> str:
    """The page's Content-Security-Policy: its one script by hash, its styles, and the service itself."""
    script = re.findall(r"<script>(.*?)</script>", _html(), re.DOTALL)[-1]
    digest = b64encode(sha256(script.encode()).digest()).decode()
    return (
        f"default-src 'none'; script-src 'sha256-{digest}'; style-src 'unsafe-inline'; img-src data:; "
        "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )


@cache
def _html() -> str:
    return files(__package__).joinpath("explorer.html").read_text(encoding="utf-8")


def page(examples: str) -> str:
    """The HTML of the explorer with its examples (JSON)."""
    return _html().replace("__EXAMPLES__", examples)
