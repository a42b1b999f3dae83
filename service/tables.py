"""The service's own tables, beside the event store's: read models, accounts, access tokens, signatures."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    SmallInteger,
    Table,
    Text,
    UniqueConstraint,
    Uuid,
    text,
)
from sqlalchemy.dialects import postgresql

from eventstore.revisions import Revisions

REVISIONS = Revisions(Path(__file__).parent / "migrations", version_table="service_version")
"""Those of these tables."""

IMMUTABLE = ("core_sets", "match_signatures", "record_signatures", "signing_keys")
"""Tables whose rows the database refuses to change or remove."""

metadata = MetaData()

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

activity = Table(
    "match_activity",
    metadata,
    Column("stream_id", Uuid(), primary_key=True),
    Column("game", Text(), nullable=False),
    Column("status", Text(), nullable=False),
    Column("version", Integer(), nullable=False),
    Column("head_hash", LargeBinary(), nullable=False),
    Column("updated_at", BigInteger(), nullable=False),
    Column("updated_position", BigInteger(), nullable=False),
    Index("match_activity_newest", "updated_position", unique=True),
    Index("match_activity_by_game", "game", "status", "updated_position"),
)
"""The newest event of each match: its version, its hash, its time in ms, and where it stands in the log."""

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

results = Table(
    "match_results",
    metadata,
    Column("stream_id", Uuid(), primary_key=True),
    Column("game", Text(), nullable=False),
    Column("mode", Text()),
    Column("tournament", Text()),
    Column("round", Integer()),
    Column("table_number", Integer()),
    Column("game_number", Integer()),
    Column("seats", Integer(), nullable=False),
    Column("kind", Text(), nullable=False),
    Column("ended_by", Text(), nullable=False),
    Column("finished_at", BigInteger(), nullable=False),
    Column("known_at", BigInteger(), nullable=False),
    Column("decks_known_at", BigInteger()),
    Index("match_results_by_game", "game", "finished_at"),
    Index("match_results_by_tournament", "tournament", "game"),
)
"""Matches that are over and count: open to everybody, not aborted, no forks, without bots of the house. Times in ms.

`mode`: the game's option of that name, if it has one. Strangers see that it is over from `known_at` on, and its decks
from `decks_known_at` on; null: its secrets are not open to everybody, and may never be.
"""

result_seats = Table(
    "match_result_seats",
    metadata,
    Column("stream_id", Uuid(), ForeignKey("match_results.stream_id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer(), primary_key=True),
    Column("player", Text(), nullable=False),
    Column("place", Integer(), nullable=False),
    Column("outcome", Text(), nullable=False),
    Column("deck", Text()),
    Index("match_result_seats_by_deck", "deck"),
)
"""The result of each seat: `place` counts from 1, equal seats share one; `outcome` is win, draw or loss.

`deck` is the id of a preconstructed deck or `own:` and a hash; null until the secrets are open to everybody.
"""

result_cards = Table(
    "match_result_cards",
    metadata,
    Column("stream_id", Uuid(), ForeignKey("match_results.stream_id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer(), primary_key=True),
    Column("card", Text(), primary_key=True),
    Column("copies", Integer(), nullable=False),
    Index("match_result_cards_by_card", "card"),
)
"""The cards of each seat's loadout; no row before the secrets are open to everybody."""

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

house_seats = Table(
    "house_seats",
    metadata,
    Column("stream_id", Uuid(), primary_key=True),
    Column("seat", Integer(), primary_key=True, autoincrement=False),
)
"""The seats of bots of the house in matches that are not over."""

house_turns = Table(
    "house_turns",
    metadata,
    Column("stream_id", Uuid(), primary_key=True),
    Column("prompt", Integer(), primary_key=True, autoincrement=False),
    Column("asked_at", BigInteger(), nullable=False, index=True),
)
"""The open questions to bots of the house, hidden ones too, so nothing of it goes out. Times in ms."""

inbox = Table(
    "inbox",
    metadata,
    Column("account", Text(), primary_key=True),
    Column("position", BigInteger(), primary_key=True, autoincrement=False),
    Column("part", Integer(), primary_key=True, autoincrement=False),
    Column("kind", Text(), nullable=False),
    Column("stream_id", Uuid()),
    Column("at", BigInteger(), nullable=False),
    Column("data", Text(), nullable=False),
    Index("inbox_news", "position"),
    Index("inbox_oldest", "at"),
)
"""The items of inboxes. `position` is that of the event in the log, `part` tells items of one event apart; `data` is
the rest of the item as JSON, by its `kind`. `at` in ms. Erasing an account deletes its rows.
"""

