"""A socket lives as long as the provider's token that it was opened with."""

from __future__ import annotations

import json
from typing import Any

import pytest
import websockets

from service.app import web
from tests.identity.conftest import House
from tests.kit.listening import listening, socket_to

pytestmark = pytest.mark.anyio


async def ended(house: House, token: str) -> int:
    """The close code of a socket that was opened with this token, once the time of the token is over."""
    async with listening(web(house.served.app)) as server:
        address = f"ws://127.0.0.1:{server.port}/graphql"
        async with socket_to(address) as client:
            await client.send(json.dumps({"type": "connection_init", "payload": {"token": token}}))
            try:
                answer: dict[str, Any] = json.loads(await client.recv())
                assert answer["type"] == "connection_ack"
                house.served.clock.now += 400_000
                await client.recv()
            except websockets.ConnectionClosed as closed:
                return 1006 if closed.rcvd is None else closed.rcvd.code
    raise AssertionError("it was not closed")


async def test_it_closes_when_the_token_ends(house: House) -> None:
    assert await ended(house, house.token()) == 4401


async def test_it_closes_when_the_token_ends_though_the_provider_is_away(house: House) -> None:
    await house.caller(house.token())
    house.issuer.away = True
    house.time += 4_000
    assert await ended(house, house.token()) == 4401


async def test_a_token_that_cannot_be_told_is_one_for_later(house: House) -> None:
    house.issuer.away = True
    assert await ended(house, house.token()) == 1013


async def test_a_token_of_another_issuer_is_no_way_in(house: House) -> None:
    assert await ended(house, house.token(iss="https://elsewhere.example")) == 4403
