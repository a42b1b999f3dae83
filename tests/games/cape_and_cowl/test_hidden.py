"""What the other player may and may not conclude."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from domain.games.cape_and_cowl import GAME
from domain.games.cape_and_cowl import actions as a
from domain.games.cape_and_cowl import events as e
from domain.kernel.audience import SPECTATOR, seat
from domain.kernel.facts import as_seen
from domain.kernel.match import PromptOpened
from tests.games.cape_and_cowl.table import FILLER, P1, P2, Table

MakeTable = Callable[..., Table]


@pytest.mark.rule("CNC-533", "CNC-R40", "CNC-R70")
@pytest.mark.parametrize(("deck", "asked"), [([FILLER], False), (["batman", FILLER], True)])
def test_a_search_asks_only_with_a_match_in_the_deck(table: MakeTable, deck: list[str], asked: bool) -> None:
    game = table().player(P1, deck=deck, characters=["bruce_wayne"]).start()
    game.use(P1, "bruce_wayne", ability=2)
    assert (game.asked() == [(P1, "search_card")]) is asked
    told = [as_seen(fact, seat(P2)) for fact in game.facts]
    assert any(isinstance(shown, PromptOpened) and shown.kind == "search_card" for shown in told) is asked
    if asked:
        game.do(P1, a.TakeCard("batman"))
    (searched,) = game.happened(e.DeckSearched)
    assert searched.found is asked
    for fact in game.facts:
        shown = as_seen(fact, seat(P2))
        assert not isinstance(shown, e.DeckSearched) or (shown.card, shown.iid) == (None, None)


@pytest.mark.rule("CNC-902", "CNC-R25")
def test_the_place_that_a_card_leaves_in_the_hand_is_public_and_no_more_of_the_hand(table: MakeTable) -> None:
    game = table().player(P1, hand=["nill", "batman", "mac"]).start()
    game.play(P1, "batman")
    (played,) = game.happened(e.CharacterPlayed)
    assert played.position == 2
    for viewer in (seat(P2), SPECTATOR):
        hand = GAME.view(game.state, viewer).players[P1].hand
        assert [(card.position, card.iid, card.card, card.name) for card in hand] == [
            (1, None, None, None),
            (2, None, None, None),
        ]


@pytest.mark.rule("CNC-434", "CNC-526", "CNC-R25")
def test_a_revealed_card_is_known_at_its_place_until_it_leaves_the_hand(table: MakeTable) -> None:
    game = table().player(P1, characters=["batman"]).player(P2, hand=["nill", "mac", "danger"]).start()
    game.use(P1, "batman")
    game.do(P1, a.ChoosePositions((3, 1)))
    shown = GAME.view(game.state, seat(P1)).players[P2].hand
    assert [(card.card, card.revealed) for card in shown] == [("nill", True), (None, False), ("danger", True)]
    game.end_turn(P1)
    game.play(P2, "nill")
    shown = GAME.view(game.state, SPECTATOR).players[P2].hand
    assert [(card.card, card.position) for card in shown] == [(None, 1), ("danger", 2)]


@pytest.mark.rule("CNC-110")
def test_who_owns_a_deck_knows_what_is_in_it_and_not_where(table: MakeTable) -> None:
    game = table().player(P1, deck=["nill", "batman", "nill"], hand=["mac"]).start()
    own, other = (GAME.view(game.state, seat(number)).players[P1] for number in (P1, P2))
    assert [(card.card, card.n) for card in own.deck_contents or ()] == [("batman", 1), ("nill", 2)]
    assert (other.deck_contents, other.deck_size) == (None, 3)


@pytest.mark.rule("CNC-317")
def test_the_mark_of_a_withdrawn_card_is_its_owners_to_see(table: MakeTable) -> None:
    game = table().player(P1, characters=["nill"], hand=["nill"]).start()
    game.do(P1, a.WithdrawCharacter(game.seen(P1, "nill")))
    own, other = (GAME.view(game.state, seat(number)).players[P1].hand for number in (P1, P2))
    assert [card.withdrawn for card in own] == [False, True]
    assert [card.withdrawn for card in other] == [False, False]
