"""What each error code means, for people: the titles of problems and the page docs/errors.md."""

from __future__ import annotations

import sys

import msgspec

from api_schema.errors import STATUS, ErrorCode


class Entry(msgspec.Struct, frozen=True):
    """One code of the catalogue: its title, what happened, and what a client does about it."""

    title: str
    meaning: str
    advice: str


_ENTRIES: dict[ErrorCode, Entry] = {
    ErrorCode.ILLEGAL_ACTION: Entry(
        "Illegal action",
        "A rule of the game forbids the action; `rule_id` names it. Nothing was written.",
        "Read the legal actions and choose one of them; `details.legal` may already hold them.",
    ),
    ErrorCode.VERSION_CONFLICT: Entry(
        "Version conflict",
        "The match, or the deck, is no longer at the version that was named; `details` has `expected` and `actual`.",
        "Read what happened since, then decide again.",
    ),
    ErrorCode.PROMPT_CLOSED: Entry(
        "Prompt closed",
        "The question is answered, void, or has another revision: what is legal has changed.",
        "Read the open prompts and answer one of them; what was meant is never reinterpreted.",
    ),
    ErrorCode.GUARD_REQUIRED: Entry(
        "Guard required",
        "An action says what it answers: a token, a prompt with its revision, or the version of the match; a change of "
        "a saved deck which revision it replaces.",
        "Send `token`, or `promptId` and `revision`, or `If-Match` (`expectedVersion`). Conceding needs none. For a "
        "deck: `If-Match` (`expectedRevision`).",
    ),
    ErrorCode.KEY_REUSED: Entry(
        "Idempotency key reused",
        "The key already stands for another payload; `details.firstUsedAt` says since when.",
        "Take a new key for each new intent; keep the key only to repeat the very same request.",
    ),
    ErrorCode.NOT_YOUR_SEAT: Entry(
        "Not your seat",
        "The caller does not hold the seat that acts, leaves or looks.",
        "Use the token of that seat.",
    ),
    ErrorCode.SEAT_TAKEN: Entry(
        "Seat taken",
        "Somebody else sits there, or no seat is free.",
        "Choose a free seat, or another match.",
    ),
    ErrorCode.MATCH_STARTED: Entry(
        "Match started",
        "Seats can be taken and left only before the start.",
        "To give up a running match, concede.",
    ),
    ErrorCode.MATCH_OVER: Entry(
        "Match over",
        "The match has a result; nothing can be done in it any more.",
        "Read its result and its events.",
    ),
    ErrorCode.INVALID_INPUT: Entry(
        "Invalid input",
        "The request can't be understood: not JSON, an unknown or missing field, a wrong type, a number out of range.",
        "Mend what `errors` lists, each with its path. The status is 400, or 405, 413, 415 where HTTP is more exact.",
    ),
    ErrorCode.TOO_COMPLEX: Entry(
        "Too complex",
        "A GraphQL document asks for too much at once: its cost in points, its fields with fragments written out, its "
        "length, depth or repetitions. The message names the figure and what is allowed. Nothing was executed.",
        "Ask for shorter lists and fewer fields, or in several operations; docs/limits.md has the prices.",
    ),
    ErrorCode.PERSISTED_QUERY_NOT_FOUND: Entry(
        "Persisted query not found",
        "No document with this hash is known here, or no longer: what clients register is kept for a while only.",
        "Send the document together with its hash; clients with automatic persisted queries do so by themselves.",
    ),
    ErrorCode.DOCUMENT_NOT_LISTED: Entry(
        "Document not listed",
        "This installation runs listed GraphQL documents only, and this is none of them.",
        "Send the `documentId` of a listed document, or ask the operator to list yours.",
    ),
    ErrorCode.DECK_ILLEGAL: Entry(
        "Deck illegal",
        "The loadout breaks rules of the game; `errors` lists every violation with its rule ID.",
        "Mend it; POST /v1/loadouts/validate checks a loadout without a match.",
    ),
    ErrorCode.CARD_SET_INVALID: Entry(
        "Card set invalid",
        "The text is no card file of the game; `errors` lists every fault with its line, card, key and column.",
        "Mend it; `playledger cards check GAME FILE` tells the same faults without a server, docs/card-sets.md how a "
        "card file is written.",
    ),
    ErrorCode.FORK_REFUSED: Entry(
        "Fork refused",
        "The match still hides something from somebody, or did not run at that version, or was in the middle of an "
        "action there; `details.nearest` is the nearest version that can be forked.",
        "Fork from `details.nearest`; a match that still runs can be forked once it is over.",
    ),
    ErrorCode.POLICY_INVALID: Entry(
        "Policy invalid",
        "The policy of the tournament can't be; `errors` lists every fault with its place and code.",
        "Mend it; docs/tournaments.md explains every field.",
    ),
    ErrorCode.ENTRY_REFUSED: Entry(
        "Entry refused",
        "Nobody can enter, change a deck, check in or leave like that now; the code in `errors` says why.",
        "Read the tournament: whether entries are open, places are left, and whether the entrant is in it.",
    ),
    ErrorCode.ROUND_OPEN: Entry(
        "Round open",
        "The round goes on: a table has no result yet, or somebody disputes one. Nothing was paired.",
        "Wait for the results, or let a referee rule; the tables are named.",
    ),
    ErrorCode.ROUND_STARTED: Entry(
        "Round started",
        "The round has begun before, or it isn't the next one. Nothing was paired.",
        "Read the tournament for the number of its last round.",
    ),
    ErrorCode.RULING_REFUSED: Entry(
        "Ruling refused",
        "The call, or the report of a result, doesn't fit the table as it stands; the code in `errors` says why.",
        "Read the pairing, then decide again.",
    ),
    ErrorCode.REASON_REQUIRED: Entry(
        "Reason required",
        "A referee's call, a dispute and a cancellation say why, in 1 to 500 characters.",
        "Send `reason`. It is public and stays for ever.",
    ),
    ErrorCode.TOURNAMENT_STATUS: Entry(
        "Wrong status of the tournament",
        "That can't be done before the start, after the end, or in a pause.",
        "Read its status.",
    ),
    ErrorCode.NOT_FOUND: Entry(
        "Not found",
        "Nothing has this address, or the caller may not know that it exists.",
        "Check the ID. A match by invitation is shown to those who hold the invitation.",
    ),
    ErrorCode.UNAUTHENTICATED: Entry(
        "Unauthenticated",
        "A token is missing, malformed, expired or revoked.",
        "Send `Authorization: Bearer <token>`.",
    ),
    ErrorCode.FORBIDDEN: Entry(
        "Forbidden",
        "The token is good, but does not allow this: a scope is missing or the perspective belongs to others.",
        "Use a token with that scope, or another perspective.",
    ),
    ErrorCode.RATE_LIMITED: Entry(
        "Rate limited",
        "Too many requests of this kind. Reading and acting have separate budgets.",
        "Wait as long as `Retry-After` says.",
    ),
    ErrorCode.RELEASE_MISMATCH: Entry(
        "Release mismatch",
        "This match belongs to a newer release than this server runs: its rules are newer, or something in its history "
        "can't be read here. Nothing was written; other matches are served.",
        "Repeat the request with the same idempotency key: another server may be newer. Operators: bring this server "
        "up to the release that wrote the match; its log says once what it could not read.",
    ),
    ErrorCode.UNAVAILABLE: Entry(
        "Unavailable",
        "The service, or a part that it needs, can't answer now.",
        "Repeat the request later, with the same idempotency key.",
    ),
    ErrorCode.INTERNAL: Entry(
        "Internal error",
        "A fault of the server. The reference in `detail` is also in its log.",
        "Repeat the request with the same idempotency key; report the reference if it stays.",
    ),
}

