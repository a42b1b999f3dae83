"""Real events, as data: who met whom, with which result, and the final table that was published. Facts only.

Professionals have their names. Everybody else is called by the place in the published table.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from domain.tournament.entrants import Entrant, Pairing, Round, TableResult
from domain.tournament.policy import Points, Policy
from tests.tournament.published import PLACES, Crosstable, record

CHESS = Points(win=2, draw=1, loss=0, bye=2, units=2)
PERCENTAGES = ("OMW", "GW", "OGW")


class Row(NamedTuple):
    """A line of a published table. `values`: published tie-breaks by their codes, to as many digits as published."""

    entrant: str
    points: Fraction
    values: Mapping[str, Fraction]


class Event(NamedTuple):
    """An event with the policy that expresses its rules, its record and the rows of its table, the best first.

    `digits`: how many the published tie-breaks have after the point.
    """

    title: str
    policy: Policy
    digits: int
    entrants: list[Entrant]
    rounds: list[Round]
    table: list[Row]


def _table(text: str, *codes: str) -> list[Row]:
    """Lines of entrant, points and a value for each code."""
    rows = []
    for line in text.strip().splitlines():
        entrant, points, *values = line.split()
        numbers = {code: Fraction(value) for code, value in zip(codes, values, strict=True)}
        rows.append(Row(entrant, Fraction(points), numbers))
    return rows


def _games(text: str, table: list[Row]) -> list[Round]:
    """Lines of round and games: two names by their first letters, between them what the first one scored, 1 = 0."""
    names = {row.entrant[:2]: row.entrant for row in table}
    rounds = []
    for line in text.strip().splitlines():
        number, _, games = line.partition(" ")
        pairings, results = [], []
        for at, game in enumerate(games.split(", "), 1):
            first, result, second = game.split()
            pairings.append(Pairing(at, (names[first], names[second])))
            results.append(TableResult(at, PLACES[result]))
        rounds.append(Round(int(number), tuple(pairings), results=tuple(results)))
    return rounds


def _matches(text: str) -> list[Round]:
    """Lines of round and matches: "1 2-0 11" was won by 1 without losing a game, "7 U" is a bye."""
    rounds = []
    for line in text.strip().splitlines():
        number, _, matches = line.partition(" ")
        pairings, results, byes = [], [], []
        for at, match in enumerate(matches.split(", "), 1):
            first, games, *second = match.split()
            if games == "U":
                byes.append(first)
                continue
            won, lost = (int(count) for count in games.split("-"))
            pairings.append(Pairing(at, (first, *second)))
            results.append(TableResult(at, PLACES["=" if won == lost else "1"], (won, lost)))
        rounds.append(Round(int(number), tuple(pairings), tuple(byes), results=tuple(results)))
    return rounds


def _entrants(table: list[Row]) -> list[Entrant]:
    return [Entrant(row.entrant) for row in table]


BERLIN_TABLE = _table(
    """
Caruana 9 5 57
Mamedyarov 8 3 54.75
Karjakin 8 4 54.75
Ding 7.5 1 52.5
Kramnik 6.5 3 41.5
Grischuk 6.5 2 44
So 6 1 40.5
Aronian 4.5 1 33
""",
    "WIN",
    "SB",
)
BERLIN = Event(
    "Candidates Tournament, Berlin 2018",
    Policy("round_robin", cycles=2, points=CHESS, tie_breaks=("DE", "WIN", "SB")),
    2,
    _entrants(BERLIN_TABLE),
    _games(
        """
