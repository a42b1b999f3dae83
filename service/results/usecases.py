"""Results: pages of statistics over the read model of results."""

from __future__ import annotations

from collections.abc import Sequence
from math import gcd
from typing import Any, Literal, cast
from uuid import UUID

import sqlalchemy as sa

from api_schema.errors import ApiError, ErrorCode
from api_schema.ports.results import (
    ALL_RESULTS,
    CardStatistics,
    CardStatisticsPage,
    DeckMatchup,
    DeckMatchupPage,
    DeckStatistics,
    DeckStatisticsPage,
    HeadToHead,
    MetMatch,
    StatisticsFilter,
    WinRate,
)
from eventstore import EventStore
from service.application.ids import MATCH_IDS
from service.application.inputs import bounded, require_word
from service.application.refusals import store_errors
from service.catalogue.catalogue import GameCatalogue
from service.cursors import cursor, list_name, place_of, placed
from service.projections.match_results import queries
from service.projections.tournament_list.queries import known
from service.times import Clock, rfc3339

MOST = 100
"""Rows of a page."""


class ResultUseCases:
    """Asks the read model, which follows the store after a moment."""

    def __init__(self, store: EventStore, catalogue: GameCatalogue, clock: Clock) -> None:
        self._store = store
        self._catalogue = catalogue
        self._clock = clock

    async def deck_statistics(
        self, game: str, *, first: int, after: str | None = None, wanted: StatisticsFilter = ALL_RESULTS
    ) -> DeckStatisticsPage:
        here = self._list("decks", game, first, wanted)
        place = None if after is None else place_of(after, here, tuple[str])[0]
        rows = await self._read(queries.by_deck(game, wanted, place, first + 1, self._clock()))
        decks = tuple(DeckStatistics(row.deck, *_tally(row)) for row in rows[:first])
        end = cursor(here, decks[-1].deck) if decks else None
        return placed(DeckStatisticsPage(decks, end, len(rows) > first), here, [(one.deck,) for one in decks], after)

    async def card_statistics(
        self, game: str, *, first: int, after: str | None = None, wanted: StatisticsFilter = ALL_RESULTS
    ) -> CardStatisticsPage:
        here = self._list("cards", game, first, wanted)
        place = None if after is None else place_of(after, here, tuple[str])[0]
        rows = await self._read(queries.by_card(game, wanted, place, first + 1, self._clock()))
        cards = tuple(CardStatistics(row.card, int(row.decks), int(row.copies), *_tally(row)) for row in rows[:first])
        end = cursor(here, cards[-1].card) if cards else None
        return placed(CardStatisticsPage(cards, end, len(rows) > first), here, [(one.card,) for one in cards], after)

    async def deck_matchups(
        self,
        game: str,
        *,
        first: int,
        after: str | None = None,
        deck: str | None = None,
        wanted: StatisticsFilter = ALL_RESULTS,
    ) -> DeckMatchupPage:
        require_word(deck, "deck")
        here = self._list("matchups", game, first, wanted, deck)
        place = None if after is None else place_of(after, here, tuple[str, str])
        rows = await self._read(queries.by_matchup(game, wanted, deck, place, first + 1, self._clock()))
        matchups = tuple(DeckMatchup(row.deck, row.against, *_tally(row)) for row in rows[:first])
        end = cursor(here, matchups[-1].deck, matchups[-1].against) if matchups else None
        page = DeckMatchupPage(matchups, end, len(rows) > first)
        return placed(page, here, [(one.deck, one.against) for one in matchups], after)

    async def head_to_head(
        self, one: str, other: str, *, first: int, after: str | None = None, game: str | None = None
    ) -> HeadToHead:
        bounded(first, 1, MOST, "first")
        for name, text in (("one", one), ("other", other), ("game", game)):
            require_word(text, name)
        if one == other:
            raise ApiError(ErrorCode.INVALID_INPUT, "name two different entrants", path=("other",))
        here = list_name("head-to-head", one, other, game)
        place = None if after is None else _met_place(after, here)
        found = queries.met(one, other, game, self._clock())
        counts: dict[str, int] = dict(await self._read(queries.met_counts(found)))
        rows = await self._read(queries.met_page(found, place, first + 1))
        shown = rows[:first]
        places = [(row.finished_at, row.stream_id.hex) for row in shown]
        page = HeadToHead(
            one=one,
            other=other,
            matches=sum(counts.values()),
            wins=counts.get("win", 0),
            draws=counts.get("draw", 0),
            losses=counts.get("loss", 0),
            unknown=() if counts else await self._unknown(one, other),
            met=tuple(_met(row) for row in shown),
            end_cursor=cursor(here, *places[-1]) if places else None,
            has_next=len(rows) > first,
        )
        return placed(page, here, places, after)

    async def _unknown(self, *references: str) -> tuple[str, ...]:
        """Those that nobody has."""
        found = {row.reference for row in await self._read(known(references))}
        return tuple(one for one in references if one not in found)

    def _list(self, kind: str, game: str, first: int, wanted: StatisticsFilter, *more: object) -> str:
        """The name of a list, once all that was asked for makes sense."""
        self._catalogue.game(game)
        bounded(first, 1, MOST, "first")
        for name in StatisticsFilter.__struct_fields__:
            require_word(getattr(wanted, name), name)
        return list_name(f"results of {kind}", game, wanted, *more)

    async def _read(self, query: sa.Executable) -> Sequence[Any]:
        with store_errors():
            return await self._store.sql.lookup(lambda connection: connection.execute(query).all())


def win_rate(wins: int, played: int) -> WinRate:
    """Exactly, and in percent rounded half up to a tenth. `played` is at least 1."""
    shared = gcd(wins, played)
    tenths = (2000 * wins + played) // (2 * played)
    return WinRate(wins // shared, played // shared, f"{tenths // 10}.{tenths % 10}%")


def _tally(row: Any) -> tuple[int, int, int, int, int, WinRate]:
    """The common columns of all statistics. Databases give sums in types of their own."""
    numbers = (int(row.matches), int(row.played), int(row.wins), int(row.draws), int(row.losses))
    return *numbers, win_rate(numbers[2], numbers[1])


def _met(row: Any) -> MetMatch:
    return MetMatch(
        match_id=MATCH_IDS.id_of(row.stream_id),
        game=row.game,
        tournament=row.tournament,
        round=row.round,
        table=row.table_number,
        game_number=row.game_number,
        ended_by=row.ended_by,
        finished_at=rfc3339(row.finished_at),
        outcome=cast(Literal["WIN", "DRAW", "LOSS"], row.outcome.upper()),
    )


def _met_place(after: str, here: str) -> tuple[int, UUID]:
    at, stream = place_of(after, here, tuple[int, str])
    try:
        return at, UUID(stream)
    except ValueError:
        raise ApiError(ErrorCode.INVALID_INPUT, "this is not a cursor of this list", path=("after",)) from None
