"""The Type Effects, unleashed by the third attack, and what a second attack doesn't do."""

from __future__ import annotations

import pytest

from domain.games.cape_and_cowl import GAME
from domain.games.cape_and_cowl import events as e
from domain.games.cape_and_cowl.definitions import AttackType
from tests.games.cape_and_cowl.cards.rows import (
    MakeTable,
    Row,
    attack,
    dealt,
    end,
    facts,
    p1,
    p2,
    recover,
    see,
    target,
    throw,
)
from tests.games.cape_and_cowl.table import P1, P2
from tests.kit.rows import cases

UNLEASHED = {
    "Tech": "marshal_ruiz",
    "Psychic": "moth_oracle",
    "Fire": "matchstick_mick",
    "Ice": "cold_caller",
    "Electric": "rookie_volt",
    "Magic": "paper_crane",
    "Toxic": "kettle_black",
    "Air": "dust_devil_dee",
    "Earth": "salt_prophet",
    "Energy": "mirror_master",
    "Speed": "kid_comet",
    "Shadow": "gloom_hound",
    "Sound": "tuning_fork",
    "Water": "hazmat_team",
    "Magnetic": "compass_rose",
    "Gravity": "drop_shaft_finn",
    "Time": "minute_hand",
}
"""An attacker of each type that has an effect."""
ROWS = [
    Row(
        "marshal_ruiz",
        "Tech: a card of the opposing hand is revealed, by its position",
        p1=p1(["marshal_ruiz combo 2"], hand=["nill", "mac"]),
        p2=p2(hand=["nill", "mac", "flash"]),
        when=[attack("marshal_ruiz"), see(1, 2, rule="CNC-526"), see(2)],
        then={"p1.ap": 9, "p1.marshal_ruiz": "15/15 acted", "p2.cp": 90, "p2.hand": "nill mac! flash"},
    ),
    Row(
        "moth_oracle",
        "Psychic: an opposing one is Confused",
        p1=p1(["moth_oracle combo 2", "nill"]),
        p2=p2(["sentry", "batman"]),
        when=[attack("moth_oracle", "sentry"), target("nill", rule="CNC-532"), target("batman")],
        then={
            "p1.ap": 9,
            "p1.moth_oracle": "10/10 acted",
            "p2.sentry": "43/50",
            "p2.batman": "15/15 confused",
        },
    ),
    Row(
        "matchstick_mick",
        "Fire: the opponent loses 10 CP, screened or not",
        p1=p1(["matchstick_mick combo 2"]),
        p2=p2(["sentry"]),
        when=[attack("matchstick_mick", "sentry")],
        then={"p1.ap": 9, "p1.matchstick_mick": "10/10 acted", "p2.sentry": "41/50", "p2.cp": 90},
    ),
    Row(
        "cold_caller",
        "Ice: an opposing one is Frozen in the opponent's turn",
        p1=p1(["cold_caller combo 2", "nill"]),
        p2=p2(["sentry", "batman"]),
        when=[
            attack("cold_caller", "sentry"),
            target("nill", rule="CNC-532"),
            target("batman"),
            end(),
            attack("batman", "cold_caller", seat=P2, rule="CNC-504"),
        ],
        then={
            "turn": "p2",
            "p1.ap": 9,
            "p1.cold_caller": "12/12",
            "p2.ap": 13,
            "p2.sentry": "42/50",
            "p2.batman": "15/15 frozen",
        },
    ),
    Row(
        "cold_caller",
        "Ice: until the player's next turn",
        p1=p1(["cold_caller combo 2"]),
        p2=p2(["sentry"]),
        when=[attack("cold_caller", "sentry"), target("sentry"), end(), end(P2)],
        then={"p1.ap": 12, "p1.cold_caller": "12/12", "p2.ap": 13, "p2.sentry": "42/50"},
    ),
    Row(
        "rookie_volt",
        "Electric: the opponent's next income is 2 less",
        p1=p1(["rookie_volt combo 2"]),
        p2=p2(["sentry"]),
        when=[attack("rookie_volt", "sentry")],
        then={"p1.ap": 9, "p1.rookie_volt": "12/12 acted", "p2.sentry": "43/50", "p2.shortage": 2},
    ),
    Row(
        "paper_crane",
        "Magic: an opposing one goes back to its owner's hand",
        p1=p1(["paper_crane combo 2", "nill"]),
        p2=p2(["sentry", "batman"]),
        when=[attack("paper_crane", "sentry"), target("nill", rule="CNC-532"), target("batman")],
        then={
            "p1.ap": 9,
            "p1.paper_crane": "10/10 acted",
            "p2.sentry": "42/50",
            "p2.batman": None,
            "p2.hand": "batman",
        },
    ),
    Row(
        "kettle_black",
        "Toxic: an opposing one is Poisoned",
        p1=p1(["kettle_black combo 2", "nill"]),
        p2=p2(["sentry", "batman"]),
        when=[attack("kettle_black", "sentry"), target("nill", rule="CNC-532"), target("batman")],
        then={
            "p1.ap": 9,
            "p1.kettle_black": "12/12 acted",
            "p2.sentry": "42/50",
            "p2.batman": "15/15 poisoned",
        },
    ),
    Row(
        "dust_devil_dee",
        "Air: own Ice, Air, Water and Electric attacks have +5 for the rest of the turn, others have not",
        p1=p1(["dust_devil_dee combo 2", "cold_caller", "rookie_volt", "hazmat_team", "batman"]),
        p2=p2(["sentry", "leviathan_below"]),
        when=[
            attack("dust_devil_dee", "sentry"),
            attack("cold_caller", "sentry"),
            attack("rookie_volt", "sentry"),
            attack("hazmat_team", "leviathan_below"),
            attack("batman", "leviathan_below"),
        ],
        then={
            "p1.ap": 5,
            "p1.dust_devil_dee": "12/12 acted",
            "p1.cold_caller": "12/12 acted combo 1",
            "p1.rookie_volt": "12/12 acted combo 1",
            "p1.hazmat_team": "16/16 acted combo 1",
            "p1.batman": "15/15 acted",
            "p1.lasting": "storm +5 turn",
            "p2.sentry": "17/50",
            "p2.leviathan_below": "28/50",
        },
    ),
    Row(
        "dust_devil_dee",
        "Air: until the end of the turn",
        p1=p1(["dust_devil_dee combo 2"]),
        p2=p2(["sentry"]),
        when=[attack("dust_devil_dee", "sentry"), end()],
        then={"turn": "p2", "p1.ap": 9, "p1.dust_devil_dee": "12/12", "p2.ap": 13, "p2.sentry": "42/50"},
    ),
    Row(
        "salt_prophet",
        "Earth: an opposing City card is destroyed",
        p1=p1(["salt_prophet combo 2"], cities=["mac"]),
        p2=p2(["sentry"], cities=["corner_diner", "import_clinic"]),
        when=[attack("salt_prophet", "sentry"), target("mac", rule="CNC-532"), target("import_clinic")],
        then={
            "p1.ap": 9,
            "p1.salt_prophet": "18/18 acted",
            "p2.sentry": "40/50",
            "p2.import_clinic": None,
            "p2.discard": "import_clinic",
        },
    ),
    Row(
        "mirror_master",
        "Energy: 10 damage to an opposing one, not to the City while there is one",
        p1=p1(["mirror_master combo 2", "nill"]),
        p2=p2(["sentry", "captain_america"]),
        when=[
            attack("mirror_master", "sentry"),
            target("nill", rule="CNC-532"),
            target("city", rule="CNC-532"),
            target("captain_america"),
        ],
        then={
            "p1.ap": 9,
            "p1.mirror_master": "10/10 acted",
            "p2.sentry": "43/50",
            "p2.captain_america": "15/25",
        },
    ),
    Row(
        "mirror_master",
        "Energy: to the City if there is none",
        p1=p1(["mirror_master combo 2", "nill"]),
        p2=p2(["cityzen_bob"]),
        when=[attack("mirror_master", "cityzen_bob"), target("city")],
        then={
            "p1.ap": 9,
            "p1.mirror_master": "10/10 acted",
            "p2.cp": 90,
            "p2.cityzen_bob": None,
            "p2.discard": "cityzen_bob",
        },
    ),
    Row(
        "kid_comet",
        "Speed: the AP are given back, and it may Act once more",
        p1=p1(["kid_comet combo 2", "nill"]),
        p2=p2(["sentry"]),
        when=[
            attack("kid_comet", "sentry"),
            attack("kid_comet", "sentry"),
            attack("kid_comet", "sentry", rule="CNC-326"),
        ],
        then={"p1.ap": 9, "p1.kid_comet": "8/8 acted acted extra combo 1", "p2.sentry": "40/50"},
    ),
    Row(
        "gloom_hound",
        "Shadow: the opponent discards a card of their choice",
        p1=p1(["gloom_hound combo 2"], hand=["mac", "flash"]),
        p2=p2(["sentry"], hand=["nill", "mac", "flash"]),
        when=[
            attack("gloom_hound", "sentry"),
            throw("nill", "mac", seat=P2, rule="CNC-445"),
            throw("mac", seat=P2),
        ],
        then={
            "p1.ap": 9,
            "p1.gloom_hound": "12/12 acted",
            "p2.sentry": "42/50",
            "p2.hand": "nill flash",
            "p2.discard": "mac",
        },
    ),
    Row(
        "tuning_fork",
        "Sound: 5 damage to any one",
        p1=p1(["tuning_fork combo 2", "batman"]),
        p2=p2(["sentry"]),
        when=[attack("tuning_fork", "sentry"), target("batman")],
        then={"p1.ap": 9, "p1.tuning_fork": "12/12 acted", "p1.batman": "10/15", "p2.sentry": "42/50"},
    ),
    Row(
        "tuning_fork",
        "Sound: an opposing one, too",
        p1=p1(["tuning_fork combo 2", "batman"]),
        p2=p2(["sentry", "captain_america"]),
        when=[attack("tuning_fork", "sentry"), target("captain_america")],
        then={
            "p1.ap": 9,
            "p1.tuning_fork": "12/12 acted",
            "p2.sentry": "42/50",
            "p2.captain_america": "20/25",
        },
    ),
    Row(
        "hazmat_team",
        "Water: opposing City cards have no effect in the opponent's turn",
        p1=p1(["hazmat_team combo 2"], cities=["solar_array"]),
        p2=p2(["sentry"], cities=["solar_array", "community_garden"]),
        when=[attack("hazmat_team", "sentry"), end()],
        then={
            "turn": "p2",
            "p1.ap": 9,
            "p1.hazmat_team": "16/16",
            "p2.sentry": "43/50",
            "p2.flooded": True,
            "p2.ap": 13,
        },
    ),
    Row(
        "hazmat_team",
        "Water: until the player's next turn",
        p1=p1(["hazmat_team combo 2"], cities=["solar_array"]),
        p2=p2(["sentry"], cities=["solar_array"]),
        when=[attack("hazmat_team", "sentry"), end(), end(P2)],
        then={"p1.ap": 13, "p1.hazmat_team": "16/16", "p2.sentry": "43/50", "p2.ap": 13},
    ),
    Row(
        "compass_rose",
        "Magnetic: 10 CP are gained",
        p1=p1(["compass_rose combo 2"]),
        p2=p2(["sentry"]),
        when=[attack("compass_rose", "sentry")],
        then={"p1.ap": 9, "p1.cp": 110, "p1.compass_rose": "12/12 acted", "p2.sentry": "42/50"},
    ),
    Row(
        "drop_shaft_finn",
        "Gravity: draws 1",
        p1=p1(["drop_shaft_finn combo 2"]),
        p2=p2(["sentry"]),
        when=[attack("drop_shaft_finn", "sentry")],
        then={
            "p1.ap": 9,
            "p1.drop_shaft_finn": "12/12 acted",
            "p1.hand": "kid_comet",
            "p1.deck": "nill mac cold_snap old_glacier",
            "p2.sentry": "43/50",
        },
    ),
    Row(
        "minute_hand",
        "Time: a card of the discard pile goes under the deck",
        p1=p1(["minute_hand combo 2"], discard=["flash", "mac"], deck=["nill"]),
        p2=p2(["sentry"], discard=["batman"]),
        when=[attack("minute_hand", "sentry"), recover("flash", "mac", rule="CNC-534"), recover("mac")],
        then={
            "p1.ap": 9,
            "p1.minute_hand": "15/15 acted",
            "p1.discard": "flash",
            "p1.deck": "nill mac",
            "p2.sentry": "42/50",
        },
    ),
]


