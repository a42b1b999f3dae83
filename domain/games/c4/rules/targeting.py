"""Legal declarations now: targets, forbids, payable costs, and the rule that a refusal names (3xx, 44x)."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from msgspec.structs import replace

from domain.games.c4.actions import PlayCard, UseAbility
from domain.games.c4.board import Board
from domain.games.c4.definitions import Ability, Definition, Needs
from domain.games.c4.frames import Env
from domain.games.c4.rules.continuous import EvalContext, forbidden, holds, protected
from domain.games.c4.rules.prices import action_price, affordable_xs, least_cost
from domain.games.c4.rules.tokens import count
from domain.kernel.prompts import Parameter, ParameterKind, Template
from domain.kernel.refusal import Refusal, illegal

SYMBOLS = ("rock", "paper", "scissors")
PARAMETERS: Mapping[str, ParameterKind] = {"player": "seat", "target": "card", "x": "number", "mode": "option"}
"""The kinds of parameters for what may be declared."""


class Domains(msgspec.Struct, frozen=True):
    """The legal declarations of a card or ability: players, cards to Icebox, values of X, symbols; None: no such."""

    player: tuple[int, ...] | None = None
    target: tuple[str, ...] | None = None
    x: tuple[int, ...] | None = None
    mode: tuple[str, ...] | None = None


class Declared(msgspec.Struct, frozen=True):
    """The declaration of a player with a card or ability (C4-440); None: nothing of this sort."""

    player: int | None = None
    target: str | None = None
    x: int | None = None
    mode: str | None = None


# What may be declared


def declarable(board: Board, needs: Needs, context: EvalContext) -> tuple[int, ...]:
    """C4-402 C4-441 C4-903 C4-R27 Players that may be named: with `opp` any other, with an attack legal defenders."""
    you = context.env.you
    seats = [seat for seat in board.turn_order() if needs.player == "any" or seat != you]
    if needs.attack:
        seats = [seat for seat in seats if seat != you and not protected(board, you, seat)]
    return tuple(seat for seat in seats if all(holds(test, context.about(seat)) for test in needs.tests))


def domains(board: Board, needs: Needs, env: Env, xs: tuple[int, ...] | None) -> Domains:
    """C4-440 C4-441 C4-R34 The legal values of each declared part of a card."""
    context = EvalContext(board, env)
    return Domains(
        player=None if needs.player is None else declarable(board, needs, context),
        target=None if needs.icebox in (None, "that") else icebox_targets(board, needs),
        x=xs,
        mode=SYMBOLS if needs.named else None,
    )


def icebox_targets(board: Board, needs: Needs) -> tuple[str, ...]:
    """C4-470 C4-473 C4-474 Cards in play of any player, or cards being played: the Icebox card is still in the hand."""
    in_play = [(card.iid, card.cid) for card in board.in_play]
    played = [(item.card.iid, item.card.cid) for item in board.being_played]
    found = {"in_play": in_play, "being_played": played}.get(str(needs.icebox), in_play + played)
    return tuple(iid for iid, cid in found if needs.icebox_kind in ("any", board.cards[cid].kind))


def refuse_targets(board: Board, needs: Needs, can: Domains, env: Env) -> Refusal | None:
    """C4-403 C4-441 C4-449 C4-R57 C4-R85 Every required target exists; an attack has a legal defender."""
    if can.player == ():
        return illegal("C4-403" if needs.attack else "C4-441", "there is no player that this card may name")
    if can.target == ():
        return illegal("C4-441", "there is no card that may be Iceboxed")
    if needs.against and not defenders(board, needs, env):
        return illegal("C4-403", "there is no player who may be attacked")
    return None


def defenders(board: Board, needs: Needs, env: Env) -> set[int]:
    """C4-403 C4-R85 The players whom attacks may be made against that are not declared with the card."""
    seats = {seat for who in needs.against for seat in who(EvalContext(board, env))}
    return {seat for seat in seats if seat != env.you and not protected(board, env.you, seat)}


def refuse_choices(needs: Needs, can: Domains, xs: tuple[int, ...], declared: Declared | None) -> Refusal | None:
    """C4-314 C4-402 C4-440 C4-901 Refuse a declaration outside the legal ones, and any other declaration.

    An X of the stated range that costs too much is a matter of costs (C4-R75).
    """
    if declared is None:
        return None
    stated = replace(can, x=xs or None)
    named = "C4-403" if needs.attack else "C4-441"
    rules = {"player": named, "target": "C4-441", "mode": "C4-440", "x": "C4-314"}
    for name, broken in rules.items():
        value, legal = getattr(declared, name), getattr(stated, name)
        if legal is None and value is not None:
            return illegal(broken, f"this card declares no {name}", name)
        if legal is not None and value not in legal:
            choices = ", ".join(str(choice) for choice in legal)
            return illegal(broken, f"{name} must be one of: {choices}; not {value}", name)
    return None


def refuse_forbidden(board: Board, seat: int, card: Definition) -> Refusal | None:
    """C4-502 Forbids that hold for every target: actions beyond two, attacks, Reactions."""
    if card.kind == "reaction":
        by = forbidden(board, seat, "reactions")
        return _refusal(board, by, "forbids Reactions now") or refuse_attack(board, seat, card.needs)
    over = forbidden(board, seat, "actions_over_2") if board.actions_taken >= 2 else None
    return _refusal(board, over, "allows no more than 2 actions in a turn") or refuse_attack(board, seat, card.needs)


def refuse_attack(board: Board, seat: int, needs: Needs) -> Refusal | None:
    """C4-502 C4-R88 A card or ability that attacks, while something forbids the player to attack at all."""
    by = forbidden(board, seat, "attack") if needs.attack or needs.attack_each else None
    return _refusal(board, by, "forbids attacks now")


def _refusal(board: Board, by: str | None, how: str) -> Refusal | None:
    return None if by is None else illegal("C4-502", f"{board.cards[by].name} {how}", "card")


def refuse_card(board: Board, env: Env, spare: int, declared: Declared | None) -> Refusal | Domains:
    """C4-R34 C4-R75 The card's forbids, targets and costs, in that order; else what may be declared with it.

    `spare` is what is left in the supply once the action price is paid. Without `declared`: whether anything could be.
    """
    card = board.cards[env.cid]
    xs = affordable_xs(board, card.cost, card.xs, env, spare) if card.xs else None
    can = domains(board, card.needs, env, xs)
    refusal = refuse_forbidden(board, env.you, card) or refuse_targets(board, card.needs, can, env)
    refusal = refusal or refuse_choices(card.needs, can, card.xs, declared)
    if refusal is not None:
        return refusal
    if least_cost(board, card.cost, card.xs, env, None if declared is None else declared.x) > spare:
        reaction = card.kind == "reaction"
        return illegal("C4-441" if reaction else "C4-308", f"{card.name} costs more than you can pay", "card")
    return can


def refuse_action_card(board: Board, seat: int, iid: str, declared: Declared | None = None) -> Refusal | Domains:
    """C4-301 C4-308 C4-310 C4-603 C4-604 Whether a card of the hand may be played as an action now."""
    cid = board.players[seat].hand.known.get(iid)
    if cid is None:
        return illegal("C4-440", "this card is not in your hand", "card")
    if board.cards[cid].kind == "reaction":
        return illegal("C4-603", f"{board.cards[cid].name} is a Reaction and can't be played as an action", "card")
    spare = board.players[seat].token_count - action_price(board, seat)
    return refuse_card(board, Env(seat, cid, iid), spare, declared)


def refuse_play_card(board: Board, seat: int, action: PlayCard) -> Refusal | None:
    """C4-301 Why this card can't be played so, or None."""
    declared = Declared(action.player, action.target, action.x, action.mode)
    can = refuse_action_card(board, seat, action.card, declared)
    return can if isinstance(can, Refusal) else None


