"""Set-up: modes, characters, decks, opening hands, mulligans, who begins (1xx)."""

from __future__ import annotations

from itertools import pairwise

import msgspec
import pytest

from domain.games.capcom_crossovers import GAME
from domain.games.capcom_crossovers import actions as a
from domain.games.capcom_crossovers import events as e
from domain.games.capcom_crossovers.board import Mode
from domain.games.capcom_crossovers.faces import DECK_52, DECK_54
from domain.games.capcom_crossovers.loadouts import Options
from domain.games.capcom_crossovers.rules import setup
from domain.kernel.audience import NOBODY, SPECTATOR
from domain.kernel.audience import seat as seat_audience
from domain.kernel.decide import Decision, IllegalLoadout
from domain.kernel.facts import Event, as_seen
from domain.kernel.game import reader_of
from domain.kernel.match import PromptOpened
from tests.games.capcom_crossovers.seating import LINE_UPS, MODES, Seated, create, set_up
from tests.games.capcom_crossovers.table import P1, P2, P3, P4
from tests.kit.scenario import unshuffled

FIRST = "f65785380f0a1a0a5be6e250bc08111553c41d381d6ccba4726fc5f9a3eaf1cb"
"""The cards of the first release, which name no HP for tag modes."""
ORDERS: list[tuple[Mode, str, tuple[int, ...]]] = [
    ("one_on_one", "a", (P1, P2)),
    ("one_on_one", "b", (P2, P1)),
    ("tag", "a", (P1, P2)),
    ("tag", "b", (P2, P1)),
    ("team", "a", (P1, P2, P3, P4)),
    ("team", "b", (P2, P1, P4, P3)),
    ("boss", "a", (P1, P2, P3)),
    ("boss", "b", (P3, P1, P2)),
]
"""Mode, the side that begins, the seats in turn order."""


def seats_of(game: Seated, kind: type[Event]) -> list[int]:
    """Whom the events of a type were about, as they came."""
    return [getattr(event, "seat", -1) for event in game.ever(kind)]


# Modes and players


@pytest.mark.rule("CAP-101")
@pytest.mark.parametrize(("mode", "players"), [("one_on_one", 2), ("tag", 2), ("team", 4), ("boss", 3)])
@pytest.mark.parametrize("seats", [0, 1, 2, 3, 4, 5])
def test_a_mode_has_its_number_of_players(mode: Mode, players: int, seats: int) -> None:
    created = create(mode, seats)
    if seats == players:
        assert isinstance(created, Decision)
    else:
        assert isinstance(created, IllegalLoadout)
        assert [fault.rule for fault in created.violations] == ["CAP-101"]


@pytest.mark.rule("CAP-101")
def test_a_match_has_one_mode_of_four() -> None:
    for mode in ("duel", None, ["tag", "team"]):
        with pytest.raises(msgspec.ValidationError, match="mode"):
            msgspec.convert({"mode": mode}, Options)
    assert (GAME.min_seats, GAME.max_seats) == (2, 4)


@pytest.mark.rule("CAP-101")
@pytest.mark.parametrize("mode", MODES)
def test_the_rules_hold_in_every_mode(mode: Mode, monkeypatch: pytest.MonkeyPatch) -> None:
    unshuffled(monkeypatch)
    game = set_up(mode, first_side="a").keep()
    defender = game.board.sides[1][0]
    game.attack(P1, "basic", "4C")
    if mode == "team":
        game.decline(P4)
    game.take_hit(defender)
    reduced = 1 if mode == "boss" else 0
    assert (game.lost(defender), game.cp(P1), game.waits(P1)) == (4 - reduced, 1, "combo")


@pytest.mark.rule("CAP-102")
@pytest.mark.parametrize("mode", MODES)
def test_a_match_starts_when_the_last_player_has_come_with_legal_characters(mode: Mode) -> None:
    *first, last = LINE_UPS[mode]
    game = Seated(mode, first)
    assert (game.state.status, game.state.board_or_none) == ("open", None)
    assert game.faults(len(first), [])
    assert game.faults(len(first), ["nobody"]) != []
    joined = game.join(len(first), last)
    assert isinstance(joined, Decision)
    assert joined.state.status == "running"


