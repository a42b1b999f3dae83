"""No card of the core set takes a payment in the own turn where nothing can come of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from domain.games.scp import actions as a
from domain.games.scp import events as e
from domain.games.scp.cardfiles import core
from domain.games.scp.definitions import Ability, Definition
from domain.kernel.facts import Event
from tests.games.scp.table import P1, Table

MakeTable = Callable[..., Table]
PAYING = (e.EventPlayed, e.AbilityUsed, e.CardDiscarded, e.CardTapped, e.CardDestroyed, e.FinanceTokenChanged)


def paid_for() -> Iterator[tuple[str, str]]:
    """The cards with an Event or an activated ability of the own turn."""
    for cid, printed in core().cards.items():
        for ability in printed.having("event", "act"):
            if ability.window == "own_turn":
                yield cid, ability.when


def bare(make: MakeTable, seats: int, printed: Definition, ability: Ability) -> Table:
    """A table with the card, what its costs need, and a Personnel and an SCP that want nothing."""
    game = make(seats).scps().player(P1, play=["P16"])
    game.scp("S03", P1)
    cost = [call.word for call in ability.cost]
    game.player(P1, pool=9, hand=["P16"] if "discard_hand" in cost else [])
    if printed.is_("event"):
        game.player(P1, hand=[printed.cid])
    elif printed.is_("scp"):
        game.scp(printed.cid, P1, status="contained")
    else:
        host = game.asset(P1, "P16") if printed.attached else None
        game.asset(P1, printed.cid, tokens=5, **({} if host is None else {"host": host}))
    if printed.is_("resource"):
        game.player(P1, play=["P01", "P02", "P03", "P04", "P26"])
    return game.start("draw")


def does_something(event: Event) -> bool:
    """Whether this is more than the payment, and more than the card that goes."""
    return not isinstance(event, PAYING) and not (isinstance(event, e.ResourcesChanged) and event.delta < 0)


@pytest.mark.rule("SCP-310", "SCP-314", "SCP-316")
@pytest.mark.parametrize("seats", [1, 2])
@pytest.mark.parametrize(("cid", "when"), list(paid_for()))
def test_nothing_is_paid_for_nothing(table: MakeTable, cid: str, when: str, seats: int) -> None:
    printed = core().cards[cid]
    ability = next(one for one in printed.abilities if one.when == when)
    game = bare(table, seats, printed, ability)
    offered = [one for one in game.legal(P1) if one["type"] in ("play_event", "use_ability")]
    before = len(game.facts)
    if offered and ability.when == "event":
        game.do(P1, a.PlayEvent(offered[0]["card"], offered[0].get("target")))
    elif offered:
        game.do(P1, a.UseAbility(offered[0]["card"], offered[0]["ability"], offered[0].get("target")))
    done = [fact.event for fact in game.facts[before:] if type(fact.event) in e.EVENTS]
    assert not offered or any(map(does_something, done)), done


@pytest.mark.rule("SCP-316")
def test_an_event_that_finds_no_card_says_so(table: MakeTable) -> None:
    game = table(2).scps().player(P1, hand=["E12"], pool=9).start("draw")
    refusal = game.refused(P1, a.PlayEvent(game.held(P1, "E12")))
    assert (refusal.rule, refusal.message) == ("SCP-316", "there is no card that Requisition Order could name")
