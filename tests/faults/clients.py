"""A client program that plays matches over REST, reads and watches them, and records every answer.

    python -m tests.faults.clients [--matches N] [--watchers N] [--decision SECONDS] FILE SERVER...

It knows nothing but the contract. Each request goes to one of the servers by chance; an action is repeated under its
own idempotency key, at another server each time, until one has answered. What was answered stands in FILE as JSON
lines (`tests.faults.history`). It ends when its input is closed: then each client finishes what it has begun.
"""

from __future__ import annotations

import argparse
import os
import sys
import threading
import time
import traceback
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from http.client import HTTPConnection, HTTPException
from io import FileIO
from pathlib import Path
from random import Random
from socket import SHUT_RDWR
from typing import Any
from urllib.parse import urlencode
from uuid import uuid4

import msgspec

from tests.faults.history import Act, Failure, Operation, Read, Refused, Resync, Seen, Unanswered
from tests.kit.waiting import PATIENCE

DECKS = ("front_desk", "steam_raiders")
LONGEST = 15.0
"""Seconds after which a client leaves a request for another server: more than any budget of the service."""
SILENCE = 20.0
"""Seconds of silence after which a watcher leaves its server: streams say something every 15."""
PAUSE = 0.05
LOST = (OSError, HTTPException)


class Record:
    """The file that all clients write to."""

    def __init__(self, out: FileIO) -> None:
        self._out = out
        self._encoder = msgspec.json.Encoder()

    def add(self, operation: Operation) -> None:
        """One write of the system for one line: lines of several threads don't mix."""
        self._out.write(self._encoder.encode(operation) + b"\n")


class Asker:
    """One client's connections, one to each server."""

    def __init__(self, name: str, servers: Sequence[str], record: Record) -> None:
        self.name = name
        self.random = Random(name)
        self._servers = servers
        self._record = record
        self._connections: dict[int, HTTPConnection] = {}

    def once(
        self, server: int, method: str, path: str, bearer: str | None = None, key: str | None = None, **body: Any
    ) -> tuple[int, Any]:
        """The status and the data of one answer; 0 where none came. Errors of the service are recorded."""
        headers = {"Content-Type": "application/json"}
        headers |= {"Authorization": f"Bearer {bearer}"} if bearer else {}
        headers |= {"Idempotency-Key": key} if key else {}
        began = time.monotonic()
        status, data = 0, None
        try:
            connection = self._connection(server)
            connection.request(method, path, msgspec.json.encode(body) if method == "POST" else None, headers)
            answer = connection.getresponse()
            status, text = answer.status, answer.read()
            data = msgspec.json.decode(text) if text else None
        except LOST:
            self._connections.pop(server).close()
        if status == 0 or status >= 500:
            self._record.add(Failure(self.name, began, time.monotonic(), status, server))
        return status, data

    def any_server(self) -> int:
        return self.random.randrange(len(self._servers))

    def ask(self, method: str, path: str, bearer: str | None = None, **body: Any) -> Any:
        """The data of an answer of any server, asked until one has answered. Raises LookupError for a refusal."""
        key, end = str(uuid4()), time.monotonic() + PATIENCE
        while time.monotonic() < end:
            status, data = self.once(self.any_server(), method, path, bearer, key if method == "POST" else None, **body)
            if 200 <= status < 300:
                return data
            if 0 < status < 500:
                raise LookupError(f"{status}: {data}")
            time.sleep(PAUSE)
        raise SystemExit(f"nobody answered {method} {path}")

    def _connection(self, server: int) -> HTTPConnection:
        found = self._connections.get(server)
        if found is None:
            found = HTTPConnection(self._servers[server].removeprefix("http://"), timeout=LONGEST)
            self._connections[server] = found
        return found


class Match:
    """A match that runs, and the tokens of its seats."""

    def __init__(self, opener: Asker, decision: int) -> None:
        order: dict[str, Any] = {
            "game": "c4",
            "seats": len(DECKS),
            "decisionMs": decision * 1000,
            "turnMs": decision * 1000,
        }
        self.id = str(opener.ask("POST", "/v1/matches", **order)["match"]["id"])
        self.path = f"/v1/matches/{self.id}"
        self.tokens = [
            str(opener.ask("POST", f"{self.path}/seats", seat=seat, deck=deck)["seatToken"])
            for seat, deck in enumerate(DECKS)
        ]


