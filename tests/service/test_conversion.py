"""What players send to a game, on its way to the types of that game."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from api_schema.errors import ApiError, ErrorCode
from service.catalogue.conversion import DEEPEST, MOST, convert


class Brought(msgspec.Struct, forbid_unknown_fields=True):
    """Something of a game."""

    names: tuple[str, ...] = ()
    text: str = ""
    more: dict[str, Any] = {}


def deep(levels: int) -> dict[str, Any]:
    return {"more": {"x": deep(levels - 1)} if levels > 1 else {}}


LARGEST: list[dict[str, Any]] = [
    {"names": ["x"] * MOST},
    {"text": "x" * MOST},
    {"more": {str(number): number for number in range(MOST)}},
]
TOO_LARGE: dict[str, tuple[Any, tuple[str, ...]]] = {
    "a list": ({"names": ["x"] * (MOST + 1)}, ("deck", "names")),
    "a text": ({"text": "x" * (MOST + 1)}, ("deck", "text")),
    "a text of a list": ({"names": ["x", "x" * (MOST + 1)]}, ("deck", "names", "1")),
    "a map": ({"more": {str(number): number for number in range(MOST + 1)}}, ("deck", "more")),
    "a name of a map": ({"more": {"x" * (MOST + 1): 1}}, ("deck", "more")),
    "a list inside": ({"more": {"x": [1, [0] * (MOST + 1)]}}, ("deck", "more", "x", "1")),
    "a field that is none": ({"other": [0] * (MOST + 1)}, ("deck", "other")),
    "no map": ([0] * (MOST + 1), ("deck",)),
}


@pytest.mark.parametrize("data", LARGEST)
def test_the_largest_that_a_game_looks_at(data: dict[str, Any]) -> None:
    found = msgspec.to_builtins(convert(data, Brought, "deck"), builtin_types=())
    assert msgspec.json.encode(found | data) == msgspec.json.encode(found)


@pytest.mark.parametrize("name", TOO_LARGE)
def test_what_is_too_large_is_refused_with_its_place(name: str) -> None:
    data, path = TOO_LARGE[name]
    with pytest.raises(ApiError) as refused:
        convert(data, Brought, "deck")
    assert (refused.value.code, refused.value.path) == (ErrorCode.INVALID_INPUT, path)
    assert f"at most {MOST} " in refused.value.message
    assert len(refused.value.message) < 100


def test_levels() -> None:
    convert(deep(DEEPEST // 2), Brought)
    with pytest.raises(ApiError, match=f"at most {DEEPEST} levels"):
        convert(deep(500), Brought)
