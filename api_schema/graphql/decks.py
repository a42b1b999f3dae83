"""Decks that the caller's account has saved."""

from __future__ import annotations

from typing import Annotated, Any
from uuid import uuid4

import strawberry

from api_schema.errors import ApiError, ErrorCode
from api_schema.graphql.attributes import attribute, reads
from api_schema.graphql.catalogue import Game, Node
from api_schema.graphql.context import Info
from api_schema.graphql.errors import UserError
from api_schema.graphql.paging import end_of_page
from api_schema.graphql.payloads import answer
from api_schema.graphql.scalars import Json, json_object
from api_schema.ports.decks import SavedDeckOut, SavedDeckPage, SaveDeck

SAVED_DECK_ID = "dk_"


@strawberry.type(description="A loadout under a name, and what it was meant for. Only its account sees it.")
@reads(SavedDeckOut)
class SavedDeck(Node):
    """A deck of the caller's own."""

    out: strawberry.Private[SavedDeckOut]

    id = attribute()

    @strawberry.field
    def game(self, info: Info) -> Game:
        return Game(game=info.context.use.catalogue.game(self.out.game))

    name = attribute()
    seats = attribute("The number of seats of the match that it is meant for.")
    options = attribute("The options of the match that it is meant for: mode, own card sets by hash.")
    loadout = attribute("As the game's loadoutSchema says.")
    revision = attribute("Rises by 1 with every change; `expectedRevision` guards the next one.")
    report = attribute("By the rules of now. A violation whose ruleId is an error code: it can't be read any more.")
    created_at = attribute()
    updated_at = attribute()


@strawberry.type(description="Saved decks, newest first.")
@reads(SavedDeckPage)
class SavedDeckConnection:
    """A page of decks."""

    out: strawberry.Private[SavedDeckPage]

    nodes = attribute(of="decks")
    page_info = end_of_page()
    total_count = attribute()


@strawberry.type
class DecksOfViewer:
    """The saved decks of the viewer."""

    @strawberry.field(description="The decks of your account, newest first; at most 50 a page.")
    async def decks(
        self, info: Info, first: int, after: str | None = None, game: str | None = None
    ) -> SavedDeckConnection:
        found = await info.context.use.decks.find(await info.context.caller(), first=first, after=after, game=game)
        return SavedDeckConnection(out=found)


@strawberry.input(description="A deck to save: a new one, or with `id` and `expectedRevision` another content for it.")
class DeckInput:
    """A request for a deck."""

    game: str
    name: str = strawberry.field(description="1 to 40 visible characters.")
    loadout: Json
    options: Json | None = None
    seats: int | None = strawberry.field(default=None, description="Null: the fewest that the options allow.")
    id: strawberry.ID | None = None
    expected_revision: int | None = strawberry.field(default=None, description="Needed with `id`: no change gets lost.")
    idempotency_key: str | None = strawberry.field(default=None, description="A retry saves no second deck.")


@strawberry.input(description="A deck to forget; only at this revision, if one is given.")
class DeleteDeckInput:
    """A request for an end."""

    id: strawberry.ID
    expected_revision: int | None = None


@strawberry.type(description="The deck with its report: an illegal one is saved too.")
class DeckPayload:
    """The result of saving."""

    deck: SavedDeck | None = None
    user_errors: list[UserError] = strawberry.field(default_factory=list)


@strawberry.type
class DeleteDeckPayload:
    """The id of the deck that is no more."""

    id: strawberry.ID | None = None
    user_errors: list[UserError] = strawberry.field(default_factory=list)


DeckRequest = Annotated[DeckInput, strawberry.argument(name="input")]
DeleteDeckRequest = Annotated[DeleteDeckInput, strawberry.argument(name="input")]


@strawberry.type
class DeckMutations:
    """Changes of an account's decks."""

    @strawberry.mutation(description="Save a loadout under a name. Matches that it was brought to stay as they are.")
    async def save_deck(self, info: Info, request: DeckRequest) -> DeckPayload:
        return await answer(DeckPayload, _save(info, request))

    @strawberry.mutation
    async def delete_deck(self, info: Info, request: DeleteDeckRequest) -> DeleteDeckPayload:
        return await answer(DeleteDeckPayload, _delete(info, request))


async def _save(info: Info, request: DeckInput) -> dict[str, Any]:
    caller, decks = await info.context.caller(), info.context.use.decks
    wanted = SaveDeck(
        game=request.game,
        name=request.name,
        loadout=json_object(request.loadout, "loadout"),
        options=json_object(request.options, "options"),
        seats=request.seats,
    )
    if request.id is None:
        key = uuid4().hex if request.idempotency_key is None else request.idempotency_key
        return {"deck": SavedDeck(out=await decks.save(caller, key, wanted))}
    if request.expected_revision is None:
        message = "say at which revision you saw the deck, so that no change gets lost"
        raise ApiError(ErrorCode.GUARD_REQUIRED, message, path=("expectedRevision",))
    return {"deck": SavedDeck(out=await decks.change(caller, request.id, wanted, request.expected_revision))}


async def _delete(info: Info, request: DeleteDeckInput) -> dict[str, Any]:
    await info.context.use.decks.delete(await info.context.caller(), request.id, request.expected_revision)
    return {"id": request.id}
