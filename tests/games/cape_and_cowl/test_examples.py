"""The worked examples of the catalogue, each under its number."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from domain.games.cape_and_cowl import GAME
from domain.games.cape_and_cowl import actions as a
from domain.games.cape_and_cowl import events as e
from domain.games.cape_and_cowl.definitions import PORTER
from domain.games.cape_and_cowl.loadouts import Loadout, Options
from domain.kernel.draws import Draws, Roll
from domain.kernel.game import LoadoutContext
from tests.games.cape_and_cowl.table import P1, P2, Table
from tests.kit.scenario import cards_of, rolled_as

MakeTable = Callable[..., Table]


@pytest.mark.rule("CNC-E01", "CNC-301", "CNC-306", "CNC-308", "CNC-310", "CNC-402", "CNC-412", "CNC-415")
def test_spider_man(table: MakeTable) -> None:
    game = table().player(P1, ap=3, hand=["spider_man"]).player(P2, characters=["riot_sergeant"]).start()
    game.do(P1, a.DrawCard())
    assert game.ap(P1) == 2
    game.play(P1, "spider_man")
    assert game.ap(P1) == 1
    game.attack(P1, "spider_man", "riot_sergeant")
    assert (game.ap(P1), game.hp(P2, "riot_sergeant"), game.cp(P2)) == (0, 10, 100)


@pytest.mark.rule("CNC-E01", "CNC-402", "CNC-415")
def test_spider_man_without_an_opposing_character(table: MakeTable) -> None:
    game = table().player(P1, ap=1, characters=["spider_man"]).start()
    game.attack(P1, "spider_man")
    assert (game.ap(P1), game.cp(P2)) == (0, 90)


@pytest.mark.rule("CNC-E02", "CNC-206", "CNC-211", "CNC-217")
def test_stockpile(table: MakeTable) -> None:
    game = table().player(P1, ap=3).player(P2, ap=0).turn(P1, number=1).start()
    game.end_turn(P1)
    game.end_turn(P2)
    assert (game.board.active, game.board.round, game.ap(P1)) == (P1, 2, 6)


@pytest.mark.rule("CNC-E03", "CNC-302", "CNC-303", "CNC-304", "CNC-305")
def test_annual_blackout(table: MakeTable) -> None:
    game = table().player(P1, ap=3, hand=["annual_blackout"]).player(P2, ap=0, hand=["cityzen_bob"]).start()
    game.play(P1, "annual_blackout")
    assert (game.ap(P1), game.ap(P2)) == (1, -3)
    game.end_turn(P1)
    assert [event.amount for event in game.happened(e.ApReceived)] == [3]
    assert game.ap(P2) == 0
    assert game.refused(P2, a.DrawCard()).rule == "CNC-301"
    game.play(P2, "cityzen_bob")
    assert (game.ap(P2), game.characters(P2)) == (0, ["cityzen_bob"])


@pytest.mark.rule("CNC-E03", "CNC-304", "CNC-305", "CNC-R09")
def test_annual_blackout_with_one_ap_left(table: MakeTable) -> None:
    game = table().player(P1, ap=3, hand=["annual_blackout"]).player(P2, ap=1).start()
    game.play(P1, "annual_blackout")
    assert game.ap(P2) == -2
    game.end_turn(P1)
    assert game.ap(P2) == 1


@pytest.mark.rule("CNC-E04", "CNC-207", "CNC-208", "CNC-209", "CNC-210")
def test_overdrive(table: MakeTable) -> None:
    """P2's City Hall gives no CP without a Civilian, and then the one that turns Overdrive off."""
    game = table().player(P1, characters=["spider_man"])
    game.player(P2, cp=55, hand=["charity_gala", "cityzen_bob"], cities=["city_hall"]).start()
    game.attack(P1, "spider_man")
    assert (game.cp(P2), game.board.players[P2].overdrive) == (45, True)
    game.end_turn(P1)
    game.play(P2, "charity_gala")
    game.play(P2, "cityzen_bob")
    assert (game.cp(P2), game.board.players[P2].overdrive) == (50, True)
    game.pass_round(P2)
    assert (game.cp(P2), game.board.players[P2].overdrive) == (51, False)
    game.pass_round(P2)
    assert [event.amount for event in game.ever(e.ApReceived) if event.seat == P2] == [5, 5, 3]


