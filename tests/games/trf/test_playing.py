"""OOC cards: when and by whom they are played, what it takes, where they go (325 to 328, 342, 343, 616 to 624)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from domain.games.trf import actions as a
from domain.games.trf import events as e
from domain.games.trf.definitions import Window
from domain.kernel.prompts import size
from tests.games.trf import custom
from tests.games.trf.custom import fight_dice
from tests.games.trf.table import P1, P2, Table

MakeTable = Callable[..., Table]


def stack(game: Table) -> str:
    """The card on top of the stack."""
    return str(game.board.stack[-1].iid)


@pytest.mark.rule("TRF-325", "TRF-626")
def test_a_card_is_announced_paid_answered_resolved_and_discarded(table: MakeTable) -> None:
    game = table().player(P1, hand=["O01"], deck=["C01", "C02"]).player(P2, hand=["X03"]).start()
    game.play(P1, "O01")
    assert [card.cid for card in game.board.stack] == ["O01"]
    assert (game.hand(P1), game.discard(P1), game.words(P1)) == ([], [], 440)
    assert game.asked() == [(P2, "prompt_response")]
    game.let_pass(P2)
    assert (game.hand(P1), game.discard(P1), game.board.stack) == (["C01", "C02"], ["O01"], ())
    kinds = (e.WordsPaid, e.OocAnnounced, e.ResponsePassed, e.CardDrawn, e.OocResolved, e.CardDiscarded)
    told = [type(fact.event) for fact in game.history if isinstance(fact.event, kinds)]
    assert told == [*kinds[:4], e.CardDrawn, *kinds[4:]]


@pytest.mark.rule("TRF-325")
def test_only_an_ooc_card_of_the_own_hand(table: MakeTable) -> None:
    game = table().player(P1, hand=["C01", "O01"]).player(P2, hand=["O01"]).start()
    assert game.refused(P1, game.playing(P1, "C01")).rule == "TRF-601"
    assert game.refused(P1, a.PlayOoc(game.held(P2, "O01"), "pre")).rule == "TRF-325"
    assert game.refused(P1, a.PlayOoc("nothing", "pre")).rule == "TRF-325"
    assert game.refused(P1, a.PlayOoc(game.held(P1, "O01"), "post")).rule == "TRF-326"


@pytest.mark.rule("TRF-326", "TRF-618", "TRF-619", "TRF-R18")
def test_pre_and_post_combat_cards_are_for_the_ap_in_their_step(table: MakeTable) -> None:
    """5000 Words before combat, Back From Vacation after it; the DP plays neither, ever."""
    game = table().player(P1, hand=["O01", "O03"], characters=["C12"])
    game.player(P2, hand=["O01", "O03", "X03"], characters=["R01"]).start()
    assert game.refused(P1, game.playing(P1, "O03")).rule == "TRF-326"
    for cid in ("O01", "O03"):
        assert game.refused(P2, a.PlayOoc(game.held(P2, cid), "pre")).rule == "TRF-326"
    game.attack(P1, "C12")
    assert game.refused(P1, game.playing(P1, "O01")).rule == "TRF-326"
    game.let_pass(P1)
    for cid in ("O01", "O03"):
        assert game.refused(P2, a.PlayOoc(game.held(P2, cid), "attack")).rule == "TRF-326"
    game.let_pass(P2)
    game.block(P2)
    assert game.refused(P1, game.playing(P1, "O01")).rule == "TRF-326"
    assert game.refused(P2, a.PlayOoc(game.held(P2, "O03"), "post")).rule == "TRF-326"
    game.play(P1, "O03", "C12")
    game.all_pass()
    assert game.discard(P1) == ["O03"]


@pytest.mark.rule("TRF-326", "TRF-R18")
@pytest.mark.parametrize("who", [P1, P2])
def test_combat_cards_are_for_both(table: MakeTable, who: int) -> None:
    game = table().player(P1, hand=["O47", "X03"], characters=["C07"])
    game.player(P2, hand=["O47", "X03"], characters=["R05"]).start()
    game.attack(P1, "C07")
    if who == P2:
        game.let_pass(P1)
    game.play(who, "O47")
    game.all_pass()
    assert [game.combat(P1, "C07"), game.combat(P2, "R05")] == ([10, 9] if who == P1 else [9, 10])
    game.block(P2)
    game.all_pass()
    game.to("post_combat")


@pytest.mark.rule("TRF-326", "TRF-340")
def test_a_response_needs_a_card_of_somebody_else(table: MakeTable) -> None:
    game = table().player(P1, hand=["O01", "O02", "O38"]).player(P2, hand=["X03"]).start()
    assert game.refused(P1, a.PlayOoc(game.held(P1, "O38"), "response")).rule == "TRF-326"
    game.play(P1, "O01")
    assert game.refused(P1, a.PlayOoc(game.held(P1, "O02"), "response", (stack(game),))).rule == "TRF-326"
    assert game.refused(P1, a.Pass()).rule == "TRF-223"
    game.let_pass(P2)


@pytest.mark.rule("TRF-327")
@pytest.mark.parametrize("window", ["attack", "block"])
def test_a_card_that_lists_several_windows_is_played_in_any_one(table: MakeTable, window: Window) -> None:
    game = table().player(P1, account="A10", hand=["O47", "X03"], characters=["C07"])
    game.player(P2, characters=["R02"]).start()
    fight_dice(game, 3, 4, 1)
    game.attack(P1, "C07")
    if window == "block":
        game.let_pass(P1)
        game.block(P2, ("R02", "C07"))
    assert game.window() == window
    game.play(P1, "O47")
    assert game.combat(P1, "C07") == 10
    game.all_pass()
    game.to("post_combat")


@pytest.mark.rule("TRF-327")
@pytest.mark.parametrize("stage", ["pre_combat", "post_combat"])
def test_one_that_lists_pre_and_post_combat(table: MakeTable, stage: str) -> None:
    game = table().player(P1, hand=["O48"])
    game.persistent(P2, "O16", until="planet_captured")
    game.start()
    if stage == "post_combat":
        game.decline(P1)
    game.play(P1, "O48", "O16")
    assert game.persistents(P2) == []


@pytest.mark.rule("TRF-328", "TRF-R21")
def test_without_a_legal_target_nothing_is_announced(table: MakeTable) -> None:
    game = table().player(P1, account="A07", hand=["O08", "O48", "O07"]).player(P2, characters=["R09", "R02"]).start()
    assert game.legal(P1, "play_ooc") == []
    for cid, target in (("O08", "R09"), ("O08", "R02"), ("O48", "R02"), ("O07", "nothing")):
        assert game.refused(P1, game.playing(P1, cid, target)).rule == "TRF-328"
    assert game.refused(P1, game.playing(P1, "O08")).rule == "TRF-328"


@pytest.mark.rule("TRF-328", "TRF-R21")
def test_as_many_targets_as_the_text_takes_and_legal_ones(table: MakeTable) -> None:
    game = table().player(P1, account="A07", hand=["O08"], characters=["C14"])
    game.player(P2, characters=["R08", "R09"])
    game.unit(P2, "R02", "U06")
    game.start()
    for targets in ((), ("R09",), ("U06",), ("C14",), ("R08", "R08")):
        assert game.refused(P1, game.playing(P1, "O08", *targets)).rule == "TRF-328"
    game.play(P1, "O08", "R08")
    assert game.discard(P2) == ["R08"]


@pytest.mark.rule("TRF-328")
def test_nothing_is_announced_while_its_condition_is_false(table: MakeTable) -> None:
    game = table().player(P1, hand=["O33", "O34"], characters=["C01"], deck=["C01", "C02"])
    game.player(P2, planets=["P20"]).start()
    game.attack(P1, "C01")
    game.all_pass()
    game.assault(P1, ("C01", "P20"))
    game.all_pass()
    assert game.refused(P1, game.playing(P1, "O34")).rule == "TRF-328"
    game.play(P1, "O33")
    assert len(game.hand(P1)) == 3
    quiet = table().player(P1, hand=["O33"]).start("post_combat")
    assert quiet.refused(P1, quiet.playing(P1, "O33")).rule == "TRF-328"


@pytest.mark.rule("TRF-342", "TRF-R21")
def test_a_cancelled_card_does_nothing_and_costs_what_it_cost(table: MakeTable) -> None:
    game = table().player(P1, hand=["O16", "O05"], characters=["C01"]).player(P2, hand=["O02", "X03"]).start()
    game.play(P1, "O05")
    game.play(P2, "O02", "O05")
    game.all_pass()
    assert (game.combat(P1, "C01"), game.words(P1), game.words(P2)) == (6, 450, 460)
    assert (game.discard(P1), game.discard(P2), game.board.stack) == (["O05"], ["O02"], ())
    assert game.ever(e.OocResolved)[-1].card == "O02"
    assert game.asked() == [(P1, "prompt_roleplay")]


@pytest.mark.rule("TRF-342")
def test_a_cancelled_persistent_card_does_not_come_into_play(table: MakeTable) -> None:
    game = table().player(P1, hand=["O44"]).player(P2, hand=["O02", "X03"]).start()
    game.play(P1, "O44")
    game.play(P2, "O02", "O44")
    assert (game.persistents(P1), game.discard(P1)) == ([], ["O44"])


@pytest.mark.rule("TRF-343", "TRF-R21")
def test_a_part_whose_target_is_gone_does_nothing_the_rest_happens(table: MakeTable) -> None:
    """O55 discards a persistent card and draws; a response takes that card away before."""
    game = table()
    sweep = custom.card(game, "ooc", 'windows = ["response"], do = "discard_persistent(pick(persistents))"', cost=10)
    game.player(P1, hand=["O55"], deck=["C01"]).player(P2, hand=[sweep, "X03"])
    gone = game.persistent(P2, "O16", until="planet_captured")
    game.persistent(P2, "O44", until="stuck_turn")
    game.start()
    game.play(P1, "O55", gone)
    game.play(P2, sweep, gone)
    game.all_pass()
    assert (game.persistents(P2), game.hand(P1), game.discard(P1)) == (["O44"], ["C01"], ["O55"])
    assert game.words(P1) == 420


@pytest.mark.rule("TRF-343")
def test_a_target_that_is_gone_is_no_target(table: MakeTable) -> None:
    """In reply the Individual that O08 wants to destroy is gone; the other one is not taken for it."""
    game = table()
    rescue = custom.card(game, "ooc", 'windows = ["response"], do = "destroy(pick(my_char))"', cost=10)
    game.player(P1, account="A07", hand=["O08"]).player(P2, hand=[rescue, "X03"], characters=["R08", "R12"])
    game.start()
    game.play(P1, "O08", "R08")
    game.play(P2, rescue, "R08")
    game.all_pass()
    assert (game.characters(P2), len(game.ever(e.CharacterDestroyed))) == (["R12"], 1)
    assert game.discard(P1) == ["O08"]


@pytest.mark.rule("TRF-343", "TRF-541")
def test_a_target_that_is_still_there_but_not_legal_any_more(table: MakeTable) -> None:
    """In reply R01 becomes Thick Skinned."""
    game = table()
    hide = custom.card(game, "ooc", 'windows = ["response"], do = "keyword(pick(my_char), thick_skin)"')
    game.player(P1, account="A07", hand=["O09"]).player(P2, hand=[hide, "X03"], characters=["R01"]).start()
    game.play(P1, "O09", "R01")
    game.play(P2, hide, "R01")
    game.all_pass()
    assert (game.card(P2, "R01").damage, game.discard(P1), game.words(P1)) == (0, ["O09"], 440)


@pytest.mark.rule("TRF-343", "TRF-620")
def test_without_its_host_a_persistent_card_is_discarded(table: MakeTable) -> None:
    game = table()
    rescue = custom.card(game, "ooc", 'windows = ["response"], do = "destroy(pick(my_char))"', cost=10)
    game.player(P1, account="A07", hand=["O40"]).player(P2, hand=[rescue, "X03"], characters=["R08"]).start()
    game.play(P1, "O40", "R08")
    game.play(P2, rescue, "R08")
    game.all_pass()
    assert (game.persistents(P1), game.discard(P1)) == ([], ["O40"])


@pytest.mark.rule("TRF-R21")
def test_each_is_a_snapshot(table: MakeTable) -> None:
    """O05 is for the characters of the moment; one that comes later this turn has nothing of it."""
    game = table().player(P1, account="A07", hand=["O05"], characters=["C01", "D07"])
    game.discarded(P1, "D03")
    custom.dice(game, "effect", P1, 6)
    game.start()
    game.play(P1, "O05")
    game.use(P1, "D07", "D03")
    assert [game.combat(P1, cid) for cid in ("C01", "D07", "D03")] == [7, 3, 2]


@pytest.mark.rule("TRF-617")
def test_texts_may_ask_for_faction_account_and_homeworld(table: MakeTable) -> None:
    game = table().player(P1, account="A02", hand=["O51"], discard=["C14", "R05", "R02"]).start("post_combat")
    assert [one["targets"] for one in game.legal(P1, "play_ooc")] == [[game.thrown(P1, "R02")]]
    game.play(P1, "O51", "R02")
    assert game.hand(P1) == ["R02"]


# Cards that stay


@pytest.mark.rule("TRF-620")
def test_a_persistent_card_stays_and_is_attached_to_its_host(table: MakeTable) -> None:
    game = table().player(P1, account="A09", hand=["O16", "O13"]).start()
    game.play(P1, "O16")
    game.play(P1, "O13", game.account(P2))
    assert (game.persistents(P1), game.discard(P1)) == (["O16", "O13"], [])
    assert [game.card(P1, cid).host for cid in ("O16", "O13")] == [None, "account:1"]
    assert game.card(P1, "O13").counted == P2


@pytest.mark.rule("TRF-307", "TRF-620")
def test_there_may_be_any_number_of_them(table: MakeTable) -> None:
    game = table().player(P1, account="A09", hand=["O44"] * 5).start()
    for _ in range(5):
        game.play(P1, "O44")
    assert game.persistents(P1) == ["O44"] * 5


# Staff rulings


@pytest.mark.rule("TRF-622", "TRF-R45")
@pytest.mark.parametrize(
    ("account", "rank", "legal"),
    [("A09", 0, True), ("A09", 1, True), ("A09", 2, False), ("A06", 0, True), ("A06", 1, False), ("A08", 0, False)],
)
def test_a_staff_ruling_beats_only_lower_recorded_ranks(table: MakeTable, account: str, rank: int, legal: bool) -> None:
    """Admin 2, Mod 1, anyone else 0."""
    game = table().player(P1, account=account, hand=["O02"])
    game.persistent(P2, "O17", tokens=2, counted=P2, rank=rank)
    game.start()
    action = game.playing(P1, "O02", "O17")
    if legal:
        game.do(P1, action)
        assert game.persistents(P2) == []
    else:
        assert game.refused(P1, action).rule == "TRF-622"
        assert game.legal(P1, "play_ooc") == []


@pytest.mark.rule("TRF-622", "TRF-R45")
@pytest.mark.parametrize(("account", "legal"), [("A09", True), ("A06", False), ("A08", False)])
def test_the_same_on_the_stack(table: MakeTable, account: str, legal: bool) -> None:
    """P1 (Mod) announces O17; only an Admin's Staff Ruling answers it."""
    game = table().player(P1, account="A06", hand=["O17"]).player(P2, account=account, hand=["O02", "X03"]).start()
    game.play(P1, "O17")
    action = game.playing(P2, "O02", stack(game))
    if legal:
        game.do(P2, action)
    else:
        assert game.refused(P2, action).rule == "TRF-622"
        game.let_pass(P2)
    assert game.persistents(P1) == ([] if legal else ["O17"])


