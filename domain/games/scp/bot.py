"""A greedy bot: it builds what it can pay, and makes the attempts whose group is strong enough."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeVar

from msgspec.structs import replace

from domain.games.scp import actions as a
from domain.games.scp.board import Asset, Assignment, Attempt, Board, Destroyed, Job, Mission, Scp, SecuredNow
from domain.games.scp.definitions import Definition, Kind
from domain.games.scp.match import State
from domain.games.scp.rules import assigning, attempts, building, containment, continuous, ending
from domain.games.scp.rules.continuous import EvalContext, env_of_mission
from domain.kernel.actions import Action
from domain.kernel.bots import answers, named
from domain.kernel.game import CardGame, Pick
from domain.kernel.prompts import Prompt, Template

A = TypeVar("A", bound=Action)
CONSIDERED = named(*(kind for kind in a.UNASKED if kind not in (a.Pass, a.EndPhase, a.EndTurn, a.Compare)))
PLAYED = named(a.PlayEvent, a.PlayMission)
WAYS = 40
"""So many ways of one answer are looked at."""
SURE = {"secure": 1, "raid": 3, "contain": 1, "destroy": 1}
"""By how much a group is to exceed what it needs, for what others may play."""
USEFUL = ("gain_resources", "draw", "add_build", "heal", "extra_deploy", "recover", "remove_escalation", "reveal_hand")
"""The words that make an Event worth playing in the own turn."""
BUILT = frozenset({"personnel", "gear", "finance", "resource"})
ATTEMPTS: tuple[Job, ...] = ("secure", "contain", "destroy")
RESOURCE = 6
"""The Cost that a Resource would be worth."""
DANGER = 15
"""With so many counters on Unsecured SCPs one is secured even if it can't be held."""
CALM = 25
"""Another SCP is revealed while those that are not Contained can't bear so many counters."""
HIGHEST_BID = 2
"""So many cards the first turn is worth."""


def choose(game: CardGame, state: State, prompt: Prompt, pick: Pick) -> Action | None:
    """The answer; `pick` breaks ties. None: the default of the prompt."""
    offered = [template for template in game.options(state, prompt) if template.type in CONSIDERED]
    if not offered:
        return None
    if prompt.kind in ("optional_trigger", "response"):
        return pick(list(answers(CONSIDERED, offered, WAYS)))
    plan = PLANS.get(prompt.kind)
    wanted = None if plan is None else plan(state.board, prompt.seat, offered)
    return wanted or (_useful(state.board, prompt.seat, offered) if prompt.kind.endswith("_phase") else None)


def _of(kind: type[A], offered: Sequence[Template]) -> Iterator[A]:
    """The answers of a kind."""
    return answers(named(kind), offered, WAYS)


def _useful(board: Board, seat: int, offered: Sequence[Template]) -> Action | None:
    """An Event that is worth it, or a Mission that would succeed as things are, or if attempts do."""
    hand = board.players[seat].hand.known
    for one in answers(PLAYED, offered, WAYS):
        if isinstance(one, a.PlayEvent):
            words = [call.word for block in board.cards[hand[one.card]].blocks for call in block]
            if any(word in USEFUL for word in words):
                return one
        elif isinstance(one, a.PlayMission):
            mission = Mission(one.card, hand[one.card], one.target, one.player)
            ability = board.cards[mission.cid].play("mission")
            context = EvalContext(_after_attempts(board, seat, one.target), env_of_mission(seat, mission))
            if ability is not None and continuous.holds(context, ability.requires):
                return one
    return None


def _after_attempts(board: Board, seat: int, target: str | None) -> Board:
    """The board after all that the Personnel can do together to the target of a Mission has been done."""
    trial, scp, able = board.with_parts(), board.scp(target), _able(board, seat)
    jobs = () if scp is None else [(job, kind) for job in ATTEMPTS if (kind := attempts.kind_of(board, seat, scp, job))]
    for job, kind in jobs:
        if scp is not None and _chance(board, seat, scp, kind, able) >= 0:
            icons = tuple({icon for card in able for icon in continuous.icons(board, card)})
            secured = (SecuredNow(scp.iid, icons, False),) if job == "secure" else ()
            contained, destroyed = ((scp.iid,) if job == done else () for done in ("contain", "destroy"))
            trial.facts = replace(trial.facts, secured=secured, contained=contained, destroyed=destroyed)
    return trial


# Jobs and attempts


def _chance(board: Board, seat: int, scp: Scp, kind: Kind | None, group: list[Asset]) -> int:
    """By how much a group exceeds what it needs and is to spare; far from it without the Skills."""
    if kind is None or not group:
        return -99
    members = tuple(card.iid for card in group)
    attempt = Attempt(kind, scp.iid, scp.cid, seat, scp.controller if kind == "raid" else None, members)
    trial = board.with_parts(attempt=attempt)
    if not continuous.has_skills(trial, attempt):
        return -99
    return continuous.group_total(trial, attempt) - continuous.requirement(trial, attempt) - SURE[kind]


