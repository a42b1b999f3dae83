"""Boss battles: two players against one (CAP-970 to CAP-973); how they end stands with the other endings."""

from __future__ import annotations

import pytest

from domain.games.capcom_crossovers import GAME
from domain.games.capcom_crossovers import actions as a
from domain.games.capcom_crossovers import events as e
from domain.games.capcom_crossovers.board import Mode
from domain.games.capcom_crossovers.loadouts import Loadout, Options
from domain.kernel.game import LoadoutContext
from tests.games.capcom_crossovers.situations import dealt, questions
from tests.games.capcom_crossovers.table import P1, P2, P3, MakeTable, Table

JOKERS = "JK1 JK2"


def boss(table: MakeTable, first: str = "ryu", second: str = "gambit", third: str = "hollow_titan") -> Table:
    return table(first, second, third, mode="boss")


@pytest.mark.rule("CAP-970", "CAP-971", "CAP-R70", "CAP-R79")
def test_two_against_one_without_jokers() -> None:
    game = dealt("ryu", "gambit", "hollow_titan", mode="boss")
    assert [(one.seat, one.side, one.status) for one in game.board.characters] == [
        (P1, 0, "active"),
        (P2, 0, "inactive"),
        (P3, 1, "active"),
    ]
    assert [len(player.deck_list) for player in game.board.players] == [54, 54, 52]
    assert not set(JOKERS.split()) & set(game.board.players[P3].deck_list)


@pytest.mark.rule("CAP-970", "CAP-R70", "CAP-R71", "CAP-804")
@pytest.mark.parametrize(
    ("mode", "seat", "character", "legal"),
    [
        ("boss", P3, "hollow_titan", True),
        ("boss", P3, "ryu", False),
        ("boss", P1, "hollow_titan", False),
        ("boss", P1, "ryu", True),
        ("one_on_one", P1, "hollow_titan", False),
        ("team", P3, "empress_vanta", False),
    ],
)
def test_bosses_play_as_the_boss_alone(mode: Mode, seat: int, character: str, *, legal: bool) -> None:
    seats = {"boss": 3, "team": 4}.get(mode, 2)
    context = LoadoutContext(Options(mode=mode), seats, GAME.core().cards, seat)
    faults = GAME.check_loadout(context, Loadout((character,)))
    assert [fault.rule for fault in faults] == ([] if legal else ["CAP-970" if character == "ryu" else "CAP-804"])


@pytest.mark.rule("CAP-973", "CAP-R70", "CAP-R79", "CAP-111")
@pytest.mark.parametrize(("first", "order"), [("a", [P1, P2, P3]), ("b", [P3, P1, P2])])
def test_the_boss_comes_after_both(first: str, order: list[int]) -> None:
    game = dealt("ryu", "gambit", "hollow_titan", mode="boss", first_side=first)
    for seat in range(3):
        game.do(seat, a.Keep())
    while game.board.turn < 7:
        ((seat, _),) = questions(game)
        game.do(seat, GAME.default(game.state, game.prompt(seat)))
    assert [event.seat for event in game.ever(e.TurnStarted)] == [*order, *order, order[0]]


@pytest.mark.rule("CAP-973", "CAP-959", "CAP-972")
@pytest.mark.parametrize("out", [P1, P2])
def test_koed_players_of_the_team_are_skipped(table: MakeTable, out: int) -> None:
    other = P2 if out == P1 else P1
    game = boss(table).character(out, status="koed").character(other, status="active").turn(P3).start("cleanup")
    seats = []
    for _ in range(4):
        seats.append(game.board.turn_player)
        game.pass_turn(game.board.turn_player)
    assert seats == [P3, other, P3, other]


@pytest.mark.rule("CAP-972", "CAP-956", "CAP-917")
def test_the_team_has_a_variable_counter(table: MakeTable) -> None:
    """Kinetic Card 3 against Hollow Roar 4: lower, so Gambit is hit."""
    game = boss(table).turn(P3).player(P3, hand="QC").player(P2, hand="JK1").start()
    game.attack(P3, "hollow_roar", "QC")
    assert questions(game) == [(P2, "variable_counter")]
    game.do(P2, a.VariableCounter("JK1"))
    assert (game.active(P1), game.lost(P2), game.lost(P1), questions(game)) == ("gambit", 8, 0, [(P3, "combo")])


