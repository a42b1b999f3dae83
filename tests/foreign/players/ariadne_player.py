"""Plays a match of C4 with the client that was generated: python ariadne_player.py SERVER DECK DECK."""

from __future__ import annotations

import json
import sys
from typing import Any
from uuid import uuid4

from generated import Client
from generated.enums import C4SimpleAction, MatchStatus, PromptMode
from generated.input_types import (
    ActChoice,
    ActInput,
    C4ActionInput,
    C4AnswerClaimInput,
    CreateMatchInput,
    JoinMatchInput,
)


def key() -> str:
    return uuid4().hex


def written(action: Any) -> C4ActionInput | None:
    """The action as the type of the input says, for some of them."""
    if action["type"] in ("pass", "end_turn"):
        return C4ActionInput(simple=C4SimpleAction(action["type"].upper()))
    if action["type"] == "answer_claim":
        return C4ActionInput(answerClaim=C4AnswerClaimInput(admit=action["admit"]))
    return None


def main(server: str, decks: list[str]) -> dict[str, Any]:
    """Two guests play until the match is over."""
    table = Client(f"{server}/graphql")
    made = table.create(CreateMatchInput(idempotencyKey=key(), game="c4", seats=2, options={"turnCap": 14}))
    assert made.create_match.match
    match = made.create_match.match.id
    seats = []
    for deck in decks:
        joined = table.join(JoinMatchInput(idempotencyKey=key(), matchId=match, deck=deck)).join_match
        seats.append(Client(f"{server}/graphql", headers={"Authorization": f"Bearer {joined.seat_token}"}))
    actions = typed = 0
    while True:
        for seat in seats:
            found = seat.legal(match).match
            assert found
            if found.status != MatchStatus.RUNNING:
                return {"status": found.status.value, "actions": actions, "typed": typed}
            prompts = found.legal_actions.prompts if found.legal_actions else []
            waiting = [one for one in prompts if one.prompt.mode != PromptMode.STANDING]
            for asked in waiting[:1]:
                action = next(filter(None, (written(one.action) for one in asked.actions)), None)
                what = ActChoice(c4=action) if action else ActChoice(token=asked.actions[0].token)
                order = ActInput(idempotencyKey=key(), matchId=match, what=what)
                if action:
                    order.prompt_id, order.revision = asked.prompt.id, asked.prompt.revision
                assert seat.act(order).act.user_errors == []
                actions, typed = actions + 1, typed + (action is not None)


if __name__ == "__main__":
    sys.stdout.write(json.dumps(main(sys.argv[1], sys.argv[2:])))
