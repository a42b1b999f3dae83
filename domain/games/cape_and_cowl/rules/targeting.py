"""The names that an Event or an active Ability needs: targets, cards to recover, a Class (CNC-314)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import cast

import msgspec

from domain.games.cape_and_cowl import actions as a
from domain.games.cape_and_cowl.board import Board
from domain.games.cape_and_cowl.definitions import CLASSES, PORTER, Ability, Class
from domain.games.cape_and_cowl.frames import Env
from domain.games.cape_and_cowl.naming import called
from domain.games.cape_and_cowl.rules.continuous import EvalContext
from domain.games.cape_and_cowl.rules.effect_prompts import recoverable
from domain.games.cape_and_cowl.rules.effects import candidates, has_target, target_of
from domain.kernel.effects.compiler import Call
from domain.kernel.prompts import Parameter, Template
from domain.kernel.refusal import Refusal, illegal


class Named(msgspec.Struct, frozen=True):
    """A choice of a player: one of `options` for the `pick` with this number."""

    pick: int
    options: tuple[str, ...]


class Needs(msgspec.Struct, frozen=True):
    """The names that a text needs now: targets in written order, up to `n` cards in order or not, a Class.

    `missing` says why the text can't be used at all.
    """

    targets: tuple[Named, ...] = ()
    cards: tuple[str, ...] = ()
    n: int = 0
    ordered: bool = False
    picks_class: bool = False
    missing: str | None = None


def needs(board: Board, env: Env, ability: Ability, held: int) -> Needs:
    """CNC-314 The names that a text needs; `held` is how many cards the hand will hold by then."""
    context = EvalContext(board, env, board.card(env.iid), held=held)
    targets = tuple(_targets(context, ability.block))
    if any(not named.options for named in targets):
        return Needs(missing="there is no legal target")
    recover = _recover(context, ability.block)
    cards = () if recover is None else recoverable(context, recover)
    if recover is not None and not cards:
        return Needs(missing="no card of your discard pile matches")
    if not held and _discards_own(context, ability.block):
        return Needs(missing="your hand is empty, and it makes you discard")
    return Needs(
        targets=targets,
        cards=cards,
        n=0 if recover is None else min(len(cards), recover.arguments["n"](context)),
        ordered=recover is not None and recover.arguments["to"](context) == "bottom",
        picks_class=ability.picks_class,
    )


def _targets(context: EvalContext, block: int) -> Iterator[Named]:
    """CNC-314 Each `pick` in written order. One inside a roll has its prompt later; `or_else` has that of one part."""
    for call in context.blocks[block]:
        if call.word == "or_else":
            yield from _alternative(context, call)
        target = target_of(call)
        if target is not None and target.word == "pick":
            yield Named(target.number, candidates(context, call, target))


def _alternative(context: EvalContext, call: Call) -> Iterator[Named]:
    """`or_else` asks for a target only if the part that will happen has one."""
    first, second = call.arguments["first"](context), call.arguments["second"](context)
    block = first if has_target(context, context.blocks[first]) else second
    yield from (named for named in _targets(context, block) if named.options)


def _recover(context: EvalContext, block: int) -> Call | None:
    """The `recover` in a block, or None."""
    return next((call for call in context.blocks[block] if call.word == "recover"), None)


def _discards_own(context: EvalContext, block: int) -> bool:
    calls = context.blocks[block]
    return any(call.word == "discard_hand" and context.env.you in call.arguments["who"](context) for call in calls)


def templates(
    board: Board, seat: int, kind: str, fixed: dict[str, object], wanted: Needs, label: str, rule: str
) -> Iterator[Template]:
    """Every way to name the wanted things. Several targets come from different domains, so each combination of them is
    a template of its own.
    """
    if wanted.missing is not None:
        return
    several = len(wanted.targets) > 1
    for chosen in product(*(named.options for named in wanted.targets)) if several else [()]:
        targets = {"targets": list(chosen)} if several else {}
        on_what = f" on {', '.join(called(board, seat, iid) for iid in chosen)}" if several else ""
        yield Template(kind, {**fixed, **targets}, _parameters(wanted), f"{label}{on_what}", (rule,))


def _parameters(wanted: Needs) -> tuple[Parameter, ...]:
    parameters = []
    if len(wanted.targets) == 1:
        parameters.append(Parameter("targets", "cards", wanted.targets[0].options, 1, 1))
    if wanted.n:
        parameters.append(Parameter("cards", "cards", wanted.cards, 1, wanted.n, ordered=wanted.ordered))
    if wanted.picks_class:
        parameters.append(Parameter("class", "option", CLASSES))
    return tuple(parameters)


Declared = a.PlayEvent | a.UseAbility
"""An action that names things."""


def refuse(board: Board, wanted: Needs, named: Declared) -> Refusal:
    """CNC-314 Why what was named doesn't fit the text."""
    if wanted.missing is not None:
        return illegal("CNC-314", f"it can't be used now: {wanted.missing}")
    if len(named.targets) != len(wanted.targets):
        message = f"it takes {len(wanted.targets)} targets, in written order, not {len(named.targets)}"
        return illegal("CNC-314", message, "targets")
    for place, (target, one) in enumerate(zip(named.targets, wanted.targets, strict=True)):
        if target not in one.options:
            return _refuse_target(board, target, place)
    return _refuse_cards(wanted, named.cards) or _refuse_class(wanted)


def _refuse_target(board: Board, target: str, place: int) -> Refusal:
    """CNC-314 CNC-617 CNC-R44 Why no effect of this text can have this target."""
    city = board.city(target)
    if city is not None and city.cid == PORTER:
        return illegal("CNC-617", "no effect can pick the Porter", "targets", str(place))
    return illegal("CNC-314", "that is no legal target of it", "targets", str(place))


def _refuse_cards(wanted: Needs, cards: Sequence[str]) -> Refusal | None:
    if not wanted.n:
        return illegal("CNC-314", "it takes no cards of your discard pile", "cards") if cards else None
    if not 1 <= len(cards) <= wanted.n or len(set(cards)) != len(cards):
        return illegal("CNC-534", f"name 1 to {wanted.n} different cards of your discard pile", "cards")
    if any(card not in wanted.cards for card in cards):
        return illegal("CNC-314", "that card is not in your discard pile, or doesn't match", "cards")
    return None


def _refuse_class(wanted: Needs) -> Refusal:
    named = f"name one of the Classes {', '.join(CLASSES)}"
    return illegal("CNC-525", named if wanted.picks_class else "it changes no Class of your choice", "class")


def bound(env: Env, wanted: Needs, named: Declared) -> Env:
    """The text with what was named."""
    return msgspec.structs.replace(
        env,
        bound=tuple((one.pick, target) for one, target in zip(wanted.targets, named.targets, strict=True)),
        cards=tuple(named.cards) if wanted.n else None,
        class_=cast(Class | None, named.class_),
    )
