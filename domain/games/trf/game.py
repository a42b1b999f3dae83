"""TRF: The Card Game as a table of contents."""

from __future__ import annotations

from functools import partial

from domain.games.trf import balance, bot, loadouts, prompts, tables, unseen, views
from domain.games.trf import frames as f
from domain.games.trf.board import Board
from domain.games.trf.cardfiles import READER, core
from domain.games.trf.events import EVENTS
from domain.games.trf.invariants import invariants
from domain.games.trf.loadouts import Loadout, Options
from domain.games.trf.match import Batch, Progress
from domain.games.trf.names import NAMES
from domain.games.trf.rules import effect_prompts, effects, ending, fights, leaving, playing, setup, turns, windows
from domain.games.trf.sentences import describe
from domain.kernel.dispatch import ByType, by_type, on
from domain.kernel.game import CardGame
from domain.kernel.loadouts import infos
from domain.kernel.questions import of_board

STEPS: ByType[Batch, None] = by_type(
    on(f.Turn, turns.step),
    on(f.Do, effects.DO.step),
    on(f.Announced, playing.step_announced),
    on(f.Resolved, playing.step_resolved),
    on(f.InWindow, windows.step_window),
    on(f.FightStep, fights.step_fight),
    on(f.Countdown, leaving.step_countdown),
    on(f.DiscardChoice, effect_prompts.DISCARD.step),
    on(f.LookTop, effect_prompts.LOOK.step),
    on(f.FactionChoice, effect_prompts.FACTION.step),
    on(f.OpponentChoice, effect_prompts.OPPONENT.step),
    on(f.TargetChoice, effect_prompts.TARGET.step),
    on(f.MayChoice, effect_prompts.MAY.step),
)

GAME: CardGame[Board, Options, Loadout, Progress, views.View] = CardGame(
    slug="trf",
    title="TRF: The Card Game",
    prefix="TRF",
    package=__package__,
    rules_version="1.2",
    min_seats=2,
    max_seats=4,
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
    new_board=setup.new_board,
    setup=setup.set_up,
    steps=STEPS,
    checkpoint=ending.checkpoint,
    out=of_board(ending.out),
    leave=ending.concede,
    questions=prompts.QUESTIONS,
    standing=prompts.standing,
    refuse_unasked=prompts.refuse_unasked,
    plays=prompts.plays,
    progress=views.progress,
    view=views.view,
    table=tables.table,
    names_on=tables.names_on,
    names=NAMES,
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
