"""Responses: who may answer what, in which order, and who is asked again (326, 340 to 345)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from domain.games.trf import actions as a
from domain.games.trf import events as e
from tests.games.trf import custom
from tests.games.trf.table import P1, P2, P3, P4, Table

MakeTable = Callable[..., Table]


def stack(game: Table) -> list[str]:
    """The cards that are being played, the first one first."""
    return [card.cid for card in game.board.stack]


def top(game: Table) -> str:
    """What names the card that is asked about."""
    return str(game.board.stack[-1].iid)


def answer(game: Table, seat: int, cid: str) -> None:
    """Play a response on the card that is asked about."""
    game.play(seat, cid, top(game))


def waiting(game: Table) -> int:
    """The one player who is asked for a response."""
    ((seat, kind),) = game.asked()
    assert kind == "prompt_response"
    return seat


@pytest.mark.rule("TRF-340", "TRF-R20")
def test_the_other_player_may_respond_or_pass(table: MakeTable) -> None:
    game = table().player(P1, hand=["O01", "X03"]).player(P2, hand=["O02"]).start()
    game.play(P1, "O01")
    assert waiting(game) == P2
    assert {one["type"] for one in game.legal(P2)} == {"play_ooc", "pass", "set_standing_pass"}
    game.let_pass(P2)
    assert [(event.seat, event.on) for event in game.ever(e.ResponsePassed)] == [(P2, game.ever(e.OocAnnounced)[0].iid)]
    assert len(game.hand(P1)) == 3


@pytest.mark.rule("TRF-340", "TRF-R20", "TRF-905")
@pytest.mark.parametrize("who", [P1, P2, P3, P4])
def test_every_other_player_in_turn_order_from_who_played(table: MakeTable, who: int) -> None:
    game = table(4).turn(who)
    for seat in range(4):
        game.player(seat, hand=["X03", "O01"])
    game.start()
    game.play(who, "O01")
    asked = []
    for _ in range(3):
        asked.append(waiting(game))
        game.let_pass(asked[-1])
    assert asked == [(who + step) % 4 for step in (1, 2, 3)]
    assert game.asked() == [(who, "prompt_roleplay")]


@pytest.mark.rule("TRF-340", "TRF-R20")
def test_the_response_played_last_resolves_first(table: MakeTable) -> None:
    """O38 cancels O02 which would have cancelled O01; and O38 can be answered, too."""
    game = table().player(P1, account="A03", hand=["O01", "O38", "X03"]).player(P2, hand=["O02", "O38"]).start()
    game.play(P1, "O01")
    answer(game, P2, "O02")
    assert waiting(game) == P1
    answer(game, P1, "O38")
    assert waiting(game) == P2
    answer(game, P2, "O38")
    assert (waiting(game), stack(game)) == (P1, ["O01", "O02", "O38", "O38"])
    game.let_pass(P1)
    assert [event.card for event in game.ever(e.OocCancelled)] == ["O38"]
    assert [event.card for event in game.ever(e.OocResolved)] == ["O38"]
    assert (waiting(game), stack(game)) == (P1, ["O01", "O02"])
    game.let_pass(P1)
    assert [event.card for event in game.ever(e.OocCancelled)] == ["O38", "O01"]
    assert (game.hand(P1), stack(game)) == (["X03"], [])


@pytest.mark.rule("TRF-340", "TRF-302")
def test_a_response_costs_its_words(table: MakeTable) -> None:
    game = table().player(P1, hand=["O01"]).player(P2, account="A09", hand=["O02", "X03"], words=49).start()
    game.play(P1, "O01")
    action = game.playing(P2, "O02", top(game))
    assert game.refused(P2, action).rule == "TRF-302"
    assert game.legal(P2, "play_ooc") == []
    game.let_pass(P2)


@pytest.mark.rule("TRF-341", "TRF-R20")
def test_who_responded_is_asked_again_about_the_card_beneath(table: MakeTable) -> None:
    """Cancelled: P2's O02 is gone, O01 still pending."""
    game = table().player(P1, account="A03", hand=["O01", "O38"]).player(P2, hand=["O02", "O02"]).start()
    game.play(P1, "O01")
    answer(game, P2, "O02")
    answer(game, P1, "O38")
    assert waiting(game) == P2
    game.let_pass(P2)
    assert (waiting(game), stack(game)) == (P2, ["O01"])
    answer(game, P2, "O02")
    assert (stack(game), game.discard(P1)) == ([], ["O38", "O01"])
    assert game.asked() == [(P1, "prompt_roleplay")]


@pytest.mark.rule("TRF-341", "TRF-R20")
def test_also_after_a_response_that_resolved_without_cancelling(table: MakeTable) -> None:
    game = table()
    quick = custom.card(game, "ooc", 'windows = ["response"], do = "draw(me, 1)"')
    game.player(P1, hand=["O01"]).player(P2, hand=[quick, quick, "X03"], deck=["C01", "C02"]).start()
    game.play(P1, "O01")
    for _ in range(2):
        game.play(P2, quick)
        assert (waiting(game), stack(game)) == (P2, ["O01"])
    game.let_pass(P2)
    assert (game.hand(P2), len(game.hand(P1))) == (["X03", "C01", "C02"], 2)


