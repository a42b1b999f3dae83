"""Every rule, by the numbers of its chapter."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from domain.kernel.audience import NOBODY, seat
from domain.kernel.decide import Decision
from domain.kernel.game import LoadoutContext
from domain.kernel.result import Result
from tests.toy_game import GAME
from tests.toy_game import actions as act
from tests.toy_game import events as ev
from tests.toy_game.loadouts import Loadout, Options
from tests.toy_game.tests.seating import create, set_up
from tests.toy_game.tests.table import P1, P2, P3, Table

MakeTable = Callable[..., Table]


@pytest.mark.rule("TOY-101")
def test_nobody_is_shown_the_order_of_the_deck() -> None:
    match = set_up(["owl", "fox"])
    (shuffled,) = (fact for fact in match.history if isinstance(fact.event, ev.DeckShuffled))
    assert shuffled.secret == {NOBODY: ("draws",)}
    assert match.board.deck.size == len(match.cards) - 2 * 3


@pytest.mark.rule("TOY-102")
def test_each_seat_draws_three_cards_for_itself_and_has_tokens() -> None:
    match = set_up(["fox", "fox", "fox"])
    drawn = [fact for fact in match.history if isinstance(fact.event, ev.CardDrawn)]
    assert [fact.secret for fact in drawn] == [{seat(number): ("card",)} for number in (P1, P2, P3) for _ in range(3)]
    assert [place.tokens for place in match.board.places] == [{"blue": 2, "red": 2}] * 3


@pytest.mark.rule("TOY-103")
@pytest.mark.parametrize(("charm", "rules"), [("owl", []), ("fox", []), ("cat", ["TOY-103"])])
def test_the_charm_is_the_owl_or_the_fox(charm: str, rules: list[str]) -> None:
    context = LoadoutContext(Options(), 2, GAME.core().cards)
    assert [fault.rule for fault in GAME.check_loadout(context, Loadout(charm))] == rules


@pytest.mark.rule("TOY-104")
@pytest.mark.parametrize(("seats", "legal"), [(1, False), (2, True), (3, True), (4, False)])
def test_two_or_three_seats_play(seats: int, legal: bool) -> None:
    assert isinstance(create(seats), Decision) == legal


@pytest.mark.rule("TOY-105")
def test_a_card_has_an_id_a_name_and_a_value() -> None:
    card = GAME.core().cards["envoy-07"]
    assert (card.cid, card.name, card.value) == ("envoy-07", "Envoy 7", 7)


@pytest.mark.rule("TOY-201", "TOY-303")
@pytest.mark.parametrize(
    ("options", "rules"),
    [
        ({"rounds": 1}, []),
        ({"rounds": 4, "time_limit_s": 60}, []),
        ({"rounds": 0}, ["TOY-201"]),
        ({"time_limit_s": 59}, ["TOY-303"]),
        ({"time_limit_s": 86_401}, ["TOY-303"]),
    ],
)
def test_options_have_bounds(options: dict[str, Any], rules: list[str]) -> None:
    assert [fault.rule for fault in GAME.check_options(Options(**options), 2)] == rules


@pytest.mark.rule("TOY-202")
@pytest.mark.parametrize(("choice", "drawn"), [("keep", "envoy-05"), ("sink", "envoy-06")])
def test_an_owl_may_sink_the_top_card(table: MakeTable, choice: Any, drawn: str) -> None:
    game = table().player(P1, ["envoy-02", "envoy-03"], charm="owl", tokens=0).player(P2, ["envoy-01"], tokens=0)
    game.deck("envoy-10", "envoy-11", "envoy-05", "envoy-06").start()
    game.send("envoy-02", "envoy-01")
    assert game.questions() == [(P1, "peek")]
    game.do(P1, act.Peek(choice))
    assert [fact.sealed for fact in game.facts if isinstance(fact.event, ev.TopSunk)] == [seat(P1)] * (choice == "sink")
    assert game.board.deck.cards[0] == drawn


@pytest.mark.rule("TOY-203", "TOY-204")
def test_all_choose_at_once_and_the_cards_are_shown_together(table: MakeTable) -> None:
    game = table(3).player(P1, ["envoy-02"]).player(P2, ["envoy-03"]).player(P3, ["envoy-04"]).start()
    assert game.questions() == [(P1, "send"), (P2, "send"), (P3, "send")]
    assert game.refused(P1, act.Send("envoy-03")).rule == "TOY-203"
    game.send("envoy-02", "envoy-03")
    assert game.ever(ev.EnvoysRevealed) == []
    game.do(P3, act.Send("envoy-04"))
    assert [event.cards for event in game.happened(ev.EnvoysRevealed)] == [("envoy-02", "envoy-03", "envoy-04")]


@pytest.mark.rule("TOY-205", "TOY-206", "TOY-E01")
def test_the_worked_example(table: MakeTable) -> None:
    game = table().player(P1, ["envoy-12"]).player(P2, ["envoy-03"]).start()
    game.send("envoy-12", "envoy-03")
    assert (game.points(), game.questions()) == ([1, 0], [(P2, "pay")])
    assert game.refused(P2, act.Pay({"blue": 2, "red": 1})).rule == "TOY-206"
    game.pay(P2, blue=1, red=1)
    assert game.tokens(P2) == {"blue": 1, "red": 1}


@pytest.mark.rule("TOY-206")
def test_who_has_nothing_pays_nothing(table: MakeTable) -> None:
    game = table(rounds=1).player(P1, ["envoy-02"]).player(P2, ["envoy-01"], tokens=0).start()
    game.send("envoy-02", "envoy-01")
    assert game.state.result is not None


@pytest.mark.rule("TOY-207", "TOY-R01")
def test_a_ban_holds_for_the_round_and_for_whoever_has_another_card(table: MakeTable) -> None:
    game = table().player(P1, ["envoy-09", "envoy-02"]).player(P2, ["envoy-05"]).start()
    game.ban(P2, "envoy-09")
    assert game.legal(P1, "send") == [{"type": "send", "card": "envoy-02"}]
    game.ban(P1, "envoy-05")
    assert game.legal(P2, "send") == [{"type": "send", "card": "envoy-05"}]
    assert game.refused(P2, act.Ban("envoy-02")).rule == "TOY-201"


@pytest.mark.rule("TOY-208")
def test_each_draws_a_card_as_long_as_there_are_any(table: MakeTable) -> None:
    game = table().player(P1, ["envoy-02"]).player(P2, ["envoy-01"], tokens=0).deck("envoy-05").start()
    game.send("envoy-02", "envoy-01")
    assert (game.hand(P1), game.hand(P2), game.board.round) == (["envoy-05"], [], 2)


@pytest.mark.rule("TOY-301")
def test_who_concedes_drops_the_hand_and_the_last_one_left_wins(table: MakeTable) -> None:
    game = table(3).player(P1, ["envoy-02"], points=2).player(P2, ["envoy-03"]).player(P3, ["envoy-04"]).start()
    game.concede(P1)
    assert (game.hand(P1), game.questions()) == ([], [(P2, "send"), (P3, "send")])
    game.concede(P2)
    assert game.state.result == Result("win", ((P3,), (P1,), (P2,)), "TOY-301")


@pytest.mark.rule("TOY-302")
@pytest.mark.parametrize(
    ("points", "result"),
    [
        (0, Result("win", ((P1,), (P2,)), "TOY-302")),
        (1, Result("shared", ((P1, P2),), "TOY-302")),
    ],
)
def test_most_points_win_after_the_last_round(table: MakeTable, points: int, result: Result) -> None:
    game = table(rounds=1).player(P1, ["envoy-02"]).player(P2, ["envoy-01"], points=points, tokens=0).start()
    game.send("envoy-02", "envoy-01")
    assert game.state.result == result


@pytest.mark.rule("TOY-303")
def test_when_the_time_is_up_bans_are_lifted_and_the_round_is_the_last() -> None:
    match = set_up(["fox", "fox"], Options(time_limit_s=60))
    match.do(P1, act.Ban("envoy-01"))
    match.time_up()
    assert (match.board.banned, [kind for _, kind in match.asked()]) == ((), ["send", "send"])
    assert len(match.happened(ev.BansLifted)) == 1
    for number in (P1, P2):
        match.do(number, act.Send(match.board.places[number].hand[0]))
    (payer,) = (number for number, kind in match.asked() if kind == "pay")
    match.do(payer, act.Pay({"blue": 1}))
    assert match.state.result is not None
    assert match.state.result.rule == "TOY-303"
