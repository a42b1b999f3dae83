"""Missions: played for a turn, checked in its Outcome Phase (SCP-215, SCP-216, SCP-235)."""

from __future__ import annotations

from collections.abc import Iterator

from domain.games.scp import actions as a
from domain.games.scp import events as e
from domain.games.scp.board import Board
from domain.games.scp.board import Mission as InPlay
from domain.games.scp.definitions import Definition
from domain.games.scp.frames import Env, MissionStep
from domain.games.scp.match import Batch, State
from domain.games.scp.rules import containment, effects
from domain.games.scp.rules.continuous import EvalContext, env_of_mission, holds
from domain.games.scp.rules.targets import parameters, refuse_target, still_legal
from domain.kernel.prompts import Template
from domain.kernel.refusal import Refusal, illegal


def templates(board: Board, seat: int) -> Iterator[Template]:
    """SCP-215 SCP-216 The Missions of the hand that can be played."""
    for iid, cid in board.players[seat].hand.known.items():
        printed = board.cards[cid]
        ability = printed.play("mission")
        if ability is None or _barred(board, seat, printed) is not None:
            continue
        named = parameters(board, Env(seat, cid), ability)
        if named is not None:
            yield Template("play_mission", {"card": iid}, named, f"Play {printed.name}", ("SCP-215",))


def _barred(board: Board, seat: int, printed: Definition) -> Refusal | None:
    """SCP-215 SCP-310 Why a Mission can't be played whatever it names, or None."""
    ability = printed.play("mission")
    if ability is None:
        return illegal("SCP-215", f"{printed.name} is no Mission", "card")
    if board.facts.mission_played:
        return illegal("SCP-215", "one Mission a turn: you have played one")
    if not holds(EvalContext(board, Env(seat, printed.cid)), ability.only_if):
        return illegal("SCP-216", f"the condition of {printed.name} is not met", "card")
    return None


def refuse(board: Board, seat: int, action: a.PlayMission) -> Refusal | None:
    """SCP-215 SCP-216 SCP-316 Why this Mission can't be played so, or None."""
    cid = board.players[seat].hand.known.get(action.card)
    if cid is None:
        return illegal("SCP-215", "that card is not in your hand", "card")
    printed = board.cards[cid]
    refused, ability = _barred(board, seat, printed), printed.play("mission")
    if refused is not None or ability is None:
        return refused
    return refuse_target(board, Env(seat, cid), ability, action)


def play(batch: Batch, seat: int, action: a.PlayMission) -> None:
    """SCP-215 SCP-216 It lies face up until the Outcome Phase."""
    cid = batch.board.players[seat].hand.known[action.card]
    batch.emit(e.MissionPlayed(seat=seat, iid=action.card, card=cid, target=action.target, player=action.player))


def step_mission(batch: Batch, frame: MissionStep) -> None:
    """SCP-235 Its requirements are checked; then, after its text, what is left."""
    mission = batch.board.players[frame.seat].mission
    if mission is None:
        return
    if frame.resolved:
        _finish(batch, frame, mission)
    elif _met(batch.board, frame.seat, mission):
        batch.ask_for(frame, frame.seat, "mission_success")
    else:
        resolve(batch, frame.seat, success=False, accepted=False)


def _met(board: Board, seat: int, mission: InPlay) -> bool:
    ability = board.cards[mission.cid].play("mission")
    return ability is not None and holds(EvalContext(board, env_of_mission(seat, mission)), ability.requires)


def success_templates(state: State, seat: int) -> list[Template]:
    """SCP-235 The Success text may be resolved, or left."""
    return [
        Template("accept", {}, (), "Resolve the Success text", ("SCP-235",)),
        Template("decline", {}, (), "Leave it", ("SCP-235",)),
    ]


def answer(batch: Batch, seat: int, action: a.Accept | a.Decline) -> None:
    """SCP-235 It is resolved, or left."""
    batch.frames.pop()
    resolve(batch, seat, success=True, accepted=isinstance(action, a.Accept))


def resolve(batch: Batch, seat: int, *, success: bool, accepted: bool) -> None:
    """SCP-235 SCP-R102 The text that is due; a requirement about its target, once met, stands for what was named."""
    mission = batch.board.players[seat].mission
    assert mission is not None
    printed = batch.board.cards[mission.cid]
    ability, named = printed.play("success" if success else "failure"), printed.play("mission")
    event = e.MissionResolved(seat=seat, iid=mission.iid, card=mission.cid, success=success, accepted=accepted)
    batch.emit(event)
    batch.push(MissionStep(seat, resolved=True, success=success))
    if ability is not None and named is not None and (accepted or not success):
        env = env_of_mission(seat, mission)
        if not (success and named.about_target):
            env = still_legal(batch.state, env, named)
        batch.push(*effects.start(env, ability.block, opponent=ability.opponent))


def _finish(batch: Batch, frame: MissionStep, mission: InPlay) -> None:
    """SCP-235 SCP-R18 A failed Mission puts its EV on its target, if that is an SCP in play; then it is discarded."""
    if not frame.success and mission.target is not None:
        containment.add_counters(batch, mission.target, batch.board.cards[mission.cid].escalation, mission.cid)
    batch.emit(e.MissionDiscarded(seat=frame.seat, iid=mission.iid, card=mission.cid))