@pytest.mark.rule("CAP-102")
def test_each_player_has_an_own_deck_and_the_moves_of_the_own_character(monkeypatch: pytest.MonkeyPatch) -> None:
    unshuffled(monkeypatch)
    game = set_up(first_side="a").keep()
    assert [player.deck_list for player in game.board.players] == [DECK_52, DECK_52]
    assert game.hand(P1) == game.hand(P2) == ["2C", "3C", "4C", "5C", "6C", "7C", "8C"]
    game.attack(P1, "basic", "7C")
    assert (game.zone(P1), game.hand(P2)) == (["7C"], ["2C", "3C", "4C", "5C", "6C", "7C", "8C"])
    game = set_up(first_side="a", brought=[["ryu"], ["granny_gale"]]).keep()
    assert (game.stat(P1, "strength"), game.stat(P2, "strength")) == (7, 4)
    assert game.refused(P1, a.DeclareAttack("cane_hook", ("2C",))).rule == "CAP-305"


@pytest.mark.rule("CAP-102")
def test_a_character_that_is_not_in_the_match() -> None:
    assert Seated("one_on_one", []).faults(P1, ["ryo"]) == ["CAP-102"]


@pytest.mark.rule("CAP-103")
def test_one_on_one_is_one_character_each_active_for_the_whole_match() -> None:
    game = set_up()
    for side in GAME.view(game.state, SPECTATOR).sides:
        assert len(side.characters) == 1
        assert (side.active, side.inactive) == (side.characters[0].id, None)
    game.keep()
    for _ in range(4):
        game.pass_turn(game.board.turn_player)
    assert [one.status for one in game.board.characters] == ["active", "active"]
    assert game.ever(e.CharacterSwitched) == []


@pytest.mark.rule("CAP-103", "CAP-901", "CAP-952", "CAP-970")
@pytest.mark.parametrize(
    ("mode", "rule"), [("one_on_one", "CAP-103"), ("tag", "CAP-901"), ("team", "CAP-952"), ("boss", "CAP-970")]
)
def test_wrong_numbers_of_characters(mode: Mode, rule: str) -> None:
    legal = 2 if mode == "tag" else 1
    for n in (0, 1, 2, 3):
        faults = Seated(mode, []).faults(P1, ["ryu", "gambit", "morrigan"][:n])
        assert faults == ([] if n == legal else [rule])


# The table before the first turn


@pytest.mark.rule("CAP-104", "CAP-R106")
def test_beside_a_partner_a_character_has_its_tag_hp_if_it_has_any() -> None:
    first = reader_of(GAME).published(GAME.package, FIRST)
    assert first is not None
    ryu, titan, before = GAME.core().cards["ryu"], GAME.core().cards["hollow_titan"], first.cards["ryu"]
    assert (ryu.start_hp(partner=False), ryu.start_hp(partner=True)) == (104, 52)
    assert titan.start_hp(partner=True) == titan.stats.hp
    assert before.start_hp(partner=True) == before.stats.hp == 88


@pytest.mark.rule("CAP-104")
@pytest.mark.parametrize("mode", MODES)
def test_characters_have_all_their_hp_and_nothing_lies_on_the_table(mode: Mode) -> None:
    game = set_up(mode)
    cids = [cid for characters in LINE_UPS[mode] for cid in characters]
    assert [one.cid for one in game.board.characters] == cids
    for one in game.board.characters:
        alone = mode == "one_on_one" or game.cards[one.cid].boss
        printed = game.cards[one.cid].stats.hp if alone else game.cards[one.cid].tag_hp
        assert (one.hp, one.start_hp, one.cp_used, one.used_turn, one.used_game) == (printed, printed, 0, (), ())
    for player in game.board.players:
        assert (player.meter, player.discard, player.block, player.zone) == ([], [], None, [])
        flags = (player.mulligan_used, player.ace_recovered, player.meter_placed, player.hp_recovered, player.out)
        assert not any(flags)
    empty = setup.new_board(game.state)
    assert [(player.deck.size, player.hand.size) for player in empty.players] == [(0, 0)] * len(empty.players)


