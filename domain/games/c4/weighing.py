"""The gain that texts would bring the seat that thinks of them, weighed before they happen."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from msgspec.structs import replace

from domain.games.c4.board import Board
from domain.games.c4.frames import Attack, Env, Movement, Play
from domain.games.c4.rules.attacks import BEATS, ties_win
from domain.games.c4.rules.continuous import EvalContext, Unanswerable
from domain.games.c4.rules.tokens import count
from domain.games.c4.thought import Thought
from domain.kernel.effects.compiler import Call

WON = 1 / 3
"""How many attacks are won: of two unknown symbols every third pair."""
ROUNDS = 3
"""So many rounds a card in play is thought to stay."""
POT = 3
"""So many tokens at least are thought to lie in the pot in rounds to come."""
ON_CARD = 0.8
"""The worth of a token on a card, for its controller."""
FULL = 4
"""With more cards in the hand, further ones are worth half."""
FLAT: Mapping[str, float] = {
    "recover": 0.4,
    "forbid": 0.4,
    "delayed": 0.4,
    "end_turn": -0.3,
    "attr": 0.3,
    "look_top": 0.1,
    "ties_win": 0.3,
    "vote": 0.3,
}
"""The worth, for their player, of words that move neither tokens nor turns."""
EACH: Mapping[str, float] = {"draw": 0.4, "discard": -0.3, "skip_turn": -2, "next_turn": 2}
"""The worth of one card or turn, for the player who draws, discards, skips or takes it."""
PER_ROUND: Mapping[str, float] = {
    "turn_started": 1,
    "turn_ending": 1,
    "lost": 0.6,
    "attack_declared": 0.4,
    "attack_won": 0.2,
    "attack_failed": 0.3,
    "would_lose": 1 / ROUNDS,
    "left_play": 1 / ROUNDS,
    "claim_upheld": 0.05,
}
"""How often in a round something happens that cards in play wait for; anything else every second round."""
LASTING: Mapping[str, float] = {
    "mod_gain": 0.6,
    "mod_lose": -0.5,
    "price": -0.4,
    "prevent_gain": -0.7,
    "prevent_lose": 0.8,
    "ties_win": 0.3,
    "attr": 0.1,
}
"""The worth in a round of what cards in play change, for whom it concerns; of numbers, of each 1."""


def of_card(thought: Thought, env: Env) -> float:
    """By how much a card that is played changes the worth of the table."""
    card, tried = thought.board.cards[env.cid], thought.copy()
    if card.kind == "stay_in_play" and not card.needs.enters:
        tried.beside += lasting(tried, env.cid, env.you, env.iid)
    if card.play is not None:
        run(tried, env, card.play)
    return tried.value() - thought.value()


def of_block(thought: Thought, env: Env, block: int) -> float:
    """By how much a block of effects does."""
    tried = thought.copy()
    run(tried, env, block)
    return tried.value() - thought.value()


def run(thought: Thought, env: Env, block: int) -> None:
    """The effects of a block, one after the other, as if they happened."""
    context = EvalContext(thought.board, env)
    for call in thought.board.cards[env.cid].blocks[block]:
        try:
            _WORDS.get(call.word, _flat)(thought, context, call)
        except Unanswerable:
            thought.beside += 0.3


def lasting(thought: Thought, cid: str, controller: int, iid: str | None) -> float:
    """The worth of a card in play for the rounds to come, as long as no card comes into play or leaves it."""
    board, later, found = thought.board, thought.copy(), 0.0
    if thought.later:
        return found
    later.pot, later.later = max(later.pot, POT), True
    others = (seat for seat in board.remaining() if seat != controller)
    rival = max(others, key=lambda seat: thought.tokens[seat], default=controller)
    env = Env(controller, cid, iid, opp=rival, trig=rival, amount=2, attacker=controller, defender=rival)
    attacked = replace(env, attacker=rival, defender=controller)
    for trigger in board.cards[cid].triggers:
        bound = attacked if "defender" in trigger.pattern.arguments else env
        found += PER_ROUND.get(trigger.pattern.word, 0.5) * of_block(later, bound, trigger.block)
    return ROUNDS * (found + sum(_modified(thought, call, env) for call in board.cards[cid].continuous))


def _modified(thought: Thought, call: Call, env: Env) -> float:
    """C4-515 The worth of a modifier in a round; one for takes alone is worth half of that."""
    context = EvalContext(thought.board, env)
    try:
        sides = sum(map(thought.weight, call.arguments["who"](context)))
        scale = 0.5 if "cause" in call.arguments else 1.0
        return LASTING.get(call.word, 0.0) * _number(context, call) * sides * scale
    except Unanswerable:
        return 0.0


def _players(context: EvalContext, call: Call, name: str = "who") -> tuple[int, ...]:
    return tuple(call.arguments[name](context))


def _number(context: EvalContext, call: Call) -> int:
    return int(call.arguments["n"](context)) if "n" in call.arguments else 1


def _blocks(context: EvalContext, call: Call, *names: str) -> Iterator[int]:
    """The blocks of a word, those that it has."""
    for name in names:
        block = call.arguments[name](context) if name in call.arguments else None
        if block is not None:
            yield block


def _flat(thought: Thought, context: EvalContext, call: Call) -> None:
    thought.beside += FLAT.get(call.word, 0.0) * thought.weight(context.env.you)


def _pot(thought: Thought, context: EvalContext, call: Call) -> None:
    """C4-342 C4-344 From the pot or to it, never more than there is."""
    n = max(0, _number(context, call))
    for seat in _players(context, call):
        thought.move(seat, n if call.word == "gain" else -n)


def _transfer(thought: Thought, context: EvalContext, call: Call) -> None:
    sources, takers = ("source", "by") if call.word == "take" else ("giver", "receiver")
    for source in _players(context, call, sources):
        for taker in _players(context, call, takers):
            thought.pass_on(source, taker, _number(context, call))


def _each(thought: Thought, context: EvalContext, call: Call) -> None:
    for seat in _players(context, call):
        half = call.word == "draw" and thought.board.players[seat].hand.size > FULL
        thought.beside += EACH[call.word] * _number(context, call) * thought.weight(seat) / (2 if half else 1)


def _put(thought: Thought, context: EvalContext, call: Call) -> None:
    """C4-356 From supplies, else from the pot."""
    n = max(0, _number(context, call))
    lying = sum(-thought.move(seat, -n) for seat in _players(context, call)) if call.word == "put" else n
    lying = min(lying, thought.pot)
    thought.pot -= lying
    thought.beside += ON_CARD * lying * thought.weight(context.env.you)


def _collect(thought: Thought, context: EvalContext, call: Call) -> None:
    card = context.board.card_in_play(context.env.iid)
    lying = 0 if card is None else count(card.tokens)
    for seat in _players(context, call):
        thought.tokens[seat] += lying
    thought.beside -= ON_CARD * lying * thought.weight(context.env.you)


def _extra(thought: Thought, context: EvalContext, call: Call) -> None:
    """C4-305 Of use for as many further cards as there are."""
    hand = context.board.players[context.env.you].hand.size
    thought.beside += 0.8 * min(_number(context, call), hand - 1) * thought.weight(context.env.you)


def _attack(thought: Thought, context: EvalContext, call: Call) -> None:
    env = context.env
    for seat in _players(context, call):
        won = replace(env, attacker=env.you, defender=seat)
        thought.beside += WON * of_block(thought, won, call.arguments["effects"](context))


def _when(thought: Thought, context: EvalContext, call: Call) -> None:
    """C4-525 The block that the condition asks for; as long as nobody can tell, each of them in part."""
    try:
        met = call.arguments["condition"](context)
    except Unanswerable:
        blocks = list(_blocks(context, call, "effects", "otherwise"))
        thought.beside += sum(of_block(thought, context.env, block) for block in blocks) / max(2, 4 - len(blocks))
        return
    for block in _blocks(context, call, "effects" if met else "otherwise"):
        run(thought, context.env, block)


def _choose(thought: Thought, context: EvalContext, call: Call) -> None:
    """One's own choice is the better block, that of another player the worse one."""
    own = thought.me in _players(context, call)
    found = [of_block(thought, context.env, block) for block in _blocks(context, call, "first", "second")]
    thought.beside += max(found) if own else min(found)


