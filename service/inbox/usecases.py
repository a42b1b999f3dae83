"""ports.Inbox: inboxes for callers."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing

from api_schema.errors import ApiError, ErrorCode
from api_schema.ports.base import Caller
from api_schema.ports.inbox import InboxMessage, InboxPage, SeatsToAct, SeatToAct
from service.application.ids import prompt_id
from service.application.inputs import bounded
from service.application.permissions import require_look
from service.application.refusals import store_errors
from service.inbox.cursors import Cursors
from service.inbox.rendering import entries
from service.inbox.streams import InboxStreams
from service.matches.access import acting_seat
from service.matches.repository import Repository
from service.projections.inbox.queries import InboxPlace, InboxReader
from service.projections.inbox.table import STANDING
from service.times import rfc3339

PAGE = 100


class InboxUseCases:
    """The parts behind one port."""

    def __init__(self, reader: InboxReader, streams: InboxStreams, cursors: Cursors, repository: Repository) -> None:
        self._reader = reader
        self._streams = streams
        self._cursors = cursors
        self._repository = repository

    async def page(self, caller: Caller, *, after: str | None = None, first: int = 50) -> InboxPage:
        account = _account(caller)
        bounded(first, 1, PAGE, "first")
        with store_errors():
            found = await self._reader.page(account, self._place(account, after), first)
        items = entries(found.rows, account, self._cursors)
        page = InboxPage(items, items[-1].cursor if items else after, found.more, not found.whole)
        return page.placed(lambda row: items[row].cursor, len(items), begun=after is not None)

    async def follow(self, caller: Caller, *, after: str | None = None) -> AsyncGenerator[InboxMessage]:
        account = _account(caller)
        async with aclosing(self._streams.follow(account, self._place(account, after))) as messages:
            async for message in messages:
                yield message

    async def seats_to_act(self, caller: Caller) -> SeatsToAct:
        if caller.seat is not None:
            return SeatsToAct(await self._of_token(caller, *caller.seat))
        with store_errors():
            return SeatsToAct(await self._reader.seats_to_act(_account(caller)))

    async def _of_token(self, caller: Caller, match_id: str, seat: int) -> tuple[SeatToAct, ...]:
        with store_errors():
            state = (await self._repository.current(match_id)).state
        number = acting_seat(caller, state, seat)
        return tuple(
            SeatToAct(
                match_id, number, prompt_id(prompt.id), None if prompt.deadline is None else rfc3339(prompt.deadline)
            )
            for prompt in state.prompts.values()
            if prompt.seat == number and prompt.mode != STANDING
        )

    def _place(self, account: str, cursor: str | None) -> InboxPlace | None:
        return self._cursors.read(account, cursor) if cursor else None


def _account(caller: Caller) -> str:
    """The account, if its token may see what the account's own seats see."""
    if caller.account is None:
        raise ApiError(ErrorCode.UNAUTHENTICATED, "an inbox belongs to an account: send a personal token")
    require_look(caller)
    return caller.account
