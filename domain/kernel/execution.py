"""Carrying out an accepted intent: the rules of the game resolve what it causes, until the match has to ask a seat."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NoReturn

from domain.kernel.actions import Action
from domain.kernel.audience import NOBODY, seat
from domain.kernel.batch import Batch, MatchDecided
from domain.kernel.board import BoardT, LoadoutT, OptionsT, ProgressT
from domain.kernel.draws import Draws
from domain.kernel.frames import Frame
from domain.kernel.game import CardGame
from domain.kernel.loops import FACT_REASON, FRAME_LIMIT, LIMITS, Limits, ended, who_loops
from domain.kernel.match import ActionTaken, PromptRevised, Resolution, State
from domain.kernel.prompts import Prompt


class Execution(Batch[BoardT, OptionsT, LoadoutT, ProgressT]):
    """A batch, and the game that resolves its frames."""

    def __init__(
        self,
        game: CardGame[BoardT, OptionsT, LoadoutT, ProgressT],
        state: State[BoardT, OptionsT, LoadoutT, ProgressT],
        draws: Draws,
        now: int,
        limits: Limits = LIMITS,
    ) -> None:
        super().__init__(game, state, draws, now)
        self._limits = limits
        self.game = game
        self._actor: int | None = None
        self._resolved: list[Frame] = []
        self._stopped_at = (state.progress, state.frames)

    def accept(self, prompt: Prompt, action: Action | None, *, default: bool = False) -> None:
        """Record an answer, as visible as its prompt allows, and let the game carry it out."""
        own = seat(prompt.seat)
        event = ActionTaken(
            seat=prompt.seat, prompt=prompt.id, revision=prompt.revision, action=action, default=default
        )
        hidden = prompt.secrecy == "hidden"
        private = prompt.secrecy in ("ballot", "options") or (action is not None and action.private)
        secret = {own: ("action",)} if private else None
        self.emit(event, secret, sealed=own if hidden else None)
        if action is not None:
            self.game.question(prompt.kind, self.frames).answers[type(action)](self, prompt.seat, action)
            if not self._settled:
                self._settle()

    def finish(self, work: Callable[[], None], actor: int | None = None) -> None:
        """Do the work of the command, resolve what follows from it, and record where the match stands then."""
        self._actor = actor
        try:
            work()
            self._resolve()
        except MatchDecided:
            return
        if self._overtaken:
            self.close([self.state.prompts[number] for number in self._overtaken if number in self.state.prompts])
        self._reconcile_standing()
        self._record_stop()

    def _resolve(self) -> None:
        for _ in range(FRAME_LIMIT):
            self._bounded()
            if self.state.prompts and (waiting := self._waiting()):
                gone = [prompt for prompt in waiting if self.state.seats[prompt.seat].conceded]
                if not gone:
                    return
                self._answer_for(gone[0])
            elif self.frames:
                frame = self.frames.pop()
                self._resolved.append(frame)
                self.game.steps[type(frame)](self, frame)
                if not self._settled:
                    self._settle()
            else:
                return
        self._never_ends("frame limit")

    def _waiting(self) -> list[Prompt]:
        """The prompts that the match waits for."""
        prompts = self.state.prompts.values()
        return [prompt for prompt in prompts if prompt.mode != "standing" and prompt.id not in self._overtaken]

    def _settle(self) -> None:
        """Let everything happen that must follow at once after facts that happened together; without facts nothing
        follows.
        """
        for _ in range(FRAME_LIMIT):
            self._bounded()
            self._settled = not self.game.checkpoint(self)
            if self._settled:
                return
        self._never_ends("frame limit")

    def _bounded(self) -> None:
        if len(self.facts) > self._limits.facts:
            self._never_ends(FACT_REASON)

    def _never_ends(self, reason: str) -> NoReturn:
        loser = None if self._limits.void else who_loops(self.game, self.state, self._resolved, self._actor)
        self.end(ended(self.game, self.state, loser, reason))

    def _answer_for(self, prompt: Prompt) -> None:
        """Take the default of a seat that has conceded at once: the match does not wait for it."""
        self.state.frames = tuple(self.frames)
        self.accept(prompt, self.game.default(self.state, prompt), default=True)

    def _reconcile_standing(self) -> None:
        self.state.frames = tuple(self.frames)
        wanted = dict.fromkeys(self.game.standing(self.state))
        open_now = {(p.seat, p.kind): p for p in self.state.prompts.values() if p.mode == "standing"}
        if open_now:
            self.close([prompt for key, prompt in open_now.items() if key not in wanted])
            self._revise_standing([prompt for key, prompt in open_now.items() if key in wanted])
        for number, kind in wanted:
            if (number, kind) not in open_now:
                self.ask(number, kind)

    def _revise_standing(self, kept: Sequence[Prompt]) -> None:
        """A standing prompt outlives what others do; all of it is public, so only a change of its options counts."""
        for prompt in kept:
            before = self._before.prompts.get(prompt.id)
            if before is None or before.revision != prompt.revision:
                continue
            if self.game.options(self._before, before) != self.game.options(self.state, prompt):
                self.emit(PromptRevised(prompt=prompt.id, revision=prompt.revision + 1))

    def _record_stop(self) -> None:
        progress = self.game.progress(self.state)
        if (progress, self.state.frames) != self._stopped_at:
            self.emit(Resolution(progress=progress, frames=self.state.frames), {NOBODY: ("frames",)})
