"""Finding matches: filter, order, page."""

from __future__ import annotations

from api_schema.graphql.attributes import attribute
from api_schema.graphql.paging import connection, end_of_page
from api_schema.graphql.query_rows import Query
from api_schema.graphql.request_inputs import PLAIN
from api_schema.ports.matches import MatchFilter, MatchPage
from api_schema.reads import FIND_MATCHES

KNOWN = "Somebody brought it to a match that is over and whose decks everybody may know."
FILTER = PLAIN.input(
    "MatchFilter",
    MatchFilter,
    "Which matches: all conditions must hold. Times are exclusive.",
    first={},
    without=("order",),
    texts={
        "status": "One of these.",
        "visibility": "As far as the caller may see.",
        "mine": "Only matches that your account sits in.",
        "joinable": "Open, with a free seat.",
        "practice": "Forks, which count for nothing.",
        "player": "A player's reference: it is of one match alone.",
        "entrant": "An entrant (`en_...`), or a player of leaderboards (`ld_...`) in all rated tournaments.",
        "ended_by": "The ID of the rule that ended it.",
        "tournament": "Games of this tournament.",
        "round": "Games of this round; needs `tournament`.",
        "deck": f"The label of a deck. {KNOWN}",
        "card": f"The ID of a card. {KNOWN}",
    },
)


connection(
    "MatchConnection",
    MatchPage,
    "Matches in the order that was asked for. A cursor is good for its filter and order.",
    nodes=attribute(of="matches"),
    page_info=end_of_page(),
)


MATCHES = Query(
    FIND_MATCHES,
    "matches",
    "Open matches, and those that your account sits in.",
    input=FILTER,
    apart=("order",),
    texts={"order": "RECENTLY_UPDATED: a match comes to the front whenever something happens in it."},
    most=200,
)
