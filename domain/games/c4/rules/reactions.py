"""Windows and Reactions (C4-450 to C4-460)."""

from __future__ import annotations

from msgspec.structs import replace

from domain.games.c4.actions import Pass, PlayReaction
from domain.games.c4.board import Board
from domain.games.c4.definitions import Definition
from domain.games.c4.frames import Attack, Env, Moment, Movement, Play, Turn, Window
from domain.games.c4.match import Batch, State
from domain.games.c4.rules.continuous import EvalContext, holds
from domain.games.c4.rules.playing import declare
from domain.games.c4.rules.targeting import Declared, Domains, refuse_card, template
from domain.games.c4.rules.triggers import ATTACK_MOMENTS, bind
from domain.kernel.frames import top
from domain.kernel.markup import plain
from domain.kernel.prompts import Template
from domain.kernel.refusal import Refusal, illegal


def step_window(batch: Batch, window: Window) -> None:
    """C4-454 C4-455 C4-457 C4-459 C4-R35 C4-R36 One opportunity each in turn order; a player without a legal Reaction
    passes unasked.
    """
    board = batch.board
    turn = batch.frames[0]
    if _subject_gone(batch, window) or (isinstance(turn, Turn) and turn.reactions >= board.reaction_cap):
        return
    for seat in board.turn_order():
        if seat in window.passed:
            continue
        if templates(board, seat, window.moment):
            batch.ask_for(replace(window, asked=seat), seat, "react")
            return


def _subject_gone(batch: Batch, window: Window) -> bool:
    """C4-384 C4-457 C4-460 Whether the answered event has been cancelled, redirected, prevented or reduced to 0.

    A payment made for an attack is its own event: it stays although the attack goes.
    """
    below = batch.frames[-1]
    if isinstance(below, Play) and window.moment.name == "card_being_played":
        return batch.board.card_being_played(window.moment.iid) is None
    if isinstance(below, Attack) and window.moment.name in ATTACK_MOMENTS:
        return below.cancelled or below.stage == "declare"
    if isinstance(below, Movement) and below.stage == "amount":
        return not below.items[below.at].amount
    return False


def templates(board: Board, seat: int, moment: Moment) -> list[Template]:
    """C4-451 The Reactions of a hand that are legal in this window, with all that may be declared."""
    found = []
    cards = board.cards
    for iid, cid in board.players[seat].hand.known.items():
        if moment.name in cards[cid].fits:
            can = check(board, seat, iid, moment)
            if not isinstance(can, Refusal):
                label = f"Play {cards[cid].name}"
                found.append(template("play_reaction", {"card": iid}, can[0], label, "C4-450"))
    return found


def check(
    board: Board, seat: int, iid: str, moment: Moment, declared: Declared | None = None
) -> Refusal | tuple[Domains, Env]:
    """C4-441 C4-450 C4-451 C4-603 Whether a Reaction of the hand fits the moment and can be declared."""
    cid = board.players[seat].hand.known.get(iid)
    if cid is None:
        return illegal("C4-440", "this card is not in your hand", "card")
    card = board.cards[cid]
    if card.kind != "reaction" or card.reaction is None:
        return illegal("C4-603", f"{card.name} is no Reaction", "card")
    env = _bound(board, card, moment, Env(seat, cid, iid))
    if env is None:
        return illegal("C4-450", f"{card.name} can't be played now: {plain(card.text)}", "card")
    can = refuse_card(board, env, board.players[seat].token_count, declared)
    return can if isinstance(can, Refusal) else (can, env)


def _bound(board: Board, card: Definition, moment: Moment, env: Env) -> Env | None:
    """C4-458 C4-R37 The bindings of the Reaction in this moment; "any time" also fits while the active player is
    idle.
    """
    assert card.reaction is not None
    if moment.name == "idle":
        fits = card.reaction.pattern.word == "any_time"
        return env if fits and holds(card.reaction.test, EvalContext(board, env)) else None
    return bind(board, card.reaction, moment, env)


def answered(state: State) -> Moment:
    """The moment that a Reaction answers now: the one of the window that asks, or being idle."""
    asking = state.frames[-1]
    return asking.moment if isinstance(asking, Window) else IDLE


def refuse(state: State, seat: int, action: PlayReaction) -> Refusal | None:
    """C4-450 Why this Reaction can't be played so, or None."""
    declared = Declared(action.player, action.target, action.x, action.mode)
    checked = check(state.board, seat, action.card, answered(state), declared)
    return checked if isinstance(checked, Refusal) else None


def play(batch: Batch, seat: int, action: PlayReaction) -> None:
    """C4-310 C4-448 C4-454 C4-456 C4-459 C4-R38 EX-13 It resolves completely before what it answers goes on, and has
    its own window.

    The round of the window that it answers starts again with the active player.
    """
    asking = batch.frames[-1]
    moment = IDLE
    if isinstance(asking, Window):
        moment = asking.moment
        batch.frames[-1] = replace(asking, passed=(), asked=None)
    checked = check(batch.board, seat, action.card, moment)
    assert not isinstance(checked, Refusal)
    turn = top(batch.frames[:1], Turn)
    batch.frames[0] = replace(turn, reactions=turn.reactions + 1)
    declare(batch, seat, action, checked[1])


def let_pass(batch: Batch, seat: int, action: Pass) -> None:
    """C4-454 A pass leaves the others their turn."""
    window = top(batch.frames, Window)
    batch.frames[-1] = replace(window, passed=(*window.passed, seat), asked=None)


IDLE = Moment("idle", 0)
"""C4-458 The active player's step 2, for Reactions that may be played at any time."""