@pytest.mark.rule("TRF-622", "TRF-624", "TRF-R45")
def test_rank_is_between_staff_rulings_alone(table: MakeTable) -> None:
    """A Staff Ruling of rank 0 cancels any other card; O48 and O38 beat staff rulings of any rank."""
    game = (
        table()
        .player(P1, account="A09", hand=["O01", "O17"])
        .player(P2, account="A08", home="P03", hand=["O02", "O48", "X03"])
    )
    game.persistent(P1, "O13", host=game.account(P2), tokens=2, counted=P2, rank=2)
    game.start()
    game.play(P1, "O01")
    game.play(P2, "O02", "O01")
    game.all_pass()
    assert game.discard(P1) == ["O01"]
    game.next_turn(P1, "pre_combat")
    game.play(P2, "O48", "O13")
    game.all_pass()
    assert game.persistents(P1) == []
    appeal = table().player(P1, account="A08", hand=["O01", "O38"]).player(P2, account="A09", hand=["O02"]).start()
    appeal.play(P1, "O01")
    appeal.play(P2, "O02", "O01")
    appeal.play(P1, "O38", "O02")
    appeal.all_pass()
    assert len(appeal.hand(P1)) == 2


@pytest.mark.rule("TRF-623", "TRF-R45")
def test_the_rank_is_that_of_the_announcement(table: MakeTable) -> None:
    """P1 is a Mod by O14 when O17 is announced; without O14 the rank on O17 stays 1, the player's is 0."""
    game = (
        table()
        .player(P1, account="A08", hand=["O14", "O17", "O48", "O02"])
        .player(P2, account="A06", home="P03", hand=["O02", "X03"])
    )
    game.start()
    game.play(P1, "O14")
    game.all_pass()
    game.play(P1, "O17")
    assert [event.rank for event in game.ever(e.OocAnnounced)] == [None, 1]
    game.all_pass()
    game.play(P1, "O48", "O14")
    game.all_pass()
    assert game.card(P1, "O17").rank == 1
    game.next_turn(P1, "pre_combat")
    assert game.refused(P2, game.playing(P2, "O02", "O17")).rule == "TRF-622"
    game.to("post_combat")


