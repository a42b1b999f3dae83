"""A client that pays out of its budget for reading while a use case goes on."""

from __future__ import annotations

from dataclasses import dataclass

from api_schema.limiting.budgets import Bucket
from api_schema.limiting.client import Client
from api_schema.limiting.meter import Meter


@dataclass(frozen=True)
class Reader:
    """See `ports.history.Payer`."""

    meter: Meter
    client: Client

    @property
    def name(self) -> str:
        """The account, or the address: seats are free, so each guest having places would be many for one."""
        return self.client.address if self.client.guest else self.client.key

    def pay(self, points: int) -> None:
        """Take points, also more than a whole budget: then nothing is left until they are back."""
        self.meter.charge_all(self.client, Bucket.READS, points)
