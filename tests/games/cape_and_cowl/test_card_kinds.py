"""Cards and their kinds: Characters, City cards, Events, the Porter (CNC-601 to CNC-618)."""

from __future__ import annotations

from collections.abc import Callable
from typing import get_args

import pytest

from domain.games.cape_and_cowl import GAME
from domain.games.cape_and_cowl import actions as a
from domain.games.cape_and_cowl import events as e
from domain.games.cape_and_cowl.board import Modifier, PlayerEffect
from domain.games.cape_and_cowl.definitions import CLASSES, PORTER, AttackType, Kind
from domain.games.cape_and_cowl.loadouts import Loadout, Options, check_loadout
from domain.games.cape_and_cowl.rules import continuous
from domain.kernel.game import LoadoutContext
from tests.games.cape_and_cowl.custom import city, event
from tests.games.cape_and_cowl.table import FILLER, P1, P2, Table
from tests.kit.scenario import cards_of

MakeTable = Callable[..., Table]

(CORE,) = GAME.core().sets
CARDS = CORE.cards
CHARACTERS = [card for card in CARDS if card.kind == "character"]


def faults(*deck: str) -> list[str]:
    """The rules that a deck breaks."""
    return [fault.rule for fault in check_loadout(LoadoutContext(Options(), 2, GAME.core().cards), Loadout(deck))]


# What a card is


@pytest.mark.rule("CNC-601")
def test_a_card_is_a_character_a_city_card_or_an_event() -> None:
    assert get_args(Kind) == ("character", "city", "event")
    assert {card.kind for card in CARDS} == set(get_args(Kind))
    assert cards_of(GAME)[PORTER].kind == "city"


@pytest.mark.rule("CNC-601")
def test_a_card_is_played_as_what_it_is(table: MakeTable) -> None:
    game = table().player(P1, hand=["flash", "mac", "power_surge"]).start()
    plays = {"flash": a.PlayCharacter, "mac": a.PlayCity, "power_surge": a.PlayEvent}
    for card in plays:
        for other in set(plays) - {card}:
            assert game.refused(P1, plays[other](game.held(P1, card))).rule == "CNC-601"
    for card, play in plays.items():
        game.do(P1, play(game.held(P1, card)))
    assert (game.characters(P1), game.cities(P1), game.discard(P1)) == (["flash"], ["mac"], ["power_surge"])


@pytest.mark.rule("CNC-601", "CNC-R51")
@pytest.mark.parametrize("card", ["media_inquiry", "nohope", "nohope_2"])
def test_a_city_card_by_its_lasting_effect(table: MakeTable, card: str) -> None:
    game = table().player(P1, hand=[card]).start()
    game.play(P1, card)
    game.pass_round()
    assert (game.cities(P1), game.cp(P1)) == ([card], 105)


@pytest.mark.rule("CNC-602")
def test_what_every_card_has() -> None:
    for card in CARDS:
        assert card.cid
        assert card.name
        assert card.cost >= 0
        assert (card.rarity in ("C", "U", "R")) != (card.cid == PORTER)
        assert bool(card.class_ and card.hp) == (card.kind == "character")
        assert card.kind == "city" or card.cp == 0
        assert card.kind == "character" or not card.attacks
    assert {card.cp for card in CARDS if card.kind == "city"} >= {0, 5, 20}


@pytest.mark.rule("CNC-602")
def test_the_printed_facts_are_those_that_a_card_of_its_kind_has() -> None:
    printed = {card.id: card.attributes for card in GAME.cards()}
    assert printed["spider_man"] == {
        "kind": "character",
        "rarity": "U",
        "cost": "1",
        "class": "Hero",
        "hp": "15",
        "attacks": "Web Strike, Physical 10 / 1",
    }
    assert printed["cemetery_hill"] == {"kind": "city", "rarity": "U", "cost": "1", "cp": "0"}
    assert printed["power_surge"] == {"kind": "event", "rarity": "C", "cost": "0"}
    assert printed[PORTER] == {"kind": "city", "cost": "0", "cp": "0"}


