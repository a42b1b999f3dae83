"""The initial attack: what opens, whom it meets, who is asked, what is told, when its cards go (CAP-401 to CAP-409)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from domain.games.capcom_crossovers import actions as a
from domain.games.capcom_crossovers import events as e
from domain.kernel.actions import Action
from domain.kernel.audience import SPECTATOR
from domain.kernel.audience import seat as seat_audience
from domain.kernel.facts import Event, as_seen
from domain.kernel.prompts import Prompt
from tests.games.capcom_crossovers.table import P1, P2, P4, MakeTable, Table, faces

TAG, TEAM = {"mode": "tag"}, {"mode": "team"}


def order(game: Table, *kinds: type[Event]) -> list[str]:
    """The types of the events of these kinds since the given, in order."""
    return [fact.event.type for fact in game.history if isinstance(fact.event, kinds)]


def told(game: Table, viewer: str) -> list[Event | None]:
    """All that a viewer has been told since the given."""
    return [as_seen(fact, viewer) for fact in game.history]


# What opens


@pytest.mark.rule("CAP-401", "CAP-R17")
def test_every_kind_of_move_opens(table: MakeTable) -> None:
    hand = "4H 8C 8D JS AC AD"
    duel = table("gambit", "ryu").player(P1, hand=hand).start()
    assert duel.moves(P1, "declare_attack") == ["basic", "kinetic_card", "royal_flush", "throw"]
    tag = table(("gambit", "ryu"), ("morrigan", "unit_09"), **TAG).player(P1, hand=f"{hand} JK1 JK2").start()
    assert tag.moves(P1, "declare_attack") == ["basic", "kinetic_card", "royal_flush", "tag_super", "throw"]


@pytest.mark.rule("CAP-401")
@pytest.mark.parametrize(
    ("move", "cards", "rule"),
    [
        ("basic", "4H 5H", "CAP-303"),
        ("basic", "4H JS", "CAP-303"),
        ("kinetic_card", "JS JC", "CAP-305"),
        ("kinetic_card", "JS 4H", "CAP-305"),
        ("throw", "8C 8D 8H", "CAP-307"),
        ("royal_flush", "AC AD AH", "CAP-305"),
    ],
)
def test_the_initial_attack_is_a_single_move(table: MakeTable, move: str, cards: str, rule: str) -> None:
    game = table("gambit", "ryu").player(P1, hand="4H 5H JS JC 8C 8D 8H AC AD AH").start()
    assert game.refused(P1, a.DeclareAttack(move, faces(cards))).rule == rule


@pytest.mark.rule("CAP-402", "CAP-603", "CAP-604", "CAP-605", "CAP-606", "CAP-R14")
@pytest.mark.parametrize(
    ("cid", "move", "cards", "lost"),
    [
        ("ryu", "hadouken", "JS", 8),
        ("ryu", "shoryuken", "QS", 10),
        ("ryu", "tatsumaki", "KS", 7),
        ("morrigan", "vector_drain", "KS", 12),
    ],
)
def test_types_a_to_d_open(table: MakeTable, cid: str, move: str, cards: str, lost: int) -> None:
    game = table(cid, "gambit").player(P1, hand=cards).start()
    game.hit(P1, move, cards)
    assert game.lost(P2) == lost


@pytest.mark.rule("CAP-402", "CAP-607", "CAP-456")
@pytest.mark.parametrize(("move", "card"), [("glass_reversal", "JS"), ("still_water", "KS"), ("hall_of_mirrors", "AS")])
def test_type_e_does_not_open(table: MakeTable, move: str, card: str) -> None:
    game = table("ise_kagami", "gambit").player(P1, hand="JS KS AS").start()
    assert game.refused(P1, a.DeclareAttack(move, (card,))).rule == "CAP-402"
    assert game.moves(P1, "declare_attack") == []


@pytest.mark.rule("CAP-403")
def test_the_active_character_is_hit(table: MakeTable) -> None:
    game = table(("ryu", "unit_09"), ("gambit", "morrigan"), **TAG).player(P1, hand="JS").start()
    game.hit(P1, "hadouken", "JS")
    assert (game.lost(P2, "gambit"), game.lost(P2, "morrigan")) == (8, 0)
    team = table("ryu", "gambit", "unit_09", "morrigan", **TEAM).player(P1, hand="JS")
    team.character(P2, status="inactive").character(P4, status="active").start()
    team.attack(P1, "hadouken", "JS")
    team.decline(P2)
    team.take_hit(P4)
    assert (team.lost(P2, "gambit"), team.lost(P4, "morrigan")) == (0, 8)


# Who is asked


@pytest.mark.rule("CAP-404", "CAP-R73")
def test_the_defender_is_asked_when_nothing_but_the_hit_is_left(table: MakeTable) -> None:
    game = table("ryu", "brakk_ironjaw").player(P1, hand="JS").player(P2, pile=0).start()
    game.attack(P1, "hadouken", "JS")
    assert game.waits(P2) == "defend"
    assert game.legal(P2) == [{"type": "take_hit"}]
    assert game.lost(P2) == 0


Play = Callable[[Table], None]


def _defends(game: Table) -> None:
    game.attack(P1, "shoryuken", "QS")


def _techs_past_a_block(game: Table) -> None:
    game.attack(P1, "throw", "8C 8D")


def _techs_a_follow_up(game: Table) -> None:
    game.hit(P1, "basic", "2C")
    game.follow(P1, "throw", "9C 9D")


def _replies(game: Table) -> None:
    game.attack(P1, "basic", "4H")
    game.dodge(P2)


def _goes_on(game: Table) -> None:
    game.hit(P1, "basic", "2C")


def _goes_on_after_avoiding(game: Table) -> None:
    game.attack(P1, "basic", "4H")
    game.avoid(P2, "still_water", "KC")


def _counters_for_the_partner(game: Table) -> None:
    game.attack(P1, "basic", "4H")


@pytest.mark.rule("CAP-R73", "CAP-404")
@pytest.mark.parametrize(
    ("asks", "play", "cids", "ours", "asked", "good", "bad"),
    [
        ("defend", _defends, ("ryu", "gambit"), "QS", P2, "QH KH KS 8C", "2C 3C 4C 5C"),
        ("tech_hit", _techs_past_a_block, ("gambit", "ryu"), "8C 8D", P2, "9C 9D", "9C 10C"),
        ("tech_hit", _techs_a_follow_up, ("brakk_ironjaw", "ryu"), "2C 9C 9D", P2, "9C 9D", "9C 10C"),
        ("ranged_reply", _replies, ("ryu", "gambit"), "4H", P2, "JC QC", "KC QC"),
        ("combo", _goes_on, ("ryu", "gambit"), "2C", P1, "3C KC", "4C JC"),
        ("combo", _goes_on_after_avoiding, ("ryu", "ise_kagami"), "4H", P2, "QC 3C", "JC 9C"),
        (
            "variable_counter",
            _counters_for_the_partner,
            ("ryu", "gambit", "unit_09", "morrigan"),
            "4H",
            P4,
            "JK1",
            "2C",
        ),
    ],
)
def test_nobody_learns_from_a_question_what_a_hand_holds(
    table: MakeTable,
    asks: str,
    play: Play,
    cids: tuple[str, ...],
    ours: str,
    asked: int,
    good: str,
    bad: str,
) -> None:
    """The hand that can answer, the one that can't, and none: the same question, the same said to everybody else."""
    seen = []
    for hand in (good, bad, ""):
        game = table(*cids, **(TEAM if len(cids) == 4 else {}))
        costs = "KC" if play is _goes_on_after_avoiding else ""
        hands = {P1: ours, P2: costs}
        hands[asked] = f"{hands.get(asked, '')} {hand}"
        blocks = "5H" if play is _techs_past_a_block else None
        game.player(P1, hand=hands[P1]).player(P2, hand=hands[P2], draw="2D", block=blocks)
        if asked == P4:
            game.player(P4, hand=hands[P4])
        game.start()
        play(game)
        assert game.waits(asked) == asks
        others = [SPECTATOR, *(seat_audience(seat) for seat in range(len(cids)) if seat != asked)]
        seen.append([told(game, viewer) for viewer in others] if hand else None)
        default = game.game.default(game.state, game.prompt(asked))
        assert len(game.legal(asked)) > 1 or hand != good
        game.do(asked, default)
    assert seen[0] == seen[1]