def _may(thought: Thought, context: EvalContext, call: Call) -> None:
    worth = of_block(thought, context.env, call.arguments["effects"](context))
    thought.beside += max(worth, 0) if thought.me in _players(context, call) else worth / 2


def _if_did(thought: Thought, context: EvalContext, call: Call) -> None:
    for block in _blocks(context, call, "effects", "then"):
        run(thought, context.env, block)


def _every(thought: Thought, context: EvalContext, call: Call) -> None:
    for seat in _players(context, call):
        run(thought, replace(context.env, they=seat), call.arguments["effects"](context))


def _enter(thought: Thought, context: EvalContext, call: Call) -> None:
    for seat in _players(context, call):
        thought.beside += lasting(thought, context.env.cid, seat, context.env.iid)


def _remove(thought: Thought, context: EvalContext, call: Call) -> None:
    """C4-471 C4-472 A card in play with all that it would still do, or what a card being played would."""
    iid = context.env.iid if call.word == "remove_this" else context.env.that or context.env.target
    card = context.board.card_in_play(iid)
    if card is not None:
        lying = count(card.tokens)
        thought.beside -= lasting(thought, card.cid, card.controller, iid)
        thought.beside -= ON_CARD * lying * thought.weight(card.controller)
        thought.pot += lying
    for place, frame in enumerate(thought.frames):
        if isinstance(frame, Play) and frame.env.iid == iid and card is None:
            thought.beside -= of_card(thought.below(place), frame.env)


