"""The end of a match: KOs, Time Over, the turn cap, concessions (CAP-7xx)."""

from __future__ import annotations

from typing import Any

import pytest

from domain.games.capcom_crossovers import GAME
from domain.games.capcom_crossovers import actions as a
from domain.games.capcom_crossovers import events as e
from domain.kernel import decide
from domain.kernel.match import ActionTaken, PromptClosed, PromptRevised
from domain.kernel.refusal import Refusal
from tests.games.capcom_crossovers.custom import fighter, move
from tests.games.capcom_crossovers.situations import FIGHTS, KINDS, dealt, questions, situation
from tests.games.capcom_crossovers.table import P1, P2, P3, P4, MakeTable, Table
from tests.kit.scenario import SEED, Scenario

TAG = {"mode": "tag"}
TEAM = {"mode": "team"}
BOSS = {"mode": "boss"}
FOUR = ("ryu", "gambit", "morrigan", "unit_09")
ALL = ((P1, P2, P3, P4),)


def ending(game: Scenario) -> tuple[str, str, tuple[tuple[int, ...], ...]]:
    """(kind, rule, placings) of a match that is over; nothing is asked any more."""
    result = game.state.result
    assert result is not None, "the match goes on"
    assert (game.state.status, game.state.prompts) == ("finished", {})
    return result.kind, result.rule, result.placings


def decided(game: Scenario) -> tuple[str, str | None]:
    """(reason, rule that told the winner)."""
    result = game.state.result
    assert result is not None
    return result.reason, result.decided_by


# KOs


@pytest.mark.rule("CAP-701", "CAP-481")
@pytest.mark.parametrize(("hp", "left"), [(9, 1), (8, 0), (7, 0)])
def test_at_no_hp_a_character_is_koed(table: MakeTable, hp: int, left: int) -> None:
    game = table("ryu", "gambit").character(P2, hp=hp).player(P1, hand="JS").start()
    game.hit(P1, "hadouken", "JS")
    assert game.hp(P2) == left
    assert [event.character for event in game.happened(e.CharacterKoed)] == ([] if left else ["p2-gambit"])


@pytest.mark.rule("CAP-702", "CAP-704", "CAP-R48")
def test_ko_ends_a_duel_at_once(table: MakeTable) -> None:
    game = table("ryu", "gambit").character(P2, hp=8).player(P1, hand="JS 4H 10C").start()
    game.hit(P1, "hadouken", "JS")
    assert (ending(game), decided(game)) == (("win", "CAP-702", ((P1,), (P2,))), ("ko", None))
    # no follow-up, no clean-up, no end of the turn; the cards stay where they are
    assert (game.zone(P1), game.board.phase, game.happened(e.TurnEnded)) == (["JS"], "combat", [])
    outcome = decide.act(GAME, game.state, P1, a.EndCombo(), game.state.at, SEED)
    assert isinstance(outcome, Refusal)
    assert outcome.code == "MATCH_OVER"


@pytest.mark.rule("CAP-702", "CAP-451")
def test_ko_by_a_counter_ends_a_duel(table: MakeTable) -> None:
    game = table("unit_09", "spider_man").character(P1, hp=6).player(P1, hand="JS").player(P2, hand="KC 2C").start()
    game.attack(P1, "rivet_burst", "JS")
    game.counter(P2, "web_swing", "KC")
    assert ending(game) == ("win", "CAP-702", ((P2,), (P1,)))


@pytest.mark.rule("CAP-703", "CAP-931", "CAP-930", "CAP-951")
def test_a_tag_battle_is_won_over_both_characters(table: MakeTable) -> None:
    game = table(("ryu", "unit_09"), ("gambit", "morrigan"), **TAG).character(P2, "gambit", hp=8)
    game.character(P2, "morrigan", hp=7).player(P1, hand="JS KS", draw="JD").start()
    game.hit(P1, "hadouken", "JS")
    assert (game.state.result, game.active(P2), questions(game)) == (None, "morrigan", [(P1, "cleanup")])
    game.end_turn(P1)
    game.pass_turn(P2)
    game.draw(P1, 1)
    game.hit(P1, "tatsumaki", "KS")
    assert ending(game) == ("win", "CAP-703", ((P1,), (P2,)))


