"""Generated requests against the OpenAPI document: every operation, its boundaries, and chains along the links."""

from __future__ import annotations

import os

import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error
from schemathesis.config import CoveragePhaseConfig, PhasesConfig, ProjectConfig, ProjectsConfig, SchemathesisConfig

from api_schema.rest import build_app
from tests.api.rest.fake import FakeHealth, FakeMatches, Fakes

APP = build_app(Fakes(FakeMatches(), FakeHealth()).uses(), sdl="type Query { a: Int }")
SCHEMA = schemathesis.openapi.from_asgi("/v1/openapi.json", APP).exclude(operation_id="streamMatch")


@SCHEMA.parametrize()
@settings(max_examples=8, deadline=None)
def test_ops(case):
    case.call_and_validate()
