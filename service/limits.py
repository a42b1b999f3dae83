"""Settings of what one client, and all of them together, may ask for."""

from __future__ import annotations

from typing import Annotated

from pydantic import BeforeValidator, Field
from pydantic_settings import BaseSettings

from api_schema.limiting.budgets import Budget, Budgets, SocketLimits


def _number(value: object) -> object:
    return 0 if isinstance(value, str) and value.strip().lower() == "off" else value


Limit = Annotated[int, BeforeValidator(_number), Field(ge=0)]
"""A number; 0, or the word "off", switches the limit off."""


class LimitSettings(BaseSettings):
    """`PLAYLEDGER_LIMIT_...`: budgets are units a minute for one account or seat, or (`anonymous`) for one address."""

    limit_reads: Limit = 240_000
    limit_reads_anonymous: Limit = 120_000
    """Points: one is an object of an answer, or about 25 us of one core."""
    limit_acts: Limit = 6_000
    limit_writes: Limit = 1_200
    limit_writes_anonymous: Limit = 1_200
    limit_export_rows: Limit = 120_000
    limit_export_rows_anonymous: Limit = 30_000
    limit_guests: Limit = 2_400_000
    """Points of all guests at one address together; an action counts 20, another change 50."""
    limit_streams: Limit = 500
    limit_streams_anonymous: Limit = 500
    """Streams open at once."""
    limit_sockets: Limit = 500
    """Websockets open at once from one address."""
    limit_house_bots: Limit = 8
    """Seats that bots of the house hold at once in the matches of one account."""
    limit_house_bots_guests: Limit = 200
    """Seats that they hold at once in the matches of all guests together."""
    limit_uploads: Limit = 2
    """Replay files that one client may have checked at once."""
    limit_socket_operations: Limit = 50
    """Operations running at once on one websocket."""
    limit_query_points: int = Field(default=5_000, ge=1)
    """The most that one GraphQL operation may cost."""
    limit_connections: Limit = 5_000
    """Connections of this process; beyond it the one that is idle for longest goes, or else the new one."""
    limit_body_bytes: int = Field(default=262_144, ge=1024)
    limit_message_bytes: int = Field(default=1 << 20, ge=1024)
    """Of a GraphQL request, over HTTP or as a message of a websocket."""
    limit_head_seconds: float = Field(default=10, gt=0)
    """How long the head of a request may take to arrive."""
    limit_request_seconds: float = Field(default=130, gt=0)
    """How long its body may take. Large replay files have 120 seconds."""
    limit_stall_seconds: float = Field(default=60, gt=0)
    """How long a client may leave what was sent to it unread."""
    limit_greeting_seconds: float = Field(default=10, gt=0)
    """How long a websocket may take to send connection_init."""
    limit_idle_seconds: float = Field(default=300, gt=0)
    """How long a websocket may stay open while nothing runs on it."""

    def budgets(self) -> Budgets:
        """The budgets of clients."""
        return Budgets(
            reads=Budget(self.limit_reads, self.limit_reads_anonymous),
            acts=Budget(self.limit_acts, self.limit_acts),
            writes=Budget(self.limit_writes, self.limit_writes_anonymous),
            export_rows=Budget(self.limit_export_rows, self.limit_export_rows_anonymous),
            guests=self.limit_guests,
            streams=Budget(self.limit_streams, self.limit_streams_anonymous),
            sockets=self.limit_sockets,
            uploads=self.limit_uploads,
            operation=self.limit_query_points,
        )

    def socket_limits(self) -> SocketLimits:
        """The limits of one websocket, or one GraphQL request."""
        return SocketLimits(
            self.limit_socket_operations,
            self.limit_greeting_seconds,
            self.limit_idle_seconds,
            self.limit_message_bytes,
        )
