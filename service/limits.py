"""Settings of what one client, and all of them together, may ask for."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, model_validator
from pydantic_settings import BaseSettings, NoDecode

from api_schema.input.messages import near_name
from api_schema.limiting.budgets import Budget, Budgets, SocketLimits


def _number(value: object) -> object:
    if isinstance(value, str) and not value.isdecimal():
        if value.lower() == "off":
            return 0
        raise ValueError(f"{value!r} is no limit: it takes a whole number, or the word off")
    return value


def _pairs(value: object) -> object:
    if not isinstance(value, str):
        return value
    pairs = [pair.partition("=") for pair in value.split(",") if pair.strip()]
    return {name.strip(): number.strip() for name, _, number in pairs}


Limit = Annotated[int, BeforeValidator(_number), Field(ge=0)]
"""A number; 0, or the word "off", switches the limit off."""


class Limits(BaseModel):
    """Budgets are units a minute for one account or seat, or (`anonymous`) for one address."""

    model_config = ConfigDict(frozen=True)

    reads: Limit = 240_000
    reads_anonymous: Limit = 120_000
    """Points: one is an object of an answer, or about 25 us of one core."""
    acts: Limit = 6_000
    writes: Limit = 1_200
    writes_anonymous: Limit = 1_200
    export_rows: Limit = 120_000
    export_rows_anonymous: Limit = 30_000
    guests: Limit = 2_400_000
    """Points of all guests at one address together; an action counts 20, another change 50."""
    streams: Limit = 500
    streams_anonymous: Limit = 500
    """Streams open at once."""
    sockets: Limit = 500
    """Websockets open at once from one address."""
    house_bots: Limit = 8
    """Seats that bots of the house hold at once in the matches of one account."""
    house_bots_guests: Limit = 200
    """Seats that they hold at once in the matches of all guests together."""
    uploads: Limit = 2
    """Replay files that one client may have checked at once."""
    socket_operations: Limit = 50
    """Operations running at once on one websocket."""
    query_points: int = Field(default=5_000, ge=1)
    """The most that one GraphQL operation may cost."""
    connections: Limit = 5_000
    """Connections of this process; beyond it the one that is idle for longest goes, or else the new one."""
    body_bytes: int = Field(default=262_144, ge=1024)
    message_bytes: int = Field(default=1 << 20, ge=1024)
    """Of a GraphQL request, over HTTP or as a message of a websocket."""
    head_seconds: float = Field(default=10, gt=0)
    """How long the head of a request may take to arrive."""
    request_seconds: float = Field(default=130, gt=0)
    """How long its body may take. Large replay files have 120 seconds."""
    stall_seconds: float = Field(default=60, gt=0)
    """How long a client may leave what was sent to it unread."""
    greeting_seconds: float = Field(default=10, gt=0)
    """How long a websocket may take to send connection_init."""
    idle_seconds: float = Field(default=300, gt=0)
    """How long a websocket may stay open while nothing runs on it."""

    @model_validator(mode="before")
    @classmethod
    def _all_are_known(cls, given: Any) -> Any:
        known = list(cls.model_fields)
        for name in given if isinstance(given, dict) else ():
            if name not in known:
                raise ValueError(f"{name!r} is no limit{near_name(name, known) or ': there are ' + ', '.join(known)}")
        return given

    def budgets(self) -> Budgets:
        """The budgets of clients."""
        return Budgets(
            reads=Budget(self.reads, self.reads_anonymous),
            acts=Budget(self.acts, self.acts),
            writes=Budget(self.writes, self.writes_anonymous),
            export_rows=Budget(self.export_rows, self.export_rows_anonymous),
            guests=self.guests,
            streams=Budget(self.streams, self.streams_anonymous),
            sockets=self.sockets,
            uploads=self.uploads,
            operation=self.query_points,
        )

    def of_sockets(self) -> SocketLimits:
        """The limits of one websocket, or one GraphQL request."""
        return SocketLimits(self.socket_operations, self.greeting_seconds, self.idle_seconds, self.message_bytes)


class LimitSettings(BaseSettings):
    """The setting of all limits."""

    limits: Annotated[Limits, NoDecode, BeforeValidator(_pairs)] = Limits()
    """Those that differ from the defaults, such as `reads=500000, acts=off`."""