1 Kr 1 Gr, Ka 0 Ma, Ar = Di, Ca 1 So
2 Gr 1 So, Di = Ca, Ma = Ar, Kr = Ka
3 Ka = Gr, Ar 0 Kr, Ca = Ma, So = Di
4 Kr 0 Ca, Ar 1 Ka, Gr = Di, Ma = So
5 Ar = Gr, So = Kr, Ka = Ca, Di = Ma
6 Ma 1 Kr, So 1 Ar, Di = Ka, Ca = Gr
7 Ar 0 Ca, Ka 1 So, Kr = Di, Gr = Ma
8 Gr 1 Kr, Ma = Ka, Di = Ar, So = Ca
9 So = Gr, Ca = Di, Ar = Ma, Ka 1 Kr
10 Gr = Ka, Kr 1 Ar, Ma = Ca, Di = So
11 Ka 1 Ar, Di = Gr, Ca = Kr, So = Ma
12 Ka 1 Ca, Ma 0 Di, Gr = Ar, Kr = So
13 Ca 1 Ar, Ma 1 Gr, So = Ka, Di = Kr
14 Gr 0 Ca, Kr = Ma, Ka = Di, Ar = So
""",
        BERLIN_TABLE,
    ),
    BERLIN_TABLE,
)
"""10 to 27 March 2018. Table: that of chess-results, as printed by
chesshive.com/2018/03/caruana-leads-candidates-2018-with-4-rounds-to-go; left out is a column with the points scored
among those who are tied. Games: rounds 1, 2, 8 and 9 on kampuspedia.com, the others from the reports of chess24.com,
chess.com, spiegel.de, theweekinchess.com and chessentials.com; a result that none of them names follows from the
standings between the rounds. Who had which colour is not part of this record."""

TASHKENT_TABLE = _table(
    """
Praggnanandhaa 5.5 25.25
Abdusattorov 5.5 22.5
Sindarov 5.5 22.25
Erigaisi 5 21.5
Maghsoodloo 4.5 20.5
Rapport 4.5 18.75
Yakubboev 4.5 19.5
Vokhidov 4 16.5
Nepomniachtchi 3.5 16
Aravindh 2.5 11.25
""",
    "SB",
)
TASHKENT = Event(
    "UzChess Cup, Masters, Tashkent 2025",
    Policy("round_robin", points=CHESS, tie_breaks=("DE", "SB")),
    2,
    _entrants(TASHKENT_TABLE),
    _games(
        """
1 Ar = Pr, Ya 0 Er, Ma = Ra, Ne 0 Si, Ab 1 Vo
2 Pr 1 Vo, Si = Ab, Ra = Ne, Er = Ma, Ar 0 Ya
3 Ya = Pr, Ma = Ar, Ne = Er, Ab 1 Ra, Vo = Si
4 Pr 1 Si, Ra = Vo, Er = Ab, Ar = Ne, Ya 0 Ma
5 Ma 1 Pr, Ne = Ya, Ab 1 Ar, Vo 0 Er, Si 1 Ra
6 Pr 0 Ra, Er = Si, Ar = Vo, Ya 1 Ab, Ma = Ne
7 Ne = Pr, Ab 1 Ma, Vo = Ya, Si 1 Ar, Ra = Er
8 Pr 1 Er, Ar 0 Ra, Ya = Si, Ma 0 Vo, Ne = Ab
9 Ab 0 Pr, Vo 1 Ne, Si = Ma, Ra = Ya, Er = Ar
""",
        TASHKENT_TABLE,
    ),
    TASHKENT_TABLE,
)
"""19 to 27 June 2025, all nine rounds before the blitz play-off (chess-results.com, tournament 1175851; lichess.org
broadcast). First named: white."""

HOBSONS_BAY_CROSSTABLE: Crosstable = {
    1: "16-1 22-1 28-1 5-1 3-1",
    2: "47-1 23-1 4-= 28-1 7-1",
    3: "15-1 10-1 21-1 8-1 1-0",
    4: "20-1 14-1 2-= 7-= 13-1",
    5: "36-1 13-1 12-1 1-0 14-1",
    6: "48-1 29-1 8-0 15-1 21-1",
    7: "38-1 11-1 9-1 4-= 2-0",
    8: "40-1 18-1 6-1 3-0 9-=",
    9: "30-1 17-1 7-0 12-1 8-=",
    10: "27-1 3-0 40-1 11-= 24-1",
    11: "31-1 7-0 33-1 10-= 22-1",
    12: "34-1 19-1 5-0 9-0 29-1",
    13: "49-1 5-0 35-1 20-1 4-0",
    14: "41-1 4-0 27-1 16-1 5-0",
    15: "3-0 41-1 34-1 6-0 30-1",
    16: "1-0 48-1 29-1 14-0 32-1",
    17: "24-1 9-0 20-0 23-1 27-1",
    18: "33-1 8-0 31-1 21-= 19-=",
    19: "H 12-0 39-1 25-1 18-=",
    20: "4-0 U 17-1 13-0 26-=",
    21: "42-1 35-1 3-0 18-= 6-0",
    22: "32-1 1-0 36-= 37-1 11-0",
    23: "25-1 2-0 37-= 17-0 36-1",
    24: "17-0 32-1 25-= 36-1 10-0",
    25: "23-0 47-1 24-= 19-0 31-1",
    26: "37-0 36-0 U 41-1 20-=",
    27: "10-0 39-1 14-0 33-1 17-0",
    28: "46-1 37-1 1-0 2-0 Z",
    29: "U 6-0 16-0 46-1 12-0",
    30: "9-0 40-0 47-1 34-1 15-0",
    31: "11-0 42-1 18-0 38-1 25-0",
    32: "22-0 24-0 42-1 35-1 16-0",
    33: "18-0 38-1 11-0 27-0 41-1",
    34: "12-0 46-1 15-0 30-0 37-1",
    35: "39-1 21-0 13-0 32-0 46-1",
    36: "5-0 26-1 22-= 24-0 23-0",
    37: "26-1 28-0 23-= 22-0 34-0",
    38: "7-0 33-0 48-1 31-0 39-=",
    39: "35-0 27-0 19-0 42-1 38-=",
    40: "8-0 30-1 10-0 Z Z",
    41: "14-0 15-0 46-1 26-0 33-0",
    42: "21-0 31-0 32-0 39-0 U",
    43: "H Z Z Z Z",
    44: "H Z Z Z Z",
    45: "H Z Z Z Z",
    46: "28-0 34-0 41-0 29-0 35-0",
    47: "2-0 25-0 30-0 Z Z",
    48: "6-0 16-0 38-0 Z Z",
    49: "13-0 Z Z Z Z",
}
HOBSONS_BAY_TABLE = _table(
    """