@pytest.mark.rule("CNC-603")
def test_every_character_is_of_one_of_six_classes() -> None:
    assert CLASSES == ("Hero", "Anti-Hero", "Civilian", "Government", "Anti-Villain", "Villain")
    assert {card.class_ for card in CHARACTERS} == set(CLASSES)


@pytest.mark.rule("CNC-603")
def test_bonuses_are_for_one_class_an_anti_hero_is_no_hero(table: MakeTable) -> None:
    game = table().player(P1, characters=["flash", "batman", "ladd_russo"], cities=["federal_sponsorship"]).start()
    assert game.strength(P1, "flash") == 14
    assert (game.strength(P1, "batman"), game.strength(P1, "ladd_russo")) == (10, 10)


@pytest.mark.rule("CNC-603")
def test_city_hall_counts_government_and_civilians(table: MakeTable) -> None:
    game = table().player(P1, hand=["city_hall"], characters=["jack_bauer", "nill", "batman"]).start()
    game.play(P1, "city_hall")
    assert game.cp(P1) == 100 + 15 + 2


@pytest.mark.rule("CNC-604")
@pytest.mark.parametrize(
    ("card", "attacks", "abilities"), [("iron_man", 1, 1), ("tony_stark", 0, 2), ("mother_meteor", 2, 0)]
)
def test_a_character_has_any_mix_of_attacks_and_abilities(
    table: MakeTable, card: str, attacks: int, abilities: int
) -> None:
    game = table().player(P1, characters=[card]).start()
    assert {action["attack"] for action in game.legal(P1, "attack")} == set(range(1, attacks + 1))
    assert {action["ability"] for action in game.legal(P1, "use_ability")} == set(range(1, abilities + 1))


@pytest.mark.rule("CNC-605")
def test_every_attack_has_one_type_one_strength_and_one_cost() -> None:
    attacks = [attack for card in CHARACTERS for attack in card.attacks]
    assert {attack.type for attack in attacks} == {
        kind.id for kind in GAME.core().cards.values() if isinstance(kind, AttackType)
    }
    assert all(isinstance(attack.strength, int) and isinstance(attack.cost, int) for attack in attacks)


@pytest.mark.rule("CNC-605")
def test_two_attacks_of_a_character_are_used_one_by_one_with_what_is_printed_for_each(table: MakeTable) -> None:
    game = table().player(P1, ap=10, characters=["mother_meteor"]).player(P2, characters=["danger"]).start()
    game.attack(P1, "mother_meteor", "danger", attack=1)
    (hit,) = game.happened(e.DamageDealt)
    assert (hit.attack_type, hit.amount, game.ap(P1)) == ("Gravity", 25, 8)
    game.pass_round()
    ap = game.ap(P1)
    game.attack(P1, "mother_meteor", "danger", attack=2)
    (hit,) = game.happened(e.DamageDealt)
    assert (hit.attack_type, hit.amount, game.ap(P1)) == ("Earth", 10, ap - 1)
    assert game.refused(P1, game.attacking(P1, "mother_meteor", "danger", attack=3)).rule == "CNC-326"


@pytest.mark.rule("CNC-605", "CNC-401")
@pytest.mark.parametrize(("card", "attack"), [("mother_meteor", 3), ("batman", 2), ("batman", 0), ("nill", 1)])
def test_an_attack_that_is_not_printed_cannot_be_used(table: MakeTable, card: str, attack: int) -> None:
    game = table().player(P1, characters=[card]).start()
    assert game.refused(P1, game.attacking(P1, card, attack=attack)).rule == "CNC-401"


@pytest.mark.rule("CNC-606")
def test_printed_hp_and_strengths_are_at_most_50() -> None:
    assert max(card.hp for card in CHARACTERS) == 50
    assert max(attack.strength for card in CHARACTERS for attack in card.attacks) == 50


# City cards


