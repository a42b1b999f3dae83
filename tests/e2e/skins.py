"""What organisers and entrants of a tournament ask for, over REST and over GraphQL: the same calls, the same answers.

Every change takes its idempotency key from the caller, who can so send it again; it goes to one server after another
until one has answered. Over REST that is the published client, over GraphQL its connection.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Protocol, cast

import msgspec
from graphql import IntrospectionQuery, build_client_schema

from playledger_client import Client, Connection, Refused, choices, waiting
from playledger_client.model import Model
from playledger_client.models import CreateTournament, DeckOrder, MatchOver, MatchStarted
from tests.api.graphql.typed import sent

FILES = (
    "record.ndjson",
    "export.json",
    "ranks.csv",
    "standings.csv",
    "pairings.csv",
    "results.csv",
    "matches.ndjson",
    "replays.tar",
)
PAGE = 100
TOLD = ("MatchStarted", "MatchOver")
Data = Mapping[str, Any]


class NoSuccess(Exception):
    """GraphQL's answer to what can't be; `code` is that of docs/errors.md, as in a refusal over REST."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(f"{code}: {message}")
        self.code = code


REFUSALS = (Refused, NoSuccess)


class Legal(NamedTuple):
    """What a seat may do; a choice is as `act` takes it. Where only templates stand it is the prompt's default."""

    choices: Sequence[Data]
    may_concede: bool


class Skin(Protocol):
    """One way to talk to the service."""

    async def create(self, key: str, order: Data) -> str:
        """A new tournament; its id."""
        ...

    async def register(self, key: str, tournament: str, deck: str) -> object: ...

    async def check_in(self, key: str, tournament: str) -> object: ...

    async def start_round(self, key: str, tournament: str, number: int) -> Data:
        """Begin a round: {version, replayed}."""
        ...

    async def finish(self, key: str, tournament: str) -> object: ...

    async def tournament(self, tournament: str) -> Data:
        """At least status and roundOver."""
        ...

    async def entrants(self, tournament: str) -> Sequence[Data]:
        """Who takes part, at least checkedIn of each."""
        ...

    async def waiting(self) -> Sequence[Data]:
        """Where the account is waited for: matchId, seat."""
        ...

    async def legal(self, match: str, seat: int) -> Legal:
        """What the seat may answer to the questions that wait for it."""
        ...

    async def act(self, key: str, match: str, seat: int, choice: Data | None) -> Data:
        """Do one of these things, or None: concede. {version, replayed}."""
        ...

    async def inbox(self) -> Sequence[Data]:
        """Everything that the account was told of the start and the end of matches: kind, matchId, seat."""
        ...

    async def files(self, tournament: str) -> Mapping[str, str]:
        """The address of every file of the tournament by its name; rounds as `round-<n>.json`."""
        ...

    async def fetch(self, address: str) -> bytes:
        """A whole file."""
        ...


def skin_of(name: str, client: Client, schema: Path) -> Skin:
    """`rest` or `graphql`; of that `schema` has what the service's introspection told."""
    return OverRest(client) if name == "rest" else OverGraphQL(client.connection, schema)


class OverRest:
    """The calls as the published client makes them."""

    def __init__(self, client: Client) -> None:
        self._client = client

    async def create(self, key: str, order: Data) -> str:
        made = await self._client.create_tournament(msgspec.convert(order, CreateTournament), key=key)
        return made.tournament.id

    async def register(self, key: str, tournament: str, deck: str) -> object:
        return await self._client.tournament(tournament).register(DeckOrder(deck=deck), key=key)

    async def check_in(self, key: str, tournament: str) -> object:
        return await self._client.tournament(tournament).check_in(key=key)

    async def start_round(self, key: str, tournament: str, number: int) -> Data:
        return _data(await self._client.tournament(tournament).start_round(number, key=key))

    async def finish(self, key: str, tournament: str) -> object:
        return await self._client.tournament(tournament).finish(key=key)

    async def tournament(self, tournament: str) -> Data:
        return _data(await self._client.tournament(tournament).info())

    async def entrants(self, tournament: str) -> Sequence[Data]:
        return [_data(entrant) for entrant in (await self._client.tournament(tournament).entrants()).entrants]

    async def waiting(self) -> Sequence[Data]:
        return [_data(seat) for seat in await self._client.inbox.seats_to_act()]

    async def legal(self, match: str, seat: int) -> Legal:
        found = await self._client.match(match, seat=seat).legal()
        return Legal([choice for asked in waiting(found) for choice in choices(asked)], found.may_concede)

    async def act(self, key: str, match: str, seat: int, choice: Data | None) -> Data:
        return _data(await self._client.match(match, seat=seat).act(choice or {"type": "concede"}, key=key))

    async def inbox(self) -> Sequence[Data]:
        return [_data(item) async for item in self._client.inbox.items() if isinstance(item, MatchStarted | MatchOver)]

    async def files(self, tournament: str) -> Mapping[str, str]:
        begun = (await self._client.tournament(tournament).rounds()).rounds
        rounds = {f"round-{one.number}.json": f"rounds/{one.number}/file" for one in begun}
        return {
            name: f"/v1/tournaments/{tournament}/{place}"
            for name, place in ({name: name for name in FILES} | rounds).items()
        }

    async def fetch(self, address: str) -> bytes:
        return (await self._client.connection.send("GET", address)).content


