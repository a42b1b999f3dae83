"""Team battles: two players on each side, with one character each (CAP-952 to CAP-960)."""

from __future__ import annotations

import pytest

from domain.games.capcom_crossovers import GAME
from domain.games.capcom_crossovers import actions as a
from domain.games.capcom_crossovers import events as e
from domain.games.capcom_crossovers.frames import Stage
from domain.games.capcom_crossovers.loadouts import Loadout, Options
from domain.kernel import decide
from domain.kernel.audience import SPECTATOR
from domain.kernel.decide import IllegalLoadout
from domain.kernel.match import ActionTaken, ClockPolicy, MatchCreated
from tests.games.capcom_crossovers.custom import fighter, part
from tests.games.capcom_crossovers.situations import KINDS, any_time, dealt, questions, situation
from tests.games.capcom_crossovers.table import P1, P2, P3, P4, MakeTable, Table
from tests.kit.play import MATCH, NOW, accepted, pins
from tests.kit.scenario import SEED

FOUR = ("ryu", "gambit", "morrigan", "ise_kagami")
JOKERS = "JK1 JK2"


def team(table: MakeTable, *characters: str) -> Table:
    return table(*(characters or FOUR), mode="team")


def turns(game: Table, n: int) -> list[int]:
    """Who has the next n turns, if everybody passes."""
    seats = []
    for _ in range(n):
        seats.append(game.board.turn_player)
        game.pass_turn(game.board.turn_player)
    return seats


# Set-up and turns


@pytest.mark.rule("CAP-952", "CAP-R79", "CAP-801")
def test_everybody_has_a_deck_a_hand_and_a_character() -> None:
    game = dealt(*FOUR, mode="team", first_side="a")
    assert [(one.seat, one.side, one.status) for one in game.board.characters] == [
        (P1, 0, "active"),
        (P2, 1, "active"),
        (P3, 0, "inactive"),
        (P4, 1, "inactive"),
    ]
    assert [(len(one.deck_list), one.hand.size) for one in game.board.players] == [(54, 7)] * 4


@pytest.mark.rule("CAP-953", "CAP-R66", "CAP-R79", "CAP-215")
@pytest.mark.parametrize(("first", "order"), [("a", [P1, P2, P3, P4]), ("b", [P2, P1, P4, P3])])
def test_turns_alternate_between_the_sides(first: str, order: list[int]) -> None:
    game = dealt(*FOUR, mode="team", first_side=first)
    for seat in range(4):
        game.do(seat, a.Keep())
    while game.board.turn < 6:
        ((seat, _),) = questions(game)
        game.do(seat, GAME.default(game.state, game.prompt(seat)))
    assert [event.seat for event in game.ever(e.TurnStarted)] == [*order, *order[:2]]


@pytest.mark.rule("CAP-953", "CAP-959", "CAP-R69")
@pytest.mark.parametrize(
    ("out", "order"),
    [((P2,), [P1, P3, P4, P1]), ((P3,), [P1, P2, P4, P1]), ((P3, P4), [P1, P2, P1, P2]), ((P2, P3), [P1, P4, P1, P4])],
)
def test_koed_players_are_skipped(table: MakeTable, out: tuple[int, ...], order: list[int]) -> None:
    game = team(table)
    for seat in out:
        game.character(seat, status="koed")
        game.character((seat + 2) % 4, status="active")
    assert turns(game.start("cleanup"), 4) == order


@pytest.mark.rule("CAP-954", "CAP-R67")
def test_an_inactive_player_draws_and_cleans_up(table: MakeTable) -> None:
    game = team(table).turn(P3).player(P3, hand="4C").start("draw")
    game.draw(P3, 3)
    assert questions(game) == [(P3, "cleanup")]
    assert game.refused(P3, a.DeclareAttack("basic", ("4C",))).rule == "CAP-954"
    assert [event.phase for event in game.ever(e.PhaseChanged)] == ["cleanup"]
    game.end_turn(P3)
    assert game.board.turn_player == P4


