"""Combos: what may follow what, what it costs, when they end (CAP-410 to CAP-419)."""

from __future__ import annotations

import pytest

from domain.games.capcom_crossovers import actions as a
from domain.games.capcom_crossovers import events as e
from tests.games.capcom_crossovers import custom
from tests.games.capcom_crossovers.table import P1, P2, MakeTable, Table, faces


def ended(game: Table) -> list[tuple[int, int, str]]:
    """Whose combos ended, with what damage, and why."""
    return [(event.seat, event.total, event.reason) for event in game.ever(e.ComboEnded)]


# One after another


@pytest.mark.rule("CAP-410")
def test_a_follow_up_comes_after_what_was_before_it_is_resolved(table: MakeTable) -> None:
    game = table("brakk_ironjaw", "ryu").player(P1, hand="2C 9C 9D 3C").start()
    game.attack(P1, "basic", "2C")
    assert game.refused(P1, a.FollowUp("basic", ("3C",))).rule == "CAP-410"
    game.take_hit(P2)
    assert (game.waits(P1), game.lost(P2)) == ("combo", 2)
    game.follow(P1, "throw", "9C 9D")
    assert game.refused(P1, a.FollowUp("basic", ("3C",))).rule == "CAP-410"
    game.decline(P2)
    game.follow(P1, "basic", "3C")
    assert game.lost(P2) == 16


@pytest.mark.rule("CAP-410")
def test_the_other_player_adds_nothing(table: MakeTable) -> None:
    game = table("ryu", "gambit").player(P1, hand="2C").player(P2, hand="3C JC").start()
    game.hit(P1, "basic", "2C")
    assert game.refused(P2, a.FollowUp("basic", ("3C",))).rule == "CAP-410"
    assert game.refused(P2, a.EndCombo()).rule == "CAP-418"


@pytest.mark.rule("CAP-411", "CAP-603", "CAP-606", "CAP-607")
@pytest.mark.parametrize(
    ("cid", "move", "cards", "type_"),
    [
        ("ryu", "hadouken", "JS", "A"),
        ("ryu", "throw", "8C 8D", "A"),
        ("morrigan", "vector_drain", "KS", "D"),
        ("brakk_ironjaw", "landslide_driver", "AC AD", "D"),
        ("ise_kagami", "glass_reversal", "JS", "E"),
        ("ise_kagami", "still_water", "KS", "E"),
        ("ise_kagami", "hall_of_mirrors", "AS", "E"),
    ],
)
def test_types_a_d_and_e_do_not_follow(table: MakeTable, cid: str, move: str, cards: str, type_: str) -> None:
    game = table(cid, "gambit").player(P1, hand=f"2C {cards}").start()
    game.hit(P1, "basic", "2C")
    refusal = game.refused(P1, a.FollowUp(move, faces(cards)))
    assert (refusal.rule, f"not {type_}" in refusal.message) == ("CAP-411", True)
    assert move not in game.moves(P1, "follow_up")


@pytest.mark.rule("CAP-411", "CAP-604", "CAP-605")
@pytest.mark.parametrize(
    ("cid", "move", "cards", "lost"),
    [
        ("ryu", "basic", "3S", 3),
        ("ryu", "tatsumaki", "KS", 7),
        ("ryu", "shoryuken", "QS", 10),
        ("ryu", "shinkuu_hadouken", "AC AS", 28),
        ("kestrel_volt", "blackout", "AS", 8),
    ],
)
def test_types_b_and_c_follow(table: MakeTable, cid: str, move: str, cards: str, lost: int) -> None:
    game = table(cid, "gambit").player(P1, hand=f"2C {cards}").start()
    game.hit(P1, "basic", "2C")
    assert game.moves(P1, "follow_up") == [move]
    game.follow(P1, move, cards)
    assert game.lost(P2) == 2 + lost


