"""Tag battles: active and inactive characters, variable counters, tag supers, recovery (CAP-901 to CAP-951)."""

from __future__ import annotations

import pytest

from domain.games.capcom_crossovers import actions as a
from domain.games.capcom_crossovers import events as e
from domain.kernel.facts import Event
from tests.games.capcom_crossovers.custom import fighter, move, part
from tests.games.capcom_crossovers.situations import any_time, dealt, questions
from tests.games.capcom_crossovers.table import P1, P2, MakeTable, Table

TAG = {"mode": "tag"}
JOKERS = "JK1 JK2"
TAG_SUPER = a.DeclareAttack("tag_super", ("JK1", "JK2"))


def duel(table: MakeTable, mine: tuple[str, str], theirs: tuple[str, str]) -> Table:
    return table(mine, theirs, **TAG)


def switches(game: Table) -> list[tuple[int, str]]:
    """(side, reason) of all changes of the active character since the given."""
    return [(event.side, event.reason) for event in game.ever(e.CharacterSwitched)]


def secrets(game: Table, event: Event) -> dict[str, tuple[str, ...]]:
    """What of an event is for some alone."""
    return next(dict(fact.secret) for fact in game.facts if fact.event is event)


# Active and inactive


@pytest.mark.rule("CAP-901", "CAP-902", "CAP-R52")
@pytest.mark.parametrize("first", [("ryu", "granny_gale"), ("granny_gale", "ryu")])
def test_the_first_character_starts_active(first: tuple[str, str]) -> None:
    game = dealt(first, ("gambit", "morrigan"), mode="tag")
    status = {one.cid: one.status for one in game.board.characters if one.seat == P1}
    assert status == {first[0]: "active", first[1]: "inactive"}
    assert [len(player.deck_list) for player in game.board.players] == [54, 54]
    assert [player.hand.size for player in game.board.players] == [7, 7]


@pytest.mark.rule("CAP-901")
@pytest.mark.parametrize(("active", "most"), [("luma_prism", 4), ("ryu", 3)])
def test_stats_are_those_of_the_active_character(table: MakeTable, active: str, most: int) -> None:
    pair = ("luma_prism", "ryu") if active == "luma_prism" else ("ryu", "luma_prism")
    game = duel(table, pair, ("gambit", "morrigan")).start("draw")
    assert [one["n"] for one in game.legal(P1, "draw_cards")] == list(range(1, most + 1))


@pytest.mark.rule("CAP-903", "CAP-921", "CAP-R12")
def test_combo_points_are_counted_for_each_character(table: MakeTable) -> None:
    game = duel(table, ("ryu", "gambit"), ("morrigan", "unit_09")).player(P1, hand=f"JS {JOKERS}").start()
    game.hit(P1, "hadouken", "JS")
    game.follow(P1, "tag_super", JOKERS)
    assert (game.active(P1), game.cp(P1, "ryu"), game.cp(P1, "gambit")) == ("gambit", 4, 0)


# Tagging


@pytest.mark.rule("CAP-905")
def test_tagging_needs_the_own_cleanup(table: MakeTable) -> None:
    game = duel(table, ("ryu", "gambit"), ("morrigan", "unit_09"))
    game.player(P1, hand="3C 3D").player(P2, hand="3C 3D").start()
    for seat in (P1, P2):
        assert game.refused(seat, a.Tag("3C", "3D")).rule == "CAP-905"
    game.pass_combat(P1)
    assert game.refused(P2, a.Tag("3C", "3D")).rule == "CAP-905"
    game.do(P1, a.Tag("3C", "3D"))
    assert (game.active(P1), game.discard(P1), switches(game)) == ("gambit", ["3C", "3D"], [(0, "tag")])


@pytest.mark.rule("CAP-906", "CAP-R53", "CAP-901")
@pytest.mark.parametrize(
    ("cards", "legal"),
    [
        (("5C", "5D"), True),
        (("6C", "6D"), False),
        (("5C", "6C"), False),
        (("5C", "5C"), False),
        (("KC", "KD"), False),
        (("JK1", "JK2"), False),
        (("2C", "2D"), False),
    ],
)
def test_what_pays_for_tagging(table: MakeTable, cards: tuple[str, str], *, legal: bool) -> None:
    """Kestrel Volt goes: Strength 5. Unit 09 comes, with 9. The twos are in no hand."""
    game = duel(table, ("kestrel_volt", "unit_09"), ("ryu", "gambit"))
    game.player(P1, hand="5C 5D 6C 6D KC KD JK1 JK2").start("cleanup")
    offered = {"type": "tag", "card1": cards[0], "card2": cards[1]} in game.legal(P1, "tag")
    assert offered == legal
    if not legal:
        assert game.refused(P1, a.Tag(*cards)).rule == "CAP-906"


