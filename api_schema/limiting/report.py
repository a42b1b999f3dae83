"""The rest of a client's budgets, as it goes out."""

from __future__ import annotations

from typing import Literal

from api_schema.limiting.budgets import WINDOW_MS, Bucket
from api_schema.limiting.client import Client
from api_schema.limiting.meter import Meter
from api_schema.ports.base import Out


class BudgetOut(Out, frozen=True):
    """A budget that refills evenly: `limit` units in `windowMs`. `resetMs` is how long until it is full again."""

    name: str
    limit: int
    remaining: int
    window_ms: int
    reset_ms: int


class StreamsOut(Out, frozen=True):
    """Streams that may be open at once, and that are; `limit` null: any number."""

    limit: int | None
    open: int


class LimitsOut(Out, frozen=True):
    """The caller's limits. `countedBy`: an account, a seat, or the address of one without a token.

    A budget that is not listed has no limit. `operationPoints` is what one GraphQL operation may cost.
    """

    counted_by: Literal["ACCOUNT", "SEAT", "ADDRESS"]
    budgets: tuple[BudgetOut, ...]
    streams: StreamsOut
    operation_points: int


def limits_of(meter: Meter, client: Client) -> LimitsOut:
    """The limits of a client as they stand."""
    streams = meter.budgets.streams
    most = streams.anonymous if client.anonymous else streams.token
    return LimitsOut(
        "ADDRESS" if client.anonymous else "SEAT" if client.guest else "ACCOUNT",
        tuple(_budgets(meter, client)),
        StreamsOut(most or None, meter.open_streams(client)),
        meter.budgets.operation,
    )


def _budgets(meter: Meter, client: Client) -> list[BudgetOut]:
    shown = [bucket for bucket in Bucket if client.guest or bucket is not Bucket.GUESTS]
    found = [meter.budget_state(client, bucket) for bucket in shown]
    return [
        BudgetOut(at.bucket.value, at.limit, at.remaining, WINDOW_MS, at.reset_ms) for at in found if at is not None
    ]
