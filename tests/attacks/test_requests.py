"""REST requests that are made to confuse: addresses, methods, headers, bodies, and every text that is free."""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Callable
from typing import Any

import httpx
import pytest

from tests.attacks.listener import drained
from tests.attacks.target import JSON, Target, clean, refused
from tests.attacks.test_connections import status
from tests.kit.bombs import bomb

pytestmark = pytest.mark.smoke

Table = tuple[str, list[str]]

TEXTS = {
    "control": "\x01\x02\x1b[2J",
    "NUL": "a\x00b",
    "line breaks": "a\r\nSet-Cookie: x=1\r\n\r\n<html>",
    "bidi": "\u202egnp.exe\u2066\u2069",
    "zero width": "a\u200b\u200d\ufeffb",
    "combining": "a" + "\u0301" * 5000,
    "astral": "\U0001f600" * 2000,
    "not a character": "\ufffe\uffff",
    "long": "x" * 100_000,
    "template": "{{7*7}} ${7*7} %s %n {0}",
    "path": "../../../etc/passwd",
    "SQL": "'; DROP TABLE events; --",
    "HTML": "<script>alert(1)</script>",
}


@pytest.mark.parametrize(
    "path",
    [
        "/v1/matches/../../etc/passwd",
        "/v1/matches/%2e%2e/%2e%2e/etc/passwd",
        "/v1/matches/..%2f..%2fetc%2fpasswd",
        "/v1/matches/mt_x%00",
        "/v1/matches/mt_x%0d%0aSet-Cookie:%20a=1",
        "/v1/matches/%ff%fe",
        "/v1/matches/%c0%ae%c0%ae",
        "/v1//matches",
        "//v1/matches",
        "/v1/matches/",
        "/v1/matches/mt_x/seats/99999999999999999999",
        "/v1/matches/mt_x/seats/-1",
        "/v1/matches/mt_x/seats/%D9%A1",
        "/v1/games/c4;x=1",
        "/v1/games/C4",
        "/graphql/assets/..%2f..%2fstart.css.bak",
        "/graphql/assets/../start.css.bak",
        "/graphql/assets/%2e%2e/start.css.bak",
        "/problems/..%2f",
        "/problems/" + "x" * 5000,
        "/v1/" + "a/" * 2000,
        "/.git/config",
        "/%",
        "/%zz",
    ],
)
def test_addresses(target: Target, client: httpx.Client, path: str) -> None:
    with target.unharmed(), target.connect() as connection:
        connection.sendall(f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode())
        answer = drained(connection)
        assert status(answer) in (400, 401, 404, 405)
        head = answer.partition(b"\r\n\r\n")[0].lower()
        assert b"set-cookie" not in head
        assert b"x-content-type-options: nosniff" in head


@pytest.mark.parametrize("method", ["PUT", "TRACE", "CONNECTX", "PROPFIND", "PATCH", "DELETE", "QUERY"])
def test_methods(target: Target, client: httpx.Client, method: str) -> None:
    with target.unharmed():
        for path in ("/v1/matches", "/graphql", "/v1/games/c4"):
            answer = clean(client.request(method, path))
            assert answer.status_code in (400, 405), answer.text
            assert answer.status_code == 400 or answer.headers["allow"]


CREATE: dict[str, bytes] = {
    "deep": b'{"game": "c4", "seats": 2, "options": ' + b"[" * 100_000 + b"]" * 100_000 + b"}",
    "deep objects": b'{"game": "c4", "seats": 2, "options": ' + b'{"a":' * 30_000 + b"1" + b"}" * 30_000 + b"}",
    "too large": b'{"game": "' + b"x" * 300_000 + b'"}',
    "NaN": b'{"game": "c4", "seats": NaN}',
    "Infinity": b'{"game": "c4", "seats": -Infinity}',
    "a large number": b'{"game": "c4", "seats": 9007199254740993}',
    "a huge number": b'{"game": "c4", "seats": ' + b"9" * 5000 + b"}",
    "an exponent": b'{"game": "c4", "seats": 1e400}',
    "half a seat": b'{"game": "c4", "seats": 2.5}',
    "a name twice": b'{"game": "nobody", "game": "none", "seats": 2}',
    "not UTF-8": b'{"game": "\xff", "seats": 2}',
    "a surrogate": b'{"game": "\\ud800", "seats": 2}',
    "a list": b"[1, 2]",
    "true": b"true",
    "comments": b'{"game": "c4" /* x */, "seats": 2}',
    "more after it": b'{"game": "c4", "seats": 2} {"game": "c4"}',
    "a byte order mark": b'\xef\xbb\xbf{"game": "c4", "seats": 2}',
    "UTF-16": '{"game": "c4", "seats": 2}'.encode("utf-16"),
    "a prototype": b'{"__proto__": {"admin": true}, "game": "c4", "seats": 2}',
}