@pytest.mark.rule("TRF-623", "TRF-R45")
def test_a_rank_gained_later_does_not_raise_it(table: MakeTable) -> None:
    game = table().player(P1, account="A08", hand=["O17", "O02"]).player(P2, account="A06", home="P03")
    game.player(P2, hand=["O02", "X03"])
    game.persistent(P1, "O14", until="planet_captured")
    game.persistent(P2, "O15", host=game.account(P1), tokens=1, counted=P1, rank=2)
    game.start()
    game.play(P1, "O17")
    game.all_pass()
    game.next_turn(P1)
    game.next_turn(P2)
    assert game.persistents(P2) == []
    assert game.board.players[P1].account.cid == "A08"
    game.next_turn(P1, "pre_combat")
    assert game.card(P1, "O17").rank == 0
    game.play(P2, "O02", "O17")
    game.all_pass()
    assert game.persistents(P1) == ["O14"]


RULING = {"subtype": "staff_ruling", "title": "Mod"}


@pytest.mark.rule("TRF-622", "TRF-R45")
@pytest.mark.parametrize(("account", "left"), [("A09", ["O13"]), ("A08", ["O13", "O17"])])
def test_a_staff_ruling_on_all_spares_ranks_it_does_not_beat(table: MakeTable, account: str, left: list[str]) -> None:
    game = table()
    clean = custom.card(game, "ooc", 'windows = ["pre"], do = "discard_persistent(each(persistents))"', **RULING)
    game.player(P1, account=account, hand=[clean])
    game.persistent(P2, "O13", host=game.account(P1), tokens=2, counted=P1, rank=2)
    game.persistent(P2, "O17", tokens=2, counted=P2, rank=0 if account == "A08" else 1)
    game.persistent(P2, "O44")
    game.start()
    game.play(P1, clean)
    assert game.persistents(P2) == left


