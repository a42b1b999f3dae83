"""Generated requests against the OpenAPI document: every operation, its boundaries, and chains along the links.

PLAYLEDGER_FUZZ multiplies the number of examples; `make fuzz` sets it. Streams never end, so they have their own tests.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.config import SchemathesisConfig
from schemathesis.generation.case import Case

from api_schema.rest import build_app
from api_schema.rest.openapi import build
from tests.api.rest.fake import FakeHealth, FakeMatches, Fakes
from tests.api.rest.server import serving_in_a_thread
from tests.toy_game import GAME

MORE = int(os.environ.get("PLAYLEDGER_FUZZ", "1"))
SETTINGS = settings(deadline=None, suppress_health_check=list(HealthCheck))
RULES = {"include-method": ["POST"], "checks": {"positive_data_acceptance": {"enabled": False}}}
"""What a schema calls valid the rules of a game may refuse, so only reads have to take all that is valid."""
CONFIG = SchemathesisConfig.from_dict({"auth": {"openapi": {"bearer": {"bearer": "st_x"}}}, "operations": [RULES]})
DOCUMENT = schemathesis.openapi.from_dict(build([GAME]), config=CONFIG).exclude(operation_id="streamMatch")


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    app = build_app(Fakes(FakeMatches(), FakeHealth()).uses(), sdl="type Query { a: Int }")
    with serving_in_a_thread(app) as found:
        yield found


@DOCUMENT.parametrize()
@settings(SETTINGS, max_examples=5 * MORE)
def test_every_operation_keeps_the_contract(case: Case[Any], address: str) -> None:
    case.call_and_validate(base_url=address)


def test_chains_along_the_links_keep_the_contract(address: str) -> None:
    DOCUMENT.config.update(base_url=address)
    machine = DOCUMENT.as_state_machine()
    machine.run(settings=settings(SETTINGS, max_examples=5 * MORE, stateful_step_count=8))
