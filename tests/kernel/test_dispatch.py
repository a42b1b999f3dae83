"""Tables by type: a row for each kind, asked for by exactly this kind; and the frame that is known to be on top."""

from __future__ import annotations

import pytest

from domain.kernel.dispatch import ByType, always, by_type, on
from domain.kernel.frames import Frame, top


class Ask(Frame, frozen=True, tag="ask"):
    """A frame that asks."""

    n: int


class Wait(Frame, frozen=True, tag="wait"):
    """Another kind of frame."""


class Urgent(Ask, frozen=True, tag="urgent"):
    """A frame of a narrower kind."""


SAID: ByType[str, str] = by_type(on(Ask, lambda name, frame: f"{name} {frame.n}"), on(Wait, lambda name, _: name))


def test_a_row_is_called_with_what_it_is_for() -> None:
    assert SAID[Ask]("asked", Ask(3)) == "asked 3"
    assert SAID[Wait]("waits", Wait()) == "waits"


def test_a_narrower_kind_needs_a_row_of_its_own() -> None:
    with pytest.raises(KeyError):
        SAID[Urgent]("urgent", Urgent(1))


def test_a_value_can_stand_for_all_of_a_kind() -> None:
    rules: ByType[str] = by_type(on(Ask, always("X-1")), on(Wait, lambda frame: "X-2"))
    assert (rules[Ask](Ask(1)), rules[Wait](Wait())) == ("X-1", "X-2")


def test_the_top_is_the_last_and_of_the_kind_that_is_asked_for() -> None:
    assert top([Wait(), Ask(2)], Ask).n == 2
    with pytest.raises(AssertionError):
        top([Ask(2), Wait()], Ask)
