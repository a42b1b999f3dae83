"""Cards of players' own that would break a match, hold it up, or make every look at the table slow."""

from __future__ import annotations

import pytest

from domain.games.scp import GAME
from domain.games.scp import actions as a
from domain.games.scp import events as e
from domain.games.scp.definitions import MOST_LOOKS
from domain.games.scp.rules.assigning import MOST_JOBS
from domain.games.scp.rules.continuous import MOST_AT_ONCE
from domain.games.scp.rules.effects import MOST_LASTING
from domain.games.scp.rules.playing import MOST_ACTS
from domain.kernel.cardfile import CardFault
from domain.kernel.prompts import size
from tests.games.scp.custom import card
from tests.games.scp.table import P1, P2, Table

RETURNING = 'when = "event", window = "own_turn", do = "recover(one(my_discard[event]))'
"""An Event that fetches the other one back; the text goes on."""


@pytest.mark.rule("SCP-301", "SCP-R100")
@pytest.mark.parametrize(
    "cost",
    [
        "tap, destroy(one(mine[personnel and untapped]))",
        "pay(1), destroy(one(mine[personnel and pool(you) >= 5]))",
        "destroy(one(mine[personnel and pool(you) >= 5])), pay(1)",
    ],
)
def test_what_can_be_destroyed_as_a_cost_is_settled_before_anything_is_paid(cost: str) -> None:
    game = Table()
    cid = card(game, "personnel", f'when = "act", window = "own_turn", cost = "{cost}", do = "draw(you, 1)"')
    game.player(P1, play=[cid]).start("draw")
    game.use(P1, cid)
    assert [one.card for one in game.ever(e.CardDestroyed)] == [cid]
    assert len(game.ever(e.CardDrawn)) == 1


@pytest.mark.rule("SCP-301", "SCP-R100")
def test_one_of_several_that_could_be_destroyed_when_the_cost_was_due_is_chosen() -> None:
    cost = "tap, destroy(one(mine[personnel and untapped]))"
    game = Table()
    cid = card(game, "personnel", f'when = "act", window = "own_turn", cost = "{cost}", do = "draw(you, 1)"')
    game.player(P1, play=[cid, "P16"]).start("draw")
    game.use(P1, cid)
    game.choose(P1, cid)
    assert [one.card for one in game.ever(e.CardDestroyed)] == [cid]


@pytest.mark.rule("SCP-301", "SCP-R100")
def test_each_cost_comes_to_what_it_was_before_any_was_paid() -> None:
    text = (
        'when = "act", window = "own_turn", cost = "tap, pay(count(mine[personnel and untapped]))", do = "mill(you, 1)"'
    )
    game = Table()
    cid = card(game, "personnel", text)
    game.player(P1, play=[cid, "P16"]).start("draw")
    game.use(P1, cid)
    assert game.board.players[P1].pool == 3


@pytest.mark.rule("SCP-310", "SCP-R100")
def test_the_cost_of_an_event_is_settled_before_its_price_is_paid() -> None:
    text = (
        'when = "event", window = "own_turn", cost = "destroy(one(mine[gear and pool(you) >= 5]))", do = "draw(you, 1)"'
    )
    game = Table()
    cid = card(game, "event", text, cost=2)
    game.player(P1, play=["G09"], hand=[cid]).start("draw")
    game.event(P1, cid)
    assert [one.card for one in game.ever(e.CardDestroyed)] == ["G09"]


@pytest.mark.rule("SCP-301", "SCP-520", "SCP-R100")
def test_texts_that_a_cost_sets_off_find_everything_paid() -> None:
    game = Table()
    robber = card(game, "resource", 'when = "destroyed", which = "personnel", do = "lose_resources(each, 20)"')
    text = 'when = "act", window = "own_turn", cost = "destroy(self), pay(3)", do = "draw(you, 1)"'
    cid = card(game, "personnel", text)
    game.player(P1, play=[cid, robber]).start("draw")
    game.use(P1, cid)
    assert [one.delta for one in game.ever(e.ResourcesChanged) if one.seat == P1] == [-3, -2]


