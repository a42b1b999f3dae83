"""Patches between frames: another's library applies them, and what has an id of its own is not written over."""

from __future__ import annotations

from typing import Any

import jsonpatch
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from service.matches.frames import difference

NAMES = st.sampled_from(["id", "seat", "name", "a/b", "~", "cards"])
DATA = st.recursive(
    st.none() | st.booleans() | st.integers(0, 3) | st.sampled_from(["x", "y", ""]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(NAMES, inner, max_size=4),
    max_leaves=12,
)


@example(before=[], now="x")
@given(before=DATA, now=DATA)
def test_a_patch_leads_to_what_is_now(before: Any, now: Any) -> None:
    assert jsonpatch.apply_patch(before, list(difference(before, now))) == now


@given(data=DATA)
def test_nothing_leads_from_something_to_itself(data: Any) -> None:
    assert difference(data, data) == ()


def cards(*ids: str, **tapped: int) -> dict[str, Any]:
    return {"cards": [{"id": one, "counters": {"tapped": tapped.get(one, 0)}} for one in ids]}


@pytest.mark.parametrize(
    ("before", "now", "paths"),
    [
        (cards("a", "b", "c"), cards("a", "c"), ["remove /cards/1"]),
        (cards("a", "c"), cards("a", "b", "c"), ["add /cards/1"]),
        (cards("a", "b"), cards("a", "b", b=1), ["replace /cards/1/counters/tapped"]),
        (
            cards("a", "b", "c"),
            cards("c", c=1),
            ["remove /cards/1", "remove /cards/0", "replace /cards/0/counters/tapped"],
        ),
        (cards("a"), cards("b"), ["remove /cards/0", "add /cards/0"]),
    ],
)
def test_cards_come_go_and_change_as_themselves(before: Any, now: Any, paths: list[str]) -> None:
    assert [f"{one['op']} {one['path']}" for one in difference(before, now)] == paths
