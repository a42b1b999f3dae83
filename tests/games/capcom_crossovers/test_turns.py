"""The turn: its start, draw phase, combat phase, clean-up phase, its end, whose turn is next (2xx)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from domain.games.capcom_crossovers import actions as a
from domain.games.capcom_crossovers import events as e
from domain.games.capcom_crossovers.board import Mode
from domain.kernel.actions import Action
from domain.kernel.facts import Event
from tests.games.capcom_crossovers.seating import LINE_UPS
from tests.games.capcom_crossovers.table import P1, P2, P3, P4, MakeTable, Table

TAG = {"mode": "tag"}
TEAM = {"mode": "team"}
BOSS = {"mode": "boss"}


def kinds(game: Table, *about: type[Event]) -> list[type[Event]]:
    """The events since the last action that are of these types, as they came."""
    return [type(fact.event) for fact in game.facts if isinstance(fact.event, about)]


def phases(game: Table) -> list[tuple[int, str]]:
    """Every phase since the given, with the turn player."""
    return [(event.seat, event.phase) for event in game.ever(e.PhaseChanged)]


def offered(game: Table, seat: int) -> set[str]:
    """The types of actions that a seat may take."""
    return {str(one["type"]) for one in game.legal(seat)}


# Phases


@pytest.mark.rule("CAP-201", "CAP-R01", "CAP-215")
def test_a_turn_is_draw_combat_clean_up(table: MakeTable) -> None:
    game = table("ryu", "gambit").turn(P2, number=1).start("cleanup")
    game.end_turn(P2)
    assert game.waits(P1) == "draw"
    game.draw(P1, 1)
    assert game.waits(P1) == "combat"
    game.pass_combat(P1)
    assert game.waits(P1) == "cleanup"
    game.end_turn(P1)
    assert game.waits(P2) == "draw"
    assert phases(game) == [(P1, "draw"), (P1, "combat"), (P1, "cleanup"), (P2, "draw")]


@pytest.mark.rule("CAP-201", "CAP-206", "CAP-210")
def test_each_phase_has_its_own_actions(table: MakeTable) -> None:
    game = table("sable_kite", "doc_tremor").player(P1, hand="3C 9C").start("draw")
    assert offered(game, P1) == {"draw_cards"}
    game.draw(P1, 1)
    assert offered(game, P1) == {"declare_attack", "set_block", "pass_combat"}
    game.pass_combat(P1)
    assert offered(game, P1) == {"place_in_meter", "end_turn"}
    assert offered(game, P2) == set()


# The start of a turn


@pytest.mark.rule("CAP-202", "CAP-R12", "CAP-430")
def test_the_start_of_a_turn_in_order(table: MakeTable) -> None:
    game = table("spider_man", "unit_09").character(P1, cp_used=3, used_turn=(1,))
    game.character(P2, cp_used=2, hp=100).player(P2, block="5C", hand="2C").start("cleanup")
    game.end_turn(P1)
    assert kinds(game, e.TurnStarted, e.BlockReturned, e.HpRecovered, e.PhaseChanged) == [
        e.TurnStarted,
        e.BlockReturned,
        e.HpRecovered,
        e.PhaseChanged,
    ]
    assert (game.cp(P1), game.cp(P2), game.who(P1).used_turn) == (0, 0, ())
    assert (game.hand(P2), game.blocking(P2), game.hp(P2)) == (["2C", "5C"], None, 101)
    assert game.waits(P2) == "draw"


@pytest.mark.rule("CAP-202")
def test_limits_of_the_match_stay_used(table: MakeTable) -> None:
    game = table("kestrel_volt", "ryu").start()
    game.ability(P1)
    assert game.who(P1).used_game == (1,)
    game.pass_turn(P1)
    game.pass_turn(P2)
    assert game.who(P1).used_game == (1,)
    assert game.legal(P1, "use_ability") == []


@pytest.mark.rule("CAP-202", "CAP-504")
@pytest.mark.parametrize(("active", "gained"), [(("unit_09", "ryu"), 1), (("ryu", "unit_09"), 0)])
def test_a_turn_start_ability_is_that_of_the_active_character(
    table: MakeTable, active: tuple[str, str], gained: int
) -> None:
    game = table(("gambit", "morrigan"), active, **TAG).character(P2, "unit_09", hp=50).start("cleanup")
    game.end_turn(P1)
    assert game.hp(P2, "unit_09") == 50 + gained


@pytest.mark.rule("CAP-202")
def test_the_block_of_another_player_stays_set(table: MakeTable) -> None:
    game = table("ryu", "gambit").player(P1, block="5C").start("cleanup")
    game.end_turn(P1)
    assert (game.blocking(P1), game.happened(e.BlockReturned)) == ("5C", [])


@pytest.mark.rule("CAP-R12", "CAP-202", "CAP-903")
def test_every_turn_every_character_has_all_its_points(table: MakeTable) -> None:
    game = table("unit_09", "spider_man").player(P1, hand="JS").player(P2, hand="KC KD QS").start()
    game.attack(P1, "rivet_burst", "JS")
    game.counter(P2, "web_swing", "KC")
    game.follow(P2, "web_swing", "KD")
    assert (game.cp(P1), game.cp(P2)) == (1, 4)
    game.end_combo(P2)
    game.end_turn(P1)
    assert (game.cp(P1), game.cp(P2)) == (0, 0)
    game = table(("ryu", "gambit"), ("morrigan", "spider_man"), **TAG)
    game.character(P1, "gambit", cp_used=5).character(P2, "spider_man", cp_used=6).start("cleanup")
    game.end_turn(P1)
    assert [one.cp_used for one in game.board.characters] == [0, 0, 0, 0]


# Draw phase


@pytest.mark.rule("CAP-203", "CAP-204")
@pytest.mark.parametrize(("character", "speed"), [("ryu", 3), ("kestrel_volt", 4)])
def test_from_one_card_to_speed(table: MakeTable, character: str, speed: int) -> None:
    for n in range(1, speed + 1):
        game = table(character, "gambit").player(P1, draw="2C 3C 4C 5C 6C").start("draw")
        assert [one["n"] for one in game.legal(P1, "draw_cards")] == list(range(1, speed + 1))
        game.draw(P1, n)
        assert game.hand(P1) == ["2C", "3C", "4C", "5C", "6C"][:n]
        assert [(event.n, event.cause) for event in game.happened(e.CardsDrawn)] == [(n, "draw_phase")]
        assert game.waits(P1) == "combat"
    game = table(character, "gambit").start("draw")
    assert game.refused(P1, a.DrawCards(speed + 1)).rule == "CAP-203"
    assert game.refused(P1, a.DrawCards(0)).rule == "CAP-204"
    assert game.refused(P1, a.DrawCards(-1)).rule == "CAP-204"


@pytest.mark.rule("CAP-203", "CAP-901", "CAP-955")
def test_speed_is_that_of_the_own_active_character(table: MakeTable) -> None:
    game = table(("ryu", "kestrel_volt"), ("gambit", "morrigan"), **TAG).start("draw")
    assert len(game.legal(P1, "draw_cards")) == 3
    game = table(("kestrel_volt", "ryu"), ("gambit", "morrigan"), **TAG).start("draw")
    assert len(game.legal(P1, "draw_cards")) == 4
    game = table("ryu", "gambit", "kestrel_volt", "morrigan", **TEAM).turn(P3).start("draw")
    assert len(game.legal(P3, "draw_cards")) == 4


@pytest.mark.rule("CAP-205", "CAP-R03")
def test_no_more_than_the_draw_pile_has(table: MakeTable) -> None:
    game = table("ryu", "gambit").player(P1, draw="2C 3C", pile=2).start("draw")
    assert [one["n"] for one in game.legal(P1, "draw_cards")] == [1, 2]
    assert game.refused(P1, a.DrawCards(3)).rule == "CAP-205"
    assert game.refused(P1, a.DrawCards(0)).rule == "CAP-204"
    game.draw(P1, 2)
    assert (game.hand(P1), game.pile(P1)) == (["2C", "3C"], [])


@pytest.mark.rule("CAP-205", "CAP-R03")
def test_without_a_draw_pile_there_is_no_draw_phase(table: MakeTable) -> None:
    game = table("ryu", "gambit").player(P1, hand="2C", pile=0).start("start")
    assert (game.waits(P1), game.hand(P1), game.board.phase) == ("combat", ["2C"], "combat")


@pytest.mark.rule("CAP-111", "CAP-R02")
@pytest.mark.parametrize(("number", "asked"), [(1, "combat"), (2, "draw")])
def test_only_the_first_turn_of_the_match_has_no_draw_phase(table: MakeTable, number: int, asked: str) -> None:
    game = table("ryu", "gambit").turn(P2, number=number, first=1).start("start")
    assert game.waits(P2) == asked


# Combat phase


@pytest.mark.rule("CAP-206", "CAP-207", "CAP-R04")
@pytest.mark.parametrize(
    "does",
    [
        lambda game: game.pass_combat(P1),
        lambda game: game.block(P1, "5C"),
        lambda game: game.attack(P1, "basic", "5C"),
        lambda game: (game.hit(P1, "basic", "5C"), game.end_combo(P1)),
    ],
    ids=["pass", "block", "attack", "whole attack"],
)
def test_one_thing_in_a_combat_phase(table: MakeTable, does: Callable[[Table], object]) -> None:
    game = table("ryu", "doc_tremor").player(P1, hand="5C 6C JC").start()
    does(game)
    why = "CAP-207" if game.ever(e.AttackDeclared) else "CAP-206"
    assert game.refused(P1, a.DeclareAttack("basic", ("6C",))).rule == why
    assert game.refused(P1, a.SetBlock("6C")).rule == "CAP-420"
    assert game.refused(P1, a.PassCombat()).rule == "CAP-206"


@pytest.mark.rule("CAP-207", "CAP-R04")
def test_what_follows_in_a_combo_is_no_second_initial_attack(table: MakeTable) -> None:
    game = table("ryu", "doc_tremor").player(P1, hand="5C 6C").start()
    game.hit(P1, "basic", "5C")
    assert offered(game, P1) == {"follow_up", "end_combo", "use_ability"}
    game.follow(P1, "basic", "6C")
    assert [event.role for event in game.ever(e.AttackDeclared)] == ["initial", "follow_up"]


def blocked(game: Table) -> None:
    game.attack(P1, "basic", "5C")


def negated(game: Table) -> None:
    game.attack(P1, "basic", "5C")
    game.counter(P2, "basic", "6D")


def tech_hit(game: Table) -> None:
    game.attack(P1, "throw", "10C 10D")
    game.tech(P2, "10C 10D")


def dodged(game: Table) -> None:
    game.attack(P1, "basic", "5C")
    game.dodge(P2)
    assert game.waits(P2) == "ranged_reply"
    game.decline(P2)


def replied(game: Table) -> None:
    game.attack(P1, "basic", "5C")
    game.dodge(P2)
    game.reply(P2, "hadouken", "JC")


def countered(game: Table) -> None:
    game.attack(P1, "basic", "5C")
    game.counter(P2, "glass_reversal", "JC")
    assert game.waits(P2) == "combo"
    game.end_combo(P2)


def finished(game: Table) -> None:
    game.hit(P1, "basic", "5C")
    game.follow(P1, "cajun_slash", "QC")


def spent(game: Table) -> None:
    game.hit(P1, "kinetic_card", "JC")
    game.follow(P1, "royal_flush", "AC AD")


def ended(game: Table) -> None:
    game.hit(P1, "basic", "5C")
    game.end_combo(P1)


@pytest.mark.rule("CAP-208", "CAP-209", "CAP-R05")
@pytest.mark.parametrize(
    ("way", "why"),
    [
        (blocked, "CAP-426"),
        (negated, "CAP-460"),
        (tech_hit, "CAP-472"),
        (dodged, "CAP-442"),
        (replied, "CAP-442"),
        (countered, "CAP-451"),
        (finished, "CAP-412"),
        (spent, "CAP-412"),
        (ended, "CAP-418"),
    ],
    ids=lambda it: getattr(it, "__name__", None),
)
def test_what_ends_a_combat_phase_begins_the_clean_up_of_the_turn_player(
    table: MakeTable, way: Callable[[Table], None], why: str
) -> None:
    game = table("gambit", "ise_kagami" if way is countered else "ryu")
    game.player(P1, hand="5C 6C JC QC AC AD 10C 10D")
    game.player(P2, hand="6D KC JC 10C 10D", block="3C" if way is blocked else None, draw="2C").start()
    way(game)
    assert (game.waits(P1), game.board.phase, game.board.turn_player) == ("cleanup", "cleanup", P1)
    assert phases(game) == [(P1, "cleanup")]
    assert game.zone(P1) == game.zone(P2) == []
    assert game.refused(P1, a.FollowUp("basic", ("6C",))).rule == why


@pytest.mark.rule("CAP-208", "CAP-930")
def test_a_ko_ends_the_combat_phase(table: MakeTable) -> None:
    game = table(("gambit", "ryu"), ("morrigan", "spider_man"), **TAG).character(P2, "morrigan", hp=5)
    game.player(P1, hand="5C 6C").start()
    game.hit(P1, "basic", "5C")
    assert (game.active(P2), game.waits(P1), game.board.phase) == ("spider_man", "cleanup", "cleanup")


@pytest.mark.rule("CAP-208")
@pytest.mark.parametrize("does", [lambda game: game.pass_combat(P1), lambda game: game.block(P1, "5C")])
def test_a_pass_and_a_block_end_the_combat_phase_at_once(table: MakeTable, does: Callable[[Table], None]) -> None:
    game = table("ryu", "gambit").player(P1, hand="5C").start()
    does(game)
    assert game.waits(P1) == "cleanup"


@pytest.mark.rule("CAP-209", "CAP-R05")
def test_the_clean_up_is_the_turn_players_also_when_the_other_attacked_last(table: MakeTable) -> None:
    game = table("gambit", "ise_kagami").player(P1, hand="5C 9C").player(P2, hand="JC 2C 3C").start()
    game.attack(P1, "basic", "5C")
    game.counter(P2, "glass_reversal", "JC")
    game.basics(P2, "2C 3C")
    game.end_combo(P2)
    assert game.refused(P2, a.EndTurn()).rule == "CAP-210"
    game.do(P1, a.PlaceInMeter("9C"))
    game.end_turn(P1)
    assert (game.board.turn, game.board.turn_player) == (6, P2)


# Clean-up phase


PLACE, ACE, TAGGING, HP, JOKER = range(5)


@pytest.mark.rule("CAP-210", "CAP-R05")
@pytest.mark.parametrize("order", [(PLACE, ACE, TAGGING, HP, JOKER), (HP, TAGGING, PLACE, JOKER, ACE)])
def test_clean_up_actions_in_any_order(table: MakeTable, order: tuple[int, ...]) -> None:
    steps: dict[int, Action] = {
        PLACE: a.PlaceInMeter("9C"),
        ACE: a.RecoverAce(("10C", "10D", "10H", "10S"), "discard", "AC"),
        TAGGING: a.Tag("3C", "3D"),
        HP: a.RecoverHp("4C"),
        JOKER: a.RecoverJoker(("9D", "9H", "8C", "8D", "8H", "9C"), "JK1"),
    }
    game = table(("ryu", "gambit"), ("morrigan", "spider_man"), **TAG).character(P1, "ryu", hp=50)
    game.character(P1, "gambit", hp=50)
    game.player(P1, hand="9C 3C 3D 4C", discard="JK1 AC", meter="10C 10D 10H 10S 9D 9H 8C 8D 8H").start("cleanup")
    for step in order:
        game.do(P1, steps[step])
        if step == JOKER:
            game.do(P2, a.Cut(0))
        assert game.waits(P1) == "cleanup"
    assert (game.hand(P1), game.meter(P1), game.active(P1)) == (["AC"], [], "gambit")
    game.end_turn(P1)
    assert game.board.turn_player == P2


@pytest.mark.rule("CAP-210")
def test_nothing_has_to_be_done_in_clean_up(table: MakeTable) -> None:
    game = table("ryu", "gambit").player(P1, hand="9C", meter="10C 10D 10H 10S").start("cleanup")
    assert offered(game, P1) == {"place_in_meter", "recover_ace", "end_turn", "use_ability"}
    game.end_turn(P1)
    assert (game.hand(P1), len(game.meter(P1))) == (["9C"], 4)


@pytest.mark.rule("CAP-210", "CAP-905", "CAP-940", "CAP-945")
def test_without_a_partner_there_is_neither_tag_nor_recovery(table: MakeTable) -> None:
    game = table("ryu", "gambit").character(P1, hp=5).player(P1, hand="3C 3D").start("cleanup")
    assert offered(game, P1) == {"end_turn", "use_ability"}


# Endurance


TEN = "2C 3C 4C 5C 6C 7C 8C 9C 10C JC"


@pytest.mark.rule("CAP-211")
def test_down_to_endurance_one_card_at_a_time_of_own_choice(table: MakeTable) -> None:
    game = table("brakk_ironjaw", "doc_tremor").player(P1, hand=TEN[6:]).start("cleanup")
    game.end_turn(P1)
    for chosen in ("JC", "5C"):
        assert game.waits(P1) == "discard_to_endurance"
        assert [one["card"] for one in game.legal(P1, "discard")] == game.hand(P1)
        game.do(P1, a.Discard(chosen))
    assert (game.hand(P1), game.discard(P1)) == (["4C", "6C", "7C", "8C", "9C", "10C"], ["JC", "5C"])
    assert game.waits(P2) == "draw"


@pytest.mark.rule("CAP-212", "CAP-R06", "CAP-211")
@pytest.mark.parametrize(("hand", "over"), [(TEN[6:], 2), (TEN[9:], 1), (TEN[12:], 0), ("", 0)])
def test_no_discard_at_or_below_endurance(table: MakeTable, hand: str, over: int) -> None:
    game = table("brakk_ironjaw", "doc_tremor").player(P1, hand=hand).start("cleanup")
    assert game.refused(P1, a.Discard("10C")).rule == "CAP-212"
    game.end_turn(P1)
    for _ in range(over):
        game.do(P1, a.Discard(game.hand(P1)[0]))
    assert game.refused(P1, a.Discard("10C")).rule == "CAP-212"
    assert (len(game.hand(P1)), game.board.turn_player) == (len(hand.split()) - over, P2)


@pytest.mark.rule("CAP-213", "CAP-R07")
def test_only_the_turn_players_hand_counts(table: MakeTable) -> None:
    game = table("brakk_ironjaw", "doc_tremor")
    game.player(P1, hand="2C 3C 4C 5C 6C 7C", block="2D", meter="9D 10D 9H", discard="3D 4D")
    game.player(P2, hand="2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC").start("cleanup")
    game.end_turn(P1)
    assert (game.board.turn_player, game.ever(e.CardsDiscarded)) == (P2, [])


@pytest.mark.rule("CAP-317", "CAP-211", "CAP-R09")
def test_a_recovered_ace_counts(table: MakeTable) -> None:
    game = table("brakk_ironjaw", "doc_tremor").player(P1, hand=TEN[12:], discard="AC", meter="10D 10H 10S 9D 9H")
    game.start("cleanup")
    game.do(P1, a.RecoverAce(("10D", "10H", "10S", "9D", "9H"), "discard", "AC"))
    game.end_turn(P1)
    assert game.waits(P1) == "discard_to_endurance"
    assert game.refused(P1, a.Discard("10D")).rule == "CAP-211"
    game.do(P1, a.Discard("AC"))
    assert game.discard(P1)[-1] == "AC"


# The end of a turn


@pytest.mark.rule("CAP-214", "CAP-211")
def test_the_end_of_a_turn_in_order(table: MakeTable) -> None:
    game = table("brakk_ironjaw", "ryu").player(P1, hand=TEN[9:]).player(P2, hand="2C").start("cleanup")
    game.ability(P2, "2C")
    game.end_turn(P1)
    assert len(game.board.modifiers) == 1
    game.do(P1, a.Discard("10C"))
    assert kinds(game, e.CardsDiscarded, e.ModifiersExpired, e.TurnEnded, e.TurnStarted) == [
        e.CardsDiscarded,
        e.ModifiersExpired,
        e.TurnEnded,
        e.TurnStarted,
    ]
    assert (game.board.modifiers, game.board.turn, game.board.turn_player) == ([], 6, P2)


@pytest.mark.rule("CAP-214", "CAP-710")
def test_time_over_is_checked_before_the_next_turn(table: MakeTable) -> None:
    game = table("brakk_ironjaw", "ryu").player(P1, hand=TEN[9:]).player(P2, pile=0).start("cleanup")
    game.end_turn(P1)
    assert game.state.result is None
    game.do(P1, a.Discard("10C"))
    assert kinds(game, e.TurnEnded, e.TimeOver, e.TurnStarted) == [e.TurnEnded, e.TimeOver]
    assert game.state.result is not None


# Whose turn it is


@pytest.mark.rule("CAP-215", "CAP-953", "CAP-973", "CAP-R66", "CAP-R79")
@pytest.mark.parametrize(
    ("mode", "first", "turns"),
    [
        ("one_on_one", 0, (P1, P2, P1, P2, P1)),
        ("one_on_one", 1, (P2, P1, P2, P1, P2)),
        ("tag", 0, (P1, P2, P1, P2, P1)),
        ("tag", 1, (P2, P1, P2, P1, P2)),
        ("team", 0, (P1, P2, P3, P4, P1)),
        ("team", 1, (P2, P1, P4, P3, P2)),
        ("boss", 0, (P1, P2, P3, P1, P2)),
        ("boss", 1, (P3, P1, P2, P3, P1)),
    ],
)
def test_turn_order(table: MakeTable, mode: Mode, first: int, turns: tuple[int, ...]) -> None:
    game = table(*LINE_UPS[mode], mode=mode).turn(turns[0], number=1, first=first).start("start")
    taken = []
    for _ in turns:
        taken.append(game.board.turn_player)
        game.pass_turn(game.board.turn_player)
    assert tuple(taken) == turns
    assert game.board.turn == 1 + len(turns)


@pytest.mark.rule("CAP-R66", "CAP-953")
def test_who_is_out_is_skipped(table: MakeTable) -> None:
    game = table("ryu", "morrigan", "gambit", "spider_man", **TEAM).character(P3, status="koed").start("cleanup")
    taken = []
    for _ in range(5):
        game.pass_turn(game.board.turn_player)
        taken.append(game.board.turn_player)
    assert taken == [P2, P4, P1, P2, P4]


@pytest.mark.rule("CAP-954", "CAP-R67")
def test_an_inactive_player_has_no_combat_phase(table: MakeTable) -> None:
    game = table("ryu", "morrigan", "gambit", "spider_man", **TEAM).turn(P3).player(P3, hand="5C").start("start")
    game.draw(P3, 1)
    assert game.waits(P3) == "cleanup"
    assert game.refused(P3, a.DeclareAttack("basic", ("5C",))).rule == "CAP-954"
    assert phases(game) == [(P3, "cleanup")]


# Blocks over several turns


@pytest.mark.rule("CAP-R27", "CAP-421")
def test_a_block_meets_one_attack(table: MakeTable) -> None:
    game = table("gambit", "ryu", "hollow_titan", **BOSS).turn(P3, number=1, first=1)
    game.player(P3, hand="9C").player(P1, hand="4C 3C 3D").player(P2, hand="5C").start("start")
    game.block(P3, "9C")
    game.end_turn(P3)
    game.draw(P1, 1)
    game.attack(P1, "basic", "4C")
    assert (game.blocking(P3), game.hand(P3), game.waits(P1)) == (None, ["9C"], "cleanup")
    game.do(P1, a.Tag("3C", "3D"))
    game.end_turn(P1)
    game.draw(P2, 1)
    game.attack(P2, "basic", "5C")
    assert game.waits(P3) == "defend"


@pytest.mark.rule("CAP-R27", "CAP-430")
def test_a_returned_block_card_can_block_again(table: MakeTable) -> None:
    game = table("ryu", "gambit").player(P1, hand="5C").start()
    game.block(P1, "5C")
    game.end_turn(P1)
    game.pass_turn(P2)
    assert game.hand(P1) == ["5C"]
    game.draw(P1, 1)
    game.block(P1, "5C")
    assert game.blocking(P1) == "5C"


@pytest.mark.rule("CAP-R71", "CAP-804")
def test_two_of_the_same_character_are_two_characters(table: MakeTable) -> None:
    game = table("ryu", "ryu").player(P1, hand="4C 5C").player(P2, hand="3D").start()
    game.hit(P1, "basic", "4C")
    game.follow(P1, "basic", "5C")
    assert (game.lost(P1), game.lost(P2), game.cp(P1), game.cp(P2)) == (0, 9, 2, 0)
    game.ability(P2, "3D")
    assert [(one.used_turn, one.seat) for one in game.board.characters] == [((), P1), ((1,), P2)]
    assert [one.character for one in game.board.modifiers] == ["p2-ryu"]
