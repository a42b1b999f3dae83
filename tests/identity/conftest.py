"""A provider and a service that believes it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from api_schema.errors import ApiError
from api_schema.ports.base import Caller
from service.identity.keys import ProviderKeys
from tests.kit.issuer import AUDIENCE, Issuer, issuing
from tests.kit.served import Served, serve, sqlite_url


@dataclass
class House:
    """Both, with the time of the keys in the test's hands."""

    issuer: Issuer
    served: Served
    time: float = 1_000.0

    def token(self, **changes: Any) -> str:
        return self.issuer.token(self.served.clock.now // 1000, **changes)

    @property
    def keys(self) -> ProviderKeys:
        assert self.served.app.provider is not None
        return self.served.app.provider.keys

    async def caller(self, token: str) -> Caller:
        return await self.served.app.use_cases.accounts.authenticate(token)

    async def refused(self, token: str) -> tuple[str, str]:
        """(code, message) of the refusal."""
        with pytest.raises(ApiError) as refusal:
            await self.caller(token)
        return refusal.value.code.value, refusal.value.message


@pytest.fixture
async def issuer() -> AsyncIterator[Issuer]:
    async with issuing() as found:
        yield found


@pytest.fixture
def settings() -> dict[str, Any]:
    """What else is set of the provider."""
    return {}


@pytest.fixture
async def house(issuer: Issuer, settings: dict[str, Any], tmp_path: Path) -> AsyncIterator[House]:
    served = await serve(sqlite_url(tmp_path), oidc_issuer=issuer.url, oidc_audience=AUDIENCE, **settings)
    async with served.app:
        found = House(issuer, served)
        found.keys._timer = lambda: found.time
        yield found


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty store of each kind."""
    if request.param == "sqlite":
        return sqlite_url(tmp_path)
    found: str = request.getfixturevalue("service_database_url")
    return found
