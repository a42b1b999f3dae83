"""Labels of legal actions are for people: no id of a card that the seat sees on the table."""

from __future__ import annotations

import re
from itertools import chain
from typing import Any

from domain.kernel.game import Game
from tests.contract.games import DISCOVERED_IN_EVERY_MODE
from tests.kit.play import whole
from tests.kit.twins import LEGAL, Twins


@DISCOVERED_IN_EVERY_MODE
def test_labels_name_what_the_seat_sees(game: Game, options: Any) -> None:
    twins = Twins(game)
    read: set[str] = set()
    for step in chain(whole(game, 5, options=options), whole(game, 6, options=options)):
        for prompt in list(step.state.prompts.values()):
            for asked in LEGAL.of(twins.aggregate(step.state), prompt.seat).prompts:
                # cards of another's hand that is looked at lie on no table
                if asked.prompt.kind != "choose_cards":
                    read |= {action.label for action in asked.actions}
    assert [label for label in sorted(read) if re.search(r"\b[a-z][0-9a-f]{10}\b|True|False", label)] == []
    assert len(read) > 30
