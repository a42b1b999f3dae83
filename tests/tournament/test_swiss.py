"""Swiss rounds: rematches, floats, byes and seats against all that is possible, and the same whoever computes it."""

from itertools import count as numbers
from random import Random

import pytest

from domain.tournament import blocks, swiss
from domain.tournament.assignment import Assignment, DuelInput, players
from domain.tournament.entrants import Entrant
from domain.tournament.ledger import ledger
from domain.tournament.matching import Work
from domain.tournament.policy import Policy
from domain.tournament.weights import LOTS, Cost, Costs, Player, scalars
from tests.kit.lanes import by_lane
from tests.tournament.play import SEED, swiss_tournament


def crowd(random: Random, size: int, groups: int, meetings: float) -> tuple[Player, ...]:
    """Players with some history; score groups without a gap."""
    group = sorted(random.randrange(groups) for _ in range(size))
    group = [sorted(set(group)).index(one) for one in group]
    random.shuffle(group)
    met: list[dict[str, int]] = [{} for _ in range(size)]
    for one in range(size):
        for other in range(one):
            if random.random() < meetings:
                met[one][f"p{other:04}"] = met[other][f"p{one:04}"] = random.choice([1, 1, 2])
    return tuple(
        Player(f"p{at:04}", group[at], random.randint(-3, 3), random.choice([0, 0, 1]), tuple(sorted(met[at].items())))
        for at in range(size)
    )


def matchings(places: list[int]):
    """Every perfect matching."""
    if not places:
        yield []
        return
    first, rest = places[0], places[1:]
    for at, other in enumerate(rest):
        for others in matchings(rest[:at] + rest[at + 1 :]):
            yield [(first, other), *others]


def as_pairs(given: DuelInput, paired: Assignment) -> list[tuple[int, int]]:
    place = {player.id: at for at, player in enumerate(given.players)}
    return [(place[one.seats[0]], place[one.seats[1]]) for one in paired.pairings]


@pytest.mark.parametrize("number", range(by_lane(commit=30, nightly=120)))
def test_no_way_to_pair_has_fewer_rematches_or_keeps_score_groups_better(number: int) -> None:
    """Of all matchings, up to ten players: fewest rematches, then least steps, then the best seats, then the lot."""
    random = Random(number)
    size = random.choice([2, 4, 6, 8, 8, 10])
    given = DuelInput("tn_x", 3, crowd(random, size, random.randint(1, size), random.choice([0.1, 0.3, 0.6, 0.9])))
    costs = Costs("tn_x", 3, SEED, given.players)
    paired = swiss.pair(given, SEED)
    best = min(costs.total(pairs) for pairs in matchings(list(range(size))))
    assert (paired.rematches, paired.steps) == (best.rematches, best.steps)
    assert costs.total(as_pairs(given, paired)) == best


@pytest.mark.parametrize("number", range(by_lane(commit=60, nightly=300)))
def test_blocks_lose_nothing_of_rematches_and_score_groups(number: int) -> None:
    """Block by block, as more than 128 are paired, against one matching of the complete graph: up to twenty players."""
    random = Random(number)
    size = random.choice([6, 8, 10, 12, 16, 20])
    players = crowd(random, size, random.randint(1, size), random.choice([0.1, 0.3, 0.45, 0.6, 0.8]))
    costs = Costs("tn_x", 3, SEED, players)
    whole = costs.total(blocks.pairs(costs, costs.order(), Work()))
    parts = costs.total(blocks.pairs(costs, costs.order(), Work(), whole=0))
    assert (parts.rematches, parts.steps) == (whole.rematches, whole.steps)