@pytest.mark.rule("CNC-607")
def test_any_number_of_city_cards_stays_in_play(table: MakeTable) -> None:
    there = ["corner_diner", "mac", "city_hall", "amusement_pier", "solar_array", "trauma_ward", "toll_bridge"]
    game = table().player(P1, hand=["subway_line"], cities=there).start()
    game.play(P1, "subway_line")
    for _ in range(3):
        game.pass_round()
    assert game.cities(P1) == [*there, "subway_line"]


@pytest.mark.rule("CNC-608")
def test_losing_a_city_card_takes_no_cp_and_puts_it_into_the_discard_pile(table: MakeTable) -> None:
    game = table().player(P1, ap=20, hand=["amusement_pier"], cities=["corner_diner"])
    game.player(P2, hand=["bomb_plot"]).start()
    game.play(P1, "amusement_pier")
    assert game.cp(P1) == 120
    game.do(P1, a.DiscardFromField(game.seen(P1, "corner_diner")))
    game.end_turn(P1)
    game.play(P2, "bomb_plot", game.seen(P1, "amusement_pier"))
    assert (game.cp(P1), game.cities(P1)) == (120, [])
    assert (game.discard(P1), game.discard(P2)) == (["corner_diner", "amusement_pier"], ["bomb_plot"])


@pytest.mark.rule("CNC-608", "CNC-610")
def test_a_second_copy_may_follow_the_first_and_gives_its_cp_again(table: MakeTable) -> None:
    game = table().player(P1, ap=20, hand=["corner_diner", "corner_diner"]).start()
    game.play(P1, "corner_diner")
    game.pass_round()
    assert game.refused(P1, game.playing(P1, "corner_diner")).rule == "CNC-311"
    game.do(P1, a.DiscardFromField(game.seen(P1, "corner_diner")))
    game.play(P1, "corner_diner")
    assert (game.cp(P1), game.cities(P1), game.discard(P1)) == (120, ["corner_diner"], ["corner_diner"])


@pytest.mark.rule("CNC-610", "CNC-214")
def test_a_second_copy_is_a_city_play_of_its_turn_too(table: MakeTable) -> None:
    game = table().player(P1, hand=["corner_diner", "corner_diner"]).start()
    game.play(P1, "corner_diner")
    game.do(P1, a.DiscardFromField(game.seen(P1, "corner_diner")))
    assert game.refused(P1, game.playing(P1, "corner_diner")).rule == "CNC-214"


@pytest.mark.rule("CNC-609", "CNC-R11")
def test_each_turn_means_once_when_played_and_in_every_own_start_step(table: MakeTable) -> None:
    game = table().player(P1, hand=["community_garden"]).start()
    game.play(P1, "community_garden")
    assert [event.delta for event in game.happened(e.CpChanged)] == [5, 3]
    game.end_turn(P1)
    assert game.cp(P1) == 108
    game.end_turn(P2)
    assert game.cp(P1) == 111
    game.pass_round()
    assert game.cp(P1) == 114


@pytest.mark.rule("CNC-609", "CNC-R11")
def test_an_each_turn_choice_is_asked_for_at_once(table: MakeTable) -> None:
    game = table().player(P1, hand=["import_clinic"])
    iid = game.character(P1, "spider_man", hp=2)
    game.start()
    game.play(P1, "import_clinic")
    assert game.asked() == [(P1, "trigger_target")]
    game.target(P1, iid)
    assert (game.hp(P1, "spider_man"), game.cp(P1)) == (12, 110)
    game.pass_round()
    game.target(P1, iid)
    assert game.hp(P1, "spider_man") == 15


@pytest.mark.rule("CNC-611")
def test_both_players_may_have_the_same_city_card(table: MakeTable) -> None:
    game = table().player(P1, hand=["mac"]).player(P2, hand=["mac"], cities=["corner_diner"]).start()
    game.play(P1, "mac")
    game.end_turn(P1)
    game.play(P2, "mac")
    assert (game.cities(P1), game.cities(P2)) == (["mac"], ["corner_diner", "mac"])
    assert (continuous.limit(game.board, P1, "characters"), continuous.limit(game.board, P2, "characters")) == (4, 4)
    game.do(P2, a.DiscardFromField(game.seen(P2, "mac")))
    assert (continuous.limit(game.board, P1, "characters"), continuous.limit(game.board, P2, "characters")) == (4, 3)


