"""Attempts to secure, raid, contain and destroy: the seven steps and what follows (SCP-401 to SCP-425, SCP-445)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from msgspec.structs import replace

from domain.games.scp import actions as a
from domain.games.scp import events as e
from domain.games.scp.board import Asset, Assignment, Attempt, Board, Job, Scp
from domain.games.scp.definitions import Kind
from domain.games.scp.frames import Announced, Attrition, Escalate, InAttempt, Triggers
from domain.games.scp.match import Batch
from domain.games.scp.naming import called
from domain.games.scp.rules import containment, continuous, leaving, triggers
from domain.kernel.prompts import Template
from domain.kernel.refusal import Refusal, illegal

CONTAIN_STEP, DESTROY_STEP = 1, 2
"""SCP-227 Steps 8b and 8c."""


# Beginning


def kind_of(board: Board, seat: int, scp: Scp, job: Job) -> Kind | None:
    """SCP-401 SCP-420 SCP-903 The attempt that this job would be now, or None."""
    own = scp.controller == seat
    if job == "secure" and not own:
        return "secure" if scp.status == "unsecured" else "raid"
    if job == "contain" and own and scp.status == "secured":
        return "contain"
    if job == "destroy" and own and scp.status == "contained" and not continuous.indestructible(board, scp):
        return "destroy"
    return None


def group(board: Board, seat: int, scp: str, job: Job) -> list[Asset]:
    """SCP-402 The untapped Personnel that are assigned to it."""
    wanted = Assignment(job, scp)
    return [card for card in continuous.personnel(board, seat) if card.assignment == wanted and not card.tapped]


def _jobs(board: Board) -> tuple[Job, ...]:
    """SCP-401 SCP-R14 Attempts to secure begin in the Retrieval Phase, the others in the Research Phase."""
    return ("secure",) if board.phase_name == "retrieval" else ("contain", "destroy")


def templates(board: Board, seat: int) -> Iterator[Template]:
    """SCP-225 SCP-227 SCP-402 The attempts that can begin."""
    for scp in board.scps:
        for job in _jobs(board):
            if refuse(board, seat, a.BeginAttempt(scp.iid, job)) is None:
                label = f"Begin to {job} {called(board, scp.iid)}"
                yield Template("begin_attempt", {"scp": scp.iid, "job": job}, (), label, ("SCP-402",))


def refuse(board: Board, seat: int, action: a.BeginAttempt) -> Refusal | None:
    """SCP-401 SCP-402 SCP-420 Why this attempt can't begin, or None."""
    scp = board.scp(action.scp)
    if scp is None:
        return illegal("SCP-402", "that is no SCP in play", "scp")
    if action.job not in _jobs(board):
        return illegal("SCP-401", f"a {action.job} attempt begins in another phase", "job")
    kind = kind_of(board, seat, scp, action.job)
    if kind is None:
        rule = {"contain": "SCP-420", "destroy": "SCP-218"}.get(action.job, "SCP-402")
        return illegal(
            rule, f"{board.cards[scp.cid].name} cannot be the object of a {action.job} attempt of yours now", "scp"
        )
    if not group(board, seat, scp.iid, action.job):
        return illegal("SCP-402", "no untapped Personnel is assigned to it", "scp")
    return _too_late(board, seat, kind)


def _too_late(board: Board, seat: int, kind: Kind) -> Refusal | None:
    """SCP-225 SCP-227 SCP-517 Why an attempt of this kind can't begin any more, or not this turn, or None."""
    if kind == "secure" and board.facts.raided:
        return illegal("SCP-225", "once a raid has begun, no attempt on an Unsecured SCP begins", "scp")
    if kind == "raid" and continuous.forbidden(board, seat, "raid"):
        return illegal("SCP-517", "a text forbids you to begin raids", "scp")
    if kind == "contain" and board.facts.step > CONTAIN_STEP:
        return illegal("SCP-227", "destroy attempts have begun: the step to contain is over", "job")
    return None


def begin(batch: Batch, seat: int, action: a.BeginAttempt) -> None:
    """SCP-402 SCP-407 Step 1: the group becomes tapped."""
    board = batch.board
    scp = board.scp(action.scp)
    assert scp is not None
    kind = kind_of(board, seat, scp, action.job)
    assert kind is not None
    close_steps(batch, seat, {"contain": CONTAIN_STEP, "destroy": DESTROY_STEP}.get(kind, 0))
    members = tuple(card.iid for card in group(board, seat, scp.iid, action.job))
    defender = scp.controller if kind == "raid" else None
    found = () if defender is None else tuple(card.iid for card in board.defending(defender, scp.iid))
    event = e.AttemptBegun(
        seat=seat, kind=kind, scp=scp.iid, card=scp.cid, members=members, defender=defender, defenders=found
    )
    batch.emit(event)
    batch.push(InAttempt())


def close_steps(batch: Batch, seat: int, step: int) -> None:
    """SCP-227 SCP-230 An action of a later step closes the earlier ones."""
    if step > batch.board.facts.step:
        batch.emit(e.StepStarted(seat=seat, step=step))


