"""A running service with one caller of each kind, and matches in every state."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

import httpx

from api_schema.errors import STATUS, ErrorCode
from api_schema.ports.base import ANONYMOUS
from api_schema.ports.decks import SaveDeck
from api_schema.ports.matches import ActInput, CreateMatch, JoinMatch
from api_schema.ports.tournaments import CreateTournament, DeckOrder, RegisterEntrant, StartRound, TournamentPolicy
from api_schema.scopes import PLAYER
from domain.games.c4 import GAME as C4
from service.app import web
from service.limits import Limits
from tests.api.callers.kinds import NOTHING, OK
from tests.api.callers.rows import Hall, Match, Row
from tests.games.c4.own_sets import KITCHEN
from tests.kit.chance import key
from tests.kit.issuer import AUDIENCE, issuing
from tests.kit.served import Served, serve, sqlite_url
from tests.toy_game import GAME

DIGEST = sha256(KITCHEN.encode()).hexdigest()
AHEAD = 1_000_000
"""Seconds by which the provider's tokens outlast a test whose clock goes on whenever it is looked at."""


@dataclass(frozen=True)
class Table:
    """A match, its seats' tokens, and a version at which it can be forked."""

    match: str
    seats: Mapping[str, str]
    stop: int


@dataclass(frozen=True)
class Arena:
    """A tournament: its id, the code for referees, the references of one and of an entrant."""

    tournament: str
    code: str
    referee: str
    entrant: str


@dataclass
class World:
    """The service, and who comes."""

    served: Served
    http: httpx.AsyncClient
    tokens: dict[str, str | None]
    opponent: str
    tables: dict[Match, Table] = field(default_factory=dict)
    arenas: dict[Hall, Arena] = field(default_factory=dict)

    async def table(self, state: Match) -> Table:
        """A match in this state, until somebody changes it."""
        if state not in self.tables:
            self.tables[state] = await self._made(state)
        return self.tables[state]

    async def answer(self, row: Row, kind: str) -> tuple[str, str]:
        """(ok, nothing or the code; what was said)."""
        table = await self.table(row.match)
        token = table.seats.get(kind, self.tokens.get(kind))
        headers = {} if token is None else {"Authorization": f"Bearer {token}"}
        asked = self._rest if row.operation is not None else self._graphql
        found = await asked(row, table, headers)
        if row.fresh and found[0] == OK:
            if row.is_of_tournament:
                self.arenas.pop(row.tournament)
            else:
                self.tables.pop(row.match)
        return found

    async def _rest(self, row: Row, table: Table, headers: dict[str, str]) -> tuple[str, str]:
        operation = row.operation
        assert operation is not None
        thing = await self._deck() if operation.path.startswith("/v1/decks/") else table.match
        fills = {"id": thing, "n": 0, "slug": GAME.slug, "hash": DIGEST, "player": "ld_0", "name": "not-found"}
        held: dict[str, Any] = {"$stop": table.stop}
        if row.is_of_tournament:
            arena = await self._arena(row.tournament)
            fills |= {"id": arena.tournament, "n": 1, "staff": arena.referee, "entrant": "me"}
            held |= {"$code": arena.code, "$entrant": arena.entrant}
        path = operation.path.format(**fills) + row.query
        sent: dict[str, Any] = {"headers": {**headers, **row.headers, "Idempotency-Key": key()}}
        if isinstance(row.body, bytes):
            sent["content"] = row.body
        elif row.body is not None:
            sent["json"] = {name: held.get(str(value), value) for name, value in row.body.items()}
        response = await self.http.request(operation.method, path, **sent)
        if response.is_success:
            return OK, ""
        problem = response.json()
        assert response.status_code == STATUS[ErrorCode(problem["code"])], response.text
        return problem["code"], problem["detail"]

    async def _graphql(self, row: Row, table: Table, headers: dict[str, str]) -> tuple[str, str]:
        text = row.text.replace("$stop", str(table.stop))
        named = {"$match": table.match, "$key": key(), "$card_set": DIGEST}
        if "$deck" in text:
            named["$deck"] = await self._deck()
        if row.is_of_tournament:
            arena = await self._arena(row.tournament)
            named |= {"$tournament": arena.tournament, "$code": arena.code}
            named |= {"$entrant": arena.entrant, "$referee": arena.referee}
        for name, value in named.items():
            text = text.replace(name, json.dumps(value))
        if row.name.startswith("Subscription."):
            headers = {**headers, "Accept": "text/event-stream"}
        response = await self.http.post("/graphql", json={"query": text}, headers=headers)
        return outcome(_first(response), row.name)

    async def _deck(self) -> str:
        """A deck that the player has saved."""
        player = await self.served.app.use_cases.accounts.authenticate(self.tokens["player"])
        order = SaveDeck(GAME.slug, "Foxes", {"charm": "fox"})
        return (await self.served.app.use_cases.decks.save(player, key(), order)).id

    async def _arena(self, state: Hall) -> Arena:
        """A tournament in this state, until somebody changes it."""
        if state not in self.arenas:
            self.arenas[state] = await self._opened(state)
        return self.arenas[state]

    async def _opened(self, state: Hall) -> Arena:
        tournaments, known = self.served.app.use_cases.tournaments, self.served.app.use_cases.accounts.authenticate
        organiser, referee = await known(self.tokens["organiser"]), await known(self.tokens["referee"])
        order = CreateTournament(GAME.slug, "Friday", TournamentPolicy("SWISS"))
        made = (await tournaments.create(organiser, key(), order)).tournament.id
        code = (await tournaments.codes(organiser, made)).referee
        ruling = (await tournaments.join_staff(referee, made, key(), code)).tournament.staff[-1].id
        entry = RegisterEntrant(DeckOrder("fox"))
        entered = await tournaments.register(await known(self.tokens["player"]), made, key(), entry)
        await tournaments.register(await known(self.opponent), made, key(), entry)
        if state == "running":
            await tournaments.start_round(organiser, made, key(), StartRound(1))
        elif state == "over":
            await tournaments.cancel(organiser, made, key(), "rain")
        return Arena(made, code, ruling, entered.tournament.you or "")

    async def _made(self, state: Match) -> Table:
        matches = self.served.app.use_cases.matches
        player = await self.served.app.use_cases.accounts.authenticate(self.tokens["player"])
        order = CreateMatch(GAME.slug, 3, visibility="INVITE" if state == "private" else "OPEN")
        made, _, invite = await matches.create(player, key(), order)
        join = JoinMatch(deck="fox", invite=invite)
        own = await matches.join(player, made.id, key(), join)
        left = await matches.join(ANONYMOUS, made.id, key(), join)
        leaver = await self.served.app.use_cases.accounts.authenticate(left.seat_token)
        await matches.leave(leaver, made.id, left.seat, key())
        other = await matches.join(ANONYMOUS, made.id, key(), join)
        seats = {"own seat": own.seat_token, "left seat": left.seat_token, "other seat": other.seat_token}
        if state == "open":
            return Table(made.id, seats, 1)
        began = await matches.join(ANONYMOUS, made.id, key(), join)
        if state == "over":
            for token in (own.seat_token, other.seat_token):
                holder = await self.served.app.use_cases.accounts.authenticate(token)
                await matches.act(holder, made.id, ActInput(key(), action={"type": "concede"}))
        return Table(made.id, seats, began.match.version)


