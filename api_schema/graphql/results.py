"""Results of matches that are over. Public, and the same for everybody."""

from __future__ import annotations

from api_schema.graphql.attributes import attribute
from api_schema.graphql.paging import connection, end_of_page
from api_schema.graphql.query_rows import Query
from api_schema.graphql.request_inputs import PLAIN
from api_schema.ports.results import (
    CardStatisticsPage,
    DeckMatchupPage,
    DeckStatisticsPage,
    HeadToHead,
    StatisticsFilter,
)
from api_schema.reads import GET_CARD_STATISTICS, GET_DECK_MATCHUPS, GET_DECK_STATISTICS, GET_HEAD_TO_HEAD

MOST = 100
"""Rows of a page."""


FILTER = PLAIN.input(
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


connection(
    "DeckStatisticsConnection",
    DeckStatisticsPage,
    "Decks in the order of their labels. A cursor is good for its filter.",
    page_info=end_of_page(),
    nodes=attribute(of="decks"),
)


connection(
    "CardStatisticsConnection",
    CardStatisticsPage,
    "Cards in the order of their IDs. A cursor is good for its filter.",
    page_info=end_of_page(),
    nodes=attribute(of="cards"),
)


connection(
    "DeckMatchupConnection",
    DeckMatchupPage,
    "Pairs of decks in the order of their labels. A cursor is good for its filter.",
    page_info=end_of_page(),
    nodes=attribute(of="matchups"),
)


connection(
    "HeadToHeadConnection",
    HeadToHead,
    "The matches of two entrants, counted from the side of the first; the newest come first.",
    page_info=end_of_page(),
    one=attribute(),
    other=attribute(),
    matches=attribute("How many they are; wins, draws and losses add up to it."),
    wins=attribute(),
    draws=attribute(),
    losses=attribute(),
    unknown=attribute("Those of the two references that nobody has, so far as the lists know yet: mistyped, perhaps."),
    nodes=attribute(of="met"),
)


QUERIES = (
    Query(
        GET_DECK_STATISTICS,
        "deckStatistics",
        "The records of a game's decks, as far as everybody may know them.",
        input=FILTER,
        usual=20,
        most=MOST,
    ),
    Query(
        GET_CARD_STATISTICS,
        "cardStatistics",
        "The records of players who brought the cards of a game; as `deckStatistics`.",
        input=FILTER,
        usual=20,
        most=MOST,
    ),
    Query(
        GET_DECK_MATCHUPS,
        "deckMatchups",
        "The records of decks against each other in matches of two seats; as `deckStatistics`.",
        input=FILTER,
        usual=20,
        most=MOST,
    ),
    Query(
        GET_HEAD_TO_HEAD,
        "headToHead",
        "The record of one entrant (`en_...`) against another, or of one player of a leaderboard (`ld_...`) over all"
        " rated tournaments. References of players in matches hold for one match alone.",
        ids=("one", "other"),
        usual=20,
        most=MOST,
    ),
)
