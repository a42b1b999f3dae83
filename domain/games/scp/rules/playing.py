"""Events and activated abilities: their windows, targets and costs (SCP-310 to SCP-316, SCP-321)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from domain.games.scp import actions as a
from domain.games.scp import events as e
from domain.games.scp.board import Board, InPlay
from domain.games.scp.definitions import Ability, Definition, Window
from domain.games.scp.frames import Announced, Env, InAttempt, Pay, Resolved
from domain.games.scp.match import Batch, State
from domain.games.scp.naming import called
from domain.games.scp.rules import costs, piles
from domain.games.scp.rules.continuous import EvalContext, cost, env_of, holds, stands, works
from domain.games.scp.rules.targets import parameters, refuse_target
from domain.kernel.prompts import Template
from domain.kernel.refusal import Refusal, illegal

WINDOW_NAMES: dict[Window, str] = {
    "own_turn": "in its player's phases Draw, Resupply, Mission, Assignment and Maintenance",
    "attempt": "in step 3 of its player's attempt",
    "response": "in response to a Complication",
    "defend": "in the defender's reply to a raid",
}
"""SCP-311."""
MOST_ACTS = 100
"""SCP-R97 Events and abilities of the active player in a turn."""


def open_window(state: State) -> Window:
    """SCP-311 The window that the open prompt is."""
    match state.frames[-1]:
        case Announced():
            return "response"
        case InAttempt(stage="reply"):
            return "defend"
        case InAttempt():
            return "attempt"
    return "own_turn"


def exhausted(board: Board, seat: int) -> Refusal | None:
    """SCP-R97 Why a player can play and use nothing more this turn, or None."""
    if seat != board.active or board.facts.acts < MOST_ACTS:
        return None
    return illegal("SCP-R97", f"you have played and used {MOST_ACTS} Events and abilities this turn")


# Events


def events_in(board: Board, seat: int, window: Window) -> Iterator[Template]:
    """SCP-310 SCP-311 The Events of a hand that can be played in a window."""
    for iid, cid in board.players[seat].hand.known.items():
        printed = board.cards[cid]
        ability = printed.play("event")
        if ability is None or ability.window != window or _refuse_play(board, seat, printed, ability) is not None:
            continue
        named = parameters(board, Env(seat, cid), ability)
        if named is not None:
            yield Template("play_event", {"card": iid}, named, f"Play {printed.name}", ("SCP-310",))


def _refuse_play(board: Board, seat: int, printed: Definition, ability: Ability) -> Refusal | None:
    """SCP-301 SCP-310 Why an Event can't be played whatever it names, or None."""
    env = Env(seat, printed.cid)
    if not holds(EvalContext(board, env), ability.only_if):
        return illegal("SCP-310", f"the restrictions of {printed.name} are not met", "card")
    return exhausted(board, seat) or costs.refuse(
        board, env, ability, cost(board, seat, printed), board.players[seat].hand.size - 1
    )


def refuse_event(state: State, seat: int, action: a.PlayEvent) -> Refusal:
    """SCP-310 SCP-311 SCP-316 Why this Event can't be played now."""
    board = state.board
    cid = board.players[seat].hand.known.get(action.card)
    if cid is None:
        return illegal("SCP-310", "that card is not in your hand", "card")
    printed = board.cards[cid]
    ability = printed.play("event")
    if ability is None:
        return illegal("SCP-310", f"{printed.name} is no Event", "card")
    if ability.window != open_window(state):
        when = WINDOW_NAMES[ability.window or "own_turn"]
        return illegal("SCP-311", f"{printed.name} is played {when}", "card")
    return _refuse_play(board, seat, printed, ability) or refuse_target(board, Env(seat, cid), ability, action)


def play_event(batch: Batch, seat: int, action: a.PlayEvent) -> None:
    """SCP-310 SCP-312 The card leaves the hand, its costs are paid, it resolves and is discarded."""
    cid = batch.board.players[seat].hand.known[action.card]
    printed = batch.board.cards[cid]
    ability = printed.play("event")
    assert ability is not None
    price = cost(batch.board, seat, printed)
    due = costs.due(batch.board, Env(seat, cid, target=action.target, player=action.player), ability)
    batch.emit(e.EventPlayed(seat=seat, iid=action.card, card=cid, target=action.target, player=action.player))
    piles.change_pool(batch, seat, -price, cid)
    batch.push(due, Resolved(action.card))


