"""A client program that plays one seat over REST against any of several servers, knowing nothing but the contract.

    python -m tests.e2e.player [--at-once] [--unforgiving] MATCH SEAT SEAT_TOKEN SEED SERVER...

It picks legal actions by chance, each sent under its own idempotency key until some server has answered, and prints
what was acknowledged as JSON lines: {"key", "version", "replayed"}. Unless it plays at once it thinks a while and ends
most of its turns early. An unforgiving one ends with an error as soon as a server fails it once.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Sequence
from random import Random
from typing import Any
from uuid import uuid4

from tests.e2e.patient import Patient

THINKING = 0.2
"""Seconds at most that a client thinks about an action."""
HASTE = 0.7
"""How often it ends a turn although it could do something."""


class Player:
    """One seat's client."""

    def __init__(
        self,
        match: str,
        seat: int,
        token: str,
        seed: int,
        servers: Sequence[str],
        *,
        at_once: bool = False,
        unforgiving: bool = False,
    ) -> None:
        self._match = f"/v1/matches/{match}"
        self._thinking, self._haste = (0.0, 0.0) if at_once else (THINKING, HASTE)
        self._seat = seat
        self._random = Random(seed)
        self._ask = Patient(token, servers, unforgiving=unforgiving).ask

    def play(self) -> None:
        """Act whenever something is legal, until the match is over."""
        while self._ask("GET", self._match).json()["status"] == "RUNNING":
            legal = self._ask("GET", f"{self._match}/legal-actions", params={"seat": self._seat})
            prompts = legal.json()["prompts"] if legal.status_code == 200 else []
            waiting = [prompt for prompt in prompts if prompt["prompt"]["mode"] != "STANDING"]
            if waiting:
                self._act(self._random.choice(waiting))
            else:
                time.sleep(0.02)

    def _act(self, options: dict[str, Any]) -> None:
        body = self._choose(options)
        key = str(uuid4())
        answer = self._ask("POST", f"{self._match}/actions", json=body, headers={"Idempotency-Key": key})
        if answer.status_code == 200:
            data = answer.json()
            print(json.dumps({"key": key, "version": data["version"], "replayed": data["replayed"]}), flush=True)
        elif answer.status_code not in (409, 422):
            raise SystemExit(f"{answer.status_code}: {answer.text}")

    def _choose(self, options: dict[str, Any]) -> dict[str, Any]:
        """An enumerated action by its token, or the prompt's default where only a template stands.

        Most turns are just ended, so that a match lasts long enough for things to happen to its servers.
        """
        time.sleep(self._random.uniform(0, self._thinking))
        actions = options["actions"]
        if actions:
            ends = [action for action in actions if action["type"] == "end_turn"]
            wanted = ends if ends and self._random.random() < self._haste else actions
            return {"token": self._random.choice(wanted)["token"]}
        prompt = options["prompt"]
        return {"promptId": prompt["id"], "revision": prompt["revision"], **options["default"]}


def main() -> None:
    """Play the seat of the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--at-once", action="store_true")
    parser.add_argument("--unforgiving", action="store_true")
    parser.add_argument("match")
    parser.add_argument("seat", type=int)
    parser.add_argument("token")
    parser.add_argument("seed", type=int)
    parser.add_argument("servers", nargs="+")
    asked = parser.parse_args()
    manner = {"at_once": asked.at_once, "unforgiving": asked.unforgiving}
    Player(asked.match, asked.seat, asked.token, asked.seed, asked.servers, **manner).play()


if __name__ == "__main__":
    main()
