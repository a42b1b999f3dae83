"""Nothing can happen to a replay file that verification doesn't notice, at the line where it begins.

The first bad line is the first that is not what stood there: for a line that was deleted or cut off, the place where it
is missing. A file whose first line can't be read at all is no replay file, and is called that.
"""

from __future__ import annotations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from service.history.verify.report import Unreadable
from tests.history.damage import OF_BYTES, OF_LINES, Damage, files, first_difference, packed, unpacked
from tests.history.verifiers import UNREADABLE, ours, report
from tests.kit.lanes import by_lane

PLACES = st.integers(0, 2**30)
FILES = st.integers(0, 14)


def hold_to(data: bytes, line: int | None) -> None:
    """The verification names this line, whether the file can still be read as one or not."""
    try:
        chain, *others = report(data).levels
    except Unreadable as unreadable:
        said = str(unreadable)
        assert line == 1
        assert said.startswith("line 1:") or said == "it is empty"
    else:
        assert (chain.level, chain.status, chain.line) == ("L0", "failed", line)
        assert {level.status for level in others} == {"skipped"}


def test_whole_files_pass() -> None:
    assert len(files()) == 15
    for data in files():
        assert report(data).ok
        assert report(packed(data)).ok


@pytest.mark.parametrize("damage", OF_BYTES + OF_LINES, ids=lambda damage: damage.__name__)
def test_every_damage_is_found_at_its_line(damage: Damage) -> None:
    @settings(max_examples=by_lane(commit=40, nightly=400), deadline=None, derandomize=True, database=None)
    @given(FILES, PLACES, PLACES)
    def found(file: int, a: int, b: int) -> None:
        original = files()[file]
        damaged = damage(original, a, b)
        assume(damaged != original)
        hold_to(damaged, first_difference(original, damaged))

    found()


@pytest.mark.parametrize("damage", OF_LINES, ids=lambda damage: damage.__name__)
def test_lines_are_missed_in_a_gzipped_file_too(damage: Damage) -> None:
    @settings(max_examples=by_lane(commit=15, nightly=100), deadline=None, derandomize=True, database=None)
    @given(FILES, PLACES, PLACES)
    def found(file: int, a: int, b: int) -> None:
        original = files()[file]
        damaged = damage(original, a, b)
        assume(damaged != original)
        hold_to(packed(damaged), first_difference(original, damaged))

    found()


@pytest.mark.parametrize("damage", OF_BYTES, ids=lambda damage: damage.__name__)
def test_a_gzipped_file_is_not_taken_for_whole_when_its_bytes_are_not(damage: Damage) -> None:
    """Bytes that say nothing of the content, as the time in gzip's own header, may be any."""

    @settings(max_examples=by_lane(commit=40, nightly=400), deadline=None, derandomize=True, database=None)
    @given(FILES, PLACES, PLACES)
    def found(file: int, a: int, b: int) -> None:
        original = files()[file]
        damaged = damage(packed(original), a, b)
        assume(unpacked(damaged) != original)
        verdict = ours(damaged)
        assert verdict == UNREADABLE or (verdict.chain is not None and verdict.chain[0] == "failed")

    found()


def test_every_single_line_is_missed() -> None:
    """Each line deleted, each doubled, the file cut after each."""
    for data in files()[:3]:
        rows = data.splitlines(keepends=True)
        for place in range(len(rows)):
            hold_to(b"".join(rows[:place]), place + 1)
            hold_to(b"".join(rows[:place] + rows[place + 1 :]), place + 1)
            hold_to(b"".join(rows[: place + 1] + rows[place:]), place + 2)
