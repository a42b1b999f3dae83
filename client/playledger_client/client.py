"""A service of Playledger, as one caller uses it."""

from __future__ import annotations

from collections.abc import Sequence
from types import TracebackType

import httpx

from playledger_client.connection import WAITS, Connection, Servers
from playledger_client.inbox import Inbox
from playledger_client.match import Match
from playledger_client.models import (
    About,
    Create,
    CreateMatch,
    CreateTournament,
    DeckInfo,
    DeckList,
    Game,
    GameList,
    TournamentMade,
)
from playledger_client.tournament import Tournament

SILENCE = 30.0
"""Seconds of silence after which a connection is given up: streams say something every 15."""


class Client:
    """A caller of a service: one address, or those of several replicas, which are asked in turn as they fail.

    `token` is that of an account; without one the caller is a guest. `waits` are the seconds before a request is sent
    again under its own key, and before a broken stream is taken up again. Close it, or use it in an `async with`.
    """

    def __init__(
        self,
        address: str | Sequence[str],
        token: str | None = None,
        *,
        waits: Sequence[float] = WAITS,
        timeout: float = SILENCE,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        addresses = [address] if isinstance(address, str) else address
        self._http = httpx.AsyncClient(timeout=timeout, transport=transport)
        self.connection = Connection(Servers(addresses, self._http, waits), token)
        """For calls that have no method of their own: `connection.get(models.Look, "/v1/games/c4/look")`."""
        self.inbox = Inbox(self.connection)

    async def __aenter__(self) -> Client:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Hang up."""
        await self._http.aclose()

    async def about(self) -> About:
        """The service's words about itself."""
        return await self.connection.get(About, "/v1/about")

    async def games(self) -> list[Game]:
        """The games that it plays."""
        return (await self.connection.get(GameList, "/v1/games")).games

    async def decks(self, game: str) -> list[DeckInfo]:
        """The ready-made decks of a game."""
        return (await self.connection.get(DeckList, f"/v1/games/{game}/decks")).decks

    async def create_match(self, order: CreateMatch, *, key: str | None = None) -> Create:
        """Open a match; `create.match.id` names it."""
        return await self.connection.change(Create, "/v1/matches", order, key=key)

    def match(self, match: str, token: str | None = None, seat: int | None = None) -> Match:
        """A match by its id: as the holder of a seat's token, else as this caller."""
        return Match(self.connection.by(token or self.connection.token), match, seat)

    async def create_tournament(self, order: CreateTournament, *, key: str | None = None) -> TournamentMade:
        """Make a tournament; `made.tournament.id` names it."""
        return await self.connection.change(TournamentMade, "/v1/tournaments", order, key=key)

    def tournament(self, tournament: str) -> Tournament:
        """A tournament by its id."""
        return Tournament(self.connection, tournament)
