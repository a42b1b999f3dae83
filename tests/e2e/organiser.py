"""A client program that runs a tournament from making it to its files, knowing nothing but the contract.

    python -m tests.e2e.organiser SKIN SCHEMA TOKEN ORDER ENTRANTS FOLDER SERVER...

SKIN is `rest` or `graphql`, SCHEMA a file of what introspection told, ORDER what is to be made as JSON. It prints JSON
lines as it goes on: {"tournament"}; once ENTRANTS have entered {"ready"}, and waits for a line on standard input. Then
for each round {"started", "cut_off", "replayed"}, which say whether a server was gone before it had answered, and
whether the round had begun all the same; {"over"} when all its tables have a result. When no round is left it finishes,
waits until every match is open to all, puts the files into FOLDER and prints {"finished"}.
"""

from __future__ import annotations

import asyncio
import json
import logging
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from playledger_client import new_key
from playledger_client.connection import logger
from tests.e2e.patient import patient
from tests.e2e.skins import REFUSALS, Skin, skin_of
from tests.kit.waiting import PATIENCE

PAUSE = 0.1
"""Seconds between two looks."""


class Failures(logging.Handler):
    """How often a server has failed this program, by what its client logs."""

    def __init__(self) -> None:
        super().__init__()
        self.count = 0

    def emit(self, record: logging.LogRecord) -> None:
        self.count += 1


class Organiser:
    """One organiser's client."""

    def __init__(self, skin: Skin, tournament: str, failures: Failures) -> None:
        self._skin = skin
        self._id = tournament
        self._failures = failures

    async def wait_for_entrants(self, count: int, *, check_in: bool) -> None:
        """Until so many have entered and are there."""

        async def there() -> bool:
            entrants = await self._skin.entrants(self._id)
            return sum(entrant["checkedIn"] or not check_in for entrant in entrants) == count

        await until(there)

    async def run(self) -> None:
        """Round after round, and the end."""
        number = 1

        async def over() -> bool:
            return bool((await self._skin.tournament(self._id))["roundOver"])

        while await self._start(number):
            await until(over)
            _tell(over=number)
            number += 1
        await self._skin.finish(new_key(), self._id)

    async def save(self, folder: Path) -> None:
        """Every file of the tournament, once all its matches are open."""
        files = await self._skin.files(self._id)

        async def closed() -> bool:
            lines = (await self._skin.fetch(files["matches.ndjson"])).splitlines()
            return all(json.loads(line)["closed"] for line in lines)

        await until(closed)
        for name, address in files.items():
            (folder / name).write_bytes(await self._skin.fetch(address))

    async def _start(self, number: int) -> bool:
        """Begin a round, and try in vain to begin it once more; False if none is left."""
        key, failures = new_key(), self._failures.count
        try:
            begun = await self._skin.start_round(key, self._id, number)
        except REFUSALS as refused:
            if refused.code != "TOURNAMENT_STATUS":
                raise
            return False
        _tell(started=number, cut_off=self._failures.count > failures, replayed=begun["replayed"])
        again = await self._skin.start_round(key, self._id, number)
        if (again["version"], again["replayed"]) != (begun["version"], True):
            raise SystemExit(f"round {number}: {begun}, then {again}")
        try:
            raise SystemExit(f"started twice: {await self._skin.start_round(new_key(), self._id, number)}")
        except REFUSALS as refused:
            if refused.code != "ROUND_STARTED":
                raise
        return True


async def until(so: Callable[[], Awaitable[bool]]) -> None:
    """Look again and again until it is so."""
    async with asyncio.timeout(PATIENCE):
        while True:
            if await so():
                return
            await asyncio.sleep(PAUSE)


def _tell(**what: Any) -> None:
    print(json.dumps(what), flush=True)


async def main(skin_name: str, schema: str, token: str, order: str, entrants: str, folder: str, *servers: str) -> None:
    """Run the tournament of the command line."""
    failures = Failures()
    logger.addHandler(failures)
    logger.setLevel(logging.INFO)
    async with patient(servers, token) as client:
        skin, wanted = skin_of(skin_name, client, Path(schema)), json.loads(order)
        tournament = await skin.create(new_key(), wanted)
        _tell(tournament=tournament)
        organiser = Organiser(skin, tournament, failures)
        await organiser.wait_for_entrants(int(entrants), check_in=wanted["checkIn"])
        _tell(ready=True)
        sys.stdin.readline()
        await organiser.run()
        await organiser.save(Path(folder))
        _tell(finished=True)


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