# The steps


def step_attempt(batch: Batch, frame: InAttempt) -> None:
    """SCP-407 SCP-445 The next step; what was called off or has lost its object ends at once."""
    attempt = batch.board.attempt
    assert attempt is not None
    if frame.stage not in ("after", "end") and attempt.outcome is not None:
        frame = replace(frame, stage="end")
    STAGES[frame.stage](batch, frame, attempt)


def _complications(batch: Batch, frame: InAttempt, attempt: Attempt) -> None:
    """SCP-407 SCP-422 SCP-426 SCP-922 SCP-R61 SCP-R64 SCP-R105 Step 2: ask each other player with cards, once round."""
    board = batch.board
    others = [seat for seat in board.others(attempt.active) if seat not in frame.asked]
    place = next((place for place, seat in enumerate(others) if board.players[seat].hand.size), None)
    if place is not None and attempt.kind != "destroy":
        passed_over = others[:place] if batch.state.goes_by("1.1") else ()
        batch.ask_for(replace(frame, asked=(*frame.asked, *passed_over)), others[place], "complication_window")
    else:
        batch.push(replace(frame, stage="events"))


def _events(batch: Batch, frame: InAttempt, attempt: Attempt) -> None:
    """SCP-320 SCP-407 Step 3: the active player plays any number of Events and abilities."""
    batch.ask_for(frame, attempt.active, "attempt_window")


def compare(batch: Batch, seat: int, action: a.Compare) -> None:
    """SCP-320 SCP-407 The window is closed."""
    frame = batch.answered(InAttempt)
    batch.push(replace(frame, stage="reply"))


def _reply(batch: Batch, frame: InAttempt, attempt: Attempt) -> None:
    """SCP-407 SCP-413 SCP-R65 Step 4: the defender of a raid, with cards in hand, may play one."""
    defender = attempt.defender
    if defender is not None and batch.board.players[defender].hand.size:
        batch.ask_for(frame, defender, "defender_reply")
    else:
        batch.push(replace(frame, stage="compare"))


def answered(batch: Batch, seat: int) -> e.Window:
    """SCP-413 SCP-426 SCP-429 Ask each once; until the answer the prompt stands, whoever leaves meanwhile."""
    frame = batch.frames.pop()
    match frame:
        case Announced():
            batch.frames.append(replace(frame, answered=True))
            return "response"
        case InAttempt(stage="reply"):
            batch.frames.append(replace(frame, stage="compare"))
            return "reply"
    assert isinstance(frame, InAttempt)
    batch.frames.append(replace(frame, asked=(*frame.asked, seat)))
    return "complication"


def pass_window(batch: Batch, seat: int, action: a.Pass) -> None:
    """SCP-413 SCP-426 SCP-429 Nothing is played."""
    batch.emit(e.WindowPassed(seat=seat, window=answered(batch, seat)))


def _compare(batch: Batch, frame: InAttempt, attempt: Attempt) -> None:
    """SCP-407 SCP-411 SCP-419 SCP-424 Step 5: the values of this moment."""
    board = batch.board
    if not _fits(board, attempt):
        batch.emit(e.AttemptVoid(seat=attempt.active, scp=attempt.scp, card=attempt.card))
        batch.push(replace(frame, stage="end"))
        return
    total, needed, able = (
        continuous.group_total(board, attempt),
        continuous.requirement(board, attempt),
        continuous.has_skills(board, attempt),
    )
    members = board.members()
    had = dict.fromkeys(icon for card in members for icon in continuous.icons(board, card))
    event = e.AttemptCompared(
        seat=attempt.active,
        kind=attempt.kind,
        scp=attempt.scp,
        card=attempt.card,
        group_total=total,
        requirement=needed,
        skills_met=able,
        outcome=_outcome(attempt.kind, total, needed, able=able),
        members=tuple(card.iid for card in members),
        defenders=tuple(card.iid for card in board.defenders()),
        icons=tuple(had),
    )
    batch.emit(event)
    batch.push(replace(frame, stage="after"))


def _fits(board: Board, attempt: Attempt) -> bool:
    """SCP-424 SCP-R37 Whether the SCP is still what the attempt is about."""
    scp = board.scp(attempt.scp)
    if scp is None:
        return False
    match attempt.kind:
        case "secure":
            return scp.status == "unsecured"
        case "raid":
            return scp.status != "unsecured" and scp.controller == attempt.defender
        case "contain":
            return scp.status == "secured" and scp.controller == attempt.active
    return scp.status == "contained" and scp.controller == attempt.active


def _outcome(kind: Kind, total: int, needed: int, *, able: bool) -> e.Compared:
    """SCP-408 SCP-416 SCP-421 SCP-423 SCP-424 SCP-R36 The result of the comparison."""
    if not able:
        return "failure"
    if kind == "destroy":
        return "success" if total > needed else "equal" if total == needed else "failure"
    return "success" if total >= needed else "failure"


