"""The Villains of the core set."""

from __future__ import annotations

from tests.games.cape_and_cowl.cards.printed import Attack, CharacterRow, StrengthRow
from tests.games.cape_and_cowl.cards.rows import (
    MakeTable,
    Row,
    attack,
    draw,
    end,
    p1,
    p2,
    play,
    use,
    withdraw,
)
from tests.games.cape_and_cowl.table import P2
from tests.kit.rows import cases

PRINTED = [
    CharacterRow(card="mirror_master", class_="Villain", hp=10, cost=0, attacks=[Attack("Energy", 7, 1)]),
    CharacterRow(card="ladd_russo", class_="Villain", hp=15, cost=1, attacks=[Attack("Physical", 10, 1)]),
    CharacterRow(card="doctor_malady", class_="Villain", hp=15, cost=1, attacks=[Attack("Toxic", 12, 1)]),
    CharacterRow(card="boss_garibaldi", class_="Villain", hp=12, cost=1, attacks=[Attack("Physical", 7, 1)]),
    CharacterRow(card="blackout_baron", class_="Villain", hp=15, cost=1, attacks=[Attack("Electric", 12, 1)]),
    CharacterRow(card="puppet_mother", class_="Villain", hp=12, cost=1, attacks=[Attack("Psychic", 10, 1)]),
    CharacterRow(card="gloom_hound", class_="Villain", hp=12, cost=1, attacks=[Attack("Shadow", 8, 1)]),
    CharacterRow(card="petty_thief", class_="Villain", hp=7, cost=1, attacks=[Attack("Physical", 5, 1)]),
    CharacterRow(card="demolition_twins", class_="Villain", hp=15, cost=1, attacks=[Attack("Physical", 5, 1)]),
    CharacterRow(card="the_foreclosure", class_="Villain", hp=40, cost=2, attacks=[Attack("Gravity", 30, 2)]),
    CharacterRow(card="cold_caller", class_="Villain", hp=12, cost=1, attacks=[Attack("Ice", 8, 1)]),
    CharacterRow(card="grandfather_clockwork", class_="Villain", hp=25, cost=2, attacks=[Attack("Time", 18, 1)]),
    CharacterRow(card="hex_broker", class_="Villain", hp=15, cost=1, attacks=[Attack("Magic", 12, 1)]),
    CharacterRow(card="matchstick_mick", class_="Villain", hp=10, cost=1, attacks=[Attack("Fire", 9, 1)]),
    CharacterRow(card="leviathan_below", class_="Villain", hp=50, cost=3, attacks=[Attack("Water", 50, 3)]),
]
STRENGTHS = [
    StrengthRow(
        card="boss_garibaldi",
        p1={
            "boss_garibaldi": 7,
            "ladd_russo": 13,
            "puppet_mother": 13,
            "captain_commute": 7,
            "batman": 10,
            "cityzen_bob": 5,
            "jack_bauer": 7,
            "moth_oracle": 7,
        },
        p2={"ladd_russo": 10},
    ),
]
ROWS = [
    Row(
        "mirror_master",
        "an opposing one has -5 Attack in the opponent's turn",
        p1=p1(["mirror_master", "sentry"]),
        p2=p2(["danger"]),
        when=[
            use("mirror_master", "mirror_master", rule="CNC-314"),
            use("mirror_master", "danger"),
            end(),
            attack("danger", "sentry", seat=P2),
        ],
        then={
            "turn": "p2",
            "p1.sentry": "40/50",
            "p2.ap": 12,
            "p2.danger": "40/40 acted combo 1 -5 round",
        },
    ),
    Row(
        "mirror_master",
        "until its player's next turn",
        p1=p1(["mirror_master"]),
        p2=p2(["danger"]),
        when=[use("mirror_master", "danger"), end(), end(P2)],
        then={"p1.ap": 13, "p2.ap": 13},
    ),
    Row(
        "ladd_russo",
        "destroys an opposing City card",
        p1=p1(["ladd_russo"], cities=["mac"]),
        p2=p2(cities=["import_clinic", "corner_diner"]),
        when=[use("ladd_russo", "mac", rule="CNC-314"), use("ladd_russo", "import_clinic")],
        then={
            "p1.ap": 8,
            "p1.ladd_russo": "15/15 acted",
            "p2.import_clinic": None,
            "p2.discard": "import_clinic",
        },
    ),
    Row(
        "doctor_malady",
        "who attacks it is Poisoned; not who attacks another",
        p1=p1(["batman", "captain_commute"]),
        p2=p2(["doctor_malady", "padlock_joe"]),
        when=[attack("batman", "doctor_malady"), attack("captain_commute", "padlock_joe")],
        then={
            "p1.ap": 8,
            "p1.batman": "15/15 acted poisoned",
            "p1.captain_commute": "12/12 acted",
            "p2.doctor_malady": "5/15",
            "p2.padlock_joe": "11/18",
        },
    ),
    Row(
        "blackout_baron",
        "the opponent loses 1 AP",
        p1=p1(["blackout_baron"]),
        p2=p2(ap=0),
        when=[use("blackout_baron")],
        then={"p1.ap": 9, "p1.blackout_baron": "15/15 acted", "p2.ap": -1},
    ),
    Row(
        "puppet_mother",
        "an opposing one is Confused",
        p1=p1(["puppet_mother", "nill"]),
        p2=p2(["batman"]),
        when=[use("puppet_mother", "nill", rule="CNC-314"), use("puppet_mother", "batman")],
        then={"p1.ap": 9, "p1.puppet_mother": "12/12 acted", "p2.batman": "15/15 confused"},
    ),
    Row(
        "gloom_hound",
        "destroyed, the opponent loses 1 AP",
        p1=p1(["gloom_hound 10", "nill"], hand=["carnivorous_plants"]),
        when=[play("carnivorous_plants", "gloom_hound")],
        then={
            "p1.ap": 9,
            "p1.hand": "",
            "p1.gloom_hound": None,
            "p1.discard": "gloom_hound carnivorous_plants",
            "p2.ap": 9,
        },
    ),
    Row(
        "gloom_hound",
        "not when another is destroyed",
        p1=p1(["gloom_hound", "nill"], hand=["carnivorous_plants"]),
        when=[play("carnivorous_plants", "nill")],
        then={"p1.ap": 9, "p1.hand": "", "p1.nill": None, "p1.discard": "nill carnivorous_plants"},
    ),
    Row(
        "petty_thief",
        "the opponent discards a card at random",
        p1=p1(["petty_thief"], hand=["mac", "mac"]),
        p2=p2(hand=["nill", "nill", "nill"]),
        when=[use("petty_thief")],
        then={"p1.ap": 8, "p1.petty_thief": "7/7 acted", "p2.hand": "nill nill", "p2.discard": "nill"},
    ),
    Row(
        "demolition_twins",
        "Act twice a turn",
        p1=p1(["demolition_twins", "batman"]),
        p2=p2(["sentry"]),
        when=[
            attack("demolition_twins", "sentry"),
            attack("demolition_twins", "sentry"),
            attack("demolition_twins", "sentry", rule="CNC-326"),
            attack("batman", "sentry"),
            attack("batman", "sentry", rule="CNC-326"),
        ],
        then={
            "p1.ap": 7,
            "p1.demolition_twins": "15/15 acted acted",
            "p1.batman": "15/15 acted",
            "p2.sentry": "30/50",
        },
    ),
    Row(
        "the_foreclosure",
        "destroys an opposing City card",
        p1=p1(["the_foreclosure"], cities=["mac"]),
        p2=p2(cities=["import_clinic", "corner_diner"]),
        when=[
            use("the_foreclosure", rule="CNC-314"),
            use("the_foreclosure", "mac", rule="CNC-314"),
            use("the_foreclosure", "import_clinic"),
        ],
        then={
            "p1.ap": 8,
            "p1.the_foreclosure": "40/40 acted",
            "p2.import_clinic": None,
            "p2.discard": "import_clinic",
        },
    ),
    Row(
        "the_foreclosure",
        "without one the opponent loses 10 CP",
        p1=p1(["the_foreclosure"], cities=["mac"]),
        when=[use("the_foreclosure")],
        then={"p1.ap": 8, "p1.the_foreclosure": "40/40 acted", "p2.cp": 90},
    ),
    Row(
        "grandfather_clockwork",
        "the opponent draws for 2 AP",
        p1=p1(["grandfather_clockwork"]),
        when=[end(), draw(P2)],
        then={"turn": "p2", "p2.ap": 11, "p2.hand": "kid_comet", "p2.deck": "nill mac cold_snap old_glacier"},
    ),
    Row(
        "grandfather_clockwork",
        "nothing else costs more",
        p1=p1(["grandfather_clockwork"]),
        p2=p2(["nill"], hand=["mac", "cityzen_bob", "power_surge"]),
        when=[
            end(),
            withdraw("nill", seat=P2),
            play("mac", seat=P2),
            play("cityzen_bob", seat=P2),
            play("power_surge", seat=P2),
        ],
        then={
            "turn": "p2",
            "p2.ap": 13,
            "p2.cp": 105,
            "p2.hand": "nill",
            "p2.discard": "power_surge",
            "p2.nill": None,
            "p2.mac": "in play",
            "p2.cityzen_bob": "5/5 played",
        },
    ),
    Row(
        "grandfather_clockwork",
        "its player draws for 1",
        p1=p1(["grandfather_clockwork"]),
        when=[draw()],
        then={"p1.ap": 9, "p1.hand": "kid_comet", "p1.deck": "nill mac cold_snap old_glacier"},
    ),
    Row(
        "hex_broker",
        "the opponent's next income is 1 less",
        p1=p1(["hex_broker"]),
        when=[use("hex_broker")],
        then={"p1.ap": 9, "p1.hex_broker": "15/15 acted", "p2.shortage": 1},
    ),
    Row(
        "hex_broker",
        "only the next one",
        p1=p1(["hex_broker"]),
        when=[use("hex_broker"), end(), end(P2), end(), end(P2)],
        then={"p1.ap": 15, "p2.ap": 15},
    ),
    Row(
        "leviathan_below",
        "at the start of its player's turn they lose 5 CP",
        p1=p1(["leviathan_below"]),
        when=[end(), end(P2)],
        then={"p1.ap": 13, "p1.cp": 95, "p2.ap": 13},
    ),
]


@cases(STRENGTHS)
def test_strengths(table: MakeTable, row: StrengthRow) -> None:
    row.attack(table)


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