@pytest.mark.rule("TRF-622", "TRF-R45")
@pytest.mark.parametrize(("account", "drawn"), [("A09", 0), ("A06", 1)])
def test_a_staff_ruling_cancels_what_it_answers_by_rank(table: MakeTable, account: str, drawn: int) -> None:
    game = table()
    stop = custom.card(game, "ooc", 'windows = ["response"], do = "cancel(each(answered))"', **RULING)
    ruled = custom.card(game, "ooc", 'windows = ["pre"], do = "draw(me, 1)"', **RULING)
    game.player(P1, account="A06", hand=[ruled]).player(P2, account=account, hand=[stop]).start()
    game.play(P1, ruled)
    game.play(P2, stop)
    assert len(game.hand(P1)) == drawn


@pytest.mark.rule("TRF-623", "TRF-R45")
@pytest.mark.parametrize(("rank", "left"), [(1, ["O17"]), (2, [])])
def test_a_staff_ruling_that_stays_keeps_its_rank(table: MakeTable, rank: int, left: list[str]) -> None:
    """P1 is an Admin now; what counts is the rank that was recorded."""
    game = table()
    stays = custom.card(
        game,
        "ooc",
        'windows = ["pre"], do = "stay()"',
        'when = "end_of_turn", do = "discard_persistent(each(persistents[staff_ruling and other]))"',
        **RULING,
    )
    game.player(P1, account="A09")
    game.persistent(P1, stays, rank=rank)
    game.persistent(P2, "O17", tokens=2, counted=P2, rank=1)
    game.start("post_combat")
    game.end_turn(P1)
    assert game.persistents(P2) == left
    game.to("post_combat")


