"""The characters of no faction."""

from __future__ import annotations

from tests.games.trf.cards.printed import CharacterRow
from tests.games.trf.cards.rows import MakeTable, Row, decline, next_turn, p1, p2, use
from tests.kit.rows import cases

PRINTED = [
    CharacterRow(card="X01", class_="fleeter", faction="universal", cost=300, combat=4, capture=2),
    CharacterRow(card="X02", class_="individual", faction="universal", cost=250, combat=4),
    CharacterRow(card="X03", class_="fleeter", faction="universal", cost=100, combat=1, capture=1),
    CharacterRow(
        card="X04",
        class_="individual",
        faction="universal",
        unique=True,
        titles="Mascot",
        cost=150,
        combat=2,
        keyword="thick_skin 1",
        then={"a target": False},
    ),
    CharacterRow(card="X05", class_="fleeter", faction="universal", cost=400, combat=4, capture=4),
    CharacterRow(card="X06", class_="individual", faction="universal", unique=True, titles="Guest", cost=350, combat=5),
]
ROWS = [
    Row(
        "X02",
        "when defeated: its player draws a card",
        p1=p1("X02"),
        p2=p2("R01"),
        fights=["p1.X02 v p2.R01"],
        dice=["bicker p1 3", "combat p1 1", "combat p2 1"],
        when=[decline()],
        then={
            "p1.hand": "X03",
            "p1.deck": "C14 J08 R08 U06",
            "p1.discard": "X02",
            "f1": None,
            "p1.X02": None,
            "p2.R01": "7/5 battled",
        },
    ),
    Row(
        "X05",
        "a Fleeter is a Raider 2",
        p1=p1("X05", "C15"),
        when=[use("X05", "C15")],
        then={"p1.X05": "4/4 used", "p1.C15": "7/5 raider 2"},
    ),
    Row(
        "X05",
        "a Raider has 3 then",
        p1=p1("X05", "D01"),
        when=[use("X05", "D01")],
        then={"p1.X05": "4/4 used", "p1.D01": "3/2 raider 3"},
    ),
    Row(
        "X05",
        "an own one",
        p1=p1("X05", "C15 with C14", "C10"),
        p2=p2("X03"),
        targets=["p1.C15", "p1.X05"],
    ),
    Row(
        "X05",
        "this turn",
        p1=p1("X05"),
        when=[use("X05", "X05"), next_turn()],
        then={"turn": "p2 6", "p2.meters": "500/500", "p2.words": "40/40"},
    ),
]


@cases(PRINTED)
def test_as_printed(table: MakeTable, row: CharacterRow) -> None:
    row.prove(table)


@cases(ROWS)
def test_what_it_does(table: MakeTable, row: Row) -> None:
    row.run(table)
