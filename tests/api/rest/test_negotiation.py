"""Accept is judged by quality, then by how exactly it names a type, then by order, whatever a client puts into it."""

from __future__ import annotations

import httpx
import pytest
from starlette.datastructures import Headers

from api_schema.negotiation import negotiate

pytestmark = pytest.mark.anyio

JSON, CSV, EVENTS = "application/json", "text/csv", "text/event-stream"


@pytest.mark.parametrize(
    ("lines", "liked"),
    [
        ([], JSON),
        ([""], JSON),
        (["*/*"], JSON),
        (["image/png"], JSON),
        (["text/csv"], CSV),
        (["text/csv, application/json"], CSV),
        (["application/json, text/csv"], JSON),
        (["application/json", "text/csv;q=0.9"], JSON),
        (["application/json;q=0.9", "text/csv"], CSV),
        (["*/*, text/csv"], CSV),
        (["text/csv;q=0.5, */*"], JSON),
        (["text/*, application/json"], JSON),
        (["text/*;q=0.9, application/json;q=0.8"], CSV),
        (["text/csv;q=0, */*;q=0.1"], JSON),
        (["text/csv;q=0"], JSON),
        (["application/json;q=0, */*"], CSV),
        (["text/csv;q=0, text/*, application/json;q=0.3"], EVENTS),
        (["TEXT/CSV;Q=1.0,application/json;q=0.999"], CSV),
        (["text/csv;q=0.5, application/json;q=0.6, text/csv"], CSV),
        (['text/csv;header="a,b";charset=utf-8, application/json;q=0.5'], CSV),
        (["text/csv;q=much, application/json;q=0.001"], JSON),
        (["text/csv;q=7, application/json"], CSV),
        ([";q=1,,;;=,q"], JSON),
    ],
)
def test_the_best_of_three_by_a_header_line(lines: list[str], liked: str) -> None:
    headers = [(b"accept", line.encode()) for line in lines]
    assert negotiate(Headers(raw=headers), JSON, CSV, EVENTS) == liked


@pytest.mark.parametrize(
    ("path", "accept", "media"),
    [
        ("/v1/games/envoys/rules", "text/markdown, application/json", "text/markdown"),
        ("/v1/games/envoys/rules", "application/json, text/markdown", "application/json"),
        ("/v1/matches/mt_1/events", "application/json;q=0.1, application/x-ndjson;q=0.2", "application/x-ndjson"),
        ("/v1/matches/mt_1/events", "application/x-ndjson;q=0, */*", "application/json"),
        ("/v1/matches/mt_1/stream", "application/x-ndjson, text/event-stream", "application/x-ndjson"),
        ("/v1/matches/mt_1/stream", "text/event-stream, application/x-ndjson", "text/event-stream"),
        ("/v1/matches/mt_1/stream", "application/json", "text/event-stream"),
    ],
)
async def test_the_same_over_rest(client: httpx.AsyncClient, path: str, accept: str, media: str) -> None:
    answer = await client.request("HEAD", path, headers={"Accept": accept})
    assert answer.headers["content-type"].partition(";")[0] == media, answer.text