@pytest.mark.rule("CAP-954", "CAP-202", "CAP-504")
def test_an_inactive_character_has_no_start_of_a_turn(table: MakeTable) -> None:
    """Auto-Repair works for the active Unit 09 in its player's turn alone."""
    game = team(table, "ryu", "gambit", "unit_09", "morrigan").turn(P3).character(P3, hp=100).start("start")
    assert game.hp(P3, "unit_09") == 100
    game = team(table, "unit_09", "gambit", "ryu", "morrigan").turn(P3).character(P1, hp=100).start("start")
    assert game.hp(P1, "unit_09") == 100


@pytest.mark.rule("CAP-955", "CAP-R68")
def test_stats_are_those_of_the_own_character(table: MakeTable) -> None:
    """Luma Prism waits: Speed 4, Strength 5 for her meter, Endurance 8."""
    hand = "2C 2D 2H 2S 3C 3D 3H 3S 4C 6C"
    game = team(table, "ryu", "gambit", "luma_prism", "morrigan").turn(P3).player(P3, hand=hand).start("draw")
    game.draw(P3, 4)
    game.do(P3, a.PlaceInMeter("6C"))
    game.end_turn(P3)
    assert questions(game) == [(P3, "discard_to_endurance")]
    while game.board.turn_player == P3:
        game.do(P3, GAME.default(game.state, game.prompt(P3)))
    assert len(game.hand(P3)) == 8


@pytest.mark.rule("CAP-955", "CAP-906", "CAP-R68")
def test_only_the_player_of_the_active_character_tags(table: MakeTable) -> None:
    game = team(table).player(P1, hand="3C 3D").player(P3, hand="4C 4D 5C").start("cleanup")
    assert game.refused(P1, a.Tag("4C", "4D")).rule == "CAP-906"
    game.do(P1, a.Tag("3C", "3D"))
    assert (game.active(P1), game.discard(P1), game.discard(P3)) == ("morrigan", ["3C", "3D"], [])
    assert game.legal(P1, "tag") == []
    game.end_turn(P1)
    game.pass_turn(P2)
    game.draw(P3, 1)
    # now her turn has a combat phase
    assert questions(game) == [(P3, "combat")]
    game = team(table).turn(P3).player(P3, hand="4C 4D").start("cleanup")
    assert game.refused(P3, a.Tag("4C", "4D")).rule == "CAP-955"
    assert game.legal(P3, "tag") == []


@pytest.mark.rule("CAP-958", "CAP-R68", "CAP-940")
@pytest.mark.parametrize("who", [P1, P3])
def test_either_partner_heals_the_inactive_character(table: MakeTable, who: int) -> None:
    game = team(table).turn(who).character(P1, hp=50).character(P3, hp=50).player(who, hand="KC").start("cleanup")
    game.do(who, a.RecoverHp("KC"))
    assert (game.hp(P1, "ryu"), game.hp(P3, "morrigan"), game.discard(who)) == (50, 52, ["KC"])


@pytest.mark.rule("CAP-958", "CAP-940")
def test_each_partner_heals_in_the_own_cleanup(table: MakeTable) -> None:
    game = team(table).character(P3, hp=50).player(P1, hand="KC").player(P2, hand="KC").player(P3, hand="KC QC")
    game.start("cleanup")
    game.do(P1, a.RecoverHp("KC"))
    assert game.refused(P3, a.RecoverHp("KC")).rule == "CAP-210"
    game.end_turn(P1)
    game.pass_turn(P2)
    game.draw(P3, 1)
    game.do(P3, a.RecoverHp("KC"))
    assert (game.hp(P3), game.refused(P3, a.RecoverHp("QC")).rule) == (54, "CAP-940")


# Variable counters


@pytest.mark.rule("CAP-956", "CAP-R68", "CAP-409", "CAP-404")
def test_the_partner_is_asked_first(table: MakeTable) -> None:
    """Whoever declines has had it: the defender is asked, and has no variable counter."""
    game = team(table).player(P1, hand="JS").player(P2, hand="JK1").player(P4, hand="JK1").start()
    game.attack(P1, "hadouken", "JS")
    assert questions(game) == [(P4, "variable_counter")]
    assert game.refused(P2, a.TakeHit()).rule == "CAP-956"
    game.decline(P4)
    assert questions(game) == [(P2, "defend")]
    assert game.legal(P2, "variable_counter") == []
    assert game.refused(P2, a.VariableCounter("JK1")).rule == "CAP-917"
    game.take_hit(P2)
    assert (game.lost(P2), game.discard(P4)) == (8, [])


