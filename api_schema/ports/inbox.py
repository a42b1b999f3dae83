"""The inbox of an account: news of its matches and tournaments, and the matches that wait for it now."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from typing import Protocol

from api_schema.ports.base import Caller, Out, Page
from api_schema.ports.matches import ResultOut
from api_schema.ports.tournaments import RulingName


class InboxItemOut(Out, frozen=True, tag_field="kind"):
    """The common members of items. `cursor` is opaque: resume after this item."""

    cursor: str
    at: str


class YourTurnOut(InboxItemOut, frozen=True, tag="YourTurn"):
    """A question waits for a seat of yours. Told once for each; standing ones, that may be left open, are not told."""

    match_id: str
    seat: int
    prompt_id: str
    deadline: str | None


class MatchStartedOut(InboxItemOut, frozen=True, tag="MatchStarted"):
    """A match in which you sit has begun."""

    match_id: str
    seat: int


class MatchOverOut(InboxItemOut, frozen=True, tag="MatchOver"):
    """A match in which you sat is over; with the kind ABORTED it was ended without being played out."""

    match_id: str
    seat: int
    result: ResultOut


class SeatVacatedOut(InboxItemOut, frozen=True, tag="SeatVacated"):
    """Somebody who sat with you has left before the start: `vacated` is free again, `seat` is yours."""

    match_id: str
    seat: int
    vacated: int


class PairingPostedOut(InboxItemOut, frozen=True, tag="PairingPosted"):
    """A game of yours has begun in a round of a tournament: the first one at its table, or the next one there.

    `game` and `match_id` are null where nothing is played: who should have sat there with you has left.
    """

    tournament_id: str
    round: int
    table: int
    game: int | None
    match_id: str | None


class ByeReceivedOut(InboxItemOut, frozen=True, tag="ByeReceived"):
    """You don't play in a round: nobody was left to meet you, or you were `excused`."""

    tournament_id: str
    round: int
    excused: bool


class ResultRuledOut(InboxItemOut, frozen=True, tag="ResultRuled"):
    """A referee has made a call at your table; or about you, away from any table: then `round` and `table` are null."""

    tournament_id: str
    round: int | None
    table: int | None
    ruling: RulingName


class ResultDisputedNewsOut(InboxItemOut, frozen=True, tag="ResultDisputedNews"):
    """In a tournament that you run or rule in somebody disputes the result of a table."""

    tournament_id: str
    round: int
    table: int


class RulingNeededOut(InboxItemOut, frozen=True, tag="RulingNeeded"):
    """In a tournament that you run or rule in the game of a table was aborted: without a ruling it goes on no more."""

    tournament_id: str
    round: int
    table: int


class TournamentOverOut(InboxItemOut, frozen=True, tag="TournamentOver"):
    """A tournament that you had entered is over, and where you stand; null: it was cancelled."""

    tournament_id: str
    rank: int | None


TournamentEntry = (
    PairingPostedOut | ByeReceivedOut | ResultRuledOut | ResultDisputedNewsOut | RulingNeededOut | TournamentOverOut
)
InboxEntry = YourTurnOut | MatchStartedOut | MatchOverOut | SeatVacatedOut | TournamentEntry
"""The items that the service keeps. More kinds may come: clients pass over those that they don't know."""


class InboxHeartbeatOut(Out, frozen=True, tag_field="kind", tag="InboxHeartbeat"):
    """Nothing happened, and the stream is alive. `cursor` is where the reader stands, empty at the start."""

    cursor: str


class InboxTruncatedOut(Out, frozen=True, tag_field="kind", tag="InboxTruncated"):
    """The item of your cursor is no longer kept, and later ones may be gone too: look at where you have to act."""

    cursor: str


InboxMessage = InboxEntry | InboxHeartbeatOut | InboxTruncatedOut
"""A message of a live inbox."""


class InboxPage(Page, frozen=True):
    """Items, oldest first; `end_cursor` continues. `truncated`: between the cursor and these some may be gone."""

    items: tuple[InboxEntry, ...]
    end_cursor: str | None
    has_next: bool
    truncated: bool


class SeatToAct(Out, frozen=True):
    """A question that a seat of the caller has to answer."""

    match_id: str
    seat: int
    prompt_id: str
    deadline: str | None


class SeatsToAct(Out, frozen=True):
    """Everywhere the caller is waited for, what is due first first, at most 1,000."""

    seats: tuple[SeatToAct, ...]


class Inbox(Protocol):
    """The inboxes of accounts. Guests have none: UNAUTHENTICATED, except for `seats_to_act` with a seat's token."""

    async def page(self, caller: Caller, *, first: int = 50, after: str | None = None) -> InboxPage:
        """The items after a cursor, oldest first; an empty one is the start. INVALID_INPUT for one of another inbox."""
        ...

    def follow(self, caller: Caller, *, after: str | None = None) -> AsyncGenerator[InboxMessage]:
        """First what was missed since a cursor, then live, without gap or double; ends when the server stops."""
        ...

    async def seats_to_act(self, caller: Caller) -> SeatsToAct:
        """The seats of the caller that are waited for: all of an account, a moment behind; or the one of a token."""
        ...