1 5.0 16.0 13.5 16.00
2 4.5 13.5 12.5 11.50
3 4.0 17.5 15.0 12.50
4 4.0 16.5 14.0 12.50
5 4.0 15.5 14.0 10.50
6 4.0 12.0 11.0 8.50
7 3.5 17.0 15.5 10.50
8 3.5 16.5 14.5 10.75
9 3.5 15.0 13.0 9.75
10 3.5 14.0 12.0 8.25
11 3.5 13.5 11.5 8.25
12 3.0 14.5 12.5 7.00
13 3.0 14.5 12.5 6.50
14 3.0 14.0 13.0 6.00
15 3.0 13.0 12.0 5.00
16 3.0 13.0 12.0 5.00
17 3.0 13.0 11.0 7.00
18 3.0 13.0 11.0 6.75
19 3.0 13.0 10.0 7.00
20 2.5 15.0 12.5 6.75
21 2.5 14.0 13.0 4.50
22 2.5 13.5 12.0 4.25
23 2.5 13.0 11.5 4.75
24 2.5 12.5 11.0 4.75
25 2.5 11.0 10.0 4.25
26 2.5 9.0 8.0 4.75
27 2.0 13.0 11.5 3.50
28 2.0 13.0 11.0 1.50
29 2.0 12.0 12.0 2.00
30 2.0 11.5 10.5 3.00
31 2.0 11.5 10.5 2.50
32 2.0 11.0 10.0 3.00
33 2.0 11.0 10.0 2.50
34 2.0 9.5 9.5 1.50
35 2.0 9.0 9.0 1.50
36 1.5 14.0 11.5 3.75
37 1.5 12.0 10.0 3.75
38 1.5 10.0 9.0 1.75
39 1.5 9.5 8.5 1.75
40 1.0 11.0 10.0 2.00
41 1.0 10.5 10.5 0.00
42 1.0 9.0 8.0 1.00
43 0.5 2.5 2.0 0.25
44 0.5 2.5 2.0 0.25
45 0.5 2.5 2.0 0.25
46 0.0 9.5 8.5 0.00
47 0.0 9.0 9.0 0.00
48 0.0 8.5 8.5 0.00
49 0.0 3.0 3.0 0.00
""",
    "BH",
    "BH/C1",
    "SB",
)
HOBSONS_BAY = Event(
    "Hobsons Bay April Rapid 2025",
    Policy("swiss", rounds=5, points=CHESS, tie_breaks=("BH", "BH/C1", "SB")),
    2,
    *record(HOBSONS_BAY_CROSSTABLE),
    HOBSONS_BAY_TABLE,
)
"""The cross table with standings that the club printed with Vega (github.com/samuraitruong/vegashare,
samples/vega1/crosstablescore.json). Four byes, four excused from the first round, eight left before the end."""

PAVIA_TABLE = _table(
    """
