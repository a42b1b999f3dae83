"""The windows of combat: who is asked, in which order, who is not, and passing beforehand (218, 223 to 225)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product

import pytest

from domain.games.trf import actions as a
from domain.games.trf import events as e
from domain.games.trf.definitions import Window
from domain.kernel.facts import as_seen
from domain.kernel.match import PromptOpened
from tests.games.trf.custom import dice, fight_dice
from tests.games.trf.table import P1, P2, P3, Table

MakeTable = Callable[..., Table]
ALL: tuple[Window, ...] = ("attack", "block", "bicker", "dice", "assault")


def battle(
    table: MakeTable, mine: Sequence[str] = ("X03",), theirs: Sequence[str] = ("X03",), account: str = "A10"
) -> Table:
    """P1 attacks with C07, which R01 blocks, and with C04, which nobody does; P2 has a shield planet."""
    game = table().player(P1, account=account, hand=mine, characters=["C07", "C04"])
    game.player(P2, account="A02", hand=theirs, characters=["R01"], planets=["P20"])
    fight_dice(game, 3, 4, 1)
    game.start()
    game.attack(P1, "C07", "C04")
    return game


def play_out(game: Table) -> list[tuple[str, int]]:
    """Everybody passes to the end of combat; (window, player) as they are asked."""
    asked = []
    while (one := game.asked()[0])[1] != "prompt_post":
        match one:
            case (seat, "prompt_window"):
                asked.append((str(game.window()), seat))
                game.let_pass(seat)
            case (seat, "prompt_blocks"):
                game.block(P2, ("R01", "C07"))
            case (seat, "prompt_assault"):
                game.assault(P1, ("C04", "P20"))
            case (seat, _):
                asked.append(("response", seat))
                game.let_pass(seat)
    return asked


# Turns in a window


@pytest.mark.rule("TRF-223", "TRF-R22")
def test_in_each_window_the_ap_and_then_the_dp(table: MakeTable) -> None:
    game = battle(table)
    assert play_out(game) == list(product(ALL, (P1, P2)))
    passed = [(event.window, event.seat) for event in game.ever(e.WindowPassed)]
    assert passed == list(product(ALL, (P1, P2)))


@pytest.mark.rule("TRF-223", "TRF-R22")
def test_two_passes_close_a_window_one_does_not(table: MakeTable) -> None:
    """P2 plays after P1's pass: then P1 is asked again, and P2 after that."""
    game = battle(table, ["O47", "X03"], ["O18", "O18", "X03"])
    game.let_pass(P1)
    game.play(P2, "O18", "C07")
    game.let_pass(P1)
    assert (game.window(), game.asked()) == ("attack", [(P1, "prompt_window")])
    game.let_pass(P1)
    assert game.asked() == [(P2, "prompt_window")]
    game.let_pass(P2)
    assert game.asked() == [(P2, "prompt_blocks")]
    game.to("post_combat")


@pytest.mark.rule("TRF-223", "TRF-R22")
def test_after_a_card_of_the_ap_the_ap_acts_again(table: MakeTable) -> None:
    game = battle(table, ["O47", "O26", "X03"])
    game.play(P1, "O47")
    game.let_pass(P2)
    assert game.asked() == [(P1, "prompt_window")]
    game.let_pass(P1)
    assert game.asked() == [(P2, "prompt_window")]
    game.to("post_combat")


@pytest.mark.rule("TRF-223")
def test_after_a_cancelled_card_too(table: MakeTable) -> None:
    game = battle(table, ["O47", "X03"], ["O02", "X03"])
    game.play(P1, "O47")
    game.play(P2, "O02", "O47")
    game.let_pass(P1)
    assert game.discard(P1) == ["O47"]
    assert (game.window(), game.asked()) == ("attack", [(P1, "prompt_window")])
    game.to("post_combat")


@pytest.mark.rule("TRF-223")
def test_one_card_at_a_time_and_only_of_that_window(table: MakeTable) -> None:
    game = battle(table, ["O30", "O47", "X03"])
    assert game.refused(P1, a.PlayOoc(game.held(P1, "O30"), "attack")).rule == "TRF-326"
    assert game.refused(P1, a.PlayOoc(game.held(P1, "O30"), "assault")).rule == "TRF-326"
    assert game.refused(P2, a.Pass()).rule == "TRF-223"
    assert game.refused(P2, a.PlayOoc(game.held(P2, "X03"), "attack")).rule == "TRF-326"
    game.play(P1, "O47")
    assert game.asked() == [(P2, "prompt_response")]
    game.to("post_combat")


@pytest.mark.rule("TRF-218", "TRF-223")
def test_a_window_about_nothing_closes(table: MakeTable) -> None:
    """O37 ends the attack: the attack window is over though nobody has passed."""
    game = battle(table, ["X03", "X03"], ["O37", "X03", "O18"], account="A03")
    game.let_pass(P1)
    game.play(P2, "O37")
    game.let_pass(P1)
    assert game.asked() == [(P1, "prompt_post")]


