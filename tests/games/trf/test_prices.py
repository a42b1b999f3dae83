"""What cards cost, and who can play them at all (308 to 324, 606, 608, 613, 621, 625)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from domain.games.trf import GAME
from domain.games.trf import actions as a
from domain.games.trf import events as e
from domain.games.trf.definitions import Window
from tests.games.trf import custom
from tests.games.trf.table import P1, P2, Table

MakeTable = Callable[..., Table]
FACTIONS = {"coalition": "C15", "jedi": "J13", "iron_regency": "R01", "umbral_circle": "U13", "freeport_league": "F12"}
"""A fleet of each faction; Drift Clans have D11."""


def price(
    table: MakeTable, account: str, cid: str, window: Window | None = None, *, given: Sequence[str] = ()
) -> int | None:
    """What a card costs a player with this account and these persistent cards; None: they have no access to it."""
    game = table().player(P1, account=account).player(P2, account="A05")
    for one in given:
        game.persistent(P1, one, chosen="jedi")
    return game.start().price(P1, cid, window)


# Factions


@pytest.mark.rule("TRF-310")
@pytest.mark.parametrize("account", ["A01", "A02", "A03", "A05", "A06", "A07", "A08"])
def test_universal_cards_are_single_for_all(table: MakeTable, account: str) -> None:
    assert price(table, account, "X01") == 300


@pytest.mark.rule("TRF-311")
@pytest.mark.parametrize("cid", ["C15", "J13", "R01", "U13", "F12", "D11", "J01", "R12", "X01"])
def test_a_universal_account_plays_everything_single(table: MakeTable, cid: str) -> None:
    assert price(table, "A08", cid) == GAME.core().cards[cid].cost


@pytest.mark.rule("TRF-312", "TRF-313", "TRF-314", "TRF-315", "TRF-R14")
@pytest.mark.parametrize(
    ("account", "factors"),
    [
        ("A01", [1, 2, None, None, None, None]),
        ("A11", [2, 1, None, None, None, None]),
        ("A02", [None, None, 1, 2, None, None]),
        ("A05", [None, None, 2, 1, None, None]),
        ("A06", [None, None, None, None, 1, 1]),
        ("A07", [None, None, None, None, 2, 1]),
    ],
)
def test_own_faction_single_own_alignment_double_others_not(
    table: MakeTable, account: str, factors: list[int | None]
) -> None:
    """Neutral is an alignment like the others; A06 has an Affinity with the Drift Clans."""
    for cid, factor in zip([*FACTIONS.values(), "D11"], factors, strict=True):
        assert price(table, account, cid) == (None if factor is None else factor * GAME.core().cards[cid].cost)


@pytest.mark.rule("TRF-314", "TRF-315")
@pytest.mark.parametrize(("account", "cid"), [("A01", "R01"), ("A01", "F12"), ("A02", "C15"), ("A06", "J13")])
def test_another_alignment_is_refused_whatever_is_paid(table: MakeTable, account: str, cid: str) -> None:
    game = table().player(P1, account=account, hand=[cid]).start("deployment")
    assert game.refused(P1, a.PlayCharacter(game.held(P1, cid))).rule == "TRF-314"
    assert game.legal(P1, "play_character") == []


@pytest.mark.rule("TRF-312", "TRF-316", "TRF-R15")
@pytest.mark.parametrize(
    ("account", "gash", "hask"),
    [
        ("A03", 400, None),
        ("A08", 400, 200),
        ("A01", None, None),
        ("A09", None, None),
        ("A02", None, 200),
        ("A06", None, None),
    ],
)
def test_deviants_are_for_their_own_faction(table: MakeTable, account: str, gash: int | None, hask: int | None) -> None:
    """Gash is a dark Jedi, Hask light in the Iron Regency: neither alignment opens them, nor does an Affinity (A09)."""
    assert [price(table, account, cid) for cid in ("J01", "R12")] == [gash, hask]


@pytest.mark.rule("TRF-316", "TRF-317")
def test_a_deviant_is_refused_by_its_rule_also_where_its_faction_is_open(table: MakeTable) -> None:
    game = table().player(P1, account="A01", hand=["J01", "J07"])
    game.persistent(P1, "O42", chosen="jedi", until="unique_defeated")
    game.start("deployment")
    assert game.refused(P1, a.PlayCharacter(game.held(P1, "J01"))).rule == "TRF-316"
    game.buy(P1, "J07")
    assert game.meters(P1) == 1750


@pytest.mark.rule("TRF-317")
def test_an_effect_waives_the_doubling_or_opens_what_was_closed(table: MakeTable) -> None:
    assert [price(table, "A01", "J13"), price(table, "A01", "J13", given=["O42"])] == [900, 450]
    assert [price(table, "A01", "F12"), price(table, "A01", "F12", given=["O43"])] == [None, 500]
    assert [price(table, "A01", "R01", given=["O42", "O43"]), price(table, "A07", "F12", given=["O43"])] == [None, 500]


@pytest.mark.rule("TRF-317")
def test_what_one_player_opened_is_open_to_that_player_alone(table: MakeTable) -> None:
    game = table().player(P1, account="A01").player(P2, account="A11")
    game.persistent(P1, "O43", until="planet_captured")
    game.start()
    assert [game.price(P1, "F12"), game.price(P2, "F12")] == [500, None]


@pytest.mark.rule("TRF-317")
def test_an_effect_can_forbid_all_to_play(table: MakeTable) -> None:
    """O17: nobody plays persistent cards, its own player neither."""
    game = table().player(P1, hand=["O16", "O05"]).player(P2, hand=["O16"])
    game.persistent(P1, "O17", tokens=2, counted=P1)
    game.start()
    assert game.refused(P1, game.playing(P1, "O16")).rule == "TRF-328"
    game.play(P1, "O05")
    game.all_pass()


@pytest.mark.rule("TRF-318", "TRF-313", "TRF-314", "TRF-R57")
@pytest.mark.parametrize(
    ("account", "words"),
    [
        ("A11", [50, 80, None, None]),
        ("A04", [100, 40, None, None]),
        ("A02", [None, None, 60, 100]),
        ("A08", [50, 40, 60, 50]),
    ],
)
def test_ooc_cards_go_by_faction_like_characters_but_in_words(
    table: MakeTable, account: str, words: list[int | None]
) -> None:
    assert [price(table, account, cid) for cid in ("O50", "O49", "O51", "O52")] == words
    assert price(table, account, "O01") == 60


@pytest.mark.rule("TRF-318", "TRF-314", "TRF-R57")
def test_an_ooc_card_of_a_closed_faction_is_refused(table: MakeTable) -> None:
    game = table().player(P1, account="A02", hand=["O49"], characters=["C01"]).start()
    assert game.refused(P1, game.playing(P1, "O49")).rule == "TRF-314"
    assert game.legal(P1, "play_ooc") == []


# Titles


@pytest.mark.rule("TRF-319", "TRF-320", "TRF-321", "TRF-322", "TRF-323", "TRF-621", "TRF-R16", "TRF-R17")
@pytest.mark.parametrize(
    ("account", "single"),
    [
        ("A01", {"Mod", "Veteran"}),
        ("A02", {"Mod", "Admin", "Veteran"}),
        ("A04", {"Newbie"}),
        ("A05", {"Troublemaker"}),
        ("A06", {"Mod"}),
        ("A08", {"Veteran"}),
        ("A09", {"Mod", "Admin"}),
        ("A10", {"Veteran", "Troublemaker"}),
    ],
)
def test_a_titled_card_is_single_with_the_title_else_double(table: MakeTable, account: str, single: set[str]) -> None:
    """Universal cards, and a universal account (A08): the title counts for them too; an Admin pays single for Mod."""
    for title, cid, cost in [
        ("Mod", "O02", 50),
        ("Admin", "O37", 120),
        ("Troublemaker", "O09", 60),
        ("Veteran", "O11", 120),
        ("Newbie", "O45", 20),
    ]:
        assert price(table, account, cid) == cost * (1 if title in single else 2), title


@pytest.mark.rule("TRF-323", "TRF-613", "TRF-R16")
def test_titles_of_characters_change_no_price(table: MakeTable) -> None:
    game = table().player(P1, account="A04")
    admin = custom.card(game, "character", titles=["Admin", "Mod"], cost=100)
    assert game.price(P1, admin) == 100
    game.player(P1, characters=[admin]).start()
    assert game.price(P1, "O02") == 100


@pytest.mark.rule("TRF-309", "TRF-323", "TRF-R13", "TRF-R16")
def test_the_multipliers_multiply(table: MakeTable) -> None:
    """O55 is a Mod card of the Jedi for 40."""
    assert [price(table, account, "O55") for account in ("A11", "A01", "A04", "A08", "A02")] == [80, 80, 160, 80, None]


@pytest.mark.rule("TRF-324", "TRF-R17")
def test_titles_are_read_when_the_card_is_announced(table: MakeTable) -> None:
    game = table().player(P1, account="A04", hand=["O14", "O02"]).player(P2, account="A09")
    game.persistent(P2, "O41", host=game.account(P1), tokens=3, counted=P1)
    game.start()
    assert game.price(P1, "O02") == 100
    game.play(P1, "O14")
    assert game.price(P1, "O02") == 50
    words = game.words(P1)
    game.play(P1, "O02", "O41")
    assert words - game.words(P1) == 50


@pytest.mark.rule("TRF-324", "TRF-R17")
def test_a_title_that_is_lost_makes_cards_double(table: MakeTable) -> None:
    game = table().player(P1, account="A01").player(P2, account="A05")
    game.persistent(P2, "O15", host=game.account(P1), tokens=3, counted=P1)
    game.start()
    assert (game.price(P1, "O02"), game.price(P1, "O11")) == (100, 120)


# Increases and reductions


@pytest.mark.rule("TRF-308", "TRF-606", "TRF-R12")
def test_what_is_added_and_taken_off_is_not_doubled(table: MakeTable) -> None:
    """Printed x multipliers + increases - reductions."""
    game = table()
    tax = custom.card(game, "planet", 'when = "passive", do = "cost(character, meters=30)"')
    game.player(P1, account="A11", planets=["P01", tax]).start()
    assert game.price(P1, "C01") == 400 * 2 + 30 - 50
    kneeling = table().player(P1, account="A01", planets=["P13"]).player(P2, account="A02").start()
    assert kneeling.price(P1, "O55", "pre") == 40 * 2 + 10 - 10


@pytest.mark.rule("TRF-308", "TRF-R12")
def test_a_price_is_never_below_0(table: MakeTable) -> None:
    game = table().player(P1, account="A02", hand=["O45", "O10"], planets=["P13"], words=0, characters=["F05"])
    game.persistent(P1, "O16", until="planet_captured")
    game.start()
    assert game.price(P1, "O10", "pre") == 0
    game.play(P1, "O10")
    assert game.ever(e.WordsPaid) == []
    assert [event.cost for event in game.ever(e.OocAnnounced)] == [0]


@pytest.mark.rule("TRF-308", "TRF-R12")
def test_increases_and_reductions_are_summed_before_0_is_looked_at(table: MakeTable) -> None:
    """100 + 100 - 150: neither first 0 and then 100, nor 0."""
    for changes in ((100, -150), (-150, 100)):
        game = table()
        texts = (f'when = "passive", do = "cost(character, meters={change})"' for change in changes)
        game.player(P1, planets=[custom.card(game, "planet", text) for text in texts]).start()
        assert game.price(P1, "X03") == 50


@pytest.mark.rule("TRF-308", "TRF-325", "TRF-R12")
@pytest.mark.parametrize(
    ("account", "planets", "before", "answer"),
    [("A02", [], 50, 40), ("A06", ["P13"], 40, 50), ("A02", ["P13"], 40, 40), ("A06", [], 50, 50)],
)
def test_a_discount_for_a_window_looks_at_the_window_used(
    table: MakeTable, account: str, planets: list[str], before: int, answer: int
) -> None:
    """O02 can be played in both; A02's responses are cheaper, with P13 pre-combat cards are."""
    game = table().player(P1, hand=["O05", "X03"], account="A05")
    game.player(P2, account=account, home="P03", planets=planets, hand=["O02", "O02"])
    game.persistent(P1, "O44", until="stuck_turn")
    game.start()
    game.play(P1, "O05")
    game.play(P2, "O02", "O05")
    game.all_pass()
    assert 500 - game.words(P2) == answer
    game.next_turn(P1, "pre_combat")
    had = game.words(P2)
    game.play(P2, "O02", "O44")
    game.all_pass()
    assert had - game.words(P2) == before


