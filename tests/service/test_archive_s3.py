"""The archive in a bucket, over HTTP, by the protocol of S3."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from structlog.testing import capture_logs

from api_schema.errors import ErrorCode
from tests.kit.archived import Services, archive_all, drop_rows, finished, refused
from tests.kit.s3_node import ACCESS, S3Node, s3_node
from tests.kit.served import ALICE, EVE, PAYER, sqlite_url
from tests.kit.waiting import PATIENCE

pytestmark = [pytest.mark.anyio, pytest.mark.nightly, pytest.mark.programs]
BUCKET = "playledger-test"


@pytest.fixture(scope="module")
def node(tmp_path_factory: pytest.TempPathFactory) -> Iterator[S3Node]:
    with s3_node(tmp_path_factory.mktemp("s3") / "python") as running:
        httpx.put(f"{running.url}/{BUCKET}", timeout=PATIENCE).raise_for_status()
        yield running


async def test_a_bucket_holds_matches_as_a_folder_does(
    node: S3Node, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Written, read by another process, checked; then the storage is away, and nobody is told of no match."""
    for name, value in node.environment().items():
        monkeypatch.setenv(name, value)
    services = Services(sqlite_url(tmp_path), tmp_path)
    where = f"s3://{BUCKET}/some/prefix"
    served = await services.begin(archive_url=where)
    matches = [await finished(served, visibility="open") for _ in range(3)]
    assert {outcome.state for outcome in await archive_all(served)} == {"filed"}
    before = [await served.app.use_cases.matches.events(EVE, match) for match in matches]
    await drop_rows(served.app.store)
    later = await services.begin(archive_url=where)
    assert [await later.app.use_cases.matches.events(EVE, match) for match in matches] == before
    assert (await later.app.use_cases.history.audit(EVE, matches[0], PAYER)).ok
    assert [why async for _, why in later.app.archive.checker.check()] == [None, None, None]
    last = await services.begin(archive_url=where)
    node.stop()
    with capture_logs() as logs:
        assert await refused(last.app.use_cases.matches.get(ALICE, matches[0])) == ErrorCode.UNAVAILABLE
    assert logs
    assert not [line for line in logs if ACCESS["AWS_SECRET_ACCESS_KEY"] in str(line)]
    await services.stop()