@pytest.mark.rule("CNC-E05", "CNC-205", "CNC-312", "CNC-535")
def test_avengers_mansion(table: MakeTable) -> None:
    game = table().player(P1, ap=3, hand=["avengers_mansion"], characters=["spider_man", "captain_america"]).start()
    game.play(P1, "avengers_mansion")
    assert [event.ap_after for event in game.happened(e.ApSpent)] == [1]
    assert (game.ap(P1), game.cp(P1)) == (3, 105)
    game.pass_round()
    (income,) = game.happened(e.ApReceived)
    assert (income.porter, income.extra, income.amount, income.ap_after) == (3, 2, 5, 8)


def dice(monkeypatch: pytest.MonkeyPatch, value: int) -> None:
    """Each die shows this from now on; other draws stay random."""
    drawn = Draws.below

    def below(draws: Draws, purpose: str, size: int) -> Roll:
        return rolled_as(purpose, size, value - 1) if purpose.startswith("die:") else drawn(draws, purpose, size)

    monkeypatch.setattr(Draws, "below", below)


@pytest.mark.rule("CNC-E06", "CNC-413", "CNC-414", "CNC-528")
def test_sentry_and_bob(table: MakeTable, monkeypatch: pytest.MonkeyPatch) -> None:
    dice(monkeypatch, 4)
    game = table().player(P1, characters=["sentry"]).player(P2, characters=["cityzen_bob"]).start()
    game.attack(P1, "sentry", "cityzen_bob")
    assert [(event.n, event.ap_after) for event in game.happened(e.ApSpent)] == [(2, 8)]
    assert (game.characters(P2), game.discard(P2)) == ([], ["cityzen_bob"])
    assert [event.value for event in game.happened(e.DieRolled)] == [4]
    assert (game.cp(P1), game.cp(P2)) == (100, 100)


@pytest.mark.rule("CNC-E06", "CNC-413", "CNC-524", "CNC-528")
def test_the_void_takes_a_friend(table: MakeTable, monkeypatch: pytest.MonkeyPatch) -> None:
    dice(monkeypatch, 2)
    game = table().player(P1, characters=["sentry", "spider_man"]).player(P2, characters=["cityzen_bob"]).start()
    assert game.hp(P1, "spider_man") == 15
    game.attack(P1, "sentry", "cityzen_bob")
    dealt = [(event.target_card, event.kind, event.amount) for event in game.happened(e.DamageDealt)]
    assert dealt == [("cityzen_bob", "attack", 50), ("spider_man", "effect", 50)]
    assert (game.characters(P1), game.discard(P1)) == (["sentry"], ["spider_man"])
    assert (game.cp(P1), game.cp(P2)) == (100, 100)


@pytest.mark.rule("CNC-E07", "CNC-312", "CNC-608", "CNC-609", "CNC-610")
def test_import_clinic(table: MakeTable) -> None:
    game = table().player(P1, hand=["import_clinic", "import_clinic"]).player(P2, hand=["bomb_plot"])
    spider_man = game.character(P1, "spider_man", hp=5)
    game.start().play(P1, "import_clinic")
    assert game.cp(P1) == 110
    assert game.asked() == [(P1, "trigger_target")]
    game.target(P1, spider_man)
    assert game.hp(P1, "spider_man") == 15
    game.end_turn(P1)
    game.play(P2, "bomb_plot", game.seen(P1, "import_clinic"))
    assert (game.cp(P1), game.cities(P1), game.discard(P1)) == (110, [], ["import_clinic"])
    game.end_turn(P2)
    game.play(P1, "import_clinic")
    game.target(P1, None)
    assert (game.cp(P1), game.cities(P1)) == (120, ["import_clinic"])


@pytest.mark.rule("CNC-E08", "CNC-313", "CNC-613")
def test_vanished_cops(table: MakeTable) -> None:
    game = table().player(P1, characters=["riot_sergeant", "spider_man"])
    game.player(P2, ap=3, hand=["vanished_cops"]).turn(P2).start()
    game.play(P2, "vanished_cops")
    assert (game.ap(P2), game.cp(P1), game.cp(P2)) == (1, 80, 100)
    assert (game.discard(P1), game.discard(P2)) == ([], ["vanished_cops"])


