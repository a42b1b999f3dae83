"""Carrying out the effects of moves and abilities, part by part (CAP-480, CAP-511, CAP-610)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from domain.games.capcom_crossovers import actions as a
from domain.games.capcom_crossovers import events as e
from domain.games.capcom_crossovers.board import Attack, Board, Character, Duration, Stat
from domain.games.capcom_crossovers.faces import default_order
from domain.games.capcom_crossovers.frames import Discards, Do
from domain.games.capcom_crossovers.match import Batch
from domain.games.capcom_crossovers.rules import piles
from domain.games.capcom_crossovers.rules.continuous import EvalContext, used
from domain.kernel.effects.compiler import Call
from domain.kernel.effects.interpreter import Interpreter
from domain.kernel.frames import Frame, top
from domain.kernel.prompts import Parameter, Template


class EffectContext(EvalContext, kw_only=True):
    """The context of an effect word: that of its text, and the means to make things happen."""

    batch: Batch
    frame: Do
    call: Call

    def characters(self, names: tuple[str, ...]) -> list[Character]:
        """CAP-511 The living characters among these."""
        return [one for name in names if (one := self.board.character(name)).status != "koed"]

    def last(self, character: Character, amount: int, duration: Duration, stat: Stat | None = None) -> None:
        """CAP-506 Let this word last for a character for a while."""
        event = e.ModifierAdded(
            character=character.id,
            cid=character.cid,
            source=self.source.id,
            source_cid=self.source.cid,
            call=self.call.number,
            what=self.call.word,
            amount=amount,
            duration=duration,
            stat=stat,
        )
        self.batch.emit(event)


def on_hit(board: Board, attack: Attack, *, lost: bool) -> Iterator[Frame]:
    """CAP-415 CAP-482 CAP-916 CAP-921 The effects of a move's hit; `lost`: a reset of points comes too late."""
    entry = used(board, attack).move.entry
    if entry is not None and entry.hit is not None and attack.role != "variable_counter":
        yield _do(board, attack, entry.hit, lost=lost)


def when_used(board: Board, attack: Attack, *, lost: bool) -> Iterator[Frame]:
    """CAP-308 CAP-456 CAP-R83 The effects of an avoid move, then those of each additional card."""
    entry = used(board, attack).move.entry
    assert entry is not None
    if entry.used is not None:
        yield _do(board, attack, entry.used, lost=lost)
    if entry.per_extra is not None:
        for _ in attack.extra_cards:
            yield _do(board, attack, entry.per_extra, lost=lost)


def _do(board: Board, attack: Attack, block: int, *, lost: bool) -> Do:
    return Do(attack.character, board.character(attack.character).cid, block, cause=attack.move, lost=lost)


def text_of(board: Board, frame: Frame) -> int | None:
    """The player of the character whose text a frame carries out, or None."""
    return board.character(frame.character).seat if isinstance(frame, Do) else None


def _context(batch: Batch, frame: Do, call: Call) -> EffectContext:
    return EffectContext(batch.board, batch.board.character(frame.character), batch=batch, frame=frame, call=call)


DO = Interpreter(
    part=lambda board, frame: (board.definition(frame.cid).blocks[frame.block], frame.at),
    rest=lambda frame: replace(frame, at=frame.at + 1),
    ready=lambda batch, frame, call: True,
    context=_context,
)
"""CAP-511 The parts of an effect happen in written order, each as far as it can."""


# Discards of the player's choice


def step_discards(batch: Batch, frame: Discards) -> None:
    """CAP-511 CAP-R87 Ask for one card after another, while there are any."""
    if frame.n and batch.board.players[frame.seat].hand.size and not batch.board.players[frame.seat].out:
        batch.ask_for(frame, frame.seat, "discard")


def discard_templates(rule: str, board: Board, seat: int) -> list[Template]:
    """CAP-211 CAP-R87 Every card of the hand."""
    card = Parameter("card", "card", tuple(default_order(board.players[seat].held)))
    return [Template("discard", {}, (card,), "Discard", (rule,))]


def default_discard(board: Board, seat: int) -> a.Discard:
    """Actions, `discard_to_endurance`: the lowest card."""
    return a.Discard(default_order(board.players[seat].held)[0])


def discard(batch: Batch, seat: int, action: a.Discard) -> None:
    """CAP-R87 The card goes; then the next."""
    frame = top(batch.frames, Discards)
    piles.discard(batch, frame.seat, (action.card,), frame.cause)
    batch.frames[-1] = replace(frame, n=frame.n - 1)