@pytest.mark.rule("CAP-703", "CAP-930", "CAP-959")
def test_a_team_wins_when_both_opponents_are_koed(table: MakeTable) -> None:
    game = table(*FOUR, **TEAM).character(P2, hp=8).character(P4, hp=6).player(P1, hand="JS KS").start()
    game.attack(P1, "hadouken", "JS")
    game.decline(P4)
    game.take_hit(P2)
    assert (game.state.result, game.active(P2)) == (None, "unit_09")
    for seat in (P1, P3, P4):
        game.pass_turn(seat)
    game.draw(P1, 1)
    game.attack(P1, "tatsumaki", "KS")
    game.take_hit(P4)
    assert ending(game) == ("win", "CAP-703", ((P1, P3), (P2, P4)))


@pytest.mark.rule("CAP-703", "CAP-704", "CAP-R48")
@pytest.mark.parametrize(("mine", "draw"), [(5, True), (6, False)])
def test_both_sides_out_at_once(table: MakeTable, mine: int, *, draw: bool) -> None:
    """Damage and what the move does to its user are one resolution."""
    reckless = fighter(table, moves_=(move("J", "A", 9, 3, hit="deal_damage(self, 5)"),))
    game = table(reckless, "gambit").character(P1, hp=mine).character(P2, hp=9).player(P1, hand="JS").start()
    game.hit(P1, f"{reckless}m1", "JS")
    if draw:
        assert (ending(game), decided(game)) == (("draw", "CAP-703", ((P1, P2),)), ("double_ko", None))
    else:
        assert ending(game) == ("win", "CAP-702", ((P1,), (P2,)))
    assert len(game.happened(e.CharacterKoed)) == (2 if draw else 1)


@pytest.mark.rule("CAP-703", "CAP-R48")
def test_both_last_characters_out_at_once_in_a_team(table: MakeTable) -> None:
    reckless = fighter(table, moves_=(move("J", "A", 9, 3, hit="deal_damage(self, 5)"),))
    game = table("ryu", "gambit", reckless, "unit_09", **TEAM).turn(P3)
    game.character(P1, status="koed").character(P2, status="koed")
    game.character(P3, hp=5, status="active").character(P4, hp=9, status="active").player(P3, hand="JS").start()
    game.attack(P3, f"{reckless}m1", "JS")
    game.take_hit(P4)
    assert ending(game) == ("draw", "CAP-703", ALL)


@pytest.mark.rule("CAP-703", "CAP-930")
def test_both_active_characters_out_while_partners_live(table: MakeTable) -> None:
    reckless = fighter(table, moves_=(move("J", "A", 9, 3, hit="deal_damage(self, 5)"),))
    game = table((reckless, "ryu"), ("gambit", "unit_09"), **TAG).character(P1, reckless, hp=5)
    game.character(P2, "gambit", hp=9).player(P1, hand="JS").start()
    game.hit(P1, f"{reckless}m1", "JS")
    assert (game.active(P1), game.active(P2), questions(game)) == ("ryu", "unit_09", [(P1, "cleanup")])


@pytest.mark.rule("CAP-704", "CAP-R95", "CAP-922")
def test_tag_super_that_ends_the_match_switches_nobody(table: MakeTable) -> None:
    game = table(("ryu", "gambit"), ("morrigan", "unit_09"), **TAG).character(P2, "morrigan", status="koed")
    game.character(P2, "unit_09", hp=58, status="active").player(P1, hand="JK1 JK2").start()
    game.hit(P1, "tag_super", "JK1 JK2")
    assert ending(game) == ("win", "CAP-703", ((P1,), (P2,)))
    assert (game.active(P1), game.happened(e.CharacterSwitched)) == ("ryu", [])