@pytest.mark.parametrize("name", CREATE)
def test_bodies(target: Target, client: httpx.Client, name: str) -> None:
    with target.unharmed():
        problem = refused(client.post("/v1/matches", content=CREATE[name], headers=JSON), 400, 404, 413)
        assert problem["code"] in ("INVALID_INPUT", "NOT_FOUND")


def test_a_byte_order_mark_is_named(client: httpx.Client) -> None:
    """Over REST and GraphQL, also where the whole text is UTF-16."""
    for encoding, told in (("utf-8-sig", "a byte order mark stands before it"), ("utf-16", "it is UTF-16")):
        for path, body in (("/v1/matches", '{"game": "c4"}'), ("/graphql", '{"query": "{ __typename }"}')):
            answer = client.post(path, content=body.encode(encoding), headers=JSON)
            assert answer.status_code == 400
            assert f"the body is not json: {told}".lower() in answer.text.lower()


@pytest.mark.parametrize("name", TEXTS)
def test_free_texts(target: Target, client: httpx.Client, table: Table, name: str) -> None:
    """In every member that takes a text, over REST and over GraphQL."""
    match, tokens = table
    text = TEXTS[name]
    own = {"Authorization": f"Bearer {tokens[0]}"}
    join = "mutation($i: JoinMatchInput!) { joinMatch(input: $i) { seat userErrors { code message } } }"
    with target.unharmed():
        for path, body in (
            ("/v1/matches", {"game": text, "seats": 2}),
            ("/v1/matches", {"game": "c4", "seats": 2, "visibility": text}),
            ("/v1/matches", {"game": "c4", "seats": 2, "options": {text: text}}),
            (f"/v1/matches/{match}/seats", {"deck": text}),
            (f"/v1/matches/{match}/seats", {"loadout": {"deck": [text], text: 1}}),
            (f"/v1/matches/{match}/seats", {"deck": "front_desk", "invite": text, "seat": 0}),
            ("/v1/tokens", {"name": text, "scopes": [text]}),
            ("/v1/card-sets", {"game": "c4", "text": text}),
            (f"/v1/matches/{match}/forks", {"version": 1, "name": text}),
        ):
            answer = clean(client.post(path, json=body, headers=own))
            assert 400 <= answer.status_code < 500, (path, answer.text)
        for order in ({"token": text}, {"type": text}, {"type": "play_card", "card": text, "promptId": text}):
            answer = client.post(f"/v1/matches/{match}/actions", json=order, headers=own | {"Idempotency-Key": "k"})
            assert 400 <= clean(answer).status_code < 500
        seat: dict[str, Any] = {
            "idempotencyKey": text,
            "matchId": match,
            "seat": 0,
            "deck": text,
            "invite": text,
            "seed": text,
        }
        answer = clean(client.post("/graphql", json={"query": join, "variables": {"i": seat}}))
        assert answer.json().get("errors") or answer.json()["data"]["joinMatch"]["userErrors"]
        for member in ("game", "after", "status"):
            clean(client.get("/v1/matches", params={member: text[:10_000]}))
        report = clean(
            client.post("/v1/loadouts/validate", json={"game": "c4", "seats": 2, "loadout": {"deck": [text]}})
        )
        assert report.status_code in (200, 400, 413)