@pytest.mark.rule("CNC-E09", "CNC-704", "CNC-706")
def test_heroic_resolve(table: MakeTable) -> None:
    game = table().player(P1, discard=25).player(P2, characters=["spider_man"]).turn(P2)
    game.character(P1, "captain_america", hp=10)
    game.start()
    assert game.state.result is None
    game.attack(P2, "spider_man", "captain_america")
    assert len(game.discard(P1)) == 26
    assert game.state.result is not None
    assert (game.state.result.placings, game.state.result.reason) == (((P2,), (P1,)), "attrition")


@pytest.mark.rule("CNC-E10", "CNC-701", "CNC-704", "CNC-R52")
def test_vulcanus_agents(table: MakeTable) -> None:
    game = table().player(P1, hand=["vulcanus_agents"], discard=24)
    game.player(P2, hand=["nill", "flash", "batman", "cityzen_bob"], discard=22).start()
    game.play(P1, "vulcanus_agents")
    assert game.asked() == [(P2, "choose_discards")]
    game.choose(P2, *(game.held(P2, cid) for cid in ("cityzen_bob", "nill", "batman")))
    assert (game.hand(P2), len(game.discard(P2))) == (["flash"], 25)
    assert game.state.result is not None
    assert (game.state.result.placings, game.state.result.reason) == (((P1,), (P2,)), "attrition")
    assert len(game.discard(P1)) == 24
    assert "vulcanus_agents" not in game.discard(P1)


@pytest.mark.rule("CNC-E11", "CNC-302", "CNC-326", "CNC-409")
def test_mirror_master(table: MakeTable) -> None:
    game = table().player(P1, ap=-2, hand=["mirror_master"]).player(P2, characters=["danger"]).start()
    game.play(P1, "mirror_master")
    assert game.refused(P1, game.attacking(P1, "mirror_master", "danger")).rule == "CNC-301", "for lack of AP"
    assert game.strength(P2, "danger") == 15
    game.use(P1, "mirror_master", game.seen(P2, "danger"))
    assert (game.ap(P1), game.strength(P2, "danger")) == (-2, 10)
    assert game.refused(P1, game.attacking(P1, "mirror_master", "danger")).rule == "CNC-326", "the Act is used"
    game.end_turn(P1)
    assert game.strength(P2, "danger") == 10
    game.end_turn(P2)
    assert game.strength(P2, "danger") == 15, "a round is over"


@pytest.mark.rule("CNC-E12", "CNC-417", "CNC-421", "CNC-422", "CNC-423", "CNC-436")
def test_combo(table: MakeTable) -> None:
    game = table().player(P1, characters=["matchstick_mick"]).player(P2, characters=["danger", "agent_nullis"]).start()
    for _ in range(2):
        game.attack(P1, "matchstick_mick", "danger")
        game.pass_round()
    assert (game.hp(P2, "danger"), game.cp(P2), game.combo(P1, "matchstick_mick")) == (40 - 18, 100, 2)
    game.attack(P1, "matchstick_mick", "agent_nullis")
    assert [event.level for event in game.ever(e.ComboChanged)] == [1, 2, 3]
    assert [event.amount for event in game.happened(e.DamageDealt)] == [0]
    assert (game.hp(P2, "agent_nullis"), game.cp(P2)) == (12, 90)
    assert game.combo(P1, "matchstick_mick") == 0


@pytest.mark.rule("CNC-E13", "CNC-425")
@pytest.mark.parametrize("frozen", [True, False])
def test_broken_combo(table: MakeTable, frozen: bool) -> None:
    game = table().player(P2, hand=["cold_snap"]).turn(P2)
    cold_caller = game.character(P1, "cold_caller", combo=(1, 2))
    game.start()
    if frozen:
        game.play(P2, "cold_snap", cold_caller)
    game.end_turn(P2)
    assert game.combo(P1, "cold_caller") == 2
    if frozen:
        assert game.refused(P1, game.attacking(P1, "cold_caller")).rule == "CNC-504"
    game.end_turn(P1)
    assert game.combo(P1, "cold_caller") == 0
    game.end_turn(P2)
    game.attack(P1, "cold_caller")
    assert game.combo(P1, "cold_caller") == 1


