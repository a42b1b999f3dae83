"""Decks that the caller's account has saved."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import uuid4

import strawberry

from api_schema.errors import ApiError, ErrorCode
from api_schema.graphql.attributes import attribute, reads
from api_schema.graphql.catalogue import Game, Node
from api_schema.graphql.context import Info
from api_schema.graphql.mutation_rows import ByHand, asked_by
from api_schema.graphql.paging import connection, end_of_page
from api_schema.graphql.query_rows import query_field
from api_schema.operations import decks as rows
from api_schema.operations.operation import Change, ChangeRequest
from api_schema.ports.decks import SavedDeckOut, SavedDeckPage

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

    decks = query_field(rows.FIND_DECKS)


async def _save(info: Info, request: Any) -> SavedDeckOut:
    """A new deck, or another content for one."""
    caller, use_cases = await info.context.caller(), info.context.use_cases
    wanted = asked_by(rows.SAVE_DECK, request).request
    if request.id is None:
        key = uuid4().hex if request.idempotency_key is None else request.idempotency_key
        saved: SavedDeckOut = await rows.SAVE_DECK.do(use_cases, caller, ChangeRequest("", key, wanted))
        return saved
    if request.expected_revision is None:
        message = "say at which revision you saw the deck, so that no change gets lost"
        raise ApiError(ErrorCode.GUARD_REQUIRED, message, path=("expectedRevision",))
    return await use_cases.decks.change(caller, request.id, wanted, request.expected_revision)


BY_HAND: Mapping[Change, ByHand] = {rows.SAVE_DECK: ByHand(_save)}
