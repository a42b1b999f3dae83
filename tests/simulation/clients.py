"""The clients of `tests.faults.clients` as coroutines: they play, read and watch, and record every answer."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import AsyncGenerator, Coroutine, Mapping, Sequence
from contextlib import aclosing, suppress
from typing import Any
from urllib.parse import parse_qsl, urlencode

import msgspec

from api_schema.errors import STATUS, ErrorCode
from domain.games import discover
from domain.kernel import audience
from domain.kernel.seating import brought
from service.accounts.usecases import new_account
from tests.faults.clients import LONGEST, PAUSE, SILENCE, choice, noted
from tests.faults.history import Act, Failure, Operation, Read, Refused, Unanswered
from tests.kit.modes import InMode, in_each_mode
from tests.simulation import graph, receiver
from tests.simulation.loop import SimulatedLoop
from tests.simulation.replicas import UPGRADE, Lost, Replica

THINKING = 0.3
"""Seconds between two actions at a table."""
MODES = in_each_mode(discover().values())
SEATS = 4
"""The most seats of a match."""
LONG = 7.0
"""The same now and then: more than some tables have."""
RESTLESS = 0.1
"""The share of messages after which a watcher goes to another replica."""
DOUBLED = 0.1
"""The share of changes that are sent twice at once."""
BOTS = 0.35
"""The share of matches in which a bot of the house has a seat."""
GRAPHQL = 0.4
"""The share of actions and reads over GraphQL."""
GONE = {204, 401, 404, 4401, 4403}
"""How somebody is refused who watches what is over, or what a failover has taken away."""
AGAIN = 0.3
"""Seconds until somebody asks again who has been told to come to another replica."""
PATIENCE = 120.0
"""Seconds after which what has not come never comes."""


class House:
    """All clients, what they have recorded, and the replicas that there are now."""

    def __init__(self, loop: SimulatedLoop, replicas: Sequence[Replica]) -> None:
        self.loop = loop
        self.replicas = list(replicas)
        self.history: list[Operation] = []
        self.shown: defaultdict[tuple[str, str], list[Mapping[str, Any]]] = defaultdict(list)
        """The events that were told of each match to each of its viewers."""
        self.running: dict[int, Match] = {}
        self.stopping, self.failovers = False, 0
        self.mismatched: list[int] = []
        """The releases that have said that a match is of a newer one."""
        self.lost = 0.0
        """The share of requests, and of answers, that get lost."""
        self._keys = 0
        self.sent: dict[str, tuple[str, Mapping[str, Any]]] = {}
        """The token and the body of each action, by its key."""

    @property
    def acknowledged(self) -> int:
        return sum(isinstance(one, Act) for one in self.history)

    def record(self, operation: Operation) -> None:
        """Note what a client was told."""
        self.history.append(operation)
        self.loop.note(*msgspec.structs.astuple(operation))

    def key(self) -> str:
        """Another idempotency key."""
        self._keys += 1
        return f"simulated-{self._keys:08}"


class Asker:
    """One client."""

    def __init__(self, name: str, house: House) -> None:
        self.name = name
        self.house = house
        self.random = house.loop.world.chance(name)

    def any_server(self) -> int:
        return self.random.randrange(len(self.house.replicas))

    async def once(
        self, server: int, method: str, path: str, bearer: str | None = None, key: str | None = None, **body: Any
    ) -> tuple[int, Any]:
        """The status and the data of one answer; 0 where none came."""
        headers = {"Content-Type": "application/json"}
        headers |= {"Authorization": f"Bearer {bearer}"} if bearer else {}
        headers |= {"Idempotency-Key": key} if key else {}
        house, began, status = self.house, self.house.loop.time(), 0
        data: Any = None
        sent = b"" if method == "GET" else msgspec.json.encode(body)
        lost, forgotten = self.random.random() < house.lost, self.random.random() < house.lost
        with suppress(Lost):
            if lost:
                await asyncio.sleep(LONGEST)
                raise Lost
            async with house.replicas[server].ask(method, path, headers, sent) as exchange:
                status, text = await exchange.whole(LONGEST)
            if forgotten:
                status = 0
                raise Lost
            data = msgspec.json.decode(text) if text else None
            if path == graph.PATH and status == 200:
                status, data = graph.answered(data)
        if status == STATUS[ErrorCode.RELEASE_MISMATCH] and data["code"] == ErrorCode.RELEASE_MISMATCH:
            house.mismatched.append(house.replicas[server].release)
            await asyncio.sleep(AGAIN)
        if status == 0 or status >= 500:
            house.record(Failure(self.name, began, house.loop.time(), status, server))
        return status, data

    async def ask(self, method: str, path: str, bearer: str | None = None, **body: Any) -> Any:
        """The data of an answer of any server, asked until one has answered. Raises LookupError for a refusal."""
        key, end = None if method == "GET" else self.house.key(), self.house.loop.time() + PATIENCE
        if key and self.random.random() < DOUBLED:
            self.also(self.once(self.any_server(), method, path, bearer, key, **body))
        while self.house.loop.time() < end:
            server = self.any_server()
            status, data = await self.once(server, method, path, bearer, key, **body)
            if 200 <= status < 300:
                return data
            if 0 < status < 500:
                raise LookupError(f"{status}: {data}")
            await asyncio.sleep(PAUSE)
        raise AssertionError(f"nobody answered {method} {path}")

    def also(self, asked: Coroutine[Any, Any, object]) -> None:
        """Ask beside what else is asked, and don't wait for the answer."""
        asyncio.create_task(asked).add_done_callback(lambda task: None)


