"""The service's own tables, beside the event store's: read models, accounts, access tokens, signatures."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    SmallInteger,
    Table,
    Text,
    Uuid,
)

from eventstore.revisions import Revisions

REVISIONS = Revisions(Path(__file__).parent / "migrations", version_table="service_version")
"""Those of these tables."""

IMMUTABLE = ("core_sets", "match_signatures", "record_signatures", "signing_keys")
"""Tables whose rows the database refuses to change or remove."""

metadata = MetaData()


accounts = Table(
    "accounts",
    metadata,
    Column("account", Text(), primary_key=True),
    Column("name", Text()),
    Column("alias_key", LargeBinary()),
    Column("created_at", BigInteger(), nullable=False),
    Column("erased_at", BigInteger()),
)
"""Accounts. `alias_key` makes their pseudonyms; an erased one has neither key nor name, only the time of its end."""

account_seats = Table(
    "account_seats",
    metadata,
    Column("player", Text(), primary_key=True),
    Column("account", Text(), nullable=False, index=True),
)
"""The accounts behind pseudonyms: not from events, which don't say it, but noted on joining. Erasure deletes the rows.
"""

tokens = Table(
    "access_tokens",
    metadata,
    Column("id", Text(), primary_key=True),
    Column("account", Text(), nullable=False, index=True),
    Column("name", Text(), nullable=False),
    Column("scopes", Text(), nullable=False),
    Column("hash", LargeBinary(), nullable=False, unique=True),
    Column("created_at", BigInteger(), nullable=False),
    Column("revoked_at", BigInteger()),
    Column("expires_at", BigInteger()),
    Column("last_used_at", BigInteger()),
)
"""Personal tokens. `scopes` separated by spaces; `hash` is the SHA-256 of the token. `last_used_at` is coarse."""

outside_identities = Table(
    "outside_identities",
    metadata,
    Column("digest", LargeBinary(), primary_key=True),
    Column("account", Text(), index=True),
    Column("erased_at", BigInteger()),
)
"""Accounts entered through an identity provider. `digest` stands for (issuer, subject); the table keeps neither. An
erased one has no account, only the time since which older tokens are refused; it goes away after a while.
"""

card_sets = Table(
    "card_sets",
    metadata,
    Column("hash", Text(), primary_key=True),
    Column("prefix", Text(), nullable=False, unique=True),
    Column("game", Text(), nullable=False),
    Column("name", Text(), nullable=False),
    Column("text", Text(), nullable=False),
    Column("uploader", Text(), index=True),
    Column("created_at", BigInteger(), nullable=False),
)
"""Card sets that players have written. `hash` is the SHA-256 of the text, hex, `prefix` what the ids of its cards begin
with; `uploader` an account, null where it was erased or the set came with an imported match."""

core_sets = Table(
    "core_sets",
    metadata,
    Column("hash", Text(), primary_key=True),
    Column("game", Text(), nullable=False),
    Column("files", LargeBinary(), nullable=False),
    Column("created_at", BigInteger(), nullable=False),
    sqlite_with_rowid=False,
)
"""The sets that came with a game when a match was made here, by the hash that matches are pinned to: their card files,
packed."""

house_bots = Table(
    "house_bots",
    metadata,
    Column("command", Text(), primary_key=True),
    Column("stream_id", Uuid(), nullable=False),
    Column("account", Text(), index=True),
)
"""Seats that were given to bots of the house: by the name of the command, in which match, for whom; null: a guest."""


decks = Table(
    "decks",
    metadata,
    Column("id", Text(), primary_key=True),
    Column("account", Text(), nullable=False),
    Column("game", Text(), nullable=False),
    Column("name", Text(), nullable=False),
    Column("seats", Integer(), nullable=False),
    Column("options", Text(), nullable=False),
    Column("loadout", Text(), nullable=False),
    Column("revision", Integer(), nullable=False),
    Column("fingerprint", LargeBinary(), nullable=False),
    Column("created_at", BigInteger(), nullable=False),
    Column("updated_at", BigInteger(), nullable=False),
    Index("decks_newest", "account", "created_at", "id"),
)
"""Loadouts that accounts have saved, as JSON; `fingerprint` is the SHA-256 of what was first saved. Times in ms."""


webhooks = Table(
    "webhooks",
    metadata,
    Column("id", Text(), primary_key=True),
    Column("account", Text(), nullable=False, index=True),
    Column("url", Text(), nullable=False),
    Column("kinds", Text(), nullable=False),
    Column("game", Text()),
    Column("tournament", Uuid()),
    Column("own", Boolean(), nullable=False),
    Column("secret", LargeBinary(), nullable=False),
    Column("created_at", BigInteger(), nullable=False),
    Column("position", BigInteger(), nullable=False),
    Column("attempts", Integer(), nullable=False),
    Column("next_attempt_at", BigInteger(), nullable=False),
    Column("failing_since", BigInteger()),
    Column("disabled_at", BigInteger()),
    Column("last_error", Text()),
    Column("last_delivered_at", BigInteger()),
    Column("lease", Text(), nullable=False),
    Column("leased_until", BigInteger(), nullable=False),
    Index("webhooks_due", "disabled_at", "next_attempt_at"),
)
"""Webhooks: `position` is the place in the feed that a webhook has reached. `kinds` separated by spaces, times in ms,
`secret` encrypted. `lease` is of the replica that delivers now; it ends by itself at `leased_until`.
"""

webhook_traces = Table(
    "webhook_traces",
    metadata,
    Column("stream_id", Uuid(), primary_key=True),
    Column("version", Integer(), primary_key=True, autoincrement=False),
    Column("sender", Text(), nullable=False),
    Column("parent", Text(), nullable=False),
)
"""The `traceparent` of the request that caused an event of the feed, if it had one, and the sender of its command."""

webhook_withheld = Table(
    "webhook_withheld",
    metadata,
    Column("webhook", Text(), primary_key=True),
    Column("position", BigInteger(), primary_key=True, autoincrement=False),
)
"""Deliveries that a webhook has passed in the feed, and gets when strangers may know them: ends of matches with a
delay.
"""


leases = Table(
    "leases",
    metadata,
    Column("name", Text(), primary_key=True),
    Column("shard", SmallInteger(), primary_key=True, autoincrement=False),
    Column("holder", Text(), nullable=False),
    Column("fence", BigInteger(), nullable=False),
)
"""Which replica does which work in the background for which shard, as long as it is one of `lease_members`. `fence`
rises with each holder. Empty where one process is alone.
"""

lease_members = Table(
    "lease_members",
    metadata,
    Column("holder", Text(), primary_key=True),
    Column("jobs", Text(), nullable=False),
    Column("until", BigInteger(), nullable=False),
)
"""The replicas that live until then at least (ms since the epoch), and what they would do, separated by commas."""
