"""How a match ends (TRF-701 to TRF-710)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from domain.games.trf import actions as a
from domain.games.trf import events as e
from domain.games.trf.frames import Stage
from domain.kernel import decide
from domain.kernel.actions import Action
from domain.kernel.refusal import Refusal
from tests.games.trf.custom import card, dice
from tests.games.trf.table import P1, P2, P3, Table
from tests.kit.scenario import SEED

MakeTable = Callable[..., Table]
MEANT = {"P03": "[planet]", "C05": "[character]"}
"""How the texts below ask for a card of a discard pile."""


def result(game: Table) -> tuple[str, tuple[tuple[int, ...], ...], str]:
    """kind, placings, rule."""
    found = game.state.result
    assert found is not None
    return found.kind, found.placings, found.rule


@pytest.mark.rule("TRF-701", "TRF-702", "TRF-462", "TRF-R51")
def test_who_loses_the_homeworld_has_lost_and_the_captor_wins(table: MakeTable) -> None:
    game = table().player(P1, characters=["C07", "C15"]).start()
    game.attack(P1, "C07", "C15")
    game.assault(P1, ("C07", "P02"), ("C15", "P02"))
    assert result(game) == ("win", ((P1,), (P2,)), "TRF-701")
    (lost,) = game.happened(e.PlayerLost)
    assert (lost.seat, lost.reason) == (P2, "homeworld")


@pytest.mark.rule("TRF-703", "TRF-208", "TRF-R09")
def test_nobody_loses_for_having_nothing(table: MakeTable) -> None:
    game = table().player(P1, deck=[], meters=0, words=0).player(P2, deck=[], meters=0, words=0).start()
    for seat in (P1, P2, P1, P2):
        game.to("post_combat")
        game.end_turn(seat)
    assert game.state.result is None


@pytest.mark.rule("TRF-704", "TRF-702", "TRF-R51")
@pytest.mark.parametrize("seat", [P1, P2])
def test_conceding_loses_at_once_also_out_of_turn(table: MakeTable, seat: int) -> None:
    game = table().player(P1, characters=["C01"]).start()
    game.concede(seat)
    assert result(game) == ("win", ((1 - seat,), (seat,)), "TRF-704")
    assert game.asked() == []
    assert [(one.seat, one.reason) for one in game.happened(e.PlayerLost)] == [(seat, "concede")]


@pytest.mark.rule("TRF-704")
@pytest.mark.parametrize("asked", [P1, P2])
def test_conceding_is_possible_while_anybody_is_asked(table: MakeTable, asked: int) -> None:
    game = table().player(P1, hand=["O18"], characters=["C01"]).player(P2, hand=["O18"]).start()
    game.attack(P1, "C01")
    if asked == P2:
        game.let_pass(P1)
    assert game.asked() == [(asked, "prompt_window")]
    game.concede(P2)
    assert result(game)[1] == ((P1,), (P2,))


@pytest.mark.rule("TRF-705", "TRF-520", "TRF-R51")
def test_all_who_are_left_losing_together_is_a_draw(table: MakeTable) -> None:
    # no word of the cards can do it, so it is given: both homeworlds are gone when the next check comes
    game = table().player(P1, hand=["O01"])
    for player in game.board.players:
        player.planets = []
    game.start()
    game.play(P1, "O01")
    assert result(game) == ("draw", ((P1, P2),), "TRF-705")


@pytest.mark.rule("TRF-706", "TRF-R51")
@pytest.mark.parametrize(
    ("stage", "kind", "then"),
    [
        ("draw", "prompt_draw", "prompt_planet"),
        ("planet", "prompt_planet", "prompt_deployment"),
        ("deployment", "prompt_deployment", "prompt_roleplay"),
        ("pre_combat", "prompt_roleplay", "prompt_post"),
        ("post_combat", "prompt_post", "prompt_draw"),
    ],
)
def test_who_does_not_answer_gets_the_default(table: MakeTable, stage: Stage, kind: str, then: str) -> None:
    game = table().player(P1, hand=["P03"], characters=["C01"]).start(stage)
    assert game.asked() == [(P1, kind)]
    game.time_out(P1)
    assert [asked for _, asked in game.asked()] == [then]
    assert len(game.hand(P1)) == (2 if kind == "prompt_draw" else 1)
    assert (game.planets(P1), game.board.attack) == ([], None)


@pytest.mark.rule("TRF-706", "TRF-403", "TRF-410", "TRF-455")
def test_the_defaults_of_combat_confirm_what_was_named(table: MakeTable) -> None:
    game = table().player(P1, hand=["O30"], characters=["C01", "C03"]).player(P2, characters=["R02", "R13"])
    dice(game, "bicker", P1, 1)
    game.start()
    game.name(P1, "C01")
    game.time_out(P1)
    assert game.board.attack.confirmed
    game.time_out(P1)
    game.do(P2, a.AssignBlock(game.seen(P2, "R02"), game.seen(P1, "C01")))
    game.time_out(P2)
    assert len(game.board.fights) == 1
    game.all_pass()
    other = table().player(P1, characters=["C01"]).start()
    other.attack(P1, "C01")
    other.time_out(P1)
    assert other.asked() == [(P1, "prompt_post")]


@pytest.mark.rule("TRF-706", "TRF-526")
def test_the_default_of_a_choice_is_the_lowest(table: MakeTable) -> None:
    game = table().player(P1, account="A01", hand=["O04", "O42"], deck=["C14", "C15"]).start()
    game.play(P1, "O04")
    game.time_out(P1)
    assert game.hand(P1) == ["O42", "C14"]
    game.play(P1, "O42")
    game.time_out(P1)
    assert game.card(P1, "O42").chosen == "coalition"


@pytest.mark.rule("TRF-707", "TRF-R50", "TRF-809")
@pytest.mark.parametrize(("seats", "options", "last"), [(2, {}, 100), (3, {}, 150), (2, {"turn_cap": 7}, 7)])
def test_the_match_is_over_at_the_end_of_the_last_turn(
    table: MakeTable, seats: int, options: dict[str, int], last: int
) -> None:
    game = table(seats, **options).turn(P1, number=last - 1).start("post_combat")
    game.end_turn(P1)
    assert game.state.result is None
    game.to("post_combat")
    game.end_turn(P2)
    kind, placings, rule = result(game)
    assert (kind, rule, len(placings[0])) == ("draw", "TRF-707", seats)


def counted(game: Table) -> Table:
    """P1 has had their last turn."""
    game.turn(P1, number=100).start("post_combat")
    game.end_turn(P1)
    return game


@pytest.mark.rule("TRF-707", "TRF-R99")
@pytest.mark.parametrize(
    ("mine", "captured", "theirs", "taken", "kind", "placings"),
    [
        (["P02"] * 7, 5, ["P02"] * 9, 2, "win", ((P1,), (P2,))),
        (["P02"] * 7, 5, ["P02"] * 9, 4, "win", ((P2,), (P1,))),
        (["P02"], 0, [], 1, "win", ((P1,), (P2,))),
        (["P02"], 0, ["P14"], 0, "win", ((P1,), (P2,))),
        (["P02"], 1, ["P02"], 1, "draw", ((P1, P2),)),
    ],
)
def test_planets_held_and_captured_decide_at_the_cap_and_then_meters(
    table: MakeTable,
    mine: list[str],
    captured: int,
    theirs: list[str],
    taken: int,
    kind: str,
    placings: tuple[tuple[int, ...], ...],
) -> None:
    game = table().player(P1, planets=mine).player(P2, planets=theirs)
    for seat, n in ((P1, captured), (P2, taken)):
        game.board.players[seat].conquests = n
    counted(game)
    assert result(game) == (kind, placings, "TRF-707")
    (told,) = game.happened(e.PlanetsCounted)
    assert [one[:3] for one in told.counts] == [(P1, 1 + len(mine), captured), (P2, 1 + len(theirs), taken)]


@pytest.mark.rule("TRF-707", "TRF-R99", "TRF-460")
def test_a_planet_that_was_captured_counts_for_its_captor(table: MakeTable) -> None:
    game = table(turn_cap=5).player(P1, characters=["C01"]).player(P2, planets=["P14", "P02", "P03"]).start()
    game.attack(P1, "C01")
    game.assault(P1, ("C01", "P14"))
    game.end_turn(P1)
    # 1 and 1 captured against 3
    assert result(game) == ("win", ((P2,), (P1,)), "TRF-707")
    assert [one[:3] for one in game.happened(e.PlanetsCounted)[0].counts] == [(P1, 1, 1), (P2, 3, 0)]


@pytest.mark.rule("TRF-R99")
def test_by_earlier_rules_the_cap_was_a_draw(table: MakeTable) -> None:
    game = counted(table().goes_by("1.1").player(P1, planets=["P02"]))
    assert result(game) == ("draw", ((P1, P2),), "TRF-707")
    assert game.happened(e.PlanetsCounted) == []


@pytest.mark.rule("TRF-708", "TRF-R99")
def test_planets_decide_after_idle_turns_too(table: MakeTable) -> None:
    game = table().player(P1, deck=[]).player(P2, deck=[], planets=["P14"]).turn(P1, idle=11).start("post_combat")
    game.end_turn(P1)
    assert result(game) == ("win", ((P2,), (P1,)), "TRF-708")


@pytest.mark.rule("TRF-707", "TRF-702")
def test_a_homeworld_that_falls_on_the_last_turn_wins(table: MakeTable) -> None:
    game = table(turn_cap=5).player(P1, characters=["C07", "C15"]).start()
    game.attack(P1, "C07", "C15")
    game.assault(P1, ("C07", "P02"), ("C15", "P02"))
    assert result(game)[0] == "win"


@pytest.mark.rule("TRF-708", "TRF-R50")
def test_twelve_idle_turns_in_a_row_end_the_match(table: MakeTable) -> None:
    game = table().player(P1, deck=[]).player(P2, deck=[]).turn(P1, idle=10).start("post_combat")
    game.end_turn(P1)
    assert (game.state.result, game.board.idle_turns) == (None, 11)
    game.to("post_combat")
    game.end_turn(P2)
    assert result(game) == ("draw", ((P1, P2),), "TRF-708")


@pytest.mark.rule("TRF-708")
@pytest.mark.parametrize("what", ["draw", "planet", "character", "revive", "ooc", "attack", "die", "azguard"])
def test_whatever_happens_ends_the_row_of_idle_turns(table: MakeTable, what: str) -> None:
    game = table().player(P1, account="A01", home="P01", hand=["P03", "C14", "O01"]).player(P2, characters=["R02"])
    game.player(P1, deck=["X03"] if what == "draw" else [])
    mine = game.character(P1, "C01")
    game.discarded(P1, "C12", paid=100)
    game.discarded(P1, "C10", paid=200)
    if what == "die":
        game.fight([mine], [game.seen(P2, "R02")])
        dice(game, "bicker", P1, 1)
    start: Stage = "draw" if what == "draw" else "planet" if what == "planet" else "deployment"
    game.turn(P1, idle=11).start(start)
    match what:
        case "draw":
            game.do(P1, a.DrawCard())
        case "planet":
            game.lay(P1, "P03")
        case "character":
            game.buy(P1, "C14")
        case "revive":
            game.do(P1, a.Revive(game.thrown(P1, "C12")))
        case "azguard":
            game.use(P1, "P01", "C10", cards=["C14", "P03"])
        case "ooc":
            game.to("pre_combat")
            game.play(P1, "O01")
        case "attack":
            game.to("pre_combat")
            game.attack(P1, mine)
            game.all_pass()
            game.block(P2)
    game.to("post_combat")
    game.end_turn(P1)
    assert (game.state.result, game.board.idle_turns) == (None, 0)


@pytest.mark.rule("TRF-708", "TRF-R92")
@pytest.mark.parametrize(
    ("text", "idle"),
    [
        ("look_top(1, 1)", 0),
        ("put_into_play(pick(my_discard[planet]))", 0),
        ("put_into_play(pick(my_discard[character]))", 0),
        ("to_hand(pick(my_discard[character]))", 6),
        ("look_hand(opp)", 6),
        ("income_next(me, meters=10)", 6),
    ],
)
def test_which_effects_end_the_row_of_idle_turns(table: MakeTable, text: str, idle: int) -> None:
    game = table()
    account = card(game, "account", f'when = "act", do = "{text}"')
    game.player(P1, account=account, discard=["P03", "C05"]).turn(P1, idle=5).start()
    game.use(P1, account, *(game.thrown(P1, cid) for cid in MEANT if MEANT[cid] in text))
    game.decline(P1)
    game.end_turn(P1)
    assert game.board.idle_turns == idle


@pytest.mark.rule("TRF-708", "TRF-207", "TRF-216")
def test_declining_everything_is_idle(table: MakeTable) -> None:
    game = table(stalemate_turns=1).player(P1, hand=["P03", "C14", "O01"], characters=["C01"]).start("draw")
    game.to("post_combat")
    game.end_turn(P1)
    assert result(game)[2] == "TRF-708"


@pytest.mark.rule("TRF-709", "TRF-R50")
@pytest.mark.parametrize(
    ("stage", "way_out"),
    [
        ("draw", a.SkipDraw()),
        ("planet", a.SkipPlanet()),
        ("deployment", a.EndDeployment()),
        ("pre_combat", a.DeclineAttack()),
        ("post_combat", a.EndTurn()),
    ],
)
def test_every_step_has_a_way_out(table: MakeTable, stage: Stage, way_out: Action) -> None:
    game = table().player(P1, meters=0, words=0, hand=["C01", "O01", "P03"], characters=["C01"])
    game.start(stage)
    tags = {one["type"] for one in game.legal(P1)}
    assert str(type(way_out).__struct_config__.tag) in tags
    game.do(P1, way_out)


@pytest.mark.rule("TRF-709", "TRF-223")
def test_what_was_named_can_be_confirmed_and_a_window_be_passed(table: MakeTable) -> None:
    game = table().player(P1, words=0, hand=["O18"], characters=["C01", "C03"]).player(P2, characters=["R02"]).start()
    game.name(P1, "C01")
    assert {"type": "confirm_attack"} in game.legal(P1)
    game.do(P1, a.ConfirmAttack())
    assert "pass" in {one["type"] for one in game.legal(P1)}
    game.let_pass(P1)
    assert {"type": "confirm_blocks"} in game.legal(P2)
    game.do(P2, a.ConfirmBlocks())
    assert {"type": "confirm_assault"} in game.legal(P1)
    game.do(P1, a.ConfirmAssault())


@pytest.mark.rule("TRF-710", "TRF-R51")
def test_after_the_end_nothing_is_accepted(table: MakeTable) -> None:
    game = table().player(P1, hand=["O01"], characters=["C01"]).start()
    game.concede(P2)
    for action in (a.DeclineAttack(), a.EndTurn(), a.SetStandingPass(("attack",)), a.AddAttacker("given3")):
        for seat in (P1, P2):
            assert game.refused(seat, action).code == "MATCH_OVER"
    outcome = decide.concede(game.game, game.state, P1, 0, SEED)
    assert isinstance(outcome, Refusal)


@pytest.mark.rule("TRF-704", "TRF-526", "TRF-R44")
def test_who_has_conceded_chooses_nothing_more(table: MakeTable) -> None:
    game = table(3)
    sniper = card(game, "character", 'when = "defeated", do = "damage(pick(any_char), 1)"')
    game.player(P1, characters=["C15", "C14"]).player(P2, characters=[sniper]).player(P3, characters=["R02"])
    for purpose, seat, die in (("bicker", P1, 3), ("combat", P1, 6), ("combat", P2, 1)):
        dice(game, purpose, seat, die)
    game.start()
    game.attack(P1, "C15", defender=P2)
    game.block(P2, (sniper, "C15"))
    assert game.asked() == [(P2, "choose_cards")]
    game.concede(P2)
    assert game.asked() == [(P1, "prompt_post")]
    assert game.ever(e.TokensPlaced) == []
    taken = [fact.event for fact in game.facts if type(fact.event).__name__ == "ActionTaken"]
    assert taken == []


# Turns that would last for ever


def worn_out(game: Table, seat: int, n: int) -> Table:
    """Given: so many cards of a player were played, revived, used or came back this turn."""
    game.board.players[seat].acts = n
    return game


@pytest.mark.rule("TRF-R90", "TRF-709")
def test_cards_that_return_each_other_make_no_endless_turn(table: MakeTable) -> None:
    """Two cards of no cost: each brings the other one back."""
    game = table()
    back = card(game, "ooc", 'windows = ["pre"], do = "to_hand(pick(my_discard[ooc]))"', cost=0)
    game.player(P1, hand=[back], discard=[back]).start()
    for _ in range(100):
        game.play(P1, back, game.board.players[P1].discard[-1].iid)
    assert game.refused(P1, game.playing(P1, back, game.board.players[P1].discard[-1].iid)).rule == "TRF-R90"
    assert game.legal(P1, "play_ooc") == []
    game.decline(P1)
    game.end_turn(P1)
    assert [player.acts for player in game.board.players] == [0, 0]


@pytest.mark.rule("TRF-R90")
@pytest.mark.parametrize("acts", [99, 100])
def test_buying_and_reviving_count_too(table: MakeTable, acts: int) -> None:
    game = worn_out(table().player(P1, hand=["X03", "X03"]), P1, acts)
    back = game.discarded(P1, "C07", paid=100)
    game.start("deployment")
    if acts == 99:
        assert len(game.legal(P1, "play_character")) == 2
        assert len(game.legal(P1, "revive")) == 1
        game.buy(P1, "X03")
    assert game.refused(P1, a.PlayCharacter(game.held(P1, "X03"))).rule == "TRF-R90"
    assert game.refused(P1, a.Revive(back)).rule == "TRF-R90"
    assert {one["type"] for one in game.legal(P1)} == {"end_deployment", "set_standing_pass"}


@pytest.mark.rule("TRF-R90")
def test_revivals_count(table: MakeTable) -> None:
    game = worn_out(table().player(P1, hand=["X03"]), P1, 99)
    back = game.discarded(P1, "C07", paid=100)
    game.start("deployment")
    game.do(P1, a.Revive(back))
    assert game.refused(P1, a.PlayCharacter(game.held(P1, "X03"))).rule == "TRF-R90"


@pytest.mark.rule("TRF-R90")
def test_abilities_count_for_their_player_alone(table: MakeTable) -> None:
    game = table()
    uses = card(game, "character", 'when = "act", do = "draw(me, 1)"')
    game = worn_out(game.player(P1, characters=[uses, uses], hand=["O01"]), P1, 99).start()
    _, second = (one.iid for one in game.board.players[P1].characters)
    game.use(P1, uses)
    assert game.refused(P1, a.ActivateCharacter(second, 1)).rule == "TRF-R90"
    assert game.refused(P1, game.playing(P1, "O01")).rule == "TRF-R90"
    assert [player.acts for player in game.board.players] == [100, 0]


@pytest.mark.rule("TRF-R90")
def test_what_comes_back_by_itself_counts_too(table: MakeTable) -> None:
    """A character that destroys itself and puts itself into play again."""
    text = "destroy(self), put_into_play(pick(my_discard[character]))"
    game = table()
    phoenix = card(game, "character", f'when = "enters", do = "{text}"', cost=0)
    game.player(P1, hand=[phoenix]).start("deployment")
    game.buy(P1, phoenix)
    assert (game.state.result, game.asked()) == (None, [(P1, "prompt_deployment")])
    assert len(game.happened(e.CharacterEntered)) == 99
    assert (game.discard(P1), game.board.players[P1].characters) == ([phoenix], [])
