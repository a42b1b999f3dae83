"""A page in a headless Chromium, driven over its debugging socket."""

from __future__ import annotations

import json
import shutil
import subprocess
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
OPTIONS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--remote-debugging-port=0",
    "--window-size=1280,900",
)


def installed() -> str | None:
    """The browser of this machine, if it has one."""
    return next((found for name in NAMES if (found := shutil.which(name))), None)


class Page:
    """One open page."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._numbers = count(1)

    def open(self, address: str) -> None:
        """Go there and wait until it is loaded."""
        self.evaluate("window.left = true")
        self._call("Page.navigate", url=address)
        self.wait_for("!window.left && document.readyState === 'complete'")

    def evaluate(self, expression: str) -> Any:
        """The value of an expression in the page."""
        done = self._call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in done, done
        return done["result"].get("value")

    def wait_for(self, condition: str, seconds: float = 20) -> None:
        """Until a condition holds in the page."""
        end = time.monotonic() + seconds
        while not self.evaluate(condition):
            assert time.monotonic() < end, f"never: {condition}"
            time.sleep(0.05)

    def _call(self, method: str, **parameters: Any) -> Any:
        number = next(self._numbers)
        self._socket.send(json.dumps({"id": number, "method": method, "params": parameters}))
        while True:
            message = json.loads(self._socket.recv(20))
            if message.get("id") == number:
                return message["result"]


@contextmanager
def page(browser: str, folder: Path) -> Iterator[Page]:
    """A fresh page; `folder` is the browser's home."""
    command = [browser, *OPTIONS, f"--user-data-dir={folder}", "about:blank"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        try:
            with connect(_socket_of(_port(folder)), max_size=None) as socket:
                yield Page(socket)
        finally:
            process.terminate()
            process.wait(15)


def _port(folder: Path) -> int:
    file = folder / "DevToolsActivePort"
    for _ in range(400):
        if file.exists() and (lines := file.read_text().splitlines()):
            return int(lines[0])
        time.sleep(0.05)
    raise AssertionError("the browser did not start")


def _socket_of(port: int) -> str:
    for _ in range(200):
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/json/list", timeout=5) as answer:
            for target in json.load(answer):
                if target["type"] == "page":
                    return str(target["webSocketDebuggerUrl"])
        time.sleep(0.05)
    raise AssertionError("the browser opened no page")
