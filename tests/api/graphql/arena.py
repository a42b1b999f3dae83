"""A running service with the accounts of a tournament, asked over GraphQL: organiser, entrants, anybody."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path
from typing import Any

import httpx

from api_schema.graphql.http import GraphQLApp
from api_schema.graphql.schema import Schema, build_schema
from api_schema.scopes import PLAYER
from domain.games.c4 import GAME as C4
from service.accounts.usecases import new_account
from tests.kit.chance import key
from tests.kit.served import Served, serve, sqlite_url
from tests.toy_game import GAME as ENVOYS

GAMES = {game.slug: game for game in (C4, ENVOYS)}
STAFF = (*PLAYER, "tournament:manage", "tournament:referee")
DECKS = ("front_desk", "cold_case", "steam_raiders", "dungeon_payroll")
SWISS: dict[str, Any] = {"format": "SWISS", "rounds": 2}
ERRORS = "userErrors { __typename code message path faults { message code ruleId path } }"
SHOWN = "id name status paused version round roundsDue roundOver entrantCount you yourRole headHash"
MOVES = """query($id: ID!) { match(id: $id) { status version legalActions { prompts {
  prompt { mode } actions { token } } } } }"""
ACT = """mutation($id: ID!, $key: String!, $what: ActChoice!) {
  act(input: {matchId: $id, idempotencyKey: $key, what: $what}) { match { status } userErrors { code message } } }"""
PAIRINGS = """query($id: ID!) { tournament(id: $id) { rounds { number pairings(first: 50) { nodes {
  table status seats { entrant name } games { matchId status } result { places source } } } } } }"""
LONG = 12
"""Actions after which whoever is asked concedes."""


@cache
def schema() -> Schema:
    """Of both games; it is built when somebody asks for it."""
    return build_schema(GAMES)


class Arena:
    """Asks as whoever has a token; `order` sends a mutation by its name."""

    def __init__(self, served: Served, http: httpx.AsyncClient) -> None:
        self.served = served
        self.app = GraphQLApp(schema(), served.app.use_cases)
        self._http = http

    async def token(self, name: str, scopes: Sequence[str] = PLAYER) -> str:
        """A token of a new account with a name."""
        account, accounts = new_account(), self.served.app.use_cases.accounts
        _, token = await self.served.app.accounts.create_for(account, "test", list(scopes))
        await accounts.rename(await accounts.authenticate(token), name)
        return token

    async def answer(self, query: str, token: str | None = None, **variables: Any) -> Any:
        """The whole answer."""
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        body = {"query": query, "variables": variables}
        return (await self._http.post("/graphql", json=body, headers=headers)).json()

    async def ask(self, query: str, token: str | None = None, **variables: Any) -> Any:
        """The data; fails on errors."""
        found = await self.answer(query, token, **variables)
        assert "errors" not in found, found
        return found["data"]

    async def order(self, name: str, token: str | None, more: str = "", /, **order: Any) -> Any:
        """The payload of a mutation, with a key of its own unless there is one."""
        kind = f"{name[0].upper()}{name[1:]}Input"
        fields = f"version replayed tournament {{ {SHOWN} }} {more} {ERRORS}"
        query = f"mutation($input: {kind}!) {{ {name}(input: $input) {{ {fields} }} }}"
        return (await self.ask(query, token, input={"idempotencyKey": key(), **order}))[name]

    async def done(self, name: str, token: str | None, more: str = "", /, **order: Any) -> Any:
        """The same, accepted."""
        payload = await self.order(name, token, more, **order)
        assert payload["userErrors"] == [], payload
        return payload

    async def refused(self, name: str, token: str | None, /, **order: Any) -> tuple[str, str, list[str]]:
        """(type, code, path) of what a mutation was refused with."""
        payload = await self.order(name, token, **order)
        (error,) = payload["userErrors"]
        assert payload["tournament"] is None
        assert payload["version"] is None
        return error["__typename"], error["code"], error["path"]

    async def opened(self, token: str, **order: Any) -> str:
        """The id of a new tournament."""
        wanted = {"game": C4.slug, "name": "Friday at eight", "policy": SWISS, "rated": False, **order}
        found: str = (await self.done("createTournament", token, **wanted))["tournament"]["id"]
        return found

    async def entered(self, tournament: str, tokens: Sequence[str]) -> list[str]:
        """Who these are in the tournament, once they have entered with a deck each."""
        entrants = []
        for number, token in enumerate(tokens):
            deck = {"deck": DECKS[number % len(DECKS)]}
            entered = await self.done("registerEntrant", token, tournamentId=tournament, deck=deck)
            entrants.append(entered["tournament"]["you"])
        return entrants

    async def pairings(self, tournament: str) -> Any:
        """The tables of the round that began last."""
        found = (await self.ask(PAIRINGS, id=tournament))["tournament"]["rounds"][-1]
        return found["pairings"]["nodes"]

    async def play_round(self, tournament: str, players: dict[str, str]) -> Any:
        """Play all matches of a round by legal actions; `players`: tokens by entrant. The tables once it is over."""
        for pairing in await self.pairings(tournament):
            tokens = [players[seat["entrant"]] for seat in pairing["seats"]]
            await self._play(pairing["games"][-1]["matchId"], tokens)
        await self.looked_after()
        return await self.pairings(tournament)

    async def looked_after(self) -> None:
        """Have the tournaments told of all matches that have ended."""
        await self.served.app.projector.catch_up()
        await self.served.app.tournaments.process.look()

    async def _play(self, match: str, tokens: Sequence[str]) -> None:
        status, count = "RUNNING", 0
        while status == "RUNNING":
            token, offered = await self._asked(match, tokens)
            what = {"match": "CONCEDE"} if count == LONG else {"token": offered}
            done = (await self.ask(ACT, token, id=match, key=key(), what=what))["act"]
            assert done["userErrors"] == []
            status, count = done["match"]["status"], count + 1

    async def _asked(self, match: str, tokens: Sequence[str]) -> tuple[str, str]:
        """Who is asked something, and the token of what could be answered."""
        for token in tokens:
            prompts = (await self.ask(MOVES, token, id=match))["match"]["legalActions"]["prompts"]
            for found in prompts:
                if found["prompt"]["mode"] != "STANDING" and found["actions"]:
                    return token, found["actions"][0]["token"]
        raise AssertionError("nobody is asked anything")


@asynccontextmanager
async def arena(folder: Path) -> AsyncIterator[Arena]:
    """The service on a store of its own."""
    served = await serve(sqlite_url(folder), GAMES)
    async with served.app:
        app = GraphQLApp(schema(), served.app.use_cases)
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://test") as http:
            yield Arena(served, http)
