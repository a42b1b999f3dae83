"""A club that plays ConCardia over HTTP: an organiser, players, and their tournaments."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import httpx

from api_schema.rest.app import build_app
from api_schema.rest.config import RestConfig
from api_schema.scopes import PLAYER
from domain.games.c4 import GAME
from service.streams.hub import HubSettings
from tests.api.rest.server import serving
from tests.kit.chance import key
from tests.kit.served import Served, serve, sqlite_url
from tests.kit.waiting import PATIENCE

STAFF = ("tournament:read", "tournament:manage", "tournament:referee")
SWISS: dict[str, Any] = {"format": "SWISS", "rounds": 2}
DECK: dict[str, Any] = {"deck": {"deck": "front_desk"}}
NAMES = ("Ada", "Bea", "Cleo", "Dora")
OPENING = 6
"""Actions of a game before somebody gives it up."""


@dataclass
class Club:
    """Who asks what, over HTTP."""

    service: Served
    http: httpx.AsyncClient
    organiser: str
    players: list[str]
    random: Random = field(default_factory=lambda: Random("club"))

    async def ask(
        self, method: str, path: str, token: str | None = None, body: Any = None, **headers: str
    ) -> httpx.Response:
        """One request below /v1, each with a key of its own unless one is given."""
        sent = {"Idempotency-Key": key()} | {name.replace("_", "-"): value for name, value in headers.items()}
        if token is not None:
            sent["Authorization"] = f"Bearer {token}"
        return await self.http.request(method, f"/v1{path}", json=body, headers=sent)

    async def told(self, method: str, path: str, token: str | None = None, body: Any = None) -> Any:
        """The body of an answer that is none of a refusal."""
        answer = await self.ask(method, path, token, body)
        assert answer.is_success, answer.text
        return answer.json()

    async def make(self, **order: Any) -> str:
        """A new tournament of the organiser: the path of it."""
        wanted = {"game": GAME.slug, "name": "Friday", "policy": SWISS, **order}
        made = await self.told("POST", "/tournaments", self.organiser, wanted)
        return f"/tournaments/{made['tournament']['id']}"

    async def enter(self, tournament: str) -> list[str]:
        """All players enter; their references."""
        return [
            (await self.told("POST", f"{tournament}/entrants", token, DECK))["tournament"]["you"]
            for token in self.players
        ]

    async def start(self, tournament: str, number: int) -> Any:
        """A round begins."""
        return await self.told("POST", f"{tournament}/rounds", self.organiser, {"round": number})

    async def running(self, **order: Any) -> str:
        """A tournament whose first round has begun."""
        tournament = await self.make(**order)
        await self.enter(tournament)
        await self.start(tournament, 1)
        return tournament

    async def play(self, tournament: str, *, whole: int = 0) -> None:
        """All games of the round that began last. So many are played to their end, the others given up early."""
        page = await self.told("GET", f"{tournament}/pairings")
        for number, table in enumerate(page["pairings"]):
            await self._game(table["games"][-1]["matchId"], None if number < whole else OPENING)
        await self.settled()

    async def settled(self) -> None:
        """Until tournaments know what has happened in their matches."""
        await self.service.app.projector.catch_up()
        while await self.service.app.tournaments.process.look():
            await self.service.app.projector.catch_up()

    async def _game(self, match: str, most: int | None) -> None:
        """One match by the legal actions of the accounts that sit in it."""
        done = 0
        while (await self.told("GET", f"/matches/{match}"))["status"] == "RUNNING":
            for token in self.players:
                legal = await self.ask("GET", f"/matches/{match}/legal-actions", token)
                actions = [one for prompt in legal.json().get("prompts", ()) for one in prompt["actions"]]
                if actions:
                    give_up = most is not None and done >= most
                    body = {"type": "concede"} if give_up else {"token": self.random.choice(actions)["token"]}
                    await self.told("POST", f"/matches/{match}/actions", token, body)
                    done += 1
                    break
            else:
                raise AssertionError("nobody can act")


@asynccontextmanager
async def club(folder: Path, players: int = len(NAMES)) -> AsyncIterator[Club]:
    """A running service with an organiser and so many players, asked over a real socket."""
    service = await serve(sqlite_url(folder))
    service.app.tournaments.hub._settings = HubSettings(poll=0.02, heartbeat=0.05)
    app = build_app(service.app.use_cases, config=RestConfig(recheck=0, sse_heartbeat=0.1))
    async with service.app, serving(app) as address, httpx.AsyncClient(base_url=address, timeout=PATIENCE) as http:
        made = service.app.accounts.create_for
        organiser = (await made("ac_organiser", "organiser", STAFF))[1]
        tokens = [(await made(f"ac_{name}", name, PLAYER))[1] for name in NAMES[:players]]
        yield Club(service, http, organiser, tokens)