@pytest.mark.rule("CAP-974", "CAP-703", "CAP-971")
@pytest.mark.parametrize("winner", ["team", "boss"])
def test_a_boss_battle_is_won(table: MakeTable, winner: str) -> None:
    """Not with the first character of the team, but with the boss."""
    game = table("ryu", "gambit", "hollow_titan", **BOSS).character(P1, hp=8)
    if winner == "team":
        game.character(P3, hp=7).player(P1, hand="JS").start()
        game.attack(P1, "hadouken", "JS")
        game.take_hit(P3)
        assert ending(game) == ("win", "CAP-703", ((P1, P2), (P3,)))
        return
    game.turn(P3, first=1).character(P2, hp=9).player(P3, hand="QS JS", draw="JH").start()
    game.attack(P3, "hollow_roar", "QS")
    game.decline(P2)
    game.take_hit(P1)
    assert (game.state.result, game.active(P1)) == (None, "gambit")
    game.end_turn(P3)
    game.pass_turn(P2)
    game.draw(P3, 1)
    game.attack(P3, "titan_fist", "JS")
    game.take_hit(P2)
    assert ending(game) == ("win", "CAP-703", ((P3,), (P1, P2)))


# Time Over


@pytest.mark.rule("CAP-710", "CAP-711", "CAP-R46", "CAP-R47")
def test_time_over_waits_for_the_end_of_the_turn(table: MakeTable) -> None:
    game = table("ryu", "gambit").character(P2, hp=46).player(P1, draw="4H", pile=1).start("draw")
    game.draw(P1, 1)
    game.hit(P1, "basic", "4H")
    game.end_combo(P1)
    assert game.state.result is None
    game.end_turn(P1)
    assert (ending(game), decided(game)) == (("win", "CAP-710", ((P1,), (P2,))), ("time_over", "CAP-711"))
    (told,) = game.happened(e.TimeOver)
    assert (told.empty, told.fractions) == ((P1,), ((104, 104), (42, 104)))
    assert len(game.happened(e.TurnEnded)) == 1
    assert game.happened(e.TurnStarted) == []


@pytest.mark.rule("CAP-710", "CAP-R46")
def test_time_over_by_the_pile_of_another_player(table: MakeTable) -> None:
    game = table("ryu", "gambit").character(P1, hp=1).player(P2, pile=0).start("cleanup")
    game.end_turn(P1)
    assert ending(game) == ("win", "CAP-710", ((P2,), (P1,)))


@pytest.mark.rule("CAP-710")
def test_a_pile_with_one_card_is_not_empty(table: MakeTable) -> None:
    game = table("ryu", "gambit").player(P1, pile=1).player(P2, pile=1).start("cleanup")
    game.end_turn(P1)
    assert (game.state.result, questions(game)) == (None, [(P2, "draw")])


@pytest.mark.rule("CAP-711", "CAP-710")
def test_equal_fractions_draw(table: MakeTable) -> None:
    """52 of 104 are as much as 56 of 112."""
    game = table("ryu", "brakk_ironjaw").character(P1, hp=52).character(P2, hp=56)
    game.player(P1, pile=0).player(P2, pile=0).start("cleanup")
    game.end_turn(P1)
    assert (ending(game), decided(game)) == (("draw", "CAP-710", ((P1, P2),)), ("time_over", "CAP-711"))
    assert [event.empty for event in game.happened(e.TimeOver)] == [(P1, P2)]


