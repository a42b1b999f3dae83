"""A greedy bot: it builds what it can pay, and makes the attempts whose group is strong enough."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from domain.games.scp import actions as a
from domain.games.scp.board import Asset, Assignment, Attempt, Board, Job, Mission, Scp
from domain.games.scp.match import State
from domain.games.scp.rules import assigning, attempts, building, continuous
from domain.games.scp.rules.continuous import EvalContext, env_of_mission
from domain.kernel.actions import Action
from domain.kernel.bots import answers, named
from domain.kernel.game import CardGame, Pick
from domain.kernel.prompts import Prompt

CONSIDERED = named(*(kind for kind in a.UNASKED if kind not in (a.Pass, a.EndPhase, a.EndTurn, a.Compare)))
WAYS = 40
"""So many ways of one answer are looked at."""
SURE = {"secure": 1, "raid": 3, "contain": 1, "destroy": 1}
"""By how much a group is to exceed what it needs, for what others may play."""
USEFUL = ("gain_resources", "draw", "add_build", "heal", "extra_deploy", "recover", "remove_escalation", "reveal_hand")
"""The words that make an Event worth playing in the own turn."""
BUILT = ("personnel", "gear", "finance", "resource")


def choose(game: CardGame, state: State, prompt: Prompt, pick: Pick) -> Action | None:
    """The answer; `pick` breaks ties. None: the default of the prompt."""
    offered = list(answers(CONSIDERED, game.options(state, prompt), WAYS))
    if prompt.kind in ("optional_trigger", "response"):
        return pick(offered) if offered else None
    plan = PLANS.get(prompt.kind)
    wanted = None if plan is None or not offered else plan(state.board, prompt.seat, offered)
    return wanted or (_useful(state.board, prompt.seat, offered) if prompt.kind.endswith("_phase") else None)


def _useful(board: Board, seat: int, offered: list[Action]) -> Action | None:
    """An Event that is worth it, or a Mission that would succeed as things are."""
    hand = board.players[seat].hand.known
    for one in offered:
        if isinstance(one, a.PlayEvent):
            words = [call.word for block in board.cards[hand[one.card]].blocks for call in block]
            if any(word in USEFUL for word in words):
                return one
        elif isinstance(one, a.PlayMission):
            mission = Mission(one.card, hand[one.card], one.target, one.player)
            ability = board.cards[mission.cid].play("mission")
            context = EvalContext(board, env_of_mission(seat, mission))
            if ability is not None and continuous.holds(context, ability.requires):
                return one
    return None


# Jobs and attempts


def _chance(board: Board, seat: int, scp: Scp, job: Job, group: list[Asset]) -> int:
    """By how much a group exceeds what it needs and is to spare; far from it without the Skills."""
    kind = attempts.kind_of(board, seat, scp, job)
    if kind is None or not group:
        return -99
    trial = board.copy()
    members = tuple(card.iid for card in group)
    trial.attempt = Attempt(kind, scp.iid, scp.cid, seat, scp.controller if kind == "raid" else None, members)
    if not continuous.has_skills(trial, trial.attempt):
        return -99
    return continuous.group_total(trial, trial.attempt) - continuous.requirement(trial, trial.attempt) - SURE[kind]


def _assign(board: Board, seat: int, offered: list[Action]) -> Action | None:
    """Build and pay; then jobs: contain, secure, raid, research; Soldiers who are left defend."""
    fit = [one for one in offered if isinstance(one, a.Assign)]
    jobs = _build(board, seat, offered) or _group(board, seat)
    calm = len(board.unsecured()) < 3 and sum(scp.counters for scp in board.unsecured()) < 15
    busy = any(card.assignment == Assignment("research") for card in board.players[seat].play)
    research = [one for one in fit if one.job == "research" and _idle(board, one)] if calm and not busy else []
    held = {scp.iid for scp in board.controlled(seat) if scp.status == "contained"}
    guards = [one for one in fit if one.job == "defend" and one.scp in held and _idle(board, one)]
    soldiers = [one for one in guards if continuous.skills(board, _person(board, one))["soldier"]]
    return jobs or next(iter([*research, *soldiers]), None)


def _person(board: Board, action: a.Assign) -> Asset:
    card = board.asset(action.personnel)
    assert card is not None
    return card


def _idle(board: Board, action: a.Assign) -> bool:
    return _person(board, action).assignment is None


def _build(board: Board, seat: int, offered: list[Action]) -> Action | None:
    """Up to three cards in the Build Queue, dear ones that can be paid soon first; then what is missing on them."""
    player = board.players[seat]
    known = {iid: board.cards[cid] for iid, cid in player.hand.known.items()}
    fit = [one for one in offered if isinstance(one, a.PlaceBuild) and set(BUILT) & set(known[one.card].types)]
    if fit and len(player.queue) < 3:
        return max(fit, key=lambda one: (known[one.card].cost <= player.pool + 4, known[one.card].cost))
    costs = {card.iid: continuous.cost(board, seat, board.cards[card.cid]) for card in player.queue if card.cid}
    due = sorted((n, card.iid) for card in player.queue if (n := costs[card.iid] - card.resources) > 0)
    return a.FundBuild(due[0][1], min(due[0][0], player.pool)) if due and player.pool else None


def _group(board: Board, seat: int) -> a.Assign | None:
    """The next Personnel for a group that is not strong enough yet but can be made so."""
    aims: list[tuple[Job, Scp]] = [("contain", scp) for scp in board.controlled(seat)]
    others = [scp for scp in board.scps if scp.controller != seat]
    others.sort(key=lambda scp: (scp.controller is not None, board.cards[scp.cid].secure))
    aims += [("secure", scp) for scp in others]
    for job, scp in aims:
        printed, group = board.cards[scp.cid], attempts.group(board, seat, scp.iid, job)
        needed = printed.contain_skills if job == "contain" else printed.secure_skills
        able = [card for card in continuous.personnel(board, seat) if card.assignment is None]
        fit = [card for card in able if assigning.refuse(board, seat, a.Assign(card.iid, job, scp.iid)) is None]
        fit.sort(key=lambda card: -continuous.skill_value(board, card))
        fit.sort(key=lambda card: not any(continuous.skills(board, card)[skill] for skill in needed))
        if _chance(board, seat, scp, job, group) < 0 <= _chance(board, seat, scp, job, [*group, *fit]):
            return a.Assign(fit[0].iid, job, scp.iid)
    return None


def _begin(board: Board, seat: int, offered: list[Action]) -> Action | None:
    """Research, and the attempts whose group is still strong enough."""
    for one in offered:
        if not isinstance(one, a.BeginAttempt):
            return one
        scp = board.scp(one.scp)
        if scp is None or _chance(board, seat, scp, one.job, attempts.group(board, seat, scp.iid, one.job)) >= -1:
            return one
    return None


def _window(board: Board, seat: int, offered: list[Action]) -> Action | None:
    """In the own attempt what adds to it while it is behind; in that of another what may stop it while it is ahead."""
    attempt = board.attempt
    assert attempt is not None
    missing = continuous.requirement(board, attempt) - continuous.group_total(board, attempt)
    ahead = continuous.has_skills(board, attempt) and missing <= 0
    if ahead == (seat == attempt.active):
        return None
    strong = {card.iid: continuous.skill_value(board, card) for card in board.members()}
    return max(offered, key=lambda one: strong.get(_target(one) or "", 0))


def _target(action: Action) -> str | None:
    return action.target if isinstance(action, a.PlayEvent | a.PlayComplication | a.UseAbility) else None


# The other phases


def _draw(board: Board, seat: int, offered: list[Action]) -> Action | None:
    """Spend the rest of the pool: the game would fill it up anyway."""
    spare = continuous.REFILL if board.players[seat].hand.size < 8 else 0
    draws = (one for one in offered if isinstance(one, a.DrawCards) and one.n <= spare)
    return max(draws, key=lambda one: one.n, default=None)


def _cash(board: Board, seat: int, offered: list[Action]) -> Action | None:
    return max((one for one in offered if isinstance(one, a.CashFinance)), key=lambda one: one.n, default=None)


def _keep(board: Board, seat: int, offered: list[Action]) -> Action | None:
    """Calm SCPs, let Finance produce, reveal what may enter play."""
    queue = {card.iid: card for card in board.players[seat].queue}
    for one in reversed(offered):
        if isinstance(one, a.RemoveEscalation | a.Produce):
            return one
        if isinstance(one, a.RevealBuild) and building.barred(board, seat, queue[one.card]) is None:
            produce = [other for other in offered if isinstance(other, a.RemoveEscalation | a.Produce)]
            return max(produce, key=lambda other: isinstance(other, a.RemoveEscalation), default=one)
    return None


PLANS: Mapping[str, Callable[[Board, int, list[Action]], Action | None]] = {
    "draw_phase": _draw,
    "resupply_phase": _cash,
    "assignment_phase": _assign,
    "retrieval_phase": _begin,
    "research_phase": _begin,
    "maintenance_phase": _keep,
    "attempt_window": _window,
    "complication_window": _window,
    "defender_reply": _window,
}
