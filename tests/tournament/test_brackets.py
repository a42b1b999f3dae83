"""Brackets: complete, seeded, with byes; who has lost once goes on in a double elimination; who ends where."""

from collections import Counter
from random import Random

import pytest

from domain.tournament.brackets import (
    NOBODY,
    BracketInput,
    double,
    goes_on,
    pair,
    places,
    seed_order,
    seeded,
    single,
    state,
)
from domain.tournament.entrants import Pairing, TableResult
from tests.kit.lanes import by_lane
from tests.tournament.play import SEED


def play(random: Random, count: int, doubled: bool, third: bool = False, reset: bool = True, stronger: bool = False):
    """Rounds until nothing is ready: the input at the end, and all that was played: match, seats, winner."""
    entrants = tuple(f"e{number:02}" for number in range(1, count + 1))
    given = BracketInput("tn_x", 1, entrants, False, doubled, third, reset, ())
    played = []
    for number in range(1, 40):
        given = BracketInput("tn_x", number, entrants, False, doubled, third, reset, given.winners)
        paired = pair(given, SEED)
        if not paired.pairings:
            break
        won = []
        for node, one in zip(paired.nodes, paired.pairings, strict=True):
            winner = min(one.seats) if stronger else random.choice(one.seats)
            won.append((node, winner))
            played.append((node, one.seats, winner))
        given = BracketInput("tn_x", number, entrants, False, doubled, third, reset, (*given.winners, *won))
    return given, played


@pytest.mark.parametrize("count", range(2, 34))
def test_a_single_elimination_has_one_winner_and_everybody_else_loses_once(count: int) -> None:
    given, played = play(Random(count), count, doubled=False)
    assert len(played) == count - 1
    lost = Counter(who for _, seats, winner in played for who in seats if who != winner)
    [[champion], *_] = places(single(count), given.entrants, dict(given.winners))
    assert lost == {who: 1 for who in given.entrants if who != champion}
    first_round = [seats for node, seats, _ in played if node.startswith("W1.")]
    size = 2 ** (count - 1).bit_length()
    free = {f"e{number:02}" for number in range(1, size - count + 1)}
    assert len(first_round) == count - size // 2
    assert not free & {who for seats in first_round for who in seats}


@pytest.mark.parametrize("count", range(2, 34))
@pytest.mark.parametrize("seed", range(by_lane(commit=1, nightly=3)))
def test_nobody_is_out_of_a_double_elimination_before_two_losses(count: int, seed: int) -> None:
    given, played = play(Random(seed), count, doubled=True)
    lost = dict.fromkeys(given.entrants, 0)
    for _, seats, winner in played:
        assert all(lost[who] < 2 for who in seats)
        lost[next(who for who in seats if who != winner)] += 1
    table = places(double(count), given.entrants, dict(given.winners))
    champion = table[0][0]
    assert len(table[0]) == 1
    assert lost[champion] <= 1
    assert all(lost[who] == 2 for who in given.entrants if who != champion)
    assert sorted(who for group in table for who in group) == sorted(given.entrants)


@pytest.mark.parametrize(("count", "rounds"), [(8, 2), (16, 3), (32, 4)])
def test_nobody_meets_again_early_in_the_losers_bracket(count: int, rounds: int) -> None:
    """Losers come down turned round: those they have met stand elsewhere."""
    for seed in range(30):
        _, played = play(Random(seed), count, doubled=True)
        met = set()
        for node, seats, _ in played:
            if node[0] == "L" and int(node[1:].partition(".")[0]) <= rounds:
                assert frozenset(seats) not in met
            met.add(frozenset(seats))


@pytest.mark.parametrize(("count", "better"), [(4, "e01"), (6, "e01"), (8, "e01")])
def test_the_reset_is_played_if_the_unbeaten_one_loses_the_final(count: int, better: str) -> None:
    given, played = play(Random(0), count, doubled=True, stronger=True)
    assert [node for node, _, _ in played if node[0] == "F"] == ["F1.1"]
    assert places(double(count), given.entrants, dict(given.winners))[0] == (better,)
    turned = dict(given.winners) | {"F1.1": "e02"}
    again = pair(BracketInput("tn_x", 9, given.entrants, False, True, False, True, tuple(sorted(turned.items()))), SEED)
    assert again.nodes == ("F2.1",)
    assert set(again.pairings[0].seats) == {"e01", "e02"}
    done = turned | {"F2.1": "e02"}
    assert places(double(count), given.entrants, done)[:2] == (("e02",), ("e01",))
    without = BracketInput("tn_x", 9, given.entrants, False, True, False, False, tuple(sorted(turned.items())))
    assert pair(without, SEED).pairings == ()


def test_the_better_seeds_meet_as_late_as_they_can() -> None:
    assert seed_order(3) == [1, 8, 4, 5, 2, 7, 3, 6]
    given, _ = play(Random(0), 8, doubled=False, stronger=True)
    table = places(single(8), given.entrants, dict(given.winners))
    assert table == (("e01",), ("e02",), ("e03", "e04"), ("e05", "e06", "e07", "e08"))


def test_a_match_for_the_third_place() -> None:
    given, played = play(Random(0), 8, doubled=False, third=True, stronger=True)
    assert sum(node == "T1.1" for node, _, _ in played) == 1
    table = places(single(8, True), given.entrants, dict(given.winners))
    assert table[:4] == (("e01",), ("e02",), ("e03",), ("e04",))


def test_a_bye_is_no_match_and_loses_nobody() -> None:
    found = state(single(3), ("a", "b", "c"), {})
    assert (found["W1.1"].winner, found["W1.1"].loser, found["W1.1"].ready) == ("a", NOBODY, False)
    assert found["W1.2"].ready
    assert found["W2.1"].second is None


def test_who_does_not_play_a_match_cannot_win_it() -> None:
    with pytest.raises(ValueError, match=r"W1\.1: c does not play there"):
        state(single(4), ("a", "b", "c", "d"), {"W1.1": "c"})


@pytest.mark.parametrize(
    ("places", "absent", "who"),
    [(((1,), (0,)), (), "b"), (((0,),), (1,), "a"), (((0, 1),), (), None), ((), (), None)],
)
def test_who_goes_on_has_won_alone(
    places: tuple[tuple[int, ...], ...], absent: tuple[int, ...], who: str | None
) -> None:
    assert goes_on(Pairing(1, ("a", "b")), TableResult(1, places, absent=absent)) == who


def test_seeds_are_given_or_drawn() -> None:
    entrants = tuple("abcdefgh")
    drawn = BracketInput("tn_x", 1, entrants, True, False, False, True, ())
    assert sorted(seeded(drawn, SEED)) == list(entrants)
    assert len({seeded(drawn, bytes([byte]) * 32) for byte in range(5)}) == 5
