"""What organisers and entrants of a tournament ask for, over REST and over GraphQL: the same calls, the same answers.

Every change takes its idempotency key from the caller, who can so send it again; it goes to one server after another
until one has answered.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Protocol, cast

from graphql import IntrospectionQuery, build_client_schema

from tests.api.graphql.typed import sent
from tests.e2e.patient import Patient

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


class Refused(Exception):
    """The service's answer to what can't be; `code` is that of docs/errors.md."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(f"{code}: {message}")
        self.code = code


class Legal(NamedTuple):
    """What a seat may do; a choice is as `act` takes it. Where only templates stand it is the prompt's default."""

    choices: Sequence[Data]
    may_concede: bool


class Skin(Protocol):
    """One way to talk to the service."""

    client: Patient

    def create(self, key: str, order: Data) -> str:
        """A new tournament; its id."""
        ...

    def register(self, key: str, tournament: str, deck: str) -> None: ...

    def check_in(self, key: str, tournament: str) -> None: ...

    def start_round(self, key: str, tournament: str, number: int) -> Data:
        """Begin a round: {version, replayed}."""
        ...

    def finish(self, key: str, tournament: str) -> None: ...

    def tournament(self, tournament: str) -> Data:
        """At least status and roundOver."""
        ...

    def entrants(self, tournament: str) -> Sequence[Data]:
        """Who takes part, at least checkedIn of each."""
        ...

    def waiting(self) -> Sequence[Data]:
        """Where the account is waited for: matchId, seat."""
        ...

    def legal(self, match: str, seat: int) -> Legal:
        """What the seat may answer to the questions that wait for it."""
        ...

    def act(self, key: str, match: str, seat: int, choice: Data | None) -> Data:
        """Do one of these things, or None: concede. {version, replayed}."""
        ...

    def inbox(self) -> Sequence[Data]:
        """Everything that the account was told of the start and the end of matches: kind, matchId, seat."""
        ...

    def files(self, tournament: str) -> Mapping[str, str]:
        """The address of every file of the tournament by its name; rounds as `round-<n>.json`."""
        ...

    def fetch(self, address: str) -> bytes:
        """A whole file."""
        ...


def skin_of(name: str, token: str, servers: Sequence[str], schema: Path) -> Skin:
    """`rest` or `graphql`; of that `schema` has what the service's introspection told."""
    client = Patient(token, servers)
    return OverRest(client) if name == "rest" else OverGraphQL(client, schema)


class OverRest:
    """The calls as requests of the OpenAPI document."""

    def __init__(self, client: Patient) -> None:
        self.client = client

    def create(self, key: str, order: Data) -> str:
        made: Data = self._send("POST", "/tournaments", key, order)["tournament"]
        return str(made["id"])

    def register(self, key: str, tournament: str, deck: str) -> None:
        self._send("POST", f"/tournaments/{tournament}/entrants", key, {"deck": {"deck": deck}})

    def check_in(self, key: str, tournament: str) -> None:
        self._send("POST", f"/tournaments/{tournament}/entrants/me/check-in", key)

    def start_round(self, key: str, tournament: str, number: int) -> Data:
        return self._send("POST", f"/tournaments/{tournament}/rounds", key, {"round": number})

    def finish(self, key: str, tournament: str) -> None:
        self._send("POST", f"/tournaments/{tournament}/finish", key)

    def tournament(self, tournament: str) -> Data:
        return self._send("GET", f"/tournaments/{tournament}")

    def entrants(self, tournament: str) -> Sequence[Data]:
        found: Sequence[Data] = self._send("GET", f"/tournaments/{tournament}/entrants")["entrants"]
        return found

    def waiting(self) -> Sequence[Data]:
        found: Sequence[Data] = self._send("GET", "/inbox/seats")["seats"]
        return found

    def legal(self, match: str, seat: int) -> Legal:
        found = self._send("GET", f"/matches/{match}/legal-actions?seat={seat}")
        return _legal(found, lambda token: {"token": token}, lambda guard, action: {**guard, **action})

    def act(self, key: str, match: str, seat: int, choice: Data | None) -> Data:
        what = {"type": "concede"} if choice is None else choice
        return self._send("POST", f"/matches/{match}/actions", key, {**what, "seat": seat})

    def inbox(self) -> Sequence[Data]:
        items: list[Data] = []
        page = self._send("GET", f"/inbox?limit={PAGE}")
        items += page["items"]
        while page["hasNext"]:
            page = self._send("GET", f"/inbox?limit={PAGE}&after={page['endCursor']}")
            items += page["items"]
        return [item for item in items if item["kind"] in TOLD]

    def files(self, tournament: str) -> Mapping[str, str]:
        place = f"/v1/tournaments/{tournament}"
        begun = self._send("GET", f"/tournaments/{tournament}/rounds")["rounds"]
        rounds = {f"round-{one['number']}.json": f"{place}/rounds/{one['number']}/file" for one in begun}
        return {name: f"{place}/{name}" for name in FILES} | rounds

    def fetch(self, address: str) -> bytes:
        return self.client.ask("GET", address).raise_for_status().content

    def _send(self, method: str, path: str, key: str | None = None, body: Data | None = None) -> Data:
        headers = {} if key is None else {"Idempotency-Key": key}
        answer = self.client.ask(method, f"/v1{path}", headers=headers, json=body)
        data: Data = answer.json()
        if not answer.is_success:
            raise Refused(data["code"], answer.text)
        return data