class Match:
    """A match that runs, and the tokens of its seats, but of those of the house's bots."""

    def __init__(self, name: str, tokens: Mapping[int, str], order: Mapping[str, Any] | None = None) -> None:
        self.id = name
        self.path = f"/v1/matches/{name}"
        self.tokens = tokens
        self.order = order or {}
        """What was asked of it beside the usual: it is private, or strangers see it later."""

    @classmethod
    async def begun(
        cls,
        opener: Asker,
        decision: int,
        modes: Sequence[InMode] = MODES,
        more: Mapping[str, Any] | None = None,
    ) -> Match:
        """A new one of any game in any of these modes, whose seats are all taken."""
        mode = opener.random.choice(modes)
        seats = opener.random.choice([many for many in mode.seats if many <= SEATS])
        order: dict[str, Any] = {"game": mode.game.slug, "seats": seats, "options": msgspec.to_builtins(mode.options)}
        order |= {"decisionMs": decision * 1000, "turnMs": decision * 1000}
        made = await opener.ask("POST", "/v1/matches", **order, **(more or {}))
        name, invite = str(made["match"]["id"]), made["invite"]
        decks = brought(mode.game, mode.options, seats, lambda _, known: opener.random.choice(known))
        bot = opener.random.randrange(1, seats) if seats > 1 and opener.random.random() < BOTS else None
        tokens: dict[int, str] = {}
        for seat, deck in enumerate(decks):
            taken: dict[str, Any] = {"seat": seat, "deck": deck, "invite": invite}
            if seat == bot:
                taken["bot"] = opener.random.choice(mode.game.strengths[:2])
            owner = tokens[0] if seat == bot else None
            tokens[seat] = (await opener.ask("POST", f"/v1/matches/{name}/seats", owner, **taken))["seatToken"]
        return cls(name, {seat: token for seat, token in tokens.items() if token}, more)


async def account(house: House, *scopes: str, name: str | None = None) -> str:
    """The token of a new account, of this name."""
    replica = house.replicas[0]
    assert replica.app is not None
    made = replica.app.accounts.create_for(new_account(), "simulated", scopes, account_name=name)
    _, token = await replica.run(made)
    return str(token)


async def subscribe(house: House) -> None:
    """An account wants to be told of all matches and tournaments."""
    wanted = {"url": receiver.URL, "kinds": receiver.KINDS, "matches": "PUBLIC"}
    await Asker("subscriber", house).ask("POST", "/v1/webhooks", await account(house, "webhook:manage"), **wanted)


async def play(
    house: House,
    table: int,
    decision: int,
    modes: Sequence[InMode] = MODES,
    orders: Sequence[Mapping[str, Any]] = ({},),
) -> None:
    """Play one match after the other at this table, for all seats, each by one of these orders."""
    asker = Asker(f"table {table}", house)
    while not house.stopping:
        try:
            match = house.running[table] = await Match.begun(asker, decision, modes, asker.random.choice(orders))
            while await turn(asker, match) and not house.stopping:
                pass
        except LookupError:
            pass  # it is over, or a failover took it away


