"""Standings are computed once for each version, whoever asks for however many pages."""

from __future__ import annotations

import asyncio
import threading
from types import SimpleNamespace
from typing import Any

import pytest

from api_schema.errors import ApiError
from service.tournaments import ranking
from service.tournaments.ranking import Rankings

pytestmark = pytest.mark.anyio


def known(version: int = 1, rounds: int = 3) -> Any:
    return SimpleNamespace(id="tn_x", version=version, state=SimpleNamespace(rounds=(None,) * rounds))


@pytest.fixture
def computed(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, bool]]:
    """What was computed."""
    found: list[tuple[int, bool]] = []

    def compute(state: Any, number: int, *, bracket: bool) -> Any:
        assert threading.current_thread() is not threading.main_thread(), "others are served meanwhile"
        found.append((number, bracket))
        return (f"row after {number}",)

    monkeypatch.setattr(ranking, "standings_after", compute)
    return found


async def test_all_who_ask_get_the_same_rows_computed_once(computed: list[tuple[int, bool]]) -> None:
    rankings = Rankings()
    both = await asyncio.gather(*(rankings.after(known(), 2, bracket=False) for _ in range(2)))
    assert both == [("row after 2",), ("row after 2",)]
    assert await rankings.after(known(), 2, bracket=False) is both[0]
    assert computed == [(2, False)]


async def test_another_version_round_or_bracket_is_computed_anew(computed: list[tuple[int, bool]]) -> None:
    rankings = Rankings()
    for version, number, bracket in ((1, 2, False), (2, 2, False), (2, 1, False), (2, 1, True)):
        await rankings.after(known(version), number, bracket=bracket)
    assert computed == [(2, False), (2, False), (1, False), (1, True)]


async def test_who_leaves_takes_the_rows_from_nobody(computed: list[tuple[int, bool]]) -> None:
    rankings = Rankings()
    leaver = asyncio.create_task(rankings.after(known(), 2, bracket=False))
    await asyncio.sleep(0)
    leaver.cancel()
    assert await rankings.after(known(), 2, bracket=False) == ("row after 2",)
    assert computed == [(2, False)]


async def test_only_so_many_are_kept(computed: list[tuple[int, bool]]) -> None:
    rankings = Rankings(kept=2)
    for number in (1, 2, 1, 3, 1, 2):
        await rankings.after(known(), number, bracket=False)
    assert [number for number, _ in computed] == [1, 2, 3, 2]


@pytest.mark.parametrize("number", [-1, 4])
async def test_a_round_that_has_not_begun_has_none(computed: list[tuple[int, bool]], number: int) -> None:
    with pytest.raises(ApiError, match="has not begun"):
        await Rankings().after(known(), number, bracket=False)
    assert computed == []