inbox_seats = Table(
    "inbox_seats",
    metadata,
    Column("stream_id", Uuid(), primary_key=True),
    Column("seat", Integer(), primary_key=True, autoincrement=False),
    Column("account", Text(), nullable=False, index=True),
)
"""The seats of accounts in matches that are not over."""

inbox_turns = Table(
    "inbox_turns",
    metadata,
    Column("stream_id", Uuid(), primary_key=True),
    Column("prompt", Integer(), primary_key=True, autoincrement=False),
    Column("seat", Integer(), nullable=False),
    Column("due_at", BigInteger()),
)
"""The open questions, hidden ones too, that seats of `inbox_seats` have to answer. Shown to their account alone."""
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

webhook_feed = Table(
    "webhook_feed",
    metadata,
    Column("position", BigInteger(), primary_key=True, autoincrement=False),
    Column("kind", Text(), nullable=False),
    Column("stream_id", Uuid(), nullable=False),
    Column("version", Integer(), nullable=False),
    Column("head_hash", LargeBinary(), nullable=False),
    Column("at", BigInteger(), nullable=False, index=True),
    Column("data", Text()),
    UniqueConstraint("stream_id", "version"),
)
"""The feed of webhooks, by the place of the event in the log; `at` in ms, version and head hash are those of the event.

`data`: of tournaments, what is public of the event beside that, as JSON; null for matches.
"""

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

ladders = Table(
    "ladders",
    metadata,
    Column("stream_id", Uuid(), primary_key=True),
    Column("game", Text(), nullable=False),
    Column("season", Text(), nullable=False),
    Column("version", Integer(), nullable=False),
    Column("head_hash", LargeBinary(), nullable=False),
    Column("games", Integer(), nullable=False),
    Column("tournaments", Integer(), nullable=False),
    Column("players", Integer(), nullable=False),
    Column("rated_at", BigInteger(), nullable=False),
    Column("position", BigInteger(), nullable=False),
    UniqueConstraint("game", "season"),
)
"""One row for each ladder. `games`, `tournaments` and `players` count what is in it; `rated_at` (ms) and `position` in
the log are those of its newest event."""

leaderboard = Table(
    "leaderboard",
    metadata,
    Column("stream_id", Uuid(), primary_key=True),
    Column("player", Text(), primary_key=True),
    Column("mu", BigInteger(), nullable=False),
    Column("sigma", BigInteger(), nullable=False),
    Column("ordinal", BigInteger(), nullable=False),
    Column("games", Integer(), nullable=False),
    Column("wins", Integer(), nullable=False),
    Column("rated_at", BigInteger(), nullable=False),
    Index("leaderboard_order", "stream_id", "ordinal", "player"),
)
"""Everybody's rating on a ladder, in millionths. `wins`: games in which nobody stood beside or before them."""

ladder_games = Table(
    "ladder_games",
    metadata,
    Column("stream_id", Uuid(), primary_key=True),
    Column("player", Text(), primary_key=True),
    Column("version", Integer(), primary_key=True, autoincrement=False),
)
"""The events of a ladder by rated player."""

rating_queue = Table(
    "rating_queue",
    metadata,
    Column("stream_id", Uuid(), primary_key=True),
    Column("tournament", Text(), nullable=False, unique=True),
    Column("game", Text(), nullable=False),
    Column("season", Text(), nullable=False),
    Column("position", BigInteger(), nullable=False, unique=True),
)
"""Rated tournaments that have finished and are on no ladder yet, by where in the log they have."""

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

match_signatures = Table(
    "match_signatures",
    metadata,
    Column("stream_id", Uuid(), primary_key=True),
    Column("version", Integer(), nullable=False),
    Column("head_hash", LargeBinary(), nullable=False),
    Column("key_id", Text(), nullable=False),
    Column("public_key", LargeBinary(), nullable=False),
    Column("value", Text(), nullable=False),
    Column("signed_at", BigInteger()),
    sqlite_with_rowid=False,
)
"""Signatures: one over the end of each match. `signed_at` in ms; null: signed elsewhere."""

record_signatures = Table(
    "record_signatures",
    metadata,
    Column("stream_id", Uuid(), primary_key=True),
    Column("version", Integer(), primary_key=True, autoincrement=False),
    Column("head_hash", LargeBinary(), nullable=False),
    Column("key_id", Text(), nullable=False),
    Column("public_key", LargeBinary(), nullable=False),
    Column("value", Text(), nullable=False),
    Column("signed_at", BigInteger(), nullable=False),
    sqlite_with_rowid=False,
)
"""Signatures of tournaments and ladders: of each some, each over the events up to a version. `signed_at` in ms."""

