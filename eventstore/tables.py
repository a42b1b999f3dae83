"""The tables of the event store, for Postgres and SQLite.

Appends and reads are hand-written SQL; these definitions serve migrations, tests and queries through SQLAlchemy.

Read models live elsewhere with a `MetaData` and revisions of their own:

    READ_MODELS = Revisions(Path(__file__).parent / "migrations", version_table="read_models_version")
    migrate.upgrade(url)                # the event store
    migrate.upgrade(url, READ_MODELS)   # the same Alembic environment, another folder of versions

so that neither has to know the other's revisions. `read_models/` answers what others ask of these rows.
`Uuid()` is a native uuid on Postgres and 32 hex digits on SQLite in both.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    DateTime,
    Identity,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    SmallInteger,
    Table,
    Text,
    Uuid,
)

GONE = -1
"""The epoch of a stream whose rows have left the database."""

IMMUTABLE = ("events", "commands", "shard_log")
"""Tables whose rows the database refuses to change or remove."""

InstantColumn = DateTime(timezone=True).with_variant(BigInteger(), "sqlite")
"""timestamptz on Postgres; milliseconds since the epoch, UTC, on SQLite."""

Counter = BigInteger().with_variant(Integer(), "sqlite")
"""bigint on Postgres; on SQLite the rowid itself."""

metadata = MetaData()

streams = Table(
    "streams",
    metadata,
    Column("stream_id", Uuid(), primary_key=True),
    Column("kind", Text(), nullable=False),
    Column("version", Integer(), nullable=False),
    Column("head_hash", LargeBinary(), nullable=False),
    Column("closed", Boolean(), nullable=False),
    Column("epoch", SmallInteger(), nullable=False, server_default="0"),
    sqlite_with_rowid=False,
)

events = Table(
    "events",
    metadata,
    Column("stream_id", Uuid(), nullable=False),
    Column("version", Integer(), nullable=False),
    Column("type", Text(), nullable=False),
    Column("schema", SmallInteger(), nullable=False),
    Column("body", Text(), nullable=False),
    Column("private", Text()),
    Column("batch_end", Boolean(), nullable=False),
    Column("recorded_at", InstantColumn, nullable=False),
    Column("hash", LargeBinary(), nullable=False),
    Column("epoch", SmallInteger(), nullable=False, server_default="0"),
    PrimaryKeyConstraint("stream_id", "version", name="events_pkey"),
    postgresql_partition_by="LIST (epoch)",
    # without a rowid there is one key only by which REPLACE could name a row, and the trigger guards it
    sqlite_with_rowid=False,
)

commands = Table(
    "commands",
    metadata,
    Column("stream_id", Uuid(), nullable=False),
    Column("caller", Text(), nullable=False),
    Column("command_id", Text(), nullable=False),
    Column("fingerprint", LargeBinary(), nullable=False),
    Column("first_version", Integer(), nullable=False),
    Column("last_version", Integer(), nullable=False),
    Column("epoch", SmallInteger(), nullable=False, server_default="0"),
    PrimaryKeyConstraint("stream_id", "caller", "command_id", name="commands_pkey"),
    postgresql_partition_by="LIST (epoch)",
    sqlite_with_rowid=False,
)

unsequenced = Table(
    "unsequenced",
    metadata,
    Column("id", Counter, Identity(always=True), primary_key=True),
    Column("stream_id", Uuid(), nullable=False),
    Column("first_version", Integer(), nullable=False),
    Column("last_version", Integer(), nullable=False),
    Column("since", InstantColumn, nullable=False),
)

shard_log = Table(
    "shard_log",
    metadata,
    Column("shard", SmallInteger(), nullable=False),
    Column("stamp", BigInteger(), nullable=False),
    Column("number", BigInteger(), nullable=False),
    Column("stream_id", Uuid(), nullable=False),
    Column("first_version", Integer(), nullable=False),
    Column("last_version", Integer(), nullable=False),
    PrimaryKeyConstraint("shard", "stamp", name="shard_log_pkey"),
    sqlite_with_rowid=False,
)
"""One row for each append: `stamp` is that of its first event, the next one has the next, and `number` counts the
events of the shard up to the last of them.
"""

shard_heads = Table(
    "shard_heads",
    metadata,
    Column("shard", SmallInteger(), primary_key=True, autoincrement=False),
    Column("stamp", BigInteger(), nullable=False),
    Column("number", BigInteger(), nullable=False),
)
"""Where each log ends: no later event of the shard has this stamp or an earlier one. All have one stamp."""

shard_checkpoints = Table(
    "shard_checkpoints",
    metadata,
    Column("shard", SmallInteger(), primary_key=True, autoincrement=False),
    Column("stamp", BigInteger(), nullable=False),
    Column("number", BigInteger(), nullable=False),
)
"""How far the read models are that are in step."""

lagging_checkpoints = Table(
    "lagging_checkpoints",
    metadata,
    Column("name", Text(), primary_key=True),
    Column("shard", SmallInteger(), primary_key=True, autoincrement=False),
    Column("stamp", BigInteger(), nullable=False),
    Column("number", BigInteger(), nullable=False),
)
"""How far each of the read models is that are not: new ones, those that are rebuilt, and those that stand still."""

snapshots = Table(
    "snapshots",
    metadata,
    Column("stream_id", Uuid(), primary_key=True),
    Column("version", Integer(), nullable=False),
    Column("rules_hash", Text(), nullable=False),
    Column("schema_hash", Text(), nullable=False),
    Column("state", LargeBinary(), nullable=False),
)

read_models = Table("read_models", metadata, Column("name", Text(), primary_key=True))
"""The read models that have checkpoints. One whose row a revision deletes begins anew, with empty tables."""

epochs = Table(
    "epochs",
    metadata,
    Column("epoch", SmallInteger(), primary_key=True, autoincrement=False),
    Column("opened_at", BigInteger(), nullable=False),
    Column("dropped_at", BigInteger()),
)
"""The newest one is open: what is born now belongs to it. Times are in ms since the epoch of clocks."""

archived_streams = Table(
    "archived_streams",
    metadata,
    Column("stream_id", Uuid(), primary_key=True),
    Column("object", Text(), nullable=False),
    Column("version", Integer(), nullable=False),
    Column("head_hash", LargeBinary(), nullable=False),
    Column("archived_at", BigInteger(), nullable=False),
    Column("bytes", BigInteger(), nullable=False),
)
"""Closed streams whose whole history is in the archive, so that their rows may leave.

`object` names the files there, `bytes` is their size; `archived_at` is in ms since the epoch.
"""

match_secrets = Table(
    "match_secrets",
    metadata,
    Column("stream_id", Uuid(), primary_key=True),
    Column("secret", LargeBinary(), nullable=False),
)
