"""Plays a match of C4 with what openapi-python-client made: python openapi_python_client_player.py SERVER."""

from __future__ import annotations

import json
import sys
from typing import Any
from uuid import uuid4

from playledger_client.api.catalogue import get_decks
from playledger_client.api.lobby import create_match, join_match
from playledger_client.api.play import act, get_legal_actions

from playledger_client import AuthenticatedClient, Client
from playledger_client.models import (
    ByToken,
    Concede,
    CreateMatch,
    CreateMatchOptions,
    JoinMatch,
)


def main(server: str) -> dict[str, Any]:
    """Two guests play until the match is over."""
    guest = Client(server)
    options = CreateMatchOptions.from_dict({"turnCap": 14})
    made = create_match.sync(client=guest, body=CreateMatch(game="c4", seats=2, options=options))
    match = made.match.id
    seats = []
    for deck in get_decks.sync("c4", client=guest).decks[:2]:
        joined = join_match.sync(match, client=guest, body=JoinMatch(deck=deck.id))
        seats.append(AuthenticatedClient(server, joined.seat_token))
    actions, status = 0, "RUNNING"
    while status == "RUNNING" and actions < 2000:
        for seat in seats:
            legal = get_legal_actions.sync(match, client=seat)
            waiting = [one for one in legal.prompts if one.prompt.mode != "STANDING"]
            if not waiting or status != "RUNNING":
                continue
            listed = waiting[0].actions
            body = ByToken(token=listed[0].token) if listed else Concede(type_="concede")
            done = act.sync(match, client=seat, body=body, idempotency_key=uuid4().hex)
            actions, status = actions + 1, str(done.match.status)
    return {"status": status, "actions": actions}


if __name__ == "__main__":
    sys.stdout.write(json.dumps(main(sys.argv[1])))
