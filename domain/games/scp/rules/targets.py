"""Targets: the cards and players that a text can name, and whether they are still legal when it happens (SCP-316)."""

from __future__ import annotations

from msgspec.structs import replace

from domain.games.scp import actions as a
from domain.games.scp.board import Board
from domain.games.scp.definitions import Ability
from domain.games.scp.frames import Env
from domain.games.scp.match import State
from domain.games.scp.rules.continuous import EvalContext, immune
from domain.kernel.prompts import Parameter
from domain.kernel.refusal import Refusal, illegal


def targets(board: Board, env: Env, ability: Ability) -> tuple[str, ...] | None:
    """SCP-316 SCP-519 The cards that may be named; None: the text has no target."""
    if ability.target is None:
        return None
    found: tuple[str, ...] = ability.target(EvalContext(board, env))
    return tuple(iid for iid in found if not immune(board, iid, board.cards[env.cid], env.you))


def players(board: Board, env: Env, ability: Ability) -> tuple[int, ...] | None:
    """SCP-316 The players that may be named; None: the text has no such target."""
    if ability.target_player is None:
        return None
    found: tuple[int, ...] = ability.target_player(EvalContext(board, env))
    return found


def parameters(board: Board, env: Env, ability: Ability) -> tuple[Parameter, ...] | None:
    """SCP-316 The names that it needs; None: nothing legal can be named."""
    cards, seats = targets(board, env, ability), players(board, env, ability)
    if cards == () or seats == () or (ability.opponent and not board.others(env.you)):
        return None
    if cards is not None:
        return (Parameter("target", "card", cards),)
    return () if seats is None else (Parameter("player", "seat", seats),)


def refuse_target(
    board: Board, env: Env, ability: Ability, action: a.PlayMission | a.PlayEvent | a.UseAbility
) -> Refusal:
    """SCP-316 SCP-519 SCP-R29 Why this can't be named."""
    name, target, player = board.cards[env.cid].name, action.target, action.player
    cards, seats = targets(board, env, ability), players(board, env, ability)
    if cards == () or seats == ():
        return illegal("SCP-316", f"there is no {'card' if cards == () else 'player'} that {name} could name")
    if (target is None) != (cards is None):
        wanted = "names a card" if target is None else "has no card as its target"
        return illegal("SCP-316", f"{name} {wanted}", "target")
    if (player is None) != (seats is None):
        wanted = "names a player" if player is None else "has no player as its target"
        return illegal("SCP-316", f"{name} {wanted}", "player")
    if seats is not None and player not in seats:
        return illegal("SCP-316", f"{name} is not for that player", "player")
    if ability.opponent and not board.others(env.you):
        return illegal("SCP-316", f"{name} needs another player")
    barred = ability.target is not None and target in ability.target(EvalContext(board, env))
    return illegal("SCP-519" if barred else "SCP-316", f"{name} cannot have that target", "target")


def still_legal(state: State, env: Env, ability: Ability) -> Env:
    """SCP-316 SCP-R29 SCP-R102 The references of a text that begins, without what it could not name any more."""
    if not state.goes_by("1.1"):
        return env
    board = state.board
    cards, seats = targets(board, env, ability), players(board, env, ability)
    return replace(
        env,
        target=env.target if cards is None or env.target in cards else None,
        player=env.player if seats is None or env.player in seats else None,
    )
