"""Who may sit where with what: numbers of seats, sides, preconstructed loadouts."""

from __future__ import annotations

from typing import Any

from domain.kernel.game import CardGame, LoadoutContext
from domain.kernel.seating import decks_for
from tests.contract.games import IN_EVERY_MODE
from tests.kit.modes import InMode

pytestmark = IN_EVERY_MODE


def test_every_mode_can_be_played(variant: InMode) -> None:
    assert variant.seats
    assert set(variant.seats) <= set(range(variant.game.min_seats, variant.game.max_seats + 1))


def test_every_seat_is_on_one_side_and_there_are_several_but_for_one_alone(variant: InMode) -> None:
    for seats in variant.seats:
        sides = variant.game.sides(variant.options, seats)
        assert sorted(seat for side in sides for seat in side) == list(range(seats))
        assert len(sides) > 1 or seats == 1
        assert all(list(side) == sorted(side) for side in sides)
        assert list(sides) == sorted(sides)


def test_every_side_has_decks_and_they_are_legal_for_its_seats(variant: InMode) -> None:
    game, options = variant.game, variant.options
    for seats in variant.seats:
        for side in game.sides(options, seats):
            decks = decks_for(game, options, side, seats)
            assert decks
            for seat in side:
                context = LoadoutContext(options, seats, game.core().cards, seat)
                loadouts = [game.precon(deck, seat, options, seats) for deck in decks]
                assert [fault for loadout in loadouts for fault in game.check_loadout(context, loadout)] == []


def test_there_is_no_loadout_around_a_deck_that_is_not_there(game: CardGame, options: Any) -> None:
    assert game.precon("no_such_deck", 0, options, game.min_seats) is None
