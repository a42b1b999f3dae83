"""OOC cards: when they can be played, responses, resolving them (TRF-325 to TRF-345, TRF-616 to TRF-624)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from domain.games.trf import actions as a
from domain.games.trf import events as e
from domain.games.trf.board import Board
from domain.games.trf.definitions import Ability, Definition, Window
from domain.games.trf.frames import Announced, Do, Env, InWindow, Resolved, Turn
from domain.games.trf.match import Batch, State
from domain.games.trf.rules import continuous, piles, resources, targeting, windows
from domain.games.trf.rules.targeting import Declared
from domain.kernel.frames import Frame
from domain.kernel.prompts import Template
from domain.kernel.refusal import Refusal, illegal

NAMES: dict[Window, str] = {
    "pre": "before combat",
    "attack": "in an attack window",
    "block": "in a block window",
    "bicker": "in a bicker window",
    "dice": "in a dice window",
    "assault": "in an assault window",
    "post": "after combat",
    "response": "as a response",
}


def moment(seat: int, asking: Frame) -> Env:
    """TRF-326 TRF-327 TRF-345 TRF-618 TRF-619 TRF-R18 The window that asks a player, with its subject."""
    match asking:
        case InWindow():
            return Env(seat, "", window=asking.window, fight=asking.fight)
        case Announced():
            return Env(seat, "", window="response", answers=asking.env.iid)
    before = isinstance(asking, Turn) and asking.stage == "pre_combat"
    return Env(seat, "", window="pre" if before else "post")


def _env(now: Env, iid: str, card: Definition) -> Env:
    return replace(now, iid=iid, cid=card.cid)


def templates(state: State, now: Env) -> Iterator[Template]:
    """TRF-325 Each OOC card of the hand that can be announced now, in each way."""
    board, window = state.board, now.window
    assert window is not None
    for iid, cid in board.players[now.you].hand.known.items():
        card = board.cards[cid]
        ability = card.play(window)
        env = _env(now, iid, card)
        if ability is None or _refuse_card(state, env, card, ability) is not None:
            continue
        ways = targeting.ways(board, env, ability)
        fixed: dict[str, object] = {"card": iid, "window": window}
        yield from targeting.templates("play_ooc", fixed, ways, f"Play {card.name}", "TRF-325")


def _refuse_card(state: State, env: Env, card: Definition, ability: Ability) -> Refusal | None:
    """TRF-302 TRF-314 TRF-316 TRF-318 TRF-644 TRF-R90 Why the player can't play this card at all now, or None."""
    board, seat, window = state.board, env.you, env.window
    assert window is not None
    if continuous.access(board, seat, card) is None:
        return illegal("TRF-314", "your account has no access to cards of this faction", "card")
    if continuous.barred(board, seat, card, window):
        return illegal("TRF-328", "an effect forbids everybody to play such cards", "card")
    if targeting.lacks_faction(state, env, ability):
        return illegal("TRF-644", "there is no faction to choose", "card")
    price = continuous.price(board, seat, card, window)
    return resources.refuse_more(board, seat) or resources.refuse_words(board, seat, price, "TRF-308", "card")


def refuse(state: State, seat: int, action: a.PlayOoc) -> Refusal | None:
    """TRF-325 TRF-326 TRF-327 Why this card can't be played so, or None."""
    board, now = state.board, moment(seat, state.frames[-1])
    card = piles.held(board, seat, action.card, "ooc", "TRF-325")
    if isinstance(card, Refusal):
        return card
    if action.window != now.window:
        return illegal("TRF-326", f"it would be played {NAMES[now.window or 'pre']} now", "window")
    ability = card.play(action.window)
    if ability is None:
        listed = ", ".join(NAMES[window] for window in card.windows)
        return illegal("TRF-326", f"{card.name} is played {listed}", "window")
    env, named = _env(now, action.card, card), Declared(action.targets, (), action.opponent)
    return _refuse_card(state, env, card, ability) or targeting.refuse(board, env, ability, named)


def play(batch: Batch, seat: int, action: a.PlayOoc) -> None:
    """TRF-325 TRF-340 TRF-623 It is announced, words are paid, the others may respond."""
    board = batch.board
    card = board.cards[board.players[seat].hand.known[action.card]]
    env = _env(moment(seat, batch.frames[-1]), action.card, card)
    ability = card.play(action.window)
    assert ability is not None
    wanted = targeting.needs(board, env, ability, action.opponent)
    _announce(batch, env, card, action)
    if isinstance(batch.frames[-1], InWindow):
        windows.played(batch)
    named = Declared(action.targets, (), action.opponent)
    batch.push(Announced(targeting.bound(env, wanted, named), ability.block))


def _announce(batch: Batch, env: Env, card: Definition, action: a.PlayOoc) -> None:
    """TRF-302 TRF-325 TRF-623 TRF-R45 Words are paid; a staff ruling records the staff rank of its player."""
    board = batch.board
    cost = continuous.price(board, env.you, card, action.window)
    rank = continuous.staff_rank(board, env.you) if card.staff_ruling else None
    cards = tuple(cid for name in action.targets if (cid := _cid(board, name)) is not None)
    resources.pay_words(batch, env.you, cost, card.cid)
    event = e.OocAnnounced(
        seat=env.you,
        iid=action.card,
        card=card.cid,
        window=action.window,
        cost=cost,
        targets=action.targets,
        target_cards=cards,
        opponent=action.opponent,
        rank=rank,
    )
    batch.emit(event)


def _cid(board: Board, name: str) -> str | None:
    card = continuous.in_play(board, name) or board.discarded(name) or board.pending(name)
    return None if card is None else card.cid


# Responses


def step_announced(batch: Batch, frame: Announced) -> None:
    """TRF-224 TRF-340 TRF-341 TRF-905 TRF-R20 Others in turn order may respond; when all have passed it resolves."""
    board = batch.board
    card = board.pending(frame.env.iid)
    if card is None:
        return
    waiting = [seat for seat in board.others(card.seat) if seat not in frame.passed]
    if not waiting:
        batch.push(Do(frame.env, frame.block), Resolved(card.iid))
        return
    batch.frames.append(frame)
    if windows.silent(board, waiting[0], "response"):
        pass_response(batch, waiting[0])
    else:
        batch.ask(waiting[0], "prompt_response")


def pass_response(batch: Batch, seat: int, action: a.Pass | None = None) -> None:
    """TRF-341 Pass on a card: the player gets no other prompt about it."""
    frame = batch.answered(Announced)
    if batch.board.players[seat].hand.size:
        batch.emit(e.ResponsePassed(seat=seat, on=str(frame.env.iid)))
    batch.frames.append(replace(frame, passed=(*frame.passed, seat)))


def step_resolved(batch: Batch, frame: Resolved) -> None:
    """TRF-325 TRF-463 It goes to its owner's discard pile, unless it stays in play."""
    card = batch.board.pending(frame.iid)
    if card is not None:
        batch.emit(e.OocResolved(seat=card.seat, iid=card.iid, card=card.cid))
        batch.emit(e.CardDiscarded(seat=card.seat, iid=card.iid, card=card.cid, from_zone="stack", cause="resolved"))
