"""A real service over a real socket, with matches of both games, for the tests of what leaves it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import httpx

from api_schema.ports.base import Caller
from domain.games import discover
from service.app import web
from tests.api.rest.server import serving
from tests.kit.served import Served, serve, sqlite_url
from tests.kit.waiting import PATIENCE
from tests.toy_game import GAME

GAMES = {GAME.slug: GAME, "c4": discover()["c4"]}


def bearer(token: str | None) -> dict[str, str]:
    return {} if token is None else {"Authorization": f"Bearer {token}"}


@dataclass
class Table:
    """A match of two guests and the tokens of their seats."""

    id: str
    http: httpx.AsyncClient
    service: Served
    tokens: list[str]

    async def callers(self) -> list[Caller]:
        return [await self.service.app.accounts.authenticate(token) for token in self.tokens]

    async def play(self, actions: int, seed: int = 3) -> None:
        """So many random actions, fewer if the match ends before."""
        random, callers = Random(seed), await self.callers()
        for _ in range(actions):
            legal = {caller: await self._open(caller) for caller in callers} if await self.running() else {}
            able = [caller for caller in callers if legal.get(caller)]
            if not able:
                return
            caller = random.choice(able)
            await self.service.act(caller, self.id, token=random.choice(legal[caller]))

    async def end(self) -> None:
        """Some more random actions, then all give up: a whole match may be so long that its audit takes a minute."""
        await self.play(60, seed=4)
        for caller in await self.callers():
            if await self.running():
                await self.service.act(caller, self.id, action={"type": "concede"})

    async def running(self) -> bool:
        return bool((await self.match())["status"] == "RUNNING")

    async def match(self) -> Any:
        return (await self.http.get(f"/v1/matches/{self.id}", headers=bearer(self.tokens[0]))).json()

    async def replay(self, token: str | None = None, headers: Mapping[str, str] = {}, **query: Any) -> httpx.Response:
        """GET .../replay; `perspective` stands for `as`."""
        asked = {"as" if name == "perspective" else name: value for name, value in query.items()}
        sent = {"Accept-Encoding": "identity", **bearer(token), **headers}
        return await self.http.get(f"/v1/matches/{self.id}/replay", params=asked, headers=sent)

    async def file(self, token: str | None = None, **query: Any) -> bytes:
        answer = await self.replay(token, **query)
        assert answer.status_code == 200, answer.text
        return answer.content

    async def audit(self, token: str | None = None) -> Any:
        answer = await self.http.get(f"/v1/matches/{self.id}/audit", headers=bearer(token))
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def _open(self, caller: Caller) -> list[str]:
        legal = await self.service.app.use_cases.matches.legal_actions(caller, self.id)
        return [action.token for prompt in legal.prompts for action in prompt.actions]


@dataclass
class House:
    """The service and a client of it."""

    service: Served
    http: httpx.AsyncClient

    async def table(self, game: str, **order: Any) -> Table:
        """A running match."""
        made = (await self.http.post("/v1/matches", json={"game": game, "seats": 2, **order})).json()
        match, tokens = made["match"]["id"], []
        invite = {} if made["invite"] is None else {"invite": made["invite"]}
        for seat, deck in zip((0, 1), GAMES[game].decks(), strict=False):
            joined = await self.http.post(f"/v1/matches/{match}/seats", json={"seat": seat, "deck": deck.id, **invite})
            assert joined.status_code == 201, joined.text
            tokens.append(joined.json()["seatToken"])
        return Table(match, self.http, self.service, tokens)


@asynccontextmanager
async def housed(folder: Path) -> AsyncIterator[House]:
    """A running service with the toy game and C4."""
    service = await serve(sqlite_url(folder), GAMES)
    async with (
        service.app,
        serving(web(service.app)) as address,
        httpx.AsyncClient(base_url=address, timeout=PATIENCE) as http,
    ):
        yield House(service, http)
