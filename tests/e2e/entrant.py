"""A client program of one account that enters a tournament and plays all its matches, knowing nothing but the contract.

    python -m tests.e2e.entrant [--check-in] SKIN SCHEMA TOKEN TOURNAMENT DECK SEED SERVER...

SKIN is `rest` or `graphql`, SCHEMA a file of what introspection told. It picks legal actions by chance, each sent under
its own idempotency key until some server has answered; after a few actions of its own in a match, as many as it draws,
it concedes: whole matches of every game are played elsewhere, here tournaments are. It gives up its first match only
when it has read a line: until then no round ends. It prints JSON lines: {"match", "key", "version"} of each action that
was acknowledged, at the end {"told"}: what its inbox has told it of matches, as (kind, match, seat).
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import time
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

from playledger_client import new_key
from tests.e2e.patient import patient
from tests.e2e.skins import REFUSALS, Skin, skin_of
from tests.kit.waiting import PATIENCE

FEWEST, MOST = 3, 8
"""Own actions in a match before it is given up."""
SOON, LATE = 0.05, 0.4
"""Seconds between two looks: the first ones, and when nothing happens for a while."""
OVERTAKEN = {"PROMPT_CLOSED", "VERSION_CONFLICT", "MATCH_OVER", "MATCH_NOT_RUNNING", "NOT_YOUR_TURN"}
"""Refusals of an answer to a question that nobody asks any more."""


class Entrant:
    """One account's client."""

    def __init__(self, skin: Skin, tournament: str, seed: int) -> None:
        self._skin = skin
        self._tournament = tournament
        self._random = Random(seed)
        self._done: Counter[str] = Counter()
        self._enough: dict[str, int] = {}
        self._held = True

    async def enter(self, deck: str, *, check_in: bool) -> None:
        """Register, and be there."""
        await self._skin.register(new_key(), self._tournament, deck)
        if check_in:
            await self._skin.check_in(new_key(), self._tournament)

    async def play(self) -> None:
        """Answer wherever the account is waited for, until the tournament is over."""
        pause = SOON
        while True:
            acted = [await self._answer(seat["matchId"], seat["seat"]) for seat in await self._skin.waiting()]
            if any(acted):
                pause = SOON
                continue
            if pause >= LATE and (await self._skin.tournament(self._tournament))["status"] == "FINISHED":
                return
            await asyncio.sleep(pause)
            pause = min(LATE, pause * 1.5)

    async def told(self) -> None:
        """Print what the inbox tells, once it has told how every match that it knows of ended."""
        end = time.monotonic() + PATIENCE
        while True:
            found = await self._skin.inbox()
            kinds = Counter(item["kind"] for item in found)
            if kinds["MatchStarted"] == kinds["MatchOver"] or time.monotonic() > end:
                _tell(told=[(item["kind"], item["matchId"], item["seat"]) for item in found])
                return
            await asyncio.sleep(LATE)

    async def _answer(self, match: str, seat: int) -> bool:
        """One action of a seat; False if there is none to be taken."""
        enough = self._enough.setdefault(match, self._random.randint(FEWEST, MOST))
        key = new_key()
        try:
            legal = await self._skin.legal(match, seat)
            if self._done[match] >= enough and legal.may_concede:
                self._wait_for_line()
                done = await self._skin.act(key, match, seat, None)
            elif legal.choices:
                done = await self._skin.act(key, match, seat, self._random.choice(legal.choices))
            else:
                return False
        except REFUSALS as refused:
            if refused.code in OVERTAKEN:
                return False
            raise
        self._done[match] += 1
        _tell(match=match, key=key, version=done["version"])
        return True

    def _wait_for_line(self) -> None:
        if self._held:
            sys.stdin.readline()
            self._held = False


def _tell(**what: Any) -> None:
    print(json.dumps(what), flush=True)


async def main() -> None:
    """Enter the tournament of the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check-in", action="store_true")
    for name in ("skin", "schema", "token", "tournament", "deck"):
        parser.add_argument(name)
    parser.add_argument("seed", type=int)
    parser.add_argument("servers", nargs="+")
    asked = parser.parse_args()
    async with patient(asked.servers, asked.token) as client:
        entrant = Entrant(skin_of(asked.skin, client, Path(asked.schema)), asked.tournament, asked.seed)
        await entrant.enter(asked.deck, check_in=asked.check_in)
        await entrant.play()
        await entrant.told()


if __name__ == "__main__":
    asyncio.run(main())
