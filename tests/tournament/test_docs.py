"""The pages about pairings, tie-breaks and ratings say what the program computes: tables, sums, proof are executed."""

import csv as reader
import re
from fractions import Fraction
from functools import cache
from io import StringIO
from itertools import groupby
from pathlib import Path

import msgspec
import pytest

from api_schema.ports.tournaments import TournamentPolicy
from api_schema.tournament_policy import policy_of
from domain.tournament import blocks, csv, pods
from domain.tournament.assignment import DuelInput
from domain.tournament.brackets import seed_order
from domain.tournament.entrants import Entrant, Pairing, Round, TableResult
from domain.tournament.ledger import ledger
from domain.tournament.policy import Pods, Policy
from domain.tournament.proof import Proof, prove, verify
from domain.tournament.ratings import Rating
from domain.tournament.round_robin import berger
from domain.tournament.rounds import given
from domain.tournament.standings import standings
from domain.tournament.tiebreaks import TIE_BREAKS, Books
from domain.tournament.weights import LOT_BITS, Costs
from tests.tournament.published_events import EVENTS

DOCS = Path(__file__).resolve().parents[2] / "docs"
PAGE = "\n".join((DOCS / f"{name}.md").read_text() for name in ("pairings", "tie-breaks", "ratings"))
SEED = bytes(range(32))
POLICY = Policy("swiss", rounds=3, best_of=3, tie_breaks=("OMW", "GW", "OGW", "BH", "SB"), regulations="fide_2026")
ENTRANTS = [Entrant(one) for one in ("ana", "ben", "cem", "dea", "eli")]
NAMES = {one.id: one.id.title() for one in ENTRANTS}
BYES = {1: "ben", 2: "ana", 3: "eli"}
RESULTS, STANDINGS = re.findall(r"```csv\n(.*?)```", PAGE, re.DOTALL)
SUMS = re.findall(r"`([A-Z0-9/]+)\((\w+)\) = ([^=`]+) = ([^=`]+)`", PAGE)


@cache
def record() -> tuple[Round, ...]:
    """The rounds of the page's own list of results."""
    lines = [line for line in reader.DictReader(StringIO(RESULTS)) if line["table"]]
    rounds = []
    for number, in_round in groupby(lines, lambda line: int(line["round"])):
        pairings, results = [], []
        for table, seats in groupby(in_round, lambda line: int(line["table"])):
            both = list(seats)
            won = tuple(int(line["games_won"]) for line in both)
            places = sorted({line["place"] for line in both})
            groups = tuple(tuple(at for at in (0, 1) if both[at]["place"] == place) for place in places)
            pairings.append(Pairing(table, tuple(line["entrant"] for line in both)))
            results.append(TableResult(table, groups, won, int(both[0]["games_drawn"])))
        rounds.append(Round(number, tuple(pairings), (BYES[number],), (), tuple(results)))
    return tuple(rounds)


def duels(number: int) -> DuelInput:
    found = given(POLICY, "tn_example", ENTRANTS, record(), number)
    assert isinstance(found, DuelInput)
    return found


def rows(heading: str) -> list[list[str]]:
    """The rows of the table under this head."""
    lines = PAGE.split(f"| {heading} |\n", 1)[1].splitlines()[1:]
    end = lines.index("")
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[:end]]


@pytest.mark.parametrize("number", [1, 2, 3])
def test_the_example_was_paired_as_the_page_says(number: int) -> None:
    one = record()[number - 1]
    assert prove(duels(number), SEED).result.pairings == one.pairings
    assert prove(duels(number), SEED).result.byes == one.byes


def test_the_lists_of_the_example() -> None:
    assert csv.results(record(), NAMES).replace("\r\n", "\n") == RESULTS
    rows = standings(POLICY, ENTRANTS, record())
    assert csv.standings(POLICY.tie_breaks, rows, NAMES).replace("\r\n", "\n") == STANDINGS


def test_every_kind_of_tie_break_has_a_sum() -> None:
    assert {code for code, *_ in SUMS} | {"DE"} == {*TIE_BREAKS, "DE"}


@pytest.mark.parametrize(("code", "entrant", "expression", "value"), SUMS)
def test_a_sum_of_the_page_comes_out(code: str, entrant: str, expression: str, value: str) -> None:
    exactly = re.sub(r"\d+", lambda found: f"Fraction({found[0]})", expression)
    assert re.fullmatch(r"[\d+*/() ]+", expression)
    assert eval(exactly, {"Fraction": Fraction}) == Fraction(value)
    books = Books(ledger(POLICY, ENTRANTS, record()))
    assert str(TIE_BREAKS[code].value(books, entrant)) == value


def test_the_ways_to_pair_the_second_round() -> None:
    players = duels(2).players
    costs = Costs("tn_example", 2, SEED, players)
    place = {player.id: at for at, player in enumerate(players)}
    for pairs, *numbers in rows("pairs | rematches | steps | seats"):
        total = costs.total([(place[pair[:3]], place[pair[4:]]) for pair in pairs.split()])
        assert [int(one) for one in numbers] == [total.rematches, total.steps, total.seats]
    draws = {who: int(draw) for who, draw in rows("may have the bye | draw")}
    assert draws == {who: costs.draw("bye", place[who]) for who in ("ana", "eli")}


def test_the_proof_of_the_page_holds() -> None:
    found = re.search(r"```json\n(.*?)```", PAGE, re.DOTALL)
    assert found
    proof = msgspec.json.decode(found[1], type=Proof)
    assert verify(proof) == ()
    assert proof == prove(duels(2), SEED)


def test_the_tables_of_six() -> None:
    for number, line in rows("round | tables"):
        assert " ".join(f"{one}-{other}" for one, other in berger(6, int(number))) == line


def test_numbers_of_the_algorithms() -> None:
    for text in (
        f"Up to {blocks.COMPLETE_UP_TO} players that is one matching",
        f"a run of up to {blocks.COMPLETE_UP_TO} players every pair",
        f"the next {blocks.REACHES[0]} in the order",
        f"the next {blocks.REACHES[1]};",
        f"below 2^{LOT_BITS}",
        f"Up to {pods.TRIED} ways",
        f"at most {pods.NEAR} tables away",
        f"at most {pods.PASSES} times",
        f"{Rating().mu} and {Rating().sigma} for a new player",
        " ".join(f"{one}-{other}" for one, other in zip(seed_order(3)[::2], seed_order(3)[1::2], strict=True)),
    ):
        assert text in " ".join(PAGE.split()), text


def test_the_events_whose_tables_come_out() -> None:
    for event, (title, entrants, played, policy, published) in zip(
        EVENTS, rows("event | entrants | rounds | policy | published"), strict=True
    ):
        assert (title, int(entrants), int(played)) == (event.title, len(event.entrants), len(event.rounds))
        assert policy_of(msgspec.json.decode(policy.strip("`"), type=TournamentPolicy)) == event.policy
        assert published == ", ".join(f"`{code}`" for code in event.table[0].values)


def test_shared_places() -> None:
    policy = Policy("pods", pods=Pods())
    for sharing, points in ((2, "4"), (3, "10/3")):
        result = TableResult(1, (tuple(range(sharing)), tuple(range(sharing, 4))))
        found = ledger(
            policy, [Entrant(one) for one in "abcd"], [Round(1, (Pairing(1, tuple("abcd")),), results=(result,))]
        )
        assert str(found.points["a"]) == points
