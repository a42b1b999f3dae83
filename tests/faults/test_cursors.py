"""The logs are given by shard while matches are played, by a migration that is killed: what clients hold is good after.

Cursors of lists and inboxes and the places of webhooks are positions in the one log of the release before.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest

from tests import services
from tests.e2e.servers import playledger
from tests.eventstore.postgres.test_logs_by_shard_kills import NEVER, PART, PARTS, REST
from tests.faults.folded import folded_anew
from tests.faults.replica import Replica, settings
from tests.faults.test_releases import command
from tests.kit.dying_migration import died
from tests.kit.receiver import Receiver, receiving
from tests.kit.release_before import LIMITS
from tests.kit.waiting import PATIENCE, until

pytestmark = [pytest.mark.anyio, pytest.mark.programs]
SCOPES = ("webhook:manage", "match:create", "match:play", "match:read")
DECKS = ("front_desk", "steam_raiders")
PAGE = 2
Lists = Sequence[tuple[str, str, dict[str, str]]]
GROWING: Lists = (("/matches", "matches", {"order": "OLDEST", "mine": "true"}), ("/inbox", "items", {}))
STANDING: Lists = [
    ("/matches", "matches", {"order": order, "mine": "true"}) for order in ("NEWEST", "RECENTLY_UPDATED")
]
"""The address of a list, the name of its rows, and its query. What is new comes behind the rest, or before it."""


class Account:
    """Sits at both sides of matches."""

    def __init__(self, token: str, http: httpx.AsyncClient) -> None:
        self._own = {"Authorization": f"Bearer {token}"}
        self._http = http
        self._keys = count()
        self.matches: list[str] = []

    async def post(self, address: str, body: object, **headers: str) -> Any:
        given = self._own | {"Idempotency-Key": f"key-{next(self._keys)}"} | headers
        answer = await self._http.post(address, json=body, headers=given)
        assert answer.is_success, answer.text
        return answer.json()

    async def match(self, server: str) -> None:
        """It begins and ends."""
        made = await self.post(f"{server}/v1/matches", {"game": "c4", "seats": 2})
        match = f"{server}/v1/matches/{made['match']['id']}"
        *_, last = [await self.post(f"{match}/seats", {"deck": deck}) for deck in DECKS]
        await self.post(f"{match}/actions", {"type": "concede"}, Authorization=f"Bearer {last['seatToken']}")
        self.matches.append(made["match"]["id"])

    async def page(self, server: str, path: str, query: dict[str, str], after: str | None, limit: int = PAGE) -> Any:
        asked = {**query, "limit": str(limit)} | ({} if after is None else {"after": after})
        answer = await self._http.get(f"{server}/v1{path}", params=asked, headers=self._own)
        assert answer.is_success, answer.text
        return answer.json()

    async def rest(self, server: str, path: str, query: dict[str, str], after: str | None, rows: str) -> list[Any]:
        """All pages after a cursor."""
        found, more = [], True
        while more:
            page = await self.page(server, path, query, after)
            found += page[rows]
            after, more = page["endCursor"] or after, page["hasNext"]
        return found


async def told_each_once(receiver: Receiver, matches: Sequence[str]) -> None:
    """The webhook hears of the beginning and the end of each match, under one id each: it may come twice."""

    def heard() -> dict[tuple[str, str], set[str]]:
        found: dict[tuple[str, str], set[str]] = {}
        for delivery in receiver.came:
            message = delivery.message
            found.setdefault((message["data"]["matchId"], message["type"]), set()).add(delivery.id)
        return found

    await until(lambda: len(heard()) >= 2 * len(matches))
    there = heard()
    assert there.keys() == {(match, kind) for match in matches for kind in ("match.started", "match.finished")}
    assert all(len(ids) == 1 for ids in there.values())
    assert len({next(iter(ids)) for ids in there.values()}) == len(there)


async def test_cursors_of_the_release_before_go_on(before: Path, postgres_server: str, redis_url: str) -> None:
    random = Random(1)
    with services.database(postgres_server) as url:
        await asyncio.to_thread(command, before, url, "migrate")
        flags = [part for scope in SCOPES for part in ("--scope", scope)]
        made = json.loads(await asyncio.to_thread(command, before, url, "token", "create", "--json", *flags))
        common = settings(url, redis_url) | LIMITS | {"PLAYLEDGER_WEBHOOK_ALLOW_PRIVATE": "true"}
        old, new = Replica(common, before), Replica(common)
        try:
            async with receiving() as receiver, httpx.AsyncClient(timeout=PATIENCE) as http:
                player = Account(made["token"], http)
                await asyncio.to_thread(old.start)
                await player.post(f"{old.address}/v1/webhooks", {"url": receiver.address, "matches": "OWN"})
                for _ in range(5):
                    await player.match(old.address)
                await told_each_once(receiver, player.matches)
                lists = (*GROWING, *STANDING)
                first = [await player.page(old.address, path, query, None) for path, _, query in lists]
                seen = [await player.rest(old.address, path, query, None, rows) for path, rows, query in lists]

                for death in random.choice(PARTS), random.choice(REST):
                    assert await asyncio.to_thread(died, url, PART, death), death
                    await player.match(old.address)
                assert not await asyncio.to_thread(died, url, PART, NEVER)
                await player.match(old.address)
                await asyncio.to_thread(new.start)
                for server in (new, old):
                    await player.match(server.address)
                # while the release before holds the lease of the read models they stand still
                await asyncio.to_thread(old.leave)
                await told_each_once(receiver, player.matches)

                for page, there, (path, rows, query) in zip(first, seen, lists, strict=True):
                    found = [*page[rows], *await player.rest(new.address, path, query, page["endCursor"], rows)]
                    assert len(found) > PAGE, path
                    assert names(there) == names(found)[: len(there)]
                    if (path, rows, query) in GROWING:
                        now = await player.rest(new.address, path, query, None, rows)
                        assert names(found) == names(now)
                    else:
                        assert len(found) == len(there)
        finally:
            for replica in (old, new):
                replica.stop()
        await asyncio.to_thread(playledger, url, "audit", "--all")
        await folded_anew(url)


def names(rows: Sequence[Any]) -> list[str]:
    """What tells the rows of a list apart, each there once."""
    made = [row["id"] if "id" in row else json.dumps(row, sort_keys=True) for row in rows]
    assert len(set(made)) == len(made)
    return made
