"""A greedy bot: it weighs what a text would do now, as far as its own seat can know, and takes the best."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec
from msgspec.structs import replace

from domain.games.c4 import actions as a
from domain.games.c4.board import Board
from domain.games.c4.frames import Choice, Env
from domain.games.c4.match import State
from domain.games.c4.prompts import UNASKED
from domain.games.c4.rules.attacks import BEATS
from domain.games.c4.rules.continuous import EvalContext, Unanswerable
from domain.games.c4.rules.effect_prompts import choice_options
from domain.games.c4.rules.prices import action_price, own_cost
from domain.kernel.actions import Action
from domain.kernel.bots import answers, best, named
from domain.kernel.effects.compiler import Call, Expression
from domain.kernel.game import CardGame, Pick
from domain.kernel.prompts import Prompt

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
"""The worth of words that don't say by a number whom they help."""
SHARE: Mapping[str, tuple[float, float]] = {
    "gain": (1, -0.4),
    "lose": (-1, 0.5),
    "pay": (-1, 0.4),
    "draw": (0.4, -0.2),
    "discard": (-0.3, 0.3),
    "skip_turn": (-1, 1),
    "put": (-0.5, 0.5),
}
"""The worth of one token, card or turn: to the own player, to another one."""

Play = a.PlayCard | a.PlayReaction | a.UseAbility
PLAYS: Mapping[str, type[Play]] = named(a.PlayCard, a.PlayReaction, a.UseAbility)
PLAYERS: Mapping[str, type[Action]] = named(a.VoteCard, a.VoteWinner, a.ChoosePlayer)
"""The answers that name any player; their prompts are called as they are."""
ALL = named(*UNASKED)


def choose(game: CardGame, state: State, prompt: Prompt, pick: Pick) -> Action | None:
    """The answer, or None for the prompt's default; `pick` breaks ties."""
    if prompt.kind in ("main", "react"):
        plays = answers(PLAYS, game.options(state, prompt))
        return best(((_value(state.board, prompt.seat, play), play) for play in plays), pick, over=0)
    if prompt.kind == "choose_option" and isinstance(state.frames[-1], Choice):
        return _option(state, state.frames[-1])
    if prompt.kind in PLAYERS:
        (template,) = game.options(state, prompt)
        return msgspec.convert({"player": pick(template.parameters[0].options)}, PLAYERS[prompt.kind])
    return pick(list(answers(ALL, game.options(state, prompt)))) if game.default(state, prompt) is None else None


def _value(board: Board, seat: int, play: Play) -> float:
    held = board.players[seat].hand.known
    card = board.card_in_play(play.card)
    cid = held[play.card] if card is None else card.cid
    env = Env(seat, cid, play.card, opp=play.player, x=play.x or 0, amount=1, defender=seat)
    if isinstance(play, a.UseAbility):
        act = board.cards[cid].acts[play.ability - 1]
        return worth(board, env, act.block) - own_cost(board, act.cost, env)
    return _worth_of_card(board, env, play)


def _worth_of_card(board: Board, env: Env, play: a.PlayCard | a.PlayReaction) -> float:
    card, seat = board.cards[env.cid], env.you
    cost = own_cost(board, card.cost, env) + (action_price(board, seat) if isinstance(play, a.PlayCard) else 0)
    if cost and board.players[seat].tokens - cost < RESERVE:
        return -1
    value = 1.5 if card.kind == "stay_in_play" else 0.0
    if card.play is not None:
        value += worth(board, env, card.play)
    rival = next((p.flipped for s, p in enumerate(board.players) if s != seat and p.flipped is not None), None)
    if play.mode is not None and (rival is None or BEATS[play.mode] != rival.symbol):
        return -1
    leader = play.player is not None and board.players[play.player].tokens
    return value - cost + 0.01 * leader


def worth(board: Board, env: Env, block: int) -> float:
    """The weighed worth of a block of effects for its player."""
    return sum(_call(board, env, call) for call in board.cards[env.cid].blocks[block])


def _call(board: Board, env: Env, call: Call) -> float:
    try:
        return _WEIGH.get(call.word, _flat)(EvalContext(board, env), call.word, call.arguments)
    except (Unanswerable, KeyError):
        return 0.5


Arguments = Mapping[str, Expression]


def _flat(context: EvalContext, word: str, arguments: Arguments) -> float:
    return FLAT.get(word, 0.0)


def _shared(context: EvalContext, word: str, arguments: Arguments) -> float:
    mine, theirs = SHARE[word]
    n: int = arguments["n"](context)
    return sum(n * (mine if seat == context.env.you else theirs) for seat in arguments["who"](context))


def _extra(context: EvalContext, word: str, arguments: Arguments) -> float:
    n: int = arguments["n"](context)
    return 0.8 * min(n, context.board.players[context.env.you].hand.size - 1)


def _transfer(context: EvalContext, word: str, arguments: Arguments) -> float:
    """A take also hurts somebody."""
    receiver, weight = (arguments["by"], 1.3) if word == "take" else (arguments["receiver"], 1.0)
    n: int = arguments["n"](context)
    return n * weight if context.env.you in receiver(context) else -float(n)


def _attack(context: EvalContext, word: str, arguments: Arguments) -> float:
    """Something less than every second attack is won."""
    env = context.env
    won = [replace(env, attacker=env.you, defender=seat) for seat in arguments["who"](context)]
    return 0.45 * sum(worth(context.board, each, arguments["effects"](context)) for each in won)


def _branch(context: EvalContext, word: str, arguments: Arguments) -> float:
    branch = arguments["effects" if arguments["condition"](context) else "otherwise"]
    return worth(context.board, context.env, branch(context))


_WEIGH: Mapping[str, Callable[[EvalContext, str, Arguments], float]] = {
    **dict.fromkeys(SHARE, _shared),
    "extra_action": _extra,
    "take": _transfer,
    "give": _transfer,
    "attack": _attack,
    "attack_each": _attack,
    "when": _branch,
}


def _option(state: State, frame: Choice) -> a.ChooseOption:
    """Of offered blocks the better one for oneself; what a may costs only while rich."""
    board = state.board
    if frame.may:
        return a.ChooseOption("yes" if board.players[frame.seat].tokens > 3 * RESERVE else "no")
    values = [worth(board, replace(frame.env, you=frame.seat), block) for block in frame.blocks]
    return a.ChooseOption(choice_options(board, frame)[values.index(max(values))])
