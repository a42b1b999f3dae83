"""The arithmetic of budgets, with a clock that stands still until it is told."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from api_schema.errors import ApiError, ErrorCode
from api_schema.limiting import meter as metering
from api_schema.limiting.budgets import Bucket, Budget, Budgets
from api_schema.limiting.client import Client, address_of, client_of
from api_schema.limiting.headers import rate_headers
from api_schema.limiting.meter import UNLIMITED, Meter
from api_schema.limiting.report import limits_of
from api_schema.ports.base import ANONYMOUS, Caller

ACCOUNT = client_of(Caller("account:ac_1", account="ac_1"), "192.0.2.1")
SEAT = client_of(Caller("seat:mt_1:0", seat=("mt_1", 0)), "192.0.2.1")
OTHER_SEAT = client_of(Caller("seat:mt_1:1", seat=("mt_1", 1)), "192.0.2.1")
STRANGER = client_of(ANONYMOUS, "192.0.2.1")


@dataclass
class Time:
    now: int = 1_000_000

    def __call__(self) -> int:
        return self.now


def metered(time: Time, **budgets: Any) -> Meter:
    return Meter(Budgets(**budgets), time)


def refusal(meter: Meter, client: Client, bucket: Bucket, cost: int) -> dict[str, object]:
    with pytest.raises(ApiError) as caught:
        meter.charge(client, bucket, cost)
    assert caught.value.code is ErrorCode.RATE_LIMITED
    return caught.value.details


def test_a_budget_is_spent_and_refills_evenly() -> None:
    time = Time()
    meter = metered(time, reads=Budget(600, 60))
    at = meter.charge(ACCOUNT, Bucket.READS, 400)
    assert at is not None
    assert (at.cost, at.limit, at.remaining, at.reset_ms) == (400, 600, 200, 40_000)
    assert refusal(meter, ACCOUNT, Bucket.READS, 300) == {
        "bucket": "reads",
        "cost": 300,
        "limit": 600,
        "retryAfterMs": 10_000,
    }
    time.now += 9_999
    refusal(meter, ACCOUNT, Bucket.READS, 300)
    time.now += 1
    at = meter.charge(ACCOUNT, Bucket.READS, 300)
    assert at is not None
    assert at.remaining == 0
    time.now += 60_000
    assert meter.budget_state(ACCOUNT, Bucket.READS).remaining == 600  # type: ignore[union-attr]


def test_a_refusal_takes_nothing() -> None:
    meter = metered(Time(), reads=Budget(100, 0))
    meter.charge(ACCOUNT, Bucket.READS, 60)
    for _ in range(10):
        refusal(meter, ACCOUNT, Bucket.READS, 60)
    assert meter.charge(ACCOUNT, Bucket.READS, 40) is not None


def test_budgets_and_clients_are_apart() -> None:
    meter = metered(Time(), reads=Budget(10, 5), acts=Budget(3, 3), writes=Budget(2, 1))
    meter.charge(ACCOUNT, Bucket.READS, 10)
    refusal(meter, ACCOUNT, Bucket.READS, 1)
    for _ in range(3):
        meter.charge(ACCOUNT, Bucket.ACTS, 1)
    refusal(meter, ACCOUNT, Bucket.ACTS, 1)
    meter.charge(ACCOUNT, Bucket.WRITES, 2)
    meter.charge(SEAT, Bucket.READS, 10)
    meter.charge(STRANGER, Bucket.READS, 5)
    refusal(meter, STRANGER, Bucket.READS, 1)


def test_what_costs_more_than_all_is_let_through_when_all_is_there() -> None:
    time = Time()
    meter = metered(time, reads=Budget(100, 100))
    meter.charge(ACCOUNT, Bucket.READS, 5000)
    assert refusal(meter, ACCOUNT, Bucket.READS, 5000)["retryAfterMs"] == 60_000
    time.now += 60_000
    meter.charge(ACCOUNT, Bucket.READS, 5000)


def test_guests_at_one_address_share_a_budget_beside_their_own() -> None:
    """Seats are free: many of them are not many budgets."""
    meter = metered(Time(), reads=Budget(100, 100), acts=Budget(100, 100), guests=150)
    meter.charge(SEAT, Bucket.READS, 100)
    assert refusal(meter, OTHER_SEAT, Bucket.READS, 60)["bucket"] == "guests"
    meter.charge(OTHER_SEAT, Bucket.READS, 10)
    meter.charge(OTHER_SEAT, Bucket.ACTS, 2)
    assert refusal(meter, OTHER_SEAT, Bucket.ACTS, 1)["bucket"] == "guests"
    meter.charge(ACCOUNT, Bucket.ACTS, 100)


def test_streams_and_sockets_are_given_back() -> None:
    meter = metered(Time(), streams=Budget(2, 1), sockets=1)
    with meter.stream(ACCOUNT), meter.stream(ACCOUNT):
        assert meter.open_streams(ACCOUNT) == 2
        with pytest.raises(ApiError, match="2 streams are open"), meter.stream(ACCOUNT):
            pass
        meter.stream(STRANGER).__enter__()
        one = meter.socket("192.0.2.1")
        with one, pytest.raises(ApiError, match="1 sockets are open"), meter.socket("192.0.2.1"):
            pass
    assert meter.open_streams(ACCOUNT) == 0
    with meter.stream(ACCOUNT):
        pass


def test_guests_at_one_address_share_the_files_that_they_send() -> None:
    meter = metered(Time(), uploads=1)
    with meter.upload(SEAT), meter.upload(ACCOUNT):
        for guest in (SEAT, OTHER_SEAT, STRANGER):
            with pytest.raises(ApiError, match="1 uploads are open"), meter.upload(guest):
                pass
    with meter.upload(OTHER_SEAT):
        pass


def test_without_limits_nothing_is_counted_or_remembered() -> None:
    for bucket in Bucket:
        assert UNLIMITED.charge(SEAT, bucket, 10**9) is None
        assert UNLIMITED.budget_state(SEAT, bucket) is None
    assert not UNLIMITED.counts
    assert not UNLIMITED._states
    assert limits_of(UNLIMITED, SEAT).budgets == ()


def test_the_memory_of_clients_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(metering, "KEPT", 100)
    meter = metered(Time(), reads=Budget(100, 100))
    for number in range(1000):
        meter.charge(Client(str(number), str(number), anonymous=True), Bucket.READS, 100)
    assert len(meter._states) == 100
    refusal(meter, Client("999", "999", anonymous=True), Bucket.READS, 1)


def test_headers_are_those_of_the_draft() -> None:
    at = metered(Time(), writes=Budget(60, 30)).charge(STRANGER, Bucket.WRITES, 7)
    assert at is not None
    assert rate_headers(at) == {
        "RateLimit-Policy": '"writes";q=30;w=60',
        "RateLimit": '"writes";r=23;t=14',
        "Playledger-Cost": "7",
    }


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("fe80::1%eth0", "fe80::"),
        (":::::", "unknown"),
    ],
)
def test_an_ipv6_network_is_one_address(host: str, address: str) -> None:
    assert address_of((host, 1)) == address
    assert address_of(None) == "unknown"


def test_what_is_owed_is_taken_though_too_little_is_left() -> None:
    time = Time()
    meter = metered(time, acts=Budget(60, 60), guests=1_000_000)
    meter.charge(SEAT, Bucket.ACTS, 1)
    meter.owe(SEAT, Bucket.ACTS, 100)
    at = meter.budget_state(SEAT, Bucket.ACTS)
    assert at is not None
    assert (at.remaining, at.reset_ms) == (0, 101_000)
    assert refusal(meter, SEAT, Bucket.ACTS, 1)["retryAfterMs"] == 42_000
    meter.charge(OTHER_SEAT, Bucket.ACTS, 1)
    time.now += 42_000
    meter.charge(SEAT, Bucket.ACTS, 1)


def test_guests_owe_at_their_address_too() -> None:
    meter = metered(Time(), acts=Budget(60, 60), guests=1000)
    meter.owe(SEAT, Bucket.ACTS, 50)
    assert refusal(meter, OTHER_SEAT, Bucket.ACTS, 1)["bucket"] == "guests"
    meter.charge(ACCOUNT, Bucket.ACTS, 1)


def test_half_a_budget_lets_through_what_costs_more_and_the_rest_is_owed() -> None:
    time = Time()
    meter = metered(time, reads=Budget(600, 600))
    meter.charge(ACCOUNT, Bucket.READS, 301)
    with pytest.raises(ApiError):
        meter.charge_all(ACCOUNT, Bucket.READS, 6000)
    time.now += 100
    meter.charge_all(ACCOUNT, Bucket.READS, 6000)
    time.now += 10 * 60_000
    refusal(meter, ACCOUNT, Bucket.READS, 301)
    time.now += 30_000
    meter.charge_all(ACCOUNT, Bucket.READS, 300)


def test_nobody_owes_what_has_no_limit() -> None:
    meter = metered(Time(), acts=Budget(0, 0))
    meter.owe(ACCOUNT, Bucket.ACTS, 10**9)
    meter.owe(ACCOUNT, Bucket.READS, 0)
    meter.charge_all(ACCOUNT, Bucket.ACTS, 10**9)
    assert meter.charge(ACCOUNT, Bucket.ACTS, 1) is None
