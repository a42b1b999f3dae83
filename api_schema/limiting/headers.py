"""What an answer says of the budget that it was charged to.

`RateLimit` and `RateLimit-Policy` are the fields of draft-ietf-httpapi-ratelimit-headers-11: `q` units in a window of
`w` seconds; `r` of them are left, `t` seconds until all are there again.
"""

from __future__ import annotations

from api_schema.limiting.budgets import WINDOW_MS
from api_schema.limiting.meter import Standing

COST = "Playledger-Cost"
SHOWN = ("RateLimit", "RateLimit-Policy", COST)
"""What pages of other origins may read."""


def rate_headers(standing: Standing) -> dict[str, str]:
    """The fields of an answer."""
    name = standing.bucket.value
    return {
        "RateLimit-Policy": f'"{name}";q={standing.limit};w={WINDOW_MS // 1000}',
        "RateLimit": f'"{name}";r={standing.remaining};t={-(-standing.reset_ms // 1000)}',
        COST: str(standing.cost),
    }
