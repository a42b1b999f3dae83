"""A greedy bot: it weighs what a text would do now, as far as its own seat can know, and takes the best."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from domain.games.c4.abilities import Scope, Unanswerable
from domain.games.c4.answers import DEFAULT, OPTIONS
from domain.games.c4.attacks import BEATS
from domain.games.c4.board import Board
from domain.games.c4.cards import Definition, definition
from domain.games.c4.choosing import choice_options
from domain.games.c4.declarations import action_price, own_cost
from domain.games.c4.frames import Choice, Env
from domain.kernel.effects.compiler import Call
from domain.kernel.match import State
from domain.kernel.prompts import Prompt, Template, expand

RESERVE = 2
"""Tokens that it does not spend of its own will: an empty supply ends the game."""
FLAT: Mapping[str, float] = {
    "prevent_this": 2,
    "reduce_this": 1,
    "cancel_attack": 1.5,
    "redirect_attack": 1.5,
    "icebox": 1.5,
    "set_symbol": 1.2,
    "reflip": 0.5,
    "recover": 0.8,
    "reveal_top": 1,
    "put_from_pot": 1,
    "collect": 2,
    "vote": 0.5,
    "forbid": 0.5,
    "delayed": 0.5,
    "attr": 0.2,
    "next_turn": 1.5,
    "enter": 1,
}
"""What words are worth that don't say whom they help with a number."""
SHARE: Mapping[str, tuple[float, float]] = {
    "gain": (1, -0.4),
    "lose": (-1, 0.5),
    "pay": (-1, 0.4),
    "draw": (0.4, -0.2),
    "discard": (-0.3, 0.3),
    "skip_turn": (-1, 1),
    "put": (-0.5, 0.5),
}
"""What one token, card or turn is worth: to oneself, to another player."""


def choose(state: State, prompt: Prompt, pick: Callable[[Sequence[Any]], Any]) -> dict[str, object] | None:
    """The answer as data with its type, or None for the prompt's default; `pick` breaks ties."""
    if prompt.kind in ("main", "react"):
        return _best(state, prompt, pick)
    if prompt.kind == "choose_option" and isinstance(state.frames[-1], Choice):
        return _option(state, state.frames[-1])
    if prompt.kind in ("vote_card", "vote_winner", "choose_player"):
        (template,) = OPTIONS[prompt.kind](state, prompt)
        return {"type": template.type, "player": pick(template.parameters[0].options)}
    if DEFAULT[prompt.kind](state, prompt) is None:
        templates = OPTIONS[prompt.kind](state, prompt)
        any_answer: dict[str, object] = pick([dict(fields, type=t.type) for t in templates for fields in expand(t)])
        return any_answer
    return None


def _best(state: State, prompt: Prompt, pick: Callable[[Sequence[Any]], Any]) -> dict[str, object] | None:
    """The play worth most, if any is worth more than nothing."""
    board: Board = state.board
    found = [
        (_value(board, prompt.seat, template, fields), fields | {"type": template.type})
        for template in OPTIONS[prompt.kind](state, prompt)
        if template.type in ("play_card", "play_reaction", "use_ability")
        for fields in expand(template)
    ]
    most = max((value for value, _ in found), default=0)
    best: dict[str, object] | None = pick([data for value, data in found if value == most]) if most > 0 else None
    return best


def _value(board: Board, seat: int, template: Template, fields: Mapping[str, Any]) -> float:
    iid = str(fields["card"])
    card = board.card_in_play(iid)
    cid = card.cid if card is not None else board.players[seat].hand.known[iid]
    env = Env(seat, cid, iid, opp=fields.get("player"), x=fields.get("x") or 0, amount=1, defender=seat)
    if card is not None:
        act = definition(cid).acts[int(fields["ability"]) - 1]
        return worth(board, env, act.block) - own_cost(board, act.cost, env)
    return _worth_of_card(board, seat, definition(cid), env, fields, template.type == "play_card")


def _worth_of_card(
    board: Board, seat: int, card: Definition, env: Env, fields: Mapping[str, Any], action: bool
) -> float:
    cost = own_cost(board, card.cost, env) + (action_price(board, seat) if action else 0)
    if cost and board.players[seat].tokens - cost < RESERVE:
        return -1
    value = 1.5 if card.kind == "stay_in_play" else 0.0
    if card.play is not None:
        value += worth(board, env, card.play)
    rival = next((p.flipped for s, p in enumerate(board.players) if s != seat and p.flipped is not None), None)
    if fields.get("mode") is not None and (rival is None or BEATS[fields["mode"]] != rival.symbol):
        return -1
    leader = fields.get("player") is not None and board.players[fields["player"]].tokens
    return value - cost + 0.01 * leader


def worth(board: Board, env: Env, block: int) -> float:
    """What a block of effects does for its player, weighed."""
    return sum(_call(board, env, call) for call in definition(env.cid).blocks[block])


def _call(board: Board, env: Env, call: Call) -> float:
    try:
        return _WEIGH.get(call.word, _flat)(Scope(board, env), call.word, call.arguments)
    except (Unanswerable, KeyError):
        return 0.5


Arguments = Mapping[str, Callable[[Any], Any]]


def _flat(scope: Scope, word: str, arguments: Arguments) -> float:
    return FLAT.get(word, 0.0)


def _shared(scope: Scope, word: str, arguments: Arguments) -> float:
    mine, theirs = SHARE[word]
    n: int = arguments["n"](scope)
    return sum(n * (mine if seat == scope.env.you else theirs) for seat in arguments["who"](scope))


def _extra(scope: Scope, word: str, arguments: Arguments) -> float:
    n: int = arguments["n"](scope)
    return 0.8 * min(n, scope.board.players[scope.env.you].hand.size - 1)


def _transfer(scope: Scope, word: str, arguments: Arguments) -> float:
    """A take also hurts somebody."""
    receiver, weight = (arguments["by"], 1.3) if word == "take" else (arguments["receiver"], 1.0)
    n: int = arguments["n"](scope)
    return n * weight if scope.env.you in receiver(scope) else -float(n)


def _attack(scope: Scope, word: str, arguments: Arguments) -> float:
    """Something less than every second attack is won."""
    env = scope.env
    won = [replace(env, attacker=env.you, defender=seat) for seat in arguments["who"](scope)]
    return 0.45 * sum(worth(scope.board, each, arguments["effects"](scope)) for each in won)


def _branch(scope: Scope, word: str, arguments: Arguments) -> float:
    branch = arguments["effects" if arguments["condition"](scope) else "otherwise"]
    return worth(scope.board, scope.env, branch(scope))


_WEIGH: Mapping[str, Callable[[Scope, str, Arguments], float]] = {
    **dict.fromkeys(SHARE, _shared),
    "extra_action": _extra,
    "take": _transfer,
    "give": _transfer,
    "attack": _attack,
    "attack_each": _attack,
    "when": _branch,
}


def _option(state: State, frame: Choice) -> dict[str, object]:
    """Of offered blocks the better one for oneself; what a may costs only while rich."""
    board: Board = state.board
    if frame.may:
        rich = board.players[frame.seat].tokens > 3 * RESERVE
        return {"type": "choose_option", "option": "yes" if rich else "no"}
    values = [worth(board, replace(frame.env, you=frame.seat), block) for block in frame.blocks]
    return {"type": "choose_option", "option": choice_options(frame)[values.index(max(values))]}