1 12 .520833 .800000 .555556
2 10 .541667 .777778 .550000
3 9 .541667 .700000 .555556
4 9 .479167 .600000 .527778
5 7 .729167 .666667 .627778
6 6 .645833 .555556 .613889
7 6 .611111 .555556 .544444
8 6 .562500 .555556 .538889
9 6 .541667 .500000 .505556
10 6 .500000 .500000 .500000
11 6 .500000 .500000 .466667
12 3 .583333 .333333 .547222
13 3 .562500 .333333 .586111
14 3 .458333 .333333 .458333
15 3 .444444 .400000 .462963
16 0 .500000 .333333 .500000
""",
    *PERCENTAGES,
)
PAVIA = Event(
    "Magic: The Gathering, Legacy League Pavia 2022/23, stage 18",
    Policy("swiss", rounds=4, best_of=3, own_bye="win", tie_breaks=PERCENTAGES),
    6,
    _entrants(PAVIA_TABLE),
    _matches(
        """
1 1 2-0 11, 2 2-1 3, 4 2-0 7, 5 2-0 13, 6 2-0 15, 8 2-0 10, 9 2-0 16, 12 2-1 14
2 1 2-0 9, 2 1-1 5, 3 2-1 7, 4 2-1 12, 6 2-0 8, 10 2-0 16, 14 2-1 11, 13 2-1 15
3 1 2-1 6, 2 2-0 13, 3 2-0 12, 5 2-0 4, 7 U, 8 2-0 9, 10 2-0 14, 11 2-1 15
4 1 2-1 5, 2 2-0 10, 3 2-0 6, 4 2-1 8, 7 2-0 12, 9 2-0 14, 11 2-0 13, 15 U
"""
    ),
    PAVIA_TABLE,
)
"""20 April 2023, melee.gg, tournament 15294 (github.com/Badaro/MTGODecklistCache, Tournaments/melee.gg/2023/04/20). Two
byes, a match drawn, and 16 left after two rounds."""

AT_HOME_TABLE = _table(
    """
1 9 .666667 .857143 .621032
2 9 .555556 .750000 .557540
3 6 .666667 .714286 .589286
4 6 .666667 .625000 .634921
5 6 .666667 .571429 .587302
6 6 .555556 .666667 .507937
7 6 .555556 .625000 .503968
8 6 .500000 .714286 .486111
9 6 .444444 .571429 .412698
10 3 .666667 .333333 .598214
11 3 .555556 .428571 .557540
12 3 .500000 .500000 .523810
13 3 .500000 .333333 .486111
14 3 .444444 .333333 .460317
15 3 .444444 .333333 .444444
16 0 .666667 .333333 .551587
17 0 .555556 .333333 .555556
""",
    *PERCENTAGES,
)
AT_HOME = Event(
    "Magic: The Gathering, the 69th Legacy at home, 2023",
    Policy("swiss", rounds=3, best_of=3, own_bye="win", tie_breaks=PERCENTAGES),
    6,
    _entrants(AT_HOME_TABLE),
    _matches(
        """
1 1 2-1 4, 2 2-0 16, 3 U, 5 2-0 9, 6 2-0 15, 7 2-0 10, 8 2-0 14, 11 2-0 17, 12 2-0 13
2 1 2-0 6, 2 2-1 3, 4 2-0 13, 5 2-1 17, 7 2-1 11, 8 2-0 12, 9 2-1 16, 10 U, 15 2-0 14
3 1 2-0 5, 2 2-1 7, 3 2-0 11, 4 2-1 8, 6 2-0 17, 9 2-0 10, 13 2-0 15, 14 2-1 16
"""
    ),
    AT_HOME_TABLE,
)
"""15 April 2023, melee.gg, tournament 15296 (the same repository, Tournaments/melee.gg/2023/04/15). Two byes; 12 left
after two rounds."""

EVENTS = (BERLIN, TASHKENT, HOBSONS_BAY, PAVIA)
"""Those whose order and values come out. At home two change places: docs/tie-breaks.md says why."""