@pytest.mark.rule("CAP-105", "CAP-R52")
@pytest.mark.parametrize(
    ("mode", "sizes"),
    [("one_on_one", [52, 52]), ("tag", [54, 54]), ("team", [54] * 4), ("boss", [54, 54, 52])],
)
def test_each_deck_is_shuffled_into_its_owners_draw_pile(mode: Mode, sizes: list[int]) -> None:
    game = set_up(mode)
    shuffles = game.ever(e.DeckShuffled)
    assert [(event.seat, event.cause) for event in shuffles] == [(seat, "setup") for seat in range(len(sizes))]
    for event, size in zip(shuffles, sizes, strict=True):
        brought = DECK_54 if size == 54 else DECK_52
        assert event.order is not None
        assert sorted(event.order) == list(range(size))
        assert event.order != tuple(range(size))
        (draw,) = event.draws
        assert (draw.size, draw.value) == (size, event.order)
        pile = [brought[place] for place in event.order]
        assert (game.hand(event.seat), game.pile(event.seat)) == (pile[:7], pile[7:])
    assert all(one.order != other.order for one, other in pairwise(shuffles))


@pytest.mark.rule("CAP-106")
@pytest.mark.parametrize("mode", MODES)
def test_the_opening_hand_is_the_top_7(mode: Mode, monkeypatch: pytest.MonkeyPatch) -> None:
    unshuffled(monkeypatch)
    game = set_up(mode)
    for seat, player in enumerate(game.board.players):
        assert game.hand(seat) == list(player.deck_list[:7])
        assert game.pile(seat) == list(player.deck_list[7:])
    assert seats_of(game, e.OpeningHandDealt) == list(range(len(game.board.players)))


@pytest.mark.rule("CAP-105", "CAP-106", "CAP-107", "CAP-110", "CAP-111")
@pytest.mark.parametrize("mode", MODES)
def test_the_parts_of_set_up_in_order(mode: Mode) -> None:
    game = set_up(mode).keep()
    own = [type(fact.event) for fact in game.history if type(fact.event) in GAME.events]
    seats, characters = len(game.board.players), len(game.board.characters)
    assert own == [
        *[e.CharacterEntered] * characters,
        *[e.DeckBrought] * seats,
        *[e.DeckShuffled] * seats,
        *[e.OpeningHandDealt] * seats,
        *[e.MulliganDeclined] * seats,
        e.FirstSideChosen,
        e.TurnStarted,
        e.PhaseChanged,
    ]


# Mulligans


@pytest.mark.rule("CAP-107", "CAP-R11", "CAP-R79")
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("first", ["a", "b"])
def test_everybody_is_asked_once_in_seat_order_before_it_is_known_who_begins(mode: Mode, first: str) -> None:
    game = set_up(mode, first_side=first)
    for seat in range(len(game.board.players)):
        assert game.asked() == [(seat, "mulligan_choice")]
        assert [one["type"] for one in game.legal(seat)] == ["keep", "mulligan"]
        assert (game.board.first_player, game.ever(e.FirstSideChosen)) == (-1, [])
        game.do(seat, a.Mulligan() if seat % 2 else a.Keep())
    asked = [event for event in game.ever(PromptOpened) if event.kind == "mulligan_choice"]
    assert [event.seat for event in asked] == list(range(len(game.board.players)))
    assert [len(game.ever(kind)) for kind in (e.FirstSideChosen, e.TurnStarted)] == [1, 1]


