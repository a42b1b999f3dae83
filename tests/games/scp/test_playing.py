"""Events, abilities and what they cost: windows, targets, limits (SCP-301, SCP-302, SCP-310 to SCP-321)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from domain.games.scp import actions as a
from domain.games.scp import events as e
from domain.games.scp.board import Job, Phase
from domain.games.scp.definitions import Status
from tests.games.scp.custom import card
from tests.games.scp.table import FILLER, P1, P2, Table

MakeTable = Callable[..., Table]
OPEN: tuple[Phase, ...] = ("draw", "resupply", "mission", "assignment", "maintenance")


def own_event(game: Table, do: str, **more: str) -> str:
    """An Event of the window `own_turn`; `more` are other keys of its text."""
    keys = "".join(f', {key} = "{value}"' for key, value in more.items())
    return card(game, "event", f'when = "event", window = "own_turn", do = "{do}"{keys}')


@pytest.mark.rule("SCP-301", "SCP-310", "SCP-R22")
@pytest.mark.parametrize("pool", [1, 2])
def test_a_cost_is_paid_in_full_or_not_at_all(table: MakeTable, pool: int) -> None:
    game = table().player(P1, pool=pool, hand=["E20"]).start("assignment")
    if pool < 2:
        assert game.legal(P1, "play_event") == []
        assert game.refused(P1, game.playing(P1, "E20")).rule == "SCP-301"
        assert game.pool(P1) == 1
    else:
        game.event(P1, "E20")
        assert (game.pool(P1), game.centre()) == (0, ["S03"])


@pytest.mark.rule("SCP-301")
def test_the_cost_is_paid_before_the_effect_starts(table: MakeTable) -> None:
    game = table().player(P1, pool=0)
    game.scp("S02", P1, status="contained")
    game.asset(P1, "P17")
    game.asset(P1, "G05")
    game.start("draw")
    game.use(P1, "S02")
    kinds = [type(fact.event) for fact in game.facts]
    assert kinds.index(e.CardDestroyed) < kinds.index(e.ResourcesChanged)
    assert (game.pool(P1), game.in_play(P1)) == (5, ["P17"])


@pytest.mark.rule("SCP-301", "SCP-314")
@pytest.mark.parametrize("tokens", [1, 2])
def test_tokens_are_a_cost_too(table: MakeTable, tokens: int) -> None:
    game = table().player(P2, hand=["P17"])
    game.asset(P1, "F10", tokens=tokens)
    game.start("draw")
    if tokens < 2:
        assert game.refused(P1, game.using(P1, "F10")).rule == "SCP-301"
    else:
        game.use(P1, "F10")
        assert (game.card("F10").tokens, len(game.ever(e.HandRevealed))) == (0, 1)


@pytest.mark.rule("SCP-301", "SCP-511")
def test_a_card_to_destroy_as_cost_is_needed(table: MakeTable) -> None:
    game = table()
    game.scp("S02", P1, status="contained")
    game.start("draw")
    assert game.refused(P1, game.using(P1, "S02")).rule == "SCP-301"


@pytest.mark.rule("SCP-301", "SCP-511")
def test_what_cannot_be_destroyed_pays_nothing(table: MakeTable) -> None:
    game = table()
    anvil = card(game, "gear", keywords=["indestructible"])
    game.player(P1, play=[anvil])
    game.scp("S02", P1, status="contained")
    game.start("draw")
    assert game.refused(P1, game.using(P1, "S02")).rule == "SCP-301"

    both = table()
    anvil = card(both, "gear", keywords=["indestructible"])
    both.player(P1, play=[anvil, "G05"])
    both.scp("S02", P1, status="contained")
    both.start("draw")
    both.use(P1, "S02")
    assert both.in_play(P1) == [anvil]


@pytest.mark.rule("SCP-302", "SCP-R22")
def test_a_card_without_a_cost_costs_nothing(table: MakeTable) -> None:
    game = table()
    strike = own_event(game, "destroy(tgt)", target="mine[cost <= 0]")
    game.player(P1, hand=[strike], play=["R16", "F02", "P15"]).start("draw")
    assert [one["target"] for one in game.legal(P1, "play_event")] == [game.id("R16")]
    game.event(P1, strike, "R16")


@pytest.mark.rule("SCP-310")
def test_an_event_is_in_the_hand_and_its_restrictions_are_met(table: MakeTable) -> None:
    game = table().player(P1, hand=["E03", "P17"]).player(P2, hand=["E05"])
    game.scp("S08", P1)
    game.assigned("contain", "S08", game.asset(P1, "P16"))
    game.start("research")
    game.attempt("S08", "contain")
    game.all_pass()
    # no Soldier in the attempt
    assert game.refused(P1, game.playing(P1, "E03")).rule == "SCP-310"
    assert game.refused(P1, a.PlayEvent(game.held(P1, "P17"))).rule == "SCP-310"
    assert game.refused(P1, a.PlayEvent(game.held(P2, "E05"))).rule == "SCP-310"
    assert game.hand(P1) == ["E03", "P17"]
    game.compare()


@pytest.mark.rule("SCP-310")
@pytest.mark.parametrize("others", [0, 1, 2])
def test_an_event_is_not_discarded_for_its_own_cost(table: MakeTable, others: int) -> None:
    game = table().player(P1, hand=["E02", *["P17", "P18"][:others]]).start("draw")
    if not others:
        assert game.refused(P1, game.playing(P1, "E02")).rule == "SCP-301"
        return
    game.event(P1, "E02")
    if others == 2:
        offered = [one["card"] for one in game.legal(P1, "discard_card")]
        assert offered == list(game.board.players[P1].hand.known)
        game.discard(P1, "P18")
    assert (game.discards(P1), game.pool(P1)) == ([["P17", "P18"][others - 1], "E02"], 8)


@pytest.mark.rule("SCP-311", "SCP-R27")
@pytest.mark.parametrize("phase", [*OPEN, "retrieval", "research"])
def test_the_window_of_the_own_turn(table: MakeTable, phase: Phase) -> None:
    game = table().player(P1, hand=["E20"], play=["P33"]).player(P2, hand=["E20"], play=["P33"])
    game.asset(P1, "P11", wounds=1)
    game.start(phase)
    assert game.refused(P2, game.playing(P2, "E20")).rule == "SCP-311"
    assert game.refused(P2, game.using(P2, "P33")).rule == "SCP-311"
    if phase in OPEN:
        game.use(P1, "P33", "P11")
        game.event(P1, "E20")
        assert game.centre() == ["S03"]
    else:
        assert game.refused(P1, game.playing(P1, "E20")).rule == "SCP-311"
        assert game.refused(P1, game.using(P1, "P33")).rule == "SCP-311"


ATTEMPTS: list[tuple[Job, int | None, Status, Phase]] = [
    ("secure", None, "unsecured", "retrieval"),
    ("secure", P2, "secured", "retrieval"),
    ("contain", P1, "secured", "research"),
    ("destroy", P1, "contained", "research"),
]


@pytest.mark.rule("SCP-311", "SCP-R27", "SCP-R64")
@pytest.mark.parametrize(("job", "seat", "status", "phase"), ATTEMPTS)
def test_the_window_of_the_attempt(table: MakeTable, job: Job, seat: int | None, status: Status, phase: Phase) -> None:
    game = table().player(P1, hand=["E14", "E20", "E06", "E05"], play=["F11"])
    game.scp("S08", seat, status=status)
    game.assigned(job, "S08", game.asset(P1, "P29"))
    game.start(phase)
    assert game.refused(P1, game.playing(P1, "E14")).rule == "SCP-311"
    game.attempt("S08", job)
    for cid in ("E20", "E06", "E05"):
        assert game.refused(P1, game.playing(P1, cid)).rule == "SCP-311"
    game.event(P1, "E14")
    assert game.happened(e.AttemptCalledOff)


@pytest.mark.rule("SCP-311")
@pytest.mark.parametrize("cid", ["E14", "E05", "E06"])
def test_an_event_of_another_window_is_not_for_the_own_turn(table: MakeTable, cid: str) -> None:
    game = table().player(P1, hand=[cid]).start("draw")
    assert game.refused(P1, game.playing(P1, cid)).rule == "SCP-311"
    assert game.legal(P1, "play_event") == []


@pytest.mark.rule("SCP-312")
def test_an_event_resolves_at_once_and_is_discarded(table: MakeTable) -> None:
    game = table().player(P1, hand=["E01", "E20"]).start("draw")
    game.event(P1, "E20")
    kinds = [type(fact.event) for fact in game.facts]
    assert kinds.index(e.ScpRevealed) < kinds.index(e.CardDiscarded)
    game.event(P1, "E01")
    # what lasts does so without its card
    assert game.discards(P1) == ["E20", "E01"]
    assert game.board.lasting
    assert game.board.resolving == []


@pytest.mark.rule("SCP-313", "SCP-R27")
def test_nothing_is_played_in_answer(table: MakeTable) -> None:
    game = table().player(P1, hand=["E11"], play=["P21"]).player(P2, hand=["E05", "E06"], play=["R06", "P37"])
    hurt = game.asset(P1, "P17", wounds=1)
    game.start("draw")
    game.event(P1, "E11")
    assert game.asked() == [(P1, "draw_phase")]
    game.use(P1, "P21", hurt)
    assert game.asked() == [(P1, "draw_phase")]
    assert game.refused(P2, game.playing(P2, "E05")).rule == "SCP-311"


@pytest.mark.rule("SCP-314", "SCP-R28")
def test_an_ability_is_used_once_a_turn_by_its_controller(table: MakeTable) -> None:
    game = table()
    well = card(
        game,
        "finance",
        'when = "act", window = "own_turn", do = "gain_resources(you, 1)"',
        'when = "act", window = "own_turn", do = "draw(you, 1)"',
    )
    game.player(P1, play=[well, well]).player(P2, play=[well])
    first, second = (one.iid for one in game.board.players[P1].play)
    game.start("draw")
    assert game.refused(P1, a.UseAbility(game.id(well, P2), 1)).rule == "SCP-314"
    assert game.refused(P1, a.UseAbility(first, 3)).rule == "SCP-314"
    game.do(P1, a.UseAbility(first, 1))
    assert game.refused(P1, a.UseAbility(first, 1)).rule == "SCP-314"
    # another ability, and that of another copy, are others
    game.do(P1, a.UseAbility(first, 2))
    game.do(P1, a.UseAbility(second, 1))
    game.to("maintenance")
    assert game.refused(P1, a.UseAbility(first, 1)).rule == "SCP-314"
    game.end_turn()
    game.end_turn(P2)
    game.do(P1, a.UseAbility(first, 1))


@pytest.mark.rule("SCP-315", "SCP-442", "SCP-R28")
@pytest.mark.parametrize(
    ("facts", "rule"), [({}, None), ({"wounds": 1}, None), ({"tapped": True}, "SCP-315"), ({"wounds": 2}, "SCP-442")]
)
def test_a_tap_cost_needs_a_ready_card(table: MakeTable, facts: dict[str, int], rule: str | None) -> None:
    game = table()
    medic, hurt = game.asset(P1, "P21", **facts), game.asset(P1, "P17", wounds=1)
    game.start("draw")
    if rule is not None:
        assert game.refused(P1, game.using(P1, medic)).rule == rule
        assert game.legal(P1, "use_ability") == []
    else:
        game.use(P1, medic, hurt)
        assert game.card(medic).tapped


@pytest.mark.rule("SCP-316", "SCP-R29")
def test_targets_are_named_and_legal(table: MakeTable) -> None:
    game = table().player(P1, hand=["E13", "E12", "E11"], play=["F02"])
    game.player(P2, hand=["P16"], play=["P17"], queue=["P18"]).start("draw")
    # nobody to heal, nothing face down: they can't be played
    assert {one["card"] for one in game.legal(P1, "play_event")} == {game.held(P1, "E11")}
    for cid, target in (
        ("E13", None),
        ("E13", "F02"),
        ("E13", game.id("P17", P2)),
        ("E12", game.queued(P2, "P18")),
        ("E11", "F02"),
    ):
        assert game.refused(P1, game.playing(P1, cid, target)).rule == "SCP-316"
    assert game.refused(P1, game.playing(P1, "E11", player=P2)).rule == "SCP-316"


@pytest.mark.rule("SCP-316", "SCP-R29")
def test_what_is_about_a_target_that_is_gone_does_nothing(table: MakeTable) -> None:
    game = table()
    harsh = own_event(game, "destroy(tgt), wound(tgt, 1), draw(you, 1)", target="mine[personnel]")
    game.player(P1, hand=[harsh], play=["P17"]).start("draw")
    game.event(P1, harsh, "P17")
    assert not game.happened(e.WoundChanged)
    assert game.hand(P1) == [FILLER]


@pytest.mark.rule("SCP-316", "SCP-R102")
@pytest.mark.parametrize(("rules", "badges", "value"), [("1.0", 1, 3 + 1), ("1.1", 1, 3), ("1.1", 2, 3 + 1)])
def test_the_cost_can_make_the_target_illegal(table: MakeTable, rules: str, badges: int, value: int) -> None:
    """The Gear that is destroyed as the cost gave P19 the Icon that the target needs; another still gives it."""
    game = table().goes_by(rules)
    badge = card(game, "gear", 'when = "static", do = "grant_icon(host, command)"', mode="attached")
    order = own_event(
        game,
        "mod_skill(tgt, 1, this_turn)",
        target="mine[personnel and icon(command)]",
        cost="destroy(one(mine[gear]))",
    )
    person = game.asset(P1, "P19")
    worn = [game.asset(P1, badge, host=person) for _ in range(badges)]
    game.player(P1, hand=[order]).start("draw")
    game.event(P1, order, person)
    if badges > 1:
        game.choose(P1, worn[0])
    assert game.skill_value(person) == value


@pytest.mark.rule("SCP-317", "SCP-R22")
@pytest.mark.parametrize(("less", "more", "price"), [(0, 0, 1), (0, 1, 2), (1, 0, 0), (2, 0, 0), (2, 2, 1), (1, 2, 2)])
def test_changes_of_a_cost_are_added_up(table: MakeTable, less: int, more: int, price: int) -> None:
    game = table()
    cheap = card(game, "finance", 'when = "static", do = "mod_cost(you, event, -1)"')
    hurt = game.asset(P1, "P17", wounds=1)
    game.player(P1, hand=["E13"], play=[cheap] * less)
    for cid in ["S19", "S19"][:more]:
        game.scp(cid)
    game.start("draw")
    game.event(P1, "E13", hurt)
    assert game.pool(P1) == 5 - price


@pytest.mark.rule("SCP-318", "SCP-R30")
def test_there_are_no_limits(table: MakeTable) -> None:
    game = table().player(P1, pool=60, hand=["P17"] * 30, deck=40)
    finance = game.asset(P1, "F04", tokens=50)
    game.start("draw")
    game.do(P1, a.DrawCards(39))
    assert len(game.hand(P1)) == 69
    game.end_phase()
    game.do(P1, a.CashFinance(finance, 50))
    assert game.pool(P1) == 71
    game.end_turn()
    assert len(game.hand(P1)) == 69
    game.end_turn(P2)
    game.to("maintenance")
    game.do(P1, a.Produce(finance))
    assert game.card(finance).tokens == 3


@pytest.mark.rule("SCP-319", "SCP-R30")
def test_effects_do_as_much_as_they_can(table: MakeTable) -> None:
    game = table()
    greedy = own_event(game, "draw(you, 3), mill(opp, 3), lose_resources(opp, 9), discard_hand(opp, 5, random)")
    game.player(P1, hand=[greedy], deck=1).player(P2, deck=2, hand=["P17"]).start("draw")
    game.event(P1, greedy)
    assert (len(game.hand(P1)), game.deck_size(P1)) == (1, 0)
    assert (game.deck_size(P2), game.pool(P2), game.hand(P2)) == (0, 0, [])
    # an empty deck does nothing by itself
    assert game.state.result is None
    assert game.asked() == [(P1, "draw_phase")]


@pytest.mark.rule("SCP-319", "SCP-R30")
def test_counters_and_tokens_go_as_far_as_there_are_any(table: MakeTable) -> None:
    game = table()
    drain = own_event(game, "remove_finance_token(all(mine[finance]), 4)")
    game.player(P1, hand=["E09", drain])
    game.asset(P1, "F02", tokens=1)
    game.scp("S03", counters=2)
    game.start("draw")
    game.event(P1, "E09", "S03")
    game.event(P1, drain)
    assert (game.counters("S03"), game.card("F02").tokens) == (0, 0)


@pytest.mark.rule("SCP-321", "SCP-R66", "SCP-516")
def test_a_card_that_pays_with_itself_still_works(table: MakeTable) -> None:
    game = table().player(P1)
    bearer = game.asset(P1, "P17", wounds=2)
    game.asset(P1, "G07", host=bearer)
    game.asset(P1, "P18", wounds=2)
    game.start("draw")
    assert "medical" in game.skills(bearer)
    game.use(P1, "G07")
    # the bearer that it had is healed; what it gave has ended
    assert (game.card(bearer).wounds, game.card("P18").wounds) == (0, 2)
    assert "medical" not in game.skills(bearer)
    assert game.discards(P1) == ["G07"]


@pytest.mark.rule("SCP-321", "SCP-R66")
def test_what_the_card_gave_is_lost_before_it_resolves(table: MakeTable) -> None:
    game = table()
    game.scp("S08", P1, status="contained")
    bearer = game.asset(P1, "P25")
    game.asset(P1, "G11", host=bearer)
    game.assigned("destroy", "S08", bearer, game.asset(P1, "P29"))
    game.start("research")
    game.attempt("S08", "destroy")
    assert game.totals() == (4 + 4, 9)
    game.use(P1, "G11")
    # +3, but P25 has lost Terminate and no longer counts
    assert game.totals() == (4 + 3, 9)
    game.compare()
