"""How much a migration copies in one transaction where a store is in use."""

from __future__ import annotations

EVENTS = 50_000
