"""The Civilians of the core set."""

from __future__ import annotations

from tests.games.cape_and_cowl.cards.printed import Attack, CharacterRow
from tests.games.cape_and_cowl.cards.rows import (
    MakeTable,
    Row,
    attack,
    p1,
    p2,
    take,
    use,
)
from tests.kit.rows import cases

PRINTED = [
    CharacterRow(card="cityzen_bob", class_="Civilian", hp=5, cost=0, attacks=[Attack("Physical", 5, 1)]),
    CharacterRow(card="nill", class_="Civilian", hp=5, cost=1),
    CharacterRow(card="bruce_wayne", class_="Civilian", hp=10, cost=1),
    CharacterRow(card="tony_stark", class_="Civilian", hp=10, cost=1),
    CharacterRow(card="granny_switchboard", class_="Civilian", hp=5, cost=1),
    CharacterRow(
        card="union_foreman",
        class_="Civilian",
        hp=10,
        cost=1,
        attacks=[Attack("Physical", 5, 1)],
        enters={"p1.cp": 103},
    ),
    CharacterRow(card="street_medic", class_="Civilian", hp=8, cost=1),
    CharacterRow(card="obituary_writer", class_="Civilian", hp=6, cost=1),
    CharacterRow(card="retired_champion", class_="Civilian", hp=28, cost=1, attacks=[Attack("Physical", 10, 1)]),
    CharacterRow(card="seance_club", class_="Civilian", hp=6, cost=1),
]
ROWS = [
    Row(
        "nill",
        "heals another friendly one 10",
        p1=p1(["nill 4", "iron_man 15"]),
        p2=p2(["captain_america 5"]),
        when=[
            use("nill", "nill", rule="CNC-314"),
            use("nill", "captain_america", rule="CNC-314"),
            use("nill", "iron_man"),
        ],
        then={"p1.ap": 9, "p1.nill": "4/5 acted", "p1.iron_man": "25/30"},
    ),
    Row(
        "nill",
        "is Hidden behind another one",
        p1=p1(["batman"]),
        p2=p2(["nill", "captain_america"]),
        when=[attack("batman", "nill", rule="CNC-404"), attack("batman", "captain_america")],
        then={"p1.ap": 9, "p1.batman": "15/15 acted", "p2.captain_america": "15/25"},
    ),
    Row(
        "bruce_wayne",
        "gains 10 CP",
        p1=p1(["bruce_wayne"]),
        when=[use("bruce_wayne")],
        then={"p1.ap": 9, "p1.cp": 110, "p1.bruce_wayne": "10/10 acted"},
    ),
    Row(
        "bruce_wayne",
        "takes one Batman from the deck",
        p1=p1(["bruce_wayne"], deck=["batman", "batman"]),
        when=[use("bruce_wayne", ability=2), take("batman")],
        then={"p1.ap": 9, "p1.hand": "batman", "p1.deck": "batman", "p1.bruce_wayne": "10/10 acted"},
    ),
    Row(
        "bruce_wayne",
        "and no other card",
        p1=p1(["bruce_wayne"], deck=["bruce_wayne", "batman"]),
        when=[use("bruce_wayne", ability=2), take("bruce_wayne", rule="CNC-533"), take("batman")],
        then={"p1.ap": 9, "p1.hand": "batman", "p1.deck": "bruce_wayne", "p1.bruce_wayne": "10/10 acted"},
    ),
    Row(
        "tony_stark",
        "draws 2",
        p1=p1(["tony_stark"]),
        when=[use("tony_stark")],
        then={
            "p1.ap": 9,
            "p1.hand": "kid_comet nill",
            "p1.deck": "mac cold_snap old_glacier",
            "p1.tony_stark": "10/10 acted",
        },
    ),
    Row(
        "tony_stark",
        "gains 1 AP for nothing",
        p1=p1(["tony_stark"]),
        when=[use("tony_stark", ability=2)],
        then={"p1.ap": 11, "p1.tony_stark": "10/10 acted"},
    ),
    Row(
        "granny_switchboard",
        "draws 1 for nothing",
        p1=p1(["granny_switchboard"]),
        when=[use("granny_switchboard")],
        then={
            "p1.hand": "kid_comet",
            "p1.deck": "nill mac cold_snap old_glacier",
            "p1.granny_switchboard": "5/5 acted",
        },
    ),
    Row(
        "granny_switchboard",
        "is Hidden behind another one",
        p1=p1(["batman"]),
        p2=p2(["granny_switchboard", "captain_america"]),
        when=[attack("batman", "granny_switchboard", rule="CNC-404"), attack("batman", "captain_america")],
        then={"p1.ap": 9, "p1.batman": "15/15 acted", "p2.captain_america": "15/25"},
    ),
    Row(
        "street_medic",
        "heals a friendly one 10",
        p1=p1(["street_medic", "iron_man 15 confused"]),
        p2=p2(["captain_america 5"]),
        when=[use("street_medic", "captain_america", rule="CNC-314"), use("street_medic", "iron_man")],
        then={"p1.ap": 9, "p1.street_medic": "8/8 acted", "p1.iron_man": "25/30"},
    ),
    Row(
        "street_medic",
        "cures a friendly one for nothing",
        p1=p1(["street_medic", "iron_man 15 confused frozen poisoned shielded silenced"]),
        p2=p2(["nill"]),
        when=[use("street_medic", "nill", ability=2, rule="CNC-314"), use("street_medic", "iron_man", ability=2)],
        then={"p1.street_medic": "8/8 acted", "p1.iron_man": "15/30 shielded"},
    ),
    Row(
        "obituary_writer",
        "puts one card of the discard pile under the deck",
        p1=p1(["obituary_writer"], discard=["nill", "mac", "flash"]),
        when=[
            use("obituary_writer", cards=["mac", "nill"], rule="CNC-534"),
            use("obituary_writer", cards=["mac"]),
        ],
        then={
            "p1.ap": 9,
            "p1.obituary_writer": "6/6 acted",
            "p1.discard": "nill flash",
            "p1.deck": "kid_comet nill mac cold_snap old_glacier mac",
        },
    ),
    Row(
        "retired_champion",
        "is a Protector",
        p1=p1(["batman"]),
        p2=p2(["retired_champion", "nill"]),
        when=[attack("batman", "nill", rule="CNC-403"), attack("batman", "retired_champion")],
        then={"p1.ap": 9, "p1.batman": "15/15 acted", "p2.retired_champion": "18/28"},
    ),
    Row(
        "seance_club",
        "takes one Character of the discard pile",
        p1=p1(["seance_club"], discard=["nill", "mac", "flash", "cold_snap"]),
        when=[
            use("seance_club", cards=["mac"], rule="CNC-314"),
            use("seance_club", cards=["cold_snap"], rule="CNC-314"),
            use("seance_club", cards=["flash", "nill"], rule="CNC-534"),
            use("seance_club", cards=["flash"]),
        ],
        then={
            "p1.ap": 8,
            "p1.seance_club": "6/6 acted",
            "p1.hand": "flash",
            "p1.discard": "nill mac cold_snap",
        },
    ),
]


@cases(PRINTED)
def test_played(table: MakeTable, row: CharacterRow) -> None:
    row.play(table())
    row.refuse(table)


@cases(PRINTED)
def test_attacks(table: MakeTable, row: CharacterRow) -> None:
    row.attack(table)


@cases(ROWS)
def test_what_it_does(table: MakeTable, row: Row) -> None:
    row.run(table)
