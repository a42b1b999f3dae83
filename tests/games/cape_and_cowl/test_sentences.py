"""What is told of events: in words that say what happened, with a rule that says the same."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from domain.games.cape_and_cowl import actions as a
from domain.games.cape_and_cowl import events as e
from domain.games.cape_and_cowl.board import CITY, Duration
from domain.games.cape_and_cowl.sentences import SENTENCES, describe
from domain.kernel.audience import FULL
from domain.kernel.facts import Event
from domain.kernel.match import ActionTaken
from domain.kernel.table import names_on
from service.matches.texts import tellers
from tests.games.cape_and_cowl.custom import character, city, event
from tests.games.cape_and_cowl.table import P1, P2, Table
from tests.kit.cases import cases

MakeTable = Callable[..., Table]
DURATIONS: tuple[Duration, ...] = ("round", "turn")


def sentences(game: Table) -> list[str]:
    """What has happened since the last action, without rules."""
    facts = [fact.event for fact in game.facts]
    return [told(game, one) for one in facts if type(one) in SENTENCES or isinstance(one, ActionTaken)]


def told(game: Table, one: Event) -> str:
    names = names_on(game.game.table(game.game.view(game.state, FULL), game.cards), game.game.seat_name)
    return tellers(game.game)[type(one)].tell(one, game.cards, names).text


def cited(game: Table, one: Event) -> str:
    return describe(one, game.cards).rpartition(" [")[2].rstrip("]")


def test_a_change_of_cp_cites_the_rule_of_what_caused_it(table: MakeTable) -> None:
    game = table().start()
    made = {
        "a City card's value": (city(game, cp=5), 5, "CNC-608"),
        "each turn": (city(game, "each_turn: gain_cp(me, 3)", cp=5), 3, "CNC-609"),
        "a triggered text": (city(game, "friend_destroyed: gain_cp(me, 3)", cp=5), 3, "CNC-503"),
        "an Event": (event(game, "gain_cp(me, 10)"), 10, "CNC-313"),
        "an Event's choice": (event(game, "or_else(destroy(pick(opp_city)), damage_cp(opp, 10))"), -10, "CNC-313"),
        "an Ability": (character(game, "act 1: gain_cp(me, 14)"), 14, "CNC-502"),
        "a start text": (character(game, "start: damage_cp(me, 5)"), -5, "CNC-503"),
        "an Attack": (character(game, attacks=["Fire 9 / 1"]), -9, "CNC-415"),
        "an Attack, beside a gain": (character(game, "act 1: gain_cp(me, 7)", attacks=["Fire 9 / 1"]), -9, "CNC-415"),
        "either": (character(game, "act 1: damage_cp(opp, 9)", attacks=["Fire 9 / 1"]), -9, "CNC-415, CNC-502"),
        "Mend": ("type:Magnetic", 10, "CNC-448"),
        "Firestorm": ("type:Fire", -10, "CNC-436"),
        "Pulse": ("type:Energy", -10, "CNC-443"),
    }
    with cases() as case:
        for name, (cause, delta, rule) in made.items():
            with case(name):
                assert cited(game, e.CpChanged(seat=P1, delta=delta, cp_after=50, cause=cause)) == rule


def test_damage_that_is_prevented_cites_the_rule_of_its_target(table: MakeTable) -> None:
    game = table().start()
    shown: dict[tuple[str, Any], str] = {
        (CITY, "reduction"): "CNC-415",
        ("c1", "reduction"): "CNC-411",
        ("c1", "immune"): "CNC-411",
    }
    shown |= {("c1", "shield"): "CNC-508"}
    for (target, by), rule in shown.items():
        card = None if target == CITY else "nill"
        assert cited(game, e.DamagePrevented(seat=P1, target=target, by=by, amount=5, target_card=card)) == rule


def test_a_status_that_ends_cites_the_rule_by_which_it_does(table: MakeTable) -> None:
    game = table().start()
    made: dict[str, tuple[Any, str]] = {
        "act_failed": ("confused", "CNC-505"),
        "damage": ("shielded", "CNC-508"),
        event(game, "heal(pick(my_char), 1)"): ("poisoned", "CNC-510"),
        event(game, "cure(pick(my_char))"): ("poisoned", "CNC-511"),
        event(game, "cure(pick(my_char)), draw(me, 1)"): ("frozen", "CNC-511"),
        "street_medic": ("confused", "CNC-510, CNC-511"),
    }
    with cases() as case:
        for cause, (status, rule) in made.items():
            with case(cause):
                assert cited(game, e.StatusEnded(seat=P1, status=status, cause=cause, iid="c1", card="nill")) == rule


def test_what_leaves_or_comes_by_a_text_cites_that_text(table: MakeTable) -> None:
    game = table().start()
    thrown: Any = {"seat": P1, "iid": "c1", "from_zone": "hand", "discard_count": 1}
    drawn: Any = {"seat": P1, "hand_count": 1, "deck_count": 1}
    made: dict[str, tuple[Event, str]] = {
        "a draw by a text": (e.CardDrawn(cause="port_in_wave", **drawn), "CNC-313"),
        "Summon": (e.CardDrawn(cause="type:Gravity", **drawn), "CNC-449"),
        "Banish": (e.CardReturned(seat=P1, old="c1", card="nill", cause="type:Magic"), "CNC-439"),
        "a return by an Event": (e.CardReturned(seat=P1, old="c1", card="nill", cause="eviction_notice"), "CNC-313"),
        "a withdrawal by an Event": (
            e.CharacterWithdrawn(seat=P1, old="c1", card="nill", cause="recall_order"),
            "CNC-313",
        ),
        "Sinister": (e.CardDiscarded(card="nill", cause="type:Shadow", **thrown), "CNC-445"),
        "a discard by an Ability": (e.CardDiscarded(card="nill", cause="petty_thief", **thrown), "CNC-502"),
        "its draw": (e.RandomCardPicked(seat=P1, position=1, card="nill", cause="petty_thief"), "CNC-502"),
        "a target by chance": (
            e.RandomTargetPicked(seat=P1, candidates=("c1",), target="c1", card="nill", cause="recurring_dream"),
            "CNC-313",
        ),
    }
    with cases() as case:
        for name, (one, rule) in made.items():
            with case(name):
                assert cited(game, one) == rule


def test_a_destroyed_city_card_cites_no_rule_on_characters(table: MakeTable) -> None:
    game = table().start()
    gone = {"city_hall": ("ladd_russo", "CNC-608"), "nill": ("no_hp", "CNC-413"), "danger": ("bonecart", "CNC-523")}
    for card, (cause, rule) in gone.items():
        assert cited(game, e.CardDestroyed(seat=P1, iid="c1", card=card, cause=cause, discard_count=1)) == rule


def test_what_changes_for_a_while_cites_the_rule_on_it(table: MakeTable) -> None:
    game = table().start()
    kinds: dict[Any, str] = {
        "attack_mod": "CNC-409",
        "cp_damage_mod": "CNC-415",
        "no_attrition": "CNC-706",
        "storm": "CNC-441",
    }
    limits = {"characters": "CNC-309", "events_per_turn": "CNC-213", "cities_per_turn": "CNC-214"}
    limits |= {"attrition": "CNC-705"}
    changed: list[tuple[Any, str, str]] = [(kind, "", rule) for kind, rule in kinds.items()]
    changed += [("limit_mod", limit, rule) for limit, rule in limits.items()]
    for kind, limit, rule in changed:
        one = e.ModifierAdded(seat=P1, kind=kind, duration="round", made_by=P1, cause="lockdown", limit=limit)
        assert cited(game, one) == rule


def test_a_class_is_told_as_people_say_it(table: MakeTable) -> None:
    game = table().start()
    changed = e.ClassChanged(seat=P2, iid="c1", card="the_understudy", before="Anti-Hero", after="Government")
    assert told(game, changed) == "The Understudy of P2 becomes Government and is no longer an Anti-Hero"
    changed = e.ClassChanged(seat=P2, iid="c1", card="the_understudy", before="Government", after="Hero")
    assert told(game, changed) == "The Understudy of P2 becomes a Hero and is no longer Government"


def test_it_is_told_what_ends_with_a_duration(table: MakeTable) -> None:
    game = table().start()
    ended = [told(game, e.DurationEnded(seat=P2, duration=duration)) for duration in DURATIONS]
    assert ended == [
        "The statuses and changes that P2 made for a round end",
        "The changes that P2 made for this turn end",
    ]


def test_a_choice_of_nothing_is_told(table: MakeTable) -> None:
    game = table().player(P2, characters=["danger"])
    game.character(P1, "static_choir", combo=(1, 2))
    game.start()
    game.attack(P1, "static_choir", "danger")
    if game.prompt(P1).kind != "main":
        game.do(P1, a.ChooseTarget())
    assert sentences(game) == ["P1 chooses no target."]


def test_other_answers_tell_that_they_name_nothing() -> None:
    nothing = {a.ChooseTarget(): "chooses no target", a.ChooseCards(): "chooses no card"}
    nothing |= {a.ChoosePositions(): "chooses no card of a hand"}
    assert {action: action.in_words() for action in nothing} == nothing
    assert a.ChooseTarget("c1").in_words() == "chooses a target"


def test_a_play_tells_its_cost_once(table: MakeTable) -> None:
    game = table().player(P1, ap=3, hand=["bonecart"]).start()
    game.play(P1, "bonecart")
    assert sentences(game) == ["P1 plays a Character.", "P1 has 2 AP left (Bonecart)", "P1 plays Bonecart for 1 AP"]
    game.do(P1, a.DrawCard())
    assert sentences(game)[1:] == ["P1 spends 1 AP and has 1", "P1 draws Corner Diner"]


def test_a_hit_on_a_city_tells_each_number_once(table: MakeTable) -> None:
    game = table()
    hitter = character(game, attacks=["Physical 10 / 1"])
    game.player(P1, ap=3).player(P2, cities=[city(game, "passive: cp_damage_mod(me, -4)")])
    game.character(P1, hitter)
    game.start()
    game.attack(P1, hitter)
    name = game.cards[hitter].name
    assert sentences(game)[3:] == [
        "The City of P2 takes 4 damage less",
        f"The City of P2 takes 6 Physical attack damage ({name})",
        "P2 has 94 CP left",
    ]


def test_other_losses_tell_how_much(table: MakeTable) -> None:
    game = table().player(P1, hand=["vanished_cops"]).start()
    game.play(P1, "vanished_cops")
    assert "P2 loses 20 CP (Vanished Cops) and has 80" in sentences(game)
    lost = e.CpChanged(seat=P1, delta=-10, cp_after=40, cause="type:Fire")
    assert told(game, lost) == "P1 loses 10 CP (Firestorm) and has 40"


def test_damage_that_is_prevented_tells_why(table: MakeTable) -> None:
    game = table().start()
    prevented: Any = partial(e.DamagePrevented, seat=P2, target="c1", target_card="nill", amount=5)
    assert [told(game, prevented(by=by)) for by in ("immune", "reduction", "shield")] == [
        "Nill of P2 is immune",
        "Nill of P2 takes 5 damage less",
        "The Shield of Nill of P2 prevents 5 damage",
    ]


def test_what_changes_for_a_while_is_told_with_a_verb(table: MakeTable) -> None:
    game = table().player(P1, hand=["hopeless_headlines"]).start()
    game.play(P1, "hopeless_headlines")
    assert "P2 gets Attrition Limit -3 until the end (Hopeless Headlines)" in sentences(game)


def test_cards_come_from_the_discard_pile(table: MakeTable) -> None:
    game = table().start()
    found: Any = partial(e.CardsRecovered, seat=P2, cards=(("c1", "puppet_mother"),), cause="type:Time")
    assert [told(game, found(to=to)) for to in ("bottom", "hand")] == [
        "P2 puts Puppet Mother from the discard pile at the bottom of the deck",
        "P2 puts Puppet Mother from the discard pile into the hand",
    ]
