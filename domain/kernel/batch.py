"""One batch: the facts that an accepted intent causes, folded as they are made, until somebody must be asked."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NoReturn

from domain.kernel.audience import NOBODY, seat
from domain.kernel.draws import Draws
from domain.kernel.facts import Event, Fact
from domain.kernel.fold import evolve
from domain.kernel.frames import Frame
from domain.kernel.game import Game
from domain.kernel.match import (
    FOLDERS,
    ActionTaken,
    MatchEnded,
    PromptClosed,
    PromptOpened,
    PromptRevised,
    Resolution,
    Result,
    State,
)
from domain.kernel.prompts import Clock, Mode, Prompt, Secrecy

FRAME_LIMIT = 10_000
"""Frames that one batch may resolve, above every loop rule of a game: no uploaded card can hang a server."""
FACT_LIMIT = 20_000
"""Facts after which a batch goes no further: a frame makes few, but so many frames could fill a store."""
LOOP_RULE = "KERNEL-LOOP"
"""What ends a match whose frames or facts never run out."""


class MatchDecided(Exception):
    """Unwinds a step when the match has ended in the middle of it."""


class Batch:
    """The facts of one command as they are made. `state` is the batch's own copy; `frames` a list, the top last."""

    def __init__(self, game: Game, state: State, draws: Draws, now: int) -> None:
        self.game = game
        self.state = state.copy()
        self._before = state
        self.draws = draws
        self.now = max(now, state.at)
        self.facts: list[Fact] = []
        self.frames: list[Frame] = list(state.frames)
        self._stopped_at = (state.progress, state.frames)
        self._settled = True
        self._overtaken: dict[int, tuple[int, Frame]] = {}
        """Open prompts that wait for nobody now, by id: how deep in the stack the frame is that asks, and the frame."""

    @property
    def board(self) -> Any:
        """The game's board as folded so far."""
        return self.state.board

    def emit(
        self, event: Event, secret: Mapping[str, tuple[str, ...]] | None = None, sealed: str | None = None
    ) -> None:
        """Record a fact and fold it at once."""
        self.facts.append(Fact(event, secret or {}, sealed))
        evolve(self.game, self.state, event, self.now)
        if type(event) not in FOLDERS:
            self._settled = False

    def push(self, *frames: Frame) -> None:
        """Frames to resolve; the first given is resolved first."""
        self.frames.extend(reversed(frames))

    def ask(
        self,
        seat_number: int,
        kind: str,
        rule: str,
        *,
        mode: Mode = "blocking",
        secrecy: Secrecy = "open",
        clock: Clock = "decision",
        new_turn: bool = False,
    ) -> None:
        """Open a prompt to a seat. Its options are computed whenever somebody wants to know them.

        A frame that is stepped again after `overtake` and asks the same goes on with the prompt that is open.
        """
        if self._asked_before(seat_number, kind):
            return
        allowed, bank = self._time(seat_number, clock, new_turn, hidden=secrecy == "hidden")
        event = PromptOpened(
            seat=seat_number,
            kind=kind,
            rule=rule,
            mode=mode,
            secrecy=secrecy,
            clock=clock,
            allowed=allowed,
            bank=bank,
            new_turn=new_turn,
        )
        self.emit(event, sealed=seat(seat_number) if secrecy == "hidden" else None)

    def overtake(self, but: Callable[[Prompt], bool] = lambda prompt: False) -> None:
        """Something comes before what is being asked: the frame that asks is stepped again after it.

        Then it asks the same again, and the prompt stays open with its deadline and a new revision; or it doesn't,
        and the prompt closes without an answer. Call it before pushing frames; `but` names prompts that still wait.
        """
        for prompt in self.state.prompts.values():
            if prompt.mode != "standing" and not but(prompt):
                self._overtaken.setdefault(prompt.id, (len(self.frames), self.frames[-1]))

    def _asked_before(self, seat_number: int, kind: str) -> bool:
        """Whether an overtaken prompt is this very question; then it waits again, and was revised once."""
        for number, asking in self._overtaken.items():
            prompt = self.state.prompts.get(number)
            same = prompt is not None and (prompt.seat, prompt.kind) == (seat_number, kind)
            if prompt is not None and same and asking == (len(self.frames), self.frames[-1]):
                del self._overtaken[number]
                before = self._before.prompts.get(number)
                if before is None or before.revision == prompt.revision:
                    self._revise(prompt)
                return True
        return False

    def close(self, prompts: Sequence[Prompt]) -> None:
        """Void open prompts, in one fact for all that are public."""
        public = tuple(prompt.id for prompt in prompts if prompt.secrecy != "hidden")
        if public:
            self.emit(PromptClosed(prompts=public))
        for prompt in prompts:
            if prompt.secrecy == "hidden":
                self.emit(PromptClosed(prompts=(prompt.id,)), sealed=seat(prompt.seat))

    def accept(self, prompt: Prompt, action: Any, *, default: bool = False) -> None:
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
            self.game.perform(self, prompt, action)
            self._settle()

    def end(self, result: Result) -> NoReturn:
        """The match is over: all frames and prompts go."""
        self.emit(MatchEnded(result=result))
        self.frames.clear()
        raise MatchDecided

    def revise(self, actor: int | None = None) -> None:
        """Every open prompt of the others gets a new revision, whether or not its options changed (that would tell).

        All of them do where no seat has acted, but the clock.
        """
        for prompt in list(self.state.prompts.values()):
            if prompt.seat != actor:
                self._revise(prompt)

    def _revise(self, prompt: Prompt) -> None:
        event = PromptRevised(prompt=prompt.id, revision=prompt.revision + 1)
        self.emit(event, sealed=seat(prompt.seat) if prompt.secrecy == "hidden" else None)

    def finish(self, work: Callable[[], None]) -> None:
        """Do the work of the command, resolve what follows from it, and record where the match stands then."""
        try:
            work()
            self._resolve()
        except MatchDecided:
            return
        self.close([self.state.prompts[number] for number in self._overtaken if number in self.state.prompts])
        self._reconcile_standing()
        self._record_stop()

    def _resolve(self) -> None:
        for _ in range(FRAME_LIMIT):
            self._bounded()
            waiting = [
                prompt
                for prompt in self.state.prompts.values()
                if prompt.mode != "standing" and prompt.id not in self._overtaken
            ]
            if waiting:
                gone = [prompt for prompt in waiting if self.state.seats[prompt.seat].conceded]
                if not gone:
                    return
                self._answer_for(gone[0])
            elif self.frames:
                self.game.step(self, self.frames.pop())
                self._settle()
            else:
                return
        self._never_ends("frame limit")

    def _settle(self) -> None:
        """What must happen at once after facts that happened together; without facts the board is as it was."""
        for _ in range(FRAME_LIMIT):
            if self._settled:
                return
            self._bounded()
            self._settled = not self.game.checkpoint(self)
        self._never_ends("frame limit")

    def _bounded(self) -> None:
        if len(self.facts) > FACT_LIMIT:
            self._never_ends("fact limit")

    def _never_ends(self, reason: str) -> NoReturn:
        self.end(Result("aborted", (tuple(range(len(self.state.seats))),), LOOP_RULE, reason=reason))

    def _answer_for(self, prompt: Prompt) -> None:
        """Who has conceded is not waited for: the default is taken at once."""
        self.state.frames = tuple(self.frames)
        self.accept(prompt, self.game.default(self.state, prompt), default=True)

    def _reconcile_standing(self) -> None:
        self.state.frames = tuple(self.frames)
        wanted = {(number, kind): rule for number, kind, rule in self.game.standing(self.state)}
        open_now = {(p.seat, p.kind): p for p in self.state.prompts.values() if p.mode == "standing"}
        self.close([prompt for key, prompt in open_now.items() if key not in wanted])
        self._revise_standing([prompt for key, prompt in open_now.items() if key in wanted])
        for (number, kind), rule in wanted.items():
            if (number, kind) not in open_now:
                self.ask(number, kind, rule, mode="standing", clock="none")

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

    def _time(self, seat_number: int, clock: Clock, new_turn: bool, *, hidden: bool) -> tuple[int | None, int]:
        """(time allowed in ms, how much of it is the seat's bank).

        A hidden prompt leaves the bank alone: banks are public, so what it takes from one would tell who was asked,
        and a time-out as late as one seat's bank allows would, too.
        """
        own = self.state.seats[seat_number]
        base = {"none": None, "decision": self.state.clock.decision, "turn": self.state.clock.turn}[clock]
        if base is None:
            return None, 0
        if clock == "turn" and not new_turn:
            base = max(0, base - own.turn_used)
        if hidden:
            return base, 0
        return base + own.bank, own.bank
