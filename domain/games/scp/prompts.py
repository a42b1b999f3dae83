"""Questions: for each kind of prompt what may be answered, why not, what by default, and who carries it out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TypeVar

from domain.games.scp import actions as a
from domain.games.scp.board import Phase
from domain.games.scp.frames import Announced, Attrition, CardChoice, CostChoice, Discard
from domain.games.scp.match import ATTEMPT, Batch, State
from domain.games.scp.rules import (
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
from domain.kernel.actions import Action
from domain.kernel.dispatch import ByType, Case, always, by_type, on
from domain.kernel.frames import top
from domain.kernel.prompts import Template
from domain.kernel.questions import Question, of_board, questions_of
from domain.kernel.refusal import Refusal, illegal
from domain.kernel.sentences import p

A = TypeVar("A", bound=Action)


def _attempted(state: State, seat: int) -> str:
    """The player of the attempt, for everybody asked in it."""
    attempt = state.board.attempt
    assert attempt is not None
    return f"the attempt of {p(attempt.active)} to {attempt.kind} {state.board.cards[attempt.card].name}"


def _asks_complication(state: State, seat: int) -> str:
    return f"Play a Complication in {_attempted(state, seat)}, or none"


def _asks_reply(state: State, seat: int) -> str:
    return f"Reply to {_attempted(state, seat)}, or play nothing"


def _asks_response(state: State, seat: int) -> str:
    cid = top(state.frames, Announced).env.cid
    return f"Respond to {state.board.cards[cid].name}, or let it happen"


def _announced(state: State, seat: int) -> str | None:
    """SCP-429 The Complication that waits."""
    return top(state.frames, Announced).env.iid


def _asks_attrition(state: State, seat: int) -> str:
    frame = top(state.frames, Attrition)
    return f"Choose a card to pay Attrition: {frame.n - frame.paid} more"


def _mission(state: State, seat: int) -> str | None:
    mission = state.board.players[seat].mission
    return None if mission is None else mission.iid


def _of_text(state: State, seat: int) -> str | None:
    """SCP-316 The card in play whose text asks."""
    return effect_prompts.text_asking(state.board, top(state.frames, CardChoice).then.env)


def _of_cost(state: State, seat: int) -> str | None:
    """SCP-301 The card in play that is used."""
    return effect_prompts.text_asking(state.board, top(state.frames, CostChoice).then.env)


def _pass(label: str, rule: str) -> Template:
    return Template("pass", {}, (), label, (rule,))


def _attempt(state: State, seat: int) -> list[Template]:
    compare = Template("compare", {}, (), "Compare", ("SCP-407",))
    return [*playing.in_window(state.board, seat, "attempt"), compare]


def _reply(state: State, seat: int) -> list[Template]:
    events = playing.events_in(state.board, seat, "defend")
    return [*complications.templates(state, seat), *events, _pass("Play nothing", "SCP-413")]


def _once(answer: Callable[[Batch, int, A], None]) -> Callable[[Batch, int, A], None]:
    """SCP-407 The answer to a question that others are asked once in an attempt."""

    def answered(batch: Batch, seat: int, action: A) -> None:
        attempts.answered(batch, seat)
        answer(batch, seat, action)

    return answered


WHY: ByType[State, int, Refusal | None] = by_type(
    on(a.Bid, of_board(setup.refuse_bid)),
    on(a.DrawCards, of_board(turns.refuse_draw)),
    on(a.CycleComplication, of_board(turns.refuse_cycle)),
    on(a.CashFinance, of_board(turns.refuse_cash)),
    on(a.PlayMission, of_board(missions.refuse)),
    on(a.Assign, of_board(assigning.refuse)),
    on(a.Unassign, assigning.refuse_unassign),
    on(a.PlaceBuild, of_board(building.refuse_place)),
    on(a.FundBuild, of_board(building.refuse_fund)),
    on(a.BeginAttempt, of_board(attempts.refuse)),
    on(a.DoResearch, of_board(turns.refuse_research)),
    on(a.RemoveEscalation, of_board(turns.refuse_remove)),
    on(a.Produce, of_board(turns.refuse_produce)),
    on(a.RevealBuild, of_board(building.refuse_reveal)),
    on(a.PlayEvent, playing.refuse_event),
    on(a.UseAbility, playing.refuse_ability),
    on(a.PlayComplication, complications.refuse),
    on(a.ChooseCard, of_board(attrition.refuse)),
)
PLAYS = (on(a.PlayEvent, playing.play_event), on(a.UseAbility, playing.use_ability))
ENDS = (on(a.EndPhase, turns.end_phase), on(a.EndTurn, turns.end_phase))
BEGIN = on(a.BeginAttempt, attempts.begin)
TO_DO: Mapping[Phase, str] = {
    "draw": "pay for cards",
    "resupply": "turn in Finance Tokens",
    "mission": "play a Mission",
    "assignment": "give jobs, place and fund cards",
    "retrieval": "begin attempts to secure",
    "research": "reveal an SCP, begin attempts",
    "maintenance": "calm SCPs, produce, reveal cards",
}
"""The purpose of each phase that the active player ends."""
ACTS: Mapping[Phase, tuple[Case[Batch, int, None], ...]] = {
    "draw": (on(a.DrawCards, turns.draw_cards), on(a.CycleComplication, turns.cycle)),
    "resupply": (on(a.CashFinance, turns.cash),),
    "mission": (on(a.PlayMission, missions.play),),
    "assignment": (
        on(a.Assign, assigning.assign),
        on(a.Unassign, assigning.unassign),
        on(a.PlaceBuild, building.place),
        on(a.FundBuild, building.fund),
    ),
    "retrieval": (BEGIN,),
    "research": (on(a.DoResearch, turns.do_research), BEGIN),
    "maintenance": (
        on(a.RemoveEscalation, turns.remove),
        on(a.Produce, turns.produce),
        on(a.RevealBuild, turns.reveal),
    ),
}
"""The acts of the active player in one phase alone."""


def _phase(phase: Phase) -> Question:
    """SCP-203 SCP-204 SCP-311 A phase that the active player ends."""
    plays = PLAYS if phase in turns.OPEN_TO_PLAY else ()
    return Question(
        kind=f"{phase}_phase",
        text=f"{phase.capitalize()} Phase: {TO_DO[phase]}, or end it",
        rule="SCP-204",
        secrecy="options",
        options=of_board(turns.templates),
        answers=by_type(*ACTS[phase], *plays, *ENDS),
        why=WHY,
        default=always(a.EndPhase()),
    )


QUESTIONS = questions_of(
    Question(
        kind="bid",
        rule="SCP-108",
        text="Bid cards of the deck for the first turn, or pass",
        options=of_board(setup.templates),
        answers=by_type(on(a.Bid, setup.bid), on(a.Pass, setup.pass_bid)),
        why=WHY,
        default=always(a.Pass()),
    ),
    *(_phase(phase) for phase in turns.PLAYED),
    Question(
        kind="choose_trigger",
        rule="SCP-207",
        text="Choose the text that happens next",
        secrecy="options",
        options=phase_triggers.templates,
        answers=by_type(on(a.ChooseTrigger, phase_triggers.choose)),
        default=phase_triggers.first,
    ),
    Question(
        kind="optional_trigger",
        rule="SCP-208",
        text="Use a text that may be used now, or none",
        secrecy="options",
        options=phase_triggers.templates,
        answers=by_type(on(a.ChooseTrigger, phase_triggers.choose), on(a.Pass, phase_triggers.pass_all)),
        default=always(a.Pass()),
    ),
    Question(
        kind="complication_window",
        rule="SCP-426",
        text="Play a Complication in this attempt, or none",
        asks=_asks_complication,
        about=always(ATTEMPT),
        secrecy="options",
        options=lambda state, seat: [*complications.templates(state, seat), _pass("Play no Complication", "SCP-426")],
        answers=by_type(on(a.PlayComplication, _once(complications.play)), on(a.Pass, attempts.pass_window)),
        why=WHY,
        default=always(a.Pass()),
    ),
    Question(
        kind="attempt_window",
        rule="SCP-407",
        text="Play Events and use abilities, then compare",
        about=always(ATTEMPT),
        secrecy="options",
        options=_attempt,
        answers=by_type(*PLAYS, on(a.Compare, attempts.compare)),
        why=WHY,
        default=always(a.Compare()),
    ),
    Question(
        kind="response",
        rule="SCP-429",
        text="Respond to the Complication, or let it happen",
        asks=_asks_response,
        about=_announced,
        secrecy="options",
        options=lambda state, seat: [
            *playing.in_window(state.board, seat, "response"),
            _pass("Let it happen", "SCP-429"),
        ],
        answers=by_type(
            on(a.PlayEvent, _once(playing.play_event)),
            on(a.UseAbility, _once(playing.use_ability)),
            on(a.Pass, attempts.pass_window),
        ),
        why=WHY,
        default=always(a.Pass()),
    ),
    Question(
        kind="defender_reply",
        rule="SCP-413",
        text="Reply to the raid, or play nothing",
        asks=_asks_reply,
        about=always(ATTEMPT),
        secrecy="options",
        options=_reply,
        answers=by_type(
            on(a.PlayComplication, _once(complications.play)),
            on(a.PlayEvent, _once(playing.play_event)),
            on(a.Pass, attempts.pass_window),
        ),
        why=WHY,
        default=always(a.Pass()),
    ),
    Question(
        kind="attrition",
        rule="SCP-434",
        text="Choose a card to pay Attrition",
        asks=_asks_attrition,
        options=attrition.templates,
        answers=by_type(on(a.ChooseCard, attrition.choose)),
        why=WHY,
        default=attrition.default,
    ),
    Question(
        kind="choose",
        rule="SCP-316",
        text="Choose a card for a text",
        asks=effect_prompts.asks_card,
        about=_of_text,
        frame=CardChoice,
        options=effect_prompts.card_templates,
        answers=by_type(on(a.ChooseCard, effect_prompts.choose_card), on(a.Pass, effect_prompts.choose_card)),
        default=effect_prompts.first_card,
    ),
    Question(
        kind="choose",
        rule="SCP-301",
        text="Choose a card to be destroyed as a cost",
        asks=effect_prompts.asks_cost,
        about=_of_cost,
        frame=CostChoice,
        options=effect_prompts.cost_templates,
        answers=by_type(on(a.ChooseCard, effect_prompts.choose_cost)),
        why=dict.fromkeys((a.ChoosePlayer, a.Pass), lambda *_: illegal("SCP-316", "choose what is asked for")),
        default=effect_prompts.first_cost,
    ),
    Question(
        kind="mission_success",
        rule="SCP-235",
        text="Resolve the Success text of the Mission, or leave it",
        about=_mission,
        options=missions.success_templates,
        answers=by_type(on(a.Accept, missions.answer), on(a.Decline, missions.answer)),
        default=always(a.Accept()),
    ),
    Question(
        kind="discard_choice",
        rule="SCP-319",
        text="Choose a card of a hand to be discarded",
        asks=effect_prompts.asks_discard,
        frame=Discard,
        secrecy="options",
        options=effect_prompts.discard_templates,
        answers=by_type(on(a.DiscardCard, effect_prompts.discard)),
        default=effect_prompts.first_discard,
    ),
    *(choice.question for choice in effect_prompts.CHOICES),
)
"""SCP-808 SCP-R58 Prompts of the catalogue, and one for each phase that the active player ends (SCP-204)."""


def refuse_unasked(state: State, seat: int, action: Action) -> Refusal:
    """SCP-205 SCP-428 Nobody acts without a prompt; the rule says who may do this and when."""
    if isinstance(action, a.PlayComplication) and state.board.active == seat:
        return illegal("SCP-428", "Complications are played in the turns of others")
    return illegal(*a.UNASKED[type(action)])


def plays(state: State, seat: int) -> Iterator[tuple[str, Action]]:
    """SCP-222 SCP-303 SCP-310 SCP-426 Each card of the hand, by each of its types."""
    board = state.board
    for iid, cid in board.players[seat].hand.known.items():
        printed = board.cards[cid]
        for type_ in printed.types:
            match type_:
                case "event":
                    yield iid, a.PlayEvent(iid)
                case "mission":
                    yield iid, a.PlayMission(iid)
                case "complication":
                    target = next(iter(complications.named(board, seat, printed)), "")
                    yield iid, a.PlayComplication(iid, target)
                case _:
                    yield iid, a.PlaceBuild(iid)
