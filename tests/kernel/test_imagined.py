"""A match as a seat may imagine it holds no question that others are asked in secret."""

from __future__ import annotations

from tests.kit.play import opening
from tests.toy_game import GAME


def test_a_seat_imagines_no_question_to_another_one_that_is_a_secret() -> None:
    """Envoys asks a seat in secret whether it peeks, while everybody is asked something else."""
    state = list(opening(GAME, 3))[-1].state
    (secret,) = (prompt for prompt in state.prompts.values() if prompt.secrecy == "hidden")
    for prompt in state.prompts.values():
        given = GAME.imagined(state, prompt.seat, list)
        left = dict(state.prompts)
        if prompt.seat != secret.seat:
            del left[secret.id]
        assert given.prompts == left
        assert GAME.options(given, prompt) == GAME.options(state, prompt)
    assert {prompt.seat for prompt in state.prompts.values()} > {secret.seat}