@pytest.mark.rule("CAP-956", "CAP-910", "CAP-915")
def test_a_used_variable_counter_of_the_partner(table: MakeTable) -> None:
    """Spectrum Kick 3 against Tatsumaki 3 and Shoryuken 5: equal, lower; the defender isn't asked."""
    for move, cards, lost in (("tatsumaki", "KC", 0), ("shoryuken", "QC", 10)):
        game = team(table, "ryu", "gambit", "morrigan", "luma_prism").player(P1, hand=cards)
        game.player(P2, hand="JK1").player(P4, hand="JK2").start()
        game.attack(P1, move, cards)
        game.do(P4, a.VariableCounter("JK2"))
        assert (game.active(P2), game.discard(P4), game.hand(P2)) == ("luma_prism", ["JK2"], ["JK1"])
        assert (game.lost(P4), game.lost(P2), questions(game)) == (lost, 0, [(P1, "cleanup")])
        assert [event.seat for event in game.ever(ActionTaken)] == [P1, P4]


@pytest.mark.rule("CAP-956", "CAP-914", "CAP-R56")
def test_a_combo_goes_on_against_the_partner(table: MakeTable) -> None:
    game = team(table).player(P1, hand="KS 4C").player(P4, hand="JK1").start()
    game.attack(P1, "tatsumaki", "KS")
    game.do(P4, a.VariableCounter("JK1"))
    game.follow(P1, "basic", "4C")
    assert (game.lost(P4), game.lost(P2)) == (11, 0)


@pytest.mark.rule("CAP-956", "CAP-917", "CAP-951", "CAP-429")
@pytest.mark.parametrize("why", ["koed", "block"])
def test_when_the_partner_is_not_asked(table: MakeTable, why: str) -> None:
    game = team(table).player(P1, hand="4C").player(P4, hand="JK1")
    if why == "koed":
        game.character(P4, status="koed")
    else:
        game.player(P2, block="6S")
    game.start()
    game.attack(P1, "basic", "4C")
    assert questions(game) == [(P2, "defend") if why == "koed" else (P1, "cleanup")]


@pytest.mark.rule("CAP-956", "CAP-R73", "CAP-R51")
def test_the_partner_is_asked_without_a_joker_too(table: MakeTable) -> None:
    """Not to be asked would tell; when the time is up it is declined."""
    game = team(table).player(P1, hand="4C").player(P4, hand="2C").start()
    game.attack(P1, "basic", "4C")
    assert game.legal(P4) == [{"type": "decline"}]
    assert game.refused(P4, a.VariableCounter("2C")).rule == "CAP-910"
    game.time_out(P4)
    assert questions(game) == [(P2, "defend")]


# Tag supers


@pytest.mark.rule("CAP-957", "CAP-R68", "CAP-920", "CAP-922")
def test_a_tag_super_is_paid_by_the_active_player(table: MakeTable) -> None:
    game = team(table).player(P1, hand="JK1").player(P3, hand=JOKERS).start()
    assert game.refused(P1, a.DeclareAttack("tag_super", ("JK1", "JK2"))).rule == "CAP-301"
    game = team(table).player(P1, hand=JOKERS).start()
    game.attack(P1, "tag_super", JOKERS)
    game.decline(P4)
    game.take_hit(P2)
    assert (game.lost(P2), game.active(P1), game.discard(P1)) == (54, "morrigan", JOKERS.split())
    # P1 ends the own turn with an inactive character
    assert questions(game) == [(P1, "cleanup")]


@pytest.mark.rule("CAP-957", "CAP-923", "CAP-930", "CAP-959", "CAP-R59")
def test_the_player_who_comes_in_by_a_tag_super_is_koed(table: MakeTable) -> None:
    """Morrigan takes the ranged reply; Ryu is active again, and it is still P1's turn."""
    game = team(table).character(P3, hp=8).player(P1, hand=JOKERS).player(P2, hand="JC", draw="2C").start()
    game.attack(P1, "tag_super", JOKERS)
    game.decline(P4)
    game.dodge(P2)
    assert game.active(P1) == "morrigan"
    game.reply(P2, "kinetic_card", "JC")
    assert (game.active(P1), game.board.players[P3].out, questions(game)) == ("ryu", True, [(P1, "cleanup")])
    game.end_turn(P1)
    assert turns(game, 3) == [P2, P4, P1]


