"""The AsyncAPI document says what really goes over the streams: every frame, every type of event, nothing more."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from functools import cache
from itertools import cycle
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any
from urllib.parse import quote

import httpx
import jsonschema_rs
import msgspec
import pytest

from api_schema.asyncapi import document as asyncapi
from api_schema.asyncapi.schemas import KERNEL, event_name
from api_schema.names import pascal
from api_schema.ports.base import Caller
from api_schema.ports.matches import CreateMatch, EventOut
from api_schema.ports.tournaments import ReportResult, RulePairing
from api_schema.rest import openapi
from api_schema.rest.app import build_app
from api_schema.rest.config import RestConfig
from api_schema.rest.streams import STREAMS
from api_schema.spelling import renamed
from domain.games import discover
from domain.kernel.audience import FULL, SPECTATOR, seat
from domain.kernel.codec import SEALED
from domain.kernel.fold import FOLDERS
from domain.tournament.batch import audience
from domain.tournament.events import EVENTS
from service.catalogue.spelling import GameSpelling
from service.matches.events import shown
from service.streams.hub import HubSettings
from service.tables import inbox
from service.tournaments.rendering import event_out
from tests.api.records import bearer
from tests.api.rest.server import serving
from tests.kit.fixtures import FOLDER, TOURNAMENT
from tests.kit.served import Served, serve, sqlite_url
from tests.kit.told import BESIDE
from tests.kit.tournament_desk import ALL, hosted, replaced, somebody
from tests.kit.waiting import PATIENCE, until
from tests.toy_game import GAME as TOY

GAMES = discover()
ACTIONS = 40
"""After so many the others concede."""
TOLD = "cape_and_cowl"
"""A game in which everybody may know who is asked, so that a clock ticks for everybody."""
MATCH, INBOX = "matchStream", "inboxStream"
FORMS = ("Sse", "Ndjson")
ADDRESSES = {stream.id: stream.address for stream in STREAMS}


def closed(schema: Any) -> Any:
    """The schema, taking nothing that it doesn't name: what clients must tolerate, this release must not send."""
    if isinstance(schema, list):
        return [closed(item) for item in schema]
    if not isinstance(schema, Mapping):
        return schema
    ban = {"additionalProperties": False} if schema.get("type") == "object" and "properties" in schema else {}
    return {**ban, **{name: closed(item) for name, item in schema.items()}}


@cache
def document() -> dict[str, Any]:
    """The AsyncAPI document of our games."""
    return asyncapi.build(list(GAMES.values()))


@cache
def openapi_document() -> dict[str, Any]:
    """The OpenAPI document of our games and the toy one."""
    return openapi.build([*GAMES.values(), TOY])


@cache
def registry(urn: str) -> jsonschema_rs.Registry:
    """The document of this name, for validators to look schemas up."""
    if urn == "urn:openapi":
        return jsonschema_rs.Registry([(urn, openapi_document())])
    return jsonschema_rs.Registry([(urn, closed(document()))], draft=jsonschema_rs.Draft7)


def openapi_faults(path: str, media: str, item: Mapping[str, Any]) -> list[str]:
    """What the OpenAPI document finds wrong with an event, or a line, of a stream; with its data too."""
    place = f"paths/{quote(path.replace('/', '~1'))}/get/responses/200/content/{media.replace('/', '~1')}/schema"
    schema = openapi_document()["paths"][path]["get"]["responses"]["200"]["content"][media]["schema"]
    found = [error.message for error in openapi_validator(place).iter_errors(item)]
    for number, kind in enumerate(schema["anyOf"]):
        if "contentSchema" in kind["properties"]["data"] and kind["properties"]["event"]["const"] == item["event"]:
            data = openapi_validator(f"{place}/anyOf/{number}/properties/data/contentSchema")
            found += [error.message for error in data.iter_errors(json.loads(item["data"]))]
    return found


@cache
def openapi_validator(pointer: str) -> Any:
    """What checks a value against a schema of the OpenAPI document."""
    return jsonschema_rs.Draft202012Validator({"$ref": f"urn:openapi#/{pointer}"}, registry=registry("urn:openapi"))


