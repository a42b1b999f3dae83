"""Complications: plays, responses, overcoming, effects (SCP-426 to SCP-433)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from domain.games.scp import actions as a
from domain.games.scp import events as e
from domain.games.scp.board import Asset, Attempt, Board
from domain.games.scp.definitions import Definition, Overcome
from domain.games.scp.frames import Announced, Env, InAttempt, Resolved
from domain.games.scp.match import Batch, State
from domain.games.scp.rules import containment, continuous, effects, playing
from domain.kernel.prompts import Parameter, Template
from domain.kernel.refusal import Refusal, illegal


def controller(board: Board, iid: str) -> int | None:
    """The controller of a card in play or a face-down card."""
    card, there = board.card(iid), board.face_down(iid)
    return card.controller if card is not None else None if there is None else there[0]


def exposed(board: Board, attempt: Attempt, iid: str, *, reply: bool) -> str | None:
    """SCP-412 SCP-413 SCP-420 SCP-427 SCP-903 The rule by which Complications can't have this target here, or None."""
    owner = controller(board, iid)
    if attempt.kind == "contain":
        card = board.asset(iid)
        host = None if card is None else card.host
        return None if iid in attempt.members or host in attempt.members else "SCP-420"
    if reply:
        return None if owner == attempt.active else "SCP-413"
    if attempt.kind == "raid":
        return None if owner in (attempt.active, attempt.defender) else "SCP-412"
    return None if owner == attempt.active else "SCP-427"


def barred(board: Board, attempt: Attempt, seat: int, printed: Definition) -> Refusal | None:
    """SCP-427 SCP-431 SCP-R39 Why a Complication can't be played whatever it names, or None."""
    ability = printed.play("complication")
    if ability is None:
        return illegal("SCP-427", f"{printed.name} is no Complication", "card")
    if attempt.kind not in printed.windows:
        listed = ", ".join(printed.windows)
        return illegal("SCP-427", f"{printed.name} is played in {listed}, not in a {attempt.kind} attempt", "card")
    if not continuous.holds(continuous.EvalContext(board, Env(seat, printed.cid)), ability.only_if):
        return illegal("SCP-427", f"the restrictions of {printed.name} are not met", "card")
    scp, ev = board.scp(attempt.scp), continuous.complication_ev(board, seat, printed)
    if scp is not None and scp.counters + ev > containment.most_counters(board, scp):
        message = (
            f"the SCP has {scp.counters} of {containment.most_counters(board, scp)} counters; {ev} more have no room"
        )
        return illegal("SCP-431", message, "card")
    return None


def targets(board: Board, attempt: Attempt, seat: int, printed: Definition, *, reply: bool) -> tuple[str, ...]:
    """SCP-427 SCP-519 SCP-R29 The cards that a Complication can be played on."""
    open_to = (iid for iid in named(board, seat, printed) if exposed(board, attempt, iid, reply=reply) is None)
    return tuple(iid for iid in open_to if not continuous.immune(board, iid, printed, seat))


def named(board: Board, seat: int, printed: Definition) -> tuple[str, ...]:
    """SCP-427 The cards that its text names, wherever it is played."""
    ability = printed.play("complication")
    if ability is None or ability.target is None:
        return ()
    found: tuple[str, ...] = ability.target(continuous.EvalContext(board, Env(seat, printed.cid)))
    return found


def templates(state: State, seat: int) -> Iterator[Template]:
    """SCP-426 SCP-427 The Complications of a hand that can be played now."""
    board, reply = state.board, playing.open_window(state) == "defend"
    attempt = board.attempt
    assert attempt is not None
    for iid, cid in board.players[seat].hand.known.items():
        printed = board.cards[cid]
        if barred(board, attempt, seat, printed) is None:
            cards = targets(board, attempt, seat, printed, reply=reply)
            if cards:
                target = (Parameter("target", "card", cards),)
                yield Template("play_complication", {"card": iid}, target, f"Play {printed.name}", ("SCP-426",))