# Copies, owners, zones


@pytest.mark.rule("CNC-612", "CNC-R41")
def test_copies_of_a_character_may_be_in_play_together(table: MakeTable) -> None:
    game = table().player(P1, hand=["spider_man", "spider_man"], characters=["spider_man"]).start()
    game.play(P1, "spider_man")
    game.play(P1, "spider_man")
    assert game.characters(P1) == ["spider_man"] * 3
    assert len({card.iid for card in game.board.players[P1].characters}) == 3


@pytest.mark.rule("CNC-613")
def test_cards_go_to_their_owners_piles(table: MakeTable) -> None:
    game = (
        table()
        .player(P1, hand=["total_eclipse"], characters=["batman"])
        .player(P2, characters=["hangnail"], deck=["nill"])
        .start()
    )
    game.play(P1, "total_eclipse")
    assert (game.discard(P1), game.discard(P2)) == (["batman", "total_eclipse"], ["hangnail"])


@pytest.mark.rule("CNC-613")
def test_what_the_opponent_mills_discards_or_returns_is_its_owners(table: MakeTable) -> None:
    game = table().player(P1, hand=["lost_luggage"], characters=["drop_shaft_finn", "petty_thief"])
    game.player(P2, hand=["danger"], deck=["nill", "mac", "flash", "batman"], characters=["moth_oracle"]).start()
    game.use(P1, "petty_thief")
    game.play(P1, "lost_luggage")
    game.use(P1, "drop_shaft_finn", game.seen(P2, "moth_oracle"))
    assert (game.hand(P1), game.discard(P1)) == ([], ["lost_luggage"])
    assert (game.hand(P2), game.discard(P2)) == (["moth_oracle"], ["danger", "nill", "mac", "flash"])


@pytest.mark.rule("CNC-614")
def test_a_text_without_a_zone_speaks_of_cards_in_play(table: MakeTable) -> None:
    game = (
        table()
        .player(P1, ap=2, hand=["avengers_mansion", "flash"], discard=["flash"], deck=["flash"], characters=["flash"])
        .player(P2, hand=["toll_bridge", "nill"], discard=["toll_bridge", "grandfather_clockwork"])
        .start()
    )
    game.play(P1, "avengers_mansion")
    assert game.ap(P1) == 1
    game.do(P1, a.DrawCard())
    assert game.ap(P1) == 0


@pytest.mark.rule("CNC-614")
def test_a_target_is_a_card_in_play(table: MakeTable) -> None:
    game = table().player(P1, hand=["carnivorous_plants", "nill"], discard=["flash"])
    game.player(P2, hand=["batman"], discard=["danger"], characters=["hangnail"]).start()
    for iid in (game.held(P1, "nill"), game.thrown(P1, "flash"), game.held(P2, "batman"), game.thrown(P2, "danger")):
        assert game.refused(P1, game.playing(P1, "carnivorous_plants", iid)).rule == "CNC-314"
    assert [action["targets"] for action in game.legal(P1, "play_event")] == [[game.seen(P2, "hangnail")]]


# Texts against rules


@pytest.mark.rule("CNC-615", "CNC-R42")
def test_a_text_wins_against_a_rule(table: MakeTable) -> None:
    game = table().player(
        P1,
        ap=20,
        hand=["power_surge", "charity_gala", "mac", "corner_diner"],
        characters=["demolition_twins", "rooftop_runner", "city_engineer"],
        cities=["broadcast_tower"],
    )
    game.player(P2, characters=["danger"]).start()
    game.attack(P1, "demolition_twins", "danger")
    game.attack(P1, "demolition_twins", "danger")
    game.attack(P1, "rooftop_runner")
    game.play(P1, "power_surge")
    game.play(P1, "charity_gala")
    game.play(P1, "mac")
    game.play(P1, "corner_diner")
    assert (game.hp(P2, "danger"), game.cp(P2)) == (30, 95)
    assert game.cities(P1) == ["broadcast_tower", "mac", "corner_diner"]


