"""SCP-CCG as a table of contents."""

from __future__ import annotations

from functools import partial

from domain.games.scp import balance, bot, loadouts, prompts, tables, unseen, views
from domain.games.scp import frames as f
from domain.games.scp.actions import UNASKED
from domain.games.scp.board import Board
from domain.games.scp.cardfiles import READER, core
from domain.games.scp.events import EVENTS
from domain.games.scp.invariants import invariants
from domain.games.scp.loadouts import Loadout, Options
from domain.games.scp.match import Batch, Progress
from domain.games.scp.names import NAMES
from domain.games.scp.rules import (
    attempts,
    attrition,
    complications,
    containment,
    costs,
    effect_prompts,
    effects,
    ending,
    leaving,
    missions,
    phase_triggers,
    playing,
    setup,
    triggers,
    turns,
)
from domain.games.scp.sentences import describe
from domain.kernel.dispatch import ByType, by_type, on
from domain.kernel.game import CardGame
from domain.kernel.loadouts import infos

STEPS: ByType[Batch, None] = by_type(
    on(f.Bidding, setup.step_bidding),
    on(f.Turn, turns.step_turn),
    on(f.Moment, phase_triggers.step_moment),
    on(f.Do, effects.DO.step),
    on(f.Text, triggers.step_text),
    on(f.Triggers, triggers.step_triggers),
    on(f.Pay, costs.step_pay),
    on(f.Resolved, playing.step_resolved),
    on(f.InAttempt, attempts.step_attempt),
    on(f.Announced, complications.step_announced),
    on(f.Attrition, attrition.step_attrition),
    on(f.Escalate, containment.step_escalate),
    on(f.CardChoice, effect_prompts.step_card),
    on(f.CostChoice, effect_prompts.step_cost),
    on(f.PlayerChoice, effect_prompts.step_player),
    on(f.Discard, effect_prompts.step_discard),
    on(f.Peek, effect_prompts.PEEK.step),
    on(f.MissionStep, missions.step_mission),
    on(f.Outbreaks, containment.step_outbreaks),
)

GAME: CardGame[Board, Options, Loadout, Progress, views.View] = CardGame(
    slug="scp",
    title="SCP-CCG",
    prefix="SCP",
    package=__package__,
    rules_version="1.1.1",
    min_seats=1,
    max_seats=6,
    board_type=Board,
    view_type=views.View,
    options_type=Options,
    loadout_type=Loadout,
    progress_type=Progress,
    events=EVENTS,
    actions=tuple(UNASKED),
    core=core,
    reader=READER,
    decks=partial(infos, loadouts.decks),
    precon=loadouts.precon,
    check_options=loadouts.check_options,
    check_loadout=loadouts.check_loadout,
    decision_time=loadouts.decision_ms,
    new_board=setup.new_board,
    setup=setup.set_up,
    steps={kind: ending.unless_left(step) for kind, step in STEPS.items()},
    checkpoint=leaving.checkpoint,
    leave=ending.concede,
    questions=prompts.QUESTIONS,
    refuse_unasked=prompts.refuse_unasked,
    plays=prompts.plays,
    progress=views.progress,
    view=views.view,
    table=tables.table,
    names=NAMES,
    phase=views.phase,
    describe=describe,
    bot=bot.choose,
    attacking=balance.attacking,
    counted=balance.COUNTED,
    score=balance.score,
    evaluate=balance.evaluate,
    dealt=unseen.dealt,
    routine=balance.ROUTINE,
    invariants=invariants,
)
