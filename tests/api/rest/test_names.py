"""Types of the contract keep apart: no two have one name."""

from __future__ import annotations

import msgspec
import pytest

from api_schema.rest.schemas import named


class AView(msgspec.Struct):
    n: int


class View(msgspec.Struct):
    other: AView


def test_types_are_named_with_all_that_they_refer_to() -> None:
    found = named([View], lambda name: f"Game{name}")
    assert set(found) == {"GameView", "GameAView"}
    assert found["GameView"]["properties"]["other"] == {"$ref": "#/components/schemas/GameAView"}


def test_two_types_of_one_name_are_refused() -> None:
    with pytest.raises(ValueError, match="two types would be called GameView"):
        named([View], lambda name: "Game" + name.removeprefix("A"))
