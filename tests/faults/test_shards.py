"""One of the two databases of a store dies in the midst of play, and comes back."""

from __future__ import annotations

from pathlib import Path

import pytest

from eventstore.databases import named
from tests.e2e.servers import playledger
from tests.faults.conftest import Tell
from tests.faults.stand import judged, stand
from tests.kit.postgres_nodes import Node, primary

pytestmark = pytest.mark.programs

MATCHES = 16
"""So many at once that some are in each database at any time."""


@pytest.mark.parametrize("first_dies", [False, pytest.param(True, marks=pytest.mark.nightly)], ids=["second", "first"])
def test_one_of_two_databases_is_killed(
    first: Node,
    servers: Path,
    first_dies: bool,
    redis_url: str,
    tmp_path: Path,
    tell: Tell,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The other one goes on meanwhile, if it is the first: that one has what is needed by all."""
    with primary(servers, "other") as other:
        monkeypatch.setenv("PLAYLEDGER_DATABASE_SHARDS", setting := f"32-63={other.url}")
        playledger(first.url, "migrate")
        with stand(first.url, tmp_path, redis_url) as tried:
            tried.others = named(setting)
            tried.play(matches=MATCHES)
            tried.until(0.4)
            killed = first if first_dies else other
            killed.kill()
            tried.refused(status=503, times=10)
            if not first_dies:
                tried.some_more()
            killed.start()
            tried.heal()
            tried.until(1)
            tell(judged(tried))
