"""Turns and their parts, from the refill to the end (2xx)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from domain.games.trf import actions as a
from domain.games.trf import events as e
from domain.games.trf.board import Modifier
from domain.games.trf.frames import Stage
from domain.kernel.facts import Event
from domain.kernel.match import PromptOpened
from tests.games.trf import custom
from tests.games.trf.custom import dice, fight_dice
from tests.games.trf.table import FILLER, P1, P2, P3, Table

MakeTable = Callable[..., Table]


def order(game: Table, *kinds: type[Event]) -> list[type[Event]]:
    """The events of these types since the last action, as they came."""
    return [type(fact.event) for fact in game.facts if isinstance(fact.event, kinds)]


def prompts(game: Table) -> list[str]:
    """What was asked since the given, but for the standing pass."""
    return [one.kind for one in game.ever(PromptOpened) if one.kind != "standing_pass"]


# Turns


@pytest.mark.rule("TRF-201")
@pytest.mark.parametrize("first", [P1, P2])
def test_turns_alternate_and_are_numbered_over_the_match(table: MakeTable, first: int) -> None:
    game = table().turn(first, number=1).start("refill")
    for seat in (first, 1 - first, first):
        assert game.board.active == seat
        game.next_turn(seat)
    started = [(event.seat, event.turn) for event in game.ever(e.TurnStarted)]
    assert started == [(1 - first, 2), (first, 3), (1 - first, 4)]
    assert [(event.seat, event.turn) for event in game.ever(e.TurnEnded)] == [(first, 1), *started[:2]]


@pytest.mark.rule("TRF-202", "TRF-218", "TRF-220")
def test_the_parts_of_a_turn_without_combat(table: MakeTable) -> None:
    game = table().start("refill")
    game.to("post_combat")
    assert prompts(game) == ["prompt_planet", "prompt_deployment", "prompt_roleplay", "prompt_post"]
    game.end_turn(P1)
    assert game.asked() == [(P2, "prompt_draw")]


@pytest.mark.rule("TRF-202", "TRF-218", "TRF-R24")
def test_the_parts_of_a_turn_with_combat(table: MakeTable) -> None:
    """Each with something in it; both hold a card, so each window is open to both."""
    game = table().player(P1, characters=["C01", "C07"], hand=["X03"])
    game.player(P2, characters=["R01"], planets=["P20"], hand=["X03"])
    fight_dice(game, 3, 6, 1)
    game.start()
    game.attack(P1, "C07", "C01")
    steps = []
    for _ in range(20):
        ((seat, kind),) = game.asked()
        steps.append(f"{game.window()} {seat}" if kind == "prompt_window" else kind)
        match kind:
            case "prompt_window":
                game.let_pass(seat)
            case "prompt_blocks":
                game.block(P2, ("R01", "C07"))
            case "prompt_assault":
                game.assault(P1, ("C01", "P20"))
            case _:
                break
    assert steps == [
        "attack 0",
        "attack 1",
        "prompt_blocks",
        "block 0",
        "block 1",
        "bicker 0",
        "bicker 1",
        "dice 0",
        "dice 1",
        "prompt_assault",
        "assault 0",
        "assault 1",
        "prompt_post",
    ]


# Start


@pytest.mark.rule("TRF-203", "TRF-204")
def test_the_refill_sets_the_pools_and_loses_what_was_left(table: MakeTable) -> None:
    game = table().player(P2, home="P03", planets=["P20"]).pools(P2, 999, 7, caps=(1, 2)).start()
    game.to("post_combat")
    game.end_turn(P1)
    player = game.board.players[P2]
    assert (player.pool_m, player.pool_w, player.max_m, player.max_w) == (600, 200, 600, 200)


@pytest.mark.rule("TRF-203", "TRF-330")
def test_the_refill_wakes_exhausted_planets(table: MakeTable) -> None:
    game = table()
    game.planet(P2, "P06", exhausted=True)
    game.start()
    game.to("post_combat")
    assert game.card(P2, "P06").exhausted
    game.end_turn(P1)
    planet = game.card(P2, "P06")
    assert (planet.exhausted, planet.gave_m, planet.gave_w) == (False, 200, 120)
    assert game.meters(P2) == 700


@pytest.mark.rule("TRF-203")
def test_income_modifiers_count_at_the_refill_and_it_is_never_below_0(table: MakeTable) -> None:
    game = table()
    poor = custom.card(game, "planet", meters=100)
    game.player(P2, account="A08", home=poor).start()
    game.next_turn(P1)
    assert (game.meters(P2), game.board.players[P2].max_m) == (0, 0)
    other = table().player(P2, account="A04", home="P14")
    other.persistent(P1, "O41", host=other.account(P2), tokens=3, counted=P2)
    other.start()
    other.next_turn(P1)
    assert (other.meters(P2), other.words(P2), other.board.players[P2].max_w) == (450, 0, 0)


@pytest.mark.rule("TRF-203")
def test_what_was_promised_for_the_next_refill_is_given_once(table: MakeTable) -> None:
    game = table().player(P1, hand=["O06"]).start()
    game.play(P1, "O06")
    for meters in (700, 500):
        game.next_turn(P1)
        game.next_turn(P2)
        assert (game.meters(P1), game.board.players[P1].max_m) == (meters, meters)


@pytest.mark.rule("TRF-203", "TRF-R41")
def test_one_players_copies_count_once_two_players_apart(table: MakeTable) -> None:
    """O41 on P3's account: 30 words less for each player who has laid it."""
    game = table(3).turn(P2).player(P3, home="P03")
    for seat in (P1, P1, P2):
        game.persistent(seat, "O41", host=game.account(P3), tokens=3, counted=P3)
    game.start()
    game.next_turn(P2)
    assert game.words(P3) == 60


