"""What texts of players' own cards do that no core card says."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from domain.games.trf import events as e
from tests.games.trf.custom import card
from tests.games.trf.table import P1, Table

MakeTable = Callable[..., Table]


@pytest.mark.rule("TRF-526", "TRF-646")
@pytest.mark.parametrize(("taken", "size"), [(0, 3), (0, 1), (3, 3), (20, 2)])
def test_looking_with_nothing_to_choose_asks_nothing(table: MakeTable, taken: int, size: int) -> None:
    """Take none, or all: they come into the hand, or go under the deck in the order seen."""
    game = table()
    look = card(game, "ooc", f'windows = ["pre"], do = "look_top({size}, {taken})"')
    game.player(P1, hand=[look], deck=["C01", "C03", "R02", "R08"]).start()
    game.play(P1, look)
    assert game.asked() == [(P1, "prompt_roleplay")]
    player = game.board.players[P1]
    assert player.looking == ()
    assert len(game.happened(e.CardTaken)) == min(taken, size)
    top, rest = ["C01", "C03", "R02", "R08"][:size], ["C01", "C03", "R02", "R08"][size:]
    assert player.deck.cards == (rest if taken else [*rest, *top])