def _prevent(thought: Thought, context: EvalContext, call: Call) -> None:
    """C4-379 The thing that is about to happen does not, or not all of it."""
    movements = (frame for frame in reversed(thought.frames) if isinstance(frame, Movement))
    found = next((frame for frame in movements if frame.at < len(frame.items)), None)
    if found is None:
        thought.beside += 1.5 * thought.weight(context.env.you)
        return
    item, tried = found.items[found.at], thought.copy()
    n = item.amount if call.word == "prevent_this" else min(item.amount, _number(context, call))
    if found.other is None:
        tried.move(item.player, n if found.kind == "gain" else -n)
    else:
        tried.pass_on(found.other, item.player, n)
    thought.beside += thought.value() - tried.value()


def _attacked(thought: Thought, context: EvalContext, call: Call) -> None:
    """C4-408 By how much likelier the attack is won, and what that is worth."""
    attacks = [(place, frame) for place, frame in enumerate(thought.frames) if isinstance(frame, Attack)]
    if not attacks:
        thought.beside += 0.4 * thought.weight(context.env.you)
        return
    place, attack = attacks[-1]
    named = dict.fromkeys(_players(context, call), context.env.mode) if call.word == "set_symbol" else {}
    then = {"reflip": WON, "set_symbol": _chance(thought.board, attack, named)}.get(call.word, 0.0)
    env = replace(attack.env, attacker=attack.attacker, defender=attack.defender)
    thought.beside += (then - _chance(thought.board, attack, {})) * of_block(thought.below(place), env, attack.block)


def _chance(board: Board, attack: Attack, named: Mapping[int, str | None]) -> float:
    """C4-408 C4-410 How likely an attack is won: known as soon as cards are flipped."""
    flips = {seat: board.players[seat].flipped for seat in (attack.attacker, attack.defender)}
    symbols = {seat: None if flip is None else flip.symbol for seat, flip in flips.items()} | dict(named)
    mine, theirs = symbols[attack.attacker], symbols[attack.defender]
    if mine is None or theirs is None:
        return WON
    tie = mine == theirs and ties_win(board, attack.attacker) and not ties_win(board, attack.defender)
    return 1.0 if tie or BEATS.get(mine) == theirs else 0.0


_WORDS: Mapping[str, Callable[[Thought, EvalContext, Call], None]] = {
    **dict.fromkeys(("gain", "lose", "pay"), _pot),
    **dict.fromkeys(("take", "give"), _transfer),
    **dict.fromkeys(EACH, _each),
    **dict.fromkeys(("put", "put_from_pot"), _put),
    **dict.fromkeys(("attack", "attack_each"), _attack),
    **dict.fromkeys(("icebox", "remove_this"), _remove),
    **dict.fromkeys(("prevent_this", "reduce_this"), _prevent),
    **dict.fromkeys(("cancel_attack", "redirect_attack", "set_symbol", "reflip"), _attacked),
    "collect": _collect,
    "extra_action": _extra,
    "when": _when,
    "choose": _choose,
    "may": _may,
    "if_did": _if_did,
    "each": _every,
    "enter": _enter,
}