@cache
def validator(pointer: str) -> Any:
    """What checks a value against a schema of the document, given by the path to it."""
    return jsonschema_rs.Draft7Validator({"$ref": f"urn:asyncapi#/{pointer}"}, registry=registry("urn:asyncapi"))


def faults(pointer: str, value: Any) -> list[str]:
    """What the schema finds wrong."""
    return [
        f"{'/'.join(map(str, fault.instance_path))}: {fault.message}" for fault in validator(pointer).iter_errors(value)
    ]


def check_event(game: str, event: Mapping[str, Any]) -> None:
    """The event is as the schema of its own type says, not only as that of some."""
    kinds = {SEALED} | {kind.type for kind in FOLDERS}
    name = event_name(KERNEL if event["type"] in kinds else pascal(game), event["type"])
    assert faults(f"components/schemas/{name}", event) == []


class Seen:
    """The frames of the streams, checked as they come."""

    def __init__(self) -> None:
        self.frames: set[tuple[str, str, str]] = set()
        self.events: set[str] = set()

    def check(self, stream: str, form: str, game: str, name: str, frame: Any, data: Any) -> None:
        """`frame` is what the payload of the message describes."""
        assert faults(f"channels/{stream}{form}/messages/{name}/payload", frame) == []
        self.frames.add((stream, form, name))
        for event in data.get("events", ()) if name == "events_appended" else ():
            check_event(game, event)
            self.events.add(event["type"])


async def sse(response: httpx.Response) -> AsyncIterator[dict[str, str]]:
    """Server-sent events with a name, as their fields."""
    fields: dict[str, str] = {}
    async for line in response.aiter_lines():
        name, _, value = line.partition(": ")
        if line:
            fields[name] = value
        elif "event" in fields:
            yield fields
        if not line:
            fields = {}


async def follow_sse(
    http: httpx.AsyncClient, match: str | None, game: str, seen: Seen, token: str | None, **query: Any
) -> None:
    """Read a match's stream, or the inbox's, to its end; fields and data of each event must be as the document says."""
    stream, path = addressed(match)
    async with http.stream("GET", path, params=query, headers=bearer(token)) as response:
        async for fields in sse(response):
            name, data = fields["event"], json.loads(fields["data"])
            headers: dict[str, Any] = {"event": name}
            if "id" in fields:
                headers["id"] = int(fields["id"]) if match else fields["id"]
            assert faults(f"channels/{stream}Sse/messages/{name}/headers", headers) == []
            item = {key: value for key, value in fields.items() if key != "retry"}
            assert openapi_faults(ADDRESSES[stream], "text/event-stream", item) == []
            seen.check(stream, "Sse", game, name, data, data)


async def follow_lines(
    http: httpx.AsyncClient, match: str | None, game: str, seen: Seen, token: str | None, **query: Any
) -> None:
    """Read a stream of lines to its end."""
    stream, path = addressed(match)
    headers = {"Accept": "application/x-ndjson", **bearer(token)}
    async with http.stream("GET", path, params=query, headers=headers) as response:
        async for line in response.aiter_lines():
            if line:
                frame = json.loads(line)
                assert openapi_faults(ADDRESSES[stream], "application/x-ndjson", frame) == []
                seen.check(stream, "Ndjson", game, frame["type"], frame, frame["data"])


def addressed(match: str | None) -> tuple[str, str]:
    """The stream's name in the document and its address; None: the inbox."""
    return (INBOX, "/v1/inbox/stream") if match is None else (MATCH, f"/v1/matches/{match}/stream")


@asynccontextmanager
async def housed(folder: Path) -> AsyncIterator[tuple[Served, httpx.AsyncClient]]:
    """A real service with all games, whose streams are impatient, and a client of it."""
    service = await serve(sqlite_url(folder), {**GAMES, TOY.slug: TOY})
    service.app.matches.hub._settings = HubSettings(poll=0.02, heartbeat=0.05)
    app = build_app(service.app.use_cases, config=RestConfig(recheck=0))
    async with service.app, serving(app) as address, httpx.AsyncClient(base_url=address, timeout=PATIENCE) as http:
        yield service, http


