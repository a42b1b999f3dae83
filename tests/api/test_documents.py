"""The committed documents are valid by their official schemas. `tests/foreign` asks the linters of others."""

from __future__ import annotations

import json

import jsonschema_rs
import pytest
from openapi_spec_validator import OpenAPIV31SpecValidator

from api_schema.snapshots import FOLDER
from tests.kit.process import ROOT

ASYNCAPI = ROOT / "tests/clients/node_modules/@asyncapi/specs/schemas/3.0.0.json"


def test_the_openapi_document_is_valid() -> None:
    document = json.loads((FOLDER / "openapi.json").read_text())
    assert [fault.message for fault in OpenAPIV31SpecValidator(document).iter_errors()] == []


@pytest.mark.skipif(not ASYNCAPI.exists(), reason="the npm packages of the clients come with make setup")
def test_the_asyncapi_document_is_valid() -> None:
    validator = jsonschema_rs.Draft7Validator(json.loads(ASYNCAPI.read_text()))
    document = json.loads((FOLDER / "asyncapi.json").read_text())
    assert [fault.message for fault in validator.iter_errors(document)] == []
    assert not validator.is_valid({**document, "channels": {"x": {"address": 1}}})