def refuse(state: State, seat: int, action: a.PlayComplication) -> Refusal:
    """SCP-412 SCP-413 SCP-420 SCP-426 SCP-427 SCP-431 SCP-519 Why this can't be played."""
    board = state.board
    cid, attempt = board.players[seat].hand.known.get(action.card), board.attempt
    if cid is None or attempt is None:
        return illegal("SCP-426", "that card is not in your hand", "card")
    printed = board.cards[cid]
    refused = barred(board, attempt, seat, printed)
    if refused is not None:
        return refused
    if action.target not in named(board, seat, printed):
        return illegal("SCP-427", f"{printed.name} cannot have that target", "target")
    rule = exposed(board, attempt, action.target, reply=playing.open_window(state) == "defend")
    if rule is not None:
        return illegal(rule, "Complications cannot have that target in this attempt", "target")
    return illegal("SCP-519", f"that card cannot be targeted by {printed.name}", "target")


def play(batch: Batch, seat: int, action: a.PlayComplication) -> None:
    """SCP-426 SCP-433 SCP-R38 It is announced, free of cost, and finished before anything else."""
    cid = batch.board.players[seat].hand.known[action.card]
    batch.emit(e.ComplicationPlayed(seat=seat, iid=action.card, card=cid, target=action.target))
    env = Env(seat, cid, action.card, action.target)
    batch.push(Announced(env, controller(batch.board, action.target)), Resolved(action.card))


def step_announced(batch: Batch, frame: Announced) -> None:
    """SCP-429 SCP-430 SCP-432 SCP-445 SCP-R27 SCP-R86 SCP-R88 The response, then overcome or in effect."""
    board = batch.board
    attempt, printed = board.attempt, board.cards[frame.env.cid]
    assert attempt is not None
    if attempt.outcome is not None:
        return
    if not frame.answered and frame.side is not None and _can_answer(board, frame.side):
        batch.ask_for(frame, frame.side, "response")
    elif overcome(board, attempt, printed, defending=frame.side == attempt.defender):
        batch.emit(e.ComplicationOvercome(seat=frame.env.you, iid=frame.env.iid or "", card=frame.env.cid))
    else:
        _take_effect(batch, frame.env, printed, attempt)


def _can_answer(board: Board, seat: int) -> bool:
    """SCP-429 Asked by what all can see: cards in the hand, or an ability that is ready."""
    return board.players[seat].hand.size > 0 or any(playing.abilities_in(board, seat, "response"))


def overcome(board: Board, attempt: Attempt, printed: Definition, *, defending: bool) -> bool:
    """SCP-430 SCP-R38 Whether the target's side cancels the Complication by itself."""
    needed = printed.overcome
    if needed is None:
        return False
    side = board.defenders() if defending else board.members()
    total = continuous.defence_total(board) if defending else continuous.group_total(board, attempt)
    if needed.total is not None and total < needed.total:
        return False
    return _has_all(board, needed, side)


def _has_all(board: Board, needed: Overcome, side: list[Asset]) -> bool:
    able = all(any(skill in continuous.skills(board, card) for card in side) for skill in needed.skills)
    return able and all(any(icon in continuous.icons(board, card) for card in side) for icon in needed.icons)


def _take_effect(batch: Batch, env: Env, printed: Definition, attempt: Attempt) -> None:
    """SCP-432 SCP-R102 First the counters, then the text; what the response has saved is no target any more."""
    ability = printed.play("complication")
    assert ability is not None
    if batch.state.goes_by("1.1") and env.target not in targets(batch.board, attempt, env.you, printed, reply=False):
        env = replace(env, target=None)
    counters = continuous.complication_ev(batch.board, env.you, printed)
    batch.emit(e.ComplicationResolved(seat=env.you, iid=env.iid or "", card=env.cid, counters=counters))
    containment.add_counters(batch, attempt.scp, counters, env.cid)
    batch.push(*effects.start(env, ability.block, opponent=ability.opponent))


def negate(batch: Batch, cause: str) -> None:
    """SCP-429 The announced Complication is discarded without effect."""
    for place in range(len(batch.frames) - 1, -1, -1):
        frame = batch.frames[place]
        if isinstance(frame, Announced):
            del batch.frames[place]
            env = frame.env
            batch.emit(e.ComplicationNegated(seat=env.you, iid=env.iid or "", card=env.cid, cause=cause))
            return
        if isinstance(frame, InAttempt):
            return


def announced(board: Board) -> Definition | None:
    """SCP-429 SCP-433 The Complication that waits for a response, or None; cards played in response came later."""
    for card in board.resolving:
        if board.cards[card.cid].is_("complication") and card.seat != board.active:
            return board.cards[card.cid]
    return None