@pytest.mark.rule("CNC-615", "CNC-307", "CNC-R42")
def test_no_text_makes_a_hand_larger_than_10(table: MakeTable) -> None:
    game = table().player(P1, hand=[FILLER] * 9, characters=["tony_stark"], deck=["nill"] * 3).start()
    game.use(P1, "tony_stark")
    assert game.hand(P1) == [*[FILLER] * 9, "nill"]


@pytest.mark.rule("CNC-615", "CNC-409", "CNC-R42")
def test_no_text_makes_an_attack_stronger_than_50(table: MakeTable) -> None:
    game = table()
    game.character(P1, "the_foreclosure", modifiers=[Modifier(30, "turn", P1)])
    game.start()
    assert game.strength(P1, "the_foreclosure") == 50
    game.attack(P1, "the_foreclosure")
    assert game.cp(P2) == 50


@pytest.mark.rule("CNC-615", "CNC-512", "CNC-R42")
def test_no_text_gives_more_than_50_hp(table: MakeTable) -> None:
    game = table()
    card = city(game, "passive: hp_mod(my_char, 30)")
    game.player(P1, characters=["danger", "batman"], cities=[card]).start()
    assert (game.hp(P1, "danger"), game.hp(P1, "batman")) == (50, 45)


@pytest.mark.rule("CNC-615", "CNC-410", "CNC-R42")
def test_no_text_makes_the_top_tier_stronger(table: MakeTable) -> None:
    game = table()
    card = city(game, "passive: attack_mod(my_char, -9), attack_mod(my_char, 5)")
    game.player(P1, characters=["sentry", "the_foreclosure"], cities=[card]).start()
    assert (game.strength(P1, "sentry"), game.strength(P1, "the_foreclosure")) == (41, 26)


@pytest.mark.rule("CNC-616", "CNC-R43")
def test_versions_are_different_cards(table: MakeTable) -> None:
    game = table().player(P1, hand=["nohope_2"], cities=["nohope"]).start()
    game.play(P1, "nohope_2")
    assert game.cities(P1) == ["nohope", "nohope_2"]
    commons = [card.cid for card in CARDS if card.rarity == "C" and card.cid != "nohope_2"]
    deck = [PORTER, *["nohope"] * 5, *["nohope_2"] * 5, *commons[:40]]
    assert faults(*deck) == []
    assert faults(*deck[:-1], "nohope_2") == ["CNC-805"]


@pytest.mark.rule("CNC-616", "CNC-R43")
@pytest.mark.parametrize(("deck", "found"), [(["nohope_2", "nill"], False), (["nohope_2", "nohope"], True)])
def test_a_text_that_names_a_card_means_no_other_version(table: MakeTable, deck: list[str], found: bool) -> None:
    game = table()
    card = event(game, "search(card_is(nohope), 1)")
    game.player(P1, hand=[card], deck=deck).start()
    game.play(P1, card)
    assert game.asked() == [(P1, "search_card" if found else "main")]
    if found:
        assert [action.get("card") for action in game.legal(P1)] == ["nohope", None]
        game.do(P1, a.TakeCard("nohope"))
    assert game.hand(P1) == (["nohope"] if found else [])


@pytest.mark.rule("CNC-616", "CNC-603")
def test_two_cards_for_one_person_are_two_cards(table: MakeTable) -> None:
    game = table().player(P1, hand=["bruce_wayne"], characters=["batman"], deck=["bruce_wayne", "nill"]).start()
    game.play(P1, "bruce_wayne")
    game.use(P1, "bruce_wayne", ability=2)
    assert game.characters(P1) == ["batman", "bruce_wayne"]
    assert [event.found for event in game.happened(e.DeckSearched)] == [False]


# The Porter