class OverGraphQL:
    """The calls as operations of the GraphQL schema."""

    def __init__(self, client: Patient, schema: Path) -> None:
        self.client = client
        self._schema = build_client_schema(cast("IntrospectionQuery", json.loads(schema.read_text())), True)

    def create(self, key: str, order: Data) -> str:
        done = self._do("createTournament", "CreateTournamentInput", key, "tournament { id }", **order)
        return str(done["tournament"]["id"])

    def register(self, key: str, tournament: str, deck: str) -> None:
        where = {"tournamentId": tournament, "deck": {"deck": deck}}
        self._do("registerEntrant", "RegisterEntrantInput", key, **where)

    def check_in(self, key: str, tournament: str) -> None:
        self._do("checkInEntrant", "CheckInEntrantInput", key, tournamentId=tournament)

    def start_round(self, key: str, tournament: str, number: int) -> Data:
        return self._do("startRound", "StartRoundInput", key, tournamentId=tournament, round=number)

    def finish(self, key: str, tournament: str) -> None:
        self._do("finishTournament", "FinishTournamentInput", key, tournamentId=tournament)

    def tournament(self, tournament: str) -> Data:
        found: Data = self._ask("query($id: ID!) { tournament(id: $id) { status round roundOver } }", id=tournament)[
            "tournament"
        ]
        return found

    def entrants(self, tournament: str) -> Sequence[Data]:
        query = "query($id: ID!) { tournament(id: $id) { entrants(first: 64) { nodes { id checkedIn } } } }"
        found: Sequence[Data] = self._ask(query, id=tournament)["tournament"]["entrants"]["nodes"]
        return found

    def waiting(self) -> Sequence[Data]:
        found: Sequence[Data] = self._ask("{ viewer { seatsToAct { matchId seat } } }")["viewer"]["seatsToAct"]
        return found

    def legal(self, match: str, seat: int) -> Legal:
        query = """query($id: ID!, $seat: Int) { match(id: $id) { game { slug } legalActions(seat: $seat) {
          mayConcede prompts { prompt { id revision mode } actions { token } default }
        } } }"""
        found = self._ask(query, id=match, seat=seat)["match"]
        game = found["game"]["slug"]
        return _legal(
            found["legalActions"],
            lambda token: {"what": {"token": token}},
            lambda guard, action: {**guard, "what": sent(self._schema, game, action)},
        )

    def act(self, key: str, match: str, seat: int, choice: Data | None) -> Data:
        order = {"what": {"match": "CONCEDE"}} if choice is None else choice
        return self._do("act", "ActInput", key, matchId=match, seat=seat, **order)

    def inbox(self) -> Sequence[Data]:
        query = """query($first: Int!, $after: String) { viewer { inbox(first: $first, after: $after) {
          nodes { kind: __typename ... on MatchStarted { matchId seat } ... on MatchOver { matchId seat } }
          pageInfo { hasNextPage endCursor }
        } } }"""
        items: list[Data] = []
        after = None
        while True:
            page = self._ask(query, first=PAGE, after=after)["viewer"]["inbox"]
            items += page["nodes"]
            if not page["pageInfo"]["hasNextPage"]:
                return [item for item in items if item["kind"] in TOLD]
            after = page["pageInfo"]["endCursor"]

    def files(self, tournament: str) -> Mapping[str, str]:
        query = """query($id: ID!) { tournament(id: $id) {
          exports { name url } rounds { number proof { fileUrl } }
        } }"""
        found = self._ask(query, id=tournament)["tournament"]
        rounds = {f"round-{one['number']}.json": one["proof"]["fileUrl"] for one in found["rounds"]}
        return {one["name"]: one["url"] for one in found["exports"]} | rounds

    def fetch(self, address: str) -> bytes:
        return self.client.ask("GET", address).raise_for_status().content

    def _do(self, mutation: str, kind: str, key: str, more: str = "", /, **order: Any) -> Data:
        query = f"""mutation($input: {kind}!) {{ {mutation}(input: $input) {{
          version replayed userErrors {{ code message }} {more}
        }} }}"""
        done: Data = self._ask(query, input={"idempotencyKey": key, **order})[mutation]
        for wrong in done["userErrors"]:
            raise Refused(wrong["code"], wrong["message"])
        return done

    def _ask(self, query: str, **variables: Any) -> Data:
        answer = self.client.ask("POST", "/graphql", json={"query": query, "variables": variables}).json()
        for wrong in answer.get("errors", ()):
            raise Refused(wrong.get("extensions", {}).get("code", "?"), wrong["message"])
        data: Data = answer["data"]
        return data


def _legal(found: Data, by_token: Callable[[str], Data], by_default: Callable[[Data, dict[str, Any]], Data]) -> Legal:
    choices: list[Data] = []
    for options in found["prompts"]:
        prompt = options["prompt"]
        if prompt["mode"] == "STANDING":
            continue
        choices += [by_token(action["token"]) for action in options["actions"]]
        if not options["actions"] and options["default"]:
            guard = {"promptId": prompt["id"], "revision": prompt["revision"]}
            choices.append(by_default(guard, options["default"]))
    return Legal(choices, found["mayConcede"])
