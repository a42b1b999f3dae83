"""Use cases of one who has nothing, for skins that are tested by something else."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from typing import Any

from api_schema.errors import ApiError, ErrorCode
from api_schema.ports.about import AboutOut, LargestOut
from api_schema.ports.base import Caller
from api_schema.ports.decks import SavedDeckOut, SavedDeckPage, SaveDeck
from api_schema.ports.health import ClockHealth, HintsHealth, ReadModelsHealth, ReadyOut, StoreHealth
from api_schema.ports.matches import Update
from api_schema.ports.ratings import LeaderboardPage, RatingHistory, RatingsFile, SeasonList
from api_schema.ports.results import (
    ALL_RESULTS,
    CardStatisticsPage,
    DeckMatchupPage,
    DeckStatisticsPage,
    HeadToHead,
    StatisticsFilter,
)
from api_schema.ports.webhooks import CreateWebhook, ReplayWebhook, WebhookMade, WebhookOut

ABOUT = AboutOut("Playledger", "1", None, (), (), LargestOut(1, 2, 3, 4))
WELL = ReadyOut(
    "ok",
    {"store": "ok", "broker": "ok"},
    StoreHealth("ok", "ok"),
    ClockHealth("ok", 0),
    HintsHealth("ok", None),
    ReadModelsHealth("ok", 0, 0.0),
    None,
)
"""Readiness of one to whom nothing happens."""


class NoDecks:
    """ports.Decks of an account that can save none."""

    async def save(self, caller: Caller, key: str, request: SaveDeck) -> SavedDeckOut:
        raise ApiError(ErrorCode.FORBIDDEN, "no decks here")

    async def change(self, caller: Caller, deck_id: str, request: SaveDeck, expected: int) -> SavedDeckOut:
        raise _no_deck()

    async def delete(self, caller: Caller, deck_id: str, expected: int | None = None) -> None:
        raise _no_deck()

    async def get(self, caller: Caller, deck_id: str) -> SavedDeckOut:
        raise _no_deck()

    async def find(
        self, caller: Caller, *, first: int, after: str | None = None, game: str | None = None
    ) -> SavedDeckPage:
        return SavedDeckPage((), None, False, 0)


def _no_deck() -> ApiError:
    return ApiError(ErrorCode.NOT_FOUND, "no such deck")


class NoWebhooks:
    """ports.Webhooks of an account that can have none."""

    async def create(self, caller: Caller, request: CreateWebhook) -> WebhookMade:
        raise ApiError(ErrorCode.FORBIDDEN, "no webhooks here")

    async def all(self, caller: Caller) -> tuple[WebhookOut, ...]:
        return ()

    async def get(self, caller: Caller, webhook_id: str) -> WebhookOut:
        raise _no_webhook()

    async def delete(self, caller: Caller, webhook_id: str) -> None:
        raise _no_webhook()

    async def replay(self, caller: Caller, webhook_id: str, request: ReplayWebhook) -> WebhookOut:
        raise _no_webhook()


def _no_webhook() -> ApiError:
    return ApiError(ErrorCode.NOT_FOUND, "no such webhook")


class NoTournaments:
    """ports.Tournaments where there is none: whatever is asked of one is not found."""

    def __getattr__(self, name: str) -> Any:
        async def refused(*_: Any, **__: Any) -> Any:
            raise _no_tournament()

        return refused

    async def updates(self, caller: Caller, tournament_id: str, *, after: int = 0) -> AsyncGenerator[Update]:
        raise _no_tournament()
        yield


def _no_tournament() -> ApiError:
    return ApiError(ErrorCode.NOT_FOUND, "no such tournament")


NO_TOURNAMENTS: Any = NoTournaments()


class NoResults:
    """ports.Results where nothing was ever over."""

    async def deck_statistics(
        self, game: str, *, first: int, after: str | None = None, wanted: StatisticsFilter = ALL_RESULTS
    ) -> DeckStatisticsPage:
        return DeckStatisticsPage((), None, False)

    async def card_statistics(
        self, game: str, *, first: int, after: str | None = None, wanted: StatisticsFilter = ALL_RESULTS
    ) -> CardStatisticsPage:
        return CardStatisticsPage((), None, False)

    async def deck_matchups(
        self,
        game: str,
        *,
        first: int,
        after: str | None = None,
        deck: str | None = None,
        wanted: StatisticsFilter = ALL_RESULTS,
    ) -> DeckMatchupPage:
        return DeckMatchupPage((), None, False)

    async def head_to_head(
        self, one: str, other: str, *, first: int, after: str | None = None, game: str | None = None
    ) -> HeadToHead:
        return HeadToHead(one, other, 0, 0, 0, 0, (one, other), (), None, False)


class NoRatings:
    """ports.Ratings of a service on which nothing was rated."""

    async def leaderboard(
        self, game: str, *, season: str | None = None, first: int, after: str | None = None
    ) -> LeaderboardPage:
        return LeaderboardPage(game, "none", None, (), None, False)

    async def seasons(self, game: str) -> SeasonList:
        return SeasonList(game, ())

    async def player(
        self, game: str, player: str, *, season: str | None = None, first: int, after: str | None = None
    ) -> RatingHistory:
        raise ApiError(ErrorCode.NOT_FOUND, "no such player")

    async def ratings_file(self, game: str, season: str | None = None) -> RatingsFile:
        raise ApiError(ErrorCode.NOT_FOUND, "nothing was rated")
