"""Frames that ask and wait: what a batch puts on the stack, and what an answer takes from it."""

from __future__ import annotations

import pytest

from domain.kernel.batch import Batch
from domain.kernel.draws import Draws
from domain.kernel.match import ClockPolicy
from tests.kernel.test_decide import started
from tests.toy_game.frames import Ballots, Refill
from tests.toy_game.game import GAME


def a_batch() -> Batch:
    batch: Batch = Batch(GAME, started(clock=ClockPolicy()), Draws(b"", "", b"", {}), 0)
    batch.close(list(batch.state.prompts.values()))
    return batch


def test_a_frame_that_asks_waits_on_top_of_the_stack() -> None:
    batch, frame = a_batch(), Refill()
    under = list(batch.frames)
    batch.ask_for(frame, 1, "pay")
    assert batch.frames == [*under, frame]
    (prompt,) = batch.state.prompts.values()
    assert (prompt.seat, prompt.kind) == (1, "pay")


def test_a_frame_that_is_answered_waits_no_longer() -> None:
    batch = a_batch()
    under = list(batch.frames)
    batch.push(Refill())
    assert batch.answered(Refill) == Refill()
    assert batch.frames == under


def test_an_answer_is_to_the_frame_that_asked() -> None:
    batch = a_batch()
    batch.push(Refill())
    with pytest.raises(AssertionError):
        batch.answered(Ballots)
