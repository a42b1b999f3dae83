"""An application that answers each request with what it was given, behind the connections of the service."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import uvicorn

from service.limits import Limits
from service.settings import Settings
from service.wire.server import server_config
from tests.attacks.listener import Listener
from tests.kit.waiting import PATIENCE


@dataclass
class Given:
    """A request as the application got it."""

    method: str
    path: str
    client: str
    query: str
    fields: list[tuple[str, str]]
    body: str

    def values(self, name: str) -> list[str]:
        """Of a field of the head."""
        return [value for known, value in self.fields if known == name]


@dataclass
class Echo(Listener):
    """The running application, and the requests that it was given, but those by which a proxy asks whether it is there:
    they come at any time.
    """

    given: list[Given] = field(default_factory=list)
    stop: Callable[[], None] = lambda: None

    def paths(self) -> list[str]:
        return [one.path for one in self.given]

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            return
        body, more = b"", True
        while more:
            message = await receive()
            if message["type"] == "http.disconnect":
                return
            body, more = body + message["body"], message["more_body"]
        fields = [(name.decode("latin-1"), value.decode("latin-1")) for name, value in scope["headers"]]
        given = Given(
            scope["method"],
            scope["path"],
            scope["client"][0],
            scope["query_string"].decode(),
            fields,
            body.decode("latin-1"),
        )
        if given.path != "/ready":
            self.given.append(given)
        answer = json.dumps({"path": given.path, "client": given.client}).encode()
        head = [(b"content-length", b"%d" % len(answer)), (b"content-type", b"application/json")]
        await send({"type": "http.response.start", "status": 200, "headers": head})
        await send({"type": "http.response.body", "body": answer})


@contextmanager
def echoing(**settings: Any) -> Iterator[Echo]:
    """The application in a thread of its own."""
    with socket.create_server(("127.0.0.1", 0)) as bound, ThreadPoolExecutor(1) as threads:
        echo = Echo(bound.getsockname()[1])
        chosen = Settings(limits=Limits(head_seconds=5 * PATIENCE, request_seconds=5 * PATIENCE), **settings)
        server = uvicorn.Server(server_config(echo, chosen, log_level="critical", lifespan="off"))
        running = threads.submit(server.run, [bound])
        end = time.monotonic() + PATIENCE
        while not server.started:
            assert not running.done(), "the server did not start"
            assert time.monotonic() < end, "the server takes too long to start"
            time.sleep(0.01)

        def stop() -> None:
            server.force_exit = server.should_exit = True
            running.result(PATIENCE)

        echo.stop = stop
        try:
            yield echo
        finally:
            stop()
