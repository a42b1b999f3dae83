"""The headers of an answer that name its budget.

`RateLimit` and `RateLimit-Policy` are the fields of draft-ietf-httpapi-ratelimit-headers-11: `q` units in a window of
`w` seconds; `r` of them are left, `t` seconds until all are there again.
"""

from __future__ import annotations

from api_schema.limiting.budgets import WINDOW_MS
from api_schema.limiting.meter import BudgetState

COST = "Playledger-Cost"
SHOWN = ("RateLimit", "RateLimit-Policy", COST)
"""The headers that pages of other origins may read."""


def rate_headers(budget: BudgetState) -> dict[str, str]:
    """The fields of an answer."""
    name = budget.bucket.value
    return {
        "RateLimit-Policy": f'"{name}";q={budget.limit};w={WINDOW_MS // 1000}',
        "RateLimit": f'"{name}";r={budget.remaining};t={-(-budget.reset_ms // 1000)}',
        COST: str(budget.cost),
    }
