"""Jobs of Personnel, and their SCPs (SCP-217 to SCP-221)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from domain.games.scp import actions as a
from domain.games.scp import events as e
from domain.games.scp.board import JOBS, Asset, Assignment, Board, Job, Scp
from domain.games.scp.match import Batch, State
from domain.games.scp.rules import leaving
from domain.games.scp.rules.continuous import dying, forbidden, indestructible, personnel, skills, unfit
from domain.kernel.prompts import Parameter, Template
from domain.kernel.refusal import Refusal, illegal

MOST_JOBS = 300
"""SCP-R97 Jobs that are given in a turn."""


def _secure(board: Board, seat: int, scp: Scp) -> Refusal | None:
    """SCP-216 SCP-218."""
    if scp.controller == seat:
        name = board.cards[scp.cid].name
        return illegal("SCP-218", f"{name} is yours: secure Unsecured SCPs, or those of others", "scp")
    mission = board.players[seat].mission
    aim = None if mission is None else mission.target
    if scp.iid != aim and forbidden(board, seat, "assign_secure_other"):
        return illegal("SCP-216", "your Mission lets you assign to secure only its target", "scp")
    return None


def _contain(board: Board, seat: int, scp: Scp) -> Refusal | None:
    """SCP-218 SCP-R10."""
    if (scp.controller == seat and scp.status == "secured") or _being_secured(board, seat, scp):
        return None
    name = board.cards[scp.cid].name
    return illegal("SCP-218", f"contain a Secured SCP of yours, or one you are securing, not {name}", "scp")


def _destroy(board: Board, seat: int, scp: Scp) -> Refusal | None:
    """SCP-218 SCP-511."""
    if scp.controller != seat or scp.status != "contained":
        return illegal("SCP-218", f"destroy a Contained SCP of yours, not {board.cards[scp.cid].name}", "scp")
    if indestructible(board, scp):
        return illegal("SCP-511", f"{board.cards[scp.cid].name} cannot be destroyed", "scp")
    return None


def _defend(board: Board, seat: int, scp: Scp) -> Refusal | None:
    """SCP-218."""
    if scp.controller == seat:
        return None
    return illegal("SCP-218", f"defend an SCP of yours, not {board.cards[scp.cid].name}", "scp")


OBJECT: Mapping[Job, Callable[[Board, int, Scp], Refusal | None]] = {
    "secure": _secure,
    "contain": _contain,
    "destroy": _destroy,
    "defend": _defend,
}
"""SCP-216 SCP-218 SCP-511 Why a job can't be about an SCP, or None."""


def _being_secured(board: Board, seat: int, scp: Scp) -> bool:
    """SCP-218 SCP-R10 Whether a Personnel of the player is assigned to secure it this turn."""
    job = Assignment("secure", scp.iid)
    return any(card.assignment == job for card in board.players[seat].play)


def _barred(board: Board, seat: int, job: Job) -> Refusal | None:
    """SCP-216 SCP-517 SCP-R97 Why a player can't assign anybody to this, or None."""
    if board.facts.jobs >= MOST_JOBS:
        return illegal("SCP-R97", f"you have given {MOST_JOBS} jobs this turn")
    if job in ("research", "destroy") and forbidden(board, seat, f"assign_{job}"):
        return illegal("SCP-216", f"a text forbids you to assign to {job}", "job")
    return None


def _refuse_person(board: Board, seat: int, card: Asset | None) -> Refusal | None:
    """SCP-217 SCP-442 Why this card can't be given any job, or None."""
    if card is None or card.owner != seat or not board.cards[card.cid].is_("personnel"):
        return illegal("SCP-217", "assign a Personnel that you control", "personnel")
    name = board.cards[card.cid].name
    if card.tapped or dying(board, card):
        rule, state = ("SCP-217", "tapped") if card.tapped else ("SCP-442", "Dying")
        return illegal(rule, f"{name} is {state} and cannot be assigned", "personnel")
    return None


def _refuse_for(board: Board, card: Asset, job: Job) -> Refusal | None:
    """SCP-218 SCP-517 Why a Personnel that can be given a job can't be given this one, or None."""
    name = board.cards[card.cid].name
    if unfit(board, card.iid, job):
        return illegal("SCP-517", f"{name} cannot be assigned to {job}", "personnel")
    if job == "research" and "research" not in skills(board, card):
        return illegal("SCP-218", f"{name} does not have the Research Skill", "personnel")
    return None


