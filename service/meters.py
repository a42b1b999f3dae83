"""The counters and histograms of one application: a registry of its own, nothing global.

Every label has few values that are known beforehand: operations of the table, HTTP statuses, codes of the contract,
slugs of installed games. A name that a caller gives (a path, an id, an operation's name) is never a label.
"""

from __future__ import annotations

from functools import lru_cache

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, disable_created_metrics
from prometheus_client.process_collector import ProcessCollector

ANSWERS = 1024
"""Operations with their statuses that are at hand."""
REQUEST_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
APPEND_SECONDS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0)
NO_GAME = ""
"""In the place of a game: the match is not known to this process, so nothing says which game it is of."""


class Meters:
    """Metrics counted where things happen. state.py reads the others off the running parts on demand."""

    def __init__(self) -> None:
        # a time of making beside every counter would double the page; the library knows this for the process only
        disable_created_metrics()  # type: ignore[no-untyped-call]
        self.registry = CollectorRegistry(auto_describe=True)
        ProcessCollector(registry=self.registry)
        self.requests = Counter(
            "playledger_http_requests",
            "Requests answered, by operation (method and route, or the kind of a GraphQL operation) and status.",
            ("operation", "status"),
            registry=self.registry,
        )
        self.request_seconds = Histogram(
            "playledger_http_request_seconds",
            "Time until the answer began, streams too.",
            ("operation",),
            registry=self.registry,
            buckets=REQUEST_SECONDS,
        )
        self.answered = lru_cache(maxsize=ANSWERS)(
            lambda operation, status: (self.requests.labels(operation, status), self.request_seconds.labels(operation))
        )
        """The two of an operation that is answered with a status. A look-up by labels takes longer than counting."""
        self.socket_operations = Counter(
            "playledger_socket_operations",
            "Operations begun over websockets, by kind.",
            ("operation",),
            registry=self.registry,
        )
        self.open = Gauge(
            "playledger_connections_open",
            "What is being answered now: requests, streams among them, and websockets.",
            ("kind",),
            registry=self.registry,
        )
        self.actions = Counter(
            "playledger_actions",
            "Actions of players that were accepted; replayed: a repeated command, answered as the first time.",
            ("game", "outcome"),
            registry=self.registry,
        )
        self.refusals = Counter(
            "playledger_refusals",
            "Actions of players that were refused, by code; no game where the match is not known here.",
            ("game", "code"),
            registry=self.registry,
        )
        self.time_outs = Counter(
            "playledger_time_outs",
            "Time-outs of prompts and of matches that this process raised first.",
            ("game",),
            registry=self.registry,
        )
        self.appends = Counter(
            "playledger_appends",
            "Appends by result. After a conflict the service reads what happened and decides again.",
            ("result",),
            registry=self.registry,
        )
        self.events = Counter("playledger_events_appended", "Events appended by this process.", registry=self.registry)
        self.append_seconds = Histogram(
            "playledger_append_seconds",
            "Time of an append in the store, whatever its result.",
            registry=self.registry,
            buckets=APPEND_SECONDS,
        )
        self.store_errors = Counter(
            "playledger_store_errors",
            "Calls that the store could not answer, because it is away or failed.",
            ("operation",),
            registry=self.registry,
        )
