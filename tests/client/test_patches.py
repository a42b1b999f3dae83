"""Patches are carried out as RFC 6902 says: as a library of others does it, and what doesn't fit is refused."""

from __future__ import annotations

import copy
from typing import Any

import jsonpatch
import pytest
from hypothesis import given
from hypothesis import strategies as st

from playledger_client import patched

NAMES = st.sampled_from(["a", "b/c", "d~e", "", "0"])
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(0, 3) | st.text("xy", max_size=2),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(NAMES, inner, max_size=4),
    max_leaves=12,
)


@given(before=JSON, now=JSON)
def test_a_patch_leads_from_one_document_to_the_other(before: Any, now: Any) -> None:
    """Whoever made it, with removals, additions, replacements and moves; the first document stays as it was."""
    kept = copy.deepcopy(before)
    patch = jsonpatch.make_patch(before, now).patch
    assert patched(before, patch) == jsonpatch.apply_patch(before, patch) == now
    assert before == kept


@pytest.mark.parametrize(
    ("operation", "now"),
    [
        ({"op": "add", "path": "/list/-", "value": 3}, {"list": [1, 2, 3], "a": {"b": 1}}),
        ({"op": "add", "path": "/list/0", "value": 0}, {"list": [0, 1, 2], "a": {"b": 1}}),
        ({"op": "copy", "from": "/list", "path": "/a/b"}, {"list": [1, 2], "a": {"b": [1, 2]}}),
        ({"op": "move", "from": "/a/b", "path": "/list/1"}, {"list": [1, 1, 2], "a": {}}),
        ({"op": "test", "path": "/a/b", "value": 1}, {"list": [1, 2], "a": {"b": 1}}),
        ({"op": "replace", "path": "", "value": 7}, 7),
    ],
)
def test_each_operation(operation: dict[str, Any], now: Any) -> None:
    assert patched({"list": [1, 2], "a": {"b": 1}}, [operation]) == now


@pytest.mark.parametrize(
    "operation",
    [
        {"op": "replace", "path": "/missing", "value": 1},
        {"op": "replace", "path": "/list/2", "value": 1},
        {"op": "add", "path": "/list/3", "value": 1},
        {"op": "add", "path": "/list/-1", "value": 1},
        {"op": "add", "path": "/missing/x", "value": 1},
        {"op": "add", "path": "list", "value": 1},
        {"op": "add", "path": "/list"},
        {"op": "remove", "path": "/list/2"},
        {"op": "remove", "path": ""},
        {"op": "test", "path": "/list/0", "value": 9},
        {"op": "invent", "path": "/list"},
    ],
)
def test_what_does_not_fit_is_refused(operation: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="the patch doesn't fit"):
        patched({"list": [1, 2]}, [operation])
