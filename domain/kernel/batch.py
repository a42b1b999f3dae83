"""One batch: the facts that an accepted intent causes, folded as they are made, and the frames still to resolve."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Generic, NoReturn

from domain.kernel.audience import seat
from domain.kernel.board import BoardT, LoadoutT, OptionsT, ProgressT
from domain.kernel.draws import Draws
from domain.kernel.facts import Event, Fact, GameEvent
from domain.kernel.fold import Asking, evolve
from domain.kernel.frames import F, Frame, top
from domain.kernel.match import MatchEnded, PromptClosed, PromptOpened, PromptRevised, State
from domain.kernel.prompts import ClockKind, Prompt, Secrecy
from domain.kernel.result import Result


class MatchDecided(Exception):
    """Unwinds a step when the match has ended in the middle of it."""


class Batch(Generic[BoardT, OptionsT, LoadoutT, ProgressT]):
    """The facts of one command as they are made. `state` is the batch's own copy; `frames` a list, the top last."""

    def __init__(
        self,
        game: Asking[BoardT, OptionsT, LoadoutT, ProgressT],
        state: State[BoardT, OptionsT, LoadoutT, ProgressT],
        draws: Draws,
        now: int,
    ) -> None:
        self._rules = game
        self.state = state.copy()
        self._before = state
        self.draws = draws
        self.now = max(now, state.at)
        self.facts: list[Fact] = []
        self.frames: list[Frame] = list(state.frames)
        self._settled = True
        self._overtaken: dict[int, tuple[int, Frame]] = {}
        """Open prompts that wait for nobody now, by id: the depth of the asking frame in the stack, and that frame."""

    @property
    def board(self) -> BoardT:
        """The game's board as folded so far."""
        board = self.state.board_or_none
        assert board is not None
        return board

    def emit(
        self, event: Event, secret: Mapping[str, tuple[str, ...]] | None = None, sealed: str | None = None
    ) -> None:
        """Record a fact and fold it at once."""
        self.facts.append(Fact(event, secret or {}, sealed))
        evolve(self._rules, self.state, event, self.now)
        if isinstance(event, GameEvent):
            self._settled = False

    def push(self, *frames: Frame) -> None:
        """Frames to resolve; the first given is resolved first."""
        self.frames.extend(reversed(frames))

    def ask(self, seat_number: int, kind: str, *, secrecy: Secrecy | None = None, new_turn: bool = False) -> None:
        """Open a prompt to a seat, as the game's question of this kind says, or with another secrecy. Its options are
        computed whenever somebody wants to know them. `new_turn` starts the seat's turn budget.

        A frame that is stepped again after `overtake` and asks the same goes on with the prompt that is open.
        """
        if self._asked_before(seat_number, kind):
            return
        question = self._rules.question(kind, self.frames)
        secrecy = secrecy or question.secrecy
        allowed, bank = self._time(seat_number, question.clock, new_turn, hidden=secrecy == "hidden")
        event = PromptOpened(
            seat=seat_number,
            kind=kind,
            rule=question.rule,
            mode=question.mode,
            secrecy=secrecy,
            clock=question.clock,
            allowed=allowed,
            bank=bank,
            new_turn=new_turn,
        )
        self.emit(event, sealed=seat(seat_number) if secrecy == "hidden" else None)

    def ask_for(self, frame: Frame, seat_number: int, kind: str) -> None:
        """Ask a seat for a frame, which waits on top of the stack until it is answered."""
        self.frames.append(frame)
        self.ask(seat_number, kind)

    def answered(self, kind: type[F]) -> F:
        """The frame of this kind that has asked; it waits no longer."""
        frame = top(self.frames, kind)
        self.frames.pop()
        return frame

    def overtake(self, but: Callable[[Prompt], bool] = lambda prompt: False) -> None:
        """Put something before the open prompts: the game steps the frame that asks again after it.

        If the frame asks the same again, the prompt stays open with its deadline and a new revision; if not, the prompt
        closes without an answer. Call this before pushing frames; `but` names prompts that still wait.
        """
        for prompt in self.state.prompts.values():
            if prompt.mode != "standing" and not but(prompt):
                self._overtaken.setdefault(prompt.id, (len(self.frames), self.frames[-1]))

    def _asked_before(self, seat_number: int, kind: str) -> bool:
        """Whether an overtaken prompt asks this already; then it waits again, with one new revision."""
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

    def _time(self, seat_number: int, clock: ClockKind, new_turn: bool, *, hidden: bool) -> tuple[int | None, int]:
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
