"""What a card is, how it is numbered, where it belongs (C4-601 to C4-614)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest

from domain.games.c4 import GAME
from domain.games.c4.cardfiles import READER
from domain.games.c4.definitions import KIND_NAMES, Definition
from domain.games.c4.loadouts import Loadout, Options, check_loadout
from domain.kernel.cardfile import CardFault
from domain.kernel.cardsets import CardSet
from domain.kernel.game import LoadoutContext
from tests.games.c4.table import P1, P2, P3, Table
from tests.kit.scenario import cards_of

MakeTable = Callable[..., Table]


def card_file(number: str = "P-TST-1812", *, of_card: str = "1", **keys: str) -> CardSet[Definition]:
    """A set with one card, some of its keys replaced; raises CardFault."""
    card = {"number": of_card, "name": '"A"', "kind": '"regular"', "symbol": '"rock"', "text": '"Gain."'}
    card |= {"play": '"gain(you, 1)"', **keys}
    lines = [f"{key} = {value}" for key, value in card.items() if value]
    text = "\n".join([f'set = "{number}"', 'name = "Test"', "[[card]]", *lines])
    (card_set,) = READER.read_core([("test.toml", text)]).sets
    return card_set


@pytest.mark.rule("C4-601", "C4-602")
def test_every_card_has_all_its_parts() -> None:
    for card in cards_of(GAME).values():
        assert card.name
        assert card.text
        assert card.kind in {"regular", "stay_in_play", "reaction"}
        assert card.symbol in {"rock", "paper", "scissors"}
        assert card.cid == f"{card.set[2:5]}-{card.number:02d}"
    assert Counter(card.kind for card in cards_of(GAME).values()).keys() == KIND_NAMES.keys()


@pytest.mark.rule("C4-601", "C4-602")
@pytest.mark.parametrize("key", ["number", "name", "kind", "symbol", "text"])
def test_a_card_without_one_of_its_parts_is_refused(key: str) -> None:
    assert len(card_file().cards) == 1
    with pytest.raises(CardFault, match=key):
        card_file(**{"of_card": "", key: ""} if key == "number" else {key: ""})


@pytest.mark.rule("C4-602")
@pytest.mark.parametrize(
    ("keys", "fault"),
    [
        ({"kind": '"arrow"'}, "kind"),
        ({"kind": '"reaction"'}, "reaction"),
        ({"reaction": '"any_time"'}, "reaction"),
        ({"continuous": '["mod_gain(you, 1)"]'}, "kind"),
        ({"play": ""}, "play"),
    ],
)
def test_what_a_card_may_have_follows_from_its_kind(keys: dict[str, str], fault: str) -> None:
    with pytest.raises(CardFault, match=fault):
        card_file(**keys)


@pytest.mark.rule("C4-605", "C4-606", "C4-607", "C4-R46")
@pytest.mark.parametrize("number", ["C-ABC-1712", "L-ABC-1700", "S-XYZ-0001", "P-TST-9910"])
def test_set_numbers(number: str) -> None:
    assert card_file(number).id == number


@pytest.mark.rule("C4-605", "C4-606", "C4-607", "C4-R46")
@pytest.mark.parametrize(
    "number",
    ["X-ABC-1712", "C-ABC-1713", "C-ABC-1799", "C-AB-1712", "C-abc-1712", "CABC1712", "C-ABC-171", "C-ABC-17121"],
)
def test_no_set_numbers(number: str) -> None:
    with pytest.raises(CardFault, match="is no Set Number"):
        card_file(number)


@pytest.mark.rule("C4-607")
def test_sets_of_a_longer_time_have_month_00_or_01() -> None:
    assert {card_set.id for card_set in GAME.core().sets} >= {"S-COR-1701", "L-DGN-1700"}


@pytest.mark.rule("C4-608", "C4-R46")
def test_collector_numbers_are_unique_whole_numbers_from_1() -> None:
    keys = [(card.set, card.number) for card in cards_of(GAME).values()]
    assert len(set(keys)) == len(keys)
    with pytest.raises(CardFault, match="C4-608"):
        card_file(of_card="0")
    two = 'set = "P-TST-1812"\nname = "T"\n' + 2 * (
        '[[card]]\nnumber = 1\nname = "A"\nkind = "regular"\nsymbol = "rock"\ntext = "G."\nplay = "gain(you, 1)"\n'
    )
    with pytest.raises(CardFault, match="C4-608"):
        READER.read_core([("test.toml", two)])


@pytest.mark.rule("C4-603", "C4-604")
def test_what_may_be_played_on_whose_turn(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Early Bird", "Lucky Penny", "Thick Skin"])
    game.player(P2, hand=["Early Bird", "Lucky Penny"]).pot(4).start()
    offered = [action["card"] for action in game.legal(P1)[:-1]]
    assert offered == [game.held(P1, "Early Bird"), game.held(P1, "Lucky Penny")]
    assert game.refused(P1, game.playing(P1, "Thick Skin")).rule == "C4-450"
    assert game.refused(P2, game.playing(P2, "Early Bird")).rule == "C4-301"
    assert game.refused(P2, game.playing(P2, "Lucky Penny")).rule == "C4-301"
    game.play(P1, "Lucky Penny")
    assert game.controlled(P1) == ["Lucky Penny"]


@pytest.mark.rule("C4-609", "C4-R29")
def test_a_reaction_flips_like_any_card(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Badge Check"], deck=["Thick Skin"]).player(P2, deck=["Brain Freeze"]).start()
    game.play(P1, "Badge Check", on=P2)
    assert (game.tokens(P2), game.hand(P1), game.hand(P2)) == (6, ["Thick Skin"], ["Brain Freeze"])


@pytest.mark.rule("C4-610", "C4-R56")
def test_a_card_goes_to_its_owners_discard_whoever_controlled_it(table: MakeTable) -> None:
    game = table(3).in_play("Lost Room Key", P1, owner=P3).in_play("Cursed Invoice", P1, owner=P2).start()
    game.use(P1, "Lost Room Key")
    game.use(P1, "Cursed Invoice")
    assert [game.discard(seat) for seat in (P1, P2, P3)] == [[], ["Cursed Invoice"], ["Lost Room Key"]]


@pytest.mark.rule("C4-611")
def test_a_card_in_front_of_another_player_works_for_that_player(table: MakeTable) -> None:
    game = table(3).player(P1, hand=["Hole in the Pocket", "Fire Drill"]).turn(P1, free_actions=2).start()
    game.play(P1, "Hole in the Pocket", on=P2)
    game.play(P1, "Fire Drill")
    assert [game.tokens(seat) for seat in (P1, P2, P3)] == [8, 7, 8]
    (card,) = game.board.in_play
    assert (card.owner, card.controller) == (P1, P2)


@pytest.mark.rule("C4-613")
def test_swear_jar_stands_for_the_seven_words(table: MakeTable) -> None:
    assert [card.name for card in cards_of(GAME).values() if "swore" in card.claims] == ["Swear Jar"]
    assert len(set(Options().swear_words)) == 7
    game = table(2).player(P1, in_play=["Swear Jar"]).start()
    assert [(action["kind"], action["accused"]) for action in game.legal(P1, "make_claim")] == [("swore", P2)]


@pytest.mark.rule("C4-614")
@pytest.mark.parametrize("card", ["ARR-01", "COR-00", ""])
def test_a_card_that_is_not_of_c4_cannot_be_used(card: str) -> None:
    loadout = Loadout(("COR-01",) * 12 + (card,), "coin")
    faults = check_loadout(LoadoutContext(Options(), 2, GAME.core().cards, 0), loadout)
    assert [(fault.rule, fault.path) for fault in faults] == [("C4-804", ("deck", card))]
    legal = Loadout(("COR-01",) * 12 + ("DGN-18",), "coin")
    assert check_loadout(LoadoutContext(Options(), 2, GAME.core().cards, 0), legal) == []
