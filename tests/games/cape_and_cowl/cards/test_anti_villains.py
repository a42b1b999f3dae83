"""The Anti-Villains of the core set."""

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
    throw,
    use,
)
from tests.games.cape_and_cowl.table import P2
from tests.kit.rows import cases

PRINTED = [
    CharacterRow(card="quicksilver", class_="Anti-Villain", hp=15, cost=0, attacks=[Attack("Speed", 7, 1)]),
    CharacterRow(card="danger", class_="Anti-Villain", hp=40, cost=2, attacks=[Attack("Tech", 15, 1)]),
    CharacterRow(card="repo_ghost", class_="Anti-Villain", hp=10, cost=1, attacks=[Attack("Shadow", 8, 1)]),
    CharacterRow(card="salt_prophet", class_="Anti-Villain", hp=18, cost=1, attacks=[Attack("Earth", 10, 1)]),
    CharacterRow(
        card="lady_solstice",
        class_="Anti-Villain",
        hp=25,
        cost=2,
        attacks=[Attack("Fire", 15, 1), Attack("Ice", 15, 1)],
    ),
    CharacterRow(card="the_pawnbroker", class_="Anti-Villain", hp=10, cost=1),
    CharacterRow(card="moth_oracle", class_="Anti-Villain", hp=10, cost=1, attacks=[Attack("Psychic", 7, 1)]),
    CharacterRow(card="compass_rose", class_="Anti-Villain", hp=12, cost=1, attacks=[Attack("Magnetic", 8, 1)]),
    CharacterRow(card="minute_hand", class_="Anti-Villain", hp=15, cost=1, attacks=[Attack("Time", 8, 1)]),
    CharacterRow(card="drop_shaft_finn", class_="Anti-Villain", hp=12, cost=1, attacks=[Attack("Gravity", 7, 1)]),
    CharacterRow(card="tarot_tess", class_="Anti-Villain", hp=8, cost=1, attacks=[Attack("Magic", 6, 1)]),
]
ROWS = [
    Row(
        "quicksilver",
        "Acts twice a turn, others once",
        p1=p1(["quicksilver", "batman"]),
        p2=p2(["sentry"]),
        when=[
            attack("quicksilver", "sentry"),
            attack("quicksilver", "sentry"),
            attack("quicksilver", "sentry", rule="CNC-326"),
            attack("batman", "sentry"),
            attack("batman", "sentry", rule="CNC-326"),
        ],
        then={
            "p1.ap": 7,
            "p1.quicksilver": "15/15 acted acted combo 2",
            "p1.batman": "15/15 acted",
            "p2.sentry": "26/50",
        },
    ),
    Row(
        "danger",
        "an opposing one is Confused",
        p1=p1(["danger", "nill"]),
        p2=p2(["batman"]),
        when=[use("danger", "nill", rule="CNC-314"), use("danger", "batman")],
        then={"p1.ap": 9, "p1.danger": "40/40 acted", "p2.batman": "15/15 confused"},
    ),
    Row(
        "repo_ghost",
        "Physical attacks do nothing to it, others do",
        p1=p1(["batman", "kettle_black", "marshal_ruiz"]),
        p2=p2(["repo_ghost", "cityzen_bob"]),
        when=[
            attack("batman", "repo_ghost"),
            attack("kettle_black", "repo_ghost"),
        ],
        then={
            "p1.ap": 8,
            "p1.batman": "15/15 acted",
            "p1.kettle_black": "12/12 acted combo 1",
            "p2.repo_ghost": "2/10",
        },
    ),
    Row(
        "repo_ghost",
        "Tech and Psychic ones do, too",
        p1=p1(["marshal_ruiz", "moth_oracle"]),
        p2=p2(["repo_ghost"], cities=["mac"]),
        when=[attack("moth_oracle", "repo_ghost"), attack("marshal_ruiz", "repo_ghost")],
        then={
            "p1.ap": 8,
            "p1.marshal_ruiz": "15/15 acted combo 1",
            "p1.moth_oracle": "10/10 acted combo 1",
            "p2.repo_ghost": None,
            "p2.discard": "repo_ghost",
        },
    ),
    Row(
        "repo_ghost",
        "attacks the City past a Protector; others don't",
        p1=p1(["repo_ghost", "batman"]),
        p2=p2(["riot_sergeant"]),
        when=[attack("batman", rule="CNC-402"), attack("repo_ghost")],
        then={"p1.ap": 9, "p1.repo_ghost": "10/10 acted combo 1", "p2.cp": 92},
    ),
    Row(
        "salt_prophet",
        "the top 2 cards of the opposing deck are discarded",
        p1=p1(["salt_prophet"]),
        when=[use("salt_prophet")],
        then={
            "p1.ap": 9,
            "p1.salt_prophet": "18/18 acted",
            "p2.deck": "mac cold_snap old_glacier",
            "p2.discard": "kid_comet nill",
        },
    ),
    Row(
        "the_pawnbroker",
        "its player discards a card of their choice, then gains 2 AP",
        p1=p1(["the_pawnbroker"], hand=["nill", "mac", "flash"]),
        p2=p2(hand=["cold_snap"]),
        when=[use("the_pawnbroker"), throw("mac", "nill", rule="CNC-445"), throw("mac")],
        then={"p1.ap": 12, "p1.the_pawnbroker": "10/10 acted", "p1.hand": "nill flash", "p1.discard": "mac"},
    ),
    Row(
        "the_pawnbroker",
        "not from an empty hand",
        p1=p1(["the_pawnbroker"]),
        p2=p2(hand=["cold_snap"]),
        when=[use("the_pawnbroker", rule="CNC-314")],
        then={},
    ),
    Row(
        "the_pawnbroker",
        "the opposing hand is revealed for 1 AP",
        p1=p1(["the_pawnbroker"], hand=["nill"]),
        p2=p2(hand=["cold_snap", "mac", "flash"]),
        when=[use("the_pawnbroker", ability=2)],
        then={"p1.ap": 9, "p1.the_pawnbroker": "10/10 acted", "p2.hand": "cold_snap! mac! flash!"},
    ),
    Row(
        "moth_oracle",
        "destroyed, its player draws 1; not when another is",
        p1=p1(["moth_oracle", "cityzen_bob 1 poisoned"], hand=["carnivorous_plants"]),
        when=[play("carnivorous_plants", "moth_oracle"), end(), end(P2)],
        then={
            "p1.ap": 12,
            "p1.hand": "kid_comet",
            "p1.deck": "nill mac cold_snap old_glacier",
            "p1.moth_oracle": None,
            "p1.cityzen_bob": None,
            "p1.discard": "moth_oracle carnivorous_plants cityzen_bob",
            "p2.ap": 13,
        },
    ),
    Row(
        "compass_rose",
        "Physical attacks do 3 less to it, others don't",
        p1=p1(["rooftop_runner", "kettle_black"]),
        p2=p2(["compass_rose", "padlock_joe"]),
        when=[attack("rooftop_runner", "compass_rose"), attack("kettle_black", "compass_rose")],
        then={
            "p1.ap": 8,
            "p1.rooftop_runner": "8/8 acted",
            "p1.kettle_black": "12/12 acted combo 1",
            "p2.compass_rose": "2/12",
        },
    ),
    Row(
        "minute_hand",
        "another friendly one may Act once more this turn",
        p1=p1(["minute_hand", "batman"]),
        p2=p2(["sentry"]),
        when=[
            use("minute_hand", "minute_hand", rule="CNC-314"),
            use("minute_hand", "sentry", rule="CNC-314"),
            use("minute_hand", "batman"),
            attack("batman", "sentry"),
            attack("batman", "sentry"),
            attack("batman", "sentry", rule="CNC-326"),
        ],
        then={
            "p1.ap": 7,
            "p1.minute_hand": "15/15 acted",
            "p1.batman": "15/15 acted acted extra",
            "p2.sentry": "30/50",
        },
    ),
    Row(
        "drop_shaft_finn",
        "an opposing one goes back to its owner's hand",
        p1=p1(["drop_shaft_finn", "nill"]),
        p2=p2(["batman 3 poisoned"]),
        when=[use("drop_shaft_finn", "nill", rule="CNC-314"), use("drop_shaft_finn", "batman")],
        then={"p1.ap": 8, "p1.drop_shaft_finn": "12/12 acted", "p2.batman": None, "p2.hand": "batman"},
    ),
    Row(
        "tarot_tess",
        "on 1 or 2 its player discards a card of their choice",
        p1=p1(["tarot_tess"], hand=["mac", "flash"]),
        p2=p2(hand=["cold_snap", "nill"]),
        dice=[1, 2],
        when=[use("tarot_tess"), throw("mac", "flash", rule="CNC-445"), throw("flash")],
        then={"p1.ap": 9, "p1.tarot_tess": "8/8 acted", "p1.hand": "mac", "p1.discard": "flash"},
    ),
    Row(
        "tarot_tess",
        "on 3 to 6 its player draws 2",
        p1=p1(["tarot_tess"], hand=["mac", "flash"]),
        dice=[3, 4, 5, 6],
        when=[use("tarot_tess")],
        then={
            "p1.ap": 9,
            "p1.tarot_tess": "8/8 acted",
            "p1.hand": "mac flash kid_comet nill",
            "p1.deck": "mac cold_snap old_glacier",
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
