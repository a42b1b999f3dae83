"""Decks by name and by card, as every game of the installation has them."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from itertools import product
from typing import Any

import msgspec
import pytest

from domain.games import discover
from domain.kernel.cardsets import card_id
from domain.kernel.game import CardGame
from domain.kernel.seating import in_mode, modes
from service.projections.match_results.loadouts import DECKS, cards_of, deck_label, ready_loadouts
from tests.kit.process import ROOT
from tests.toy_game import GAME as TOY

GAMES = discover()
FRONT_DESK = {
    **dict.fromkeys(("COR-01", "COR-02", "COR-03"), 2),
    **dict.fromkeys(("COR-04", "COR-05", "COR-06", "COR-09", "STM-09", "COR-13", "COR-19", "COR-20", "COR-22"), 1),
    **dict.fromkeys(("STM-01", "COR-25", "COR-26", "COR-12", "AMY-07"), 1),
}
"""A deck of 0.2.0."""


@pytest.mark.parametrize("slug", sorted(GAMES))
def test_every_preconstructed_deck_is_known_by_name_and_by_card(slug: str) -> None:
    """In each mode and seat that it is for; a mode or a seat of a team may bring a part of what the deck lists."""
    game = GAMES[slug]
    brought: dict[str, Counter[str]] = {deck.id: Counter() for deck in game.decks()}
    listed = {deck.id: Counter(deck.cards) for deck in game.decks()}
    for options in _options(game):
        for deck, seat, seats in product(game.decks(), range(game.max_seats), range(1, game.max_seats + 1)):
            loadout = game.precon(deck.id, seat, options, seats)
            if loadout is not None:
                assert deck_label(game, seat, options, seats, loadout) == deck.id
                found = cards_of(game, options, loadout)
                assert found <= listed[deck.id]
                brought[deck.id] |= found
    assert brought == listed
    assert set().union(*listed.values()) <= {card.id for card in game.cards()}


def _options(game: CardGame) -> Iterator[Any]:
    for mode in modes(game) or (None,):
        yield in_mode(game, mode)


def test_a_deck_of_ones_own_is_called_by_its_content_alone() -> None:
    game = GAMES["c4"]
    options = in_mode(game)
    ready = game.precon("front_desk", 0, options, 2)
    assert ready is not None
    own = msgspec.structs.replace(ready, deck=(*ready.deck[1:], ready.deck[0]))
    assert deck_label(game, 0, options, 2, own) == deck_label(game, 1, options, 2, own)
    assert deck_label(game, 0, options, 2, own).startswith("own:")
    assert len(deck_label(game, 0, options, 2, own)) == len("own:") + 12
    assert cards_of(game, options, own) == cards_of(game, options, ready)


def test_cards_of_a_card_set_count_where_the_options_name_it() -> None:
    game, digest = GAMES["c4"], "ab" * 32
    mine = card_id(digest, 3)
    options = msgspec.structs.replace(in_mode(game), card_sets=(digest,))
    loadout = {"deck": [mine, mine, "AMY-01", "no card"], "token_kind": "acorn"}
    assert cards_of(game, options, loadout) == {mine: 2, "AMY-01": 1}
    assert cards_of(game, in_mode(game), loadout) == {"AMY-01": 1}


def test_copies_by_id_are_counted_and_other_numbers_are_not_cards() -> None:
    game = GAMES["c4"]
    loadout = {"main": {"AMY-01": 3, "AMY-02": 0, "other": 5}, "AMY-03": True, "leader": "AMY-01", "size": 40}
    assert cards_of(game, in_mode(game), loadout) == {"AMY-01": 4}


def test_a_game_whose_loadouts_name_no_cards_has_none() -> None:
    assert cards_of(TOY, TOY.options_type(), TOY.precon("fox", 0, TOY.options_type(), 2)) == {}
    assert deck_label(TOY, 0, TOY.options_type(), 2, TOY.precon("fox", 0, TOY.options_type(), 2)) == "fox"


def test_a_deck_keeps_its_name_when_its_list_has_changed() -> None:
    game = GAMES["c4"]
    released = json.loads((ROOT / "domain/games/c4/published" / DECKS).read_text(encoding="utf-8"))
    former = {deck for digits, decks in released.items() if digits not in ready_loadouts(game) for deck in decks}
    assert "front_desk" in former <= {deck.id for deck in game.decks()}
    options = game.options_type()
    now = game.precon("front_desk", 0, options, 2)
    assert now is not None
    loadout = msgspec.structs.replace(now, deck=tuple(card for card, many in FRONT_DESK.items() for _ in range(many)))
    assert loadout != now
    assert deck_label(game, 0, options, 2, loadout) == "front_desk"
