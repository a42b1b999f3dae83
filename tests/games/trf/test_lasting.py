"""What lasts: values, damage, passive texts, persistent cards, this turn (TRF-513 to TRF-525, TRF-636 to TRF-638)."""

from __future__ import annotations

from collections.abc import Callable
from unittest.mock import Mock

import pytest

from domain.games.trf import GAME
from domain.games.trf import actions as a
from domain.games.trf import events as e
from domain.games.trf.board import Modifier
from domain.games.trf.rules import continuous
from domain.kernel.audience import FULL
from domain.kernel.batch import Batch
from domain.kernel.draws import Draws
from tests.games.trf.custom import card, dice, fight_dice
from tests.games.trf.table import P1, P2, P3, Table
from tests.kit.scenario import SEED

MakeTable = Callable[..., Table]


@pytest.mark.rule("TRF-513", "TRF-R42")
@pytest.mark.parametrize(("damage", "more", "combat"), [(0, 0, 6), (2, 0, 4), (2, 3, 7), (5, -4, 0), (0, -20, 0)])
def test_damage_and_modifiers_change_the_combat_value_down_to_0(
    table: MakeTable, damage: int, more: int, combat: int
) -> None:
    game = table()
    iid = game.character(P1, "C01", damage=damage)
    game.modified(iid, Modifier("combat", "X", more))
    game.start()
    assert game.combat(P1, iid) == combat


@pytest.mark.rule("TRF-514", "TRF-520", "TRF-517", "TRF-R42")
@pytest.mark.parametrize(("damage", "dies"), [(3, False), (4, True), (5, True)])
def test_tokens_up_to_the_printed_combat_destroy_at_once(table: MakeTable, damage: int, dies: bool) -> None:
    # the printed value counts, not the higher one of today
    game = table().player(P1, planets=["P07"])
    iid = game.character(P2, "J12", damage=damage + 2, paid=1100)
    game.modified(iid, Modifier("combat", "X", 5))
    game.start()
    game.use(P1, "P07", iid)
    assert game.discard(P2) == (["J12"] if dies else [])
    if dies:
        (pile,) = game.board.players[P2].discard
        assert (game.revivable(pile), pile.meters_paid) == (True, 1100)


@pytest.mark.rule("TRF-515", "TRF-R42", "TRF-525")
def test_tokens_stay_until_an_effect_takes_them(table: MakeTable) -> None:
    game = table().player(P1, account="A03", characters=["J09"], hand=["O35"])
    hurt = game.character(P1, "J13", damage=5)
    game.start()
    game.use(P1, "J09", hurt)
    assert game.card(P1, hurt).damage == 3
    game.decline(P1)
    game.end_turn(P1)
    game.to("post_combat")
    game.end_turn(P2)
    game.to("post_combat")
    assert game.card(P1, hurt).damage == 3
    game.play(P1, "O35", hurt)
    assert game.card(P1, hurt).damage == 0


@pytest.mark.rule("TRF-516")
def test_planets_are_worth_at_least_1_and_captures_at_least_0(table: MakeTable) -> None:
    game = table().player(P1, characters=["C01"])
    game.modified(game.seen(P1, "C01"), Modifier("capture", "X", -9))
    game.start()
    assert game.capture(P1, "C01") == 0


@pytest.mark.rule("TRF-516")
def test_a_planet_is_never_worth_0(table: MakeTable) -> None:
    game = table()
    flood = card(game, "planet", 'when = "passive", do = "defense(their_planet, -9)"')
    game.player(P1, planets=[flood]).player(P2, home="P08", planets=["P20"]).start()
    assert [game.value(P2, cid) for cid in ("P20", "P08")] == [1, 5]


@pytest.mark.rule("TRF-517", "TRF-337")
def test_a_card_comes_back_without_tokens_and_with_what_was_paid(table: MakeTable) -> None:
    game = table().player(P1, planets=["P07"], hand=["O07"], account="A01")
    iid = game.character(P1, "C12", damage=3, paid=350)
    game.start()
    game.use(P1, "P07", iid)
    game.decline(P1)
    game.end_turn(P1)
    game.to("post_combat")
    game.end_turn(P2)
    game.to("deployment")
    game.do(P1, a.Revive(game.thrown(P1, "C12")))
    back = game.card(P1, "C12")
    assert (back.damage, back.meters_paid, game.meters(P1)) == (0, 350, 100)


