"""Tournaments by a part of their names."""

from __future__ import annotations

import sys

import sqlalchemy as sa

from service.projections.tournament_names.table import tournament_names


def named(part: str) -> sa.Select[tuple[int]]:
    """The places of the tournaments with this part in their names: a range of the primary key."""
    ends = tournament_names.c.part
    query = sa.select(tournament_names.c.created_position)
    return query.where(ends >= part, ends < part + chr(sys.maxunicode))
