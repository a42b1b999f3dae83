"""A hall: a service with an account for each of its people, and what they do in it beside looking at the page."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
from playwright.sync_api import Page

from tests.kit.process import ROOT, free_port, until_it_listens
from tests.kit.waiting import PATIENCE
from tests.web.program import TOKENS

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

    def call(self, method: str, path: str, name: str | None = None, **body: Any) -> Any:
        """The answer of the service to that account. AssertionError if it refuses."""
        headers = {"Idempotency-Key": str(uuid4())}
        if name is not None:
            headers["Authorization"] = f"Bearer {self.tokens[name]}"
        url = f"{self.address}/v1{path}"
        answer = httpx.request(method, url, headers=headers, json=body or None, timeout=PATIENCE)
        assert answer.is_success, answer.text
        return answer.json()

    def concede(self, event: str, tables: Sequence[int] = ()) -> dict[int, tuple[str, str]]:
        """Who sits second gives up, at all open tables or at these; (winner, loser) by table, once all are decided."""
        found = self.call("GET", f"/tournaments/{event}/pairings")["pairings"]
        seats: dict[int, tuple[str, str]] = {}
        for pairing in found:
            if pairing["status"] == "OPEN" and (not tables or pairing["table"] in tables):
                winner, loser = (seat["name"] for seat in pairing["seats"])
                self.call("POST", f"/matches/{pairing['games'][-1]['matchId']}/actions", loser, type="concede")
                seats[pairing["table"]] = (winner, loser)
        return seats


@contextmanager
def hall(folder: Path) -> Iterator[Hall]:
    """A service of its own with an organiser and eight players."""
    port = free_port()
    command = [sys.executable, "-m", "tests.web.program", str(port), str(folder), ORGANISER, *PLAYERS]
    with subprocess.Popen(command, cwd=ROOT) as process:
        try:
            until_it_listens(process, port)
            tokens = json.loads((folder / TOKENS).read_text(encoding="utf-8"))
            yield Hall(f"http://127.0.0.1:{port}", tokens)
        finally:
            process.terminate()
            process.wait(PATIENCE)
