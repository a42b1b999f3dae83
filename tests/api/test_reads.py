"""What clients may read stands once, and both skins ask the same use case for it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from inspect import signature
from types import SimpleNamespace
from typing import Any, get_type_hints

import httpx
import pytest
from starlette.applications import Starlette
from starlette.routing import Route

from api_schema.errors import ApiError, ErrorCode
from api_schema.graphql.context import Context
from api_schema.graphql.schema import build_schema
from api_schema.limiting.meter import UNLIMITED
from api_schema.operations import (
    catalogue,
    decks,
    inbox,
    lobby,
    ratings,
    results,
    tournament_entrants,
    tournament_rounds,
    tournament_staff,
    tournament_streams,
    tournaments,
    webhooks,
)
from api_schema.operations.operation import Operation, Read
from api_schema.operations.parameters import MatchupsQuery
from api_schema.operations.table import OPERATIONS, READS
from api_schema.ports.base import ANONYMOUS, Caller
from api_schema.ports.results import DeckStatistics, DeckStatisticsPage, WinRate
from api_schema.ports.tournaments import Tournaments
from api_schema.ports.use_cases import UseCases
from api_schema.rest.config import RestConfig
from api_schema.rest.endpoint import Endpoint
from api_schema.rest.reading import asks
from tests.toy_game.game import GAME

pytestmark = pytest.mark.anyio

BY_ID = {operation.id: operation for operation in OPERATIONS}
ANYBODY = Caller("anybody", account="ac_1")
PORTS = get_type_hints(UseCases)
TIME = "2026-01-02T03:04:05Z"


@pytest.fixture(autouse=True)
def contract() -> None:
    """The use cases here refuse all alike, which no real one does."""


class Port:
    """A port that notes what it is asked, by the names of its parameters, and has nothing."""

    def __init__(self, port: type, noted: list[Mapping[str, Any]]) -> None:
        self._port, self._noted = port, noted

    def __getattr__(self, name: str) -> Callable[..., Any]:
        parameters = signature(getattr(self._port, name))

        async def ask(*given: Any, **named: Any) -> Any:
            asked = parameters.bind(None, *given, **named)
            asked.apply_defaults()
            self._noted.append({"use case": name, **asked.arguments})
            raise ApiError(ErrorCode.NOT_FOUND, "there is nothing here")

        return ask


class Doors:
    """Accounts that let in whoever has the right token, and count who asks."""

    def __init__(self) -> None:
        self.asked = 0

    async def authenticate(self, token: str | None) -> Caller:
        self.asked += 1
        if token == "wrong":
            raise ApiError(ErrorCode.UNAUTHENTICATED, "no such token")
        return ANONYMOUS if token is None else ANYBODY


def use_cases(noted: list[Mapping[str, Any]], **others: Any) -> UseCases:
    """Use cases that note what they are asked."""
    ports: dict[str, Any] = {name: Port(port, noted) for name, port in PORTS.items()}
    return UseCases(**{**ports, "accounts": Doors(), **others})


async def over_rest(operation: Operation, address: str, uses: UseCases, token: str = "good") -> httpx.Response:
    """The answer of one operation."""
    documents: Any = None
    endpoint = Endpoint({operation.method: operation}, uses, RestConfig(), documents, UNLIMITED)
    transport = httpx.ASGITransport(app=Starlette(routes=[Route(operation.path, endpoint)]))
    async with httpx.AsyncClient(transport=transport, base_url="http://test") as client:
        return await client.get(address, headers={"Authorization": f"Bearer {token}"})


async def over_graphql(query: str, uses: UseCases, token: str = "good") -> Any:
    """The result of a query."""
    return await build_schema({GAME.slug: GAME}).execute(f"{{ {query} }}", context_value=Context(uses, {}, token))


def test_the_root_of_queries_has_no_more_by_hand_than_what_has_a_reason() -> None:
    fields = build_schema({GAME.slug: GAME})._schema.query_type
    assert fields is not None
    rows = {read.graphql.name for read in READS if read.graphql}
    assert fields.fields.keys() - rows == {"node", "viewer", "limits", "cards"}


def test_each_field_stands_where_its_row_says() -> None:
    kinds: Any = build_schema({GAME.slug: GAME})._schema.type_map
    told = [(read.graphql.on, read.graphql.name) for read in READS if read.graphql]
    assert [place for place in told if place[1] not in kinds[place[0]].fields] == []


@pytest.mark.parametrize(
    ("read", "address", "query"),
    [
        (
            results.GET_DECK_STATISTICS,
            f"/v1/games/c4/statistics/decks?limit=7&after=abc&mode=duel&until={TIME}",
            f'deckStatistics(game: "c4", first: 7, after: "abc", filter: {{mode: "duel", until: "{TIME}"}})',
        ),
        (
            results.GET_DECK_STATISTICS,
            "/v1/games/c4/statistics/decks",
            'deckStatistics(game: "c4")',
        ),
        (
            results.GET_DECK_MATCHUPS,
            "/v1/games/c4/statistics/matchups?deck=one&tournament=tn_1",
            'deckMatchups(game: "c4", deck: "one", filter: {tournament: "tn_1"})',
        ),
        (
            results.GET_HEAD_TO_HEAD,
            "/v1/head-to-head?one=en_1&other=en_2&game=c4",
            'headToHead(one: "en_1", other: "en_2", game: "c4")',
        ),
        (
            ratings.GET_LEADERBOARD,
            "/v1/leaderboards/c4?season=2026&limit=3",
            'leaderboard(game: "c4", season: "2026", first: 3)',
        ),
        (
            ratings.GET_RATED_PLAYER,
            "/v1/leaderboards/c4/players/ld_1?limit=3&after=abc",
            'ratingHistory(game: "c4", player: "ld_1", first: 3, after: "abc")',
        ),
        (
            lobby.FIND_MATCHES,
            "/v1/matches?limit=9&status=OPEN,RUNNING&joinable=false&mine=true&order=OLDEST&endedBy=C4-1",
            "matches(first: 9, order: OLDEST,"
            ' filter: {status: [OPEN, RUNNING], joinable: false, mine: true, endedBy: "C4-1"})',
        ),
        (lobby.FIND_MATCHES, "/v1/matches?limit=9", "matches(first: 9)"),
        (lobby.GET_MATCH, "/v1/matches/mt_1", 'match(id: "mt_1")'),
        (
            tournaments.FIND_TOURNAMENTS,
            "/v1/tournaments?limit=9&status=RUNNING&name=ada&mine=true",
            'tournaments(first: 9, filter: {status: [RUNNING], name: "ada", mine: true})',
        ),
        (tournaments.GET_TOURNAMENT, "/v1/tournaments/tn_1", 'tournament(id: "tn_1")'),
        (tournament_staff.GET_TOURNAMENT_CODES, "/v1/tournaments/tn_1/codes", 'tournamentCodes(tournamentId: "tn_1")'),
        (catalogue.GET_CARD_SET, f"/v1/card-sets/{'a' * 64}", f'cardSet(hash: "{"a" * 64}")'),
        (webhooks.LIST_WEBHOOKS, "/v1/webhooks", "webhooks"),
        (decks.FIND_DECKS, "/v1/decks?limit=5&game=c4", 'viewer { decks(first: 5, game: "c4") { totalCount } }'),
        (inbox.GET_INBOX, "/v1/inbox?after=abc", 'viewer { inbox(after: "abc") { truncated } }'),
    ],
    ids=lambda value: value.id if isinstance(value, Read) else "",
)
async def test_both_skins_ask_the_use_case_for_the_same(read: Read, address: str, query: str) -> None:
    noted: list[Mapping[str, Any]] = []
    uses = use_cases(noted)
    response = await over_rest(BY_ID[read.id], address, uses)
    assert (response.status_code, len(noted)) == (404, 1), response.text
    await over_graphql(query if query.endswith("}") else f"{query} {{ __typename }}", uses)
    assert len(noted) == 2
    assert noted[0] == noted[1]


class OneTournament(Port):
    """Of one tournament that is there it notes what else is asked."""

    async def get(self, caller: Caller, tournament_id: str) -> Any:
        return SimpleNamespace(id=tournament_id)


@pytest.mark.parametrize(
    ("read", "address", "query"),
    [
        (
            tournament_entrants.GET_ENTRANTS,
            "entrants?limit=3&name=ada&sort=NAME",
            'entrants(first: 3, name: "ada", sort: NAME)',
        ),
        (tournament_entrants.GET_ENTRANT_RECORD, "entrants/en_1/record", 'entrantRecord(entrant: "en_1")'),
        (tournament_entrants.GET_ENTRANT_RECORD, "entrants/me/record", "entrantRecord"),
        (tournament_rounds.GET_BRACKET, "bracket", "bracket"),
        (
            tournament_rounds.GET_STANDINGS,
            "standings?limit=3&after=abc&afterRound=2&bracket=true",
            'standings(first: 3, after: "abc", afterRound: 2, bracket: true)',
        ),
        (tournament_rounds.GET_RANKS, "ranks?limit=3&after=abc", 'ranks(first: 3, after: "abc")'),
        (tournament_streams.GET_TOURNAMENT_EVENTS, "events?limit=3&after=2", "events(first: 3, afterVersion: 2)"),
    ],
    ids=lambda value: value.id if isinstance(value, Read) else "",
)
async def test_both_skins_ask_for_the_same_of_a_tournament(read: Read, address: str, query: str) -> None:
    noted: list[Mapping[str, Any]] = []
    uses = use_cases(noted, tournaments=OneTournament(Tournaments, noted))
    await over_rest(BY_ID[read.id], f"/v1/tournaments/tn_1/{address}", uses)
    await over_graphql(f'tournament(id: "tn_1") {{ {query} {{ __typename }} }}', uses)
    assert len(noted) == 2
    assert noted[0] == noted[1]


class OneDeck:
    """Results of one deck."""

    async def deck_statistics(self, game: str, **asked: Any) -> DeckStatisticsPage:
        return DeckStatisticsPage((DeckStatistics(game, 1, 2, 1, 0, 1, WinRate(1, 2, "50.0")),), "abc", True)


async def test_both_skins_answer_the_same() -> None:
    uses = use_cases([], results=OneDeck())
    rest = (await over_rest(BY_ID["getDeckStatistics"], "/v1/games/c4/statistics/decks", uses)).json()
    found = await over_graphql(
        """deckStatistics(game: "c4") { pageInfo { hasNextPage endCursor }
        nodes { deck matches played wins draws losses winRate { numerator denominator text } } }""",
        uses,
    )
    page = found.data["deckStatistics"]
    assert page["nodes"] == rest["decks"]
    assert page["pageInfo"] == {"hasNextPage": rest["hasNext"], "endCursor": rest["endCursor"]}


async def test_what_is_public_asks_for_nobody() -> None:
    doors = Doors()
    uses = use_cases([], accounts=doors, results=OneDeck())
    assert (await over_rest(BY_ID["getDeckStatistics"], "/v1/games/c4/statistics/decks", uses, "wrong")).is_success
    assert (await over_graphql('deckStatistics(game: "c4") { __typename }', uses, "wrong")).errors is None
    assert doors.asked == 0


async def test_who_asks_is_settled_before_what_is_asked() -> None:
    found = await over_graphql("matches(first: 999) { __typename }", use_cases([]), "wrong")
    assert [error.original_error.code for error in found.errors] == [ErrorCode.UNAUTHENTICATED]


@pytest.mark.parametrize("first", [0, 101])
async def test_a_page_has_at_most_as_many_rows_as_its_row_says(first: int) -> None:
    noted: list[Mapping[str, Any]] = []
    found = await over_graphql(f'deckStatistics(game: "c4", first: {first}) {{ __typename }}', use_cases(noted))
    assert [error.original_error.path for error in found.errors] == [("first",)]
    assert not noted


@pytest.mark.parametrize(
    ("query", "refused"),
    [('match(id: "mt_1")', True), ('tournament(id: "tn_1")', True), ('tournamentCodes(tournamentId: "tn_1")', False)],
)
async def test_what_is_not_there_is_null_with_the_error_or_without(query: str, refused: bool) -> None:
    found = await over_graphql(f"{query} {{ __typename }}", use_cases([]))
    assert [*found.data.values()] == [None]
    assert bool(found.errors) is refused


def test_a_row_that_asks_less_than_the_use_case_needs_is_refused() -> None:
    with pytest.raises(AssertionError, match="getDeckStatistics: nothing asks for"):
        asks(replace(results.GET_DECK_STATISTICS, path="/v1/games"))


def test_a_row_with_a_parameter_that_the_use_case_does_not_take_is_refused() -> None:
    with pytest.raises(AssertionError, match="getDeckStatistics: nothing takes all of"):
        asks(replace(results.GET_DECK_STATISTICS, query_type=MatchupsQuery))
