"""Carrying out texts: a block of effects part by part, with the targets that were named or are chosen now."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from msgspec.structs import replace

from domain.games.trf.board import Character, Planet
from domain.games.trf.frames import Do, TargetChoice
from domain.games.trf.match import Batch
from domain.games.trf.rules import continuous
from domain.games.trf.rules.continuous import EvalContext
from domain.games.trf.rules.units import unit_of
from domain.kernel.effects.compiler import Call
from domain.kernel.effects.interpreter import Interpreter, carry_out


class EffectContext(EvalContext):
    """The context of an effect word: that of its text, and the means to make things happen."""

    __slots__ = ("batch", "frame", "picked")

    def __init__(self, batch: Batch, frame: Do, chosen: tuple[str, ...] = ()) -> None:
        super().__init__(batch.board, frame.env, chosen)
        self.batch = batch
        self.frame = frame
        self.picked = 0

    def next_target(self) -> tuple[str, ...]:
        """The choice for the next `pick` of this effect, in written order."""
        self.picked += 1
        return self.chosen[self.picked - 1 : self.picked]

    def run(self, block: int) -> None:
        """Resolve another block of this text next."""
        self.batch.push(Do(self.env, block))

    def characters(self, iids: tuple[str, ...]) -> list[Character]:
        """TRF-526 The characters among these that are still in play."""
        return [card for iid in iids if (card := self.board.character(iid)) is not None]

    def planets(self, iids: tuple[str, ...]) -> list[Planet]:
        """The planets among these that are still in play."""
        return [card for iid in iids if (card := self.board.planet(iid)) is not None]


def picks_of(call: Call) -> list[Call]:
    """The `pick`s of an effect, in written order."""
    return [part for part in call.parts() if part.word == "pick"]


def inner_blocks(call: Call, context: EvalContext) -> Iterator[int]:
    """The blocks of effects inside an effect: those of a `when`, a `may`, or the lines of a `roll`."""
    if call.word in ("when", "may"):
        yield from (block(context) for name, block in call.arguments.items() if name != "condition")
    elif call.word == "roll":
        yield from (outcome(context)[2] for outcome in call.arguments.values())


OVERRULED = ("cancel", "discard_persistent")
"""TRF-622 The effects of staff rulings on one another by rank."""


def candidates(context: EvalContext, call: Call, pick: Call) -> tuple[str, ...]:
    """TRF-328 TRF-624 The legal targets of a `pick` now."""
    cards: tuple[str, ...] = pick.arguments["cards"](context)
    return tuple(name for name in cards if safe_by(context, call, name) is None)


SAFE = {
    "TRF-541": "it has Thick Skin: it is no target of an opponent's cards and abilities",
    "TRF-622": "only a higher staff rank overrules this staff ruling",
    "TRF-633": "it could neither attack nor block now, so it can't join a fight",
}
"""Why something that a text asks for is no legal target of it, by the rule."""


def safe_by(context: EvalContext, call: Call, name: str) -> str | None:
    """TRF-541 TRF-622 TRF-633 The rule by which an effect can do nothing to a target that its text asks for."""
    board, env = context.board, context.env
    if continuous.untouchable(board, name, env.you):
        return "TRF-541"
    if call.word in OVERRULED and not continuous.may_overrule(board, env, name):
        return "TRF-622"
    joins = call.word == "join_fight" and board.character(name) is not None
    return "TRF-633" if joins and not continuous.free_to_join(board, unit_of(board, name)) else None


def _ready(batch: Batch, frame: Do, call: Call) -> bool:
    """TRF-325 TRF-526 Targets that were not named are chosen now; a text whose player has lost does nothing more."""
    if batch.board.players[frame.env.you].lost:
        return False
    context = EffectContext(batch, frame)
    for pick in () if frame.env.declared else picks_of(call):
        legal = candidates(context, call, pick)
        if legal and frame.env.target(pick.number) is None:
            batch.push(TargetChoice(frame, pick.number, legal))
            return False
    return True


def _context(batch: Batch, frame: Do, call: Call) -> EffectContext | None:
    """TRF-343 A part that has lost one of its targets does nothing."""
    context, picks = EffectContext(batch, frame), picks_of(call)
    chosen = [name for pick in picks if (name := _still_legal(context, call, pick)) is not None]
    return EffectContext(batch, frame, tuple(chosen)) if len(chosen) == len(picks) else None


def _still_legal(context: EvalContext, call: Call, pick: Call) -> str | None:
    """TRF-343 TRF-643 TRF-R21 The target that was named for a `pick`, or None: with it that part does nothing."""
    named = context.env.target(pick.number)
    return named if named in candidates(context, call, pick) else None


def same_target(context: EffectContext) -> tuple[str, ...]:
    """TRF-343 The target of the `pick` before, while it is legal there."""
    blocks = context.board.cards[context.env.cid].blocks
    effect = blocks[context.frame.block][context.frame.at]
    number = next(part.number for part in effect.parts() if part.word == "same")
    picks = [(call, pick) for block in blocks for call in block for pick in picks_of(call)]
    call, pick = max((one for one in picks if one[1].number < number), key=lambda one: one[1].number)
    name = _still_legal(context, call, pick)
    return () if name is None else (name,)


DO = Interpreter(
    part=lambda board, frame: (board.cards[frame.env.cid].blocks[frame.block], frame.at),
    rest=lambda frame: replace(frame, at=frame.at + 1),
    ready=_ready,
    context=_context,
    carry_out=partial(carry_out, later=("condition",)),
)
"""TRF-325 TRF-526 The parts of a text happen in written order, each as far as it can."""
