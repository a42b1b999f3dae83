"""Honest players of the matches that are attacked."""

from __future__ import annotations

from random import Random
from typing import Any
from uuid import uuid4

import httpx


def turn(client: httpx.Client, match: str, tokens: list[str], chance: Random) -> dict[str, Any] | None:
    """Whoever is asked does what is legal; what came of it, None where nobody is asked."""
    for token in tokens:
        own = {"Authorization": f"Bearer {token}"}
        for asked in client.get(f"/v1/matches/{match}/legal-actions", headers=own).raise_for_status().json()["prompts"]:
            prompt, actions = asked["prompt"], asked["actions"]
            if prompt["mode"] == "STANDING":
                continue
            action = {**asked["default"], "promptId": prompt["id"], "revision": prompt["revision"]}
            if actions:
                action = {"token": chance.choice(actions)["token"]}
            headers = own | {"Idempotency-Key": str(uuid4())}
            answer = client.post(f"/v1/matches/{match}/actions", json=action, headers=headers)
            found: dict[str, Any] = answer.raise_for_status().json()
            return found
    return None


def played_out(client: httpx.Client, match: str, tokens: list[str]) -> None:
    """By chance, until it is over."""
    chance = Random(1)
    while turn(client, match, tokens, chance) is not None:
        pass
