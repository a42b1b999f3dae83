"""Presence: the seats with an open stream of a match and the number of its spectators, in all replicas together.

Each replica tells those who follow a match what it has of it, when that changes and when one asks, and tells all that
it is alive: they forget one that has been silent for `lease`. Nothing of it is stored, and nothing says which account
or client it is.
"""

from __future__ import annotations

import asyncio
import math
import secrets
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Collection
from dataclasses import dataclass, field

import msgspec
import structlog
from cachetools import LRUCache

from api_schema.ports.matches import PresenceOut
from service.background import BackgroundTask
from service.streams.broker import ALL, Broker, Unsubscribe

log = structlog.get_logger(__name__)

FORGOTTEN = 100
"""Silent replicas whose names are kept, to ask anew when one speaks again."""
SPECTATORS = -1
"""In the place of a seat's number."""
NOBODY = PresenceOut((), 0)
Changed = Callable[[str, PresenceOut], None]
"""Told of a match that is watched here whenever it is seen by others than before."""
Counted = tuple[tuple[int, ...], int]
"""(seats, spectators)."""


@dataclass(frozen=True)
class PresenceSettings:
    """Seconds and counts. `settle`: how often a match may change; `linger`: how long a watcher that has left still
    counts, and counts no second time when it comes back; `answer`: how long to wait for what others have of a match;
    `hold`: how long one is followed that nobody watches here.

    Where nothing but the number of spectators changes, they get at most `frames` messages a second in all, and each one
    hears of it after `calm` at the latest.
    """

    settle: float = 1.0
    linger: float = 3.0
    alive: float = 5.0
    lease: float = 15.0
    answer: float = 0.25
    hold: float = 15.0
    frames: int = 100
    calm: float = 30.0


class _Word(msgspec.Struct, frozen=True, omit_defaults=True):
    """A message of a replica `r`: that it is alive, or its watchers of a match `m`: seats `s` and `n` spectators.

    `ask`: say what you have of the match. `bye`: what this replica has said holds no more.
    """

    r: str
    m: str = ""
    s: tuple[int, ...] = ()
    n: int = 0
    ask: bool = False
    bye: bool = False


_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(_Word).decode


@dataclass
class _Match:
    """A match that is followed here, at least until `until`; what others have of it is known at `known_at`.

    `here`: streams by their place, with those that are `leaving` at some time. `there`: what other replicas have said.
    `said` to them, `told` to the watchers.
    """

    unfollow: Unsubscribe
    known_at: float
    until: float = 0.0
    open: int = 0
    here: Counter[int] = field(default_factory=Counter)
    leaving: defaultdict[int, deque[float]] = field(default_factory=lambda: defaultdict(deque))
    there: dict[str, Counted] = field(default_factory=dict)
    said: Counted = ((), 0)
    told: tuple[float, PresenceOut] | None = None
    touched: bool = True

    def own(self) -> Counted:
        """The watchers here."""
        return tuple(sorted(place for place in self.here if place != SPECTATORS)), self.here[SPECTATORS]

    def seen(self) -> PresenceOut:
        """The watchers, as far as this replica knows them."""
        told = [self.own(), *self.there.values()]
        seats = {seat for seats, _ in told for seat in seats}
        return PresenceOut(tuple(sorted(seats)), sum(spectators for _, spectators in told))

    def settle(self, now: float) -> None:
        """Forget watchers that have left."""
        for place, times in list(self.leaving.items()):
            while times and times[0] <= now:
                times.popleft()
                self.here -= Counter((place,))
                self.touched = True
            if not times:
                del self.leaving[place]

    def forget(self, replica: str) -> None:
        """Nothing that a replica has said holds any more."""
        self.touched |= self.there.pop(replica, None) is not None