@pytest.mark.rule("CAP-906", "CAP-R53", "CAP-908")
def test_tagging_may_be_repeated(table: MakeTable) -> None:
    """Unit 09 may leave with nines, which Kestrel Volt may not."""
    game = duel(table, ("kestrel_volt", "unit_09"), ("ryu", "gambit")).player(P1, hand="5C 5D 9C 9D 4C 4D")
    game.start("cleanup")
    assert game.refused(P1, a.Tag("9C", "9D")).rule == "CAP-906"
    for cards, active in (("5C 5D", "unit_09"), ("9C 9D", "kestrel_volt"), ("4C 4D", "unit_09")):
        game.do(P1, a.Tag(*cards.split()))
        assert game.active(P1) == active


@pytest.mark.rule("CAP-907", "CAP-R54", "CAP-R78")
def test_a_block_goes_back_when_its_character_leaves(table: MakeTable) -> None:
    """Nobody else sees it."""
    game = duel(table, ("ryu", "gambit"), ("morrigan", "unit_09")).player(P1, hand="6C 3C 3D").start()
    game.block(P1, "6C")
    game.do(P1, a.Tag("3C", "3D"))
    assert (game.blocking(P1), game.hand(P1)) == (None, ["6C"])
    (event,) = game.happened(e.BlockReturned)
    assert (event.seen, secrets(game, event)) == (False, {"seat:0": ("card",)})


@pytest.mark.rule("CAP-907", "CAP-930")
def test_a_block_goes_back_when_its_character_is_koed(table: MakeTable) -> None:
    one = fighter(table, any_time("deal_damage(opposing_active, 5)"))
    game = duel(table, (one, "ryu"), ("gambit", "morrigan")).character(P2, "gambit", hp=5)
    game.player(P1, hand="2C").player(P2, block="6C").start("cleanup")
    game.ability(P1, "2C")
    assert (game.active(P2), game.blocking(P2), game.hand(P2)) == ("morrigan", None, ["6C"])


@pytest.mark.rule("CAP-R78", "CAP-432", "CAP-420")
def test_what_is_known_of_a_block_card(table: MakeTable) -> None:
    game = table("ryu", "gambit").player(P1, hand="6C").player(P2, hand="2C 3C", draw="KC").start()
    game.block(P1, "6C")
    (event,) = game.happened(e.BlockSet)
    assert secrets(game, event) == {"seat:0": ("card",)}
    game.end_turn(P1)
    game.draw(P2, 1)
    game.attack(P2, "basic", "2C")
    (returned,) = game.happened(e.BlockReturned)
    assert (returned.card, returned.seen, secrets(game, returned)) == ("6C", True, {})
    seen = game.game.view(game.state, "seat:1").players[P1]
    assert (seen.hand_size, seen.hand) == (1, ())


@pytest.mark.rule("CAP-908", "CAP-R65", "CAP-309", "CAP-211")
def test_the_new_character_counts_at_once(table: MakeTable) -> None:
    """Granny Gale: Strength 4, Endurance 8, Tea Time; an eight of the meter stays."""
    game = duel(table, ("ryu", "granny_gale"), ("gambit", "morrigan"))
    hand = "3C 3D 5C 2C 2D 2H 2S 4C 4D 4H 4S"
    game.player(P1, hand=hand, meter="8C").start("cleanup")
    assert game.refused(P1, a.PlaceInMeter("5C")).rule == "CAP-309"
    game.do(P1, a.Tag("3C", "3D"))
    game.do(P1, a.PlaceInMeter("5C"))
    assert game.meter(P1) == ["8C", "5C"]
    game.end_turn(P1)
    assert (len(game.hand(P1)), questions(game)) == (8, [(P2, "draw")])


@pytest.mark.rule("CAP-908", "CAP-R65", "CAP-310")
def test_meter_cards_stay_and_count(table: MakeTable) -> None:
    game = duel(table, ("granny_gale", "unit_09"), ("gambit", "morrigan"))
    game.player(P1, hand="3C 3D", meter="5C 5D 10C 10D 10H").start("cleanup")
    game.do(P1, a.Tag("3C", "3D"))
    game.do(P1, a.RecoverAce(("5C", "5D", "10C", "10D", "10H"), "draw", "AS"))
    assert "AS" in game.hand(P1)


# Variable counters


def countered(table: MakeTable, attacker: str, move_: str, cards: str, partner: str) -> Table:
    """P1 attacks Spider-Man; his partner answers."""
    game = duel(table, (attacker, "granny_gale"), ("spider_man", partner))
    game.player(P1, hand=f"{cards} 5C").player(P2, hand="JK1 2C").start()
    game.attack(P1, move_, cards)
    game.do(P2, a.VariableCounter("JK1"))
    return game


@pytest.mark.rule("CAP-910", "CAP-915")
def test_a_variable_counter_costs_a_joker_alone(table: MakeTable) -> None:
    game = duel(table, ("gambit", "unit_09"), ("spider_man", "ryu")).player(P1, hand="JC").player(P2, hand="JK1 QS")
    game.start()
    game.attack(P1, "kinetic_card", "JC")
    assert game.refused(P2, a.VariableCounter("QS")).rule == "CAP-910"
    assert game.refused(P2, a.VariableCounter("JK2")).rule == "CAP-910"
    game.do(P2, a.VariableCounter("JK1"))
    assert (game.discard(P2), game.hand(P2), game.cp(P2, "ryu")) == (["JK1"], ["QS"], 0)
    order = [type(fact.event) for fact in game.facts if isinstance(fact.event, e.CharacterSwitched | e.DamageDealt)]
    assert order == [e.CharacterSwitched, e.DamageDealt]
    assert switches(game) == [(1, "vc")]