# Two targets


@pytest.mark.rule("TRF-343", "TRF-325")
def test_the_same_is_the_target_of_the_pick_before_it(table: MakeTable) -> None:
    text = "damage(pick(my_char), 1), keyword(same, swift), damage(pick(their_char), 1), keyword(same, vigilant)"
    game = table()
    both = custom.card(game, "ooc", f'windows = ["pre"], do = "{text}"')
    game.player(P1, hand=[both], characters=["C01"]).player(P2, characters=["R02"]).start()
    game.play(P1, both, "C01", "R02")
    assert [one.name for one in game.card(P1, "C01").modifiers] == ["swift"]
    assert [one.name for one in game.card(P2, "R02").modifiers] == ["vigilant"]


@pytest.mark.rule("TRF-343", "TRF-633")
def test_the_same_beside_another_target(table: MakeTable) -> None:
    text = "combat(pick(my_unit[free_to_join]), 1), join_fight(same, pick(fights[my_side]))"
    game = table()
    help_ = custom.card(game, "ooc", f'windows = ["block"], do = "{text}"')
    game.player(P1, hand=[help_], characters=["C01", "C15"]).player(P2, characters=["R02"])
    fight = game.fight([game.seen(P1, "C15")], [game.seen(P2, "R02")])
    fight_dice(game, 1, 1, 1)
    game.start()
    game.decline(P1)
    game.play(P1, help_, "C01", fight)
    assert game.card(P1, "C01").fight == fight


