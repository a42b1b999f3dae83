"""The characters of Coalition."""

from __future__ import annotations

from tests.games.trf.cards.printed import CharacterRow
from tests.games.trf.cards.rows import MakeTable, Row, choose, may_attack, p1, p2, use
from tests.kit.rows import cases

PRINTED = [
    CharacterRow(card="C01", class_="fleeter", faction="coalition", ties="azguard", cost=400, combat=6, capture=4),
    CharacterRow(
        card="C02",
        class_="individual",
        faction="coalition",
        unique=True,
        titles="Chieftain",
        ties="azguard",
        cost=350,
        combat=5,
    ),
    CharacterRow(
        card="C03",
        class_="fleeter",
        faction="coalition",
        cost=150,
        combat=2,
        capture=2,
        keyword="interceptor 1",
        then={"defending": 3},
    ),
    CharacterRow(card="C04", class_="fleeter", faction="coalition", cost=300, combat=4, capture=3),
    CharacterRow(
        card="C05",
        class_="fleeter",
        faction="coalition",
        ties="azguard",
        cost=250,
        combat=4,
        capture=1,
        keyword="interceptor 2",
        then={"defending": 6},
    ),
    CharacterRow(card="C06", class_="fleeter", faction="coalition", cost=200, combat=1, capture=3),
    CharacterRow(card="C07", class_="fleeter", faction="coalition", unique=True, cost=650, combat=9, capture=6),
    CharacterRow(
        card="C08",
        class_="individual",
        faction="coalition",
        unique=True,
        titles="Admiral",
        cost=300,
        combat=3,
        keyword="commander 3",
        then={"combined": "4/1"},
    ),
    CharacterRow(
        card="C09",
        class_="individual",
        faction="coalition",
        unique=True,
        titles="Senator",
        cost=200,
        combat=2,
        keyword="diplomat 1",
        then={"threshold": 1},
    ),
    CharacterRow(
        card="C10",
        class_="individual",
        faction="coalition",
        ties="azguard",
        cost=200,
        combat=4,
        keyword="duelist 1",
        then={"against an Individual": 5},
    ),
    CharacterRow(
        card="C11",
        class_="individual",
        faction="coalition",
        titles="Captain",
        cost=150,
        combat=2,
        keyword="conqueror 1",
        then={"combined": "1/2"},
    ),
    CharacterRow(
        card="C12",
        class_="individual",
        faction="coalition",
        unique=True,
        titles="Captain",
        cost=250,
        combat=4,
        keyword="swift 1",
        then={"attacks when new": True},
    ),
    CharacterRow(
        card="C13",
        class_="individual",
        faction="coalition",
        unique=True,
        titles="Elder",
        ties="azguard",
        cost=300,
        combat=2,
    ),
    CharacterRow(card="C14", class_="individual", faction="coalition", cost=100, combat=2),
    CharacterRow(card="C15", class_="fleeter", faction="coalition", cost=500, combat=7, capture=5),
]
ROWS = [
    Row(
        "C02",
        "one of the top three, the others under the deck",
        p1=p1("C01 with C02"),
        when=[use("C02"), choose("3"), may_attack()],
        then={"p1.hand": "J08", "p1.deck": "R08 U06 X03 C14", "p1.C01": "6/4 with C02 used", "p1.C02": "5 used"},
    ),
    Row(
        "C06",
        "a spent unit is no longer spent",
        p1=p1("C06", "C15 with C14 spent"),
        when=[use("C06", "C15")],
        then={"p1.C06": "1/3 used", "p1.C15": "7/5 with C14", "p1.C14": "2"},
    ),
    Row(
        "C06",
        "of its own ones that are spent",
        p1=p1("C06", "C15 with C14 spent", "C04", "C10 spent"),
        p2=p2("R01 spent"),
        targets=["p1.C10", "p1.C15"],
    ),
    Row(
        "C13",
        "other own Azguard characters have 1 more",
        p1=p1("C13", "C01 with C02", "C05", "C04"),
        p2=p2("C01"),
        now={
            "p1.C13": "2",
            "p1.C01": "7/4 with C02",
            "p1.C02": "6",
            "p1.C05": "5/1 interceptor 2",
            "p1.C04": "4/3",
            "p2.C01": "6/4",
        },
    ),
]


@cases(PRINTED)
def test_as_printed(table: MakeTable, row: CharacterRow) -> None:
    row.prove(table)


@cases(ROWS)
def test_what_it_does(table: MakeTable, row: Row) -> None:
    row.run(table)