async def table(http: httpx.AsyncClient, game: str, **order: Any) -> tuple[str, list[str]]:
    """A running match of two guests, and the tokens of their seats."""
    made = (await http.post("/v1/matches", json={"game": game, "seats": 2, **order})).json()["match"]["id"]
    tokens = []
    for number, deck in zip((0, 1), cycle(GAMES[game].decks()), strict=False):
        joined = await http.post(f"/v1/matches/{made}/seats", json={"seat": number, "deck": deck.id})
        assert joined.status_code == 201, joined.text
        tokens.append(joined.json()["seatToken"])
    return made, tokens


async def play(service: Served, match: str, callers: list[Caller], random: Random, actions: int = ACTIONS) -> None:
    """Some random actions, then the second seat gives up; the others may still react to that."""
    for done in range(10 * ACTIONS):
        if not await act(service, match, callers, random):
            return
        # it may be over before, by chance
        if done == actions and (await service.app.use_cases.matches.get(callers[0], match)).status == "RUNNING":
            await service.act(callers[1], match, action={"type": "concede"})
    raise AssertionError("the match does not end")


async def act(service: Served, match: str, callers: list[Caller], random: Random) -> bool:
    """One action of whoever is asked; False if nobody is any more."""
    matches = service.app.use_cases.matches
    if (await matches.get(callers[0], match)).status != "RUNNING":
        return False
    asked = [(caller, prompt) for caller in callers for prompt in (await matches.legal_actions(caller, match)).prompts]
    caller, prompt = random.choice([one for one in asked if one[1].actions or one[1].default])
    if prompt.actions:
        await service.act(caller, match, token=random.choice(prompt.actions).token)
    else:
        guard = {"prompt_id": prompt.prompt.id, "revision": prompt.prompt.revision}
        await service.act(caller, match, action=prompt.default, **guard)
    return True


@pytest.mark.anyio
@pytest.mark.parametrize("game", GAMES)
async def test_every_frame_of_a_played_match_is_as_documented(game: str, tmp_path: Path) -> None:
    seen = Seen()
    async with asyncio.timeout(PATIENCE), housed(tmp_path) as (service, http):
        match, tokens = await table(http, game)
        callers = [await service.app.accounts.authenticate(token) for token in tokens]
        async with asyncio.TaskGroup() as live:
            live.create_task(follow_lines(http, match, game, seen, None))
            live.create_task(follow_sse(http, match, game, seen, tokens[0]))
            await play(service, match, callers, Random(game))
        await follow_sse(http, match, game, seen, None, **{"as": "full"})
        await follow_lines(http, match, game, seen, tokens[1])
    assert {(MATCH, form, name) for form in FORMS for name in ("events_appended", "match_closed")} <= seen.frames
    assert {"match_created", "action_taken", "match_ended"} <= seen.events


@pytest.mark.anyio
async def test_every_kind_of_frame_of_a_match_that_is_documented_is_sent(tmp_path: Path) -> None:
    """The seldom ones too: silence, a token that ends, a match that ends, a server that stops."""
    seen = Seen()
    async with housed(tmp_path) as (service, http):
        caller, _ = await service.account("Ada")
        match, tokens = await table(http, TOLD, decisionMs=60_000)
        ending = await service.app.accounts.create_token(caller, "ends soon", ["match:play"])
        async with both(service, http, match, seen, ending.token):
            often = {(MATCH, "Sse", name) for name in ("heartbeat", "presence_changed", "clock_tick")}
            await until(lambda: seen.frames >= often)
            await service.app.accounts.revoke_token(caller, ending.id)
        async with both(service, http, match, seen, tokens[0]):
            await until(lambda: {(MATCH, "Ndjson", name) for name in ("presence_changed", "clock_tick")} <= seen.frames)
            callers = [await service.app.accounts.authenticate(token) for token in tokens]
            await play(service, match, callers, Random(1), actions=1)
        match, tokens = await table(http, TOLD)
        async with both(service, http, match, seen, tokens[0]):
            service.app.drain()
    assert seen.frames == documented(MATCH)