@pytest.mark.rule("TRF-518", "TRF-R41")
@pytest.mark.parametrize(("mine", "theirs", "price"), [(1, 0, 250), (2, 0, 250), (1, 2, 250), (0, 1, 300)])
def test_two_copies_of_a_text_count_once_for_a_player(table: MakeTable, mine: int, theirs: int, price: int) -> None:
    game = table().player(P1, planets=["P24"] * mine).player(P2, planets=["P24"] * theirs).start()
    assert game.price(P1, "X01") == price


@pytest.mark.rule("TRF-518", "TRF-R41", "TRF-424")
def test_the_same_text_of_two_players_counts_twice(table: MakeTable) -> None:
    game = table().player(P1, account="A01", characters=["C01"]).player(P2, characters=["R02"])
    host = game.seen(P2, "R02")
    game.persistent(P1, "O40", host=host)
    game.persistent(P1, "O40", host=host)
    game.persistent(P2, "O40", host=host)
    fight_dice(game, 5, 6, 1)
    game.start()
    game.attack(P1, "C01")
    game.block(P2, ("R02", "C01"))
    # 2 and twice 1, not thrice
    assert game.ever(e.FightStuck) == []
    other = table().player(P1, account="A01", characters=["C01"]).player(P2, characters=["R02"])
    for seat in (P1, P2):
        other.persistent(seat, "O40", host=other.seen(P2, "R02"))
    dice(other, "bicker", P1, 4)
    other.start()
    other.attack(P1, "C01")
    other.block(P2, ("R02", "C01"))
    assert len(other.ever(e.FightStuck)) == 1


@pytest.mark.rule("TRF-518", "TRF-R41")
def test_copies_that_change_only_themselves_all_count(table: MakeTable) -> None:
    game = table().player(P1, characters=["C15"]).player(P2, characters=["C03", "C03", "R02"])
    first, second = (one.iid for one in game.board.players[P2].characters if one.cid == "C03")
    fight_dice(game, 3, 1, 1)
    game.start()
    game.attack(P1, "C15")
    game.block(P2, (first, "C15"), (second, "C15"))
    assert game.happened(e.FightResolved)[0].totals == (7 + 1, 2 * (2 + 1) + 1)


@pytest.mark.rule("TRF-518", "TRF-R41")
def test_copies_count_once_for_each_card_they_help(table: MakeTable) -> None:
    game = table().player(P1, characters=["C13", "C13", "C01"]).start()
    elders = [one.iid for one in game.board.players[P1].characters if one.cid == "C13"]
    assert game.combat(P1, "C01") == 6 + 1
    assert [game.combat(P1, iid) for iid in elders] == [2 + 1, 2 + 1]


@pytest.mark.rule("TRF-518", "TRF-527")
def test_a_passive_text_counts_while_its_card_is_in_play(table: MakeTable) -> None:
    game = table().player(P1, characters=["C01"], planets=["P07"])
    elder = game.character(P1, "C13", damage=1)
    game.start()
    assert game.combat(P1, "C01") == 7
    game.use(P1, "P07", elder)
    assert game.combat(P1, "C01") == 6


@pytest.mark.rule("TRF-519")
def test_each_is_a_snapshot(table: MakeTable) -> None:
    game = table().player(P1, hand=["O05", "O36"], account="A07", characters=["C01"])
    game.discarded(P1, "D03", paid=100)
    game.start()
    game.play(P1, "O05")
    game.decline(P1)
    game.play(P1, "O36", "D03")
    assert [game.combat(P1, cid) for cid in ("C01", "D03")] == [7, 2]


@pytest.mark.rule("TRF-520", "TRF-521")
def test_checks_follow_every_single_effect_in_their_order(table: MakeTable) -> None:
    game = table()
    storm = card(game, "ooc", 'windows = ["pre"], do = "damage(each(their_char), 3), damage(each(their_char), 3)"')
    game.player(P1, hand=[storm]).player(P2, characters=["R02", "C01"])
    game.persistent(P1, "O40", host=game.seen(P2, "R02"))
    game.start()
    game.play(P1, storm)
    kinds = (e.TokensPlaced, e.CharacterDestroyed, e.PersistentDiscarded)
    told = [(type(fact.event), fact.event.card) for fact in game.facts if isinstance(fact.event, kinds)]
    assert told == [
        (e.TokensPlaced, "R02"),
        (e.TokensPlaced, "C01"),
        (e.CharacterDestroyed, "R02"),
        (e.PersistentDiscarded, "O40"),
        (e.TokensPlaced, "C01"),
        (e.CharacterDestroyed, "C01"),
    ]


