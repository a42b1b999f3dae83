"""Prompts and actions: for each what may be answered, why not, what by default, and who carries it out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from domain.games.scp import actions as a
from domain.games.scp import (
    assigning,
    attempts,
    attrition,
    building,
    complications,
    effect_prompts,
    missions,
    phase_triggers,
    playing,
    setup,
    turns,
)
from domain.games.scp import events as e
from domain.games.scp.board import Board, Phase
from domain.games.scp.definitions import Window
from domain.games.scp.frames import Attrition, CardChoice, CostChoice, Discard, Moment, Peek, PlayerChoice
from domain.games.scp.match import Batch, State
from domain.kernel.dispatch import ByType, by_type, on
from domain.kernel.frames import Frame, top
from domain.kernel.game import Action
from domain.kernel.prompts import Prompt, Template
from domain.kernel.refusal import Refusal, illegal

_ENDS: tuple[type[Action], ...] = (a.EndPhase, a.EndTurn)
_PLAYS: tuple[type[Action], ...] = (a.PlayEvent, a.UseAbility)
ANSWERS: Mapping[str, Sequence[type[Action]]] = {
    "bid": (a.Bid, a.Pass),
    "draw_phase": (a.DrawCards, a.CycleComplication, *_PLAYS, *_ENDS),
    "resupply_phase": (a.CashFinance, *_PLAYS, *_ENDS),
    "mission_phase": (a.PlayMission, *_PLAYS, *_ENDS),
    "assignment_phase": (a.Assign, a.Unassign, a.PlaceBuild, a.FundBuild, *_PLAYS, *_ENDS),
    "retrieval_phase": (a.BeginAttempt, *_ENDS),
    "research_phase": (a.DoResearch, a.BeginAttempt, *_ENDS),
    "maintenance_phase": (a.RemoveEscalation, a.Produce, a.RevealBuild, *_PLAYS, *_ENDS),
    "attempt_window": (*_PLAYS, a.Compare),
    "choose_trigger": (a.ChooseTrigger,),
    "optional_trigger": (a.ChooseTrigger, a.Pass),
    "complication_window": (a.PlayComplication, a.Pass),
    "response": (*_PLAYS, a.Pass),
    "defender_reply": (a.PlayComplication, a.PlayEvent, a.Pass),
    "attrition": (a.ChooseCard,),
    "choose": (a.ChooseCard, a.ChoosePlayer, a.Pass),
    "discard_choice": (a.DiscardCard,),
    "mission_success": (a.Accept, a.Decline),
    "peek_choice": (a.PutUnder,),
}
"""Prompts of the catalogue, and one for each phase that the active player ends (SCP-204)."""
UNASKED: Mapping[type[Action], tuple[str, str]] = {
    a.Bid: ("SCP-108", "it is not your turn to bid"),
    a.Pass: ("SCP-205", "nothing is asked of you that could be passed"),
    a.DrawCards: ("SCP-210", "cards are paid for in your own Draw Phase"),
    a.CycleComplication: ("SCP-922", "Complications are exchanged in the Draw Phase of solitaire"),
    a.CashFinance: ("SCP-213", "Finance Tokens are turned in in your own Resupply Phase"),
    a.PlayMission: ("SCP-215", "Missions are played in your own Mission Phase"),
    a.Assign: ("SCP-217", "Personnel are assigned in your own Assignment Phase"),
    a.Unassign: ("SCP-219", "assignments are changed in your own Assignment Phase"),
    a.PlaceBuild: ("SCP-222", "cards are placed face down in your own Assignment Phase"),
    a.FundBuild: ("SCP-223", "Resources are moved in your own Assignment Phase"),
    a.BeginAttempt: ("SCP-401", "attempts begin in your own Retrieval and Research Phases"),
    a.Compare: ("SCP-407", "no attempt of yours waits to be compared"),
    a.DoResearch: ("SCP-228", "SCPs are revealed in your own Research Phase"),
    a.RemoveEscalation: ("SCP-230", "counters are removed in your own Maintenance Phase"),
    a.Produce: ("SCP-231", "Finance Tokens are placed in your own Maintenance Phase"),
    a.RevealBuild: ("SCP-232", "cards are revealed in your own Maintenance Phase"),
    a.PlayEvent: ("SCP-311", "no window is open to you in which an Event could be played"),
    a.UseAbility: ("SCP-311", "no window is open to you in which an ability could be used"),
    a.PlayComplication: ("SCP-426", "no Complication window is open to you"),
    a.ChooseTrigger: ("SCP-207", "no text waits for your choice"),
    a.ChooseCard: ("SCP-316", "you are not asked to choose a card"),
    a.ChoosePlayer: ("SCP-316", "you are not asked to choose a player"),
    a.DiscardCard: ("SCP-319", "you are not asked to choose a discard"),
    a.Accept: ("SCP-235", "no Mission of yours waits for this"),
    a.Decline: ("SCP-235", "no Mission of yours waits for this"),
    a.PutUnder: ("SCP-524", "you are not looking at the SCP deck"),
    a.EndPhase: ("SCP-204", "it is not your turn, or something else is asked first"),
    a.EndTurn: ("SCP-242", "it is not your turn, or something else is asked first"),
}
"""The rule that says who may do it and when."""
WINDOWS: Mapping[str, Window] = {
    **{f"{phase}_phase": "own_turn" for phase in turns.OPEN_TO_PLAY},
    "attempt_window": "attempt",
    "response": "response",
    "defender_reply": "defend",
}
"""SCP-311 The window that a prompt is."""
PHASE_OF: Mapping[str, Phase] = {f"{phase}_phase": phase for phase in turns.PLAYED}


def _pass(label: str, rule: str) -> Template:
    return Template("pass", {}, (), label, (rule,))


def _attempt_options(board: Board, seat: int) -> list[Template]:
    compare = Template("compare", {}, (), "Compare", ("SCP-407",))
    return [*playing.in_window(board, seat, "attempt"), compare]


def _choice_options(board: Board, frame: Frame) -> list[Template]:
    if isinstance(frame, PlayerChoice):
        return list(effect_prompts.player_templates(board, frame))
    return list(effect_prompts.card_templates(board, _card_choice(frame)))


def _card_choice(frame: Frame) -> CardChoice | CostChoice:
    assert isinstance(frame, CardChoice | CostChoice)
    return frame


OPTIONS: Mapping[str, Callable[[Board, Sequence[Frame], int], list[Template]]] = {
    "bid": lambda board, frames, seat: list(setup.templates(board, seat)),
    "attempt_window": lambda board, frames, seat: _attempt_options(board, seat),
    "choose_trigger": lambda board, frames, seat: list(phase_triggers.templates(board, top(frames, Moment), seat)),
    "optional_trigger": lambda board, frames, seat: list(phase_triggers.templates(board, top(frames, Moment), seat)),
    "complication_window": lambda board, frames, seat: [
        *complications.templates(board, seat),
        _pass("Play no Complication", "SCP-426"),
    ],
    "response": lambda board, frames, seat: [
        *playing.in_window(board, seat, "response"),
        _pass("Let it happen", "SCP-429"),
    ],
    "defender_reply": lambda board, frames, seat: [
        *complications.templates(board, seat, reply=True),
        *playing.events_in(board, seat, "defend"),
        _pass("Play nothing", "SCP-413"),
    ],
    "attrition": lambda board, frames, seat: list(attrition.templates(board, top(frames, Attrition))),
    "choose": lambda board, frames, seat: _choice_options(board, frames[-1]),
    "discard_choice": lambda board, frames, seat: list(effect_prompts.discard_templates(board, top(frames, Discard))),
    "mission_success": lambda board, frames, seat: [
        Template("accept", {}, (), "Resolve the Success text", ("SCP-235",)),
        Template("decline", {}, (), "Leave it", ("SCP-235",)),
    ],
    "peek_choice": lambda board, frames, seat: list(effect_prompts.peek_templates(board, top(frames, Peek))),
}


def options(state: State, prompt: Prompt) -> list[Template]:
    """The legal answers."""
    phase = PHASE_OF.get(prompt.kind)
    if phase is not None:
        return list(turns.templates(state.board, prompt.seat, phase))
    return OPTIONS[prompt.kind](state.board, state.frames, prompt.seat)


REFUSE: ByType[Board, int, Refusal | None] = by_type(
    on(a.Bid, setup.refuse_bid),
    on(a.DrawCards, turns.refuse_draw),
    on(a.CycleComplication, turns.refuse_cycle),
    on(a.CashFinance, turns.refuse_cash),
    on(a.PlayMission, missions.refuse),
    on(a.Assign, assigning.refuse),
    on(a.Unassign, assigning.refuse_unassign),
    on(a.PlaceBuild, building.refuse_place),
    on(a.FundBuild, building.refuse_fund),
    on(a.DoResearch, lambda board, seat, action: turns.refuse_research(board, seat)),
    on(a.RemoveEscalation, turns.refuse_remove),
    on(a.Produce, lambda board, seat, action: turns.refuse_produce(board, seat, action.finance)),
    on(a.RevealBuild, building.refuse_reveal),
)


def refuse(state: State, prompt: Prompt, action: Action) -> Refusal | None:
    """Why an answer is not legal, or None."""
    board, seat = state.board, prompt.seat
    match action:
        case a.PlayEvent():
            return playing.refuse_event(board, seat, WINDOWS[prompt.kind], action)
        case a.UseAbility():
            return playing.refuse_ability(board, seat, WINDOWS[prompt.kind], action)
        case a.PlayComplication():
            return complications.refuse(board, seat, action, reply=prompt.kind == "defender_reply")
        case a.BeginAttempt():
            return turns.refuse_attempt(board, seat, action, PHASE_OF[prompt.kind])
        case a.ChooseTrigger() | a.ChooseCard() | a.ChoosePlayer() | a.DiscardCard() | a.PutUnder() | a.Pass():
            return _refuse_answer(state, prompt, action)
    test = REFUSE.get(type(action))
    return None if test is None else test(board, seat, action)


def _refuse_answer(state: State, prompt: Prompt, action: Action) -> Refusal | None:
    """An answer to a question in the middle of something."""
    board, seat = state.board, prompt.seat
    match action, state.frames[-1]:
        case a.ChooseTrigger() as answer, Moment() as frame:
            refused = phase_triggers.refuse(frame, seat, answer)
        case a.ChooseCard() as answer, Attrition() as frame:
            refused = attrition.refuse(board, frame, answer.card)
        case a.ChooseCard() as answer, (CardChoice() | CostChoice()) as frame:
            refused = effect_prompts.refuse_card(board, frame, answer)
        case a.ChoosePlayer() as answer, PlayerChoice() as frame:
            refused = effect_prompts.refuse_player(board, frame, answer)
        case a.DiscardCard() as answer, Discard() as frame:
            refused = effect_prompts.refuse_discard(board, frame, answer)
        case a.PutUnder() as answer, Peek() as frame:
            refused = effect_prompts.refuse_peek(board, frame, answer)
        case a.Pass(), frame if prompt.kind != "choose" or (isinstance(frame, CardChoice) and frame.decline):
            refused = None
        case _:
            refused = illegal("SCP-316", "choose what is asked for")
    return refused


def refuse_unasked(state: State, seat: int, action: Action) -> Refusal:
    """SCP-205 SCP-428 Nobody acts without a prompt; the rule says who may do this and when."""
    if isinstance(action, a.PlayComplication) and state.board.active == seat:
        return illegal("SCP-428", "Complications are played in the turns of others")
    return illegal(*UNASKED[type(action)])


DEFAULTS: Mapping[str, Action] = {
    "bid": a.Pass(),
    "attempt_window": a.Compare(),
    "optional_trigger": a.Pass(),
    "complication_window": a.Pass(),
    "response": a.Pass(),
    "defender_reply": a.Pass(),
    "mission_success": a.Accept(),
    "peek_choice": a.PutUnder(()),
    **{f"{phase}_phase": a.EndPhase() for phase in turns.PLAYED},
}


def default(state: State, prompt: Prompt) -> Action:
    """SCP-808 SCP-R58 The default of the table of prompts."""
    board = state.board
    match prompt.kind, state.frames[-1]:
        case "choose_trigger", Moment() as frame:
            return phase_triggers.first(frame, prompt.seat)
        case "attrition", Attrition() as frame:
            return a.ChooseCard(attrition.default(board, frame))
        case "choose", PlayerChoice():
            return a.ChoosePlayer(min(board.others(prompt.seat)))
        case "choose", frame:
            return a.ChooseCard(effect_prompts.offered(board, _card_choice(frame))[0])
        case "discard_choice", Discard() as frame:
            return a.DiscardCard(effect_prompts.discard_options(board, frame)[0])
    return DEFAULTS[prompt.kind]


OF_ATTEMPT = ("complication_window", "response", "defender_reply")
"""SCP-407 Questions to others in an attempt, each once."""


def _window_passed(window: e.Window) -> Callable[[Batch, int], None]:
    return lambda batch, seat: batch.emit(e.WindowPassed(seat=seat, window=window))


PASSED: Mapping[str, Callable[[Batch, int], None]] = {
    "bid": setup.pass_bid,
    "optional_trigger": phase_triggers.pass_all,
    "complication_window": _window_passed("complication"),
    "response": _window_passed("response"),
    "defender_reply": _window_passed("reply"),
    "choose": lambda batch, seat: effect_prompts.choose_card(batch, ()),
}


def _choose_card(batch: Batch, prompt: Prompt, action: a.ChooseCard) -> None:
    if prompt.kind == "attrition":
        attrition.choose(batch, action.card)
    else:
        effect_prompts.choose_card(batch, (action.card,))


PERFORM: ByType[Batch, Prompt, None] = by_type(
    on(a.Bid, lambda batch, prompt, action: setup.bid(batch, prompt.seat, action)),
    on(a.Pass, lambda batch, prompt, action: PASSED[prompt.kind](batch, prompt.seat)),
    on(a.DrawCards, lambda batch, prompt, action: turns.draw_cards(batch, prompt.seat, action)),
    on(a.CycleComplication, lambda batch, prompt, action: turns.cycle(batch, prompt.seat, action)),
    on(a.CashFinance, lambda batch, prompt, action: turns.cash(batch, prompt.seat, action)),
    on(a.PlayMission, lambda batch, prompt, action: missions.play(batch, prompt.seat, action)),
    on(a.Assign, lambda batch, prompt, action: assigning.assign(batch, prompt.seat, action)),
    on(a.Unassign, lambda batch, prompt, action: assigning.unassign(batch, prompt.seat, action)),
    on(a.PlaceBuild, lambda batch, prompt, action: building.place(batch, prompt.seat, action)),
    on(a.FundBuild, lambda batch, prompt, action: building.fund(batch, prompt.seat, action)),
    on(a.BeginAttempt, lambda batch, prompt, action: attempts.begin(batch, prompt.seat, action)),
    on(a.Compare, lambda batch, prompt, action: attempts.compare(batch)),
    on(a.DoResearch, lambda batch, prompt, action: turns.do_research(batch, prompt.seat)),
    on(a.RemoveEscalation, lambda batch, prompt, action: turns.remove(batch, prompt.seat, action)),
    on(a.Produce, lambda batch, prompt, action: turns.produce(batch, prompt.seat, action)),
    on(a.RevealBuild, lambda batch, prompt, action: turns.reveal(batch, prompt.seat, action)),
    on(a.PlayEvent, lambda batch, prompt, action: playing.play_event(batch, prompt.seat, action)),
    on(a.PlayComplication, lambda batch, prompt, action: complications.play(batch, prompt.seat, action)),
    on(a.UseAbility, lambda batch, prompt, action: playing.use_ability(batch, prompt.seat, action)),
    on(a.ChooseTrigger, lambda batch, prompt, action: phase_triggers.choose(batch, prompt.seat, action)),
    on(a.ChooseCard, _choose_card),
    on(a.ChoosePlayer, lambda batch, prompt, action: effect_prompts.choose_player(batch, action)),
    on(a.DiscardCard, lambda batch, prompt, action: effect_prompts.discard(batch, action)),
    on(a.PutUnder, lambda batch, prompt, action: effect_prompts.put_under(batch, prompt.seat, action)),
    on(a.Accept, lambda batch, prompt, action: missions.answer(batch, prompt.seat, accepted=True)),
    on(a.Decline, lambda batch, prompt, action: missions.answer(batch, prompt.seat, accepted=False)),
    on(a.EndPhase, lambda batch, prompt, action: turns.end_phase(batch)),
    on(a.EndTurn, lambda batch, prompt, action: turns.end_phase(batch, hurry=True)),
)


def perform(batch: Batch, prompt: Prompt, action: Action) -> None:
    """Carry out an answer."""
    if prompt.kind in OF_ATTEMPT:
        attempts.answered(batch, prompt.seat)
    PERFORM[type(action)](batch, prompt, action)