class Clients:
    """All clients of one program."""

    def __init__(self, record: Record, servers: Sequence[str], decision: int) -> None:
        self._record = record
        self._servers = servers
        self._decision = decision
        self._stopping = threading.Event()
        self._running: dict[int, Match] = {}
        self._threads: list[threading.Thread] = []
        self._watchers: list[Watcher] = []

    def start(self, matches: int, watchers: int) -> None:
        """Begin to play so many matches at once."""
        works: list[Callable[[], None]] = [partial(self._play, table) for table in range(matches)]
        self._watchers += [Watcher(number, self._servers, self._record, self._running) for number in range(watchers)]
        for work in (*works, self._read, *(watcher.watch for watcher in self._watchers)):
            self._threads.append(threading.Thread(target=_or_end(work), daemon=True))
            self._threads[-1].start()

    def stop(self) -> None:
        """Finish what was begun; watchers have heard everything when this returns."""
        self._stopping.set()
        for thread in self._threads[: -len(self._watchers)]:
            thread.join()
        for watcher in self._watchers:
            watcher.finish()
        for thread in self._threads:
            thread.join()

    def _play(self, table: int) -> None:
        """Play one match after the other at this table, for all seats."""
        asker = Asker(f"table {table}", self._servers, self._record)
        while not self._stopping.is_set():
            # a match that is over is refused, and so is one that a restore took away
            with suppress(LookupError):
                match = self._running[table] = Match(asker, self._decision)
                while not self._stopping.is_set() and self._turn(asker, match):
                    pass

    def _turn(self, asker: Asker, match: Match) -> bool:
        """One action of a seat that is asked for one; False when the match is over."""
        for seat, token in enumerate(match.tokens):
            legal = asker.ask("GET", f"{match.path}/legal-actions?{urlencode({'seat': seat})}", token)
            waiting = [prompt for prompt in legal["prompts"] if prompt["prompt"]["mode"] != "STANDING"]
            if waiting:
                self._act(asker, match, token, choice(asker.random, asker.random.choice(waiting)))
                return True
        return bool(asker.ask("GET", match.path)["status"] == "RUNNING")

    def _act(self, asker: Asker, match: Match, token: str, choice: dict[str, Any]) -> None:
        key, began, server = str(uuid4()), time.monotonic(), asker.any_server()
        while time.monotonic() < began + PATIENCE:
            sent = time.monotonic()
            status, data = asker.once(server, "POST", f"{match.path}/actions", token, key, **choice)
            named = (asker.name, match.id, key, began, time.monotonic())
            if status == 200:
                told = (data["version"], data["headHash"], data["replayed"], server, time.monotonic() - sent)
                self._record.add(Act(*named, *told))
                return
            if 0 < status < 500:
                self._record.add(Refused(*named, data["code"]))
                return
            server = asker.any_server()
            time.sleep(PAUSE)
        self._record.add(Unanswered(*named))

    def _read(self) -> None:
        """Look at the matches, at one server after the other."""
        asker = Asker("reader", self._servers, self._record)
        while not self._stopping.wait(0.02):
            for match in list(self._running.values()):
                began, server = time.monotonic(), asker.any_server()
                status, state = asker.once(server, "GET", match.path + asker.random.choice(("", "/state")))
                if status == 200:
                    told = (state["version"], state["headHash"], server)
                    self._record.add(Read(asker.name, match.id, began, time.monotonic(), *told))


def _or_end(work: Callable[[], None]) -> Callable[[], None]:
    """The program ends with the first client that fails."""

    def run() -> None:
        try:
            work()
        except BaseException:
            traceback.print_exc()
            os._exit(1)

    return run


