"""Texts that other things set off: when, in which order, and loops (520, 522)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from domain.games.scp import events as e
from tests.games.scp import custom
from tests.games.scp.groups import group
from tests.games.scp.table import P1, P2, P3, P4, Table

MakeTable = Callable[..., Table]


def mourner(game: Table, do: str = "draw(you, 1)", which: str = "personnel") -> str:
    """A Resource with a text for whatever is destroyed."""
    return custom.card(game, "resource", f'when = "destroyed", which = "{which}", do = "{do}"')


def resolved(game: Table) -> list[tuple[int, str]]:
    """Whose texts were resolved, by card instance."""
    return [(one.seat, one.iid) for one in game.ever(e.TextResolved)]


@pytest.mark.rule("SCP-520", "SCP-R50", "SCP-417")
@pytest.mark.parametrize("active", [P1, P2, P3])
def test_the_active_players_first_then_clockwise_by_age(table: MakeTable, active: int) -> None:
    """One member of a failed raid is destroyed; the defender's Attrition and the counter come before the texts."""
    game = table(3)
    cid = mourner(game)
    game.turn(active)
    victim = (active + 1) % 3
    made = [(seat, game.asset(seat, cid)) for seat in (P3, P2, P1, P3, P1)]
    game.player(victim, play=["F02", "F03"])
    game.scp("S03", victim)
    group(game, "secure", "S03", "P17", seat=active)
    game.start("retrieval")
    game.attempt("S03", seat=active)
    game.compare(active)
    assert (resolved(game), game.counters("S03")) == ([], 0)
    game.choose(victim, "F02")
    order = [(active + step) % 3 for step in range(3)]
    assert resolved(game) == sorted(made, key=lambda one: order.index(one[0]))
    kinds = [type(fact.event) for fact in game.history]
    assert kinds.index(e.EscalationChanged) < kinds.index(e.TextResolved)


@pytest.mark.rule("SCP-520")
def test_a_text_is_finished_before_what_it_sets_off(table: MakeTable) -> None:
    """The Event destroys both, and draws, before R16 pays for the first."""
    game = table()
    cid = custom.card(
        game, "event", 'when = "event", window = "own_turn", do = "destroy(all(mine[personnel])), draw(you, 1)"'
    )
    game.player(P1, hand=[cid], play=["R16", "P17", "P18"], pool=0).start("draw")
    game.event(P1, cid)
    kinds = [
        type(fact.event)
        for fact in game.history
        if isinstance(fact.event, e.CardDestroyed | e.CardDrawn | e.TextResolved)
    ]
    assert kinds == [e.CardDestroyed, e.CardDestroyed, e.CardDrawn, e.TextResolved, e.TextResolved]
    assert game.pool(P1) == 2


@pytest.mark.rule("SCP-520")
def test_what_a_text_sets_off_comes_before_the_others_that_wait(table: MakeTable) -> None:
    """P17 dies: P1's text destroys a Gear, whose own mourner answers before P2's text for P17."""
    game = table()
    first = mourner(game, "destroy(all(any[gear]))")
    gear = mourner(game, which="gear")
    second = mourner(game, "gain_resources(you, 1)")
    kill = custom.card(game, "event", 'when = "event", window = "own_turn", do = "destroy(all(mine[personnel]))"')
    game.player(P1, hand=[kill], play=["P17", "G05", first])
    game.player(P2, play=[second, gear]).start("draw")
    game.event(P1, kill)
    cards = [game.card(iid).cid for _, iid in resolved(game)]
    assert cards == [first, gear, second]


@pytest.mark.rule("SCP-520", "SCP-516")
def test_a_text_that_was_set_off_happens_although_its_card_left(table: MakeTable) -> None:
    game = table()
    first = mourner(game, "destroy(all(any[resource and other]))")
    second = mourner(game)
    kill = custom.card(game, "event", 'when = "event", window = "own_turn", do = "destroy(all(mine[personnel]))"')
    game.player(P1, hand=[kill], play=["P17", first, second]).start("draw")
    game.event(P1, kill)
    assert (game.in_play(P1), len(game.hand(P1))) == ([first], 1)


@pytest.mark.rule("SCP-520", "SCP-R50", "SCP-R107")
@pytest.mark.parametrize(("rules", "first"), [("1.0", "younger"), ("1.1", "older")])
def test_the_age_of_a_card_that_left_still_counts(table: MakeTable, rules: str, first: str) -> None:
    """P17 is destroyed, which sets off both, then the younger, then P25, which sets off the older again."""
    game = table().goes_by(rules)
    older = mourner(game)
    younger = custom.card(game, "gear", 'when = "destroyed", which = "personnel", do = "gain_resources(you, 1)"')
    kill = custom.card(
        game,
        "event",
        'when = "event", window = "own_turn", do = "destroy(all(mine[personnel and icon(soldier)])), '
        'destroy(all(mine[gear])), destroy(all(mine[personnel]))"',
    )
    game.player(P1, hand=[kill], play=[older, younger, "P17", "P25"]).start("draw")
    game.event(P1, kill)
    texts = [older, older, younger] if first == "older" else [younger, older, older]
    assert [one.card for one in game.ever(e.TextResolved)] == texts


