"""The accounts."""

from __future__ import annotations

import pytest

from tests.games.trf.cards.printed import AccountRow
from tests.games.trf.cards.rows import (
    MakeTable,
    Row,
    at_random,
    attack,
    choose,
    dealt,
    decline,
    end,
    may_attack,
    next_turn,
    p1,
    p2,
    use,
)
from tests.games.trf.custom import card
from tests.games.trf.table import P1, P2
from tests.kit.rows import cases

PRINTED = [
    AccountRow(card="A01", faction="coalition", titles="Veteran Mod"),
    AccountRow(card="A02", faction="iron_regency", titles="Veteran Admin"),
    AccountRow(card="A03", faction="jedi", titles="Veteran", opens="coalition"),
    AccountRow(card="A04", faction="coalition", titles="Newbie"),
    AccountRow(card="A05", faction="umbral_circle", titles="Troublemaker"),
    AccountRow(card="A06", faction="freeport_league", titles="Mod", opens="drift_clans"),
    AccountRow(card="A07", faction="drift_clans", titles="Troublemaker"),
    AccountRow(card="A08", faction="universal", titles="Veteran"),
    AccountRow(card="A09", faction="umbral_circle", titles="Admin", opens="iron_regency"),
    AccountRow(card="A10", faction="iron_regency", titles="Veteran Troublemaker"),
    AccountRow(card="A11", faction="jedi", titles="Newbie"),
]
ROWS = [
    Row(
        "A01",
        "one of its units has 2 more, for 20 words, once a turn",
        p1=p1("C01 with C02", "C14", account="A01"),
        p2=p2("X03"),
        when=[use("A01", "C01"), use("A01", "C14", rule="TRF-332")],
        then={"p1.words": "480/500", "p1.C01": "8/4 with C02"},
    ),
    Row(
        "A01",
        "this turn only",
        p1=p1("C01", account="A01"),
        when=[use("A01", "C01"), next_turn(P1)],
        then={"turn": "p2 6", "p1.words": "480/500", "p2.meters": "500/500", "p2.words": "40/40"},
    ),
    Row(
        "A01",
        "a unit of its own by its anchor",
        p1=p1("C01 with C02", "C14", account="A01"),
        p2=p2("X03"),
        targets=["p1.C01", "p1.C14"],
    ),
    Row("A01", "not with 19 words", p1=p1("C01", account="A01", words=19), targets=[]),
    Row(
        "A01",
        "OOC cards cost 10 words more against a Veteran",
        p1=p1(account="A01"),
        p2=p2(account="A03"),
        prices={"p1 O01 pre": 70, "p1 O22 block": 40, "p1 C14": 100, "p2 O01 pre": 60},
    ),
    Row(
        "A01",
        "and not against anybody else",
        p1=p1(account="A01"),
        p2=p2(account="A09"),
        prices={"p1 O01 pre": 60},
    ),
    Row(
        "A01",
        "nor against a Mod",
        p1=p1(account="A01"),
        p2=p2(account="A06"),
        prices={"p1 O01 pre": 60},
    ),
    Row(
        "A02",
        "responses cost 10 words less",
        p1=p1(account="A02"),
        p2=p2(account="A09"),
        prices={"p1 O02 response": 40, "p1 O02 pre": 50, "p1 O22 block": 30, "p1 R10": 100, "p2 O02 response": 50},
    ),
    Row(
        "A04",
        "50 meters more at each refill, and a card with two in the hand",
        p1=p1(account="A04", hand=["X03", "X03"]),
        p2=p2(hand=["X03", "X03", "X03"]),
        active=P2,
        stage="post_combat",
        when=[end(P2)],
        then={
            "turn": "p1 6",
            "p1.meters": "550/550",
            "p1.words": "40/40",
            "p1.hand": "X03 X03 X03",
            "p1.deck": "C14 J08 R08 U06",
        },
    ),
    Row(
        "A04",
        "no card with three in the hand",
        p1=p1(account="A04", hand=["X03", "X03", "X03"]),
        active=P2,
        stage="post_combat",
        when=[end(P2)],
        then={"turn": "p1 6", "p1.meters": "550/550", "p1.words": "40/40"},
    ),
    Row(
        "A04",
        "nothing at the start of the other turns",
        p1=p1(account="A04"),
        stage="post_combat",
        when=[end(P1)],
        then={"turn": "p2 6", "p2.meters": "500/500", "p2.words": "40/40"},
    ),
    Row(
        "A05",
        "on 4 to 6 the opponent discards a card at random",
        p1=p1(account="A05", hand=["X03", "X03"]),
        p2=p2(hand=["C14", "J08", "R08", "U06", "F07", "D06", "X03"]),
        effect=[4, 5, 6],
        when=[use("A05"), at_random("C14")],
        then={"p2.hand": "J08 R08 U06 F07 D06 X03", "p2.discard": "C14"},
    ),
    Row(
        "A05",
        "on 1 its player discards a card of their choice",
        p1=p1(account="A05", hand=["C14", "J08", "R08"]),
        p2=p2(hand=["X03", "X03"]),
        effect=[1],
        when=[use("A05"), choose("J08")],
        then={"p1.hand": "C14 R08", "p1.discard": "J08"},
    ),
    Row(
        "A05",
        "on 2 and 3 nothing",
        p1=p1(account="A05", hand=["C14", "J08"]),
        p2=p2(hand=["X03", "X03"]),
        effect=[2, 3],
        when=[use("A05"), decline()],
    ),
    Row(
        "A05",
        "once a turn",
        p1=p1(account="A05"),
        effect=[3],
        when=[use("A05"), use("A05", rule="TRF-332")],
    ),
    Row(
        "A07",
        "its Fleeters of 200 or less are Swift, others are not",
        p1=p1("X03 new", "U02 new", "F02 new", "C14 new", account="A07"),
        p2=p2("X03"),
        when=[may_attack("X03", "U02")],
        now={"p2.X03": "1/1"},
    ),
    Row(
        "A08",
        "150 meters less at each refill",
        p1=p1(account="A08"),
        active=P2,
        stage="post_combat",
        when=[end(P2)],
        then={"turn": "p1 6", "p1.meters": "350/350", "p1.words": "40/40"},
    ),
    Row(
        "A08",
        "of its own ones",
        p1=p1(account="A08"),
        stage="post_combat",
        when=[end(P1)],
        then={"turn": "p2 6", "p2.meters": "500/500", "p2.words": "40/40"},
    ),
    Row(
        "A09",
        "20 words less at each refill",
        p1=p1(account="A09"),
        active=P2,
        stage="post_combat",
        when=[end(P2)],
        then={"turn": "p1 6", "p1.meters": "500/500", "p1.words": "20/20"},
    ),
    Row(
        "A10",
        "three units that attack have 1 more",
        p1=p1("R01 with R08", "R02", "R10", "X03", account="A10", hand=["X03"]),
        when=[attack("R01", "R02", "R10")],
        then={
            "p1.R01": "8/5 with R08 battled",
            "p1.R08": "3 battled",
            "p1.R02": "4/1 battled",
            "p1.R10": "3/1 battled",
        },
    ),
    Row(
        "A10",
        "two don't",
        p1=p1("R01 with R08", "R02", "R10", account="A10", hand=["X03"]),
        when=[attack("R01", "R02")],
        then={"p1.R01": "7/5 with R08 battled", "p1.R08": "3 battled", "p1.R02": "3/1 battled"},
    ),
    Row(
        "A11",
        "30 words more at each refill",
        p1=p1(account="A11"),
        active=P2,
        stage="post_combat",
        when=[end(P2)],
        then={"turn": "p1 6", "p1.meters": "500/500", "p1.words": "70/70"},
    ),
]


@cases(PRINTED)
def test_read(row: AccountRow) -> None:
    row.read()


@cases(PRINTED)
def test_moves_second(row: AccountRow) -> None:
    row.moves_second()


@cases(PRINTED)
def test_pays(table: MakeTable, row: AccountRow) -> None:
    row.pays(table)


@cases(ROWS)
def test_what_it_does(table: MakeTable, row: Row) -> None:
    row.run(table)


@pytest.mark.card("A07")
def test_a_fleeter_of_201_is_not_swift(table: MakeTable) -> None:
    game = table()
    dear = card(game, "character", cost=201)
    game = dealt(game, (p1(f"{dear} new", "X03 new", account="A07"), p2())).start()
    may_attack("X03")(game)