def templates(board: Board, seat: int) -> Iterator[Template]:
    """SCP-217 SCP-219 Jobs that can be given, or taken back."""
    people = [card for card in personnel(board, seat) if _refuse_person(board, seat, card) is None]
    for job in JOBS:
        if _barred(board, seat, job) is None:
            able = [card for card in people if _refuse_for(board, card, job) is None]
            yield from _to_job(board, seat, job, able)
    busy = tuple(card.iid for card in board.players[seat].play if card.assignment is not None)
    if busy:
        yield Template("unassign", {}, (Parameter("personnel", "card", busy),), "Take a job back", ("SCP-219",))


def _to_job(board: Board, seat: int, job: Job, able: list[Asset]) -> Iterator[Template]:
    """Personnel without it on any SCP; those that have it on one, together, on the others."""
    if job == "research":
        has_it = Assignment("research")
        free = tuple(card.iid for card in able if card.assignment != has_it)
        if free:
            people = Parameter("personnel", "card", free)
            yield Template("assign", {"job": job}, (people,), "Assign to research", ("SCP-218",))
        return
    scps = tuple(scp.iid for scp in board.scps if OBJECT[job](board, seat, scp) is None)
    by_scp: dict[str | None, list[str]] = {None: []}
    for card in able:
        has = card.assignment.scp if card.assignment and card.assignment.job == job else None
        by_scp.setdefault(has, []).append(card.iid)
    for has, iids in by_scp.items():
        fit = tuple(scp for scp in scps if scp != has)
        if iids and fit:
            named = (Parameter("personnel", "card", tuple(iids)), Parameter("scp", "card", fit))
            yield Template("assign", {"job": job}, named, f"Assign to {job}", ("SCP-218",))


def refuse(board: Board, seat: int, action: a.Assign) -> Refusal | None:
    """SCP-216 SCP-217 SCP-218 SCP-219 SCP-442 Why the job can't be given, or None."""
    card = board.asset(action.personnel)
    refused = _refuse_person(board, seat, card)
    if refused is not None or card is None:
        return refused
    refused = _refuse_for(board, card, action.job) or _barred(board, seat, action.job)
    if refused is not None:
        return refused
    if card.assignment == Assignment(action.job, action.scp):
        return illegal("SCP-219", f"{board.cards[card.cid].name} has that job", "personnel")
    if action.job == "research":
        return None if action.scp is None else illegal("SCP-218", "research is about no SCP", "scp")
    scp = board.scp(action.scp)
    if scp is None:
        return illegal("SCP-218", f"name the SCP to {action.job}", "scp")
    return OBJECT[action.job](board, seat, scp)


def assign(batch: Batch, seat: int, action: a.Assign) -> None:
    """SCP-217 SCP-219 SCP-R11 A new job replaces the old one."""
    give(batch, batch.board.asset(action.personnel), Assignment(action.job, action.scp))


def give(batch: Batch, card: Asset | None, job: Assignment) -> None:
    """The Personnel has this job now."""
    if card is not None and card.assignment != job:
        batch.emit(e.PersonnelAssigned(seat=card.owner, iid=card.iid, card=card.cid, assignment=job))


def refuse_unassign(state: State, seat: int, action: a.Unassign) -> Refusal:
    """SCP-219 Nobody else's job can be taken."""
    return illegal("SCP-219", "that is no Personnel of yours with a job", "personnel")


def unassign(batch: Batch, seat: int, action: a.Unassign) -> None:
    """SCP-219."""
    card = batch.board.asset(action.personnel)
    assert card is not None
    leaving.end_assignment(batch, card, "unassigned")


def end_jobs(batch: Batch, seat: int, *, defending: bool) -> None:
    """SCP-220 SCP-R12 Defenders are free when the Assignment Phase starts, all others at the end of the turn."""
    for card in list(batch.board.players[seat].play):
        job = card.assignment
        if job is not None and (job.job == "defend") == defending:
            leaving.end_assignment(batch, card, "phase" if defending else "turn")