@pytest.mark.rule("TRF-343", "TRF-526")
def test_the_same_is_nothing_if_nothing_was_picked(table: MakeTable) -> None:
    text = "damage(pick(my_char[other]), 1), damage(pick(their_char), 1), keyword(same, vigilant)"
    game = table()
    comes = custom.card(game, "character", f'when = "enters", do = "{text}"')
    game.player(P1, hand=[comes], characters=["C01"]).start("deployment")
    game.buy(P1, comes)
    assert (game.card(P1, "C01").damage, game.card(P1, "C01").modifiers) == (1, ())


@pytest.mark.rule("TRF-325", "TRF-328", "TRF-R68")
def test_several_targets_are_one_template_however_many_there_are(table: MakeTable) -> None:
    """3,160 ways to name one of the own and one of the others', in one template."""
    text = "damage(pick(my_char), 1), damage(pick(their_char), 1)"
    game = table()
    brawl = custom.card(game, "ooc", f'windows = ["pre"], do = "{text}"')
    game.player(P1, hand=[brawl], characters=["C01"] * 79).player(P2, characters=["R01"] * 40).start()
    prompt = next(one for one in game.state.prompts.values() if one.kind == "prompt_roleplay")
    (template,) = (one for one in game.game.options(game.state, prompt) if one.type == "play_ooc")
    assert size(template) == 79 * 40
    mine, theirs = ([card.iid for card in player.characters] for player in game.board.players)
    assert [one["targets"] for one in game.legal(P1, "play_ooc")] == [[one, two] for one in mine for two in theirs]
    assert game.refused(P1, game.playing(P1, brawl, theirs[0], mine[0])).rule == "TRF-328"
    game.play(P1, brawl, mine[5], theirs[7])
    assert [(one.iid, one.n) for one in game.happened(e.TokensPlaced)] == [(mine[5], 1), (theirs[7], 1)]


@pytest.mark.rule("TRF-R96", "TRF-629")
@pytest.mark.parametrize(("named", "enters"), [("O18", False), ("C07", True)])
def test_only_planets_and_characters_come_back_into_play(table: MakeTable, named: str, enters: bool) -> None:
    game = table()
    text = "when(not 0 == 0, then=[to_hand(pick(my_discard))], otherwise=[put_into_play(same)])"
    ooc = custom.card(game, "ooc", f'windows = ["pre"], do = "{text}"')
    game.player(P1, hand=[ooc], discard=[named]).start()
    iid = game.board.players[P1].discard[0].iid
    game.play(P1, ooc, iid)
    assert [one.iid for one in game.board.players[P1].characters] == ([iid] if enters else [])
    assert (iid in [one.iid for one in game.board.players[P1].discard]) == (not enters)
    game.decline(P1)