def _able(board: Board, seat: int) -> list[Asset]:
    """Those of the Personnel who could be given a job."""
    people = continuous.personnel(board, seat)
    return [card for card in people if not card.tapped and not continuous.dying(board, card)]


def _assign(board: Board, seat: int, offered: Sequence[Template]) -> Action | None:
    """Build and pay; then jobs: contain, secure, raid, research; Soldiers who are left defend."""
    jobs = _build(board, seat, offered) or _group(board, seat)
    if jobs is not None:
        return jobs
    fit = list(_of(a.Assign, offered))
    loose = sum(board.cards[scp.cid].escalation for scp in board.scps if scp.status != "contained")
    calm = loose < CALM and containment.unsecured_total(board) < DANGER
    busy = any(card.assignment == Assignment("research") for card in board.players[seat].play)
    research = [one for one in fit if one.job == "research" and _idle(board, one)] if calm and not busy else []
    held = {scp.iid for scp in board.controlled(seat) if scp.status == "contained"}
    guards = [one for one in fit if one.job == "defend" and one.scp in held and _idle(board, one)]
    soldiers = [one for one in guards if "soldier" in continuous.skills(board, _person(board, one))]
    return next(iter([*research, *soldiers]), None)


def _person(board: Board, action: a.Assign) -> Asset:
    card = board.asset(action.personnel)
    assert card is not None
    return card


def _idle(board: Board, action: a.Assign) -> bool:
    return _person(board, action).assignment is None


def _build(board: Board, seat: int, offered: Sequence[Template]) -> Action | None:
    """Up to three cards in the Build Queue, the best of those that can be paid soon; then what is missing on them."""
    player = board.players[seat]
    known = {iid: board.cards[cid] for iid, cid in player.hand.known.items()}
    placed = _of(a.PlaceBuild, offered) if len(player.queue) < 3 else ()
    fit = [one for one in placed if not BUILT.isdisjoint(known[one.card].types)]
    if fit:
        merit = _merit(board, seat)
        return max(fit, key=lambda one: (known[one.card].cost <= player.pool + 4, merit(known[one.card])))
    costs = {card.iid: continuous.cost(board, seat, board.cards[card.cid]) for card in player.queue if card.cid}
    due = sorted((n, card.iid) for card in player.queue if (n := costs[card.iid] - card.resources) > 0)
    return a.FundBuild(due[0][1], min(due[0][0], player.pool)) if due and player.pool else None


def _merit(board: Board, seat: int) -> Callable[[Definition], int]:
    """The worth of a card in play: one may be deployed a turn, so dear ones, and Personnel who bring new Skills."""
    own = {skill for card in continuous.personnel(board, seat) for skill in continuous.skills(board, card)}
    open_scps = [board.cards[scp.cid] for scp in board.scps if scp.controller is None]
    wanted = {skill for scp in open_scps for skill in (*scp.secure_skills, *scp.contain_skills)}
    wanted |= {skill for scp in board.controlled(seat) for skill in board.cards[scp.cid].contain_skills}

    def merit(printed: Definition) -> int:
        new = set(printed.skills) - own
        if any(continuous.icon_count(board, seat, icon) < n for icon, n in Counter(printed.required_icons).items()):
            return 0
        return (
            (RESOURCE if printed.is_("resource") else printed.cost)
            + 2 * printed.is_("personnel")
            + len(new)
            + 3 * len(new & wanted)
        )

    return merit


def _group(board: Board, seat: int) -> a.Assign | None:
    """The next Personnel for a group that is not strong enough yet but can be made so."""
    able = [card for card in continuous.personnel(board, seat) if card.assignment is None]
    for job, kind, scp in _aims(board, seat) if able else ():
        fit = [card for card in able if assigning.refuse(board, seat, a.Assign(card.iid, job, scp.iid)) is None]
        if not fit:
            continue
        group, needed = attempts.group(board, seat, scp.iid, job), board.cards[scp.cid].needed(kind)
        if _chance(board, seat, scp, kind, group) < 0 <= _chance(board, seat, scp, kind, [*group, *fit]):
            fit.sort(key=lambda card: -continuous.skill_value(board, card))
            fit.sort(key=lambda card: not any(skill in continuous.skills(board, card) for skill in needed))
            return a.Assign(fit[0].iid, job, scp.iid)
    return None


