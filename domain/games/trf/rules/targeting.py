"""The names that an OOC card or an activated ability needs: targets, cards to discard, an opponent."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

import msgspec

from domain.games.trf.board import Board
from domain.games.trf.definitions import FACTIONS, Ability, Faction
from domain.games.trf.frames import Env
from domain.games.trf.match import State
from domain.games.trf.rules.continuous import EvalContext
from domain.games.trf.rules.effects import SAFE, candidates, inner_blocks, picks_of, safe_by
from domain.kernel.effects.compiler import Call
from domain.kernel.prompts import Parameter, Template, one_of_each
from domain.kernel.refusal import Refusal, illegal

NO_TARGET = "there is no legal target"


class Named(msgspec.Struct, frozen=True):
    """A choice of a player: one of `options` for the `pick` with this number."""

    pick: int
    options: tuple[str, ...]


class Needs(msgspec.Struct, frozen=True):
    """The names that a text needs now: targets in written order, `discards` of `hand`, one of `opponents`.

    `missing` says why the text can't be announced at all.
    """

    targets: tuple[Named, ...] = ()
    hand: tuple[str, ...] = ()
    discards: int = 0
    opponents: tuple[int, ...] = ()
    missing: str | None = None


class Declared(msgspec.Struct, frozen=True):
    """The choices that an action names."""

    targets: Sequence[str] = ()
    cards: Sequence[str] = ()
    opponent: int | None = None


def needs(board: Board, env: Env, ability: Ability, opponent: int | None = None) -> Needs:
    """TRF-906 The names needed now, beside this opponent where there are several."""
    found = ways(board, env, ability)
    return next((wanted for wanted in found if opponent in wanted.opponents), found[0])


def ways(board: Board, env: Env, ability: Ability) -> list[Needs]:
    """TRF-906 TRF-R21 The names needed now: where there are several opponents, for each that it can be about.

    Opponents with the same needs stand together.
    """
    others = board.others(env.you) if ability.opponent else ()
    if ability.opponent and not others:
        return [Needs(missing="there is no opponent")]
    if len(others) < 2:
        return [_needs(board, env, ability)]
    found: dict[Needs, tuple[int, ...]] = {}
    for seat in others:
        wanted = _needs(board, msgspec.structs.replace(env, opponent=seat), ability)
        found[wanted] = (*found.get(wanted, ()), seat)
    possible = [msgspec.structs.replace(one, opponents=seats) for one, seats in found.items() if one.missing is None]
    return possible or list(found)


def _needs(board: Board, env: Env, ability: Ability) -> Needs:
    """TRF-328 TRF-643 The names needed now, about the opponent that `env` has."""
    context = EvalContext(board, env)
    if ability.only_if is not None and not ability.only_if(context):
        return Needs(missing="its condition isn't met")
    targets = tuple(Named(pick.number, legal) for _, pick, legal in _picks(context, ability.block))
    if any(not named.options for named in targets):
        return Needs(missing=NO_TARGET)
    hand = tuple(board.players[env.you].hand.known)
    if len(hand) < ability.discards:
        return Needs(missing=f"it takes {ability.discards} cards of your hand")
    return Needs(targets=targets, hand=hand, discards=ability.discards)


def _picks(context: EvalContext, block: int, *, inside: bool = False) -> Iterator[tuple[Call, Call, tuple[str, ...]]]:
    """TRF-328 TRF-643 Each `pick` in written order, with its effect and its legal targets; one inside a line or a
    condition only if it has a target now.
    """
    for call in context.board.cards[context.env.cid].blocks[block]:
        for pick in picks_of(call):
            legal = candidates(context, call, pick)
            if legal or not inside:
                yield call, pick, legal
        for inner in inner_blocks(call, context):
            yield from _picks(context, inner, inside=True)


def factions(state: State, context: EvalContext, condition: Callable[[EvalContext], bool]) -> tuple[Faction, ...]:
    """TRF-644 TRF-R98 The factions that a `choose_faction` offers: Universal is none of them."""
    known = (name for name in FACTIONS if name != "universal" or not state.goes_by("1.2"))
    return tuple(name for name in known if condition(context.about(name)))


def lacks_faction(state: State, env: Env, ability: Ability) -> bool:
    """TRF-644 Whether a `choose_faction` has no faction to offer."""
    context, calls = EvalContext(state.board, env), state.board.cards[env.cid].blocks[ability.block]
    choices = (call.arguments["condition"] for call in calls if call.word == "choose_faction")
    return not all(factions(state, context, condition) for condition in choices)


def templates(kind: str, fixed: dict[str, object], found: Iterable[Needs], label: str, rule: str) -> Iterator[Template]:
    """Every way to name the wanted things."""
    for wanted in found:
        if wanted.missing is None:
            yield Template(kind, fixed, _parameters(wanted), label, (rule,))


def _parameters(wanted: Needs) -> tuple[Parameter, ...]:
    found = []
    if len(wanted.targets) == 1:
        found.append(Parameter("targets", "cards", wanted.targets[0].options, 1, 1))
    elif wanted.targets:
        found.append(one_of_each("targets", [named.options for named in wanted.targets]))
    if wanted.discards:
        found.append(Parameter("cards", "cards", wanted.hand, wanted.discards, wanted.discards))
    if wanted.opponents:
        found.append(Parameter("opponent", "seat", wanted.opponents))
    return tuple(found)


def refuse(board: Board, env: Env, ability: Ability, named: Declared) -> Refusal | None:
    """TRF-328 TRF-906 Why what was named doesn't fit the text, or None."""
    wanted = needs(board, env, ability, named.opponent)
    if wanted.missing is not None:
        refused = _refuse_safe(board, env, ability, named) if wanted.missing == NO_TARGET else None
        return refused or illegal("TRF-328", f"it can't be announced now: {wanted.missing}")
    refused = _refuse_opponent(board, wanted, named.opponent) or _refuse_safe(board, env, ability, named)
    return refused or _refuse_targets(wanted, named.targets) or _refuse_cards(wanted, named.cards)


