"""A receiver of webhooks, which sometimes hears nothing, and sometimes hears and doesn't say so."""

from __future__ import annotations

import asyncio
import sqlite3
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from uuid import UUID

import msgspec

from service.application.ids import MATCH_IDS, TOURNAMENT_IDS
from service.projections.webhook_feed.queries import TOURNAMENTS
from service.webhooks.poster import DeliveryFailure
from tests.faults.checker import Loss
from tests.simulation.loop import SimulatedLoop

URL = "http://127.0.0.1:9/hooks"
OPEN = "webhook_feed f LEFT JOIN match_list m ON m.stream_id = f.stream_id WHERE m.visibility IS NOT 'invite'"
"""What is not of a private match."""
KINDS = ("match.started", "match.finished", "match.aborted", *TOURNAMENTS)


class Receiver:
    """What it was told: the ids of the deliveries of each kind about a match or an event of a tournament, and when each
    came last.
    """

    def __init__(self, loop: SimulatedLoop) -> None:
        self.lost = 0.0
        """The share of deliveries, and of answers, that get lost."""
        self.told: dict[tuple[str, str], dict[str, float]] = defaultdict(dict)
        self._loop = loop
        self._chance = loop.world.chance("receiver")

    async def post(self, url: str, headers: Mapping[str, str], body: bytes) -> DeliveryFailure | None:
        """See `Poster.post`."""
        lost, unheard = self._chance.random() < self.lost, self._chance.random() < self.lost
        await asyncio.sleep(self._chance.expovariate(200))
        if lost:
            return DeliveryFailure("no connection")
        message = msgspec.json.decode(body)
        about, kind = message["data"], message["type"]
        news = (
            (about["tournamentId"], f"{kind} {about['headHash']}") if kind in TOURNAMENTS else (about["matchId"], kind)
        )
        self.told[news][headers["webhook-id"]] = self._loop.time()
        self._loop.note("webhook", headers["webhook-id"])
        await asyncio.sleep(self._chance.expovariate(200))
        return DeliveryFailure("no answer in time") if unheard else None

    def missing(self, database: Path) -> Sequence[tuple[str, str]]:
        """What the store has to tell, and it was not told of yet."""
        with closing(sqlite3.connect(database)) as live:
            rows = live.execute(f"SELECT f.stream_id, f.kind, f.head_hash FROM {OPEN}").fetchall()
        due = [
            (TOURNAMENT_IDS.id_of(UUID(stream)), f"{kind} {head.hex()}")
            if kind in TOURNAMENTS
            else (MATCH_IDS.id_of(UUID(stream)), kind)
            for stream, kind, head in rows
        ]
        return [one for one in due if not self.told[one]]

    def twice(self, losses: Sequence[Loss]) -> Iterator[str]:
        """What it was told under several ids, but for those of what was lost then."""
        for (match, kind), ids in self.told.items():
            kept = [one for one, at in ids.items() if not any(loss.excuses(at, at) for loss in losses)]
            if len(kept) > 1:
                yield f"{kind} of {match} came as {sorted(kept)}"