@pytest.mark.rule("CAP-711", "CAP-R47")
@pytest.mark.parametrize(("hp", "winner"), [(83, P1), (84, None), (85, P2)])
def test_koed_characters_count_in_full_at_the_start(table: MakeTable, hp: int, winner: int | None) -> None:
    """104 of 208 on one side; on the other 84 of 168 are as much, and more than half of Unit 09's 104."""
    game = table(("ryu", "gambit"), ("unit_09", "spider_man"), **TAG)
    game.character(P1, "ryu", hp=40).character(P1, "gambit", hp=64)
    game.character(P2, "spider_man", status="koed").character(P2, "unit_09", hp=hp).player(P1, pile=0)
    game.start("cleanup")
    game.end_turn(P1)
    (told,) = game.happened(e.TimeOver)
    assert told.fractions == ((104, 208), (hp, 168))
    assert ending(game)[2] == (((P1, P2),) if winner is None else ((winner,), (1 - winner,)))


@pytest.mark.rule("CAP-710", "CAP-959", "CAP-R69")
@pytest.mark.parametrize("out", [True, False])
def test_the_pile_of_a_koed_player_does_not_count(table: MakeTable, *, out: bool) -> None:
    game = table(*FOUR, **TEAM).player(P4, pile=0)
    if out:
        game.character(P4, status="koed")
    game.start("cleanup")
    game.end_turn(P1)
    assert (game.state.result is None) == out


@pytest.mark.rule("CAP-710", "CAP-945", "CAP-R46")
def test_a_pile_that_was_filled_again_is_not_empty(table: MakeTable) -> None:
    meter = "10C 10D 10H 10S 9C 9D"
    game = table(("ryu", "gambit"), ("morrigan", "unit_09"), **TAG).player(P1, meter=meter, pile=0).start("cleanup")
    game.do(P1, a.RecoverJoker(tuple(meter.split()), "JK1"))
    game.do(P2, a.Cut(0))
    game.end_turn(P1)
    assert (game.state.result, game.pile(P1), questions(game)) == (None, ["JK1"], [(P2, "draw")])


@pytest.mark.rule("CAP-712", "CAP-711", "CAP-R49")
@pytest.mark.parametrize(("options", "last"), [({}, 400), ({"turn_cap": 7}, 7)])
def test_the_turn_cap(table: MakeTable, options: dict[str, Any], last: int) -> None:
    game = table("ryu", "gambit", **options).character(P2, hp=91).turn(P1, number=last - 1).start("cleanup")
    game.end_turn(P1)
    assert game.state.result is None
    game.pass_turn(P2)
    assert (ending(game), decided(game)) == (("win", "CAP-712", ((P1,), (P2,))), ("turn_cap", "CAP-711"))
    assert [event.empty for event in game.happened(e.TimeOver)] == [()]


@pytest.mark.rule("CAP-712", "CAP-711")
def test_the_turn_cap_with_equal_fractions(table: MakeTable) -> None:
    game = table("ryu", "gambit", turn_cap=5).start("cleanup")
    game.end_turn(P1)
    assert (ending(game), decided(game)) == (("draw", "CAP-712", ((P1, P2),)), ("turn_cap", "CAP-711"))


@pytest.mark.rule("CAP-R49")
def test_every_turn_takes_a_card_from_a_pile(table: MakeTable) -> None:
    """Whoever passes draws before, so a match ends."""
    game = table("ryu", "gambit").player(P1, pile=3).player(P2, pile=30).start("draw")
    while game.state.result is None:
        before = len(game.pile(P1)) + len(game.pile(P2))
        game.pass_turn(game.board.turn_player)
        assert len(game.pile(P1)) + len(game.pile(P2)) == before - 1
    assert (ending(game)[1], game.board.turn) == ("CAP-710", 9)


# Conceding


