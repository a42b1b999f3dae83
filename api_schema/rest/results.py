"""Results of matches that are over. Public, and the same for everybody."""

from __future__ import annotations

from typing import Any

from api_schema.errors import ErrorCode
from api_schema.ports.results import (
    CardStatisticsPage,
    DeckMatchupPage,
    DeckStatisticsPage,
    HeadToHead,
    StatisticsFilter,
)
from api_schema.rest.operation import ApiCall, Operation
from api_schema.rest.parameters import GamePath, HeadToHeadQuery, MatchupsQuery, StatisticsQuery, given
from api_schema.rest.replies import Reply

_FRESH = {"Cache-Control": "public, no-cache"}


async def decks(call: ApiCall) -> Reply:
    """The records of decks."""
    return Reply(await call.uses.results.deck_statistics(call.path.slug, **_page(call.query)), headers=_FRESH)


async def cards(call: ApiCall) -> Reply:
    """The records of cards."""
    return Reply(await call.uses.results.card_statistics(call.path.slug, **_page(call.query)), headers=_FRESH)


async def matchups(call: ApiCall) -> Reply:
    """The records of decks against each other."""
    query: MatchupsQuery = call.query
    page = await call.uses.results.deck_matchups(call.path.slug, deck=given(query.deck), **_page(query))
    return Reply(page, headers=_FRESH)


async def head_to_head(call: ApiCall) -> Reply:
    """The record of one entrant against another."""
    query: HeadToHeadQuery = call.query
    found = await call.uses.results.head_to_head(
        query.one, query.other, first=query.limit, after=given(query.after), game=given(query.game)
    )
    return Reply(found, headers=_FRESH)


def _page(query: StatisticsQuery | MatchupsQuery) -> dict[str, Any]:
    """The page and the filter, as the use cases take them."""
    wanted = StatisticsFilter(**{name: given(getattr(query, name)) for name in StatisticsFilter.__struct_fields__})
    return {"first": query.limit, "after": given(query.after), "wanted": wanted}


_COUNTED = (
    "Of matches that are over, open to all, not aborted and no forks, as far as everybody may know what was brought to"
    " them: a match that keeps its decks to its players is not counted, one that reveals them later is from then on."
)
_COSTS = 100
"""A statistic reads every match that counts, with its seats."""
_CARD_COSTS = 1000
"""One of cards reads all that was brought besides: some tens of rows for each seat."""

OPERATIONS = (
    Operation(
        "getDeckStatistics",
        "GET",
        "/v1/games/{slug}/statistics/decks",
        decks,
        "The records of a game's decks",
        "results",
        DeckStatisticsPage,
        path_type=GamePath,
        query_type=StatisticsQuery,
        codes=(ErrorCode.NOT_FOUND,),
        description=_COUNTED,
        costs=_COSTS,
    ),
    Operation(
        "getCardStatistics",
        "GET",
        "/v1/games/{slug}/statistics/cards",
        cards,
        "The records of players who brought the cards of a game",
        "results",
        CardStatisticsPage,
        path_type=GamePath,
        query_type=StatisticsQuery,
        codes=(ErrorCode.NOT_FOUND,),
        description=_COUNTED,
        costs=_CARD_COSTS,
    ),
    Operation(
        "getDeckMatchups",
        "GET",
        "/v1/games/{slug}/statistics/matchups",
        matchups,
        "The records of a game's decks against each other, in matches of two seats",
        "results",
        DeckMatchupPage,
        path_type=GamePath,
        query_type=MatchupsQuery,
        codes=(ErrorCode.NOT_FOUND,),
        description=_COUNTED,
        costs=_COSTS,
    ),
    Operation(
        "getHeadToHead",
        "GET",
        "/v1/head-to-head",
        head_to_head,
        "The record of one entrant against another",
        "results",
        HeadToHead,
        query_type=HeadToHeadQuery,
        description=(
            "By references of entrants, `en_...`, or of players of leaderboards, `ld_...`, over all rated tournaments."
            " A player has another pseudonym in every match, so the reference of a player"
            " in a match says nothing here, and a reference that never entered anything has met nobody."
        ),
        costs=20,
    ),
)