@pytest.mark.rule("CAP-R50", "CAP-R80", "CAP-959", "CAP-923")
def test_the_user_of_a_dodged_tag_super_concedes(table: MakeTable) -> None:
    """He is the turn player, but no longer active: the turn is over, and so is the fight."""
    game = team(table).player(P1, hand=JOKERS).player(P2, hand="JC", draw="2C").start()
    game.attack(P1, "tag_super", JOKERS)
    game.decline(P4)
    game.dodge(P2)
    assert questions(game) == [(P2, "ranged_reply")]
    game.concede(P1)
    assert (game.active(P1), questions(game), game.lost(P3), game.zone(P1)) == ("morrigan", [(P2, "draw")], 0, [])


@pytest.mark.rule("CAP-R50", "CAP-R80", "CAP-923", "CAP-208")
def test_who_came_in_by_a_tag_super_concedes(table: MakeTable) -> None:
    """Morrigan, who would be hit by the reply: the combat phase is over, Ryu is active again."""
    game = team(table).player(P1, hand=JOKERS).player(P2, hand="JC", draw="2C").start()
    game.attack(P1, "tag_super", JOKERS)
    game.decline(P4)
    game.dodge(P2)
    game.concede(P3)
    assert (game.active(P1), questions(game), game.lost(P1)) == ("ryu", [(P1, "cleanup")], 0)


# KOed players


@pytest.mark.rule("CAP-959", "CAP-930", "CAP-R69", "CAP-451")
def test_a_ko_in_the_own_turn_ends_it(table: MakeTable) -> None:
    """By a counter: no clean-up, no discards down to Endurance; until end of turn is over too."""
    hand = "JS 2C 2D 2H 2S 3C 3D 3H 3S 4C 4D 4H"
    game = team(table, "unit_09", "spider_man", "morrigan", "ryu").character(P1, hp=6)
    game.player(P1, hand=hand).player(P2, hand="KC 5C").start()
    game.attack(P1, "rivet_burst", "JS")
    game.decline(P4)
    game.counter(P2, "web_swing", "KC")
    assert (game.active(P1), questions(game), len(game.hand(P1))) == ("morrigan", [(P2, "draw")], 11)
    assert [event.seat for event in game.happened(e.TurnEnded)] == [P1]
    assert (game.discard(P1), game.discard(P2)) == (["JS"], ["KC"])
    assert turns(game, 3) == [P2, P3, P4]


@pytest.mark.rule("CAP-959", "CAP-214", "CAP-506")
def test_the_end_of_such_a_turn_is_a_whole_one(table: MakeTable) -> None:
    """What lasts until the end of the turn is over."""
    one = fighter(table, any_time("modify_stat(self, bap, 1, until_end_of_turn)"))
    game = team(table, "ryu", one, "morrigan", "unit_09").player(P2, hand="2C").start()
    game.ability(P2, "2C")
    game.concede(P1)
    assert (game.board.modifiers, game.stat(P2, "bap"), questions(game)) == ([], 2, [(P2, "draw")])


@pytest.mark.rule("CAP-959", "CAP-710", "CAP-R69")
def test_time_over_at_the_end_of_such_a_turn(table: MakeTable) -> None:
    """The pile of who is out doesn't count, that of another player does."""
    game = team(table).player(P1, pile=0).start()
    game.concede(P1)
    assert game.state.result is None
    game = team(table).player(P2, pile=0).start()
    game.concede(P1)
    result = game.state.result
    assert result is not None
    assert (result.rule, result.placings) == ("CAP-710", ((P2, P4), (P1, P3)))


@pytest.mark.rule("CAP-959", "CAP-R10", "CAP-315")
def test_a_koed_player_does_not_cut(table: MakeTable) -> None:
    game = team(table).character(P2, status="koed").character(P4, status="active")
    game.player(P1, meter="10C 10D 10H 10S").start("cleanup")
    game.do(P1, a.RecoverAce(("10C", "10D", "10H", "10S"), "draw", "AS"))
    assert questions(game) == [(P4, "cut_deck")]


