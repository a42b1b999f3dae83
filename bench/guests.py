"""People beside the page who make something happen: two guests who end their turns, and a round of a tournament."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from random import Random
from uuid import uuid4

import httpx

from tests.web.halls import Hall
from tests.web.tables import call, read

GAME = "c4"
DECK = "thirteen_steps"


@dataclass
class Guests:
    """A match of two guests who do nothing but end their turns."""

    match: str
    tokens: list[str]
    client: httpx.Client
    active: int
    version: int

    @classmethod
    @contextmanager
    def opened(cls, address: str) -> Iterator[Guests]:
        """A match that lasts as long as anybody wants."""
        opened = {"game": GAME, "seats": 2, "options": {"turnCap": 10_000}}
        match = call(address, "/v1/matches", opened)["match"]["id"]
        tokens = [call(address, f"/v1/matches/{match}/seats", {"deck": DECK})["seatToken"] for _ in range(2)]
        state = read(address, f"/v1/matches/{match}/state")
        active = next(prompt["seat"] for prompt in state["prompts"] if prompt["kind"] == "main")
        with httpx.Client(base_url=address, timeout=60) as client:
            yield cls(match, tokens, client, active, state["version"])

    def end_turns(self, until: int) -> None:
        """End turns until the version is reached."""
        while self.version < until:
            headers = {
                "Authorization": f"Bearer {self.tokens[self.active]}",
                "Idempotency-Key": uuid4().hex,
                "If-Match": f'"{self.version}"',
            }
            answer = self.client.post(f"/v1/matches/{self.match}/actions", json={"type": "end_turn"}, headers=headers)
            self.version = answer.raise_for_status().json()["version"]
            self.active = 1 - self.active


@dataclass
class Round:
    """A round whose tables are all played at once, each by two who answer at random."""

    hall: Hall
    event: str
    tables: list[tuple[str, tuple[str, ...]]]
    actions: int = 0

    @classmethod
    def started(cls, address: str, tokens: Mapping[str, str], organiser: str) -> Round:
        """The first round of an event of everybody but its organiser."""
        hall = Hall(address, tokens)
        made = hall.call("POST", "/tournaments", organiser, game=GAME, name="Many tables", policy={"format": "SWISS"})
        event = made["tournament"]["id"]
        for name in tokens:
            if name != organiser:
                hall.call("POST", f"/tournaments/{event}/entrants", name, deck={"deck": DECK})
        hall.call("POST", f"/tournaments/{event}/rounds", organiser, round=1)
        pairings = hall.call("GET", f"/tournaments/{event}/pairings")["pairings"]
        tables = [
            (pairing["games"][-1]["matchId"], tuple(seat["name"] for seat in pairing["seats"])) for pairing in pairings
        ]
        return cls(hall, event, tables)

    @contextmanager
    def playing(self, per_second: float) -> Iterator[None]:
        """While the block runs, something is answered so often at each table."""
        over = threading.Event()

        def play(match: str, names: tuple[str, ...]) -> None:
            random = Random(match)
            due = time.monotonic() + random.random() / per_second
            while not over.wait(max(0.0, due - time.monotonic())) and self._act(match, names, random):
                due += 1 / per_second

        with ThreadPoolExecutor(len(self.tables)) as pool:
            done = [pool.submit(play, *table) for table in self.tables]
            try:
                yield
            finally:
                over.set()
        for one in done:
            one.result()

    def _act(self, match: str, names: tuple[str, ...], random: Random) -> bool:
        """Answer something; whether the match goes on."""
        for name in names:
            legal = self.hall.call("GET", f"/matches/{match}/legal-actions", name)
            actions = [one for prompt in legal["prompts"] for one in prompt["actions"]]
            if actions:
                action = random.choice(actions)
                self.hall.call("POST", f"/matches/{match}/actions", name, token=action["token"])
                self.actions += 1
                return True
        return False