def _after(batch: Batch, frame: InAttempt, attempt: Attempt) -> None:
    """SCP-407 Steps 6 and 7: consequences, and what they trigger when they are done."""
    batch.push(Triggers((), open=True), replace(frame, stage="end"))
    scp = batch.board.scp(attempt.scp)
    assert scp is not None
    follow = CONSEQUENCES.get((attempt.kind, attempt.outcome or ""))
    if follow is not None:
        follow(batch, attempt, scp)
    if attempt.outcome == "failure":
        still = batch.board.scp(scp.iid)
        if still is not None:
            triggers.of_scp(batch, still, "attempt_failed")


def _end(batch: Batch, frame: InAttempt, attempt: Attempt) -> None:
    """SCP-425 SCP-515 It is over; members stay tapped."""
    batch.emit(e.AttemptEnded(seat=attempt.active, scp=attempt.scp))
    over = tuple(effect.number for effect in batch.board.lasting if effect.until == "this_attempt")
    if over:
        batch.emit(e.EffectsEnded(numbers=over, reason="attempt"))


STAGES: Mapping[str, Callable[[Batch, InAttempt, Attempt], None]] = {
    "complications": _complications,
    "events": _events,
    "reply": _reply,
    "compare": _compare,
    "after": _after,
    "end": _end,
}


def call_off(batch: Batch, cause: str) -> None:
    """SCP-445 SCP-R37 Nothing is compared, there are no consequences."""
    attempt = batch.board.attempt
    if attempt is not None and attempt.outcome is None:
        batch.emit(e.AttemptCalledOff(seat=attempt.active, scp=attempt.scp, card=attempt.card, cause=cause))


# Consequences


def _secured(batch: Batch, attempt: Attempt, scp: Scp) -> None:
    """SCP-409 The SCP is the active player's, with its counters; then Attrition equal to them."""
    containment.set_status(batch, scp, "secured", attempt.active, "SCP-409", by_attempt=True)
    triggers.of_player(batch, attempt.active, "you_secure")
    batch.push(Attrition(attempt.active, scp.counters, "SCP-409"))


def _not_secured(batch: Batch, attempt: Attempt, scp: Scp) -> None:
    """SCP-410 Attrition equal to the EV, then 1 counter."""
    due = Attrition(attempt.active, batch.board.cards[scp.cid].escalation, "SCP-410")
    batch.push(due, Escalate(scp.iid, 1, "SCP-410"))


def _raided(batch: Batch, attempt: Attempt, scp: Scp) -> None:
    """SCP-416 SCP-419 The SCP changes hands, not Contained; then both suffer Attrition, the attacker first."""
    members, defenders = attempt.sizes
    assert attempt.defender is not None
    containment.set_status(batch, scp, "secured", attempt.active, "SCP-416", by_attempt=True)
    triggers.of_player(batch, attempt.active, "you_secure")
    batch.push(
        Attrition(attempt.active, defenders + scp.counters, "SCP-416"),
        Attrition(attempt.defender, batch.board.cards[scp.cid].escalation + members, "SCP-416"),
    )


def _beaten_off(batch: Batch, attempt: Attempt, scp: Scp) -> None:
    """SCP-417 SCP-418 SCP-440 SCP-512 SCP-R34 SCP-R94 Members and their Gear go; Attrition; 1 counter, breach."""
    members = batch.board.members()
    assert attempt.defender is not None
    worn = [gear for person in members for gear in continuous.attached(batch.board, person.iid)]
    for card in [*worn, *members]:
        if not continuous.attrition_immune(batch.board, card):
            leaving.destroy(batch, card, "SCP-417")
    batch.push(Attrition(attempt.defender, attempt.sizes[0], "SCP-417"), Escalate(scp.iid, 1, "SCP-417", breach=True))


def _contained(batch: Batch, attempt: Attempt, scp: Scp) -> None:
    """SCP-421 SCP-R35 The SCP becomes Contained and keeps its counters."""
    containment.set_status(batch, scp, "contained", attempt.active, "SCP-421", by_attempt=True)


def _destroyed(batch: Batch, attempt: Attempt, scp: Scp) -> None:
    """SCP-423 The SCP is destroyed and credited to the active player."""
    containment.destroy(batch, scp, attempt.active, "SCP-423")
    triggers.of_player(batch, attempt.active, "you_destroy")


def _not_destroyed(batch: Batch, attempt: Attempt, scp: Scp) -> None:
    """SCP-423 1 counter, and every member is Wounded."""
    containment.add_counters(batch, scp.iid, 1, "SCP-423")
    for card in batch.board.members():
        leaving.wound(batch, card, 1, "SCP-423")


CONSEQUENCES: Mapping[tuple[str, str], Callable[[Batch, Attempt, Scp], None]] = {
    ("secure", "success"): _secured,
    ("secure", "failure"): _not_secured,
    ("raid", "success"): _raided,
    ("raid", "failure"): _beaten_off,
    ("contain", "success"): _contained,
    ("destroy", "success"): _destroyed,
    ("destroy", "failure"): _not_destroyed,
}
"""Step 6 by the kind of the attempt and what it came to; nothing happens in all other cases."""
