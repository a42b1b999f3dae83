"""C&C Trading Card Game 3.0 as a table of contents."""

from __future__ import annotations

from functools import partial

from domain.games.cape_and_cowl import balance, bot, loadouts, prompts, tables, unseen, views
from domain.games.cape_and_cowl import frames as f
from domain.games.cape_and_cowl.board import Board
from domain.games.cape_and_cowl.cardfiles import READER, core
from domain.games.cape_and_cowl.events import EVENTS
from domain.games.cape_and_cowl.invariants import invariants
from domain.games.cape_and_cowl.loadouts import Loadout, Options
from domain.games.cape_and_cowl.match import Batch, Progress
from domain.games.cape_and_cowl.names import NAMES
from domain.games.cape_and_cowl.rules import attacks, effect_prompts, effects, ending, playing, setup, turns
from domain.games.cape_and_cowl.sentences import describe, thing_id
from domain.kernel.dispatch import ByType, by_type, on
from domain.kernel.game import CardGame
from domain.kernel.loadouts import infos

STEPS: ByType[Batch, None] = by_type(
    on(f.Turn, turns.step),
    on(f.Do, effects.DO.step),
    on(f.Use, playing.step_use),
    on(f.Attack, attacks.step_attack),
    on(f.Strike, attacks.step_strike),
    on(f.FirstIncome, playing.step_first_income),
    on(f.Finish, playing.step_finish),
    on(f.TargetChoice, effect_prompts.step_target),
    on(f.RecoverChoice, effect_prompts.step_recover),
    on(f.Discards, effect_prompts.DISCARDS.step),
    on(f.DiscardDown, effect_prompts.DISCARD_DOWN.step),
    on(f.Positions, effect_prompts.step_positions),
    on(f.Search, effect_prompts.step_search),
)

GAME: CardGame[Board, Options, Loadout, Progress, views.View] = CardGame(
    slug="cape_and_cowl",
    title="C&C Trading Card Game",
    prefix="CNC",
    package=__package__,
    rules_version="3.0.2",
    min_seats=2,
    max_seats=2,
    board_type=Board,
    view_type=views.View,
    options_type=Options,
    loadout_type=Loadout,
    progress_type=Progress,
    events=EVENTS,
    actions=tuple(prompts.UNASKED),
    core=core,
    reader=READER,
    decks=partial(infos, loadouts.decks),
    precon=loadouts.precon,
    check_options=loadouts.check_options,
    check_loadout=loadouts.check_loadout,
    decision_time=loadouts.decision_ms,
    time_limit=loadouts.time_limit_ms,
    new_board=setup.new_board,
    setup=setup.set_up,
    steps=STEPS,
    checkpoint=ending.checkpoint,
    leave=ending.concede,
    questions=prompts.QUESTIONS,
    refuse_unasked=prompts.refuse_unasked,
    plays=prompts.plays,
    progress=views.progress,
    view=views.view,
    table=tables.table,
    names=NAMES,
    describe=describe,
    thing_id=thing_id,
    bot=bot.choose,
    attacking=balance.attacking,
    counted=balance.COUNTED,
    score=balance.score,
    evaluate=balance.evaluate,
    dealt=unseen.dealt,
    invariants=invariants,
)
"""CNC-715 CNC-R47 Nothing follows at once when the time is up: the turn goes on, its end step ends the match."""
