"""Receivers of webhooks that want more than a webhook: names that change, redirects, answers without an end."""

from __future__ import annotations

import asyncio
import socket
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.responses import RedirectResponse, Response, StreamingResponse

from tests.attacks.names import PORT, ZONE, naming
from tests.attacks.target import clean, serving, token_of
from tests.kit.lanes import sampled
from tests.kit.receiver import Delivery, receiving
from tests.kit.waiting import PATIENCE, until

pytestmark = [pytest.mark.anyio, pytest.mark.programs]
PUBLIC = "93.184.216.34"
"""An address that would do; nobody connects to it."""
PATH, SAID = "the-path-that-only-one-knows", "said-by-a-receiver"
SCOPES = ("webhook:manage", "match:create", "match:play", "match:read")


class Client:
    """An account that makes webhooks, and matches for them to tell of."""

    def __init__(self, http: httpx.AsyncClient, folder: Path) -> None:
        self.http = http
        self.own = {"Authorization": f"Bearer {token_of(folder, SCOPES)}"}

    async def hook(self, url: str) -> httpx.Response:
        return clean(await self.http.post("/v1/webhooks", json={"url": url}, headers=self.own))

    async def hooks(self) -> list[Any]:
        return list((await self.http.get("/v1/webhooks", headers=self.own)).json()["webhooks"])

    async def match(self) -> None:
        """A match begins and ends."""
        here = (
            "/v1/matches/"
            + (await self.http.post("/v1/matches", json={"game": "c4", "seats": 2}, headers=self.own)).json()["match"][
                "id"
            ]
        )
        decks = (await self.http.get("/v1/games/c4/decks")).json()["decks"]
        for deck in decks[:2]:
            token = (await self.http.post(f"{here}/seats", json={"deck": deck["id"]}, headers=self.own)).json()
        own = {"Authorization": f"Bearer {token['seatToken']}", "Idempotency-Key": "a-key-for-this-concession"}
        done = await self.http.post(f"{here}/actions", json={"type": "concede"}, headers=own)
        assert done.status_code == 200, done.text

    async def failing(self) -> str:
        """What the first webhook fails by, once it does."""

        async def failed() -> Any:
            return (await self.hooks())[0]["lastError"]

        await until(failed, "the webhook never failed")
        return str((await self.hooks())[0]["lastError"])


async def test_a_name_that_is_public_first_and_ours_afterwards(tmp_path: Path) -> None:
    """The name server says another address at each question; no connection ever reaches this machine."""
    with naming() as names, socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        listener.setblocking(False)
        names.answers["later" + ZONE] = [[PUBLIC], ["127.0.0.1"]]
        names.answers["both" + ZONE] = [[PUBLIC, "127.0.0.1"]]
        names.answers["metadata" + ZONE] = [["169.254.169.254"]]
        with serving(tmp_path, module="tests.attacks.names", **{PORT: str(names.port)}) as target:
            async with httpx.AsyncClient(base_url=target.address, timeout=PATIENCE) as http:
                client = Client(http, tmp_path)
                for name in ("both", "metadata", "nowhere"):
                    assert (await client.hook(f"https://{name}{ZONE}:{port}/")).status_code == 400
                made = await client.hook(f"https://later{ZONE}:{port}/")
                assert made.status_code == 201, made.text
                await client.match()
                assert await client.failing() == "the host has an address that is not public"
                assert names.asked.count("later" + ZONE) >= 2
                with pytest.raises(BlockingIOError):
                    listener.accept()
                target.probe()


def answer(delivery: Delivery) -> Response:
    """Something else for each path."""
    if delivery.path.startswith("/to/"):
        return RedirectResponse("/elsewhere", status_code=int(delivery.path[4:]))
    if delivery.path == "/endless":
        return StreamingResponse(endless(), media_type="text/plain")
    return Response(status_code=204)


async def endless() -> AsyncIterator[bytes]:
    while True:
        yield b"x" * 65536
        await asyncio.sleep(0)


async def test_receivers_that_send_on_or_never_stop(tmp_path: Path) -> None:
    """Nobody is sent anywhere, no answer is read to its end, and other webhooks arrive meanwhile."""
    paths = ["/to/301", "/to/302", "/to/307", "/to/308", "/endless", "/slow", "/"]
    async with receiving() as receiver:
        receiver.answer = answer
        receiver.open.clear()
        with serving(tmp_path, PLAYLEDGER_WEBHOOK_ALLOW_PRIVATE="true") as target:
            async with httpx.AsyncClient(base_url=target.address, timeout=PATIENCE) as http:
                client = Client(http, tmp_path)
                for path in paths:
                    assert (await client.hook(receiver.address + path)).status_code == 201
                memory = target.memory()
                await client.match()
                for path in paths:
                    await receiver.wait_for(1, path)
                await receiver.wait_for(2, "/")
                await receiver.wait_for(2, "/endless")

                async def told() -> bool:
                    return all(hook["lastError"] for hook in await client.hooks() if "/to/" in hook["url"])

                await until(told, "a redirect is no delivery, and nobody said so")
                assert receiver.ids("/elsewhere") == []
                assert target.memory() - memory < 64 << 20
                target.probe()
                receiver.open.set()


def loud(delivery: Delivery) -> Response:
    """Fails in a way of its own for each path, and says secrets."""
    if delivery.path.endswith("moved"):
        return RedirectResponse(f"http://{SAID}@localhost/{SAID}", status_code=307)
    return Response(SAID, status_code=500, headers={"X-Secret": SAID, "Content-Type": SAID})


@pytest.mark.parametrize("style", sampled(["json", "console"], keep=1))
async def test_receivers_that_fail_get_no_secret_into_the_log(tmp_path: Path, style: str) -> None:
    """Neither theirs nor ours, at the most talkative level: some receivers are known by their path alone."""
    settings = {"WEBHOOK_ALLOW_PRIVATE": "true", "LOG_LEVEL": "debug", "LOG_FORMAT": style}
    async with receiving() as receiver:
        receiver.answer = loud
        ours = [f"{receiver.address}/{PATH}/{end}?key={PATH}" for end in ("fails", "moved")]
        with serving(tmp_path, **{f"PLAYLEDGER_{name}": value for name, value in settings.items()}) as target:
            async with httpx.AsyncClient(base_url=target.address, timeout=PATIENCE) as http:
                client = Client(http, tmp_path)
                secrets = [(await client.hook(url)).json()["secret"] for url in (*ours, f"http://127.0.0.1:9/{PATH}")]
                await client.match()

                async def told() -> bool:
                    return all(hook["lastError"] for hook in await client.hooks())

                await until(told, "a receiver failed, and nobody said so")
                with sqlite3.connect(target.database) as connection:
                    connection.execute("UPDATE webhooks SET secret = X'00', next_attempt_at = 0, leased_until = 0")

                async def lost() -> bool:
                    return all("lost the secret" in hook["lastError"] for hook in await client.hooks())

                await until(lost, "a secret was lost, and nobody said so")
                target.probe()
    logged = target.log.read_text()
    assert logged
    for secret in (PATH, SAID, *secrets, *(secret.removeprefix("whsec_") for secret in secrets)):
        assert secret not in logged, logged[max(0, logged.index(secret) - 600) :][:1200]
