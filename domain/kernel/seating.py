"""Seats: the numbers of them that options allow, which seats are a side, and what a side may bring."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec

from domain.kernel.board import BoardT, LoadoutT, OptionsT, ProgressT
from domain.kernel.game import CardGame


def seat_counts(game: CardGame[BoardT, OptionsT, LoadoutT, ProgressT], options: OptionsT) -> list[int]:
    """The numbers of seats that a match with these options may have, ascending; none if the options are not legal."""
    numbers = range(game.min_seats, game.max_seats + 1)
    return [seats for seats in numbers if not game.check_options(options, seats)]


def fewest_seats(game: CardGame[BoardT, OptionsT, LoadoutT, ProgressT], options: OptionsT) -> int:
    """The fewest seats of a match with these options; if they are not legal, the number with fewest faults."""
    return min(range(game.min_seats, game.max_seats + 1), key=lambda seats: len(game.check_options(options, seats)))


def in_mode(game: CardGame[BoardT, OptionsT, LoadoutT, ProgressT], mode: str | None = None) -> OptionsT:
    """The game's own options, in one of its modes if one is named."""
    options: OptionsT = msgspec.convert({} if mode is None else {"mode": mode}, game.options_type)
    return options


def modes(game: CardGame) -> tuple[str, ...]:
    """The values of the game's option `mode`; empty if it has no modes."""
    kind = get_type_hints(game.options_type).get("mode")
    return get_args(kind) if get_origin(kind) is Literal else ()


def modes_for(game: CardGame, options: Any, seats: int) -> list[str]:
    """The modes in which a match with options that are else the same may have so many seats."""
    choices = ((mode, msgspec.structs.replace(options, mode=mode)) for mode in modes(game))
    return [mode for mode, options in choices if not game.check_options(options, seats)]


def as_loadout(game: CardGame[BoardT, OptionsT, LoadoutT, ProgressT], deck: str) -> LoadoutT | None:
    """A preconstructed deck as a loadout, for the smallest match in the first mode that it is for."""
    for mode in modes(game) or (None,):
        options = in_mode(game, mode)
        seats = fewest_seats(game, options)
        for seat in range(seats):
            loadout = game.precon(deck, seat, options, seats)
            if loadout is not None:
                return loadout
    return None


def side_of(
    game: CardGame[BoardT, OptionsT, LoadoutT, ProgressT], options: OptionsT, seats: int, seat: int
) -> tuple[int, ...]:
    """The seats that win and lose with this one, itself among them."""
    return next(side for side in game.sides(options, seats) if seat in side)


def decks_for(
    game: CardGame[BoardT, OptionsT, LoadoutT, ProgressT], options: OptionsT, side: Sequence[int], seats: int
) -> list[str]:
    """The decks that are for every seat of a side, in a match of so many seats."""
    known = (deck.id for deck in game.decks())
    return [deck for deck in known if all(game.precon(deck, seat, options, seats) is not None for seat in side)]


def brought(
    game: CardGame[BoardT, OptionsT, LoadoutT, ProgressT],
    options: OptionsT,
    seats: int,
    choose: Callable[[int, Sequence[str]], str],
) -> list[str]:
    """A deck for every seat, one for all seats of a side; `choose` takes it, given the side's number and its decks."""
    sides = game.sides(options, seats)
    chosen = [choose(number, decks_for(game, options, side, seats)) for number, side in enumerate(sides)]
    return [next(deck for side, deck in zip(sides, chosen, strict=True) if seat in side) for seat in range(seats)]
