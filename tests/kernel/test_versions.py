"""Versions of rules, and matches that go by them."""

from __future__ import annotations

import pytest

from domain.kernel.draws import ALGORITHM
from domain.kernel.lineage import Pins
from domain.kernel.match import State
from domain.kernel.versions import is_older


@pytest.mark.parametrize(
    ("one", "other", "older"),
    [
        ("4.9", "4.22", True),
        ("4.22", "4.9", False),
        ("4.22", "4.22", False),
        ("4.22", "4.22.1", True),
        ("4", "4.0.0", False),
        ("4", "4.0.1", True),
        ("4.22", "5", True),
        ("4.22", "next", True),
        ("next", "4.22", False),
        ("9" * 5_000, "4.22", False),
    ],
)
def test_versions_of_rules_are_numbers_between_dots(one: str, other: str, older: bool) -> None:
    assert is_older(one, other) == older


@pytest.mark.parametrize(("pinned", "held"), [("1.0", False), ("1.1", True), ("1.1.0", True), ("1.10", True)])
def test_a_match_goes_by_the_rulings_of_its_version_and_of_those_before(pinned: str, held: bool) -> None:
    state: State = State(pins=Pins(pinned, "0" * 64, "test", "0" * 64, ALGORITHM, "0" * 64))
    assert state.goes_by("1.1") == held


def test_what_is_pinned_to_nothing_goes_by_every_ruling() -> None:
    state: State = State()
    assert state.goes_by("1.1")
