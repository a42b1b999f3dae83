"""The characters of the Iron Regency."""

from __future__ import annotations

from tests.games.trf.cards.printed import CharacterRow
from tests.games.trf.cards.rows import MakeTable, Row, decline, end, p1, p2, to, use
from tests.kit.rows import cases

PRINTED = [
    CharacterRow(card="R01", class_="fleeter", faction="iron_regency", cost=500, combat=7, capture=5),
    CharacterRow(card="R02", class_="fleeter", faction="iron_regency", cost=150, combat=3, capture=1),
    CharacterRow(
        card="R03",
        class_="fleeter",
        faction="iron_regency",
        cost=350,
        combat=3,
        capture=4,
        keyword="siege 2",
        then={"at a homeworld": 6},
    ),
    CharacterRow(
        card="R04",
        class_="fleeter",
        faction="iron_regency",
        cost=300,
        combat=5,
        capture=2,
        keyword="interceptor 1",
        then={"defending": 6},
    ),
    CharacterRow(card="R05", class_="fleeter", faction="iron_regency", unique=True, cost=700, combat=9, capture=7),
    CharacterRow(
        card="R06",
        class_="individual",
        faction="iron_regency",
        unique=True,
        titles="Regent",
        cost=450,
        combat=6,
        keyword="commander 2",
        then={"combined": "3/1"},
    ),
    CharacterRow(
        card="R07", class_="individual", faction="iron_regency", unique=True, titles="Overseer", cost=350, combat=3
    ),
    CharacterRow(card="R08", class_="individual", faction="iron_regency", cost=150, combat=3),
    CharacterRow(
        card="R09",
        class_="individual",
        faction="iron_regency",
        unique=True,
        titles="Inquisitor",
        cost=350,
        combat=6,
        keyword="duelist 1",
        then={"against an Individual": 7},
    ),
    CharacterRow(card="R10", class_="fleeter", faction="iron_regency", cost=100, combat=2, capture=1),
    CharacterRow(
        card="R11",
        class_="individual",
        faction="iron_regency",
        unique=True,
        titles="Captain",
        cost=250,
        combat=3,
        keyword="conqueror 2",
        then={"combined": "1/3"},
    ),
    CharacterRow(
        card="R12",
        class_="individual",
        faction="iron_regency",
        alignment="light",
        unique=True,
        titles="Lieutenant",
        cost=200,
        combat=5,
    ),
    CharacterRow(card="R13", class_="fleeter", faction="iron_regency", cost=400, combat=5, capture=4),
]
ROWS = [
    Row(
        "R07",
        "a shield planet gives nothing at the next refill",
        p1=p1("R07"),
        p2=p2(planets=["P20"]),
        when=[use("R07", "P20"), to("post_combat"), end()],
        then={"turn": "p2 6", "p2.meters": "500/500", "p2.words": "40/40", "p2.P20": "4 exhausted"},
    ),
    Row(
        "R07",
        "of an opponent",
        p1=p1("R07", planets=["P03"]),
        p2=p2(planets=["P20", "P26"]),
        targets=["p2.P20", "p2.P26"],
    ),
    Row(
        "R10",
        "when defeated: 50 meters at the next refill",
        p1=p1("R10"),
        p2=p2("R01"),
        fights=["p1.R10 v p2.R01"],
        dice=["bicker p1 3", "combat p1 1", "combat p2 1"],
        when=[decline()],
        then={"p1.discard": "R10", "p1.promised": "50/0", "f1": None, "p1.R10": None, "p2.R01": "7/5 battled"},
    ),
]


@cases(PRINTED)
def test_as_printed(table: MakeTable, row: CharacterRow) -> None:
    row.prove(table)


@cases(ROWS)
def test_what_it_does(table: MakeTable, row: Row) -> None:
    row.run(table)
