"""A page in a headless Chromium of the machine, over its DevTools protocol."""

from __future__ import annotations

import asyncio
import json
import shutil
from base64 import b64decode
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

from tests.kit.waiting import PATIENCE

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
QUIET = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--window-size=1300,900",
    "--remote-debugging-port=0",
    # no other host is reachable, whatever a page asks for
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
)


def browser() -> str | None:
    """The path of a browser, or None."""
    return next(filter(None, map(shutil.which, NAMES)), None)


class Page:
    """One page, and all that its console and its network told of."""

    def __init__(self, socket: ClientConnection) -> None:
        self.told: list[dict[str, Any]] = []
        self._socket = socket
        self._numbers = count(1)

    async def send(self, method: str, **parameters: Any) -> Any:
        """The result of one command; what the page tells meanwhile is kept."""
        number = next(self._numbers)
        await self._socket.send(json.dumps({"id": number, "method": method, "params": parameters}))
        while True:
            message = json.loads(await self._socket.recv())
            if message.get("id") == number:
                assert "error" not in message, message
                return message["result"]
            self.told.append(message)

    async def open(self, address: str) -> None:
        """Go there and wait until it is loaded."""
        await self.run("window.left = true")
        await self.send("Page.navigate", url=address)
        await self.until("!window.left && document.readyState === 'complete'")

    async def screenshot(self, file: Path) -> None:
        """What the window shows, as a PNG."""
        shot = await self.send("Page.captureScreenshot", format="png")
        file.write_bytes(b64decode(shot["data"]))  # noqa: ASYNC240

    async def run(self, script: str) -> Any:
        """The value of an expression in the page; fails if it throws."""
        answer = await self.send("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        assert "exceptionDetails" not in answer, answer
        return answer["result"].get("value")

    async def until(self, script: str) -> Any:
        """The value of an expression as soon as it is true; fails when it stays false."""
        end = asyncio.get_running_loop().time() + PATIENCE
        while asyncio.get_running_loop().time() < end:
            if value := await self.run(script):
                return value
            await asyncio.sleep(0.1)
        raise AssertionError(f"never true: {script}\n{await self.run('document.body.innerText')}\n{self.complaints()}")

    def complaints(self) -> list[str]:
        """Errors of the console, the loader, the policy and the scripts."""
        logged = [told["params"]["entry"] for told in self.told if told["method"] == "Log.entryAdded"]
        thrown = [told["params"] for told in self.told if told["method"] == "Runtime.exceptionThrown"]
        return [*(entry["text"] for entry in logged if entry["level"] == "error"), *map(str, thrown)]

    def asked(self) -> set[str]:
        """The addresses that the page asked for; data inside its own files is none."""
        sent = (told["params"] for told in self.told if told["method"] == "Network.requestWillBeSent")
        opened = (told["params"] for told in self.told if told["method"] == "Network.webSocketCreated")
        urls = [*(one["request"]["url"] for one in sent), *(one["url"] for one in opened)]
        return {url for url in urls if not url.startswith("data:")}


@asynccontextmanager
async def opened(address: str, profile: Path) -> AsyncIterator[Page]:
    """The page at an address, in a browser of its own that ends with it."""
    path = browser()
    assert path is not None
    nowhere = asyncio.subprocess.DEVNULL
    process = await asyncio.create_subprocess_exec(
        path, *QUIET, f"--user-data-dir={profile}", "about:blank", stdout=nowhere, stderr=nowhere
    )
    try:
        async with connect(await _debugger(profile), max_size=None, open_timeout=PATIENCE, ping_timeout=None) as socket:
            page = Page(socket)
            for domain in ("Page", "Runtime", "Log", "Network"):
                await page.send(f"{domain}.enable")
            await page.send("Page.navigate", url=address)
            yield page
    finally:
        process.kill()
        await process.wait()


async def _debugger(profile: Path) -> str:
    """The socket of the first page, as soon as the browser has written where it listens."""
    written = profile / "DevToolsActivePort"
    async with asyncio.timeout(PATIENCE), httpx.AsyncClient(trust_env=False) as client:
        while True:
            if written.exists() and (said := written.read_text().split()):
                pages = (await client.get(f"http://127.0.0.1:{said[0]}/json/list")).json()
                if found := [one["webSocketDebuggerUrl"] for one in pages if one["type"] == "page"]:
                    return str(found[0])
            await asyncio.sleep(0.05)
