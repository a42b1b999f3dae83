"""The generic table shows fighters with their moves, attacks with their cards, and no card twice."""

from __future__ import annotations

import pytest

from domain.games.capcom_crossovers import GAME
from domain.games.capcom_crossovers import actions as a
from domain.games.capcom_crossovers.board import Modifier
from domain.kernel.audience import SPECTATOR, seat
from domain.kernel.match import State
from domain.kernel.table import Table, TableCard, TableLink
from tests.games.capcom_crossovers.table import P1, P2, MakeTable

TAG = {"mode": "tag"}


def shown(state: State, viewer: str = SPECTATOR) -> Table:
    return GAME.table(GAME.view(state, viewer), state.cards)


def zone(table: Table, number: int, name: str) -> tuple[TableCard, ...]:
    return next(zone.cards for zone in table.players[number].zones if zone.name == name)


def test_equal_faces_of_two_players_are_two_things(table: MakeTable) -> None:
    game = table("ryu", "gambit").player(P1, hand="2C").player(P2, discard="2C").start()
    (own,), (theirs,) = (zone(shown(game.state, seat(P1)), P1, "hand"), zone(shown(game.state), P2, "discard_pile"))
    assert (own.id, own.value, own.hidden) == ("s0:2C", "2C", True)
    assert (theirs.id, theirs.value, theirs.hidden) == ("s1:2C", "2C", False)


def test_an_attack_is_a_group_of_its_cards_made_by_its_fighter(table: MakeTable) -> None:
    game = table("ryu", "gambit").player(P1, hand="4H").start()
    game.do(P1, a.DeclareAttack("basic", ("4H",)))
    found = shown(game.state)
    (group,) = found.groups
    assert (group.id, group.kind, group.seats, group.members) == ("attack:0", "attack", (P1,), ("s0:4H",))
    assert group.numbers["cp"] == 1
    assert "initial" in group.flags
    fighter = zone(found, P1, "characters")[0]
    assert found.links == (TableLink(str(fighter.id), "attack:0", "makes"),)
    (card,) = zone(found, P1, "action_zone")
    assert card.group == "attack:0"
    assert [one.kind for one in found.pending] == ["attack"]
    game.do(P2, a.TakeHit())


def test_moves_lie_with_their_fighter_and_are_in_the_catalogue(table: MakeTable) -> None:
    game = table(("ryu", "doc_tremor"), ("gambit", "brakk_ironjaw"), **TAG).start()
    found = shown(game.state)
    active, waits = zone(found, P1, "characters")
    assert (active.flags, waits.flags) == (("active",), ("inactive",))
    moves = zone(found, P1, "moves")
    assert {card.value for card in moves if card.host == active.id} >= {"basic", "throw", "tag_super"}
    assert not {card.value for card in moves if card.host == waits.id} & {"basic", "throw", "tag_super"}
    listed = {card.id for card in GAME.things(GAME.core().cards)}
    assert {card.card for card in moves} - {None} <= listed


def test_a_changed_stat_shows_what_is_printed(table: MakeTable) -> None:
    game = table("ryu", "gambit").start()
    game.board.modifiers.append(
        Modifier(game.who(P1).id, game.who(P1).id, "ryu", 0, "modify_stat", 2, "until_end_of_turn", "agility")
    )
    found = shown(game.state)
    (effect,) = found.effects
    (fighter,) = zone(found, P1, "characters")
    assert (effect.text, effect.source, effect.about) == ("Agility +2", "ryu", (fighter.id,))
    assert fighter.counters["hp"] == fighter.counters["start_hp"]
    assert fighter.base == {"agility": fighter.counters["agility"] - 2}
    game.board.modifiers.clear()


@pytest.mark.rule("CAP-520", "CAP-521", "CAP-522", "CAP-523", "CAP-524")
def test_attributes_are_called_as_the_rules_call_them() -> None:
    called = {name[-1]: flag.label for name, flag in GAME.look.flags.items() if name.startswith("attr_")}
    assert called == {"R": "Ranged", "U": "Unblockable", "H": "Homing", "S": "Stun", "T": "Triggered effect"}
