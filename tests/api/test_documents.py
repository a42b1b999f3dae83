"""The committed documents are valid by their official schemas, and linters that others use find nothing in them."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import jsonschema_rs
import pytest
from openapi_spec_validator import OpenAPIV31SpecValidator

from api_schema.snapshots import FOLDER
from scripts import node
from tests.kit.process import ROOT
from tests.kit.waiting import PATIENCE

CLIENTS = ROOT / "tests/clients"
LINTER = CLIENTS / "node_modules/@redocly/cli/bin/cli.js"
ASYNCAPI = CLIENTS / "node_modules/@asyncapi/specs/schemas/3.0.0.json"
with_packages = pytest.mark.skipif(not LINTER.exists(), reason="the npm packages of the clients come with make setup")


def lint(*documents: str) -> subprocess.CompletedProcess[str]:
    """Redocly over documents by their paths."""
    command = [*node.command("node"), str(LINTER), "lint", "--config", str(CLIENTS / "redocly.yaml"), *documents]
    quiet = {"REDOCLY_TELEMETRY": "off", "REDOCLY_SUPPRESS_UPDATE_NOTICE": "true"}
    environment = node.environment() | quiet
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=PATIENCE, check=False)


@with_packages
@pytest.mark.programs
def test_the_linter_finds_nothing() -> None:
    done = lint(str(FOLDER / "openapi.json"), str(FOLDER / "asyncapi.json"))
    assert done.returncode == 0, done.stdout + done.stderr


@with_packages
@pytest.mark.programs
def test_the_linter_would_find_something(tmp_path: Path) -> None:
    document = json.loads((FOLDER / "openapi.json").read_text())
    del document["paths"]["/v1/games"]["get"]["operationId"]
    (tmp_path / "openapi.json").write_text(json.dumps(document))
    done = lint(str(tmp_path / "openapi.json"))
    assert done.returncode == 1
    assert "operation-operationId" in done.stdout + done.stderr


def test_the_openapi_document_is_valid() -> None:
    document = json.loads((FOLDER / "openapi.json").read_text())
    assert [fault.message for fault in OpenAPIV31SpecValidator(document).iter_errors()] == []


@with_packages
def test_the_asyncapi_document_is_valid() -> None:
    validator = jsonschema_rs.Draft7Validator(json.loads(ASYNCAPI.read_text()))
    document = json.loads((FOLDER / "asyncapi.json").read_text())
    assert [fault.message for fault in validator.iter_errors(document)] == []
    assert not validator.is_valid({**document, "channels": {"x": {"address": 1}}})