@pytest.mark.rule("CAP-412", "CAP-604")
@pytest.mark.parametrize("opens", [True, False])
def test_type_b_ends_the_combo_and_the_combat_phase(table: MakeTable, opens: bool) -> None:
    game = table("ryu", "gambit").player(P1, hand="2C QS 3C").start()
    if opens:
        game.hit(P1, "shoryuken", "QS")
    else:
        game.hit(P1, "basic", "2C")
        game.follow(P1, "shoryuken", "QS")
    assert (game.waits(P1), game.board.combat) == ("cleanup", None)
    assert ended(game) == [(P1, 10 if opens else 12, "finisher")]
    assert game.cp(P1) < game.stat(P1, "combo")


@pytest.mark.rule("CAP-413", "CAP-606")
def test_after_type_d_nothing_follows(table: MakeTable) -> None:
    game = table("morrigan", "gambit").player(P1, hand="KS 2C").start()
    game.hit(P1, "vector_drain", "KS")
    assert (game.lost(P2), game.cp(P1), game.waits(P1)) == (12, 3, "cleanup")
    assert ended(game) == [(P1, 12, "finisher")]


# Combo points


@pytest.mark.rule("CAP-414")
@pytest.mark.parametrize(("used", "goes_on"), [(4, True), (5, False)])
def test_with_all_points_used_not_even_a_free_attack_follows(table: MakeTable, used: int, goes_on: bool) -> None:
    game = table("kestrel_volt", "gambit").player(P1, hand="2C KS").character(P1, cp_used=used).start()
    game.hit(P1, "basic", "2C")
    if goes_on:
        assert game.moves(P1, "follow_up") == ["live_wire"]
        game.follow(P1, "live_wire", "KS")
        assert (game.lost(P2), game.cp(P1), game.waits(P1)) == (5, 5, "combo")
    else:
        assert (game.waits(P1), ended(game)) == ("cleanup", [(P1, 2, "points")])


@pytest.mark.rule("CAP-302", "CAP-410", "CAP-414")
def test_a_follow_up_costs_no_more_than_what_is_left(table: MakeTable) -> None:
    game = table("ryu", "gambit").player(P1, hand="2C KS QS 3C").character(P1, cp_used=3).start()
    game.hit(P1, "basic", "2C")
    assert game.moves(P1, "follow_up") == ["basic"]
    assert game.refused(P1, a.FollowUp("tatsumaki", ("KS",))).rule == "CAP-302"
    game.follow(P1, "basic", "3C")
    assert (game.cp(P1), game.waits(P1)) == (5, "cleanup")


@pytest.mark.rule("CAP-414", "CAP-454")
def test_an_avoid_move_that_uses_all_points_begins_no_combo(table: MakeTable) -> None:
    game = table("ryu", "gambit").player(P1, hand="QS").player(P2, hand="KC 2C").start()
    game.attack(P1, "shoryuken", "QS")
    game.avoid(P2, "cajun_escape", "KC")
    assert (game.waits(P1), ended(game)) == ("cleanup", [])


@pytest.mark.rule("CAP-415", "CAP-R19")
@pytest.mark.parametrize(("used", "left"), [(2, 0), (3, 6)])
def test_a_reset_is_lost_when_the_attack_used_the_last_points(table: MakeTable, used: int, left: int) -> None:
    game = table("kestrel_volt", "gambit").player(P1, hand="AS 2C").character(P1, cp_used=used).start()
    game.hit(P1, "blackout", "AS")
    assert (game.lost(P2), game.cp(P1)) == (8, left)
    assert game.waits(P1) == ("cleanup" if left else "combo")
    assert len(game.ever(e.CpReset)) == (0 if left else 1)


@pytest.mark.rule("CAP-415", "CAP-R89")
def test_the_other_effects_of_such_an_attack_happen(table: MakeTable) -> None:
    move = custom.move("J", "C", 4, 3, 5, hit="reset_cp(self), draw(self, 1)")
    cid = custom.fighter(table, moves_=(move,), combo=5)
    game = table(cid, "gambit").player(P1, hand="JS 2C", draw="9H").start()
    game.hit(P1, f"{cid}m1", "JS")
    assert (game.cp(P1), game.hand(P1), game.waits(P1)) == (5, ["2C", "9H"], "cleanup")


