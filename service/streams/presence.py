"""Presence: the seats with an open stream of a match and the number of its spectators, in all replicas together.

Each replica tells those who follow a match what it has of it, when that changes and on demand, and all that it is
alive. Its word holds as long as they hear of it: they forget a killed replica after `lease`. Nothing of it is stored,
and nothing says which account or client it is.
"""

from __future__ import annotations

import asyncio
import math
import secrets
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial

import msgspec
import structlog

from api_schema.ports.matches import PresenceOut
from service.background import BackgroundTask
from service.streams.broker import ALL, Broker, Reached, Unsubscribe

log = structlog.get_logger(__name__)

FORGOTTEN = 100
"""Silent replicas whose names are kept, to ask anew when one speaks again."""
SPECTATORS = -1
"""In the place of a seat's number."""
NOBODY = PresenceOut((), 0)
Changed = Callable[[str, PresenceOut], None]
"""Told of a match that is watched here whenever it is seen by others than before."""


@dataclass(frozen=True)
class PresenceSettings:
    """Seconds and counts. `settle`: how often a match may change; `linger`: how long a watcher that has left still
    counts, and counts no second time when it comes back; `most`: the matches remembered of other replicas; `answer`:
    the longest to wait for what others have of a match; `hold`: how long one is followed that nobody watches here.

    Where nothing but the number of spectators changes, they get at most `frames` messages a second in all, and each one
    hears of it after `calm` at the latest.
    """

    settle: float = 1.0
    linger: float = 3.0
    alive: float = 5.0
    lease: float = 15.0
    answer: float = 1.0
    hold: float = 15.0
    most: int = 50_000
    frames: int = 100
    calm: float = 30.0


class _Word(msgspec.Struct, frozen=True, omit_defaults=True):
    """A message of a replica `r`: the watchers of match `m` there, or that it is alive, or `bye`.

    `s` are seats, `n` the number of spectators. `ask`: say what you have of the match, without one that you are alive.
    `anew`: forget its messages that have an earlier `e`, for later ones may have been lost.
    """

    r: str
    m: str = ""
    s: tuple[int, ...] = ()
    n: int = 0
    e: int = 0
    ask: bool = False
    bye: bool = False
    anew: bool = False


_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(_Word).decode
Told = tuple[tuple[int, ...], int]
"""(seats, spectators)."""


@dataclass
class _Question:
    """What do the others have of a match? `told`: the replicas that have said it; `expected`: how many will."""

    until: float
    expected: int | None = None
    told: set[str] = field(default_factory=set)
    answered: asyncio.Event = field(default_factory=asyncio.Event)


