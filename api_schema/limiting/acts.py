"""The price of an action by what it wrote, which nobody knows before it is taken."""

from __future__ import annotations

from api_schema.limiting.budgets import EVENTS
from api_schema.ports.matches import Taken


def by_events(done: Taken) -> int:
    """Units beyond the first. An answer that is repeated wrote nothing."""
    return 0 if done.replayed else done.count // EVENTS
