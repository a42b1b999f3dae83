"""The ways to the server of the channel, with servers that are told what to answer."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any

import pytest
import structlog
from redis.asyncio import ConnectionPool
from redis.exceptions import ConnectionError as LostConnection
from redis.exceptions import MovedError

from service.streams import redis_routes
from service.streams.redis import RedisBroker
from service.streams.redis_routes import Route, not_a_master, route_of
from service.streams.redis_url import read_url
from tests.kit.waiting import until

pytestmark = pytest.mark.anyio
GONE = LostConnection("it is gone")


def route(url: str) -> Route:
    return route_of(read_url(url, client_name="us"), "playledger:hints")


def answering(monkeypatch: pytest.MonkeyPatch, answers: Mapping[str, Any]) -> list[str]:
    """Each server gives its answer, or raises it; the list grows by the names of those that were asked."""
    asked: list[str] = []

    async def answer(pool: ConnectionPool, *command: str) -> Any:
        asked.append(pool.connection_kwargs["host"])
        given = answers.get(asked[-1], GONE)
        if isinstance(given, Exception):
            raise given
        return given

    monkeypatch.setattr(redis_routes, "asked", answer)
    return asked


def shards(*servers: Sequence[str]) -> list[list[object]]:
    """An answer to CLUSTER SLOTS: the slots divided among these; the hints have slot 7732."""
    width = 16384 // len(servers)
    return [
        [number * width, number * width + width - 1, *([name.encode(), 6379, b"id"] for name in names)]
        for number, names in enumerate(servers)
    ]


async def names(way: Route) -> str:
    return " ".join(host.name for host in await way.hosts())


class TestSentinel:
    """The sentinel that helped last is asked first."""

    async def test_the_first_that_knows_the_master_names_it(self, monkeypatch: pytest.MonkeyPatch) -> None:
        asked = answering(monkeypatch, {"b": None, "c": [b"m", b"6380"]})
        way = route("redis+sentinel://a,b,c/games")
        assert [str(host) for host in await way.hosts()] == ["m:6380"]
        assert await names(way) == "m"
        assert asked == ["a", "b", "c", "c"]

    async def test_one_that_names_a_master_in_vain_is_asked_last(self, monkeypatch: pytest.MonkeyPatch) -> None:
        answering(monkeypatch, {"a": [b"old", b"6379"], "b": [b"new", b"6379"]})
        way = route("redis+sentinel://a,b/games")
        [old] = await way.hosts()
        way.failed(old, GONE)
        assert await names(way) == "new"
        assert await way.better(old)

    async def test_when_none_helps_the_reason_names_each(self, monkeypatch: pytest.MonkeyPatch) -> None:
        answering(monkeypatch, {"b": None})
        way = route("redis+sentinel://a,b/games")
        with pytest.raises(LostConnection, match=r"'games'.*a:26379: it is gone; b:26379: watches no such service"):
            await way.hosts()


class TestCluster:
    """Any server that is known tells who has the slot."""

    async def test_the_shard_of_the_slot_with_its_replicas(self, monkeypatch: pytest.MonkeyPatch) -> None:
        answering(monkeypatch, {"b": shards(["x"], ["m", "r"], ["y"])})
        assert await names(route("redis+cluster://a,b")) == "m r"

    async def test_servers_learnt_of_are_asked_when_those_of_the_url_are_gone(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        answers = {"a": shards(["x"], ["m"], ["y"])}
        answering(monkeypatch, answers)
        way = route("redis+cluster://a")
        assert await names(way) == "m"
        answers["y"] = shards(["x"], ["n"], ["y"])
        del answers["a"]
        assert await names(way) == "n"
        answers["a"] = shards(["x"], ["o"], ["z"])
        del answers["y"]
        assert await names(way) == "o", "those of the URL stay known"

    async def test_a_server_that_failed_is_tried_last(self, monkeypatch: pytest.MonkeyPatch) -> None:
        answering(monkeypatch, dict.fromkeys("ams", shards(["m", "r", "s"])))
        way = route("redis+cluster://a")
        master, replica, _ = await way.hosts()
        way.failed(master, GONE)
        way.failed(replica, GONE)
        assert await names(way) == "s m r"

    async def test_a_server_that_knows_better_is_believed_once(self, monkeypatch: pytest.MonkeyPatch) -> None:
        answers = {"a": shards(["m"])}
        answering(monkeypatch, answers)
        way = route("redis+cluster://a")
        [master] = await way.hosts()
        way.failed(master, MovedError("7732 n:6379"))
        assert await names(way) == "n m"
        assert await names(way) == "m"
        way.failed(master, MovedError("7732 :6380"))
        answers.clear()
        assert [str(host) for host in await way.hosts()] == ["m:6380"], "without a name it is the same machine"

    async def test_a_slot_that_nobody_serves_is_the_reason(self, monkeypatch: pytest.MonkeyPatch) -> None:
        answering(monkeypatch, {"a": shards(["m"])[:0]})
        with pytest.raises(LostConnection, match="a:6379: nobody serves slot 7732"):
            await route("redis+cluster://a").hosts()


async def test_an_earlier_host_is_better_once_it_is_a_master(monkeypatch: pytest.MonkeyPatch) -> None:
    answers: dict[str, Any] = {"a": {b"role": b"slave"}}
    answering(monkeypatch, answers)
    way = route("redis://a,b")
    first, second = await way.hosts()
    assert not await way.better(second)
    answers["a"] = {b"role": b"master"}
    assert await way.better(second)
    assert not await way.better(first)


@pytest.mark.parametrize(
    ("hello", "wrong"),
    [
        ({b"role": b"master", b"mode": b"standalone"}, None),
        ({b"role": b"replica", b"mode": b"standalone"}, "replica"),
        ({b"role": b"slave", b"mode": b"cluster"}, None),
        ({b"role": b"sentinel", b"mode": b"sentinel"}, "sentinel"),
        ({b"proto": 3}, None),
        (b"OK", None),
    ],
)
def test_only_a_master_reaches_everybody(hello: object, wrong: str | None) -> None:
    assert not_a_master(hello) == wrong


async def test_a_cluster_without_sharded_channels_is_refused_with_a_sentence() -> None:
    async with old_cluster() as url:
        broker = RedisBroker(url)
        with structlog.testing.capture_logs() as logged:
            await broker.start()
            await until(lambda: broker.counts.losses > 1)
            await broker.stop()
        assert not broker.healthy
        [line] = logged
        assert "the cluster has no sharded pub/sub: it takes Redis 7 or later" in line["reason"]


@asynccontextmanager
async def old_cluster() -> AsyncIterator[str]:
    """The one node of a cluster of Redis 6."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(4096):
            for command in data.split(b"*")[1:]:
                if b"SLOTS" in command:
                    writer.write(b"*1\r\n*3\r\n:0\r\n:16383\r\n*3\r\n$9\r\n127.0.0.1\r\n:%d\r\n$2\r\nid\r\n" % port)
                elif b"SSUBSCRIBE" in command:
                    writer.write(b"-ERR unknown command `SSUBSCRIBE`\r\n")
                else:
                    writer.write(b"+OK\r\n")
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    try:
        yield f"redis+cluster://127.0.0.1:{port}"
    finally:
        server.close()
        await server.wait_closed()
