"""A client program that watches a match and prints each event's version.

    python -m tests.e2e.watcher MATCH DROP_AFTER SERVER...

At version DROP_AFTER (0: never) it hangs up, waits a second and resumes after the last version it has, as it does
whenever its server is gone. It ends when the match is closed.
"""

from __future__ import annotations

import asyncio
import sys
from contextlib import aclosing

from playledger_client import Match
from playledger_client.models import EventsAppended
from tests.e2e.patient import patient


async def watched(match: Match, after: int, drop_after: int) -> int:
    """Print what follows on a version, until the match is closed or `drop_after` is reached; the last version."""
    async with aclosing(match.updates(after)) as updates:
        async for update in updates:
            if isinstance(update, EventsAppended):
                print(*(event.version for event in update.events), sep="\n", flush=True)
                after = update.to_version
                if drop_after and after >= drop_after:
                    break
    return after


async def main(match: str, drop_after: int, *servers: str) -> None:
    """Watch the match of the command line."""
    async with patient(servers) as client:
        last = await watched(client.match(match), 0, drop_after)
        if drop_after:
            await asyncio.sleep(1)
            await watched(client.match(match), last, 0)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], int(sys.argv[2]), *sys.argv[3:]))