class Presence(BackgroundTask):
    """Counts streams. `start` before use, `stop` at the end."""

    def __init__(self, broker: Broker, changed: Changed, settings: PresenceSettings | None = None) -> None:
        self._broker = broker
        self._changed = changed
        self._settings = settings or PresenceSettings()
        self._replica = secrets.token_hex(6)
        self._followed: dict[str, _Match] = {}
        self._alive_until: dict[str, float] = {}
        self._forgotten: LRUCache[str, None] = LRUCache(FORGOTTEN)
        self._alive_at = -math.inf
        self._draining = False

    async def start(self) -> None:
        """Listen, and count in the background."""
        self._unsubscribe = self._broker.subscribe(self)
        self._unhear = self._broker.hear(self.heard)
        await super().start()

    def drain(self) -> None:
        """Say goodbye: all streams end now."""
        self._say(_Word(self._replica, bye=True))
        self._draining = True

    async def stop(self) -> None:
        """Drain, and listen no more."""
        self.drain()
        if self._task is not None:
            self._unsubscribe()
            self._unhear()
        await super().stop()

    def entered(self, match: str, place: int) -> None:
        """A stream was opened by a seat, or with SPECTATORS by somebody else."""
        found = self._follow(match)
        found.open += 1
        if found.leaving[place]:
            found.leaving[place].popleft()
        else:
            found.here[place] += 1
        found.touched = True

    def left(self, match: str, place: int) -> None:
        """It was closed."""
        found = self._followed[match]
        found.open -= 1
        if not found.open:
            # the next watcher knows nothing
            found.told = None
        found.leaving[place].append(_now() + self._settings.linger)

    def of(self, match: str) -> PresenceOut:
        """The watchers of a match that is followed here, as far as this replica knows them."""
        return self._followed[match].seen() if match in self._followed else NOBODY

    async def seen(self, match: str) -> PresenceOut:
        """The watchers of any match. Where it was not followed here the others are asked, and answer at once."""
        if self._alive_until and self._broker.healthy:
            found = self._follow(match)
            if not found.here:
                found.until = _now() + self._settings.answer + self._settings.hold
            await asyncio.sleep(found.known_at - _now())
        return self.of(match)

    def hinted(self, match_id: str, version: int) -> None:
        """Do nothing: presence needs no events of matches."""

    def missed(self, keys: Collection[str] | None = None) -> None:
        """Words may have been lost. After that of the connection, others may know what no later word takes back: this
        replica speaks by another name. It asks the others about each match that is followed from now on, or again.
        """
        if keys is not None and ALL in keys:
            self._say(_Word(self._replica, bye=True))
            self._replica = secrets.token_hex(6)
        for match in self._followed:
            if keys is not None and match in keys:
                self._ask(match)

    def heard(self, text: str) -> None:
        """A word of some replica; those that begin otherwise are for others."""
        if not text.startswith("{"):
            return
        try:
            word = _decode(text)
        except msgspec.MsgspecError:
            log.warning("presence_word_unreadable")
            return
        if word.bye:
            self._forget(word.r)
        elif word.r != self._replica:
            self._note(word)

    def tick(self) -> None:
        """Forget watchers that have left and replicas that are no longer alive; tell replicas and watchers what has
        changed.
        """
        now = _now()
        for replica in [replica for replica, until in self._alive_until.items() if until <= now]:
            self._forget(replica)
            self._forgotten[replica] = None
        for match, found in list(self._followed.items()):
            found.settle(now)
            if found.touched and found.own() != found.said:
                self._say_own(match, found)
            if found.touched and found.open and found.known_at <= now:
                self._tell(match, found, now)
            if not found.here and found.until <= now:
                self._followed.pop(match).unfollow()
        if now - self._alive_at >= self._settings.alive:
            self._alive_at = now
            self._say(_Word(self._replica))

    async def _run(self) -> None:
        while True:
            self.tick()
            await asyncio.sleep(self._settings.settle)

    def _follow(self, match: str) -> _Match:
        """Hear of a match. As soon as words of it arrive, the others are asked."""
        if match not in self._followed:
            self._followed[match] = _Match(self._broker.follow(match), self._answered_at())
        return self._followed[match]

    def _answered_at(self) -> float:
        return _now() + (self._settings.answer if self._alive_until else 0.0)

    def _ask(self, match: str) -> None:
        """Ask the others; what they don't say again holds no more."""
        found = self._followed[match]
        found.there, found.known_at, found.touched = {}, self._answered_at(), True
        self._say_own(match, found, ask=True)

    def _tell(self, match: str, found: _Match, now: float) -> None:
        """Tell the watchers; look again with the next tick where so many were told just now."""
        seen, (told_at, before) = found.seen(), found.told or (-math.inf, None)
        pause = min(self._settings.calm, seen.spectators / self._settings.frames)
        if before is None or before.seats != seen.seats or now >= told_at + pause:
            found.touched = False
            if before != seen:
                found.told = now, seen
                self._changed(match, seen)

    def _say_own(self, match: str, found: _Match, *, ask: bool = False) -> None:
        found.said = found.own()
        self._say(_Word(self._replica, match, *found.said, ask))

    def _say(self, word: _Word) -> None:
        if not self._draining:
            self._broker.say(f"presence {word.m} {word.bye}", _encode(word).decode(), word.m or ALL)

    def _note(self, word: _Word) -> None:
        """Another replica is alive, and has said what it has of a match, which presence need not follow."""
        if word.r not in self._alive_until:
            self._alive_at = -math.inf
        self._alive_until[word.r] = _now() + self._settings.lease
        if word.r in self._forgotten:
            del self._forgotten[word.r]
            for match in self._followed:
                self._ask(match)
        found = self._followed.get(word.m)
        if found is None:
            return
        if word.ask and found.here:
            self._say_own(word.m, found)
        found.forget(word.r)
        if word.s or word.n > 0:
            found.there[word.r] = tuple(sorted(set(word.s))), word.n
            found.touched = True

    def _forget(self, replica: str) -> None:
        """It was stopped, or is not heard of any more."""
        self._alive_until.pop(replica, None)
        for found in self._followed.values():
            found.forget(replica)


def _now() -> float:
    return asyncio.get_running_loop().time()