class Presence(BackgroundTask):
    """Counts streams. `start` before use, `stop` at the end."""

    def __init__(self, broker: Broker, changed: Changed, settings: PresenceSettings | None = None) -> None:
        self._broker = broker
        self._changed = changed
        self._settings = settings or PresenceSettings()
        self._replica = secrets.token_hex(6)
        self._epoch = 0
        self._here: dict[str, Counter[int]] = {}
        self._open: Counter[str] = Counter()
        self._told: dict[str, tuple[float, PresenceOut]] = {}
        self._leaving: dict[tuple[str, int], deque[float]] = {}
        self._followed: dict[str, Unsubscribe] = {}
        self._idle: dict[str, float] = {}
        self._questions: dict[str, _Question] = {}
        self._there: defaultdict[str, dict[str, tuple[int, Told]]] = defaultdict(dict)
        self._epochs: dict[str, int] = {}
        self._alive_until: dict[str, float] = {}
        self._forgotten: dict[str, None] = {}
        self._size = 0
        self._said: dict[str, Told] = {}
        self._touched: dict[str, None] = {}
        self._alive_at = 0.0
        self._doubts = False
        self._draining = False

    async def start(self) -> None:
        """Listen, and count in the background."""
        self._unsubscribe = self._broker.subscribe(self)
        self._unhear = self._broker.hear(self.heard)
        await super().start()
        self.missed((ALL,))

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
        self._follow(match)
        self._idle.pop(match, None)
        self._open[match] += 1
        leaving = self._leaving.get((match, place))
        if leaving:
            leaving.popleft()
        else:
            self._here.setdefault(match, Counter())[place] += 1
        self._touched[match] = None

    def left(self, match: str, place: int) -> None:
        """It was closed."""
        self._open[match] -= 1
        if not self._open[match]:
            # the next watcher knows nothing
            del self._open[match]
            self._told.pop(match, None)
        self._leaving.setdefault((match, place), deque()).append(_now() + self._settings.linger)

    def of(self, match: str) -> PresenceOut:
        """The watchers of a match that is followed here, as far as this replica knows them."""
        told = [self._own(match), *(told for _, told in self._there.get(match, {}).values())]
        seats = {seat for seats, _ in told for seat in seats}
        return PresenceOut(tuple(sorted(seats)), sum(spectators for _, spectators in told))

    async def seen(self, match: str) -> PresenceOut:
        """The watchers of any match. Where it was not followed here the others are asked, and answer at once."""
        if self._alive_until and self._broker.healthy:
            self._follow(match)
            if match not in self._here:
                self._idle[match] = _now() + self._settings.hold
        question = self._questions.get(match)
        if question is not None:
            with suppress(TimeoutError):
                async with asyncio.timeout(self._settings.answer):
                    await question.answered.wait()
        return self.of(match)

    def hinted(self, match_id: str, version: int) -> None:
        """Do nothing: presence needs no events of matches."""

    def missed(self, keys: Collection[str] | None = None) -> None:
        """Words may have been lost: say all that was said of these matches, and ask. While the broker is away nothing
        can be said.
        """
        if keys is None:
            return
        if ALL in keys:
            self._epoch += 1
            self._say(_Word(self._replica, e=self._epoch, ask=True, anew=True))
        for match in self._followed.keys() & keys:
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
        if word.r == self._replica:
            return
        if word.bye:
            self._forget(word.r)
            return
        if word.r in self._forgotten:
            del self._forgotten[word.r]
            self._doubts = True
        self._alive_until[word.r] = _now() + self._settings.lease
        if word.m:
            self._note(word)
        elif word.ask:
            self._alive_at = 0.0
        if word.anew:
            self._epochs[word.r] = word.e
            self._drop_all(word.r, word.e)

    def tick(self) -> None:
        """Forget watchers that have left and replicas that are no longer alive; tell replicas and watchers what has
        changed.
        """
        now = _now()
        self._forget_the_gone(now)
        for match in _due({match: question.until for match, question in self._questions.items()}, now):
            self._is_answered(match)
        if self._doubts:
            self._doubts = False
            for match in self._followed:
                self._ask(match)
        touched, self._touched = self._touched, {}
        for match in touched:
            self._say_if_new(match)
            if match in self._open:
                self._tell(match, now)
        for match in _due(self._idle, now):
            self._release(match)
        if now - self._alive_at >= self._settings.alive:
            self._alive_at = now
            self._say(_Word(self._replica, e=self._epoch))

    def _forget_the_gone(self, now: float) -> None:
        for (match, place), times in list(self._leaving.items()):
            while times and times[0] <= now:
                times.popleft()
                self._gone(match, place)
            if not times:
                del self._leaving[match, place]
        for replica in _due(self._alive_until, now):
            self._forget(replica)
            self._forgotten[replica] = None
        while len(self._forgotten) > FORGOTTEN:
            del self._forgotten[next(iter(self._forgotten))]

    def _tell(self, match: str, now: float) -> None:
        """Tell the watchers, or look again with the next tick where so many were told just now."""
        seen, (told_at, before) = self.of(match), self._told.get(match, (now, NOBODY))
        pause = min(self._settings.calm, seen.spectators / self._settings.frames)
        if match in self._told and before.seats == seen.seats and now < told_at + pause:
            self._touched[match] = None
            return
        self._told[match] = now, seen
        self._changed(match, seen)

    def _follow(self, match: str) -> None:
        """Hear of a match. As soon as words of it arrive, the others are asked."""
        if match not in self._followed:
            if self._alive_until and self._broker.healthy:
                self._questions[match] = self._question()
            self._followed[match] = self._broker.follow(match)

    def _release(self, match: str) -> None:
        """Nobody has watched it for a while: hear no more of it."""
        del self._idle[match]
        self._followed.pop(match)()
        self._is_answered(match)
        self._size -= len(self._there.pop(match, {}))

    def _ask(self, match: str) -> None:
        question = self._questions[match] = self._questions.get(match) or self._question()
        self._say_own(match, ask=True, reached=partial(self._is_asked, match, question))

    def _question(self) -> _Question:
        return _Question(_now() + self._settings.answer)

    def _is_asked(self, match: str, question: _Question, others: int) -> None:
        question.expected = others
        self._look_for_answers(match)

    def _look_for_answers(self, match: str) -> None:
        question = self._questions.get(match)
        if question is not None and question.expected is not None and len(question.told) >= question.expected:
            self._is_answered(match)

    def _is_answered(self, match: str) -> None:
        """A replica that has not answered has no watchers any more."""
        question = self._questions.pop(match, None)
        if question is not None:
            for replica in self._there.get(match, {}).keys() - question.told:
                self._drop(match, replica)
                self._touched[match] = None
            question.answered.set()

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
            self._idle[match] = _now()
        self._touched[match] = None

    def _own(self, match: str) -> Told:
        here = self._here.get(match, Counter())
        return tuple(sorted(place for place in here if place != SPECTATORS)), here[SPECTATORS]

    def _say_if_new(self, match: str) -> None:
        if self._own(match) != self._said.get(match, ((), 0)):
            self._say_own(match)

    def _say_own(self, match: str, *, ask: bool = False, reached: Reached | None = None) -> None:
        own = ((), 0) if self._draining else self._own(match)
        if own == ((), 0):
            self._said.pop(match, None)
        else:
            self._said[match] = own
        self._say(_Word(self._replica, match, *own, self._epoch, ask), match, reached)

    def _say(self, word: _Word, to: str = ALL, reached: Reached | None = None) -> None:
        # whoever asks waits for an answer, also where all streams end
        if not self._draining or word.bye or word.m:
            kind = f"{word.m} {word.ask} {word.bye} {word.anew}"
            self._broker.say(f"presence {kind}", _encode(word).decode(), to, reached)

    def _note(self, word: _Word) -> None:
        """The watchers of a match at a replica. A process may hear of more matches than presence follows."""
        if word.ask:
            self._say_own(word.m)
        if word.m not in self._followed or word.e < self._epochs.get(word.r, 0):
            return
        known = self._there.get(word.m, {})
        if word.s or word.n > 0:
            if word.r in known or self._size < self._settings.most:
                self._size += word.r not in known
                self._there[word.m][word.r] = word.e, (tuple(sorted(set(word.s))), word.n)
        elif word.r in known:
            self._drop(word.m, word.r)
        self._touched[word.m] = None
        if word.m in self._questions:
            self._questions[word.m].told.add(word.r)
            self._look_for_answers(word.m)

    def _forget(self, replica: str) -> None:
        """It was stopped, or is not heard of any more."""
        self._alive_until.pop(replica, None)
        self._epochs.pop(replica, None)
        self._drop_all(replica)

    def _drop_all(self, replica: str, before: float = math.inf) -> None:
        """Forget what it said, or what it said in an earlier epoch."""
        for match in [match for match, told in self._there.items() if replica in told and told[replica][0] < before]:
            self._drop(match, replica)
            self._touched[match] = None

    def _drop(self, match: str, replica: str) -> None:
        del self._there[match][replica]
        self._size -= 1
        if not self._there[match]:
            del self._there[match]


def _due(times: Mapping[str, float], now: float) -> list[str]:
    return [name for name, until in times.items() if until <= now]


def _now() -> float:
    return asyncio.get_running_loop().time()
