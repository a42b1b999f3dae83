"""A whole tournament through the service on a store of several nodes, while servers are killed."""

from __future__ import annotations

import json
from pathlib import Path

import httpx
import pytest
from graphql import get_introspection_query

from tests.e2e.event import together
from tests.e2e.event_checks import checked
from tests.e2e.matrix import fitting
from tests.e2e.replicas import two
from tests.e2e.servers import playledger, tokens_of
from tests.e2e.test_tournaments import BY_COMMIT, SCOPES, arranged, streams
from tests.kit.citus_nodes import needs_citus
from tests.kit.waiting import PATIENCE

pytestmark = [needs_citus, pytest.mark.programs]


def test_a_whole_tournament(citus_url: str, redis_url: str, tmp_path: Path) -> None:
    (pair,) = (pair for pair in fitting() if pair.name == BY_COMMIT)
    with two(citus_url, redis_url) as replicas:
        asked = httpx.post(
            f"{replicas.addresses[0]}/graphql", json={"query": get_introspection_query()}, timeout=PATIENCE
        )
        schema = tmp_path / "introspection.json"
        schema.write_text(json.dumps(asked.raise_for_status().json()["data"]))
        (event,) = arranged([pair], tokens_of(citus_url, 1 + pair.kind.entrants, SCOPES), schema, tmp_path)
        together([event], replicas)
        figures = checked(event)
        assert event.struck
        assert streams(citus_url, "match") == figures.matches
    playledger(citus_url, "audit", "--all")
    for _ in range(2):
        playledger(citus_url, "rebuild")
