"""Card sets of players whose effects do as much as their words can say, and a player who plays them over HTTP."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any
from uuid import uuid4

import httpx

from tests.attacks.target import clean
from tests.games.c4 import own_sets as c4
from tests.games.capcom_crossovers import own_sets as capcom
from tests.games.cape_and_cowl import own_sets as cape
from tests.games.scp import own_sets as scp
from tests.games.trf import own_sets as trf

EFFECT = 1_900
"""Characters of an effect: as many as a card set may have, nearly."""


def again(effect: str) -> str:
    """An effect as often as it may stand in one text."""
    return ", ".join([effect] * (EFFECT // (len(effect) + 2)))


def nested(depth: int, effect: str) -> str:
    """An effect for each player, for each player, and so on."""
    return "each(all, " * depth + effect + ")" * depth


def multiplied(text: str) -> str:
    """A card set whose plain effects happen as often as can be written, each with a large number."""

    def effect(found: re.Match[str]) -> str:
        return f'do = "{again(re.sub(NUMBER, "7", found[1]))}"'

    return re.sub(PLAIN, effect, text)


NUMBER = r"\b[1-9]\b"
PLAIN = r'do = "((?:draw|look_top|gain_resources|lose_resources|deal_damage|discard)\([^"]*)"'
"""Effects that may stand in a text more than once."""


@dataclass(frozen=True)
class Hostile:
    """A card set and the decks that play it."""

    game: str
    text: str
    loadout: Callable[[str, int], Any]
    seats: int = 2


def _c4(digest: str, seat: int) -> Any:
    kinds = ("coin", "bead", "button", "gem", "shell")
    return {**c4.loadout(digest, 0), "tokenKind": kinds[seat]}


def deep(depth: int, effect: str = "reveal_top(they)") -> Hostile:
    """Effects for five players: 5 to the power of the depth for each card that somebody plays."""
    cards = (c4.card(number, f'play = "{nested(depth, effect)}"') for number in range(1, 6))
    return Hostile("c4", c4.HEAD + "".join(cards), _c4, seats=5)


SETS = {
    "many events": deep(3),
    "endless events": deep(12),
    "endless frames": deep(12, "when(attacking, gain(you, 1))"),
    "trf": Hostile("trf", multiplied(trf.TEXT), trf.loadout),
    "scp": Hostile("scp", multiplied(scp.TEXT), scp.loadout),
    "capcom_crossovers": Hostile("capcom_crossovers", multiplied(capcom.TEXT), capcom.loadout),
    "cape_and_cowl": Hostile("cape_and_cowl", multiplied(cape.TEXT), cape.loadout),
}


class Table:
    """A match with such a set, played by guests."""

    def __init__(self, client: httpx.Client, account: str, hostile: Hostile) -> None:
        self.client = client
        own = {"Authorization": f"Bearer {account}"}
        made = client.post("/v1/card-sets", json={"game": hostile.game, "text": hostile.text}, headers=own)
        self.digest = clean(made).json()["hash"]
        order = {
            "game": hostile.game,
            "seats": hostile.seats,
            "options": {"cardSets": [self.digest]},
        }
        self.match = clean(client.post("/v1/matches", json=order)).json()["match"]["id"]
        self.tokens = [self._seat(hostile.loadout(self.digest, seat)) for seat in range(hostile.seats)]

    def _seat(self, loadout: Any) -> str:
        joined = clean(self.client.post(f"/v1/matches/{self.match}/seats", json={"loadout": loadout}))
        assert joined.status_code == 201, joined.text
        return str(joined.json()["seatToken"])

    def status(self) -> dict[str, Any]:
        found: dict[str, Any] = clean(self.client.get(f"/v1/matches/{self.match}")).json()
        return found

    def play(self, actions: int, seed: int = 1) -> Iterator[httpx.Response]:
        """The answers to so many actions, by chance, but a card is played wherever one can be."""
        random = Random(seed)
        for _ in range(actions):
            action = next(self._answers(random), None)
            if action is None:
                return
            token, body = action
            headers = {"Authorization": f"Bearer {token}", "Idempotency-Key": str(uuid4())}
            yield clean(self.client.post(f"/v1/matches/{self.match}/actions", json=body, headers=headers))

    def _answers(self, random: Random) -> Iterator[tuple[str, Any]]:
        for token in self.tokens:
            headers = {"Authorization": f"Bearer {token}"}
            found = clean(self.client.get(f"/v1/matches/{self.match}/legal-actions", headers=headers)).json()
            for prompt in found.get("prompts", ()):
                asked = prompt["prompt"]
                if prompt["actions"]:
                    cards = [action for action in prompt["actions"] if "play" in action["type"]]
                    yield token, {"token": random.choice(cards or prompt["actions"])["token"]}
                elif asked["mode"] != "STANDING":
                    yield token, {**prompt["default"], "promptId": asked["id"], "revision": asked["revision"]}
