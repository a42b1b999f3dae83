"""The explorer's examples work as they stand."""

from __future__ import annotations

import httpx
import pytest

from api_schema.graphql.explorer import Example, ExampleMatches, demo_examples, embedded, page
from tests.api.graphql.playing import Ask, table

pytestmark = pytest.mark.anyio


async def test_every_example_works_against_a_running_match(http: httpx.AsyncClient, ask: Ask, fake: object) -> None:
    match, tokens = await table(ask)
    await ask(
        "mutation($i: ActInput!) { act(input: $i) { version } }",
        tokens[1],
        i={"idempotencyKey": "k", "matchId": match, "what": {"match": "CONCEDE"}},
    )
    matches = ExampleMatches(
        token=tokens[0],
        to_play=match,
        seat=0,
        action=None,
        watched=match,
        finished=match,
        version=3,
        game="envoys",
        seats=2,
    )
    for example in demo_examples(matches):
        accept = "text/event-stream" if example.query.startswith("subscription") else "application/json"
        body = {"query": example.query, "variables": example.variables}
        headers = (
            {"Accept": accept, "Authorization": f"Bearer {example.token}"} if example.token else {"Accept": accept}
        )
        answer = await http.post("/graphql", json=body, headers=headers)
        assert "errors" not in answer.text.replace('"userErrors":[]', ""), example.title
        assert '"data":{' in answer.text


async def test_an_example_cannot_break_out_of_the_page() -> None:
    html = page(embedded([Example("</script><script>alert(1)</script>", "{ games { slug } }")]))
    assert "alert(1)" in html
    assert "</script><script>alert" not in html
    assert html.count("</script>") == page(embedded([])).count("</script>")
