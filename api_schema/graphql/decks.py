"""Decks that the caller's account has saved."""

from __future__ import annotations

from typing import Annotated, Any
from uuid import uuid4

import strawberry

from api_schema.errors import ApiError, ErrorCode
from api_schema.graphql import shapes
from api_schema.graphql.catalogue import Game, Node
from api_schema.graphql.context import Info
from api_schema.graphql.errors import UserError
from api_schema.graphql.paging import PageInfo
from api_schema.graphql.payloads import answer
from api_schema.graphql.scalars import DateTime, Json, json_object
from api_schema.ports.decks import SavedDeckOut, SaveDeck

SAVED_DECK_ID = "dk_"


@strawberry.type(description="A loadout under a name, and what it was meant for. Only its account sees it.")
class SavedDeck(Node):
    """A deck of the caller's own."""

    out: strawberry.Private[SavedDeckOut]

    @strawberry.field
    def id(self) -> strawberry.ID:
        return strawberry.ID(self.out.id)

    @strawberry.field
    def game(self, info: Info) -> Game:
        return Game(game=info.context.use.catalogue.game(self.out.game))

    @strawberry.field
    def name(self) -> str:
        return self.out.name

    @strawberry.field(description="The number of seats of the match that it is meant for.")
    def seats(self) -> int:
        return self.out.seats

    @strawberry.field(description="The options of the match that it is meant for: mode, own card sets by hash.")
    def options(self) -> Json:
        return Json(self.out.options)

    @strawberry.field(description="As the game's loadoutSchema says.")
    def loadout(self) -> Json:
        return Json(self.out.loadout)

    @strawberry.field(description="Rises by 1 with every change; `expectedRevision` guards the next one.")
    def revision(self) -> int:
        return self.out.revision

    @strawberry.field(
        graphql_type=shapes.LoadoutReport,
        description="By the rules of now. A violation whose ruleId is an error code: it can't be read any more.",
    )
    def report(self) -> Any:
        return self.out.report

    @strawberry.field
    def created_at(self) -> DateTime:
        return DateTime(self.out.created_at)

    @strawberry.field
    def updated_at(self) -> DateTime:
        return DateTime(self.out.updated_at)


@strawberry.type(description="Saved decks, newest first.")
class SavedDeckConnection:
    """A page of decks."""

    nodes: list[SavedDeck]
    page_info: PageInfo
    total_count: int


@strawberry.type
class DecksOfViewer:
    """The saved decks of the viewer."""

    @strawberry.field(description="The decks of your account, newest first; at most 50 a page.")
    async def decks(
        self, info: Info, first: int, after: str | None = None, game: str | None = None
    ) -> SavedDeckConnection:
        page = await info.context.use.decks.find(await info.context.caller(), first=first, after=after, game=game)
        return SavedDeckConnection(
            nodes=[SavedDeck(out=deck) for deck in page.decks],
            page_info=PageInfo(has_next_page=page.has_next, end_cursor=page.end_cursor),
            total_count=page.total_count,
        )


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
