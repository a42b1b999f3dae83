"""The inboxes of accounts, folded from whole events, hidden ones too: a seat's prompt goes to its account alone.

It passes over forks: their one player holds every seat, and knows. Of tournaments it tells only what is public.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

import msgspec
import sqlalchemy as sa
from sqlalchemy import Connection

from domain.kernel import match as kernel
from domain.kernel.codec import SEALED
from eventstore import Logged, StoredEvent, bulk
from eventstore.read_models.past import Past
from service.application.redaction import Shown
from service.projections.inbox.table import STANDING, inbox, inbox_seats, inbox_turns
from service.projections.inbox.tournament_news import NEWSWORTHY, News, news
from service.projections.page import Key, PageRows, passing_over, whole
from service.streams.broker import inbox_of
from service.tables import account_seats, accounts
from service.times import Clock

NAME = inbox.name
KEPT = 500
"""The newest items that an account keeps."""
DAYS = 30
"""Items that are older than this are gone."""
_DAY = 86_400_000
AT_ONCE = 10_000
"""Items that are dropped by one statement."""

Followed = tuple[Logged, Shown]


@dataclass
class _Changes:
    """The changes of a page of the log. `known` are the accounts in the seats of this page's matches."""

    known: dict[Key, str]
    accounts: Mapping[str, str]
    """The account behind a reference to a player."""
    rows: list[dict[str, Any]] = field(default_factory=list)
    seats: PageRows = field(default_factory=lambda: PageRows(inbox_seats))
    turns: PageRows = field(default_factory=lambda: PageRows(inbox_turns))

    def seated(self, stream: UUID) -> list[tuple[int, str]]:
        """(seat, account) of a match, as far as accounts sit there."""
        return sorted((seat, account) for (match, seat), account in self.known.items() if match == stream)

    def tell(self, logged: Logged, account: str, seat: int, kind: str, **data: object) -> None:
        """One more item of a seat."""
        self._add(logged, account, seat, kind, {"seat": seat, **data})

    def inform(self, told: News) -> None:
        """Add an item of a tournament; nobody has two roles in one event, so an account gets it once."""
        account = self.accounts.get(told.reference)
        if account is not None:
            self._add(told.logged, account, 0, told.kind, told.data)

    def _add(self, logged: Logged, account: str, part: int, kind: str, data: Mapping[str, Any]) -> None:
        self.rows.append(
            {
                "account": account,
                "position": logged.position,
                "part": part,
                "kind": kind,
                "stream_id": logged.event.stream_id,
                "at": logged.event.at,
                "data": msgspec.json.encode(data).decode(),
            }
        )


class InboxBook:
    """Applies events of the log to the inboxes; each event once, in the order of the log."""

    name = NAME
    tables = (inbox, inbox_seats, inbox_turns)

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._told: set[tuple[int, str]] = set()

    def tell(self, publish: Callable[[str, int], None], until: int) -> None:
        """Hint at each inbox that has got items since, of those that are shown: none beyond this position is."""
        shown = {told for told in self._told if told[0] <= until}
        self._told -= shown
        for account, position in {account: position for position, account in sorted(shown)}.items():
            publish(inbox_of(account), position)

    @property
    def follows(self) -> Sequence[str]:
        """Types of events."""
        return (SEALED, *_FOLLOWED, *NEWSWORTHY)

    def apply(self, connection: Connection, logged: Sequence[Logged], past: Past) -> None:
        """Fold a page of the log."""
        followed, told = list(whole(logged, _FOLLOWED)), news(past, logged)
        if followed or told:
            references = _taking(followed) | {one.reference for one in told}
            changes = _Changes(_seats(connection, followed), _accounts(connection, references))
            for entry, seen in followed:
                with passing_over("inboxes", entry):
                    _FOLLOWED[seen.type](changes, entry, seen.data)
            for one in told:
                changes.inform(one)
            _write(connection, changes)
            self._told.update((row["position"], row["account"]) for row in changes.rows)
        drop_old(connection, self._clock())


def _seats(connection: Connection, followed: Sequence[Followed]) -> dict[Key, str]:
    streams = {entry.event.stream_id for entry, _ in followed}
    rows = connection.execute(sa.select(inbox_seats).where(bulk.among(connection, inbox_seats.c.stream_id, streams)))
    return {(row.stream_id, row.seat): row.account for row in rows}


def _taking(followed: Sequence[Followed]) -> set[str]:
    """The references by which seats are taken in these events."""
    return {str(seen.data.get("player")) for _, seen in followed if seen.type == kernel.SeatTaken.type}


def _accounts(connection: Connection, references: Collection[str]) -> dict[str, str]:
    """The accounts behind these references; guests have none."""
    if not references:
        return {}
    rows = connection.execute(
        sa.select(account_seats).where(bulk.among(connection, account_seats.c.player, references))
    )
    return {row.player: row.account for row in rows}


def _taken(changes: _Changes, entry: Logged, data: Mapping[str, Any]) -> None:
    account = changes.accounts.get(data["player"])
    if account is not None:
        place = entry.event.stream_id, int(data["seat"])
        changes.known[place] = account
        changes.seats.add(place, account=account)


