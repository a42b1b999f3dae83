"""What a visit loads stays within its limits."""

from __future__ import annotations

import pytest

from tests.web.sizes import LIMITS, sizes


@pytest.mark.parametrize("place", LIMITS)
def test_a_place_is_light(place: str) -> None:
    found = sizes()
    assert set(found) == set(LIMITS)
    assert 1 << 10 < found[place] <= LIMITS[place], found