@pytest.mark.rule("TRF-606", "TRF-608", "TRF-R38", "TRF-R41")
def test_azguard_makes_azguard_cards_of_its_owner_cheaper(table: MakeTable) -> None:
    """50 meters for characters, 10 words for OOC cards; twice the planet is once the discount."""
    game = table().player(P1, account="A04", planets=["P01", "P01"]).player(P2, account="A04").start()
    assert [game.price(P1, cid) for cid in ("C01", "C02", "C15")] == [350, 300, 500]
    assert [game.price(P1, cid, "pre") for cid in ("O49", "O05")] == [30, 50]
    assert [game.price(P2, cid) for cid in ("C01", "O49")] == [400, 40]


@pytest.mark.rule("TRF-606")
def test_also_while_it_is_exhausted_and_as_the_homeworld(table: MakeTable) -> None:
    game = table().player(P1, account="A04")
    game.planet(P1, "P01", exhausted=True)
    assert game.start().price(P1, "C01") == 350
    assert table().player(P1, account="A04", home="P01").start().price(P1, "C01") == 350


@pytest.mark.rule("TRF-608", "TRF-R38")
def test_ties_open_nothing(table: MakeTable) -> None:
    game = table().player(P1, account="A02", home="P01").start()
    assert [game.price(P1, cid) for cid in ("C01", "O49")] == [None, None]