@pytest.mark.rule("CNC-E14", "CNC-520")
def test_guard(table: MakeTable) -> None:
    game = table().player(P1, characters=["ladd_russo"]).player(P2, cities=["import_clinic"])
    game.city(P2, "ninja_death_cult", host="import_clinic")
    game.start().use(P1, "ladd_russo", game.seen(P2, "import_clinic"))
    assert game.ap(P1) == 8
    assert (game.cities(P2), game.discard(P2)) == (["import_clinic"], ["ninja_death_cult"])
    game.pass_round()
    game.use(P1, "ladd_russo", game.seen(P2, "import_clinic"))
    assert (game.cities(P2), game.discard(P2)) == ([], ["ninja_death_cult", "import_clinic"])


@pytest.mark.rule("CNC-E15", "CNC-330")
@pytest.mark.parametrize(("held", "drawn", "lost"), [(9, 2, [1]), (6, 3, [])])
def test_port_in_wave(table: MakeTable, held: int, drawn: int, lost: list[int]) -> None:
    game = table().player(P1, hand=["port_in_wave", *["nill"] * (held - 1)]).start()
    game.play(P1, "port_in_wave")
    assert len(game.happened(e.CardDrawn)) == drawn
    assert [event.undrawn for event in game.happened(e.DrawStopped)] == lost
    assert len(game.hand(P1)) == held - 1 + drawn


@pytest.mark.rule("CNC-E16", "CNC-213", "CNC-313")
def test_carnivorous_plants_and_construction_project(table: MakeTable) -> None:
    game = table().player(P1, hand=["carnivorous_plants", "carnivorous_plants", "construction_project"])
    game.player(P2, characters=["jack_bauer", "spider_man"]).start()
    assert (game.hp(P2, "jack_bauer"), game.hp(P2, "spider_man")) == (10, 15)
    game.play(P1, "carnivorous_plants", game.seen(P2, "jack_bauer"))
    assert [event.hp_after for event in game.happened(e.DamageDealt)] == [0]
    assert game.discard(P2) == ["jack_bauer"]
    assert game.refused(P1, game.playing(P1, "construction_project")).rule == "CNC-213"
    game.pass_round()
    game.play(P1, "carnivorous_plants", game.seen(P2, "spider_man"))
    assert game.hp(P2, "spider_man") == 5
    game.pass_round()
    game.play(P1, "construction_project")
    assert game.cp(P1) == 110


@pytest.mark.rule("CNC-E17", "CNC-309", "CNC-311", "CNC-518")
def test_mac(table: MakeTable) -> None:
    """The City Engineer lets P1 play two City cards a turn."""
    game = table().player(P1, hand=["mac", "mac", "nill", "nill"]).player(P2, hand=["bomb_plot"])
    game.player(P1, characters=["city_engineer", "cityzen_bob", "flash"]).start()
    assert game.refused(P1, game.playing(P1, "nill")).rule == "CNC-309"
    game.play(P1, "mac")
    assert game.refused(P1, game.playing(P1, "mac")).rule == "CNC-311"
    game.play(P1, "nill")
    assert len(game.characters(P1)) == 4
    assert game.refused(P1, game.playing(P1, "nill")).rule == "CNC-309"
    game.end_turn(P1)
    game.play(P2, "bomb_plot", game.seen(P1, "mac"))
    game.end_turn(P2)
    assert len(game.characters(P1)) == 4
    for cid in ("cityzen_bob", "flash"):
        assert game.refused(P1, game.playing(P1, "nill")).rule == "CNC-309"
        game.do(P1, a.DiscardFromField(game.seen(P1, cid)))
    game.play(P1, "nill")
    assert game.characters(P1) == ["city_engineer", "nill", "nill"]


@pytest.mark.rule("CNC-E18", "CNC-409", "CNC-525")
def test_classes(table: MakeTable) -> None:
    game = table().player(P1, characters=["captain_commute", "batman", "the_understudy"])
    game.player(P1, cities=["federal_sponsorship"]).player(P2, cities=["media_inquiry"]).start()
    game.attack(P1, "captain_commute")
    assert game.cp(P2) == 100 - 11
    game.attack(P1, "batman")
    assert game.cp(P2) == 89 - 5
    assert game.strength(P1, "the_understudy") == 8 - 5
    game.use(P1, "the_understudy", class_="Hero")
    game.pass_round()
    game.attack(P1, "the_understudy")
    assert game.cp(P2) == 84 - 12


