"""The ladder as an aggregate: its turns, its order, and that checking finds what rating would have done otherwise."""

from __future__ import annotations

import msgspec
import pytest
from msgspec import inspect

from domain.tournament import ladder as ladders
from domain.tournament.ladder import CountedGame, Finished, Ladder
from domain.tournament.ladder_events import GameRated, LadderOpened, TournamentRated
from domain.tournament.ratings import Rating
from tests.kit.fields import others


def game(number: int, table: int = 1) -> CountedGame:
    return CountedGame(number, table, 1, f"mt_{number}_{table}", (("ld_a",), ("ld_b",)))


def cup(name: str, *games: CountedGame, rounds: int = 3) -> Finished:
    return Finished(f"tn_{name}", "c4", "2026", 9, "00", rounds, games)


def rated(ladder: Ladder, finished: Finished) -> Ladder:
    """The ladder with all of a tournament; every event on the way is as it should be."""
    while (number := ladders.next_round(ladder, finished)) is not None:
        decision = ladders.rate_round(ladder, "lb_x", finished, number, 5)
        before = ladder.copy()
        for fact in decision.facts:
            assert ladders.check(before, fact.event) == ()
            ladders.evolve(before, fact.event, decision.at)
        assert before == decision.state
        ladder = decision.state
    return ladder


def test_a_ladder_opens_once_and_ends_each_tournament() -> None:
    first = ladders.rate_round(Ladder(), "lb_x", cup("one", game(1), game(3)), 1, 5)
    assert [type(fact.event) for fact in first.facts] == [LadderOpened, GameRated]
    last = ladders.rate_round(first.state, "lb_x", cup("one", game(1), game(3)), 3, 5)
    assert [type(fact.event) for fact in last.facts] == [GameRated, TournamentRated]
    assert last.state.rated == {"tn_one"}
    assert last.state.ratings["ld_a"].games == 2


def test_rounds_without_a_game_are_passed_over_and_the_last_one_ends_it() -> None:
    one = cup("one", game(2))
    assert ladders.next_round(Ladder(), one) == 2
    ladder = ladders.rate_round(Ladder(), "lb_x", one, 2, 5).state
    assert ladders.next_round(ladder, one) == 3
    ladder = ladders.rate_round(ladder, "lb_x", one, 3, 5).state
    assert ladders.next_round(ladder, one) is None


def test_a_tournament_without_any_game_that_counts_is_done_at_once() -> None:
    ladder = rated(Ladder(), cup("none"))
    assert (ladder.rated, ladder.ratings, ladder.version) == ({"tn_none"}, {}, 2)


def test_one_tournament_after_another() -> None:
    begun = ladders.rate_round(Ladder(), "lb_x", cup("one", game(1), game(2)), 1, 5).state
    with pytest.raises(ValueError, match="tn_one is rated now"):
        ladders.rate_round(begun, "lb_x", cup("two", game(1)), 1, 5)
    done = rated(rated(Ladder(), cup("one", game(1), game(2))), cup("two", game(1)))
    assert (done.ratings["ld_a"].games, done.rated) == (3, {"tn_one", "tn_two"})
    with pytest.raises(ValueError, match="was before"):
        ladders.rate_round(done, "lb_x", cup("two", game(1)), 1, 5)


def test_time_never_goes_back() -> None:
    begun = ladders.rate_round(Ladder(), "lb_x", cup("one", game(1), game(2)), 1, 50)
    assert ladders.rate_round(begun.state, "lb_x", cup("one", game(1), game(2)), 2, 7).at == 50


def test_deciding_leaves_the_ladder_as_it_was() -> None:
    ladder = rated(Ladder(), cup("one", game(1)))
    before = msgspec.structs.replace(ladder.copy())
    ladders.rate_round(ladder, "lb_x", cup("two", game(1)), 1, 5)
    assert ladder == before


def test_an_end_that_comes_too_soon_is_found() -> None:
    begun = ladders.rate_round(Ladder(), "lb_x", cup("one", game(1), game(2)), 1, 5).state
    other = TournamentRated(tournament="tn_two", version=1, head="00", games=0)
    assert [fault.code for fault in ladders.check(begun, other)] == ["TOURNAMENT_TWICE"]
    counted = TournamentRated(tournament="tn_one", version=1, head="00", games=2)
    assert [fault.code for fault in ladders.check(begun, counted)] == ["GAMES_COUNT"]


def test_a_rating_that_nobody_had_is_found() -> None:
    ladder = rated(Ladder(), cup("one", game(1)))
    [fact, *_] = ladders.rate_round(ladder, "lb_x", cup("two", game(1)), 1, 5).facts
    assert isinstance(fact.event, GameRated)
    richer = msgspec.structs.replace(fact.event.changes[0], before=Rating(mu=1))
    wrong = msgspec.structs.replace(fact.event, changes=(richer, fact.event.changes[1]))
    found = [(fault.code, fault.path) for fault in ladders.check(ladder, wrong)]
    assert found == [("CHANGE_DIFFERS", ("changes", "0"))]


GIVEN = {
    *("ladder_opened.ladder", "ladder_opened.game", "ladder_opened.season"),
    *("game_rated.tournament", "game_rated.round", "game_rated.table", "game_rated.game", "game_rated.match"),
    *("tournament_rated.version", "tournament_rated.head"),
}
"""What events of a ladder take over from a tournament, or from who asks for the ladder."""


def test_every_field_that_is_not_given_is_checked() -> None:
    """A new field of an event: compute it again in `ladder.check`, or say here that it is given."""
    unnoticed, ladder = set(), Ladder()
    for fact in ladders.rate_round(ladder, "lb_x", cup("one", game(2, 2), rounds=2), 2, 5).facts:
        data = msgspec.to_builtins(fact.event)
        for path, changed in others(inspect.type_info(type(fact.event)), data, fact.event.type):
            if not ladders.check(ladder, msgspec.convert(changed, type(fact.event))):
                unnoticed.add(path)
        ladders.evolve(ladder, fact.event, 5)
    assert unnoticed == GIVEN
