"""The generic table carries the game: names, Attacks, Cities, statuses, what lasts; sentences name what lies there."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from domain.games.cape_and_cowl import events as e
from domain.games.cape_and_cowl.board import CITY, Modifier, PlayerEffect
from domain.kernel.audience import SPECTATOR, seat
from domain.kernel.facts import Event
from domain.kernel.table import Table, TableCard, TableEffect, TableLink, TableZone, names_on
from service.matches.texts import tellers
from tests.games.cape_and_cowl.custom import character, city, event
from tests.games.cape_and_cowl.table import P1, P2
from tests.games.cape_and_cowl.table import Table as Match

MakeTable = Callable[..., Match]


def drawn(game: Match, viewer: str = SPECTATOR) -> Table:
    return game.game.table(game.game.view(game.state, viewer), game.cards)


def zone(table: Table, name: str, of: int) -> TableZone:
    return next(one for one in table.players[of].zones if one.name == name)


def card(table: Table, iid: str) -> TableCard:
    zones = [*table.zones, *(one for player in table.players for one in player.zones)]
    return next(one for each in zones for one in each.cards if one.id == iid)


def told(game: Match, kind: type[Event]) -> list[str]:
    """The sentences of what has happened of a kind since the last action, without their rules."""
    names = names_on(drawn(game), game.game.seat_name)
    facts = [fact.event for fact in game.facts if isinstance(fact.event, kind)]
    return [game.game.describe(one, game.cards, names).rpartition(" [")[0] for one in facts]


def test_a_character_shows_what_holds_of_it_now(table: MakeTable) -> None:
    game = table()
    cid = character(game, attacks=["Fire 9 / 2"], hp=20)
    modifier = Modifier(3, "turn", P1)
    iid = game.character(
        P1, cid, hp=12, combo=(1, 2), statuses=["shielded"], class_="Villain", attacked=True, modifiers=[modifier]
    )
    game.start()
    found, attack = card(drawn(game), iid), card(drawn(game), f"{iid}:1")
    assert found.counters == {"hp": 12, "max_hp": 20, "acts_left": 1, "combo": 2}
    assert {*found.flags} == {"shielded", "attacked", "now_villain"}
    assert (attack.host, attack.counters, attack.cost) == (iid, {"strength": 12, "combo": 2}, 2)
    assert attack.base == {"strength": 9}
    assert drawn(game).effects == (TableEffect("Attack +3", None, "turn", (iid,)),)


def test_a_maximum_that_has_changed_says_what_is_printed(table: MakeTable) -> None:
    game = table()
    iid = game.character(P1, character(game, "passive: hp_mod(self, 5)", hp=20))
    game.start()
    assert card(drawn(game), iid).base == {"max_hp": 20}


def test_what_lasts_for_a_player_is_about_the_seat(table: MakeTable) -> None:
    game = table()
    game.lasting(P2, PlayerEffect("limit_mod", "match", P1, -3, "attrition")).start()
    assert drawn(game).effects == (TableEffect("Attrition Limit -3", None, "match", ("seat:1",)),)


def test_a_guard_lies_on_its_host(table: MakeTable) -> None:
    game = table()
    host = city(game)
    hosted = game.city(P1, host)
    guard = game.city(P1, city(game, "guard: guard(host)"), host=host)
    game.start()
    found = drawn(game)
    assert card(found, guard).host == hosted
    assert "guarded" in card(found, hosted).flags
    assert found.links == (TableLink(guard, hosted, "guard"),)


def test_the_city_that_attacks_aim_at_is_that_of_the_other(table: MakeTable) -> None:
    game = table()
    game.character(P2, character(game))
    game.start()
    for viewer, theirs in ((seat(P1), P2), (seat(P2), P1), (SPECTATOR, P2)):
        found = drawn(game, viewer)
        assert [card(found, f"city:{theirs}").value, card(found, f"city:{1 - theirs}").value] == [CITY, None]
    assert [card(drawn(game), f"city:{number}").flags for number in (P1, P2)] == [(), ("screened",)]


def test_cards_of_the_others_hand_are_named_by_their_places(table: MakeTable) -> None:
    game = table()
    game.player(P2, hand=["batman", "batman", "power_surge"])
    game.board.players[P2].hand[1] = msgspec.structs.replace(game.board.players[P2].hand[1], revealed=True)
    game.start()
    own, seen = zone(drawn(game, seat(P2)), "hand", P2), zone(drawn(game), "hand", P2)
    assert [(one.name, one.value) for one in seen.cards] == [(None, "1"), ("Batman", "2"), (None, "3")]
    assert [one.name for one in own.cards] == ["Batman 1", "Batman 2", "Power Surge"]
    assert all(one.value is None for one in own.cards)


def test_what_is_left_in_the_own_deck_is_for_its_player(table: MakeTable) -> None:
    game = table()
    game.player(P1, deck=["batman", "batman", "power_surge"]).start()
    left = zone(drawn(game, seat(P1)), "deck_contents", P1)
    assert [(one.value, one.counters["copies"]) for one in left.cards] == [("batman", 2), ("power_surge", 1)]
    assert all(one.name != "deck_contents" for player in drawn(game).players for one in player.zones)


def test_the_characters_of_one_name_are_told_apart_in_answers(table: MakeTable) -> None:
    game = table()
    cid = character(game)
    for number in (P1, P1, P2):
        game.character(number, cid)
    game.start()
    labels = [one.label for one in game.game.options(game.state, game.prompt(P1)) if one.type == "attack"]
    name, attack = game.cards[cid].name, game.cards[cid].attacks[0].name
    assert labels == [f"{name} {n} of P1 attacks with {attack}" for n in (1, 2)]


def test_attacks_are_told_with_the_names_on_the_table(table: MakeTable) -> None:
    game = table()
    hitter, target = character(game, attacks=["Physical 5 / 1"]), character(game, hp=20)
    for cid in (hitter, hitter):
        game.character(P1, cid)
    game.character(P2, target)
    game.start()
    game.attack(P1, hitter, target)
    by, aim = f"{game.cards[hitter].name} 1", game.cards[target].name
    attack = game.cards[hitter].attacks[0].name
    assert told(game, e.AttackDeclared) == [f"P1 attacks {aim} of P2 with {attack} of {by} for 1 AP"]
    assert told(game, e.DamageDealt) == [
        f"{aim.capitalize()} of P2 takes 5 Physical attack damage ({game.cards[hitter].name}), 15 HP left"
    ]
    (declared,) = game.happened(e.AttackDeclared)
    assert set(tellers(game.game)[type(declared)].things(declared)) == {declared.attacker, declared.target}


def test_an_attack_on_a_city_names_whose_it_is(table: MakeTable) -> None:
    game = table()
    hitter = character(game, attacks=["Physical 5 / 1"])
    game.character(P1, hitter)
    game.start()
    game.attack(P1, hitter)
    (sentence,) = told(game, e.AttackDeclared)
    assert sentence.startswith("P1 attacks the City of P2 with ")
    for fact in (*game.happened(e.AttackDeclared), *game.happened(e.DamageDealt)):
        things = tellers(game.game)[type(fact)].things(fact)
        assert f"city:{P2}" in things
        assert [card(drawn(game), one).id for one in things] == list(things)


def test_targets_that_have_left_are_told_by_their_printed_names(table: MakeTable) -> None:
    game = table()
    gone = character(game, hp=5)
    blast = event(game, "return_hand(pick(opp_char))")
    iid = game.character(P2, gone)
    game.player(P1, hand=[blast]).start()
    game.play(P1, blast, iid)
    (sentence,) = told(game, e.EventPlayed)
    assert sentence == f"P1 plays {game.cards[blast].name} on {game.cards[gone].name} for 0 AP"


def test_a_guard_and_an_ability_are_told_with_what_they_are_about(table: MakeTable) -> None:
    game = table()
    host, guard = city(game), city(game, "guard: guard(host)")
    healer = character(game, "act 1: heal(pick(my_char), 3)")
    game.player(P1, hand=[guard], cities=[host])
    hurt = game.character(P1, character(game, hp=20), hp=10)
    game.character(P1, healer)
    game.start()
    game.play(P1, guard, game.seen(P1, host))
    assert told(game, e.CityPlayed) == [f"P1 plays {game.cards[guard].name} on {game.cards[host].name} for 1 AP"]
    game.use(P1, healer, hurt)
    (sentence,) = told(game, e.AbilityUsed)
    assert sentence == f"P1 uses Ability of {game.cards[healer].name} on {card(drawn(game), hurt).name} for 1 AP"
