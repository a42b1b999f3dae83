"""The characters of the Drift Clans."""

from __future__ import annotations

import pytest

from tests.games.trf.cards.printed import CharacterRow
from tests.games.trf.cards.rows import MakeTable, Row, assault, attack, dealt, decline, p1, p2, targets, use
from tests.games.trf.custom import card
from tests.games.trf.table import P1
from tests.kit.rows import cases

PRINTED = [
    CharacterRow(
        card="D01",
        class_="fleeter",
        faction="drift_clans",
        cost=200,
        combat=3,
        capture=2,
        keyword="raider 1",
        then={"attacking": 4, "against an Individual": 4},
    ),
    CharacterRow(card="D02", class_="fleeter", faction="drift_clans", cost=350, combat=6, capture=3),
    CharacterRow(
        card="D03",
        class_="fleeter",
        faction="drift_clans",
        cost=100,
        combat=2,
        capture=2,
        keyword="swift 1",
        then={"attacks when new": True},
    ),
    CharacterRow(card="D04", class_="fleeter", faction="drift_clans", unique=True, cost=600, combat=6, capture=7),
    CharacterRow(
        card="D05", class_="individual", faction="drift_clans", unique=True, titles="Matriarch", cost=350, combat=4
    ),
    CharacterRow(
        card="D06",
        class_="individual",
        faction="drift_clans",
        titles="Pilot",
        cost=200,
        combat=4,
        keyword="swift 1",
        then={"attacks when new": True},
    ),
    CharacterRow(card="D07", class_="individual", faction="drift_clans", cost=150, combat=2),
    CharacterRow(
        card="D08",
        class_="individual",
        faction="drift_clans",
        unique=True,
        titles="Stormcaller",
        cost=300,
        combat=5,
        keyword="quarrelsome 1",
        then={"threshold": 3},
    ),
    CharacterRow(
        card="D09",
        class_="fleeter",
        faction="drift_clans",
        cost=250,
        combat=4,
        capture=3,
        keyword="swift 1",
        then={"attacks when new": True},
    ),
    CharacterRow(
        card="D10",
        class_="individual",
        faction="drift_clans",
        cost=150,
        combat=2,
        keyword="conqueror 1",
        then={"combined": "1/2"},
    ),
    CharacterRow(
        card="D11",
        class_="fleeter",
        faction="drift_clans",
        cost=450,
        combat=5,
        capture=5,
        keyword="siege 1",
        then={"at a homeworld": 6},
    ),
]
ROWS = [
    Row(
        "D01",
        "when it wins a fight: 50 meters at the next refill",
        p1=p1("D01"),
        p2=p2("X03"),
        fights=["p1.D01 v p2.X03"],
        dice=["bicker p1 3", "combat p1 1", "combat p2 1"],
        when=[decline()],
        then={"p1.promised": "50/0", "p2.discard": "X03", "f1": None, "p1.D01": "3/2 raider 1 battled", "p2.X03": None},
    ),
    Row(
        "D01",
        "nothing when it loses",
        p1=p1("D01"),
        p2=p2("R01"),
        fights=["p1.D01 v p2.R01"],
        dice=["bicker p1 3", "combat p1 1", "combat p2 1"],
        when=[decline()],
        then={"p1.discard": "D01", "f1": None, "p1.D01": None, "p2.R01": "7/5 battled"},
    ),
    Row(
        "D04",
        "draws a card when its player captures a planet",
        p1=p1("C15", "D04"),
        p2=p2(planets=["P20"]),
        when=[attack("C15"), assault(("C15", "P20"))],
        then={
            "p1.hand": "X03",
            "p1.deck": "C14 J08 R08 U06",
            "p2.meters": "1700/1700",
            "p2.words": "420/420",
            "p2.discard": "P20",
            "p1.C15": "7/5 battled",
            "p2.P20": None,
        },
    ),
    Row(
        "D05",
        "own Drift Clans Fleeters have 1 more",
        p1=p1("D05", "D02 with D10", "D03", "X03", "F02"),
        p2=p2("D02"),
        now={
            "p1.D05": "4",
            "p1.D02": "7/4 with D10",
            "p1.D10": "2 conqueror 1",
            "p1.D03": "3/2 swift 1",
            "p1.X03": "1/1",
            "p1.F02": "4/2",
            "p2.D02": "6/3",
        },
    ),
    Row(
        "D07",
        "on 5 or 6 a Fleeter comes back",
        p1=p1("D07", discard=["D01"]),
        effect=[5, 6],
        when=[use("D07", "discard.D01")],
        then={"p1.discard": "", "p1.D07": "2 used", "p1.D01": "3/2 raider 1 new"},
    ),
    Row(
        "D07",
        "on 1 to 4 it doesn't",
        p1=p1("D07", discard=["D01"]),
        effect=[1, 2, 3, 4],
        when=[use("D07", "discard.D01")],
        then={"p1.D07": "2 used"},
    ),
    Row(
        "D07",
        "a Fleeter of 200 or less from the own discard pile",
        p1=p1("D07", discard=["X03", "D01", "F02", "C14", "O01", "P02"]),
        p2=p2(discard=["D03"]),
        targets=["p1.discard.D01", "p1.discard.X03"],
    ),
    Row(
        "D08",
        "on 1 or 2 it is damaged itself",
        p1=p1("D08"),
        p2=p2("C15"),
        effect=[1, 2],
        when=[use("D08", "C15")],
        then={"p1.D08": "4 quarrelsome 1 damage 1 used"},
    ),
    Row(
        "D08",
        "on 3 to 6 an opposing character",
        p1=p1("D08"),
        p2=p2("C15"),
        effect=[3, 4, 5, 6],
        when=[use("D08", "C15")],
        then={"p1.D08": "5 quarrelsome 1 used", "p2.C15": "6/5 damage 1"},
    ),
    Row(
        "D08",
        "whichever",
        p1=p1("D08", "C04"),
        p2=p2("C15 with C14"),
        targets=["p2.C14", "p2.C15"],
    ),
]


@cases(PRINTED)
def test_as_printed(table: MakeTable, row: CharacterRow) -> None:
    row.prove(table)


@cases(ROWS)
def test_what_it_does(table: MakeTable, row: Row) -> None:
    row.run(table)


@pytest.mark.card("D07")
def test_neither_a_unique_fleeter_nor_one_of_201_comes_back(table: MakeTable) -> None:
    game = table()
    unique, dear = card(game, "character", unique=True), card(game, "character", cost=201)
    game = dealt(game, (p1("D07", discard=[unique, dear, "X03"]), p2())).start()
    assert targets(game, P1, "D07") == ["p1.discard.X03"]