@pytest.mark.rule("CAP-414", "CAP-R89")
@pytest.mark.parametrize(("cp", "asked"), [(4, "combo"), (5, "cleanup")])
def test_an_effect_of_the_attack_that_gives_points_comes_too_late(table: MakeTable, cp: int, asked: str) -> None:
    move = custom.move("J", "C", 4, 3, cp, hit="modify_stat(self, combo, 2, until_end_of_turn)")
    cid = custom.fighter(table, moves_=(move,), combo=5)
    game = table(cid, "gambit").player(P1, hand="JS 2C").start()
    game.hit(P1, f"{cid}m1", "JS")
    assert (game.stat(P1, "combo"), game.waits(P1)) == (7, asked)


@pytest.mark.rule("CAP-415", "CAP-456")
@pytest.mark.parametrize(("combo", "cp", "asked"), [(5, 5, "cleanup"), (6, 0, "combo")])
def test_an_avoid_move_loses_its_reset_too(table: MakeTable, combo: int, cp: int, asked: str) -> None:
    move = (
        '{ id = "test_e", name = "E", cards = "K", type = "E", avoid = ["special"], cp = 5, '
        'effects = [{ when = "used", do = "reset_cp(self), draw(self, 1)" }] }'
    )
    cid = custom.fighter(table, moves_=(move,), combo=combo)
    game = table("ryu", cid).player(P1, hand="QS").player(P2, hand="KC", draw="9H").start()
    game.attack(P1, "shoryuken", "QS")
    game.avoid(P2, f"{cid}m1", "KC")
    assert (game.cp(P2), game.hand(P2)) == (cp, ["9H"])
    assert game.waits(P2 if asked == "combo" else P1) == asked


@pytest.mark.rule("CAP-414", "CAP-R89", "CAP-508")
@pytest.mark.parametrize("moment", ["before", "damage", "never"])
def test_points_are_counted_after_the_damage(table: MakeTable, moment: str) -> None:
    """Overclock before that moment keeps the combo alive; when the combo has ended it is too late."""
    game = table("kestrel_volt", "captain_halberd").player(P1, hand="JS 2C").player(P2, hand="2D")
    game.character(P1, cp_used=5).start()
    game.attack(P1, "arc_dash", "JS")
    if moment == "before":
        game.ability(P1)
    game.take_hit(P2)
    assert game.waits(P2) == "damage_response"
    if moment == "damage":
        game.ability(P1)
    game.decline(P2)
    assert game.waits(P1) == ("cleanup" if moment == "never" else "combo")
    if moment == "never":
        game.ability(P1)
        assert game.waits(P1) == "cleanup"
    else:
        game.follow(P1, "basic", "2C")
        game.decline(P2)
        assert (game.lost(P2), game.cp(P1)) == (6, 7)


@pytest.mark.rule("CAP-415", "CAP-R89")
def test_overclock_keeps_a_reset_too(table: MakeTable) -> None:
    game = table("kestrel_volt", "gambit").player(P1, hand="AS 2C").character(P1, cp_used=3).start()
    game.attack(P1, "blackout", "AS")
    game.ability(P1)
    game.take_hit(P2)
    assert (game.cp(P1), game.waits(P1)) == (0, "combo")


# The same move again


@pytest.mark.rule("CAP-416", "CAP-605", "CAP-R15")
def test_a_move_of_type_c_twice_in_a_combo(table: MakeTable) -> None:
    game = table("sable_kite", "gambit").player(P1, hand="JC JD JH QC QD").start()
    game.hit(P1, "kite_needle", "JC")
    game.follow(P1, "kite_needle", "JD")
    assert game.refused(P1, a.FollowUp("kite_needle", ("JH",))).rule == "CAP-416"
    assert game.moves(P1, "follow_up") == ["shadow_relay"]
    game.follow(P1, "shadow_relay", "QC")
    assert game.refused(P1, a.FollowUp("kite_needle", ("JH",))).rule == "CAP-416"
    game.follow(P1, "shadow_relay", "QD")
    assert (game.moves(P1, "follow_up"), game.lost(P2)) == ([], 16)