@pytest.mark.rule("SCP-520", "SCP-321")
def test_a_destroyed_card_does_not_mourn_itself(table: MakeTable) -> None:
    game = table()
    own = custom.card(game, "personnel", 'when = "destroyed", which = "personnel", do = "draw(you, 1)"')
    kill = custom.card(game, "event", 'when = "event", window = "own_turn", do = "destroy(all(any[personnel]))"')
    game.player(P1, hand=[kill], play=[own]).player(P2, play=["P17"]).start("draw")
    game.event(P1, kill)
    assert (game.in_play(P1), game.hand(P1)) == ([], [])


@pytest.mark.rule("SCP-520", "SCP-410")
def test_a_failure_is_told_after_attrition_and_counter(table: MakeTable) -> None:
    """S18 wounds each member that is still there: P18 was chosen for Attrition."""
    game = table().player(P1, play=["F04", "F02"])
    game.scp("S18")
    group(game, "secure", "S18", "P17", "P18")
    game.start("retrieval")
    game.attempt("S18")
    game.compare()
    game.choose(P1, "F04")
    game.choose(P1, "P18")
    kinds = [type(fact.event) for fact in game.history]
    assert kinds.index(e.EscalationChanged) < kinds.index(e.TextResolved) < kinds.index(e.AttemptEnded)
    assert [(card.cid, card.wounds) for card in game.board.players[P1].play] == [("F02", 0), ("P17", 1)]


@pytest.mark.rule("SCP-R91", "SCP-238", "SCP-520")
def test_texts_of_several_breaches(table: MakeTable) -> None:
    """Four break out in P2's turn; when all are Secured the texts follow: P2's, P3's, P1's two by age."""
    texts = 'when = "secured", do = "draw(you, count(any[scp and secured]))"'
    game = table(3)
    scps = [custom.card(game, "scp", texts, escalation=5) for _ in range(4)]
    game.turn(P2)
    owners = (P1, P3, P2, P1)
    for cid, seat in zip(scps, owners, strict=True):
        game.scp(cid, seat, status="contained", counters=5)
    game.start("maintenance")
    game.end_phase(P2)
    assert [one.card for one in game.ever(e.TextResolved)] == [scps[2], scps[1], scps[0], scps[3]]
    assert [len(game.hand(seat)) for seat in (P1, P2, P3)] == [8, 4, 4]


@pytest.mark.rule("SCP-520", "SCP-708")
def test_texts_of_a_player_who_leaves_are_over_others_follow(table: MakeTable) -> None:
    """P1's text asks; P2 leaves meanwhile: P3's text follows, P2's not, and P1 is still asked."""
    game = table(3)
    asks = mourner(game, "add_finance_token(one(mine[finance]), 1)")
    plain = mourner(game)
    kill = custom.card(game, "event", 'when = "event", window = "own_turn", do = "destroy(all(mine[personnel]))"')
    game.player(P1, hand=[kill], play=["P17", "F02", "F03", asks])
    game.player(P2, play=[plain]).player(P3, play=[plain]).start("draw")
    game.event(P1, kill)
    assert game.asked() == [(P1, "choose")]
    game.concede(P2)
    assert game.asked() == [(P1, "choose")]
    game.choose(P1, "F03")
    assert (game.card("F03").tokens, len(game.hand(P3))) == (1, 1)
    assert [seat for seat, _ in resolved(game)] == [P1, P3]


@pytest.mark.rule("SCP-520", "SCP-708")
def test_when_the_one_who_chooses_for_a_text_leaves_it_goes_on_with_the_next(
    table: MakeTable,
) -> None:
    """S41: each player wounds one Personnel of theirs; P2 leaves when asked, P3 is asked."""
    game = table(4)
    for seat in (P1, P2, P3, P4):
        game.player(seat, play=["P17", "P18"])
    game.scp("S41", counters=4)
    game.start("maintenance")
    game.end_phase()
    assert game.asked() == [(P1, "choose")]
    game.choose(P1, "P17")
    assert game.asked() == [(P2, "choose")]
    game.concede(P2)
    assert game.asked() == [(P3, "choose")]
    game.choose(P3, "P18")
    game.choose(P4, "P17")
    wounded = [[card.cid for card in game.board.players[seat].play if card.wounds] for seat in (P1, P2, P3, P4)]
    assert wounded == [["P17"], [], ["P18"], ["P17"]]


# Loops


def turncoat(game: Table) -> str:
    """An SCP that becomes Contained when it becomes Secured, and the other way round."""
    return custom.card(
        game,
        "scp",
        'when = "secured", do = "set_status(self, contained)"',
        'when = "contained", do = "set_status(self, secured)"',
    )


