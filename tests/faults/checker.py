"""Checks a recorded history against what the store holds, in the manner of Jepsen.

Each match is one object, a list to which batches of events are appended (Elle's list-append). The anomalies have the
names that Jepsen and Elle give them, and each names the two operations that can't both be as they were answered.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from tests.faults.history import Act, Chain, Chains, Event, Operation, Read, Resync, Seen, Unanswered

DRIFT = 1_000
"""By how many ms the clock of a store may differ from the one of who checks."""


@dataclass(frozen=True)
class Anomaly:
    """Something that must not be. `operations`: the two that contradict each other, or one that nothing explains."""

    kind: str
    match: str
    why: str
    operations: tuple[Operation | Event, ...] = ()

    def __str__(self) -> str:
        named = "".join(f"\n    {operation!r:.300}" for operation in self.operations)
        return f"{self.kind} in {self.match}: {self.why}{named}"


@dataclass(frozen=True)
class Loss:
    """A time of which the store was set back to its beginning: what was acknowledged in it may be gone."""

    began: float
    ended: float

    def excuses(self, began: float, ended: float) -> bool:
        """Whether what took this time may be gone."""
        return ended > self.began and began < self.ended


def anomalies(history: Sequence[Operation], chains: Chains, *losses: Loss) -> list[Anomaly]:
    """All that is wrong. `losses`: restores of a backup, each of which takes away what came after it was made."""
    found = _History(history, chains, losses)
    return [
        *(anomaly for match, chain in chains.items() for anomaly in _broken(match, chain)),
        *found.lost(),
        *found.duplicated(),
        *found.reordered(),
        *found.reads(),
        *found.watchers(),
    ]


def _broken(match: str, chain: Chain) -> Iterator[Anomaly]:
    """Versions are dense, times never fall, the last batch is whole, and no time is up before it is."""
    for place, event in enumerate(chain, 1):
        if event.version != place:
            yield Anomaly("gap", match, f"version {event.version} stands at place {place}", (event,))
            return
    for before, after in pairwise(chain):
        if after.at < before.at:
            yield Anomaly("time runs back", match, f"{after.at} after {before.at}", (before, after))
    if chain and not chain[-1].batch_end:
        yield Anomaly("torn batch", match, "the last event does not end its batch", (chain[-1],))
    for event in chain:
        if event.defaulted is not None:
            opened = chain[event.defaulted - 1]
            if opened.due is None or event.at < opened.due:
                yield Anomaly("early time-out", match, f"taken at {event.at}, due at {opened.due}", (opened, event))


def untimely(chains: Chains, now: int) -> list[Anomaly]:
    """Events that say that they happened later than this time (ms), by which they have happened."""
    return [
        Anomaly("time to come", match, f"{event.at} at {now}", (event,))
        for match, chain in chains.items()
        for event in chain[-1:]
        if event.at > now + DRIFT
    ]


@dataclass
class _History:
    operations: Sequence[Operation]
    chains: Chains
    losses: Sequence[Loss]
    acts: dict[str, list[Act]] = field(default_factory=lambda: defaultdict(list))

    def __post_init__(self) -> None:
        for operation in self.operations:
            if isinstance(operation, Act):
                self.acts[operation.match].append(operation)

    def _stands(self, match: str, version: int, digest: str) -> Event | None:
        """The event of the store at this version, if it is the one with this hash."""
        chain = self.chains.get(match, ())
        found = chain[version - 1] if 0 < version <= len(chain) else None
        return found if found is not None and found.hash == digest else None

    def _excused(self, began: float, ended: float) -> bool:
        return any(loss.excuses(began, ended) for loss in self.losses)

    def _kept(self, match: str) -> list[Act]:
        """Those acknowledged actions that have to be there: a loss may have taken the others."""
        return [
            act
            for act in self.acts[match]
            if not self._excused(act.began, act.ended) or self._stands(match, act.version, act.hash)
        ]

    def lost(self) -> Iterator[Anomaly]:
        """An acknowledged action is in the store, and ends a batch there."""
        for match in self.acts:
            for act in self._kept(match):
                if self._stands(match, act.version, act.hash) is None:
                    yield Anomaly("lost", match, "an acknowledged action is gone", (act, *self._instead_of(act)))

    def _instead_of(self, act: Act) -> Sequence[Operation | Event]:
        """Who else was told of the same version, or what the store holds there."""
        others = [other for other in self.acts[act.match] if other.version == act.version and other is not act]
        return others[:1] or self.chains.get(act.match, ())[act.version - 1 : act.version]

    def duplicated(self) -> Iterator[Anomaly]:
        """One command, one batch; one batch, one command; and no batch that nobody asked for."""
        for match, chain in self.chains.items():
            yield from self._two_of_one(match)
            first: dict[str, Event] = {}
            for end in _ends_of_acts(chain):
                before = first.setdefault(end.command, end)
                if before is not end:
                    yield Anomaly("duplicate", match, "one command made two batches", (before, end))
            told = {(act.version, act.hash) for act in self.acts[match]}
            untold = [end for end in first.values() if (end.version, end.hash) not in told]
            # the retry of an action that was lost may be on its way when its client no longer waits for it
            lost = len(self.acts[match]) - len(self._kept(match))
            unanswered = lost + sum(isinstance(one, Unanswered) and one.match == match for one in self.operations)
            for end in untold[unanswered:]:
                yield Anomaly("duplicate", match, "nobody was told of this action", (*self._before(match, end), end))

    def _two_of_one(self, match: str) -> Iterator[Anomaly]:
        by_version: dict[int, Act] = {}
        by_key: dict[str, Act] = {}
        for act in self._kept(match):
            other = by_version.setdefault(act.version, act)
            if other.key != act.key:
                yield Anomaly("duplicate", match, "two commands were told of one batch", (other, act))
            same = by_key.setdefault(act.key, act)
            if same.version != act.version:
                yield Anomaly("duplicate", match, "one command was told of two batches", (same, act))

    def _before(self, match: str, end: Event) -> tuple[Act, ...]:
        """The acknowledged action that came last before it."""
        before = [act for act in self.acts[match] if act.version < end.version]
        return (max(before, key=lambda act: act.version),) if before else ()

    def reordered(self) -> Iterator[Anomaly]:
        """What began after another one was acknowledged comes after it (the order of real time)."""
        for match in self.acts:
            kept = self._kept(match)
            latest = _Latest((act.ended, act.version, act) for act in kept)
            for act in kept:
                before = latest.before(act.began)
                if before is not None and before.version > act.version:
                    yield Anomaly("reordered", match, "the later action has the lower version", (before, act))

    def reads(self) -> Iterator[Anomaly]:
        """A state is one of the store's, at the end of a batch, and no older than what was answered before it."""
        by_match: dict[str, list[Act | Read]] = defaultdict(list)
        for operation in self.operations:
            if isinstance(operation, Read):
                by_match[operation.match].append(operation)
        for match, reads in by_match.items():
            true = [
                one
                for one in (*reads, *self._kept(match))
                if (event := self._stands(match, one.version, one.hash)) is not None and event.batch_end
            ]
            latest = _Latest((one.ended, one.version, one) for one in true)
            for read in reads:
                event = self._stands(match, read.version, read.hash)
                if event is None:
                    if not self._excused(read.began, read.ended):
                        yield Anomaly("G1a", match, "a read of what the store does not hold", self._with(read))
                    continue
                if not event.batch_end:
                    yield Anomaly("G1b", match, "a read of the middle of a batch", (event, read))
                before = latest.before(read.began)
                if before is not None and before.version > read.version:
                    yield Anomaly("stale read", match, "it is older than what was answered before", (before, read))

    def _with(self, read: Act | Read) -> tuple[Operation | Event, ...]:
        """A read, and who wrote what it read, or else what the store holds there."""
        writers = [act for act in self.acts[read.match] if (act.version, act.hash) == (read.version, read.hash)]
        chain = self.chains.get(read.match, ())
        return (read, *(writers[:1] or chain[read.version - 1 : read.version]))

    def watchers(self) -> Iterator[Anomaly]:
        """Each was told a contiguous slice of what the store holds; whoever was told something else heard of it."""
        streams: dict[tuple[str, str], list[Seen | Resync]] = defaultdict(list)
        for operation in self.operations:
            if isinstance(operation, Seen | Resync):
                streams[operation.client, operation.match].append(operation)
        for (_, match), told in streams.items():
            yield from self._watcher(match, told)

    def _watcher(self, match: str, told: Sequence[Seen | Resync]) -> Iterator[Anomaly]:
        last: Seen | None = None
        gone: Seen | None = None
        for one in told:
            if isinstance(one, Resync):
                last = gone = None
                continue
            if last is not None and one.first != last.first + len(last.hashes):
                yield Anomaly("gap", match, "a watcher missed or was told twice", (last, one))
            last = one
            if all(self._stands(match, one.first + place, each) for place, each in enumerate(one.hashes)):
                if gone is not None:
                    yield Anomaly("divergence", match, "a watcher goes on after what is gone, untold", (gone, one))
                    gone = None
            elif not self._excused(one.ended, one.ended):
                yield Anomaly("G1a", match, "a watcher was told what the store does not hold", (one,))
            else:
                gone = one


class _Latest:
    """The highest version that had been answered at a time."""

    def __init__(self, answers: Iterable[tuple[float, int, Act | Read]]) -> None:
        self._ends: list[float] = []
        self._highest: list[Act | Read] = []
        for ended, version, answer in sorted(answers, key=lambda one: one[:2]):
            if not self._highest or version > self._highest[-1].version:
                self._ends.append(ended)
                self._highest.append(answer)

    def before(self, began: float) -> Act | Read | None:
        """The one that was answered before this time."""
        place = bisect_left(self._ends, began)
        return self._highest[place - 1] if place else None


def _ends_of_acts(chain: Chain) -> Iterator[Event]:
    """The last event of each batch that a player's action made."""
    acts = False
    for event in chain:
        acts = acts or event.acts
        if event.batch_end:
            if acts:
                yield event
            acts = False
