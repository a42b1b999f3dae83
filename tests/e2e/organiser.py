"""A client program that runs a tournament from making it to its files, knowing nothing but the contract.

    python -m tests.e2e.organiser SKIN SCHEMA TOKEN ORDER ENTRANTS FOLDER SERVER...

SKIN is `rest` or `graphql`, SCHEMA a file of what introspection told, ORDER what is to be made as JSON. It prints JSON
lines as it goes on: {"tournament"}; once ENTRANTS have entered {"ready"}, and waits for a line on standard input. Then
for each round {"started", "cut_off", "replayed"}, which say whether a server was gone before it had answered, and
whether the round had begun all the same; {"over"} when all its tables have a result. When no round is left it finishes,
waits until every match is open to all, puts the files into FOLDER and prints {"finished"}.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any
from uuid import uuid4

from tests.e2e.skins import Refused, Skin, skin_of
from tests.kit.waiting import PATIENCE

PAUSE = 0.1
"""Seconds between two looks."""


class Organiser:
    """One organiser's client."""

    def __init__(self, skin: Skin, tournament: str) -> None:
        self._skin = skin
        self._id = tournament

    def wait_for_entrants(self, count: int, *, check_in: bool) -> None:
        """Until so many have entered and are there."""

        def there() -> int:
            return sum(entrant["checkedIn"] or not check_in for entrant in self._skin.entrants(self._id))

        _until(lambda: there() == count)

    def run(self) -> None:
        """Round after round, and the end."""
        number = 1
        while self._start(number):
            _until(lambda: self._skin.tournament(self._id)["roundOver"])
            _tell(over=number)
            number += 1
        self._skin.finish(str(uuid4()), self._id)

    def save(self, folder: Path) -> None:
        """Every file of the tournament, once all its matches are open."""
        files = self._skin.files(self._id)

        def closed() -> bool:
            lines = self._skin.fetch(files["matches.ndjson"]).splitlines()
            return all(json.loads(line)["closed"] for line in lines)

        _until(closed)
        for name, address in files.items():
            (folder / name).write_bytes(self._skin.fetch(address))

    def _start(self, number: int) -> bool:
        """Begin a round, and try in vain to begin it once more; False if none is left."""
        key, left = str(uuid4()), self._skin.client.left
        try:
            begun = self._skin.start_round(key, self._id, number)
        except Refused as refused:
            if refused.code != "TOURNAMENT_STATUS":
                raise
            return False
        _tell(started=number, cut_off=self._skin.client.left > left, replayed=begun["replayed"])
        again = self._skin.start_round(key, self._id, number)
        if (again["version"], again["replayed"]) != (begun["version"], True):
            raise SystemExit(f"round {number}: {begun}, then {again}")
        try:
            raise SystemExit(f"started twice: {self._skin.start_round(str(uuid4()), self._id, number)}")
        except Refused as refused:
            if refused.code != "ROUND_STARTED":
                raise
        return True


def _until(so: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not so():
        if time.monotonic() > end:
            raise SystemExit("waited too long")
        time.sleep(PAUSE)


def _tell(**what: Any) -> None:
    print(json.dumps(what), flush=True)


def main(skin_name: str, schema: str, token: str, order: str, entrants: str, folder: str, *servers: str) -> None:
    """Run the tournament of the command line."""
    skin, wanted = skin_of(skin_name, token, servers, Path(schema)), json.loads(order)
    tournament = skin.create(str(uuid4()), wanted)
    _tell(tournament=tournament)
    organiser = Organiser(skin, tournament)
    organiser.wait_for_entrants(int(entrants), check_in=wanted["checkIn"])
    _tell(ready=True)
    sys.stdin.readline()
    organiser.run()
    organiser.save(Path(folder))
    _tell(finished=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
