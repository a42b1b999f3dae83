"""A match, as the holder of one token plays or watches it."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping
from typing import Any, TypeAlias

import msgspec

from playledger_client.answers import sent
from playledger_client.connection import NDJSON, Connection, Query
from playledger_client.model import Model
from playledger_client.models import (
    Act,
    ClockTick,
    EventPage,
    EventsAppended,
    Fork,
    Frame,
    Join,
    JoinMatch,
    JoinMatchBot,
    LegalAction,
    LegalActionSet,
    MatchClosed,
    Presence,
    Prompt,
    State,
    UnplayableCards,
)
from playledger_client.models import Match as MatchInfo
from playledger_client.streams import follow

Update: TypeAlias = EventsAppended | Presence | ClockTick | MatchClosed
UPDATES = {
    "events_appended": EventsAppended,
    "presence_changed": Presence,
    "clock_tick": ClockTick,
    "match_closed": MatchClosed,
}


class Match:
    """A match. `seat` is the seat of the token, None for an account, which may hold several, and for a spectator."""

    def __init__(self, connection: Connection, match: str, seat: int | None = None) -> None:
        self.id = match
        self.seat = seat
        self._connection = connection
        self._path = f"/v1/matches/{match}"

    @property
    def token(self) -> str | None:
        """The login of the seat: keep it, and `Client.match(id, token)` is this seat again."""
        return self._connection.token

    async def info(self) -> MatchInfo:
        """The match as the lobby shows it: status, version, seats, result."""
        return await self._connection.get(MatchInfo, self._path)

    async def join(self, order: JoinMatch, *, key: str | None = None) -> Match:
        """Take a seat, the lowest free one unless the order names one; the match as that seat sees it."""
        done = await self._join(order, key)
        return Match(self._connection.by(done.seat_token), self.id, done.seat)

    async def give_to_house(
        self, strength: str, *, seat: int | None = None, deck: str | None = None, key: str | None = None
    ) -> Join:
        """Let one of the game's `bots` play a seat of the own match."""
        return await self._join(JoinMatch(bot=JoinMatchBot(strength), seat=seat, deck=deck), key)

    async def _join(self, order: JoinMatch, key: str | None) -> Join:
        return await self._connection.change(Join, f"{self._path}/seats", order, key=key)

    async def leave(self, *, key: str | None = None) -> MatchInfo:
        """Free the own seat again, before the start."""
        return await self._connection.change(MatchInfo, f"{self._path}/seats/{self.seat}", method="DELETE", key=key)

    async def state(self, *, at: int | None = None, perspective: str | None = None) -> State:
        """The state at a version, now unless one is given; `view` is the game's, `table` the same for every game."""
        return await self._connection.get(State, f"{self._path}/state", **{"at": at, "as": perspective})

    async def legal(
        self, *, at: int | None = None, seat: int | None = None, expand: int | None = None
    ) -> LegalActionSet:
        """The actions that the seat may take. `expand`: list so many answers to a prompt at most, else describe them by
        templates.
        """
        asked = {"seat": self.seat if seat is None else seat, "at": at, "expand": expand}
        return await self._connection.get(LegalActionSet, f"{self._path}/legal-actions", **asked)

    async def unplayable(self, *, seat: int | None = None) -> UnplayableCards:
        """The cards in the seat's hand that it can't play now, each with the rule that stops it."""
        asked = {"seat": self.seat if seat is None else seat}
        return await self._connection.get(UnplayableCards, f"{self._path}/unplayable", **asked)

    async def act(
        self,
        action: LegalAction | Model | Mapping[str, Any],
        *,
        prompt: Prompt | None = None,
        seat: int | None = None,
        key: str | None = None,
        if_version: int | None = None,
    ) -> Act:
        """Do something: a listed action, or one as data or as the game's model with the prompt that it answers.

        `seat` is for accounts that hold several. Raises Overtaken where the match no longer asks, Illegal with a rule.
        """
        seat = self.seat if seat is None else seat
        body = {**sent(action, prompt), **({} if seat is None else {"seat": seat})}
        return await self._connection.change(Act, f"{self._path}/actions", body, key=key, if_version=if_version)

    async def concede(self, *, seat: int | None = None, key: str | None = None) -> Act:
        """Give up."""
        return await self.act({"type": "concede"}, seat=seat, key=key)

    async def events(self, after: int = 0, *, limit: int | None = None, perspective: str | None = None) -> EventPage:
        """Events after a version, in their order."""
        asked = {"after": after, "limit": limit, "as": perspective}
        return await self._connection.get(EventPage, f"{self._path}/events", **asked)

    async def replay(self, *, perspective: str | None = None) -> bytes:
        """The match as a file that proves itself, as far as the caller may see it."""
        return (await self._connection.send("GET", f"{self._path}/replay", query={"as": perspective})).content

    async def fork(self, at_version: int, *, key: str | None = None) -> Fork:
        """A practice match that goes on from a version of this one."""
        return await self._connection.change(Fork, f"{self._path}/forks", {"atVersion": at_version}, key=key)

    async def frames(self, first: int = 1, last: int | None = None, *, perspective: str | None = None) -> list[Frame]:
        """The frames after each batch of events, at most 4,096 versions of it: whole, or as patches."""
        asked: Query = {"from": first, "to": last, "as": perspective}
        answer = await self._connection.send("GET", f"{self._path}/frames", query=asked, headers={"Accept": NDJSON})
        return [msgspec.json.decode(line, type=Frame) for line in answer.content.splitlines()]

    def updates(
        self, after: int = 0, *, after_hash: str | None = None, frames: bool = False, perspective: str | None = None
    ) -> AsyncGenerator[Update]:
        """The events after a version and all to come, until the match is closed, whatever breaks.

        `after_hash` is the hash of the event at that version. Nothing comes twice. Raises Diverged where the service
        has lost what it told before, Unreachable, Refused.
        """
        asked: Query = {"after": after, "afterHash": after_hash, "frames": frames or None, "as": perspective}
        return follow(self._connection, f"{self._path}/stream", asked, UPDATES, _after, "match_closed")


def _after(update: Update) -> Query:
    if not isinstance(update, EventsAppended):
        return {}
    return {"after": update.to_version, "afterHash": update.events[-1].hash}