@pytest.mark.rule("CAP-405", "CAP-R20")
def test_a_failed_dodge_is_the_answer(table: MakeTable) -> None:
    game = table("ryu", "gambit").player(P1, hand="4H").player(P2, hand="JS KH 4C", draw="QC 2C").start()
    game.attack(P1, "basic", "4H")
    game.dodge(P2)
    assert game.lost(P2) == 4
    for answer in (a.Dodge(), a.TakeHit(), a.TechHit("4C", "KH")):
        assert game.refused(P2, answer).rule in ("CAP-405", "CAP-471")
    assert game.refused(P2, a.Counter("kinetic_card", ("JS",))).rule == "CAP-405"


@pytest.mark.rule("CAP-405")
def test_only_a_throw_is_tech_hit(table: MakeTable) -> None:
    game = table("ryu", "gambit").player(P1, hand="JS").player(P2, hand="9C 9D").start()
    game.attack(P1, "hadouken", "JS")
    assert game.refused(P2, a.TechHit("9C", "9D")).rule == "CAP-405"
    assert game.legal(P2, "tech_hit") == []


@pytest.mark.rule("CAP-406")
@pytest.mark.parametrize("dodges", [False, True])
def test_what_is_taken_or_not_dodged_hits(table: MakeTable, dodges: bool) -> None:
    game = table("ryu", "gambit").player(P1, hand="JS").player(P2, draw="10C").start()
    game.attack(P1, "hadouken", "JS")
    game.do(P2, a.Dodge() if dodges else a.TakeHit())
    assert (game.lost(P2), game.outcomes(), game.waits(P1)) == (8, ["hit"], "combo")


