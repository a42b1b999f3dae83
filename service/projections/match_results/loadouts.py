"""The label and the cards of a loadout, for any game: read from its plain data, not by its type."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from hashlib import sha256
from importlib.resources import files
from itertools import product
from typing import Any

import msgspec

from domain.kernel.cardsets import PUBLISHED, card_id, sets_of
from domain.kernel.game import CardGame
from domain.kernel.seating import in_mode, modes
from eventstore.chain import canonical

OWN = "own:"
"""The prefix of the label of a deck that its player has built."""
DECKS = "decks.json"
"""The file of the ready loadouts of releases, beside their cards."""
_DIGITS = 12


def deck_label(game: CardGame, seat: int, options: Any, seats: int, loadout: Any) -> str:
    """The id of the preconstructed deck that this loadout is, in that seat of so many, or was in a release; else `own:`
    and 12 hex digits of its hash.

    Equal loadouts have equal labels.
    """
    content = canonical(msgspec.to_builtins(loadout))
    for deck in game.decks():
        ready = game.precon(deck.id, seat, options, seats)
        if ready is not None and canonical(msgspec.to_builtins(ready)) == content:
            return deck.id
    digits = _digits(content)
    former = _published(game.package).get(digits, ())
    return next((deck for deck in former if game.precon(deck, seat, options, seats) is not None), OWN + digits)


def ready_loadouts(game: CardGame) -> dict[str, list[str]]:
    """The ids of the preconstructed decks of this release by the digits of what they are, in some mode and seat: one of
    a team may be another one alone.
    """
    found: defaultdict[str, set[str]] = defaultdict(set)
    for mode in modes(game) or (None,):
        options = in_mode(game, mode)
        for seats in range(game.min_seats, game.max_seats + 1):
            for seat, deck in product(range(seats), game.decks()):
                ready = game.precon(deck.id, seat, options, seats) if not game.check_options(options, seats) else None
                if ready is not None:
                    found[_digits(canonical(msgspec.to_builtins(ready)))].add(deck.id)
    return {digits: sorted(decks) for digits, decks in sorted(found.items())}


@cache
def _published(package: str) -> Mapping[str, Sequence[str]]:
    """`ready_loadouts` of all releases that are out: a deck keeps its name when its list changes."""
    file = files(package).joinpath(PUBLISHED, DECKS)
    return msgspec.json.decode(file.read_bytes(), type=dict[str, tuple[str, ...]]) if file.is_file() else {}


def _digits(content: bytes) -> str:
    return sha256(content).hexdigest()[:_DIGITS]


def cards_of(game: CardGame, options: Any, loadout: Any) -> Counter[str]:
    """{card id: copies} of what a loadout names, in lists of ids, maps of copies by id, or alone.

    Cards are the game's own, and those of the card sets that the options name.
    """
    own = tuple(card_id(digest, 0).removesuffix("0") for digest in sets_of(options))
    found: Counter[str] = Counter()
    for name, copies in _words(msgspec.to_builtins(loadout)):
        if name in _core(game) or (own and name.startswith(own)):
            found[name] += copies
    return found


@cache
def _core(game: CardGame) -> frozenset[str]:
    return frozenset(card.id for card in game.cards())


def _words(data: Any) -> Iterator[tuple[str, int]]:
    """Every text with how often it is meant; the key of a positive whole number is meant as often as that says."""
    if isinstance(data, str):
        yield data, 1
    elif isinstance(data, Mapping):
        for name, value in data.items():
            if isinstance(value, int) and not isinstance(value, bool):
                if value > 0:
                    yield name, value
            else:
                yield from _words(value)
    elif isinstance(data, Sequence):
        for value in data:
            yield from _words(value)