def _refuse_safe(board: Board, env: Env, ability: Ability, named: Declared) -> Refusal | None:
    """TRF-541 TRF-622 TRF-633 The text asks for such a target, and a rule of its own keeps this one from it."""
    whom = named.opponent if named.opponent in board.others(env.you) else None
    context = EvalContext(board, msgspec.structs.replace(env, opponent=whom))
    for place, (target, (call, pick, _)) in enumerate(zip(named.targets, _picks(context, ability.block), strict=False)):
        rule = safe_by(context, call, target) if target in pick.arguments["cards"](context) else None
        if rule is not None:
            return illegal(rule, SAFE[rule], "targets", str(place))
    return None


def _refuse_targets(wanted: Needs, targets: Sequence[str]) -> Refusal | None:
    """TRF-328 A legal target for each that the text takes."""
    if len(targets) != len(wanted.targets):
        message = f"it takes {len(wanted.targets)} targets, in written order, not {len(targets)}"
        return illegal("TRF-328", message, "targets")
    for place, (target, one) in enumerate(zip(targets, wanted.targets, strict=True)):
        if target not in one.options:
            return illegal("TRF-328", "that is no legal target of it", "targets", str(place))
    return None


def _refuse_cards(wanted: Needs, cards: Sequence[str]) -> Refusal | None:
    """TRF-302 The cards to discard are part of the cost."""
    if len(cards) != wanted.discards or len(set(cards)) != len(cards) or not set(cards) <= set(wanted.hand):
        return illegal("TRF-302", f"it takes {wanted.discards} different cards of your hand", "cards")
    return None


def _refuse_opponent(board: Board, wanted: Needs, opponent: int | None) -> Refusal | None:
    """TRF-906 One opponent is named where there are several."""
    if wanted.opponents and opponent not in wanted.opponents:
        return illegal("TRF-906", "name the opponent that it is about", "opponent")
    if not wanted.opponents and opponent is not None:
        return illegal("TRF-906", "it is not about one opponent of your choice", "opponent")
    return None


def bound(env: Env, wanted: Needs, named: Declared) -> Env:
    """The text with what was named."""
    pairs = tuple((one.pick, target) for one, target in zip(wanted.targets, named.targets, strict=True))
    return msgspec.structs.replace(env, bound=pairs, opponent=named.opponent, declared=True)
