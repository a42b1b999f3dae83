"""Cards that players write: in matches that name their set."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from domain.games.scp import GAME
from domain.games.scp.cardfiles import READER, core
from domain.games.scp.loadouts import Loadout, Options, check_loadout
from domain.kernel.audience import SPECTATOR
from domain.kernel.cardsets import Library, OwnSet, card_id
from domain.kernel.game import LoadoutContext
from tests.games.scp.own_sets import NAMES, TEXT, loadout
from tests.games.scp.table import P1, Table

Own = OwnSet[Any]
MakeTable = Callable[..., Table]


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


SITE_88 = """
set = "site_88"
name = "Site-88"

[[card]]
id = "warden"
name = "Warden"
types = ["personnel"]
affiliation = "Foundation"
cost = 1
skill_value = 1
icons = ["site_88"]

[[card]]
id = "badge"
name = "Badge"
types = ["gear"]
cost = 0
mode = "attached"
abilities = [{ when = "static", do = "grant_icon(host, site_88)" }]

[[card]]
id = "gate"
name = "Gate"
types = ["resource"]
required_icons = ["site_88", "site_88"]
abilities = [{ when = "static", do = "mod_refill(you, icons(site_88))" }]
"""


@pytest.mark.rule("SCP-309", "SCP-612", "SCP-R69")
@pytest.mark.parametrize("badges", [0, 1])
def test_a_set_of_a_player_has_a_site_of_its_own(table: MakeTable, badges: int) -> None:
    cards = READER.read_own(core(), SITE_88).cards
    warden, badge, gate = cards
    game = table()
    game.cards.update(cards)
    game.player(P1, play=[warden, "P17"], queue=[gate])
    for _ in range(badges):
        game.asset(P1, badge, host=game.id("P17"))
    game.start("maintenance")
    game.reveal(P1, gate)
    assert (gate in game.in_play(P1)) == bool(badges)
    assert game.icons("P17") == {"soldier", *["site_88"] * badges}
    shown = {card.card: card.sites for card in GAME.view(game.state, SPECTATOR).players[P1].play}
    assert (shown[warden], shown["P17"]) == ((88,), (88,) * badges)
