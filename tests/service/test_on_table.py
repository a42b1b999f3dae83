"""Sentences name what a reader saw on the table before a batch or sees there after it, and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from types import SimpleNamespace
from typing import Any, cast

import pytest

from domain.games.trf import GAME
from domain.games.trf import actions as a
from domain.kernel.audience import SPECTATOR, seat
from domain.kernel.decide import Decision
from domain.kernel.match import State
from service.application.sealing import seal
from service.matches.aggregate import Aggregate
from service.matches.events import render, seen
from service.matches.on_table import OnTable, names_around
from service.matches.perspectives import Sight
from service.matches.repository import stored
from tests.games.trf.custom import dice
from tests.games.trf.table import P1, P2, Table
from tests.kit.noninterference import ORIGIN, PairedMatch
from tests.kit.play import MATCH


def told(before: State, step: Decision, viewer: str, *types: str) -> list[str]:
    """The sentences of a step for a viewer, of events of these types."""
    match = PairedMatch(GAME)
    earlier, then = match.aggregate(before), match.aggregate(step.state)
    rows = stored(earlier, seal(step, MATCH, bytes(32), bytes(32), before.version + 1, ORIGIN))
    shown = seen(match.entry, rows, Sight(viewer))
    names = names_around(earlier, then, shown, Sight(viewer))
    things = dict.fromkeys((row.version for row in rows), names)
    told = render(match.entry, before.cards, MATCH, shown, things)
    return [event.text for event in told if event.type in types]


def retcon() -> tuple[State, Decision]:
    """P1 takes a card from the open discard pile into the hand, at once: nobody can respond."""
    game = Table().player(P1, hand=["O07"], discard=["C01"]).pools(P1, 0, 200, caps=(0, 200))
    target = game.thrown(P1, "C01")
    game.start()
    before = game.state.copy()
    game.play(P1, "O07", target)
    return before, Decision(tuple(game.facts), game.state, game.state.at)


def test_a_card_that_went_into_a_hand_is_named_as_it_lay_before() -> None:
    name = GAME.core().cards["C01"].name
    before, step = retcon()
    for viewer in (SPECTATOR, seat(P1), seat(P2)):
        (sentence,) = told(before, step, viewer, "ooc_announced")
        assert sentence.startswith(f"P1 plays Retcon on {name} before combat for ")


def lost_twin() -> tuple[State, Decision]:
    """The second block confirms the blocks, and both fights are over in the same batch; one of two twins dies."""
    game = Table().player(P1, characters=["F10", "F10"]).player(P2, characters=["U10", "U11"])
    dice(game, "bicker", P1, 5, 5)
    dice(game, "combat", P1, 5, 1)
    dice(game, "combat", P2, 1, 6)
    game.start()
    game.attack(P1, "F10", "F10")
    game.all_pass()
    first, second = (unit.cards[0] for unit in game.board.attack.attackers)
    game.do(P2, a.AssignBlock(game.seen(P2, "U10"), first))
    before = game.state.copy()
    game.do(P2, a.AssignBlock(game.seen(P2, "U11"), second))
    assert len(game.characters(P1)) == 1
    return before, Decision(tuple(game.facts), game.state, game.state.at)


def test_twins_keep_their_names_until_a_batch_is_over() -> None:
    before, step = lost_twin()
    name = GAME.core().cards["F10"].name
    for viewer in (SPECTATOR, seat(P1), seat(P2)):
        texts = told(before, step, viewer, "block_assigned", "blocks_confirmed", "fight_started", "fight_resolved")
        naming = [text for text in texts if name in text]
        assert naming
        assert [text for text in naming if f"{name} 1" not in text and f"{name} 2" not in text] == []


class OneMatch:
    """A repository of one match, which it folds anew for whoever asks: from there on it is his to change."""

    def __init__(self, earlier: Aggregate) -> None:
        self._earlier = earlier
        self.releases = SimpleNamespace(readable=nullcontext)

    async def before(self, *_: Any) -> Aggregate:
        return self._earlier


@pytest.mark.anyio
@pytest.mark.parametrize("happening", [retcon, lost_twin])
async def test_a_reader_who_folds_the_match_again_sees_the_same_names(
    happening: Callable[[], tuple[State, Decision]],
) -> None:
    state, step = happening()
    match = PairedMatch(GAME)
    earlier, then = match.aggregate(state.copy()), match.aggregate(step.state)
    rows = stored(earlier, seal(step, MATCH, bytes(32), bytes(32), state.version + 1, ORIGIN))
    sight = Sight(SPECTATOR)
    shown = seen(match.entry, rows, sight)
    wanted = names_around(match.aggregate(state), then, shown, sight)
    found = await OnTable(cast(Any, OneMatch(earlier))).names(then, shown, sight)
    assert found == {row.version: wanted for row in rows}
