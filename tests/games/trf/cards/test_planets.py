"""The planets."""

from __future__ import annotations

from tests.games.trf.cards.printed import PlanetRow
from tests.games.trf.cards.rows import (
    MakeTable,
    Row,
    assault,
    at_random,
    attack,
    choose,
    decline,
    end,
    p1,
    p2,
    threshold,
    use,
)
from tests.games.trf.table import P2
from tests.kit.rows import cases

PRINTED = [
    PlanetRow(card="P01", meters=400, words=60, capture_value=6, homeworld_value=12),
    PlanetRow(card="P02", meters=500, words=40, capture_value=4, homeworld_value=9),
    PlanetRow(card="P03", meters=300, words=120, capture_value=4, homeworld_value=10),
    PlanetRow(card="P04", meters=350, words=80, capture_value=5, homeworld_value=11),
    PlanetRow(card="P05", meters=250, words=60, capture_value=7, homeworld_value=14),
    PlanetRow(card="P06", meters=200, words=120, capture_value=5, homeworld_value=10),
    PlanetRow(card="P07", meters=300, words=60, capture_value=5, homeworld_value=11),
    PlanetRow(card="P08", meters=250, words=40, capture_value=8, homeworld_value=14),
    PlanetRow(card="P09", meters=400, words=60, capture_value=5, homeworld_value=12),
    PlanetRow(card="P10", meters=250, words=100, capture_value=5, homeworld_value=11),
    PlanetRow(card="P11", meters=450, words=100, capture_value=4, homeworld_value=10),
    PlanetRow(card="P12", meters=350, words=80, capture_value=4, homeworld_value=10),
    PlanetRow(card="P13", meters=150, words=140, capture_value=4, homeworld_value=9),
    PlanetRow(card="P14", meters=400, words=20, capture_value=4, homeworld_value=9),
    PlanetRow(card="P15", meters=300, words=60, capture_value=5, homeworld_value=11),
    PlanetRow(card="P16", meters=150, words=100, capture_value=5, homeworld_value=10),
    PlanetRow(card="P17", meters=250, words=100, capture_value=4, homeworld_value=9),
    PlanetRow(card="P18", meters=150, words=60, capture_value=6, homeworld_value=11),
    PlanetRow(card="P19", meters=250, words=40, capture_value=6, homeworld_value=11),
    PlanetRow(card="P20", meters=300, words=80, capture_value=4, homeworld_value=9),
    PlanetRow(card="P21", meters=200, words=80, capture_value=5, homeworld_value=10),
    PlanetRow(card="P22", meters=350, words=40, capture_value=5, homeworld_value=10),
    PlanetRow(card="P23", meters=250, words=120, capture_value=3, homeworld_value=9, idle=20),
    PlanetRow(card="P24", meters=300, words=20, capture_value=3, homeworld_value=8),
    PlanetRow(card="P25", meters=200, words=100, capture_value=5, homeworld_value=12),
    PlanetRow(card="P26", meters=150, words=40, capture_value=2, homeworld_value=7),
]
ROWS = [
    Row(
        "P01",
        "own Azguard cards cost less",
        p1=p1(account="A04", planets=["P01"]),
        p2=p2(account="A08"),
        prices={
            "p1 C01": 350,
            "p1 C02": 300,
            "p1 C04": 300,
            "p1 O49 pre": 30,
            "p1 O01 pre": 60,
            "p2 C01": 400,
            "p2 O49 pre": 40,
        },
    ),
    Row(
        "P01",
        "as homeworld of Dolash it revives an Azguard character for two cards of the hand",
        p1=p1(account="A01", home="P01", hand=["C14", "X03", "J08"], discard=["C04", "O49", "C01"]),
        when=[use("P01", "discard.C01", cards=["C14", "J08"])],
        then={
            "p1.meters": "1600/1600",
            "p1.words": "440/440",
            "p1.hand": "X03",
            "p1.discard": "C04 O49 C14 J08",
            "p1.P01": "12 home exhausted",
            "p1.C01": "6/4 new",
        },
    ),
    Row(
        "P01",
        "Unique or not, no other card",
        p1=p1(account="A01", home="P01", hand=["C14", "X03"], discard=["C04", "O49", "C01", "C02"]),
        p2=p2(discard=["C05"]),
        targets=["p1.discard.C01", "p1.discard.C02"],
    ),
    Row(
        "P01",
        "not with one card in the hand",
        p1=p1(account="A01", home="P01", hand=["C14"], discard=["C01"]),
        targets=[],
    ),
    Row(
        "P01",
        "for nobody else",
        p1=p1(account="A04", home="P01", hand=["C14", "X03"], discard=["C01"]),
        when=[use("P01", "discard.C01", cards=["C14", "X03"], rule="TRF-328")],
    ),
    Row(
        "P01",
        "for no other account of the game",
        p1=p1(account="A02", home="P01", hand=["C14", "X03"], discard=["C01"]),
        when=[use("P01", "discard.C01", cards=["C14", "X03"], rule="TRF-328")],
    ),
    Row(
        "P01",
        "not as any other planet",
        p1=p1(account="A01", planets=["P01"], hand=["C14", "X03"], discard=["C01"]),
        when=[use("P01", "discard.C01", cards=["C14", "X03"], rule="TRF-331")],
    ),
    Row(
        "P06",
        "draws a card",
        p1=p1(planets=["P06"]),
        when=[use("P06"), use("P06", rule="TRF-329")],
        then={
            "p1.meters": "1800/1800",
            "p1.words": "380/380",
            "p1.hand": "X03",
            "p1.deck": "C14 J08 R08 U06",
            "p1.P06": "5 exhausted",
        },
    ),
    Row(
        "P07",
        "a damage token",
        p1=p1("C01", planets=["P07"]),
        p2=p2("R01"),
        when=[use("P07", "R01")],
        then={"p1.meters": "1700/1700", "p1.words": "440/440", "p1.P07": "5 exhausted", "p2.R01": "6/5 damage 1"},
    ),
    Row(
        "P07",
        "on any character",
        p1=p1("C01 with C02", planets=["P07"]),
        p2=p2("R01"),
        targets=["p1.C01", "p1.C02", "p2.R01"],
    ),
    Row(
        "P09",
        "as homeworld: attacking Iron Regency Fleeters have 1 more",
        p1=p1("R02", "R08", "X03", "U02", "R10", home="P09", hand=["X03"]),
        p2=p2("R02"),
        when=[attack("R02", "R08", "X03", "U02")],
        now={"p1.R10": "2/1"},
        then={"p1.R02": "4/1 battled", "p1.R08": "3 battled", "p1.X03": "1/1 battled", "p1.U02": "3/2 battled"},
    ),
    Row(
        "P09",
        "opposing ones don't",
        p1=p1("R02", home="P09"),
        p2=p2("R02", hand=["X03"]),
        active=P2,
        when=[attack("R02", seat=P2)],
        then={"p2.R02": "3/1 battled"},
    ),
    Row(
        "P09",
        "not as any other planet",
        p1=p1("R02", planets=["P09"], hand=["X03"]),
        when=[attack("R02")],
        then={"p1.R02": "3/1 battled"},
    ),
    Row(
        "P10",
        "as homeworld: the opponent discards a card at random",
        p1=p1(home="P10", hand=["X03", "X03"]),
        p2=p2(hand=["C14", "J08", "R08", "U06", "F07", "D06", "X03"]),
        when=[use("P10"), at_random("C14")],
        then={
            "p1.meters": "1750/1750",
            "p1.words": "400/400",
            "p2.hand": "J08 R08 U06 F07 D06 X03",
            "p2.discard": "C14",
            "p1.P10": "11 home exhausted",
        },
    ),
    Row("P10", "not as any other planet", p1=p1(planets=["P10"]), when=[use("P10", rule="TRF-331")]),
    Row(
        "P11",
        "own Freeport League characters cost 50 less",
        p1=p1(account="A06", planets=["P11"]),
        p2=p2(account="A08"),
        prices={"p1 F02": 200, "p1 F07": 50, "p1 D06": 200, "p1 X01": 300, "p1 O53 pre": 50, "p2 F02": 250},
    ),
    Row(
        "P12",
        "as homeworld: own Drift Clans Fleeters have 1 more capture",
        p1=p1("D03", "D02 with D06", "X03 with D07", "F02", home="P12"),
        p2=p2("D03"),
        now={
            "p1.D03": "2/3 swift 1",
            "p1.D02": "6/4 with D06",
            "p1.X03": "1/1 with D07",
            "p1.F02": "4/2",
            "p2.D03": "2/2 swift 1",
        },
    ),
    Row("P12", "not as any other planet", p1=p1("D03", planets=["P12"]), now={"p1.D03": "2/2 swift 1"}),
    Row(
        "P13",
        "own pre-combat OOC cards cost 10 less",
        p1=p1(planets=["P13"]),
        p2=p2(account="A08"),
        prices={
            "p1 O01 pre": 50,
            "p1 O48 pre": 30,
            "p1 O48 post": 40,
            "p1 O22 block": 30,
            "p1 X03": 100,
            "p2 O01 pre": 60,
        },
    ),
    Row(
        "P15",
        "when captured: a damage token on each character that was sent there",
        p1=p1("C15 with C14", "C04", "X03"),
        p2=p2("R08 spent", planets=["P15", "P20"]),
        when=[attack("C15", "C04", "X03"), assault(("C15", "P15"), ("C04", "P20"))],
        then={
            "p2.meters": "1700/1700",
            "p2.words": "440/440",
            "p2.discard": "P15",
            "p1.C15": "6/5 with C14 damage 1 battled",
            "p1.C14": "1 damage 1 battled",
            "p1.C04": "4/3 battled",
            "p1.X03": "1/1 battled",
            "p2.P15": None,
        },
    ),
    Row(
        "P16",
        "one of the top three, the others under the deck",
        p1=p1(planets=["P16"]),
        when=[use("P16"), choose("2")],
        then={
            "p1.meters": "1850/1850",
            "p1.words": "400/400",
            "p1.hand": "C14",
            "p1.deck": "R08 U06 X03 J08",
            "p1.P16": "5 exhausted",
        },
    ),
    Row(
        "P18",
        "own other shield planets have 1 more",
        p1=p1(planets=["P18", "P20"]),
        p2=p2(planets=["P20"]),
        now={"p1.P18": "6", "p1.P20": "5", "p1.P02": "9 home", "p2.P20": "4"},
    ),
    Row(
        "P18",
        "two of them: each for the other, once for a third",
        p1=p1(planets=["P18", "P18", "P20"]),
        now={"p1.P18": "7", "p1.P18#2": "7", "p1.P20": "5"},
    ),
    Row("P18", "also as homeworld", p1=p1(home="P18", planets=["P20"]), now={"p1.P18": "11 home", "p1.P20": "5"}),
    Row(
        "P19",
        "at the start of the own turn each own character loses a damage token",
        p1=p1("C01 damage 2", "C15 with C14 damage 1", "X03", planets=["P19"]),
        p2=p2("R01 damage 2"),
        active=P2,
        stage="post_combat",
        when=[end(P2)],
        then={
            "turn": "p1 6",
            "p1.meters": "750/750",
            "p1.words": "80/80",
            "p1.C01": "5/4 damage 1",
            "p1.C15": "7/5 with C14",
            "p1.C14": "2",
        },
    ),
    Row(
        "P19",
        "not at the start of another turn",
        p1=p1("C01 damage 2", planets=["P19"]),
        p2=p2("R01 damage 2"),
        stage="post_combat",
        when=[end()],
        then={"turn": "p2 6", "p2.meters": "500/500", "p2.words": "40/40"},
    ),
    Row(
        "P21",
        "when captured its player draws two cards",
        p1=p1("C15"),
        p2=p2(planets=["P21"]),
        when=[attack("C15"), assault(("C15", "P21"))],
        then={
            "p2.meters": "1800/1800",
            "p2.words": "420/420",
            "p2.hand": "X03 C14",
            "p2.deck": "J08 R08 U06",
            "p2.discard": "P21",
            "p1.C15": "7/5 battled",
            "p2.P21": None,
        },
    ),
    Row(
        "P22",
        "one of the own units has 2 more",
        p1=p1("C01 with C02", planets=["P22"]),
        when=[use("P22", "C01")],
        then={"p1.meters": "1650/1650", "p1.words": "460/460", "p1.P22": "5 exhausted", "p1.C01": "8/4 with C02"},
    ),
    Row(
        "P22",
        "by its anchor, no opposing one",
        p1=p1("C01 with C02", "C14", planets=["P22"]),
        p2=p2("X03"),
        targets=["p1.C01", "p1.C14"],
    ),
    Row(
        "P23",
        "20 words at the next refill after a turn without an attack",
        p1=p1("X03", planets=["P23"]),
        when=[decline(), end()],
        then={"turn": "p2 6", "p1.promised": "0/20", "p2.meters": "500/500", "p2.words": "40/40"},
    ),
    Row(
        "P23",
        "not after an attack",
        p1=p1("X03", planets=["P23"]),
        when=[attack("X03"), assault(), end()],
        then={"turn": "p2 6", "p2.meters": "500/500", "p2.words": "40/40", "p1.X03": "1/1 spent"},
    ),
    Row(
        "P24",
        "own Fleeters cost 50 less",
        p1=p1(planets=["P24"]),
        p2=p2(account="A08"),
        prices={"p1 X03": 50, "p1 J05": 300, "p1 J08": 100, "p1 O01 pre": 60, "p2 X03": 100},
    ),
    Row("P24", "two of them once", p1=p1(planets=["P24", "P24"]), prices={"p1 J05": 300}),
    Row(
        "P25",
        "as homeworld: fights in which its player defends have a threshold of 1",
        p1=p1("X03", "C14", home="P25"),
        p2=p2("X03", "C14"),
        fights=["p2.X03 v p1.X03", "p1.C14 v p2.C14"],
        when=[threshold(1, "f1"), threshold(2, "f2")],
    ),
    Row(
        "P25",
        "not as any other planet",
        p1=p1("X03", planets=["P25"]),
        p2=p2("X03"),
        fights=["p2.X03 v p1.X03"],
        when=[threshold(2)],
    ),
    Row(
        "P26",
        "captured it goes to its owner's hand",
        p1=p1("C15", planets=["P26"]),
        p2=p2(planets=["P26"]),
        when=[attack("C15"), assault(("C15", "p2.P26"))],
        then={
            "p2.meters": "1850/1850",
            "p2.words": "460/460",
            "p2.hand": "P26",
            "p1.C15": "7/5 battled",
            "p2.P26": None,
        },
    ),
]


@cases(PRINTED)
def test_read(row: PlanetRow) -> None:
    row.read()


@cases(PRINTED)
def test_laid(table: MakeTable, row: PlanetRow) -> None:
    row.lay(table)


@cases(PRINTED)
def test_captured(table: MakeTable, row: PlanetRow) -> None:
    row.capture(table)


@cases(ROWS)
def test_what_it_does(table: MakeTable, row: Row) -> None:
    row.run(table)