def ability_env(board: Board, seat: int, iid: str, number: int) -> Refusal | tuple[Ability, Env]:
    """C4-330 C4-333 C4-R18 The `act` ability of a card under own control, if it may be used now."""
    card = board.card_in_play(iid)
    if card is None or card.controller != seat:
        return illegal("C4-330", "you control no such card", "card")
    acts = board.cards[card.cid].acts
    if not 1 <= number <= len(acts):
        return illegal("C4-330", f"{board.cards[card.cid].name} has {len(acts)} abilities to use", "ability")
    if number in card.used:
        return illegal("C4-330", "this ability has been used this turn", "ability")
    env = Env(seat, card.cid, iid)
    ability = acts[number - 1]
    if not holds(ability.test, EvalContext(board, env)):
        return illegal("C4-333", "the ability's condition is not met", "ability")
    return ability, env


def refuse_ability(
    board: Board, seat: int, iid: str, number: int, declared: Declared | None = None
) -> Refusal | Domains:
    """C4-330 C4-331 C4-333 Whether an ability may be used now; if so, its legal declarations."""
    found = ability_env(board, seat, iid, number)
    if isinstance(found, Refusal):
        return found
    ability, env = found
    budget = ability_budget(board, ability, env)
    xs = affordable_xs(board, ability.cost, ability.xs, env, budget) if ability.xs else None
    supply = board.players[seat].token_count
    if xs is not None and ability.needs.puts_x:
        xs = tuple(x for x in xs if x <= supply)
    can = domains(board, ability.needs, env, xs)
    refusal = refuse_attack(board, seat, ability.needs) or refuse_targets(board, ability.needs, can, env)
    refusal = refusal or refuse_choices(ability.needs, can, ability.xs, declared)
    if refusal is not None:
        return refusal
    x = None if declared is None else declared.x
    if ability.needs.puts_x and (xs == () or (x or 0) > supply):
        return illegal("C4-333", "you have too few tokens to put there", "x")
    if least_cost(board, ability.cost, ability.xs, env, x) > budget:
        return illegal("C4-331", "you can't pay for this ability", "ability")
    return can


