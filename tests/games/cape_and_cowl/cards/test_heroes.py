"""The Heroes of the core set."""

from __future__ import annotations

import pytest

from tests.games.cape_and_cowl.cards.printed import Attack, CharacterRow
from tests.games.cape_and_cowl.cards.rows import (
    MakeTable,
    Row,
    attack,
    dealt,
    end,
    p1,
    p2,
    play,
    use,
    withdraw,
)
from tests.games.cape_and_cowl.custom import city
from tests.games.cape_and_cowl.table import P1, P2
from tests.kit.rows import cases

TWENTY_FIVE = " ".join(["nill"] * 25)
PRINTED = [
    CharacterRow(card="captain_america", class_="Hero", hp=25, cost=2, attacks=[Attack("Physical", 15, 1)]),
    CharacterRow(card="spider_man", class_="Hero", hp=15, cost=1, attacks=[Attack("Physical", 10, 1)]),
    CharacterRow(card="iron_man", class_="Hero", hp=30, cost=2, attacks=[Attack("Energy", 20, 1)]),
    CharacterRow(card="flash", class_="Hero", hp=15, cost=0, attacks=[Attack("Speed", 10, 1)]),
    CharacterRow(card="sentry", class_="Hero", hp=50, cost=3, attacks=[Attack("Energy", 50, 2)]),
    CharacterRow(card="tuning_fork", class_="Hero", hp=12, cost=1, attacks=[Attack("Sound", 8, 1)]),
    CharacterRow(card="riptide_rosa", class_="Hero", hp=18, cost=1, attacks=[Attack("Water", 10, 1)]),
    CharacterRow(card="gale_warden", class_="Hero", hp=15, cost=1, attacks=[Attack("Air", 10, 1)]),
    CharacterRow(card="old_glacier", class_="Hero", hp=20, cost=1, attacks=[Attack("Ice", 10, 1)]),
    CharacterRow(card="captain_commute", class_="Hero", hp=12, cost=1, attacks=[Attack("Physical", 7, 1)]),
    CharacterRow(card="paper_crane", class_="Hero", hp=10, cost=1, attacks=[Attack("Magic", 8, 1)]),
    CharacterRow(
        card="rookie_volt", class_="Hero", hp=12, cost=1, attacks=[Attack("Electric", 7, 1)], enters={"p2.ap": 9}
    ),
    CharacterRow(card="ironwood", class_="Hero", hp=25, cost=2, attacks=[Attack("Earth", 12, 1)]),
    CharacterRow(
        card="mother_meteor", class_="Hero", hp=35, cost=2, attacks=[Attack("Gravity", 25, 2), Attack("Earth", 10, 1)]
    ),
    CharacterRow(card="ward_sister", class_="Hero", hp=10, cost=1),
    CharacterRow(card="kid_comet", class_="Hero", hp=8, cost=0, attacks=[Attack("Speed", 5, 1)]),
]
ROWS = [
    Row(
        "captain_america",
        "with it in play nobody loses by Attrition",
        p1=p1(["captain_america"], discard=["nill"] * 25, hand=["power_surge"]),
        when=[play("power_surge")],
        then={"p1.ap": 12, "p1.hand": "", "p1.discard": f"{TWENTY_FIVE} power_surge"},
    ),
    Row(
        "captain_america",
        "destroyed with 25 discards: its player loses at once",
        p1=p1(["captain_america 10"], discard=["nill"] * 25, hand=["carnivorous_plants"]),
        when=[play("carnivorous_plants", "captain_america")],
        then={
            "result": "p2 by attrition",
            "p1.ap": 9,
            "p1.hand": "",
            "p1.captain_america": None,
            "p1.discard": f"{TWENTY_FIVE} captain_america",
        },
    ),
    Row(
        "captain_america",
        "it is no help to the opponent",
        p1=p1(["captain_america"], hand=["lost_luggage"]),
        p2=p2(discard=["nill"] * 24, deck=["nill"]),
        when=[play("lost_luggage")],
        then={"result": "p1 by attrition", "p1.ap": 9, "p1.hand": "", "p2.deck": "", "p2.discard": TWENTY_FIVE},
    ),
    Row(
        "spider_man",
        "attacks do 3 less to it, effects don't, and others take all",
        p1=p1(["batman", "captain_commute", "kettle_black"], hand=["collateral_damage"]),
        p2=p2(["spider_man", "padlock_joe"]),
        when=[
            play("collateral_damage"),
            attack("captain_commute", "spider_man"),
            attack("kettle_black", "spider_man"),
            attack("batman", "padlock_joe"),
        ],
        then={
            "p1.ap": 6,
            "p1.hand": "",
            "p1.discard": "collateral_damage",
            "p1.batman": "15/15 acted",
            "p1.captain_commute": "12/12 acted",
            "p1.kettle_black": "12/12 acted combo 1",
            "p2.spider_man": "1/15",
            "p2.padlock_joe": "3/18",
        },
    ),
    Row(
        "iron_man",
        "heals itself 10",
        p1=p1(["iron_man 15", "spider_man 1"]),
        when=[use("iron_man")],
        then={"p1.ap": 9, "p1.iron_man": "25/30 acted"},
    ),
    Row(
        "flash",
        "withdraws for nothing, others for 1 AP",
        p1=p1(["flash", "spider_man"]),
        when=[withdraw("spider_man"), withdraw("flash")],
        then={"p1.ap": 9, "p1.hand": "spider_man flash", "p1.flash": None, "p1.spider_man": None},
    ),
    Row(
        "flash",
        "opposing ones for 1 AP",
        p1=p1(["captain_commute"]),
        p2=p2(["flash"]),
        when=[withdraw("captain_commute")],
        then={"p1.ap": 9, "p1.hand": "captain_commute", "p1.captain_commute": None},
    ),
    Row(
        "sentry",
        "on 1 or 2 another friendly character takes 50",
        p1=p1(["sentry", "leviathan_below"]),
        p2=p2(["cityzen_bob"]),
        dice=[1, 2],
        damage=[50, 50],
        when=[attack("sentry", "cityzen_bob")],
        then={
            "p1.ap": 8,
            "p1.sentry": "50/50 acted combo 1",
            "p1.leviathan_below": None,
            "p1.discard": "leviathan_below",
            "p2.cityzen_bob": None,
            "p2.discard": "cityzen_bob",
        },
    ),
    Row(
        "sentry",
        "one of several at random",
        p1=p1(["sentry", "nill", "nill"]),
        p2=p2(["leviathan_below"]),
        dice=[1, 2],
        when=[attack("sentry", "leviathan_below")],
        then={
            "p1.ap": 8,
            "p1.sentry": "50/50 acted combo 1",
            "p1.nill#2": None,
            "p1.discard": "nill",
            "p2.leviathan_below": None,
            "p2.discard": "leviathan_below",
        },
    ),
    Row(
        "sentry",
        "on 1 or 2 without another one 25 CP are lost",
        p1=p1(["sentry"]),
        p2=p2(["cityzen_bob", "nill"]),
        dice=[1, 2],
        when=[attack("sentry", "cityzen_bob")],
        then={
            "p1.ap": 8,
            "p1.cp": 75,
            "p1.sentry": "50/50 acted combo 1",
            "p2.cityzen_bob": None,
            "p2.discard": "cityzen_bob",
        },
    ),
    Row(
        "sentry",
        "on 3 to 6 nothing",
        p1=p1(["sentry", "nill"]),
        p2=p2(["cityzen_bob"]),
        dice=[3, 4, 5, 6],
        when=[attack("sentry", "cityzen_bob")],
        then={
            "p1.ap": 8,
            "p1.sentry": "50/50 acted combo 1",
            "p2.cityzen_bob": None,
            "p2.discard": "cityzen_bob",
        },
    ),
    Row(
        "tuning_fork",
        "another one's Combo of level 1 goes to level 2",
        p1=p1(["tuning_fork", "cold_caller combo 1"]),
        when=[use("tuning_fork", "cold_caller")],
        then={"p1.ap": 9, "p1.tuning_fork": "12/12 acted", "p1.cold_caller": "12/12 combo 2"},
    ),
    Row(
        "tuning_fork",
        "not its own one, no other level, no opposing one",
        p1=p1(["tuning_fork combo 1", "cold_caller combo 2", "kettle_black"]),
        p2=p2(["flash combo 1"]),
        when=[
            use("tuning_fork", name, rule="CNC-314") for name in ("tuning_fork", "cold_caller", "kettle_black", "flash")
        ],
        then={},
    ),
    Row(
        "riptide_rosa",
        "opposing City cards have no effect in the opponent's turn",
        p1=p1(["riptide_rosa"], cities=["solar_array"]),
        p2=p2(cities=["solar_array"]),
        when=[use("riptide_rosa"), end()],
        then={
            "turn": "p2",
            "p1.ap": 8,
            "p2.flooded": True,
            "p2.ap": 13,
        },
    ),
    Row(
        "riptide_rosa",
        "it is over at the start of the next own turn, where own City cards work",
        p1=p1(["riptide_rosa"], cities=["solar_array"]),
        p2=p2(cities=["solar_array"]),
        when=[use("riptide_rosa"), end(), end(P2)],
        then={"p1.ap": 12, "p2.ap": 13},
    ),
    Row(
        "gale_warden",
        "another one has +5 Attack this turn",
        p1=p1(["gale_warden", "captain_commute"]),
        p2=p2(["sentry"]),
        when=[use("gale_warden", "captain_commute"), attack("captain_commute", "sentry")],
        then={
            "p1.ap": 8,
            "p1.gale_warden": "15/15 acted",
            "p1.captain_commute": "12/12 acted +5 turn",
            "p2.sentry": "38/50",
        },
    ),
    Row(
        "gale_warden",
        "until the end of the turn",
        p1=p1(["gale_warden", "captain_commute"]),
        when=[use("gale_warden", "captain_commute"), end()],
        then={"turn": "p2", "p1.ap": 9, "p2.ap": 13},
    ),
    Row(
        "gale_warden",
        "not itself, no opposing one",
        p1=p1(["gale_warden", "captain_commute"]),
        p2=p2(["sentry"]),
        when=[use("gale_warden", "gale_warden", rule="CNC-314"), use("gale_warden", "sentry", rule="CNC-314")],
        then={},
    ),
    Row(
        "old_glacier",
        "the first time it would be destroyed its HP become 5, the second time it goes",
        p1=p1(["old_glacier 10 frozen", "cityzen_bob"], hand=["carnivorous_plants"]),
        when=[play("carnivorous_plants", "old_glacier")],
        then={
            "p1.ap": 9,
            "p1.hand": "",
            "p1.discard": "carnivorous_plants",
            "p1.old_glacier": "5/20 replaced frozen",
        },
    ),
    Row(
        "old_glacier",
        "the second time it goes, as others do the first time",
        p1=p1(["batman", "captain_commute", "kettle_black"]),
        p2=p2(["old_glacier 10", "cityzen_bob"]),
        when=[
            attack("batman", "old_glacier"),
            attack("captain_commute", "old_glacier"),
            attack("kettle_black", "cityzen_bob"),
        ],
        then={
            "p1.ap": 7,
            "p1.batman": "15/15 acted",
            "p1.captain_commute": "12/12 acted",
            "p1.kettle_black": "12/12 acted combo 1",
            "p2.old_glacier": None,
            "p2.cityzen_bob": None,
            "p2.discard": "old_glacier cityzen_bob",
        },
    ),
    Row(
        "captain_commute",
        "withdraws another one for nothing, which can't be played again this turn",
        p1=p1(["captain_commute", "batman"]),
        when=[use("captain_commute", "batman"), play("batman", rule="CNC-317")],
        then={"p1.captain_commute": "12/12 acted", "p1.batman": None, "p1.hand": "batman"},
    ),
    Row(
        "captain_commute",
        "not itself, no opposing one",
        p1=p1(["captain_commute", "batman"]),
        p2=p2(["nill"]),
        when=[
            use("captain_commute", "captain_commute", rule="CNC-314"),
            use("captain_commute", "nill", rule="CNC-314"),
        ],
        then={},
    ),
    Row(
        "paper_crane",
        "another one is Shielded",
        p1=p1(["paper_crane", "batman"]),
        when=[use("paper_crane", "batman")],
        then={"p1.ap": 9, "p1.paper_crane": "10/10 acted", "p1.batman": "15/15 shielded"},
    ),
    Row(
        "paper_crane",
        "not itself, no opposing one",
        p1=p1(["paper_crane", "batman"]),
        p2=p2(["nill"]),
        when=[use("paper_crane", "paper_crane", rule="CNC-314"), use("paper_crane", "nill", rule="CNC-314")],
        then={},
    ),
    Row(
        "ironwood",
        "is a Protector",
        p1=p1(["batman"]),
        p2=p2(["ironwood", "nill"]),
        when=[attack("batman", "nill", rule="CNC-403"), attack("batman", "ironwood")],
        then={"p1.ap": 9, "p1.batman": "15/15 acted", "p2.ironwood": "15/25"},
    ),
    Row(
        "ironwood",
        "heals 2 at the start of its player's turn",
        p1=p1(["ironwood 10", "batman 10"]),
        p2=p2(["ironwood 10"]),
        when=[end(), end(P2)],
        then={"p1.ap": 13, "p1.ironwood": "12/25", "p2.ap": 13, "p2.ironwood": "12/25"},
    ),
    Row(
        "ward_sister",
        "heals a friendly one 10",
        p1=p1(["ward_sister", "iron_man 15 confused"]),
        p2=p2(["nill"]),
        when=[use("ward_sister", "nill", rule="CNC-314"), use("ward_sister", "iron_man")],
        then={"p1.ap": 9, "p1.ward_sister": "10/10 acted", "p1.iron_man": "25/30"},
    ),
    Row(
        "ward_sister",
        "cures a friendly one for nothing",
        p1=p1(["ward_sister", "iron_man 15 confused frozen poisoned shielded silenced"]),
        p2=p2(["nill"]),
        when=[use("ward_sister", "nill", ability=2, rule="CNC-314"), use("ward_sister", "iron_man", ability=2)],
        then={"p1.ward_sister": "10/10 acted", "p1.iron_man": "15/30 shielded"},
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


@pytest.mark.card("flash")
def test_flash_withdraws_for_exactly_one_ap_less(table: MakeTable) -> None:
    game = table()
    gate = city(game, "passive: cost_mod(opp, withdraw, 1)")
    dealt(game, (p1(["flash"]), p2(cities=[gate]))).start()
    withdraw("flash").take(game)
    assert game.ap(P1) == 9, "1 and 1 more, less 1"