signing_keys = Table(
    "signing_keys",
    metadata,
    Column("key_id", Text(), primary_key=True),
    Column("public_key", LargeBinary(), nullable=False),
    Column("first_used_at", BigInteger(), nullable=False),
    sqlite_with_rowid=False,
)
"""The public keys that this service has ever signed with; they stay published."""

tournaments = Table(
    "tournament_list",
    metadata,
    Column("stream_id", Uuid(), primary_key=True),
    Column("game", Text(), nullable=False),
    Column("status", Text(), nullable=False),
    Column("decks", Text(), nullable=False),
    Column("shown", Text()),
    Column("created_position", BigInteger(), nullable=False, unique=True),
    Index("tournament_list_by_game", "game", "status", "created_position"),
    Index("tournament_list_by_status", "status", "created_position"),
)
"""Tournaments by their place in the log. `shown`: what everybody may know of one, as JSON without any name."""

tournament_names = Table(
    "tournament_names",
    metadata,
    Column("part", Text().with_variant(postgresql.TEXT(collation="C"), "postgresql"), primary_key=True),
    Column("created_position", BigInteger(), primary_key=True, autoincrement=False),
)
"""Every end of the folded name of a tournament, by the place of the tournament in the log: who looks for a part of a
name looks for ends that begin with it. In the order of code points in every database."""

tournament_people = Table(
    "tournament_people",
    metadata,
    Column("stream_id", Uuid(), primary_key=True),
    Column("reference", Text(), primary_key=True, index=True),
)
"""Entrants and staff of tournaments, as references."""

tournament_games = Table(
    "tournament_games",
    metadata,
    Column("stream_id", Uuid(), primary_key=True),
    Column("tournament", Uuid(), nullable=False),
    Column("round", Integer(), nullable=False),
    Column("table_number", Integer(), nullable=False),
    Column("game", Integer(), nullable=False),
    Column("reported", Boolean(), nullable=False),
    Column("settled", Boolean(), nullable=False),
    Column("reveal", Boolean(), nullable=False),
    Column("revealed", Boolean(), nullable=False),
    Index("tournament_games_of", "tournament", "round", "table_number"),
    Index("tournament_games_unreported", "reported"),
    Index("tournament_games_hidden", "reveal", "revealed"),
)
"""Matches of tournaments. `reported`: the tournament knows how it ended; `settled`: it needs no more to be played;
`reveal`: its secrets may be known, `revealed`: they are.
"""

tournament_seats = Table(
    "tournament_seats",
    metadata,
    Column("stream_id", Uuid(), primary_key=True),
    Column("seat", Integer(), primary_key=True, autoincrement=False),
    Column("entrant", Text(), nullable=False, index=True),
    Column("out", Boolean(), nullable=False),
    Column("conceded", Boolean(), nullable=False),
    Index("tournament_seats_out", "out", "conceded"),
)
"""The entrants of such a match by seat. `out`: a call has taken it out of the match; `conceded`: it has left it."""

tournament_players = Table(
    "tournament_players",
    metadata,
    Column("stream_id", Uuid(), primary_key=True),
    Column("entrant", Text(), primary_key=True),
    Column("player", Text(), nullable=False, index=True),
)
"""The references of a rated tournament's entrants on the leaderboards of its game."""

tournament_rankings = Table(
    "tournament_rankings",
    metadata,
    Column("stream_id", Uuid(), primary_key=True),
    Column("after_round", Integer(), primary_key=True, autoincrement=False),
    Column("bracket", Boolean(), primary_key=True),
    Column("version", Integer(), nullable=False),
    Column("rows", Integer(), nullable=False),
)
"""The rounds of tournaments of which the standings are kept: those that are over, and 0. `version` is that of the
tournament which they were computed from, `rows` how many there are. `bracket`: they are those of a bracket.
"""

tournament_standings = Table(
    "tournament_standings",
    metadata,
    Column("stream_id", Uuid(), primary_key=True),
    Column("after_round", Integer(), primary_key=True, autoincrement=False),
    Column("bracket", Boolean(), primary_key=True),
    Column("place", Integer(), primary_key=True, autoincrement=False),
    Column("entrant", Text(), nullable=False),
    Column("row", Text(), nullable=False),
)
"""These standings: `place` counts from 1, `row` is the exact row as JSON."""
