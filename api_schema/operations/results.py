"""Results of matches that are over. Public, and the same for everybody."""

from __future__ import annotations

from typing import Any

from api_schema.errors import ErrorCode
from api_schema.operations.fields import Field, Input
from api_schema.operations.operation import Keeps, Read
from api_schema.operations.parameters import HeadToHeadQuery, MatchupsQuery, StatisticsQuery
from api_schema.ports.results import Results, StatisticsFilter

_COUNTED = (
    "Of matches that are over, open to all, not aborted and no forks, as far as everybody may know what was brought to"
    " them: a match that keeps its decks to its players is not counted, one that reveals them later is from then on."
)
_PAGE: Any = {"usual": 20, "most": 100}
_FILTER = Input(
    "StatisticsFilter",
    StatisticsFilter,
    "Which matches count: all conditions must hold.",
    first={},
    texts={
        "mode": "The value of the game's option `mode`.",
        "since": "Over then, or later.",
        "until": "Over before.",
    },
)
_OF_A_GAME: Any = {"keeps": Keeps.PUBLIC, "codes": (ErrorCode.NOT_FOUND,), "description": _COUNTED}

GET_DECK_STATISTICS = Read(
    "getDeckStatistics",
    "/v1/games/{slug}/statistics/decks",
    "The records of a game's decks",
    "results",
    Results.deck_statistics,
    query_type=StatisticsQuery,
    points=100,
    **_OF_A_GAME,
    graphql=Field(
        "deckStatistics",
        "The records of a game's decks, as far as everybody may know them.",
        input=_FILTER,
        **_PAGE,
    ),
)
"""A statistic reads every match that counts, with its seats."""
GET_CARD_STATISTICS = Read(
    "getCardStatistics",
    "/v1/games/{slug}/statistics/cards",
    "The records of players who brought the cards of a game",
    "results",
    Results.card_statistics,
    query_type=StatisticsQuery,
    points=1000,
    **_OF_A_GAME,
    graphql=Field(
        "cardStatistics",
        "The records of players who brought the cards of a game; as `deckStatistics`.",
        input=_FILTER,
        **_PAGE,
    ),
)
"""One of cards reads all that was brought besides: some tens of rows for each seat."""
GET_DECK_MATCHUPS = Read(
    "getDeckMatchups",
    "/v1/games/{slug}/statistics/matchups",
    "The records of a game's decks against each other, in matches of two seats",
    "results",
    Results.deck_matchups,
    query_type=MatchupsQuery,
    points=100,
    **_OF_A_GAME,
    graphql=Field(
        "deckMatchups",
        "The records of decks against each other in matches of two seats; as `deckStatistics`.",
        input=_FILTER,
        **_PAGE,
    ),
)
GET_HEAD_TO_HEAD = Read(
    "getHeadToHead",
    "/v1/head-to-head",
    "The record of one entrant against another",
    "results",
    Results.head_to_head,
    keeps=Keeps.PUBLIC,
    query_type=HeadToHeadQuery,
    points=20,
    description="By references of entrants, `en_...`, or of players of leaderboards, `ld_...`, over all rated"
    " tournaments. A player has another pseudonym in every match, so the reference of a player"
    " in a match says nothing here. `unknown` has those of the two that nobody has.",
    graphql=Field(
        "headToHead",
        "The record of one entrant (`en_...`) against another, or of one player of a leaderboard (`ld_...`) over all"
        " rated tournaments. References of players in matches hold for one match alone.",
        ids=("one", "other"),
        **_PAGE,
    ),
)

ROWS = (GET_DECK_STATISTICS, GET_CARD_STATISTICS, GET_DECK_MATCHUPS, GET_HEAD_TO_HEAD)