def ability_budget(board: Board, ability: Ability, env: Env) -> int:
    """C4-331 The tokens that its cost may use: the supply, or the tokens on the card if the cost spills them."""
    card = board.card_in_play(env.iid)
    spill = ability.cost is not None and ability.cost.way == "spill"
    return count(card.tokens) if spill and card is not None else board.players[env.you].token_count


def refuse_use(board: Board, seat: int, action: UseAbility) -> Refusal | None:
    """C4-330 Why this ability can't be used so, or None."""
    can = refuse_ability(board, seat, action.card, action.ability, Declared(player=action.player, x=action.x))
    return can if isinstance(can, Refusal) else None


# Templates


def card_templates(board: Board, seat: int) -> list[Template]:
    """C4-204 Every action that the hand allows now."""
    found = []
    for iid, cid in board.players[seat].hand.known.items():
        can = refuse_action_card(board, seat, iid)
        if isinstance(can, Domains):
            found.append(template("play_card", {"card": iid}, can, f"Play {board.cards[cid].name}", "C4-301"))
    return found


def ability_templates(board: Board, seat: int) -> list[Template]:
    """C4-330 Every ability that may be used now."""
    found = []
    for card in board.in_play:
        for number in range(1, len(board.cards[card.cid].acts) + 1) if card.controller == seat else ():
            can = refuse_ability(board, seat, card.iid, number)
            if isinstance(can, Domains):
                fixed = {"card": card.iid, "ability": number}
                label = f"Use ability {number} of {board.called(card.iid)}"
                found.append(template("use_ability", fixed, can, label, "C4-330"))
    return found


def template(kind: str, fixed: dict[str, object], can: Domains, label: str, rule: str) -> Template:
    """One card or ability with all that may be declared with it."""
    named = PARAMETERS.items()
    parameters = [Parameter(name, of, legal) for name, of in named if (legal := getattr(can, name)) is not None]
    return Template(kind, fixed, tuple(parameters), label, (rule,))
