"""Icons and Skills, what leaves play, keywords, and continuous texts (506 to 514, 517 to 519, 521)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from domain.games.scp import actions as a
from domain.games.scp import events as e
from domain.games.scp.board import Destroyed
from domain.games.scp.rules import continuous
from domain.kernel.cardfile import CardFault
from tests.games.scp import custom
from tests.games.scp.groups import group
from tests.games.scp.table import P1, P2, P3, Table

MakeTable = Callable[..., Table]


def playing(game: Table, effect: str, *, target: str | None = None) -> str:
    """An Event of the own turn with this effect."""
    named = "" if target is None else f', target = "{target}"'
    return custom.card(game, "event", f'when = "event", window = "own_turn"{named}, do = "{effect}"')


@pytest.mark.rule("SCP-506", "SCP-R45")
@pytest.mark.parametrize(
    ("cid", "skill", "has"),
    [("P17", "soldier", True), ("P19", "research", True), ("P31", "research", True), ("P18", "soldier", False)],
)
def test_an_icon_is_a_skill(table: MakeTable, cid: str, skill: str, has: bool) -> None:
    """P31 has the Researcher Icon and no printed Research."""
    game = table()
    game.asset(P1, cid)
    assert (skill in game.skills(cid)) == has


@pytest.mark.rule("SCP-506", "SCP-217")
def test_by_the_icon_it_can_research(table: MakeTable) -> None:
    game = table()
    game.asset(P1, "P31")
    game.asset(P1, "P18")
    game.start("assignment")
    game.assign(P1, "P31", "research")
    assert game.refused(P1, a.Assign(game.id("P18"), "research")).rule == "SCP-218"


@pytest.mark.rule("SCP-506", "SCP-507", "SCP-R45")
def test_a_gained_icon_is_a_skill_and_a_printed_skill_beside_it_a_copy_more(table: MakeTable) -> None:
    game = table()
    badge = custom.card(game, "gear", 'when = "static", do = "grant_icon(host, researcher)"', mode="attached")
    host = game.asset(P1, "P18")
    game.asset(P1, badge, host=host)
    assert (game.skills(host), game.icons(host)) == ({"covert": 1, "research": 1}, {"researcher"})
    game.asset(P1, "P16")
    assert game.skills("P16")["research"] == 2


@pytest.mark.rule("SCP-507", "SCP-R32")
def test_an_icon_twice_is_one_a_skill_twice_is_two(table: MakeTable) -> None:
    """G13 on P30, which has the Command Icon; G04 on P18, which has Covert."""
    game = table()
    aide, agent = game.asset(P1, "P30"), game.asset(P1, "P18")
    game.asset(P1, "G13", host=aide)
    game.asset(P1, "G04", host=agent)
    game.asset(P1, "R06")
    assert game.icons(aide) == {"command", "site_19"}
    assert game.skills(agent) == {"covert": 2}


@pytest.mark.rule("SCP-507", "SCP-309")
def test_a_gained_icon_does_not_count_twice_for_a_resource(table: MakeTable) -> None:
    for hosts, works in ((["P30"], 0), (["P30", "P18"], 1)):
        game = table()
        two = custom.card(
            game, "resource", 'when = "start", do = "draw(you, 1)"', required_icons=["command", "command"]
        )
        for cid in hosts:
            game.asset(P1, "G13", host=game.asset(P1, cid))
        game.asset(P1, two)
        game.start("start")
        assert len(game.hand(P1)) == works


@pytest.mark.rule("SCP-508", "SCP-R46")
@pytest.mark.parametrize("how", ["destroy(tgt)", "return_to_hand(tgt)"])
def test_what_leaves_play_goes_to_its_owner_and_loses_all(table: MakeTable, how: str) -> None:
    game = table()
    cid = playing(game, how, target="any[personnel]")
    game.player(P1, hand=[cid])
    hurt = game.asset(P2, "P17", wounds=2, tapped=True)
    gear = game.asset(P2, "G04", host=hurt)
    game.start("draw")
    game.event(P1, cid, hurt)
    assert game.in_play(P2) == []
    destroyed = how.startswith("destroy")
    assert game.discards(P2) == (["P17", "G04"] if destroyed else ["G04"])
    assert game.hand(P2) == ([] if destroyed else ["P17"])
    assert gear in [card.iid for card in game.board.players[P2].discard]
    assert game.discards(P1) == [cid]


@pytest.mark.rule("SCP-508")
def test_a_card_that_comes_back_is_as_new(table: MakeTable) -> None:
    """Returned and deployed again: no Wounds, no tokens, and what was about it is not about the new one."""
    game = table()
    more = playing(game, "mod_skill(tgt, 3, this_turn), return_to_hand(tgt)", target="mine[personnel]")
    game.player(P1, hand=[more], pool=5)
    guard = game.asset(P1, "P17", wounds=1)
    game.start("assignment")
    game.event(P1, more, guard)
    game.do(P1, a.PlaceBuild(game.held(P1, "P17")))
    game.do(P1, a.FundBuild(game.queued(P1, "P17"), 2))
    game.to("maintenance")
    game.reveal(P1, "P17")
    assert game.card("P17").iid != guard
    assert (game.card("P17").wounds, game.skill_value("P17")) == (0, 2)


@pytest.mark.rule("SCP-508", "SCP-R89")
def test_indestructible_gear_goes_when_its_bearer_leaves(table: MakeTable) -> None:
    game = table()
    solid = custom.card(game, "gear", mode="attached", keywords=["indestructible"])
    gone = playing(game, "destroy(all(mine[gear])), destroy(all(mine[personnel]))")
    game.player(P1, hand=[gone])
    game.asset(P1, solid, host=game.asset(P1, "P17"))
    game.start("draw")
    game.event(P1, gone)
    assert (game.in_play(P1), game.discards(P1)) == ([], ["P17", solid, gone])


@pytest.mark.rule("SCP-509")
def test_they_stay_in_play_turn_after_turn(table: MakeTable) -> None:
    game = table()
    host = game.asset(P1, "P17")
    for cid, bearer in (("G04", host), ("G05", None), ("F03", None), ("R16", None)):
        game.asset(P1, cid, host=bearer)
    game.scp("S03", P1)
    game.start("draw")
    for seat in (P1, P2, P1):
        game.end_turn(seat)
    assert game.in_play(P1) == ["P17", "G04", "G05", "F03", "R16"]


@pytest.mark.rule("SCP-510", "SCP-R47")
@pytest.mark.parametrize(("cids", "total"), [(["P02", "P16"], 5), (["P16"], 3), (["P02"], 3), (["P01"], 5)])
def test_a_resource_works_while_its_icons_are_in_play(table: MakeTable, cids: list[str], total: int) -> None:
    """R01 needs Command and Researcher: attempts to contain have 2 more."""
    game = table()
    for cid in cids:
        game.asset(P1, cid, tapped=True)
    game.asset(P1, "R01")
    game.scp("S03", P1)
    group(game, "contain", "S03", "P20")
    game.start("research")
    game.attempt("S03", "contain")
    assert game.totals()[0] == total


@pytest.mark.rule("SCP-510", "SCP-R47", "SCP-309")
def test_without_them_it_stays_and_works_again_later(table: MakeTable) -> None:
    """R16 needs none, R06 Command: destroyed with its Icons it does nothing, until another has them."""
    game = table()
    gone = playing(game, "destroy(tgt)", target="mine[personnel]")
    game.player(P1, hand=[gone, "E07"])
    game.asset(P1, "R09")
    director, guard = game.asset(P1, "P02"), game.asset(P1, "P17")
    hidden = game.face_down(P2, "P17")
    game.start("draw")
    game.event(P1, gone, director)
    assert game.in_play(P1) == ["R09", "P17"]
    assert game.refused(P1, game.using(P1, "R09")).rule == "SCP-518"
    game.event(P1, "E07", guard)
    game.use(P1, "R09", hidden)
    assert len(game.happened(e.BuildPeeked)) == 1


@pytest.mark.rule("SCP-510", "SCP-704")
@pytest.mark.parametrize(("cids", "bonus"), [(["P17"], 1), (["P02"], 0), ([], 0)])
def test_nor_does_it_score_without_them(table: MakeTable, cids: list[str], bonus: int) -> None:
    """R07, with Soldier in play, counts an SCP that P1 destroyed."""
    game = table().player(P1, play=["R07", *cids]).player(P2, deck=0)
    game.board.scp_discard.append(Destroyed("gone", "S08", P1))
    game.start("maintenance")
    game.end_phase()
    assert game.ever(e.MatchScored)[0].scores[P1].bonus == bonus


@pytest.mark.rule("SCP-511", "SCP-R40")
def test_nothing_destroys_what_is_indestructible(table: MakeTable) -> None:
    game = table()
    solid = custom.card(game, "finance", keywords=["indestructible"])
    gone = playing(game, "destroy(all(any[finance])), destroy(all(any[scp]))")
    game.player(P1, hand=[gone])
    game.asset(P2, solid)
    game.asset(P2, "F02")
    game.scp("S01")
    game.scp("S40", P2, status="contained")
    game.scp("S03")
    game.start("draw")
    game.event(P1, gone)
    assert game.in_play(P2) == [solid]
    assert [card.cid for card in game.board.scps] == ["S01", "S40"]


@pytest.mark.rule("SCP-511", "SCP-301")
def test_it_cannot_be_destroyed_as_a_cost_either(table: MakeTable) -> None:
    """S02 destroys a Gear for its Cost and 2."""
    game = table()
    solid = custom.card(game, "gear", keywords=["indestructible"])
    game.scp("S02", P1, status="contained")
    game.asset(P1, solid)
    game.start("draw")
    assert game.refused(P1, game.using(P1, "S02")).rule == "SCP-301"


@pytest.mark.rule("SCP-512", "SCP-R40")
def test_attrition_immune_is_not_indestructible(table: MakeTable) -> None:
    game = table()
    gone = playing(game, "attrition(you, 9), destroy(tgt)", target="mine[personnel]")
    game.player(P1, hand=[gone], play=["F02", "P11"]).start("draw")
    game.event(P1, gone, "P11")
    assert [one.card for one in game.ever(e.AttritionPaid)] == ["F02"]
    assert game.discards(P1) == ["F02", "P11", gone]


@pytest.mark.rule("SCP-513", "SCP-R48")
def test_the_newer_one_replaces_the_older(table: MakeTable) -> None:
    """P01 and P10 are both Dr Coleman; Gear of the older one goes too, and R16 mourns nobody."""
    game = table().player(P1, queue=[("P10", 5)])
    older = game.asset(P1, "P01")
    game.asset(P1, "G04", host=older)
    game.asset(P1, "R16")
    theirs = game.asset(P2, "P01")
    game.start("maintenance")
    game.reveal(P1, "P10")
    assert game.in_play(P1) == ["R16", "P10"]
    assert (game.discards(P1), game.pool(P1)) == (["P01", "G04"], 5)
    assert game.card(theirs).controller == P2


@pytest.mark.rule("SCP-513", "SCP-R48")
@pytest.mark.parametrize(("there", "new", "both"), [("P17", "P17", True), ("P02", "P04", True), ("P02", "P02", False)])
def test_only_unique_ones_of_the_same_title(table: MakeTable, there: str, new: str, both: bool) -> None:
    game = table().player(P1, play=[there], queue=[(new, 6)]).start("maintenance")
    game.reveal(P1, new)
    assert game.in_play(P1) == ([there, new] if both else [new])


@pytest.mark.rule("SCP-514", "SCP-R49")
def test_numbers_add_up_in_any_order(table: MakeTable) -> None:
    """+3, -3 and +1 on a value of 1: it would be another number if it were cut at 0 in between."""
    game = table().player(P2, hand=["C19"])
    (member,) = group(game, "contain", game.scp("S03", P1), "P16")
    game.asset(P1, "G01", host=member)
    game.asset(P1, "G06", host=member)
    game.start("research")
    game.attempt("S03", "contain")
    assert game.skill_value(member) == 3
    game.complicate(P2, "C19", member)
    assert (game.skill_value(member), game.ever(e.ComplicationOvercome) != []) == (3, True)

    plain = table().player(P2, hand=["C19"])
    (weak,) = group(plain, "contain", plain.scp("S03", P1), "P16")
    plain.asset(P1, "G16", host=weak)
    plain.start("research")
    plain.attempt("S03", "contain")
    plain.complicate(P2, "C19", weak)
    assert plain.skill_value(weak) == 1


@pytest.mark.rule("SCP-517", "SCP-R49")
def test_cannot_beats_can(table: MakeTable) -> None:
    """P14 cannot be assigned to destroy, although it is given Terminate; E01's player begins no raid."""
    game = table().player(P1, hand=["E01"])
    game.scp("S08", P1, status="contained")
    game.scp("S18", P2)
    gardener, guard = game.asset(P1, "P14"), game.asset(P1, "P17")
    game.asset(P1, "G11", host=gardener)
    game.start("assignment")
    assert game.refused(P1, a.Assign(gardener, "destroy", game.id("S08"))).rule == "SCP-517"
    game.assign(P1, guard, "secure", "S18")
    game.event(P1, "E01")
    game.end_phase()
    assert game.refused(P1, a.BeginAttempt(game.id("S18"), "secure")).rule == "SCP-517"
    assert not game.legal(P1, "begin_attempt")