class Watcher:
    """Watches the matches of one table over Server-Sent Events, and resumes where a stream was broken off."""

    def __init__(self, table: int, servers: Sequence[str], record: Record, running: Mapping[int, Match]) -> None:
        self._name = f"watcher {table}"
        self._table = table
        self._servers = servers
        self._record = record
        self._running = running
        self._random = Random(self._name)
        self._stopping = threading.Event()
        self._connection: HTTPConnection | None = None
        self._match = ""
        self._heard = 0
        self._after = "?after=0"

    def watch(self) -> None:
        """One match after the other, until this watcher is told to finish."""
        while not self._stopping.wait(PAUSE):
            match = self._running.get(self._table)
            if match is not None and match.id != self._match:
                self._after, self._heard, self._match = "?after=0", 0, match.id
                while not self._stopping.wait(PAUSE) and not self._stream(match):
                    pass

    def finish(self) -> None:
        """Hear what there is to the end, then hang up. SystemExit if it never comes."""
        asker = Asker(self._name, self._servers, self._record)
        match = self._running[self._table]
        version = asker.ask("GET", match.path)["version"]
        end = time.monotonic() + PATIENCE
        while self._match != match.id or self._heard < version:
            if time.monotonic() > end:
                raise SystemExit(f"{self._name} stands at {self._heard} of {self._match}, not {version} of {match.id}")
            time.sleep(PAUSE)
        self._stopping.set()
        connection = self._connection
        if connection is not None and connection.sock is not None:
            connection.sock.shutdown(SHUT_RDWR)

    def _stream(self, match: Match) -> bool:
        """Read one connection to its end; whether the match is closed, or gone."""
        server = self._random.choice(self._servers)
        connection = self._connection = HTTPConnection(server.removeprefix("http://"), timeout=SILENCE)
        try:
            connection.request("GET", f"{match.path}/stream{self._after}")
            answer = connection.getresponse()
            fields: dict[str, str] = {}
            while answer.status == 200 and (line := answer.readline()):
                name, _, value = line.decode().rstrip("\n").partition(": ")
                if name:
                    fields[name] = value
                elif self._take(match.id, fields):
                    return True
                else:
                    fields = {}
            return answer.status in (204, 404)
        except LOST:
            return False
        finally:
            connection.close()

    def _take(self, match: str, fields: dict[str, str]) -> bool:
        """Note one message; whether the match is closed, or its table has left it and nothing happens in it any more.

        A restore can take a seat away: such a match never closes. A watcher who came after it wasn't told of a loss.
        """
        kind = fields.get("event")
        if news := noted(self._name, match, time.monotonic(), fields):
            operation, self._heard, self._after = news
            self._record.add(operation)
        return kind == "match_closed" or (kind == "heartbeat" and self._running[self._table].id != match)


def noted(name: str, match: str, now: float, fields: Mapping[str, str]) -> tuple[Operation, int, str] | None:
    """What a watcher was told, up to which version it has heard all now, and how it asks for what follows."""
    kind = fields.get("event")
    told = msgspec.json.decode(fields.get("data") or "null")
    if kind == "events_appended":
        hashes, heard = tuple(event["hash"] for event in told["events"]), told["toVersion"]
        seen = Seen(name, match, now, told["events"][0]["version"], hashes)
        return seen, heard, f"?after={heard}&afterHash={hashes[-1]}"
    if kind == "resync_required":
        heard = told["currentVersion"]
        return Resync(name, match, now, told["reason"]), heard, f"?after={heard}"
    return None


def choice(random: Random, options: dict[str, Any]) -> dict[str, Any]:
    """An action by its token; where only a template stands the prompt's default, or else the end."""
    if options["actions"]:
        return {"token": random.choice(options["actions"])["token"]}
    prompt = options["prompt"]
    return {"promptId": prompt["id"], "revision": prompt["revision"], **(options["default"] or {"type": "concede"})}


def main() -> None:
    """Play until the input is closed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=4)
    parser.add_argument("--watchers", type=int, default=3)
    parser.add_argument("--decision", type=int, default=600)
    parser.add_argument("file", type=Path)
    parser.add_argument("servers", nargs="+")
    asked = parser.parse_args()
    with asked.file.open("ab", buffering=0) as out:
        clients = Clients(Record(out), asked.servers, asked.decision)
        clients.start(asked.matches, asked.watchers)
        sys.stdin.read()
        clients.stop()


if __name__ == "__main__":
    main()