@pytest.mark.rule("SCP-R97")
def test_events_that_return_each_other_end() -> None:
    game = Table()
    cid = card(game, "event", f'{RETURNING}"')
    used = card(game, "resource", 'when = "act", window = "own_turn", do = "draw(you, 1)"')
    game.player(P1, hand=[cid], discard=[cid], play=[used]).player(P2, hand=["E05"]).start("draw")
    for _ in range(MOST_ACTS):
        game.event(P1, cid)
    assert game.refused(P1, game.playing(P1, cid)).rule == "SCP-R97"
    assert game.refused(P1, game.using(P1, used)).rule == "SCP-R97"
    assert not {"play_event", "use_ability"} & {one.type for one in GAME.options(game.state, game.prompt(P1))}
    game.do(P1, a.EndTurn())
    assert game.board.facts.acts == 0


@pytest.mark.rule("SCP-219", "SCP-R97")
def test_jobs_given_to_and_fro_end() -> None:
    game = Table()
    one, two = game.scp("S03"), game.scp("S08")
    person = game.asset(P1, "P16")
    game.start("assignment")
    for n in range(MOST_JOBS):
        game.do(P1, a.Assign(person, "secure", (one, two)[n % 2]))
    assert game.refused(P1, a.Assign(person, "secure", one)).rule == "SCP-R97"
    assert "assign" not in {option.type for option in GAME.options(game.state, game.prompt(P1))}
    game.do(P1, a.Unassign(person))
    game.do(P1, a.EndTurn())
    assert game.board.facts.jobs == 0


@pytest.mark.rule("SCP-R98", "SCP-223")
def test_one_action_moves_no_more_resources_than_a_list_can_hold() -> None:
    game = Table().player(P1, pool=100_000, queue=["P16"]).start("assignment")
    (offered,) = (one for one in GAME.options(game.state, game.prompt(P1)) if one.type == "fund_build")
    assert size(offered) == MOST_AT_ONCE
    face_down = game.board.players[P1].queue[0].iid
    refused = game.refused(P1, a.FundBuild(face_down, MOST_AT_ONCE + 1))
    assert (refused.rule, refused.path) == ("SCP-R98", ("n",))
    for _ in range(2):
        game.do(P1, a.FundBuild(face_down, MOST_AT_ONCE))
    assert game.board.players[P1].queue[0].resources == 2 * MOST_AT_ONCE


@pytest.mark.rule("SCP-R98", "SCP-213")
def test_one_action_turns_in_no_more_finance_tokens_than_a_list_can_hold() -> None:
    game = Table()
    finance, other = game.asset(P1, "F02", tokens=100_000), game.asset(P1, "F02", tokens=MOST_AT_ONCE)
    game.start("resupply")
    (offered,) = (one for one in GAME.options(game.state, game.prompt(P1)) if one.type == "cash_finance")
    assert size(offered) == 2 * MOST_AT_ONCE
    refused = game.refused(P1, a.CashFinance(finance, MOST_AT_ONCE + 1))
    assert (refused.rule, refused.path) == ("SCP-R98", ("n",))
    game.do(P1, a.CashFinance(other, MOST_AT_ONCE))
    assert game.board.players[P1].pool == 5 + MOST_AT_ONCE


@pytest.mark.rule("SCP-515", "SCP-R99")
def test_so_many_effects_of_a_player_last_at_a_time() -> None:
    lasting = ", ".join(["mod_skill(mine[personnel], 1, this_turn)"] * 30)
    game = Table()
    cid = card(game, "event", f'{RETURNING}, {lasting}"')
    game.player(P1, hand=[cid], discard=[cid], play=["P16"]).start("draw")
    for _ in range(2):
        game.event(P1, cid)
    assert len(game.board.lasting) == MOST_LASTING
    game.do(P1, a.EndTurn())
    assert not game.board.lasting


@pytest.mark.rule("SCP-R70")
@pytest.mark.parametrize("key", ["do", "only_if"])
def test_a_card_does_not_ask_about_all_cards_over_and_over(key: str) -> None:
    asked = " or ".join(["count(any[gear]) > 9"] * (MOST_LOOKS + (key == "only_if")))
    texts = {
        "do": f'when = "static", do = "mod_skill(any[personnel and ({asked})], 1)"',
        "only_if": f'when = "static", only_if = "{asked}", do = "mod_group(1)"',
    }
    game = Table()
    card(game, "gear", texts[key])
    with pytest.raises(CardFault, match=f"at most {MOST_LOOKS} words for many cards, not {MOST_LOOKS + 1}"):
        card(game, "gear", texts[key], 'when = "static", do = "mod_refill(you, count(mine) + count(theirs))"')
