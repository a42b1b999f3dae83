"""The characters of the Freeport League."""

from __future__ import annotations

from tests.games.trf.cards.printed import CharacterRow
from tests.games.trf.cards.rows import MakeTable, Row, assault, attack, block, buy, decline, next_turn, p1, p2, play
from tests.games.trf.table import P1, P2
from tests.kit.rows import cases

PRINTED = [
    CharacterRow(
        card="F01",
        class_="fleeter",
        faction="freeport_league",
        cost=150,
        combat=1,
        capture=3,
        enters={"p1.promised": "100/0"},
    ),
    CharacterRow(card="F02", class_="fleeter", faction="freeport_league", cost=250, combat=4, capture=2),
    CharacterRow(
        card="F03",
        class_="fleeter",
        faction="freeport_league",
        cost=200,
        combat=3,
        capture=2,
        keyword="interceptor 1",
        then={"defending": 4},
    ),
    CharacterRow(card="F04", class_="fleeter", faction="freeport_league", unique=True, cost=550, combat=7, capture=6),
    CharacterRow(
        card="F05", class_="individual", faction="freeport_league", unique=True, titles="Broker", cost=250, combat=2
    ),
    CharacterRow(
        card="F06",
        class_="individual",
        faction="freeport_league",
        cost=250,
        combat=5,
        keyword="duelist 1",
        then={"against an Individual": 6},
    ),
    CharacterRow(
        card="F07",
        class_="individual",
        faction="freeport_league",
        cost=100,
        combat=3,
        keyword="quarrelsome 1",
        then={"threshold": 3},
    ),
    CharacterRow(
        card="F08",
        class_="individual",
        faction="freeport_league",
        unique=True,
        titles="Captain",
        cost=300,
        combat=4,
        keyword="conqueror 1",
        then={"combined": "1/2"},
    ),
    CharacterRow(card="F09", class_="individual", faction="freeport_league", cost=150, combat=2),
    CharacterRow(
        card="F10",
        class_="fleeter",
        faction="freeport_league",
        cost=300,
        combat=4,
        capture=3,
        keyword="raider 1",
        then={"attacking": 5, "against an Individual": 5},
    ),
    CharacterRow(
        card="F11",
        class_="individual",
        faction="freeport_league",
        titles="Delegate",
        cost=150,
        combat=2,
        keyword="diplomat 1",
        then={"threshold": 1},
    ),
    CharacterRow(card="F12", class_="fleeter", faction="freeport_league", cost=500, combat=7, capture=5),
]
ROWS = [
    Row(
        "F01",
        "100 meters at the next refill only",
        p1=p1(account="A06", hand=["F01"]),
        stage="deployment",
        when=[buy("F01"), next_turn(), next_turn(P2)],
        then={
            "turn": "p1 7",
            "p1.meters": "600/600",
            "p1.words": "40/40",
            "p1.hand": "",
            "p2.meters": "500/500",
            "p2.words": "40/40",
            "p1.F01": "1/3",
        },
    ),
    Row(
        "F01",
        "also when it comes from the discard pile",
        p1=p1(account="A05", hand=["O36"], discard=["F01"]),
        stage="post_combat",
        when=[play("O36", "discard.F01")],
        then={"p1.words": "400/500", "p1.hand": "", "p1.discard": "O36", "p1.promised": "100/0", "p1.F01": "1/3 new"},
    ),
    Row(
        "F05",
        "own OOC cards cost 10 words less",
        p1=p1("F05"),
        p2=p2(account="A08"),
        prices={"p1 O01 pre": 50, "p1 O22 block": 20, "p1 X03": 100, "p2 O01 pre": 60},
    ),
    Row(
        "F08",
        "draws a card for each planet that its player captures",
        p1=p1("C15", "C04", "F08"),
        p2=p2(planets=["P20", "P26"]),
        when=[attack("C15", "C04"), assault(("C15", "P20"), ("C04", "P26"))],
        then={
            "p1.hand": "X03 C14",
            "p1.deck": "J08 R08 U06",
            "p2.meters": "1550/1550",
            "p2.words": "380/380",
            "p2.hand": "P26",
            "p2.discard": "P20",
            "p1.C15": "7/5 battled",
            "p1.C04": "4/3 battled",
            "p2.P20": None,
            "p2.P26": None,
        },
    ),
    Row(
        "F08",
        "none for one that an opponent captures",
        p1=p1("F08", planets=["P20"]),
        p2=p2("C15"),
        active=P2,
        when=[attack("C15", seat=P2), block(seat=P1), assault(("C15", "P20"), seat=P2)],
        then={
            "p1.meters": "1700/1700",
            "p1.words": "420/420",
            "p1.discard": "P20",
            "p1.P20": None,
            "p2.C15": "7/5 battled",
        },
    ),
    Row(
        "F09",
        "when defeated: 200 meters at the next refill",
        p1=p1("F09"),
        p2=p2("R01"),
        fights=["p1.F09 v p2.R01"],
        dice=["bicker p1 3", "combat p1 1", "combat p2 1"],
        when=[decline()],
        then={"p1.discard": "F09", "p1.promised": "200/0", "f1": None, "p1.F09": None, "p2.R01": "7/5 battled"},
    ),
]


@cases(PRINTED)
def test_as_printed(table: MakeTable, row: CharacterRow) -> None:
    row.prove(table)


@cases(ROWS)
def test_what_it_does(table: MakeTable, row: Row) -> None:
    row.run(table)
