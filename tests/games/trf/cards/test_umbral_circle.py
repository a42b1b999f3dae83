"""The characters of the Umbral Circle."""

from __future__ import annotations

import pytest

from tests.games.trf.cards.printed import CharacterRow
from tests.games.trf.cards.rows import MakeTable, Row, all_pass, at_random, buy, decline, next_turn, p1, p2, saw, use
from tests.games.trf.custom import fight_dice
from tests.games.trf.table import P1, P2, P3
from tests.kit.rows import cases

PRINTED = [
    CharacterRow(
        card="U01",
        class_="fleeter",
        faction="umbral_circle",
        cost=250,
        combat=4,
        capture=3,
        keyword="cloaked 1",
        then={"blocked by": 1},
    ),
    CharacterRow(card="U02", class_="fleeter", faction="umbral_circle", cost=200, combat=3, capture=2),
    CharacterRow(
        card="U03",
        class_="fleeter",
        faction="umbral_circle",
        unique=True,
        cost=650,
        combat=8,
        capture=6,
        keyword="cloaked 1",
        then={"blocked by": 1},
    ),
    CharacterRow(card="U04", class_="fleeter", faction="umbral_circle", cost=300, combat=5, capture=3),
    CharacterRow(
        card="U05", class_="individual", faction="umbral_circle", unique=True, titles="Lady", cost=400, combat=6
    ),
    CharacterRow(card="U06", class_="individual", faction="umbral_circle", titles="Acolyte", cost=100, combat=2),
    CharacterRow(card="U07", class_="individual", faction="umbral_circle", cost=250, combat=4),
    CharacterRow(
        card="U08", class_="individual", faction="umbral_circle", unique=True, titles="Archivist", cost=250, combat=2
    ),
    CharacterRow(
        card="U09",
        class_="individual",
        faction="umbral_circle",
        unique=True,
        titles="Brother",
        cost=350,
        combat=6,
        keyword="raider 1",
        then={"attacking": 7, "against an Individual": 7},
    ),
    CharacterRow(card="U10", class_="fleeter", faction="umbral_circle", cost=150, combat=3, capture=2),
    CharacterRow(
        card="U11",
        class_="fleeter",
        faction="umbral_circle",
        cost=400,
        combat=5,
        capture=4,
        keyword="interceptor 1",
        then={"defending": 6},
    ),
    CharacterRow(card="U12", class_="individual", faction="umbral_circle", titles="Seer", cost=150, combat=2),
    CharacterRow(card="U13", class_="fleeter", faction="umbral_circle", cost=500, combat=7, capture=5),
]
ROWS = [
    Row(
        "U04",
        "when it wins a fight the player of the other side discards a card at random",
        p1=p1("U04", hand=["X03"]),
        p2=p2("X03", hand=["C14", "J08", "R08", "U06", "F07", "D06", "X03"]),
        fights=["p1.U04 v p2.X03"],
        dice=["bicker p1 3", "combat p1 1", "combat p2 1"],
        when=[decline(), all_pass(), at_random("C14")],
        then={
            "p2.hand": "J08 R08 U06 F07 D06 X03",
            "p2.discard": "X03 C14",
            "f1": None,
            "p1.U04": "5/3 battled",
            "p2.X03": None,
        },
    ),
    Row(
        "U05",
        "when it enters play the opponent discards a card at random",
        p1=p1(account="A05", hand=["U05", "X03"]),
        p2=p2(hand=["C14", "J08", "R08", "U06", "F07", "D06", "X03"]),
        stage="deployment",
        when=[buy("U05"), at_random("C14")],
        then={
            "p1.meters": "1600/2000",
            "p1.hand": "X03",
            "p2.hand": "J08 R08 U06 F07 D06 X03",
            "p2.discard": "C14",
            "p1.U05": "6 new",
        },
    ),
    Row(
        "U07",
        "destroys an Individual",
        p1=p1("U07"),
        p2=p2("C14"),
        when=[use("U07", "C14")],
        then={"p2.discard": "C14", "p1.U07": "4 used", "p2.C14": None},
    ),
    Row(
        "U07",
        "of an opponent, alone, of 2 or less",
        p1=p1("U07", "C14"),
        p2=p2("C14", "F07", "C03", "X03 with U12"),
        targets=["p2.C14"],
    ),
    Row("U07", "damaged or not, as printed", p1=p1("U07"), p2=p2("F07 damage 2"), targets=[]),
    Row(
        "U08",
        "a Unique one that loses a fight stays",
        p1=p1("U08", "C12"),
        p2=p2("R01"),
        fights=["p1.C12 v p2.R01"],
        dice=["bicker p1 3", "combat p1 1", "combat p2 1"],
        when=[use("U08", "C12"), decline()],
        then={"f1": None, "p1.U08": "2 used", "p1.C12": "4 swift 1 battled save", "p2.R01": "7/5 battled"},
    ),
    Row(
        "U08", "of its own Unique ones", p1=p1("U08", "X03 with C12", "C14"), p2=p2("C02"), targets=["p1.C12", "p1.U08"]
    ),
    Row(
        "U08",
        "this turn",
        p1=p1("U08"),
        when=[use("U08", "U08"), next_turn()],
        then={"turn": "p2 6", "p2.meters": "500/500", "p2.words": "40/40"},
    ),
    Row(
        "U12",
        "sees an opponent's hand",
        p1=p1("U12", hand=["X03"]),
        p2=p2(hand=["C14", "J08"]),
        when=[use("U12"), saw(P1, P2, "C14", "J08")],
        then={"p1.U12": "2 used"},
    ),
]


@cases(PRINTED)
def test_as_printed(table: MakeTable, row: CharacterRow) -> None:
    row.prove(table)


@cases(ROWS)
def test_what_it_does(table: MakeTable, row: Row) -> None:
    row.run(table)


@pytest.mark.card("U04")
def test_of_several_players_the_loser_of_the_fight_discards(table: MakeTable) -> None:
    game = table(3).player(P1, characters=["U04"]).player(P2, hand=["X03"]).player(P3, characters=["X03"], hand=["C14"])
    game.fight([game.seen(P1, "U04")], [game.seen(P3, "X03")], defender=P3)
    fight_dice(game, 3, 1, 1, sides=(P1, P3))
    game.start()
    game.decline(P1)
    game.all_pass()
    assert [game.hand(seat) for seat in (P2, P3)] == [["X03"], []]