_HEAD = """# Errors

Generated from `api_schema/errors.py` by `python -m api_schema.error_catalogue`.

One list of codes for all ways in: GraphQL gives them as `userErrors[].code`, REST as `code` of an
`application/problem+json` body, the CLI prints them. Clients must tolerate codes that they don't know.

A problem over REST has `type` (the address of the code's page), `title`, `status`, `detail`, `instance`, `code`,
`rule_id` (the rule that forbids it, or null), `legal_actions_url` (where to read what is legal instead, or null),
`errors` (each fault with `message`, `ruleId`, `path`; in a card file also `line`, `card`, `key`, `column`) and
`details` (the code's own facts). A refusal writes nothing.

| code | status | meaning |
|---|---|---|
"""


def entry(code: ErrorCode) -> Entry:
    """The catalogue's entry of a code."""
    return _ENTRIES[code]


def slug(code: ErrorCode) -> str:
    """The code as the last part of its page's address: `illegal-action`."""
    return code.value.lower().replace("_", "-")


def section(code: ErrorCode) -> str:
    """The code's section of the page, in Markdown."""
    found = _ENTRIES[code]
    return (
        f"## {slug(code)}\n\n{found.title} (`{code}`, HTTP {STATUS[code]}). {found.meaning}\n\n{found.advice}\n\n"
        f"Where: {_where(code)}.\n\n```json\n{_example(code)}\n```\n"
    )


def _where(code: ErrorCode) -> str:
    """The operations of REST that name the code. GraphQL gives it in the fields that do the same."""
    from api_schema.rest.table import OPERATIONS  # the operations know the catalogue

    named = [f"`{operation.method} {operation.path}`" for operation in OPERATIONS if code in operation.codes]
    return ", ".join(named) or "anywhere"


def _example(code: ErrorCode) -> str:
    """The members of a problem that are the code's own."""
    shown = {"type": f"/problems/{slug(code)}", "title": _ENTRIES[code].title, "status": STATUS[code], "code": code}
    rule = {"rule_id": "C4-454"} if code in _BY_RULE else {}
    details = {"details": _DETAILS[code]} if code in _DETAILS else {}
    return msgspec.json.encode(shown | rule | details).decode()


_BY_RULE = {ErrorCode.ILLEGAL_ACTION, ErrorCode.DECK_ILLEGAL}
_DETAILS: dict[ErrorCode, dict[str, object]] = {
    ErrorCode.VERSION_CONFLICT: {"expected": 12, "actual": 14},
    ErrorCode.KEY_REUSED: {"firstUsedAt": "2026-01-31T12:00:00.000Z"},
    ErrorCode.FORK_REFUSED: {"nearest": 41},
    ErrorCode.RATE_LIMITED: {"retryAfterMs": 1500},
}
"""Examples of the codes' own facts."""


def markdown() -> str:
    """The whole page, in Markdown."""
    rows = "".join(f"| [`{code}`](#{slug(code)}) | {STATUS[code]} | {_ENTRIES[code].meaning} |\n" for code in ErrorCode)
    return _HEAD + rows + "\n" + "\n".join(section(code) for code in ErrorCode)


if __name__ == "__main__":
    sys.stdout.write(markdown())