@pytest.mark.rule("TRF-205", "TRF-R07")
def test_unspent_words_stay_until_the_own_refill(table: MakeTable) -> None:
    game = table().player(P1, account="A03", hand=["O01", "X03"]).start()
    game.play(P1, "O01")
    assert game.words(P1) == 440
    game.to("post_combat")
    game.end_turn(P1)
    assert (game.words(P1), game.meters(P1)) == (440, 2000)
    game.next_turn(P2)
    assert (game.words(P1), game.meters(P1)) == (40, 500)


@pytest.mark.rule("TRF-205", "TRF-R07")
def test_words_pay_on_the_opponents_turn(table: MakeTable) -> None:
    game = table().player(P2, hand=["O18", "X03"], words=40).player(P1, characters=["C01"]).start()
    game.attack(P1, "C01")
    game.play(P2, "O18", "C01")
    assert game.words(P2) == 0
    game.all_pass()
    game.to("post_combat")


@pytest.mark.rule("TRF-206")
def test_start_of_turn_texts_come_after_the_refill_and_before_the_draw(table: MakeTable) -> None:
    game = table().player(P2, account="A04")
    game.persistent(P1, "O41", host=game.account(P2), tokens=1, counted=P2)
    game.start()
    game.to("post_combat")
    game.end_turn(P1)
    kinds = (e.TurnStarted, e.PoolsRefilled, e.CardDrawn, e.TokensRemoved, e.PersistentDiscarded)
    assert order(game, *kinds) == [
        e.TurnStarted,
        e.PoolsRefilled,
        e.CardDrawn,
        e.TokensRemoved,
        e.PersistentDiscarded,
    ]
    assert game.words(P2) == 10
    assert game.asked() == [(P2, "prompt_draw")]


@pytest.mark.rule("TRF-206")
def test_nobody_elses_texts_are_of_this_start(table: MakeTable) -> None:
    game = table().player(P1, account="A04").player(P2, planets=["P19"])
    game.character(P2, "R01", damage=2)
    game.start("refill")
    assert game.card(P2, "R01").damage == 2
    assert len(game.hand(P1)) == 1


@pytest.mark.rule("TRF-207")
@pytest.mark.parametrize("number", [1, 5])
def test_the_ap_draws_a_card_or_declines(table: MakeTable, number: int) -> None:
    game = table().player(P1, deck=["C01", "C02"]).turn(P1, number=number).start("refill")
    game.do(P1, a.DrawCard())
    assert (game.hand(P1), game.asked()) == (["C01"], [(P1, "prompt_planet")])
    assert game.refused(P1, a.DrawCard()).rule == "TRF-207"
    other = table().player(P1, deck=["C01", "C02"]).start("refill")
    other.do(P1, a.SkipDraw())
    assert (other.hand(P1), other.board.players[P1].deck.size) == ([], 2)
    assert [event.seat for event in other.happened(e.DrawDeclined)] == [P1]


@pytest.mark.rule("TRF-207")
def test_only_the_ap_draws(table: MakeTable) -> None:
    game = table().start("refill")
    assert game.refused(P2, a.DrawCard()).rule == "TRF-207"
    game.to("planet")


