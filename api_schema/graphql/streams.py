"""The common parts of all streams: an update on its way, signs of life, the end for a reader that is too slow."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing
from math import inf

import msgspec
import strawberry

from api_schema.graphql.context import Context
from api_schema.graphql.render import Rendering
from api_schema.graphql.socket_sink import SocketSink
from api_schema.ports.base import Caller, Out
from api_schema.ports.matches import Update
from api_schema.token_check import SECONDS, TokenCheck


class PendingUpdate:
    """One update on its way to one subscriber; read only if nobody rendered the same before."""

    def __init__(self, update: Update, shared: Rendering | None, sink: SocketSink | None = None) -> None:
        self.update = update
        self.shared = shared
        self.sink = sink

    @property
    def render_key(self) -> object:
        """Equal for all subscribers who get the same bytes; None if this one must be rendered for its caller."""
        return self.shared and (self.shared, self.update.kind, self.update.version, self.update.payload)


class _Resync(Out, frozen=True):
    current_version: int
    reason: str


_RESYNC = msgspec.json.Decoder(_Resync)


@strawberry.type(description="Nothing happened, and the stream is alive.")
class Heartbeat:
    """A sign of life."""

    pending: strawberry.Private[PendingUpdate]

    @strawberry.field
    def version(self) -> int:
        return self.pending.update.version


@strawberry.type(description="The reader was too slow or is too far behind: read the state, then subscribe again.")
class ResyncRequired:
    """The stream ends here."""

    pending: strawberry.Private[PendingUpdate]

    @strawberry.field
    def current_version(self) -> int:
        return _RESYNC.decode(self.pending.update.payload).current_version

    @strawberry.field
    def reason(self) -> str:
        return _RESYNC.decode(self.pending.update.payload).reason


def check_of(context: Context, caller: Caller) -> TokenCheck:
    """The check of a stream's token; a stream without a token has no rights to lose."""
    return TokenCheck(caller, context.check_again, SECONDS if context.token is not None else inf)


async def renewed(source: AsyncGenerator[Update], check: TokenCheck, token: str | None) -> AsyncGenerator[Update]:
    """The updates; heartbeats and a busy stream check the token again, so that a revoked one stops reading."""
    async with aclosing(source) as updates:
        async for update in updates:
            await check.renew(now=update.kind == "Heartbeat" and token is not None)
            yield update
