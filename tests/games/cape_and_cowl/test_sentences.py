"""What is told of events: in words that say what happened, with a rule that says the same."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.games.cape_and_cowl import events as e
from domain.games.cape_and_cowl.board import CITY
from domain.games.cape_and_cowl.sentences import describe
from domain.kernel.facts import Event
from tests.games.cape_and_cowl.custom import character, city, event
from tests.games.cape_and_cowl.table import P1, Table
from tests.kit.cases import cases

MakeTable = Callable[..., Table]


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