@pytest.mark.rule("TRF-208", "TRF-R09")
def test_an_empty_deck_is_no_loss(table: MakeTable) -> None:
    game = table().player(P1, deck=[]).player(P2, deck=[FILLER]).start("refill")
    assert game.asked() == [(P1, "prompt_planet")]
    game.to("post_combat")
    game.end_turn(P1)
    game.do(P2, a.DrawCard())
    assert game.state.result is None
    assert game.board.players[P2].deck.size == 0


@pytest.mark.rule("TRF-209", "TRF-R08", "TRF-211")
def test_one_planet_a_turn_at_no_cost_which_gives_at_once(table: MakeTable) -> None:
    game = table().player(P1, hand=["P03", "P20"]).pools(P1, 0, 10, caps=(500, 40)).start("planet")
    game.lay(P1, "P03")
    player = game.board.players[P1]
    assert (player.pool_m, player.pool_w, player.max_m, player.max_w) == (300, 130, 800, 160)
    assert game.ever(e.MetersPaid) == []
    assert game.asked() == [(P1, "prompt_deployment")]
    assert game.refused(P1, a.PlayPlanet(game.held(P1, "P20"))).rule == "TRF-209"


@pytest.mark.rule("TRF-209")
def test_no_planet_has_to_be_laid_and_only_a_planet_of_the_hand_can_be(table: MakeTable) -> None:
    game = table().player(P1, hand=["P03", "X03"]).player(P2, hand=["P20"]).start("planet")
    assert game.refused(P1, a.PlayPlanet(game.held(P1, "X03"))).rule == "TRF-601"
    assert game.refused(P1, a.PlayPlanet(game.held(P2, "P20"))).rule == "TRF-209"
    assert game.refused(P2, a.PlayPlanet(game.held(P2, "P20"))).rule == "TRF-209"
    game.do(P1, a.SkipPlanet())
    assert (game.planets(P1), game.asked()) == ([], [(P1, "prompt_deployment")])


@pytest.mark.rule("TRF-209", "TRF-224", "TRF-R22")
@pytest.mark.parametrize("held", [[], ["X03"], ["P03"]])
def test_the_planet_step_asks_whatever_the_hand_holds(table: MakeTable, held: list[str]) -> None:
    game = table().player(P1, hand=held).start("planet")
    assert game.asked() == [(P1, "prompt_planet")]


@pytest.mark.rule("TRF-210")
@pytest.mark.parametrize("planet", ["P01", "P09", "P11", "P12"])
@pytest.mark.parametrize("account", ["A01", "A02", "A06", "A08"])
def test_any_planet_is_for_anybody(table: MakeTable, account: str, planet: str) -> None:
    game = table().player(P1, account=account, hand=[planet]).start("planet")
    game.lay(P1, planet)
    assert game.planets(P1) == [planet]


@pytest.mark.rule("TRF-212", "TRF-629", "TRF-R08")
def test_a_planet_that_an_effect_brings_is_exhausted_until_the_next_refill(table: MakeTable) -> None:
    game = table().player(P1, hand=["O32"], discard=["P06"]).start("post_combat")
    game.play(P1, "O32", game.thrown(P1, "P06"))
    planet = game.card(P1, "P06")
    assert (planet.exhausted, planet.gave_m, planet.gave_w, game.meters(P1)) == (True, 0, 0, 2000)
    assert game.board.players[P1].max_m == 2000
    assert game.refused(P1, game.using(P1, "P06")).rule == "TRF-329"
    game.next_turn(P1)
    game.next_turn(P2)
    assert (game.card(P1, "P06").exhausted, game.meters(P1)) == (False, 700)


@pytest.mark.rule("TRF-212", "TRF-R08")
def test_it_does_not_use_up_the_planet_step(table: MakeTable) -> None:
    text = 'when = "start_of_turn", do = "put_into_play(pick(my_discard[planet]))"'
    game = table()
    warden = custom.card(game, "character", text)
    game.player(P1, hand=["P03"], discard=["P20"], characters=[warden]).start("refill")
    assert game.planets(P1) == ["P20"]
    game.do(P1, a.SkipDraw())
    game.lay(P1, "P03")
    assert game.planets(P1) == ["P20", "P03"]
    assert game.meters(P1) == 800


# Deployment


