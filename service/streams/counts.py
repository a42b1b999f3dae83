"""Counts of the streams of one process: plain numbers that only rise, read on demand."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field


@dataclass
class StreamCounts:
    """`resyncs` by their reason: a watcher had to read the state and subscribe again."""

    renderings: int = 0
    heartbeats: int = 0
    resyncs: Counter[str] = field(default_factory=Counter)


@dataclass
class HintCounts:
    """`lost`: dropped because too many waited for the broker; polling finds what they told of.

    `losses`: how often the connection to the broker was lost or could not be made.
    """

    sent: int = 0
    received: int = 0
    lost: int = 0
    losses: int = 0
