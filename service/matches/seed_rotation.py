"""Brings the stored seeds of matches under the newest secret key, while matches are played."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from eventstore import EventStore, secrets
from eventstore.secrets import StoredSecret
from service.application.ids import MATCH_IDS
from service.application.vault import SeedLost, Vault

PAGE = 100
"""Seeds in one transaction: short ones, since a transaction holds its rows."""
Progress = Callable[[int, int], None]
"""Called with the seeds looked at and how many there are."""


@dataclass
class SeedRotation:
    """The result of a rotation. `lost`: matches that can't go on, or be revealed; `lost_over`: those that need none."""

    rotated: int = 0
    current: int = 0
    lost: list[str] = field(default_factory=list)
    lost_over: list[str] = field(default_factory=list)

    def miss(self, stored: StoredSecret) -> None:
        """Note a seed that no key opens."""
        (self.lost_over if stored.closed else self.lost).append(MATCH_IDS.id_of(stored.stream_id))


async def rotate(store: EventStore, vault: Vault, progress: Progress | None = None) -> SeedRotation:
    """Encrypt every seed anew that is not under the first key. Safe to repeat, to break off, and beside others."""
    done, seen, after = SeedRotation(), 0, None
    total = await secrets.count(store)
    while found := await secrets.page(store, after, PAGE):
        changes = list(_renewed(vault, found, done))
        rotated = await secrets.exchange(store, changes)
        done.rotated += rotated
        # somebody else was quicker: a secret changes only by a rotation
        done.current += len(changes) - rotated
        after, seen = found[-1].stream_id, seen + len(found)
        if progress is not None:
            progress(seen, max(seen, total))
    return done


def _renewed(vault: Vault, found: Sequence[StoredSecret], done: SeedRotation) -> Sequence[tuple[StoredSecret, bytes]]:
    changes = []
    for stored in found:
        try:
            new = vault.renewed(stored.secret)
        except SeedLost:
            done.miss(stored)
            continue
        if new is None:
            done.current += 1
        else:
            changes.append((stored, new))
    return changes