@pytest.mark.rule("TRF-625", "TRF-R46")
@pytest.mark.parametrize(("opponent", "cost"), [("A02", 70), ("A03", 70), ("A10", 70), ("A05", 60), ("A09", 60)])
def test_dolash_kneels_before_veterans(table: MakeTable, opponent: str, cost: int) -> None:
    game = table().player(P1, account="A01", hand=["O01"]).player(P2, account=opponent).start()
    game.play(P1, "O01")
    assert 500 - game.words(P1) == cost
    assert game.price(P1, "C15") == 500


@pytest.mark.rule("TRF-625", "TRF-R41", "TRF-R46")
def test_two_veterans_count_once_and_the_own_title_does_not(table: MakeTable) -> None:
    game = table(3).player(P1, account="A01").start()
    assert game.price(P1, "O01") == 70
    alone = table().player(P1, account="A01").player(P2, account="A05").start()
    assert alone.price(P1, "O01") == 60


@pytest.mark.rule("TRF-R41")
def test_two_copies_of_one_discount_count_once_two_players_copies_apart(table: MakeTable) -> None:
    game = table().player(P1, account="A02", planets=["P13"]).player(P2, account="A09")
    for _ in range(2):
        game.persistent(P1, "O16", until="planet_captured")
    game.persistent(P2, "O16", until="planet_captured")
    game.start()
    assert [game.price(P1, "O01", "pre"), game.price(P2, "O01", "pre")] == [40, 50]
