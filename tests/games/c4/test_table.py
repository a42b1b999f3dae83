"""The generic table: the turn's numbers, attacks with the flipped cards, effects that go on, what is being resolved."""

from __future__ import annotations

from collections.abc import Callable

from domain.games.c4 import GAME
from domain.games.c4.board import Lasting
from domain.kernel import table as kernel
from domain.kernel.audience import SPECTATOR, seat
from domain.kernel.table import TableCard, TableLink, TablePending, TableZone
from tests.games.c4.table import P1, P2, P3, PAPER, ROCK, SCISSORS, Table

MakeTable = Callable[..., Table]
STAYS, PLAYED, ATTACK = "Tip Jar", "Snack Break", "Badge Check"
CHANGES, CANCELS = "Sleight of Sleeve", "Not So Fast"
"""Reactions: when flips are shown, and to a Regular card."""


def drawn(game: Table, viewer: str = SPECTATOR) -> kernel.Table:
    """The table as a viewer sees it."""
    return GAME.table(GAME.view(game.state, viewer), game.cards)


def zone(table: kernel.Table, number: int, name: str) -> TableZone:
    return next(zone for zone in table.players[number].zones if zone.name == name)


def in_play(table: kernel.Table, number: int) -> list[TableCard]:
    return list(zone(table, number, "in_play").cards)


def test_the_numbers_of_the_turn_and_its_order_are_told(table: MakeTable) -> None:
    game = table(3).player(P3, skip=2).turn(P1, direction=-1, free_actions=2, actions_taken=3, paid_actions=1)
    game.board.overrides = (P2, P3)
    game.start()
    game.board.claimed = (P2,)
    seen = drawn(game)
    assert (seen.phase, seen.stats["direction"], seen.stats["free_actions"]) == ("main", -1, 2)
    assert (seen.stats["actions_taken"], seen.stats["paid_actions"], seen.stats["pot.coin"]) == (3, 1, 2)
    assert seen.players[P3].stats == {"tokens": 10, "skip_turns": 2, "supply.gem": 10}
    assert seen.players[P2].marks == ("bead", "claimed")
    assert seen.pending == (
        TablePending("turn", "P3 takes the next turn", P3),
        TablePending("turn", "P2 takes a later turn", P2),
    )


def test_a_card_in_play_has_its_owner_its_tokens_and_a_number_among_those_of_its_name(table: MakeTable) -> None:
    game = table(2).in_play(STAYS, P1, tokens={"coin": 1}).in_play(STAYS, P2, owner=P1).start()
    (own,), (foreign,) = in_play(drawn(game), P1), in_play(drawn(game), P2)
    assert (own.name, own.owner, own.counters) == (f"{STAYS} 1", None, {"coin": 1})
    assert (foreign.name, foreign.owner) == (f"{STAYS} 2", P1)


def test_an_ability_is_offered_by_the_card_as_it_is_called_on_the_table(table: MakeTable) -> None:
    game = table(2).in_play(STAYS, P2).in_play(STAYS, P1, tokens={"coin": 5}).in_play(STAYS, P1).start()
    labels = {one.label for one in GAME.options(game.state, game.prompt(P1)) if one.type == "use_ability"}
    assert labels == {f"Use ability 1 of {one.name}" for one in in_play(drawn(game), P1)}
    assert labels == {f"Use ability 1 of {STAYS} 1", f"Use ability 1 of {STAYS} 2"}


def test_an_attack_is_a_group_with_the_flipped_cards_as_they_show_now(table: MakeTable) -> None:
    game = table(3).player(P1, hand=[ATTACK], deck=[PAPER]).player(P2, hand=[CHANGES], deck=[PAPER]).start()
    game.play(P1, ATTACK, on=P2)
    seen = drawn(game)
    (group,) = seen.groups
    (mine,), (theirs,) = zone(seen, P1, "flipped").cards, zone(seen, P2, "flipped").cards
    assert (group.kind, group.label, group.seats) == ("attack", "Attack of P1 on P2", (P1, P2))
    assert group.members == (mine.id, theirs.id)
    assert (mine.group, mine.flags) == (theirs.group, theirs.flags) == (group.id, ("paper",))
    assert seen.links == (TableLink("seat:0", "seat:1", "attack"),)
    assert f"P1 attacks P2 with {ATTACK}" in {one.text for one in seen.pending}
    game.pass_(P2)


def test_a_card_being_played_waits_with_its_owner(table: MakeTable) -> None:
    game = table(2).player(P1, hand=[PLAYED]).player(P2, hand=[CANCELS]).start()
    game.play(P1, PLAYED)
    seen = drawn(game)
    (played,) = seen.zones[0].cards
    assert (played.name, played.owner) == (PLAYED, P1)
    assert seen.pending == (TablePending("card", f"P1 plays {PLAYED}", P1, played.id),)
    assert GAME.asks(game.state, game.prompt(P2), own=True) == f"Answer {PLAYED} of P1 with a Reaction, or pass"
    assert GAME.about(game.state, game.prompt(P2)) == played.id
    game.pass_(P2)


def test_an_effect_that_goes_on_says_what_it_does_to_whom_and_how_long(table: MakeTable) -> None:
    game = table(3)
    game.board.effects = [Lasting(1, game.cid(PLAYED), P1, "price", "this_turn", (P2, P3), 1)]
    game.start()
    (effect,) = drawn(game).effects
    assert effect.text == f"{PLAYED}: additional actions cost +1"
    assert (effect.source, effect.until, effect.about) == (game.cid(PLAYED), "this_turn", ("seat:1", "seat:2"))


def test_a_hand_is_shown_to_its_owner_and_the_price_to_who_would_pay_it(table: MakeTable) -> None:
    game = table(2).player(P1, hand=[PLAYED]).turn(P1, free_actions=0, paid_actions=1).start()
    own, others = zone(drawn(game, seat(P1)), P1, "hand"), zone(drawn(game), P1, "hand")
    assert ([one.name for one in own.cards], own.seen) == ([PLAYED], "owner")
    assert (others.count, others.cards) == (1, ())
    asked = GAME.asks(game.state, game.prompt(P1), own=True)
    assert asked == "Act, or end the turn; the next action costs 2 tokens"


def test_cards_of_anothers_hand_are_offered_by_name(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Spoilers"]).player(P2, hand=[ROCK, ROCK, SCISSORS]).start()
    game.play(P1, "Spoilers", on=P2)
    labels = [one.label for one in GAME.options(game.state, game.prompt(P1))]
    named = ["1", "2"]
    expected = {f"Choose 1 to discard: {ROCK} {number}" for number in named} | {f"Choose 1 to discard: {SCISSORS}"}
    assert {*labels} == expected
    assert GAME.asks(game.state, game.prompt(P1), own=True) == "Choose 1 card of the hand of P2 to discard"
    game.choose_cards(P1, SCISSORS)
    assert game.discard(P2) == [SCISSORS]