def test_a_block_that_hinders_itself_does_not_make_all_of_them_one() -> None:
    """The lowest two of a hundred have met: they are joined with those above, the blocks far above are left alone."""
    group = [at // 2 for at in range(100)]
    met = {98: (("p0099", 1),), 99: (("p0098", 1),)}
    given = tuple(Player(f"p{at:04}", group[at], met=met.get(at, ())) for at in range(100))
    costs = Costs("tn_x", 3, SEED, given)
    work = Work()
    total = costs.total(blocks.pairs(costs, costs.order(), work, whole=0))
    assert (total.rematches, total.steps) == (0, 2)
    assert work.calls == 51


def test_no_block_is_joined_without_need() -> None:
    """Twenty crowds of sixty in many small groups: 266 blocks, and twenty matchings more to see what to join."""
    work, parts = Work(), 0
    for number in range(20):
        costs = Costs("tn_x", 3, SEED, crowd(Random(number), 60, 30, 0.15))
        borders = [costs.players[place].group for place in costs.order()]
        parts += 1 + sum(at % 2 == 0 and borders[at - 1] != borders[at] for at in range(1, 60))
        blocks.pairs(costs, costs.order(), work, whole=0)
    assert (parts, work.calls, work.edges) == (266, 286, 3933)


def test_the_least_steps_that_parity_demands() -> None:
    """3, 2, 3, 2 players in four groups: an odd number stands above the first and the second border."""
    given = tuple(Player(f"p{at}", group) for at, group in enumerate([0, 0, 0, 1, 1, 2, 2, 2, 3, 3]))
    assert blocks.least_steps(Costs("tn_x", 1, SEED, given), range(10)) == 2
    assert blocks.least_steps(Costs("tn_x", 1, SEED, given), range(3, 9)) == 1
    assert blocks.least_steps(Costs("tn_x", 1, SEED, given), range(3, 8)) == 0


@pytest.mark.parametrize("number", range(by_lane(commit=15, nightly=60)))
def test_a_bye_goes_to_whoever_had_the_fewest_and_stands_lowest_where_that_forces_no_rematch(number: int) -> None:
    random = Random(number)
    size = random.choice([3, 5, 7, 9])
    given = DuelInput("tn_x", 2, crowd(random, size, random.randint(1, 4), random.choice([0.1, 0.4, 0.8])))
    costs = Costs("tn_x", 2, SEED, given.players)
    paired = swiss.pair(given, SEED)
    bye = next(player for player in given.players if player.id == paired.byes[0])
    fewest = min(player.byes for player in given.players)
    assert bye.byes == fewest
    free = {}
    for at, player in enumerate(given.players):
        if player.byes == fewest:
            rest = [place for place in range(size) if place != at]
            free[at] = min(costs.total(pairs).rematches for pairs in matchings(rest))
    assert paired.rematches == min(free.values())
    assert bye.group == max(given.players[at].group for at, forced in free.items() if forced == paired.rematches)


@pytest.mark.parametrize("number", range(by_lane(commit=2, nightly=8)))
def test_thin_edges_lose_nothing_of_rematches_and_score_groups(number: int) -> None:
    """Large blocks are tried on a part of the edges first: the complete graph of everybody leads to nothing better."""
    random = Random(number)
    size = random.choice([140, 170, 200])
    given = DuelInput("tn_x", 4, crowd(random, size, random.choice([1, 2, 3, 40, 60]), random.choice([0.01, 0.2])))
    costs = Costs("tn_x", 4, SEED, given.players)
    whole = blocks.PairingBlock(costs, costs.order(), Work(), thin=False)
    thin = swiss.pair(given, SEED)
    assert (thin.rematches, thin.steps) == (whole.cost.rematches, whole.cost.steps)


def test_an_edge_that_thinning_left_out_is_found_when_it_is_needed() -> None:
    """Everybody has met all neighbours of the drawn order: only the complete graph has a matching without rematch."""
    size = 150
    bare = tuple(Player(f"p{at:04}", 0) for at in range(size))
    order = Costs("tn_x", 5, SEED, bare).order()
    rank = {place: at for at, place in enumerate(order)}
    met = {
        at: tuple((f"p{other:04}", 1) for other in range(size) if 0 < abs(rank[at] - rank[other]) <= 70)
        for at in range(size)
    }
    given = DuelInput("tn_x", 5, tuple(Player(player.id, 0, met=met[at]) for at, player in enumerate(bare)))
    work = Work()
    paired = swiss.pair(given, SEED, work)
    assert paired.rematches == 0
    assert work.calls > 1


def test_an_edge_that_thinning_left_out_is_found_when_it_spares_a_step() -> None:
    """Groups of 75, 12 and 75: those near the first border have met all twelve. Among neighbours somebody would have to
    pass over a whole group; further up there are players who need not."""
    size, upper, middle = 162, 75, 87
    group = [0] * 75 + [1] * 12 + [2] * 75
    bare = tuple(Player(f"p{at:04}", group[at]) for at in range(size))
    order = Costs("tn_x", 5, SEED, bare).order()
    rank = {place: at for at, place in enumerate(order)}
    tail, twelve = range(upper - 30, upper), range(upper, middle)

    def met(at: int) -> tuple[tuple[str, int], ...]:
        ranks = twelve if rank[at] in tail else tail if rank[at] in twelve else ()
        return tuple(sorted((f"p{order[other]:04}", 1) for other in ranks))

    given = DuelInput("tn_x", 5, tuple(Player(player.id, player.group, met=met(at)) for at, player in enumerate(bare)))
    paired = swiss.pair(given, SEED)
    assert (paired.rematches, paired.steps) == (0, 2)


def test_tables_go_down_the_score_groups() -> None:
    group = {f"p{at:02}": at // 6 for at in range(24)}
    given = DuelInput("tn_x", 1, tuple(Player(one, at) for one, at in group.items()))
    found = [sorted(group[who] for who in one.seats) for one in swiss.pair(given, SEED).pairings]
    assert found == sorted(found)


@pytest.mark.parametrize("byte", range(12))
def test_score_groups_float_one_step_and_not_further(byte: int) -> None:
    """One player, two, one: the odd one meets the group below, which leaves one to meet the group below that."""
    given = DuelInput("tn_x", 1, (Player("a", 0), Player("b", 1), Player("c", 1), Player("d", 2)))
    paired = swiss.pair(given, bytes([byte]) * 32)
    assert paired.steps == 2
    assert {frozenset(one.seats) for one in paired.pairings} in [
        {frozenset("ab"), frozenset("cd")},
        {frozenset("ac"), frozenset("bd")},
    ]


def test_whoever_has_sat_later_sits_first() -> None:
    given = DuelInput("tn_x", 3, (Player("a", 0, -2), Player("b", 0, 2)))
    assert swiss.pair(given, SEED).pairings[0].seats == ("b", "a")


def test_seats_decide_who_meets_whom_inside_a_score_group() -> None:
    """Two who both sat first last time don't meet while there are two who both sat second."""
    given = DuelInput("tn_x", 2, (Player("a", 0, -1), Player("b", 0, -1), Player("c", 0, 1), Player("d", 0, 1)))
    for one in swiss.pair(given, SEED).pairings:
        assert one.seats[0] in {"c", "d"}
        assert one.seats[1] in {"a", "b"}


def test_the_seed_decides_what_is_left_and_nothing_else_does() -> None:
    given = DuelInput("tn_x", 1, tuple(Player(f"p{at:02}", 0) for at in range(16)))
    assert swiss.pair(given, SEED) == swiss.pair(given, SEED)
    assert len({str(swiss.pair(given, bytes([byte]) * 32)) for byte in range(8)}) == 8


def test_no_two_players_and_one_alone() -> None:
    assert swiss.pair(DuelInput("tn_x", 1, ()), SEED) == Assignment(())
    assert swiss.pair(DuelInput("tn_x", 1, (Player("a", 0),)), SEED) == Assignment((), ("a",))


@pytest.mark.parametrize("size", [7, 8, 17, 33, 64])
def test_a_whole_swiss_keeps_its_promises(size: int) -> None:
    """No rematch while the others would do, at most one bye each, no seat more than once oftener than the other."""
    policy, entrants, rounds = swiss_tournament(Random(size), Policy("swiss", rounds=5), size, forfeits=0)
    met = [frozenset(one.seats) for part in rounds for one in part.pairings]
    byes = [bye for part in rounds for bye in part.byes]
    if size > 8:
        assert len(set(met)) == len(met)
    assert len(set(byes)) == len(byes)
    seen = players(ledger(policy, entrants, rounds), [Entrant(one.id) for one in entrants], 6)
    assert max(abs(player.balance) for player in seen) <= 1


def test_tiers_of_a_cost_never_mix() -> None:
    """One unit of a tier outweighs the most that the tiers below can add up to over all terms of a sum."""
    terms = 7
    heavy, light = Cost(0, 1, 0, 0), Cost(0, 0, 9, LOTS - 1)
    above, one, two = scalars([Cost(1, 0, 0, 0), heavy, light], terms)
    assert one > terms * two
    assert above > terms * scalars([Cost(1, 0, 0, 0), Cost(0, 1, 9, LOTS - 1), light], terms)[2]
    assert scalars([Cost(0, 0, 1, 0), Cost(0, 0, 0, LOTS - 1)], terms)[0] > terms * (LOTS - 1)


def test_blocks_join_when_their_neighbours_can_help() -> None:
    """Two groups of two who have met each other: apart both would meet again, joined nobody does."""
    met = {"a": "b", "b": "a", "c": "d", "d": "c"}
    given = DuelInput(
        "tn_x", 2, tuple(Player(one, at // 2, met=((met[one], 1),)) for at, one in zip(numbers(), "abcd", strict=False))
    )
    costs = Costs("tn_x", 2, SEED, given.players)
    total = costs.total(blocks.pairs(costs, costs.order(), Work(), whole=0))
    assert (total.rematches, total.steps) == (0, 2)
