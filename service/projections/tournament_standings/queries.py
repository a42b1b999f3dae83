"""Pages of standings after a round that is over."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import sqlalchemy as sa

from service.projections.tournament_standings.table import tournament_rankings, tournament_standings


def page(stream: UUID, number: int | None, begin: int, first: int) -> sa.Select[Any]:
    """The rows of a page, of a bracket and without one, each with what is known of all of them."""
    ranked, rows = tournament_rankings.c, tournament_standings.c
    last = sa.select(sa.func.max(ranked.after_round)).where(ranked.stream_id == stream).scalar_subquery()
    of_page = sa.and_(
        rows.stream_id == ranked.stream_id,
        rows.after_round == ranked.after_round,
        rows.bracket == ranked.bracket,
        rows.place > begin,
        rows.place <= begin + first,
    )
    wanted = ranked.stream_id == stream, ranked.after_round == (last if number is None else number)
    query = sa.select(tournament_rankings, rows.row).select_from(
        tournament_rankings.outerjoin(tournament_standings, of_page)
    )
    return query.where(*wanted).order_by(ranked.bracket, rows.place)