@pytest.mark.rule("CAP-911", "CAP-912", "CAP-916", "CAP-208", "CAP-R55")
def test_a_higher_variable_counter(table: MakeTable) -> None:
    """Shoryuken 5 against Cajun Slash 4: no follow-up of anybody."""
    game = countered(table, "gambit", "cajun_slash", "QC", "ryu")
    assert (game.lost(P1, "gambit"), game.lost(P2, "ryu"), game.active(P2)) == (10, 0, "ryu")
    assert (game.discard(P1), questions(game)) == (["QC"], [(P1, "cleanup")])


@pytest.mark.rule("CAP-913", "CAP-473", "CAP-911")
@pytest.mark.parametrize(
    ("attacker", "move_", "cards", "partner"),
    [
        ("kestrel_volt", "throw", "6C 6D", "morrigan"),  # a throw
        ("morrigan", "soul_eraser", "AC", "ryu"),  # a ranged super
        ("captain_halberd", "bastion_bash", "QC", "gambit"),  # a ranged counter does no half
        ("kestrel_volt", "basic", "4C", "morrigan"),  # a basic attack
    ],
)
def test_an_equal_variable_counter(table: MakeTable, attacker: str, move_: str, cards: str, partner: str) -> None:
    game = countered(table, attacker, move_, cards, partner)
    assert game.happened(e.DamageDealt) == []
    assert (game.active(P2), game.discard(P1), questions(game)) == (partner, cards.split(), [(P1, "cleanup")])


@pytest.mark.rule("CAP-914", "CAP-915", "CAP-R56", "CAP-911")
def test_a_lower_variable_counter(table: MakeTable) -> None:
    """Tatsumaki 3 against Moon Cutter 2; Ise is hit, and the combo goes on against her."""
    game = countered(table, "ryu", "tatsumaki", "KC", "ise_kagami")
    assert (game.lost(P2, "ise_kagami"), questions(game)) == (7, [(P1, "combo")])
    game.follow(P1, "basic", "5C")
    assert (game.lost(P2, "ise_kagami"), game.lost(P2, "spider_man")) == (12, 0)


@pytest.mark.rule("CAP-914", "CAP-930", "CAP-R56")
def test_a_lower_variable_counter_that_is_the_end_of_its_user(table: MakeTable) -> None:
    game = duel(table, ("ryu", "granny_gale"), ("spider_man", "ise_kagami")).character(P2, "ise_kagami", hp=7)
    game.player(P1, hand="KC").player(P2, hand="JK1").start()
    game.attack(P1, "tatsumaki", "KC")
    game.do(P2, a.VariableCounter("JK1"))
    assert (game.active(P2), game.who(P2, "ise_kagami").status) == ("spider_man", "koed")
    assert (switches(game), questions(game)) == ([(1, "vc"), (1, "ko")], [(P1, "cleanup")])


@pytest.mark.rule("CAP-916", "CAP-R55", "CAP-480")
def test_a_variable_counter_is_as_printed(table: MakeTable) -> None:
    """No modifiers of damage or priority, no effects. With any of them it would win."""
    passive = part("passive", "modify_damage(any_damage, 3), modify_priority(any_damage, 5)")
    one = fighter(table, passive, moves_=(move("J", "A", 6, 4, mark="VC", hit="draw(self, 2)"),))
    game = countered(table, "ryu", "tatsumaki", "KC", one)
    assert (game.lost(P1, "ryu"), game.hand(P2)) == (6, ["2C"])
    game = countered(table, "ryu", "shoryuken", "QC", one)
    assert (game.lost(P1, "ryu"), game.lost(P2, one)) == (0, 10)


@pytest.mark.rule("CAP-R84", "CAP-916", "CAP-921")
def test_abilities_count_for_what_takes_no_modifiers(table: MakeTable) -> None:
    """Those that damage sets off, and those of the target."""
    drain = part("damage_dealt", "heal(self, 2)")
    one = fighter(table, drain, moves_=(move("J", "A", 6, 5, mark="VC"), move("2A", "B", 20, 6, mark="TS")))
    game = duel(table, ("gambit", "granny_gale"), ("spider_man", one)).character(P2, one, hp=10)
    game.player(P1, hand="JC").player(P2, hand="JK1").start()
    game.attack(P1, "kinetic_card", "JC")
    game.do(P2, a.VariableCounter("JK1"))
    assert (game.lost(P1), game.hp(P2, one)) == (6, 12)
    game = duel(table, (one, "gambit"), ("luma_prism", "ryu")).character(P1, one, hp=10)
    game.player(P1, hand=JOKERS).start()
    game.ability(P2)
    game.hit(P1, "tag_super", JOKERS)
    assert (game.lost(P2), game.hp(P1, one)) == (25, 12)


