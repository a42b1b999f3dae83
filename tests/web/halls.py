"""A hall: a service with an account for each of its people, and what they do in it beside looking at the page."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
from playwright.sync_api import Page

from tests.kit.waiting import PATIENCE
from tests.web.program import TOKENS
from tests.web.serving import serving

ORGANISER = "Olga"
PLAYERS = ("Ada", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gia", "Hugo")


@dataclass(frozen=True)
class Hall:
    """The address of the service, and the tokens of its people by their names."""

    address: str
    tokens: Mapping[str, str]

    def enter(self, page: Page, name: str) -> None:
        """From now on the page speaks for that account, as after putting in its token."""
        page.add_init_script(f"sessionStorage.setItem('account', {json.dumps(self.tokens[name])})")

    def call(self, method: str, path: str, whose: str | None = None, /, **body: Any) -> Any:
        """The answer of the service to that account. AssertionError if it refuses."""
        headers = {"Idempotency-Key": str(uuid4())}
        if whose is not None:
            headers["Authorization"] = f"Bearer {self.tokens[whose]}"
        url = f"{self.address}/v1{path}"
        answer = httpx.request(method, url, headers=headers, json=body or None, timeout=PATIENCE)
        assert answer.is_success, answer.text
        return answer.json()

    def concede(self, event: str) -> dict[int, tuple[str, str]]:
        """Who sits second gives up, at every table that is played; (winner, loser) by table."""
        seats: dict[int, tuple[str, str]] = {}
        for table, match, (winner, loser) in self.running(event):
            self.call("POST", f"/matches/{match}/actions", loser, type="concede")
            if self.call("GET", f"/matches/{match}")["status"] == "RUNNING":
                # something is resolving: of those who have given up, the last one wins
                self.call("POST", f"/matches/{match}/actions", winner, type="concede")
            seats[table] = (winner, loser)
        return seats

    def running(self, event: str) -> Iterator[tuple[int, str, list[str]]]:
        """The tables that are played: number, match, and names in the order of the seats."""
        for pairing in self.call("GET", f"/tournaments/{event}/pairings")["pairings"]:
            match = pairing["games"][-1]["matchId"]
            # the match is over a moment before its table
            if pairing["status"] == "OPEN" and self.call("GET", f"/matches/{match}")["status"] == "RUNNING":
                yield pairing["table"], match, [seat["name"] for seat in pairing["seats"]]

    def play_round(self, event: str) -> None:
        """Until the round is over, who sits second gives up."""
        end = time.monotonic() + PATIENCE
        while not self.call("GET", f"/tournaments/{event}")["roundOver"]:
            assert time.monotonic() < end, "the round never ended"
            self.concede(event)
            time.sleep(0.05)


@contextmanager
def hall(folder: Path, port: int) -> Iterator[Hall]:
    """A service of its own with an organiser and eight players, or the one that was there before on this folder."""
    with serving(port, folder, ORGANISER, *PLAYERS) as (address, _):
        # the part that answers GraphQL makes itself meanwhile: on a busy machine a page gives its socket up before that
        httpx.post(f"{address}/graphql", json={"query": "{ __typename }"}, timeout=PATIENCE).raise_for_status()
        yield Hall(address, json.loads((folder / TOKENS).read_text(encoding="utf-8")))
