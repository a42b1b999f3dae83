"""Results of matches that are over. Public, and the same for everybody."""

from __future__ import annotations

from api_schema import reads
from api_schema.rest.caching import PUBLIC
from api_schema.rest.parameters import HeadToHeadQuery, MatchupsQuery, StatisticsQuery
from api_schema.rest.read_rows import read_row

_COUNTED = (
    "Of matches that are over, open to all, not aborted and no forks, as far as everybody may know what was brought to"
    " them: a match that keeps its decks to its players is not counted, one that reveals them later is from then on."
)

OPERATIONS = (
    read_row(
        reads.GET_DECK_STATISTICS,
        "/v1/games/{slug}/statistics/decks",
        "The records of a game's decks",
        "results",
        PUBLIC,
        query_type=StatisticsQuery,
        description=_COUNTED,
    ),
    read_row(
        reads.GET_CARD_STATISTICS,
        "/v1/games/{slug}/statistics/cards",
        "The records of players who brought the cards of a game",
        "results",
        PUBLIC,
        query_type=StatisticsQuery,
        description=_COUNTED,
    ),
    read_row(
        reads.GET_DECK_MATCHUPS,
        "/v1/games/{slug}/statistics/matchups",
        "The records of a game's decks against each other, in matches of two seats",
        "results",
        PUBLIC,
        query_type=MatchupsQuery,
        description=_COUNTED,
    ),
    read_row(
        reads.GET_HEAD_TO_HEAD,
        "/v1/head-to-head",
        "The record of one entrant against another",
        "results",
        PUBLIC,
        query_type=HeadToHeadQuery,
        description=(
            "By references of entrants, `en_...`, or of players of leaderboards, `ld_...`, over all rated tournaments."
            " A player has another pseudonym in every match, so the reference of a player"
            " in a match says nothing here. `unknown` has those of the two that nobody has."
        ),
    ),
)
