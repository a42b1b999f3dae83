"""Results of matches that are over: by deck, by card, and between two entrants. Public, and the same for everybody.

Only matches count that are open to all, were not aborted and are no forks, and only decks that were revealed to
everybody. Spectators who are behind see them no earlier here than in the match itself.
"""

from __future__ import annotations

from typing import Literal, Protocol

import msgspec

from api_schema.ports.base import Out, Page


class WinRate(Out, frozen=True):
    """Wins of all that were played, as a reduced fraction and to be read, in percent with one digit after the point."""

    numerator: int
    denominator: int
    text: str


class DeckStatistics(Out, frozen=True):
    """The record of a deck. `played` counts seats, so it counts a match in which two players bring it twice: wins,
    draws and losses add up.

    `deck` is the ID of a preconstructed deck, or `own:` and 12 hex digits that are the same for equal loadouts.
    """

    deck: str
    matches: int
    played: int
    wins: int
    draws: int
    losses: int
    win_rate: WinRate


class CardStatistics(Out, frozen=True):
    """The record of players who brought a card. `decks`: how many different ones have it; `copies` of all that were
    played.
    """

    card: str
    decks: int
    copies: int
    matches: int
    played: int
    wins: int
    draws: int
    losses: int
    win_rate: WinRate


class DeckMatchup(Out, frozen=True):
    """The record of a deck against another one, or itself, in matches of two seats."""

    deck: str
    against: str
    matches: int
    played: int
    wins: int
    draws: int
    losses: int
    win_rate: WinRate


class DeckStatisticsPage(Page, frozen=True):
    """Decks in the order of their labels; `end_cursor` continues, for the same filter."""

    decks: tuple[DeckStatistics, ...]
    end_cursor: str | None
    has_next: bool


class CardStatisticsPage(Page, frozen=True):
    """Cards in the order of their IDs; `end_cursor` continues, for the same filter."""

    cards: tuple[CardStatistics, ...]
    end_cursor: str | None
    has_next: bool


class DeckMatchupPage(Page, frozen=True):
    """Pairs of decks in the order of their labels; `end_cursor` continues, for the same filter."""

    matchups: tuple[DeckMatchup, ...]
    end_cursor: str | None
    has_next: bool


class MetMatch(Out, frozen=True):
    """A match of two entrants; `outcome` is that of the first one. The numbers are null outside of tournaments."""

    match_id: str
    game: str
    tournament: str | None
    round: int | None
    table: int | None
    game_number: int | None
    ended_by: str
    finished_at: str
    outcome: Literal["WIN", "DRAW", "LOSS"]


class HeadToHead(Page, frozen=True):
    """The record of `one` against `other`: the better place has won. `met` is a page of the matches, newest first.

    `unknown`: those of the two references that nobody has, so far as the lists know yet.
    """

    one: str
    other: str
    matches: int
    wins: int
    draws: int
    losses: int
    unknown: tuple[str, ...]
    met: tuple[MetMatch, ...]
    end_cursor: str | None
    has_next: bool


class StatisticsFilter(msgspec.Struct, frozen=True, kw_only=True):
    """The matches that count; none: all of the game. `mode`: the value of the game's option of that name.

    Finished at `since` or later, and before `until`: RFC 3339 texts.
    """

    tournament: str | None = None
    mode: str | None = None
    since: str | None = None
    until: str | None = None


ALL_RESULTS = StatisticsFilter()


class Results(Protocol):
    """Statistics. INVALID_INPUT for a cursor of another list or filter, NOT_FOUND for an unknown game."""

    async def deck_statistics(
        self, game: str, *, first: int, after: str | None = None, wanted: StatisticsFilter = ALL_RESULTS
    ) -> DeckStatisticsPage: ...

    async def card_statistics(
        self, game: str, *, first: int, after: str | None = None, wanted: StatisticsFilter = ALL_RESULTS
    ) -> CardStatisticsPage: ...

    async def deck_matchups(
        self,
        game: str,
        *,
        deck: str | None = None,
        first: int,
        after: str | None = None,
        wanted: StatisticsFilter = ALL_RESULTS,
    ) -> DeckMatchupPage:
        """Every pair of decks that met, or those of one deck."""
        ...

    async def head_to_head(
        self, one: str, other: str, *, game: str | None = None, first: int, after: str | None = None
    ) -> HeadToHead:
        """Two entrants of a tournament, `en_...`; or, over all rated tournaments of a game, two players of its
        leaderboards, `ld_...`. References of players are of one match alone, and say nothing here.
        """
        ...
