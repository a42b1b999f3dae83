"""The names that tables, answers and cards of Capcom Crossovers give their things."""

from __future__ import annotations

from typing import get_args

from domain.games.capcom_crossovers.board import (
    BASIC,
    TAG_SUPER,
    Duration,
    Outcome,
    Phase,
    Role,
    Stage,
    Stat,
    Status,
)
from domain.games.capcom_crossovers.definitions import Attribute, MoveKind
from domain.games.capcom_crossovers.events.cards import Pile
from domain.games.capcom_crossovers.tables import of_attribute
from domain.kernel.names import Names

NAMES = Names(
    zones=("characters", "moves", "hand", "draw_pile", "discard_pile", "super_meter", "block", "action_zone"),
    numbers=(
        "turn",
        "combo_damage",
        "meter",
        "hp",
        "start_hp",
        "cp_used",
        "cp_left",
        *get_args(Stat),
        "cp",
        "priority",
        "damage",
    ),
    flags=(
        *get_args(Status),
        "used_this_turn",
        "used_this_match",
        *get_args(Role),
        *filter(None, get_args(Outcome)),
        BASIC,
        TAG_SUPER,
        *get_args(MoveKind),
        *map(of_attribute, get_args(Attribute)),
    ),
    groups=("attack",),
    links=("makes", "answers"),
    phases=get_args(Phase),
    marks=("out", "mulligan_used", "ace_recovered", "meter_placed", "hp_recovered", *get_args(Stage)),
    durations=get_args(Duration),
    kinds=("attack", "damage", "effect"),
    words={"pile": get_args(Pile)},
    printed=("hp", "tag_hp", *get_args(Stat), "cp", "damage", "priority", "value"),
    facts=("ability", "boss", "kind", "move", "type", "cards", "character", "suit", "rank"),
)
