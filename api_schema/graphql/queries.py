"""The root of queries."""

from __future__ import annotations

from typing import Annotated, Any

import strawberry

from api_schema.errors import ApiError, ErrorCode
from api_schema.graphql import shapes
from api_schema.graphql.catalogue import GAME_ID, CardConnection, Game, Node, WhichCards, card_page
from api_schema.graphql.context import Info, page_size
from api_schema.graphql.decks import SAVED_DECK_ID, DecksOfViewer, SavedDeck
from api_schema.graphql.inbox import InboxConnection
from api_schema.graphql.leaderboards import LeaderboardQueries
from api_schema.graphql.match import Match
from api_schema.graphql.match_search import MatchConnection, MatchOrder, WhichMatches, found_matches
from api_schema.graphql.payloads import or_none
from api_schema.graphql.request_inputs import PLAIN
from api_schema.graphql.results import ResultQueries
from api_schema.graphql.tournaments.queries import TournamentQueries, found_tournament
from api_schema.graphql.tournaments.tournament import TOURNAMENT_ID
from api_schema.graphql.webhooks import WebhookQueries
from api_schema.limiting.report import limits_of
from api_schema.loadouts import loadout_report
from api_schema.ports.catalogue import LoadoutInput


@strawberry.type(description="The one match and seat that a seat's token stands for.")
class ViewerSeat:
    """A seat."""

    match_id: strawberry.ID
    number: int


@strawberry.type(description="Who asks.")
class Viewer(DecksOfViewer):
    """The caller behind the token."""

    account: strawberry.ID | None
    scopes: list[str]
    seat: ViewerSeat | None

    @strawberry.field(description="The name of the account; null for guests and for accounts without a name.")
    async def name(self, info: Info) -> str | None:
        if self.account is None:
            return None
        return (await info.context.use.accounts.profile(await info.context.caller())).name

    @strawberry.field(
        graphql_type=list[shapes.SeatToAct],
        description="Seats that matches wait for: all seats of an account, the most urgent first; or the token's seat.",
    )
    async def seats_to_act(self, info: Info) -> Any:
        return (await info.context.use.inbox.seats_to_act(await info.context.caller())).seats

    @strawberry.field(description="Your items, oldest first, for 30 days; for accounts, so not for guests.")
    async def inbox(self, info: Info, first: int = 50, after: str | None = None) -> InboxConnection:
        caller, size = await info.context.caller(), page_size(first, 100)
        return InboxConnection(out=await info.context.use.inbox.page(caller, after=after, first=size))

    @strawberry.field(
        graphql_type=list[shapes.PersonalToken],
        description="The account's tokens that were not revoked, newest first; needs the scope `account:write`.",
    )
    async def tokens(self, info: Info) -> Any:
        return await info.context.use.accounts.tokens(await info.context.caller())


LOADOUT = PLAIN.input(
    "LoadoutInput",
    LoadoutInput,
    "A loadout and what it is checked against; in its place a `deck` of the game, and the `seat` it is for.",
    first={},
)
LoadoutToCheck: Any = LOADOUT.type
LoadoutRequest = Annotated[LoadoutToCheck, strawberry.argument(name="input")]
Id = Annotated[strawberry.ID, strawberry.argument(name="id")]


@strawberry.type
class Query(TournamentQueries, WebhookQueries, ResultQueries, LeaderboardQueries):  # type: ignore[misc]
    """The root of reading."""

    @strawberry.field(description="Anything by its id; null if there is no such thing.")
    async def node(self, info: Info, node_id: Id) -> Node | None:
        if node_id.startswith(GAME_ID):
            return _game(info, node_id.removeprefix(GAME_ID))
        if node_id.startswith(SAVED_DECK_ID):
            found = await or_none(info.context.use.decks.get(await info.context.caller(), node_id))
            return None if found is None else SavedDeck(out=found)
        if node_id.startswith(TOURNAMENT_ID):
            return await or_none(found_tournament(info, node_id))
        return await or_none(_match(info, node_id))

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

    @strawberry.field(graphql_type=shapes.Limits, description="What is left of the caller's budgets.")
    async def limits(self, info: Info) -> Any:
        # over REST too a token that is no good is refused, and not counted as nobody's
        await info.context.caller()
        return limits_of(info.context.meter, await info.context.client())

    @strawberry.field(graphql_type=shapes.About, description="Release, sign-in, scopes, features and limits.")
    def about(self, info: Info) -> Any:
        return info.context.use.about

    @strawberry.field
    def games(self, info: Info) -> list[Game]:
        return [Game(game=game) for game in info.context.use.catalogue.games()]

    @strawberry.field
    def game(self, info: Info, slug: str) -> Game | None:
        return _game(info, slug)

    @strawberry.field(description="Null, and the error NOT_FOUND, if there is no such match for you.")
    async def match(self, info: Info, match_id: Id) -> Match | None:
        return await _match(info, match_id)

    @strawberry.field(description="Open matches, and those that your account sits in.")
    async def matches(
        self,
        info: Info,
        first: int,
        after: str | None = None,
        where: WhichMatches = None,
        order: MatchOrder = "NEWEST",
    ) -> MatchConnection:
        return await found_matches(info, first, after, where, order)

    @strawberry.field(description="All core cards, or those of one set; a set that a player has written by its hash.")
    async def cards(
        self,
        info: Info,
        game: str,
        first: int,
        after: str | None = None,
        card_set: str | None = None,
        where: WhichCards = None,
    ) -> CardConnection:
        return card_page(await info.context.use.catalogue.cards(game, card_set), where, first, after)

    @strawberry.field(graphql_type=shapes.OwnCardSet | None, description="A set that a player has written.")
    async def card_set(self, info: Info, digest: Annotated[str, strawberry.argument(name="hash")]) -> Any:
        return await or_none(info.context.use.catalogue.card_set(digest))

    @strawberry.field(graphql_type=shapes.LoadoutReport, description="Every violation of a loadout; writes nothing.")
    async def validate_loadout(self, info: Info, request: LoadoutRequest) -> Any:
        return await loadout_report(info.context.use.catalogue, LOADOUT.read(request))


def _game(info: Info, slug: str) -> Game | None:
    try:
        return Game(game=info.context.use.catalogue.game(slug))
    except ApiError as error:
        if error.code != ErrorCode.NOT_FOUND:
            raise
        return None


async def _match(info: Info, match_id: str) -> Match:
    return Match(out=await info.context.use.matches.get(await info.context.caller(), match_id))
