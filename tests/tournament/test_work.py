"""What a large round costs, counted in calls and edges of the matching, not in seconds."""

from random import Random

from domain.tournament import swiss
from domain.tournament.assignment import DuelInput, players
from domain.tournament.entrants import Entrant, Round
from domain.tournament.ledger import ledger
from domain.tournament.matching import Work
from domain.tournament.policy import Policy
from tests.tournament.play import SEED, duel


def test_rounds_of_1024_ask_for_a_small_part_of_the_complete_graph() -> None:
    """The complete graph has 523,776 edges. Without thinning the first round alone takes all of them."""
    random = Random(4)
    policy = Policy("swiss", rounds=4)
    entrants = [Entrant(f"e{number:04}") for number in range(1024)]
    rounds: list[Round] = []
    for number in range(1, 5):
        work = Work()
        seen = players(ledger(policy, entrants, rounds), entrants, number)
        paired = swiss.pair(DuelInput("tn_big", number, seen), SEED, work)
        assert paired.rematches == 0
        assert work.calls <= 40
        assert work.edges <= 60_000
        results = tuple(duel(random, one.table) for one in paired.pairings)
        rounds.append(Round(number, paired.pairings, paired.byes, (), results))