@pytest.mark.rule("TRF-213", "TRF-R11", "TRF-R39")
def test_in_deployment_things_are_bought_one_by_one_in_any_order(table: MakeTable) -> None:
    game = table().player(P1, hand=["X03", "X01", "O01"], planets=["P06"], meters=1000, words=200)
    revived = game.discarded(P1, "C12", paid=250)
    game.start("deployment")
    game.buy(P1, "X03")
    game.use(P1, "P06")
    game.do(P1, a.Revive(revived))
    assert game.refused(P1, game.playing(P1, "O01")).rule == "TRF-326"
    assert (game.characters(P1), game.meters(P1)) == (["X03", "C12"], 200)
    game.do(P1, a.EndDeployment())
    assert game.asked() == [(P1, "prompt_roleplay")]


@pytest.mark.rule("TRF-214")
def test_deployment_does_not_come_back(table: MakeTable) -> None:
    game = table().player(P1, hand=["X03"])
    revived = game.discarded(P1, "C12", paid=250)
    game.start("deployment")
    game.do(P1, a.EndDeployment())
    stages: tuple[Stage, ...] = ("pre_combat", "post_combat")
    for stage in stages:
        game.to(stage)
        assert game.refused(P1, a.PlayCharacter(game.held(P1, "X03"))).rule == "TRF-213"
        assert game.refused(P1, a.Revive(revived)).rule == "TRF-334"
        assert game.refused(P1, a.EndDeployment()).rule == "TRF-214"


@pytest.mark.rule("TRF-213", "TRF-334")
def test_nobody_buys_on_anothers_turn(table: MakeTable) -> None:
    game = table().player(P2, hand=["X03"])
    revived = game.discarded(P2, "R05", paid=100)
    game.start("deployment")
    assert game.refused(P2, a.PlayCharacter(game.held(P2, "X03"))).rule == "TRF-213"
    assert game.refused(P2, a.Revive(revived)).rule == "TRF-334"


# Roleplay


@pytest.mark.rule("TRF-215")
def test_before_combat_everything_in_any_order(table: MakeTable) -> None:
    game = table().player(P1, account="A01", hand=["O05", "O01"], planets=["P22"], characters=["C01", "C02", "C06"])
    game.character(P1, "C04", battle_turn=4)
    game.start()
    game.play(P1, "O05")
    game.join(P1, "C02", "C01")
    game.use(P1, "A01", "C04")
    game.use(P1, "P22", "C01")
    game.use(P1, "C06", "C04")
    game.play(P1, "O01")
    assert [game.combat(P1, cid) for cid in ("C04", "C01")] == [7, 9]
    game.attack(P1, "C04")


@pytest.mark.rule("TRF-216", "TRF-217")
def test_one_named_attacker_ends_the_pre_combat_step(table: MakeTable) -> None:
    game = table().player(P1, account="A01", hand=["O05"], planets=["P22"], characters=["C01", "C02", "C06", "C04"])
    game.unit(P1, "C03", "C12")
    game.start()
    actions = [
        game.playing(P1, "O05"),
        game.using(P1, "A01", "C01"),
        game.using(P1, "P22", "C01"),
        game.using(P1, "C02"),
        a.JoinFleet(game.seen(P1, "C02"), game.seen(P1, "C01")),
        a.LeaveFleet(game.seen(P1, "C12")),
        a.DeclineAttack(),
    ]
    game.name(P1, "C04")
    assert {game.refused(P1, action).rule for action in actions} == {"TRF-217"}
    assert {one["type"] for one in game.legal(P1)} == {"add_attacker", "confirm_attack", "set_standing_pass"}
    game.attack(P1, "C01")
    game.to("post_combat")


@pytest.mark.rule("TRF-216", "TRF-217")
def test_attacking_and_declining_exclude_each_other(table: MakeTable) -> None:
    game = table().player(P1, hand=["O05"], characters=["C01"]).start()
    assert game.refused(P1, a.ConfirmAttack()).rule == "TRF-401"
    game.decline(P1)
    assert game.asked() == [(P1, "prompt_post")]
    assert game.refused(P1, a.AddAttacker(game.seen(P1, "C01"))).rule == "TRF-401"
    assert game.refused(P1, a.DeclineAttack()).rule == "TRF-216"
    assert game.refused(P1, game.playing(P1, "O05")).rule == "TRF-326"
    assert game.refused(P1, a.JoinFleet("given1", "given2")).rule == "TRF-501"


@pytest.mark.rule("TRF-218", "TRF-R19")
def test_steps_with_nothing_in_them_are_skipped(table: MakeTable) -> None:
    """No attack: nothing of combat. An attack without a block: neither block window nor fights."""
    game = table().player(P1, hand=["X03"], characters=["C12"]).player(P2, hand=["X03"], characters=["R01"]).start()
    game.decline(P1)
    assert game.asked() == [(P1, "prompt_post")]
    game.next_turn(P1, "pre_combat")
    game.next_turn(P2, "pre_combat")
    game.attack(P1, "C12")
    assert game.window() == "attack"
    game.all_pass()
    game.block(P2)
    assert game.asked() == [(P1, "prompt_post")]
    assert game.ever(e.DieRolled) == []