@pytest.mark.rule("CNC-E19", "CNC-411", "CNC-417")
@pytest.mark.parametrize(
    ("attacker", "target", "strength", "hp"),
    [
        ("paper_crane", "repo_ghost", 13, 0),
        ("paper_crane", "agent_nullis", 13, 12),
        ("spider_man", "repo_ghost", 10, 10),
        ("spider_man", "agent_nullis", 10, 2),
    ],
)
def test_types(table: MakeTable, attacker: str, target: str, strength: int, hp: int) -> None:
    game = table().player(P1, characters=[attacker], cities=["well_of_eternity"])
    game.player(P2, characters=["repo_ghost", "agent_nullis"]).start()
    game.attack(P1, attacker, target)
    (damage,) = game.happened(e.DamageDealt)
    assert (damage.target_card, damage.strength, damage.hp_after) == (target, strength, hp)
    assert (target in game.discard(P2)) == (hp == 0)


def faults(*cards: str) -> list[str]:
    """The rules that a deck of these cards and the Porter breaks."""
    loadout = Loadout((PORTER, *cards))
    return [fault.rule for fault in GAME.check_loadout(LoadoutContext(Options(), 2, GAME.core().cards, P1), loadout)]


def some(n: int, rarity: str, kinds: Sequence[str] = ("character", "city", "event")) -> list[str]:
    """As many cards of a commonality, five copies of each."""
    (core,) = GAME.core().sets
    found = [card.cid for card in core.cards if card.rarity == rarity and card.kind in kinds]
    cards = [cid for cid in found for _ in range(5)][:n]
    assert len(cards) == n
    return cards


@pytest.mark.rule("CNC-E20", "CNC-802", "CNC-803", "CNC-804", "CNC-805", "CNC-806")
def test_decks() -> None:
    assert faults(*["nill"] * 50) == ["CNC-805"]
    assert faults(*some(11, "R"), *some(15, "U"), *some(24, "C")) == ["CNC-802"]
    assert faults(*some(10, "R"), *some(15, "U"), *some(25, "C")) == []
    events = [*some(10, "R", ["event"]), *some(15, "U", ["event"]), *some(25, "C", ["event"])]
    assert {cards_of(GAME)[cid].kind for cid in events} == {"event"}
    assert faults(*events) == []


@pytest.mark.rule("CNC-E21", "CNC-317")
def test_one_card_one_turn(table: MakeTable) -> None:
    game = table().player(P1, ap=3, hand=["captain_commute"], characters=["captain_commute"]).start()
    (copy,) = (card.iid for card in game.board.players[P1].hand)
    game.do(P1, a.WithdrawCharacter(game.seen(P1, "captain_commute")))
    assert game.ap(P1) == 2
    (withdrawn,) = (card.iid for card in game.board.players[P1].hand if card.iid != copy)
    assert game.refused(P1, a.PlayCharacter(withdrawn)).rule == "CNC-317"
    game.do(P1, a.PlayCharacter(copy))
    assert game.characters(P1) == ["captain_commute"]


@pytest.mark.rule("CNC-E21", "CNC-316", "CNC-318")
def test_played_or_used_this_turn_it_cannot_be_withdrawn(table: MakeTable) -> None:
    game = table().player(P1, hand=["captain_commute"], characters=["spider_man"]).start()
    game.play(P1, "captain_commute")
    assert game.refused(P1, a.WithdrawCharacter(game.seen(P1, "captain_commute"))).rule == "CNC-316"
    game.attack(P1, "spider_man")
    assert game.refused(P1, a.WithdrawCharacter(game.seen(P1, "spider_man"))).rule == "CNC-318"