@pytest.mark.rule("CAP-950", "CAP-955", "CAP-R62")
def test_the_living_partner_places_jokers(table: MakeTable) -> None:
    game = team(table).character(P1, status="koed").character(P3, status="active").turn(P3)
    game.player(P3, hand="JK1").start("cleanup")
    game.do(P3, a.PlaceInMeter("JK1"))
    assert game.meter(P3) == ["JK1"]


# What partners know


@pytest.mark.rule("CAP-960", "CAP-R68")
def test_partners_do_not_see_hands_and_blocks(table: MakeTable) -> None:
    game = team(table).player(P1, hand="6C 5C").start()
    game.block(P1, "6C")
    seen = {seat: GAME.view(game.state, f"seat:{seat}").players[P1] for seat in range(4)}
    assert [card.card for card in seen[P1].hand] == ["5C"]
    for seat in (P2, P3, P4):
        assert (seen[seat].hand, seen[seat].hand_size) == ((), 1)
    blocks = {seat: None if one.block is None else one.block.card for seat, one in seen.items()}
    assert blocks[P1] is not None
    assert {blocks[seat] for seat in (P2, P3, P4)} == {None}
    (event,) = game.happened(e.BlockSet)
    assert next(dict(fact.secret) for fact in game.facts if fact.event is event) == {"seat:0": ("card",)}


@pytest.mark.rule("CAP-R96", "CAP-804", "CAP-R71")
@pytest.mark.parametrize(("seat", "refused"), [(P3, True), (P2, False)])
def test_partners_bring_different_characters(seat: int, *, refused: bool) -> None:
    """Who joins as a partner learns by the refusal; opponents may bring the same."""
    options, ryu = Options(mode="team"), Loadout(("ryu",))
    event = MatchCreated(match=MATCH, game=GAME.slug, seats=4, options=options, clock=ClockPolicy(), pins=pins(GAME, 0))
    state = accepted(decide.create(GAME, event, NOW)).state
    state = accepted(decide.join(GAME, state, P1, "p1", NOW, loadout=ryu, server_seed=SEED)).state
    outcome = decide.join(GAME, state, seat, "p", NOW, loadout=ryu, server_seed=SEED)
    assert isinstance(outcome, IllegalLoadout) == refused
    if isinstance(outcome, IllegalLoadout):
        assert [fault.rule for fault in outcome.violations] == ["CAP-804"]


# In the turn of a player whose character is inactive


@pytest.mark.rule("CAP-959", "CAP-R50", "CAP-R80", "CAP-713", "CAP-954")
@pytest.mark.parametrize("stage", ["draw", "cleanup", "endurance"])
def test_an_inactive_turn_player_concedes(table: MakeTable, stage: Stage) -> None:
    """The turn is over, the active partner stays."""
    hand = "2C 2D 2H 2S 3C 3D 3H 3S 4C 4D"
    game = team(table).turn(P3).player(P3, hand=hand).start(stage)
    assert [seat for seat, _ in questions(game)] == [P3]
    game.concede(P3)
    assert (game.active(P1), questions(game), len(game.hand(P3))) == ("ryu", [(P4, "draw")], 10)
    assert [event.seat for event in game.happened(e.TurnEnded)] == [P3]
    assert turns(game, 4) == [P4, P1, P2, P4]


@pytest.mark.rule("CAP-930", "CAP-954", "CAP-R50", "CAP-R67")
@pytest.mark.parametrize("by", ["concession", "KO"])
def test_the_turn_player_comes_in_before_the_combat_phase(table: MakeTable, by: str) -> None:
    """The draw phase goes on, and now there is something to fight with."""
    one = fighter(table, any_time("deal_damage(opposing_active, 5)"))
    game = team(table, "ryu", one, "morrigan", "unit_09").turn(P3).character(P1, hp=5)
    game.player(P2, hand="2C").player(P3, hand="JS").start("draw")
    asked = game.prompt(P3)
    if by == "KO":
        game.ability(P2, "2C")
    else:
        game.concede(P1)
    assert (game.active(P1), game.prompt(P3).id, game.prompt(P3).revision) == ("morrigan", asked.id, 1)
    game.draw(P3, 1)
    assert questions(game) == [(P3, "combat")]
    game.attack(P3, "soul_fist", "JS")
    assert questions(game) == [(P4, "variable_counter")]


