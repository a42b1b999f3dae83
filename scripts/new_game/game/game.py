"""Bonfire as a table of contents."""

from __future__ import annotations

from functools import partial

from domain.kernel.dispatch import ByType, by_type, on
from domain.kernel.game import CardGame
from domain.kernel.loadouts import infos
from scripts.new_game.game import bot, loadouts, prompts, views
from scripts.new_game.game import frames as f
from scripts.new_game.game.board import Board
from scripts.new_game.game.cardfiles import READER, core
from scripts.new_game.game.events import EVENTS
from scripts.new_game.game.invariants import invariants
from scripts.new_game.game.loadouts import Loadout, Options
from scripts.new_game.game.match import Batch, Progress
from scripts.new_game.game.rules import effect_prompts, effects, ending, setup, turns
from scripts.new_game.game.sentences import describe

STEPS: ByType[Batch, None] = by_type(
    on(f.Turn, turns.step),
    on(f.Do, effects.DO.step),
    on(f.Discards, effect_prompts.DISCARD.step),
)

GAME: CardGame[Board, Options, Loadout, Progress, views.View] = CardGame(
    slug="bonfire",
    title="Bonfire",
    prefix="BON",
    package=__package__,
    rules_version="1.0",
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
    leave=ending.leave,
    questions=prompts.QUESTIONS,
    refuse_unasked=prompts.refuse_unasked,
    progress=views.progress,
    view=views.view,
    table=views.table,
    describe=describe,
    bot=bot.choose,
    invariants=invariants,
)