@pytest.mark.rule("CAP-416", "CAP-R15")
def test_throws_of_type_c_count_and_basics_do_not(table: MakeTable) -> None:
    throw = custom.THROW.replace('"A"', '"C"').replace("cp = 2", "cp = 1")
    cid = custom.fighter(table, throw=throw, combo=9)
    game = table(cid, "gambit").player(P1, hand="8C 8D 9C 9D 10C 10D 2C 3C 4C").start()
    game.hit(P1, "throw", "8C 8D")
    game.follow(P1, "throw", "9C 9D")
    game.decline(P2)
    assert game.refused(P1, a.FollowUp("throw", ("10C", "10D"))).rule == "CAP-416"
    game.basics(P1, "2C 3C 4C")
    assert game.lost(P2) == 21


@pytest.mark.rule("CAP-416")
def test_a_free_move_is_no_exception(table: MakeTable) -> None:
    game = table("kestrel_volt", "gambit").player(P1, hand="KC KD KH").start()
    game.hit(P1, "live_wire", "KC")
    game.follow(P1, "live_wire", "KD")
    assert game.refused(P1, a.FollowUp("live_wire", ("KH",))).rule == "CAP-416"


@pytest.mark.rule("CAP-416", "CAP-452")
def test_a_counter_begins_a_combo_of_its_own(table: MakeTable) -> None:
    """What the attacker used is not counted, what the counter was is."""
    game = table("sable_kite", "sable_kite").player(P1, hand="JC").player(P2, hand="QC QD QH JC JD JH").start()
    game.attack(P1, "kite_needle", "JC")
    game.counter(P2, "shadow_relay", "QC")
    game.follow(P2, "kite_needle", "JC")
    game.follow(P2, "kite_needle", "JD")
    assert game.refused(P2, a.FollowUp("kite_needle", ("JH",))).rule == "CAP-416"
    game.follow(P2, "shadow_relay", "QD")
    assert game.refused(P2, a.FollowUp("shadow_relay", ("QH",))).rule == "CAP-416"


# Basic attacks in sequence


@pytest.mark.rule("CAP-417", "CAP-R16", "CAP-601")
@pytest.mark.parametrize("card", ["3S", "4S", "6H", "7C"])
def test_a_basic_attack_is_one_higher_than_the_last(table: MakeTable, card: str) -> None:
    game = table("ryu", "gambit").player(P1, hand=f"4H KS {card} 5H").start()
    game.hit(P1, "basic", "4H")
    assert game.refused(P1, a.FollowUp("basic", (card,))).rule == "CAP-417"
    game.follow(P1, "tatsumaki", "KS")
    assert game.refused(P1, a.FollowUp("basic", (card,))).rule == "CAP-417"
    assert game.legal(P1, "follow_up") == [{"type": "follow_up", "move": "basic", "cards": ["5H"]}]
    game.follow(P1, "basic", "5H")
    assert game.lost(P2) == 16


@pytest.mark.rule("CAP-417", "CAP-R16")
def test_the_sequence_goes_on_over_two_other_moves(table: MakeTable) -> None:
    game = table("kestrel_volt", "gambit").player(P1, hand="2C KC 3D JC KD 4S 5C").start()
    game.hit(P1, "basic", "2C")
    game.follow(P1, "live_wire", "KC")
    game.basics(P1, "3D")
    game.follow(P1, "arc_dash", "JC")
    game.follow(P1, "live_wire", "KD")
    assert game.refused(P1, a.FollowUp("basic", ("5C",))).rule == "CAP-417"
    game.basics(P1, "4S 5C")
    assert (game.lost(P2), game.cp(P1)) == (2 + 3 + 3 + 4 + 3 + 4 + 5, 5)


@pytest.mark.rule("CAP-417")
def test_the_first_basic_attack_of_a_combo_is_free(table: MakeTable) -> None:
    game = table("ryu", "gambit").player(P1, hand="JS 6C 2C 7D").start()
    game.hit(P1, "hadouken", "JS")
    game.follow(P1, "basic", "6C")
    assert game.refused(P1, a.FollowUp("basic", ("2C",))).rule == "CAP-417"
    game.follow(P1, "basic", "7D")
    assert game.lost(P2) == 21