@pytest.mark.rule("CAP-108")
def test_a_mulligan_shuffles_the_whole_hand_back_and_draws_7_again() -> None:
    game = set_up()
    before, other = game.hand(P1), game.hand(P2)
    pile = [*game.pile(P1), *before]
    game.do(P1, a.Mulligan())
    (shuffled,) = game.happened(e.DeckShuffled)
    assert (shuffled.seat, shuffled.cause, sorted(shuffled.order or ())) == (P1, "mulligan", list(range(52)))
    after = [pile[place] for place in shuffled.order or ()]
    assert (game.hand(P1), game.pile(P1)) == (after[:7], after[7:])
    assert game.hand(P1) != before
    (dealt,) = game.happened(e.OpeningHandDealt)
    assert (dealt.seat, dealt.n, dealt.cards) == (P1, 7, tuple(game.hand(P1)))
    assert (game.hand(P2), game.discard(P1)) == (other, [])


@pytest.mark.rule("CAP-108")
def test_there_is_no_partial_mulligan() -> None:
    assert a.Mulligan.__struct_fields__ == ()
    game = set_up()
    before = game.hand(P1)
    game.do(P1, a.Keep())
    assert (game.hand(P1), game.happened(e.DeckShuffled)) == (before, [])


@pytest.mark.rule("CAP-109")
@pytest.mark.parametrize("answer", [a.Keep(), a.Mulligan()])
def test_one_mulligan_in_a_match(answer: a.Keep | a.Mulligan) -> None:
    game = set_up(first_side="a")
    game.do(P1, answer)
    assert game.board.players[P1].mulligan_used is isinstance(answer, a.Mulligan)
    assert game.refused(P1, a.Mulligan()).rule == "CAP-109"
    game.do(P2, a.Keep())
    assert game.refused(P1, a.Mulligan()).rule == "CAP-109"
    game.pass_turn(P1)
    assert game.refused(P2, a.Mulligan()).rule == "CAP-109"


@pytest.mark.rule("CAP-107")
def test_nobody_answers_for_another() -> None:
    game = set_up()
    assert game.refused(P2, a.Keep()).rule == "CAP-107"
    assert game.legal(P2) == []


# Who begins


@pytest.mark.rule("CAP-110", "CAP-R11")
@pytest.mark.parametrize("mode", MODES)
def test_a_recorded_draw_says_which_side_begins_and_its_first_seat_is_the_first_player(mode: Mode) -> None:
    begun = set()
    for n in range(12):
        game = set_up(mode, seed=f"{n:064x}").keep()
        (chosen,) = game.ever(e.FirstSideChosen)
        (draw,) = chosen.draws
        assert (chosen.by, draw.size, draw.value) == ("draw", 2, chosen.side)
        assert game.board.first_player == game.board.turn_player == game.board.sides[chosen.side][0]
        begun.add(chosen.side)
    assert begun == {0, 1}


@pytest.mark.rule("CAP-803", "CAP-110", "CAP-215", "CAP-953", "CAP-973", "CAP-R66", "CAP-R79")
@pytest.mark.parametrize(("mode", "first", "order"), ORDERS)
def test_the_option_says_which_side_begins(mode: Mode, first: str, order: tuple[int, ...]) -> None:
    game = set_up(mode, first_side=first).keep()
    (chosen,) = game.ever(e.FirstSideChosen)
    assert (chosen.by, chosen.draws, chosen.order) == ("option", (), order)
    assert (game.board.first_player, game.board.turn_player) == (order[0], order[0])


@pytest.mark.rule("CAP-111", "CAP-R02")
@pytest.mark.parametrize(("mode", "first", "order"), ORDERS)
def test_the_first_player_has_no_draw_phase_and_all_others_draw(mode: Mode, first: str, order: tuple[int, ...]) -> None:
    game = set_up(mode, first_side=first).keep()
    assert (game.waits(order[0]), len(game.hand(order[0]))) == ("combat", 7)
    assert [event.phase for event in game.ever(e.PhaseChanged)] == ["combat"]
    game.pass_turn(order[0])
    for seat in order[1:]:
        assert game.waits(seat) == "draw"
        game.pass_turn(seat)
        (drawn,) = (event for event in game.ever(e.CardsDrawn) if event.seat == seat)
        assert drawn.n == 1
    assert game.waits(order[0]) == "draw"
    assert order[0] not in seats_of(game, e.CardsDrawn)