@pytest.mark.rule("CAP-917", "CAP-R21", "CAP-951", "CAP-429")
def test_who_has_no_variable_counter(table: MakeTable) -> None:
    """Nobody whose partner is KOed; and who blocks is not even asked."""
    game = duel(table, ("gambit", "unit_09"), ("spider_man", "ryu")).character(P2, "ryu", status="koed")
    game.player(P1, hand="JC").player(P2, hand="JK1").start()
    game.attack(P1, "kinetic_card", "JC")
    assert game.legal(P2, "variable_counter") == []
    assert game.refused(P2, a.VariableCounter("JK1")).rule == "CAP-917"
    game = duel(table, ("gambit", "unit_09"), ("spider_man", "ryu")).player(P1, hand="JC")
    game.player(P2, hand="JK1", block="5C").start()
    game.attack(P1, "kinetic_card", "JC")
    assert (game.lost(P2, "spider_man"), switches(game), questions(game)) == (2, [], [(P1, "cleanup")])


@pytest.mark.rule("CAP-910", "CAP-407", "CAP-408")
def test_only_initial_attacks_meet_a_variable_counter(table: MakeTable) -> None:
    game = duel(table, ("ryu", "unit_09"), ("spider_man", "gambit")).player(P1, hand="4C 5C").player(P2, hand="JK1")
    game.start()
    game.hit(P1, "basic", "4C")
    assert game.refused(P2, a.VariableCounter("JK1")).rule == "CAP-405"
    game.follow(P1, "basic", "5C")
    assert game.refused(P2, a.VariableCounter("JK1")).rule == "CAP-407"


# Tag supers


@pytest.mark.rule("CAP-920", "CAP-922", "CAP-921", "CAP-R58")
@pytest.mark.parametrize("follows", [False, True])
def test_a_tag_super_that_hits(table: MakeTable, *, follows: bool) -> None:
    """28 + 30, as opener or as follow-up; then the combat phase is over, and Gambit is active."""
    game = duel(table, ("ryu", "gambit"), ("morrigan", "unit_09")).player(P1, hand=f"4C {JOKERS} 5C").start()
    if follows:
        game.hit(P1, "basic", "4C")
        game.follow(P1, "tag_super", JOKERS)
    else:
        game.hit(P1, "tag_super", JOKERS)
    assert [(event.damage, event.priority) for event in game.ever(e.TagSuperUsed)] == [(58, 6)]
    assert (game.lost(P2), game.active(P1), switches(game)) == (62 if follows else 58, "gambit", [(0, "tag_super")])
    assert (game.cp(P1, "ryu"), questions(game)) == (4 if follows else 3, [(P1, "cleanup")])
    assert game.discard(P1) == (["4C", *JOKERS.split()] if follows else JOKERS.split())


@pytest.mark.rule("CAP-920", "CAP-301", "CAP-302")
def test_what_pays_for_a_tag_super(table: MakeTable) -> None:
    game = duel(table, ("ryu", "gambit"), ("morrigan", "unit_09")).player(P1, hand="JK1 AC AD 2C 3C 4C").start()
    for cards in (("JK1", "AC"), ("AC", "AD"), ("JK1",)):
        assert game.refused(P1, a.DeclareAttack("tag_super", cards)).rule == "CAP-920"
    assert game.refused(P1, TAG_SUPER).rule == "CAP-301"
    game = duel(table, ("ryu", "gambit"), ("morrigan", "unit_09")).player(P1, hand=f"{JOKERS} 2C 3C 4C").start()
    game.hit(P1, "basic", "2C")
    game.basics(P1, "3C 4C")
    assert game.refused(P1, a.FollowUp("tag_super", ("JK1", "JK2"))).rule == "CAP-302"
    assert "tag_super" not in game.moves(P1, "follow_up")


@pytest.mark.rule("CAP-921", "CAP-R58", "CAP-520", "CAP-522")
@pytest.mark.parametrize(
    ("mine", "attrs", "priority", "cp", "damage"),
    [
        (("spider_man", "unit_09"), "H", 6, 4, 55),
        (("unit_09", "spider_man"), "R", 5, 3, 55),
        (("ember_rook", "kestrel_volt"), "R", 5, 3, 39),
    ],
)
def test_a_tag_super_is_that_of_the_active_character(
    table: MakeTable, mine: tuple[str, str], attrs: str, priority: int, cp: int, damage: int
) -> None:
    """At 24 HP Ember Rook's ranged attacks do more, this one doesn't."""
    game = duel(table, mine, ("luma_prism", "brakk_ironjaw")).character(P1, mine[0], hp=24)
    game.player(P1, hand=JOKERS).player(P2, hand="QS").start()
    game.attack(P1, "tag_super", JOKERS)
    assert [(event.priority, event.cp) for event in game.happened(e.AttackDeclared)] == [(priority, cp)]
    assert bool(game.legal(P2, "dodge")) == ("H" not in attrs)
    assert game.moves(P2, "avoid") == (["refraction"] if "R" in attrs else [])
    game.take_hit(P2)
    assert game.lost(P2) == damage