def _aims(board: Board, seat: int) -> Iterator[tuple[Job, Kind, Scp]]:
    """SCPs to contain, to secure and contain in the same turn, to destroy where that costs no point, to raid."""
    mission = board.players[seat].mission
    own, others = board.controlled(seat), [scp for scp in board.scps if scp.controller != seat]
    others.sort(key=lambda scp: (mission is None or mission.target != scp.iid, board.cards[scp.cid].secure))
    yield from (("contain", "contain", scp) for scp in own if scp.status == "secured")
    for scp in others:
        if scp.controller is None and _lasts(board, seat, scp):
            yield "secure", "secure", scp
            yield "contain", "contain", scp
    yield from (("destroy", "destroy", scp) for scp in own if scp.status == "contained" and _spared(board, seat, scp))
    for scp in others:
        if scp.controller is not None:
            yield "secure", "raid", scp
            yield "contain", "contain", scp


def _lasts(board: Board, seat: int, scp: Scp) -> bool:
    """Whether an SCP would stay Secured until the next own turn, or could be Contained in this one."""
    lasting = scp.counters + len(board.around(seat)) < board.cards[scp.cid].escalation
    danger = containment.unsecured_total(board) >= DANGER
    return lasting or danger or _chance(board, seat, scp, "contain", _able(board, seat)) >= 0


def _spared(board: Board, seat: int, scp: Scp) -> bool:
    """Whether it costs no point to destroy an SCP that is Contained."""
    left = [one for one in board.scps if one.iid != scp.iid]
    trial = board.with_parts(scps=left, scp_discard=[*board.scp_discard, Destroyed(scp.iid, scp.cid, seat)])
    before, after = (continuous.contained(one, seat) + continuous.score_bonus(one, seat) for one in (board, trial))
    return after >= before


def _begin(board: Board, seat: int, offered: Sequence[Template]) -> Action | None:
    """Research, and the attempts whose group is still strong enough."""
    for one in answers(CONSIDERED, offered, WAYS):
        if not isinstance(one, a.BeginAttempt):
            return one
        scp = board.scp(one.scp)
        if scp is None:
            return one
        kind, group = attempts.kind_of(board, seat, scp, one.job), attempts.group(board, seat, scp.iid, one.job)
        if _chance(board, seat, scp, kind, group) >= -1:
            return one
    return None


def _window(board: Board, seat: int, offered: Sequence[Template]) -> Action | None:
    """In the own attempt what adds to it while it is behind; in that of another what may stop it while it is ahead."""
    attempt = board.attempt
    assert attempt is not None
    missing = continuous.requirement(board, attempt) - continuous.group_total(board, attempt)
    missing += attempt.kind == "destroy"
    ahead = continuous.has_skills(board, attempt) and missing <= 0
    if ahead == (seat == attempt.active):
        return None
    strong = {card.iid: continuous.skill_value(board, card) for card in board.members()}
    return max(answers(CONSIDERED, offered, WAYS), key=lambda one: strong.get(_target(one) or "", 0))


def _target(action: Action) -> str | None:
    return action.target if isinstance(action, a.PlayEvent | a.PlayComplication | a.UseAbility) else None


# The other phases


def _bid(board: Board, seat: int, offered: Sequence[Template]) -> Action | None:
    """One card more than anybody, while the first turn is worth it."""
    return next((one for one in _of(a.Bid, offered) if one.n <= HIGHEST_BID), None)


def _draw(board: Board, seat: int, offered: Sequence[Template]) -> Action | None:
    """Spend the rest of the pool: the game would fill it up anyway. The last card only ends a match that is led."""
    player = board.players[seat]
    spare = continuous.REFILL if player.hand.size < 8 else 0
    spare = min(spare, player.deck.size - (not _leads(board, seat)))
    draws = (one for one in _of(a.DrawCards, offered) if one.n <= spare)
    return max(draws, key=lambda one: one.n, default=None)


def _leads(board: Board, seat: int) -> bool:
    """Whether the player would win if the match were scored now."""
    own, others = ending.rank(ending.score_of(board, seat)), board.others(seat)
    return bool(others) and all(own > ending.rank(ending.score_of(board, other)) for other in others)


def _cash(board: Board, seat: int, offered: Sequence[Template]) -> Action | None:
    return max(_of(a.CashFinance, offered), key=lambda one: one.n, default=None)


def _keep(board: Board, seat: int, offered: Sequence[Template]) -> Action | None:
    """Calm SCPs, let Finance produce, reveal what may enter play."""
    for kind in (a.RemoveEscalation, a.Produce):
        found = list(_of(kind, offered))
        if found:
            return found[-1]
    queue, merit = {card.iid: card for card in board.players[seat].queue}, _merit(board, seat)
    ready = [one for one in _of(a.RevealBuild, offered) if building.barred(board, seat, queue[one.card]) is None]
    return max(ready, key=lambda one: merit(board.cards[queue[one.card].cid or ""]), default=None)


PLANS: Mapping[str, Callable[[Board, int, Sequence[Template]], Action | None]] = {
    "bid": _bid,
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
