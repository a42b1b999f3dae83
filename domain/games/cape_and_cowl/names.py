"""The names that tables, answers and cards of Cape & Cowl give their things."""

from __future__ import annotations

from typing import get_args

from domain.games.cape_and_cowl.board import STATUSES, Duration
from domain.games.cape_and_cowl.definitions import CLASSES
from domain.games.cape_and_cowl.match import Step
from domain.games.cape_and_cowl.tables import PENDING, now_of
from domain.kernel.names import Names

NAMES = Names(
    zones=(
        "being_played",
        "hand",
        "deck",
        "deck_contents",
        "discard",
        "city",
        "characters",
        "attacks",
        "cities",
    ),
    numbers=(
        "round",
        "turn",
        "cp",
        "ap",
        "shortage",
        "draw_cost",
        "discard_cost",
        "characters",
        "most_characters",
        "events_played",
        "events_per_turn",
        "cities_played",
        "cities_per_turn",
        "attrition",
        "hp",
        "max_hp",
        "acts_left",
        "combo",
        "strength",
        "copies",
    ),
    flags=(
        *STATUSES,
        *map(now_of, CLASSES),
        "played_now",
        "attacked",
        "replaced",
        "top_tier",
        "screened",
        "disabled",
        "blank",
        "guarded",
        "revealed",
        "withdrawn",
    ),
    links=("guard",),
    phases=("setup", "running", "finished", *get_args(Step)),
    marks=("first_player", "overdrive", "flooded", "no_attrition", "time_up"),
    durations=get_args(Duration),
    kinds=tuple(PENDING),
    words={"class": CLASSES},
    printed=("cost", "hp", "cp"),
    facts=("kind", "rarity", "class", "attacks"),
)
