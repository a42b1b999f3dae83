"""Decks and match options that are legal, those that are not, and what players see (8xx, 9xx)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from domain.games.cape_and_cowl import GAME
from domain.games.cape_and_cowl import actions as a
from domain.games.cape_and_cowl.definitions import PORTER
from domain.games.cape_and_cowl.loadouts import Loadout, Options, check_loadout, check_options, decks, precon
from domain.games.cape_and_cowl.views import PlayerView, View
from domain.kernel import decide
from domain.kernel.decide import Decision, IllegalLoadout
from domain.kernel.draws import ALGORITHM, commitment
from domain.kernel.game import LoadoutContext
from domain.kernel.lineage import Pins
from domain.kernel.loadouts import infos
from domain.kernel.match import ClockPolicy, MatchCreated
from tests.games.cape_and_cowl.table import P1, P2, Table
from tests.kit.scenario import SEED

MakeTable = Callable[..., Table]

MATCH = "mt_decks_options"
PINS = Pins(GAME.rules_version, "0" * 64, "test", GAME.card_set_hash(), ALGORITHM, commitment(MATCH, SEED))
STARTERS = [info.id for info in infos(decks)]
CARDS = [card for card_set in GAME.core().sets for card in card_set.cards]


def of(rarity: str, kind: str | None = None) -> list[str]:
    """Card ids of a commonality, of a kind."""
    return [card.cid for card in CARDS if card.rarity == rarity and kind in (None, card.kind)]


RARES, UNCOMMONS, COMMONS = of("R"), of("U"), of("C")


def faults(cards: list[str], *, porters: int = 1) -> list[tuple[str, tuple[str, ...]]]:
    """What is wrong with a deck: (rule, place)."""
    found = check_loadout(LoadoutContext(Options(), 2, GAME.core().cards), Loadout((*[PORTER] * porters, *cards)))
    return [(violation.rule, violation.path) for violation in found]


def brought(rares: int, uncommons: int, commons: int) -> list[str]:
    """A deck with so many cards of each commonality, at most 5 copies of each card."""
    parts = ((RARES, rares), (UNCOMMONS, uncommons), (COMMONS, commons))
    return [card for cards, n in parts for card in (cards * 5)[:n]]


def create(seats: int = 2, **options: Any) -> Decision | IllegalLoadout:
    event = MatchCreated(
        match=MATCH,
        game=GAME.slug,
        seats=seats,
        options=msgspec.convert(options, Options),
        clock=ClockPolicy(),
        pins=PINS,
    )
    return decide.create(GAME, event, 0)


# Decks


@pytest.mark.rule("CNC-801")
@pytest.mark.parametrize(("commons", "legal"), [(24, False), (25, True), (26, False)])
def test_a_deck_is_the_porter_and_50_further_cards(commons: int, legal: bool) -> None:
    assert faults(brought(10, 15, commons)) == ([] if legal else [("CNC-801", ("deck",))])


@pytest.mark.rule("CNC-802")
@pytest.mark.parametrize(("rares", "legal"), [(0, True), (10, True), (11, False)])
def test_at_most_10_rares(rares: int, legal: bool) -> None:
    assert faults(brought(rares, 0, 50 - rares)) == ([] if legal else [("CNC-802", ("deck",))])


@pytest.mark.rule("CNC-803")
@pytest.mark.parametrize(("uncommons", "legal"), [(0, True), (15, True), (16, False)])
def test_at_most_15_uncommons(uncommons: int, legal: bool) -> None:
    assert faults(brought(0, uncommons, 50 - uncommons)) == ([] if legal else [("CNC-803", ("deck",))])


@pytest.mark.rule("CNC-804")
def test_any_number_of_commons() -> None:
    assert faults(brought(0, 0, 50)) == []


@pytest.mark.rule("CNC-805")
@pytest.mark.parametrize(("copies", "legal"), [(5, True), (6, False), (50, False)])
def test_at_most_5_copies_of_a_card(copies: int, legal: bool) -> None:
    others = [card for card in COMMONS if card != "nill"]
    deck = ["nill"] * copies + others[: 50 - copies]
    deck += (others * 4)[: 50 - len(deck)]
    assert faults(deck) == ([] if legal else [("CNC-805", ("deck", "nill"))])


@pytest.mark.rule("CNC-805", "CNC-616", "CNC-R43")
def test_versions_and_two_cards_for_one_person_are_counted_apart() -> None:
    pairs = [card for card in ("nohope", "nohope_2", "batman", "bruce_wayne") for _ in range(5)]
    others = [card for card in COMMONS if card not in pairs]
    assert faults(pairs[:15] + others[:35]) == []
    assert faults(pairs[5:] + others[:35]) == []


@pytest.mark.rule("CNC-806")
@pytest.mark.parametrize("kind", ["event", "city", "character"])
def test_a_deck_may_be_of_one_kind(kind: str) -> None:
    commons = [card for card in of("C", kind) if card != PORTER]
    rares, uncommons = of("R", kind) * 5, of("U", kind) * 5
    deck = (commons * 5)[:25] + uncommons[:15] + rares[:10]
    assert len(deck) == 50
    assert faults(deck) == []


@pytest.mark.rule("CNC-806")
def test_a_deck_may_be_of_one_class() -> None:
    villains = {one: [card.cid for card in CARDS if card.class_ == "Villain" and card.rarity == one] for one in "CUR"}
    assert faults((villains["C"] * 5)[:25] + (villains["U"] * 3)[:15] + (villains["R"] * 4)[:10]) == []


@pytest.mark.rule("CNC-807")
@pytest.mark.parametrize(("porters", "rules"), [(0, ["CNC-807"]), (1, []), (2, ["CNC-807"]), (6, ["CNC-807"])])
def test_exactly_one_porter_that_counts_for_nothing_else(porters: int, rules: list[str]) -> None:
    assert [rule for rule, _ in faults(brought(10, 15, 25), porters=porters)] == rules


@pytest.mark.rule("CNC-602", "CNC-801")
def test_only_cards_that_there_are() -> None:
    assert faults([*brought(0, 0, 49), "batmna"]) == [("CNC-602", ("deck", "batmna"))]


@pytest.mark.rule("CNC-102", "CNC-801", "CNC-802", "CNC-805", "CNC-807")
def test_an_illegal_deck_is_refused_with_every_fault_and_nothing_starts() -> None:
    created = create()
    assert isinstance(created, Decision)
    bad = Loadout(tuple([RARES[0]] * 11 + COMMONS[:5]))
    outcome = decide.join(GAME, created.state, P1, "player", 0, loadout=bad, server_seed=SEED)
    assert isinstance(outcome, IllegalLoadout)
    assert [violation.rule for violation in outcome.violations] == ["CNC-807", "CNC-801", "CNC-802", "CNC-805"]
    assert created.state.seats[P1].player is None
    assert created.state.status == "open"


@pytest.mark.rule("CNC-102")
def test_a_match_starts_with_two_legal_decks() -> None:
    outcome: object = create(first_player="p2")
    for seat, deck in ((P1, STARTERS[0]), (P2, STARTERS[1])):
        assert isinstance(outcome, Decision)
        assert outcome.state.status == "open"
        loadout = precon(deck, seat, Options(), 2)
        outcome = decide.join(GAME, outcome.state, seat, f"player-{seat}", 0, loadout=loadout, server_seed=SEED)
    assert isinstance(outcome, Decision)
    assert (outcome.state.status, outcome.state.board.first) == ("running", P2)


@pytest.mark.rule("CNC-810", "CNC-801", "CNC-802", "CNC-803", "CNC-805", "CNC-807")
@pytest.mark.parametrize("deck", STARTERS)
def test_each_starter_deck_is_legal(deck: str) -> None:
    loadout = precon(deck, P1, Options(), 2)
    assert loadout is not None
    assert check_loadout(LoadoutContext(Options(), 2, GAME.core().cards), loadout) == []
    assert len(loadout.deck) == 51


@pytest.mark.rule("CNC-810")
def test_the_starter_decks_are_chosen_by_name() -> None:
    assert [info.name for info in infos(decks)] == [
        "Forces of Justice",
        "Forces of Corruption",
        "Forces of Peace",
        "Forces of Punishment",
        "Forces of Mystery",
    ]
    mystery = precon("forces_of_mystery", P2, Options(), 2)
    assert mystery is not None
    assert Counter(mystery.deck)["moth_oracle"] == 4
    assert precon("forces_of_evil", P1, Options(), 2) is None


# Options


@pytest.mark.rule("CNC-808")
def test_options_by_default() -> None:
    options = msgspec.convert({}, Options)
    assert (options.first_player, options.round_limit, options.time_limit_s) == ("random", None, None)
    assert (options.tiebreak, options.decision_timer_s) == ("most_cp", None)
    assert GAME.default_clock(options) == (None, None)


@pytest.mark.rule("CNC-808", "CNC-221")
@pytest.mark.parametrize(
    ("options", "decision"),
    [
        ({"time_limit_s": 600}, 300_000),
        ({"time_limit_s": 600, "decision_timer_s": 20}, 20_000),
        ({"decision_timer_s": 45}, 45_000),
        ({"round_limit": 8}, None),
    ],
)
def test_decisions_are_timed_if_asked_for_or_if_there_is_a_time_limit(
    options: dict[str, int], decision: int | None
) -> None:
    assert GAME.default_clock(msgspec.convert(options, Options)) == (decision, None)


@pytest.mark.rule("CNC-808")
@pytest.mark.parametrize(
    "option",
    [
        {"first_player": "p1"},
        {"first_player": "p2"},
        {"first_player": "random"},
        {"round_limit": 1},
        {"round_limit": 100},
        {"round_limit": None},
        {"time_limit_s": 60},
        {"time_limit_s": None},
        {"tiebreak": "most_cp"},
        {"tiebreak": "fewest_discards"},
        {"decision_timer_s": 10},
        {"decision_timer_s": None},
    ],
)
def test_options_within_their_ranges(option: dict[str, Any]) -> None:
    ((name, value),) = option.items()
    assert getattr(msgspec.convert(option, Options), name) == value


@pytest.mark.rule("CNC-808")
@pytest.mark.parametrize(
    "option",
    [
        {"first_player": "p3"},
        {"round_limit": 0},
        {"round_limit": 101},
        {"time_limit_s": 59},
        {"tiebreak": "coin"},
        {"decision_timer_s": 9},
        {"mulligan": True},
    ],
)
def test_options_out_of_their_ranges(option: dict[str, Any]) -> None:
    with pytest.raises(msgspec.ValidationError, match=next(iter(option))):
        msgspec.convert(option, Options)


@pytest.mark.rule("CNC-809")
def test_options_do_not_change_during_a_match(table: MakeTable) -> None:
    game = table(round_limit=8, tiebreak="fewest_discards").player(P1, hand=["power_surge"]).start()
    agreed = game.state.options
    with pytest.raises(AttributeError):
        agreed.round_limit = 9
    game.play(P1, "power_surge")
    game.pass_round()
    assert game.state.options == agreed == Options(round_limit=8, tiebreak="fewest_discards")
    assert not any("option" in str(kind.__struct_config__.tag) for kind in GAME.actions)


# Players and what they see


@pytest.mark.rule("CNC-901", "CNC-101")
@pytest.mark.parametrize(("seats", "legal"), [(1, False), (2, True), (3, False), (4, False)])
def test_a_match_has_exactly_two_players(seats: int, legal: bool) -> None:
    assert (GAME.min_seats, GAME.max_seats) == (2, 2)
    assert [fault.rule for fault in check_options(Options(), seats)] == ([] if legal else ["CNC-901"])
    outcome = create(seats)
    assert isinstance(outcome, Decision) is legal
    if isinstance(outcome, IllegalLoadout):
        assert [violation.rule for violation in outcome.violations] == ["CNC-901"]


@pytest.mark.rule("CNC-901")
def test_there_are_no_teams() -> None:
    with pytest.raises(msgspec.ValidationError, match="teams"):
        msgspec.convert({"teams": 2}, Options)


def seen(game: Table, viewer: str) -> View:
    found = GAME.view(game.state, viewer)
    assert isinstance(found, View)
    return found


def shared(player: PlayerView) -> PlayerView:
    """What of a player everybody sees."""
    hand = tuple(msgspec.structs.replace(card, iid=None, card=None, name=None, withdrawn=False) for card in player.hand)
    return msgspec.structs.replace(player, hand=hand, deck_contents=None)


def busy(make: MakeTable) -> Table:
    """A table with something of everything."""
    game = make().player(P1, cp=60, ap=-3, hand=["flash", "nill"], discard=["bomb_plot"], cities=["mac"])
    game.character(P1, "cinder_jane", hp=7, statuses=["poisoned"], combo=(1, 2))
    game.city(P1, "rooftop_watch", host="mac")
    game.player(P2, cp=140, ap=7, hand=["danger"], discard=["sentry", "import_clinic"], characters=["batman"])
    return game.start()


@pytest.mark.rule("CNC-902")
@pytest.mark.parametrize("viewer", ["seat:0", "seat:1", "spectator"])
def test_everybody_sees_the_field_the_points_and_the_discard_piles(table: MakeTable, viewer: str) -> None:
    one, two = seen(busy(table), viewer).players
    assert [(player.cp, player.ap) for player in (one, two)] == [(60, -3), (140, 7)]
    assert [[card.card for card in player.discard] for player in (one, two)] == [
        ["bomb_plot"],
        ["sentry", "import_clinic"],
    ]
    (jane,) = one.characters
    assert (jane.card, jane.hp, jane.statuses) == ("cinder_jane", 7, ("poisoned",))
    assert jane.combo is not None
    assert (jane.combo.attack, jane.combo.level) == (1, 2)
    porter, mac, guard = one.cities
    assert (porter.card, mac.card, guard.card) == (PORTER, "mac", "rooftop_watch")
    assert (mac.guard, guard.host) == (guard.iid, mac.iid)
    assert [card.card for card in two.characters] == ["batman"]
    assert (one.hand_size, two.hand_size) == (2, 1)


@pytest.mark.rule("CNC-902")
def test_hands_and_decks_are_seen_by_their_owner_only(table: MakeTable) -> None:
    game = busy(table)
    own = {P1: ["flash", "nill"], P2: ["danger"]}
    for seat in (P1, P2):
        for viewer in ("seat:0", "seat:1", "spectator"):
            player = seen(game, viewer).players[seat]
            mine = viewer == f"seat:{seat}"
            assert [card.card for card in player.hand] == (own[seat] if mine else [None] * len(own[seat]))
            assert (player.deck_contents is not None) == mine
            assert {card.iid for card in player.hand if card.iid} == (
                {game.held(seat, card) for card in own[seat]} if mine else set()
            )


@pytest.mark.rule("CNC-902")
def test_all_but_hands_and_decks_is_the_same_for_everybody(table: MakeTable) -> None:
    game = busy(table)
    first, *others = ([shared(one) for one in seen(game, who).players] for who in ("seat:0", "seat:1", "spectator"))
    assert others == [first, first]


@pytest.mark.rule("CNC-902")
def test_a_revealed_card_is_seen_by_all_until_it_leaves_the_hand(table: MakeTable) -> None:
    game = table().player(P1, hand=["breaking_news"], deck=[]).player(P2, hand=["flash", "nill"]).start()
    game.play(P1, "breaking_news")
    for viewer in ("seat:0", "seat:1", "spectator"):
        assert [(card.card, card.revealed) for card in seen(game, viewer).players[P2].hand] == [
            ("flash", True),
            ("nill", True),
        ]
    game.end_turn(P1)
    game.play(P2, "flash")
    game.pass_round(P2)
    game.do(P2, a.WithdrawCharacter(game.seen(P2, "flash")))
    assert [card.card for card in seen(game, "seat:0").players[P2].hand] == ["nill", None]