@pytest.mark.rule("CAP-971", "CAP-956", "CAP-951", "CAP-927")
def test_the_boss_has_no_partner(table: MakeTable) -> None:
    game = boss(table).player(P1, hand="4C").player(P3, hand="3C 3D KC").start()
    game.attack(P1, "basic", "4C")
    assert questions(game) == [(P3, "defend")]
    assert game.refused(P3, a.VariableCounter("JK1")).rule == "CAP-917"
    game = boss(table).turn(P3).player(P3, hand="3C 3D KC", meter="10C 10D 10H 10S 9C 9D").start("cleanup")
    assert game.refused(P3, a.Tag("3C", "3D")).rule == "CAP-951"
    assert game.refused(P3, a.RecoverHp("KC")).rule == "CAP-951"
    assert game.refused(P3, a.RecoverJoker(("10C", "10D", "10H", "10S", "9C", "9D"), "JK1")).rule == "CAP-945"
    assert {one["type"] for one in game.legal(P3)} == {"recover_ace", "end_turn"}


@pytest.mark.rule("CAP-971", "CAP-927", "CAP-301")
def test_the_boss_has_no_tag_super(table: MakeTable) -> None:
    game = boss(table).turn(P3).player(P3, hand="AC AD").start()
    assert "tag_super" not in game.moves(P3, "declare_attack")
    assert game.refused(P3, a.DeclareAttack("tag_super", ("JK1", "JK2"))).rule == "CAP-301"


@pytest.mark.rule("CAP-972", "CAP-957", "CAP-922", "CAP-954", "CAP-R84")
def test_a_tag_super_of_the_team(table: MakeTable) -> None:
    """58, of which Titan Frame takes 1."""
    game = boss(table).player(P1, hand=JOKERS).start()
    game.attack(P1, "tag_super", JOKERS)
    game.take_hit(P3)
    assert (game.lost(P3), game.active(P1), questions(game)) == (57, "gambit", [(P1, "cleanup")])
    game.end_turn(P1)
    game.draw(P2, 1)
    assert questions(game) == [(P2, "combat")]


@pytest.mark.rule("CAP-972", "CAP-958", "CAP-955", "CAP-950", "CAP-954")
def test_clean_up_of_the_team(table: MakeTable) -> None:
    game = boss(table).turn(P2).character(P2, hp=50).player(P2, hand="KC 3C 3D").start("draw")
    game.draw(P2, 1)
    assert questions(game) == [(P2, "cleanup")]
    assert game.refused(P2, a.Tag("3C", "3D")).rule == "CAP-955"
    game.do(P2, a.RecoverHp("KC"))
    assert game.hp(P2) == 52
    game = boss(table).character(P2, status="koed").player(P1, hand="JK1").start("cleanup")
    game.do(P1, a.PlaceInMeter("JK1"))
    assert game.meter(P1) == ["JK1"]


@pytest.mark.rule("CAP-970", "CAP-R10", "CAP-315")
def test_who_cuts_in_a_boss_battle(table: MakeTable) -> None:
    """The boss that of the team; of the team who is next that of the boss."""
    tens = ("10C", "10D", "10H", "10S")
    for owner, cutter in ((P1, P3), (P2, P3), (P3, P1)):
        game = boss(table).turn(owner).player(owner, meter=" ".join(tens)).start("cleanup")
        game.do(owner, a.RecoverAce(tens, "draw", "AS"))
        assert questions(game) == [(cutter, "cut_deck")]
        game.do(cutter, a.Cut(2))
        assert [(event.seat, event.by, event.k) for event in game.happened(e.DeckCut)] == [(owner, cutter, 2)]


@pytest.mark.rule("CAP-971", "CAP-711", "CAP-R47")
def test_time_over_against_a_boss(table: MakeTable) -> None:
    """104 of 208 against 36 of 72: a draw, however many they are."""
    game = boss(table).character(P1, hp=102).character(P2, hp=2).character(P3, hp=36).player(P3, pile=0)
    game.start("cleanup")
    game.end_turn(P1)
    result = game.state.result
    assert result is not None
    assert (result.kind, result.rule, result.placings) == ("draw", "CAP-710", ((P1, P2, P3),))