def _left(changes: _Changes, entry: Logged, data: Mapping[str, Any]) -> None:
    stream, vacated = entry.event.stream_id, int(data["seat"])
    changes.known.pop((stream, vacated), None)
    changes.seats.remove((stream, vacated))
    for seat, account in changes.seated(stream):
        changes.tell(entry, account, seat, "SeatVacated", vacated=vacated)


def _started(changes: _Changes, entry: Logged, data: Mapping[str, Any]) -> None:
    for seat, account in changes.seated(entry.event.stream_id):
        changes.tell(entry, account, seat, "MatchStarted")


def _opened(changes: _Changes, entry: Logged, data: Mapping[str, Any]) -> None:
    event, seat = entry.event, int(data["seat"])
    account = changes.known.get((event.stream_id, seat))
    if account is None or data.get("mode") == STANDING:
        return
    allowed = data.get("allowed")
    due_at = None if allowed is None else event.at + int(allowed)
    changes.turns.add((event.stream_id, event.version), seat=seat, due_at=due_at)
    changes.tell(entry, account, seat, "YourTurn", prompt=event.version, due_at=due_at)


def _answered(changes: _Changes, entry: Logged, data: Mapping[str, Any]) -> None:
    _close(changes, entry.event, [data["prompt"]])


def _voided(changes: _Changes, entry: Logged, data: Mapping[str, Any]) -> None:
    _close(changes, entry.event, data["prompts"])


def _close(changes: _Changes, event: StoredEvent, prompts: Iterable[Any]) -> None:
    for number in prompts:
        changes.turns.remove((event.stream_id, int(number)))


def _ended(changes: _Changes, entry: Logged, data: Mapping[str, Any]) -> None:
    """Tell it, and forget who sat there: nothing follows."""
    stream = entry.event.stream_id
    for seat, account in changes.seated(stream):
        changes.tell(entry, account, seat, "MatchOver", result=data["result"])
    changes.known = {place: account for place, account in changes.known.items() if place[0] != stream}
    changes.seats.remove_all(stream)
    changes.turns.remove_all(stream)


_FOLLOWED: Mapping[str, Callable[[_Changes, Logged, Mapping[str, Any]], None]] = {
    kernel.SeatTaken.type: _taken,
    kernel.SeatLeft.type: _left,
    kernel.MatchStarted.type: _started,
    kernel.PromptOpened.type: _opened,
    kernel.ActionTaken.type: _answered,
    kernel.PromptClosed.type: _voided,
    kernel.MatchEnded.type: _ended,
}


def _write(connection: Connection, changes: _Changes) -> None:
    seated = {values["account"] for values in changes.seats.added.values()}
    concerned = {row["account"] for row in changes.rows} | seated
    erased = _erased(connection, concerned) if concerned else frozenset()
    for place in [place for place, values in changes.seats.added.items() if values["account"] in erased]:
        del changes.seats.added[place]
    changes.seats.write(connection)
    changes.turns.write(connection)
    rows = [row for row in changes.rows if row["account"] not in erased]
    if rows:
        bulk.insert(connection, inbox, rows)
        trim(connection, {row["account"] for row in rows})


def _erased(connection: Connection, concerned: Collection[str]) -> frozenset[str]:
    """Those of the accounts that are nobody's any more. The others can't be erased before the transaction is over."""
    among = bulk.among(connection, accounts.c.account, concerned)
    query = sa.select(accounts.c.account, accounts.c.erased_at).where(among)
    rows = connection.execute(query.order_by(accounts.c.account).with_for_update(read=True)).all()
    return frozenset(row.account for row in rows if row.erased_at is not None)


def drop_old(connection: Connection, now: int) -> None:
    """Drop what has become too old, of any account. Items that another process is dropping are passed over, not waited
    for.
    """
    old = sa.select(inbox.c.account, inbox.c.position, inbox.c.part).where(inbox.c.at < now - DAYS * _DAY)
    some = old.limit(AT_ONCE).with_for_update(skip_locked=True)
    while keys := [row._asdict() for row in connection.execute(some)]:
        bulk.delete(connection, inbox, keys)


def trim(connection: Connection, told: Collection[str]) -> None:
    """Drop what is too much of these inboxes. Folds of other shards may add to the same ones: they take turns."""
    full = {row["account"] for row in _beyond(connection, told, KEPT // 2, limit=1)}
    if full:
        bulk.in_turn(connection, inbox.name, full)
        # the oldest, so that those that are kept have no holes
        bulk.delete(connection, inbox, _beyond(connection, full, KEPT))


def _beyond(
    connection: Connection, told: Collection[str], newest: int, limit: int | None = None
) -> list[Mapping[str, Any]]:
    """The keys of items beyond so many newest ones, so many of each inbox, which is read by its key."""
    keys = sa.select(inbox.c.account, inbox.c.position, inbox.c.part)
    others = keys.order_by(inbox.c.position.desc(), inbox.c.part.desc()).offset(newest).limit(limit)
    if connection.dialect.name == "sqlite":
        found = [row for each in told for row in connection.execute(others.where(inbox.c.account == each))]
    else:
        given = bulk.row_values(inbox, [{"account": each} for each in told])
        own = others.where(inbox.c.account == given.c.account).correlate(given).lateral("own")
        found = list(connection.execute(sa.select(own).select_from(given.join(own, sa.true()))))
    return [row._asdict() for row in found]