@pytest.mark.rule("CAP-921", "CAP-R58")
def test_a_tag_super_has_no_modifiers(table: MakeTable) -> None:
    """With 5 more priority Shoryuken could not counter it."""
    passive = part("passive", "modify_damage(any_damage, 3), modify_priority(any_damage, 5)")
    one = fighter(table, passive, moves_=(move("2A", "B", 20, 4, mark="TS"),))
    game = duel(table, (one, "gambit"), ("ryu", "unit_09")).player(P1, hand=JOKERS).player(P2, hand="QS").start()
    game.attack(P1, "tag_super", JOKERS)
    assert [event.priority for event in game.happened(e.AttackDeclared)] == [4]
    assert game.moves(P2, "counter") == ["shoryuken"]
    game.take_hit(P2)
    assert game.lost(P2) == 50


@pytest.mark.rule("CAP-921", "CAP-R58", "CAP-524", "CAP-431")
@pytest.mark.parametrize(("block", "damage", "hand"), [(None, 60, ["2C"]), ("2S", 0, ["2C"])])
def test_effects_of_a_tag_super_do_not_happen(
    table: MakeTable, block: str | None, damage: int, hand: list[str]
) -> None:
    """Magnitude Nine would make the opponent discard; its attribute T stays."""
    game = duel(table, ("doc_tremor", "ryu"), ("gambit", "unit_09")).player(P1, hand=JOKERS)
    game.player(P2, hand="2C", block=block).start()
    game.attack(P1, "tag_super", JOKERS)
    if block is None:
        game.take_hit(P2)
    assert (game.lost(P2), game.hand(P2), game.active(P1)) == (damage, hand, "ryu")


@pytest.mark.rule("CAP-922", "CAP-924")
@pytest.mark.parametrize(("block", "through", "kept"), [("2S", 42, False), ("7S", 22, False)])
def test_a_tag_super_that_is_blocked(table: MakeTable, block: str, through: int, *, kept: bool) -> None:
    """(2 + 2) x 4 = 16, (7 + 2) x 4 = 36 of 58."""
    game = duel(table, ("ryu", "gambit"), ("morrigan", "unit_09")).player(P1, hand=JOKERS).player(P2, block=block)
    game.start()
    game.attack(P1, "tag_super", JOKERS)
    assert (game.lost(P2), game.hand(P2) == [block], game.active(P1)) == (through, kept, "gambit")
    assert (questions(game), game.discard(P1)) == ([(P1, "cleanup")], JOKERS.split())


@pytest.mark.rule("CAP-922", "CAP-923", "CAP-445")
def test_a_tag_super_that_is_dodged(table: MakeTable) -> None:
    """The ranged reply hits the incoming character."""
    game = duel(table, ("ryu", "gambit"), ("morrigan", "unit_09")).player(P1, hand=JOKERS)
    game.player(P2, hand="JS", draw="2C").start()
    game.attack(P1, "tag_super", JOKERS)
    game.dodge(P2)
    assert (game.active(P1), questions(game)) == ("gambit", [(P2, "ranged_reply")])
    game.reply(P2, "soul_fist", "JS")
    assert (game.lost(P1, "gambit"), game.lost(P1, "ryu")) == (7, 0)
    assert (game.active(P1), switches(game), questions(game)) == ("gambit", [(0, "tag_super")], [(P1, "cleanup")])


@pytest.mark.rule("CAP-922", "CAP-512", "CAP-930", "CAP-R95")
def test_a_tag_super_whose_dodge_ends_the_combat(table: MakeTable) -> None:
    """What the dodge sets off KOs the dodger: the attack was dodged all the same."""
    one = fighter(table, part("dodge_success", "deal_damage(self, 60)"))
    game = duel(table, ("ryu", "gambit"), (one, "morrigan"))
    game.player(P1, hand=JOKERS).player(P2, draw="2C").start()
    game.attack(P1, "tag_super", JOKERS)
    game.dodge(P2)
    assert switches(game) == [(1, "ko"), (0, "tag_super")]
    assert (game.active(P1), game.active(P2), questions(game)) == ("gambit", "morrigan", [(P1, "cleanup")])


@pytest.mark.rule("CAP-922", "CAP-923", "CAP-454", "CAP-456")
def test_a_tag_super_that_is_avoided(table: MakeTable) -> None:
    """Follow-ups after the avoid move hit the incoming character."""
    game = duel(table, ("ryu", "gambit"), ("ise_kagami", "unit_09")).player(P1, hand=JOKERS)
    game.player(P2, hand="AS 4C").start()
    game.attack(P1, "tag_super", JOKERS)
    game.avoid(P2, "hall_of_mirrors", "AS")
    assert (game.active(P1), questions(game)) == ("gambit", [(P2, "combo")])
    game.follow(P2, "basic", "4C")
    assert (game.lost(P1, "gambit"), game.lost(P1, "ryu"), switches(game)) == (4, 0, [(0, "tag_super")])


