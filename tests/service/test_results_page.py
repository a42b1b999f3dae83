"""The examples of docs/results.md answer what the page prints."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import httpx
import pytest

from service.app import web
from tests.kit.process import ROOT
from tests.kit.results import JUSTICE, MYSTERY, PEACE, finished
from tests.kit.served import Served, serve, sqlite_url
from tests.service.test_results import enter

pytestmark = pytest.mark.anyio
PAGE = (ROOT / "docs/results.md").read_text()
EXAMPLES = re.findall(r"```(http|graphql)\n(.*?)```(?:\n\n```json\n(.*?)```)?", PAGE, re.DOTALL)
"""(kind, what is asked, what is answered as JSON, or nothing)."""


async def asked(client: httpx.AsyncClient, kind: str, text: str) -> Any:
    """The answer of the service to an example."""
    if kind == "graphql":
        answer = (await client.post("/graphql", json={"query": text})).json()
        assert "errors" not in answer, answer
        return answer["data"]
    got = await client.get(text.removeprefix("GET ").strip())
    assert got.status_code == 200, got.text
    return got.json()


async def filled(served: Served) -> list[str]:
    """The matches that the page speaks of."""
    matches = [await finished(served, own, other) for own, other in ((JUSTICE, PEACE), (PEACE, JUSTICE))]
    matches.append(await finished(served, MYSTERY, JUSTICE))
    await enter(served, *matches, one="en_ada", other="en_bo")
    await served.app.projector.catch_up()
    return matches


async def test_every_example_of_the_page(tmp_path: Path) -> None:
    assert [kind for kind, _, _ in EXAMPLES] == ["http", "http", "http", "graphql", "http", "graphql", *("http",) * 3]
    served = await serve(sqlite_url(tmp_path))
    async with served.app:
        matches = await filled(served)
        transport = httpx.ASGITransport(web(served.app))
        async with httpx.AsyncClient(transport=transport, base_url="http://service") as client:
            answers = [await asked(client, kind, text) for kind, text, _ in EXAMPLES]
    for (_, _, printed), answer in zip(EXAMPLES, answers, strict=True):
        if printed:
            shown = json.loads(printed)
            assert {name: answer[name] for name in shown} == shown
    assert [match["id"] for match in answers[0]["matches"]] == [matches[2]]
    assert [match["id"] for match in answers[1]["matches"]] == matches[::-1]
    (card,) = answers[5]["cardStatistics"]["nodes"]
    assert card["played"] == card["wins"] + card["losses"]
    assert [(one["matchId"], one["outcome"]) for one in answers[6]["met"]] == [
        (match, "LOSS") for match in reversed(matches)
    ]


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/v1/games/nothing/statistics/decks", 404),
        ("/v1/games/c4/statistics/decks?limit=0", 400),
        ("/v1/games/c4/statistics/cards?since=yesterday", 400),
        ("/v1/games/c4/statistics/matchups?deck=%20", 400),
        ("/v1/head-to-head?one=en_a", 400),
        ("/v1/head-to-head?one=en_a&other=en_a", 400),
        ("/v1/matches?round=1", 400),
        ("/v1/matches?entrant=ld_ada&tournament=tn_a", 200),
        ("/v1/matches?entrant=sf_ada", 400),
        ("/v1/matches?tournament=tn_a&round=1&deck=own:0123456789ab&card=AMY-01", 200),
        ("/v1/games/c4/statistics/cards?limit=100&mode=duel&tournament=tn_a", 200),
    ],
)
async def test_what_is_asked_over_rest(tmp_path: Path, path: str, status: int) -> None:
    served = await serve(sqlite_url(tmp_path))
    async with served.app:
        transport = httpx.ASGITransport(web(served.app))
        async with httpx.AsyncClient(transport=transport, base_url="http://service") as client:
            got = await client.get(path)
            assert got.status_code == status, got.text


async def test_the_same_filters_over_graphql(tmp_path: Path) -> None:
    served = await serve(sqlite_url(tmp_path))
    async with served.app:
        matches = await filled(served)
        transport = httpx.ASGITransport(web(served.app))
        async with httpx.AsyncClient(transport=transport, base_url="http://service") as client:
            where = f'{{deck: "{MYSTERY}", game: "cape_and_cowl"}}'
            found = await asked(client, "graphql", f"{{ matches(first: 9, filter: {where}) {{ nodes {{ id }} }} }}")
            assert [match["id"] for match in found["matches"]["nodes"]] == [matches[2]]
            where = '{entrant: "en_bo", status: [FINISHED]}'
            found = await asked(client, "graphql", f"{{ matches(first: 9, filter: {where}) {{ nodes {{ id }} }} }}")
            assert [match["id"] for match in found["matches"]["nodes"]] == matches[::-1]
            query = '{ headToHead(one: "en_ada", other: "en_bo") { losses nodes { matchId outcome finishedAt } } }'
            met = (await asked(client, "graphql", query))["headToHead"]
            assert (met["losses"], [one["matchId"] for one in met["nodes"]]) == (3, matches[::-1])
            pair = f'{{ deckMatchups(game: "cape_and_cowl", deck: "{PEACE}") {{ nodes {{ against wins }} }} }}'
            assert (await asked(client, "graphql", pair))["deckMatchups"]["nodes"] == [{"against": JUSTICE, "wins": 1}]
