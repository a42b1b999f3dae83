"""A client program that plays one seat over REST against any of several servers, knowing nothing but the contract.

    python -m tests.e2e.player [--at-once] [--unforgiving] MATCH SEAT SEAT_TOKEN SEED SERVER...

It picks legal actions by chance, each sent under its own idempotency key until some server has answered, and prints
what was acknowledged as JSON lines: {"key", "version", "replayed"}. Unless it plays at once it thinks a while and ends
most of its turns early. An unforgiving one ends with an error as soon as a server fails it once.
"""

from __future__ import annotations

import argparse
import asyncio
import json
from collections.abc import Mapping
from contextlib import suppress
from random import Random
from typing import Any

from playledger_client import Client, Illegal, Match, Overtaken, choices, new_key, waiting
from playledger_client.models import MatchStatus, PromptOptions
from tests.e2e.patient import patient
from tests.kit.waiting import PATIENCE

THINKING = 0.2
"""Seconds at most that a client thinks about an action."""
HASTE = 0.7
"""How often it ends a turn although it could do something."""


SHORTEST, LONGEST = 0.02, 0.3
"""Seconds between two questions whether something is legal."""


class Player:
    """One seat's client."""

    def __init__(self, match: Match, seed: int, *, at_once: bool = False) -> None:
        self._match = match
        self._thinking, self._haste = (0.0, 0.0) if at_once else (THINKING, HASTE)
        self._random = Random(seed)

    async def play(self) -> None:
        """Act whenever something is legal, until the match is over; ask more seldom the longer nothing is."""
        pause = SHORTEST
        while (await self._match.info()).status == MatchStatus.RUNNING:
            with suppress(Overtaken, Illegal):
                asked = waiting(await self._match.legal())
                if asked:
                    await self._act(self._random.choice(asked))
                    pause = SHORTEST
                    continue
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST)

    async def _act(self, asked: PromptOptions) -> None:
        key = new_key()
        done = await self._match.act(await self._choose(asked), key=key)
        print(json.dumps({"key": key, "version": done.version, "replayed": done.replayed}), flush=True)

    async def _choose(self, asked: PromptOptions) -> Mapping[str, Any]:
        """An enumerated action by its token, or the prompt's default where only a template stands.

        Most turns are just ended, so that a match lasts long enough for things to happen to its servers.
        """
        await asyncio.sleep(self._random.uniform(0, self._thinking))
        ends = [{"token": action.token} for action in asked.actions if action.type == "end_turn"]
        return self._random.choice(ends if ends and self._random.random() < self._haste else choices(asked))


async def main() -> None:
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
    # a server that is slow has failed nobody
    opened = Client(asked.servers, waits=(), timeout=PATIENCE) if asked.unforgiving else patient(asked.servers)
    async with opened as client:
        match = client.match(asked.match, asked.token, asked.seat)
        await Player(match, asked.seed, at_once=asked.at_once).play()


if __name__ == "__main__":
    asyncio.run(main())
