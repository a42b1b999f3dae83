"""Capcom Crossovers: The Card Game 3.0 as a table of contents."""

from __future__ import annotations

from functools import partial

from domain.games.capcom_crossovers import balance, bot, loadouts, prompts, tables, things, unseen, views
from domain.games.capcom_crossovers import frames as f
from domain.games.capcom_crossovers.board import Board
from domain.games.capcom_crossovers.cardfiles import READER, core
from domain.games.capcom_crossovers.events import EVENTS
from domain.games.capcom_crossovers.invariants import invariants
from domain.games.capcom_crossovers.loadouts import Loadout, Options
from domain.games.capcom_crossovers.match import Batch, Progress
from domain.games.capcom_crossovers.names import NAMES
from domain.games.capcom_crossovers.rules import (
    abilities,
    cleanup,
    combos,
    damage,
    defending,
    effects,
    ending,
    setup,
    turns,
)
from domain.games.capcom_crossovers.sentences import describe
from domain.kernel.dispatch import ByType, by_type, on
from domain.kernel.game import CardGame
from domain.kernel.loadouts import infos
from domain.kernel.questions import of_board

STEPS: ByType[Batch, None] = by_type(
    on(f.Mulligans, setup.step_mulligans),
    on(f.Turn, turns.step),
    on(f.Initial, defending.step_initial),
    on(f.Tech, defending.step_tech),
    on(f.Dodging, defending.step_dodging),
    on(f.Reply, defending.step_reply),
    on(f.Damage, damage.step),
    on(f.OnHit, combos.step_on_hit),
    on(f.Dealt, combos.step_dealt),
    on(f.Kos, ending.step_kos),
    on(f.After, combos.step_after),
    on(f.Combo, combos.step_combo),
    on(f.EndCombat, combos.step_end_combat),
    on(f.Do, effects.DO.step),
    on(f.May, abilities.step_may),
    on(f.Discards, effects.step_discards),
    on(f.CutDeck, cleanup.step_cut),
)

GAME: CardGame[Board, Options, Loadout, Progress, views.View] = CardGame(
    slug="capcom_crossovers",
    title="Capcom Crossovers: The Card Game",
    prefix="CAP",
    package=__package__,
    rules_version="3.0.2",
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
    decks=partial(infos, partial(loadouts.decks, core)),
    precon=partial(loadouts.precon, core),
    check_options=loadouts.check_options,
    check_loadout=loadouts.check_loadout,
    sides=loadouts.sides,
    decision_time=loadouts.decision_ms,
    new_board=setup.new_board,
    setup=setup.set_up,
    steps=STEPS,
    text_of=of_board(effects.text_of),
    leave=ending.concede,
    questions=prompts.QUESTIONS,
    standing=of_board(abilities.standing),
    refuse_unasked=prompts.refuse_unasked,
    plays=prompts.plays,
    progress=views.progress,
    view=views.view,
    table=tables.table,
    names=NAMES,
    things=things.things,
    describe=describe,
    bot=bot.choose,
    attacking=balance.attacking,
    counted=balance.COUNTED,
    score=balance.score,
    evaluate=balance.evaluate,
    dealt=unseen.dealt,
    invariants=invariants,
)
