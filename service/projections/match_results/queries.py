"""The queries of statistics. All of them begin with what everybody may know."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from sqlalchemy import ColumnElement, FromClause

from api_schema.ports.results import StatisticsFilter
from service.projections.match_results.table import result_cards, result_seats, results
from service.projections.tournament_list.queries import taken_by
from service.projections.tournament_list.table import tournament_seats
from service.times import instant

TWO = 2
"""Seats of a match in which one deck meets one other."""


def ends_known(now: int) -> ColumnElement[bool]:
    """The condition that even spectators who are behind may know the end of a match. `now` in ms."""
    return results.c.known_at <= now


def decks_known(now: int) -> ColumnElement[bool]:
    """Nor is what was brought to it. Never so where it was not opened to everybody: nothing is at most now, then."""
    return ends_known(now) & (results.c.decks_known_at <= now)


def by_deck(game: str, wanted: StatisticsFilter, after: str | None, limit: int, now: int) -> sa.Select[Any]:
    """(deck, matches, played, wins, draws, losses), in the order of the decks."""
    seats = result_seats
    query = sa.select(seats.c.deck, *_tally(seats)).join(results, results.c.stream_id == seats.c.stream_id)
    query = query.where(seats.c.deck.is_not(None), *_counted(game, wanted, now))
    if after is not None:
        query = query.where(seats.c.deck > after)
    return query.group_by(seats.c.deck).order_by(seats.c.deck).limit(limit)


def by_card(game: str, wanted: StatisticsFilter, after: str | None, limit: int, now: int) -> sa.Select[Any]:
    """(card, decks, copies, matches, played, wins, draws, losses), in the order of the cards."""
    seats, cards = result_seats, result_cards
    amounts = (sa.func.count(seats.c.deck.distinct()).label("decks"), sa.func.sum(cards.c.copies).label("copies"))
    same = (seats.c.stream_id == cards.c.stream_id) & (seats.c.seat == cards.c.seat)
    query = sa.select(cards.c.card, *amounts, *_tally(seats)).join(seats, same)
    query = query.join(results, results.c.stream_id == cards.c.stream_id).where(*_counted(game, wanted, now))
    if after is not None:
        query = query.where(cards.c.card > after)
    return query.group_by(cards.c.card).order_by(cards.c.card).limit(limit)


def by_matchup(
    game: str, wanted: StatisticsFilter, deck: str | None, after: tuple[str, str] | None, limit: int, now: int
) -> sa.Select[Any]:
    """(deck, against, matches, played, wins, draws, losses), in the order of the decks."""
    own, theirs = result_seats.alias("own"), result_seats.alias("theirs")
    pair = (own.c.deck, theirs.c.deck)
    opposite = (own.c.stream_id == theirs.c.stream_id) & (own.c.seat != theirs.c.seat)
    query = sa.select(own.c.deck, theirs.c.deck.label("against"), *_tally(own)).join(theirs, opposite)
    query = query.join(results, results.c.stream_id == own.c.stream_id)
    met = (results.c.seats == TWO, own.c.deck.is_not(None), theirs.c.deck.is_not(None))
    query = query.where(*met, *_counted(game, wanted, now))
    if deck is not None:
        query = query.where(own.c.deck == deck)
    if after is not None:
        query = query.where(sa.tuple_(*pair) > sa.tuple_(*map(sa.literal, after)))
    return query.group_by(*pair).order_by(*pair).limit(limit)


def met(one: str, other: str, game: str | None, now: int) -> sa.Subquery:
    """The matches of two entrants, or of two players of leaderboards in all rated tournaments, with the outcome of the
    first, as a table to be counted or paged.

    An entrant with several seats has the same place in all of them: one row for each match.
    """
    sides = tournament_seats.alias("one"), tournament_seats.alias("other")
    own, theirs = result_seats.alias("own"), result_seats.alias("theirs")
    better, worse = own.c.place < theirs.c.place, own.c.place > theirs.c.place
    outcome = sa.case((better, "win"), (worse, "loss"), else_="draw").label("outcome")
    query = sa.select(results, outcome).distinct()
    for side, seat in zip(sides, (own, theirs), strict=True):
        query = query.join(side, side.c.stream_id == results.c.stream_id)
        query = query.join(seat, (seat.c.stream_id == side.c.stream_id) & (seat.c.seat == side.c.seat))
    own_side, other_side = sides
    query = query.where(taken_by(own_side, one), taken_by(other_side, other), ends_known(now))
    query = query.where(own_side.c.entrant != other_side.c.entrant)
    return (query if game is None else query.where(results.c.game == game)).subquery()


def met_page(found: sa.Subquery, after: tuple[int, Any] | None, limit: int) -> sa.Select[Any]:
    """A page of those matches, the newest first."""
    query = sa.select(found).order_by(found.c.finished_at.desc(), found.c.stream_id)
    if after is not None:
        at, stream = after
        earlier = found.c.finished_at < at
        query = query.where(earlier | ((found.c.finished_at == at) & (found.c.stream_id > stream)))
    return query.limit(limit)


def met_counts(found: sa.Subquery) -> sa.Select[Any]:
    """(outcome, matches)."""
    return sa.select(found.c.outcome, sa.func.count().label("matches")).group_by(found.c.outcome)


def _tally(seats: FromClause) -> list[ColumnElement[int]]:
    outcomes = {"wins": "win", "draws": "draw", "losses": "loss"}
    counted = [sa.func.sum(sa.case((seats.c.outcome == one, 1), else_=0)).label(name) for name, one in outcomes.items()]
    matches = sa.func.count(seats.c.stream_id.distinct()).label("matches")
    return [matches, sa.func.count().label("played"), *counted]


def _counted(game: str, wanted: StatisticsFilter, now: int) -> list[ColumnElement[bool]]:
    found = [decks_known(now), results.c.game == game]
    equal = {results.c.tournament: wanted.tournament, results.c.mode: wanted.mode}
    found += [column == value for column, value in equal.items() if value is not None]
    if wanted.since is not None:
        found.append(results.c.finished_at >= instant(wanted.since, "since"))
    if wanted.until is not None:
        found.append(results.c.finished_at < instant(wanted.until, "until"))
    return found
