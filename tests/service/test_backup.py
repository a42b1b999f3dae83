"""The commands of the runbook's chapter on backups: dump, restore, prove, go on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from service.cli import app
from tests import services
from tests.kit.process import ROOT
from tests.kit.runbook import as_told
from tests.kit.served import SECRET

SAMPLE = ROOT / "docs" / "replay" / "samples" / "c4" / "full.playledger.ndjson"


@pytest.fixture
def restored_url(postgres_server: str) -> Iterator[str]:
    with services.database(postgres_server) as url:
        yield url


def playledger(url: str, *words: str) -> str:
    done = CliRunner().invoke(app, [*words, "--store", url], catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.stdout


def test_a_dump_is_restored_proved_and_goes_on(
    database_url: str, restored_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PLAYLEDGER_SECRET_KEY", SECRET)
    playledger(database_url, "migrate")
    playledger(database_url, "import", str(SAMPLE))
    before = playledger(database_url, "audit", "--all")
    as_told("pg_dump ", tmp_path, OWNER_DATABASE_URL=database_url)
    as_told("pg_restore ", tmp_path, NEW_OWNER_DATABASE_URL=restored_url)
    playledger(restored_url, "migrate")
    assert playledger(restored_url, "audit", "--all") == before
    assert "deadlines: rebuilt" in playledger(restored_url, "rebuild")
