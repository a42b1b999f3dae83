"""Set-up: what players bring, hands, the first player, the first pools (1xx)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from domain.games.trf import actions as a
from domain.games.trf import events as e
from domain.kernel.audience import NOBODY
from domain.kernel.decide import Decision, IllegalLoadout
from domain.kernel.draws import Draws, Roll
from domain.kernel.facts import Event, as_seen
from tests.games.trf.custom import fight_dice
from tests.games.trf.seating import SIZE, Seated, brings, create, set_up
from tests.games.trf.table import FILLER, P1, P2, P3, Table
from tests.kit.scenario import rolled_as, unshuffled

MakeTable = Callable[..., Table]
ORDER = (e.PlayerRegistered, e.CardsRevealed, e.DeckShuffled, e.CardDrawn, e.DieRolled, e.FirstPlayerSet)


def rolled(patch: pytest.MonkeyPatch, *values: int) -> None:
    """Every deck keeps its order, and the dice show these in the order in which they are thrown."""
    unshuffled(patch)
    left, below = list(values), Draws.below

    def fixed(draws: Draws, purpose: str, size: int) -> Roll:
        return rolled_as(purpose, size, left.pop(0) - 1) if size == 6 else below(draws, purpose, size)

    patch.setattr(Draws, "below", fixed)


def dice(game: Seated) -> list[tuple[int, int]]:
    """(player, value) of each die for the first player."""
    return [(one.seat, one.value) for one in game.ever(e.DieRolled) if one.purpose == "first_player"]


def shown(game: Seated, viewer: str, kind: type[Event], field: str) -> list[Any]:
    """A field of the facts of a type as a viewer is shown them."""
    seen = [as_seen(fact, viewer) for fact in game.history if isinstance(fact.event, kind)]
    return [getattr(event, field) for event in seen]


@pytest.mark.rule("TRF-101")
@pytest.mark.parametrize("seats", [1, 3, 4])
def test_a_match_has_two_players_unless_its_mode_says_otherwise(seats: int) -> None:
    refused = create(seats)
    assert isinstance(refused, IllegalLoadout)
    assert [fault.rule for fault in refused.violations] == ["TRF-101"]
    assert isinstance(create(2), Decision)
    assert isinstance(create(seats, mode="free_for_all"), Decision) == (seats > 1)


@pytest.mark.rule("TRF-102")
@pytest.mark.parametrize("cheat", [P1, P2])
def test_the_match_starts_when_all_have_come_with_what_is_needed(cheat: int) -> None:
    game = Seated([brings()] if cheat == P2 else [])
    refused = game.sit(cheat, brings(homeworld="C01"))
    assert isinstance(refused, IllegalLoadout)
    assert (game.state.status, game.state.board_or_none) == ("open", None)
    assert set_up().state.status == "running"


@pytest.mark.rule("TRF-107", "TRF-R04")
def test_the_order_of_set_up() -> None:
    game = set_up()
    kinds = [type(fact.event) for fact in game.history if isinstance(fact.event, (*ORDER, e.PoolsRefilled))]
    assert kinds[:5] == [e.PlayerRegistered, e.PlayerRegistered, e.CardsRevealed, e.DeckShuffled, e.DeckShuffled]
    assert list(dict.fromkeys(kinds)) == [*ORDER, e.PoolsRefilled]
    turn = next(place for place, fact in enumerate(game.history) if isinstance(fact.event, e.TurnStarted))
    filled = [fact.event.seat for fact in game.history[:turn] if isinstance(fact.event, e.PoolsRefilled)]
    assert filled == [P1, P2]


@pytest.mark.rule("TRF-103", "TRF-105", "TRF-107", "TRF-113", "TRF-R04")
def test_accounts_and_homeworlds_are_turned_up_at_once_for_all() -> None:
    game = set_up(brings(account="A01", homeworld="P09"), brings(account="A02", homeworld="P01"))
    (revealed,) = game.ever(e.CardsRevealed)
    assert revealed.accounts == ("A01", "A02")
    assert [cid for _, cid in revealed.homeworlds] == ["P09", "P01"]
    assert shown(game, "spectator", e.CardsRevealed, "accounts") == [("A01", "A02")]
    for player, home in zip(game.board.players, ("P09", "P01"), strict=True):
        assert [(planet.cid, planet.home, planet.exhausted) for planet in player.planets] == [(home, True, False)]


@pytest.mark.rule("TRF-104", "TRF-R03")
def test_the_reserve_account_is_out_of_play_and_known_to_its_owner_alone() -> None:
    game = set_up(brings(account="A01", reserve_account="A04"), brings())
    view = game.game.view(game.state, "seat:0")
    assert view is not None
    assert view.players[P1].account.card == "A01"
    assert view.players[P1].reserve.card == "A04"
    others = game.game.view(game.state, "seat:1")
    assert others is not None
    assert others.players[P1].reserve is None
    for viewer, seen in (("seat:0", ["A04", None]), ("seat:1", [None, None]), ("spectator", [None, None])):
        assert shown(game, viewer, e.PlayerRegistered, "reserve") == seen


@pytest.mark.rule("TRF-104", "TRF-R03")
def test_nobody_reaches_a_reserve_account_that_they_did_not_register(table: MakeTable) -> None:
    game = table().player(P1, account="A07", hand=["O12"]).start()
    assert game.refused(P1, game.playing(P1, "O12")).rule == "TRF-328"


@pytest.mark.rule("TRF-106", "TRF-R04")
def test_the_homeworld_is_not_a_card_of_the_deck() -> None:
    game = set_up(brings("P02"), brings())
    for player in game.board.players:
        assert player.hand.size + player.deck.size == SIZE
    both = [*game.board.players[P1].hand.known.values(), *game.board.players[P1].deck.cards]
    assert both.count("P02") == 1


@pytest.mark.rule("TRF-107", "TRF-114")
def test_decks_are_shuffled_by_recorded_draws_that_nobody_sees() -> None:
    game = set_up(brings("C01", "C02", "C03"), brings("C01", "C02", "C03"))
    assert [(one.seat, sorted(one.order or ())) for one in game.ever(e.DeckShuffled)] == [
        (P1, list(range(SIZE))),
        (P2, list(range(SIZE))),
    ]
    for viewer in ("seat:0", "seat:1", "spectator"):
        assert shown(game, viewer, e.DeckShuffled, "order") == [None, None]
    assert all(set(fact.secret) == {NOBODY} for fact in game.history if isinstance(fact.event, e.DeckShuffled))


@pytest.mark.rule("TRF-108", "TRF-109", "TRF-R05")
def test_each_starts_with_six_cards_and_keeps_them(monkeypatch: pytest.MonkeyPatch) -> None:
    unshuffled(monkeypatch)
    top = ["C01", "C02", "C03", "C04", "C05", "C06"]
    game = set_up(brings(*top, "C07"), brings())
    assert (game.hand(P1), game.hand(P2)) == (top, [FILLER] * 6)
    assert game.board.players[P1].deck.cards[0] == "C07"
    first = game.board.active
    assert game.asked() == [(first, "prompt_draw")]
    assert {one["type"] for one in game.legal(first)} - {"set_standing_pass"} == {"draw_card", "skip_draw"}


@pytest.mark.rule("TRF-110", "TRF-R02")
@pytest.mark.parametrize(("values", "first"), [((5, 2), P1), ((1, 2), P2), ((6, 5), P1)])
def test_the_highest_die_goes_first(monkeypatch: pytest.MonkeyPatch, values: tuple[int, int], first: int) -> None:
    rolled(monkeypatch, *values)
    game = set_up()
    assert dice(game) == [(P1, values[0]), (P2, values[1])]
    assert [one.seat for one in game.ever(e.FirstPlayerSet)] == [first]
    assert (game.board.active, game.board.turn) == (first, 1)


@pytest.mark.rule("TRF-110", "TRF-114", "TRF-R02")
def test_the_tied_highest_roll_again_until_one_is_highest(monkeypatch: pytest.MonkeyPatch) -> None:
    rolled(monkeypatch, 4, 2, 4, 3, 3, 1, 6)
    game = set_up(brings(), brings(), brings())
    assert dice(game) == [(P1, 4), (P2, 2), (P3, 4), (P1, 3), (P3, 3), (P1, 1), (P3, 6)]
    assert game.board.active == P3


@pytest.mark.rule("TRF-111", "TRF-R01")
def test_every_die_shows_1_to_6() -> None:
    values: Counter[int] = Counter()
    for n in range(60):
        game = set_up(seed=bytes([n]) * 32)
        for fact in game.history:
            if isinstance(fact.event, e.DieRolled):
                values[fact.event.value] += 1
                assert [(draw.size, draw.value) for draw in fact.event.draws or ()] == [(6, fact.event.value - 1)]
    assert sorted(values) == [1, 2, 3, 4, 5, 6]


@pytest.mark.rule("TRF-112", "TRF-113", "TRF-203", "TRF-R07")
def test_all_pools_are_full_before_the_first_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    """The second player can answer on turn 1; homeworlds and accounts give from the start."""
    rolled(monkeypatch, 6, 1)
    game = set_up(brings(), brings(account="A11", homeworld="P03"))
    second = game.board.players[P2]
    assert (second.pool_m, second.pool_w, second.max_m, second.max_w) == (300, 150, 300, 150)
    assert [one.seat for one in game.ever(e.PoolsRefilled)] == [P1, P2, P1]


@pytest.mark.rule("TRF-115", "TRF-R95")
def test_the_second_of_two_players_has_more_meters_in_the_own_first_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    rolled(monkeypatch, 6, 1)
    game = set_up(brings(), brings(account="A02", homeworld="P09"))
    promised = [(one.seat, one.meters, one.words, one.cause) for one in game.ever(e.IncomePromised)]
    assert promised == [(P2, 250, 0, "A02")]
    pools = []
    for _ in range(4):
        player = game.board.players[game.board.active]
        pools.append((player.pool_m, player.max_m, player.pool_w))
        game.next_turn(game.board.active)
    assert pools == [(500, 500, 40), (650, 650, 60), (500, 500, 40), (400, 400, 60)]


@pytest.mark.rule("TRF-115")
def test_where_more_than_two_play_nobody_has_more_for_moving_later() -> None:
    assert set_up(brings(), brings(), brings()).ever(e.IncomePromised) == []


@pytest.mark.rule("TRF-114", "TRF-431")
def test_the_attacker_sides_die_is_thrown_before_the_defender_sides(table: MakeTable) -> None:
    """Also when the fight is decided on the turn of the defender side."""
    game = table().turn(P2, number=5)
    one, other = game.character(P1, "C01"), game.character(P2, "R01")
    game.fight([one], [other])
    fight_dice(game, 3, 4, 2)
    game.start()
    game.decline(P2)
    combat = [(event.seat, event.side) for event in game.ever(e.DieRolled) if event.purpose == "combat"]
    bicker = [event.seat for event in game.ever(e.DieRolled) if event.purpose == "bicker"]
    assert bicker == [P1]
    assert combat == [(P1, "attacker"), (P2, "defender")]


@pytest.mark.rule("TRF-615", "TRF-808", "TRF-R56")
def test_both_may_bring_and_play_the_same(table: MakeTable, monkeypatch: pytest.MonkeyPatch) -> None:
    unshuffled(monkeypatch)
    both = set_up(brings("C12"), brings("C12"))
    assert [player.account.cid for player in both.board.players] == ["A03", "A03"]
    game = table().player(P1, hand=["X06"]).player(P2, characters=["X06"]).start("deployment")
    game.buy(P1, "X06")
    assert (game.characters(P1), game.characters(P2)) == (["X06"], ["X06"])
    assert game.board.players[P2].discard == []
    assert game.refused(P2, a.EndDeployment()).rule == "TRF-214"
