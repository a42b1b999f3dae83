"""Random playouts of a game of OpenSpiel, in an environment that has it.

Each line of JSON that comes in is an order; one line answers.
"""

from __future__ import annotations

import json
import sys
import time
from random import Random
from typing import Any

import pyspiel

RANDOM = Random(1)


def playout(game: Any) -> int:
    """Play a match to its end; how many actions the players took. Chance moves between them don't count."""
    state, actions = game.new_initial_state(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(RANDOM.choices(outcomes, chances)[0])
        else:
            state.apply_action(RANDOM.choice(state.legal_actions()))
            actions += 1
    return actions


def played(name: str, seconds: float) -> dict[str, object]:
    """Matches for so many seconds."""
    game, actions = pyspiel.load_game(name), 0
    begin, worked = time.perf_counter(), time.process_time()
    while not actions or time.perf_counter() - begin < seconds:
        actions += playout(game)
    return {"actions": actions, "seconds": time.perf_counter() - begin, "cpu": time.process_time() - worked}


def main() -> None:
    """Answer orders until there are no more."""
    for line in sys.stdin:
        print(json.dumps(played(**json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