async def turn(asker: Asker, match: Match) -> bool:
    """One action of a seat that is asked for one; False when the match is over."""
    for seat, token in match.tokens.items():
        legal = await asker.ask("GET", f"{match.path}/legal-actions?{urlencode({'seat': seat})}", token)
        waiting = [prompt for prompt in legal["prompts"] if prompt["prompt"]["mode"] != "STANDING"]
        if waiting:
            await act(asker, match, token, choice(asker.random, asker.random.choice(waiting)))
            await asyncio.sleep(LONG if asker.random.random() < 0.04 else asker.random.expovariate(1 / THINKING))
            return True
    await asyncio.sleep(PAUSE)
    return bool((await asker.ask("GET", match.path))["status"] == "RUNNING")


async def act(asker: Asker, match: Match, token: str, chosen: Mapping[str, Any]) -> None:
    """Act, at any server until one has answered, and record what was told."""
    house, key = asker.house, asker.house.key()
    house.sent[key] = token, chosen
    began, server = house.loop.time(), asker.any_server()
    path, body = f"{match.path}/actions", chosen
    if "token" in chosen and asker.random.random() < GRAPHQL:
        order = {"idempotencyKey": key, "matchId": match.id, "what": chosen}
        path, body = graph.PATH, graph.asked(graph.ACT, input=order)
    if asker.random.random() < DOUBLED:
        asker.also(asker.once(asker.any_server(), "POST", path, token, key, **body))
    while house.loop.time() < began + PATIENCE:
        sent = house.loop.time()
        status, data = await asker.once(server, "POST", path, token, key, **body)
        named = (asker.name, match.id, key, began, house.loop.time())
        if status == 200:
            told = (data["version"], data["headHash"], data["replayed"], server, house.loop.time() - sent)
            house.record(Act(*named, *told))
            return
        if 0 < status < 500:
            house.record(Refused(*named, data["code"]))
            return
        server = asker.any_server()
        await asyncio.sleep(PAUSE)
    house.record(Unanswered(*named))


async def read(house: House) -> None:
    """Look at the matches, at one server after the other."""
    asker = Asker("reader", house)
    while not house.stopping:
        await asyncio.sleep(0.2)
        for match in [match for match in house.running.values() if not match.order]:
            began, server = house.loop.time(), asker.any_server()
            if asker.random.random() < GRAPHQL:
                document = asker.random.choice(graph.READS)
                status, state = await asker.once(server, "POST", graph.PATH, **graph.asked(document, id=match.id))
            else:
                status, state = await asker.once(server, "GET", match.path + asker.random.choice(("", "/state")))
            if status == 200:
                told = (state["version"], state["headHash"], server)
                house.record(Read(asker.name, match.id, began, house.loop.time(), *told))


