"""The Build Queue: cards face down, Resources on them, reveals (SCP-222 to SCP-224, SCP-232, SCP-303 to SCP-309)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from domain.games.scp import actions as a
from domain.games.scp import events as e
from domain.games.scp.board import Phase
from domain.games.scp.frames import Env
from domain.games.scp.rules.continuous import EvalContext
from domain.kernel.cardfile import CardFault
from domain.kernel.facts import as_seen
from tests.games.scp.custom import card
from tests.games.scp.table import P1, P2, Table

MakeTable = Callable[..., Table]


def revealed(game: Table, cid: str, host: str | None = None) -> str | None:
    """Reveal a card of P1; the rule by which it was discarded, or None if it came into play."""
    game.start("maintenance")
    game.reveal(P1, cid, host)
    discarded = game.happened(e.BuildDiscarded)
    assert bool(discarded) != bool(game.happened(e.CardDeployed))
    return discarded[0].rule if discarded else None


@pytest.mark.rule("SCP-222")
def test_a_build_queue_holds_five_cards(table: MakeTable) -> None:
    game = table().player(P1, hand=["P17", "P18", "P19"], queue=["P20", "P21", "P22"]).player(P2, hand=["P16"])
    game.start("assignment")
    assert game.refused(P1, a.PlaceBuild(game.held(P2, "P16"))).rule == "SCP-222"
    game.do(P1, a.PlaceBuild(game.held(P1, "P17")))
    game.do(P1, a.PlaceBuild(game.held(P1, "P18")))
    assert [cid for cid, _ in game.queue(P1)] == ["P20", "P21", "P22", "P17", "P18"]
    assert game.legal(P1, "place_build") == []
    assert game.refused(P1, a.PlaceBuild(game.held(P1, "P19"))).rule == "SCP-222"
    assert game.hand(P1) == ["P19"]


@pytest.mark.rule("SCP-222")
def test_what_lies_face_down_its_owner_alone_knows(table: MakeTable) -> None:
    game = table().player(P1, hand=["P17", "P18"]).start("assignment")
    held = game.held(P1, "P17")
    game.do(P1, a.PlaceBuild(held))
    (placed,) = [fact for fact in game.facts if isinstance(fact.event, e.CardPlacedFaceDown)]
    assert game.board.players[P1].queue[0].iid != held
    assert game.happened(e.CardPlacedFaceDown)[0].hand_count == 1
    for viewer, known in (("seat:0", "P17"), ("seat:1", None), ("spectator", None)):
        view = game.game.view(game.state, viewer)
        assert view is not None
        assert view.players[P1].build_queue[0].card == known
        assert getattr(as_seen(placed, viewer), "card", None) == known


@pytest.mark.rule("SCP-222", "SCP-223")
@pytest.mark.parametrize("phase", ["draw", "resupply", "mission", "maintenance"])
def test_building_is_for_the_assignment_phase(table: MakeTable, phase: Phase) -> None:
    game = table().player(P1, hand=["P17"], queue=["P18"]).start(phase)
    assert game.refused(P1, a.PlaceBuild(game.held(P1, "P17"))).rule == "SCP-222"
    assert game.refused(P1, a.FundBuild(game.queued(P1, "P18"), 1)).rule == "SCP-223"


@pytest.mark.rule("SCP-223", "SCP-224", "SCP-307", "SCP-R25")
def test_resources_go_onto_old_and_new_cards_and_stay_there(table: MakeTable) -> None:
    game = table().player(P1, hand=["P17"], queue=[("P18", 1)]).player(P2, queue=["P16"])
    game.start("assignment")
    game.do(P1, a.PlaceBuild(game.held(P1, "P17")))
    old, new = game.queued(P1, "P18"), game.queued(P1, "P17")
    for iid, n, rule in (
        (old, 0, "SCP-307"),
        (old, -1, "SCP-307"),
        (old, 6, "SCP-223"),
        (game.queued(P2, "P16"), 1, "SCP-223"),
    ):
        assert game.refused(P1, a.FundBuild(iid, n)).rule == rule
    game.do(P1, a.FundBuild(old, 1))
    # 4 on a card of Cost 2: more than it needs
    game.do(P1, a.FundBuild(new, 4))
    assert (game.pool(P1), game.queue(P1)) == (0, [("P18", 2), ("P17", 4)])
    assert game.refused(P1, a.FundBuild(old, 1)).rule == "SCP-223"
    assert game.legal(P1, "fund_build") == []


@pytest.mark.rule("SCP-223", "SCP-224", "SCP-318")
def test_effects_put_resources_of_the_supply_on_a_card(table: MakeTable) -> None:
    game = table().player(P1, hand=["E12", "E12"], queue=[("P18", 3), "P17"]).start("assignment")
    game.event(P1, "E12", game.queued(P1, "P18"))
    game.event(P1, "E12", game.queued(P1, "P17"))
    assert (game.pool(P1), game.queue(P1)) == (5, [("P18", 5), ("P17", 2)])


@pytest.mark.rule("SCP-224", "SCP-303", "SCP-304", "SCP-R23")
@pytest.mark.parametrize(("resources", "rule"), [(1, "SCP-303"), (2, None), (4, None)])
def test_a_card_with_its_cost_comes_into_play_and_all_on_it_is_spent(
    table: MakeTable, resources: int, rule: str | None
) -> None:
    game = table().player(P1, pool=3, queue=[("P17", resources), "P18"])
    assert revealed(game, "P17") == rule
    assert (game.in_play(P1), game.discards(P1)) == ((["P17"], []) if rule is None else ([], ["P17"]))
    assert (game.pool(P1), game.queue(P1)) == (3, [("P18", 0)])
    if rule is None:
        assert (game.card("P17").tapped, game.card("P17").controller) == (False, P1)


@pytest.mark.rule("SCP-303", "SCP-317")
@pytest.mark.parametrize(("resources", "rule"), [(1, "SCP-303"), (2, None)])
def test_the_cost_counts_with_what_changes_it(table: MakeTable, resources: int, rule: str | None) -> None:
    # G05 costs 3, with P07 in play 2; of another player P07 changes nothing
    game = table().player(P1, play=["P07"], queue=[("G05", resources)]).player(P2, play=["P07"])
    assert revealed(game, "G05") == rule


@pytest.mark.rule("SCP-303")
@pytest.mark.parametrize(("cid", "resources"), [("P18", 3), ("G05", 3), ("F02", 2), ("R16", 0)])
def test_personnel_gear_finance_and_resources_are_deployed(table: MakeTable, cid: str, resources: int) -> None:
    game = table().player(P1, queue=[(cid, resources)])
    assert revealed(game, cid) is None
    assert game.in_play(P1) == [cid]


@pytest.mark.rule("SCP-305", "SCP-306", "SCP-R24")
@pytest.mark.parametrize(
    ("cid", "resources", "rule"),
    [
        ("E03", 5, "SCP-306"),
        ("C04", 5, "SCP-306"),
        ("M08", 5, "SCP-306"),
        ("E16", 5, "SCP-306"),
        ("P19", 3, "SCP-303"),
        ("R01", 5, "SCP-309"),
        ("G02", 5, "SCP-308"),
    ],
)
def test_what_may_not_enter_play_is_discarded_and_uses_up_the_reveal(
    table: MakeTable, cid: str, resources: int, rule: str
) -> None:
    game = table().player(P1, queue=[(cid, resources), ("P17", 2)])
    assert revealed(game, cid) == rule
    assert (game.in_play(P1), game.discards(P1), game.pool(P1)) == ([], [cid], 5)
    assert game.refused(P1, a.RevealBuild(game.queued(P1, "P17"))).rule == "SCP-232"


@pytest.mark.rule("SCP-306", "SCP-R24")
def test_any_card_can_be_a_bluff_but_is_not_played_from_there(table: MakeTable) -> None:
    game = table().player(P1, hand=["E02", "C04", "M08", "P17"]).start("assignment")
    for cid in ("E02", "C04", "M08"):
        game.do(P1, a.PlaceBuild(game.held(P1, cid)))
    event, mission = game.queued(P1, "E02"), game.queued(P1, "M08")
    assert game.refused(P1, a.PlayEvent(event)).rule == "SCP-310"
    game.end_turn()
    game.end_turn(P2)
    game.to("mission")
    assert game.refused(P1, a.PlayMission(mission)).rule == "SCP-215"


@pytest.mark.rule("SCP-232", "SCP-R16")
def test_one_card_is_revealed_in_each_maintenance_phase(table: MakeTable) -> None:
    game = table().player(P1, queue=[("P17", 2), ("P18", 3), ("F02", 2)]).player(P2, queue=[("P17", 2)])
    game.start("maintenance")
    assert game.refused(P1, a.RevealBuild(game.queued(P2, "P17"))).rule == "SCP-232"
    game.reveal(P1, "P17")
    assert game.legal(P1, "reveal_build") == []
    assert game.refused(P1, a.RevealBuild(game.queued(P1, "P18"))).rule == "SCP-232"
    game.end_turn()
    game.end_turn(P2)
    game.to("maintenance")
    game.reveal(P1, "P18")
    assert game.refused(P1, a.RevealBuild(game.queued(P1, "F02"))).rule == "SCP-232"


@pytest.mark.rule("SCP-232")
@pytest.mark.parametrize(("marsh", "shift", "reveals"), [(True, 0, 2), (False, 1, 2), (True, 1, 3), (False, 2, 3)])
def test_effects_allow_more_reveals(table: MakeTable, marsh: bool, shift: int, reveals: int) -> None:
    game = table().player(P1, hand=["E18"] * shift, play=["P02"] if marsh else [], queue=["R16"] * 4)
    game.start("maintenance")
    for _ in range(shift):
        game.event(P1, "E18")
    for _ in range(reveals):
        game.reveal(P1, "R16")
    assert game.refused(P1, a.RevealBuild(game.queued(P1, "R16"))).rule == "SCP-232"


@pytest.mark.rule("SCP-R96", "SCP-523")
def test_no_text_asks_what_lies_face_down(table: MakeTable) -> None:
    game = table()
    with pytest.raises(CardFault, match="face-down cards"):
        card(
            game,
            "event",
            'when = "event", window = "own_turn", target = "queue(you)[gear]", do = "draw(you, 1)"',
        )
    game.player(P1, queue=[("G02", 1)]).start("draw")
    context = EvalContext(game.board, Env(P1, "E12")).about(game.queued(P1, "G02"))
    assert (context.owner, context.printed, context.card) == (P1, None, None)


# Gear


@pytest.mark.rule("SCP-308")
def test_attached_gear_names_a_personnel_of_its_player(table: MakeTable) -> None:
    game = table().player(P1, play=["P17", "P18", "F02"], queue=[("G02", 1)]).player(P2, play=["P17"])
    game.start("maintenance")
    for host in (None, game.id("F02"), game.id("P17", P2), "nobody"):
        assert game.refused(P1, a.RevealBuild(game.queued(P1, "G02"), host)).rule == "SCP-308"
    assert [one["host"] for one in game.legal(P1, "reveal_build")] == [game.id("P17", P1), game.id("P18")]
    game.reveal(P1, "G02", "P18")
    assert game.card("G02").host == game.id("P18")


@pytest.mark.rule("SCP-308", "SCP-R26")
@pytest.mark.parametrize(
    ("worn", "cid", "fits"),
    [
        (["G02", "G04", "G08"], "G06", True),
        (["G02"], "G02", False),
        (["G01"], "G16", False),
        (["G16"], "G02", True),
        (["G15"], "G16", True),
    ],
)
def test_one_suit_and_one_gear_of_each_title(table: MakeTable, worn: list[str], cid: str, fits: bool) -> None:
    game = table().player(P1, play=["P17"], queue=[(cid, 5)])
    for gear in worn:
        game.asset(P1, gear, host=game.id("P17"))
    host = game.id("P17")
    if not fits:
        assert game.start("maintenance").refused(P1, a.RevealBuild(game.queued(P1, cid), host)).rule == "SCP-308"
        game.reveal(P1, cid)
        assert game.happened(e.BuildDiscarded)[0].rule == "SCP-308"
    else:
        assert revealed(game, cid, host) is None


@pytest.mark.rule("SCP-308", "SCP-R26")
def test_another_personnel_may_bear_the_second_suit(table: MakeTable) -> None:
    game = table().player(P1, play=["P17", "P18"], queue=[("G16", 4)])
    game.asset(P1, "G01", host=game.id("P17"))
    game.start("maintenance")
    assert game.refused(P1, a.RevealBuild(game.queued(P1, "G16"), game.id("P17"))).rule == "SCP-308"
    assert game.refused(P1, a.RevealBuild(game.queued(P1, "G16"))).rule == "SCP-308"
    game.reveal(P1, "G16", "P18")


@pytest.mark.rule("SCP-308")
@pytest.mark.parametrize("cid", ["G05", "P17"])
def test_what_stands_alone_has_no_bearer(table: MakeTable, cid: str) -> None:
    game = table().player(P1, play=["P18"], queue=[(cid, 5)]).start("maintenance")
    assert game.refused(P1, a.RevealBuild(game.queued(P1, cid), game.id("P18"))).rule == "SCP-308"
    game.reveal(P1, cid)


@pytest.mark.rule("SCP-305", "SCP-R81")
def test_gear_that_may_not_enter_play_names_no_bearer(table: MakeTable) -> None:
    game = table().player(P1, play=["P18"], queue=["G02"]).start("maintenance")
    assert game.refused(P1, a.RevealBuild(game.queued(P1, "G02"), game.id("P18"))).rule == "SCP-308"
    game.reveal(P1, "G02")
    assert game.happened(e.BuildDiscarded)[0].rule == "SCP-303"


@pytest.mark.rule("SCP-308", "SCP-508")
def test_gear_stays_on_its_bearer_until_one_of_them_leaves(table: MakeTable) -> None:
    game = table()
    strike = card(game, "event", 'when = "event", window = "own_turn", target = "mine", do = "destroy(tgt)"')
    game.player(P1, play=["P17", "P18"], hand=[strike, strike])
    first, second = game.asset(P1, "G02", host=game.id("P17")), game.asset(P1, "G02", host=game.id("P18"))
    game.start("draw")
    game.event(P1, strike, first)
    assert game.in_play(P1) == ["P17", "P18", "G02"]
    game.event(P1, strike, "P18")
    assert game.in_play(P1) == ["P17"]
    assert second in [one.iid for one in game.board.players[P1].discard]


# Required Icons


@pytest.mark.rule("SCP-309")
@pytest.mark.parametrize(
    ("cid", "play", "enters"),
    [
        ("R16", [], True),
        ("R05", ["P17"], False),
        ("R05", ["P17", "P22"], True),
        ("R01", ["P30"], False),
        ("R01", ["P16"], False),
        ("R01", ["P30", "P16"], True),
        ("R01", ["P01"], True),
        ("R15", ["P01"], False),
        ("R04", ["P30"], True),
        ("R08", ["P30"], False),
    ],
)
def test_all_required_icons_are_in_play(table: MakeTable, cid: str, play: list[str], enters: bool) -> None:
    game = table().player(P2, play=["P03", "P01", "P12"])
    for one in play:
        # tapped ones count
        game.asset(P1, one, tapped=True)
    game.face_down(P1, cid)
    assert revealed(game, cid) == (None if enters else "SCP-309")


@pytest.mark.rule("SCP-309")
def test_icons_from_gear_count(table: MakeTable) -> None:
    game = table().player(P1, play=["P17"], queue=["R06"])
    game.asset(P1, "G13", host=game.id("P17"))
    assert revealed(game, "R06") is None


@pytest.mark.rule("SCP-614", "SCP-R53")
def test_affiliation_makes_nothing_dearer(table: MakeTable) -> None:
    game = table().player(P1, play=["P16", "P22"], queue=[("P35", 2)])
    assert revealed(game, "P35") is None
    assert game.happened(e.CardDeployed)[0].cost == 2