@pytest.mark.rule("SCP-517")
def test_a_text_beats_a_rule(table: MakeTable) -> None:
    """One reveal a turn (232), but P02 allows another."""
    game = table().player(P1, play=["P02"], queue=[("P17", 2), ("P16", 2), ("P18", 3)]).start("maintenance")
    game.reveal(P1, "P17")
    game.reveal(P1, "P16")
    assert game.refused(P1, a.RevealBuild(game.queued(P1, "P18"))).rule == "SCP-232"


@pytest.mark.rule("SCP-518", "SCP-R49")
def test_a_blanked_card_has_no_text(table: MakeTable) -> None:
    """C05 on G16; C08 on a Resource."""
    game = table(3).player(P2, hand=["C05"]).player(P3, hand=["C08"])
    game.asset(P1, "R11")
    game.asset(P1, "P17")
    game.scp("S03")
    (member,) = group(game, "secure", "S03", "P19")
    frame = game.asset(P1, "G16", host=member)
    game.start("retrieval")
    game.attempt("S03")
    assert game.totals()[0] == 3 + 3 + 1 + 1
    game.complicate(P2, "C05", frame)
    assert game.totals()[0] == 3 + 1 + 1
    game.complicate(P3, "C08", "R11")
    assert game.totals()[0] == 3 + 1
    assert game.card(frame).host == member


