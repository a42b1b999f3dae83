"""The names that tables, answers and cards of C4 give their things."""

from __future__ import annotations

from itertools import chain
from typing import get_args

from domain.games.c4.board import Duration
from domain.games.c4.definitions import Symbol
from domain.games.c4.frames import AttackStage
from domain.games.c4.loadouts import ATTRIBUTES, TOKEN_KINDS
from domain.games.c4.rules.effect_prompts import YES_NO
from domain.games.c4.words.triggers import ClaimKind
from domain.kernel.names import Names

NAMES = Names(
    zones=("hand", "deck", "discard", "in_play", "flipped", "being_played"),
    numbers=(
        "turn",
        "direction",
        "free_actions",
        "actions_taken",
        "paid_actions",
        "reactions_played",
        "tokens",
        "skip_turns",
        *chain.from_iterable((kind, f"supply.{kind}", f"pot.{kind}") for kind in TOKEN_KINDS),
    ),
    flags=(*get_args(Symbol), "used_1", "used_2", *get_args(AttackStage)),
    groups=("attack",),
    links=("attack",),
    phases=("setup", "running", "finished", "start", "draw", "main", "done", "voting"),
    marks=("airship", "maker", "adventurer", *ATTRIBUTES, *TOKEN_KINDS, "claimed", "leaving", "end_turn_requested"),
    durations=get_args(Duration),
    kinds=("card", "ability", "attack", "token_event", "turn"),
    words={
        "kind": get_args(ClaimKind),
        "mode": get_args(Symbol),
        "option": (*YES_NO, "give(opp, you, 2)", "draw(you, 2)"),
        "tokens": TOKEN_KINDS,
    },
    facts=("kind", "symbol"),
)
"""Of the options between texts of cards those of the sets of this release."""
