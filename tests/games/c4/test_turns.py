"""The steps of a turn, who is next, skips and overrides, the clock (C4-201 to C4-215)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from domain.games.c4 import actions as a
from domain.games.c4 import events as e
from domain.games.c4.frames import Turn
from domain.kernel.facts import Event
from tests.games.c4.table import P1, P2, P3, P4, Table

MakeTable = Callable[..., Table]


def order(game: Table, *kinds: type[Event]) -> list[type[Event]]:
    """The events of these types since the last action, as they came."""
    return [type(fact.event) for fact in game.facts if isinstance(fact.event, kinds)]


@pytest.mark.rule("C4-201", "C4-203", "C4-205", "C4-206")
def test_the_steps_of_a_turn_in_order(table: MakeTable) -> None:
    game = table(2).start()
    game.end_turn(P1)
    steps = order(game, e.TurnEnded, e.TurnStarted, e.CardDrawn)
    assert steps == [e.TurnEnded, e.TurnStarted, e.CardDrawn]
    assert [(event.seat, event.cause) for event in game.happened(e.CardDrawn)] == [(P2, "turn")]
    assert game.asked() == [(P2, "main")]
    assert game.hand(P1) == []


@pytest.mark.rule("C4-202", "C4-513", "C4-521", "C4-R07")
def test_step_0_ends_effects_then_triggers_then_opens_its_window_then_draws(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Fog Bank"], in_play=["Tip Jar"]).player(P2, hand=["Panel Crash"]).pot(4).start()
    game.play(P1, "Fog Bank")
    game.end_turn(P1)
    game.end_turn(P2)
    kinds = (e.EffectEnded, e.TurnStarted, e.TokensPutOnCard, e.CardDrawn)
    assert order(game, *kinds) == [e.EffectEnded, e.TurnStarted, e.TokensPutOnCard]
    assert game.asked() == [(P2, "react")]
    game.pass_(P2)
    assert order(game, *kinds) == [e.CardDrawn]


@pytest.mark.rule("C4-202")
def test_counters_begin_anew(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Second Wind", "Early Bird"], in_play=["Fast Talker"]).pot(4).start()
    game.play(P1, "Second Wind")
    game.play(P1, "Early Bird")
    assert (game.board.free_actions, game.board.actions_taken) == (1, 2)
    game.end_turn(P1)
    assert (game.board.free_actions, game.board.actions_taken, game.board.paid_actions) == (1, 0, 0)


@pytest.mark.rule("C4-204")
def test_idle_cards_abilities_and_the_end_in_any_order(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Early Bird"], in_play=[("Piggy Bank", {"coin": 1})]).pot(4).start()
    kinds = {"play_card", "use_ability", "end_turn"}
    assert {str(action["type"]) for action in game.legal(P1)} == kinds
    game.use(P1, "Piggy Bank", 2)
    assert {str(action["type"]) for action in game.legal(P1)} == kinds
    game.play(P1, "Early Bird")
    assert {str(action["type"]) for action in game.legal(P1)} == {"use_ability", "end_turn"}
    game.end_turn(P1)
    assert {str(action["type"]) for action in game.legal(P2)} == {"play_card", "end_turn"}


@pytest.mark.rule("C4-204", "C4-205")
def test_only_the_active_player_ends_the_turn_and_playing_nothing_is_allowed(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Early Bird"]).start()
    assert game.refused(P2, a.EndTurn()).rule == "C4-204"
    game.end_turn(P1)
    assert game.hand(P1) == ["Early Bird"]
    assert game.board.active == P2


@pytest.mark.rule("EX-20", "C4-206", "C4-309", "C4-702", "C4-R08", "C4-R16")
def test_saved_at_the_end(table: MakeTable) -> None:
    game = table(2).player(P1, tokens=1, hand=["Cold Storage", "Parachute"]).player(P2, in_play=["Rain Poncho"]).pot(7)
    game.turn(P1, free_actions=0).start()
    game.play(P1, "Cold Storage", target="Rain Poncho")
    assert game.tokens(P1) == 0
    game.end_turn(P1)
    assert game.asked() == [(P1, "react")]
    game.play(P1, "Parachute")
    assert game.tokens(P1) == 2
    assert game.state.result is None
    assert game.board.active == P2


@pytest.mark.rule("C4-206", "C4-514", "C4-521", "C4-R08")
def test_step_3_triggers_window_effects_end_then_the_check(table: MakeTable) -> None:
    game = table(2).player(P1, tokens=0, hand=["Full Steam", "Parachute"], in_play=["Night Owl"])
    game.player(P2, hand=["Wind Change"]).pot(4).start()
    game.play(P1, "Full Steam")
    game.end_turn(P1)
    assert game.tokens(P1) == 1, "Night Owl comes before the window"
    assert game.asked() == [(P2, "react")], "with a token Parachute does not fit"
    assert game.board.effects, "what lasts this turn is still there in the window"
    game.pass_(P2)
    assert order(game, e.EffectEnded, e.TurnEnded, e.TurnStarted) == [e.EffectEnded, e.TurnEnded, e.TurnStarted]
    assert game.board.effects == []


@pytest.mark.rule("C4-207", "C4-209", "C4-213", "C4-R09")
def test_the_next_player_and_the_turn_order_follow_the_direction(table: MakeTable) -> None:
    game = table(4).player(P2, hand=["About Face"]).turn(P2).start()
    assert game.board.turn_order() == (P2, P3, P4, P1)
    game.play(P2, "About Face")
    assert [event.direction for event in game.happened(e.DirectionReversed)] == ["right"]
    assert game.board.turn_order() == (P2, P1, P4, P3)
    game.end_turn(P2)
    assert game.board.active == P1
    game.end_turn(P1)
    assert game.board.active == P4


@pytest.mark.rule("C4-209", "C4-902")
def test_with_two_players_a_reversal_is_recorded_and_the_other_is_next(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["About Face", "About Face"]).turn(P1, free_actions=2).start()
    game.play(P1, "About Face")
    assert (game.board.direction, game.board.next_seat(P1), game.board.left_of(P1)) == (-1, P2, P2)
    game.play(P1, "About Face")
    assert [event.direction for event in game.happened(e.DirectionReversed)] == ["left"]
    assert game.board.direction == 1


@pytest.mark.rule("EX-21", "C4-210", "C4-211", "C4-212", "C4-R10")
def test_skip_and_extra_turn(table: MakeTable) -> None:
    game = table(3).player(P1, hand=["Encore"]).player(P2, skip=1).start()
    game.play(P1, "Encore")
    assert game.tokens(P1) == 7
    game.end_turn(P1)
    assert (game.board.active, game.board.turn) == (P1, 4)
    game.end_turn(P1)
    assert [(event.seat, event.left_to_skip) for event in game.happened(e.TurnSkipped)] == [(P2, 0)]
    assert (game.board.active, game.board.turn, game.board.players[P2].skip_turns) == (P3, 5, 0)


@pytest.mark.rule("C4-212", "C4-513", "C4-R58")
def test_a_skipped_turn_is_no_turn(table: MakeTable) -> None:
    """P1's Fog Bank lasts through P1's skipped turn; no start, no draw, no trigger, no check happens in it."""
    game = (
        table(2).player(P1, hand=["Fog Bank", "Nap Time"], in_play=["Tip Jar"]).turn(P1, free_actions=2).pot(9).start()
    )
    game.play(P1, "Fog Bank")
    game.play(P1, "Nap Time")
    held = game.hand(P1)
    game.end_turn(P1)
    game.end_turn(P2)
    assert [event.seat for event in game.happened(e.TurnSkipped)] == [P1]
    assert [event.seat for event in game.happened(e.TurnStarted)] == [P2]
    assert [event.seat for event in game.happened(e.TurnEnded)] == [P2]
    assert (game.hand(P1), game.on_card("Tip Jar"), len(game.board.effects)) == (held, 0, 1)
    game.end_turn(P2)
    assert (game.board.active, game.on_card("Tip Jar"), game.board.effects) == (P1, 1, [])


@pytest.mark.rule("C4-208", "C4-210", "C4-R10")
def test_the_latest_override_comes_first_and_order_goes_on_from_there(table: MakeTable) -> None:
    game = table(4).player(P1, hand=["Rigged Compass", "Rigged Compass"]).turn(P1, free_actions=2).pot({"bead": 9})
    game.start()
    game.play(P1, "Rigged Compass", on=P2)
    game.play(P1, "Rigged Compass", on=P4)
    assert [event.seat for event in game.ever(e.TurnOverrideAdded)] == [P2, P4]
    seats = []
    for _ in range(4):
        seats.append(game.board.active)
        game.end_turn(game.board.active)
    assert seats == [P1, P4, P2, P3]


@pytest.mark.rule("C4-211", "C4-R10")
def test_an_override_of_one_who_has_turns_to_skip_is_used_up(table: MakeTable) -> None:
    game = table(4).player(P1, hand=["Rigged Compass"]).player(P3, skip=2).pot({"bead": 9}).start()
    game.play(P1, "Rigged Compass", on=P3)
    game.end_turn(P1)
    assert [(event.seat, event.left_to_skip) for event in game.happened(e.TurnSkipped)] == [(P3, 1)]
    assert game.board.active == P4
    assert game.board.overrides == ()


@pytest.mark.rule("C4-205", "C4-214", "C4-R11")
def test_a_card_that_ends_the_turn_is_finished_first(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Lights Out", "Early Bird"]).pot({"bead": 9}).start()
    game.play(P1, "Lights Out")
    kinds = (e.TokensGained, e.CardDiscarded, e.TurnEnded)
    assert order(game, *kinds) == [e.TokensGained, e.CardDiscarded, e.TurnEnded]
    assert (game.discard(P1), game.board.active) == (["Lights Out"], P2)


@pytest.mark.rule("C4-214", "C4-R11")
def test_an_end_asked_for_before_step_2_comes_when_it_would_be_idle(table: MakeTable) -> None:
    game = table(2).start()
    game.state.frames = (Turn("start", P1, ending=True),)
    game.state.prompts = {}
    game.begin()
    assert game.hand(P1) == ["Snack Break"], "step 1 still happens"
    assert game.asked() == [(P2, "main")]


@pytest.mark.rule("C4-215", "C4-516", "C4-R12")
def test_no_limit_to_the_hand_nor_to_cards_in_play(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Snack Break"] * 40, in_play=["Lucky Penny"] * 6).player(P2).start()
    game.play(P1, "Snack Break")
    assert len(game.hand(P1)) == 42
    game.end_turn(P1)
    assert len(game.hand(P1)) == 42
    assert game.controlled(P1) == ["Lucky Penny"] * 6


@pytest.mark.rule("C4-809", "C4-205", "C4-R54")
def test_when_the_time_of_the_turn_is_up_it_ends(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Early Bird"]).start()
    assert game.prompt(P1).allowed == 300_000
    game.time_out(P1)
    assert game.board.active == P2
    assert game.hand(P1) == ["Early Bird"]


@pytest.mark.rule("C4-809", "C4-R54")
def test_when_the_time_for_a_prompt_is_up_its_default_is_taken(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Badge Check"]).player(P2, hand=["Side Step"], deck=["Light Fingers"]).start()
    game.play(P1, "Badge Check", on=P2)
    assert game.prompt(P2).allowed == 60_000
    game.time_out(P2)
    assert game.tokens(P2) == 6, "passed: Side Step was not played"


@pytest.mark.rule("C4-R67", "C4-204")
def test_to_be_idle_is_a_prompt_to_the_active_player(table: MakeTable) -> None:
    game = table(3).in_play("Swear Jar", P1).start()
    assert set(game.asked()) == {(P1, "main"), (P2, "claim"), (P3, "claim")}
    game.end_turn(P1)
    assert set(game.asked()) == {(P2, "main"), (P3, "claim"), (P1, "claim")}