# Whom nobody asks


@pytest.mark.rule("TRF-224", "TRF-R22")
@pytest.mark.parametrize(("mine", "theirs", "asked"), [([], [], []), (["X03"], [], [P1]), ([], ["X03"], [P2])])
def test_an_empty_hand_is_not_asked_and_tells_nothing(
    table: MakeTable, mine: list[str], theirs: list[str], asked: list[int]
) -> None:
    game = battle(table, mine, theirs)
    assert play_out(game) == list(product(ALL, asked))
    assert [event.seat for event in game.ever(e.WindowPassed)] == asked * len(ALL)


@pytest.mark.rule("TRF-224", "TRF-R22")
@pytest.mark.parametrize("held", [["X03"], ["O18"], ["O01"], ["P20"], ["O30"], ["O37"], ["O51"]])
@pytest.mark.parametrize("words", [500, 0])
def test_what_a_hand_holds_neither_causes_nor_suppresses_a_question(
    table: MakeTable, held: list[str], words: int
) -> None:
    """No playable card, one without a target, one that can't be paid, none of the window: the same questions."""
    game = table().player(P1, account="A10", characters=["C07", "C04"])
    game.player(P2, hand=held, words=words, characters=["R01"], planets=["P20"])
    fight_dice(game, 3, 4, 1)
    game.start()
    game.attack(P1, "C07", "C04")
    assert play_out(game) == [(window, P2) for window in ALL]


@pytest.mark.rule("TRF-224")
def test_the_last_card_played_ends_the_asking(table: MakeTable) -> None:
    game = battle(table, ["O47"], [])
    game.play(P1, "O47")
    assert game.asked() == [(P2, "prompt_blocks")]
    game.to("post_combat")


@pytest.mark.rule("TRF-224", "TRF-R22", "TRF-340")
@pytest.mark.parametrize("held", [[], ["X03"], ["O02"], ["O38"], ["O39"], ["P20"]])
@pytest.mark.parametrize("words", [500, 0])
def test_the_same_for_responses(table: MakeTable, held: list[str], words: int) -> None:
    game = table().player(P1, hand=["O01"]).player(P2, hand=held, words=words).start()
    game.play(P1, "O01")
    assert game.asked() == ([(P2, "prompt_response")] if held else [(P1, "prompt_roleplay")])
    game.all_pass()
    assert [event.seat for event in game.ever(e.ResponsePassed)] == ([P2] if held else [])


@pytest.mark.rule("TRF-224", "TRF-R22")
@pytest.mark.parametrize("viewer", ["seat:0", "spectator"])
def test_others_see_the_same_facts_whatever_the_hand_holds(table: MakeTable, viewer: str) -> None:
    """What P2 could have played is nowhere in what the others are shown while P2 passes."""

    def seen(held: str) -> list[object]:
        game = table().player(P1, account="A10", characters=["C07", "C04"])
        game.player(P2, hand=[held], characters=["R01"], planets=["P20"])
        fight_dice(game, 3, 4, 1)
        game.start()
        game.attack(P1, "C07", "C04")
        play_out(game)
        return [as_seen(fact, viewer) for fact in game.history]

    assert seen("O18") == seen("X03") == seen("O37")


# Passing beforehand


@pytest.mark.rule("TRF-225")
def test_a_standing_pass_is_made_for_the_windows_that_were_named(table: MakeTable) -> None:
    game = battle(table)
    game.do(P2, a.SetStandingPass(("attack", "dice")))
    expected = [one for one in product(ALL, (P1, P2)) if one not in (("attack", P2), ("dice", P2))]
    assert play_out(game) == expected
    assert [(event.window, event.seat) for event in game.ever(e.WindowPassed)] == list(product(ALL, (P1, P2)))


@pytest.mark.rule("TRF-225")
@pytest.mark.parametrize("who", [P1, P2])
def test_it_passes_the_window_that_is_open_at_once(table: MakeTable, who: int) -> None:
    game = battle(table)
    if who == P2:
        game.let_pass(P1)
    assert game.asked() == [(who, "prompt_window")]
    game.do(who, a.SetStandingPass(("attack",)))
    assert game.asked() == [(P2, "prompt_window" if who == P1 else "prompt_blocks")]
    assert [event.seat for event in game.ever(e.WindowPassed)][-1:] == [who]
    game.to("post_combat")


@pytest.mark.rule("TRF-225")
def test_naming_another_window_leaves_the_open_one_alone(table: MakeTable) -> None:
    game = battle(table, ["O47", "X03"])
    asked = game.prompt(P1)
    game.do(P1, a.SetStandingPass(("block", "response")))
    assert (game.prompt(P1).id, game.prompt(P1).revision) == (asked.id, asked.revision)
    game.play(P1, "O47")
    game.to("post_combat")


