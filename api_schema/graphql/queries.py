"""What can be asked."""

from __future__ import annotations

from collections.abc import Awaitable, Mapping
from typing import Annotated, Any, TypeVar

import strawberry

from api_schema.errors import ApiError, ErrorCode
from api_schema.graphql import shapes
from api_schema.graphql.catalogue import GAME_ID, CardConnection, CardsWanted, Game, Node, card_page
from api_schema.graphql.context import Info, page_size
from api_schema.graphql.match import Match, MatchConnection
from api_schema.graphql.paging import PageInfo
from api_schema.graphql.scalars import Json
from api_schema.limiting.report import limits_of


@strawberry.type(description="The one match and seat that a seat's token stands for.")
class ViewerSeat:
    """A seat."""

    match_id: strawberry.ID
    number: int


@strawberry.type(description="Who asks.")
class Viewer:
    """The caller behind the token."""

    account: strawberry.ID | None
    scopes: list[str]
    seat: ViewerSeat | None

    @strawberry.field(description="What the account is called; null for guests and for accounts without a name.")
    async def name(self, info: Info) -> str | None:
        if self.account is None:
            return None
        return (await info.context.use.accounts.profile(await info.context.caller())).name


@strawberry.input(description="Which matches: all conditions must hold.")
class MatchFilter:
    """Conditions on matches."""

    game: str | None = None
    status: shapes.MatchStatus | None = None


@strawberry.input(description="A loadout and what it is checked against.")
class LoadoutInput:
    """What would be brought to a match."""

    game: str
    seats: int
    loadout: Json
    options: Json | None = None


T = TypeVar("T")
MatchesWanted = Annotated[MatchFilter | None, strawberry.argument(name="filter")]
LoadoutOrder = Annotated[LoadoutInput, strawberry.argument(name="input")]
Id = Annotated[strawberry.ID, strawberry.argument(name="id")]


@strawberry.type
class Query:
    """The root of reading."""

    @strawberry.field(description="Anything by its id; null if there is no such thing.")
    async def node(self, info: Info, node_id: Id) -> Node | None:
        if node_id.startswith(GAME_ID):
            return _game(info, node_id.removeprefix(GAME_ID))
        return await _match(info, node_id)

    @strawberry.field(description="The caller; null without a token.")
    async def viewer(self, info: Info) -> Viewer | None:
        caller = await info.context.caller()
        if caller.account is None and caller.seat is None:
            return None
        seat = (
            None if caller.seat is None else ViewerSeat(match_id=strawberry.ID(caller.seat[0]), number=caller.seat[1])
        )
        account = None if caller.account is None else strawberry.ID(caller.account)
        return Viewer(account=account, scopes=sorted(caller.scopes), seat=seat)

    @strawberry.field(graphql_type=shapes.Limits, description="What the caller may still ask for.")
    async def limits(self, info: Info) -> Any:
        return limits_of(info.context.meter, await info.context.client())

    @strawberry.field
    def games(self, info: Info) -> list[Game]:
        return [Game(game=game) for game in info.context.use.catalogue.games()]

    @strawberry.field
    def game(self, info: Info, slug: str) -> Game | None:
        return _game(info, slug)

    @strawberry.field
    async def match(self, info: Info, match_id: Id) -> Match | None:
        return await _match(info, match_id)

    @strawberry.field
    async def matches(
        self, info: Info, first: int, after: str | None = None, where: MatchesWanted = None
    ) -> MatchConnection:
        status = getattr(where.status, "value", where.status) if where else None
        page = await info.context.use.matches.find(
            await info.context.caller(),
            first=page_size(first),
            after=after,
            game=where.game if where else None,
            status=status,
        )
        nodes = [Match(out=out) for out in page.matches]
        return MatchConnection(nodes=nodes, page_info=PageInfo(has_next_page=page.has_next, end_cursor=page.end_cursor))

    @strawberry.field(description="All core cards, or those of one set; a set that a player has written by its hash.")
    async def cards(
        self,
        info: Info,
        game: str,
        first: int,
        after: str | None = None,
        card_set: str | None = None,
        where: CardsWanted = None,
    ) -> CardConnection:
        return card_page(await info.context.use.catalogue.cards(game, card_set), where, first, after)

    @strawberry.field(graphql_type=shapes.OwnCardSet | None, description="A set that a player has written.")
    async def card_set(self, info: Info, digest: Annotated[str, strawberry.argument(name="hash")]) -> Any:
        return await or_none(info.context.use.catalogue.card_set(digest))

    @strawberry.field(graphql_type=shapes.LoadoutReport, description="Every violation of a loadout; writes nothing.")
    async def validate_loadout(self, info: Info, order: LoadoutOrder) -> Any:
        return await info.context.use.catalogue.validate_loadout(
            order.game, json_object(order.options, "options"), order.seats, json_object(order.loadout, "loadout")
        )


def _game(info: Info, slug: str) -> Game | None:
    try:
        return Game(game=info.context.use.catalogue.game(slug))
    except ApiError as error:
        if error.code != ErrorCode.NOT_FOUND:
            raise
        return None


async def or_none(asked: Awaitable[T]) -> T | None:
    """What was asked for, or None where there is no such thing."""
    try:
        return await asked
    except ApiError as error:
        if error.code != ErrorCode.NOT_FOUND:
            raise
        return None


async def _match(info: Info, match_id: str) -> Match | None:
    found = await or_none(info.context.use.matches.get(await info.context.caller(), match_id))
    return None if found is None else Match(out=found)


def json_object(value: object, name: str) -> Mapping[str, Any]:
    """A JSON object; null stands for an empty one; INVALID_INPUT for anything else."""
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise ApiError(ErrorCode.INVALID_INPUT, f"{name} must be a JSON object", path=(name,))
    return value
