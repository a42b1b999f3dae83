"""Moments that a database is set back to, and what has to be gone then."""

from __future__ import annotations

from datetime import datetime

from tests import services
from tests.faults.history import Resync, operations
from tests.faults.stand import Stand

NEWEST = "SELECT encode(hash, 'hex') FROM events WHERE recorded_at > $1 ORDER BY recorded_at DESC LIMIT 1"
STANDS = "SELECT count(*) FROM events WHERE encode(hash, 'hex') = $1"


def left_behind(tried: Stand, database: str) -> tuple[str, str]:
    """A moment, and the hash of an event that came after it.

    The clock of the server names it, which stamps each commit too: what was answered before this is called has an
    earlier stamp, and the log has no later one before it.
    """
    moment: datetime = services.run(services.ask(database, "SELECT clock_timestamp()"))
    tried.some_more(20)
    return moment.isoformat(" "), str(services.run(services.ask(database, NEWEST, moment)))


def told_that_it_is_gone(tried: Stand, database: str, gone: str) -> None:
    """The store does not hold that event, and somebody who watched was told to begin anew."""
    assert services.run(services.ask(database, STANDS, gone)) == 0, "it is still there"
    told = [one.reason for one in operations(tried.file.read_bytes()) if isinstance(one, Resync)]
    assert "DIVERGED" in told, told