@cases(ROWS)
def test_what_it_does(table: MakeTable, row: Row) -> None:
    row.run(table)


@pytest.mark.rule("CNC-422", "CNC-433", "CNC-450")
def test_every_type_but_physical_has_an_effect_and_a_row() -> None:
    assert set(UNLEASHED) == {kind.id for kind in GAME.core().cards.values() if isinstance(kind, AttackType)} - {
        "Physical"
    }
    assert {row.card for row in ROWS} == set(UNLEASHED.values())


@pytest.mark.rule("CNC-421", "CNC-422")
@pytest.mark.parametrize(("kind", "attacker"), UNLEASHED.items())
@pytest.mark.parametrize("level", [0, 1, 2])
def test_only_the_third_attack_unleashes_and_the_right_type(
    table: MakeTable, kind: str, attacker: str, level: int
) -> None:
    game = table()
    dealt(game, (p1([f"{attacker} combo {level}" if level else attacker]), p2(["sentry"]))).start()
    attack(attacker, "sentry").take(game)
    unleashed = [event.attack_type for event in game.happened(e.TypeEffectUnleashed)]
    assert unleashed == ([kind] if level == 2 else [])
    assert facts(game)["p2.sentry"] != "50/50"
    if not game.is_idle():
        target(None).take(game)
    assert game.combo(P1, attacker) == (0 if level == 2 else level + 1)
