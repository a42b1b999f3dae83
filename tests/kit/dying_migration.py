"""A migration that is killed at one of its statements: where a test can't wait until chance kills it there.

    python -m tests.kit.dying_migration URL PART AFTER STATEMENT NUMBER SECONDS

It dies so many seconds after it has begun the numbered statement that has this text, of those that come after another
one; COMMIT is one as well. It ends like any other if there is none.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from threading import Timer
from typing import Any, NamedTuple

from sqlalchemy import Engine, event

from eventstore import migrate
from eventstore.migrations import parts
from service.tables import REVISIONS
from tests.kit.process import ROOT
from tests.kit.waiting import PATIENCE


class Death(NamedTuple):
    """When it dies."""

    after: str
    statement: str
    number: int = 1
    seconds: float = 0.0


class _Doomed:
    """Counts the statements of this process, and ends it without a word."""

    def __init__(self, death: Death) -> None:
        self._death = death
        self._awaited = death.after
        self._left = death.number

    def executing(self, _connection: object, _cursor: object, statement: str, *_rest: Any) -> None:
        if self._awaited:
            self._awaited = "" if self._awaited in statement else self._awaited
        elif self._death.statement in statement:
            self._left -= 1
            if not self._left:
                self._die()

    def committing(self, connection: object) -> None:
        self.executing(connection, None, "COMMIT")

    def _die(self) -> None:
        if not self._death.seconds:
            os.kill(os.getpid(), signal.SIGKILL)
        Timer(self._death.seconds, os.kill, (os.getpid(), signal.SIGKILL)).start()


def command(url: str, part: int, death: Death) -> list[str]:
    """What runs it, with so many events in a part of what it copies."""
    return [sys.executable, "-m", "tests.kit.dying_migration", url, str(part), *map(str, death)]


def died(url: str, part: int, death: Death) -> bool:
    """Run it to its end; whether it was killed."""
    done = subprocess.run(command(url, part, death), cwd=ROOT, capture_output=True, timeout=PATIENCE, check=False)
    assert done.returncode in {0, -signal.SIGKILL}, done.stderr
    return done.returncode != 0


def main() -> None:
    url, part, after, statement, number, seconds = sys.argv[1:]
    doomed = _Doomed(Death(after, statement, int(number), float(seconds)))
    event.listen(Engine, "before_cursor_execute", doomed.executing)
    event.listen(Engine, "commit", doomed.committing)
    parts.EVENTS = int(part)
    migrate.upgrade(url)
    migrate.upgrade(url, REVISIONS)


if __name__ == "__main__":
    main()
