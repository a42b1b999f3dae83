"""Results of matches that are over. Public, and the same for everybody."""

from __future__ import annotations

from api_schema.graphql.attributes import attribute
from api_schema.graphql.paging import connection, end_of_page
from api_schema.ports.results import (
    CardStatisticsPage,
    DeckMatchupPage,
    DeckStatisticsPage,
    HeadToHead,
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
