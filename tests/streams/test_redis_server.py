"""The way to the server that carries the hints, with servers and sentinels that are told what to answer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from redis.exceptions import ConnectionError as LostConnection

from service.streams import redis_server
from service.streams.redis_server import DuplexConnection, Servers, not_a_master
from service.streams.redis_url import read_url

pytestmark = pytest.mark.anyio


class Sentinel:
    """Names a master, or is gone."""

    def __init__(self, name: str, master: str | None) -> None:
        self.name, self._master = name, master

    async def sentinel_masters(self) -> Mapping[str, Mapping[str, object]]:
        if self._master is None:
            raise LostConnection("it is gone")
        state = {"is_master": True, "is_sdown": False, "is_odown": False, "num-other-sentinels": 2}
        return {"games": {**state, "ip": self._master, "port": 6379}}

    def __repr__(self) -> str:
        return self.name


def servers(url: str, *sentinels: Sentinel) -> Servers:
    made = Servers(read_url(url, client_name="us"), "playledger:hints:all")
    if made._sentinel is not None:
        made._sentinel.sentinels = list[Any](sentinels)
    return made


@pytest.fixture
def up(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The servers that answer and are masters."""
    found: set[str] = set()

    async def opened(connection: DuplexConnection, channel: str) -> DuplexConnection:
        if connection.host.name not in found:
            raise LostConnection("it is gone")
        return connection

    monkeypatch.setattr(redis_server.DuplexConnection, "opened", opened)
    return found


async def name(way: Servers) -> str:
    found = await way.connected()
    assert found is not None
    return found.host.name


async def test_the_first_that_will_do_is_taken_and_left_for_an_earlier_one(up: set[str]) -> None:
    way = servers("redis://a,b,c")
    up |= {"b", "c"}
    here = await way.connected()
    assert here is not None
    assert here.host.name == "b"
    assert await way.connected(instead_of=here.host) is None
    up.add("a")
    better = await way.connected(instead_of=here.host)
    assert better is not None
    assert better.host.name == "a"


async def test_when_none_will_do_the_reason_names_each(up: set[str]) -> None:
    with pytest.raises(LostConnection, match="a:6379: it is gone; b:7000: it is gone"):
        await servers("redis://a,b:7000").connected()


async def test_a_sentinel_that_names_a_master_in_vain_is_asked_last(up: set[str]) -> None:
    way = servers("redis+sentinel://a,b,c/games", Sentinel("a", None), Sentinel("b", "old"), Sentinel("c", "new"))
    up.add("new")
    with pytest.raises(LostConnection, match="old:6379: it is gone"):
        await way.connected()
    assert await name(way) == "new"
    assert await name(way) == "new"


async def test_when_no_sentinel_helps_the_reason_names_each(up: set[str]) -> None:
    way = servers("redis+sentinel://a,b/games", Sentinel("a", None), Sentinel("b", None))
    with pytest.raises(LostConnection, match=r"'games'.*a - .*ConnectionError.*b - .*ConnectionError"):
        await way.connected()


@pytest.mark.parametrize(
    ("hello", "wrong"),
    [
        ({b"role": b"master", b"mode": b"standalone"}, None),
        ({b"role": b"replica", b"mode": b"standalone"}, "replica"),
        ({b"role": b"slave", b"mode": b"cluster"}, None),
        ({b"role": b"sentinel", b"mode": b"sentinel"}, "sentinel"),
        ({b"proto": 3}, None),
    ],
)
def test_only_a_master_reaches_everybody(hello: Mapping[bytes, object], wrong: str | None) -> None:
    assert not_a_master(hello) == wrong