def _first(response: httpx.Response) -> Any:
    """The answer, or the first one of a stream; of one that ended without any, that it was opened."""
    if not response.headers["content-type"].startswith("text/event-stream"):
        return response.json()
    lines = response.text.splitlines()
    data = next((line.removeprefix("data: ") for line in lines if line.startswith("data: {")), None)
    return {"data": {"opened": True}} if data is None else json.loads(data)


def outcome(answer: Any, name: str) -> tuple[str, str]:
    """What a GraphQL answer comes to."""
    for error in answer.get("errors", ()):
        return error["extensions"]["code"], error["message"]
    (root,) = answer["data"].values()
    if isinstance(root, dict):
        for error in root.get("userErrors", ()):
            return error["code"], error["message"]
        if name.startswith(("Match.", "Tournament.")):
            (root,) = root.values()
    return (NOTHING if root is None else OK), ""


@asynccontextmanager
async def world(folder: Path) -> AsyncIterator[World]:
    """The service and its callers."""
    async with issuing() as issuer, issuing() as elsewhere:
        games = {game.slug: game for game in (GAME, C4)}
        # whose token is none counts as nobody: on a fast machine all the rows are more than a minute's budget
        limits = Limits(writes=0, writes_anonymous=0)
        served = await serve(sqlite_url(folder), games, oidc_issuer=issuer.url, oidc_audience=AUDIENCE, limits=limits)
        async with (
            served.app,
            httpx.AsyncClient(transport=httpx.ASGITransport(web(served.app)), base_url="http://x") as http,
        ):
            now, make = served.clock.now // 1000, served.app.accounts.create_for
            names = ("player", "spectator", "organiser", "referee", "admin")
            ruling = [*PLAYER, "tournament:referee"]
            scopes = {"organiser": [*ruling, "tournament:manage"], "referee": ruling, "admin": ["admin"]}
            tokens: dict[str, str | None] = {
                name: (await make(f"ac_{name}", name, scopes.get(name, PLAYER)))[1] for name in names
            }
            tokens["nobody"] = None
            tokens["narrow"] = (await make("ac_player", "narrow", ["tournament:read"]))[1]
            tokens["webhooks"] = (await make("ac_player", "webhooks", ["webhook:manage"]))[1]
            tokens["garbage"] = "pl_nonsense"
            tokens["expired"] = (await make("ac_player", "short", PLAYER, served.clock.now + 60_000))[1]
            served.clock.now += 120_000
            revoked, tokens["revoked"] = await make("ac_player", "lost", PLAYER)
            await served.app.accounts.revoke(revoked)
            claims: dict[str, Any] = {"scope": " ".join(PLAYER), "exp": now + AHEAD}
            tokens["provider"] = issuer.token(now, **claims)
            tokens["stranger"] = elsewhere.token(now, **claims)
            uploader = await served.app.use_cases.accounts.authenticate(tokens["player"])
            await served.app.use_cases.catalogue.upload_card_set(uploader, "c4", KITCHEN)
            # who is let in to a live inbox finds that it ends at once: here nobody reads on for ever
            served.app.inboxes.drain()
            yield World(served, http, tokens, (await make("ac_opponent", "opponent", PLAYER))[1])
