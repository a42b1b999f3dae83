"""Presence: the seats with an open stream of a match and the number of its spectators, in all replicas together.

Each replica tells the others what it has, when that changes and on demand, and that it is alive. Its word holds as long
as they hear of it: they forget a killed replica after `lease`. Nothing of it is stored, and nothing says which account
or client it is.
"""

from __future__ import annotations

import asyncio
import secrets
from collections import Counter, defaultdict, deque
from collections.abc import Callable
from dataclasses import dataclass

import msgspec
import structlog

from api_schema.ports.matches import PresenceOut
from service.background import BackgroundTask
from service.streams.broker import Broker

log = structlog.get_logger(__name__)

SPECTATORS = -1
"""In the place of a seat's number."""
NOBODY = PresenceOut((), 0)
Changed = Callable[[str, PresenceOut], None]
"""Told of a match that is watched here whenever it is seen by others than before."""


@dataclass(frozen=True)
class PresenceSettings:
    """Seconds and counts. `settle`: how often a match may change; `linger`: how long a watcher that has left still
    counts, and counts no second time when it comes back; `most`: the matches remembered of other replicas.

    Where nothing but the number of spectators changes, they get at most `frames` messages a second in all, and each one
    hears of it after `calm` at the latest.
    """

    settle: float = 1.0
    linger: float = 3.0
    alive: float = 5.0
    lease: float = 15.0
    most: int = 50_000
    frames: int = 100
    calm: float = 30.0


class _Word(msgspec.Struct, frozen=True, omit_defaults=True):
    """A message of a replica `r`: the watchers of match `m` there, or that it is alive, `bye`, or `ask`: say all you
    have.

    `s` are seats, `n` the number of spectators; `to` is the one replica asked, all if empty. `anew`: forget its earlier
    messages, all that it has follows.
    """

    r: str
    m: str = ""
    s: tuple[int, ...] = ()
    n: int = 0
    ask: bool = False
    to: str = ""
    bye: bool = False
    anew: bool = False


_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(_Word).decode
Told = tuple[tuple[int, ...], int]
"""(seats, spectators)."""