@pytest.mark.rule("TRF-520", "TRF-462", "TRF-701")
def test_a_lost_homeworld_is_seen_before_anything_else(table: MakeTable) -> None:
    game = table().player(P1, characters=["C07", "C15"])
    game.persistent(P2, "O43", until="planet_captured")
    game.start()
    game.attack(P1, "C07", "C15")
    game.assault(P1, ("C07", "P02"), ("C15", "P02"))
    assert game.state.result is not None
    assert game.ever(e.PersistentDiscarded) == []


@pytest.mark.rule("TRF-521", "TRF-620", "TRF-523")
@pytest.mark.parametrize("way", ["host", "countered"])
def test_a_persistent_card_stays_until_it_is_countered_or_its_host_leaves(table: MakeTable, way: str) -> None:
    game = table().player(P1, hand=["O40", "O48"], account="A07", planets=["P07"])
    host = game.character(P2, "R02", damage=2)
    game.start()
    game.play(P1, "O40", host)
    card_ = game.card(P1, "O40")
    assert (card_.host, game.discard(P1)) == (host, [])
    game.next_turn(P1)
    game.next_turn(P2, "pre_combat")
    assert game.persistents(P1) == ["O40"]
    if way == "host":
        game.use(P1, "P07", host)
    else:
        game.play(P1, "O48", "O40")
    assert game.persistents(P1) == []
    assert "O40" in game.discard(P1)


@pytest.mark.rule("TRF-521", "TRF-523", "TRF-R44")
def test_a_condition_ends_a_persistent_card_and_what_it_gave_at_once(table: MakeTable) -> None:
    game = table().player(P1, characters=["C01"]).player(P2, account="A11", planets=["P20"])
    game.persistent(P2, "O14", until="planet_captured")
    game.persistent(P2, "O16", until="planet_captured")
    game.start()
    assert game.price(P2, "O19", "bicker") == 20
    game.attack(P1, "C01")
    game.assault(P1, ("C01", "P20"))
    assert game.persistents(P2) == []
    assert game.price(P2, "O19", "bicker") == 60


@pytest.mark.rule("TRF-521", "TRF-647")
@pytest.mark.parametrize(("lost", "stays"), [("C12", False), ("C14", True)])
def test_a_unique_defeat_ends_what_lasts_until_then(table: MakeTable, lost: str, stays: bool) -> None:
    game = table().player(P1, characters=["C15"]).player(P2, characters=[lost])
    game.persistent(P2, "O42", chosen="umbral_circle", until="unique_defeated")
    game.persistent(P1, "O42", chosen="coalition", until="unique_defeated")
    fight_dice(game, 3, 6, 1)
    game.start()
    game.attack(P1, "C15")
    game.block(P2, (lost, "C15"))
    assert game.discard(P2)[0] == lost
    assert (game.persistents(P2) == ["O42"]) == stays
    assert game.persistents(P1) == ["O42"]


@pytest.mark.rule("TRF-521", "TRF-424")
@pytest.mark.parametrize(("die", "stays"), [(1, False), (2, True)])
def test_a_stuck_fight_ends_the_season_at_the_end_of_the_turn(table: MakeTable, die: int, stays: bool) -> None:
    game = table().player(P1, characters=["C15"]).player(P2, characters=["R02"])
    game.persistent(P2, "O44", until="stuck_turn")
    fight_dice(game, die, 6, 1)
    game.start()
    game.attack(P1, "C15")
    game.block(P2, ("R02", "C15"))
    assert game.persistents(P2) == ["O44"]
    game.to("post_combat")
    game.end_turn(P1)
    assert (game.persistents(P2) == ["O44"]) == stays