@pytest.mark.rule("CAP-417", "CAP-303")
def test_the_sequence_ends_at_strength(table: MakeTable) -> None:
    game = table("ryu", "gambit").player(P1, hand="7C 8C").start()
    game.hit(P1, "basic", "7C")
    assert game.refused(P1, a.FollowUp("basic", ("8C",))).rule == "CAP-303"


@pytest.mark.rule("CAP-417", "CAP-452", "CAP-454", "CAP-R16")
@pytest.mark.parametrize("way", ["counter", "basic", "avoid", "reply"])
def test_the_basic_that_was_answered_is_of_another_combo(table: MakeTable, way: str) -> None:
    """The answering player's first basic is free; one that countered has begun the sequence."""
    cid = {"counter": "ise_kagami", "reply": "spider_man", "avoid": "ise_kagami", "basic": "sable_kite"}[way]
    game = table("ryu", cid).player(P1, hand="5H").player(P2, hand="KC JC 3C 4C 2D", draw="2C").start()
    game.attack(P1, "basic", "5H")
    if way == "counter":
        game.counter(P2, "glass_reversal", "JC")
    elif way == "avoid":
        game.avoid(P2, "still_water", "KC")
    elif way == "reply":
        game.dodge(P2)
        game.reply(P2, "web_ball", "JC")
    else:
        game.counter(P2, "basic", "2D")
    game.follow(P2, "basic", "3C")
    game.follow(P2, "basic", "4C")
    assert game.waits(P2) == "combo"


# The end


@pytest.mark.rule("CAP-418")
@pytest.mark.parametrize("follows", [0, 2])
def test_the_owner_may_end_the_combo_at_any_time(table: MakeTable, follows: int) -> None:
    game = table("ryu", "gambit").player(P1, hand="2C 3C 4C 5C").start()
    game.hit(P1, "basic", "2C")
    game.basics(P1, " ".join(("3C", "4C")[:follows]))
    game.end_combo(P1)
    assert (game.waits(P1), game.lost(P2)) == ("cleanup", 9 if follows else 2)
    assert ended(game) == [(P1, 9 if follows else 2, "declined")]


@pytest.mark.rule("CAP-418", "CAP-454")
def test_after_avoiding_without_a_follow_up_there_was_no_combo(table: MakeTable) -> None:
    game = table("ryu", "ise_kagami").player(P1, hand="5H").player(P2, hand="KC").start()
    game.attack(P1, "basic", "5H")
    game.avoid(P2, "still_water", "KC")
    game.end_combo(P2)
    assert (game.waits(P1), ended(game)) == ("cleanup", [])


@pytest.mark.rule("CAP-419", "CAP-R18")
def test_every_attack_deals_its_damage_when_it_hits(table: MakeTable) -> None:
    game = table("gambit", "ryu").player(P1, hand="8C 8D 4C JS QS").start()
    losses = []
    game.hit(P1, "throw", "8C 8D")
    losses.append(game.lost(P2))
    game.follow(P1, "basic", "4C")
    losses.append(game.lost(P2))
    game.follow(P1, "cajun_slash", "QS")
    losses.append(game.lost(P2))
    assert losses == [6, 10, 16]
    assert ended(game) == [(P1, 16, "finisher")]


@pytest.mark.rule("CAP-419", "CAP-R18", "CAP-704")
def test_a_combo_is_over_with_the_hit_that_knocks_out(table: MakeTable) -> None:
    game = table("ryu", "gambit").player(P1, hand="2C 3C 4C").character(P2, hp=5).start()
    game.hit(P1, "basic", "2C")
    game.follow(P1, "basic", "3C")
    assert game.state.result is not None
    assert (game.hp(P2), game.hand(P1), game.asked()) == (0, ["4C"], [])


@pytest.mark.rule("CAP-419", "CAP-452")
def test_the_total_is_that_of_the_combo_alone(table: MakeTable) -> None:
    game = table("unit_09", "spider_man").player(P1, hand="JH").player(P2, hand="KC 3C").start()
    game.attack(P1, "rivet_burst", "JH")
    game.counter(P2, "web_swing", "KC")
    game.follow(P2, "basic", "3C")
    game.end_combo(P2)
    assert ended(game) == [(P2, 9, "declined")]