class Presence(BackgroundTask):
    """Counts streams. `start` before use, `stop` at the end."""

    def __init__(self, broker: Broker, changed: Changed, settings: PresenceSettings | None = None) -> None:
        self._broker = broker
        self._changed = changed
        self._settings = settings or PresenceSettings()
        self._replica = secrets.token_hex(6)
        self._here: dict[str, Counter[int]] = {}
        self._open: Counter[str] = Counter()
        self._told: dict[str, tuple[float, PresenceOut]] = {}
        self._leaving: dict[tuple[str, int], deque[float]] = {}
        self._there: defaultdict[str, dict[str, Told]] = defaultdict(dict)
        self._alive_until: dict[str, float] = {}
        self._size = 0
        self._said: dict[str, Told] = {}
        self._touched: set[str] = set()
        self._alive_at = 0.0
        self._strangers: set[str] = set()
        self._asked = False
        self._draining = False

    async def start(self) -> None:
        """Listen, and count in the background."""
        self._unsubscribe = self._broker.subscribe(self)
        self._unhear = self._broker.hear(self.heard)
        await super().start()
        self.missed()

    def drain(self) -> None:
        """Say goodbye: all streams end now."""
        if not self._draining:
            self._draining = True
            self._say(_Word(self._replica, bye=True))

    async def stop(self) -> None:
        """Drain, and listen no more."""
        self.drain()
        if self._task is not None:
            self._unsubscribe()
            self._unhear()
        await super().stop()

    def entered(self, match: str, place: int) -> None:
        """A stream was opened by a seat, or with SPECTATORS by somebody else."""
        self._open[match] += 1
        leaving = self._leaving.get((match, place))
        if leaving:
            leaving.popleft()
        else:
            self._here.setdefault(match, Counter())[place] += 1
        self._touched.add(match)

    def left(self, match: str, place: int) -> None:
        """It was closed."""
        self._open[match] -= 1
        if not self._open[match]:
            # the next watcher knows nothing
            del self._open[match]
            self._told.pop(match, None)
        self._leaving.setdefault((match, place), deque()).append(_now() + self._settings.linger)

    def of(self, match: str) -> PresenceOut:
        """The watchers of a match, as far as this replica knows them."""
        told = [self._own(match), *self._there.get(match, {}).values()]
        seats = {seat for seats, _ in told for seat in seats}
        return PresenceOut(tuple(sorted(seats)), sum(spectators for _, spectators in told))

    def hinted(self, match_id: str, version: int) -> None:
        """Do nothing: presence needs no events of matches."""

    def missed(self) -> None:
        """Words may have been lost: say all, and ask for all."""
        self._say_all()
        self._say(_Word(self._replica, ask=True))

    def heard(self, text: str) -> None:
        """A word of some replica: it is noted, and answered with the next tick."""
        try:
            word = _decode(text)
        except msgspec.MsgspecError:
            log.warning("presence_word_unreadable")
            return
        if word.r == self._replica:
            return
        if word.bye:
            self._forget(word.r)
            return
        if word.r not in self._alive_until and (word.to or not word.ask):
            # a replica that asks all has said all before
            self._strangers.add(word.r)
        self._alive_until[word.r] = _now() + self._settings.lease
        self._asked |= word.ask and word.to in ("", self._replica)
        if word.anew:
            self._drop_all(word.r)
        elif word.m:
            self._note(word)

    def tick(self) -> None:
        """Forget watchers that have left and replicas that are no longer alive; tell replicas and watchers what has
        changed.
        """
        now = _now()
        for (match, place), times in list(self._leaving.items()):
            while times and times[0] <= now:
                times.popleft()
                self._gone(match, place)
            if not times:
                del self._leaving[match, place]
        for replica in [name for name, until in self._alive_until.items() if until <= now]:
            self._forget(replica)
        self._answer()
        touched, self._touched = self._touched, set()
        for match in touched:
            self._say_if_new(match)
            if match in self._open:
                self._tell(match, now)
        if now - self._alive_at >= self._settings.alive:
            self._alive_at = now
            self._say(_Word(self._replica))

    def _tell(self, match: str, now: float) -> None:
        """Tell the watchers, or look again with the next tick where so many were told just now."""
        seen, (told_at, before) = self.of(match), self._told.get(match, (now, NOBODY))
        pause = min(self._settings.calm, seen.spectators / self._settings.frames)
        if match in self._told and before.seats == seen.seats and now < told_at + pause:
            self._touched.add(match)
            return
        self._told[match] = now, seen
        self._changed(match, seen)

    def _answer(self) -> None:
        """Say all to replicas that have asked; ask those of which nothing is known."""
        if self._asked:
            self._asked = False
            self._say_all()
        strangers, self._strangers = self._strangers, set()
        for replica in strangers & self._alive_until.keys():
            self._say(_Word(self._replica, ask=True, to=replica))

    async def _run(self) -> None:
        while True:
            self.tick()
            await asyncio.sleep(self._settings.settle)

    def _gone(self, match: str, place: int) -> None:
        here = self._here[match]
        here[place] -= 1
        if not here[place]:
            del here[place]
        if not here:
            del self._here[match]
        self._touched.add(match)

    def _own(self, match: str) -> Told:
        here = self._here.get(match, Counter())
        return tuple(sorted(place for place in here if place != SPECTATORS)), here[SPECTATORS]

    def _say_if_new(self, match: str) -> None:
        own = self._own(match)
        if own == self._said.get(match, ((), 0)):
            return
        if own == ((), 0):
            del self._said[match]
        else:
            self._said[match] = own
        self._say(_Word(self._replica, match, *own))

    def _say_all(self) -> None:
        self._say(_Word(self._replica, anew=True))
        for match, own in self._said.items():
            self._say(_Word(self._replica, match, *own))

    def _say(self, word: _Word) -> None:
        if not self._draining or word.bye:
            kind = f"{word.m} {word.ask} {word.to} {word.bye} {word.anew}"
            self._broker.say(f"presence {kind}", _encode(word).decode())

    def _note(self, word: _Word) -> None:
        known = self._there.get(word.m, {})
        if word.s or word.n > 0:
            if word.r not in known and self._size >= self._settings.most:
                return
            self._size += word.r not in known
            self._there[word.m][word.r] = tuple(sorted(set(word.s))), word.n
        elif word.r in known:
            self._drop(word.m, word.r)
        self._touched.add(word.m)

    def _forget(self, replica: str) -> None:
        """It was stopped, or is not heard of any more."""
        self._alive_until.pop(replica, None)
        self._drop_all(replica)

    def _drop_all(self, replica: str) -> None:
        for match in [match for match, told in self._there.items() if replica in told]:
            self._drop(match, replica)
            self._touched.add(match)

    def _drop(self, match: str, replica: str) -> None:
        del self._there[match][replica]
        self._size -= 1
        if not self._there[match]:
            del self._there[match]


def _now() -> float:
    return asyncio.get_running_loop().time()
