"""The inbox over GraphQL: a connection, a subscription that resumes, and where the caller is waited for."""

from __future__ import annotations

from typing import Any

import pytest

from api_schema.graphql.http import GraphQLApp
from api_schema.ports.inbox import (
    ByeReceivedOut,
    MatchOverOut,
    MatchStartedOut,
    PairingPostedOut,
    ResultDisputedNewsOut,
    ResultRuledOut,
    RulingNeededOut,
    SeatVacatedOut,
    TournamentOverOut,
    YourTurnOut,
)
from api_schema.ports.matches import ResultOut
from tests.api.graphql.conftest import Ask
from tests.api.graphql.test_follow import socket

pytestmark = pytest.mark.anyio
NOW = "2024-01-01T00:00:00.000Z"
ITEMS = (
    SeatVacatedOut("1", NOW, "mt_1", 0, 1),
    MatchStartedOut("2", NOW, "mt_1", 0),
    YourTurnOut("3", NOW, "mt_1", 0, "pr_9", NOW),
    MatchOverOut("4", NOW, "mt_1", 0, ResultOut("WIN", ((0,), (1,)), "TOY-1", None, "")),
)
FOLLOW = """subscription($after: String) { inbox(afterCursor: $after) {
  __typename
  ... on YourTurn { cursor at matchId seat promptId deadline }
  ... on MatchStarted { cursor }
  ... on MatchOver { cursor result { kind placings } }
  ... on SeatVacated { cursor vacated }
  ... on InboxHeartbeat { cursor }
} }"""
PAGE = """query($after: String) { viewer {
  inbox(first: 2, after: $after) {
    nodes { __typename ... on YourTurn { promptId } } truncated pageInfo { hasNextPage endCursor } }
  seatsToAct { matchId seat promptId deadline }
} }"""


async def test_pages_and_where_one_is_waited_for(ask: Ask, fake: Any) -> None:
    fake.inbox.items += ITEMS
    viewer = (await ask(PAGE, "user:me"))["viewer"]
    assert [node["__typename"] for node in viewer["inbox"]["nodes"]] == ["SeatVacated", "MatchStarted"]
    assert viewer["inbox"]["pageInfo"] == {"hasNextPage": True, "endCursor": "2"}
    assert viewer["seatsToAct"] == [{"matchId": "mt_1", "seat": 0, "promptId": "pr_9", "deadline": NOW}]
    rest = (await ask(PAGE, "user:me", after="2"))["viewer"]["inbox"]
    assert rest["nodes"] == [{"__typename": "YourTurn", "promptId": "pr_9"}, {"__typename": "MatchOver"}]


async def test_what_was_missed_comes_first_then_what_is_new(app: GraphQLApp, fake: Any) -> None:
    fake.inbox.items += ITEMS[:3]
    async with socket(app, "user:me") as client:
        await client.next()
        await client.subscribe("a", FOLLOW, after="1")
        heard = [(await client.next())["payload"]["data"]["inbox"] for _ in range(3)]
        assert [message["__typename"] for message in heard] == ["MatchStarted", "YourTurn", "InboxHeartbeat"]
        wanted = {"cursor": "3", "at": NOW, "matchId": "mt_1", "seat": 0, "promptId": "pr_9", "deadline": NOW}
        assert heard[1] == {"__typename": "YourTurn", **wanted}
        assert heard[2]["cursor"] == "3"
        fake.inbox.items.append(ITEMS[3])
        message = heard[2]
        while message["__typename"] == "InboxHeartbeat":
            message = (await client.next())["payload"]["data"]["inbox"]
        assert message["result"] == {"kind": "WIN", "placings": [[0], [1]]}


async def test_what_is_told_of_tournaments(ask: Ask, fake: Any) -> None:
    fake.inbox.items += (
        PairingPostedOut("1", NOW, "tn_1", 2, 3, 1, "mt_1"),
        PairingPostedOut("2", NOW, "tn_1", 2, 3, None, None),
        ByeReceivedOut("3", NOW, "tn_1", 2, excused=True),
        ResultRuledOut("4", NOW, "tn_1", 2, 3, "NO_SHOW"),
        ResultRuledOut("5", NOW, "tn_1", None, None, "WARNING"),
        ResultDisputedNewsOut("6", NOW, "tn_1", 2, 3),
        RulingNeededOut("7", NOW, "tn_1", 2, 4),
        TournamentOverOut("8", NOW, "tn_1", None),
    )
    place = "cursor at tournamentId round table"
    query = f"""{{ viewer {{ inbox {{ nodes {{ __typename
      ... on PairingPosted {{ {place} game matchId }}
      ... on ByeReceived {{ cursor at tournamentId round excused }}
      ... on ResultRuled {{ cursor at tournamentId ruledRound: round ruledTable: table ruling }}
      ... on ResultDisputedNews {{ {place} }}
      ... on RulingNeeded {{ {place} }}
      ... on TournamentOver {{ cursor at tournamentId rank }} }} }} }} }}"""
    nodes = (await ask(query, "user:me"))["viewer"]["inbox"]["nodes"]
    common = [{"cursor": node.pop("cursor"), "at": node.pop("at"), "of": node.pop("tournamentId")} for node in nodes]
    assert common == [{"cursor": str(number), "at": NOW, "of": "tn_1"} for number in range(1, 9)]
    assert nodes == [
        {"__typename": "PairingPosted", "round": 2, "table": 3, "game": 1, "matchId": "mt_1"},
        {"__typename": "PairingPosted", "round": 2, "table": 3, "game": None, "matchId": None},
        {"__typename": "ByeReceived", "round": 2, "excused": True},
        {"__typename": "ResultRuled", "ruledRound": 2, "ruledTable": 3, "ruling": "NO_SHOW"},
        {"__typename": "ResultRuled", "ruledRound": None, "ruledTable": None, "ruling": "WARNING"},
        {"__typename": "ResultDisputedNews", "round": 2, "table": 3},
        {"__typename": "RulingNeeded", "round": 2, "table": 4},
        {"__typename": "TournamentOver", "rank": None},
    ]


async def test_a_token_revoked_meanwhile_closes_the_socket(app: GraphQLApp, fake: Any) -> None:
    async with socket(app, "user:me") as client:
        await client.next()
        await client.subscribe("a", FOLLOW)
        await client.next()
        fake.accounts.revoked.add("user:me")
        message = await client.next()
        while message["type"] == "next":
            message = await client.next()
        assert (message["type"], message["code"]) == ("websocket.close", 4401)


async def test_guests_are_refused(app: GraphQLApp) -> None:
    async with socket(app) as client:
        await client.next()
        await client.subscribe("a", FOLLOW)
        refused = await client.next()
        assert refused["type"] in ("next", "error", "websocket.close")
        assert "data" not in refused or refused["data"] is None
