"""The characters of the Jedi."""

from __future__ import annotations

from tests.games.trf.cards.printed import CharacterRow
from tests.games.trf.cards.rows import MakeTable, Row, p1, p2, use
from tests.kit.rows import cases

PRINTED = [
    CharacterRow(
        card="J01",
        class_="individual",
        faction="jedi",
        alignment="dark",
        unique=True,
        titles="Knight",
        cost=400,
        combat=8,
        keyword="raider 1",
        then={"attacking": 9, "against an Individual": 9},
    ),
    CharacterRow(
        card="J02",
        class_="fleeter",
        faction="jedi",
        cost=250,
        combat=3,
        capture=2,
        keyword="interceptor 2",
        then={"defending": 5},
    ),
    CharacterRow(card="J03", class_="fleeter", faction="jedi", cost=200, combat=3, capture=2),
    CharacterRow(
        card="J04",
        class_="fleeter",
        faction="jedi",
        cost=300,
        combat=5,
        capture=2,
        keyword="duelist 1",
        then={"against an Individual": 6},
    ),
    CharacterRow(card="J05", class_="fleeter", faction="jedi", cost=350, combat=3, capture=6),
    CharacterRow(
        card="J06",
        class_="individual",
        faction="jedi",
        unique=True,
        titles="Master",
        cost=450,
        combat=7,
        keyword="vigilant 1",
        then={"attacks when spent": True},
    ),
    CharacterRow(card="J07", class_="individual", faction="jedi", titles="Knight", cost=250, combat=5),
    CharacterRow(card="J08", class_="individual", faction="jedi", titles="Apprentice", cost=100, combat=2),
    CharacterRow(card="J09", class_="individual", faction="jedi", unique=True, titles="Healer", cost=200, combat=2),
    CharacterRow(
        card="J10",
        class_="individual",
        faction="jedi",
        unique=True,
        titles="Master",
        cost=300,
        combat=4,
        keyword="interceptor 3",
        then={"defending": 7},
    ),
    CharacterRow(
        card="J11",
        class_="individual",
        faction="jedi",
        unique=True,
        titles="Knight",
        cost=400,
        combat=6,
        keyword="duelist 2",
        then={"against an Individual": 8},
    ),
    CharacterRow(
        card="J12",
        class_="fleeter",
        faction="jedi",
        unique=True,
        cost=550,
        combat=7,
        capture=5,
        keyword="vigilant 1",
        then={"attacks when spent": True},
    ),
    CharacterRow(card="J13", class_="fleeter", faction="jedi", cost=450, combat=6, capture=4),
]
ROWS = [
    Row(
        "J09",
        "removes two damage tokens",
        p1=p1("J09", "C15 damage 3"),
        when=[use("J09", "C15")],
        then={"p1.J09": "2 used", "p1.C15": "6/5 damage 1"},
    ),
    Row(
        "J09",
        "from an own character, herself too",
        p1=p1("J09", "C15 with C14"),
        p2=p2("R01"),
        targets=["p1.C14", "p1.C15", "p1.J09"],
    ),
]


@cases(PRINTED)
def test_as_printed(table: MakeTable, row: CharacterRow) -> None:
    row.prove(table)


@cases(ROWS)
def test_what_it_does(table: MakeTable, row: Row) -> None:
    row.run(table)
