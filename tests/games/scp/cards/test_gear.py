"""The Gear."""

from __future__ import annotations

from tests.games.scp.cards.printed import GearRow
from tests.games.scp.cards.rows import (
    MakeTable,
    Row,
    TotalRow,
    attempt,
    can,
    check,
    choose,
    compare,
    complicate,
    due,
    end_turn,
    mission,
    p1,
    p2,
    use,
)
from tests.games.scp.table import P1, P2
from tests.kit.rows import cases

PRINTED = [
    GearRow(card="G01", subtypes="Suit", cost=3, mode="attached"),
    GearRow(card="G02", subtypes="Weapon", cost=1, mode="attached"),
    GearRow(card="G03", subtypes="Weapon", cost=2, mode="attached"),
    GearRow(card="G04", subtypes="Tool", cost=1, mode="attached"),
    GearRow(card="G05", subtypes="Station", cost=3, mode="standalone"),
    GearRow(card="G06", subtypes="Relic", cost=2, mode="attached"),
    GearRow(card="G07", subtypes="Tool", cost=1, mode="attached"),
    GearRow(card="G08", subtypes="Tool", cost=1, mode="attached"),
    GearRow(card="G09", subtypes="Station", cost=3, mode="standalone"),
    GearRow(card="G10", subtypes="Vehicle", cost=4, mode="standalone"),
    GearRow(card="G11", subtypes="Weapon", cost=2, mode="attached"),
    GearRow(card="G12", subtypes="Construct", cost=1, mode="standalone", attrition=3),
    GearRow(card="G13", subtypes="Tool", cost=2, mode="attached"),
    GearRow(card="G14", subtypes="Document", cost=1, mode="attached"),
    GearRow(card="G15", subtypes="Armour", cost=2, mode="attached"),
    GearRow(card="G16", subtypes="Suit", cost=4, mode="attached"),
    GearRow(card="G17", subtypes="Tool", cost=2, mode="attached"),
    GearRow(card="G18", subtypes="Weapon, Relic", cost=2, mode="attached"),
]
ROWS = [
    Row("G01", "1 more for its bearer", p1=p1("P18", "P17", "G01 on P18"), now={"p1.P18": "4", "p1.P17": "2"}),
    Row(
        "G01",
        "no lethal Complication targets its bearer",
        p1=p1("P18 secure S03", "P17 secure S03", "G01 on P18"),
        p2=p2(hand=["C11"]),
        scps=["S03"],
        stage="retrieval",
        when=[attempt("S03"), can("p1.P17"), complicate("C11", "p1.P18", rule="SCP-519")],
        then={"attempt": "secure 6/4", "p1.P18": "4 tapped secure S03", "p1.P17": "2 tapped secure S03"},
        asked="p2 complication_window",
    ),
    Row(
        "G01",
        "others do",
        p1=p1("P18 secure S03", "G01 on P18"),
        p2=p2(hand=["C04"]),
        scps=["S03"],
        stage="retrieval",
        when=[attempt("S03"), can("p1.P18")],
        then={"attempt": "secure 4/4", "p1.P18": "4 tapped secure S03"},
        asked="p2 complication_window",
    ),
    Row(
        "G02",
        "Combat for its bearer",
        p1=p1("P18", "P17", "P20", "G02 on P18", "G02 on P17"),
        now={"p1.P18.skills": "combat covert", "p1.P17.skills": "combat 2 soldier", "p1.P20.skills": "technical"},
    ),
    Row("G03", "1 more for its bearer", p1=p1("P18", "P17", "G03 on P18"), now={"p1.P18": "4", "p1.P17": "2"}),
    Row("G03", "3 more for a Soldier", p1=p1("P17", "P22", "G03 on P17"), now={"p1.P17": "5", "p1.P22": "3"}),
    TotalRow(
        "G03",
        "not for others in its attempt",
        "secure S18: 8/6",
        p1("P17 secure S18", "P22 secure S18", "G03 on P17"),
        scps=["S18"],
    ),
    Row(
        "G04",
        "Covert for its bearer",
        p1=p1("P20", "P17", "G04 on P20"),
        now={"p1.P20.skills": "covert technical", "p1.P17.skills": "combat soldier"},
    ),
    TotalRow(
        "G05",
        "2 more to Contain with Science",
        "contain S03: 6/2",
        p1("P20 contain S03", "P16 contain S03", "G05"),
        scps=["p1.S03"],
    ),
    TotalRow(
        "G05", "not with Science at home", "contain S03: 3/2", p1("P20 contain S03", "P16", "G05"), scps=["p1.S03"]
    ),
    TotalRow("G05", "not to Secure", "secure S03: 1/4", p1("P16 secure S03", "G05"), scps=["S03"]),
    TotalRow(
        "G05", "not in attempts of others", "contain S03: 1/2", p1("P16 contain S03"), p2("G05", "P16"), scps=["p1.S03"]
    ),
    Row(
        "G06",
        "1 more and Occult for its bearer",
        p1=p1("P20", "P17", "G06 on P20"),
        now={"p1.P20": "4", "p1.P20.skills": "occult technical", "p1.P17": "2", "p1.P17.skills": "combat soldier"},
    ),
    Row(
        "G07",
        "Medical for its bearer",
        p1=p1("P20", "P17", "G07 on P20"),
        now={"p1.P20.skills": "medical technical", "p1.P17.skills": "combat soldier"},
    ),
    Row(
        "G07",
        "not for a bearer without Wounds",
        p1=p1("P17", "P16 wounds 1", "G07 on P17"),
        when=[use("G07", rule="SCP-314")],
    ),
    Row(
        "G07",
        "destroyed, it heals 2 Wounds of its bearer",
        p1=p1("P17 wounds 2", "P16 wounds 1", "G07 on P17"),
        when=[use("G07")],
        then={"p1.P17": "2", "p1.P17.skills": "combat soldier", "p1.G07": None, "p1.discard": "G07"},
    ),
    Row(
        "G08",
        "Technical for its bearer",
        p1=p1("P18", "P17", "G08 on P18"),
        now={"p1.P18.skills": "covert technical", "p1.P17.skills": "combat soldier"},
    ),
    TotalRow("G09", "1 more to Contain", "contain S03: 4/2", p1("P20 contain S03", "G09"), scps=["p1.S03"]),
    TotalRow("G09", "2 more a Keter", "contain S44: 5/6", p1("P20 contain S44", "G09"), scps=["p1.S44"]),
    TotalRow("G09", "not to Secure one", "secure S44: 3/9", p1("P20 secure S44", "G09"), scps=["S44"]),
    TotalRow("G09", "not in attempts of others", "contain S44: 3/6", p1("P20 contain S44"), p2("G09"), scps=["p1.S44"]),
    Row(
        "G10",
        "2 Attrition less to Secure",
        p1=p1("P18 secure S03", "G10", "F04", "F02"),
        scps=["S03"],
        stage="retrieval",
        when=[attempt("S03"), compare(), due((P1, 8, 2)), choose("p1.F04"), choose("p1.F02")],
        then={
            "S03": "unsecured 1",
            "p1.P18": "3 tapped",
            "p1.F04": None,
            "p1.F02": None,
            "p1.discard": "F04 F02",
        },
    ),
    Row(
        "G10",
        "in a raid, for its controller alone",
        p1=p1("P19 secure S03", "P16 secure S03", "P20 secure S03", "G10", "F02"),
        scps=["p2.S03 3"],
        stage="retrieval",
        when=[attempt("S03"), compare(), choose("p1.F02"), due((P1, 3, 2), (P2, 11, 0))],
        then={
            "S03": "p1 secured 3",
            "p1.P19": "3 tapped",
            "p1.P16": "1 tapped",
            "p1.P20": "3 tapped",
            "p1.F02": None,
            "p1.discard": "F02",
        },
    ),
    Row(
        "G10",
        "for the defender of a raid",
        p1=p1("P16 secure S03", "P18 secure S03", "P17 secure S03"),
        p2=p2("G10", "F02"),
        scps=["p2.S03 3"],
        stage="retrieval",
        when=[attempt("S03"), compare(), due((P2, 3, 2)), choose("p2.F02", seat=P2)],
        then={
            "S03": "p2 secured 4",
            "p1.P16": None,
            "p1.P18": None,
            "p1.P17": None,
            "p1.discard": "P16 P18 P17",
            "p2.F02": None,
            "p2.discard": "F02",
        },
    ),
    Row(
        "G10",
        "not from anything else",
        p1=p1("G10", "F04", hand=["M10"]),
        scps=["p2.S03 contained"],
        stage="mission",
        when=[mission("M10", "S03"), end_turn(), due((P1, 3, 0)), choose("p1.F04")],
        then={"p1.hand": "", "p1.F04": None, "p1.discard": "F04 M10", "turn": "p2 4"},
    ),
    Row(
        "G11",
        "Terminate for its bearer",
        p1=p1("P20", "P17", "G11 on P20"),
        now={"p1.P20.skills": "technical terminate", "p1.P17.skills": "combat soldier"},
    ),
    Row(
        "G11",
        "destroyed, it is worth 3 to destroy an SCP; the bearer counts no more",
        p1=p1("P17 destroy S08", "P28 destroy S08", "G11 on P17"),
        scps=["p1.S08 contained"],
        stage="research",
        when=[attempt("S08", "destroy"), check(attempt="destroy 5/9"), use("G11")],
        then={
            "attempt": "destroy 6/9",
            "p1.P17": "2 tapped destroy S08",
            "p1.P28": "3 tapped destroy S08",
            "p1.P17.skills": "combat soldier",
            "p1.G11": None,
            "p1.discard": "G11",
        },
    ),
    Row(
        "G11",
        "not to Secure one",
        p1=p1("P17 secure S18", "G11 on P17"),
        scps=["S18"],
        stage="retrieval",
        when=[attempt("S18"), use("G11", rule="SCP-314")],
        then={"attempt": "secure 2/6", "p1.P17": "2 tapped secure S18"},
    ),
    Row(
        "G12",
        "destroyed, it calls the attempt off",
        p1=p1("P18 secure S03", "G12", "F02"),
        scps=["S03"],
        stage="retrieval",
        when=[attempt("S03"), use("G12")],
        then={"p1.P18": "3 tapped", "p1.G12": None, "p1.discard": "G12"},
    ),
    Row("G12", "not without one", p1=p1("P18", "G12"), when=[use("G12", rule="SCP-311")]),
    Row(
        "G13",
        "the Command Icon for its bearer",
        p1=p1("P17", "P37", "P18", "G13 on P17", "G13 on P37"),
        now={"p1.P17.icons": "command soldier", "p1.P37.icons": "command", "p1.P18.icons": ""},
    ),
    Row(
        "G14",
        "the Site-19 Icon for its bearer",
        p1=p1("P17", "P18", "G14 on P17"),
        now={"p1.P17.icons": "site_19 soldier", "p1.P18.icons": ""},
    ),
    Row(
        "G15",
        "3 more for a bearer who defends",
        p1=p1("P17 defend S03", "P18 defend S03", "G15 on P17"),
        scps=["p1.S03"],
        now={"p1.P17": "5 defend S03", "p1.P18": "3 defend S03"},
    ),
    Row(
        "G15",
        "not for one who does not",
        p1=p1("P17", "P22 tapped", "P18 defend S03", "G15 on P17", "G15 on P22"),
        scps=["p1.S03"],
        now={"p1.P17": "2", "p1.P22": "3 tapped"},
    ),
    Row("G16", "3 more for its bearer", p1=p1("P17", "P18", "G16 on P17"), now={"p1.P17": "5", "p1.P18": "3"}),
    Row(
        "G17",
        "Research and Science for its bearer",
        p1=p1("P18", "P17", "G17 on P18"),
        now={"p1.P18.skills": "covert research science", "p1.P17.skills": "combat soldier"},
    ),
    Row(
        "G18",
        "Combat and Terminate for its bearer",
        p1=p1("P18", "P20", "G18 on P18"),
        now={"p1.P18.skills": "combat covert terminate", "p1.P20.skills": "technical"},
    ),
]


@cases(PRINTED)
def test_as_printed(table: MakeTable, row: GearRow) -> None:
    row.prove(table)


@cases(ROWS)
def test_what_it_does(table: MakeTable, row: Row | TotalRow) -> None:
    row.run(table)
