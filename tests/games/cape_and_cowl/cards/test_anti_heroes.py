"""The Anti-Heroes of the core set."""

from __future__ import annotations

from tests.games.cape_and_cowl.cards.printed import Attack, CharacterRow
from tests.games.cape_and_cowl.cards.rows import (
    MakeTable,
    Row,
    attack,
    end,
    p1,
    p2,
    play,
    see,
    use,
)
from tests.games.cape_and_cowl.table import P2
from tests.kit.rows import cases

PRINTED = [
    CharacterRow(card="batman", class_="Anti-Hero", hp=15, cost=1, attacks=[Attack("Physical", 10, 1)]),
    CharacterRow(card="gutter_saint", class_="Anti-Hero", hp=17, cost=1, attacks=[Attack("Physical", 9, 1)]),
    CharacterRow(card="hangnail", class_="Anti-Hero", hp=12, cost=1, attacks=[Attack("Physical", 8, 1)]),
    CharacterRow(
        card="cinder_jane",
        class_="Anti-Hero",
        hp=15,
        cost=1,
        attacks=[Attack("Fire", 15, 1, also={"p1.cinder_jane": "12/15 acted combo 1"})],
    ),
    CharacterRow(card="padlock_joe", class_="Anti-Hero", hp=18, cost=1, attacks=[Attack("Magnetic", 10, 1)]),
    CharacterRow(card="the_understudy", class_="Anti-Hero", hp=12, cost=1, attacks=[Attack("Physical", 8, 1)]),
    CharacterRow(
        card="static_choir",
        class_="Anti-Hero",
        hp=18,
        cost=1,
        attacks=[Attack("Sound", 12, 1), Attack("Electric", 10, 1)],
    ),
    CharacterRow(card="bonecart", class_="Anti-Hero", hp=18, cost=1, attacks=[Attack("Shadow", 10, 1)]),
    CharacterRow(card="last_round_lena", class_="Anti-Hero", hp=13, cost=1, attacks=[Attack("Physical", 8, 1)]),
    CharacterRow(card="kettle_black", class_="Anti-Hero", hp=12, cost=1, attacks=[Attack("Toxic", 8, 1)]),
    CharacterRow(card="the_adjudicator", class_="Anti-Hero", hp=30, cost=2, attacks=[Attack("Psychic", 25, 2)]),
    CharacterRow(card="dust_devil_dee", class_="Anti-Hero", hp=12, cost=1, attacks=[Attack("Air", 8, 1)]),
    CharacterRow(card="rooftop_runner", class_="Anti-Hero", hp=8, cost=1, attacks=[Attack("Physical", 5, 1)]),
]
ROWS = [
    Row(
        "batman",
        "two cards of the opposing hand are revealed, then it draws 1",
        p1=p1(["batman"]),
        p2=p2(hand=["mac", "nill", "flash"]),
        when=[use("batman"), see(2, rule="CNC-526"), see(3, 1)],
        then={
            "p1.ap": 9,
            "p1.batman": "15/15 acted",
            "p1.hand": "kid_comet",
            "p1.deck": "nill mac cold_snap old_glacier",
            "p2.hand": "mac! nill flash!",
        },
    ),
    Row(
        "gutter_saint",
        "1 AP when another friendly one is destroyed",
        p1=p1(["gutter_saint", "nill"], hand=["carnivorous_plants"]),
        when=[play("carnivorous_plants", "nill")],
        then={"p1.hand": "", "p1.nill": None, "p1.discard": "nill carnivorous_plants"},
    ),
    Row(
        "gutter_saint",
        "nothing when an opposing one is destroyed",
        p1=p1(["gutter_saint"]),
        p2=p2(["nill"]),
        when=[attack("gutter_saint", "nill")],
        then={"p1.ap": 9, "p1.gutter_saint": "17/17 acted", "p2.nill": None, "p2.discard": "nill"},
    ),
    Row(
        "gutter_saint",
        "nothing when it is destroyed itself",
        p1=p1(["gutter_saint 9"], hand=["carnivorous_plants"]),
        when=[play("carnivorous_plants", "gutter_saint")],
        then={"p1.ap": 9, "p1.hand": "", "p1.gutter_saint": None, "p1.discard": "gutter_saint carnivorous_plants"},
    ),
    Row(
        "hangnail",
        "who attacks it takes 3, also when it falls; not of effects, not of attacks on others",
        p1=p1(["batman", "captain_commute", "kettle_black"], hand=["collateral_damage"]),
        p2=p2(["hangnail", "padlock_joe"]),
        when=[
            play("collateral_damage"),
            attack("kettle_black", "padlock_joe"),
            attack("captain_commute", "hangnail"),
        ],
        then={
            "p1.ap": 7,
            "p1.hand": "",
            "p1.discard": "collateral_damage",
            "p1.captain_commute": "9/12 acted",
            "p1.kettle_black": "12/12 acted combo 1",
            "p2.hangnail": None,
            "p2.discard": "hangnail",
            "p2.padlock_joe": "5/18",
        },
    ),
    Row(
        "hangnail",
        "it takes what the attack does",
        p1=p1(["batman"]),
        p2=p2(["hangnail"]),
        when=[attack("batman", "hangnail")],
        then={"p1.ap": 9, "p1.batman": "12/15 acted", "p2.hangnail": "2/12"},
    ),
    Row(
        "cinder_jane",
        "after its attack on a City it takes 3 too, after another's attack not",
        p1=p1(["cinder_jane", "batman"]),
        when=[attack("cinder_jane"), attack("batman")],
        then={
            "p1.ap": 8,
            "p1.cinder_jane": "12/15 acted combo 1",
            "p1.batman": "15/15 acted",
            "p2.cp": 75,
        },
    ),
    Row(
        "padlock_joe",
        "an opposing one is Frozen for the opponent's turn",
        p1=p1(["padlock_joe", "nill"]),
        p2=p2(["batman"]),
        when=[
            use("padlock_joe", "nill", rule="CNC-314"),
            use("padlock_joe", "batman"),
            end(),
            attack("batman", "padlock_joe", seat=P2, rule="CNC-504"),
        ],
        then={"turn": "p2", "p1.ap": 8, "p2.ap": 13, "p2.batman": "15/15 frozen"},
    ),
    Row(
        "padlock_joe",
        "until its player's next turn",
        p1=p1(["padlock_joe"]),
        p2=p2(["batman"]),
        when=[use("padlock_joe", "batman"), end(), end(P2)],
        then={"p1.ap": 11, "p2.ap": 13},
    ),
    Row(
        "the_understudy",
        "becomes a Class of its player's choice for nothing, and stays it",
        p1=p1(["the_understudy"], cities=["federal_sponsorship", "vigilante_safehouse"]),
        p2=p2(["sentry"]),
        when=[
            use("the_understudy", class_="Hero"),
            end(),
            end(P2),
            attack("the_understudy", "sentry"),
        ],
        then={"p1.ap": 12, "p1.the_understudy": "12/12 Hero acted", "p2.ap": 13, "p2.sentry": "38/50"},
    ),
    Row(
        "the_understudy",
        "of no other Class than its player's choice",
        p1=p1(["the_understudy"]),
        when=[use("the_understudy", rule="CNC-525"), use("the_understudy", class_="Villain")],
        then={"p1.the_understudy": "12/12 Villain acted"},
    ),
    Row(
        "bonecart",
        "the first time it would be destroyed its HP become 5",
        p1=p1(["bonecart 10 frozen"], hand=["carnivorous_plants"]),
        when=[play("carnivorous_plants", "bonecart")],
        then={"p1.ap": 9, "p1.hand": "", "p1.discard": "carnivorous_plants", "p1.bonecart": "5/18 replaced frozen"},
    ),
    Row(
        "bonecart",
        "the second time it goes, as others do the first time",
        p1=p1(["batman", "captain_commute", "kettle_black"]),
        p2=p2(["bonecart 10", "cityzen_bob"]),
        when=[
            attack("batman", "bonecart"),
            attack("captain_commute", "bonecart"),
            attack("kettle_black", "cityzen_bob"),
        ],
        then={
            "p1.ap": 7,
            "p1.batman": "15/15 acted",
            "p1.captain_commute": "12/12 acted",
            "p1.kettle_black": "12/12 acted combo 1",
            "p2.bonecart": None,
            "p2.cityzen_bob": None,
            "p2.discard": "bonecart cityzen_bob",
        },
    ),
    Row(
        "last_round_lena",
        "+5 against a damaged one; not against others, not for others",
        p1=p1(["last_round_lena", "last_round_lena", "batman"]),
        p2=p2(["mother_meteor 34", "sentry"]),
        when=[
            attack("last_round_lena", "mother_meteor"),
            attack("last_round_lena#2", "sentry"),
            attack("batman", "mother_meteor"),
        ],
        then={
            "p1.ap": 7,
            "p1.last_round_lena": "13/13 acted",
            "p1.last_round_lena#2": "13/13 acted",
            "p1.batman": "15/15 acted",
            "p2.mother_meteor": "11/35",
            "p2.sentry": "42/50",
        },
    ),
    Row(
        "last_round_lena",
        "not against the City",
        p1=p1(["last_round_lena"]),
        p2=p2(cp=60),
        when=[attack("last_round_lena")],
        then={"p1.ap": 9, "p1.last_round_lena": "13/13 acted", "p2.cp": 52},
    ),
    Row(
        "the_adjudicator",
        "destroys an opposing one with 10 HP or less",
        p1=p1(["the_adjudicator", "nill"]),
        p2=p2(["batman 10", "mother_meteor 11"]),
        when=[
            use("the_adjudicator", "nill", rule="CNC-314"),
            use("the_adjudicator", "mother_meteor", rule="CNC-314"),
            use("the_adjudicator", "batman"),
        ],
        then={"p1.ap": 8, "p1.the_adjudicator": "30/30 acted", "p2.batman": None, "p2.discard": "batman"},
    ),
    Row(
        "rooftop_runner",
        "attacks the City past a Protector; others don't",
        p1=p1(["rooftop_runner", "batman"]),
        p2=p2(["riot_sergeant"]),
        when=[attack("batman", rule="CNC-402"), attack("rooftop_runner")],
        then={"p1.ap": 9, "p1.rooftop_runner": "8/8 acted", "p2.cp": 95},
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
