"""What the streams of one process have done so far: plain numbers that only rise, read when somebody asks."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field


@dataclass
class StreamCounts:
    """`resyncs` by their reason: a watcher was told to read the state and to subscribe again."""

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