@pytest.mark.rule("TRF-522", "TRF-638")
def test_a_token_goes_at_the_start_of_the_turns_of_the_player_named(table: MakeTable) -> None:
    game = table().player(P1, account="A06", hand=["O17"]).start()
    game.play(P1, "O17")
    assert game.card(P1, "O17").tokens == 2
    tokens = []
    for seat in (P1, P2, P1, P2):
        game.next_turn(seat)
        tokens.append(game.card(P1, "O17").tokens if game.persistents(P1) else 0)
    assert tokens == [2, 1, 1, 0]
    assert game.discard(P1) == ["O17"]


@pytest.mark.rule("TRF-638", "TRF-522", "TRF-531")
def test_writers_block_lowers_exactly_three_refills(table: MakeTable) -> None:
    game = table().player(P1, account="A03", hand=["O41"]).start()
    game.play(P1, "O41", game.account(P2))
    words = []
    for _ in range(4):
        game.next_turn(P1)
        words.append(game.words(P2))
        game.next_turn(P2)
    assert words == [10, 10, 10, 40]


@pytest.mark.rule("TRF-638", "TRF-639", "TRF-527", "TRF-624")
def test_a_ban_ends_at_the_second_start_of_the_hosts_turns_before_the_draw(table: MakeTable) -> None:
    game = table().player(P1, account="A02", hand=["O13"]).player(P2, account="A04", deck=["C14"] * 9).start()
    game.play(P1, "O13", game.account(P2))
    game.next_turn(P1)
    # blank: neither Wealthy 50 nor the card of the start of the turn
    assert (game.meters(P2), game.hand(P2)) == (500, [])
    game.next_turn(P2)
    game.next_turn(P1, "draw")
    # its last token goes now; the refill and what was collected then saw a blank account
    assert game.discard(P1) == ["O13"]
    assert (game.meters(P2), game.hand(P2)) == (500, [])
    game.next_turn(P2)
    game.next_turn(P1, "draw")
    assert (game.meters(P2), game.hand(P2)) == (550, ["C14"])


@pytest.mark.rule("TRF-523", "TRF-R44", "TRF-424")
def test_thresholds_are_worked_out_anew_once_a_card_is_gone(table: MakeTable) -> None:
    game = table()
    broom = card(game, "ooc", 'windows = ["bicker"], do = "discard_persistent(pick(persistents))"')
    game.player(P1, hand=[broom], characters=["C15"]).player(P2, characters=["R02"])
    game.persistent(P2, "O40", host=game.seen(P1, "C15"))
    fight_dice(game, 3, 6, 1)
    game.start()
    game.attack(P1, "C15")
    game.let_pass(P1)
    game.block(P2, ("R02", "C15"))
    game.let_pass(P1)
    game.play(P1, broom, "O40")
    assert game.discard(P2) == ["O40", "R02"]


@pytest.mark.rule("TRF-525", "TRF-R44", "TRF-221")
def test_this_turn_ends_with_the_turn_whether_or_not_the_source_is_there(table: MakeTable) -> None:
    game = table().player(P1, characters=["C01"], planets=["P07"]).player(P2)
    source = game.character(P1, "X05", damage=3)
    game.start()
    game.use(P1, "X05", "C01")
    game.use(P1, "P07", source)
    assert game.discard(P1) == ["X05"]
    assert [one.name for one in game.card(P1, "C01").modifiers] == ["raider"]
    game.next_turn(P1)
    assert game.card(P1, "C01").modifiers == ()


@pytest.mark.rule("TRF-527", "TRF-R46")
def test_a_weakness_applies_by_itself_and_is_blanked_with_the_account(table: MakeTable) -> None:
    game = table().player(P1, account="A01").player(P2, account="A02").start()
    assert game.price(P1, "O01", "pre") == 70
    blank = table().player(P1, account="A01").player(P2, account="A02")
    blank.persistent(P2, "O13", host=blank.account(P1), tokens=2, counted=P1, rank=2)
    blank.start()
    assert blank.price(P1, "O01", "pre") == 60
    refused = blank.refused(P1, blank.using(P1, "A01"))
    assert refused.rule == "TRF-527"
    # titles, faction and alignment are not blank
    assert [blank.price(P1, cid, "pre") for cid in ("O02", "C03", "J03", "R02")] == [50, 150, 400, None]


