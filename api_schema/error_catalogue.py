"""The meaning of each error code, for people: the texts of problems and of the pages of the errors."""

from __future__ import annotations

import msgspec

from api_schema.errors import ErrorCode


class ErrorText(msgspec.Struct, frozen=True):
    """One code of the catalogue: its title, what happened, and what a client does about it."""

    title: str
    meaning: str
    advice: str


_TEXTS: dict[ErrorCode, ErrorText] = {
    ErrorCode.ILLEGAL_ACTION: ErrorText(
        "Illegal action",
        "A rule of the game forbids the action; `ruleId` names it. Nothing was written.",
        "Read the legal actions and choose one of them; `details.legal` may already hold them.",
    ),
    ErrorCode.VERSION_CONFLICT: ErrorText(
        "Version conflict",
        "The match, or the deck, is no longer at the version that was named; `details` has `expected` and `actual`.",
        "Read what happened since, then decide again.",
    ),
    ErrorCode.PROMPT_CLOSED: ErrorText(
        "Prompt closed",
        "The question is answered, void, or has another revision: what is legal has changed.",
        "Read the open prompts and answer one of them; what was meant is never reinterpreted.",
    ),
    ErrorCode.GUARD_REQUIRED: ErrorText(
        "Guard required",
        "An action says what it answers: a token, a prompt with its revision, or the version of the match; a change of "
        "a saved deck which revision it replaces.",
        "Send `token`, or `promptId` and `revision`, or `If-Match` (`expectedVersion`). Conceding needs none. For a "
        "deck: `If-Match` (`expectedRevision`).",
    ),
    ErrorCode.KEY_REUSED: ErrorText(
        "Idempotency key reused",
        "The key already stands for another payload; `details.firstUsedAt` says since when.",
        "Take a new key for each new intent; keep the key only to repeat the very same request.",
    ),
    ErrorCode.NOT_YOUR_SEAT: ErrorText(
        "Not your seat",
        "The caller does not hold the seat that acts, leaves or looks.",
        "Use the token of that seat.",
    ),
    ErrorCode.SEAT_TAKEN: ErrorText(
        "Seat taken",
        "Somebody else sits there, or no seat is free.",
        "Choose a free seat, or another match.",
    ),
    ErrorCode.MATCH_STARTED: ErrorText(
        "Match started",
        "Seats can be taken and left only before the start.",
        "To give up a running match, concede.",
    ),
    ErrorCode.MATCH_OVER: ErrorText(
        "Match over",
        "The match has a result; nothing can be done in it any more.",
        "Read its result and its events.",
    ),
    ErrorCode.INVALID_INPUT: ErrorText(
        "Invalid input",
        "The request can't be understood: not JSON, an unknown or missing field, a wrong type, a number out of range.",
        "Mend what `errors` lists, each with its path. The status is 400, or 413 and 415 where HTTP is more exact.",
    ),
    ErrorCode.METHOD_NOT_ALLOWED: ErrorText(
        "Method not allowed",
        "The address is one of REST, but not for this method.",
        "Take one of the methods that the header `Allow` names; `OPTIONS` gives it too.",
    ),
    ErrorCode.TOO_COMPLEX: ErrorText(
        "Too complex",
        "A GraphQL document asks for too much at once: its cost in points, its fields with fragments written out, its "
        "length, depth or repetitions. The message names the figure and what is allowed. Nothing was executed.",
        "Ask for shorter lists and fewer fields, or in several operations; docs/limits.md has the prices.",
    ),
    ErrorCode.PERSISTED_QUERY_NOT_FOUND: ErrorText(
        "Persisted query not found",
        "No document with this hash is known here, or no longer: what clients register is kept for a while only.",
        "Send the document together with its hash; clients with automatic persisted queries do so by themselves.",
    ),
    ErrorCode.DOCUMENT_NOT_LISTED: ErrorText(
        "Document not listed",
        "This installation runs listed GraphQL documents only, and this is none of them.",
        "Send the `documentId` of a listed document, or ask the operator to list yours.",
    ),
    ErrorCode.DECK_ILLEGAL: ErrorText(
        "Deck illegal",
        "The loadout breaks rules of the game; `errors` lists every violation with its rule ID.",
        "Mend it; POST /v1/loadouts/validate checks a loadout without a match.",
    ),
    ErrorCode.CARD_SET_INVALID: ErrorText(
        "Card set invalid",
        "The text is no card file of the game; `errors` lists every fault with its line, card, key and column.",
        "Mend it; `playledger cards check GAME FILE` tells the same faults without a server, docs/card-sets.md how a "
        "card file is written.",
    ),
    ErrorCode.FORK_REFUSED: ErrorText(
        "Fork refused",
        "The match still hides something from somebody, or did not run at that version, or was in the middle of an "
        "action there; `details.nearest` is the nearest version that can be forked.",
        "Fork from `details.nearest`; a match that still runs can be forked once it is over.",
    ),
    ErrorCode.POLICY_INVALID: ErrorText(
        "Policy invalid",
        "The policy of the tournament can't be; `errors` lists every fault with its place and code.",
        "Mend it; docs/tournament-policy.md explains every member.",
    ),
    ErrorCode.ENTRY_REFUSED: ErrorText(
        "Entry refused",
        "Nobody can enter, change a deck, check in or leave like that now; the code in `errors` says why.",
        "Read the tournament: whether entries are open, places are left, and whether the entrant is in it.",
    ),
    ErrorCode.ROUND_OPEN: ErrorText(
        "Round open",
        "The round goes on: a table has no result yet, or somebody disputes one. Nothing was paired.",
        "Wait for the results, or let a referee rule; the tables are named.",
    ),
    ErrorCode.ROUND_STARTED: ErrorText(
        "Round started",
        "The round has begun before, or it isn't the next one. Nothing was paired.",
        "Read the tournament for the number of its last round.",
    ),
    ErrorCode.RULING_REFUSED: ErrorText(
        "Ruling refused",
        "The call, or the report of a result, doesn't fit the table as it stands; the code in `errors` says why.",
        "Read the pairing, then decide again.",
    ),
    ErrorCode.REASON_REQUIRED: ErrorText(
        "Reason required",
        "A referee's call, a dispute and a cancellation say why, in 1 to 500 characters.",
        "Send `reason`. It is public and stays for ever.",
    ),
    ErrorCode.TOURNAMENT_STATUS: ErrorText(
        "Wrong status of the tournament",
        "That can't be done before the start, after the end, or in a pause.",
        "Read its status.",
    ),
    ErrorCode.NOT_FOUND: ErrorText(
        "Not found",
        "Nothing has this address, or the caller may not know that it exists.",
        "Check the ID. A match by invitation is shown to those who hold the invitation.",
    ),
    ErrorCode.UNAUTHENTICATED: ErrorText(
        "Unauthenticated",
        "A token is missing, malformed, expired or revoked.",
        "Send `Authorization: Bearer <token>`.",
    ),
    ErrorCode.FORBIDDEN: ErrorText(
        "Forbidden",
        "The token is good, but does not allow this: a scope is missing or the perspective belongs to others.",
        "Use a token with that scope, or another perspective.",
    ),
    ErrorCode.RATE_LIMITED: ErrorText(
        "Rate limited",
        "Too many requests of this kind. Reading and acting have separate budgets.",
        "Wait as long as `Retry-After` says.",
    ),
    ErrorCode.RELEASE_MISMATCH: ErrorText(
        "Release mismatch",
        "This match belongs to a newer release than this server runs: its rules are newer, or something in its history "
        "can't be read here. Nothing was written; other matches are served.",
        "Repeat the request with the same idempotency key: another server may be newer. Operators: bring this server "
        "up to the release that wrote the match; its log says once what it could not read.",
    ),
    ErrorCode.UNAVAILABLE: ErrorText(
        "Unavailable",
        "The service, or a part that it needs, can't answer now.",
        "Repeat the request later, with the same idempotency key.",
    ),
    ErrorCode.INTERNAL: ErrorText(
        "Internal error",
        "A fault of the server. The reference in `detail` is also in its log.",
        "Repeat the request with the same idempotency key; report the reference if it stays.",
    ),
}


def error_text(code: ErrorCode) -> ErrorText:
    """The catalogue's error_text of a code."""
    return _TEXTS[code]


def slug(code: ErrorCode) -> str:
    """The code as the last part of its page's address: `illegal-action`."""
    return code.value.lower().replace("_", "-")