@pytest.mark.rule("TRF-341", "TRF-R20")
def test_who_passed_on_a_card_is_not_asked_again_about_it(table: MakeTable) -> None:
    """P2 passes on O01, P3 responds; P2 is asked about P3's card, but not about O01 any more."""
    game = table(3).player(P1, account="A03", hand=["O01", "O38", "X03"])
    game.player(P2, hand=["O02", "X03"]).player(P3, hand=["O02", "O02"]).start()
    game.play(P1, "O01")
    game.let_pass(P2)
    answer(game, P3, "O02")
    assert waiting(game) == P1
    answer(game, P1, "O38")
    asked = []
    while game.board.stack[-1].cid == "O38":
        asked.append(waiting(game))
        game.let_pass(asked[-1])
    assert asked == [P2, P3]
    assert (waiting(game), stack(game)) == (P3, ["O01"])
    game.let_pass(P3)
    assert (stack(game), game.asked()) == ([], [(P1, "prompt_roleplay")])


@pytest.mark.rule("TRF-340", "TRF-341", "TRF-905")
def test_who_was_not_yet_asked_comes_after_who_responded(table: MakeTable) -> None:
    """P2 responds; P3 and P1 are asked about that, then P2 again about the first card, and then P3."""
    game = table(3).player(P1, account="A03", hand=["O01", "O38"])
    game.player(P2, hand=["O02", "X03"]).player(P3, hand=["X03"]).start()
    game.play(P1, "O01")
    answer(game, P2, "O02")
    assert waiting(game) == P3
    game.let_pass(P3)
    answer(game, P1, "O38")
    assert waiting(game) == P2
    game.let_pass(P2)
    assert waiting(game) == P3
    game.let_pass(P3)
    assert (waiting(game), stack(game)) == (P2, ["O01"])
    game.let_pass(P2)
    assert (waiting(game), stack(game)) == (P3, ["O01"])
    game.let_pass(P3)


@pytest.mark.rule("TRF-340", "TRF-R20")
def test_cards_of_combat_windows_can_be_answered_by_the_ap(table: MakeTable) -> None:
    game = table().player(P1, account="A06", hand=["O02", "X03"], characters=["C07"]).player(P2, hand=["O18"]).start()
    game.attack(P1, "C07")
    game.let_pass(P1)
    game.play(P2, "O18", "C07")
    assert waiting(game) == P1
    answer(game, P1, "O02")
    assert (game.combat(P1, "C07"), game.window()) == (9, "attack")
    game.to("post_combat")


@pytest.mark.rule("TRF-342")
def test_what_is_cancelled_is_not_asked_about_any_more(table: MakeTable) -> None:
    """P3, who was not yet asked about it, is not."""
    game = table(3).player(P1, hand=["O01"]).player(P2, hand=["O02", "X03"]).player(P3, hand=["X03"]).start()
    game.play(P1, "O01")
    answer(game, P2, "O02")
    assert (waiting(game), stack(game)) == (P3, ["O01", "O02"])
    game.let_pass(P3)
    assert (stack(game), game.asked()) == ([], [(P1, "prompt_roleplay")])


@pytest.mark.rule("TRF-344", "TRF-R20")
def test_abilities_cannot_be_answered(table: MakeTable) -> None:
    game = table().player(P1, account="A01", planets=["P22"], characters=["C01", "C06"])
    game.character(P1, "C04", battle_turn=4)
    game.player(P2, hand=["O02", "O39"]).start()
    for cid, target in (("A01", "C01"), ("P22", "C01"), ("C06", "C04")):
        game.use(P1, cid, target)
        assert game.asked() == [(P1, "prompt_roleplay")]
    assert game.combat(P1, "C01") == 10


@pytest.mark.rule("TRF-345", "TRF-R63")
def test_a_response_is_about_the_card_it_answers_and_none_further_down(table: MakeTable) -> None:
    game = table().player(P1, hand=["O05", "O02", "X03"]).player(P2, hand=["O02", "O02"]).start()
    game.play(P1, "O05")
    beneath = top(game)
    answer(game, P2, "O02")
    assert game.refused(P1, a.PlayOoc(game.held(P1, "O02"), "response", (beneath,))).rule == "TRF-328"
    game.let_pass(P1)
    assert stack(game) == []


@pytest.mark.rule("TRF-345", "TRF-328")
def test_appeal_is_for_responses_ignore_list_for_cards_that_target_the_own(table: MakeTable) -> None:
    game = table().player(P1, account="A07", hand=["O09", "O05"], characters=["C01"])
    game.player(P2, hand=["O38", "O39"], characters=["R01"]).start()
    game.play(P1, "O05")
    for cid in ("O38", "O39"):
        assert game.refused(P2, game.playing(P2, cid, top(game))).rule == "TRF-328"
    game.let_pass(P2)
    game.play(P1, "O09", "R01")
    assert game.refused(P2, game.playing(P2, "O38", top(game))).rule == "TRF-328"
    answer(game, P2, "O39")
    assert (game.card(P2, "R01").damage, game.discard(P1)) == (0, ["O05", "O09"])


@pytest.mark.rule("TRF-345", "TRF-328")
def test_ignore_list_does_not_answer_what_targets_somebody_elses(table: MakeTable) -> None:
    game = table(3).player(P1, account="A07", hand=["O09"]).player(P2, hand=["O39"]).player(P3, characters=["R01"])
    game.start()
    game.play(P1, "O09", "R01")
    assert game.refused(P2, game.playing(P2, "O39", top(game))).rule == "TRF-328"
    game.let_pass(P2)
    assert game.card(P3, "R01").damage == 2
