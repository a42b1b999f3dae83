"""In which order the questions of a seat are listed."""

from __future__ import annotations

from itertools import islice

from domain.games import discover
from tests.kit.noninterference import LEGAL, PairedMatch


def test_what_somebody_waits_for_comes_before_what_may_be_done_at_any_time() -> None:
    """Whoever answers the first question of a list gets on; a standing one is there again at once."""
    paired, mixed = PairedMatch(discover()["trf"], {}), 0
    for state, _, _ in islice(paired.played(1), 30):
        for seat in range(len(state.seats)):
            modes = [one.prompt.mode for one in LEGAL.of(paired.aggregate(state), seat).prompts]
            assert modes == sorted(modes, key=lambda mode: mode == "STANDING")
            mixed += len(set(modes)) > 1
    assert mixed > 10
