"""Create the service's tables: read models, accounts, access tokens, signatures."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

from eventstore.migrations.append_only import append_only

revision = "s0027"
down_revision = None
branch_labels = None
depends_on = None

GOING_ON = sa.text("status IN ('open', 'running')")


def upgrade() -> None:
    """Create all of them. The projector fills the read models from the beginning of the logs."""
    create_matches()
    create_deadlines()
    create_results()
    create_accounts()
    create_card_sets()
    create_house_bots()
    create_inboxes()
    create_webhooks()
    create_ladders()
    create_tournaments()
    create_rounds()
    create_leases()
    create_signatures()


def create_matches() -> None:
    op.create_table(
        "match_list",
        sa.Column("stream_id", sa.Uuid(), primary_key=True),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("visibility", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("head_hash", sa.LargeBinary(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("updated_at", sa.BigInteger(), nullable=False),
        sa.Column("state", sa.LargeBinary(), nullable=False),
        sa.Column("created_position", sa.BigInteger(), nullable=False, unique=True),
        sa.Column("joinable", sa.Boolean(), nullable=False),
        sa.Column("practice", sa.Boolean(), nullable=False),
        sa.Column("ended_by", sa.Text()),
        sa.Column("finished_at", sa.BigInteger()),
        sa.Column("withheld_until", sa.BigInteger()),
        sa.Column("start_state", sa.LargeBinary()),
        sa.Column("start_head", sa.LargeBinary()),
        sa.Column("start_position", sa.BigInteger()),
        sa.Column("tournament", sa.Text()),
        sa.Column("round", sa.Integer()),
    )
    op.create_index("match_list_by_creation", "match_list", ["created_at"])
    op.create_index("match_list_by_end", "match_list", ["finished_at"])
    op.create_index("match_list_by_game", "match_list", ["game", "status", "created_position"])
    op.create_index("match_list_by_rule", "match_list", ["ended_by", "created_position"])
    op.create_index("match_list_by_status", "match_list", ["status", "created_position"])
    op.create_index("match_list_by_tournament", "match_list", ["tournament", "round", "created_position"])
    op.create_index(
        "match_list_going_on", "match_list", ["created_at"], postgresql_where=GOING_ON, sqlite_where=GOING_ON
    )
    op.create_index("match_list_joinable", "match_list", ["joinable", "created_position"])
    op.create_index(
        "match_list_joinable_by_game",
        "match_list",
        ["game", "created_position"],
        postgresql_where=sa.text("joinable"),
        sqlite_where=sa.text("joinable = 1"),
    )
    op.create_index("match_list_withheld", "match_list", ["withheld_until"])
    op.create_table(
        "match_activity",
        sa.Column("stream_id", sa.Uuid(), primary_key=True),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("head_hash", sa.LargeBinary(), nullable=False),
        sa.Column("updated_at", sa.BigInteger(), nullable=False),
        sa.Column("updated_position", sa.BigInteger(), nullable=False),
    )
    op.create_index("match_activity_by_game", "match_activity", ["game", "status", "updated_position"])
    op.create_index("match_activity_newest", "match_activity", ["updated_position"], unique=True)
    op.create_table(
        "match_players",
        sa.Column("stream_id", sa.Uuid(), sa.ForeignKey("match_list.stream_id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seat", sa.Integer(), primary_key=True),
        sa.Column("player", sa.Text(), nullable=False),
    )
    op.create_index("ix_match_players_player", "match_players", ["player"])
    op.create_table(
        "match_counts",
        sa.Column("game", sa.Text(), primary_key=True),
        sa.Column("status", sa.Text(), primary_key=True),
        sa.Column("shard", sa.SmallInteger(), primary_key=True, autoincrement=False),
        sa.Column("matches", sa.Integer(), nullable=False),
    )
    if op.get_bind().dialect.name == "postgresql":
        # what changes in a match's life is mostly in no index: with room on its page the row needs no new entries
        op.execute("ALTER TABLE match_list SET (fillfactor = 80)")
        op.execute("ALTER TABLE match_activity SET (fillfactor = 80)")


def create_deadlines() -> None:
    op.create_table(
        "deadlines",
        sa.Column("stream_id", sa.Uuid(), primary_key=True),
        sa.Column("prompt", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("due_at", sa.BigInteger(), nullable=False),
    )
    op.create_index("deadlines_due", "deadlines", ["due_at"])


def create_results() -> None:
    op.create_table(
        "match_results",
        sa.Column("stream_id", sa.Uuid(), primary_key=True),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("mode", sa.Text()),
        sa.Column("tournament", sa.Text()),
        sa.Column("round", sa.Integer()),
        sa.Column("table_number", sa.Integer()),
        sa.Column("game_number", sa.Integer()),
        sa.Column("seats", sa.Integer(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("ended_by", sa.Text(), nullable=False),
        sa.Column("finished_at", sa.BigInteger(), nullable=False),
        sa.Column("known_at", sa.BigInteger(), nullable=False),
        sa.Column("decks_known_at", sa.BigInteger()),
    )
    op.create_index("match_results_by_game", "match_results", ["game", "finished_at"])
    op.create_index("match_results_by_tournament", "match_results", ["tournament", "game"])
    op.create_table(
        "match_result_seats",
        sa.Column(
            "stream_id", sa.Uuid(), sa.ForeignKey("match_results.stream_id", ondelete="CASCADE"), primary_key=True
        ),
        sa.Column("seat", sa.Integer(), primary_key=True),
        sa.Column("player", sa.Text(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("outcome", sa.Text(), nullable=False),
        sa.Column("deck", sa.Text()),
    )
    op.create_index("match_result_seats_by_deck", "match_result_seats", ["deck"])
    op.create_table(
        "match_result_cards",
        sa.Column(
            "stream_id", sa.Uuid(), sa.ForeignKey("match_results.stream_id", ondelete="CASCADE"), primary_key=True
        ),
        sa.Column("seat", sa.Integer(), primary_key=True),
        sa.Column("card", sa.Text(), primary_key=True),
        sa.Column("copies", sa.Integer(), nullable=False),
    )
    op.create_index("match_result_cards_by_card", "match_result_cards", ["card"])


def create_accounts() -> None:
    op.create_table(
        "accounts",
        sa.Column("account", sa.Text(), primary_key=True),
        sa.Column("name", sa.Text()),
        sa.Column("alias_key", sa.LargeBinary()),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("erased_at", sa.BigInteger()),
    )
    op.create_table(
        "account_seats",
        sa.Column("player", sa.Text(), primary_key=True),
        sa.Column("account", sa.Text(), nullable=False),
    )
    op.create_index("ix_account_seats_account", "account_seats", ["account"])
    op.create_table(
        "access_tokens",
        sa.Column("id", sa.Text(), primary_key=True),
        sa.Column("account", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("scopes", sa.Text(), nullable=False),
        sa.Column("hash", sa.LargeBinary(), nullable=False, unique=True),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("revoked_at", sa.BigInteger()),
        sa.Column("expires_at", sa.BigInteger()),
        sa.Column("last_used_at", sa.BigInteger()),
    )
    op.create_index("ix_access_tokens_account", "access_tokens", ["account"])
    op.create_table(
        "outside_identities",
        sa.Column("digest", sa.LargeBinary(), primary_key=True),
        sa.Column("account", sa.Text()),
        sa.Column("erased_at", sa.BigInteger()),
    )
    op.create_index("ix_outside_identities_account", "outside_identities", ["account"])


def create_card_sets() -> None:
    op.create_table(
        "decks",
        sa.Column("id", sa.Text(), primary_key=True),
        sa.Column("account", sa.Text(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("seats", sa.Integer(), nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("loadout", sa.Text(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("fingerprint", sa.LargeBinary(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("updated_at", sa.BigInteger(), nullable=False),
    )
    op.create_index("decks_newest", "decks", ["account", "created_at", "id"])
    op.create_table(
        "card_sets",
        sa.Column("hash", sa.Text(), primary_key=True),
        sa.Column("prefix", sa.Text(), nullable=False, unique=True),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("uploader", sa.Text()),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
    )
    op.create_index("ix_card_sets_uploader", "card_sets", ["uploader"])
    op.create_table(
        "core_sets",
        sa.Column("hash", sa.Text(), primary_key=True),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("files", sa.LargeBinary(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sqlite_with_rowid=False,
    )
    append_only("core_sets", "hash")


def create_house_bots() -> None:
    op.create_table(
        "house_bots",
        sa.Column("command", sa.Text(), primary_key=True),
        sa.Column("stream_id", sa.Uuid(), nullable=False),
        sa.Column("account", sa.Text()),
    )
    op.create_index("ix_house_bots_account", "house_bots", ["account"])
    op.create_table(
        "house_seats",
        sa.Column("stream_id", sa.Uuid(), primary_key=True),
        sa.Column("seat", sa.Integer(), primary_key=True, autoincrement=False),
    )
    op.create_table(
        "house_turns",
        sa.Column("stream_id", sa.Uuid(), primary_key=True),
        sa.Column("prompt", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("asked_at", sa.BigInteger(), nullable=False),
    )
    op.create_index("ix_house_turns_asked_at", "house_turns", ["asked_at"])


def create_inboxes() -> None:
    op.create_table(
        "inbox",
        sa.Column("account", sa.Text(), primary_key=True),
        sa.Column("position", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("part", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("stream_id", sa.Uuid()),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("data", sa.Text(), nullable=False),
    )
    op.create_index("inbox_news", "inbox", ["position"])
    op.create_index("inbox_oldest", "inbox", ["at"])
    op.create_table(
        "inbox_seats",
        sa.Column("stream_id", sa.Uuid(), primary_key=True),
        sa.Column("seat", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("account", sa.Text(), nullable=False),
    )
    op.create_index("ix_inbox_seats_account", "inbox_seats", ["account"])
    op.create_table(
        "inbox_turns",
        sa.Column("stream_id", sa.Uuid(), primary_key=True),
        sa.Column("prompt", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("due_at", sa.BigInteger()),
    )


def create_webhooks() -> None:
    op.create_table(
        "webhook_feed",
        sa.Column("position", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("stream_id", sa.Uuid(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("head_hash", sa.LargeBinary(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("data", sa.Text()),
        sa.UniqueConstraint("stream_id", "version"),
    )
    op.create_index("ix_webhook_feed_at", "webhook_feed", ["at"])
    op.create_table(
        "webhooks",
        sa.Column("id", sa.Text(), primary_key=True),
        sa.Column("account", sa.Text(), nullable=False),
        sa.Column("url", sa.Text(), nullable=False),
        sa.Column("kinds", sa.Text(), nullable=False),
        sa.Column("game", sa.Text()),
        sa.Column("tournament", sa.Uuid()),
        sa.Column("own", sa.Boolean(), nullable=False),
        sa.Column("secret", sa.LargeBinary(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("position", sa.BigInteger(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("next_attempt_at", sa.BigInteger(), nullable=False),
        sa.Column("failing_since", sa.BigInteger()),
        sa.Column("disabled_at", sa.BigInteger()),
        sa.Column("last_error", sa.Text()),
        sa.Column("last_delivered_at", sa.BigInteger()),
        sa.Column("lease", sa.Text(), nullable=False),
        sa.Column("leased_until", sa.BigInteger(), nullable=False),
    )
    op.create_index("ix_webhooks_account", "webhooks", ["account"])
    op.create_index("webhooks_due", "webhooks", ["disabled_at", "next_attempt_at"])
    op.create_table(
        "webhook_traces",
        sa.Column("stream_id", sa.Uuid(), primary_key=True),
        sa.Column("version", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("sender", sa.Text(), nullable=False),
        sa.Column("parent", sa.Text(), nullable=False),
    )
    op.create_table(
        "webhook_withheld",
        sa.Column("webhook", sa.Text(), primary_key=True),
        sa.Column("position", sa.BigInteger(), primary_key=True, autoincrement=False),
    )


def create_ladders() -> None:
    op.create_table(
        "ladders",
        sa.Column("stream_id", sa.Uuid(), primary_key=True),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("season", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("head_hash", sa.LargeBinary(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("tournaments", sa.Integer(), nullable=False),
        sa.Column("players", sa.Integer(), nullable=False),
        sa.Column("rated_at", sa.BigInteger(), nullable=False),
        sa.Column("position", sa.BigInteger(), nullable=False),
        sa.UniqueConstraint("game", "season"),
    )
    op.create_table(
        "leaderboard",
        sa.Column("stream_id", sa.Uuid(), primary_key=True),
        sa.Column("player", sa.Text(), primary_key=True),
        sa.Column("mu", sa.BigInteger(), nullable=False),
        sa.Column("sigma", sa.BigInteger(), nullable=False),
        sa.Column("ordinal", sa.BigInteger(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("wins", sa.Integer(), nullable=False),
        sa.Column("rated_at", sa.BigInteger(), nullable=False),
    )
    op.create_index("leaderboard_order", "leaderboard", ["stream_id", "ordinal", "player"])
    op.create_table(
        "ladder_games",
        sa.Column("stream_id", sa.Uuid(), primary_key=True),
        sa.Column("player", sa.Text(), primary_key=True),
        sa.Column("version", sa.Integer(), primary_key=True, autoincrement=False),
    )
    op.create_table(
        "rating_queue",
        sa.Column("stream_id", sa.Uuid(), primary_key=True),
        sa.Column("tournament", sa.Text(), nullable=False, unique=True),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("season", sa.Text(), nullable=False),
        sa.Column("position", sa.BigInteger(), nullable=False, unique=True),
    )


def create_tournaments() -> None:
    op.create_table(
        "tournament_list",
        sa.Column("stream_id", sa.Uuid(), primary_key=True),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("decks", sa.Text(), nullable=False),
        sa.Column("shown", sa.Text()),
        sa.Column("created_position", sa.BigInteger(), nullable=False, unique=True),
    )
    op.create_index("tournament_list_by_game", "tournament_list", ["game", "status", "created_position"])
    op.create_index("tournament_list_by_status", "tournament_list", ["status", "created_position"])
    op.create_table(
        "tournament_names",
        sa.Column("part", sa.Text().with_variant(postgresql.TEXT(collation="C"), "postgresql"), primary_key=True),
        sa.Column("created_position", sa.BigInteger(), primary_key=True, autoincrement=False),
    )
    op.create_table(
        "tournament_people",
        sa.Column("stream_id", sa.Uuid(), primary_key=True),
        sa.Column("reference", sa.Text(), primary_key=True),
    )
    op.create_index("ix_tournament_people_reference", "tournament_people", ["reference"])
    op.create_table(
        "tournament_players",
        sa.Column("stream_id", sa.Uuid(), primary_key=True),
        sa.Column("entrant", sa.Text(), primary_key=True),
        sa.Column("player", sa.Text(), nullable=False),
    )
    op.create_index("ix_tournament_players_player", "tournament_players", ["player"])


def create_rounds() -> None:
    op.create_table(
        "tournament_games",
        sa.Column("stream_id", sa.Uuid(), primary_key=True),
        sa.Column("tournament", sa.Uuid(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("table_number", sa.Integer(), nullable=False),
        sa.Column("game", sa.Integer(), nullable=False),
        sa.Column("reported", sa.Boolean(), nullable=False),
        sa.Column("settled", sa.Boolean(), nullable=False),
        sa.Column("reveal", sa.Boolean(), nullable=False),
        sa.Column("revealed", sa.Boolean(), nullable=False),
    )
    op.create_index("tournament_games_hidden", "tournament_games", ["reveal", "revealed"])
    op.create_index("tournament_games_of", "tournament_games", ["tournament", "round", "table_number"])
    op.create_index("tournament_games_unreported", "tournament_games", ["reported"])
    op.create_table(
        "tournament_seats",
        sa.Column("stream_id", sa.Uuid(), primary_key=True),
        sa.Column("seat", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("entrant", sa.Text(), nullable=False),
        sa.Column("out", sa.Boolean(), nullable=False),
        sa.Column("conceded", sa.Boolean(), nullable=False),
    )
    op.create_index("ix_tournament_seats_entrant", "tournament_seats", ["entrant"])
    op.create_index("tournament_seats_out", "tournament_seats", ["out", "conceded"])
    op.create_table(
        "tournament_rankings",
        sa.Column("stream_id", sa.Uuid(), primary_key=True),
        sa.Column("after_round", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("bracket", sa.Boolean(), primary_key=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("rows", sa.Integer(), nullable=False),
    )
    op.create_table(
        "tournament_standings",
        sa.Column("stream_id", sa.Uuid(), primary_key=True),
        sa.Column("after_round", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("bracket", sa.Boolean(), primary_key=True),
        sa.Column("place", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("entrant", sa.Text(), nullable=False),
        sa.Column("row", sa.Text(), nullable=False),
    )


def create_leases() -> None:
    op.create_table(
        "leases",
        sa.Column("name", sa.Text(), primary_key=True),
        sa.Column("shard", sa.SmallInteger(), primary_key=True, autoincrement=False),
        sa.Column("holder", sa.Text(), nullable=False),
        sa.Column("fence", sa.BigInteger(), nullable=False),
    )
    op.create_table(
        "lease_members",
        sa.Column("holder", sa.Text(), primary_key=True),
        sa.Column("jobs", sa.Text(), nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=False),
    )


def create_signatures() -> None:
    op.create_table(
        "match_signatures",
        sa.Column("stream_id", sa.Uuid(), primary_key=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("head_hash", sa.LargeBinary(), nullable=False),
        sa.Column("key_id", sa.Text(), nullable=False),
        sa.Column("public_key", sa.LargeBinary(), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.Column("signed_at", sa.BigInteger()),
        sqlite_with_rowid=False,
    )
    append_only("match_signatures", "stream_id")
    op.create_table(
        "record_signatures",
        sa.Column("stream_id", sa.Uuid(), primary_key=True),
        sa.Column("version", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("head_hash", sa.LargeBinary(), nullable=False),
        sa.Column("key_id", sa.Text(), nullable=False),
        sa.Column("public_key", sa.LargeBinary(), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.Column("signed_at", sa.BigInteger(), nullable=False),
        sqlite_with_rowid=False,
    )
    append_only("record_signatures", "stream_id", "version")
    op.create_table(
        "signing_keys",
        sa.Column("key_id", sa.Text(), primary_key=True),
        sa.Column("public_key", sa.LargeBinary(), nullable=False),
        sa.Column("first_used_at", sa.BigInteger(), nullable=False),
        sqlite_with_rowid=False,
    )
    append_only("signing_keys", "key_id")