@pytest.mark.rule("SCP-522", "SCP-R51")
def test_the_cards_of_a_loop_leave_the_game(table: MakeTable) -> None:
    """What waits is dropped, cards beside the loop stay, and play goes on."""
    game = table()
    scp = turncoat(game)
    loop = game.scp(scp)
    waiting = game.asset(P1, "F09")
    group(game, "secure", scp, "P18", "P18")
    game.scp("S05")
    group(game, "secure", "S05", "P25")
    game.start("retrieval")
    game.attempt(scp)
    game.compare()
    assert len(game.ever(e.TextResolved)) == 101
    assert [one.cards for one in game.ever(e.LoopBroken)] == [(loop,)]
    assert [(card.cid, card.by) for card in game.board.scp_discard] == [(scp, None)]
    assert game.card(waiting).tokens == 0
    assert game.asked() == [(P1, "retrieval_phase")]
    game.whole_attempt("S05")
    assert (game.status("S05"), game.card(waiting).tokens) == (("secured", P1), 1)


@pytest.mark.rule("SCP-522", "SCP-R51")
def test_a_loop_in_a_phase_step(table: MakeTable) -> None:
    """It begins at the end of the turn; the texts of that phase that still wait happen, and the next turn comes."""
    game = table(2)
    scp = turncoat(game)
    spark = custom.card(game, "personnel", 'when = "end", do = "set_status(all(any[scp and unsecured]), secured)"')
    after = custom.card(game, "personnel", 'when = "end", do = "draw(you, 1)"')
    game.scp(scp)
    game.asset(P1, spark)
    game.asset(P1, after)
    game.start("maintenance")
    game.end_phase()
    game.trigger(P1, spark)
    assert len(game.ever(e.LoopBroken)) == 1
    assert len(game.hand(P1)) == 1
    assert game.board.active == P2


@pytest.mark.rule("SCP-522")
def test_two_cards_that_feed_one_another(table: MakeTable) -> None:
    """Each is resolved more than 10 times; the one that started it stays."""
    game = table()
    there = custom.card(game, "scp", 'when = "contained", do = "set_status(all(any[scp]), secured)"')
    back = custom.card(game, "scp", 'when = "secured", do = "set_status(all(any[scp]), contained)"')
    start = custom.card(
        game, "event", 'when = "event", window = "own_turn", do = "set_status(all(any[scp]), contained)"'
    )
    game.player(P1, hand=[start], play=["P17"])
    game.scp(there, P1)
    game.scp(back, P1)
    game.start("draw")
    game.event(P1, start)
    (broken,) = game.ever(e.LoopBroken)
    assert len(broken.cards) == 2
    assert ([card.cid for card in game.board.scps], game.in_play(P1)) == ([], ["P17"])
    assert (game.discards(P1), game.asked()) == ([start], [(P1, "draw_phase")])


@pytest.mark.rule("SCP-522")
def test_a_long_chain_that_ends_is_no_loop(table: MakeTable) -> None:
    """It goes round until its controller's 40 Resources are gone: 81 texts of one card."""
    game = table()
    scp = custom.card(
        game,
        "scp",
        'when = "secured", do = "when(pool(you) >= 1, set_status(self, contained))"',
        'when = "contained", do = "lose_resources(you, 1), set_status(self, secured)"',
    )
    start = custom.card(game, "event", 'when = "event", window = "own_turn", do = "set_status(all(any[scp]), secured)"')
    game.player(P1, hand=[start], pool=40)
    game.scp(scp)
    game.start("draw")
    game.event(P1, start)
    assert (len(game.ever(e.TextResolved)), game.ever(e.LoopBroken)) == (81, [])
    assert (game.status(scp), game.pool(P1)) == (("secured", P1), 0)


@pytest.mark.rule("SCP-522")
def test_a_new_action_counts_from_the_start(table: MakeTable) -> None:
    """81 texts in each of two actions."""
    game = table()
    scp = custom.card(
        game,
        "scp",
        'when = "secured", do = "when(pool(you) >= 1, set_status(self, contained))"',
        'when = "contained", do = "lose_resources(you, 1), set_status(self, secured)"',
    )
    start = custom.card(
        game,
        "event",
        'when = "event", window = "own_turn", do = "gain_resources(you, 20), gain_resources(you, 20), '
        'set_status(all(any[scp]), unsecured), set_status(all(any[scp]), secured)"',
    )
    game.player(P1, hand=[start, start], pool=0)
    game.scp(scp)
    game.start("draw")
    for n in (1, 2):
        game.event(P1, start)
        assert (len(game.ever(e.TextResolved)), game.ever(e.LoopBroken)) == (81 * n, [])


@pytest.mark.rule("SCP-522", "SCP-R51")
def test_a_card_that_was_resolved_once_is_no_part_of_the_loop(table: MakeTable) -> None:
    game = table()
    scp = turncoat(game)
    older = game.asset(P1, "F09")
    game.scp(scp)
    group(game, "secure", scp, "P18", "P18")
    game.start("retrieval")
    game.whole_attempt(scp)
    assert len(game.ever(e.LoopBroken)) == 1
    assert game.card(older).tokens == 1


@pytest.mark.rule("SCP-520", "SCP-407")
def test_a_success_is_no_failure(table: MakeTable) -> None:
    game = table()
    game.scp("S18")
    members = group(game, "secure", "S18", "P22", "P22")
    game.start("retrieval")
    assert game.whole_attempt("S18").outcome == "success"
    assert [game.card(iid).wounds for iid in members] == [0, 0]