@pytest.mark.rule("CAP-923", "CAP-456", "CAP-R38")
def test_the_damage_of_an_avoid_move_hits_who_came_in(table: MakeTable) -> None:
    ranged = fighter(table, moves_=(AVOID,))
    game = duel(table, ("ryu", "gambit"), (ranged, "unit_09")).player(P1, hand=JOKERS).player(P2, hand="KS KD").start()
    game.attack(P1, "tag_super", JOKERS)
    game.avoid(P2, f"{ranged}m1", "KS", "KD")
    assert (game.lost(P1, "gambit"), game.lost(P1, "ryu")) == (9, 0)


AVOID = (
    '{ id = "test_k", name = "K", cards = "K + 0-1 K", type = "E", cp = 1, avoid = ["tag_super"], '
    'effects = [{ when = "per_extra", do = "deal_damage(attacker, 9)" }] }'
)


@pytest.mark.rule("CAP-922", "CAP-923", "CAP-925", "CAP-451", "CAP-R59")
@pytest.mark.parametrize(("hp", "active", "asked"), [(92, "gambit", (P2, "combo")), (9, "ryu", (P1, "cleanup"))])
def test_a_tag_super_that_is_countered(table: MakeTable, hp: int, active: str, asked: tuple[int, str]) -> None:
    """Damage and follow-ups hit the incoming character; its KO brings the first one back."""
    one = fighter(table, moves_=(move("2A", "A", 9, 7),))
    game = duel(table, ("ryu", "gambit"), (one, "unit_09")).character(P1, "gambit", hp=hp)
    game.player(P1, hand=JOKERS).player(P2, hand="AC AD 4C").start()
    game.attack(P1, "tag_super", JOKERS)
    game.counter(P2, f"{one}m1", "AC AD")
    assert (game.active(P1), questions(game), game.discard(P1)) == (active, [asked], JOKERS.split())
    assert (game.hp(P1, "gambit"), game.lost(P1, "ryu")) == (hp - 9, 0)
    assert switches(game) == [(0, "tag_super")] + ([(0, "ko")] if hp == 9 else [])
    if asked[0] == P2:
        game.follow(P2, "basic", "4C")
        assert game.hp(P1, "gambit") == hp - 13


@pytest.mark.rule("CAP-925", "CAP-923", "CAP-912")
def test_a_tag_super_against_a_higher_variable_counter(table: MakeTable) -> None:
    one = fighter(table, moves_=(move("J", "A", 9, 7, mark="VC"),))
    game = duel(table, ("ryu", "gambit"), ("morrigan", one)).player(P1, hand=JOKERS).player(P2, hand="JK1").start()
    game.attack(P1, "tag_super", JOKERS)
    game.do(P2, a.VariableCounter("JK1"))
    assert (game.lost(P1, "gambit"), game.active(P1), game.active(P2)) == (9, "gambit", one)
    assert (switches(game), questions(game)) == ([(1, "vc"), (0, "tag_super")], [(P1, "cleanup")])


@pytest.mark.rule("CAP-926", "CAP-R57", "CAP-914", "CAP-922")
def test_a_tag_super_is_not_negated(table: MakeTable) -> None:
    """Unit 09's has priority 5: Crawler Assault with 5 is illegal, Shoryuken with 5 counts as lower."""
    game = duel(table, ("unit_09", "gambit"), ("spider_man", "ryu")).player(P1, hand=JOKERS)
    game.player(P2, hand="AS JK1").start()
    game.attack(P1, "tag_super", JOKERS)
    assert game.refused(P2, a.Counter("crawler_assault", ("AS",))).rule == "CAP-926"
    assert game.moves(P2, "counter") == []
    game.do(P2, a.VariableCounter("JK1"))
    assert [event.outcome for event in game.happened(e.VariableCounterUsed)] == ["lower"]
    assert (game.lost(P2, "ryu"), game.active(P1), questions(game)) == (59, "gambit", [(P1, "cleanup")])


@pytest.mark.rule("CAP-927", "CAP-R58", "CAP-951", "CAP-920")
def test_where_no_tag_super_is_possible(table: MakeTable) -> None:
    """Without a partner; as an answer, a reply, or in a combo out of the own combat phase."""
    game = duel(table, ("ryu", "gambit"), ("morrigan", "unit_09")).character(P1, "gambit", status="koed")
    game.player(P1, hand=JOKERS).start()
    assert game.refused(P1, TAG_SUPER).rule == "CAP-927"
    game = duel(table, ("ryu", "gambit"), ("spider_man", "unit_09")).player(P1, hand="4C")
    game.player(P2, hand=f"{JOKERS} JS", draw="2C").start()
    game.attack(P1, "basic", "4C")
    assert game.refused(P2, a.Counter("tag_super", ("JK1", "JK2"))).rule == "CAP-927"
    game.dodge(P2)
    assert game.refused(P2, a.Reply("tag_super", ("JK1", "JK2"))).rule == "CAP-445"
    game.reply(P2, "web_ball", "JS")
    assert questions(game) == [(P2, "combo")]
    assert game.refused(P2, a.FollowUp("tag_super", ("JK1", "JK2"))).rule == "CAP-920"
    unmarked = fighter(table)
    game = duel(table, ("ryu", unmarked), ("spider_man", "unit_09")).player(P1, hand=JOKERS).start()
    assert game.refused(P1, TAG_SUPER).rule == "CAP-920"