@pytest.mark.rule("SCP-518")
def test_a_blanked_card_gives_nothing_and_keeps_type_and_cost(table: MakeTable) -> None:
    game = table()
    blank = playing(game, "blank(mine[personnel or finance], this_turn), attrition(you, 7)")
    game.player(P1, hand=[blank], play=["P11", "P02", "F04", "R09"])
    game.face_down(P2, "P17")
    game.start("maintenance")
    game.event(P1, blank)
    assert {game.card(one["card"]).cid for one in game.legal(P1, "choose_card")} == {"P11", "P02", "F04"}
    game.choose(P1, "P11")
    assert [one.value for one in game.ever(e.AttritionPaid)] == [6]
    game.choose(P1, "P02")
    game.do(P1, a.Produce(game.id("F04")))
    assert game.card("F04").tokens == 0
    assert game.refused(P1, game.using(P1, "R09")).rule == "SCP-518"


@pytest.mark.rule("SCP-518", "SCP-506")
def test_a_blanked_personnel_has_no_skills_and_icons(table: MakeTable) -> None:
    game = table()
    blank = playing(game, "blank(tgt, this_turn)", target="mine[personnel]")
    game.player(P1, hand=[blank])
    guard = game.asset(P1, "P17")
    game.asset(P1, "G04", host=guard)
    game.start("draw")
    game.event(P1, blank, guard)
    assert (game.skills(guard), game.icons(guard), game.skill_value(guard)) == ({}, set(), 0)


