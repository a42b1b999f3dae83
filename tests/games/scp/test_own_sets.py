"""Cards that players write: in matches that name their set."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from domain.games.scp import GAME
from domain.games.scp.cardfiles import READER, core
from domain.games.scp.loadouts import Loadout, Options, check_loadout
from domain.kernel.cardsets import Library, OwnSet, card_id
from domain.kernel.game import LoadoutContext
from tests.games.scp.own_sets import NAMES, TEXT, loadout

Own = OwnSet[Any]


@pytest.fixture
def own() -> Own:
    return READER.read_own(core(), TEXT)


@pytest.mark.rule("SCP-R69", "SCP-807")
def test_own_cards_are_brought_where_the_match_names_their_set(own: Own) -> None:
    options, brought = Options(card_sets=(own.hash,)), msgspec.convert(loadout(own.hash, 0), Loadout)
    library = Library(core(), own=(own,))
    assert GAME.wrong_options(options, 2, library) == []
    with_own = LoadoutContext(options, 2, library.cards(core().hash, options.card_sets))
    assert check_loadout(with_own, brought) == []
    refused = {fault.rule for fault in check_loadout(LoadoutContext(Options(), 2, core().cards), brought)}
    assert refused == {"SCP-803"}
    (fault,) = GAME.wrong_options(Options(card_sets=("0" * 64,)), 2, library)
    assert (fault.rule, fault.path) == ("SCP-R69", ("options", "card_sets"))


@pytest.mark.rule("SCP-R69")
def test_own_cards_are_named_by_the_hash_of_their_set(own: Own) -> None:
    cards = [own.cards[card_id(own.hash, number)] for number in range(1, 6)]
    assert tuple(card.name for card in cards) == NAMES
    assert [card.cid for card in cards] == [f"{own.hash[:12]}-{number}" for number in range(1, 6)]
    assert cards[3].types == ("event", "complication")
