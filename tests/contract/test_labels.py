"""Labels of legal actions are for people: no id of a card that the seat sees on the table."""

from __future__ import annotations

import re
from itertools import chain
from typing import Any

from domain.kernel.game import CardGame
from tests.contract.games import DISCOVERED_IN_EVERY_MODE, shared
from tests.kit.lanes import by_lane
from tests.kit.noninterference import LEGAL, PairedMatch
from tests.kit.play import whole

SEEDS = range(5, 5 + by_lane(commit=5, nightly=8))


@DISCOVERED_IN_EVERY_MODE
def test_labels_name_what_the_seat_sees(game: CardGame, options: Any) -> None:
    paired = PairedMatch(game)
    read: set[str] = set()
    for step in chain.from_iterable(whole(game, seed, options=options) for seed in shared(game, SEEDS)):
        for number in {prompt.seat for prompt in step.state.prompts.values()}:
            for asked in LEGAL.of(paired.aggregate(step.state), number).prompts:
                # cards of another's hand that is looked at lie on no table
                if asked.prompt.kind != "choose_cards":
                    read |= {action.label for action in asked.actions}
    assert [label for label in sorted(read) if re.search(r"\b[a-z][0-9a-f]{10}\b|True|False", label)] == []
    assert len(read) > len(game.actions) // 2
