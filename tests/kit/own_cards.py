"""Matches with cards that players wrote, over the use cases of a service."""

from __future__ import annotations

from random import Random
from typing import Any

from api_schema.ports.base import Caller
from api_schema.ports.matches import ActInput
from tests.games.c4.own_sets import KITCHEN
from tests.kit.served import ALICE, BOB, Served

WRITE = Caller("account:ac_alice", frozenset({"deck:write"}), "ac_alice", alias_key=b"the key of Alice")
"""Alice with a token that may upload."""


async def uploaded(served: Served, text: str = KITCHEN) -> str:
    """The hash of a C4 set that is there now."""
    return (await served.app.use_cases.catalogue.upload_card_set(WRITE, "c4", text)).hash


def loadout(digest: str, kind: str = "coin") -> dict[str, Any]:
    """A C4 deck of the cards of the kitchen."""
    return {"deck": [f"{digest[:12]}-{number}" for number in (1, 2, 3, 4, 5)] * 4, "tokenKind": kind}


async def opened(served: Served, digest: str, **options: Any) -> str:
    """A running match: Alice and Bob, both with cards of one set."""
    match = await served.open(game="c4", options={"cardSets": [digest], "turnCap": 4, **options})
    for caller, kind in ((ALICE, "coin"), (BOB, "bead")):
        await served.sit(caller, match, deck=None, loadout=loadout(digest, kind))
    return match


async def play_out(served: Served, match: str, seed: int = 1, actions: int = 400) -> None:
    """Seeded legal actions until it is over; after so many Alice gives up."""
    random, use = Random(seed), served.app.use_cases.matches
    for _ in range(actions):
        if (await use.get(ALICE, match)).status != "RUNNING":
            return
        for caller in (ALICE, BOB):
            legal = await use.legal_actions(caller, match)
            if legal.prompts:
                await use.act(caller, match, _answer(served, legal.prompts[0], random))
                break
    await served.act(ALICE, match, action={"type": "concede"})


def _answer(served: Served, options: Any, random: Random) -> ActInput:
    """An action by its token, or the default where there are templates alone."""
    if options.actions:
        return ActInput(served.key(), token=random.choice(options.actions).token)
    prompt = options.prompt
    return ActInput(served.key(), prompt_id=prompt.id, revision=prompt.revision, action=options.default)