@pytest.mark.rule("CAP-R50", "CAP-R80", "CAP-R10")
def test_an_inactive_cutter_concedes(table: MakeTable) -> None:
    """P4 comes next after P3; the cut is made by default."""
    tens = ("10C", "10D", "10H", "10S")
    game = team(table).turn(P3).player(P3, meter=" ".join(tens)).start("cleanup")
    game.do(P3, a.RecoverAce(tens, "draw", "AS"))
    assert questions(game) == [(P4, "cut_deck")]
    game.concede(P4)
    assert [(event.seat, event.action, event.default) for event in game.happened(ActionTaken)] == [(P4, a.Cut(0), True)]
    assert (game.active(P2), questions(game)) == ("gambit", [(P3, "cleanup")])


@pytest.mark.rule("CAP-R50", "CAP-R80", "CAP-R51", "CAP-713", "CAP-959")
@pytest.mark.parametrize("kind", KINDS)
def test_who_lets_too_much_time_go_by_has_left(table: MakeTable, kind: str) -> None:
    """The default is taken, then it is as if the player had conceded."""

    def impatient(game: Table) -> None:
        game.state.clock = ClockPolicy(decision=60_000, defaults_to_abandon=1)

    made = situation(table, kind, given=impatient)
    game = made.game
    game.time_out(made.seat)
    assert [event.seat for event in game.happened(e.PlayerConceded)] == [made.seat]
    assert game.board.players[made.seat].out
    follows = {P1: (P2, "draw"), P2: (P1, "cleanup"), P4: (P2, "defend")}
    assert questions(game) == [follows[made.seat]]
    assert (game.lost(P3), game.zone(P2)) == (0, [])


# Piles that run out


@pytest.mark.rule("CAP-710", "CAP-205", "CAP-443", "CAP-440")
def test_the_last_card_of_a_team_player(table: MakeTable) -> None:
    """Turned up for a dodge in the other side's turn: at its end it is over, by what is left of both characters."""
    game = team(table).character(P3, hp=40).player(P1, hand="4C").player(P2, draw="2C", pile=1).start()
    game.attack(P1, "basic", "4C")
    game.decline(P4)
    game.dodge(P2)
    game.decline(P2)
    assert (game.pile(P2), game.state.result) == ([], None)
    game.end_turn(P1)
    (told,) = game.happened(e.TimeOver)
    assert (told.empty, told.fractions) == ((P2,), ((144, 186), (160, 160)))
    result = game.state.result
    assert result is not None
    assert (result.rule, result.placings) == ("CAP-710", ((P2, P4), (P1, P3)))


# Views


@pytest.mark.rule("CAP-713", "CAP-508")
def test_a_match_that_ends_above_an_attack_can_be_looked_at(table: MakeTable) -> None:
    """Doc Tremor's ability looks at an opposing character; nobody is in play there any more."""
    game = team(table, "doc_tremor", "gambit", "morrigan", "ryu").character(P4, status="koed")
    game.player(P1, hand="4H").start()
    game.attack(P1, "basic", "4H")
    game.concede(P2)
    assert game.state.result is not None
    combat = GAME.view(game.state, SPECTATOR).combat
    assert combat is not None
    (shown,) = combat.attacks
    assert (shown.outcome, shown.priority) == ("", 4)


@pytest.mark.rule("CAP-R107", "CAP-482", "CAP-713")
def test_a_concession_before_the_ko_of_somebody_else(table: MakeTable) -> None:
    """The attacker is asked about an ability of its own while the character that it hit waits for its KO."""
    asking = fighter(table, part("damage_dealt", "draw(self, 1)", may=True))
    game = team(table, asking, "ryu", "gambit", "unit_09").character(P2, hp=1).player(P1, hand="4H").start()
    game.attack(P1, "basic", "4H")
    game.decline(P4)
    game.take_hit(P2)
    assert (questions(game), game.hp(P2)) == ([(P1, "ability_choice")], 0)
    game.concede(P1)
    assert [event.seat for event in game.happened(e.CharacterKoed)] == [P1, P2]
    assert [event.seat for event in game.happened(e.TurnStarted)] == [P3]
    assert (game.active(P1), game.active(P2), questions(game)) == ("gambit", "unit_09", [(P3, "draw")])
