"""Carrying out texts: a block of effects part by part, each with its target found, asked for or drawn first."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from domain.games.cape_and_cowl import events as e
from domain.games.cape_and_cowl.board import CITY, Character, CityCard
from domain.games.cape_and_cowl.frames import Do, Env, TargetChoice
from domain.games.cape_and_cowl.match import Batch
from domain.games.cape_and_cowl.rules.continuous import EvalContext, enabled
from domain.games.cape_and_cowl.rules.effect_prompts import recoverable
from domain.games.cape_and_cowl.rules.leaving import withdraw_barred
from domain.kernel.effects.compiler import Call
from domain.kernel.effects.interpreter import Interpreter


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


Fits = Callable[[EvalContext, str], bool]


def _withdrawable(context: EvalContext, iid: str) -> bool:
    """CNC-321 CNC-329 CNC-R68 A barred Character is no legal target of a withdrawal, nor one that Acts by the text."""
    character = context.board.character(iid)
    acting = context.held is not None and iid == context.env.iid
    return character is not None and not acting and withdraw_barred(character, context.hand(character.owner)) is None


FITS: Mapping[str, Fits] = {"withdraw": _withdrawable}
"""The condition on a target of an effect, beside that of its text."""


def target_of(call: Call) -> Call | None:
    """The `pick` or `random` of an effect, or None."""
    return next((part for part in call.parts() if part.word in ("pick", "random")), None)


def candidates(context: EvalContext, call: Call, target: Call) -> tuple[str, ...]:
    """The legal targets of an effect now."""
    return _fitting(context, call, target.arguments["cards"](context))


def _fitting(context: EvalContext, call: Call, cards: tuple[str, ...]) -> tuple[str, ...]:
    """Those of the cards that an effect can happen to."""
    fits = FITS.get(call.word)
    return cards if fits is None else tuple(iid for iid in cards if fits(context, iid))


def has_target(context: EvalContext, block: tuple[Call, ...]) -> bool:
    """Whether each effect of a block that needs a target has a legal one."""
    return all(_finds_target(context, call) for call in block)


def _finds_target(context: EvalContext, call: Call) -> bool:
    """CNC-R66 CNC-R69 Whether there is one to choose or to draw; of `all`, `self` and `attacker`, whether any is named
    that it can happen to; of `recover`, whether a card matches.
    """
    target = target_of(call)
    if target is not None:
        return bool(candidates(context, call, target))
    if call.word == "recover":
        return bool(recoverable(context, call))
    return "target" not in call.arguments or bool(_fitting(context, call, call.arguments["target"](context)))


def _works(batch: Batch, frame: Do, call: Call) -> bool:
    """CNC-503 CNC-515 CNC-R63 A triggered text begins only while its card is in play and enabled."""
    card = batch.board.card(frame.env.iid)
    return not frame.live or (card is not None and enabled(batch.board, card.owner, card))


def _context(batch: Batch, frame: Do, call: Call) -> EffectContext | None:
    """With the target that was chosen or is drawn now, if the part has one; None: it is asked for, or there is none."""
    board, env = batch.board, frame.env
    context = EffectContext(board, env, board.card(env.iid), batch=batch, block=frame.block, at=frame.at)
    target = target_of(call)
    if target is not None and (iid := env.target(target.number)) is not None:
        # an effect on a card that has left the field does nothing
        context.chosen = (iid,) if iid == CITY or board.card(iid) is not None else ()
    elif target is not None:
        return _find_target(context, frame, call, target)
    return context


def _find_target(context: EffectContext, frame: Do, call: Call, target: Call) -> EffectContext | None:
    """CNC-431 CNC-532 CNC-R24 A target by draw or by prompt; without a legal one nothing happens."""
    found = candidates(context, call, target)
    if found and target.word != "random":
        context.batch.push(TargetChoice(replace(frame, alone=True), target.number, found))
    if not found or target.word != "random":
        return None
    # the City is offered alone: there is nothing to draw
    context.chosen = found if found == (CITY,) else (_drawn(context.batch, frame.env, found),)
    return context


def _drawn(batch: Batch, env: Env, found: tuple[str, ...]) -> str:
    roll = batch.draws.below(f"target:{env.you}", len(found))
    iid = found[roll.value]
    card = batch.board.card(iid)
    assert card is not None
    event = e.RandomTargetPicked(
        seat=env.you, candidates=found, target=iid, card=card.cid, cause=env.cid, draws=(roll.draw,)
    )
    batch.emit(event)
    return iid


DO = Interpreter(
    part=lambda board, frame: (board.cards[frame.env.cid].blocks[frame.block], frame.at),
    ready=_works,
    rest=lambda frame: None if frame.alone else replace(frame, at=frame.at + 1, live=False),
    context=_context,
)
"""CNC-313 CNC-529 The parts of a text happen in written order, each as far as it can."""