@pytest.mark.rule("TRF-225", "TRF-340")
def test_responses_can_be_passed_beforehand(table: MakeTable) -> None:
    game = table().player(P1, hand=["O01", "O01"]).player(P2, hand=["O02"]).start()
    game.play(P1, "O01")
    assert game.asked() == [(P2, "prompt_response")]
    game.do(P2, a.SetStandingPass(("response",)))
    assert game.asked() == [(P1, "prompt_roleplay")]
    game.play(P1, "O01")
    assert game.asked() == [(P1, "prompt_roleplay")]
    assert [event.seat for event in game.ever(e.ResponsePassed)] == [P2, P2]


@pytest.mark.rule("TRF-225")
def test_it_is_over_with_the_turn_or_when_it_is_taken_back(table: MakeTable) -> None:
    game = battle(table)
    game.do(P2, a.SetStandingPass(ALL))
    game.do(P2, a.SetStandingPass(()))
    game.let_pass(P1)
    assert game.asked() == [(P2, "prompt_window")]
    game.do(P2, a.SetStandingPass(("response", *ALL)))
    game.to("post_combat")
    assert game.board.players[P2].standing != ()
    game.next_turn(P1, "pre_combat")
    assert [player.standing for player in game.board.players] == [(), ()]


@pytest.mark.rule("TRF-225")
def test_any_player_at_any_time_but_only_for_windows_in_which_one_is_asked(table: MakeTable) -> None:
    game = table().player(P1, hand=["X03"]).start("draw")
    for seat in (P1, P2):
        game.do(seat, a.SetStandingPass(("response", "attack")))
        assert game.board.players[seat].standing == ("attack", "response")
    assert game.asked() == [(P1, "prompt_draw")]
    strange: list[tuple[Window, ...]] = [("pre",), ("post",), ("attack", "attack"), ("attack", "pre")]
    for windows in strange:
        assert game.refused(P2, a.SetStandingPass(windows)).rule == "TRF-225"


@pytest.mark.rule("TRF-225")
def test_for_which_windows_is_known_to_the_player_alone(table: MakeTable) -> None:
    game = table().start()
    game.do(P2, a.SetStandingPass(("dice",)))
    (fact,) = [one for one in game.facts if isinstance(one.event, e.StandingPassSet)]
    for viewer, windows in (("seat:1", ("dice",)), ("seat:0", None), ("spectator", None)):
        seen = as_seen(fact, viewer)
        assert isinstance(seen, e.StandingPassSet)
        assert (seen.windows or None) == windows
        view = game.game.view(game.state, viewer)
        assert view is not None
        assert view.players[P2].standing_pass == windows


@pytest.mark.rule("TRF-225", "TRF-224")
def test_without_cards_a_standing_pass_tells_nothing_more(table: MakeTable) -> None:
    game = battle(table, ["X03"], [])
    game.do(P2, a.SetStandingPass(ALL))
    play_out(game)
    assert {event.seat for event in game.ever(e.WindowPassed)} == {P1}


@pytest.mark.rule("TRF-223", "TRF-225")
def test_after_a_card_resolved_the_ap_who_passes_beforehand_passes_again(table: MakeTable) -> None:
    game = battle(table, ["X03"], ["O18", "X03"])
    game.do(P1, a.SetStandingPass(ALL))
    game.play(P2, "O18", "C07")
    game.let_pass(P1)
    assert game.asked() == [(P2, "prompt_window")]
    game.let_pass(P2)
    game.to("post_combat")


# Windows of fights


@pytest.mark.rule("TRF-223", "TRF-904")
def test_the_windows_of_a_fight_belong_to_that_fight(table: MakeTable) -> None:
    """Two fights: each has a bicker and a dice window of its own."""
    game = table().player(P1, hand=["X03"], characters=["C07", "C15"]).player(P2, characters=["R02", "R08"])
    dice(game, "bicker", P1, 3, 4)
    dice(game, "combat", P1, 3, 4)
    dice(game, "combat", P2, 1, 1)
    game.start()
    game.attack(P1, "C07", "C15")
    game.let_pass(P1)
    game.block(P2, ("R02", "C07"), ("R08", "C15"))
    game.let_pass(P1)
    opened = []
    while game.asks(P1, "prompt_window"):
        assert game.state.progress is not None
        opened.append((game.window(), game.state.progress.fight))
        game.let_pass(P1)
    assert opened == [("bicker", "f1"), ("dice", "f1"), ("bicker", "f2"), ("dice", "f2")]
    game.to("post_combat")


@pytest.mark.rule("TRF-223", "TRF-224")
def test_a_window_does_not_ask_a_third_player(table: MakeTable) -> None:
    game = table(3).player(P1, hand=["X03"], characters=["C07"]).player(P2, hand=["X03"]).player(P3, hand=["X03"])
    game.start()
    game.attack(P1, "C07", defender=P2)
    game.all_pass()
    asked = [
        fact.event.seat
        for fact in game.history
        if isinstance(fact.event, PromptOpened) and fact.event.kind == "prompt_window"
    ]
    assert asked == [P1, P2]
    game.to("post_combat")