@pytest.mark.rule("CNC-E22", "CNC-216", "CNC-402")
@pytest.mark.parametrize("screened", [True, False])
def test_first_turn(table: MakeTable, screened: bool) -> None:
    game = table().player(P1, characters=["flash"]).player(P2, hand=["spider_man"]).turn(P1, number=1).start()
    assert game.refused(P1, game.attacking(P1, "flash")).rule == "CNC-216"
    if not screened:
        game.do(P1, a.DiscardFromField(game.seen(P1, "flash")))
    game.end_turn(P1)
    game.play(P2, "spider_man")
    if screened:
        assert game.refused(P2, game.attacking(P2, "spider_man")).rule == "CNC-402"
    else:
        game.attack(P2, "spider_man")
        assert game.cp(P1) == 90


@pytest.mark.rule("CNC-E23", "CNC-422", "CNC-444")
def test_hyperspeed(table: MakeTable) -> None:
    game = table().player(P1, ap=3)
    game.character(P1, "flash", combo=(1, 2))
    game.start().attack(P1, "flash")
    assert [event.level for event in game.happened(e.ComboChanged)] == [3]
    assert [event.ap_after for event in game.happened(e.ApSpent)] == [2]
    assert [event.ap_after for event in game.happened(e.ApRefunded)] == [3]
    game.attack(P1, "flash")
    assert (game.ap(P1), game.combo(P1, "flash"), game.cp(P2)) == (2, 1, 80)
    assert game.refused(P1, game.attacking(P1, "flash")).rule == "CNC-326"


@pytest.mark.rule("CNC-E24", "CNC-506", "CNC-510")
def test_poison_and_healing(table: MakeTable) -> None:
    game = table().player(P2, characters=["street_medic"])
    hangnail = game.character(P2, "hangnail", statuses=["poisoned", "confused"], made_by=P1)
    game.start()
    assert game.hp(P2, "hangnail") == 12
    game.end_turn(P1)
    assert game.hp(P2, "hangnail") == 11
    game.use(P2, "street_medic", hangnail)
    assert (game.hp(P2, "hangnail"), game.statuses(P2, "hangnail")) == (12, [])


@pytest.mark.rule("CNC-E25", "CNC-714", "CNC-716")
@pytest.mark.parametrize(("tiebreak", "winner"), [("fewest_discards", P1), ("most_cp", P2)])
def test_round_limit(table: MakeTable, tiebreak: str, winner: int) -> None:
    game = table(round_limit=8, tiebreak=tiebreak).player(P1, cp=60, discard=9).player(P2, cp=120, discard=10)
    game.turn(P1, number=8).start().end_turn(P1)
    assert game.state.result is None
    game.end_turn(P2)
    assert game.state.result is not None
    assert (game.state.result.placings, game.state.result.reason) == (((winner,), (1 - winner,)), "limit")


@pytest.mark.rule("CNC-E26", "CNC-603", "CNC-616", "CNC-805")
def test_two_cards_for_one_person(table: MakeTable) -> None:
    game = table().player(P1, hand=["batman"], characters=["bruce_wayne"]).start()
    game.play(P1, "batman")
    assert (game.card(P1, "bruce_wayne").class_, game.card(P1, "batman").class_) == ("Civilian", "Anti-Hero")
    both = ["bruce_wayne", "batman"] * 5
    assert faults(*both, *some(40, "C")) == []


@pytest.mark.rule("CNC-E27", "CNC-902")
@pytest.mark.parametrize("viewer", ["seat:0", "seat:1"])
def test_the_shared_board(table: MakeTable, viewer: str) -> None:
    game = table().player(P1, cp=70, ap=4, discard=["nill"], characters=["spider_man", "flash"])
    game.character(P1, "matchstick_mick", hp=6, combo=(1, 2), statuses=["poisoned"])
    game.player(P2, cp=130, ap=-1, discard=["batman", "bomb_plot"]).start()
    shown = GAME.view(game.state, viewer)
    third = shown.players[P1].characters[2]
    assert third.combo is not None
    assert (third.card, third.statuses, third.combo.level) == ("matchstick_mick", ("poisoned",), 2)
    assert [card.hp for card in shown.players[P1].characters] == [15, 15, 6]
    assert [(player.cp, player.ap) for player in shown.players] == [(70, 4), (130, -1)]
    assert [[card.card for card in player.discard] for player in shown.players] == [["nill"], ["batman", "bomb_plot"]]
