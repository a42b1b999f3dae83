"""Guards and replacements, destruction together, triggers, cards between zones, dice (CNC-519 to CNC-536)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from domain.games.cape_and_cowl import actions as a
from domain.games.cape_and_cowl import events as e
from domain.games.cape_and_cowl.definitions import CLASSES
from tests.games.cape_and_cowl import custom
from tests.games.cape_and_cowl.table import FILLER, P1, P2, Table

MakeTable = Callable[..., Table]


# Guards


@pytest.mark.rule("CNC-519", "CNC-617", "CNC-R36", "CNC-R44")
@pytest.mark.card("rooftop_watch")
@pytest.mark.card("ninja_death_cult")
def test_a_guard_needs_a_host(table: MakeTable) -> None:
    """An own City card: not the Porter, not a guard, and without a guard."""
    game = table().player(P1, hand=["rooftop_watch"], cities=["mac", "city_hall"]).player(P2, cities=["mac"])
    game.city(P1, "ninja_death_cult", host="mac")
    game.start()
    hosts = [one["host"] for one in game.legal(P1, "play_city")]
    assert hosts == [game.seen(P1, "city_hall")]
    for wrong in ("the_porter", "mac", "ninja_death_cult"):
        refused = game.refused(P1, game.playing(P1, "rooftop_watch", game.seen(P1, wrong)))
        assert refused.rule == "CNC-519"
    assert game.refused(P1, game.playing(P1, "rooftop_watch", game.seen(P2, "mac"))).rule == "CNC-519"
    assert game.refused(P1, game.playing(P1, "rooftop_watch")).rule == "CNC-519"
    game.play(P1, "rooftop_watch", game.seen(P1, "city_hall"))
    assert game.card(P1, "rooftop_watch").host == game.seen(P1, "city_hall")


@pytest.mark.rule("CNC-519", "CNC-R36")
def test_without_a_host_a_guard_cannot_be_played(table: MakeTable) -> None:
    game = table().player(P1, hand=["rooftop_watch", "mac"]).start()
    assert game.refused(P1, game.playing(P1, "rooftop_watch")).rule == "CNC-519"
    assert game.refused(P1, game.playing(P1, "mac", game.seen(P1, "the_porter"))).rule == "CNC-519"
    assert [one["card"] for one in game.legal(P1, "play_city")] == [game.held(P1, "mac")]


@pytest.mark.rule("CNC-520", "CNC-R36", "CNC-R37")
@pytest.mark.card("ladd_russo")
@pytest.mark.card("bomb_plot")
def test_the_guard_is_destroyed_instead_of_its_host(table: MakeTable) -> None:
    game = table().player(P1, hand=["bomb_plot"], characters=["ladd_russo"]).player(P2, cities=["import_clinic"])
    game.city(P2, "ninja_death_cult", host="import_clinic")
    game.start()
    game.use(P1, "ladd_russo", game.seen(P2, "import_clinic"))
    assert (game.cities(P2), game.discard(P2)) == (["import_clinic"], ["ninja_death_cult"])
    assert [one.by for one in game.happened(e.DestroyReplaced)] == ["guard"]
    game.play(P1, "bomb_plot", game.seen(P2, "import_clinic"))
    assert (game.cities(P2), game.cp(P2)) == ([], 100)


@pytest.mark.rule("CNC-520", "CNC-517")
def test_a_flooded_guard_guards_nothing(table: MakeTable) -> None:
    game = table().player(P1, hand=["burst_mains"], characters=["ladd_russo"]).player(P2, cities=["mac"])
    game.city(P2, "rooftop_watch", host="mac")
    game.start()
    game.play(P1, "burst_mains")
    game.use(P1, "ladd_russo", game.seen(P2, "mac"))
    assert (game.cities(P2), sorted(game.discard(P2))) == ([], ["mac", "rooftop_watch"])


@pytest.mark.rule("CNC-520", "CNC-324")
def test_a_guard_does_not_stand_in_for_a_discard(table: MakeTable) -> None:
    game = table().player(P1, cities=["mac"])
    game.city(P1, "rooftop_watch", host="mac")
    game.start()
    game.do(P1, a.DiscardFromField(game.seen(P1, "mac")))
    assert (game.cities(P1), game.discard(P1)) == ([], ["mac", "rooftop_watch"])


@pytest.mark.rule("CNC-520", "CNC-529", "CNC-R36", "CNC-R39", "CNC-R61")
def test_host_and_guard_destroyed_together(table: MakeTable) -> None:
    """The guard falls once, for its host and for itself."""
    game = table()
    quake = custom.event(game, "destroy(all(opp_city))")
    game.player(P1, hand=[quake], cities=["mac"]).player(P2, cities=["mac", "city_hall"])
    game.city(P2, "rooftop_watch", host="mac")
    game.start()
    game.play(P1, quake)
    assert (game.cities(P2), game.discard(P2), game.cities(P1)) == (["mac"], ["rooftop_watch", "city_hall"], ["mac"])


@pytest.mark.rule("CNC-521", "CNC-R36")
def test_a_guard_may_be_picked_itself(table: MakeTable) -> None:
    game = table().player(P1, hand=["bomb_plot"], characters=["permit_clerk"]).player(P2, cities=["mac"])
    game.city(P2, "rooftop_watch", host="mac")
    game.start()
    guard = game.seen(P2, "rooftop_watch")
    game.use(P1, "permit_clerk", guard)
    assert game.card(P2, "rooftop_watch").disabled == P1
    game.play(P1, "bomb_plot", guard)
    assert (game.cities(P2), game.discard(P2)) == (["mac"], ["rooftop_watch"])


@pytest.mark.rule("CNC-617", "CNC-R44")
@pytest.mark.card("the_porter")
def test_nothing_picks_the_porter(table: MakeTable) -> None:
    game = table()
    quake = custom.event(game, "destroy(all(my_city)), destroy(all(opp_city))")
    game.player(P1, hand=["bomb_plot", quake], cities=["mac"], characters=["the_foreclosure"]).start()
    assert game.refused(P1, game.playing(P1, "bomb_plot", game.seen(P2, "the_porter"))).rule == "CNC-314"
    use = game.using(P1, "the_foreclosure", game.seen(P2, "the_porter"))
    assert game.refused(P1, use).rule == "CNC-314"
    assert game.refused(P1, a.DiscardFromField(game.seen(P1, "the_porter"))).rule == "CNC-617"
    game.play(P1, quake)
    assert [[card.cid for card in player.cities] for player in game.board.players] == [["the_porter"]] * 2


# Replacements


@pytest.mark.rule("CNC-522", "CNC-R37")
@pytest.mark.card("old_glacier")
@pytest.mark.card("bonecart")
@pytest.mark.parametrize("cid", ["old_glacier", "bonecart"])
def test_replace_destroy_once_in_a_stay(table: MakeTable, cid: str) -> None:
    game = table().player(P1, characters=["mother_meteor", "iron_man"])
    game.character(P2, cid, combo=(1, 2), statuses=["poisoned", "confused"])
    game.start()
    game.attack(P1, "mother_meteor", cid)
    assert (game.hp(P2, cid), game.combo(P2, cid)) == (5, 2)
    assert game.statuses(P2, cid) == ["confused", "poisoned"]
    assert [(one.by, one.hp_after) for one in game.happened(e.DestroyReplaced)] == [("replacement", 5)]
    game.attack(P1, "iron_man", cid)
    assert game.discard(P2) == [cid]


@pytest.mark.rule("CNC-522", "CNC-319")
def test_a_new_stay_has_a_new_replacement(table: MakeTable) -> None:
    game = table().player(P1, characters=["mother_meteor"], hand=["eviction_notice"])
    game.character(P2, "old_glacier", hp=1)
    game.start()
    game.attack(P1, "mother_meteor", "old_glacier")
    game.play(P1, "eviction_notice", game.seen(P2, "old_glacier"))
    game.end_turn(P1)
    game.play(P2, "old_glacier")
    game.end_turn(P2)
    game.attack(P1, "mother_meteor", "old_glacier")
    assert game.hp(P2, "old_glacier") == 5


@pytest.mark.rule("CNC-522", "CNC-507", "CNC-324")
def test_no_replacement_when_silenced_or_discarded(table: MakeTable) -> None:
    game = table().player(P1, characters=["mother_meteor", "old_glacier"])
    game.character(P2, "old_glacier", statuses=["silenced"])
    game.start()
    game.attack(P1, "mother_meteor", "old_glacier")
    assert game.discard(P2) == ["old_glacier"]
    game.do(P1, a.DiscardFromField(game.seen(P1, "old_glacier")))
    assert game.discard(P1) == ["old_glacier"]


@pytest.mark.rule("CNC-522", "CNC-530")
def test_what_was_replaced_triggers_nothing_but_its_damage(table: MakeTable) -> None:
    game = table()
    tough = custom.character(
        game, "passive: replace_destroy(self, 2)", "when_destroyed: draw(me, 1)", "when_damaged: gain_cp(me, 1)"
    )
    game.player(P1, characters=["mother_meteor"]).player(P2, characters=[tough, "gutter_saint"]).start()
    game.attack(P1, "mother_meteor", tough)
    assert (game.hp(P2, tough), game.hand(P2), game.ap(P2), game.cp(P2)) == (2, [], 10, 101)


@pytest.mark.rule("CNC-522", "CNC-512")
def test_a_replacement_gives_no_more_than_the_maximum(table: MakeTable) -> None:
    game = table()
    smog = custom.city(game, "passive: hp_mod(opp_char, -17)")
    game.player(P1, characters=["spider_man"], cities=[smog])
    game.character(P2, "old_glacier", hp=3)
    game.start()
    assert game.card(P2, "old_glacier").max_hp == 3
    game.attack(P1, "spider_man", "old_glacier")
    assert game.hp(P2, "old_glacier") == 3


@pytest.mark.rule("CNC-523", "CNC-522", "CNC-R37")
@pytest.mark.card("total_eclipse")
def test_destroying_asks_neither_hp_nor_shield_nor_immunity(table: MakeTable) -> None:
    game = table().player(P1, hand=["total_eclipse"], characters=["sentry"]).player(P2, characters=["old_glacier"])
    game.character(P2, "agent_nullis", statuses=["shielded"])
    game.start()
    game.play(P1, "total_eclipse")
    assert (game.characters(P1), game.characters(P2), game.hp(P2, "old_glacier")) == ([], ["old_glacier"], 5)
    assert game.discard(P2) == ["agent_nullis"]
    assert game.happened(e.DamageDealt) == []


@pytest.mark.rule("CNC-523")
@pytest.mark.card("the_adjudicator")
def test_sentence_for_10_hp_or_less(table: MakeTable) -> None:
    game = table().player(P1, characters=["the_adjudicator"])
    game.character(P2, "danger", hp=11)
    game.character(P2, "batman", hp=10)
    game.start()
    assert game.refused(P1, game.using(P1, "the_adjudicator", game.seen(P2, "danger"))).rule == "CNC-314"
    game.use(P1, "the_adjudicator", game.seen(P2, "batman"))
    assert game.characters(P2) == ["danger"]


@pytest.mark.rule("CNC-522", "CNC-529")
def test_replacements_are_judged_before_anything_falls(table: MakeTable) -> None:
    """Who keeps the others falls together with them; they are kept all the same."""
    game = table()
    angel = custom.character(game, "passive: replace_destroy(my_other_char, 1)")
    game.player(P1, hand=["total_eclipse"]).player(P2, characters=[angel, "batman"]).start()
    game.play(P1, "total_eclipse")
    assert (game.characters(P2), game.hp(P2, "batman")) == (["batman"], 1)


# Effect damage, Classes


@pytest.mark.rule("CNC-524", "CNC-R20", "CNC-R54")
@pytest.mark.card("carnivorous_plants")
@pytest.mark.card("collateral_damage")
def test_effect_damage_has_no_type_and_any_character_is_a_target(table: MakeTable) -> None:
    game = table().player(P1, hand=["carnivorous_plants"], characters=["spider_man"])
    game.player(P2, characters=["spider_man", "repo_ghost", "riot_sergeant", "nill"]).start()
    (own,) = game.board.players[P1].characters
    there = [one["targets"] for one in game.legal(P1, "play_event")]
    assert there == [[own.iid], *([card.iid] for card in game.board.players[P2].characters)]
    game.play(P1, "carnivorous_plants", own.iid)
    assert game.hp(P1, "spider_man") == 5, "without Spider-Sense"


@pytest.mark.rule("CNC-524", "CNC-R20")
def test_effect_damage_goes_through_immunity(table: MakeTable) -> None:
    game = table().player(P1, hand=["collateral_damage"])
    game.player(P2, characters=["spider_man", "repo_ghost", "agent_nullis"]).start()
    game.play(P1, "collateral_damage")
    assert [card.hp for card in game.board.players[P2].characters] == [10, 5, 7]
    assert {hit.kind for hit in game.happened(e.DamageDealt)} == {"effect"}


@pytest.mark.rule("CNC-525")
@pytest.mark.card("the_understudy")
@pytest.mark.card("identity_swap")
def test_a_class_of_choice_replaces_the_old_one(table: MakeTable) -> None:
    game = table().player(P1, characters=["the_understudy"], cities=["federal_sponsorship", "vigilante_safehouse"])
    game.player(P2, cities=["media_inquiry"]).start()
    assert game.strength(P1, "the_understudy") == 8 + 5 - 5
    assert [one["class"] for one in game.legal(P1, "use_ability")] == list(CLASSES)
    assert game.refused(P1, game.using(P1, "the_understudy")).rule == "CNC-525"
    assert game.refused(P1, game.using(P1, "the_understudy", class_="Sidekick")).rule == "CNC-525"
    game.use(P1, "the_understudy", class_="Hero")
    assert game.card(P1, "the_understudy").class_ == "Hero"
    assert game.strength(P1, "the_understudy") == 8 + 4
    game.pass_round()
    game.use(P1, "the_understudy", class_="Villain")
    assert game.strength(P1, "the_understudy") == 8


@pytest.mark.rule("CNC-525", "CNC-535")
def test_a_class_counts_at_once_for_income(table: MakeTable) -> None:
    game = table().player(P1, ap=2, hand=["identity_swap"], cities=["avengers_mansion"], characters=["batman"])
    game.player(P2, characters=["spider_man"]).start()
    game.play(P1, "identity_swap", game.seen(P1, "batman"), class_="Hero")
    game.pass_round()
    assert game.ap(P1) == 1 + 3 + 1


@pytest.mark.rule("CNC-525")
def test_a_printed_word_names_the_class(table: MakeTable) -> None:
    game = table()
    turncoat = custom.event(game, "set_class(all(any_char), villain, stay)")
    game.player(P1, hand=[turncoat], characters=["batman"]).player(P2, characters=["ladd_russo"]).start()
    assert [one.get("class") for one in game.legal(P1, "play_event")] == [None]
    game.play(P1, turncoat)
    assert (game.card(P1, "batman").class_, len(game.happened(e.ClassChanged))) == ("Villain", 1)


# Hands, decks, discard piles


@pytest.mark.rule("CNC-526", "CNC-R25")
@pytest.mark.card("batman")
def test_reveal_asks_for_positions_when_there_are_more(table: MakeTable) -> None:
    game = table().player(P1, characters=["batman"]).player(P2, hand=["mac", "nill", "batman"]).start()
    game.use(P1, "batman")
    assert game.asked() == [(P1, "hand_positions")]
    assert len(game.legal(P1)) == 3, "two of three; none is no answer here"
    assert game.refused(P1, a.ChoosePositions(())).rule == "CNC-526"
    assert game.refused(P1, a.ChoosePositions((1, 1))).rule == "CNC-526"
    assert game.hand(P1) == []
    game.do(P1, a.ChoosePositions((3, 1)))
    assert [(one.position, one.card) for one in game.happened(e.HandCardRevealed)] == [(1, "mac"), (3, "batman")]
    assert game.hand(P1) == [FILLER], "the draw comes after it"


@pytest.mark.rule("CNC-526")
def test_reveal_is_about_the_hand_that_the_text_names(table: MakeTable) -> None:
    game = table()
    show = custom.event(game, "reveal(both, 1)")
    game.player(P1, hand=[show, "mac", "nill", "flash"]).player(P2, hand=["batman", "mac"]).start()
    game.play(P1, show)
    assert [template.label for template in game.game.options(game.state, game.prompt(P1))] == [
        "Reveal cards at these positions of your own hand"
    ]
    game.do(P1, a.ChoosePositions((3,)))
    game.do(P1, a.ChoosePositions((1,)))
    shown = [(one.seat, one.position, one.card) for one in game.ever(e.HandCardRevealed)]
    assert shown == [(P1, 3, "flash"), (P2, 1, "batman")]


@pytest.mark.rule("CNC-526")
@pytest.mark.parametrize("hand", [[], ["mac"], ["mac", "nill"]])
def test_reveal_shows_all_if_there_are_no_more(table: MakeTable, hand: list[str]) -> None:
    game = table().player(P1, characters=["batman"]).player(P2, hand=hand).start()
    game.use(P1, "batman")
    assert [one.card for one in game.happened(e.HandCardRevealed)] == hand


@pytest.mark.rule("CNC-526", "CNC-221", "CNC-R49")
def test_revealed_cards_count_no_more(table: MakeTable) -> None:
    game = table().player(P1, characters=["batman", "batman"]).player(P2, hand=["mac", "nill", "danger"]).start()
    first, second = game.board.players[P1].characters
    game.do(P1, a.UseAbility(first.iid, 1))
    game.time_out(P1)
    assert [one.position for one in game.happened(e.HandCardRevealed)] == [1, 2]
    game.do(P1, a.UseAbility(second.iid, 1))
    assert [one.position for one in game.happened(e.HandCardRevealed)] == [3]


@pytest.mark.rule("CNC-526")
@pytest.mark.card("breaking_news")
@pytest.mark.card("the_pawnbroker")
def test_the_whole_hand_is_revealed(table: MakeTable) -> None:
    game = table().player(P1, characters=["the_pawnbroker"]).player(P2, hand=["mac", "nill"]).start()
    game.use(P1, "the_pawnbroker", ability=2)
    assert all(card.revealed for card in game.board.players[P2].hand)
    game.end_turn(P1)
    game.do(P2, a.DrawCard())
    assert [card.revealed for card in game.board.players[P2].hand] == [True, True, False]


@pytest.mark.rule("CNC-527", "CNC-R38")
@pytest.mark.card("lost_luggage")
@pytest.mark.card("salt_prophet")
@pytest.mark.parametrize("n", [0, 2, 3, 4])
def test_mill_takes_as_many_as_there_are(table: MakeTable, n: int) -> None:
    deck = ["mac", "nill", "batman", "danger"][:n]
    game = table().player(P1, hand=["lost_luggage"]).player(P2, deck=deck).start()
    game.play(P1, "lost_luggage")
    assert (game.discard(P2), game.deck(P2)) == (deck[:3], deck[3:])
    assert len(game.happened(e.CardsMilled)) == (n > 0)
    assert game.state.result is None


@pytest.mark.rule("CNC-527", "CNC-701", "CNC-704")
def test_milled_cards_fall_together_before_the_end_is_looked_at(table: MakeTable) -> None:
    game = table().player(P1, hand=["lost_luggage"]).player(P2, discard=23).start()
    game.play(P1, "lost_luggage")
    assert len(game.discard(P2)) == 26
    assert game.state.result is not None


@pytest.mark.rule("CNC-528")
@pytest.mark.card("jack_bauer")
@pytest.mark.parametrize("value", [1, 2, 3, 4, 5, 6])
def test_a_die_of_six_faces(table: MakeTable, value: int) -> None:
    """1-2 it takes 5; 3-4 nothing; 5-6 the target is chosen by prompt after the roll."""
    game = table().player(P1, characters=["jack_bauer"]).player(P2, characters=["danger"])
    custom.die(game, P1, value)
    game.start()
    game.use(P1, "jack_bauer")
    (rolled,) = game.happened(e.DieRolled)
    assert (rolled.value, [(draw.size, draw.value) for draw in rolled.draws]) == (value, [(6, value - 1)])
    assert game.is_idle() == (value < 5)
    if value >= 5:
        game.target(P1, game.seen(P2, "danger"))
    assert game.hp(P1, "jack_bauer") == (5 if value <= 2 else 10)
    assert game.hp(P2, "danger") == (25 if value >= 5 else 40)


@pytest.mark.rule("CNC-532", "CNC-528", "CNC-R24")
def test_a_choice_after_a_roll_may_be_declined_or_have_nothing(table: MakeTable) -> None:
    game = table().player(P1, characters=["jack_bauer"]).player(P2, characters=["danger"])
    custom.die(game, P1, 5)
    game.start()
    game.use(P1, "jack_bauer")
    assert game.asked() == [(P1, "trigger_target")]
    game.target(P1, None)
    assert game.hp(P2, "danger") == 40
    game = table().player(P1, characters=["jack_bauer"])
    custom.die(game, P1, 5)
    game.start()
    game.use(P1, "jack_bauer")
    assert (game.is_idle(), game.cp(P2)) == (True, 100)


# Together, one after another


@pytest.mark.rule("CNC-529", "CNC-413", "CNC-R39")
def test_characters_at_0_hp_are_destroyed_together(table: MakeTable) -> None:
    """Both Gutter Saints fall, so neither sees the other fall; the one with HP left sees both."""
    game = table().player(P1, hand=["collateral_damage"]).player(P2, characters=["gutter_saint"])
    for _ in range(2):
        game.character(P2, "gutter_saint", hp=5)
    game.start()
    game.play(P1, "collateral_damage")
    assert (game.characters(P2), game.ap(P2)) == (["gutter_saint"], 12)
    found = [fact.event.type for fact in game.facts if isinstance(fact.event, (e.DamageDealt, e.CardDestroyed))]
    assert found == ["damage_dealt"] * 3 + ["card_destroyed"] * 2


@pytest.mark.rule("CNC-529", "CNC-708", "CNC-R39")
@pytest.mark.card("mutual_ruin")
def test_one_effect_on_both_players_happens_to_both_before_the_end(table: MakeTable) -> None:
    game = table().player(P1, cp=30, hand=["mutual_ruin"]).player(P2, cp=30).start()
    game.play(P1, "mutual_ruin")
    assert game.state.result is not None
    assert (game.state.result.kind, game.state.result.rule) == ("draw", "CNC-708")


@pytest.mark.rule("CNC-530", "CNC-531", "CNC-R39")
@pytest.mark.parametrize("active", [P1, P2])
def test_triggers_of_the_active_player_first_in_order_of_entering(table: MakeTable, active: int) -> None:
    """All `when_destroyed`, then all `friend_destroyed`; Characters and City cards as they entered play."""
    game = table()
    last = [custom.character(game, "when_destroyed: gain_ap(me, 1)", hp=5) for _ in range(3)]
    wall = custom.city(game, "friend_destroyed: gain_ap(me, 1)")
    saint = custom.character(game, "passive: replace_destroy(self, 1)", "friend_destroyed: gain_ap(me, 1)")
    game.turn(active).player(active, hand=["total_eclipse"])
    game.character(1 - active, last[0])
    game.character(active, last[1])
    game.city(1 - active, wall)
    game.character(1 - active, saint)
    game.city(active, wall)
    game.character(active, last[2])
    game.start()
    game.play(active, "total_eclipse")
    gained = [(one.seat, one.cause) for one in game.happened(e.ApGained)]
    assert gained == [
        (active, last[1]),
        (active, last[2]),
        (1 - active, last[0]),
        (active, wall),
        (active, wall),
        (1 - active, wall),
        (1 - active, saint),
    ]


@pytest.mark.rule("CNC-529", "CNC-530", "CNC-R62")
@pytest.mark.parametrize("active", [P1, P2])
def test_both_choose_the_active_player_first(table: MakeTable, active: int) -> None:
    game = table()
    purge = custom.event(game, "discard_hand(both, 1, owner), gain_ap(me, 1)")
    game.turn(active).player(active, hand=[purge, "mac", "nill"]).player(1 - active, hand=["mac", "nill"])
    game.start()
    game.play(active, purge)
    assert game.asked() == [(active, "choose_discards")]
    game.choose(active, game.held(active, "mac"))
    assert (game.asked(), game.discard(active)) == ([(1 - active, "choose_discards")], ["mac"])
    game.choose(1 - active, game.held(1 - active, "nill"))
    assert (game.hand(1 - active), game.ap(active)) == (["mac"], 11)


@pytest.mark.rule("CNC-530", "CNC-531", "CNC-R39")
def test_the_order_of_friends_is_that_of_their_own_entering(table: MakeTable) -> None:
    """Two fall, two see it: the first that entered has both its turns, then the second."""
    game = table()
    first, second = (custom.city(game, "friend_destroyed: gain_cp(me, 1)") for _ in range(2))
    game.player(P1, hand=["collateral_damage"])
    game.city(P2, first)
    game.player(P2, characters=["cityzen_bob", "nill"])
    game.city(P2, second)
    game.start()
    game.play(P1, "collateral_damage")
    assert [one.cause for one in game.happened(e.CpChanged)] == [first, first, second, second]


@pytest.mark.rule("CNC-531", "CNC-R39")
@pytest.mark.card("gutter_saint")
@pytest.mark.card("memorial_wall")
def test_friend_destroyed_once_for_each_of_the_own(table: MakeTable) -> None:
    game = table().player(P1, hand=["collateral_damage"], characters=["gutter_saint"], cities=["memorial_wall"])
    game.player(P2, characters=["cityzen_bob", "nill", "gutter_saint"], cities=["memorial_wall"]).start()
    game.play(P1, "collateral_damage")
    assert (game.ap(P2), game.cp(P2)) == (12, 106)
    assert (game.ap(P1), game.cp(P1)) == (9, 100), "those of P2 are no friends of P1"


@pytest.mark.rule("CNC-531", "CNC-507", "CNC-517", "CNC-R28")
def test_friend_destroyed_needs_an_enabled_card(table: MakeTable) -> None:
    game = table().player(P1, hand=["collateral_damage"])
    game.player(P2, characters=["cityzen_bob"], cities=["memorial_wall"])
    game.character(P2, "gutter_saint", statuses=["silenced"])
    game.board.players[P2].flooded = P1
    game.start()
    game.play(P1, "collateral_damage")
    assert (game.characters(P2), game.ap(P2), game.cp(P2)) == (["gutter_saint"], 10, 100)


@pytest.mark.rule("CNC-531", "CNC-503", "CNC-R39", "CNC-R63")
def test_who_has_left_by_then_sees_nobody_fall(table: MakeTable) -> None:
    """A `when_destroyed` takes the witness out of play before its turn comes."""
    game = table()
    grudge = custom.character(game, "when_destroyed: destroy(all(my_char))", hp=5)
    game.player(P1, hand=["collateral_damage"]).player(P2, characters=[grudge, "gutter_saint"]).start()
    game.play(P1, "collateral_damage")
    assert (game.characters(P2), game.ap(P2)) == ([], 10)


@pytest.mark.rule("CNC-532", "CNC-609", "CNC-R24")
@pytest.mark.card("import_clinic")
def test_a_choice_of_a_city_card_is_asked_and_may_be_none(table: MakeTable) -> None:
    game = table().player(P1, hand=["import_clinic"])
    hurt = game.character(P1, "spider_man", hp=5)
    game.start()
    game.play(P1, "import_clinic")
    assert (game.asked(), game.cp(P1)) == ([(P1, "trigger_target")], 110)
    game.target(P1, None)
    assert game.hp(P1, "spider_man") == 5
    game.end_turn(P1)
    game.end_turn(P2)
    assert game.refused(P1, a.EndTurn()).rule == "CNC-220"
    game.target(P1, hurt)
    assert game.hp(P1, "spider_man") == 15


@pytest.mark.rule("CNC-532", "CNC-R24")
def test_a_choice_without_a_legal_target_is_not_asked(table: MakeTable) -> None:
    game = table().player(P1, hand=["import_clinic"]).start()
    game.play(P1, "import_clinic")
    assert game.is_idle()


@pytest.mark.rule("CNC-533", "CNC-R40")
@pytest.mark.card("bruce_wayne")
@pytest.mark.card("councilor_vance")
def test_search_takes_a_matching_card_unseen_and_shuffles(table: MakeTable) -> None:
    game = table().player(P1, characters=["bruce_wayne"], deck=["mac", "batman", "nill", "batman"]).start()
    game.use(P1, "bruce_wayne", ability=2)
    assert game.asked() == [(P1, "search_card")]
    assert game.legal(P1) == [{"type": "take_card", "card": "batman"}, {"type": "take_card"}]
    assert game.refused(P1, a.TakeCard("mac")).rule == "CNC-533"
    game.do(P1, a.TakeCard("batman"))
    assert (game.hand(P1), sorted(game.deck(P1))) == (["batman"], ["batman", "mac", "nill"])
    (searched,) = [fact for fact in game.facts if isinstance(fact.event, e.DeckSearched)]
    assert searched.secret == {"seat:0": ("card", "iid", "draws")}
    assert [one.seat for one in game.happened(e.DeckShuffled)] == [P1]
    assert [card.card for card in game.game.view(game.state, "seat:1").players[P1].hand] == [None]


@pytest.mark.rule("CNC-533")
def test_a_search_for_nothing_shuffles_too(table: MakeTable) -> None:
    game = table().player(P1, characters=["bruce_wayne", "councilor_vance"], deck=["batman", "nill"]).start()
    game.use(P1, "bruce_wayne", ability=2)
    game.do(P1, a.TakeCard())
    assert (game.hand(P1), len(game.happened(e.DeckShuffled))) == ([], 1)
    game.use(P1, "councilor_vance", ability=2)
    assert game.is_idle(), "no City card is there"
    assert [one.found for one in game.happened(e.DeckSearched)] == [False]
    assert len(game.happened(e.DeckShuffled)) == 1


@pytest.mark.rule("CNC-533", "CNC-330")
def test_a_search_with_a_full_hand_takes_nothing(table: MakeTable) -> None:
    game = table().player(P1, characters=["bruce_wayne"], hand=["mac"] * 10, deck=["batman"]).start()
    game.use(P1, "bruce_wayne", ability=2)
    assert (game.is_idle(), len(game.hand(P1)), len(game.happened(e.DeckShuffled))) == (True, 10, 1)


@pytest.mark.rule("CNC-533")
def test_a_search_for_several(table: MakeTable) -> None:
    """One after another, up to n; the second prompt knows that the first card is gone; one shuffle."""
    game = table()
    roll_call = custom.event(game, "search(character, 2)")
    game.player(P1, hand=[roll_call], deck=["batman", "mac", "nill", "danger"]).start()
    game.play(P1, roll_call)
    game.do(P1, a.TakeCard("nill"))
    assert [one.get("card") for one in game.legal(P1)] == ["batman", "danger", None]
    game.do(P1, a.TakeCard("batman"))
    assert (game.hand(P1), sorted(game.deck(P1))) == (["nill", "batman"], ["danger", "mac"])
    assert len(game.happened(e.DeckShuffled)) == 1
    assert game.discard(P1) == [roll_call]


@pytest.mark.rule("CNC-534", "CNC-314")
@pytest.mark.card("second_chances")
@pytest.mark.card("seance_club")
def test_recover_to_the_hand(table: MakeTable) -> None:
    game = table().player(P1, hand=["second_chances"], discard=["mac", "batman", "nill"]).player(P2, discard=["danger"])
    game.start()
    mine = [game.thrown(P1, cid) for cid in ("batman", "nill")]
    assert [one["cards"] for one in game.legal(P1, "play_event")] == [[iid] for iid in mine]
    for wrong in ([], mine, [game.thrown(P1, "mac")], [game.thrown(P2, "danger")]):
        assert game.refused(P1, game.playing(P1, "second_chances", cards=wrong)).rule in ("CNC-314", "CNC-534")
    game.play(P1, "second_chances", cards=mine[1:])
    assert (game.hand(P1), game.discard(P1)) == (["nill"], ["mac", "batman", "second_chances"])


@pytest.mark.rule("CNC-534", "CNC-330")
def test_recover_moves_nothing_into_a_full_hand(table: MakeTable) -> None:
    game = table().player(P1, hand=["mac"] * 10, discard=["batman"], characters=["seance_club"]).start()
    game.use(P1, "seance_club", cards=[game.thrown(P1, "batman")])
    assert (len(game.hand(P1)), game.discard(P1)) == (10, ["batman"])


@pytest.mark.rule("CNC-534")
@pytest.mark.card("city_cleanup")
@pytest.mark.card("obituary_writer")
def test_recover_to_the_bottom_in_the_chosen_order(table: MakeTable) -> None:
    game = table().player(P1, hand=["city_cleanup"], deck=["mac"], discard=["batman", "nill", "danger", "mac"]).start()
    chosen = [game.thrown(P1, cid) for cid in ("danger", "batman")]
    assert game.refused(P1, game.playing(P1, "city_cleanup", cards=[chosen[0]] * 2)).rule == "CNC-534"
    game.play(P1, "city_cleanup", cards=chosen)
    assert (game.deck(P1), game.discard(P1)) == (["mac", "danger", "batman"], ["nill", "mac", "city_cleanup"])


@pytest.mark.rule("CNC-534", "CNC-314", "CNC-R12")
def test_recover_needs_a_matching_card(table: MakeTable) -> None:
    game = table().player(P1, hand=["second_chances"], characters=["obituary_writer"], discard=["mac"]).start()
    assert game.refused(P1, game.playing(P1, "second_chances")).rule == "CNC-314"
    game.use(P1, "obituary_writer", cards=[game.thrown(P1, "mac")])
    assert game.discard(P1) == []


@pytest.mark.rule("CNC-535")
@pytest.mark.card("avengers_mansion")
def test_income_counts_when_it_is_computed(table: MakeTable) -> None:
    """Heroes when played, and again in the start step: one has fallen, two have come."""
    game = table().player(P1, ap=3, hand=["avengers_mansion", "flash", "kid_comet"], characters=["spider_man"])
    game.player(P2, characters=["danger"]).start()
    game.play(P1, "avengers_mansion")
    assert game.ap(P1) == 2
    game.play(P1, "flash")
    game.play(P1, "kid_comet")
    game.end_turn(P1)
    game.attack(P2, "danger", "spider_man")
    assert game.hp(P1, "spider_man") == 3
    game.end_turn(P2)
    assert game.ap(P1) == 2 + 3 + 3


@pytest.mark.rule("CNC-536", "CNC-R57")
@pytest.mark.card("moth_oracle")
@pytest.mark.card("gloom_hound")
def test_the_last_text_of_a_destroyed_character(table: MakeTable) -> None:
    game = table().player(P1, hand=["total_eclipse"]).player(P2, characters=["moth_oracle", "gloom_hound"]).start()
    game.play(P1, "total_eclipse")
    assert (game.hand(P2), game.ap(P1)) == ([FILLER], 10 - 3 - 1)


@pytest.mark.rule("CNC-536", "CNC-507", "CNC-R57")
def test_no_last_text_of_the_silenced(table: MakeTable) -> None:
    game = table().player(P1, hand=["total_eclipse"])
    game.character(P2, "moth_oracle", statuses=["silenced"])
    game.character(P2, "gloom_hound", statuses=["frozen", "confused"])
    game.start()
    game.play(P1, "total_eclipse")
    assert (game.hand(P2), game.ap(P1)) == ([], 6)


@pytest.mark.rule("CNC-536", "CNC-418", "CNC-R57")
def test_no_barbs_of_the_silenced_that_the_attack_destroyed(table: MakeTable) -> None:
    game = table().player(P1, characters=["batman"])
    game.character(P2, "hangnail", hp=1, statuses=["silenced"])
    game.start()
    game.attack(P1, "batman", "hangnail")
    assert (game.characters(P2), game.hp(P1, "batman")) == ([], 15)


@pytest.mark.rule("CNC-324", "CNC-R14")
def test_a_discard_is_no_destruction(table: MakeTable) -> None:
    game = table().player(P1, characters=["moth_oracle", "gutter_saint"]).start()
    game.do(P1, a.DiscardFromField(game.seen(P1, "moth_oracle")))
    assert (game.hand(P1), game.ap(P1)) == ([], 9)


# The card that is gone, the card against the rule


@pytest.mark.rule("CNC-R33")
def test_an_effect_on_a_card_that_has_left_does_nothing(table: MakeTable) -> None:
    game = table()
    twice = custom.event(game, "destroy(pick(opp_char)), damage(pick(opp_char), 5), gain_ap(me, 1)")
    game.player(P1, hand=[twice]).player(P2, characters=["batman", "danger"]).start()
    batman = game.seen(P2, "batman")
    game.play(P1, twice, batman, batman)
    assert (game.characters(P2), game.hp(P2, "danger"), game.ap(P1)) == (["danger"], 40, 11)
    assert game.happened(e.DamageDealt) == []


@pytest.mark.rule("CNC-R16", "CNC-329", "CNC-316", "CNC-318")
@pytest.mark.card("recall_order")
@pytest.mark.card("captain_commute")
def test_bans_bind_withdraw_effects_and_not_return_effects(table: MakeTable) -> None:
    game = table()
    ticket = custom.event(game, "return_hand(pick(my_char))")
    game.player(P1, hand=["recall_order", ticket], characters=["captain_commute", "nill"])
    fresh = game.character(P1, "batman", played_now=True)
    tired = game.character(P1, "danger", acts_used=1)
    game.start()
    nill = game.seen(P1, "nill")
    commute = game.seen(P1, "captain_commute")
    assert [one["targets"] for one in game.legal(P1, "use_ability") if one["character"] == commute] == [[nill]]
    for barred in (fresh, tired):
        assert game.refused(P1, game.using(P1, "captain_commute", barred)).rule == "CNC-314"
        assert game.refused(P1, game.playing(P1, "recall_order", barred)).rule == "CNC-314"
    game.use(P1, "captain_commute", nill)
    game.play(P1, ticket, tired)
    assert game.characters(P1) == ["captain_commute", "batman"]
    assert game.refused(P1, game.playing(P1, "nill")).rule == "CNC-317"
    game.play(P1, "danger")


@pytest.mark.rule("CNC-R41", "CNC-612")
def test_two_of_a_kind_may_be_in_play(table: MakeTable) -> None:
    game = table().player(P1, hand=["spider_man"], characters=["spider_man"]).start()
    game.play(P1, "spider_man")
    assert game.characters(P1) == ["spider_man", "spider_man"]


@pytest.mark.rule("CNC-R42", "CNC-615", "CNC-409", "CNC-512", "CNC-307")
def test_a_card_beats_the_rules_but_not_those_that_are_named(table: MakeTable) -> None:
    """Three Characters are the rule, MAC says four; but 10 cards in hand, 50 HP and 50 Attack hold against any text."""
    game = table()
    boon = custom.city(game, "passive: hp_mod(my_char, 40)", "passive: attack_mod(my_char, 45)")
    game.player(P1, hand=["kid_comet", "port_in_wave", *["nill"] * 8], cities=["mac", boon])
    game.player(P1, characters=["batman", "iron_man", "danger"]).start()
    game.play(P1, "kid_comet")
    assert len(game.characters(P1)) == 4
    game.play(P1, "port_in_wave")
    assert len(game.hand(P1)) == 10
    assert (game.hp(P1, "danger"), game.strength(P1, "batman")) == (50, 50)


@pytest.mark.rule("CNC-R43", "CNC-616")
@pytest.mark.card("nohope")
@pytest.mark.card("nohope_2")
def test_versions_are_different_cards(table: MakeTable) -> None:
    game = table().player(P1, hand=["nohope_2", "nohope"], cities=["nohope"]).start()
    assert game.refused(P1, game.playing(P1, "nohope")).rule == "CNC-311"
    game.play(P1, "nohope_2")
    assert game.cities(P1) == ["nohope", "nohope_2"]
