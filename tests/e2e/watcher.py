"""A client program that watches a match over Server-Sent Events and prints each event's version.

    python -m tests.e2e.watcher MATCH DROP_AFTER SERVER...

At version DROP_AFTER (0: never) it hangs up, waits a second and resumes after the last version it has, as it does
whenever its server is gone. It ends when the match is closed.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Sequence

import httpx

from tests.kit.waiting import PATIENCE


class Watcher:
    """Reads a stream to its end, over as many connections as that takes."""

    def __init__(self, match: str, drop_after: int, servers: Sequence[str]) -> None:
        self._path = f"/v1/matches/{match}/stream"
        self._drop_after = drop_after
        self._servers = list(servers)
        self._last = 0
        self._closed = False

    def watch(self) -> None:
        """Resume until the match is closed."""
        while not self._closed:
            try:
                self._read()
            except httpx.HTTPError:
                self._servers.append(self._servers.pop(0))
                time.sleep(0.1)

    def _read(self) -> None:
        url = self._servers[0] + self._path
        with httpx.stream("GET", url, headers={"Last-Event-ID": str(self._last)}, timeout=PATIENCE) as answer:
            answer.raise_for_status()
            if answer.status_code == httpx.codes.NO_CONTENT:
                self._closed = True
                return
            fields: dict[str, str] = {}
            for line in answer.iter_lines():
                if line:
                    name, _, value = line.partition(": ")
                    fields[name] = value
                elif self._take(fields):
                    return
                else:
                    fields = {}

    def _take(self, fields: dict[str, str]) -> bool:
        """Note one message; True when this connection is done with."""
        kind = fields.get("event")
        self._closed = kind == "match_closed"
        if kind != "events_appended":
            return self._closed or kind == "resync_required"
        versions: list[int] = [event["version"] for event in json.loads(fields["data"])["events"]]
        print(*versions, sep="\n", flush=True)
        drops = self._last < self._drop_after <= versions[-1]
        self._last = versions[-1]
        if drops:
            time.sleep(1)
        return drops


if __name__ == "__main__":
    match, drop_after, *servers = sys.argv[1:]
    Watcher(match, int(drop_after), servers).watch()