ANSWERS: list[Action] = [
    a.TakeHit(),
    a.Dodge(),
    a.Counter("basic", ("2D",)),
    a.Counter("glass_reversal", ("JC",)),
    a.Avoid("still_water", ("KC",)),
    a.VariableCounter("JK1"),
]


def refused(game: Table, seat: int, why: str) -> None:
    """No answer is taken, by this rule; there is no throw either."""
    assert {game.refused(seat, answer).rule for answer in ANSWERS} == {why}
    assert game.refused(seat, a.TechHit("9C", "9D")).rule == "CAP-471"


@pytest.mark.rule("CAP-407")
def test_a_follow_up_is_not_answered(table: MakeTable) -> None:
    game = table(("ryu", "gambit"), ("ise_kagami", "unit_09"), **TAG)
    game.player(P1, hand="4H 5H 6H").player(P2, hand="2D JC KC 9C 9D JK1").start()
    game.hit(P1, "basic", "4H")
    refused(game, P2, "CAP-405")
    game.follow(P1, "basic", "5H")
    assert (game.lost(P2), game.waits(P1)) == (9, "combo")
    refused(game, P2, "CAP-407")


@pytest.mark.rule("CAP-408", "CAP-448", "CAP-R29", "CAP-R31")
@pytest.mark.parametrize("dodges", [False, True])
def test_a_counter_and_a_reply_and_what_follows_them_are_not_answered(table: MakeTable, dodges: bool) -> None:
    game = table(("ise_kagami", "unit_09"), ("spider_man", "gambit"), **TAG)
    game.player(P1, hand="QH 2D JC KC 9C 9D JK1").player(P2, hand="JS 4C", draw="2C").start()
    game.attack(P1, "moon_cutter", "QH")
    if dodges:
        game.dodge(P2)
        game.reply(P2, "web_ball", "JS")
    else:
        game.counter(P2, "web_ball", "JS")
    for lost in (4, 8):
        assert (game.lost(P1), game.waits(P2)) == (lost, "combo")
        refused(game, P1, "CAP-448" if dodges else "CAP-408")
        if lost == 4:
            game.follow(P2, "basic", "4C")


@pytest.mark.rule("CAP-408", "CAP-R31", "CAP-509")
@pytest.mark.parametrize("way", ["counter", "reply", "follow_up"])
def test_what_is_not_answered_can_be_absorbed(table: MakeTable, way: str) -> None:
    game = table("captain_halberd", "spider_man").player(P1, hand="KH 5C").player(P2, hand="JS 3C", draw="2C").start()
    game.attack(P1, "lance_break", "KH")
    if way == "reply":
        game.dodge(P2)
        game.reply(P2, "web_ball", "JS")
    else:
        game.counter(P2, "web_ball", "JS")
    if way == "follow_up":
        game.decline(P1)
        game.follow(P2, "basic", "3C")
    assert game.waits(P1) == "damage_response"
    game.do(P1, a.Absorb("5C"))
    assert game.lost(P1) == (4 if way == "follow_up" else 0)


# The order of things


@pytest.mark.rule("CAP-409", "CAP-442", "CAP-445", "CAP-512")
def test_the_order_of_a_dodged_attack(table: MakeTable) -> None:
    game = table("ryu", "granny_gale").player(P1, hand="4H").player(P2, hand="QC", draw="2C").character(P2, hp=30)
    game.start()
    game.attack(P1, "basic", "4H")
    game.dodge(P2)
    game.reply(P2, "gust_parasol", "QC")
    kinds = (
        *(e.AttackDeclared, e.DodgeAttempted, e.HpRecovered, e.AttackDodged, e.CardsDiscarded, e.AttackHit),
        *(e.DamageDealt, e.ComboEnded, e.PhaseChanged),
    )
    assert order(game, *kinds) == [
        "attack_declared",
        "dodge_attempted",
        "hp_recovered",
        "attack_dodged",
        "cards_discarded",
        "attack_declared",
        "attack_hit",
        "damage_dealt",
        "combo_ended",
        "cards_discarded",
        "phase_changed",
    ]