@pytest.mark.rule("CNC-617", "CNC-R44")
@pytest.mark.parametrize("card", ["bomb_plot", "apokayak_attack"])
def test_no_effect_picks_the_porter(table: MakeTable, card: str) -> None:
    game = table().player(P1, hand=[card], characters=["ladd_russo", "marshal_ruiz", "permit_clerk"])
    game.player(P2, cities=["mac"]).start()
    porter, mac = game.seen(P2, PORTER), game.seen(P2, "mac")
    offered = [action["targets"] for kind in ("play_event", "use_ability") for action in game.legal(P1, kind)]
    assert offered == [[mac]] * 4
    assert game.refused(P1, game.playing(P1, card, porter)).rule == "CNC-617"
    for character in ("ladd_russo", "marshal_ruiz", "permit_clerk"):
        assert game.refused(P1, game.using(P1, character, porter)).rule == "CNC-617"


@pytest.mark.rule("CNC-617", "CNC-R44")
def test_nothing_happens_to_the_porter_alone(table: MakeTable) -> None:
    game = table().player(P1, characters=["the_foreclosure", "ladd_russo"]).player(P2).start()
    assert game.refused(P1, game.using(P1, "ladd_russo", game.seen(P2, PORTER))).rule == "CNC-314"
    game.use(P1, "the_foreclosure")
    assert (game.cp(P2), [card.cid for card in game.board.players[P2].cities]) == (90, [PORTER])


@pytest.mark.rule("CNC-617", "CNC-R44")
def test_texts_that_speak_of_all_city_cards_leave_the_porter_out(table: MakeTable) -> None:
    text = "destroy(all(my_city)), disable(all(opp_city), round), destroy(all(opp_city))"
    game = table()
    card = event(game, text)
    game.player(P1, hand=[card], cities=["mac"]).player(P2, cities=["mac"]).start()
    game.play(P1, card)
    for seat in (P1, P2):
        assert [(city.cid, city.disabled) for city in game.board.players[seat].cities] == [(PORTER, None)]


@pytest.mark.rule("CNC-617", "CNC-R34", "CNC-R44")
def test_the_porter_generates_also_while_its_player_is_flooded(table: MakeTable) -> None:
    game = table().player(P1, ap=10, hand=["burst_mains"]).player(P2, ap=0, cities=["solar_array"]).start()
    game.play(P1, "burst_mains")
    game.end_turn(P1)
    assert game.ap(P2) == 3
    assert continuous.enabled(game.board, P2, game.card(P2, PORTER))
    assert not continuous.enabled(game.board, P2, game.card(P2, "solar_array"))


@pytest.mark.rule("CNC-617", "CNC-519", "CNC-R44")
def test_the_porter_has_no_guard(table: MakeTable) -> None:
    game = table().player(P1, hand=["rooftop_watch"]).start()
    guard = game.playing(P1, "rooftop_watch", game.seen(P1, PORTER))
    assert game.refused(P1, guard).rule == "CNC-519"
    game = table().player(P1, hand=["rooftop_watch"], cities=["mac"]).start()
    assert [action["host"] for action in game.legal(P1, "play_city")] == [game.seen(P1, "mac")]


@pytest.mark.rule("CNC-617")
def test_a_second_porter_is_never_played(table: MakeTable) -> None:
    game = table().player(P1, hand=[PORTER]).start()
    assert game.refused(P1, game.playing(P1, PORTER)).rule == "CNC-311"


# The top tier


@pytest.mark.rule("CNC-618", "CNC-410")
def test_the_top_tier_has_50_hp_or_an_attack_of_50_and_a_higher_cost() -> None:
    top = [card for card in CARDS if card.top_tier]
    assert {card.cid for card in top} == {"sentry", "leviathan_below"}
    assert all(card.cost >= 2 and min(attack.cost for attack in card.attacks) >= 2 for card in top)


@pytest.mark.rule("CNC-615")
def test_a_lasting_effect_on_a_player_wins_against_a_rule(table: MakeTable) -> None:
    game = (
        table()
        .player(P1, hand=["power_surge"])
        .lasting(P1, PlayerEffect("limit_mod", "round", P2, -1, "events_per_turn"))
    )
    game.start()
    assert game.refused(P1, game.playing(P1, "power_surge")).rule == "CNC-213"
