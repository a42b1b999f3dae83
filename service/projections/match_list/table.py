"""The list of matches, and what is counted of it."""

from __future__ import annotations

import msgspec
from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    SmallInteger,
    Table,
    Text,
    Uuid,
    text,
)

from domain.kernel.match import State
from service.tables import metadata

encode_state = msgspec.msgpack.Encoder().encode
decode_state = msgspec.msgpack.Decoder(State).decode
"""The column `state`: what everybody may know of a match, without its events."""

GOING_ON = text("status IN ('open', 'running')")
"""The condition on matches that are not over."""

matches = Table(
    "match_list",
    metadata,
    Column("stream_id", Uuid(), primary_key=True),
    Column("game", Text(), nullable=False),
    Column("status", Text(), nullable=False),
    Column("visibility", Text(), nullable=False),
    Column("version", Integer(), nullable=False),
    Column("head_hash", LargeBinary(), nullable=False),
    Column("created_at", BigInteger(), nullable=False),
    Column("updated_at", BigInteger(), nullable=False),
    Column("state", LargeBinary(), nullable=False),
    Column("created_position", BigInteger(), nullable=False, unique=True),
    Column("joinable", Boolean(), nullable=False),
    Column("practice", Boolean(), nullable=False),
    Column("ended_by", Text()),
    Column("finished_at", BigInteger()),
    Column("withheld_until", BigInteger()),
    Column("start_state", LargeBinary()),
    Column("start_head", LargeBinary()),
    Column("start_position", BigInteger()),
    Column("tournament", Text()),
    Column("round", Integer()),
    Index("match_list_by_tournament", "tournament", "round", "created_position"),
    Index("match_list_by_status", "status", "created_position"),
    Index("match_list_by_game", "game", "status", "created_position"),
    Index("match_list_joinable", "joinable", "created_position"),
    Index(
        "match_list_joinable_by_game",
        "game",
        "created_position",
        postgresql_where=text("joinable"),
        sqlite_where=text("joinable = 1"),
    ),
    Index("match_list_by_creation", "created_at"),
    Index("match_list_by_end", "finished_at"),
    Index("match_list_by_rule", "ended_by", "created_position"),
    Index("match_list_withheld", "withheld_until"),
    Index("match_list_going_on", "created_at", postgresql_where=GOING_ON, sqlite_where=GOING_ON),
)
"""The lobby: one row for each match. Times in ms; `state` is the public part of the kernel's state.

Only the events of a match's life change its row; `version`, `head_hash` and `updated_at` are those of the newest of
them, and what has happened since is in `match_activity`.
`created_position` is where its first event stands in the log: up to the resolved position no row appears later, so that
a reader who goes on after one misses none. `joinable`: open, with a free seat. `ended_by`: the rule that ended it.
`tournament`, `round`: where it belongs; null: to no tournament.

A match whose spectators are behind: `start_state`, `start_head` and `start_position` are what it was when it started,
which is all that the list shows of it to strangers before `withheld_until`. Null: it has no delay, or has not started.
"""

players = Table(
    "match_players",
    metadata,
    Column("stream_id", Uuid(), ForeignKey("match_list.stream_id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer(), primary_key=True),
    Column("player", Text(), nullable=False, index=True),
)
"""The players of matches by seat, as references."""

counts = Table(
    "match_counts",
    metadata,
    Column("game", Text(), primary_key=True),
    Column("status", Text(), primary_key=True),
    Column("shard", SmallInteger(), primary_key=True, autoincrement=False),
    Column("matches", Integer(), nullable=False),
)
"""How many matches each shard has by game and status, so that folders of different shards share no row."""
