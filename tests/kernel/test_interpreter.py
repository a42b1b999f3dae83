"""Carrying out texts part by part, with the words of an invented garden: what waits, what asks, what does nothing."""

from __future__ import annotations

from functools import partial
from typing import Any, cast

from msgspec.structs import replace

from domain.kernel.batch import Batch
from domain.kernel.board import Board
from domain.kernel.draws import Draws
from domain.kernel.effects.compiler import Block, Call, Compiler
from domain.kernel.effects.interpreter import Interpreter, carry_out, when
from domain.kernel.effects.vocabulary import Condition, Number, Players, Vocabulary
from domain.kernel.fold import Asking
from domain.kernel.frames import Frame
from domain.kernel.match import State

WORDS = Vocabulary()


class Do(Frame, frozen=True, tag="do"):
    """A block from part `at` on; `bed` was chosen for it."""

    block: int
    at: int = 0
    bed: str | None = None


class AskBed(Frame, frozen=True, tag="ask_bed"):
    """Which bed a part is about."""

    then: Do


class Garden:
    """The context of an effect: what has happened, in which bed, and whether it rains."""

    def __init__(self, batch: Batch, frame: Do, call: Call) -> None:
        self.batch, self.bed, self.rain = batch, frame.bed, 2
        self.done: list[Any] = batch.board.cards["done"]

    def run(self, block: int) -> None:
        """Carry out another block next."""
        self.batch.push(Do(block))


@WORDS.word("players")
def you(context: Garden) -> tuple[int, ...]:
    """The player."""
    return (0,)


@WORDS.word("condition")
def rains(context: Garden) -> bool:
    """Whether it rains."""
    return context.rain > 0


@WORDS.word("effect")
def water(context: Garden, who: Players, n: Number) -> None:
    """They water n plants."""
    context.done.append((who, n, context.bed))


@WORDS.word("effect")
def plant(context: Garden) -> None:
    """A plant in a bed."""
    context.done.append(context.bed)


@WORDS.word("effect")
def note(context: Garden, condition: Condition) -> None:
    """Write down what a condition arrives as."""
    context.done.append(condition)


WORDS.word("effect")(when)


def ready(batch: Batch, frame: Do, call: Call) -> bool:
    """A plant needs a bed."""
    if call.word == "plant" and frame.bed is None:
        batch.push(AskBed(frame))
        return False
    return True


def context(batch: Batch, frame: Do, call: Call) -> Garden | None:
    """Nothing grows in the path."""
    return None if frame.bed == "path" else Garden(batch, frame, call)


def compiled(*texts: str) -> tuple[Block, ...]:
    compiler = Compiler(WORDS)
    for text in texts:
        compiler.effects(text)
    return tuple(compiler.blocks)


def bench(text: str) -> tuple[Batch, list[Any], tuple[Block, ...]]:
    """A batch in which nothing has happened, what will have happened, and the blocks of a text."""
    done: list[Any] = []
    state: State = State(board_or_none=Board().play_with({"done": done}))
    state.copy = lambda: state  # type: ignore[method-assign]
    return Batch(cast("Asking", None), state, Draws(b"", "", b"", {}), 0), done, compiled(text)


def run(batch: Batch, interpreter: Interpreter[Any, Any, Any, Any, Do, Garden], frame: Do) -> None:
    """Step frames until one asks, or none is left."""
    batch.push(frame)
    while batch.frames and isinstance(batch.frames[-1], Do):
        interpreter.step(batch, cast("Do", batch.frames.pop()))


def interpreted(blocks: tuple[Block, ...], **changes: Any) -> Interpreter[Any, Any, Any, Any, Do, Garden]:
    changes.setdefault("rest", lambda frame: replace(frame, at=frame.at + 1))
    return Interpreter(
        part=lambda board, frame: (blocks[frame.block], frame.at), context=context, ready=ready, **changes
    )


def test_parts_happen_in_written_order_with_their_arguments_as_they_are_then() -> None:
    batch, done, blocks = bench("water(you, 1), water(you, 2)")
    run(batch, interpreted(blocks), Do(0, bed="north"))
    assert done == [((0,), 1, "north"), ((0,), 2, "north")]
    assert batch.frames == []


def test_a_part_that_asks_first_waits_with_all_that_follows() -> None:
    batch, done, blocks = bench("water(you, 1), plant, water(you, 2)")
    do = interpreted(blocks)
    run(batch, do, Do(0))
    assert done == [((0,), 1, None)]
    assert batch.frames == [AskBed(Do(0, at=1))]
    batch.frames.pop()
    run(batch, do, Do(0, at=1, bed="south"))
    assert done[1:] == ["south", ((0,), 2, "south")]


def test_a_part_without_a_context_does_nothing_and_the_rest_goes_on() -> None:
    batch, done, blocks = bench("plant, water(you, 3)")
    interpreted(blocks, rest=lambda frame: replace(frame, at=1, bed="hedge")).step(batch, Do(0, bed="path"))
    assert (done, batch.frames) == ([], [Do(0, at=1, bed="hedge")])


def test_a_frame_for_one_part_alone_leaves_the_rest_out() -> None:
    batch, done, blocks = bench("plant, water(you, 3)")
    run(batch, interpreted(blocks, rest=lambda frame: None), Do(0, bed="north"))
    assert done == ["north"]


def test_a_condition_arrives_as_it_is_or_as_something_to_ask() -> None:
    batch, done, blocks = bench("note(rains)")
    run(batch, interpreted(blocks), Do(0))
    run(batch, interpreted(blocks, carry_out=partial(carry_out, later=("condition",))), Do(0))
    assert done == [True, rains]


def test_one_block_or_the_other_happens_as_the_condition_is_then() -> None:
    either = "when(rains, water(you, 1), water(you, 2)), when(not rains, water(you, 3), water(you, 4))"
    batch, done, blocks = bench(f"{either}, when(not rains, water(you, 5)), water(you, 6)")
    run(batch, interpreted(blocks, carry_out=partial(carry_out, later=("condition",))), Do(0))
    assert done == [((0,), n, None) for n in (1, 4, 6)]
