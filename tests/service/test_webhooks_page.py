"""The receiver that docs/webhooks.md prints receives, checks and tells."""

from __future__ import annotations

import asyncio
import os
import re
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import pytest

from tests.kit.process import ROOT, free_port
from tests.kit.receiver import Receiver
from tests.kit.served import sqlite_url
from tests.kit.waiting import PATIENCE
from tests.service.test_webhooks import given_up, hook, service, tick

pytestmark = pytest.mark.anyio


@asynccontextmanager
async def printed(secret: str, port: int) -> AsyncIterator[asyncio.StreamReader]:
    """The receiver of the page as a process of its own; what it prints."""
    (code,) = re.findall(r"^```python\n(.*?)^```", (ROOT / "docs/webhooks.md").read_text(), re.MULTILINE | re.DOTALL)
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-c",
        code,
        str(port),
        stdout=asyncio.subprocess.PIPE,
        env={**os.environ, "WEBHOOK_SECRET": secret},
    )
    assert process.stdout is not None
    try:
        yield process.stdout
    finally:
        process.kill()
        await process.wait()


@pytest.mark.programs
async def test_the_receiver_of_the_page(tmp_path: Path) -> None:
    port = free_port()
    served = await service(sqlite_url(tmp_path))
    there = Receiver(address=f"http://127.0.0.1:{port}")
    async with served.app:
        _, secret = await hook(served, there)
        match = await given_up(served)
        async with printed(secret, port) as said, asyncio.timeout(PATIENCE):
            async with httpx.AsyncClient(transport=httpx.AsyncHTTPTransport(retries=9), timeout=PATIENCE) as http:
                forged = {"webhook-id": "ev_1", "webhook-timestamp": "1", "webhook-signature": "v1,AAAA"}
                assert (await http.post(there.address, content=b"{}", headers=forged)).status_code == 401
            await tick(served)
            lines = [(await said.readline()).decode().split(" ", 2) for _ in range(2)]
        assert [line[:2] for line in lines] == [["match.started", match], ["match.finished", match]]
        assert "'kind': 'WIN'" in lines[1][2]
