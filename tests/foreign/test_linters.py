"""What others' linters and parsers say of the committed documents."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.foreign.matrix import OTHERS, TOOLS
from tests.foreign.tools import finished, generated, npm_packages, ran, workplace

pytestmark = [pytest.mark.nightly, pytest.mark.programs, npm_packages]
SETTINGS = ("redocly.yaml", "spectral.yaml", "asyncapi.mjs")


@pytest.fixture
def place(tmp_path: Path) -> Path:
    return workplace(tmp_path, OTHERS, *SETTINGS)


@pytest.mark.parametrize("linter", ["Redocly", "Spectral"])
def test_a_linter_finds_nothing(place: Path, linter: str) -> None:
    generated(place, linter)


@pytest.mark.parametrize("linter", ["Redocly", "Spectral"])
def test_a_linter_would_find_something(place: Path, linter: str) -> None:
    document = json.loads((place / "openapi.json").read_text())
    del document["paths"]["/v1/games"]["get"]["operationId"]
    (place / "openapi.json").write_text(json.dumps(document))
    done = finished(place, *TOOLS[linter].words())
    assert done.returncode == 1
    assert "operation-operationId" in done.stdout + done.stderr


def test_the_parser_of_asyncapi_finds_nothing(place: Path) -> None:
    *faults, channels = ran(place, "node", "asyncapi.mjs", "asyncapi.json").splitlines()
    assert [fault for fault in faults if not fault.startswith("asyncapi-latest-version")] == []
    document = json.loads((place / "asyncapi.json").read_text())
    assert channels == f"channels: {len(document['channels'])}"
    (place / "asyncapi.json").write_text(json.dumps({**document, "channels": {"x": {"address": 1}}}))
    assert ran(place, "node", "asyncapi.mjs", "asyncapi.json").splitlines()[:-1] != faults
