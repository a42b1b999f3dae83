"""Schemathesis runs all its phases to their end against the service, as anybody would run it."""

from __future__ import annotations

import re
import shutil
import sys
from pathlib import Path

import httpx
import pytest

from api_schema.scopes import SCOPES
from tests.foreign.conftest import Service
from tests.foreign.matrix import TOOLS
from tests.foreign.tools import PLAYERS, finished
from tests.kit.process import token_of
from tests.kit.waiting import PATIENCE

pytestmark = [pytest.mark.nightly, pytest.mark.programs]
PHASES = ("Examples", "Coverage", "Fuzzing", "Stateful")


def test_every_phase_ends_and_finds_nothing(service: Service, tmp_path: Path) -> None:
    """By the document without games, since each phase tries every member of every schema."""
    slim = httpx.get(f"{service.address}/v1/openapi.json", params={"games": ""}, timeout=PATIENCE).raise_for_status()
    (tmp_path / "slim.json").write_text(slim.text)
    shutil.copy(PLAYERS / "schemathesis.toml", tmp_path)
    bearer = f"Authorization: Bearer {token_of(service.folder, sorted(SCOPES))}"
    program, *words = TOOLS["Schemathesis"].words(SERVER=service.address, BEARER=bearer)
    done = finished(tmp_path, Path(sys.executable).with_name(program), *words)
    assert done.returncode == 0, (done.stdout + done.stderr)[-20_000:]
    assert [re.search(f"✅ +{phase} ", done.stdout) is not None for phase in PHASES] == [True] * len(PHASES), (
        done.stdout
    )
