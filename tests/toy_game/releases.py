"""Later releases of Envoys, as they could come while matches run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from domain.kernel.frames import Frame
from domain.kernel.upcasters import Upcaster
from tests.toy_game import actions as act
from tests.toy_game import play
from tests.toy_game.events import PointScored
from tests.toy_game.game import Envoys
from tests.toy_game.match import Batch, State


class WorthyReveal(Frame, frozen=True, tag="reveal"):
    """The second release: a round is worth more than one point, and the frame that waits for it says how many."""

    schema = 2
    worth: int


class SecondRelease(Envoys):
    """Rounds that begin under it are worth two points; those that had begun before, one."""

    rules_version = "2.0"
    frames: Sequence[type[Frame]] = (act.Round, act.Ballots, WorthyReveal, act.Refill)
    upcasters: Mapping[tuple[str, int], Upcaster] = {("frame:reveal", 1): lambda data: {**data, "worth": 1}}

    def step(self, batch: Batch, frame: Frame) -> None:
        if not isinstance(frame, WorthyReveal):
            play.step(batch, frame)
        else:
            play.step(batch, act.Reveal())
            scored = next(fact.event for fact in reversed(batch.facts) if isinstance(fact.event, PointScored))
            for _ in range(frame.worth - 1):
                batch.emit(scored)
        batch.frames = [WorthyReveal(2) if isinstance(item, act.Reveal) else item for item in batch.frames]

    def progress(self, state: State) -> act.Progress | None:
        return act.Progress("choosing") if isinstance(state.frames[-1], WorthyReveal) else super().progress(state)


class OtherCards(Envoys):
    """The same version of the rules with other cards."""

    def card_set_hash(self) -> str:
        return "c" * 64


class FeastFrame(Frame, frozen=True, tag="feast"):
    """A frame that only the release with the feast knows."""


class WithFeasts(Envoys):
    """The same rules by number; beneath what is resolved there waits a frame that others can't read."""

    frames: Sequence[type[Frame]] = (*act.FRAMES, FeastFrame)

    def step(self, batch: Batch, frame: Frame) -> None:
        if isinstance(frame, act.Ballots):
            batch.push(FeastFrame())
        if not isinstance(frame, FeastFrame):
            play.step(batch, frame)
