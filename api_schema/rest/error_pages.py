"""The pages of the error catalogue, and docs/errors.md: each code with the operations of REST that name it."""

from __future__ import annotations

import sys
from functools import cache

import msgspec

from api_schema.error_catalogue import error_text, slug
from api_schema.errors import STATUS, ErrorCode
from api_schema.operations.table import OPERATIONS

_HEAD = """# Errors

Generated from `api_schema/errors.py` by `python -m api_schema.rest.error_pages`.

One list of codes for all ways in: GraphQL gives them as `userErrors[].code`, REST as `code` of an
`application/problem+json` body, the CLI prints them. Clients must tolerate codes that they don't know.

A problem over REST has `type` (the address of the code's page, relative to the service: resolve it before you store
it), `title`, `status`, `detail`, `instance`, `code`,
`ruleId` (the rule that forbids it, or null), `legalActionsUrl` (where to read what is legal instead, or null),
`errors` (each fault with `message`, `path`, and `ruleId` or `code`, whichever it has: the rule of a game, or a name for
programs; in a card file also `line`, `card`, `key`, `column`) and
`details` (the code's own facts). After a request with a `traceparent` it has the
`traceId` too. A refusal writes nothing.

| code | status | meaning |
|---|---|---|
"""


_BY_RULE = {ErrorCode.ILLEGAL_ACTION, ErrorCode.DECK_ILLEGAL}
_DETAILS: dict[ErrorCode, dict[str, object]] = {
    ErrorCode.VERSION_CONFLICT: {"expected": 12, "actual": 14},
    ErrorCode.KEY_REUSED: {"firstUsedAt": "2026-01-31T12:00:00.000Z"},
    ErrorCode.FORK_REFUSED: {"nearest": 41},
    ErrorCode.RATE_LIMITED: {"retryAfterMs": 1500},
}
"""Examples of the codes' own facts."""


@cache
def markdown() -> str:
    """The whole page, in Markdown."""
    rows = "".join(
        f"| [`{code}`](#{slug(code)}) | {STATUS[code]} | {error_text(code).meaning} |\n" for code in ErrorCode
    )
    return _HEAD + rows + "\n" + "\n".join(section(code) for code in ErrorCode)


@cache
def pages() -> dict[str, bytes]:
    """The page of each code, by the last part of its address."""
    return {slug(code): section(code).encode() for code in ErrorCode}


def section(code: ErrorCode) -> str:
    """The code's section of the page, in Markdown."""
    found = error_text(code)
    return (
        f"## {slug(code)}\n\n{found.title} (`{code}`, HTTP {STATUS[code]}). {found.meaning}\n\n{found.advice}\n\n"
        f"Where: {_where(code)}.\n\n```json\n{_example(code)}\n```\n"
    )


def _where(code: ErrorCode) -> str:
    """The operations of REST that name the code. GraphQL gives it in the fields that do the same."""
    named = [f"`{operation.method} {operation.path}`" for operation in OPERATIONS if code in operation.codes]
    return ", ".join(named) or "anywhere"


def _example(code: ErrorCode) -> str:
    """The members of a problem that are the code's own."""
    shown = {"type": f"/problems/{slug(code)}", "title": error_text(code).title, "status": STATUS[code], "code": code}
    rule = {"ruleId": "C4-454"} if code in _BY_RULE else {}
    details = {"details": _DETAILS[code]} if code in _DETAILS else {}
    return msgspec.json.encode(shown | rule | details).decode()


if __name__ == "__main__":
    sys.stdout.write(markdown())