@pytest.mark.rule("CAP-922", "CAP-R95", "CAP-930", "CAP-704")
def test_a_tag_super_that_kos(table: MakeTable) -> None:
    """Both sides change; the match goes on with the partners."""
    game = duel(table, ("ryu", "gambit"), ("morrigan", "unit_09")).character(P2, "morrigan", hp=58)
    game.player(P1, hand=JOKERS).start()
    game.hit(P1, "tag_super", JOKERS)
    assert (game.active(P1), game.active(P2), questions(game)) == ("gambit", "unit_09", [(P1, "cleanup")])
    assert switches(game) == [(1, "ko"), (0, "tag_super")]


# KOs


@pytest.mark.rule("CAP-930", "CAP-318", "CAP-R60", "CAP-208")
def test_a_ko_ends_combo_and_combat(table: MakeTable) -> None:
    game = duel(table, ("ryu", "gambit"), ("morrigan", "unit_09")).character(P2, "morrigan", hp=9)
    game.player(P1, hand="4C 5C 6C").start()
    game.hit(P1, "basic", "4C")
    game.follow(P1, "basic", "5C")
    assert (game.active(P2), game.lost(P2, "unit_09"), questions(game)) == ("unit_09", 0, [(P1, "cleanup")])
    assert (game.discard(P1), game.hand(P1)) == (["4C", "5C"], ["6C"])
    assert [(event.total, event.reason) for event in game.happened(e.ComboEnded)] == [(9, "ko")]


@pytest.mark.rule("CAP-951", "CAP-R60", "CAP-930")
def test_one_character_left(table: MakeTable) -> None:
    game = duel(table, ("ryu", "gambit"), ("morrigan", "unit_09")).character(P1, "gambit", status="koed")
    game.player(P1, hand="3C 3D").start("cleanup")
    assert game.refused(P1, a.Tag("3C", "3D")).rule == "CAP-951"
    assert game.refused(P1, a.RecoverHp("3C")).rule == "CAP-951"
    assert {one["type"] for one in game.legal(P1)} - {"use_ability"} == {"end_turn"}


# Recovery


@pytest.mark.rule("CAP-940", "CAP-R61", "CAP-941")
@pytest.mark.parametrize(("hp", "after"), [(50, 54), (110, 112)])
def test_hp_recovery(table: MakeTable, hp: int, after: int) -> None:
    """By the Defense Bonus of the inactive character, Brakk's 4, with any card; no higher than at the start."""
    game = duel(table, ("ryu", "brakk_ironjaw"), ("morrigan", "unit_09")).character(P1, "brakk_ironjaw", hp=hp)
    game.character(P1, "ryu", hp=5).player(P1, hand="JK1 KC").start("cleanup")
    game.do(P1, a.RecoverHp("JK1"))
    assert (game.hp(P1, "brakk_ironjaw"), game.hp(P1, "ryu"), game.discard(P1)) == (after, 5, ["JK1"])
    assert game.refused(P1, a.RecoverHp("KC")).rule == "CAP-940"


@pytest.mark.rule("CAP-940")
def test_hp_recovery_once_in_each_own_cleanup(table: MakeTable) -> None:
    game = duel(table, ("ryu", "gambit"), ("morrigan", "unit_09")).character(P1, "gambit", hp=5)
    game.player(P1, hand="KC QC JC").player(P2, hand="2C").start()
    assert game.refused(P1, a.RecoverHp("KC")).rule == "CAP-210"
    game.pass_combat(P1)
    assert game.refused(P2, a.RecoverHp("2C")).rule == "CAP-210"
    game.do(P1, a.RecoverHp("KC"))
    assert game.refused(P1, a.RecoverHp("QC")).rule == "CAP-940"
    assert game.legal(P1, "recover_hp") == []
    game.end_turn(P1)
    game.pass_turn(P2)
    game.draw(P1, 1)
    game.pass_combat(P1)
    assert game.refused(P1, a.RecoverHp("9S")).rule == "CAP-940"
    game.do(P1, a.RecoverHp("QC"))
    assert game.hp(P1, "gambit") == 9


@pytest.mark.rule("CAP-941", "CAP-R61")
def test_no_hp_recovery_at_the_start_value(table: MakeTable) -> None:
    game = duel(table, ("ryu", "gambit"), ("morrigan", "unit_09")).character(P1, "ryu", hp=5).player(P1, hand="KC")
    game.start("cleanup")
    assert game.refused(P1, a.RecoverHp("KC")).rule == "CAP-941"
    assert game.legal(P1, "recover_hp") == []


