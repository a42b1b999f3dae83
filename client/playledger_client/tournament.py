"""A tournament, as an entrant, an organiser or a referee takes part in it, or anybody watches it."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence
from typing import Any, TypeAlias, TypeVar

from playledger_client.connection import Connection, Query
from playledger_client.models import (
    Bracket,
    DeckOrder,
    EntrantPage,
    EntrantRecord,
    PairingPage,
    PairingsChanged,
    RankPage,
    RegisterEntrant,
    ReportResult,
    ReportResultKind,
    RoundList,
    RulePairing,
    StandingPage,
    StandingsChanged,
    TournamentChanged,
    TournamentClosed,
    TournamentMade,
)
from playledger_client.models import Tournament as TournamentInfo
from playledger_client.streams import follow

Update: TypeAlias = TournamentChanged | PairingsChanged | StandingsChanged | TournamentClosed
News = TypeVar("News", TournamentChanged, PairingsChanged, StandingsChanged)
NAMES: dict[type[Any], str] = {
    TournamentChanged: "tournament_changed",
    PairingsChanged: "pairings_changed",
    StandingsChanged: "standings_changed",
}


class Tournament:
    """A tournament. Each change takes the idempotency key of the caller, or makes one."""

    def __init__(self, connection: Connection, tournament: str) -> None:
        self.id = tournament
        self._connection = connection
        self._path = f"/v1/tournaments/{tournament}"

    async def info(self) -> TournamentInfo:
        """How it stands: status, round, policy, and the caller's own part in it."""
        return await self._connection.get(TournamentInfo, self._path)

    async def register(self, deck: DeckOrder, *, invite: str | None = None, key: str | None = None) -> TournamentMade:
        """Enter with a deck."""
        return await self._change("/entrants", RegisterEntrant(deck=deck, invite=invite), key)

    async def change_deck(self, deck: DeckOrder, *, key: str | None = None) -> TournamentMade:
        """Bring another deck, before the first round."""
        return await self._change("/deck", deck, key, "PUT")

    async def check_in(self, entrant: str = "me", *, key: str | None = None) -> TournamentMade:
        """Be there."""
        return await self._change(f"/entrants/{entrant}/check-in", None, key)

    async def drop(self, entrant: str = "me", *, key: str | None = None) -> TournamentMade:
        """Go, before the start or between rounds."""
        return await self._change(f"/entrants/{entrant}", None, key, "DELETE")

    async def confirm(self, number: int, table: int, *, key: str | None = None) -> TournamentMade:
        """Agree to the result of the own table."""
        return await self.report(ReportResult(round=number, table=table, kind=ReportResultKind.CONFIRM), key=key)

    async def dispute(self, number: int, table: int, reason: str, *, key: str | None = None) -> TournamentMade:
        """Disagree with it, and say why."""
        order = ReportResult(round=number, table=table, kind=ReportResultKind.DISPUTE, reason=reason)
        return await self.report(order, key=key)

    async def report(self, order: ReportResult, *, key: str | None = None) -> TournamentMade:
        """The own word on the result of the own table."""
        return await self._change("/reports", order, key)

    async def rule(self, order: RulePairing, *, key: str | None = None) -> TournamentMade:
        """A referee's call."""
        return await self._change("/rulings", order, key)

    async def start_round(self, number: int, *, excused: Sequence[str] = (), key: str | None = None) -> TournamentMade:
        """Begin a round; the number says which, so that it can't be begun twice."""
        return await self._change("/rounds", {"round": number, "excused": excused}, key)

    async def pause(self, reason: str, *, key: str | None = None) -> TournamentMade:
        """Stop the clocks of rounds."""
        return await self._change("/pause", {"reason": reason}, key)

    async def resume(self, *, key: str | None = None) -> TournamentMade:
        """Let them run again."""
        return await self._change("/resume", None, key)

    async def finish(self, *, key: str | None = None) -> TournamentMade:
        """End it, after its last round."""
        return await self._change("/finish", None, key)

    async def cancel(self, reason: str, *, key: str | None = None) -> TournamentMade:
        """End it without ranks."""
        return await self._change("/cancel", {"reason": reason}, key)

    async def rounds(self) -> RoundList:
        """The rounds that have begun."""
        return await self._connection.get(RoundList, f"{self._path}/rounds")

    async def entrants(self, *, after: str | None = None, limit: int | None = None) -> EntrantPage:
        """The entrants; `after` is the `end_cursor` of the page before."""
        return await self._connection.get(EntrantPage, f"{self._path}/entrants", after=after, limit=limit)

    async def entrant_record(self, entrant: str = "me") -> EntrantRecord:
        """The record of an entrant in each round, and what that brought."""
        return await self._connection.get(EntrantRecord, f"{self._path}/entrants/{entrant}/record")

    async def pairings(
        self, number: int | None = None, *, after: str | None = None, limit: int | None = None
    ) -> PairingPage:
        """The tables of a round, of the last one unless it is named."""
        asked = {"round": number, "after": after, "limit": limit}
        return await self._connection.get(PairingPage, f"{self._path}/pairings", **asked)

    async def standings(
        self, after_round: int | None = None, *, after: str | None = None, limit: int | None = None
    ) -> StandingPage:
        """The standings after a round, after the last one that is over unless it is named."""
        asked = {"afterRound": after_round, "after": after, "limit": limit}
        return await self._connection.get(StandingPage, f"{self._path}/standings", **asked)

    async def ranks(self, *, after: str | None = None, limit: int | None = None) -> RankPage:
        """The final ranks."""
        return await self._connection.get(RankPage, f"{self._path}/ranks", after=after, limit=limit)

    async def bracket(self) -> Bracket:
        """The bracket, where there is one."""
        return await self._connection.get(Bracket, f"{self._path}/bracket")

    async def file(self, name: str) -> bytes:
        """A file of the tournament: `record.ndjson`, `results.csv`, `replays.tar`, `rounds/1/file`."""
        return (await self._connection.send("GET", f"{self._path}/{name}")).content

    def updates(self, after: int = 0) -> AsyncGenerator[TournamentChanged | TournamentClosed]:
        """The events after a version, and all to come, until the tournament is over."""
        return self._follow("stream", {"after": after}, TournamentChanged)

    def watch_pairings(
        self, number: int | None = None, *, after: int = 0
    ) -> AsyncGenerator[PairingsChanged | TournamentClosed]:
        """The tables of a round, then those that change; of the last round and each further one unless it is named."""
        return self._follow("pairings/stream", {"round": number, "after": after}, PairingsChanged)

    def watch_standings(
        self, *, after: int = 0, limit: int | None = None
    ) -> AsyncGenerator[StandingsChanged | TournamentClosed]:
        """The first rows of the standings, then again whenever they change."""
        return self._follow("standings/stream", {"limit": limit, "after": after}, StandingsChanged)

    def _follow(self, path: str, asked: Query, kind: type[News]) -> AsyncGenerator[News | TournamentClosed]:
        kinds: dict[str, type[Any]] = {NAMES[kind]: kind, "tournament_closed": TournamentClosed}
        return follow(self._connection, f"{self._path}/{path}", asked, kinds, _after, "tournament_closed")

    async def _change(self, path: str, body: object, key: str | None, method: str = "POST") -> TournamentMade:
        return await self._connection.change(TournamentMade, self._path + path, body, method=method, key=key)


def _after(update: Update) -> Query:
    return {"after": update.to_version if isinstance(update, TournamentChanged) else update.version}
