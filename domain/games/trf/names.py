"""The names that tables, answers and cards of TRF give their things."""

from __future__ import annotations

from typing import get_args

from domain.games.trf.board import Until
from domain.games.trf.definitions import FACTIONS, OF_PLANETS, TITLES, WINDOWS
from domain.games.trf.frames import Stage
from domain.games.trf.loadouts import SEATS
from domain.games.trf.rules.effect_prompts import NO, YES
from domain.games.trf.rules.windows import SILENT
from domain.kernel.names import Names

NAMES = Names(
    zones=(
        "hand",
        "deck",
        "account",
        "reserve",
        "looking",
        "planets",
        "battlegrounds",
        "persistent",
        "discard",
        "stack",
    ),
    numbers=(
        "turn",
        "idle_turns",
        "meters",
        "words",
        "max_meters",
        "max_words",
        "pending_meters",
        "pending_words",
        "captured",
        "defeated",
        "value",
        "combat",
        "unit_combat",
        "capture",
        "damage",
        "tokens",
        "rank",
        "attacker_total",
        "defender_total",
        "attacker_die",
        "defender_die",
        "threshold",
        "bicker",
    ),
    flags=(
        "attacking",
        "blocked",
        "spent",
        "battled",
        "acted",
        "bought",
        "moved",
        "home",
        "exhausted",
        "skipped",
        "blank",
        "used",
        "stuck",
        *(title.lower() for title in TITLES),
        *FACTIONS,
    ),
    groups=("fight",),
    links=("attack", "block", "assault", "target", "counts"),
    phases=("setup", "running", "finished", *get_args(Stage)),
    marks=(
        "lost",
        "attack_declined",
        "attack_cancelled",
        *(f"window_{window}" for window in WINDOWS),
        *(f"passes_{window}" for window in SILENT),
    ),
    durations=("turn", *get_args(Until)),
    kinds=("card",),
    words={
        "window": WINDOWS,
        "windows": SILENT,
        "option": (YES, NO, *map(str, range(max(SEATS["free_for_all"]))), *FACTIONS),
    },
    printed=("cost", "combat", "capture", *OF_PLANETS, "second_meters"),
    facts=(
        "kind",
        "class",
        "faction",
        "alignment",
        "title",
        "subtype",
        "titles",
        "ties",
        "windows",
        "unique",
        "persistent",
    ),
)
