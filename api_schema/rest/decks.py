"""Decks that the caller's account has saved: nobody else's to see."""

from __future__ import annotations

from typing import Any

from api_schema import changes, reads
from api_schema.errors import ApiError, ErrorCode
from api_schema.ports.decks import SavedDeckOut, SaveDeck
from api_schema.rest.caching import by_caller
from api_schema.rest.change_rows import GONE, Answer, change_row
from api_schema.rest.operation import ApiCall, Operation
from api_schema.rest.parameters import SavedDecksQuery
from api_schema.rest.read_rows import read_row
from api_schema.rest.replies import Reply
from api_schema.rest.requests import expected_version


async def change(call: ApiCall) -> Reply:
    """The deck with its new content."""
    expected = expected_version(call.request)
    if expected is None:
        message = "say with If-Match which ETag you saw, so that no change gets lost"
        raise ApiError(ErrorCode.GUARD_REQUIRED, message, path=("header", "If-Match"))
    changed = await call.use_cases.decks.change(call.caller, call.path.id, call.body, expected)
    return Reply(changed, stands=str(changed.revision))


_LINK: Any = {"parameters": {"id": "$response.body#/id"}}
_LINKS = {
    "get": {"operationId": "getSavedDeck", **_LINK, "description": "Read the deck."},
    "change": {"operationId": "changeDeck", **_LINK, "description": "Give it another content."},
    "delete": {"operationId": "deleteDeck", **_LINK, "description": "Forget the deck."},
}
_SAVED = Answer(
    201, lambda made: Reply(made, 201, stands=str(made.revision), headers={"Location": f"/v1/decks/{made.id}"})
)

OPERATIONS = (
    change_row(
        changes.SAVE_DECK,
        "POST",
        "/v1/decks",
        "Save a deck",
        "decks",
        _SAVED,
        body=SaveDeck,
        sends=("ETag",),
        key="optional",
        links=_LINKS,
        description=(
            "A loadout under a name, with the options and seats of the matches that it is meant for. `report` says by"
            " the rules of now whether it is legal there, with every violation; an illegal one is saved too, and can't"
            " be played. Only your account sees it, and `joinMatch` takes it as `deckId`."
        ),
    ),
    read_row(
        reads.FIND_DECKS,
        "/v1/decks",
        "Your saved decks, newest first",
        "decks",
        by_caller,
        query_type=SavedDecksQuery,
        auth="required",
        description="Each with a report that says by the rules of now whether it may be played.",
    ),
    read_row(
        reads.GET_SAVED_DECK,
        "/v1/decks/{id}",
        "One of your saved decks",
        "decks",
        by_caller,
        stands="revision",
        auth="required",
        description="`If-Match` of a change takes its ETag, so nobody undoes a change unseen.",
    ),
    Operation(
        "changeDeck",
        "PUT",
        "/v1/decks/{id}",
        change,
        "Replace all of a saved deck",
        "decks",
        SavedDeckOut,
        body=SaveDeck,
        auth="required",
        scope="deck:write",
        headers=("If-Match",),
        codes=(
            ErrorCode.NOT_FOUND,
            ErrorCode.FORBIDDEN,
            ErrorCode.VERSION_CONFLICT,
            ErrorCode.GUARD_REQUIRED,
            ErrorCode.CARD_SET_INVALID,
        ),
        description="If-Match is needed: the ETag that you saw. Matches that the deck was brought to don't change.",
    ),
    change_row(
        changes.DELETE_DECK,
        "DELETE",
        "/v1/decks/{id}",
        "Forget a saved deck",
        "decks",
        GONE,
        asks=lambda call: expected_version(call.request),
        headers=("If-Match",),
    ),
)
