"""Ratings follow from published games, in whole numbers, and are those of the library's model."""

from random import Random

import pytest
from openskill.models import PlackettLuce

from domain.tournament.ratings import RatedGame, Rating, faults, rate


def test_a_duel_of_two_new_players() -> None:
    """The numbers of the model: 25 +- 8.333333 each; the winner rises by 2.635..., the other one falls by as much."""
    changes = rate([RatedGame("g1", (("a",), ("b",)))])
    model = PlackettLuce()
    (won,), (lost,) = model.rate([[model.rating(mu=25.0, sigma=8.333333)], [model.rating(mu=25.0, sigma=8.333333)]])
    assert [change.after.mu for change in changes] == [round(won.mu * 1e6), round(lost.mu * 1e6)]
    assert changes[0].after.mu + changes[1].after.mu == 50_000_000
    assert changes[0].before == Rating(25_000_000, 8_333_333)
    assert changes[0].after.games == 1


def test_a_shared_place_moves_equals_alike_and_a_better_place_more() -> None:
    changes = {change.player: change.after for change in rate([RatedGame("g1", (("a",), ("b", "c"), ("d",)))])}
    assert changes["a"].mu > changes["b"].mu == changes["c"].mu > changes["d"].mu


def games(random: Random, count: int) -> list[RatedGame]:
    players = [f"p{number}" for number in range(12)]
    found = []
    for number in range(count):
        seats = random.sample(players, random.choice([2, 2, 4]))
        found.append(RatedGame(f"g{number}", tuple((seat,) for seat in seats)))
    return found


def test_the_same_games_give_the_same_ratings_at_once_or_in_parts() -> None:
    """A chain that holds the whole numbers can go on from them: nothing is lost between two games."""
    played = games(Random(1), 60)
    whole = rate(played)
    assert rate(played) == whole
    first = rate(played[:25])
    assert (*first, *rate(played[25:], {change.player: change.after for change in first})) == whole


def test_ratings_are_whole_numbers_and_beating_everybody_leads() -> None:
    changes = rate([RatedGame(f"g{number}", (("best",), (f"p{number % 3}",))) for number in range(9)])
    found = {change.player: change.after for change in changes}
    assert all(
        isinstance(number, int) for rating in found.values() for number in (rating.mu, rating.sigma, rating.ordinal)
    )
    assert max(found, key=lambda player: found[player].ordinal) == "best"
    assert found["best"].ordinal == found["best"].mu - 3 * found["best"].sigma


@pytest.mark.parametrize(
    ("places", "code"),
    [((("a",),), "RATED_ALONE"), ((("a",), ("a",)), "PLACES_TWICE"), ((("a", "b"), ()), "PLACES_TWICE")],
)
def test_a_game_that_says_nothing_is_not_rated(places: tuple[tuple[str, ...], ...], code: str) -> None:
    assert [fault.code for fault in faults(RatedGame("g", places))] == [code]
    assert faults(RatedGame("g", (("a",), ("b",)))) == ()