@pytest.mark.anyio
async def test_every_kind_of_frame_of_an_inbox_that_is_documented_is_sent(tmp_path: Path) -> None:
    """A match begins, asks, is left and ends, and so does a tournament; what was missed is gone; a token ends."""
    seen = Seen()
    async with housed(tmp_path) as (service, http):
        ada, _ = await service.account("Ada")
        bea, _ = await service.account("Bea")
        await told(service, ada, bea)
        start = (await service.app.use_cases.inbox.page(ada)).end_cursor
        ending = await service.app.accounts.create_token(ada, "ends soon", ["match:play"])
        await service.app.store.sql.write(lambda connection: connection.execute(inbox.delete()))
        async with asyncio.TaskGroup() as live:
            for follow in (follow_sse, follow_lines):
                live.create_task(follow(http, None, "c4", seen, ending.token, after=start))
            await until(lambda: {(INBOX, form, "inbox_truncated") for form in FORMS} <= seen.frames)
            await told(service, ada, bea)
            await told_of_a_tournament(service, ada)
            rest = documented(INBOX) - {(INBOX, form, "problem") for form in FORMS}
            await until(lambda: seen.frames >= rest)
            await service.app.accounts.revoke_token(ada, ending.id)
            await told(service, ada, bea)
    assert seen.frames == documented(INBOX)


@asynccontextmanager
async def both(service: Served, http: httpx.AsyncClient, match: str, seen: Seen, token: str) -> AsyncIterator[None]:
    """Both forms of the match's stream are followed, to their end after the block."""
    async with asyncio.TaskGroup() as live:
        for follow in (follow_sse, follow_lines):
            live.create_task(follow(http, match, TOLD, seen, token))
        await until(lambda: service.app.matches.hub.watchers == 2)
        yield


def documented(stream: str) -> set[tuple[str, str, str]]:
    """Every kind of frame of a stream, in both forms."""
    (found,) = (one for one in STREAMS if one.id == stream)
    return {
        (stream, form, kind.name) for form in FORMS for kind in found.messages if form == "Sse" or not kind.sse_only
    }


async def told(service: Served, ada: Caller, bea: Caller) -> None:
    """A match of which Ada is told all that there is: Bea leaves before the start, comes again, and gives up."""
    matches = service.app.use_cases.matches
    match = (await matches.create(ada, service.key(), CreateMatch(TOY.slug, 3)))[0].id
    sat = [await service.sit(caller, match) for caller in (ada, bea)]
    await matches.leave(bea, match, sat[-1].seat, service.key())
    for caller in (bea, bea):
        await service.sit(caller, match)
    for number in (1, 2):
        await service.act(bea, match, action={"type": "concede"}, seat=number)
    await service.app.projector.catch_up()


async def told_of_a_tournament(service: Served, ada: Caller) -> None:
    """A tournament that Ada runs and plays in: the first round without her, with a dispute; then an aborted game."""
    held = await hosted(service, 2, game=TOY.slug, organiser=replaced(ada, ALL))
    loser, _ = held.players
    own = await held.register(held.organiser)
    await held.start(1, excused=(own,))
    await held.concede(loser)
    table = (await held.table_of(loser)).table
    report = ReportResult(1, table, "DISPUTE", "it was not so")
    await held.use.report(held.players[loser], held.id, service.key(), report)
    await held.use.rule(held.organiser, held.id, service.key(), RulePairing("UPHOLD", "it was", 1, table))
    await held.start(2)
    await held.abort(1)
    referee = await somebody(service)
    codes = await held.use.codes(held.organiser, held.id)
    await held.use.join_staff(referee, held.id, service.key(), codes.referee)
    await held.use.rule(referee, held.id, service.key(), RulePairing("WARNING", "late", entrant=own))
    await held.use.cancel(held.organiser, held.id, service.key(), "enough")
    await service.app.projector.catch_up()


@pytest.mark.parametrize("game", GAMES)
def test_every_type_of_event_is_as_documented_for_everybody(game: str) -> None:
    """What was ever stored, as the table, a seat and whoever may see all are shown it."""
    types: set[str] = set()
    for file in sorted((FOLDER / "events").rglob("*.json")):
        held = msgspec.json.decode(file.read_bytes())
        for example in held["examples"] if held["game"] == game else ():
            types.add(example["type"])
            for viewer in (SPECTATOR, seat(0), FULL):
                check_event(game, event_of(game, example, viewer))
    own = {kind.type for kind in GAMES[game].events}
    assert types >= own
    # an action is stored sealed in its example; played matches show it open
    assert game != "c4" or types >= {SEALED} | {kind.type for kind in FOLDERS} - {"action_taken"}