@pytest.mark.rule("TRF-219", "TRF-R19")
def test_a_declined_attack_leaves_the_stuck_fights_to_be_rolled(table: MakeTable) -> None:
    game = table().player(P1, hand=["X03"])
    game.fight([game.character(P1, "C01")], [game.character(P2, "R02")])
    fight_dice(game, 3, 4, 1)
    game.start()
    game.decline(P1)
    assert game.window() == "block"
    game.let_pass(P1)
    assert game.window() == "bicker"
    game.all_pass()
    assert len(game.ever(e.FightResolved)) == 1
    assert game.asked() == [(P1, "prompt_post")]


@pytest.mark.rule("TRF-220", "TRF-R19", "TRF-R39", "TRF-R40")
def test_after_combat_post_cards_and_abilities_that_are_left(table: MakeTable) -> None:
    game = table().player(P1, account="A01", hand=["O48", "O01"], planets=["P22", "P06"], characters=["C01", "C06"])
    game.persistent(P2, "O16", until="planet_captured")
    game.start()
    game.use(P1, "P22", "C01")
    game.decline(P1)
    assert game.refused(P1, game.using(P1, "P22", "C01")).rule == "TRF-329"
    assert game.refused(P1, game.using(P1, "C06", "C01")).rule == "TRF-333"
    assert game.refused(P1, game.playing(P1, "O01")).rule == "TRF-326"
    game.play(P1, "O48", "O16")
    game.use(P1, "P06")
    game.use(P1, "A01", "C01")
    assert game.asked() == [(P1, "prompt_post")]
    assert game.refused(P2, a.EndTurn()).rule == "TRF-220"
    game.end_turn(P1)
    assert game.board.turn == 6


# End


@pytest.mark.rule("TRF-221")
def test_the_end_of_a_turn_in_order(table: MakeTable) -> None:
    game = table().player(P1, planets=["P23"], hand=["O05"], characters=["C01"]).start()
    game.play(P1, "O05")
    assert game.combat(P1, "C01") == 7
    game.decline(P1)
    game.end_turn(P1)
    kinds = (e.IncomePromised, e.ModifiersEnded, e.TurnEnded, e.TurnStarted)
    assert order(game, *kinds) == list(kinds)
    assert game.combat(P1, "C01") == 6


@pytest.mark.rule("TRF-221")
def test_only_the_aps_texts_are_of_this_end(table: MakeTable) -> None:
    game = table().player(P2, planets=["P23"]).start()
    game.next_turn(P1)
    assert game.ever(e.IncomePromised) == []


@pytest.mark.rule("TRF-221")
def test_nothing_of_this_turn_lasts_into_the_next(table: MakeTable) -> None:
    game = table().player(P1, characters=["C01"])
    game.modified(game.seen(P1, "C01"), Modifier("cannot", "O26", name="be_blocked")).start()
    game.next_turn(P1)
    assert game.card(P1, "C01").modifiers == ()


@pytest.mark.rule("TRF-221")
def test_at_the_turn_cap_no_further_turn_starts(table: MakeTable) -> None:
    game = table(turn_cap=5).start()
    game.to("post_combat")
    game.end_turn(P1)
    assert game.state.result is not None
    assert game.state.result.rule == "TRF-707"
    assert game.ever(e.TurnStarted) == []


@pytest.mark.rule("TRF-222", "TRF-R10")
def test_a_hand_has_no_largest_size(table: MakeTable) -> None:
    game = table().player(P1, hand=["X03"] * 40, deck=["X03"] * 3).start("refill")
    game.do(P1, a.DrawCard())
    game.next_turn(P1)
    assert len(game.hand(P1)) == 41


@pytest.mark.rule("TRF-219", "TRF-220")
def test_a_fight_that_stays_stuck_does_not_hold_up_the_turn(table: MakeTable) -> None:
    game = table()
    game.fight([game.character(P1, "C01")], [game.character(P2, "R02")])
    dice(game, "bicker", P1, 1, 2)
    game.start()
    game.next_turn(P1, "pre_combat")
    game.decline(P2)
    assert [event.die for event in game.ever(e.FightStuck)] == [1, 2]
    assert game.asked() == [(P2, "prompt_post")]
