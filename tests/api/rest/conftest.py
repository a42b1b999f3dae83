"""An application over the fake, asked in process."""

from __future__ import annotations

from collections.abc import AsyncIterator

import httpx
import pytest

from api_schema.rest.app import build_app
from api_schema.rest.config import RestConfig
from tests.api.rest.fake import FakeHealth, FakeHistory, FakeMatches, Fakes


@pytest.fixture
def fakes() -> Fakes:
    matches = FakeMatches()
    return Fakes(matches, FakeHealth(), FakeHistory(matches))


@pytest.fixture
async def client(fakes: Fakes) -> AsyncIterator[httpx.AsyncClient]:
    config = RestConfig(cors_origins=("https://play.example",), body_limit=4096)
    app = build_app(fakes.uses(), sdl=lambda: "type Query { a: Int }", config=config)
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://rest") as found:
        yield found
