"""Tables of three and more: sizes, rematches and score groups against all ways to sit down, points by place."""

from fractions import Fraction
from itertools import combinations
from random import Random

import pytest

from domain.tournament import pods
from domain.tournament.assignment import PodInput, players
from domain.tournament.entrants import Entrant, Round, TableResult
from domain.tournament.ledger import ledger
from domain.tournament.policy import Pods, Policy
from domain.tournament.standings import standings
from domain.tournament.tiebreaks import Books, opponents_place_points, sonneborn_berger
from domain.tournament.weights import Cost, Costs
from tests.tournament.play import SEED, pod, table
from tests.tournament.test_swiss import crowd

FOUR = Policy("pods", rounds=4, pods=Pods(size=4, least=3, most=4, by_place=(5, 3, 2, 1)), tie_breaks=("WIN", "OPP"))


@pytest.mark.parametrize(
    ("count", "sizes", "spare"),
    [(12, [4, 4, 4], 0), (11, [4, 4, 3], 0), (6, [3, 3], 0), (5, [4], 1), (9, [3, 3, 3], 0), (2, [], 2), (0, [], 0)],
)
def test_tables_are_as_large_as_the_policy_wants_and_byes_are_few(count: int, sizes: list[int], spare: int) -> None:
    assert pods.table_sizes(count, 3, 4, 4) == (sizes, spare)


def test_of_two_numbers_of_tables_as_good_the_smaller_one_is_taken() -> None:
    assert pods.table_sizes(6, 2, 4, 8) == ([6], 0)


@pytest.mark.parametrize("most", range(2, 9))
def test_every_number_of_players_is_seated(most: int) -> None:
    for count in range(1, 60):
        least = max(2, most - 1)
        sizes, spare = pods.table_sizes(count, least, most, most)
        assert sum(sizes) + spare == count
        assert all(least <= size <= most for size in sizes)


def ways(places: list[int], sizes: list[int]):
    if not sizes:
        yield []
        return
    for others in combinations(places, sizes[0]):
        for rest in ways([place for place in places if place not in others], sizes[1:]):
            yield [others, *rest]


@pytest.mark.parametrize("number", range(20))
def test_few_players_sit_down_in_the_best_of_all_ways(number: int) -> None:
    random = Random(number)
    count, least, most = random.choice([(6, 3, 3), (7, 3, 4), (8, 4, 4), (9, 3, 3)])
    given = PodInput("tn_x", 2, crowd(random, count, 3, random.choice([0.2, 0.5])), least, most, most)
    costs = Costs("tn_x", 2, SEED, given.players)
    sizes, _ = pods.table_sizes(count, least, most, most)
    best = min(together(costs, way) for way in ways(list(range(count)), sizes))
    paired = pods.pair(given, SEED)
    place = {player.id: at for at, player in enumerate(given.players)}
    assert together(costs, [[place[who] for who in one.seats] for one in paired.pairings]) == best
    assert (paired.rematches, paired.steps) == (best.rematches, best.steps)


def together(costs: Costs, tables: list[list[int]]) -> Cost:
    """What it costs that these sit down together: rematches, score groups, seats and the lot."""
    return costs.total([pair for table in tables for pair in combinations(table, 2)])


def test_many_players_avoid_rematches_and_keep_their_score_groups() -> None:
    """64 at tables of four could play 21 rounds without a rematch; four do. Seats stay balanced."""
    random = Random(3)
    entrants = [Entrant(f"e{number:02}") for number in range(64)]
    rounds: list[Round] = []
    for number in range(1, 5):
        seen = players(ledger(FOUR, entrants, rounds), entrants, number)
        paired = pods.pair(PodInput("tn_x", number, seen, 3, 4, 4), SEED)
        assert paired.rematches == 0
        assert sorted(who for one in paired.pairings for who in one.seats) == [entrant.id for entrant in entrants]
        results = tuple(pod(random, one.table, 4) for one in paired.pairings)
        rounds.append(Round(number, paired.pairings, paired.byes, (), results))
    seen = players(ledger(FOUR, entrants, rounds), entrants, 5)
    assert max(abs(player.balance) for player in seen) <= 4


def test_places_earn_points_and_shared_places_share_them() -> None:
    """5, 3, 2, 1: two who share the first place have 4 each; an absent one has nothing."""
    entrants = [Entrant(one) for one in "abcdefgh"]
    rounds = [
        Round(
            1,
            (table(1, "a", "b", "c", "d"), table(2, "e", "f", "g", "h")),
            results=(TableResult(1, ((0, 1), (2,), (3,))), TableResult(2, ((3,), (0, 1)), absent=(2,))),
        )
    ]
    rows = {row.entrant: row for row in standings(FOUR, entrants, rounds)}
    points = {one: row.points.exact for one, row in rows.items()}
    assert points == {"a": "4", "b": "4", "c": "2", "d": "1", "e": "5/2", "f": "5/2", "g": "0", "h": "5"}
    assert rows["h"].record == (1, 0, 0)
    assert rows["a"].record == (0, 1, 0)
    books = Books(ledger(FOUR, entrants, rounds))
    assert opponents_place_points(books, "a") == Fraction(4 + 2 + 1, 3)
    assert sonneborn_berger(books, "a") == Fraction(4, 2) + 2 + 1


def test_the_lowest_have_the_byes_that_tables_leave_over() -> None:
    given = PodInput("tn_x", 2, crowd(Random(1), 5, 3, 0), 4, 4, 4)
    paired = pods.pair(given, SEED)
    bye = next(player for player in given.players if player.id == paired.byes[0])
    fewest = min(player.byes for player in given.players)
    assert (bye.byes, bye.group) == (fewest, max(player.group for player in given.players if player.byes == fewest))
