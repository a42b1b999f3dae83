"""Each row against each kind of caller, on one running service."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from graphql import build_schema

from api_schema.operations.table import OPERATIONS
from api_schema.scopes import SCOPES
from tests.api.callers.kinds import FORBIDDEN, KINDS
from tests.api.callers.page import page, scope_of
from tests.api.callers.rows import GRAPHQL, REST, ROWS, Row
from tests.api.callers.world import World, world
from tests.kit.cases import cases

ROOT = Path(__file__).parents[3]
SCHEMA = ROOT / "api_schema" / "schema.graphql"
"""That it is what the service serves, another test says."""


@pytest.fixture(scope="module")
async def everybody(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[World]:
    async with world(tmp_path_factory.mktemp("callers")) as found:
        yield found


@pytest.mark.anyio
async def test_everybody_is_answered_as_the_table_says(everybody: World) -> None:
    with cases() as case:
        for row in ROWS:
            with case(row.shown):
                await is_answered_as_the_table_says(everybody, row)


async def is_answered_as_the_table_says(everybody: World, row: Row) -> None:
    found = {kind: await everybody.answer(row, kind) for kind in KINDS}
    assert {kind: answer for kind, (answer, _) in found.items()} == dict(row.policy)
    answer, message = found["narrow"]
    if answer == FORBIDDEN:
        assert message == f"your token lacks the scope {row.lacks or scope_of(row)}"
    else:
        assert row.operation is None or row.operation.scope is None


def test_no_operation_is_left_out() -> None:
    assert {row.name for row in REST} == {operation.id for operation in OPERATIONS}
    schema = build_schema(SCHEMA.read_text())
    roots = [schema.query_type, schema.mutation_type, schema.subscription_type]
    fields = {f"{root.name}.{name}" for root in roots if root is not None for name in root.fields}
    tried = {row.name for row in GRAPHQL}
    assert fields <= tried
    assert {name for name in tried - fields if name.partition(".")[0] in ("Query", "Mutation", "Subscription")} == set()


def test_every_scope_that_an_operation_names_is_one() -> None:
    named = {scope for operation in OPERATIONS for scope in (operation.scope, operation.sight) if scope is not None}
    assert named <= SCOPES.keys()


def test_the_page_is_the_table() -> None:
    """Run with `-s` it is printed."""
    print(page())  # noqa: T201
    written = (ROOT / "docs" / "access-matrix.md").read_text()
    assert written == page(), "run `python -m tests.api.callers.page > docs/access-matrix.md`"