def test_every_type_of_event_of_a_tournament_is_as_documented_for_everybody() -> None:
    types: set[str] = set()
    for file in sorted((FOLDER / "events" / TOURNAMENT).glob("*.json")):
        held = msgspec.json.decode(file.read_bytes())
        for example in held["examples"]:
            types.add(held["name"])
            for viewer in (SPECTATOR, audience("en_01"), FULL):
                event = told_of_tournament(held["name"], held["schema"], example, viewer)
                name = event_name(pascal(TOURNAMENT), held["name"])
                assert faults(f"components/schemas/{name}", event) == []
    assert types == {kind.type for kind in EVENTS}


def told_of_tournament(name: str, schema: int, example: Any, viewer: str) -> Any:
    """A stored example as it goes out to a viewer."""
    stored: Any = SimpleNamespace(
        type=name,
        schema=schema,
        version=1,
        at=1_700_000_000_000,
        hash=b"hash",
        body=msgspec.json.encode({"pub": example["pub"]}),
        private=msgspec.json.encode(example["private"]) if example["private"] else None,
    )
    return msgspec.json.decode(msgspec.json.encode(event_out("tn_kit", stored, viewer, spelling(TOLD))))


@cache
def spelling(game: str) -> GameSpelling:
    return GameSpelling(GAMES[game])


def event_of(game: str, example: Any, viewer: str) -> dict[str, Any]:
    """A stored example as it goes out to a viewer."""
    stored: Any = SimpleNamespace(
        type=example["type"],
        body=msgspec.json.encode({"actor": "seat:0", "pub": example["pub"]}),
        private=msgspec.json.encode(example["private"]),
    )
    seen = shown(stored, viewer)
    data = renamed(seen.data, spelling(game).events.get(seen.type))
    at, hidden = "2026-01-01T00:00:00Z", seen.redacted
    out = EventOut("ev", 1, seen.type, at, seen.actor, None, hidden, "ab", True, "text", *BESIDE, data)
    decoded: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(out))
    return decoded


def test_openapi_describes_the_items_of_every_stream() -> None:
    """By the same names, and so that one that is not as documented is found."""
    for stream in STREAMS:
        content = openapi_document()["paths"][stream.address]["get"]["responses"]["200"]["content"]
        for media, member in (("text/event-stream", "event"), ("application/x-ndjson", "type")):
            items = content[media]["schema"]["anyOf"]
            named = {item["properties"][member]["const"] for item in items}
            assert named == {one.name for one in stream.messages if member == "event" or not one.sse_only}
    path = ADDRESSES[MATCH]
    event = {"event": "heartbeat", "id": "3", "data": '{"version": 3}'}
    assert openapi_faults(path, "text/event-stream", event) == []
    for wrong in ({"event": "unheard_of"}, {"id": "three"}, {"data": '{"version": "3"}'}):
        assert openapi_faults(path, "text/event-stream", event | wrong), wrong


def test_a_frame_that_is_not_as_documented_is_found() -> None:
    event = event_of(TOLD, {"type": "seat_left", "pub": {"seat": 0}, "private": {}}, SPECTATOR)
    frame = {"fromVersion": 1, "toVersion": 1, "events": [event], "stateHash": "", "headHash": ""}
    pointer = "channels/matchStreamSse/messages/events_appended/payload"
    assert faults(pointer, frame) == []
    assert faults(pointer, {**frame, "hand": []})
    for wrong in ({"type": "unheard_of"}, {"data": {"seat": "0"}}, {"data": {"seat": 0, "hand": []}}, {"secret": 1}):
        assert faults(pointer, {**frame, "events": [event | wrong]}), wrong


def test_every_reference_leads_somewhere() -> None:
    text = json.dumps(document())
    for pointer in set(re.findall(r'"\$ref": "#/([^"]+)"', text)):
        found: Any = document()
        for step in pointer.split("/"):
            found = found[step]
        assert found
    unused = [name for name in document()["components"]["schemas"] if f'"#/components/schemas/{name}"' not in text]
    assert unused == []