@pytest.mark.rule("CAP-713", "CAP-R50")
@pytest.mark.parametrize("asked", [True, False])
@pytest.mark.parametrize(
    ("characters", "options", "loser", "placings"),
    [
        (("ryu", "gambit"), {}, P1, ((P2,), (P1,))),
        (("ryu", "gambit"), {}, P2, ((P1,), (P2,))),
        ((("ryu", "gambit"), ("morrigan", "unit_09")), TAG, P1, ((P2,), (P1,))),
        ((("ryu", "gambit"), ("morrigan", "unit_09")), TAG, P2, ((P1,), (P2,))),
        (("ryu", "gambit", "hollow_titan"), BOSS, P3, ((P1, P2), (P3,))),
    ],
)
def test_who_plays_alone_loses(
    table: MakeTable,
    characters: tuple[Any, ...],
    options: dict[str, Any],
    loser: int,
    placings: tuple[tuple[int, ...], ...],
    *,
    asked: bool,
) -> None:
    """At any time: in the own turn or in another player's."""
    game = table(*characters, **options).turn(loser if asked else placings[0][0], first=1 if loser == P3 else 0)
    game.start()
    game.concede(loser)
    assert (ending(game), decided(game)) == (("win", "CAP-713", placings), ("concede", None))


@pytest.mark.rule("CAP-713", "CAP-R50", "CAP-703", "CAP-974", "CAP-972")
@pytest.mark.parametrize(
    ("characters", "options", "first", "last", "placings"),
    [
        (FOUR, TEAM, P2, P4, ((P1, P3), (P2, P4))),
        (FOUR, TEAM, P4, P2, ((P1, P3), (P2, P4))),
        (FOUR, TEAM, P3, P1, ((P2, P4), (P1, P3))),
        (("ryu", "gambit", "hollow_titan"), BOSS, P1, P2, ((P3,), (P1, P2))),
        (("ryu", "gambit", "hollow_titan"), BOSS, P2, P1, ((P3,), (P1, P2))),
    ],
)
def test_in_a_team_the_partner_fights_on(
    table: MakeTable,
    characters: tuple[str, ...],
    options: dict[str, Any],
    first: int,
    last: int,
    placings: tuple[tuple[int, ...], ...],
) -> None:
    game = table(*characters, **options).start("cleanup")
    game.concede(first)
    assert [event.seat for event in game.happened(e.CharacterKoed)] == [first]
    assert game.state.result is None
    assert game.active(first) == characters[last]
    game.concede(last)
    assert ending(game) == ("win", "CAP-703", placings)


@pytest.mark.rule("CAP-713", "CAP-959")
def test_a_koed_player_concedes_nothing(table: MakeTable) -> None:
    game = table(*FOUR, **TEAM).character(P2, status="koed").character(P4, status="active").player(P1, hand="4H")
    game.start()
    game.attack(P1, "basic", "4H")
    asked = game.prompt(P4)
    game.concede(P2)
    assert (game.state.result, questions(game), game.prompt(P4).id) == (None, [(P4, "defend")], asked.id)
    assert game.happened(e.CharacterKoed) == []


@pytest.mark.rule("CAP-713", "CAP-R50", "CAP-R80", "CAP-959")
@pytest.mark.parametrize("kind", KINDS)
def test_the_turn_player_concedes_in_a_team(table: MakeTable, kind: str) -> None:
    """The attacker, where there is an attack: the turn ends, and what was asked closes without an answer."""
    made = situation(table, kind)
    game, asked = made.game, made.game.prompt(made.seat)
    game.concede(P1)
    assert [event.prompts for event in game.happened(PromptClosed) if asked.id in event.prompts] != []
    assert (game.happened(ActionTaken), questions(game)) == ([], [(P2, "draw")])
    assert (game.active(P1), game.board.turn, game.zone(P1), game.zone(P2)) == ("ryu", 6, [], [])
    turns_of(game, P2, P3, P4, P2)


