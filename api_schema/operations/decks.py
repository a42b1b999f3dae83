"""Decks that the caller's account has saved: nobody else's to see."""

from __future__ import annotations

from operator import attrgetter
from typing import Any

from api_schema.errors import ErrorCode
from api_schema.operations import beyond
from api_schema.operations.fields import ID, Field, Input, Mutation, Payload
from api_schema.operations.operation import Change, Keeps, Operation, Read
from api_schema.operations.parameters import SavedDecksQuery
from api_schema.ports.decks import Decks, SavedDeckOut, SaveDeck

_WRITE = "deck:write"
_LINK: Any = {"parameters": {"id": "$response.body#/id"}}
_BEYOND = f"{beyond.MATCH}, {beyond.NAME}, more than 64 KiB"

SAVE_DECK = Change(
    "saveDeck",
    "/v1/decks",
    "Save a deck",
    "decks",
    Decks.save,
    scope=_WRITE,
    body=SaveDeck,
    key="optional",
    created="/v1/decks/{0.id}",
    stands="revision",
    sends=("ETag",),
    codes=(ErrorCode.NOT_FOUND, ErrorCode.FORBIDDEN, ErrorCode.KEY_REUSED, ErrorCode.CARD_SET_INVALID),
    beyond=_BEYOND,
    links={
        "get": {"operationId": "getSavedDeck", **_LINK, "description": "Read the deck."},
        "change": {"operationId": "changeDeck", **_LINK, "description": "Give it another content."},
        "delete": {"operationId": "deleteDeck", **_LINK, "description": "Forget the deck."},
    },
    description="A loadout under a name, with the options and seats of the matches that it is meant for. `report` says"
    " by the rules of now whether it is legal there, with every violation; an illegal one is saved too, and can't be"
    " played. Only your account sees it, and `joinMatch` takes it as `deckId`.",
    graphql=Mutation(
        Payload("DeckPayload", "deck", "The deck with its report: an illegal one is saved too."),
        Input(
            "DeckInput",
            SaveDeck,
            "A deck to save: a new one, or with `id` and `expectedRevision` another content for it.",
            first={},
            last={"id": ID | None, "expected_revision": int | None, "idempotency_key": str | None},
            texts={
                "name": "1 to 40 visible characters.",
                "seats": "Null: the fewest that the options allow.",
                "expected_revision": "Needed with `id`: no change gets lost.",
                "idempotency_key": "A retry saves no second deck.",
            },
        ),
        "Save a loadout under a name. Matches that it was brought to stay as they are.",
    ),
)
FIND_DECKS = Read(
    "findDecks",
    "/v1/decks",
    "Your saved decks, newest first",
    "decks",
    Decks.find,
    keeps=Keeps.BY_CALLER,
    auth="required",
    query_type=SavedDecksQuery,
    description="Each with a report that says by the rules of now whether it may be played.",
    graphql=Field("decks", "The decks of your account, newest first; at most 50 a page.", "Viewer", points=0),
)
GET_SAVED_DECK = Read(
    "getSavedDeck",
    "/v1/decks/{id}",
    "One of your saved decks",
    "decks",
    Decks.get,
    keeps=Keeps.BY_CALLER,
    auth="required",
    stands="revision",
    codes=(ErrorCode.NOT_FOUND,),
    description="`If-Match` of a change takes its ETag, so nobody undoes a change unseen.",
)
CHANGE_DECK = Operation(
    "changeDeck",
    "/v1/decks/{id}",
    "Replace all of a saved deck",
    "decks",
    method="PUT",
    reply=SavedDeckOut,
    body=SaveDeck,
    auth="required",
    scope=_WRITE,
    headers=("If-Match",),
    codes=(
        ErrorCode.NOT_FOUND,
        ErrorCode.FORBIDDEN,
        ErrorCode.VERSION_CONFLICT,
        ErrorCode.GUARD_REQUIRED,
        ErrorCode.CARD_SET_INVALID,
    ),
    beyond=_BEYOND,
    description="If-Match is needed: the ETag that you saw. Matches that the deck was brought to don't change.",
)
DELETE_DECK = Change(
    "deleteDeck",
    "/v1/decks/{id}",
    "Forget a saved deck",
    "decks",
    Decks.delete,
    method="DELETE",
    scope=_WRITE,
    asks="If-Match",
    headers=("If-Match",),
    codes=(ErrorCode.NOT_FOUND, ErrorCode.FORBIDDEN, ErrorCode.VERSION_CONFLICT),
    graphql=Mutation(
        Payload("DeleteDeckPayload"),
        Input(
            "DeleteDeckInput",
            description="A deck to forget; only at this revision, if one is given.",
            first={"id": ID, "expected_revision": int | None},
            reads=attrgetter("expected_revision"),
        ),
        target="id",
    ),
)

ROWS = (SAVE_DECK, FIND_DECKS, GET_SAVED_DECK, CHANGE_DECK, DELETE_DECK)
