"""Plays a match of C4 with the client that was generated: python play_graphql.py SERVER."""

from __future__ import annotations

import json
import sys
from typing import Any
from uuid import uuid4

from generated import Client
from generated.enums import C4SimpleAction, MatchAction, MatchStatus
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


def typed(action: Any) -> C4ActionInput | None:
    """The action as the type of the input says, for some of them."""
    if action["type"] in ("pass", "end_turn"):
        return C4ActionInput(simple=C4SimpleAction(action["type"].upper()))
    if action["type"] == "answer_claim":
        return C4ActionInput(answerClaim=C4AnswerClaimInput(admit=action["admit"]))
    return None


def main(server: str, decks: list[str]) -> dict[str, Any]:
    """Two guests play until one of them has had enough."""
    table = Client(f"{server}/graphql")
    made = table.create(CreateMatchInput(idempotencyKey=key(), game="c4", seats=2))
    assert made.create_match.match
    match = made.create_match.match.id
    seats = []
    for deck in decks:
        joined = table.join(JoinMatchInput(idempotencyKey=key(), matchId=match, deck=deck)).join_match
        seats.append(Client(f"{server}/graphql", headers={"Authorization": f"Bearer {joined.seat_token}"}))
    done = 0
    while True:
        for seat in seats:
            found = seat.legal(match).match
            assert found
            if found.status != MatchStatus.RUNNING:
                return {"status": found.status.value, "typedActions": done}
            if not (found.legal_actions and found.legal_actions.prompts):
                continue
            options = found.legal_actions.prompts[0]
            inputs = (typed(one.action) for one in options.actions)
            action = next(filter(None, inputs), None) or typed(options.default or {"type": ""})
            done += action is not None
            what = ActChoice(c4=action) if action else ActChoice(token=options.actions[0].token)
            if done > 20:
                what = ActChoice(match=MatchAction.CONCEDE)
            order = ActInput(idempotencyKey=key(), matchId=match, what=what)
            if action:
                order.prompt_id, order.revision = options.prompt.id, options.prompt.revision
            assert seat.act(order).act.user_errors == []


if __name__ == "__main__":
    sys.stdout.write(json.dumps(main(sys.argv[1], sys.argv[2:])))
