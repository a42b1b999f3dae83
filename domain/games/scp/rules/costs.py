"""Costs: a player pays them before an effect starts, in full or not at all (SCP-301, SCP-314, SCP-315)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from domain.games.scp.board import Board
from domain.games.scp.definitions import Ability
from domain.games.scp.frames import CostChoice, Discard, Env, Pay
from domain.games.scp.match import Batch
from domain.games.scp.rules import effects, leaving, piles
from domain.games.scp.rules.continuous import EvalContext, dying, indestructible
from domain.games.scp.rules.targets import still_legal
from domain.kernel.effects.compiler import Call
from domain.kernel.refusal import Refusal, illegal


def refuse(board: Board, env: Env, ability: Ability, price: int = 0, held: int | None = None) -> Refusal | None:
    """SCP-301 SCP-R22 Why the costs can't be paid in full, or None.

    `price` is the Cost of the card itself, `held` how many cards of the hand can be discarded.
    """
    context, player = EvalContext(board, env), board.players[env.you]
    price += sum(call.arguments["n"](context) for call in ability.cost if call.word == "pay")
    if price > player.pool:
        return illegal("SCP-301", f"it costs {price} Resources; the pool holds {player.pool}")
    discards = sum(call.arguments["n"](context) for call in ability.cost if call.word == "discard_hand")
    if discards > (player.hand.size if held is None else held):
        return illegal("SCP-301", f"it costs {discards} cards of the hand, which are not there")
    refused = (_refuse_one(context, call) for call in ability.cost)
    return next((one for one in refused if one is not None), None)


def _refuse_one(context: EvalContext, call: Call) -> Refusal | None:
    card = context.board.asset(context.env.iid)
    match call.word:
        case "tap" if card is None or card.tapped:
            return illegal("SCP-315", "to be tapped it has to be an untapped card")
        case "tap" if card is not None and dying(context.board, card):
            return illegal("SCP-442", "a Dying Personnel cannot pay tap costs")
        case "remove_finance_token":
            n = call.arguments["n"](context)
            if card is None or card.tokens < n:
                return illegal("SCP-301", f"it costs {n} Finance Tokens of the card, which are not there")
        case "destroy" if not _victims(context, call):
            return illegal("SCP-301", "there is no card to destroy as its cost")
    return None


def _victims(context: EvalContext, call: Call) -> tuple[str, ...]:
    """SCP-301 SCP-511 The cards that could be destroyed as this cost."""
    chooser = next(iter(effects.choosers(call)), None)
    named = (call if chooser is None else chooser).arguments["target" if chooser is None else "cards"](context)
    found = (context.board.asset(iid) for iid in named)
    return tuple(card.iid for card in found if card is not None and not indestructible(context.board, card))


def due(board: Board, env: Env, ability: Ability) -> Pay:
    """SCP-301 SCP-R100 The costs to pay, as things are before the payment."""
    context, calls = EvalContext(board, env), _in_order(ability)
    amounts = tuple(call.arguments["n"](context) if "n" in call.arguments else 0 for call in calls)
    victims = tuple(iid for call in calls if call.word == "destroy" for iid in _victims(context, call))
    return Pay(env, ability.number, due=amounts, victims=victims)


def _in_order(ability: Ability) -> list[Call]:
    """SCP-R100 As written, but destruction goes last: it may set off texts (SCP-520)."""
    return sorted(ability.cost, key=lambda call: call.word == "destroy")


def step_pay(batch: Batch, frame: Pay) -> None:
    """SCP-301 SCP-321 SCP-R66 SCP-R102 The next cost; when all are paid the effect starts, its bearer as it was."""
    ability = batch.board.cards[frame.env.cid].abilities[frame.ability - 1]
    if not frame.due:
        frame = due(batch.board, frame.env, ability)
    if frame.at == len(ability.cost):
        env = still_legal(batch.state, frame.env, ability)
        batch.push(*effects.start(env, ability.block, opponent=ability.opponent))
        return
    call = _in_order(ability)[frame.at]
    PAID[call.word](batch, replace(frame, at=frame.at + 1), frame.due[frame.at])


def _pay(batch: Batch, then: Pay, n: int) -> None:
    batch.push(then)
    piles.change_pool(batch, then.env.you, -n, then.env.cid)


def _tap(batch: Batch, then: Pay, n: int) -> None:
    batch.push(then)
    card = batch.board.asset(then.env.iid)
    if card is not None:
        leaving.tap(batch, card, "cost")


def _destroy(batch: Batch, then: Pay, n: int) -> None:
    if len(then.victims) > 1:
        batch.push(CostChoice(then, then.victims))
    else:
        destroyed(batch, then, then.victims[0])


def destroyed(batch: Batch, then: Pay, iid: str) -> None:
    """SCP-321 The card goes; its printed Cost is what was paid."""
    card = batch.board.asset(iid)
    assert card is not None
    batch.push(replace(then, env=replace(then.env, paid=batch.board.cards[card.cid].cost)))
    leaving.destroy(batch, card, "cost")


def _discard(batch: Batch, then: Pay, n: int) -> None:
    seat = then.env.you
    batch.push(Discard(seat, seat, n, then.env.cid), then)


def _remove_token(batch: Batch, then: Pay, n: int) -> None:
    batch.push(then)
    piles.change_tokens(batch, then.env.iid, -n, "cost")


PAID: Mapping[str, Callable[[Batch, Pay, int], None]] = {
    "pay": _pay,
    "tap": _tap,
    "destroy": _destroy,
    "discard_hand": _discard,
    "remove_finance_token": _remove_token,
}
"""The payment of each cost."""