@pytest.mark.rule("SCP-519", "SCP-R29")
def test_an_immune_card_is_no_legal_target(table: MakeTable) -> None:
    """F05 against Financial Complications; G01's bearer against Lethal ones."""
    game = table().player(P2, hand=["C09", "C11"])
    immune, plain = game.asset(P1, "F05", tokens=2), game.asset(P1, "F03", tokens=2)
    game.scp("S03")
    suited, other = group(game, "secure", "S03", "P19", "P19")
    game.asset(P1, "G01", host=suited)
    game.start("retrieval")
    game.attempt("S03")
    for cid, target in (("C09", immune), ("C11", suited)):
        assert game.refused(P2, game.complicating(P2, cid, target)).rule == "SCP-519"
    hand = game.board.players[P2].hand.known
    offered = {(hand[one["card"]], one["target"]) for one in game.legal(P2, "play_complication")}
    assert offered == {("C09", plain), ("C11", other)}
    game.let_pass(P2)


@pytest.mark.rule("SCP-519", "SCP-R29", "SCP-316")
def test_immune_to_events(table: MakeTable) -> None:
    game = table()
    shy = custom.card(game, "personnel", 'when = "static", do = "immune(self, event)"')
    game.player(P1, hand=["E13"])
    game.asset(P1, shy, wounds=1)
    hurt = game.asset(P1, "P17", wounds=1)
    game.start("draw")
    assert game.refused(P1, game.playing(P1, "E13", shy)).rule == "SCP-519"
    game.event(P1, "E13", hurt)
    assert [card.wounds for card in game.board.players[P1].play] == [1, 0]