@pytest.mark.rule("CAP-409", "CAP-956")
def test_the_partner_is_asked_before_the_defender_and_neither_behind_a_block(table: MakeTable) -> None:
    game = table("ryu", "gambit", "unit_09", "morrigan", **TEAM).player(P1, hand="4H").player(P4, hand="JK1").start()
    game.attack(P1, "basic", "4H")
    assert _asked(game) == [(P4, "variable_counter")]
    game.decline(P4)
    assert _asked(game) == [(P2, "defend")]
    game = table("ryu", "gambit", "unit_09", "morrigan", **TEAM).player(P1, hand="4H").player(P4, hand="JK1")
    game.player(P2, block="5C").start()
    game.attack(P1, "basic", "4H")
    assert _asked(game) == [(P1, "cleanup")]


def _asked(game: Table) -> list[tuple[int, str]]:
    """Who is asked what; any-time abilities stand open beside it."""
    found: list[Prompt] = [prompt for prompt in game.state.prompts.values() if prompt.mode != "standing"]
    return [(prompt.seat, prompt.kind) for prompt in found]


# The action zone


def _blocked(game: Table) -> None:
    game.attack(P1, "basic", "4H")


def _dodged(game: Table) -> None:
    game.attack(P1, "basic", "4H")
    game.dodge(P2)


def _avoided(game: Table) -> None:
    game.attack(P1, "basic", "4H")
    game.avoid(P2, "still_water", "KC")


def _countered(game: Table) -> None:
    game.attack(P1, "basic", "4H")
    game.counter(P2, "glass_reversal", "JC")


def _negated(game: Table) -> None:
    game.attack(P1, "tatsumaki", "KH")
    game.counter(P2, "moon_cutter", "QC")


def _teched(game: Table) -> None:
    game.attack(P1, "throw", "8C 8D")
    game.tech(P2, "8H 8S")


def _hits(game: Table) -> None:
    game.hit(P1, "basic", "4H")


@pytest.mark.rule("CAP-318", "CAP-301")
@pytest.mark.parametrize(
    ("play", "ours", "left", "theirs"),
    [
        (_blocked, ["4H"], "", ""),
        (_dodged, ["4H"], "", ""),
        (_avoided, ["4H"], "", "KC"),
        (_countered, ["4H"], "", "JC"),
        (_negated, ["KH"], "", ""),
        (_teched, ["8C", "8D"], "", ""),
        (_hits, [], "4H", ""),
    ],
)
def test_when_cards_leave_the_action_zone(
    table: MakeTable, play: Play, ours: list[str], left: str, theirs: str
) -> None:
    """As soon as their attack has come to nothing, otherwise when the combo ends; an answer's cards stay with it."""
    game = table("ryu", "ise_kagami").player(P1, hand="4H KH 8C 8D")
    game.player(P2, hand="JC KC QC 8H 8S", draw="2C", block="5C" if play is _blocked else None).start()
    play(game)
    assert (game.discard(P1), game.zone(P1), game.zone(P2)) == (ours, left.split(), theirs.split())
    for seat in (P1, P2):
        if game.zone(seat):
            game.end_combo(seat)
    assert (game.zone(P1), game.zone(P2)) == ([], [])
    assert set(game.discard(P1)) == {*ours, *left.split()}
    assert set(theirs.split()) <= set(game.discard(P2))


@pytest.mark.rule("CAP-207", "CAP-208")
def test_one_initial_attack_a_turn(table: MakeTable) -> None:
    game = table("ryu", "gambit").player(P1, hand="4H 5H").start()
    game.attack(P1, "basic", "4H")
    assert game.refused(P1, a.DeclareAttack("basic", ("5H",))).rule == "CAP-207"
    game.take_hit(P2)
    assert game.refused(P1, a.DeclareAttack("basic", ("5H",))).rule == "CAP-207"
    game.end_combo(P1)
    assert game.refused(P1, a.DeclareAttack("basic", ("5H",))).rule == "CAP-207"


@pytest.mark.rule("CAP-403", "CAP-914")
def test_who_was_switched_in_takes_the_follow_ups_too(table: MakeTable) -> None:
    game = table(("ryu", "unit_09"), ("spider_man", "ise_kagami"), **TAG)
    game.player(P1, hand="KS 2C").player(P2, hand="JK1").start()
    game.attack(P1, "tatsumaki", "KS")
    game.do(P2, a.VariableCounter("JK1"))
    game.follow(P1, "basic", "2C")
    assert (game.lost(P2, "spider_man"), game.lost(P2, "ise_kagami")) == (0, 9)