@pytest.mark.rule("CAP-R79", "CAP-902", "CAP-R52")
@pytest.mark.parametrize(
    ("mode", "active"),
    [("tag", ["ryu", "morrigan"]), ("team", ["ryu", "morrigan"]), ("boss", ["ryu", "hollow_titan"])],
)
def test_the_first_named_character_of_a_side_starts_active(mode: Mode, active: list[str]) -> None:
    game = set_up(mode)
    board = game.board
    assert [board.active(side).cid for side in (0, 1)] == active
    waiting = [board.inactive(side) for side in (0, 1)]
    assert [one.cid for one in waiting if one] == (["gambit"] if mode == "boss" else ["gambit", "spider_man"])
    (ryu,) = [event for event in game.ever(e.CharacterEntered) if event.cid == "ryu"]
    assert (ryu.seat, ryu.side, ryu.active) == (P1, 0, True)


@pytest.mark.rule("CAP-R52", "CAP-902")
def test_in_tag_the_order_of_the_characters_says_who_starts() -> None:
    game = set_up("tag", brought=[["gambit", "ryu"], ["spider_man", "morrigan"]])
    assert (game.active(P1), game.active(P2)) == ("gambit", "spider_man")


@pytest.mark.rule("CAP-R97", "CAP-R101", "CAP-R80", "CAP-111")
@pytest.mark.parametrize(
    ("mode", "first", "conceded", "begins"),
    [
        ("team", "a", P1, P3),
        ("team", "a", P3, P1),
        ("team", "a", P2, P1),
        ("team", "b", P2, P4),
        ("team", "b", P1, P2),
        ("boss", "a", P1, P2),
        ("boss", "b", P1, P3),
    ],
)
def test_a_concession_during_the_mulligans_changes_nothing_about_the_side_that_begins(
    mode: Mode, first: str, conceded: int, begins: int
) -> None:
    game = set_up(mode, first_side=first)
    game.concede(conceded)
    game.keep()
    assert conceded not in seats_of(game, e.MulliganDeclined)
    (chosen,) = game.ever(e.FirstSideChosen)
    assert chosen.side == game.board.side_of(begins)
    assert game.board.first_player == chosen.order[0] == game.board.sides[chosen.side][0]
    assert (game.board.turn_player, game.waits(begins)) == (begins, "combat")
    game.pass_turn(begins)
    assert game.waits(game.board.turn_player) == "draw"


# What is hidden


@pytest.mark.rule("CAP-112", "CAP-105")
@pytest.mark.parametrize("viewer", ["seat:0", "seat:1", SPECTATOR])
def test_the_order_of_a_draw_pile_is_nobodys(viewer: str) -> None:
    game = set_up(first_side="a")
    game.do(P1, a.Mulligan())
    facts = [fact for fact in game.history if isinstance(fact.event, e.DeckShuffled)]
    assert len(facts) == 3
    for fact in facts:
        shown = as_seen(fact, viewer)
        assert isinstance(shown, e.DeckShuffled)
        assert (shown.order, shown.draws) == (None, ())
        assert set(fact.secret) == {NOBODY}
    for seat, player in enumerate(GAME.view(game.state, viewer).players):
        assert player.draw_pile_size == 45
        assert (player.draw_pile_contents is not None) is (viewer == f"seat:{seat}")


@pytest.mark.rule("CAP-112", "CAP-108")
@pytest.mark.parametrize("mode", MODES)
def test_an_opening_hand_is_its_owners(mode: Mode) -> None:
    game = set_up(mode)
    game.do(P1, a.Mulligan())
    facts = [fact for fact in game.history if isinstance(fact.event, e.OpeningHandDealt)]
    seats = range(len(game.board.players))
    assert len(facts) == len(seats) + 1
    for fact in facts:
        for viewer in (*map(seat_audience, seats), SPECTATOR):
            shown = as_seen(fact, viewer)
            assert isinstance(shown, e.OpeningHandDealt)
            assert shown.n == 7
            assert (shown.cards is not None) is (viewer == seat_audience(shown.seat))
