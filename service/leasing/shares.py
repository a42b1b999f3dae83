"""Even shares: which shards a replica takes, and which ones it gives away."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping


def dealt(free: Iterable[int], held: Mapping[str, int]) -> dict[int, str]:
    """The new holders of free shards: one after another goes to the replica that has fewest.

    All who see the same deal alike, so none of them reaches for what another one takes.
    """
    has = Counter(held)
    given: dict[int, str] = {}
    for shard in sorted(free) if held else ():
        given[shard] = least = _least(has, held)
        has[least] += 1
    return given


def surplus(own: Iterable[int], others: Mapping[str, int]) -> dict[int, str]:
    """The shards that a replica gives away, and to whom: to others that have fewer even with one more."""
    has, shards = Counter(others), sorted(own)
    given: dict[int, str] = {}
    for shard in shards if others else ():
        least = _least(has, others)
        if has[least] + 1 >= len(shards) - len(given):
            break
        given[shard] = least
        has[least] += 1
    return given


def _least(has: Mapping[str, int], among: Iterable[str]) -> str:
    return min(among, key=lambda holder: (has[holder], holder))
