"""GraphQL says the same of the service as REST."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from tests.api.graphql.arena import arena

pytestmark = pytest.mark.anyio
ABOUT = """{ about { name version signIn { issuer audience clientId scopePrefix } scopes { name opens } features
  largest { bodyBytes graphqlBytes cardSetBytes replayBytes } } }"""


async def test_what_the_service_says_of_itself(tmp_path: Path) -> None:
    async with arena(tmp_path) as hall:
        told = (await hall.ask(ABOUT))["about"]
        assert told == msgspec.json.decode(msgspec.json.encode(hall.served.app.use_cases.about))
        assert told["signIn"] is None