@pytest.mark.rule("SCP-521", "SCP-R46", "SCP-220")
def test_what_is_put_right_after_every_effect(table: MakeTable) -> None:
    """Between the parts of a text: the third Wound destroys P17, with its Gear, before the next part counts Gear."""
    game = table()
    hit = playing(game, "wound(tgt, 3), draw(you, count(any[gear]))", target="any[personnel]")
    game.player(P1, hand=[hit])
    guard = game.asset(P2, "P17")
    game.asset(P2, "G04", host=guard)
    game.start("draw")
    game.event(P1, hit, guard)
    assert (game.in_play(P2), game.hand(P1)) == ([], [])


@pytest.mark.rule("SCP-521", "SCP-402")
def test_jobs_on_an_scp_that_left_play_end_others_stay(table: MakeTable) -> None:
    """S08 is destroyed; S14 becomes Contained: to secure it is tested when the attempt would begin."""
    game = table()
    gone = playing(game, "destroy(tgt)", target="any[scp]")
    held = playing(game, "set_status(tgt, contained)", target="any[scp]")
    game.player(P1, hand=[gone, held])
    game.scp("S08")
    game.scp("S14")
    (first,) = group(game, "secure", "S08", "P17")
    (second,) = group(game, "secure", "S14", "P21")
    game.start("assignment")
    game.event(P1, gone, "S08")
    game.event(P1, held, "S14")
    assert game.card(first).assignment is None
    assert game.card(second).assignment is not None
    game.end_phase()
    assert game.refused(P1, a.BeginAttempt(game.id("S14"), "secure")).rule == "SCP-402"
    assert not game.card(second).tapped


@pytest.mark.rule("SCP-521", "SCP-220")
def test_defenders_of_a_lost_scp_are_free(table: MakeTable) -> None:
    game = table()
    free = playing(game, "set_status(tgt, unsecured)", target="any[scp]")
    game.player(P1, hand=[free])
    game.scp("S08", P2)
    guard = game.asset(P2, "P17")
    game.assigned("defend", "S08", guard)
    game.start("draw")
    game.event(P1, free, "S08")
    assert game.card(guard).assignment is None


@pytest.mark.rule("SCP-R96")
def test_no_text_asks_what_a_face_down_card_is(table: MakeTable) -> None:
    text = 'when = "static", only_if = "some({})", do = "mod_refill(you, 1)"'
    game = table()
    counts = custom.card(game, "finance", text.format("queue(each)"))
    game.player(P1, play=[counts], queue=["F02"]).start()
    assert continuous.refill_mark(game.board, P1) == 6
    with pytest.raises(CardFault, match="asked about face-down cards"):
        custom.card(game, "finance", text.format("queue(each)[finance]"))


@pytest.mark.rule("SCP-R95")
def test_a_skill_and_the_icon_that_gives_it_are_two_copies(table: MakeTable) -> None:
    game = table().player(P1, play=["P16", "P17"]).start()
    assert game.skills("P16") == {"research": 2, "science": 1}
    assert game.skills("P17") == {"combat": 1, "soldier": 1}