HEADERS = [
    ("Authorization", "Bearer " + "x" * 60_000),
    ("Authorization", "Bearer pl_\xff\xfe"),
    ("Authorization", "Basic eDp5"),
    ("Authorization", "Bearer a b"),
    ("Authorization", "Bearer st_" + "A" * 5000),
    ("If-None-Match", '"' + "x" * 60_000),
    ("If-None-Match", ",".join('"a"' for _ in range(10_000))),
    ("Accept", "application/x-ndjson;q=" + "9" * 5000),
    ("Accept", ";q=1,,;;=,q"),
    ("Accept-Encoding", "gzip;q=nan, identity;q=inf"),
    ("Origin", "https://evil.example\t<script>"),
    ("X-Forwarded-For", "1.2.3.4, nonsense, ::::"),
    ("Host", "evil.example/<script>"),
    ("Last-Event-ID", "9" * 5000),
    ("Last-Event-ID", "-1"),
    ("Range", "bytes=0-18446744073709551615"),
    ("Expect", "200-maybe"),
]


@pytest.mark.parametrize("number", range(len(HEADERS)))
def test_headers(target: Target, client: httpx.Client, table: Table, number: int) -> None:
    name, value = HEADERS[number]
    with target.unharmed():
        for path in ("/v1/matches", f"/v1/matches/{table[0]}/events", "/graphql?query={games{slug}}"):
            answer = clean(client.get(path, headers={name.encode(): value.encode("latin-1")}))
            assert "access-control-allow-origin" not in answer.headers
        if name == "Last-Event-ID":
            refused(client.get(f"/v1/matches/{table[0]}/stream", headers={name: value}), 400)


@pytest.mark.parametrize("key", ["\u202e", "a\x7f", "k" * 200, "", "a\tb", "\xff"])
def test_idempotency_keys(target: Target, client: httpx.Client, key: str) -> None:
    with target.unharmed():
        headers: dict[bytes, bytes] = {b"Idempotency-Key": key.encode()}
        refused(client.post("/v1/matches", json={"game": "c4", "seats": 2}, headers=headers), 400)


def test_two_of_a_header_that_may_be_there_once(target: Target, client: httpx.Client) -> None:
    with target.unharmed():
        twice = [("Idempotency-Key", "a"), ("Idempotency-Key", "b"), ("Content-Type", "application/json")]
        refused(client.post("/v1/matches", content=b'{"game": "c4", "seats": 2}', headers=twice), 400)
        refused(client.get("/v1/matches?limit=1&limit=2"), 400)


@pytest.mark.parametrize("media", ["text/plain", "application/xml", "application/x-www-form-urlencoded", "json", "/"])
def test_content_types(target: Target, client: httpx.Client, media: str) -> None:
    with target.unharmed():
        refused(client.post("/v1/matches", content=b'{"game": "c4", "seats": 2}', headers={"Content-Type": media}), 415)


def members() -> bytes:
    """Many gzip files in one."""
    return gzip.compress(b"") * 200_000


@pytest.mark.parametrize(
    "upload",
    [
        lambda: bomb(200),
        lambda: gzip.compress(bomb(200)),
        members,
        lambda: gzip.compress(b"[" * 1_000_000),
        lambda: gzip.compress(b"{}\n" * 200_000),
        lambda: gzip.compress(b"x" * 100)[:-5],
        lambda: zlib.compress(b"{}"),
        lambda: b"\x1f\x8b" + b"\xff" * 1000,
        lambda: b"\x00" * 1000,
        lambda: b"{}",
    ],
    ids=range(10),
)
def test_uploads(target: Target, client: httpx.Client, upload: Callable[[], bytes]) -> None:
    content = upload()
    with target.unharmed():
        refused(
            client.post("/v1/replays/verify", content=content, headers={"Content-Type": "application/gzip"}), 400, 413
        )


def test_what_answers_say_is_not_what_was_sent(target: Target, client: httpx.Client) -> None:
    """No answer that a browser would show as a page repeats what stood in the request."""
    with target.unharmed():
        mark = "<img src=x onerror=alert(1)>"
        answers: list[Any] = [
            client.get("/v1/matches/" + mark),
            client.get("/v1/games", params={mark: mark}),
            client.post("/v1/matches", json={"game": mark, "seats": 2}),
            client.post("/graphql", content=json.dumps({"query": mark}), headers=JSON),
            client.get("/graphql", params={"game": mark}, headers={"Accept": "text/html"}),
        ]
        for answer in answers:
            kind = clean(answer).headers["content-type"]
            assert "json" in kind or mark not in answer.text
