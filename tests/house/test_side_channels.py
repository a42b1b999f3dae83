"""docs/side-channels.md names tests; they have to be there."""

from __future__ import annotations

import re
from collections.abc import Mapping

PAGE = "docs/side-channels.md"


def rows(committed: Mapping[str, str]) -> list[list[str]]:
    """The cells of each line of the page's tables, without headings."""
    lines = [line for line in committed[PAGE].splitlines() if line.startswith("| ")]
    return [line.strip("| ").split(" | ") for line in lines if not line.endswith("| held by |")]


def test_every_test_that_is_named_is_there(committed: dict[str, str]) -> None:
    tests = "\n".join(text for name, text in committed.items() if name.startswith("tests/"))
    named = set(re.findall(r"`(test_\w+)`", committed[PAGE]))
    assert sorted(name for name in named if f"def {name}(" not in tests) == []


def test_every_line_has_a_test_or_says_that_it_is_not_defended(committed: dict[str, str]) -> None:
    found = rows(committed)
    assert len(found) > 30
    for cells in found:
        assert len(cells) == 4, cells[0]
        assert "`test_" in cells[3] or "not defended" in cells[1], cells[0]