class Watcher:
    """Watches the matches of one table, as a spectator or as a seat, over Server-Sent Events and over sockets, and
    resumes where a stream was broken off.
    """

    def __init__(self, number: int, table: int, house: House) -> None:
        self.name = f"watcher {number}"
        self._table = table
        self.record = house.record
        self._house = house
        self._random = house.loop.world.chance(self.name)
        self._match, self._failovers, self._heard, self._after = "", 0, 0, "?after=0"
        self._viewer = audience.SPECTATOR
        self._token: str | None = None

    async def watch(self) -> None:
        """One match after the other, for ever; once more the one whose end a failover may have taken away."""
        while True:
            await asyncio.sleep(PAUSE)
            match = self._house.running.get(self._table)
            ended, self._failovers = self._failovers == self._house.failovers, self._house.failovers
            if match is not None and match.id != self._match:
                self._after, self._heard, self._match, ended = "?after=0", 0, match.id, False
                seats = [None] * len(match.tokens) * ("visibility" not in match.order) + [*match.tokens]
                self._sit(match, self._random.choice(seats))
            if match is not None and not ended:
                while not await self._stream(match):
                    pass

    def _sit(self, match: Match, number: int | None) -> None:
        """Be this seat, or a spectator."""
        self._viewer = audience.SPECTATOR if number is None else audience.seat(number)
        self._token = None if number is None else match.tokens[number]

    async def finished(self) -> None:
        """Return when it has heard all of its match. AssertionError if that never comes."""
        asker, match = Asker(f"{self.name} asks", self._house), self._house.running[self._table]
        version = (await asker.ask("GET", match.path))["version"]
        end = self._house.loop.time() + PATIENCE
        while self._match != match.id or self._heard < version:
            stands = f"{self.name} stands at {self._heard} of {self._match}, not {version} of {match.id}"
            assert self._house.loop.time() < end, stands
            await asyncio.sleep(PAUSE)

    async def _stream(self, match: Match) -> bool:
        """Read one connection to its end; whether the match is closed, or gone."""
        replica = self._random.choice(self._house.replicas)
        over = self._random.choice((self._events, self._socket))
        with suppress(Lost):
            async with aclosing(over(replica, match)) as told:
                async for fields in told:
                    if self._take(match.id, fields):
                        return True
                    if self._random.random() < RESTLESS:
                        return False
        await asyncio.sleep(AGAIN)
        return False

    async def _events(self, replica: Replica, match: Match) -> AsyncGenerator[Mapping[str, str]]:
        """The messages of a stream."""
        headers = {"Authorization": f"Bearer {self._token}"} if self._token else {}
        frames = self._random.choice(("", "&frames=true"))
        async with replica.ask("GET", f"{match.path}/stream{self._after}{frames}", headers) as exchange:
            message, text = await exchange.part(SILENCE), b""
            if not (going := message["status"] == 200):
                yield _problem(message["status"])
            while going:
                message = await exchange.part(SILENCE)
                *blocks, text = (text + message.get("body", b"")).split(b"\n\n")
                for block in blocks:
                    yield fields_of(block.decode())
                going = message.get("more_body", False)

    async def _socket(self, replica: Replica, match: Match) -> AsyncGenerator[Mapping[str, str]]:
        """The updates of subscriptions on one socket, one after the other, in the words of a stream."""
        async with replica.ask("GET", graph.PATH, UPGRADE) as socket:
            number, status = 0, 200
            while status == 200:
                message = await socket.heard(SILENCE)
                kind, told = message["type"], message.get("payload")
                again = kind == "connection_ack"
                if kind == "websocket.accept":
                    socket.say(type="connection_init", payload={"token": self._token} if self._token else {})
                elif kind == "websocket.close":
                    status = message["code"]
                elif message.get("id") == f"{number}":
                    again = kind == "complete"
                    if not again:
                        status, update = graph.answered({"errors": told} if kind == "error" else told)
                    if not again and status == 200:
                        yield {"event": graph.EVENTS.get(update["__typename"], ""), "data": graph.text(update)}
                        if again := self._random.random() < RESTLESS:
                            socket.say(id=f"{number}", type="complete")
                if again:
                    number, place = number + 1, dict(parse_qsl(self._after[1:]))
                    order = graph.asked(
                        graph.FOLLOW, id=match.id, after=int(place["after"]), hash=place.get("afterHash")
                    )
                    socket.say(id=f"{number}", type="subscribe", payload=order)
            yield _problem(status)

    def _take(self, match: str, fields: Mapping[str, str]) -> bool:
        """Note one message; whether the match is closed, or its table has left it."""
        kind = fields.get("event")
        if news := noted(self.name, match, self._house.loop.time(), fields):
            operation, self._heard, self._after = news
            self.record(operation)
            self._house.shown[match, self._viewer] += msgspec.json.decode(fields["data"]).get("events", ())
        if kind == "problem":
            status, now = msgspec.json.decode(fields["data"])["status"], self._house.loop.time()
            self._house.record(Failure(self.name, now, now, status))
            return status in GONE
        quiet = kind in ("heartbeat", "clock_tick", "")
        return kind == "match_closed" or (quiet and self._house.running[self._table].id != match)


def fields_of(block: str) -> Mapping[str, str]:
    """Those of one server-sent event."""
    return dict(line.partition(": ")[::2] for line in block.splitlines())


def _problem(status: int) -> Mapping[str, str]:
    """The last words of a stream, by their status alone."""
    return {"event": "problem", "data": graph.text({"status": status})}