@pytest.mark.rule("TRF-636", "TRF-606", "TRF-305")
def test_a_skipped_planet_gives_nothing_but_its_text_works(table: MakeTable) -> None:
    game = table().player(P1, account="A06", hand=["O53"], characters=["C01"])
    game.player(P2, account="A06", planets=["P11"]).start()
    game.play(P1, "O53", "P11")
    assert game.card(P2, "P11").gave_m == 450
    game.next_turn(P1)
    assert (game.meters(P2), game.words(P2), game.card(P2, "P11").exhausted) == (500, 40, True)
    assert game.price(P2, "F02") == 200
    game.next_turn(P2, "pre_combat")
    game.attack(P1, "C01")
    game.assault(P1)
    # it would cut nothing now; after its owner's next refill it gives again
    game.next_turn(P1)
    assert (game.meters(P2), game.card(P2, "P11").exhausted) == (950, False)


@pytest.mark.rule("TRF-636", "TRF-461")
def test_the_loss_of_a_skipped_planet_cuts_nothing(table: MakeTable) -> None:
    game = table().player(P1, characters=["C01"])
    game.planet(P2, "P20", skipped=True)
    game.turn(P2).start("refill")
    game.to("post_combat")
    game.next_turn(P2, "pre_combat")
    game.attack(P1, "C01")
    game.assault(P1, ("C01", "P20"))
    assert (game.planets(P2), game.meters(P2)) == ([], 500)
    assert game.ever(e.PoolCut) == []


@pytest.mark.rule("TRF-637", "TRF-324", "TRF-R61")
def test_losing_a_title_beats_gaining_it(table: MakeTable) -> None:
    game = table().player(P1, account="A04")
    game.persistent(P1, "O14", until="planet_captured")
    game.start()
    assert game.price(P1, "O19", "bicker") == 30
    both = table().player(P1, account="A04")
    both.persistent(P2, "O15", host=both.account(P1), tokens=3, counted=P1, rank=2)
    both.persistent(P1, "O14", until="planet_captured")
    both.start()
    assert both.price(P1, "O19", "bicker") == 60


@pytest.mark.rule("TRF-518", "TRF-R41", "TRF-522")
def test_two_opponents_writers_blocks_both_count_two_of_one_do_not(table: MakeTable) -> None:
    game = table(3).player(P3, account="A03")
    for seat in (P1, P1, P2):
        game.persistent(seat, "O41", host=game.account(P3), tokens=3, counted=P3)
    game.planet(P3, "P03")
    game.turn(P3).start("refill")
    assert game.words(P3) == 40 + 120 - 30 - 30
    assert [one.tokens for seat in (P1, P2) for one in game.board.players[seat].persistents] == [2, 2, 2]


# Much that holds


@pytest.mark.rule("TRF-R68")
def test_a_look_at_the_table_asks_each_text_about_each_card_once(
    table: MakeTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Texts that ask texts that ask texts: without that a few such cards would take minutes."""
    asks = "combat(any_char[free_to_join and opponent_is(Mod)], 1)"
    words = [asks] * 10 + ["cannot(any_char[fleeter], attack)"] * 5 + ["gain_title(me, Mod)"] * 5
    game = table()
    much = [card(game, "character", f'when = "passive", do = "{", ".join(words)}"') for _ in range(4)]
    game.player(P1, characters=much).player(P2, characters=much).start()
    asked = Mock(wraps=continuous.free_to_join)
    monkeypatch.setattr(continuous, "free_to_join", asked)
    game.board.happened()
    for viewer in ("seat:0", "seat:1", FULL):
        game.game.view(game.state, viewer)
    assert asked.call_count == 8 * 10 * 8


@pytest.mark.rule("TRF-523")
def test_what_was_found_is_forgotten_as_soon_as_something_happens(table: MakeTable) -> None:
    """Within one action: a card that goes first stops helping what is looked at next."""
    game = table()
    helper = card(game, "character", 'when = "passive", do = "combat(my_char[other], 2)"')
    game.player(P1, characters=["C01", helper], hand=["X03"]).start()
    assert game.combat(P1, "C01") == 8
    game.decline(P1)
    batch = Batch(GAME, game.state, Draws(SEED, "mt_scenario", b"", {}), 0)
    gone = game.card(P1, helper)
    assert continuous.combat(batch.board, game.card(P1, "C01")) == 8
    batch.emit(e.CharacterDestroyed(seat=P1, iid=gone.iid, card=helper, cause="O01"))
    assert continuous.combat(batch.board, game.card(P1, "C01")) == 6
    assert game.combat(P1, "C01") == 8
