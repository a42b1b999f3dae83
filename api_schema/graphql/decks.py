"""Decks that the caller's account has saved."""

from __future__ import annotations

from operator import attrgetter
from typing import Any
from uuid import uuid4

import strawberry

from api_schema.changes import DELETE_DECK, SAVE_DECK, ChangeRequest
from api_schema.errors import ApiError, ErrorCode
from api_schema.graphql.attributes import attribute, holding, reads
from api_schema.graphql.catalogue import Game, Node
from api_schema.graphql.context import Info
from api_schema.graphql.mutation_rows import Mutation, payload_of_id, payload_with
from api_schema.graphql.paging import connection, end_of_page
from api_schema.graphql.query_rows import Query, query_field
from api_schema.graphql.request_inputs import PLAIN
from api_schema.ports.decks import SavedDeckOut, SavedDeckPage, SaveDeck
from api_schema.reads import FIND_DECKS

SAVED_DECK_ID = "dk_"


@strawberry.type(description="A loadout under a name, and what it was meant for. Only its account sees it.")
@reads(SavedDeckOut)
class SavedDeck(Node):
    """A deck of the caller's own."""

    out: strawberry.Private[SavedDeckOut]

    id = attribute()

    @strawberry.field
    def game(self, info: Info) -> Game:
        return Game(game=info.context.use_cases.catalogue.game(self.out.game))

    name = attribute()
    seats = attribute("The number of seats of the match that it is meant for.")
    options = attribute("The options of the match that it is meant for: mode, own card sets by hash.")
    loadout = attribute("As the game's loadoutSchema says.")
    revision = attribute("Rises by 1 with every change; `expectedRevision` guards the next one.")
    report = attribute("By the rules of now. A violation whose ruleId is an error code: it can't be read any more.")
    created_at = attribute()
    updated_at = attribute()


connection(
    "SavedDeckConnection",
    SavedDeckPage,
    "Saved decks, newest first.",
    nodes=attribute(of="decks"),
    page_info=end_of_page(),
    total_count=attribute(),
)


@strawberry.type
class DecksOfViewer:
    """The saved decks of the viewer."""

    decks = query_field(Query(FIND_DECKS, "decks", "The decks of your account, newest first; at most 50 a page."))


async def _save(info: Info, request: Any) -> SavedDeckOut:
    """A new deck, or another content for one."""
    caller, use_cases = await info.context.caller(), info.context.use_cases
    wanted = DECK.read(request)
    if request.id is None:
        key = uuid4().hex if request.idempotency_key is None else request.idempotency_key
        saved: SavedDeckOut = await SAVE_DECK.do(use_cases, caller, ChangeRequest("", key, wanted))
        return saved
    if request.expected_revision is None:
        message = "say at which revision you saw the deck, so that no change gets lost"
        raise ApiError(ErrorCode.GUARD_REQUIRED, message, path=("expectedRevision",))
    return await use_cases.decks.change(caller, request.id, wanted, request.expected_revision)


DECK = PLAIN.input(
    "DeckInput",
    SaveDeck,
    "A deck to save: a new one, or with `id` and `expectedRevision` another content for it.",
    first={},
    last={"id": strawberry.ID | None, "expected_revision": int | None, "idempotency_key": str | None},
    texts={
        "name": "1 to 40 visible characters.",
        "seats": "Null: the fewest that the options allow.",
        "expected_revision": "Needed with `id`: no change gets lost.",
        "idempotency_key": "A retry saves no second deck.",
    },
)
MUTATIONS = (
    Mutation(
        SAVE_DECK,
        payload_with(
            "DeckPayload", "deck", holding(SavedDeck), "The deck with its report: an illegal one is saved too."
        ),
        DECK,
        "Save a loadout under a name. Matches that it was brought to stay as they are.",
        ask=_save,
    ),
    Mutation(
        DELETE_DECK,
        payload_of_id("DeleteDeckPayload"),
        PLAIN.input(
            "DeleteDeckInput",
            description="A deck to forget; only at this revision, if one is given.",
            first={"id": strawberry.ID, "expected_revision": int | None},
            reads=attrgetter("expected_revision"),
        ),
        target="id",
    ),
)
