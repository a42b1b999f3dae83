"""Later releases of Envoys, as they could come while matches run."""

from __future__ import annotations

from dataclasses import replace

import msgspec

from domain.kernel.dispatch import by_type, on
from domain.kernel.frames import Frame
from tests.toy_game.cardfiles import core
from tests.toy_game.events import EnvoysRevealed, PointScored
from tests.toy_game.frames import Ballots, Refill, Reveal, Round
from tests.toy_game.game import GAME, STEPS
from tests.toy_game.match import Batch, Progress, State
from tests.toy_game.rules import turns
from tests.toy_game.views import progress


class WorthyReveal(Frame, frozen=True, tag="reveal"):
    """The second release: a round is worth more than one point, and the frame that waits for it says how many."""

    schema = 2
    worth: int


def _ballots(batch: Batch, frame: Ballots) -> None:
    STEPS[Ballots](batch, frame)
    batch.frames = [WorthyReveal(2) if isinstance(item, Reveal) else item for item in batch.frames]


def _reveal(batch: Batch, frame: WorthyReveal) -> None:
    turns.reveal(batch, Reveal())
    scored = next(fact.event for fact in reversed(batch.facts) if isinstance(fact.event, PointScored))
    for _ in range(frame.worth - 1):
        batch.emit(scored)


def _progress(state: State) -> Progress | None:
    return Progress("choosing") if isinstance(state.frames[-1], WorthyReveal) else progress(state)


SECOND_RELEASE = replace(
    GAME,
    rules_version="2.0",
    frames=(Round, Ballots, WorthyReveal, Refill),
    upcasters={("frame:reveal", 1): lambda data: {**data, "worth": 1}},
    steps={**STEPS, **by_type(on(Ballots, _ballots), on(WorthyReveal, _reveal))},
    progress=_progress,
)
"""Rounds that begin under it are worth two points; those that had begun before, one."""


_OTHERS = msgspec.structs.replace(core(), hash="c" * 64)
OTHER_CARDS = replace(GAME, core=lambda: _OTHERS, reader=None)
"""The same version of the rules with other cards, and nothing that reads those of before."""


def lowest_scores(batch: Batch, frame: Reveal) -> None:
    """Another rule than TOY-204's: the lowest envoy scores, and pays."""
    sent = [place.sent for place in batch.board.places]
    batch.emit(EnvoysRevealed(cards=tuple(sent)))
    loser = min((card, number) for number, card in enumerate(sent) if card is not None)[1]
    batch.emit(PointScored(seat=loser))
    batch.push(Refill())
    batch.ask(loser, "pay")


def _by_its_version(batch: Batch, frame: Reveal) -> None:
    (lowest_scores if batch.state.goes_by("1.1") else turns.reveal)(batch, frame)


WITH_A_RULING = replace(GAME, rules_version="1.1", steps={**STEPS, Reveal: _by_its_version})
"""Since 1.1 the lowest envoy scores."""


class FeastFrame(Frame, frozen=True, tag="feast"):
    """A frame that only the release with the feast knows."""


def _ballots_after_a_feast(batch: Batch, frame: Ballots) -> None:
    batch.push(FeastFrame())
    STEPS[Ballots](batch, frame)


def _feast(batch: Batch, frame: FeastFrame) -> None:
    """Nothing more happens."""


WITH_FEASTS = replace(
    GAME,
    frames=(*GAME.frames, FeastFrame),
    steps={**STEPS, **by_type(on(Ballots, _ballots_after_a_feast), on(FeastFrame, _feast))},
)
"""The same rules by number; beneath what is resolved there waits a frame that others can't read."""
