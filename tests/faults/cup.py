"""A tournament over REST, at whichever server is named."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import httpx

from tests.e2e.servers import wait_for
from tests.kit.waiting import PATIENCE

SCOPES = ("tournament:manage", "tournament:enter", "match:play", "match:read")


class Cup:
    """A Swiss tournament of C4. The first token is the organiser's, those of the others enter."""

    def __init__(self, tokens: Sequence[str], rounds: int = 1) -> None:
        self._organiser, *self._entrants = tokens
        self._rounds = rounds
        self.id = ""

    def fill(self, address: str) -> None:
        """Make it; all enter."""
        order = {"game": "trf", "name": "Cup", "policy": {"format": "SWISS", "rounds": self._rounds}}
        self.id = _send(address, self._organiser, "/tournaments", "cup", order)["tournament"]["id"]
        for number, token in enumerate(self._entrants):
            _send(address, token, f"{self._path}/entrants", f"enters-{number}", {"deck": {"deck": "raid_night"}})

    def start(self, address: str, number: int = 1) -> bool:
        """Start a round, always with the same key; whether it had begun before."""
        done = _send(address, self._organiser, f"{self._path}/rounds", f"round-{number}", {"round": number})
        return bool(done["replayed"])

    def play(self, address: str) -> None:
        """At each table somebody gives up; returns when the round is over."""
        wait_for(lambda: self._given_up(address))

    def finish(self, address: str) -> None:
        """It is over."""
        _send(address, self._organiser, f"{self._path}/finish", "finish", None)

    def _given_up(self, address: str) -> bool:
        for token in self._entrants:
            for seat in _ask(address, token, "GET", "/inbox/seats").json()["seats"]:
                match, giving_up = seat["matchId"], {"type": "concede", "seat": seat["seat"]}
                answer = _ask(address, token, "POST", f"/matches/{match}/actions", match, giving_up)
                # the other seat of the table was first
                assert answer.status_code in (200, 409), answer.text
        return bool(_ask(address, self._organiser, "GET", self._path).json()["roundOver"])

    @property
    def _path(self) -> str:
        return f"/tournaments/{self.id}"


def _send(address: str, token: str, path: str, key: str, body: object) -> Any:
    """What a server answers to a change that it accepts."""
    return _ask(address, token, "POST", path, key, body).raise_for_status().json()


def _ask(address: str, token: str, method: str, path: str, key: str = "", body: object = None) -> httpx.Response:
    headers = {"Authorization": f"Bearer {token}"} | ({"Idempotency-Key": key} if key else {})
    return httpx.request(method, f"{address}/v1{path}", headers=headers, json=body, timeout=PATIENCE)