@pytest.mark.rule("CAP-945", "CAP-946", "CAP-312", "CAP-R64", "CAP-315")
def test_joker_recovery_as_often_as_paid(table: MakeTable) -> None:
    game = duel(table, ("ryu", "gambit"), ("morrigan", "unit_09"))
    first, second = "10C 10D 10H 10S 9C 9D", "8C 8D 8H 8S 9H 9S"
    # a Joker in the discard pile is there with all others that are neither in a hand nor in a pile of 3
    game.player(P1, meter=f"{first} {second}", draw="2C 2D 2H", pile=3).start("cleanup")
    assert game.refused(P1, a.RecoverJoker(tuple(first.split()[:4]), "JK1")).rule == "CAP-945"
    assert game.refused(P1, a.RecoverJoker((*first.split(), "8C"), "JK1")).rule == "CAP-312"
    assert game.refused(P1, a.RecoverJoker(tuple(first.split()), "2C")).rule == "CAP-945"
    game.do(P1, a.RecoverJoker(tuple(first.split()), "JK1"))
    assert ("JK1" in game.pile(P1), len(game.pile(P1)), questions(game)) == (True, 4, [(P2, "cut_deck")])
    assert [event.cause for event in game.happened(e.DeckShuffled)] == ["joker_recovered"]
    before = game.pile(P1)
    game.do(P2, a.Cut(1))
    assert game.pile(P1) == [*before[1:], before[0]]
    assert game.refused(P1, a.RecoverJoker(tuple(second.split()), "JK1")).rule == "CAP-945"
    game.do(P1, a.RecoverJoker(tuple(second.split()), "JK2"))
    game.do(P2, a.Cut(0))
    assert (len(game.pile(P1)), game.meter(P1), questions(game)) == (5, [], [(P1, "cleanup")])


@pytest.mark.rule("CAP-945", "CAP-609")
def test_no_joker_recovery_in_a_duel(table: MakeTable) -> None:
    meter = "10C 10D 10H 10S 9C 9D"
    game = table("ryu", "gambit").player(P1, meter=meter).start("cleanup")
    assert game.refused(P1, a.RecoverJoker(tuple(meter.split()), "JK1")).rule == "CAP-945"


@pytest.mark.rule("CAP-950", "CAP-R62", "CAP-309")
def test_a_joker_of_who_has_both_characters_is_not_placed(table: MakeTable) -> None:
    """Nor does it help that the other side has lost one."""
    game = duel(table, ("ryu", "gambit"), ("morrigan", "unit_09")).character(P2, "unit_09", status="koed")
    game.player(P1, hand="JK1 10C").start("cleanup")
    assert game.refused(P1, a.PlaceInMeter("JK1")).rule == "CAP-950"
    assert game.legal(P1, "place_in_meter") == [{"type": "place_in_meter", "card": "10C"}]


@pytest.mark.rule("CAP-950", "CAP-R62", "CAP-945")
def test_an_older_joker_counts_10(table: MakeTable) -> None:
    """It was in the hand before the KO. It pays for a Joker too; Unit 09 has Strength 9."""
    game = duel(table, ("ryu", "unit_09"), ("morrigan", "gambit")).character(P1, "ryu", hp=5)
    game.turn(P2).player(P1, hand="JK1", meter="10C 10D 10H 10S", draw="2C", discard="JK2").player(
        P2, hand="JS"
    ).start()
    game.attack(P2, "soul_fist", "JS")
    game.take_hit(P1)
    game.end_turn(P2)
    game.draw(P1, 1)
    game.pass_combat(P1)
    game.do(P1, a.PlaceInMeter("JK1"))
    assert [event.total for event in game.happened(e.CardPlacedInMeter)] == [50]
    game.do(P1, a.RecoverJoker(("10C", "10D", "10H", "10S", "JK1"), "JK2"))
    assert (game.meter(P1), "JK2" in game.pile(P1), "JK1" in game.discard(P1)) == ([], True, True)


@pytest.mark.rule("CAP-R63", "CAP-609", "CAP-441")
def test_other_uses_of_jokers(table: MakeTable) -> None:
    """One fails a dodge, counts for the hand, and may be discarded; it is no attack and no block."""
    game = duel(table, ("ryu", "gambit"), ("morrigan", "unit_09"))
    game.player(P1, hand="4C JK1").player(P2, draw="JK1").start()
    assert game.refused(P1, a.SetBlock("JK1")).rule == "CAP-433"
    assert game.refused(P1, a.DeclareAttack("basic", ("JK1",))).rule == "CAP-304"
    game.attack(P1, "basic", "4C")
    game.dodge(P2)
    assert (game.lost(P2), game.discard(P2)) == (4, ["JK1"])
    hand = "2C 2D 2H 2S 3C 3D 3H JK1"
    game = duel(table, ("ryu", "gambit"), ("morrigan", "unit_09")).player(P1, hand=hand).start("endurance")
    game.do(P1, a.Discard("JK1"))
    assert (game.discard(P1), questions(game)) == (["JK1"], [(P2, "draw")])
