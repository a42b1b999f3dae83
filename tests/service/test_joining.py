"""Head and body of an answer go to the kernel together, and nothing that was written waits for long."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from service.wire.joining import JoiningTransport

pytestmark = pytest.mark.anyio


class Recorded(asyncio.Transport):
    """Notes what it is told."""

    def __init__(self) -> None:
        self.told: list[object] = []

    def write(self, data: Any) -> None:
        self.told.append(data)

    def writelines(self, list_of_data: Any) -> None:
        self.told.append(tuple(list_of_data))

    def close(self) -> None:
        self.told.append("close")

    def abort(self) -> None:
        self.told.append("abort")


@pytest.fixture
async def under() -> Recorded:
    return Recorded()


@pytest.fixture
async def joining(under: Recorded) -> JoiningTransport:
    return JoiningTransport(under, asyncio.get_running_loop())


async def test_two_writes_of_one_turn_are_one(under: Recorded, joining: JoiningTransport) -> None:
    joining.write(b"head")
    assert under.told == []
    joining.write(b"body")
    assert under.told == [(b"head", b"body")]
    await asyncio.sleep(0)
    assert under.told == [(b"head", b"body")]


async def test_a_head_alone_goes_out_when_the_turn_ends(under: Recorded, joining: JoiningTransport) -> None:
    joining.write(b"head")
    await asyncio.sleep(0)
    assert under.told == [b"head"]
    joining.write(b"an event")
    await asyncio.sleep(0)
    assert under.told == [b"head", b"an event"]


async def test_what_is_held_goes_out_before_the_end(under: Recorded, joining: JoiningTransport) -> None:
    joining.write(b"the last word")
    joining.close()
    await asyncio.sleep(0)
    assert under.told == [b"the last word", "close"]


async def test_an_abort_drops_it(under: Recorded, joining: JoiningTransport) -> None:
    joining.write(b"for nobody")
    joining.abort()
    await asyncio.sleep(0)
    assert under.told == ["abort"]
