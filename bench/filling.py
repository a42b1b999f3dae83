"""Fills a database with many matches of all games, most of them over: `python -m bench.filling URL MATCHES`.

Each decision is made by the rules and kept with a command of its own, as the service would have kept it; the decisions
of many matches share a transaction. They were played 40 days ago, so they are due for the archive. Of 100 matches 90
are over: most are given up after some answers, as most matches are, and one is played to its end.
"""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Iterable, Iterator
from random import Random

from bench.playing import Match, seat_accounts
from bench.read_models import replica
from domain.games import discover
from domain.kernel.seating import fewest_seats, in_mode
from eventstore.envelope import StreamAppend
from service.bootstrap import Playledger
from service.times import now

AT_ONCE = 64
"""Matches whose decisions share a transaction."""
AGO = 40 * 86_400_000
LIVE = 10
"""Of 100 matches those that are not over."""
ENDED = 1
"""Those that are played to their end."""
LONGER = 9
"""Those that are given up, or left alone, after up to 30 answers; all others after up to three."""
SHARES = {"c4": 60, "capcom_crossovers": 18, "cape_and_cowl": 18, "scp": 3, "trf": 1}
"""The games of matches that are played to their end: those of the last two have thousands of events."""
TOLD_EVERY = 1_000


class Planned:
    """A match of the filling, and how far it goes."""

    def __init__(self, app: Playledger, number: int, begun: int) -> None:
        random = Random(f"filled {number}")
        share, games = number * 37 % 100, list(discover())
        self._lives = share < LIVE
        whole = LIVE <= share < LIVE + ENDED
        slug = random.choices(*zip(*SHARES.items(), strict=True))[0] if whole else games[number % len(games)]
        most = 30 if share >= 100 - LONGER else 3
        self._answers = sys.maxsize if whole else random.randint(0, most)
        game = app.catalogue.game(slug)
        seats = fewest_seats(game, in_mode(game))
        self.match = Match(app, game, random, begun, accounts=number % 2 == 0, seats=seats)

    def appends(self) -> Iterator[StreamAppend]:
        """All that is appended to it."""
        while not self.match.started:
            yield self.match.next()
        while self._answers and not self.match.over:
            self._answers -= 1
            yield self.match.next()
        while not self._lives and not self.match.over:
            yield self.match.given_up()


async def fill(app: Playledger, numbers: Iterable[int]) -> int:
    """Play the matches of these numbers, each of which is always the same; how many events they have."""
    waiting = (Planned(app, number, now() - AGO) for number in numbers)
    playing: list[Iterator[StreamAppend]] = []
    begun, done, events, begin = 0, 0, 0, time.monotonic()
    while True:
        fresh = [one for _, one in zip(range(AT_ONCE - len(playing)), waiting, strict=False)]
        await seat_accounts(app, [one.match for one in fresh])
        playing += [one.appends() for one in fresh]
        begun += len(fresh)
        taken = [(one, append) for one in playing if (append := next(one, None)) is not None]
        if not taken and not fresh:
            return events
        playing = [one for one, _ in taken]
        if taken:
            await app.store.append_all([append for _, append in taken])
        events += sum(len(append.events) for _, append in taken)
        if (begun - len(playing)) // TOLD_EVERY > done // TOLD_EVERY:
            done = begun - len(playing)
            print(f"{done} matches, {events} events, {time.monotonic() - begin:.0f} s", file=sys.stderr, flush=True)


async def filled(url: str, matches: int) -> int:
    """Fill a migrated database."""
    app = await replica(url)
    try:
        return await fill(app, range(matches))
    finally:
        await app.stop()


def main() -> None:
    """Fill what the command line names."""
    print(asyncio.run(filled(sys.argv[1], int(sys.argv[2]))), "events")


if __name__ == "__main__":
    main()
