"""Carrying out texts: a block of effects part by part, each with its target found, asked for or drawn first."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from domain.games.cape_and_cowl import events as e
from domain.games.cape_and_cowl.board import CITY, Board, Character, CityCard
from domain.games.cape_and_cowl.frames import Do, Env, TargetChoice
from domain.games.cape_and_cowl.match import Batch
from domain.games.cape_and_cowl.rules.continuous import EvalContext, enabled
from domain.games.cape_and_cowl.rules.leaving import withdraw_barred
from domain.kernel.effects.compiler import Call


class EffectContext(EvalContext, kw_only=True):
    """The context of an effect word: that of its text, and the means to make things happen."""

    batch: Batch
    block: int
    at: int

    def run(self, block: int) -> None:
        """Resolve another block of this text next."""
        self.batch.push(Do(self.env, block))

    def characters(self, iids: tuple[str, ...]) -> list[Character]:
        """CNC-R33 The Characters among these that are still in play."""
        return [found for iid in iids if (found := self.board.character(iid)) is not None]

    def cities(self, iids: tuple[str, ...]) -> list[CityCard]:
        """CNC-R33 The City cards among these that are still in play."""
        return [found for iid in iids if (found := self.board.city(iid)) is not None]


def _context(batch: Batch, frame: Do, chosen: tuple[str, ...] = ()) -> EffectContext:
    board, env = batch.board, frame.env
    card = board.card(env.iid)
    return EffectContext(board, env, card, chosen=chosen, batch=batch, block=frame.block, at=frame.at)


Fits = Callable[[EvalContext, str], bool]


def _withdrawable(context: EvalContext, iid: str) -> bool:
    """CNC-321 CNC-329 A barred Character is no legal target of a withdrawal."""
    character = context.board.character(iid)
    return character is not None and withdraw_barred(character, context.hand(character.owner)) is None


FITS: Mapping[str, Fits] = {"withdraw": _withdrawable}
"""The condition on a target of an effect, beside that of its text."""


def target_of(call: Call) -> Call | None:
    """The `pick` or `random` of an effect, or None."""
    return next((part for part in call.parts() if part.word in ("pick", "random")), None)


def candidates(context: EvalContext, call: Call, target: Call) -> tuple[str, ...]:
    """The legal targets of an effect now."""
    cards: tuple[str, ...] = target.arguments["cards"](context)
    fits = FITS.get(call.word)
    return cards if fits is None else tuple(iid for iid in cards if fits(context, iid))


def has_target(context: EvalContext, block: tuple[Call, ...]) -> bool:
    """Whether each effect of a block that needs a target has a legal one."""
    return all(_finds_target(context, call) for call in block)


def _finds_target(context: EvalContext, call: Call) -> bool:
    """CNC-R66 Whether there is one to choose or to draw; of `all`, `self` and `attacker`, whether anything is named."""
    target = target_of(call)
    if target is not None:
        return bool(candidates(context, call, target))
    return "target" not in call.arguments or bool(call.arguments["target"](context))


def step_do(batch: Batch, frame: Do) -> None:
    """CNC-313 CNC-529 One part of a text; the parts happen in written order, each as far as it can."""
    if frame.live and not _works(batch.board, frame.env):
        return
    block = batch.board.cards[frame.env.cid].blocks[frame.block]
    call = block[frame.at]
    if frame.at + 1 < len(block) and not frame.alone:
        batch.frames.append(replace(frame, at=frame.at + 1, live=False))
    target = target_of(call)
    if target is None:
        carry_out(batch, frame, call)
    elif (iid := frame.env.target(target.number)) is not None:
        carry_out(batch, frame, call, _still_there(batch.board, iid))
    else:
        _find_target(batch, frame, call, target)


def _works(board: Board, env: Env) -> bool:
    """CNC-503 CNC-515 CNC-R63 A triggered text works while its card is in play and enabled."""
    card = board.card(env.iid)
    return card is not None and enabled(board, card.owner, card)


def _still_there(board: Board, iid: str) -> tuple[str, ...]:
    """An effect on a card that has left the field does nothing."""
    return (iid,) if iid == CITY or board.card(iid) is not None else ()


def _find_target(batch: Batch, frame: Do, call: Call, target: Call) -> None:
    """CNC-431 CNC-532 CNC-R24 A target by draw or by prompt; without a legal one nothing happens."""
    found = candidates(_context(batch, frame), call, target)
    if not found:
        return
    if target.word == "random":
        # the City is offered alone: there is nothing to draw
        carry_out(batch, frame, call, found if found == (CITY,) else (_drawn(batch, frame.env, found),))
    else:
        batch.push(TargetChoice(replace(frame, alone=True), target.number, found))


def _drawn(batch: Batch, env: Env, found: tuple[str, ...]) -> str:
    roll = batch.draws.below(f"target:{env.you}", len(found))
    iid = found[roll.value]
    card = batch.board.card(iid)
    assert card is not None
    batch.emit(
        e.RandomTargetPicked(
            seat=env.you, candidates=found, target=iid, card=card.cid, cause=env.cid, draws=(roll.draw,)
        )
    )
    return iid


def carry_out(batch: Batch, frame: Do, call: Call, chosen: tuple[str, ...] = ()) -> None:
    """Let one effect happen."""
    context = _context(batch, frame, chosen)
    call.function(context, **{name: value(context) for name, value in call.arguments.items()})