def _data(model: Model) -> Data:
    """A model as the data that it came as."""
    data: Data = msgspec.to_builtins(model)
    return data


class OverGraphQL:
    """The calls as operations of the GraphQL schema."""

    def __init__(self, connection: Connection, schema: Path) -> None:
        self._connection = connection
        self._schema = build_client_schema(cast("IntrospectionQuery", json.loads(schema.read_text())), True)

    async def create(self, key: str, order: Data) -> str:
        done = await self._do("createTournament", "CreateTournamentInput", key, "tournament { id }", **order)
        return str(done["tournament"]["id"])

    async def register(self, key: str, tournament: str, deck: str) -> object:
        where = {"tournamentId": tournament, "deck": {"deck": deck}}
        return await self._do("registerEntrant", "RegisterEntrantInput", key, **where)

    async def check_in(self, key: str, tournament: str) -> object:
        return await self._do("checkInEntrant", "CheckInEntrantInput", key, tournamentId=tournament)

    async def start_round(self, key: str, tournament: str, number: int) -> Data:
        return await self._do("startRound", "StartRoundInput", key, tournamentId=tournament, round=number)

    async def finish(self, key: str, tournament: str) -> object:
        return await self._do("finishTournament", "FinishTournamentInput", key, tournamentId=tournament)

    async def tournament(self, tournament: str) -> Data:
        query = "query($id: ID!) { tournament(id: $id) { status round roundOver } }"
        found: Data = (await self._ask(query, id=tournament))["tournament"]
        return found

    async def entrants(self, tournament: str) -> Sequence[Data]:
        query = "query($id: ID!) { tournament(id: $id) { entrants(first: 64) { nodes { id checkedIn } } } }"
        found: Sequence[Data] = (await self._ask(query, id=tournament))["tournament"]["entrants"]["nodes"]
        return found

    async def waiting(self) -> Sequence[Data]:
        found: Sequence[Data] = (await self._ask("{ viewer { seatsToAct { matchId seat } } }"))["viewer"]["seatsToAct"]
        return found

    async def legal(self, match: str, seat: int) -> Legal:
        query = """query($id: ID!, $seat: Int) { match(id: $id) { game { slug } legalActions(seat: $seat) {
          mayConcede prompts { prompt { id revision mode } actions { token } default }
        } } }"""
        found = (await self._ask(query, id=match, seat=seat))["match"]
        game, legal = found["game"]["slug"], found["legalActions"]
        listed: list[Data] = []
        for options in legal["prompts"]:
            prompt = options["prompt"]
            if prompt["mode"] == "STANDING":
                continue
            listed += [{"what": {"token": action["token"]}} for action in options["actions"]]
            if not options["actions"] and options["default"]:
                guard = {"promptId": prompt["id"], "revision": prompt["revision"]}
                listed.append({**guard, "what": sent(self._schema, game, options["default"])})
        return Legal(listed, legal["mayConcede"])

    async def act(self, key: str, match: str, seat: int, choice: Data | None) -> Data:
        order = {"what": {"match": "CONCEDE"}} if choice is None else choice
        return await self._do("act", "ActInput", key, matchId=match, seat=seat, **order)

    async def inbox(self) -> Sequence[Data]:
        query = """query($first: Int!, $after: String) { viewer { inbox(first: $first, after: $after) {
          nodes { kind: __typename ... on MatchStarted { matchId seat } ... on MatchOver { matchId seat } }
          pageInfo { hasNextPage endCursor }
        } } }"""
        items: list[Data] = []
        after = None
        while True:
            page = (await self._ask(query, first=PAGE, after=after))["viewer"]["inbox"]
            items += page["nodes"]
            if not page["pageInfo"]["hasNextPage"]:
                return [item for item in items if item["kind"] in TOLD]
            after = page["pageInfo"]["endCursor"]

    async def files(self, tournament: str) -> Mapping[str, str]:
        query = """query($id: ID!) { tournament(id: $id) {
          exports { name url } rounds { number proof { fileUrl } }
        } }"""
        found = (await self._ask(query, id=tournament))["tournament"]
        rounds = {f"round-{one['number']}.json": one["proof"]["fileUrl"] for one in found["rounds"]}
        return {one["name"]: one["url"] for one in found["exports"]} | rounds

    async def fetch(self, address: str) -> bytes:
        return (await self._connection.send("GET", address)).content

    async def _do(self, mutation: str, kind: str, key: str, more: str = "", /, **order: Any) -> Data:
        query = f"""mutation($input: {kind}!) {{ {mutation}(input: $input) {{
          version replayed userErrors {{ code message }} {more}
        }} }}"""
        done: Data = (await self._ask(query, input={"idempotencyKey": key, **order}))[mutation]
        for wrong in done["userErrors"]:
            raise NoSuccess(wrong["code"], wrong["message"])
        return done

    async def _ask(self, query: str, **variables: Any) -> Data:
        body = {"query": query, "variables": variables}
        # a mutation has its key in the variables
        answer = (await self._connection.send("POST", "/graphql", body=body, repeat=True)).json()
        for wrong in answer.get("errors", ()):
            raise NoSuccess(wrong.get("extensions", {}).get("code", "?"), wrong["message"])
        data: Data = answer["data"]
        return data
