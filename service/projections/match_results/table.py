"""Matches that are over and count, by seat, deck and card."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, ForeignKey, Index, Integer, Table, Text, Uuid

from service.tables import metadata

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
