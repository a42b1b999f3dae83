"""The root of queries."""

from __future__ import annotations

import re
from typing import Annotated, Any

import strawberry

from api_schema.errors import ApiError, ErrorCode
from api_schema.graphql import inbox, leaderboards, shapes, webhooks
from api_schema.graphql import results as statistics
from api_schema.graphql.catalogue import GAME_ID, CardConnection, Game, Node, WhichCards, card_page
from api_schema.graphql.context import Info
from api_schema.graphql.decks import SAVED_DECK_ID, DecksOfViewer, SavedDeck
from api_schema.graphql.match import Match
from api_schema.graphql.outputs import Shape
from api_schema.graphql.payloads import or_none
from api_schema.graphql.query_rows import query_field, query_fields
from api_schema.graphql.tournaments.tournament import TOURNAMENT_ID, Tournament, TournamentEvent
from api_schema.limiting.report import limits_of
from api_schema.operations import catalogue, lobby, ratings, results, service, tournament_staff, tournaments
from api_schema.operations import webhooks as webhook_rows
from api_schema.operations.accounts import LIST_TOKENS
from api_schema.operations.inbox import GET_INBOX, GET_SEATS_TO_ACT
from api_schema.operations.table import READS
from api_schema.ports.base import Caller
from domain.kernel.game import CardGame

MATCH_ID, WEBHOOK_ID = "mt_", "wh_"
EVENT_ID = re.compile(
    r"ev_(?P<owner>(?:tn_)?[a-z2-7]{26})_(?P<version>[1-9][0-9]{0,8})"
    r"(?:_(?P<eyes>full|seat[0-9]{1,2}|en_[0-9a-z]+))?"
)
HIDDEN = frozenset({ErrorCode.FORBIDDEN, ErrorCode.UNAUTHENTICATED, ErrorCode.NOT_YOUR_SEAT})
"""The refusals of what others may see."""
_TYPES = (inbox, leaderboards, statistics)
"""Where the types are that only rows name, by their Structs."""


@strawberry.type(description="The one match and seat that a seat's token stands for.")
class ViewerSeat:
    """A seat."""

    match_id: strawberry.ID
    number: int


@strawberry.type(description="Who asks.")
class Viewer(DecksOfViewer):
    """The caller behind the token."""

    account: strawberry.ID | None = strawberry.field(description="Null where the token stands for none.")
    scopes: list[str] = strawberry.field(description="What the token may do.")
    seat: ViewerSeat | None = strawberry.field(description="Null where the token stands for none.")

    @strawberry.field(description="The name of the account; null for guests and for accounts without a name.")
    async def name(self, info: Info) -> str | None:
        if self.account is None:
            return None
        return (await info.context.use_cases.accounts.profile(await info.context.caller())).name

    seats_to_act = query_field(GET_SEATS_TO_ACT)
    inbox = query_field(GET_INBOX)
    tokens = query_field(LIST_TOKENS)


@strawberry.field(description="Anything that is a Node by its id; null if there is no such thing for you.")
async def _node(info: Info, node_id: Annotated[strawberry.ID, strawberry.argument(name="id")]) -> Node | None:
    if node_id.startswith(GAME_ID):
        return await or_none(_game(info, node_id))
    caller = await info.context.caller()
    try:
        return await or_none(_thing(info, caller, node_id))
    except ApiError as error:
        if error.code not in HIDDEN:
            raise
        return None


async def _game(info: Info, node_id: str) -> Node:
    return Game(game=info.context.use_cases.catalogue.game(node_id.removeprefix(GAME_ID)))


async def _thing(info: Info, caller: Caller, node_id: str) -> Node:
    """NOT_FOUND, or one of HIDDEN."""
    use_cases = info.context.use_cases
    if event := EVENT_ID.fullmatch(node_id):
        return await _event(info, caller, event)
    if node_id.startswith(WEBHOOK_ID):
        return webhooks.Webhook(out=await use_cases.webhooks.get(caller, node_id))
    if node_id.startswith(SAVED_DECK_ID):
        return SavedDeck(out=await use_cases.decks.get(caller, node_id))
    if node_id.startswith(TOURNAMENT_ID):
        return Tournament(out=await use_cases.tournaments.get(caller, node_id))
    return Match(out=await use_cases.matches.get(caller, node_id))


async def _event(info: Info, caller: Caller, named: re.Match[str]) -> Node:
    """An event as the perspective sees it that its id names."""
    use_cases, owner, before, eyes = info.context.use_cases, named["owner"], int(named["version"]) - 1, named["eyes"]
    found: Node
    if owner.startswith(TOURNAMENT_ID):
        for own in (await use_cases.tournaments.events(caller, owner, after=before, first=1)).events:
            found = TournamentEvent(out=own)
            if own.id == named[0]:
                return found
        raise ApiError(ErrorCode.NOT_FOUND, "there is no such event")
    view = "spectator" if eyes is None else eyes.replace("seat", "seat:")
    match = await use_cases.matches.get(caller, MATCH_ID + owner)
    page = await use_cases.matches.events(caller, match.id, perspective=view, after=before, first=1)
    for event in page.events:
        if event.id == named[0]:
            found = info.context.typed(match.game).event(event)
            return found
    raise ApiError(ErrorCode.NOT_FOUND, "there is no such event")


@strawberry.field(description="The caller; null without a token.")
async def _viewer(info: Info) -> Viewer | None:
    caller = await info.context.caller()
    if caller.account is None and caller.seat is None:
        return None
    seat = None if caller.seat is None else ViewerSeat(match_id=strawberry.ID(caller.seat[0]), number=caller.seat[1])
    account = None if caller.account is None else strawberry.ID(caller.account)
    return Viewer(account=account, scopes=sorted(caller.scopes), seat=seat)


@strawberry.field(graphql_type=shapes.Limits, description="What is left of the caller's budgets.")
async def _limits(info: Info) -> Any:
    # over REST too a token that is no good is refused, and not counted as nobody's
    await info.context.caller()
    return limits_of(info.context.meter, await info.context.client())


@strawberry.field(description="All core cards, or those of one set; a set that a player has written by its hash.")
async def _cards(
    info: Info,
    game: str,
    first: int,
    after: str | None = None,
    card_set: str | None = None,
    where: WhichCards = None,
) -> CardConnection:
    return card_page(await info.context.use_cases.catalogue.cards(game, card_set), where, first, after)


def _shown(game: CardGame) -> Game:
    return Game(game=game)


_FIELDS = {
    **query_fields(
        [
            tournaments.GET_TOURNAMENT,
            tournaments.FIND_TOURNAMENTS,
            *tournament_staff.ROWS,
            *webhook_rows.ROWS,
            *results.ROWS,
            *ratings.ROWS,
        ]
    ),
    "node": _node,
    "viewer": _viewer,
    "limits": _limits,
    **query_fields(service.ROWS),
    "games": query_field(catalogue.LIST_GAMES, shape=Shape(list[Game], lambda all_: list(map(_shown, all_)))),
    "game": query_field(catalogue.GET_GAME, shape=Shape(Game, _shown)),
    **query_fields([lobby.GET_MATCH, lobby.FIND_MATCHES]),
    "cards": _cards,
    **query_fields([catalogue.GET_CARD_SET, catalogue.VALIDATE_LOADOUT]),
}
_FIELDS |= query_fields(row for row in READS if row.graphql and row.graphql.name not in _FIELDS)
ROOT: Any = strawberry.type(type("Query", (), {"__annotations__": {}, **_FIELDS}))
"""The root of reading."""
