"""News for an account of its matches and tournaments."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from typing import Any, TypeAlias

import msgspec

from playledger_client import models
from playledger_client.connection import Connection
from playledger_client.models import InboxItem, InboxPage, InboxTruncated, SeatsToAct, SeatToAct
from playledger_client.streams import follow

Item: TypeAlias = InboxItem | InboxTruncated
NEWS: dict[str, type[Any]] = {
    "your_turn": models.YourTurn,
    "match_started": models.MatchStarted,
    "match_over": models.MatchOver,
    "seat_vacated": models.SeatVacated,
    "pairing_posted": models.PairingPosted,
    "bye_received": models.ByeReceived,
    "result_ruled": models.ResultRuled,
    "result_disputed_news": models.ResultDisputedNews,
    "ruling_needed": models.RulingNeeded,
    "tournament_over": models.TournamentOver,
}
ITEMS: dict[str, type[Any]] = {**NEWS, "inbox_truncated": InboxTruncated}
KINDS = {kind.__name__ for kind in NEWS.values()}
PAGE = 100
"""Items of one answer, the most that there are."""


class Inbox:
    """The inbox of an account."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def seats_to_act(self) -> list[SeatToAct]:
        """Where the caller is waited for now, what is due first first."""
        return (await self._connection.get(SeatsToAct, "/v1/inbox/seats")).seats

    async def items(self, after: str | None = None) -> AsyncGenerator[InboxItem]:
        """The items of the account, the oldest first; `after` is the cursor of an item."""
        while True:
            page = await self._connection.get(InboxPage, "/v1/inbox", after=after, limit=PAGE)
            for item in page.items:
                # kinds that this release doesn't know are passed over
                if item["kind"] in KINDS:
                    yield msgspec.convert(item, type=InboxItem)
            if not page.has_next:
                return
            after = page.end_cursor

    def updates(self, after: str | None = None) -> AsyncGenerator[Item]:
        """The items after an item's cursor, then everything as it comes. It never ends by itself."""
        return follow(
            self._connection, "/v1/inbox/stream", {"after": after}, ITEMS, lambda item: {"after": item.cursor}
        )
