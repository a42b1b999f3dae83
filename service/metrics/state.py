"""Metrics read off the running parts on demand, so that they cost nothing until then."""

from __future__ import annotations

import platform
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

from prometheus_client import Metric
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.registry import Collector

from eventstore import ReplicaReads
from service.leases import Lease
from service.matches.repository import Repository
from service.metrics.samples import Sample
from service.projections.freshness import Behind
from service.streams.broker import Broker
from service.streams.hub import Hub
from service.streams.watcher import RESYNCS
from service.version import engine_version


class StateCollector(Collector):
    """Makes metrics of the running parts. `rules` are the rules versions of the installed games by slug.

    `hubs`: of those who watch live, and of those who are behind.
    """

    def __init__(
        self,
        hubs: Sequence[Hub],
        broker: Broker,
        repository: Repository,
        rules: Mapping[str, str],
        leases: Collection[Lease],
        archive_reads: Mapping[str, int],
        behind: Callable[[], Behind],
    ) -> None:
        self._hubs = hubs
        self._broker = broker
        self._repository = repository
        self._rules = rules
        self._leases = leases
        self._archive_reads = archive_reads
        self._behind = behind
        self.sample = Sample()

    def collect(self) -> Iterator[Metric]:
        """All of them, whatever the store says."""
        yield from self._builds()
        yield from self._streams()
        yield from self._hints()
        yield from self._caches()
        yield from self._read_replica()
        yield from self._archive()
        yield from self._read_models()
        yield from self._led()
        yield from self._stored()

    def _builds(self) -> Iterator[Metric]:
        build = GaugeMetricFamily("playledger_build_info", "The release that runs.", labels=["version", "python"])
        build.add_metric([engine_version(), platform.python_version()], 1)
        yield build
        games = GaugeMetricFamily(
            "playledger_game_info", "The installed games and the version of their rules.", labels=["game", "rules"]
        )
        for slug, version in self._rules.items():
            games.add_metric([slug, version], 1)
        yield games

    def _streams(self) -> Iterator[Metric]:
        counts = [hub.counts for hub in self._hubs]
        watched = frozenset[str]().union(*(hub.watched for hub in self._hubs))
        renderings, heartbeats = sum(one.renderings for one in counts), sum(one.heartbeats for one in counts)
        yield _gauge("playledger_watchers", "Who watches a match here now.", sum(hub.watchers for hub in self._hubs))
        yield _gauge("playledger_watched_matches", "Matches that are watched here now.", len(watched))
        yield _counter("playledger_renderings", "Slices of a match rendered for a perspective.", renderings)
        yield _counter("playledger_heartbeats", "Heartbeats sent to watchers.", heartbeats)
        resyncs = CounterMetricFamily(
            "playledger_resyncs", "Watchers who were told to read the state and to subscribe again.", labels=["reason"]
        )
        for reason in RESYNCS:
            resyncs.add_metric([reason], sum(one.resyncs[reason] for one in counts))
        yield resyncs

    def _hints(self) -> Iterator[Metric]:
        counts = self._broker.counts
        yield _gauge("playledger_broker_up", "Whether hints arrive; without it watchers poll.", self._broker.healthy)
        yield _counter("playledger_hints_sent", "Hints that the broker took.", counts.sent)
        yield _counter("playledger_hints_received", "Hints that arrived, own ones too.", counts.received)
        yield _counter(
            "playledger_hints_lost", "Hints dropped while the broker was away; polling finds it.", counts.lost
        )
        yield _gauge(
            "playledger_hints_followed",
            "Streams, inboxes and the like of which this process hears from others.",
            self._broker.followed,
        )
        yield _counter("playledger_broker_losses", "How often the connection to the broker was lost.", counts.losses)

    def _caches(self) -> Iterator[Metric]:
        cache = self._repository.cache
        yield _gauge("playledger_cached_matches", "Matches in memory.", len(cache))
        yield _gauge("playledger_cached_versions", "Past versions in memory.", self._repository.past_versions)
        yield _counter("playledger_cache_hits", "Matches that were in memory when they were needed.", cache.hits)
        yield _counter("playledger_cache_misses", "Matches that had to be read from the store.", cache.misses)

    def _read_replica(self) -> Iterator[Metric]:
        reads = self._repository.store.replica or ReplicaReads(used=False)
        yield _gauge("playledger_read_replica_used", "Whether a standby answered the last read that asked.", reads.used)
        yield _gauge("playledger_read_replica_behind_bytes", "The log that it lacked when it was asked.", reads.behind)
        counted = CounterMetricFamily(
            "playledger_read_replica_reads",
            "Reads that a standby answered, and why the primary had to answer others.",
            labels=["outcome"],
        )
        for outcome, number in {"served": reads.served, **reads.passed}.items():
            counted.add_metric([outcome], number)
        yield counted

    def _archive(self) -> Iterator[Metric]:
        reads = CounterMetricFamily(
            "playledger_archive_reads", "Files of archived matches that were asked for.", labels=["outcome"]
        )
        for outcome, number in self._archive_reads.items():
            reads.add_metric([outcome], number)
        yield reads

    def _read_models(self) -> Iterator[Metric]:
        what = "How long read models have lacked anything, or nobody here could look."
        yield _gauge("playledger_read_models_behind_seconds", what, self._behind().seconds)

    def _led(self) -> Iterator[Metric]:
        held = GaugeMetricFamily(
            "playledger_leases_held", "Shards for which this process does a kind of work.", labels=["lease"]
        )
        taken = CounterMetricFamily(
            "playledger_leases_taken", "How often this process has taken shards over.", labels=["lease"]
        )
        for lease in self._leases:
            held.add_metric([lease.name], len(lease.shards))
            taken.add_metric([lease.name], lease.taken)
        yield from (held, taken)

    def _stored(self) -> Iterator[Metric]:
        sample = self.sample
        yield _gauge("playledger_store_up", "Whether the store answered when these metrics were asked for.", sample.up)
        if not sample.up:
            return
        yield _gauge("playledger_log_position", "The number of events in the logs.", sample.log_position)
        reached = GaugeMetricFamily(
            "playledger_projection_position", "The number of events that a read model contains.", labels=["projection"]
        )
        for name, position in sample.positions.items():
            reached.add_metric([name], position)
        yield reached
        yield _gauge("playledger_unsequenced_events", "Committed events that no log has yet.", sample.waiting)
        yield _gauge("playledger_unsequenced_seconds", "How long the oldest has waited.", sample.waiting_ms / 1000)
        yield _gauge("playledger_deadlines_overdue", "Deadlines that nobody has raised yet.", sample.overdue)
        yield _gauge("playledger_deadlines_overdue_seconds", "How long the oldest is due.", sample.overdue_ms / 1000)


def _gauge(name: str, what: str, value: float) -> Metric:
    return GaugeMetricFamily(name, what, value=value)


def _counter(name: str, what: str, value: float) -> Metric:
    return CounterMetricFamily(name, what, value=value)
