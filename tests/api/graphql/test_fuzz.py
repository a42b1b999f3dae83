"""Generated documents and variables: whatever comes, the answer is GraphQL and never a failure of the server."""

from __future__ import annotations

from typing import Any

import schemathesis
from graphql import ObjectValueNode
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis_graphql import nodes
from schemathesis.config import SchemathesisConfig

from api_schema.graphql.http import GraphQLApp
from api_schema.graphql.schema import build_schema
from tests.api.graphql.fake import use_cases
from tests.kit.lanes import by_lane, fuzz_seed, lane
from tests.toy_game.game import GAME

pytest_plugins = "schemathesis.pytest.plugin"
JSON = (
    st.integers(-100, 100).map(nodes.Int)
    | st.text(max_size=5).map(nodes.String)
    | st.booleans().map(nodes.Boolean)
    | st.just(ObjectValueNode(fields=()))
)
schemathesis.graphql.scalar("JSON", JSON)

fuzzed = schemathesis.graphql.from_asgi(
    "/graphql",
    GraphQLApp(build_schema({GAME.slug: GAME}), use_cases().use),
    config=SchemathesisConfig.from_dict({**fuzz_seed()}),
)


@fuzzed.exclude(name_regex="^Subscription").parametrize()
@settings(
    max_examples=by_lane(commit=5, nightly=100),
    deadline=None,
    suppress_health_check=list(HealthCheck),
    derandomize=lane() != "nightly",
)
def test_no_document_makes_the_server_fail(case: Any) -> None:
    answer = case.call()
    body = answer.json()
    assert answer.status_code in (200, 400), answer.text
    assert set(body) <= {"data", "errors", "extensions"}
    for error in body.get("errors", ()):
        assert error["message"]
        assert error.get("extensions", {}).get("code") != "INTERNAL", body