def step_resolved(batch: Batch, frame: Resolved) -> None:
    """SCP-312 SCP-433 The card goes to its owner's discard pile."""
    for card in batch.board.resolving:
        if card.iid == frame.iid:
            batch.emit(
                e.CardDiscarded(seat=card.seat, iid=card.iid, card=card.cid, from_zone="resolving", cause="resolved")
            )
            return


# Abilities


def abilities_in(board: Board, seat: int, window: Window) -> Iterator[Template]:
    """SCP-311 SCP-314 The activated abilities that can be used in a window."""
    for card in board.of(seat):
        for ability in board.cards[card.cid].having("act"):
            if ability.window != window or _refuse_use(board, card, ability) is not None:
                continue
            named = parameters(board, _env_of_use(board, card), ability)
            if named is not None:
                fixed = {"card": card.iid, "ability": ability.number}
                yield Template("use_ability", fixed, named, _use(board, card, ability), ("SCP-314",))


def _use(board: Board, card: InPlay, ability: Ability) -> str:
    several = len(board.cards[card.cid].having("act")) > 1
    return f"Use {called(board, card.iid)}{f', ability {ability.number}' if several else ''}"


def _env_of_use(board: Board, card: InPlay) -> Env:
    """SCP-321 The references of an ability: its bearer is the one of this moment."""
    return replace(env_of(board, card), host=getattr(card, "host", None))


def _refuse_use(board: Board, card: InPlay, ability: Ability) -> Refusal | None:
    """SCP-301 SCP-314 SCP-505 SCP-510 SCP-518 SCP-R28 Why an ability can't be used whatever it names, or None."""
    name, env = board.cards[card.cid].name, _env_of_use(board, card)
    if ability.number in card.used:
        return illegal("SCP-314", f"this ability of {name} was used this turn", "ability")
    if not works(board, card):
        return illegal("SCP-518", f"{name} is blanked, or its Required Icons are not in play", "card")
    if not stands(card, ability):
        return illegal("SCP-505", f"this text of {name} works only while {ability.status}", "card")
    if not holds(EvalContext(board, env), ability.only_if):
        return illegal("SCP-314", f"this ability of {name} does not fit now", "ability")
    return exhausted(board, env.you) or costs.refuse(board, env, ability)


def refuse_ability(state: State, seat: int, action: a.UseAbility) -> Refusal:
    """SCP-311 SCP-314 SCP-316 SCP-R92 Why this ability can't be used now."""
    board = state.board
    card = board.card(action.card)
    if card is None or card.controller != seat:
        return illegal("SCP-314", "use a card that you control in play", "card")
    printed = board.cards[card.cid]
    ability = next((one for one in printed.having("act") if one.number == action.ability), None)
    if ability is None:
        return illegal("SCP-314", f"{printed.name} has no such activated ability", "ability")
    if ability.window != open_window(state):
        when = WINDOW_NAMES[ability.window or "own_turn"]
        return illegal("SCP-311", f"this ability of {printed.name} is used {when}", "ability")
    return _refuse_use(board, card, ability) or refuse_target(board, _env_of_use(board, card), ability, action)


def use_ability(batch: Batch, seat: int, action: a.UseAbility) -> None:
    """SCP-313 SCP-314 SCP-R27 The costs are paid, then it resolves; nothing can be played in answer."""
    card = batch.board.card(action.card)
    assert card is not None
    env = _env_of_use(batch.board, card)
    event = e.AbilityUsed(
        seat=seat, iid=card.iid, card=card.cid, ability=action.ability, target=action.target, player=action.player
    )
    batch.emit(event)
    batch.push(Pay(replace(env, target=action.target, player=action.player), action.ability))


def in_window(board: Board, seat: int, window: Window) -> Iterator[Template]:
    """SCP-311 SCP-R27 Everything that can be played or used in a window."""
    yield from events_in(board, seat, window)
    yield from abilities_in(board, seat, window)