@pytest.mark.rule("CAP-713", "CAP-R50", "CAP-R80", "CAP-R100", "CAP-930")
@pytest.mark.parametrize("kind", KINDS)
def test_the_opposing_active_player_concedes_in_a_team(table: MakeTable, kind: str) -> None:
    """The defender, where there is an attack, and the cutter: only the cut is made, by default."""
    made = situation(table, kind)
    game, asked = made.game, made.game.prompt(made.seat)
    lost = game.lost(P1), game.lost(P2)
    game.concede(P2)
    answered = [(event.seat, event.action, event.default) for event in game.happened(ActionTaken)]
    assert answered == ([(P2, a.Cut(0), True)] if kind == "cut_deck" else [])
    follows = "cleanup" if kind in (*FIGHTS, "cut_deck") else asked.kind
    assert (game.active(P2), questions(game)) == ("gambit", [(P1, follows)])
    stays = kind in ("draw", "cleanup", "discard_to_endurance")
    assert (asked.id in game.state.prompts) == stays
    assert (game.lost(P1), game.lost(P4), game.zone(P1), game.zone(P2)) == (lost[0], 0, [], [])
    turns_of(game, P3, P4, P1)


@pytest.mark.rule("CAP-713", "CAP-R50", "CAP-R80")
@pytest.mark.parametrize("who", [P3, P4])
@pytest.mark.parametrize("kind", KINDS)
def test_an_inactive_partner_concedes_in_a_team(table: MakeTable, kind: str, who: int) -> None:
    """What is asked goes on with one new revision; the partner's own `variable_counter` takes its default."""
    made = situation(table, kind)
    game, asked = made.game, made.game.prompt(made.seat)
    game.concede(who)
    if made.seat == who:
        answered = [(event.seat, event.action, event.default) for event in game.happened(ActionTaken)]
        assert (answered, questions(game)) == ([(P4, a.Decline(), True)], [(P2, "defend")])
        return
    now = game.prompt(made.seat)
    assert (now.id, now.kind, now.deadline, now.revision) == (asked.id, asked.kind, asked.deadline, 1)
    assert [event.prompt for event in game.happened(PromptRevised)].count(asked.id) == 1
    assert (game.happened(ActionTaken), game.active(P1), game.active(P2)) == ([], made.cid, made.cid)
    game.do(made.seat, GAME.default(game.state, now))


def turns_of(game: Table, *seats: int) -> None:
    """By default answers the match goes on; these players have the turns since the given."""
    while len(game.ever(e.TurnStarted)) < len(seats):
        ((seat, _),) = questions(game)
        game.do(seat, GAME.default(game.state, game.prompt(seat)))
    assert [event.seat for event in game.ever(e.TurnStarted)] == list(seats)


@pytest.mark.rule("CAP-R80", "CAP-R50", "CAP-509")
def test_an_own_tag_super_goes_on_without_the_partner(table: MakeTable) -> None:
    game = table(*FOUR, **TEAM).player(P1, hand="JK1 JK2").start()
    game.attack(P1, "tag_super", "JK1 JK2")
    game.decline(P4)
    game.concede(P3)
    game.take_hit(P2)
    assert (game.lost(P2), game.active(P1), questions(game)) == (54, "ryu", [(P1, "cleanup")])


# Conceding before the first turn


@pytest.mark.rule("CAP-R97", "CAP-R80", "CAP-111", "CAP-107")
@pytest.mark.parametrize(("side", "first", "begins"), [("a", P1, P3), ("b", P2, P4), ("a", P3, P1), ("b", P1, P2)])
def test_a_concession_during_the_mulligans(side: str, first: int, begins: int) -> None:
    """The side stays; its next player begins, without a draw phase."""
    game = dealt(*FOUR, mode="team", first_side=side)
    game.concede(first)
    asked = [seat for seat in range(4) if seat != first]
    for seat in asked:
        assert questions(game) == [(seat, "mulligan_choice")]
        game.do(seat, a.Keep())
    assert [event.seat for event in game.ever(ActionTaken)] == asked
    assert (game.board.turn, game.board.turn_player) == (1, begins)
    assert game.ever(e.CardsDrawn) == []


@pytest.mark.rule("CAP-713")
def test_a_duel_is_conceded_before_it_begins() -> None:
    game = dealt("ryu", "gambit")
    game.concede(P2)
    assert ending(game) == ("win", "CAP-713", ((P1,), (P2,)))
